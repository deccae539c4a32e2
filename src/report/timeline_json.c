/* SPDX-License-Identifier: Apache-2.0 */
/* timeline_json.c - a timeline for the page.
 *
 * cycles, width (cycles per bin), bins; issuer, what a slot holds; launches [{kernel, begin, end}];
 * states and `all` [state][bin], the sum of all warp slots; rows [{name, totals, cells}] of slots
 * that had a warp; units [{name, issues}], memory [{name, requests, misses, cycles}], banks [{name,
 * totals, cells}].
 *
 * `cells` is run-length coded. Each run is a small letter, the reason that most waiting cycles of
 * the bin have ('a' is the first; '.': none), a capital letter from 'A' to 'K', tenths of the bin
 * in which the part was active (an issue, a burst), and the number of bins unless it is 1. */
#include "base/json.h"
#include "report/timeline_parts.h"
#include "report/unit_names.h"

static uint32_t used_bins(const struct timeline *t)
{
    const cycle_t bins = (t->base + t->width - 1) / t->width;
    return bins < t->bin_count ? (uint32_t)bins : t->bin_count;
}

static const uint32_t *cell(const struct timeline *t, const struct bins *bins, uint32_t part,
                            uint32_t bin)
{
    return &bins->cells[((size_t)part * t->bin_count + bin) * bins->states];
}

/* ---- cells ---- */

struct look {
    char reason, share;
};

/* The first `active` states are not reasons to wait. */
static struct look look_of(const struct timeline *t, const uint32_t *counts, uint32_t states,
                           uint32_t active)
{
    uint64_t busy = 0;
    uint32_t most = active;
    for (uint32_t s = 0; s < active; s++)
        busy += counts[s];
    for (uint32_t s = active; s < states; s++)
        most = counts[s] > counts[most] ? s : most;
    const uint64_t tenths = (busy * 10 + t->width - 1) / t->width;
    return (struct look){counts[most] ? (char)('a' + most - active) : '.',
                         (char)('A' + (tenths < 10 ? tenths : 10))};
}

static void add_run(struct text *out, struct look look, uint32_t length)
{
    text_add(out, "%c%c", look.reason, look.share);
    if (length > 1)
        text_add(out, "%u", length);
}

static json_t *cells_json(const struct timeline *t, const struct bins *bins, uint32_t part,
                          uint32_t active)
{
    const uint32_t count = used_bins(t);
    struct text out = {0};
    struct look last = {0};
    uint32_t length = 0;
    for (uint32_t bin = 0; bin < count; bin++) {
        const struct look look = look_of(t, cell(t, bins, part, bin), bins->states, active);
        if (length && (look.reason != last.reason || look.share != last.share)) {
            add_run(&out, last, length);
            length = 0;
        }
        last = look;
        length++;
    }
    if (length)
        add_run(&out, last, length);
    json_t *string = json_string(text_string(&out));
    text_free(&out);
    return string;
}

static json_t *series_json(const struct timeline *t, const struct bins *bins, uint32_t part,
                           uint32_t state)
{
    json_t *list = json_array();
    for (uint32_t bin = 0; bin < used_bins(t); bin++)
        json_append(&list, json_integer(cell(t, bins, part, bin)[state]));
    return list;
}

static json_t *totals_json(const struct bins *bins, uint32_t part)
{
    json_t *list = json_array();
    for (uint32_t s = 0; s < bins->states; s++)
        json_append(&list, json_integer((json_int_t)bins->totals[part * bins->states + s]));
    return list;
}

static bool is_used(const struct bins *bins, uint32_t part)
{
    uint64_t any = 0;
    for (uint32_t s = 0; s < bins->states; s++)
        any |= bins->totals[(size_t)part * bins->states + s];
    return any;
}

/* ---- parts ---- */

static json_t *slot_name(const struct timeline *t, uint32_t row)
{
    struct text name = {0};
    topology_write_unit(&t->topology, row / t->slots, false, &name);
    if (!t->topology.lockstep)
        text_add(&name, " %s %u", t->topology.warp, row % t->slots);
    json_t *string = json_string(text_string(&name));
    text_free(&name);
    return string;
}

