/* SPDX-License-Identifier: Apache-2.0 */
/* walk_step.c - one instruction on an abstract state: real values where they are known. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "bound/vortex/walk.h"
#include "isa/rv32/csr.h"
#include "isa/rv32/run.h"
#include "machine/common/place.h"

/* ---- telling ---- */

void walk_tell_node(struct walk *walk, uint32_t index, const struct walk_access *access)
{
    walk->steps++;
    if (walk->sink)
        walk->sink->ops->node(walk->sink, index, access);
}

void walk_tell_edge(struct walk *walk, uint32_t from, uint32_t to)
{
    if (walk->sink)
        walk->sink->ops->edge(walk->sink, from, to);
}

enum wc_status walk_fail(struct walk *walk, const struct walk_state *state, uint32_t index,
                         const char *format, ...)
{
    char *what = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&what, format, args) < 0)
        what = NULL;
    va_end(args);
    struct place place = {.machine = &walk->vortex->run.machine, .launch = walk->launch,
                          .warp = &state->warp, .insn = &walk->insns[index]};
    place_fail(walk->err, WC_BAD_INPUT, &place, "%s", what ? what : "out of memory");
    free(what);
    return WC_BAD_INPUT;
}

/* ---- what kind of step an instruction is ---- */

static const struct {
    run_fn *run;
    uint8_t class;
} special[] = {
    {rv32_jal, CLASS_JUMP}, {rv32_jalr, CLASS_JUMP_REGISTER},
    {rv32_tmc, CLASS_MASK}, {rv32_wspawn, CLASS_SPAWN},
    {rv32_split, CLASS_SPLIT}, {rv32_split_n, CLASS_SPLIT}, {rv32_join, CLASS_JOIN},
    {rv32_pred, CLASS_PRED}, {rv32_pred_n, CLASS_PRED},
    {rv32_bar, CLASS_BARRIER}, {rv32_bar_arrive, CLASS_BARRIER}, {rv32_bar_wait, CLASS_BARRIER},
    {rv32_packlb, CLASS_ODD_LOAD}, {rv32_packlh, CLASS_ODD_LOAD},
    {rv32_ecall, CLASS_STOP}, {rv32_ebreak, CLASS_STOP}, {rv32_mret, CLASS_STOP},
    {rv32_illegal, CLASS_STOP}, {rv32_missing_feature, CLASS_STOP},
};

static uint8_t class_of(const struct insn *insn)
{
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        if (special[i].run == insn->run)
            return special[i].class;
    }
    if (insn->flow == FLOW_BRANCH)
        return CLASS_BRANCH;
    if (insn->flags & INSN_ATOMIC)
        return CLASS_ATOMIC;
    if (insn->flags & (INSN_LOAD | INSN_STORE))
        return insn->flags & INSN_LOAD ? CLASS_LOAD : CLASS_STORE;
    if (insn->timing == TIMING_CSR)
        return CLASS_CSR;
    return insn->timing == TIMING_VOTE ? CLASS_CROSS : CLASS_LANES;
}

static bool is_kept_by_callee(uint32_t reg)
{
    return reg == RV32_RA || reg == 8 || reg == 9 || (reg >= 18 && reg <= 27); /* s0..s11 */
}

/* A prologue: stores through sp of callee-saved registers that the function has not written yet. */
static void find_saves(struct walk *walk, const struct function *function)
{
    int32_t first = program_index(walk->launch->program, function->base);
    uint64_t written = 0;
    for (uint32_t i = (uint32_t)first; first >= 0 && i < walk->launch->program->count; i++) {
        const struct insn *insn = &walk->insns[i];
        if (insn->pc - function->base >= function->bytes || walk->classes[i] > CLASS_CSR)
            return;
        walk->saves[i] = walk->classes[i] == CLASS_STORE && insn->rs1 == RV32_SP &&
                         insn->run == rv32_sw && is_kept_by_callee(insn->rs2) &&
                         !(written >> insn->rs2 & 1);
        written |= insn->dst[0].count ? 1ull << insn->dst[0].first : 0;
    }
}

/* ---- lane by lane ---- */

