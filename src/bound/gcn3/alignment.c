/* SPDX-License-Identifier: Apache-2.0 */
/* alignment.c - sums and shifts, forward through the code of a program. What paths to an
 * instruction disagree on is just the register itself. What a vector register has holds for lanes
 * that have acted since, so it is forgotten where EXEC may grow. */
#include "bound/gcn3/alignment.h"

#include <string.h>

#include "base/arena.h"
#include "isa/gcn3/run.h"
#include "isa/gcn3/table.h"

enum { LOW = 3, ALIGNED_SHIFT = 2 };

typedef struct gcn3_low_bits low_bits;

struct registers {
    low_bits of[GCN3_NAMES];
};

static low_bits itself(uint32_t name)
{
    return (low_bits){.known = true, .terms = 1, .term = {(uint16_t)name}};
}

static const low_bits nothing = {0};

static low_bits constant(uint64_t value)
{
    return (low_bits){.known = true, .is_zero = value == 0, .constant = (uint8_t)(value & LOW)};
}

static void forget_all(struct registers *r)
{
    for (uint32_t name = 0; name < GCN3_NAMES; name++)
        r->of[name] = itself(name);
}

static low_bits sum(low_bits a, low_bits b)
{
    if (!a.known || !b.known || a.terms + b.terms > 2)
        return nothing;
    a.constant = (uint8_t)((a.constant + b.constant) & LOW);
    a.is_zero = a.is_zero && b.is_zero;
    for (unsigned i = 0; i < b.terms; i++)
        a.term[a.terms++] = b.term[i];
    return a;
}

/* ---- sources ---- */

/* The low word. */
static low_bits source(const struct registers *r, const struct gcn3_operand *operand)
{
    if (operand->kind == GCN3_CONSTANT)
        return constant(operand->value);
    if (operand->kind == GCN3_SGPR)
        return r->of[operand->code];
    return operand->kind == GCN3_VGPR ? r->of[GCN3_V0 + operand->code] : nothing;
}

static bool is_shift(const struct gcn3_operand *operand)
{
    return operand->kind == GCN3_CONSTANT && (operand->value & 31) >= ALIGNED_SHIFT;
}

/* v_ashrrev_i64 by 30 and the like: the low word is 0, the high one is shifted left. */
static low_bits shifted_right(const struct registers *r, const struct gcn3_insn *own)
{
    const struct gcn3_operand *by = &own->src[0], *from = &own->src[1];
    const bool is_left = by->kind == GCN3_CONSTANT && by->value <= 32 - ALIGNED_SHIFT;
    return is_left && source(r, from).is_zero ? constant(LOW + 1) : nothing;
}

static low_bits shifted(const struct gcn3_operand *by)
{
    return is_shift(by) ? constant(LOW + 1) : nothing;
}

static bool is_add(run_fn *run)
{
    static run_fn *const adds[] = {gcn3_v_add_u32, gcn5_v_add_u32, gcn3_s_add_u32, gcn3_s_add_i32};
    for (size_t i = 0; i < sizeof adds / sizeof *adds; i++) {
        if (run == adds[i])
            return true;
    }
    return false;
}

static bool is_move(run_fn *run)
{
    return run == gcn3_v_mov_b32 || run == gcn3_s_mov_b32 || run == gcn3_s_mov_b64;
}

/* The low word of the result. */
static low_bits result(const struct registers *r, const struct insn *insn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    run_fn *const run = insn->run;
    if (own->encoding == GCN3_SDWA || own->encoding == GCN3_DPP || own->clamp)
        return nothing;
    if (is_add(run))
        return sum(source(r, &own->src[0]), source(r, &own->src[1]));
    if (is_move(run))
        return source(r, &own->src[0]);
    if (run == gcn3_v_lshlrev_b32 || run == gcn3_v_lshlrev_b64)
        return shifted(&own->src[0]);
    if (run == gcn3_s_lshl_b32 || run == gcn3_s_lshl_b64)
        return shifted(&own->src[1]);
    if (run == gcn3_v_ashrrev_i64)
        return shifted_right(r, own);
    if (run == gcn5_v_lshl_add_u32 && is_shift(&own->src[1]))
        return source(r, &own->src[2]);
    return nothing;
}

