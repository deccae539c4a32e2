/* SPDX-License-Identifier: Apache-2.0 */
/* merge.h - runs of other databases: of shards, and of tasks on a cluster. */
#ifndef WARPCLOCK_SWEEP_MERGE_H
#define WARPCLOCK_SWEEP_MERGE_H

#include "sweep/database.h"

/* Adds the finished runs of the database at `path` that are not finished here: all of them, or
 * after a failure none. Merging again adds nothing. *arrived grows by their number. A published
 * copy is read without any lock. */
enum wc_status merge_from(struct error *err, struct database *database, const char *path,
                          size_t *arrived);

/* Writes a copy to `path`, which is replaced at once when the copy is complete, and never changed:
 * for folders that hosts share, whose locks cannot be trusted. */
enum wc_status publish_to(struct error *err, struct database *database, const char *path);

#endif
