/* SPDX-License-Identifier: Apache-2.0 */
/* sweep_slurm.h - a sweep as a job array of Slurm.
 *
 * RESULTS.db.slurm, a folder that all nodes see, has the script of the tasks, the number of the
 * job, and a database per task. A task works on a local disk and publishes copies of its results,
 * whole files that replace each other; the command merges them. No lock on a shared file system is
 * needed. Tasks that end without their results, with their node for example, are submitted
 * again. */
#ifndef WARPCLOCK_CLI_SWEEP_SLURM_H
#define WARPCLOCK_CLI_SWEEP_SLURM_H

#include "sweep_workers.h"

/* Submits what is not done and not in the queue; waits and merges, unless --no-wait. */
enum wc_status sweep_on_cluster(const struct sweep_crew *crew);

#endif
