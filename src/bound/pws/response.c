/* SPDX-License-Identifier: Apache-2.0 */
/* response.c - the fixed point of each priority. */
#include "bound/pws/response.h"

/* Where the higher priorities leave no time, w grows without end, if slowly. */
enum { STEPS_MAX = 100000 };

static enum wc_status check_tasks(struct error *err, const struct kernel_task *task, uint32_t tasks)
{
    for (uint32_t i = 0; i < tasks; i++) {
        if (task[i].cycles < 1 || task[i].period < 1 || task[i].deadline < 1)
            return fail(err, WC_BAD_INPUT, "kernel %u has no bound, period or deadline", i + 1);
        if (task[i].deadline > task[i].period)
            return fail(err, WC_BAD_INPUT, "the deadline of kernel %u is after its period; the "
                        "response-time test needs deadlines within periods", i + 1);
    }
    return WC_OK;
}

static int64_t longest(const struct kernel_task *task, uint32_t from, uint32_t end)
{
    int64_t cycles = 0;
    for (uint32_t i = from; i < end; i++)
        cycles = task[i].cycles > cycles ? task[i].cycles : cycles;
    return cycles;
}

/* One step of the iteration; false when it exceeds 64 bits. ceil((w+1)/T) = floor(w/T) + 1. */
static bool step(const struct kernel_task *task, uint32_t i, int64_t blocked, int64_t w,
                 int64_t *out)
{
    *out = blocked;
    for (uint32_t j = 0; j < i; j++) {
        int64_t all;
        if (__builtin_mul_overflow(w / task[j].period + 1, task[j].cycles, &all) ||
            __builtin_add_overflow(*out, all, out))
            return false;
    }
    return true;
}

static struct response respond(const struct kernel_task *task, uint32_t tasks, uint32_t i)
{
    int64_t blocked = longest(task, i, tasks); /* max(B, E) */
    int64_t w = blocked, next = 0, cycles;
    for (uint32_t n = 0; n < STEPS_MAX && step(task, i, blocked, w, &next); n++) {
        if (next == w && !__builtin_add_overflow(w, task[i].cycles, &cycles))
            return (struct response){cycles <= task[i].deadline ? RESPONSE_MEETS : RESPONSE_MISSES,
                                     cycles};
        w = next;
    }
    return (struct response){RESPONSE_DIVERGES, 0};
}

enum wc_status response_times(struct error *err, const struct kernel_task *task, uint32_t tasks,
                              struct response *response)
{
    enum wc_status status = check_tasks(err, task, tasks);
    for (uint32_t i = 0; i < tasks && status == WC_OK; i++)
        response[i] = respond(task, tasks, i);
    return status;
}
