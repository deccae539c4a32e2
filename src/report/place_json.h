/* SPDX-License-Identifier: Apache-2.0 */
/* place_json.h - a place in code as members of a JSON object. */
#ifndef WARPCLOCK_REPORT_PLACE_JSON_H
#define WARPCLOCK_REPORT_PLACE_JSON_H

#include "base/json.h"
#include "flow/code_place.h"

/* function, file, line; null where it has none. */
static inline void place_add_json(json_t **into, const struct code_place *place)
{
    json_put(into, "function", json_outside_string(place->function));
    json_put(into, "file", json_outside_string(place->file));
    json_put(into, "line", place->file ? json_integer(place->line) : json_null());
}

#endif
