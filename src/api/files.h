/* SPDX-License-Identifier: Apache-2.0 */
/* files.h - the files that a context, a job and a run read and write. */
#ifndef WARPCLOCK_API_FILES_H
#define WARPCLOCK_API_FILES_H

#include "api/context.h"
#include "load/files.h"

/* Called for every file that a function of the interface reads: a context that protects its inputs
 * remembers it. */
enum wc_status context_reads(wc_context *context, const char *path, const char *what);

/* Everything that a job reads, except its machine, and everything that it saves. */
enum wc_status job_add_files(struct error *err, const wc_job *job, struct files *files);
/* The same for the files of a machine, after parameters_load. */
enum wc_status machine_add_files(struct error *err, const struct parameters *parameters,
                                 struct files *files);

#endif
