/* SPDX-License-Identifier: Apache-2.0 */
/* encode_sim_d.c - a tree as a program of Sim-D, in its assembly language (docs/sim-d.md).
 *
 * Lanes are masked: a branch sends those of the other side to its label and pops. A predicate that
 * decides a branch is 0 in lanes that are off; so all deeper ones are cleared before a branch. */
#include <stdarg.h>

#include "campaign/encoder.h"

enum { V_COUNTER = 8, V_T0 = 12, V_T1 = 13, V_ITEM = 16, V_LOCAL_ITEM = 17, V_GROUP = 18 };
enum { BUFFER_IN = 0, BUFFER_OUT = 1, OUT_ADDRESS = 0x10000, WORK_ITEMS = 1024 };

struct sas_writer {
    const struct tree *tree;
    struct text *out;
    uint32_t depth, loops, labels;
};

static void write_list(struct sas_writer *w, const struct statement *list);

__attribute__((format(printf, 2, 3))) static void emit(struct sas_writer *w, const char *format,
                                                        ...)
{
    va_list list;
    va_start(list, format);
    text_add(w->out, "    ");
    text_add_list(w->out, format, list);
    text_add(w->out, "\n");
    va_end(list);
}

static void place(struct sas_writer *w, uint32_t label)
{
    text_add(w->out, "l%u:\n", label);
}

/* ---- values ---- */

/* The vector register of an operand; a constant goes to `scratch`. */
static uint32_t value(struct sas_writer *w, struct operand operand, uint32_t scratch)
{
    switch (operand.kind) {
    case OPERAND_VARIABLE: return operand.value;
    case OPERAND_ITEM: return V_ITEM;
    case OPERAND_LOCAL: return V_LOCAL_ITEM;
    case OPERAND_GROUP: return V_GROUP;
    case OPERAND_LAUNCH: /* there is one */
    case OPERAND_CONSTANT: break;
    }
    emit(w, "mov v%u, 0x%x", scratch, operand.value);
    return scratch;
}

static void write_float(struct sas_writer *w, uint32_t target, uint32_t a, uint32_t b)
{
    emit(w, "and v%d, v%u, 0xfff", V_T0, a);
    emit(w, "and v%d, v%u, 0xfff", V_T1, b);
    emit(w, "cvt.i2f v%d, v%d", V_T0, V_T0);
    emit(w, "cvt.i2f v%d, v%d", V_T1, V_T1);
    emit(w, "mul v%d, v%d, v%d", V_T1, V_T0, V_T1);
    emit(w, "add v%d, v%d, v%d", V_T1, V_T0, V_T1);
    emit(w, "cvt.f2i v%u, v%d", target, V_T1);
}

/* SHR is arithmetic: the bits that came in go. */
static void write_shift(struct sas_writer *w, const struct statement *s, uint32_t a)
{
    uint32_t bits = s->b.value & 31;
    emit(w, "%s v%u, v%u, %u", s->operation == OPERATION_SHL ? "shl" : "shr", s->target, a, bits);
    if (s->operation == OPERATION_SHR && bits)
        emit(w, "and v%u, v%u, 0x%x", s->target, s->target, UINT32_MAX >> bits);
}

static void write_operation(struct sas_writer *w, const struct statement *s)
{
    static const char *const words[OPERATIONS] = {
        [OPERATION_ADD] = "iadd", [OPERATION_SUB] = "isub", [OPERATION_MUL] = "imul",
        [OPERATION_AND] = "and",  [OPERATION_OR] = "or",    [OPERATION_XOR] = "xor"};
    uint32_t a = value(w, s->a, V_T0);
    if (s->operation == OPERATION_SHL || s->operation == OPERATION_SHR)
        write_shift(w, s, a);
    else if (s->operation == OPERATION_FLOAT)
        write_float(w, s->target, a, value(w, s->b, V_T1));
    else
        emit(w, "%s v%u, v%u, v%u", words[s->operation], s->target, a, value(w, s->b, V_T1));
}

/* ---- memory ---- */

static void write_load(struct sas_writer *w, const struct statement *s)
{
    emit(w, "shl v%d, v%u, %u", V_T0, value(w, s->a, V_T0), s->number);
    emit(w, "and v%d, v%d, %d", V_T0, V_T0, INPUT_WORDS - 1);
    emit(w, "movvsp vc.mem_idx, v%d", V_T0);
    emit(w, "ldgidxit v%u, %d", s->target, BUFFER_IN);
}

static void write_slot_load(struct sas_writer *w, const struct statement *s)
{
    emit(w, "ldglin v%u, %d, 0, %u", s->target, BUFFER_OUT, s->number);
}

static void write_slot_store(struct sas_writer *w, const struct statement *s)
{
    emit(w, "stglin v%u, %d, 0, %u", value(w, s->a, V_T0), BUFFER_OUT, s->number);
}

/* ---- branches and loops ---- */

/* The predicate of this depth := whether the condition holds, or whether it does not */
static void write_condition(struct sas_writer *w, const struct condition *c, bool holds)
{
    static const char *const words[COMPARISONS][2] = {
        [COMPARE_EQUAL] = {"nz", "ez"}, [COMPARE_DIFFERENT] = {"ez", "nz"},
        [COMPARE_LESS] = {"ge", "l"},   [COMPARE_NOT_LESS] = {"l", "ge"}};
    emit(w, "and v%d, v%u, 0x%x", V_T0, value(w, c->value, V_T0), c->mask);
    emit(w, "isub v%d, v%d, %u", V_T0, V_T0, c->constant);
    emit(w, "itest.%s p%u, v%d", words[c->comparison][holds], w->depth, V_T0);
}

