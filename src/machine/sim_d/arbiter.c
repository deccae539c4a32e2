/* SPDX-License-Identifier: Apache-2.0 */
/* arbiter.c - the priorities between commands that timing allows.
 *
 * Rules 1 to 5 of the paper, section 3.2.2: accesses before everything else, those of the active
 * pair first, then activates, the row with most queued accesses first, then precharges. A precharge
 * that another row waits for goes before activates, as in the original: without it the row would
 * wait longest where it is needed most. Refreshes are sent between requests by the controller. */
#include "machine/sim_d/arbiter.h"

enum priority { ACCESS, CONFLICT, ACTIVATE, PRECHARGE };

struct candidate {
    enum priority priority;
    uint32_t queued;   /* accesses to the row that an activate opens */
    uint32_t distance; /* from the active pair */
    int bank;
};

static enum priority priority_of(const struct bank_command *command)
{
    enum ddr4_kind kind = command->command.kind;
    return kind == DDR4_ACT   ? ACTIVATE
           : kind != DDR4_PRE ? ACCESS
           : command->conflict ? CONFLICT
                               : PRECHARGE;
}

static uint32_t queued_accesses(const struct bank_fifo *fifo)
{
    uint32_t queued = 0;
    for (uint32_t i = 1; i < fifo->count; i++) {
        if (priority_of(bank_fifo_at(fifo, i)) != ACCESS)
            break;
        queued++;
    }
    return queued;
}

static bool better(const struct candidate *a, const struct candidate *b)
{
    if (a->priority != b->priority)
        return a->priority < b->priority;
    if (a->queued != b->queued)
        return a->queued > b->queued;
    return a->distance < b->distance;
}

static struct candidate candidate_of(const struct arbiter *arbiter, uint32_t pair, unsigned bank,
                                     unsigned banks)
{
    const struct bank_fifo *fifo = &arbiter->fifo[bank];
    struct candidate candidate = {.priority = priority_of(bank_fifo_at(fifo, 0)),
                                  .distance = (bank - pair) & (banks - 1),
                                  .bank = (int)bank};
    if (candidate.priority == ACTIVATE)
        candidate.queued = queued_accesses(fifo);
    return candidate;
}

/* What the rank allows, by class; nothing else allows a command earlier. */
static void read_rank(const struct ddr4 *ddr4, cycle_t ready[DDR4_CLASSES])
{
    for (unsigned class = 0; class < DDR4_CLASSES; class++)
        ready[class] = ddr4->rank.ready[class];
    ready[DDR4_ROW] = later(ready[DDR4_ROW], ddr4_window_passed(ddr4));
}

int arbiter_choose(const struct arbiter *arbiter, const struct ddr4 *ddr4, uint32_t pair,
                   cycle_t now, cycle_t *next)
{
    const unsigned banks = ddr4->numbers->banks, groups = ddr4->numbers->groups;
    struct candidate best = {.bank = -1};
    cycle_t rank[DDR4_CLASSES], first = NEVER;
    read_rank(ddr4, rank);
    for (unsigned bank = 0; bank < banks; bank++) {
        const struct bank_fifo *fifo = &arbiter->fifo[bank];
        if (fifo->count == 0)
            continue;
        enum ddr4_class class = ddr4_class(bank_fifo_at(fifo, 0)->command.kind);
        cycle_t ready = later(rank[class], later(ddr4->bank[bank].ready[class],
                                                 ddr4->group[bank & (groups - 1)].ready[class]));
        if (ready > now) {
            first = earlier(first, ready);
            continue;
        }
        struct candidate candidate = candidate_of(arbiter, pair, bank, banks);
        if (best.bank < 0 || better(&candidate, &best))
            best = candidate;
    }
    *next = first;
    return best.bank;
}

struct bank_command arbiter_pop(struct arbiter *arbiter, unsigned bank)
{
    struct bank_fifo *fifo = &arbiter->fifo[bank];
    struct bank_command command = *bank_fifo_at(fifo, 0);
    fifo->first = fifo->first + 1 < BANK_FIFO ? fifo->first + 1 : 0;
    fifo->count--;
    if (priority_of(&command) == ACCESS)
        arbiter->pair = bank & ~1u;
    return command;
}
