/* SPDX-License-Identifier: Apache-2.0 */
/* statistics_json.h - statistics in a JSON object, the same way in every document. */
#ifndef WARPCLOCK_REPORT_STATISTICS_JSON_H
#define WARPCLOCK_REPORT_STATISTICS_JSON_H

#include <jansson.h>

#include "machine/common/statistics.h"

enum statistics_known {
    KNOWN_NOTHING, /* there was no run */
    KNOWN_COUNTS,  /* what only a clock can tell is not known */
    KNOWN_ALL,
};

/* Adds all statistics of the model to an object and returns it, by their names and aliases; a dot
 * in a name is an object of its own. What is not known is null. */
json_t *statistics_json(json_t *into, const struct statistics *statistics,
                        enum statistics_known known);

#endif
