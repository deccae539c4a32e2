/* SPDX-License-Identifier: Apache-2.0 */
/* periodic.c - the analyses by name, utilisation and priorities. */
#include "bound/periodic/periodic.h"

#include "bound/periodic/busy.h"

typedef struct periodic_response response_fn(const struct periodic_kernel *kernels, size_t count,
                                             size_t kernel, struct busy_effort *effort);

static const struct {
    const char *name;
    response_fn *response;
} schedulers[PERIODIC_SCHEDULERS] = {
    [PERIODIC_FIXED_PRIORITY] = {"fixed-priority", fixed_priority_response},
    [PERIODIC_EDF] = {"edf", edf_response},
};

const char *periodic_scheduler_name(enum periodic_scheduler scheduler)
{
    return schedulers[scheduler].name;
}

double periodic_utilisation(const struct periodic_kernel *kernels, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)kernels[i].cycles / (double)kernels[i].period;
    return sum;
}

/* One arrival that is late decides, whether all have been looked at or not. */
static enum periodic_outcome judge(const struct periodic_response *response, uint64_t deadline)
{
    if (response->grows || response->cycles > deadline)
        return PERIODIC_MISSES;
    return response->bounded ? PERIODIC_MEETS : PERIODIC_UNDECIDED;
}

static enum periodic_outcome worse(enum periodic_outcome a, enum periodic_outcome b)
{
    return a == PERIODIC_MISSES || b == PERIODIC_MEETS ? a : b;
}

static enum periodic_outcome analyse(response_fn *analysis, const struct periodic_kernel *kernels,
                                     size_t count, struct watch *watch,
                                     struct periodic_response *responses,
                                     enum watch_verdict *verdict)
{
    enum periodic_outcome all = PERIODIC_MEETS;
    *verdict = WATCH_GO_ON;
    for (size_t i = 0; i < count; i++) {
        struct busy_effort effort = {.watch = watch, .verdict = *verdict};
        responses[i] = analysis(kernels, count, i, &effort);
        responses[i].outcome = judge(&responses[i], kernels[i].deadline);
        all = worse(all, responses[i].outcome);
        *verdict = effort.verdict;
    }
    return all;
}

enum periodic_outcome periodic_analyse(enum periodic_scheduler scheduler,
                                       const struct periodic_kernel *kernels, size_t count,
                                       struct watch *watch, struct periodic_response *responses,
                                       enum watch_verdict *verdict)
{
    return analyse(schedulers[scheduler].response, kernels, count, watch, responses, verdict);
}

enum wc_status periodic_sufficient(struct error *err, const struct periodic_kernel *kernels,
                                   size_t count, struct periodic_response *responses)
{
    enum watch_verdict verdict;
    for (size_t i = 0; i < count; i++) {
        if (!kernels[i].cycles || !kernels[i].period || !kernels[i].deadline)
            return fail(err, WC_BAD_INPUT, "kernel %zu has no bound, period or deadline", i + 1);
        if (kernels[i].deadline > kernels[i].period)
            return fail(err, WC_BAD_INPUT, "the deadline of kernel %zu is after its period; the "
                        "sufficient test needs deadlines within periods", i + 1);
    }
    analyse(fixed_priority_sufficient, kernels, count, NULL, responses, &verdict);
    return WC_OK;
}

void periodic_by_deadline(struct periodic_kernel *kernels, size_t count)
{
    for (size_t i = 0; i < count; i++)
        kernels[i].priority = kernels[i].deadline;
}
