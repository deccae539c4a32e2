/* SPDX-License-Identifier: Apache-2.0 */
/* what_if.h - a job again with one thing changed: what would make it faster, or its bound smaller.
 *
 * Only a short job, and only what the result suffers from (report/symptoms.h). Nothing is saved or
 * written to the caller's memory. */
#ifndef WARPCLOCK_API_WHAT_IF_H
#define WARPCLOCK_API_WHAT_IF_H

#include "api/context.h"
#include "report/result.h"

/* After a run of the job with the given limits that gave `result`, which has a profile: adds its
 * what-ifs to it. The context's error stays as it is; WC_INTERRUPTED, with its own, if not all were
 * tried. */
enum wc_status what_ifs_try(wc_job *job, const struct wc_run_options *limits,
                            struct wc_result *result);

#endif
