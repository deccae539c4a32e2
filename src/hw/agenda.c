/* SPDX-License-Identifier: Apache-2.0 */
/* agenda.c - the window moves on. */
#include "hw/agenda.h"

#include <string.h>

/* Words of a set, so that its summary has a bit for each 1 << shift of them. */
static uint32_t words_of(uint32_t parts, uint32_t *shift)
{
    uint32_t words = (parts + 63) / 64;
    for (*shift = 0; (words - 1) >> *shift >= 64;)
        ++*shift;
    return ((words - 1) | ((1u << *shift) - 1)) + 1;
}

uint64_t agenda_words(uint32_t parts)
{
    uint32_t shift;
    return (uint64_t)words_of(parts, &shift) * (AGENDA_WINDOW + 1) + 2 * (uint64_t)parts;
}

void agenda_build(struct agenda *agenda, uint32_t parts, uint64_t *words)
{
    *agenda = (struct agenda){.parts = parts, .set = words};
    agenda->words = words_of(parts, &agenda->shift);
    agenda->far = agenda->set + (uint64_t)agenda->words * AGENDA_WINDOW;
    agenda->due = agenda->far + agenda->words;
    agenda->taken = agenda->due + parts;
    agenda_reset(agenda);
}

static void open_day(struct agenda *agenda, cycle_t now)
{
    const uint32_t cycle = now % AGENDA_WINDOW;
    agenda->now = now;
    agenda->passed = 0;
    agenda->filled &= ~(1ull << cycle);
}

void agenda_reset(struct agenda *agenda)
{
    memset(agenda->set, 0, agenda_words(agenda->parts) * sizeof *agenda->set);
    memset(agenda->summary, 0, sizeof agenda->summary);
    for (uint32_t i = 0; i < agenda->parts; i++)
        agenda->due[i] = NEVER;
    agenda->filled = 0;
    agenda->far_next = NEVER;
    open_day(agenda, 0);
}

void agenda_set_outside(struct agenda *agenda, uint32_t part, cycle_t at)
{
    const cycle_t now = agenda->now;
    if (at <= now) {
        bool passed = part < agenda->passed || agenda->taken[part] == now + 1;
        agenda_insert(agenda, part, now + passed);
        return;
    }
    agenda->far[part / 64] |= 1ull << part % 64;
    agenda->far_next = earlier(agenda->far_next, at);
}

/* Parts of `far` whose cycle is in the window now. */
static void bring_near(struct agenda *agenda)
{
    agenda->far_next = NEVER;
    for (uint32_t word = 0; word < agenda->words; word++) {
        uint64_t rest = agenda->far[word];
        agenda->far[word] = 0;
        for (; rest; rest &= rest - 1) {
            uint32_t part = word * 64 + (uint32_t)__builtin_ctzll(rest);
            agenda_set(agenda, part, agenda->due[part]);
        }
    }
}

void agenda_begin(struct agenda *agenda, cycle_t now)
{
    open_day(agenda, now);
    if (agenda->far_next - now < AGENDA_WINDOW)
        bring_near(agenda);
}

cycle_t agenda_next_cycle(struct agenda *agenda)
{
    const cycle_t next = agenda->now + 1;
    const uint32_t first = next % AGENDA_WINDOW;
    const uint64_t filled = agenda->filled &= ~(1ull << agenda->now % AGENDA_WINDOW);
    if (!filled)
        return agenda->far_next;
    return next + (uint32_t)__builtin_ctzll(filled >> first | filled << (-first % AGENDA_WINDOW));
}
