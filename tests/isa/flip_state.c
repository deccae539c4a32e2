/* SPDX-License-Identifier: Apache-2.0 */
/* flip_state.c - the contents of all parts, and the places of names in them. */
#include "flip_trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h> /* last: it has a macro named fail */

size_t flip_bytes(const struct flip *flip)
{
    size_t total = 0;
    for (unsigned i = 0; i < flip->parts; i++)
        total += flip->part[i].size;
    return total;
}

void flip_save(const struct flip *flip, uint8_t *to)
{
    for (unsigned i = 0; i < flip->parts; to += flip->part[i++].size)
        memcpy(to, flip->part[i].bytes, flip->part[i].size);
}

void flip_load(const struct flip *flip, const uint8_t *from)
{
    for (unsigned i = 0; i < flip->parts; from += flip->part[i++].size)
        memcpy(flip->part[i].bytes, from, flip->part[i].size);
}

void flip_save_labels(const struct flip *flip, uint8_t *to)
{
    for (unsigned i = 0; i < flip->parts; to += flip->part[i++].size)
        if (flip->part[i].labels)
            memcpy(to, flip->part[i].labels, flip->part[i].size);
}

void flip_load_labels(const struct flip *flip, const uint8_t *from)
{
    for (unsigned i = 0; i < flip->parts; from += flip->part[i++].size)
        if (flip->part[i].labels)
            memcpy(flip->part[i].labels, from, flip->part[i].size);
}

uint8_t *flip_in_copy(const struct flip *flip, uint8_t *copy, const void *at)
{
    for (unsigned i = 0; i < flip->parts; copy += flip->part[i++].size) {
        size_t offset = (size_t)((const uint8_t *)at - (const uint8_t *)flip->part[i].bytes);
        if (offset < flip->part[i].size)
            return copy + offset;
    }
    fail_msg("a place is outside all parts");
    return NULL;
}

uint64_t flip_get(const void *at, unsigned bytes)
{
    uint64_t value = 0;
    memcpy(&value, at, bytes);
    return value;
}

void flip_put(void *at, unsigned bytes, uint64_t value)
{
    memcpy(at, &value, bytes);
}

bool flip_has_lanes(const struct flip *flip, uint32_t name)
{
    return flip->isa->name_kind(name) == NAME_LANES;
}

unsigned flip_lanes(const struct flip *flip, uint32_t name)
{
    return flip_has_lanes(flip, name) ? flip->warp->lanes : 1;
}

void flip_each_place(struct flip_trial *t, const struct flip_names *names, flip_place_fn *see)
{
    struct flip_place places[FLIP_PLACES_MAX];
    for (uint32_t name = 0; name < t->flip->isa->name_count; name++)
        for (unsigned lane = 0; names->lanes[name] && lane < flip_lanes(t->flip, name); lane++) {
            if (!(names->lanes[name] >> lane & 1))
                continue;
            unsigned count = t->flip->places(t->flip, name, lane, places);
            for (unsigned i = 0; i < count; i++)
                see(t, &places[i], name, lane);
        }
}
