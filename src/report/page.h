/* SPDX-License-Identifier: Apache-2.0 */
/* page.h - reports as one HTML file that needs nothing else: no network, no other file.
 *
 * The page is a template (src/report/page/) with the chart library, made when warpclock is built,
 * and a block of JSON, made here by the writers of the JSON documents. Scripts of the page draw
 * what is in the block and compute no result of their own.
 *
 * page.c         the template around the data
 * page_result.c  the data of a run, a bound or a check, and of a comparison
 * page_code.c    sources, disassembly and control flow of a run's programs */
#ifndef WARPCLOCK_REPORT_PAGE_H
#define WARPCLOCK_REPORT_PAGE_H

#include <jansson.h>

#include "report/comparison.h"
#include "report/result.h"

/* Takes `data` over. */
void page_write(const char *title, json_t *data, struct text *out);
void page_write_result(const struct wc_result *result, struct text *out);
void page_write_comparison(const struct wc_comparison *comparison, struct text *out);

/* Sources, instructions and control flow of the functions that a result's profile, its explanation
 * or its launches name. */
json_t *page_code_json(const struct wc_result *result, const struct program *const *programs,
                       size_t count);

/* A part of a page, kept until it is written. Takes `part` over; NULL: no memory. */
const char *page_keep(struct arena *arena, json_t *part);

#endif
