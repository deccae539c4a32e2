/* SPDX-License-Identifier: Apache-2.0 */
/* variation.h - all combinations of the values of --vary KEY=V1,V2,... */
#ifndef WARPCLOCK_CLI_VARIATION_H
#define WARPCLOCK_CLI_VARIATION_H

#include "options.h"

/* Number of combinations, 1 without --vary; stops counting above `max`. */
size_t variation_count(const struct text_list *varied, size_t max);

/* The settings of one combination, one KEY=VALUE per --vary; the last one changes fastest. */
struct text_list variation_settings(const struct text_list *varied, size_t index);
void variation_free(struct text_list *settings);

#endif
