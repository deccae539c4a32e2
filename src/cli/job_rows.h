/* SPDX-License-Identifier: Apache-2.0 */
/* job_rows.h - which jobs of a comparison are the same work for different machines.
 *
 * The suite's jobs are called TARGET-SIZE.yaml, in the folder of their kernel. Jobs of one folder
 * that differ in TARGET alone share a row of the table, so that machines with different instruction
 * sets stand side by side. */
#ifndef WARPCLOCK_CLI_JOB_ROWS_H
#define WARPCLOCK_CLI_JOB_ROWS_H

#include "options.h"

/* The name of the row for job `i`: its path, less the target where another job has the same left.
 * The caller frees it. */
char *job_row_name(const struct text_list *jobs, size_t i);

#endif