/* The active lanes of a row are not known any more. */
void walk_forget(struct walk_state *state, uint32_t row)
{
    struct walk_facts *facts = walk_facts(state, row);
    uint64_t mask = state->warp.mask;
    facts->known &= ~mask;
    facts->boolean &= ~mask;
    facts->tag.kind = TAG_NONE;
    facts->object = NULL;
    facts->points = facts->points && mask != lanes_all(state->warp.lanes);
}

static void now_known(struct walk_state *state, uint32_t row)
{
    struct walk_facts *facts = walk_facts(state, row);
    facts->known |= state->warp.mask;
    facts->tag.kind = TAG_NONE;
}

static uint64_t lanes_below(const struct walk_state *state, uint32_t row, uint32_t limit)
{
    uint64_t known = state->rows.facts[row].known;
    const uint32_t *value = warp_row(&state->warp, row);
    return known ? known & walk_lanes_below(value, limit, state->warp.stride) : 0;
}

/* Lanes that hold 0 or 1. */
static uint64_t boolean_lanes(const struct walk_state *state, uint32_t row)
{
    const struct walk_facts *facts = &state->rows.facts[row];
    return lanes_below(state, row, 2) | (facts->boolean & ~facts->known);
}

enum boolean_rule { RULE_NONE, ALWAYS, IF_FIRST, IF_EITHER, IF_BOTH, IF_FIRST_BY_ONE, IF_ONE };

static const struct {
    run_fn *run;
    enum boolean_rule rule;
} boolean_rules[] = {
    {rv32_slt, ALWAYS}, {rv32_sltu, ALWAYS}, {rv32_slti, ALWAYS}, {rv32_sltiu, ALWAYS},
    {rv32_feq, ALWAYS}, {rv32_flt, ALWAYS}, {rv32_fle, ALWAYS},
    {rv32_andi, IF_ONE}, {rv32_xori, IF_FIRST_BY_ONE},
    {rv32_and, IF_EITHER}, {rv32_or, IF_BOTH}, {rv32_xor, IF_BOTH}, {rv32_mul, IF_BOTH},
    {rv32_czero_eqz, IF_FIRST}, {rv32_czero_nez, IF_FIRST},
};

static uint8_t rule_of(const struct insn *insn)
{
    for (size_t i = 0; i < sizeof boolean_rules / sizeof boolean_rules[0]; i++) {
        if (boolean_rules[i].run == insn->run)
            return (uint8_t)boolean_rules[i].rule;
    }
    return insn->run == rv32_addi && insn->imm == 0 ? IF_FIRST : RULE_NONE;
}

void walk_classify(struct walk *walk)
{
    const struct program *program = walk->launch->program;
    walk->classes = arena_alloc(&walk->own, program->count);
    walk->saves = arena_alloc(&walk->own, program->count);
    walk->rules = arena_alloc(&walk->own, program->count);
    for (uint32_t i = 0; i < program->count; i++) {
        walk->classes[i] = class_of(&program->insns[i]);
        walk->rules[i] = rule_of(&program->insns[i]);
    }
    for (uint32_t i = 0; i < program->function_count; i++)
        find_saves(walk, &program->functions[i]);
}

static uint64_t boolean_result(const struct walk_state *state, const struct insn *insn,
                               enum boolean_rule rule)
{
    switch (rule) {
    case ALWAYS:
        return ~0ull;
    case IF_FIRST:
        return boolean_lanes(state, insn->rs1);
    case IF_EITHER:
        return boolean_lanes(state, insn->rs1) | boolean_lanes(state, insn->rs2);
    case IF_BOTH:
        return boolean_lanes(state, insn->rs1) & boolean_lanes(state, insn->rs2);
    case IF_FIRST_BY_ONE:
        return insn->imm == 1 ? boolean_lanes(state, insn->rs1) : 0;
    case IF_ONE:
        return insn->imm == 1 ? ~0ull : boolean_lanes(state, insn->rs1);
    default:
        return 0;
    }
}

static bool may_point(const struct walk *walk, const struct walk_state *state, uint32_t row)
{
    const struct walk_facts *facts = &state->rows.facts[row];
    const uint32_t *value = warp_row(&state->warp, row);
    bool found = facts->points;
    for (uint64_t rest = facts->known & state->warp.mask; rest && !found; rest &= rest - 1)
        found = walk_in_stacks(walk, value[__builtin_ctzll(rest)]);
    return found;
}

