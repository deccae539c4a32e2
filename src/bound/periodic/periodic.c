/* SPDX-License-Identifier: Apache-2.0 */
/* periodic.c - the analyses by name, utilisation and priorities. */
#include "bound/periodic/periodic.h"

#include "bound/periodic/busy.h"

static const struct {
    const char *name;
    struct periodic_response (*response)(const struct periodic_kernel *kernels, size_t count,
                                         size_t kernel);
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

bool periodic_analyse(enum periodic_scheduler scheduler, const struct periodic_kernel *kernels,
                      size_t count, struct periodic_response *responses)
{
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        responses[i] = schedulers[scheduler].response(kernels, count, i);
        responses[i].met = responses[i].bounded && responses[i].cycles <= kernels[i].deadline;
        all &= responses[i].met;
    }
    return all;
}

void periodic_by_deadline(struct periodic_kernel *kernels, size_t count)
{
    for (size_t i = 0; i < count; i++)
        kernels[i].priority = kernels[i].deadline;
}
