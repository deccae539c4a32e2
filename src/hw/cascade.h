/* SPDX-License-Identifier: Apache-2.0 */
/* cascade.h - two schedulers in a row: the second fills what the first leaves free (SWI-2, SWI-6).
 *
 * In cycle c the first scheduler picks I1, which waits a cycle; in c+1 the second picks I2 to go
 * with it, and both issue. Both work in every cycle, on different phases, so the second may take
 * what the first takes for the next phase. Then the first one's copy is dropped: its phase has no
 * primary, all lanes are free, and the second scheduler may choose any instruction. */
#ifndef WARPCLOCK_HW_CASCADE_H
#define WARPCLOCK_HW_CASCADE_H

#include <stdbool.h>
#include <stdint.h>

enum { CASCADE_NONE = -1 };

struct cascade {
    int held;           /* the entry that waits for a partner; CASCADE_NONE: the phase has none */
    uint64_t conflicts; /* copies dropped */
};

/* Entries that issue together; CASCADE_NONE: none. */
struct cascade_pair {
    int primary, secondary;
};

static inline void cascade_reset(struct cascade *cascade)
{
    *cascade = (struct cascade){.held = CASCADE_NONE};
}

/* Entries that the two schedulers may pick from in this cycle: the held one has been picked. */
static inline uint64_t cascade_open(const struct cascade *cascade, uint64_t ready)
{
    return cascade->held < 0 ? ready : ready & ~(1ull << cascade->held);
}

/* One cycle: the second scheduler has found `secondary` for the held phase, the first has picked
 * `primary` for the next one. Returns what issues now. */
static inline struct cascade_pair cascade_turn(struct cascade *cascade, int primary, int secondary)
{
    struct cascade_pair pair = {.primary = cascade->held, .secondary = secondary};
    bool conflict = primary >= 0 && primary == secondary;
    cascade->conflicts += conflict;
    cascade->held = conflict ? CASCADE_NONE : primary;
    return pair;
}

/* The held instruction does not issue after all, or no longer exists. */
static inline void cascade_drop(struct cascade *cascade)
{
    cascade->held = CASCADE_NONE;
}

#endif
