/* SPDX-License-Identifier: Apache-2.0 */
/* profile.c - sums by instruction, of which most stay 0. */
#include "bound/engine/profile.h"

struct profile *profile_new(struct arena *arena, uint32_t instructions)
{
    struct profile *profile = arena_alloc(arena, sizeof *profile);
    uint32_t size = instructions + PROFILE_OTHERS;
    *profile = (struct profile){.instructions = instructions};
    profile->share = arena_array(arena, size, sizeof *profile->share);
    profile->touched = arena_array(arena, size, sizeof *profile->touched);
    for (uint32_t i = 0; i < size; i++)
        profile->share[i].index = i;
    return profile;
}

struct profile_share *profile_at(struct profile *profile, uint32_t index)
{
    struct profile_share *share = &profile->share[index];
    if (!share->touched)
        profile->touched[profile->count++] = index;
    share->touched = true;
    return share;
}

void profile_execute(struct profile *profile, uint32_t index, const struct work *work)
{
    struct profile_share *share = profile_at(profile, index);
    share->executions++;
    work_add(&share->work, work);
}

struct profile_share *profile_other(struct profile *profile, enum profile_other other)
{
    return profile_at(profile, profile->instructions + other);
}

void profile_clear(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->count; i++) {
        uint32_t index = profile->touched[i];
        profile->share[index] = (struct profile_share){.index = index};
    }
    profile->count = 0;
}

static void add_work(struct profile *into, const struct profile_share *from, uint64_t times)
{
    struct profile_share *share = profile_at(into, from->index);
    share->executions += times * from->executions;
    share->away += times * from->away;
    share->rounds += times * from->rounds;
    work_add_times(&share->work, &from->work, times);
}

void profile_add(struct profile *into, const struct profile *from, uint64_t work_times,
                 uint64_t waiting_times)
{
    for (uint32_t i = 0; i < from->count; i++) {
        const struct profile_share *share = &from->share[from->touched[i]];
        add_work(into, share, work_times);
        profile_at(into, share->index)->waiting += waiting_times * share->waiting;
    }
}

struct profile_list profile_keep(struct arena *arena, const struct profile *profile)
{
    struct profile_list list = {.count = profile->count};
    list.share = arena_array(arena, profile->count, sizeof *list.share);
    for (uint32_t i = 0; i < profile->count; i++)
        list.share[i] = profile->share[profile->touched[i]];
    return list;
}

void profile_add_work(struct profile *into, const struct profile_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        add_work(into, &list->share[i], 1);
}

void profile_add_waiting(struct profile *into, const struct profile_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        profile_at(into, list->share[i].index)->waiting += list->share[i].waiting;
}

void profile_keep_waits(struct arena *arena, struct profile_waits *into,
                        const struct profile *profile)
{
    if (into->room < profile->count) {
        into->room = profile->count;
        into->wait = arena_array(arena, into->room, sizeof *into->wait);
    }
    into->count = 0;
    for (uint32_t i = 0; i < profile->count; i++) {
        const struct profile_share *share = &profile->share[profile->touched[i]];
        if (share->waiting)
            into->wait[into->count++] = (struct profile_wait){share->index, share->waiting};
    }
}

void profile_add_waits(struct profile *into, const struct profile_waits *waits)
{
    for (uint32_t i = 0; i < waits->count; i++)
        profile_at(into, waits->wait[i].index)->waiting += waits->wait[i].cycles;
}
