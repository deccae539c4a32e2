/* SPDX-License-Identifier: Apache-2.0 */
/* dice.h - random numbers that are the same on every host: SplitMix64. */
#ifndef WARPCLOCK_CAMPAIGN_DICE_H
#define WARPCLOCK_CAMPAIGN_DICE_H

#include <stdbool.h>
#include <stdint.h>

struct dice {
    uint64_t state;
};

uint64_t dice_next(struct dice *dice);
uint32_t dice_below(struct dice *dice, uint32_t end); /* 0 .. end-1 */
bool dice_one_in(struct dice *dice, uint32_t n);
/* One of `count` numbers. */
uint32_t dice_pick(struct dice *dice, const uint32_t *from, uint32_t count);
#define DICE_PICK(dice, ...) \
    dice_pick(dice, (const uint32_t[]){__VA_ARGS__}, \
              sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

#endif
