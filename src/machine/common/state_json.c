/* SPDX-License-Identifier: Apache-2.0 */
/* state_json.c - numbers, times, registers and caches of a machine's state as JSON. */
#include "machine/common/state_json.h"

#include <inttypes.h>
#include <stdio.h>

json_t *state_number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

json_t *state_hex(uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "0x%" PRIx64, value);
    return json_string(text);
}

void state_add_ahead(json_t **object, const char *name, cycle_t at, cycle_t now)
{
    if (at > now)
        json_put(object, name, state_number(at));
}

json_t *state_cache(const struct cache *cache, cycle_t now)
{
    json_t *lines = json_array();
    for (uint32_t i = 0; i < cache_line_count(cache->numbers); i++) {
        const struct cache_line *line = &cache->lines[i];
        if (line->filled == NEVER)
            continue;
        json_t *object = json_object();
        json_put(&object, "set", state_number(i / cache->numbers->ways));
        json_put(&object, "address", state_hex(line->tag << cache->line_shift));
        if (cache->numbers->sector_bytes)
            json_put(&object, "sectors", state_hex(line->sectors));
        if (line->dirty)
            json_put(&object, "dirty", json_true());
        state_add_ahead(&object, "arrives", line->filled, now);
        json_append(&lines, object);
    }
    return lines;
}

void state_add_register(json_t **object, const struct isa *isa, const struct warp *warp,
                        uint32_t reg)
{
    uint32_t value[LANES_MAX];
    char text[LANES_MAX * 9 + 1];
    isa->read_register(warp, reg, value);
    for (unsigned lane = 0; lane < warp->lanes; lane++)
        snprintf(text + lane * 9, 10, "%08" PRIx32 " ", value[lane]);
    text[warp->lanes * 9 - 1] = '\0';
    json_put(object, isa->register_name(reg), json_string(text));
}
