/* SPDX-License-Identifier: Apache-2.0 */
/* statistics_json.c - every statistic by its path. */
#include "report/statistics_json.h"

static json_t *value_json(const struct statistics *statistics, size_t i, bool functional)
{
    const struct statistic *s = statistic(i);
    if (s->timed && functional)
        return json_null();
    return s->derive ? json_real(statistic_value(statistics, i))
                     : json_integer((json_int_t)statistics->count[i]);
}

json_t *statistics_json(json_t *into, const struct statistics *statistics, bool functional)
{
    json_t *groups[] = {[GROUP_TOP] = into, [GROUP_STALLS] = json_object(),
                        [GROUP_MEMORY] = json_object()};
    for (size_t i = 0; statistic(i); i++)
        json_object_set_new(groups[statistic(i)->group], statistic_leaf(statistic(i)),
                            value_json(statistics, i, functional));
    json_object_set_new(into, "stalls", groups[GROUP_STALLS]);
    json_object_set_new(into, "memory", groups[GROUP_MEMORY]);
    return into;
}
