/* SPDX-License-Identifier: Apache-2.0 */
/* register_match.h - the comparators of a scoreboard with entries: do two lists name a register in
 * common? Signatures without a common bit say no at once. */
#ifndef WARPCLOCK_HW_REGISTER_MATCH_H
#define WARPCLOCK_HW_REGISTER_MATCH_H

#include <stdbool.h>

#include "isa/insn.h"

/* One bit per register, modulo 64. */
static inline uint64_t register_signature(const struct regs *ranges, size_t count)
{
    uint64_t signature = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = ranges[i].count < 64 ? (1ull << ranges[i].count) - 1 : ~0ull;
        uint32_t by = ranges[i].first % 64;
        signature |= bits << by | bits >> (-by & 63);
    }
    return signature;
}

static inline bool register_match(const struct regs *a, size_t a_count, const struct regs *b,
                                  size_t b_count)
{
    for (size_t i = 0; i < a_count; i++) {
        for (size_t j = 0; j < b_count; j++) {
            if (a[i].first < b[j].first + b[j].count && b[j].first < a[i].first + a[i].count)
                return true;
        }
    }
    return false;
}

#endif
