/* SPDX-License-Identifier: Apache-2.0 */
/* run_build.h - the binaries and the machine of a run. */
#ifndef WARPCLOCK_API_RUN_BUILD_H
#define WARPCLOCK_API_RUN_BUILD_H

#include "api/run_data.h"

/* Opens each binary of the job once; one with split points counts as another. */
enum wc_status run_build_images(struct run *run);
/* The machine with all settings, and its memory map. */
enum wc_status run_build_machine(struct run *run, const struct wc_run_options *options);
/* ... as it was before its first launch. */
enum wc_status run_build_again(struct run *run);
/* Decodes the binaries for the machine. */
enum wc_status run_build_programs(struct run *run);

#endif
