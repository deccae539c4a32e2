/* SPDX-License-Identifier: Apache-2.0 */
/* statistics_json.h - statistics in a JSON object, the same in every document. */
#ifndef WARPCLOCK_REPORT_STATISTICS_JSON_H
#define WARPCLOCK_REPORT_STATISTICS_JSON_H

#include <jansson.h>

#include "machine/common/statistics.h"

enum statistics_known {
    KNOWN_NOTHING, /* there was no run */
    KNOWN_COUNTS,  /* values that need timing are unknown */
    KNOWN_ALL,
};

/* Adds all statistics of the model to an object, by their names and aliases; a dot in a name makes
 * a nested object. Unknown values are null. */
void statistics_json(json_t **into, const struct statistics *statistics,
                     enum statistics_known known);

#endif
