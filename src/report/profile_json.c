/* SPDX-License-Identifier: Apache-2.0 */
/* profile_json.c - a profile as JSON: all lines and instructions. */
#include "base/json.h"
#include "report/place_json.h"
#include "report/profile.h"

static void add_counts(json_t **into, const struct profile_counts *counts)
{
    json_t *waits = json_object();
    for (unsigned i = 0; i < STALL_COUNT; i++) {
        if (i != STALL_IDLE)
            json_put(&waits, stall_name((enum stall_reason)i),
                     json_integer((json_int_t)counts->waits[i]));
    }
    json_put(into, "cycles", json_integer((json_int_t)profile_cycles(counts)));
    json_put(into, "executions", json_integer((json_int_t)counts->executions));
    json_put(into, "lanes", json_integer((json_int_t)counts->lanes));
    json_put(into, "issues", json_integer((json_int_t)counts->issues));
    json_put(into, "stalls", waits);
    json_put(into, "transactions", json_integer((json_int_t)counts->transactions));
    json_put(into, "misses", json_integer((json_int_t)counts->misses));
}

static json_t *instruction_json(const struct profile_instruction *insn)
{
    json_t *one = json_object();
    json_put(&one, "address", json_integer((json_int_t)insn->address));
    json_put(&one, "column", insn->column ? json_integer(insn->column) : json_null());
    json_put(&one, "text", json_outside_string(insn->text));
    add_counts(&one, &insn->counts);
    return one;
}

static json_t *row_json(const struct profile_row *row)
{
    json_t *one = json_object(), *instructions = json_array();
    for (uint32_t i = 0; i < row->instruction_count; i++)
        json_append(&instructions, instruction_json(&row->instructions[i]));
    place_add_json(&one, &row->place);
    json_put(&one, "text", json_outside_string(row->place.text));
    json_put(&one, "address", json_integer((json_int_t)row->place.address));
    add_counts(&one, &row->counts);
    json_put(&one, "instructions", instructions);
    return one;
}

json_t *profile_json(const struct run_profile *profile)
{
    json_t *whole = json_object(), *rows = json_array();
    for (uint32_t i = 0; i < profile->row_count; i++)
        json_append(&rows, row_json(&profile->rows[i]));
    add_counts(&whole, &profile->total);
    json_put(&whole, "lines", rows);
    return whole;
}
