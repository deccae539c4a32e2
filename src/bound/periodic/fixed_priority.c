/* SPDX-License-Identifier: Apache-2.0 */
/* fixed_priority.c - response times with fixed priorities, without preemption.
 *
 * The worst case begins when the longest less urgent kernel has just started and all others arrive.
 * Until no kernel of this urgency waits, every arrival of ours is looked at: a later one can have
 * the longest response, because it waits for the whole of an earlier one. */
#include "bound/periodic/busy.h"

struct search {
    const struct periodic_kernel *kernels;
    size_t count, own;
    uint64_t blocking;
    unsigned steps;
};

static bool is_before(const struct search *s, size_t kernel)
{
    uint64_t a = s->kernels[kernel].priority, b = s->kernels[s->own].priority;
    return a != b ? a < b : kernel < s->own;
}

static uint64_t longest_after(const struct search *s)
{
    uint64_t longest = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (i != s->own && !is_before(s, i) && s->kernels[i].cycles > longest)
            longest = s->kernels[i].cycles;
    }
    return longest;
}

/* Blocking, and the work of more urgent kernels that arrive in [0, t) or, `closed`, in [0, t]. */
static uint64_t work_before(const struct search *s, uint64_t t, bool closed)
{
    uint64_t sum = s->blocking;
    for (size_t i = 0; i < s->count && sum < BUSY_LONGEST; i++) {
        uint64_t period = s->kernels[i].period;
        if (i != s->own && is_before(s, i))
            sum += busy_work(closed ? t / period + 1 : busy_divide_up(t, period),
                             s->kernels[i].cycles);
    }
    return sum;
}

/* How long kernels at least as urgent keep the machine; false: too long. */
static bool busy_period(struct search *s, uint64_t *length)
{
    const struct periodic_kernel *own = &s->kernels[s->own];
    uint64_t now = s->blocking + own->cycles, last = 0;
    for (; now != last && now < BUSY_LONGEST && s->steps < BUSY_STEPS_MAX; s->steps++) {
        last = now;
        now = work_before(s, last, false) +
              busy_work(busy_divide_up(last, own->period), own->cycles);
    }
    *length = now;
    return now == last && now < BUSY_LONGEST;
}

/* When the arrival with number `arrival` starts, from the begin of the busy period. */
static bool start_of(struct search *s, uint64_t arrival, uint64_t *start)
{
    uint64_t earlier = busy_work(arrival, s->kernels[s->own].cycles);
    uint64_t now = s->blocking + earlier, last = UINT64_MAX;
    for (; now != last && now < BUSY_LONGEST && s->steps < BUSY_STEPS_MAX; s->steps++) {
        last = now;
        now = work_before(s, last, true) + earlier;
    }
    *start = now;
    return now == last && now < BUSY_LONGEST;
}

struct periodic_response fixed_priority_response(const struct periodic_kernel *kernels,
                                                 size_t count, size_t kernel)
{
    struct search s = {.kernels = kernels, .count = count, .own = kernel};
    const struct periodic_kernel *own = &kernels[kernel];
    uint64_t length = 0, start = 0;
    s.blocking = longest_after(&s);
    struct periodic_response response = {.blocking = s.blocking, .cycles = own->cycles};
    response.bounded = busy_period(&s, &length);
    uint64_t arrivals = response.bounded ? busy_divide_up(length, own->period) : 0;
    for (uint64_t i = 0; response.bounded && i < arrivals; i++) {
        response.bounded = start_of(&s, i, &start);
        uint64_t end = start + own->cycles - i * own->period;
        response.cycles = end > response.cycles ? end : response.cycles;
    }
    return response;
}
