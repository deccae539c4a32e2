/* SPDX-License-Identifier: Apache-2.0 */
/* arbiter.c - the priorities between commands that timing allows.
 *
 * Rules 1 to 5 of the paper, section 3.2.2: accesses before everything else, those of the active
 * pair first, then activates, the row with most queued accesses first, then precharges. A precharge
 * that another row waits for goes before activates, as in the original: without it the row would
 * wait longest where it is needed most. Refreshes are sent between requests by the controller. */
#include "machine/sim_d/arbiter.h"

enum priority { ACCESS, CONFLICT, ACTIVATE, PRECHARGE, PRIORITIES };

static enum priority priority_of(const struct bank_command *command)
{
    enum ddr4_kind kind = command->command.kind;
    return kind == DDR4_ACT   ? ACTIVATE
           : kind != DDR4_PRE ? ACCESS
           : command->conflict ? CONFLICT
                               : PRECHARGE;
}

/* Accesses to the row that the activate at the head opens. */
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

/* Of these banks, which have an activate, those with most queued accesses. */
static uint32_t longest_queues(const struct arbiter *arbiter, uint32_t banks)
{
    uint32_t most = 0, best = 0;
    for (uint32_t left = banks; left != 0; left &= left - 1) {
        uint32_t bank = (uint32_t)__builtin_ctz(left);
        uint32_t queued = queued_accesses(&arbiter->fifo[bank]);
        if (queued > most)
            best = 0;
        most = queued > most ? queued : most;
        best |= (uint32_t)(queued == most) << bank;
    }
    return best;
}

/* What the rank allows, by class; nothing else allows a command earlier. */
static void read_rank(const struct ddr4 *ddr4, cycle_t ready[DDR4_CLASSES])
{
    for (unsigned class = 0; class < DDR4_CLASSES; class++)
        ready[class] = ddr4->rank.ready[class];
    ready[DDR4_ROW] = later(ready[DDR4_ROW], ddr4_window_passed(ddr4));
}

uint32_t arbiter_best(const struct arbiter *arbiter, const struct ddr4 *ddr4, cycle_t now,
                      cycle_t *next)
{
    const unsigned banks = ddr4->numbers->banks, groups = ddr4->numbers->groups;
    uint32_t ready[PRIORITIES] = {0};
    cycle_t rank[DDR4_CLASSES], first = NEVER;
    read_rank(ddr4, rank);
    for (unsigned bank = 0; bank < banks; bank++) {
        const struct bank_fifo *fifo = &arbiter->fifo[bank];
        if (fifo->count == 0)
            continue;
        const struct bank_command *head = &fifo->entry[fifo->first];
        enum ddr4_class class = ddr4_class(head->command.kind);
        cycle_t own = later(ddr4->bank[bank].ready[class],
                            ddr4->group[bank & (groups - 1)].ready[class]);
        cycle_t allowed = later(rank[class], own);
        if (allowed > now)
            first = earlier(first, allowed);
        else
            ready[priority_of(head)] |= 1u << bank;
    }
    unsigned priority = 0;
    *next = first;
    while (priority < PRIORITIES && ready[priority] == 0)
        priority++;
    if (priority == PRIORITIES)
        return 0;
    return priority == ACTIVATE ? longest_queues(arbiter, ready[ACTIVATE]) : ready[priority];
}

int arbiter_nearest(uint32_t best, uint32_t pair, unsigned banks)
{
    const uint32_t from = best >> pair | best << (banks - pair); /* bit 0: the pair's even bank */
    return best == 0 ? -1 : (int)(((uint32_t)__builtin_ctz(from) + pair) & (banks - 1));
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
