/* SPDX-License-Identifier: Apache-2.0 */
/* phases.c - segments between barriers, and whether they stand beside each other. */
#include "bound/vortex/phases.h"

static struct phase *phase_of(struct phases *p, uint32_t number)
{
    while (p->count <= number) {
        p->list = arena_grow(p->arena, p->list, p->count, sizeof *p->list);
        p->list[p->count++] = (struct phase){0};
    }
    return &p->list[number];
}

static void begin_in_phase(struct phases *p, uint32_t number)
{
    struct phase *phase = phase_of(p, number);
    p->phase = number;
    p->segment = 0;
    for (uint32_t i = 0; i < phase->barrier_count; i++)
        phase->barriers[i].reached = 0;
}

void phases_warp(struct phases *p, uint32_t number)
{
    p->warp++;
    begin_in_phase(p, number);
    p->list[number].started++;
}

/* The segment's waiting by instruction: the profile starts anew. */
static void keep_profile(struct phases *p, struct phase *phase, bool longest)
{
    if (!p->profile)
        return;
    if (!phase->all)
        phase->all = profile_new(p->arena, p->profile->instructions);
    profile_add(phase->all, p->profile, 0, 1);
    if (longest)
        profile_keep_waits(p->arena, &phase->worst[p->segment], p->profile);
    profile_clear(p->profile);
}

static void end_segment(struct phases *p, uint64_t waiting)
{
    struct phase *phase = &p->list[p->phase];
    if (p->segment == phase->segments) {
        phase->longest =
            arena_grow(p->arena, phase->longest, phase->segments, sizeof *phase->longest);
        if (p->profile) {
            phase->worst =
                arena_grow(p->arena, phase->worst, phase->segments, sizeof *phase->worst);
            phase->worst[phase->segments] = (struct profile_waits){0};
        }
        phase->longest[phase->segments++] = 0;
    }
    bool longest = waiting > phase->longest[p->segment];
    if (longest)
        phase->longest[p->segment] = waiting;
    keep_profile(p, phase, longest);
    phase->sum += waiting;
    p->segment++;
}

/* A warp that used a barrier used it as often as its owner did. */
static void end_in_phase(struct phases *p)
{
    struct phase *phase = &p->list[p->phase];
    for (uint32_t i = 0; i < phase->barrier_count; i++) {
        const struct barrier_users *users = &phase->barriers[i];
        if (users->owner != p->warp && users->reached && users->reached != users->count)
            phase->unaligned = true;
    }
}

static struct barrier_users *users_of(struct phases *p, struct phase *phase, uint32_t id,
                                      uint32_t expected)
{
    for (uint32_t i = 0; i < phase->barrier_count; i++) {
        if (phase->barriers[i].id == id)
            return &phase->barriers[i];
    }
    phase->barriers =
        arena_grow(p->arena, phase->barriers, phase->barrier_count, sizeof *phase->barriers);
    struct barrier_users *users = &phase->barriers[phase->barrier_count++];
    *users = (struct barrier_users){.id = id, .owner = p->warp, .expected = expected, .warps = 1};
    return users;
}

/* Behind another segment than the owner's, or with more users than it waits for. */
static bool is_out_of_step(struct barrier_users *users, uint32_t segment, uint32_t expected)
{
    users->warps += users->reached == 0;
    if (expected != users->expected || users->warps > expected)
        return true;
    return users->reached >= users->count || users->segment[users->reached++] != segment;
}

void phases_barrier(struct phases *p, uint64_t waiting, uint32_t id, uint32_t expected,
                    bool certain)
{
    struct phase *phase = &p->list[p->phase];
    uint32_t segment = p->segment;
    end_segment(p, waiting);
    if (!certain) {
        phase->unaligned = true;
        return;
    }
    struct barrier_users *users = users_of(p, phase, id, expected);
    if (users->owner == p->warp) {
        phase->unaligned |= expected != users->expected;
        users->segment =
            arena_grow(p->arena, users->segment, users->count, sizeof *users->segment);
        users->segment[users->count++] = segment;
    } else if (is_out_of_step(users, segment, expected)) {
        phase->unaligned = true;
    }
}

void phases_spawn(struct phases *p, uint64_t waiting)
{
    end_segment(p, waiting);
    end_in_phase(p);
    begin_in_phase(p, p->phase + 1);
}

void phases_end(struct phases *p, uint64_t waiting)
{
    end_segment(p, waiting);
    end_in_phase(p);
}

uint64_t phases_waiting(const struct phases *p)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const struct phase *phase = &p->list[i];
        uint64_t chain = 0;
        for (uint32_t k = 0; k < phase->segments; k++)
            chain += phase->longest[k];
        sum += phase->unaligned ? phase->sum : chain;
    }
    return sum;
}

void phases_profile(const struct phases *p, struct profile *into)
{
    for (uint32_t i = 0; i < p->count; i++) {
        const struct phase *phase = &p->list[i];
        if (phase->unaligned && phase->all)
            profile_add(into, phase->all, 0, 1);
        for (uint32_t k = 0; !phase->unaligned && k < phase->segments; k++)
            profile_add_waits(into, &phase->worst[k]);
    }
}

uint64_t phases_starting(const struct phases *p, uint64_t delay, uint64_t gap)
{
    uint64_t sum = 0;
    for (uint32_t i = 1; i < p->count; i++)
        sum += p->list[i].started ? delay + gap * p->list[i].started : 0;
    return sum;
}
