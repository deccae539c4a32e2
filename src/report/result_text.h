/* SPDX-License-Identifier: Apache-2.0 */
/* result_text.h - parts shared by the summaries of runs and bounds. */
#ifndef WARPCLOCK_REPORT_RESULT_TEXT_H
#define WARPCLOCK_REPORT_RESULT_TEXT_H

#include "report/result.h"

#define BOLD "\033[1m"
#define GREEN "\033[32m"
#define RED "\033[31m"
#define YELLOW "\033[33m"
#define PLAIN "\033[0m"

/* Width of the names that lines of a summary begin with. */
enum { RESULT_LABEL = 20 };

static inline const char *paint(bool color, const char *code)
{
    return color ? code : "";
}

static inline double share_of(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

/* The end of a noun after a number. */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* 1234567 as 1 234 567, for readability. */
const char *result_grouped(uint64_t value, char text[32]);
/* "sgemm on vortex-swas (rv32): ", followed by the settings. */
void result_write_subject(const struct wc_result *result, bool color, struct text *out);
void result_write_settings(const struct wc_result *result, struct text *out);
/* How many of several launches ran to their end. */
void result_write_launches(const struct wc_result *result, struct text *out);
/* ", 1.234 us at 1200 MHz"; nothing without a clock. */
void result_write_time(const struct wc_result *result, uint64_t cycles, struct text *out);
/* The verdict on a deadline; nothing without one. */
void result_write_deadline(const struct wc_result *result, bool color, struct text *out);
/* Accesses outside all buffers; nothing if there were none. */
void result_write_tolerated(const struct wc_result *result, bool color, struct text *out);
/* Expected outputs, saved files, the program's own verdict. */
void result_write_checks(const struct wc_result *result, bool color, struct text *out);
/* Facts of the job that were not checked; nothing if there are none. */
void result_write_doubts(const struct wc_result *result, struct text *out);
/* What warps waited for most, as shares of their time, and the lines where most of it was. */
void result_write_costs(const struct wc_result *result, bool color, struct text *out);
/* Every statistic, and the time on the host: statistics_text.c. */
void result_write_statistics(const struct wc_result *result, struct text *out);
/* What a statistic means, with the machine's own word for a warp. */
void statistic_write_about(const struct statistic *s, const struct topology *topology,
                           struct text *out);
/* The terms of a bound, or its comparison with the run: result_bound_text.c. */
void result_write_bound(const struct wc_result *result, bool color, struct text *out);

#endif
