/* SPDX-License-Identifier: Apache-2.0 */
/* split.h - split points of a binary that stays as it is (PWS-33). */
#ifndef WARPCLOCK_API_SPLIT_H
#define WARPCLOCK_API_SPLIT_H

#include "load/image.h"

/* Replaces an image by the one that `warpclock split` would have written for the table's points. So
 * a split and a merge take the same cycles in both. */
enum wc_status split_by_table(struct error *err, const char *table, struct image **image);

#endif
