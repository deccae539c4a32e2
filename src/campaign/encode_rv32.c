/* SPDX-License-Identifier: Apache-2.0 */
/* encode_rv32.c - plain RV32, as the Fermi machines run it: a function that every thread calls. */
#include "campaign/rv32_writer.h"

#include <stdlib.h>

static void write_barrier(struct rv32_writer *w)
{
    code_r(&w->code, OP_BAR, 0, 0, 0);
}

static void write_branch(struct rv32_writer *w, const struct statement *s)
{
    rv32_write_condition(w, &s->condition);
    enum code_match match = rv32_branch_for(s->condition.comparison, false);
    rv32_write_sides(w, s, code_branch(&w->code, match, R_T0, R_T1));
}

static void write_loop(struct rv32_writer *w, const struct statement *s)
{
    uint32_t counter = rv32_counter(w), exit = 0, left = 0;
    rv32_write_counter(w, s);
    uint32_t header = w->code.count;
    if (!s->tests_below)
        exit = code_branch(&w->code, OP_BEQ, counter, 0);
    rv32_write_inside(w, s->body, true);
    if (s->leaves) {
        rv32_write_condition(w, &s->condition);
        left = code_branch(&w->code, rv32_branch_for(s->condition.comparison, true), R_T0, R_T1);
    }
    code_i(&w->code, OP_ADDI, counter, counter, -1);
    code_target(&w->code, s->tests_below ? code_branch(&w->code, OP_BNE, counter, 0)
                                         : code_jump(&w->code, 0), header);
    if (!s->tests_below)
        code_target(&w->code, exit, w->code.count);
    if (s->leaves)
        code_target(&w->code, left, w->code.count);
    rv32_note_loop(w, header, s);
}

/* a0: in, a1: out, a2: number of the launch; tp: local memory of the group */
static void write_start(struct rv32_writer *w)
{
    enum { TP = 4, A0 = 10, A1 = 11 };
    code_i(&w->code, OP_ADDI, R_RETURN, R_RA, 0);
    code_i(&w->code, OP_ADDI, R_IN, A0, 0);
    code_i(&w->code, OP_ADDI, R_OUT, A1, 0);
    code_i(&w->code, OP_ADDI, R_LOCAL, TP, 0);
    code_csr(&w->code, R_LOCAL_ITEM, CSR_THREAD_X);
    code_csr(&w->code, R_GROUP, CSR_GROUP_X);
    code_csr(&w->code, R_T0, CSR_BLOCK_X);
    code_r(&w->code, OP_MUL, R_ITEM, R_GROUP, R_T0);
    code_r(&w->code, OP_ADD, R_ITEM, R_ITEM, R_LOCAL_ITEM);
    rv32_write_zeros(w);
}

static bool encode(const struct tree *tree, const struct shape *shape, struct binary *binary)
{
    (void)shape;
    struct rv32_writer w = {.tree = tree, .binary = binary, .code.split = UINT32_MAX,
                            .barrier = write_barrier, .branch = write_branch, .loop = write_loop};
    struct text notes = {0};
    write_start(&w);
    rv32_write_list(&w, tree->first);
    code_i(&w.code, OP_ADDI, R_RA, R_RETURN, 0);
    code_i(&w.code, OP_JALR, 0, R_RA, 0);
    rv32_write_functions(&w);
    text_add(&notes, "kernel kernel local=%u\narg in global uint*\narg out global uint*\n"
                     "arg launch value uint 4\n", 4 * tree_local_words(tree));
    rv32_write_elf(&w, text_string(&notes), 4 * tree_local_words(tree), &binary->bytes);
    text_free(&notes);
    binary->wrong = w.code.wrong;
    return !binary->wrong;
}

const struct encoder encoder_rv32 = {
    .name = "rv32", .isa = "rv32", .model = "fermi", .file = "kernel.elf",
    .features = FEATURE_ATOMICS | FEATURE_LOCAL | FEATURE_DIVIDE | FEATURE_ANY_BLOCK |
                FEATURE_SHIFTS | FEATURE_CALLS | FEATURE_LAUNCHES,
    .encode = encode,
};
