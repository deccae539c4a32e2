/* SPDX-License-Identifier: Apache-2.0 */
/* edf.c - response times with the earliest deadline first, without preemption.
 *
 * In the worst case for an arrival at time a, all other kernels arrive at 0, and one with a later
 * deadline has just started. Which a is the worst is not known: all at which the set of earlier
 * deadlines changes are looked at. */
#include "bound/periodic/busy.h"

struct search {
    const struct periodic_kernel *kernels;
    size_t count, own;
    struct busy_effort *effort;
};

/* How long all kernels together keep the machine; false: it was given up. */
static bool busy_period(struct search *s, uint64_t *length)
{
    uint64_t now = 0, last = 0;
    for (size_t i = 0; i < s->count; i++)
        now += busy_work(1, s->kernels[i].cycles);
    while (now != last && now < BUSY_LONGEST && busy_goes_on(s->effort)) {
        last = now;
        now = 0;
        for (size_t i = 0; i < s->count && now < BUSY_LONGEST; i++)
            now += busy_work(busy_divide_up(last, s->kernels[i].period), s->kernels[i].cycles);
    }
    *length = now;
    return now == last && now < BUSY_LONGEST;
}

/* The longest kernel whose deadline is after `deadline` if it arrives at 0. */
static uint64_t longest_after(const struct search *s, uint64_t deadline)
{
    uint64_t longest = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct periodic_kernel *k = &s->kernels[i];
        if (i != s->own && k->deadline > deadline && k->cycles > longest)
            longest = k->cycles;
    }
    return longest;
}

/* Arrivals of others up to `t` whose deadlines are not after `deadline`. */
static uint64_t work_before(const struct search *s, uint64_t t, uint64_t deadline)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < s->count && sum < BUSY_LONGEST; i++) {
        const struct periodic_kernel *k = &s->kernels[i];
        if (i == s->own || k->deadline > deadline)
            continue;
        uint64_t arrived = t / k->period, urgent = (deadline - k->deadline) / k->period;
        sum += busy_work(1 + (arrived < urgent ? arrived : urgent), k->cycles);
    }
    return sum;
}

/* The response of the arrival at `a`; false: it was given up. */
static bool response_at(struct search *s, uint64_t a, uint64_t *response)
{
    const struct periodic_kernel *own = &s->kernels[s->own];
    uint64_t deadline = a + own->deadline;
    uint64_t fixed = longest_after(s, deadline) + busy_work(a / own->period, own->cycles);
    uint64_t now = fixed, last = UINT64_MAX;
    while (now != last && now < BUSY_LONGEST && busy_goes_on(s->effort)) {
        last = now;
        now = fixed + work_before(s, last, deadline);
    }
    uint64_t end = now + own->cycles;
    *response = end > a + own->cycles ? end - a : own->cycles;
    return now == last && now < BUSY_LONGEST;
}

/* All arrivals at which a deadline of kernel `other` is ours. */
static bool search_by(struct search *s, const struct periodic_kernel *other, uint64_t length,
                      uint64_t *longest)
{
    const uint64_t own = s->kernels[s->own].deadline;
    uint64_t skipped = own > other->deadline
                           ? busy_divide_up(own - other->deadline, other->period) : 0;
    uint64_t a = skipped * other->period + other->deadline - own;
    for (; a < length; a += other->period) {
        uint64_t response;
        if (!response_at(s, a, &response))
            return false;
        *longest = response > *longest ? response : *longest;
    }
    return true;
}

static enum busy_load load_of(const struct search *s)
{
    struct busy_share share = {0};
    for (size_t i = 0; i < s->count; i++)
        busy_add_share(&share, &s->kernels[i]);
    return busy_load_of(&share);
}

struct periodic_response edf_response(const struct periodic_kernel *kernels, size_t count,
                                      size_t kernel, struct busy_effort *effort)
{
    struct search s = {.kernels = kernels, .count = count, .own = kernel, .effort = effort};
    struct periodic_response response = {.blocking = longest_after(&s, kernels[kernel].deadline),
                                         .cycles = kernels[kernel].cycles};
    uint64_t length = 0;
    response.grows = load_of(&s) == BUSY_LOAD_ABOVE;
    if (response.grows || kernels[kernel].cycles >= BUSY_LONGEST)
        return response;
    bool ends = busy_period(&s, &length), found = true;
    effort->steps = 0;
    length += response.blocking + 1; /* an arrival at 0 is always looked at */
    for (size_t i = 0; found && i < count; i++)
        found = search_by(&s, &kernels[i], length, &response.cycles);
    response.bounded = ends && found;
    return response;
}
