/* SPDX-License-Identifier: Apache-2.0 */
/* dice.c - SplitMix64, and choices. */
#include "campaign/dice.h"

uint64_t dice_next(struct dice *dice)
{
    uint64_t z = dice->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t dice_below(struct dice *dice, uint32_t end)
{
    return (uint32_t)(dice_next(dice) % end);
}

bool dice_one_in(struct dice *dice, uint32_t n)
{
    return dice_below(dice, n) == 0;
}

uint32_t dice_pick(struct dice *dice, const uint32_t *from, uint32_t count)
{
    return from[dice_below(dice, count)];
}
