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

uint32_t observers_kinds(const struct observers *observers)
{
    uint32_t kinds = 0;
    for (size_t i = 0; observers && i < observers->count; i++)
        kinds |= ~observers->list[i]->ignores;
    return kinds;
}

const bool *observers_begins(const struct observers *observers)
{
    const struct observer *only = NULL;
    for (size_t i = 0; observers && i < observers->count; i++) {
        if (observers->list[i]->ignores >> EVENT_ISSUE & 1)
            continue;
        if (only)
            return NULL;
        only = observers->list[i];
    }
    return only ? only->begins : NULL;
}

void observers_tell(const struct observers *observers, const struct event *event)
{
    for (size_t i = 0; observers && i < observers->count; i++)
        observers->list[i]->event(observers->list[i], event);
}
