/* SPDX-License-Identifier: Apache-2.0 */
/* variation.h - all combinations of what --vary KEY=V1,V2,... lists. */
#ifndef WARPCLOCK_CLI_VARIATION_H
#define WARPCLOCK_CLI_VARIATION_H

#include "options.h"

/* How many combinations there are, 1 when nothing is varied; above `max` it stops counting. */
size_t variation_count(const struct text_list *varied, size_t max);

/* The settings of one combination, a KEY=VALUE for each --vary; the last one changes fastest. */
struct text_list variation_settings(const struct text_list *varied, size_t index);
void variation_free(struct text_list *settings);

#endif
