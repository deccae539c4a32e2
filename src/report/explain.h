/* SPDX-License-Identifier: Apache-2.0 */
/* explain.h - what makes up a bound, as text and JSON. */
#ifndef WARPCLOCK_REPORT_EXPLAIN_H
#define WARPCLOCK_REPORT_EXPLAIN_H

#include <jansson.h>

#include "base/text.h"
#include "bound/engine/explain.h"
#include "report/result.h"

/* The rows that make up 90 % of the bound, and the loops around them. */
void explain_write_text(const struct wc_result *result, struct text *out);

/* " (returns to its beginning; its body runs up to 40 times)", where 39 iterations are the returns
 * of a loop that the launch bounds; nothing otherwise. */
void explain_write_body(const struct explain_loop *loop, struct text *out);

/* All rows as `explain`, all loops as `explain_loops`. */
void explain_add_json(json_t **into, const struct explanation *explanation, uint64_t bound);

#endif
