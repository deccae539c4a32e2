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
    struct busy_effort *effort;
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

/* What all that are more urgent need, perhaps with this kernel. */
static enum busy_load load_of(const struct search *s, bool with_own)
{
    struct busy_share share = {0};
    for (size_t i = 0; i < s->count; i++) {
        if (i == s->own ? with_own : is_before(s, i))
            busy_add_share(&share, &s->kernels[i]);
    }
    return busy_load_of(&share);
}

/* `base`, and the work of more urgent kernels that arrive in [0, t) or, `closed`, in [0, t]. */
static uint64_t work_before(const struct search *s, uint64_t base, uint64_t t, bool closed)
{
    uint64_t sum = base;
    for (size_t i = 0; i < s->count && sum < BUSY_LONGEST; i++) {
        uint64_t period = s->kernels[i].period;
        if (i != s->own && is_before(s, i))
            sum += busy_work(closed ? t / period + 1 : busy_divide_up(t, period),
                             s->kernels[i].cycles);
    }
    return sum;
}

/* How long kernels at least as urgent keep the machine; false: it was given up. */
static bool busy_period(struct search *s, uint64_t *length)
{
    const struct periodic_kernel *own = &s->kernels[s->own];
    uint64_t now = s->blocking + own->cycles, last = 0;
    while (now != last && now < BUSY_LONGEST && busy_goes_on(s->effort)) {
        last = now;
        now = work_before(s, s->blocking, last, false) +
              busy_work(busy_divide_up(last, own->period), own->cycles);
    }
    *length = now;
    return now == last && now < BUSY_LONGEST;
}

/* When a kernel starts that `base` keeps waiting, and all more urgent ones that arrive up to then;
 * false: it was given up. */
static bool start_after(struct search *s, uint64_t base, uint64_t *start)
{
    uint64_t now = base, last = UINT64_MAX;
    while (now != last && now < BUSY_LONGEST && busy_goes_on(s->effort)) {
        last = now;
        now = work_before(s, base, last, true);
    }
    *start = now;
    return now == last && now < BUSY_LONGEST;
}

/* All arrivals in a busy period, or those in the time that was searched. */
static bool respond(struct search *s, uint64_t length, uint64_t *longest)
{
    const struct periodic_kernel *own = &s->kernels[s->own];
    uint64_t arrivals = busy_divide_up(length, own->period), start;
    for (uint64_t i = 0; i < arrivals; i++) {
        if (!start_after(s, s->blocking + busy_work(i, own->cycles), &start))
            return false;
        uint64_t response = start + own->cycles - i * own->period;
        *longest = response > *longest ? response : *longest;
    }
    return true;
}

struct periodic_response fixed_priority_response(const struct periodic_kernel *kernels,
                                                 size_t count, size_t kernel,
                                                 struct busy_effort *effort)
{
    struct search s = {.kernels = kernels, .count = count, .own = kernel, .effort = effort};
    const uint64_t cycles = kernels[kernel].cycles;
    uint64_t length = 0;
    s.blocking = longest_after(&s);
    struct periodic_response response = {.blocking = s.blocking, .cycles = s.blocking + cycles};
    const enum busy_load load = load_of(&s, true);
    response.grows = load == BUSY_LOAD_ABOVE || (load == BUSY_LOAD_FULL && s.blocking);
    if (response.grows || cycles >= BUSY_LONGEST)
        return response;
    bool ends = busy_period(&s, &length);
    effort->steps = 0;
    response.bounded = respond(&s, length, &response.cycles) && ends;
    return response;
}

struct periodic_response fixed_priority_sufficient(const struct periodic_kernel *kernels,
                                                   size_t count, size_t kernel,
                                                   struct busy_effort *effort)
{
    struct search s = {.kernels = kernels, .count = count, .own = kernel, .effort = effort};
    const uint64_t cycles = kernels[kernel].cycles;
    uint64_t start;
    s.blocking = longest_after(&s);
    struct periodic_response response = {.blocking = s.blocking, .cycles = cycles,
                                         .grows = load_of(&s, false) != BUSY_LOAD_BELOW};
    response.bounded =
        !response.grows && start_after(&s, s.blocking > cycles ? s.blocking : cycles, &start);
    if (response.bounded)
        response.cycles = start + cycles;
    return response;
}
