/* SPDX-License-Identifier: Apache-2.0 */
/* options.h - structs of options from programs built against an older or a newer header.
 *
 * Each begins with a size_t that the caller sets to the struct's size. What an older caller lacks
 * reads as 0, the old behaviour. What a newer caller has beyond this version must be 0: an option
 * that would silently be ignored is refused. */
#ifndef WARPCLOCK_API_OPTIONS_H
#define WARPCLOCK_API_OPTIONS_H

#include "base/error.h"

/* Copies `from` (NULL: all 0) to `to`, a struct of `size` bytes called `name`. */
enum wc_status options_read(struct error *err, const char *name, const void *from, void *to,
                            size_t size);

#endif
