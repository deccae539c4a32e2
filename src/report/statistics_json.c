/* SPDX-License-Identifier: Apache-2.0 */
/* statistics_json.c - every statistic by its path. */
#include "report/statistics_json.h"

#include <string.h>

static json_t *value_json(const struct statistics *statistics, size_t i,
                          enum statistics_known known)
{
    const struct statistic *s = statistic(i);
    if (known < (s->timed ? KNOWN_ALL : KNOWN_COUNTS) ||
        (statistics->systems & s->system) != s->system)
        return json_null();
    return s->derive ? json_real(statistic_value(statistics, i))
                     : json_integer((json_int_t)statistics->count[i]);
}

/* "swas.nops.start" becomes {"swas": {"nops": {"start": value}}}. */
static void set_path(json_t *into, const char *path, json_t *value)
{
    for (const char *dot; (dot = strchr(path, '.')); path = dot + 1) {
        char name[32] = {0};
        memcpy(name, path, (size_t)(dot - path) < sizeof name ? (size_t)(dot - path) : 0);
        if (!json_object_get(into, name))
            json_object_set_new(into, name, json_object());
        into = json_object_get(into, name);
    }
    json_object_set_new(into, path, value);
}

/* A paper's own metrics stand in the results of its machines alone. */
static bool has_group(const struct statistics *statistics, enum statistic_group group)
{
    static const uint32_t system[] = {[GROUP_SWAS] = SYSTEM_SWAS, [GROUP_PASTIS] = SYSTEM_PASTIS,
                                      [GROUP_GCN3] = SYSTEM_GCN3};
    uint32_t needs = group < sizeof system / sizeof *system ? system[group] : 0;
    return !needs || statistics->systems & needs;
}

json_t *statistics_json(json_t *into, const struct statistics *statistics,
                        enum statistics_known known)
{
    for (size_t i = 0; statistic(i); i++) {
        if (has_group(statistics, statistic(i)->group))
            set_path(into, statistic(i)->name, value_json(statistics, i, known));
    }
    return into;
}
