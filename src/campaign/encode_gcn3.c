/* SPDX-License-Identifier: Apache-2.0 */
/* encode_gcn3.c - a tree as code of GCN3 or GCN5, with the patterns of LLVM's compiler for branches
 * and loops: lanes are masked in EXEC, and whole wavefronts jump over what no lane wants.
 *
 * GCN5 has sums without a carry, device memory as a segment of its own with a scalar base, and
 * local memory that needs no M0. */
#include "campaign/encoder.h"
#include "campaign/gcn3_code.h"
#include "campaign/gcn3_object.h"

enum {
    S_GROUP = 2, S_IN = 4, S_OUT = 6, S_TEMPORARY = 8, S_LAUNCH = 10, S_CALLED = 12, S_LINK = 30,
    S_MASK = 32, S_COUNTER = 48,
    V_LOCAL_ITEM = 0, V_ITEM = 1, V_VARIABLE = 2, V_COUNTER = 8, V_T0 = 12, V_T1 = 13, V_T2 = 14,
    V_ADDRESS = 16, WAIT_ALL = 0x70,
};

struct gcn3_writer {
    const struct tree *tree;
    struct binary *binary;
    struct gcn3_code code;
    struct functions functions;
    bool gcn5;
    uint32_t depth, loops;
    uint32_t pending; /* variables that a load has not written yet */
};

static void write_list(struct gcn3_writer *w, const struct statement *list);

/* ---- values ---- */

static void settle(struct gcn3_writer *w)
{
    if (w->pending)
        gcn3_sopp(&w->code, S_WAITCNT, WAIT_ALL);
    w->pending = 0;
}

/* The vector register of an operand; what is none goes to `scratch`. */
static uint32_t value(struct gcn3_writer *w, struct operand operand, uint32_t scratch)
{
    switch (operand.kind) {
    case OPERAND_VARIABLE:
        if (w->pending >> operand.value & 1)
            settle(w);
        return V_VARIABLE + operand.value;
    case OPERAND_ITEM: return V_ITEM;
    case OPERAND_LOCAL: return V_LOCAL_ITEM;
    case OPERAND_GROUP: gcn3_vop1(&w->code, V_MOV, scratch, gcn3_scalar(S_GROUP)); break;
    case OPERAND_LAUNCH: gcn3_vop1(&w->code, V_MOV, scratch, gcn3_scalar(S_LAUNCH)); break;
    case OPERAND_CONSTANT: gcn3_vop1(&w->code, V_MOV, scratch, gcn3_number(operand.value)); break;
    }
    return scratch;
}

static uint32_t target(struct gcn3_writer *w, const struct statement *s)
{
    if (w->pending >> s->target & 1)
        settle(w);
    return V_VARIABLE + s->target;
}

static void write_add(struct gcn3_writer *w, uint32_t dst, struct gcn3_source a, uint32_t b)
{
    gcn3_vop2(&w->code, w->gcn5 ? V_ADD_U32 : V_ADD_CARRY, dst, a, b);
}

static void write_float(struct gcn3_writer *w, uint32_t dst, uint32_t a, uint32_t b)
{
    gcn3_vop2(&w->code, V_AND, V_T0, gcn3_number(0xfff), a);
    gcn3_vop2(&w->code, V_AND, V_T1, gcn3_number(0xfff), b);
    gcn3_vop1(&w->code, V_CVT_F32_U32, V_T0, gcn3_vector(V_T0));
    gcn3_vop1(&w->code, V_CVT_F32_U32, V_T1, gcn3_vector(V_T1));
    gcn3_vop2(&w->code, V_MUL_F32, V_T1, gcn3_vector(V_T0), V_T1);
    gcn3_vop2(&w->code, V_ADD_F32, V_T1, gcn3_vector(V_T0), V_T1);
    gcn3_vop1(&w->code, V_CVT_U32_F32, dst, gcn3_vector(V_T1));
}

static void write_less(struct gcn3_writer *w, uint32_t dst, uint32_t a, uint32_t b)
{
    gcn3_vopc(&w->code, V_CMP_LT, gcn3_vector(a), b);
    gcn3_vop1(&w->code, V_MOV, V_T2, gcn3_number(1));
    gcn3_vop2(&w->code, V_CNDMASK, dst, gcn3_number(0), V_T2);
}

