/* SPDX-License-Identifier: Apache-2.0 */
/* encode_vortex.c - RV32 for Vortex: a program that starts its own warps and walks over its groups.
 *
 * A core has one group at a time, in as many warps as it needs; lanes of the last warp that the
 * group does not need are switched off. */
#include "campaign/rv32_writer.h"

enum { ARGUMENT_IN, ARGUMENT_OUT, ARGUMENT_LOCAL, ARGUMENT_LAUNCH, ARGUMENT_GROUPS };

struct vortex_writer {
    struct rv32_writer common; /* first */
    const struct shape *shape;
};

static const struct vortex_writer *own(const struct rv32_writer *w)
{
    return (const struct vortex_writer *)w;
}

static uint32_t warps_of(const struct rv32_writer *w)
{
    uint32_t threads = own(w)->shape->threads;
    return (w->tree->block + threads - 1) / threads;
}

static void write_barrier(struct rv32_writer *w)
{
    code_constant(&w->code, R_T1, warps_of(w));
    code_r(&w->code, OP_BAR, 0, 0, R_T1);
}

/* R_T0 := 1 if the condition holds, else 0 */
static void write_predicate(struct rv32_writer *w, const struct condition *condition)
{
    rv32_write_condition(w, condition);
    bool equality = condition->comparison <= COMPARE_DIFFERENT;
    if (equality) {
        code_r(&w->code, OP_SUB, R_T0, R_T0, R_T1);
        code_r(&w->code, OP_SLTU, R_T0, 0, R_T0);
    } else {
        code_r(&w->code, OP_SLTU, R_T0, R_T0, R_T1);
    }
    if (condition->comparison == COMPARE_EQUAL || condition->comparison == COMPARE_NOT_LESS)
        code_i(&w->code, OP_SLTIU, R_T0, R_T0, 1);
}

static void write_branch(struct rv32_writer *w, const struct statement *s)
{
    uint32_t depth = R_MASK + w->depth;
    bool splits = !operand_is_shared(s->condition.value);
    write_predicate(w, &s->condition);
    if (splits)
        code_r(&w->code, OP_SPLIT, depth, R_T0, 0);
    rv32_write_sides(w, s, code_branch(&w->code, OP_BEQ, R_T0, 0));
    if (splits)
        code_r(&w->code, OP_JOIN, 0, depth, 0);
}

/* The counter becomes 1 where the condition holds: this round is the last one. */
static void write_leave(struct rv32_writer *w, const struct statement *s)
{
    uint32_t counter = rv32_counter(w);
    write_predicate(w, &s->condition);
    code_i(&w->code, OP_ADDI, R_T1, R_T0, -1);
    code_r(&w->code, OP_AND, counter, counter, R_T1);
    code_r(&w->code, OP_OR, counter, counter, R_T0);
}

/* Goes on with the lanes that want another round; the branch is taken where none does, or where
 * some do. */
static uint32_t write_test(struct rv32_writer *w, bool parts, bool goes_on)
{
    uint32_t counter = rv32_counter(w);
    if (!parts)
        return code_branch(&w->code, goes_on ? OP_BNE : OP_BEQ, counter, 0);
    code_r(&w->code, OP_SLTU, R_T0, 0, counter);
    code_r(&w->code, OP_PRED, 0, R_T0, R_MASK + w->depth);
    return code_branch(&w->code, goes_on ? OP_BNE : OP_BEQ, R_T0, 0);
}

static void write_loop(struct rv32_writer *w, const struct statement *s)
{
    uint32_t counter = rv32_counter(w), exit = 0;
    bool parts = !loop_is_shared(s);
    rv32_write_counter(w, s);
    if (parts)
        code_csr(&w->code, R_MASK + w->depth, CSR_MASK);
    uint32_t header = w->code.count;
    if (!s->tests_below)
        exit = write_test(w, parts, false);
    rv32_write_inside(w, s->body, true);
    if (s->leaves)
        write_leave(w, s);
    code_i(&w->code, OP_ADDI, counter, counter, -1);
    code_target(&w->code, s->tests_below ? write_test(w, parts, true) : code_jump(&w->code, 0),
                header);
    if (!s->tests_below)
        code_target(&w->code, exit, w->code.count);
    rv32_note_loop(w, header, s);
}

