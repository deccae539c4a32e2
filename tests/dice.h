/* SPDX-License-Identifier: Apache-2.0 */
/* dice.h - random numbers that are the same at every run (SplitMix64). */
#ifndef WARPCLOCK_TESTS_DICE_H
#define WARPCLOCK_TESTS_DICE_H

#include <stdint.h>

static inline uint64_t dice_roll(uint64_t *dice)
{
    uint64_t z = *dice += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

#endif