static void write_operation(struct gcn3_writer *w, const struct statement *s)
{
    static const enum gcn3_vop2 words[OPERATIONS] = {
        [OPERATION_AND] = V_AND,     [OPERATION_OR] = V_OR,      [OPERATION_XOR] = V_XOR,
        [OPERATION_SHL] = V_LSHLREV, [OPERATION_SHR] = V_LSHRREV};
    bool reversed = s->operation == OPERATION_SHL || s->operation == OPERATION_SHR;
    uint32_t a = value(w, s->a, V_T0), b = value(w, s->b, V_T1), dst = target(w, s);
    switch (s->operation) {
    case OPERATION_ADD: write_add(w, dst, gcn3_vector(a), b); break;
    case OPERATION_SUB:
        gcn3_vop2(&w->code, w->gcn5 ? V_SUB_U32 : V_SUB_CARRY, dst, gcn3_vector(a), b);
        break;
    case OPERATION_MUL: gcn3_mul(&w->code, dst, a, b); break;
    case OPERATION_LESS: write_less(w, dst, a, b); break;
    case OPERATION_FLOAT: write_float(w, dst, a, b); break;
    default:
        gcn3_vop2(&w->code, words[s->operation], dst, gcn3_vector(reversed ? b : a),
                  reversed ? a : b);
    }
}

/* ---- memory ---- */

/* A word of a buffer: V_T1 counts from its pointer in a pair of scalar registers. */
struct word_of {
    uint32_t base;
    uint32_t bytes; /* in addition */
};

/* GCN3 adds up 64 bits; so does GCN5 where it uses the same instruction. */
static void write_address(struct gcn3_writer *w, struct word_of word)
{
    if (word.bytes)
        write_add(w, V_T1, gcn3_number(word.bytes), V_T1);
    gcn3_vop2(&w->code, V_ADD_CARRY, V_ADDRESS, gcn3_scalar(word.base), V_T1);
    gcn3_vop1(&w->code, V_MOV, V_ADDRESS + 1, gcn3_scalar(word.base + 1));
    gcn3_vop2(&w->code, V_ADDC_U32, V_ADDRESS + 1, gcn3_number(0), V_ADDRESS + 1);
}

static void write_global(struct gcn3_writer *w, enum gcn3_flat op, uint32_t dst,
                         struct word_of word, uint32_t data)
{
    bool short_way = w->gcn5 && word.bytes <= GCN5_BYTES_MAX;
    gcn3_vop2(&w->code, V_LSHLREV, V_T1, gcn3_number(2), V_T1);
    if (!short_way)
        write_address(w, word);
    if (short_way)
        gcn5_global(&w->code, op, dst, word.base, V_T1, word.bytes, data);
    else
        gcn3_flat(&w->code, op, dst, V_ADDRESS, data);
}

static void note_load(struct gcn3_writer *w, const struct statement *s)
{
    w->pending |= 1u << s->target;
}

static void write_load(struct gcn3_writer *w, const struct statement *s)
{
    gcn3_vop2(&w->code, V_LSHLREV, V_T1, gcn3_number(s->number), value(w, s->a, V_T0));
    gcn3_vop2(&w->code, V_AND, V_T1, gcn3_number(INPUT_WORDS - 1), V_T1);
    write_global(w, FLAT_LOAD, target(w, s), (struct word_of){S_IN, 0}, 0);
    note_load(w, s);
}

static struct word_of slot_of(const struct gcn3_writer *w, const struct statement *s)
{
    return (struct word_of){S_OUT, 4 * s->number * tree_items(w->tree)};
}

static void write_slot_load(struct gcn3_writer *w, const struct statement *s)
{
    gcn3_vop1(&w->code, V_MOV, V_T1, gcn3_vector(V_ITEM));
    write_global(w, FLAT_LOAD, target(w, s), slot_of(w, s), 0);
    note_load(w, s);
}