/* The lanes of this warp. */
static void write_mask(struct rv32_writer *w)
{
    uint32_t threads = own(w)->shape->threads, rest = w->tree->block % threads;
    uint32_t all = threads == 32 ? UINT32_MAX : (1u << threads) - 1;
    code_constant(&w->code, R_T0, all);
    if (rest) {
        code_csr(&w->code, R_T2, CSR_WARP);
        code_constant(&w->code, R_T1, warps_of(w) - 1);
        uint32_t full = code_branch(&w->code, OP_BNE, R_T2, R_T1);
        code_constant(&w->code, R_T0, (1u << rest) - 1);
        code_target(&w->code, full, w->code.count);
    }
    code_r(&w->code, OP_TMC, 0, R_T0, 0);
}

/* Warp 0 starts the others at the word after it and goes there itself. */
static void write_start(struct rv32_writer *w)
{
    code_constant(&w->code, R_T0, warps_of(w));
    code_address(&w->code, R_T1, w->code.count + 3);
    code_r(&w->code, OP_WSPAWN, 0, R_T0, R_T1);
    write_mask(w);
    code_csr(&w->code, R_T2, CSR_WARP); /* in all lanes now */
    code_csr(&w->code, R_T0, CSR_MSCRATCH);
    code_i(&w->code, OP_LW, R_IN, R_T0, 4 * ARGUMENT_IN);
    code_i(&w->code, OP_LW, R_OUT, R_T0, 4 * ARGUMENT_OUT);
    code_i(&w->code, OP_LW, R_LOCAL, R_T0, 4 * ARGUMENT_LOCAL);
    if (w->tree->launches > 1) {
        code_i(&w->code, OP_LW, R_LAUNCH, R_T0, 4 * ARGUMENT_LAUNCH);
        code_i(&w->code, OP_LW, R_GROUPS, R_T0, 4 * ARGUMENT_GROUPS);
    } else {
        code_constant(&w->code, R_LAUNCH, 0);
        code_constant(&w->code, R_GROUPS, w->tree->groups);
    }
    code_csr(&w->code, R_LOCAL_ITEM, CSR_LANE);
    code_constant(&w->code, R_T1, own(w)->shape->threads);
    code_r(&w->code, OP_MUL, R_T1, R_T1, R_T2);
    code_r(&w->code, OP_ADD, R_LOCAL_ITEM, R_LOCAL_ITEM, R_T1);
    code_csr(&w->code, R_GROUP, CSR_CORE);
}

/* Core k has the groups k, k + cores, ... */
static void write_groups(struct rv32_writer *w)
{
    uint32_t header = w->code.count;
    uint32_t more = code_branch(&w->code, OP_BLTU, R_GROUP, R_GROUPS);
    code_r(&w->code, OP_TMC, 0, 0, 0);
    code_target(&w->code, more, w->code.count);
    code_constant(&w->code, R_T0, w->tree->block);
    code_r(&w->code, OP_MUL, R_ITEM, R_GROUP, R_T0);
    code_r(&w->code, OP_ADD, R_ITEM, R_ITEM, R_LOCAL_ITEM);
    rv32_write_zeros(w);
    rv32_write_list(w, w->tree->first);
    code_i(&w->code, OP_ADDI, R_GROUP, R_GROUP, (int32_t)own(w)->shape->cores);
    code_target(&w->code, code_jump(&w->code, 0), header);
}

static bool encode(const struct tree *tree, const struct shape *shape, struct binary *binary)
{
    struct vortex_writer w = {
        .common = {.tree = tree, .binary = binary, .code.split = UINT32_MAX,
                   .barrier = write_barrier, .branch = write_branch, .loop = write_loop},
        .shape = shape};
    write_start(&w.common);
    write_groups(&w.common);
    rv32_write_functions(&w.common);
    rv32_write_elf(&w.common, NULL, 0, &binary->bytes);
    binary->wrong = w.common.code.wrong;
    return !binary->wrong;
}

const struct encoder encoder_vortex = {
    .name = "vortex", .isa = "rv32", .model = "vortex", .file = "kernel.elf",
    .features = FEATURE_ATOMICS | FEATURE_LOCAL | FEATURE_DIVIDE | FEATURE_ANY_BLOCK |
                FEATURE_SHIFTS | FEATURE_CALLS | FEATURE_LAUNCHES,
    .has_shape = true, .encode = encode,
};
