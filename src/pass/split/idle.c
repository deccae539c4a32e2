/* SPDX-License-Identifier: Apache-2.0 */
/* idle.c - runs a side with EXEC = 0, with the values that registers had before it. */
#include "pass/split/idle.h"

#include <string.h>

#include "isa/gcn3/table.h"

/* The content of a register: that of another one before the side, by its code, or one of these. */
enum { VALUE_ZERO = GCN3_SCALARS, VALUE_UNKNOWN };

typedef uint16_t value_fn(uint16_t a, uint16_t b);

static uint16_t value_move(uint16_t a, uint16_t b)
{
    (void)b;
    return a;
}

static uint16_t value_and(uint16_t a, uint16_t b)
{
    return a == VALUE_ZERO || b == VALUE_ZERO ? VALUE_ZERO : VALUE_UNKNOWN;
}

static uint16_t value_or(uint16_t a, uint16_t b)
{
    return a == VALUE_ZERO ? b : b == VALUE_ZERO ? a : VALUE_UNKNOWN;
}

static uint16_t value_andn2(uint16_t a, uint16_t b)
{
    return a == VALUE_ZERO || b == VALUE_ZERO ? a : VALUE_UNKNOWN;
}

static value_fn *function_of(const struct insn *insn)
{
    static const struct {
        const char *name;
        value_fn *function;
    } rows[] = {{"s_mov_b64", value_move}, {"s_and_b64", value_and}, {"s_or_b64", value_or},
                {"s_xor_b64", value_or}, {"s_andn2_b64", value_andn2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(insn->op->name, rows[i].name) == 0 && gcn3_of(insn)->dst.kind == GCN3_SGPR)
            return rows[i].function;
    }
    return NULL;
}

static uint16_t read_value(const uint16_t *values, const struct gcn3_operand *operand,
                           unsigned word)
{
    if (operand->kind == GCN3_SGPR && operand->code + word < GCN3_SCALARS)
        return values[operand->code + word];
    return operand->kind == GCN3_CONSTANT && operand->value == 0 ? VALUE_ZERO : VALUE_UNKNOWN;
}

/* A comparison, or a carry: no lane has one. */
static bool writes_mask(const struct gcn3_insn *own)
{
    return own->sdst.kind == GCN3_SGPR && own->dst.kind != GCN3_SGPR;
}

static void step(uint16_t *values, const struct insn *insn, const struct scalars *written)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    value_fn *function = function_of(insn);
    uint16_t result[2];
    for (unsigned i = 0; function && i < 2; i++)
        result[i] = function(read_value(values, &own->src[0], i),
                             read_value(values, &own->src[1], i));
    for (uint32_t code = 0; code < GCN3_SCALARS; code++) {
        if (written->bits[code / 64] >> code % 64 & 1)
            values[code] = writes_mask(own) ? VALUE_ZERO : VALUE_UNKNOWN;
    }
    for (unsigned i = 0; function && i < 2 && own->dst.code + i < GCN3_EXEC; i++)
        values[own->dst.code + i] = result[i];
}

static bool is_changed(const uint16_t *values, const struct scalars *written,
                       const struct scalars *live)
{
    for (uint32_t code = 0; code < GCN3_SCALARS; code++) {
        if (live->bits[code / 64] >> code % 64 & 1 && values[code] != code)
            return true;
    }
    return written->bits[2] & live->bits[2]; /* SCC and MODE */
}

/* What acts whatever EXEC says, but for scalar registers. */
static const char *reason_of(const struct insn *insn)
{
    if (insn->flow != FLOW_NEXT)
        return "a side without a branch over it has branches";
    if (gcn3_of(insn)->row->acting == ACT_NAMED)
        return "a side without a branch over it accesses a lane by its number";
    if (insn->flags & INSN_STORE && gcn3_of(insn)->format == GCN3_SMEM)
        return "a side without a branch over it has a scalar store";
    return NULL;
}

static void refuse(struct split_site *site, const char *why, uint32_t at)
{
    site->refused = why;
    site->refused_at = at;
}

static void check_side(const struct liveness *live, struct split_site *site, uint32_t from,
                       uint32_t to)
{
    uint16_t values[GCN3_SCALARS];
    struct scalars written = {{0}};
    for (uint16_t code = 0; code < GCN3_SCALARS; code++)
        values[code] = code < GCN3_EXEC ? code : VALUE_ZERO;
    for (uint32_t at = from; !site->refused && at < to; at++) {
        const struct insn *insn = &live->program->insns[at];
        const char *why = reason_of(insn);
        if (why)
            refuse(site, why, at);
        for (unsigned i = 0; i < 3; i++)
            written.bits[i] |= live->written[at - live->first].bits[i];
        step(values, insn, &live->written[at - live->first]);
    }
    if (!site->refused && is_changed(values, &written, &live->in[site->join - live->first]))
        refuse(site, "a side without a branch over it computes a scalar that is read after the "
               "join", from);
}

void idle_check(const struct liveness *live, struct split_site *site)
{
    const bool has_else = site->serial != NO_INSN;
    if (site->skip == NO_INSN)
        check_side(live, site, site->then, has_else ? site->serial : site->join);
    if (!site->refused && has_else && site->serial_skip == NO_INSN)
        check_side(live, site, site->otherwise, site->join);
}