static void clear_predicates(struct sas_writer *w, uint32_t first)
{
    if (first < DEPTH_MAX)
        emit(w, "mov v%d, 0", V_T0);
    for (; first < DEPTH_MAX; first++)
        emit(w, "itest.nz p%u, v%d", first, V_T0);
}

static void write_inside(struct sas_writer *w, const struct statement *list, bool loop)
{
    w->depth++;
    w->loops += loop;
    write_list(w, list);
    w->loops -= loop;
    w->depth--;
}

static void write_branch(struct sas_writer *w, const struct statement *s)
{
    uint32_t end = w->labels++, other = w->labels++;
    write_condition(w, &s->condition, false);
    clear_predicates(w, w->depth + 1);
    emit(w, "cpush.if l%u", end);
    if (s->other)
        emit(w, "bra l%u, p%u", other, w->depth);
    else
        emit(w, "cmask p%u", w->depth);
    write_inside(w, s->body, false);
    emit(w, "cpop");
    if (s->other) {
        place(w, other);
        write_inside(w, s->other, false);
        emit(w, "cpop");
    }
    place(w, end);
}

/* The scalar counter is what bounds the loop: no lane stays longer. */
static void write_round_end(struct sas_writer *w, uint32_t most, uint32_t start)
{
    emit(w, "sisub s%u, s%u, 1", w->loops, w->loops);
    text_add(w->out, "#bound branchcycle %u 1 0\n", most - 1);
    emit(w, "sicj.g l%u, s%u", start, w->loops);
}

static void leave_if_done(struct sas_writer *w)
{
    emit(w, "itest.ez p%u, v%u", w->depth, V_COUNTER + w->loops);
    emit(w, "brk p%u", w->depth);
}

/* Lanes leave one by one. */
static void write_parting_loop(struct sas_writer *w, const struct statement *s)
{
    uint32_t start = w->labels++, end = w->labels++, counter = V_COUNTER + w->loops;
    emit(w, "and v%u, v%u, 0x%x", counter, value(w, s->a, V_T0), s->mask);
    emit(w, "iadd v%u, v%u, %u", counter, counter, s->least);
    clear_predicates(w, w->depth + 1);
    emit(w, "smov s%u, %u", w->loops, loop_most(s));
    emit(w, "cpush.brk l%u", end);
    place(w, start);
    if (!s->tests_below)
        leave_if_done(w);
    write_inside(w, s->body, true);
    emit(w, "isub v%u, v%u, 1", counter, counter);
    if (s->leaves) {
        write_condition(w, &s->condition, true);
        emit(w, "brk p%u", w->depth);
    }
    if (s->tests_below)
        leave_if_done(w);
    write_round_end(w, loop_most(s), start);
    emit(w, "cpop");
    place(w, end);
}

static void write_loop(struct sas_writer *w, const struct statement *s)
{
    uint32_t start;
    if (!loop_most(s))
        return;
    if (s->mask || s->leaves) {
        write_parting_loop(w, s);
        return;
    }
    start = w->labels++;
    emit(w, "smov s%u, %u", w->loops, s->least);
    place(w, start);
    write_inside(w, s->body, true);
    write_round_end(w, s->least, start);
}

/* ---- the program ---- */

static void (*const writers[STATEMENTS])(struct sas_writer *w, const struct statement *s) = {
    [STATEMENT_OPERATION] = write_operation, [STATEMENT_LOAD] = write_load,
    [STATEMENT_SLOT_LOAD] = write_slot_load, [STATEMENT_SLOT_STORE] = write_slot_store,
    [STATEMENT_BRANCH] = write_branch,       [STATEMENT_LOOP] = write_loop,
};

static void write_list(struct sas_writer *w, const struct statement *list)
{
    for (; list; list = list->next)
        writers[list->kind](w, list);
}

static void write_start(struct sas_writer *w)
{
    text_add(w->out, ".data\n    %d 0x0 %d 1\n    %d 0x%x %u %d\n.text\n", BUFFER_IN, INPUT_WORDS,
             BUFFER_OUT, OUT_ADDRESS, tree_items(w->tree), SLOTS);
    emit(w, "mov v%d, vc.tid_x", V_ITEM);
    emit(w, "mov v%d, vc.lid_x", V_LOCAL_ITEM);
    emit(w, "shr v%d, v%d, %d", V_GROUP, V_ITEM, __builtin_ctz(WORK_ITEMS));
    for (uint32_t i = 0; i < VARIABLES; i++)
        emit(w, "mov v%u, 0", i);
    clear_predicates(w, 0);
}

static bool encode(const struct tree *tree, const struct shape *shape, struct binary *binary)
{
    (void)shape;
    struct sas_writer w = {.tree = tree, .out = &binary->bytes};
    write_start(&w);
    write_list(&w, tree->first);
    emit(&w, "exit");
    return true;
}

const struct encoder encoder_sim_d = {
    .name = "sim-d", .isa = "sim-d", .file = "kernel.sas", .encode = encode,
};
