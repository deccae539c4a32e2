/* SPDX-License-Identifier: Apache-2.0 */
/* agenda.h - parts of a machine by the cycle in which they are due: a calendar queue.
 *
 * A machine has many parts, and few of them act in a cycle. Each of the next AGENDA_WINDOW cycles
 * has a set of the parts that are due in it, so a cycle costs as much as acts in it and not as much
 * as the machine has. Parts that are due later are looked at once per window. A set may still hold
 * parts that have been set to another cycle since: `due` decides.
 *
 * In each cycle the owner calls agenda_begin, takes the part that agenda_first names until there is
 * none, sets the cycle of each part that it has taken, and asks for the next cycle. */
#ifndef WARPCLOCK_HW_AGENDA_H
#define WARPCLOCK_HW_AGENDA_H

#include <stdbool.h>

#include "hw/cycle.h"

enum { AGENDA_WINDOW = 64 }; /* cycles: the bits of a word */

struct agenda {
    uint32_t parts;
    uint32_t words, shift; /* words of a set; 1 << shift of them share a bit of its summary */
    cycle_t now;
    uint32_t passed;       /* parts before this one have had their turn in this cycle */
    cycle_t *due;          /* per part; NEVER: not before it is set again */
    cycle_t *taken;        /* per part: the cycle after the latest in which it was taken */
    uint64_t *set;         /* [cycle % AGENDA_WINDOW][word] */
    uint64_t summary[AGENDA_WINDOW]; /* words of a set that may have parts, if there are several */
    uint64_t filled;       /* cycles % AGENDA_WINDOW that may have parts */
    uint64_t *far;         /* parts that are due after the window ... */
    cycle_t far_next;      /* ... and a lower bound of their earliest cycle */
};

/* The memory that the caller provides for `parts`: zeroed words of 64 bits. */
uint64_t agenda_words(uint32_t parts);
void agenda_build(struct agenda *agenda, uint32_t parts, uint64_t *words);
/* No part is due; the current cycle is 0. */
void agenda_reset(struct agenda *agenda);

/* The current cycle is `now`; there was none between with a part that is due. */
void agenda_begin(struct agenda *agenda, cycle_t now);
/* The next cycle in which a part may be due; NEVER: no part is. */
cycle_t agenda_next_cycle(struct agenda *agenda);

/* For agenda_set: the current cycle, or one that is outside the window. */
void agenda_set_outside(struct agenda *agenda, uint32_t part, cycle_t at);

static inline void agenda_insert(struct agenda *agenda, uint32_t part, cycle_t at)
{
    const uint32_t cycle = at % AGENDA_WINDOW, word = part / 64;
    agenda->filled |= 1ull << cycle;
    if (agenda->words == 1) {
        agenda->set[cycle] |= 1ull << part;
        return;
    }
    agenda->set[cycle * agenda->words + word] |= 1ull << part % 64;
    agenda->summary[cycle] |= 1ull << (word >> agenda->shift);
}

/* The part is due in cycle `at`, and no longer in another one. If `at` is now, or has passed, and
 * its turn too, it is next in the following cycle. */
static inline void agenda_set(struct agenda *agenda, uint32_t part, cycle_t at)
{
    agenda->due[part] = at;
    if (at - (agenda->now + 1) < AGENDA_WINDOW - 1)
        agenda_insert(agenda, part, at);
    else if (at != NEVER)
        agenda_set_outside(agenda, part, at);
}

/* ... in cycle `at` or earlier. A part that has been taken says itself what follows. */
static inline void agenda_set_earlier(struct agenda *agenda, uint32_t part, cycle_t at)
{
    if (at < agenda->due[part])
        agenda_set(agenda, part, at);
}

/* The set of the current cycle. */
static inline uint64_t *agenda_today(struct agenda *agenda)
{
    return &agenda->set[agenda->now % AGENDA_WINDOW * agenda->words];
}

/* The first part that may be due in the current cycle; `parts`: there is none left. */
static inline uint32_t agenda_first(struct agenda *agenda)
{
    const uint64_t *set = agenda_today(agenda);
    if (agenda->words == 1)
        return *set ? (uint32_t)__builtin_ctzll(*set) : agenda->parts;
    uint64_t *words = &agenda->summary[agenda->now % AGENDA_WINDOW];
    for (; *words; *words &= *words - 1) {
        uint32_t word = (uint32_t)__builtin_ctzll(*words) << agenda->shift;
        const uint32_t end = word + (1u << agenda->shift);
        do {
            if (set[word])
                return word * 64 + (uint32_t)__builtin_ctzll(set[word]);
        } while (++word < end);
    }
    return agenda->parts;
}

/* Takes a part from the current cycle; false: it is not due. */
static inline bool agenda_take(struct agenda *agenda, uint32_t part)
{
    agenda_today(agenda)[part / 64] &= ~(1ull << part % 64);
    if (agenda->due[part] > agenda->now)
        return false;
    agenda->due[part] = 0;
    agenda->taken[part] = agenda->now + 1;
    return true;
}

#endif
