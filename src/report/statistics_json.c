/* SPDX-License-Identifier: Apache-2.0 */
/* statistics_json.c - every statistic by its path. */
#include "report/statistics_json.h"

#include <string.h>

#include "base/json.h"

static json_t *value_json(const struct statistics *statistics, size_t id,
                          enum statistics_known known)
{
    if (known == KNOWN_NOTHING || !statistic_is_known(statistics, id, known == KNOWN_ALL))
        return json_null();
    return statistic(statistics->table, id)->derive
               ? json_figure(statistic_value(statistics, id))
               : json_integer((json_int_t)statistics->count[id]);
}

/* "swas.nops.start" becomes {"swas": {"nops": {"start": value}}}; no path: nothing. */
static bool set_path(json_t *into, const char *path, json_t *value)
{
    for (const char *dot; path && (dot = strchr(path, '.')); path = dot + 1) {
        char name[32] = {0};
        memcpy(name, path, (size_t)(dot - path) < sizeof name ? (size_t)(dot - path) : 0);
        if (!json_object_get(into, name) && json_object_set_new(into, name, json_object()) != 0)
            return false;
        into = json_object_get(into, name);
    }
    return !path || json_object_set(into, path, value) == 0;
}

void statistics_json(json_t **into, const struct statistics *statistics,
                     enum statistics_known known)
{
    const struct statistics_table *table = statistics->table;
    for (size_t id = statistic_next(table, 0); id < STAT_MAX; id = statistic_next(table, id + 1)) {
        json_t *value = value_json(statistics, id, known);
        if (!set_path(*into, statistic(table, id)->name, value) ||
            !set_path(*into, statistic(table, id)->alias, value) ||
            !set_path(*into, statistic_model_alias(table, id), value))
            json_lose(into);
        json_decref(value);
    }
}
