/* SPDX-License-Identifier: Apache-2.0 */
/* observer.c - forwards events. */
#include "machine/common/observer.h"

const char *stall_name(enum stall_reason reason)
{
    static const char *const names[STALL_COUNT] = {
        [STALL_DEPENDENCY] = "dependency", [STALL_FETCH] = "fetch",
        [STALL_UNIT] = "unit",             [STALL_MEMORY] = "memory",
        [STALL_BARRIER] = "barrier",       [STALL_DIVERGENCE] = "divergence",
        [STALL_NOT_SELECTED] = "not_selected", [STALL_IDLE] = "idle",
    };
    return names[reason];
}

const char *oracle_cause_name(enum oracle_cause cause)
{
    static const char *const names[ORACLE_CAUSES] = {"miss", "branch", "sync"};
    return names[cause];
}

void observers_tell(const struct observers *observers, const struct event *event)
{
    for (size_t i = 0; observers && i < observers->count; i++)
        observers->list[i]->event(observers->list[i], event);
}
