/* SPDX-License-Identifier: Apache-2.0 */
/* walk_step.c - one instruction on an abstract state: real values where they are known. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <string.h>

#include "bound/engine/walker.h"
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
    struct text what = {0};
    va_list args;
    va_start(args, format);
    text_add_list(&what, format, args);
    va_end(args);
    struct place place = {.machine = walk->on, .launch = walk->launch, .warp = &state->warp,
                          .insn = &walk->insns[index]};
    place_fail(walk->err, WC_BAD_INPUT, &place, "%s", text_string(&what));
    text_free(&what);
    return WC_BAD_INPUT;
}

/* "0x80000410 in nest, nest.cl:7" */
static void write_place(const struct walk *walk, uint32_t index, struct text *out)
{
    const struct program *program = walk->launch->program;
    uint64_t pc = program->insns[index].pc;
    const struct function *function = program_function(program, pc);
    struct source_line line;
    text_add(out, "0x%08" PRIx64, pc);
    if (function)
        text_add(out, " in %s", function->name);
    if (image_source_line(program->image, pc, &line))
        text_add(out, ", %s:%" PRIu32, line.file, line.line);
}

enum wc_status walk_stopped(struct walk *walk, uint32_t index, enum watch_verdict verdict)
{
    const struct watch *watch = walk->bounds->watch;
    bool late = verdict == WATCH_TIME_OVER;
    enum wc_status status = late ? WC_DEADLOCK : WC_INTERRUPTED;
    struct text limit = {0}, place = {0};
    if (verdict == WATCH_MEMORY_SHORT)
        return memory_check(walk->err);
    if (late)
        text_add(&limit, "no bound within %g s", watch->seconds);
    write_place(walk, index, &place);
    fail(walk->err, status, "%s: the analysis had walked %" PRIu64 " instructions, up to %s",
         late ? text_string(&limit) : "interrupted", watch->earlier + walk->steps,
         text_string(&place));
    text_free(&limit);
    text_free(&place);
    return status;
}

/* ---- what kind of step an instruction is ---- */

static const uint8_t class_of_role[] = {
    [ROLE_COMPUTE] = CLASS_LANES, [ROLE_FENCE] = CLASS_LANES, [ROLE_WAIT] = CLASS_LANES,
    [ROLE_PAUSE] = CLASS_LANES, [ROLE_CROSS] = CLASS_CROSS, [ROLE_STATUS] = CLASS_STATUS,
    [ROLE_ACCESS] = CLASS_ODD_LOAD, [ROLE_BARRIER] = CLASS_BARRIER,
    [ROLE_BRANCH] = CLASS_BRANCH, [ROLE_JUMP] = CLASS_JUMP,
    [ROLE_JUMP_REGISTER] = CLASS_JUMP_REGISTER,
    [ROLE_MASK] = CLASS_MACHINE, [ROLE_SPLIT] = CLASS_MACHINE, [ROLE_JOIN] = CLASS_MACHINE,
    [ROLE_PREDICATE] = CLASS_MACHINE, [ROLE_SPAWN] = CLASS_MACHINE, [ROLE_END] = CLASS_MACHINE,
};

static uint8_t class_of(const struct walk *walk, const struct insn *insn)
{
    struct text ignored = {0};
    const struct op *op = insn->op;
    bool stops = !op || walk->launch->program->isa->lacks(insn, &ignored);
    text_free(&ignored);
    if (stops)
        return CLASS_STOP;
    if (op->role != ROLE_ACCESS || !op->bytes)
        return class_of_role[op->role];
    if (op->flags & INSN_ATOMIC)
        return CLASS_ATOMIC;
    return op->flags & INSN_LOAD ? CLASS_LOAD : CLASS_STORE;
}

/* A prologue: stores of registers that the caller wants back and the function has not written
 * yet. */
static void find_saves(struct walk *walk, const struct function *function, bool *written)
{
    const struct program *program = walk->launch->program;
    int32_t first = program_index(program, function->base);
    memset(written, 0, program->isa->register_count * sizeof *written);
    for (uint32_t i = (uint32_t)first; first >= 0 && i < program->count; i++) {
        const struct insn *insn = &walk->insns[i];
        if (insn->pc - function->base >= function->bytes ||
            walk->classes[i] > CLASS_STRAIGHT_LAST)
            return;
        walk->saves[i] = walk->classes[i] == CLASS_STORE && walk->machine->isa->saves(insn) &&
                         !written[program->isa->stored(insn).first];
        if (insn->dst[0].count)
            written[insn->dst[0].first] = true;
    }
}

void walk_classify(struct walk *walk)
{
    const struct program *program = walk->launch->program;
    bool *written = arena_array(&walk->own, program->isa->register_count, sizeof *written);
    walk->classes = arena_alloc(&walk->own, program->count);
    walk->saves = arena_alloc(&walk->own, program->count);
    walk->moved = arena_array(&walk->own, program->count, sizeof *walk->moved);
    for (uint32_t i = 0; i < program->count; i++) {
        walk->classes[i] = class_of(walk, &program->insns[i]);
        walk->moved[i] = walk->classes[i] == CLASS_LANES
                             ? walk_moved_row(walk, &program->insns[i]) : WALK_NOWHERE;
    }
    for (uint32_t i = 0; i < program->function_count; i++)
        find_saves(walk, &program->functions[i], written);
}

