/* SPDX-License-Identifier: Apache-2.0 */
/* statistics_json.h - statistics in a JSON object, the same way in every document. */
#ifndef WARPCLOCK_REPORT_STATISTICS_JSON_H
#define WARPCLOCK_REPORT_STATISTICS_JSON_H

#include <jansson.h>

#include "machine/statistics.h"

/* Adds all statistics to an object and returns it; a dot in a name is an object of its own. What
 * only a clock could tell is null in a functional run. */
json_t *statistics_json(json_t *into, const struct statistics *statistics, bool functional);

#endif