static void write_slot_store(struct gcn3_writer *w, const struct statement *s)
{
    uint32_t a = value(w, s->a, V_T0);
    gcn3_vop1(&w->code, V_MOV, V_T1, gcn3_vector(V_ITEM));
    write_global(w, FLAT_STORE, 0, slot_of(w, s), a);
}

static void write_atomic(struct gcn3_writer *w, const struct statement *s)
{
    static const enum gcn3_flat words[ATOMICS] = {FLAT_ADD, FLAT_AND, FLAT_OR, FLAT_XOR, FLAT_UMAX};
    uint32_t first = SLOTS * tree_items(w->tree) + COUNTERS * s->operation;
    gcn3_vop2(&w->code, V_AND, V_T1, gcn3_number(COUNTERS - 1), value(w, s->a, V_T0));
    uint32_t b = value(w, s->b, V_T0);
    write_global(w, words[s->operation], 0, (struct word_of){S_OUT, 4 * first}, b);
}

/* V_T1 := address of the work-item's own word, behind those for exchanges */
static void write_own_address(struct gcn3_writer *w)
{
    struct gcn3_source block = gcn3_number(w->tree->block);
    if (w->gcn5 && block.field != S_LITERAL) {
        gcn5_add_lshl(&w->code, V_T1, gcn3_vector(V_LOCAL_ITEM), block, gcn3_number(2));
        return;
    }
    write_add(w, V_T1, block, V_LOCAL_ITEM);
    gcn3_vop2(&w->code, V_LSHLREV, V_T1, gcn3_number(2), V_T1);
}

static void write_local_load(struct gcn3_writer *w, const struct statement *s)
{
    write_own_address(w);
    gcn3_ds(&w->code, DS_READ, target(w, s), V_T1, 0);
    note_load(w, s);
}

static void write_local_store(struct gcn3_writer *w, const struct statement *s)
{
    write_own_address(w);
    gcn3_ds(&w->code, DS_WRITE, 0, V_T1, value(w, s->a, V_T0));
}

static void write_barrier(struct gcn3_writer *w)
{
    gcn3_sopp(&w->code, S_WAITCNT, WAIT_ALL);
    w->pending = 0;
    gcn3_sopp(&w->code, S_BARRIER, 0);
}

/* The word of another work-item: (own number + distance) modulo the size of the group. */
static void write_exchange(struct gcn3_writer *w, const struct statement *s)
{
    gcn3_vop2(&w->code, V_LSHLREV, V_T1, gcn3_number(2), V_LOCAL_ITEM);
    gcn3_ds(&w->code, DS_WRITE, 0, V_T1, value(w, s->a, V_T0));
    write_barrier(w);
    write_add(w, V_T1, gcn3_number(s->number), V_LOCAL_ITEM);
    write_add(w, V_T0, gcn3_number(-w->tree->block), V_T1);
    gcn3_vop2(&w->code, V_MIN_U32, V_T1, gcn3_vector(V_T0), V_T1);
    gcn3_vop2(&w->code, V_LSHLREV, V_T1, gcn3_number(2), V_T1);
    gcn3_ds(&w->code, DS_READ, target(w, s), V_T1, 0);
    write_barrier(w);
}

/* ---- conditions ---- */

/* VCC := lanes for which it holds; none of those that are off */
static void write_condition(struct gcn3_writer *w, const struct condition *c)
{
    static const enum gcn3_vopc words[COMPARISONS] = {
        [COMPARE_EQUAL] = V_CMP_EQ, [COMPARE_DIFFERENT] = V_CMP_NE,
        [COMPARE_LESS] = V_CMP_GT,  [COMPARE_NOT_LESS] = V_CMP_LE}; /* constant against value */
    gcn3_vop2(&w->code, V_AND, V_T1, gcn3_number(c->mask), value(w, c->value, V_T0));
    gcn3_vopc(&w->code, words[c->comparison], gcn3_number(c->constant), V_T1);
}

static struct gcn3_source shared_source(struct operand operand)
{
    return operand.kind == OPERAND_GROUP    ? gcn3_scalar(S_GROUP)
           : operand.kind == OPERAND_LAUNCH ? gcn3_scalar(S_LAUNCH)
                                            : gcn3_number(operand.value);
}

