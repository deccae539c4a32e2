/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler.c - the table of policies, and a turn of any of them.
 *
 * The list of policies is in src/meson.build, which writes it to scheduler_policies.h: a new policy
 * is a file and one line there. */
#include "hw/scheduler.h"

#include <string.h>

#include "hw/scheduler_policies.h"

#define DECLARE(policy) extern const struct scheduler_ops scheduler_##policy;
#define ADDRESS(policy) &scheduler_##policy,

SCHEDULER_POLICIES(DECLARE)

static const struct scheduler_ops *const policies[] = {SCHEDULER_POLICIES(ADDRESS)};

const struct scheduler_ops *scheduler_policy(size_t i)
{
    return i < sizeof policies / sizeof *policies ? policies[i] : NULL;
}

const struct scheduler_ops *scheduler_find(const char *name)
{
    for (size_t i = 0; scheduler_policy(i); i++) {
        const struct scheduler_ops *ops = scheduler_policy(i);
        if (strcmp(ops->name, name) == 0 || (ops->alias && strcmp(ops->alias, name) == 0))
            return ops;
    }
    return NULL;
}

void scheduler_reset(struct scheduler *scheduler, const struct scheduler_ops *ops, uint32_t warps)
{
    *scheduler = (struct scheduler){.ops = ops, .warps = warps, .last = warps - 1};
}

int scheduler_turn(struct scheduler *scheduler, uint64_t ready)
{
    ready &= scheduler_eligible(scheduler);
    scheduler->held = scheduler->held && ready;
    if (!ready)
        return -1;
    scheduler->last = scheduler->ops->pick(scheduler, ready);
    scheduler->held = scheduler->elected = true;
    return (int)scheduler->last;
}

uint32_t scheduler_next_after(const struct scheduler *scheduler, uint64_t ready)
{
    uint64_t later = scheduler->last < 63 ? ready & ~0ull << (scheduler->last + 1) : 0;
    return (uint32_t)__builtin_ctzll(later ? later : ready);
}
