/* SPDX-License-Identifier: Apache-2.0 */
/* hct_sorter.h - the sorting network of the hot context table: sorts, compacts and merges. */
#ifndef WARPCLOCK_HW_HCT_SORTER_H
#define WARPCLOCK_HW_HCT_SORTER_H

#include "hw/split.h"

/* Sorts `count` entries by key, drops those without lanes and merges equal keys; returns how many
 * are left. A busy split does not merge (SBI-24). */
uint32_t hct_sort(struct split *entries, uint32_t count);

#endif