/* SCC := whether it holds, which the whole wavefront agrees on */
static void write_shared_condition(struct gcn3_writer *w, const struct condition *c)
{
    static const enum gcn3_sopc words[COMPARISONS] = {
        [COMPARE_EQUAL] = S_CMP_EQ, [COMPARE_DIFFERENT] = S_CMP_LG,
        [COMPARE_LESS] = S_CMP_LT,  [COMPARE_NOT_LESS] = S_CMP_GE};
    gcn3_sop1(&w->code, S_MOV_B32, S_TEMPORARY, shared_source(c->value));
    gcn3_sop2(&w->code, S_AND_B32, S_TEMPORARY, gcn3_scalar(S_TEMPORARY), gcn3_number(c->mask));
    gcn3_sopc(&w->code, words[c->comparison], gcn3_scalar(S_TEMPORARY), gcn3_number(c->constant));
}

/* ---- branches ---- */

static void write_inside(struct gcn3_writer *w, const struct statement *list, bool loop)
{
    settle(w);
    w->depth++;
    w->loops += loop;
    write_list(w, list);
    w->loops -= loop;
    w->depth--;
    settle(w);
}

static void write_shared_branch(struct gcn3_writer *w, const struct statement *s)
{
    write_shared_condition(w, &s->condition);
    uint32_t to_other = gcn3_branch(&w->code, S_CBRANCH_SCC0);
    write_inside(w, s->body, false);
    if (!s->other) {
        gcn3_target(&w->code, to_other, w->code.count);
        return;
    }
    uint32_t over = gcn3_branch(&w->code, S_BRANCH);
    gcn3_target(&w->code, to_other, w->code.count);
    write_inside(w, s->other, false);
    gcn3_target(&w->code, over, w->code.count);
}

static void write_other_side(struct gcn3_writer *w, const struct statement *s,
                             struct gcn3_source mask)
{
    gcn3_sop1(&w->code, S_OR_SAVEEXEC, mask.field, mask);
    gcn3_sop2(&w->code, S_XOR_B64, S_EXEC, gcn3_scalar(S_EXEC), mask);
    uint32_t over = gcn3_branch(&w->code, S_CBRANCH_EXECZ);
    write_inside(w, s->other, false);
    gcn3_target(&w->code, over, w->code.count);
}

static void write_branch(struct gcn3_writer *w, const struct statement *s)
{
    struct gcn3_source mask = gcn3_scalar(S_MASK + 4 * w->depth), exec = gcn3_scalar(S_EXEC);
    if (operand_is_shared(s->condition.value)) {
        write_shared_branch(w, s);
        return;
    }
    write_condition(w, &s->condition);
    settle(w);
    gcn3_sop1(&w->code, S_AND_SAVEEXEC, mask.field, gcn3_scalar(S_VCC));
    if (s->other)
        gcn3_sop2(&w->code, S_XOR_B64, mask.field, exec, mask);
    uint32_t over = gcn3_branch(&w->code, S_CBRANCH_EXECZ);
    write_inside(w, s->body, false);
    gcn3_target(&w->code, over, w->code.count);
    if (s->other)
        write_other_side(w, s, mask);
    gcn3_sop2(&w->code, S_OR_B64, S_EXEC, exec, mask);
}

/* ---- loops ---- */

static void note_loop(struct gcn3_writer *w, uint32_t header, const struct statement *loop)
{
    if (loop->mask || loop->leaves)
        binary_loop(w->binary, gcn3_object_address(header), loop_most(loop));
}

