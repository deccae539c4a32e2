/* SPDX-License-Identifier: Apache-2.0 */
/* job_rows.h - which jobs of a comparison are the same work for different machines.
 *
 * The suite's jobs are named TARGET-SIZE.yaml, in the folder of their kernel. Jobs of one folder
 * that differ only in TARGET share a row of the table, so machines with different instruction sets
 * are next to each other. */
#ifndef WARPCLOCK_CLI_JOB_ROWS_H
#define WARPCLOCK_CLI_JOB_ROWS_H

#include "options.h"

/* The row name of job `i`: its path, without the target if another job has the same rest. The
 * caller frees it. */
char *job_row_name(const struct text_list *jobs, size_t i);

#endif
