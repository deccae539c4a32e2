/* SPDX-License-Identifier: Apache-2.0 */
/* rv32_writer.c - statements as RV32 words. */
#include "campaign/rv32_writer.h"

/* ---- values ---- */

/* The register of an operand; constants go to `scratch`. */
static uint32_t value(struct rv32_writer *w, struct operand operand, uint32_t scratch)
{
    switch (operand.kind) {
    case OPERAND_VARIABLE: return R_VARIABLE + operand.value;
    case OPERAND_ITEM: return R_ITEM;
    case OPERAND_LOCAL: return R_LOCAL_ITEM;
    case OPERAND_GROUP: return R_GROUP;
    case OPERAND_LAUNCH: return R_LAUNCH;
    case OPERAND_CONSTANT: break;
    }
    if (!operand.value)
        return 0;
    code_constant(&w->code, scratch, operand.value);
    return scratch;
}

static void write_float(struct rv32_writer *w, uint32_t target, uint32_t a, uint32_t b)
{
    enum { FA = 1, FB = 2 };
    code_constant(&w->code, R_T2, 0xfff);
    code_r(&w->code, OP_AND, R_T0, a, R_T2);
    code_r(&w->code, OP_AND, R_T1, b, R_T2);
    code_r(&w->code, OP_FCVT_S_WU, FA, R_T0, 0);
    code_r(&w->code, OP_FCVT_S_WU, FB, R_T1, 0);
    code_r(&w->code, OP_FMUL, FB, FA, FB);
    code_r(&w->code, OP_FADD, FB, FA, FB);
    code_r(&w->code, OP_FCVT_WU_S, target, FB, 0);
}

static void write_operation(struct rv32_writer *w, const struct statement *s)
{
    static const enum code_match words[OPERATIONS] = {
        [OPERATION_ADD] = OP_ADD,     [OPERATION_SUB] = OP_SUB,   [OPERATION_MUL] = OP_MUL,
        [OPERATION_AND] = OP_AND,     [OPERATION_OR] = OP_OR,     [OPERATION_XOR] = OP_XOR,
        [OPERATION_SHL] = OP_SLL,     [OPERATION_SHR] = OP_SRL,   [OPERATION_LESS] = OP_SLTU,
        [OPERATION_DIVIDE] = OP_DIVU, [OPERATION_REMAINDER] = OP_REMU};
    uint32_t a = value(w, s->a, R_T0), b = value(w, s->b, R_T1);
    if (s->operation == OPERATION_FLOAT)
        write_float(w, R_VARIABLE + s->target, a, b);
    else
        code_r(&w->code, words[s->operation], R_VARIABLE + s->target, a, b);
}

/* ---- memory ---- */

static void write_load(struct rv32_writer *w, const struct statement *s)
{
    code_i(&w->code, OP_SLLI, R_T1, value(w, s->a, R_T0), (int32_t)s->number);
    code_i(&w->code, OP_ANDI, R_T1, R_T1, INPUT_WORDS - 1);
    code_i(&w->code, OP_SLLI, R_T1, R_T1, 2);
    code_r(&w->code, OP_ADD, R_T1, R_T1, R_IN);
    code_i(&w->code, OP_LW, R_VARIABLE + s->target, R_T1, 0);
}

/* R_T1 := address of the work-item's word of a slot */
static void write_slot_address(struct rv32_writer *w, uint32_t number)
{
    code_constant(&w->code, R_T1, number * tree_items(w->tree));
    code_r(&w->code, OP_ADD, R_T1, R_T1, R_ITEM);
    code_i(&w->code, OP_SLLI, R_T1, R_T1, 2);
    code_r(&w->code, OP_ADD, R_T1, R_T1, R_OUT);
}

static void write_slot_load(struct rv32_writer *w, const struct statement *s)
{
    write_slot_address(w, s->number);
    code_i(&w->code, OP_LW, R_VARIABLE + s->target, R_T1, 0);
}

