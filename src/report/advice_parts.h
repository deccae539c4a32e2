/* SPDX-License-Identifier: Apache-2.0 */
/* advice_parts.h - what the files that make sentences share. */
#ifndef WARPCLOCK_REPORT_ADVICE_PARTS_H
#define WARPCLOCK_REPORT_ADVICE_PARTS_H

#include "report/advice.h"
#include "report/result_text.h"

/* Adds a sentence. `number` is the name of `value` in JSON; it and the topic live as long as the
 * advice. The text is released. */
void advice_say(struct advice *advice, const char *topic, const char *number, double value,
                struct text *text);
/* "k.cl:17 (its text)" */
void advice_write_place(const struct code_place *place, struct text *out);
/* A statistic of the result by its name in JSON; 0 where it has none. */
double advice_value(const struct wc_result *result, const char *name);

/* The whole: how long, right or wrong, how long at most. */
void advice_say_bound(struct advice *advice, const struct wc_result *result);
void advice_say_loop(struct advice *advice, const struct wc_result *result);
/* Where the time goes: reasons, lines. */
void advice_say_time(struct advice *advice, const struct wc_result *result);
/* What is not used: slots, lanes, transactions, passes through banks. */
void advice_say_use(struct advice *advice, const struct wc_result *result);
/* Runs and bounds with one thing changed. */
void advice_say_what_ifs(struct advice *advice, const struct wc_result *result);

#endif