/* The buffer or local memory that all active lanes of a row hold an address in, known or not. */
static const struct allocation *object_of(struct walk *walk, const struct walk_state *state,
                                          uint32_t row)
{
    const struct walk_facts *facts = &state->rows.facts[row];
    const uint32_t *value = warp_row(&state->warp, row);
    uint64_t known = facts->known & state->warp.mask;
    const struct allocation *object =
        known ? walk_object_at(walk, value[__builtin_ctzll(known)]) : facts->object;
    if (state->warp.mask & ~known && facts->object != object)
        return NULL;
    for (uint64_t rest = known; rest && object; rest &= rest - 1) {
        if (value[__builtin_ctzll(rest)] - object->base >= object->size)
            return NULL;
    }
    return object;
}

/* A pointer and an offset make a pointer to the same object. */
static const struct allocation *object_result(struct walk *walk, const struct walk_state *state,
                                              const struct insn *insn)
{
    if (insn->run == rv32_addi)
        return object_of(walk, state, insn->rs1);
    if (insn->run != rv32_add && insn->run != rv32_sub)
        return NULL;
    const struct allocation *first = object_of(walk, state, insn->rs1);
    const struct allocation *second = object_of(walk, state, insn->rs2);
    if (insn->run == rv32_sub)
        return second ? NULL : first;
    return first && second ? NULL : first ? first : second;
}

/* Some source lanes are not known. Those of rd that still are: where all sources are, and where a
 * known zero decides. */
static void step_partly(struct walk *walk, struct walk_state *state, const struct insn *insn,
                        uint64_t known)
{
    struct walk_facts *facts = walk_facts(state, insn->rd);
    uint64_t mask = state->warp.mask;
    uint64_t boolean = boolean_result(state, insn, walk->rules[insn - walk->insns]);
    bool points = facts->points && mask != lanes_all(state->warp.lanes);
    const struct allocation *object = object_result(walk, state, insn);
    bool others = lanes_all(state->warp.lanes) & ~mask & ~facts->known;
    if (insn->run == rv32_and || insn->run == rv32_mul)
        known |= lanes_below(state, insn->rs1, 1) | lanes_below(state, insn->rs2, 1);
    for (unsigned i = 0; i < SOURCES_MAX && insn->src[i].count; i++)
        points |= may_point(walk, state, insn->src[i].first);
    if (known & mask)
        insn->run(&state->warp, insn, &walk->effect);
    facts->known = (facts->known & ~mask) | (known & mask);
    facts->boolean = (facts->boolean & ~mask) | (boolean & mask);
    facts->points = points;
    facts->object = others && facts->object != object ? NULL : object;
}

static void step_lanes(struct walk *walk, struct walk_state *state, const struct insn *insn)
{
    struct walk_facts *facts = state->rows.facts;
    uint64_t known = ~0ull, mask = state->warp.mask;
    struct walk_tag tag = {.kind = TAG_NONE};
    for (unsigned i = 0; i < SOURCES_MAX && insn->src[i].count; i++)
        known &= facts[insn->src[i].first].known;
    if (insn->run == rv32_addi && insn->imm == 0) /* a move */
        tag = facts[insn->rs1].tag;
    if (mask & ~known) {
        step_partly(walk, state, insn, known);
    } else {
        insn->run(&state->warp, insn, &walk->effect);
        facts[insn->rd].known |= mask;
    }
    facts[insn->rd].tag = tag;
}

/* Vote, shuffle, gather: all lanes have to be known, and who takes part. */
static void step_cross(struct walk *walk, struct walk_state *state, const struct insn *insn)
{
    uint64_t known = ~0ull, all = lanes_all(state->warp.lanes);
    for (unsigned i = 0; i < SOURCES_MAX && insn->src[i].count; i++)
        known &= walk_facts(state, insn->src[i].first)->known;
    bool complete = (known & all) == all && state->certain && state->parked_count == 0;
    for (uint32_t i = 0; i < state->ipdom.depth; i++)
        complete = complete && !state->open[i];
    if (complete)
        insn->run(&state->warp, insn, &walk->effect);
    walk_forget(state, insn->rd);
    if (complete)
        now_known(state, insn->rd);
}

/* ---- control and status registers ---- */

static bool depends_on_time(uint32_t number)
{
    return number == CSR_MCYCLE || number == CSR_MCYCLE + CSR_HIGH_HALF ||
           number == CSR_MINSTRET || number == CSR_MINSTRET + CSR_HIGH_HALF ||
           number == CSR_ACTIVE_WARPS || number == CSR_FFLAGS || number == CSR_FCSR;
}

