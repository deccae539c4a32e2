/* SPDX-License-Identifier: Apache-2.0 */
/* ddr4_checker.h - watches the commands of a DDR4 controller and finds those that break a rule.
 *
 * Written apart from ddr4.c: it knows no earliest cycles. It keeps the latest commands and compares
 * each new one with every one of them that a rule can reach back to. */
#ifndef WARPCLOCK_HW_DDR4_CHECKER_H
#define WARPCLOCK_HW_DDR4_CHECKER_H

#include "hw/ddr4.h"

enum { DDR4_HISTORY = 256, DDR4_TEXT = 160 };

/* Refreshes that a controller may owe (SIMD-44). */
enum { DDR4_POSTPONED_MAX = 8 };

struct ddr4_checker {
    const struct ddr4_numbers *numbers;
    struct ddr4_command history[DDR4_HISTORY]; /* a ring */
    uint64_t seen;
    cycle_t first_due; /* the first refresh becomes due in this cycle */
    uint64_t refreshes;
    struct ddr4_command refresh; /* the latest */
    uint32_t row[DDR4_BANKS_MAX];
    bool open[DDR4_BANKS_MAX];
    uint64_t violations;
    char first[DDR4_TEXT]; /* the first violation, in words */
};

void ddr4_checker_build(struct ddr4_checker *checker, const struct ddr4_numbers *numbers,
                        cycle_t first_due);
/* Checks the command, counts what it violates, and records it. True: it violates nothing. */
bool ddr4_check(struct ddr4_checker *checker, const struct ddr4_command *command);

#endif
