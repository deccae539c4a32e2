/* SPDX-License-Identifier: Apache-2.0 */
/* explain.h - what makes up a bound, as text and JSON. */
#ifndef WARPCLOCK_REPORT_EXPLAIN_H
#define WARPCLOCK_REPORT_EXPLAIN_H

#include <jansson.h>

#include "base/text.h"
#include "bound/engine/explain.h"

/* The rows that make up 90 % of the bound, and the loops around them. */
void explain_write_text(const struct explanation *explanation, uint64_t bound, struct text *out);

/* All rows as `explain`, all loops as `explain_loops`. */
void explain_add_json(json_t **into, const struct explanation *explanation, uint64_t bound);

#endif