static bool by_immediate(const struct insn *insn)
{
    return insn->run == rv32_csrrwi || insn->run == rv32_csrrsi || insn->run == rv32_csrrci;
}

static bool writes_csr(const struct insn *insn)
{
    if (insn->run == rv32_csrrw || insn->run == rv32_csrrwi)
        return true;
    return by_immediate(insn) ? insn->aux != 0 : insn->rs1 != RV32_X0;
}

static void tag_mask(struct walk_state *state, uint32_t row)
{
    walk_facts(state, row)->tag = (struct walk_tag){
        .kind = TAG_MASK, .certain = state->certain, .mask = (uint32_t)state->warp.mask,
        .splits = (uint8_t)state->ipdom.depth, .parked = (uint8_t)state->parked_count};
    if (state->parked_count > state->newest)
        state->newest = state->parked_count;
}

static enum wc_status step_csr(struct walk *walk, struct walk_state *state, uint32_t index)
{
    const struct insn *insn = &walk->insns[index];
    uint32_t number = (uint32_t)insn->imm, operand;
    if (writes_csr(insn) && !by_immediate(insn) && number != CSR_FFLAGS &&
        !walk_uniform(walk, state, insn->rs1, &operand))
        return walk_fail(walk, state, index,
                         "cannot be bounded: the value written to this CSR is unknown");
    if (writes_csr(insn) && number != CSR_FFLAGS && state->ipdom.depth)
        return walk_fail(walk, state, index, /* the other side would see it */
                         "cannot be bounded: a CSR is written between SPLIT and JOIN");
    insn->run(&state->warp, insn, &walk->effect);
    if (walk->effect.kind != EFFECT_NONE)
        return walk_fail(walk, state, index, "cannot be bounded: no such CSR");
    walk_forget(state, insn->rd);
    bool is_mask = number == CSR_ACTIVE_THREADS;
    if (!depends_on_time(number) && (!is_mask || state->certain))
        now_known(state, insn->rd);
    if (is_mask)
        tag_mask(state, insn->rd);
    return WC_OK;
}

/* ---- all together ---- */

enum wc_status walk_step(struct walk *walk, struct walk_state *state, uint32_t index)
{
    const struct insn *insn = &walk->insns[index];
    const struct walk_access *access = NULL;
    enum wc_status status = WC_OK;
    walk->effect.kind = EFFECT_NONE;
    switch (walk->classes[index]) {
    case CLASS_LANES:
        step_lanes(walk, state, insn);
        if (walk->effect.kind > EFFECT_FENCE)
            status = walk_fail(walk, state, index, "cannot be bounded: the instruction traps");
        break;
    case CLASS_LOAD:
        walk_load(walk, state, insn);
        access = &walk->access;
        break;
    case CLASS_STORE:
        status = walk_store(walk, state, insn);
        access = &walk->access;
        break;
    case CLASS_ATOMIC:
        status = walk_atomic(walk, state, insn);
        access = &walk->access;
        break;
    case CLASS_ODD_LOAD:
        walk->access = (struct walk_access){.kind = ACCESS_LOAD, .bytes = 4, .known = false,
                                            .lanes = state->warp.mask, .address = walk->address};
        walk_forget(state, insn->rd);
        access = &walk->access;
        break;
    case CLASS_CSR:
        status = step_csr(walk, state, index);
        break;
    default:
        step_cross(walk, state, insn);
        break;
    }
    walk_tell_node(walk, index, access);
    return status;
}

enum wc_status walk_step_barrier(struct walk *walk, struct walk_state *state, uint32_t index,
                                 bool certain)
{
    const struct insn *insn = &walk->insns[index];
    uint32_t id = 0, warps = 0;
    bool named = walk_uniform(walk, state, insn->rs1, &id);
    bool counted = walk_uniform(walk, state, insn->rs2, &warps);
    walk_forget(state, insn->rd); /* the phase, of bar.arrive */
    walk_tell_node(walk, index, NULL);
    if (walk->sink)
        walk->sink->ops->barrier(walk->sink, named ? id : UINT32_MAX, counted ? warps : 0,
                                 named && counted && certain);
    return WC_OK;
}
