/* SPDX-License-Identifier: Apache-2.0 */
/* pair_rules.h - which instructions may not issue together, whatever their lanes.
 *
 * The sorter of contexts takes one new split per cycle, so next to an instruction that may diverge
 * no other one that may diverge issues (SBI-26, SBI-27, SWI-9); the load-store unit has one port,
 * so a pair has one memory instruction (SWI-8). Both rules can be switched off. With `posthoc` two
 * instructions that may diverge issue together, and the second is repeated if both really do.
 * Sets have one bit per entry, in any numbering. */
#ifndef WARPCLOCK_HW_PAIR_RULES_H
#define WARPCLOCK_HW_PAIR_RULES_H

#include <stdbool.h>
#include <stdint.h>

struct pair_rules {
    bool two_divergences; /* per cycle */
    bool posthoc;         /* one per cycle, found out afterwards */
    bool two_memory;      /* memory instructions with disjoint lanes share the unit */
};

/* Whether what may diverge is kept apart at issue. */
static inline bool pair_rules_look_ahead(const struct pair_rules *rules)
{
    return !rules->two_divergences && !rules->posthoc;
}

/* Entries by what they may do. */
struct pair_classes {
    uint64_t diverging; /* conditional branches; memory instructions that can become splits */
    uint64_t memory;
};

/* The entries of `ready` that may issue together with entry `first`; -1: all. */
static inline uint64_t pair_partners(const struct pair_rules *rules,
                                     const struct pair_classes *classes, int first,
                                     uint64_t ready)
{
    if (first < 0)
        return ready;
    if (pair_rules_look_ahead(rules) && classes->diverging >> first & 1)
        ready &= ~classes->diverging;
    if (!rules->two_memory && classes->memory >> first & 1)
        ready &= ~classes->memory;
    return ready & ~(1ull << first);
}

#endif