/* ---- targets ---- */

static bool has_term(const low_bits *bits, uint32_t name)
{
    for (unsigned i = 0; i < bits->terms; i++) {
        if (bits->term[i] == name)
            return true;
    }
    return false;
}

/* The register has another value: nothing is a sum with the old one. */
static void redefine(struct registers *r, uint32_t name)
{
    for (uint32_t i = 0; i < GCN3_NAMES; i++) {
        if (has_term(&r->of[i], name))
            r->of[i] = itself(i);
    }
    r->of[name] = itself(name);
}

/* Lanes act that may not have acted before. */
static void forget_lanes(struct registers *r)
{
    for (uint32_t i = GCN3_V0; i < GCN3_NAMES; i++)
        r->of[i] = itself(i);
}

/* EXEC := EXEC and something. */
static bool only_shrinks(const struct insn *insn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const bool has_exec = own->src[0].kind == GCN3_SGPR && own->src[0].code == GCN3_EXEC;
    return insn->run == gcn3_s_and_saveexec_b64 || own->writes_exec ||
           (has_exec && (insn->run == gcn3_s_and_b64 || insn->run == gcn3_s_andn2_b64));
}

static void step(struct registers *r, const struct insn *insn)
{
    low_bits low = result(r, insn);
    const uint32_t first = insn->dst[0].first;
    bool exec = false;
    if (gcn3_of(insn)->row->flags & RELATIVE_TARGET) { /* any register */
        forget_all(r);
        return;
    }
    for (unsigned i = 0; i < TARGETS_MAX && insn->dst[i].count; i++) {
        for (uint32_t k = 0; k < insn->dst[i].count; k++) {
            const uint32_t name = insn->dst[i].first + k;
            if (name < GCN3_NAMES)
                redefine(r, name);
            low = has_term(&low, name) ? nothing : low;
            exec |= name == GCN3_EXEC || name == GCN3_EXEC + 1;
        }
    }
    if (insn->dst[0].count && first < GCN3_NAMES && low.known)
        r->of[first] = low;
    if ((exec || gcn3_of(insn)->row->flags & WRITES_EXEC) && !only_shrinks(insn))
        forget_lanes(r);
}

static low_bits address_of(const struct registers *r, const struct insn *insn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    low_bits bits = sum(source(r, &own->src[0]), constant((uint64_t)(int64_t)own->displacement));
    return own->src[2].kind ? sum(bits, source(r, &own->src[2])) : bits;
}

/* ---- blocks ---- */

struct block {
    uint32_t first, end;
    bool entered; /* by a call, or from where nothing is known */
    struct registers *in; /* NULL: not reached yet */
};

struct search {
    const struct program *program;
    struct gcn3_low_bits *out;
    struct arena arena;
    uint32_t *block_of; /* by instruction */
    struct block *blocks;
    uint32_t count;
    bool changed;
};

/* 1 where a block begins, 2 where nothing is known of what was before. */
static void mark(const struct program *program, uint32_t *marks)
{
    for (uint32_t i = 0; i < program->count; i++) {
        const struct insn *insn = &program->insns[i];
        const bool is_call = insn->op && insn->op->role == ROLE_JUMP_REGISTER;
        if (insn->op && insn->target >= 0)
            marks[insn->target] |= 1;
        if ((!insn->op || insn->flow != FLOW_NEXT) && i + 1 < program->count)
            marks[i + 1] |= is_call ? 2 : 1;
    }
    for (uint32_t i = 0; i < program->function_count; i++) {
        const int32_t entry = program_index(program, program->functions[i].base);
        if (entry >= 0)
            marks[entry] |= 2;
    }
}

