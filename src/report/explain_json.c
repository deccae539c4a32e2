/* SPDX-License-Identifier: Apache-2.0 */
/* explain_json.c - all rows: those of a term sum to it. */
#include "base/json.h"
#include "report/explain.h"
#include "report/place_json.h"

static double share_of(uint64_t cycles, uint64_t bound)
{
    return bound ? (double)cycles / (double)bound : 0;
}

static void add_place(json_t **into, const struct code_place *place, bool is_there)
{
    place_add_json(into, place);
    json_put(into, "text", json_outside_string(place->text));
    json_put(into, "address",
             is_there ? json_integer((json_int_t)place->address) : json_null());
}

static json_t *terms_json(const struct explain_row *row)
{
    json_t *terms = json_object();
    for (uint32_t i = 0; i < row->term_count; i++)
        json_put(&terms, row->terms[i].name,
                 json_integer((json_int_t)row->terms[i].cycles));
    return terms;
}

static json_t *instructions_json(const struct explain_row *row)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < row->instruction_count; i++) {
        const struct explain_instruction *insn = &row->instructions[i];
        json_append(
            &list, json_pack("{s:I, s:o, s:I, s:I, s:o}", "address", (json_int_t)insn->address,
                             "column", insn->column ? json_integer(insn->column) : json_null(),
                             "cycles", (json_int_t)insn->cycles, "executions",
                             (json_int_t)insn->executions, "text",
                             json_outside_string(insn->text)));
    }
    return list;
}

/* A shared row has no place, no loop, no executions and no instructions. */
static json_t *row_json(const struct explain_row *row, uint64_t bound)
{
    json_t *one = json_object();
    json_put(&one, "cycles", json_integer((json_int_t)row->cycles));
    json_put(&one, "share", json_figure(share_of(row->cycles, bound)));
    json_put(&one, "terms", terms_json(row));
    json_put(&one, "shared", row->shared ? json_outside_string(row->shared) : json_null());
    json_put(&one, "executions", row->shared ? json_null()
                                            : json_integer((json_int_t)row->executions));
    add_place(&one, &row->place, !row->shared);
    json_put(&one, "loop",
             row->in_loop ? json_integer((json_int_t)row->loop) : json_null());
    json_put(&one, "instructions", instructions_json(row));
    return one;
}

static json_t *loop_json(const struct explain_loop *loop, uint64_t bound)
{
    json_t *one = json_object();
    json_put(&one, "cycles", json_integer((json_int_t)loop->cycles));
    json_put(&one, "share", json_figure(share_of(loop->cycles, bound)));
    json_put(&one, "entries", json_integer((json_int_t)loop->entries));
    json_put(&one, "iterations", json_integer((json_int_t)loop->iterations));
    json_put(&one, "bodies", json_integer((json_int_t)loop->bodies));
    add_place(&one, &loop->place, true);
    return one;
}

void explain_add_json(json_t **into, const struct explanation *e, uint64_t bound)
{
    json_t *rows = json_array(), *loops = json_array();
    for (uint32_t i = 0; i < e->row_count; i++)
        json_append(&rows, row_json(&e->rows[i], bound));
    for (uint32_t i = 0; i < e->loop_count; i++)
        json_append(&loops, loop_json(&e->loops[i], bound));
    json_put(into, "explain", rows);
    json_put(into, "explain_loops", loops);
}
