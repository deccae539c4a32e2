/* SPDX-License-Identifier: Apache-2.0 */
/* run_costs.c - counts of waits by instruction, one table per binary. */
#include "api/run_costs.h"

#include <stdlib.h>

enum wc_status run_costs_open(struct run *run)
{
    enum wc_status status = WC_OK;
    if (run->result->functional || run->result->no_run)
        return WC_OK;
    for (size_t i = 0; status == WC_OK && i < run->binary_count; i++) {
        void *waits = NULL;
        const uint64_t bytes =
            (uint64_t)run->binaries[i].program->count * STALL_COUNT * sizeof(uint64_t);
        status = bytes ? allocate_checked(run->err, "waits by instruction", bytes, &waits) : WC_OK;
        run->binaries[i].waits = waits;
    }
    return status;
}

uint64_t *run_costs_of(const struct run *run, size_t launch)
{
    return run->binaries[run->launch_binary[launch]].waits;
}

void run_costs_keep(struct run *run)
{
    struct wc_result *result = run->result;
    struct waited_program *programs =
        arena_array(&result->arena, run->binary_count, sizeof *programs);
    size_t count = 0;
    for (size_t i = 0; i < run->binary_count; i++) {
        if (run->binaries[i].waits)
            programs[count++] = (struct waited_program){run->binaries[i].program,
                                                        run->binaries[i].waits};
    }
    result->cost_count = costs_find(programs, count, &result->arena, result->costs);
}

void run_costs_free(struct run *run)
{
    for (size_t i = 0; i < run->binary_count; i++)
        free(run->binaries[i].waits);
}