static void write_slot_store(struct rv32_writer *w, const struct statement *s)
{
    write_slot_address(w, s->number);
    code_s(&w->code, OP_SW, value(w, s->a, R_T0), R_T1, 0);
}

static void write_atomic(struct rv32_writer *w, const struct statement *s)
{
    /* ADD, AND, OR, XOR, MAXU as code_atomic() counts them. */
    static const uint32_t which[ATOMICS] = {0, 2, 3, 1, 7};
    uint32_t first = SLOTS * tree_items(w->tree) + COUNTERS * s->operation;
    code_i(&w->code, OP_ANDI, R_T1, value(w, s->a, R_T0), COUNTERS - 1);
    code_constant(&w->code, R_T2, first);
    code_r(&w->code, OP_ADD, R_T1, R_T1, R_T2);
    code_i(&w->code, OP_SLLI, R_T1, R_T1, 2);
    code_r(&w->code, OP_ADD, R_T1, R_T1, R_OUT);
    code_atomic(&w->code, which[s->operation], 0, R_T1, value(w, s->b, R_T0));
}

/* R_T1 := address of the work-item's own word, behind those for exchanges */
static void write_own_address(struct rv32_writer *w)
{
    code_i(&w->code, OP_ADDI, R_T1, R_LOCAL_ITEM, (int32_t)w->tree->block);
    code_i(&w->code, OP_SLLI, R_T1, R_T1, 2);
    code_r(&w->code, OP_ADD, R_T1, R_T1, R_LOCAL);
}

static void write_local_load(struct rv32_writer *w, const struct statement *s)
{
    write_own_address(w);
    code_i(&w->code, OP_LW, R_VARIABLE + s->target, R_T1, 0);
}

static void write_local_store(struct rv32_writer *w, const struct statement *s)
{
    write_own_address(w);
    code_s(&w->code, OP_SW, value(w, s->a, R_T0), R_T1, 0);
}

void rv32_write_zeros(struct rv32_writer *w)
{
    for (uint32_t i = 0; i < VARIABLES; i++)
        code_i(&w->code, OP_ADDI, R_VARIABLE + i, 0, 0);
    if (!tree_has(w->tree, STATEMENT_LOCAL_LOAD))
        return;
    write_own_address(w);
    code_s(&w->code, OP_SW, 0, R_T1, 0);
}

/* The word of another work-item: (own number + distance) modulo the size of the group. */
static void write_exchange(struct rv32_writer *w, const struct statement *s)
{
    code_i(&w->code, OP_SLLI, R_T1, R_LOCAL_ITEM, 2);
    code_r(&w->code, OP_ADD, R_T1, R_T1, R_LOCAL);
    code_s(&w->code, OP_SW, value(w, s->a, R_T0), R_T1, 0);
    w->barrier(w);
    code_i(&w->code, OP_ADDI, R_T0, R_LOCAL_ITEM, (int32_t)s->number - (int32_t)w->tree->block);
    code_i(&w->code, OP_SRAI, R_T1, R_T0, 31);
    code_i(&w->code, OP_ANDI, R_T1, R_T1, (int32_t)w->tree->block);
    code_r(&w->code, OP_ADD, R_T0, R_T0, R_T1);
    code_i(&w->code, OP_SLLI, R_T0, R_T0, 2);
    code_r(&w->code, OP_ADD, R_T0, R_T0, R_LOCAL);
    code_i(&w->code, OP_LW, R_VARIABLE + s->target, R_T0, 0);
    w->barrier(w);
}

/* ---- branches and loops ---- */

void rv32_write_condition(struct rv32_writer *w, const struct condition *condition)
{
    code_constant(&w->code, R_T1, condition->mask);
    code_r(&w->code, OP_AND, R_T0, value(w, condition->value, R_T0), R_T1);
    code_constant(&w->code, R_T1, condition->constant);
}