/* ---- lane by lane ---- */

/* The object of a known result: a pointer and an offset make a pointer to the same object. */
static const struct allocation *known_object(const struct walk_facts *facts,
                                             const struct insn *insn, uint64_t mask)
{
    const struct allocation *first =
        insn->src[0].count ? walk_made(&facts[insn->src[0].first], mask) : NULL;
    const struct allocation *second =
        insn->src[1].count ? walk_made(&facts[insn->src[1].first], mask) : NULL;
    switch (insn->op->value) {
    case VALUE_MOVE: return first;
    case VALUE_ADD: return first && second ? NULL : first ? first : second;
    case VALUE_SUBTRACT: return second ? NULL : first;
    default: return NULL;
    }
}

static void step_lanes(struct walk *walk, struct walk_state *state, const struct insn *insn)
{
    struct walk_facts *facts = state->rows.facts;
    uint64_t known = ~0ull, mask = state->warp.mask;
    int32_t moved = walk->moved[insn - walk->insns];
    struct walk_tag tag = {.kind = TAG_NONE};
    for (unsigned i = 0; i < SOURCES_MAX && insn->src[i].count; i++)
        known &= facts[insn->src[i].first].known;
    if (moved >= 0)
        tag = facts[moved].tag;
    if (mask & ~known) {
        walk_partly(walk, state, insn, known);
    } else {
        const struct allocation *object = known_object(facts, insn, mask);
        insn->run(&state->warp, insn, &walk->effect);
        facts[insn->rd].known |= mask;
        facts[insn->rd].ranged &= ~mask;
        walk_make(state, insn->rd, mask, object);
    }
    facts[insn->rd].tag = tag;
}

/* Vote, shuffle, gather: all lanes have to be known, and who takes part. */
static void step_cross(struct walk *walk, struct walk_state *state, const struct insn *insn)
{
    uint64_t known = ~0ull, all = lanes_all(state->warp.lanes);
    for (unsigned i = 0; i < SOURCES_MAX && insn->src[i].count; i++)
        known &= walk_facts(state, insn->src[i].first)->known;
    bool complete = (known & all) == all && state->certain && state->parked_count == 0 &&
                    !walk_any_open(state);
    if (complete) {
        insn->run(&state->warp, insn, &walk->effect);
        walk_know(state, insn->rd);
    } else {
        walk_forget(state, insn->rd);
    }
}

void walk_link(struct walk *walk, struct walk_state *state, const struct insn *insn)
{
    insn->run(&state->warp, insn, &walk->effect);
    if (insn->dst[0].count)
        walk_know(state, insn->rd);
}

/* Addresses that nothing is known about. */
static void step_odd_load(struct walk *walk, struct walk_state *state, const struct insn *insn)
{
    walk->access = (struct walk_access){.kind = ACCESS_LOAD, .bytes = 4, .known = false,
                                        .lanes = state->warp.mask, .some = !state->certain,
                                        .address = walk->address};
    walk_forget(state, insn->rd);
}

/* ---- all together ---- */


enum wc_status walk_step(struct walk *walk, struct walk_state *state, uint32_t index)
{
    const struct insn *insn = &walk->insns[index];
    const struct walk_access *access = NULL;
    enum wc_status status = WC_OK;
    walk->effect.kind = EFFECT_NONE;
    walk->at = index;
    if (state->stayed && walk->classes[index] == CLASS_LANES)
        step_lanes(walk, state->stayed, insn);
    else if (state->stayed)
        walk_state_forget_flag(walk, state);
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
        step_odd_load(walk, state, insn);
        access = &walk->access;
        break;
    case CLASS_STATUS:
        status = walk->machine->isa->status(walk, state, index);
        break;
    default:
        step_cross(walk, state, insn);
        break;
    }
    if (insn->dst[0].count && insn->rd == walk->machine->isa->stack_pointer)
        walk_release_stack(walk, state);
    if (insn->dst[0].count && (insn->rd == state->order.low || insn->rd == state->order.high))
        state->order.test = TEST_OTHER;
    walk_tell_node(walk, index, access);
    return status;
}

enum wc_status walk_step_barrier(struct walk *walk, struct walk_state *state, uint32_t index,
                                 bool certain)
{
    const struct insn *insn = &walk->insns[index];
    uint32_t id = UINT32_MAX, warps = 0;
    bool known = walk->machine->barrier(walk, state, insn, &id, &warps);
    walk_forget(state, insn->rd); /* a phase, of one that only arrives */
    walk_tell_node(walk, index, NULL);
    if (walk->sink)
        walk->sink->ops->barrier(walk->sink, id, warps, known && certain);
    return WC_OK;
}