static void cut(struct search *search)
{
    const uint32_t count = search->program->count;
    uint32_t *marks = arena_array(&search->arena, count + 1, sizeof *marks);
    search->block_of = arena_array(&search->arena, count + 1, sizeof *search->block_of);
    search->blocks = arena_array(&search->arena, count + 1, sizeof *search->blocks);
    mark(search->program, marks);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || marks[i]) {
            search->blocks[search->count].entered = marks[i] & 2 || i == 0;
            search->blocks[search->count++].first = i;
        }
        search->block_of[i] = search->count - 1;
        search->blocks[search->count - 1].end = i + 1;
    }
}

static bool equal(const low_bits *a, const low_bits *b)
{
    bool same = a->is_zero == b->is_zero && a->constant == b->constant && a->terms == b->terms;
    for (unsigned i = 0; same && i < a->terms; i++)
        same = a->term[i] == b->term[i];
    return same;
}

static void enter(struct search *search, int32_t to, const struct registers *from)
{
    if (to < 0)
        return;
    struct block *block = &search->blocks[search->block_of[to]];
    if (!block->in) {
        block->in = arena_array(&search->arena, 1, sizeof *block->in);
        *block->in = *from;
        search->changed = true;
        return;
    }
    for (uint32_t i = 0; i < GCN3_NAMES; i++) {
        const low_bits own = itself(i);
        low_bits *known = &block->in->of[i];
        if (equal(known, &from->of[i]) || equal(known, &own))
            continue;
        *known = own;
        search->changed = true;
    }
}

static void pass(struct search *search, struct registers *r, uint32_t number)
{
    struct block *block = &search->blocks[number];
    if (block->entered)
        forget_all(r);
    else if (block->in)
        *r = *block->in;
    else
        return;
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct insn *insn = &search->program->insns[i];
        if (!insn->op)
            return;
        if (gcn3_of(insn)->format == GCN3_FLAT || gcn3_of(insn)->format == GCN3_GLOBAL)
            search->out[i] = address_of(r, insn);
        step(r, insn);
    }
    enter(search, search->program->insns[block->end - 1].next, r);
    enter(search, search->program->insns[block->end - 1].target, r);
}

void gcn3_find_low_bits(const struct program *program, struct gcn3_low_bits *out)
{
    struct search search = {.program = program, .out = out, .changed = true};
    struct registers *r = arena_array(&search.arena, 1, sizeof *r);
    cut(&search);
    while (search.changed) {
        search.changed = false;
        for (uint32_t i = 0; i < search.count; i++)
            pass(&search, r, i);
    }
    arena_free(&search.arena);
}

/* ---- what a view adds ---- */

static uint64_t lanes_of(const struct gcn3_view *view, uint32_t name, uint8_t *low)
{
    const uint32_t row = name - GCN3_V0;
    if (name < GCN3_SCALARS) {
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            low[lane] = (uint8_t)((low[lane] + view->state.scalar[name]) & LOW);
        return view->loose[name] & LOW ? 0 : ~0ull;
    }
    if (name < GCN3_V0 || row >= view->rows)
        return 0;
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        low[lane] = (uint8_t)((low[lane] + warp_row(&view->warp, row)[lane]) & LOW);
    return ~view->lanes[row];
}

uint64_t gcn3_aligned_lanes(const struct gcn3_view *view, const struct gcn3_low_bits *bits,
                            unsigned align)
{
    uint8_t low[GCN3_LANES];
    uint64_t aligned = 0, known = bits->known ? ~0ull : 0;
    memset(low, bits->constant, sizeof low);
    for (unsigned i = 0; known && i < bits->terms; i++)
        known &= lanes_of(view, bits->term[i], low);
    for (unsigned lane = 0; known && lane < GCN3_LANES; lane++)
        aligned |= (uint64_t)(low[lane] % align == 0) << lane;
    return known & aligned;
}