enum code_match rv32_branch_for(enum comparison comparison, bool holds)
{
    static const enum code_match taken[COMPARISONS][2] = {
        [COMPARE_EQUAL] = {OP_BNE, OP_BEQ},
        [COMPARE_DIFFERENT] = {OP_BEQ, OP_BNE},
        [COMPARE_LESS] = {OP_BGEU, OP_BLTU},
        [COMPARE_NOT_LESS] = {OP_BLTU, OP_BGEU}};
    return taken[comparison][holds];
}

uint32_t rv32_counter(const struct rv32_writer *w)
{
    return R_COUNTER + w->loops;
}

void rv32_write_counter(struct rv32_writer *w, const struct statement *loop)
{
    if (loop->mask) {
        code_i(&w->code, OP_ANDI, rv32_counter(w), value(w, loop->a, R_T0), (int32_t)loop->mask);
        code_i(&w->code, OP_ADDI, rv32_counter(w), rv32_counter(w), (int32_t)loop->least);
    } else {
        code_constant(&w->code, rv32_counter(w), loop->least);
    }
}

void rv32_note_loop(struct rv32_writer *w, uint32_t header, const struct statement *loop)
{
    if (loop->mask || loop->leaves)
        binary_loop(w->binary, code_place(&w->code, header), loop_most(loop));
}

void rv32_write_inside(struct rv32_writer *w, const struct statement *list, bool loop)
{
    w->depth++;
    w->loops += loop;
    rv32_write_list(w, list);
    w->loops -= loop;
    w->depth--;
}

void rv32_write_sides(struct rv32_writer *w, const struct statement *s, uint32_t to_other)
{
    rv32_write_inside(w, s->body, false);
    if (!s->other) {
        code_target(&w->code, to_other, w->code.count);
        return;
    }
    uint32_t over = code_jump(&w->code, 0);
    code_target(&w->code, to_other, w->code.count);
    rv32_write_inside(w, s->other, false);
    code_target(&w->code, over, w->code.count);
}

static void write_branch(struct rv32_writer *w, const struct statement *s) { w->branch(w, s); }
static void write_loop(struct rv32_writer *w, const struct statement *s) { w->loop(w, s); }

static void write_call(struct rv32_writer *w, const struct statement *s)
{
    if (!functions_note(&w->functions, code_jump(&w->code, R_RA), s->number))
        w->code.wrong = "too many calls";
}

static void (*const writers[STATEMENTS])(struct rv32_writer *w, const struct statement *s) = {
    [STATEMENT_OPERATION] = write_operation,   [STATEMENT_LOAD] = write_load,
    [STATEMENT_SLOT_LOAD] = write_slot_load,   [STATEMENT_SLOT_STORE] = write_slot_store,
    [STATEMENT_ATOMIC] = write_atomic,         [STATEMENT_LOCAL_LOAD] = write_local_load,
    [STATEMENT_LOCAL_STORE] = write_local_store, [STATEMENT_EXCHANGE] = write_exchange,
    [STATEMENT_BRANCH] = write_branch,         [STATEMENT_LOOP] = write_loop,
    [STATEMENT_CALL] = write_call,
};

void rv32_write_list(struct rv32_writer *w, const struct statement *list)
{
    for (; list; list = list->next)
        writers[list->kind](w, list);
}

void rv32_write_functions(struct rv32_writer *w)
{
    const struct functions *functions = &w->functions;
    w->depth = CALL_DEPTH;
    w->loops = CALL_LOOPS;
    for (uint32_t i = 0; i < FUNCTIONS_MAX; i++) {
        if (!tree_calls(w->tree, i))
            continue;
        w->functions.first[i] = w->code.count;
        rv32_write_list(w, w->tree->functions[i]);
        code_i(&w->code, OP_JALR, 0, R_RA, 0);
    }
    for (uint32_t i = 0; i < functions->count; i++)
        code_target(&w->code, functions->calls[i].at,
                    functions->first[functions->calls[i].function]);
}
