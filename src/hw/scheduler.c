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
    if (ops->order == ORDER_CIRCLE)
        scheduler->ahead = ~1ull << scheduler->last;
}