static void write_shared_loop(struct gcn3_writer *w, const struct statement *s)
{
    uint32_t counter = S_COUNTER + w->loops, exit = 0, left = 0;
    struct gcn3_source count = gcn3_scalar(counter);
    gcn3_sop1(&w->code, S_MOV_B32, counter, shared_source(s->a));
    gcn3_sop2(&w->code, S_AND_B32, counter, count, gcn3_number(s->mask));
    gcn3_sop2(&w->code, S_ADD_U32, counter, count, gcn3_number(s->least));
    settle(w);
    uint32_t header = w->code.count;
    if (!s->tests_below) {
        gcn3_sopc(&w->code, S_CMP_EQ, count, gcn3_number(0));
        exit = gcn3_branch(&w->code, S_CBRANCH_SCC1);
    }
    write_inside(w, s->body, true);
    if (s->leaves) {
        write_shared_condition(w, &s->condition);
        left = gcn3_branch(&w->code, S_CBRANCH_SCC1);
    }
    gcn3_sop2(&w->code, S_SUB_U32, counter, count, gcn3_number(1));
    if (s->tests_below)
        gcn3_sopc(&w->code, S_CMP_LG, count, gcn3_number(0));
    gcn3_target(&w->code, gcn3_branch(&w->code, s->tests_below ? S_CBRANCH_SCC1 : S_BRANCH),
                header);
    if (!s->tests_below)
        gcn3_target(&w->code, exit, w->code.count);
    if (s->leaves)
        gcn3_target(&w->code, left, w->code.count);
    note_loop(w, header, s);
}

/* The lanes that are done gather in a mask; the last one ends the loop. */
static void write_rounds(struct gcn3_writer *w, const struct statement *s, uint32_t counter,
                         struct gcn3_source done)
{
    struct gcn3_source exec = gcn3_scalar(S_EXEC), vcc = gcn3_scalar(S_VCC);
    gcn3_sop1(&w->code, S_MOV_B64, done.field, gcn3_number(0));
    uint32_t header = w->code.count;
    write_inside(w, s->body, true);
    write_add(w, counter, gcn3_number(0xffffffff), counter);
    gcn3_vopc(&w->code, V_CMP_EQ, gcn3_number(0), counter);
    gcn3_sop2(&w->code, S_OR_B64, done.field, vcc, done);
    if (s->leaves) {
        write_condition(w, &s->condition);
        gcn3_sop2(&w->code, S_OR_B64, done.field, vcc, done);
    }
    gcn3_sop2(&w->code, S_ANDN2_B64, S_EXEC, exec, done);
    gcn3_target(&w->code, gcn3_branch(&w->code, S_CBRANCH_EXECNZ), header);
    gcn3_sop2(&w->code, S_OR_B64, S_EXEC, exec, done);
    note_loop(w, header, s);
}

static void write_loop(struct gcn3_writer *w, const struct statement *s)
{
    uint32_t counter = V_COUNTER + w->loops, over = 0;
    struct gcn3_source mask = gcn3_scalar(S_MASK + 4 * w->depth);
    struct gcn3_source done = gcn3_scalar(S_MASK + 4 * w->depth + 2);
    if (loop_is_shared(s)) {
        write_shared_loop(w, s);
        return;
    }
    gcn3_vop2(&w->code, V_AND, counter, gcn3_number(s->mask), value(w, s->a, V_T0));
    write_add(w, counter, gcn3_number(s->least), counter);
    settle(w);
    if (!s->tests_below) {
        gcn3_vopc(&w->code, V_CMP_NE, gcn3_number(0), counter);
        gcn3_sop1(&w->code, S_AND_SAVEEXEC, mask.field, gcn3_scalar(S_VCC));
        over = gcn3_branch(&w->code, S_CBRANCH_EXECZ);
    }
    write_rounds(w, s, counter, done);
    if (!s->tests_below) {
        gcn3_target(&w->code, over, w->code.count);
        gcn3_sop2(&w->code, S_OR_B64, S_EXEC, gcn3_scalar(S_EXEC), mask);
    }
}

/* ---- calls ---- */

static void write_call(struct gcn3_writer *w, const struct statement *s)
{
    settle(w);
    if (!functions_note(&w->functions, gcn3_call(&w->code, S_LINK, S_CALLED), s->number))
        w->code.wrong = "too many calls";
}

