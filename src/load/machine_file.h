/* SPDX-License-Identifier: Apache-2.0 */
/* machine_file.h - finds the file of a machine, and lists the machines.
 *
 * The caller supplies the folders (from WARPCLOCK_PATH, the installation, the source tree),
 * NULL-terminated; the first folder with NAME.yaml wins. */
#ifndef WARPCLOCK_LOAD_MACHINE_FILE_H
#define WARPCLOCK_LOAD_MACHINE_FILE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

/* The path of a machine's file: `name` itself if it ends in .yaml, else FOLDER/name.yaml. An error
 * for an unknown name has the nearest one and the list of available ones. */
enum wc_status machine_path(struct error *err, struct arena *arena, const char *name,
                            const char *const *folders, const char **path);

/* The names of all machines in the folders, sorted, each once; missing folders are skipped.
 * False: some are missing for lack of memory. */
bool machine_names(struct arena *arena, const char *const *folders, const char ***names,
                   size_t *count);

#endif