static json_t *row_json(const struct timeline *t, const struct bins *bins, uint32_t part,
                        json_t *name, uint32_t active)
{
    json_t *row = json_object();
    json_put(&row, "name", name);
    json_put(&row, "totals", totals_json(bins, part));
    json_put(&row, "cells", cells_json(t, bins, part, active));
    return row;
}

static json_t *slots_json(const struct timeline *t)
{
    json_t *list = json_array();
    for (uint32_t row = 0; row + 1 < t->slot.parts; row++) {
        if (is_used(&t->slot, row))
            json_append(&list, row_json(t, &t->slot, row, slot_name(t, row), TIMELINE_WAIT));
    }
    return list;
}

static json_t *banks_json(const struct timeline *t)
{
    json_t *list = json_array();
    for (uint32_t bank = 0; bank < t->banks; bank++)
        json_append(&list, row_json(t, &t->bank, bank, json_sprintf("bank %u", bank),
                                    BANK_REFRESH));
    return list;
}

static json_t *units_json(const struct timeline *t)
{
    json_t *list = json_array();
    for (uint32_t unit = 0; unit < UNIT_COUNT; unit++) {
        if (is_used(&t->unit, unit))
            json_append(&list, json_pack("{s:s, s:o}", "name", unit_name(unit), "issues",
                                         series_json(t, &t->unit, unit, 0)));
    }
    return list;
}

static json_t *memory_json(const struct timeline *t)
{
    static const char *const spaces[SPACE_COUNT] = {
        [SPACE_GLOBAL] = "global", [SPACE_LOCAL] = "local and shared", [SPACE_CODE] = "code",
        [SPACE_CONSTANT] = "constant"};
    static const char *const phases[SPACE_COUNT] = {[SPACE_GLOBAL] = "DRAM",
                                                    [SPACE_LOCAL] = "scratchpad"};
    const char *const *names = t->topology.lockstep ? phases : spaces;
    json_t *list = json_array();
    for (uint32_t space = 0; space < SPACE_COUNT; space++) {
        if (is_used(&t->space, space))
            json_append(&list,
                        json_pack("{s:s, s:o, s:o, s:o}", "name", names[space], "requests",
                                  series_json(t, &t->space, space, REQUEST_COUNT), "misses",
                                  series_json(t, &t->space, space, REQUEST_MISSES), "cycles",
                                  series_json(t, &t->space, space, REQUEST_CYCLES)));
    }
    return list;
}

static json_t *states_json(void)
{
    json_t *list = json_array();
    json_append(&list, json_string("issue"));
    for (unsigned reason = 0; reason < STALL_IDLE; reason++)
        json_append(&list, json_string(stall_name((enum stall_reason)reason)));
    return list;
}

static json_t *all_json(const struct timeline *t)
{
    json_t *list = json_array();
    for (uint32_t state = 0; state < TIMELINE_STATES; state++)
        json_append(&list, series_json(t, &t->slot, t->slot.parts - 1, state));
    return list;
}

/* Of launches that begin in the same bin, the last one: its bin shows no more. */
static json_t *launches_json(const struct timeline *t)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t->launch_count; i++) {
        const struct timeline_launch *launch = &t->launches[i];
        if (i + 1 < t->launch_count && launch[1].begin / t->width == launch->begin / t->width)
            continue;
        json_append(&list, json_pack("{s:o, s:I, s:I}", "kernel",
                                     json_outside_string(launch->kernel), "begin",
                                     (json_int_t)launch->begin, "end", (json_int_t)launch->end));
    }
    return list;
}

json_t *timeline_json(const struct timeline *t)
{
    if (t->lacks_memory || !t->launch_count)
        return NULL;
    json_t *json = json_pack("{s:I, s:I, s:I}", "cycles", (json_int_t)t->base, "width",
                             (json_int_t)t->width, "bins", (json_int_t)used_bins(t));
    json_put(&json, "issuer", json_string(topology_issuer(&t->topology)));
    json_put(&json, "launches", launches_json(t));
    json_put(&json, "states", states_json());
    json_put(&json, "all", all_json(t));
    json_put(&json, "rows", slots_json(t));
    json_put(&json, "units", units_json(t));
    json_put(&json, "memory", memory_json(t));
    json_put(&json, "banks", banks_json(t));
    return json;
}