static void write_functions(struct gcn3_writer *w)
{
    const struct functions *functions = &w->functions;
    w->depth = CALL_DEPTH;
    w->loops = CALL_LOOPS;
    for (uint32_t i = 0; i < FUNCTIONS_MAX; i++) {
        if (!tree_calls(w->tree, i))
            continue;
        w->functions.first[i] = w->code.count;
        write_list(w, w->tree->functions[i]);
        settle(w);
        gcn3_sop1(&w->code, S_SETPC, 0, gcn3_scalar(S_LINK));
    }
    for (uint32_t i = 0; i < functions->count; i++)
        gcn3_call_target(&w->code, functions->calls[i].at,
                         functions->first[functions->calls[i].function]);
}

/* ---- the kernel ---- */

static void (*const writers[STATEMENTS])(struct gcn3_writer *w, const struct statement *s) = {
    [STATEMENT_OPERATION] = write_operation,     [STATEMENT_LOAD] = write_load,
    [STATEMENT_SLOT_LOAD] = write_slot_load,     [STATEMENT_SLOT_STORE] = write_slot_store,
    [STATEMENT_ATOMIC] = write_atomic,           [STATEMENT_LOCAL_LOAD] = write_local_load,
    [STATEMENT_LOCAL_STORE] = write_local_store, [STATEMENT_EXCHANGE] = write_exchange,
    [STATEMENT_BRANCH] = write_branch,           [STATEMENT_LOOP] = write_loop,
    [STATEMENT_CALL] = write_call,
};

static void write_list(struct gcn3_writer *w, const struct statement *list)
{
    for (; list; list = list->next)
        writers[list->kind](w, list);
}

/* s[0:1]: arguments, s2: the group; v0: the work-item in its group */
static void write_start(struct gcn3_writer *w)
{
    gcn3_load_arguments(&w->code, S_LOAD_DWORDX4, S_IN, 0);
    gcn3_load_arguments(&w->code, S_LOAD_DWORD, S_LAUNCH, 16);
    if (!w->gcn5)
        gcn3_sop1(&w->code, S_MOV_B32, S_M0, gcn3_number(0xffffffff));
    gcn3_sop2(&w->code, S_MUL_I32, S_TEMPORARY, gcn3_scalar(S_GROUP), gcn3_number(w->tree->block));
    write_add(w, V_ITEM, gcn3_scalar(S_TEMPORARY), V_LOCAL_ITEM);
    for (uint32_t i = 0; i < VARIABLES; i++)
        gcn3_vop1(&w->code, V_MOV, V_VARIABLE + i, gcn3_number(0));
    if (tree_has(w->tree, STATEMENT_LOCAL_LOAD)) {
        write_own_address(w);
        gcn3_ds(&w->code, DS_WRITE, 0, V_T1, V_VARIABLE);
    }
    gcn3_sopp(&w->code, S_WAITCNT, WAIT_ALL);
}

static bool encode(const struct tree *tree, bool gcn5, struct binary *binary)
{
    struct gcn3_writer w = {.tree = tree, .binary = binary, .gcn5 = gcn5};
    write_start(&w);
    write_list(&w, tree->first);
    settle(&w);
    gcn3_sopp(&w.code, S_ENDPGM, 0);
    write_functions(&w);
    gcn3_write_object(&w.code, &w.functions, 4 * tree_local_words(tree), gcn5, &binary->bytes);
    binary->wrong = w.code.wrong;
    return !binary->wrong;
}

static bool encode_gcn3(const struct tree *tree, const struct shape *shape, struct binary *binary)
{
    (void)shape;
    return encode(tree, false, binary);
}

static bool encode_gcn5(const struct tree *tree, const struct shape *shape, struct binary *binary)
{
    (void)shape;
    return encode(tree, true, binary);
}

enum { FEATURES = FEATURE_ATOMICS | FEATURE_LOCAL | FEATURE_ANY_BLOCK | FEATURE_SHIFTS |
                  FEATURE_CALLS | FEATURE_LAUNCHES };

const struct encoder encoder_gcn3 = {
    .name = "gcn3", .isa = "gcn3", .version = "gcn3", .file = "kernel.hsaco",
    .features = FEATURES, .encode = encode_gcn3,
};

const struct encoder encoder_gcn5 = {
    .name = "gcn5", .isa = "gcn3", .version = "gcn5", .file = "kernel.hsaco",
    .features = FEATURES, .encode = encode_gcn5,
};
