/* SPDX-License-Identifier: Apache-2.0 */
/* run_sas.h - buffers that Sim-D programs declare, as buffers of a job. */
#ifndef WARPCLOCK_API_RUN_SAS_H
#define WARPCLOCK_API_RUN_SAS_H

#include "api/run_data.h"

/* Adds the buffers of the .data sections to the job, by id; resolves expected and saved ones. */
enum wc_status run_declare_buffers(struct run *run);
/* Contents of buffer `i` that its job does not give come from the .data section. */
enum wc_status run_declared_contents(struct run *run, size_t i);
/* Where a buffer goes, in the order in which buffers are placed. */
enum run_place {
    RUN_PLACE_DECLARED, /* at the address of the job, or of the .data section that declares it */
    RUN_PLACE_ARGUMENT, /* at the address of the buffer whose place it takes, if that is free */
    RUN_PLACE_ANYWHERE, /* in the heap of the machine */
};
enum run_place run_place_of(const struct run *run, size_t i, uint64_t *address);
/* Grid and block of a launch with `ndrange`. */
void run_resolve_ndrange(const struct job_launch *from, struct launch *launch);

#endif
