/* SPDX-License-Identifier: Apache-2.0 */
/* machine_file.h - which file a machine's name means, and which machines there are.
 *
 * The caller brings the folders (from WARPCLOCK_PATH, the installation, the source tree), NULL
 * behind the last; the first folder that has NAME.yaml wins. */
#ifndef WARPCLOCK_LOAD_MACHINE_FILE_H
#define WARPCLOCK_LOAD_MACHINE_FILE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

/* The path of a machine's file: `name` itself when it ends in .yaml, else FOLDER/name.yaml. An
 * unknown name is refused with the nearest one and the list of those there are. */
enum wc_status machine_path(struct error *err, struct arena *arena, const char *name,
                            const char *const *folders, const char **path);

/* The names of all machines in the folders, sorted, each once; folders that are not there are
 * passed over. */
void machine_names(struct arena *arena, const char *const *folders, const char ***names,
                   size_t *count);

#endif
