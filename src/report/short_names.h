/* SPDX-License-Identifier: Apache-2.0 */
/* short_names.h - paths without their common leading folders and trailing part: "sgemm" for
 * kernels/sgemm/vortex-tiny.yaml next to kernels/bfs/vortex-tiny.yaml. */
#ifndef WARPCLOCK_REPORT_SHORT_NAMES_H
#define WARPCLOCK_REPORT_SHORT_NAMES_H

#include <stddef.h>

struct short_names {
    size_t before, behind; /* bytes to omit */
};

struct short_names short_names(const char *const *paths, size_t count);
/* The remaining part of one of those paths; not terminated there. */
const char *short_name(const struct short_names *names, const char *path);
size_t short_name_length(const struct short_names *names, const char *path);

#endif
