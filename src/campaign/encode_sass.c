/* SPDX-License-Identifier: Apache-2.0 */
/* encode_sass.c - a tree as SASS of Maxwell and Pascal, with the patterns of ptxas: SSY before
 * lanes part, SYNC where they meet. */
#include "campaign/encoder.h"
#include "campaign/sass_code.h"

enum {
    R_LOCAL_ITEM = 0, R_ITEM = 2, R_GROUP = 3, R_IN = 4, R_OUT = 6, R_VARIABLE = 8,
    R_COUNTER = 14, R_LAUNCH = 17, R_T0 = 20, R_T1 = 21, R_T2 = 22, R_ADDRESS = 24, REGISTERS = 32,
};
static const uint64_t word_mov32 = 0x010000000000f000, word_mov_const = 0x4c98078000000000,
    word_iadd = 0x5c10000000000000, word_isub = 0x5c11000000000000, word_imul = 0x5c38000000000000,
    word_and = 0x5c47000000000000, word_or = 0x5c47020000000000, word_xor = 0x5c47040000000000,
    word_shl = 0x5c48000000000000, word_shr = 0x5c28000000000000, word_shl_by = 0x3848000000000000,
    word_and32 = 0x0400000000000000, word_add32 = 0x1c00000000000000, word_sel = 0x5ca0000000000000,
    word_i2f = 0x5cb8000000000a00, word_f2i = 0x5cb0018000000a00, word_fmul = 0x5c68000000000000,
    word_fadd = 0x5c58000000000000, word_s2r = 0xf0c8000000000000, word_ldg = 0xeed4200000000000,
    word_stg = 0xeedc200000000000, word_lds = 0xef4c000000000000, word_sts = 0xef5c000000000000,
    word_red = 0xebf9000000000000, word_bar = 0xf0a81b8000000000, word_bra = 0xe24000000000000f,
    word_cal = 0xe260000000000040, word_ret = 0xe32000000000000f, word_ssy = 0xe290000000000000,
    word_sync = 0xf0f800000000000f, word_exit = 0xe30000000000000f,
    carry_out = 1ull << 47, carry_in = 1ull << 43;

struct sass_writer {
    const struct tree *tree;
    struct sass_code code;
    struct functions functions;
    uint32_t loops;
    uint32_t pending; /* variables that a load has not written yet */
};

static void write_list(struct sass_writer *w, const struct statement *list);

static void put(struct sass_writer *w, uint64_t bits, uint32_t d, uint32_t a, uint64_t b)
{
    sass_put(&w->code, bits, d, a, b, SASS_FIXED);
}

/* ---- values ---- */

static void settle(struct sass_writer *w)
{
    if (w->pending)
        w->code.waits |= 1u << SASS_LOADS;
    w->pending = 0;
}

static uint32_t value(struct sass_writer *w, struct operand operand, uint32_t scratch)
{
    switch (operand.kind) {
    case OPERAND_VARIABLE:
        if (w->pending >> operand.value & 1)
            settle(w);
        return R_VARIABLE + operand.value;
    case OPERAND_ITEM: return R_ITEM;
    case OPERAND_LOCAL: return R_LOCAL_ITEM;
    case OPERAND_GROUP: return R_GROUP;
    case OPERAND_LAUNCH: return R_LAUNCH;
    case OPERAND_CONSTANT: break;
    }
    put(w, word_mov32, scratch, 0, operand.value);
    return scratch;
}

static uint32_t target(struct sass_writer *w, const struct statement *s)
{
    if (w->pending >> s->target & 1)
        settle(w);
    return R_VARIABLE + s->target;
}

static void write_float(struct sass_writer *w, uint32_t d, uint32_t a, uint32_t b)
{
    put(w, word_and32, R_T0, a, 0xfff);
    put(w, word_and32, R_T1, b, 0xfff);
    sass_put(&w->code, word_i2f, R_T0, 0, R_T0, SASS_RESULT);
    sass_put(&w->code, word_i2f, R_T1, 0, R_T1, SASS_RESULT);
    put(w, word_fmul, R_T1, R_T0, R_T1);
    put(w, word_fadd, R_T1, R_T0, R_T1);
    sass_put(&w->code, word_f2i, d, 0, R_T1, SASS_RESULT);
}

/* P0 := a compared with b, unsigned */
static void write_compare(struct sass_writer *w, enum comparison comparison, uint32_t a, uint32_t b)
{
    static const uint64_t words[COMPARISONS] = {
        [COMPARE_EQUAL] = 0x5b64038000000007, [COMPARE_DIFFERENT] = 0x5b6a038000000007,
        [COMPARE_LESS] = 0x5b62038000000007,  [COMPARE_NOT_LESS] = 0x5b6c038000000007};
    sass_put(&w->code, words[comparison], 0, a, b, SASS_SLOW);
}

static void write_less(struct sass_writer *w, uint32_t d, uint32_t a, uint32_t b)
{
    write_compare(w, COMPARE_LESS, a, b);
    put(w, word_mov32, R_T2, 0, 1);
    put(w, word_sel, d, R_T2, SASS_RZ);
}

static void write_shift(struct sass_writer *w, const struct statement *s, uint32_t d, uint32_t a,
                        uint32_t b)
{
    put(w, word_and32, R_T2, b, 31);
    put(w, s->operation == OPERATION_SHL ? word_shl : word_shr, d, a, R_T2);
}

static void write_operation(struct sass_writer *w, const struct statement *s)
{
    const uint64_t words[OPERATIONS] = {
        [OPERATION_ADD] = word_iadd, [OPERATION_SUB] = word_isub, [OPERATION_AND] = word_and,
        [OPERATION_OR] = word_or,    [OPERATION_XOR] = word_xor};
    uint32_t a = value(w, s->a, R_T0), b = value(w, s->b, R_T1), d = target(w, s);
    switch (s->operation) {
    case OPERATION_MUL: sass_put(&w->code, word_imul, d, a, b, SASS_SLOW); break;
    case OPERATION_SHL:
    case OPERATION_SHR: write_shift(w, s, d, a, b); break;
    case OPERATION_LESS: write_less(w, d, a, b); break;
    case OPERATION_FLOAT: write_float(w, d, a, b); break;
    default: put(w, words[s->operation], d, a, b); break;
    }
}

/* ---- memory ---- */

/* The address of the word that R_T1 counts from a pointer. */
static void write_address(struct sass_writer *w, uint32_t base)
{
    put(w, word_shl_by, R_T1, R_T1, 2);
    put(w, word_iadd | carry_out, R_ADDRESS, base, R_T1);
    put(w, word_iadd | carry_in, R_ADDRESS + 1, base + 1, SASS_RZ);
}

static void load(struct sass_writer *w, const struct statement *s, uint64_t word, uint32_t address)
{
    sass_put(&w->code, word, target(w, s), address, 0, SASS_LOAD);
    w->pending |= 1u << s->target;
}

static void write_load(struct sass_writer *w, const struct statement *s)
{
    put(w, word_shl_by, R_T1, value(w, s->a, R_T0), s->number);
    put(w, word_and32, R_T1, R_T1, INPUT_WORDS - 1);
    write_address(w, R_IN);
    load(w, s, word_ldg, R_ADDRESS);
}

static void write_slot_address(struct sass_writer *w, uint32_t number)
{
    put(w, word_add32, R_T1, R_ITEM, number * tree_items(w->tree));
    write_address(w, R_OUT);
}

static void write_slot_load(struct sass_writer *w, const struct statement *s)
{
    write_slot_address(w, s->number);
    load(w, s, word_ldg, R_ADDRESS);
}

static void write_slot_store(struct sass_writer *w, const struct statement *s)
{
    write_slot_address(w, s->number);
    uint32_t a = value(w, s->a, R_T0);
    sass_put(&w->code, word_stg, a, R_ADDRESS, 0, SASS_STORE);
}

static void write_atomic(struct sass_writer *w, const struct statement *s)
{
    enum { OPERATION_SHIFT = 23 };
    static const uint64_t numbers[ATOMICS] = {0, 5, 6, 7, 2}; /* ADD, AND, OR, XOR, MAX */
    put(w, word_and32, R_T1, value(w, s->a, R_T0), COUNTERS - 1);
    put(w, word_add32, R_T1, R_T1, SLOTS * tree_items(w->tree) + COUNTERS * s->operation);
    write_address(w, R_OUT);
    uint32_t b = value(w, s->b, R_T0);
    sass_put(&w->code, word_red | numbers[s->operation] << OPERATION_SHIFT, b, R_ADDRESS, 0,
             SASS_STORE);
}

/* R_T1 := address of the work-item's own word, behind those for exchanges */
static void write_own_address(struct sass_writer *w)
{
    put(w, word_add32, R_T1, R_LOCAL_ITEM, w->tree->block);
    put(w, word_shl_by, R_T1, R_T1, 2);
}

static void write_local_load(struct sass_writer *w, const struct statement *s)
{
    write_own_address(w);
    load(w, s, word_lds, R_T1);
}

static void write_local_store(struct sass_writer *w, const struct statement *s)
{
    write_own_address(w);
    uint32_t a = value(w, s->a, R_T0);
    sass_put(&w->code, word_sts, a, R_T1, 0, SASS_STORE);
}

/* The word of another work-item: (own number + distance) modulo the size of the group. */
static void write_exchange(struct sass_writer *w, const struct statement *s)
{
    put(w, word_shl_by, R_T1, R_LOCAL_ITEM, 2);
    uint32_t a = value(w, s->a, R_T0);
    sass_put(&w->code, word_sts, a, R_T1, 0, SASS_STORE);
    sass_put(&w->code, word_bar, 0, 0, 0, SASS_SLOW);
    put(w, word_add32, R_T0, R_LOCAL_ITEM, s->number);
    put(w, word_add32, R_T1, R_T0, -w->tree->block);
    put(w, word_mov32, R_T2, 0, w->tree->block);
    write_compare(w, COMPARE_LESS, R_T0, R_T2);
    put(w, word_sel, R_T1, R_T0, R_T1);
    put(w, word_shl_by, R_T1, R_T1, 2);
    load(w, s, word_lds, R_T1);
    settle(w);
    sass_put(&w->code, word_bar, 0, 0, 0, SASS_SLOW);
}

/* ---- branches and loops ---- */

static const struct sass_guard yes = {0, false}, no = {0, true};

/* P0 := whether the condition holds */
static void write_condition(struct sass_writer *w, const struct condition *c)
{
    put(w, word_and32, R_T1, value(w, c->value, R_T0), c->mask);
    put(w, word_mov32, R_T2, 0, c->constant);
    write_compare(w, c->comparison, R_T1, R_T2);
}

static void write_inside(struct sass_writer *w, const struct statement *list, bool loop)
{
    settle(w);
    w->loops += loop;
    write_list(w, list);
    w->loops -= loop;
    settle(w);
}

/* Leaves for the place that the last SSY has named, or jumps to `over`, which all lanes do. */
static uint32_t leave(struct sass_writer *w, bool parts, struct sass_guard guard)
{
    return sass_flow(&w->code, parts ? word_sync : word_bra, guard);
}

static void lands(struct sass_writer *w, uint32_t at, bool parts)
{
    if (!parts)
        sass_target(&w->code, at, w->code.count);
}

static void write_branch(struct sass_writer *w, const struct statement *s)
{
    bool parts = !operand_is_shared(s->condition.value);
    uint32_t join = 0, other, over;
    write_condition(w, &s->condition);
    settle(w);
    if (parts)
        join = sass_flow(&w->code, word_ssy, sass_always);
    other = sass_flow(&w->code, word_bra, no);
    write_inside(w, s->body, false);
    over = leave(w, parts, sass_always);
    sass_target(&w->code, other, w->code.count);
    write_inside(w, s->other, false);
    if (parts)
        leave(w, parts, sass_always);
    lands(w, over, parts);
    if (parts)
        sass_target(&w->code, join, w->code.count);
}

/* P0 := whether the counter is 0, or whether it is not */
static void write_test(struct sass_writer *w, uint32_t counter, bool is_zero)
{
    write_compare(w, is_zero ? COMPARE_EQUAL : COMPARE_DIFFERENT, counter, SASS_RZ);
}

static void write_loop(struct sass_writer *w, const struct statement *s)
{
    uint32_t counter = R_COUNTER + w->loops, join = 0, exit = 0, left = 0;
    bool parts = !loop_is_shared(s);
    put(w, word_and32, counter, value(w, s->a, R_T0), s->mask);
    put(w, word_add32, counter, counter, s->least);
    settle(w);
    if (parts)
        join = sass_flow(&w->code, word_ssy, sass_always);
    uint32_t header = w->code.count;
    if (!s->tests_below) {
        write_test(w, counter, true);
        exit = leave(w, parts, yes);
    }
    write_inside(w, s->body, true);
    if (s->leaves) {
        write_condition(w, &s->condition);
        settle(w);
        left = leave(w, parts, yes);
    }
    put(w, word_add32, counter, counter, 0xffffffff);
    if (s->tests_below)
        write_test(w, counter, false);
    sass_target(&w->code, sass_flow(&w->code, word_bra, s->tests_below ? yes : sass_always),
                header);
    if (s->tests_below && parts)
        leave(w, parts, sass_always);
    if (!s->tests_below)
        lands(w, exit, parts);
    if (s->leaves)
        lands(w, left, parts);
    if (parts)
        sass_target(&w->code, join, w->code.count);
}

/* ---- calls ---- */

static void write_call(struct sass_writer *w, const struct statement *s)
{
    settle(w);
    if (!functions_note(&w->functions, sass_flow(&w->code, word_cal, sass_always), s->number))
        w->code.wrong = "too many calls";
}

static void write_functions(struct sass_writer *w)
{
    const struct functions *functions = &w->functions;
    w->loops = CALL_LOOPS;
    for (uint32_t i = 0; i < FUNCTIONS_MAX; i++) {
        if (!tree_calls(w->tree, i))
            continue;
        w->functions.first[i] = w->code.count;
        write_list(w, w->tree->functions[i]);
        settle(w);
        sass_flow(&w->code, word_ret, sass_always);
    }
    for (uint32_t i = 0; i < functions->count; i++)
        sass_target(&w->code, functions->calls[i].at,
                    functions->first[functions->calls[i].function]);
}

/* ---- the kernel ---- */

static void (*const writers[STATEMENTS])(struct sass_writer *w, const struct statement *s) = {
    [STATEMENT_OPERATION] = write_operation,     [STATEMENT_LOAD] = write_load,
    [STATEMENT_SLOT_LOAD] = write_slot_load,     [STATEMENT_SLOT_STORE] = write_slot_store,
    [STATEMENT_ATOMIC] = write_atomic,           [STATEMENT_LOCAL_LOAD] = write_local_load,
    [STATEMENT_LOCAL_STORE] = write_local_store, [STATEMENT_EXCHANGE] = write_exchange,
    [STATEMENT_BRANCH] = write_branch,           [STATEMENT_LOOP] = write_loop,
    [STATEMENT_CALL] = write_call,
};

static void write_list(struct sass_writer *w, const struct statement *list)
{
    for (; list; list = list->next)
        writers[list->kind](w, list);
}

static void write_start(struct sass_writer *w)
{
    enum { TID_X = 0x21, CTAID_X = 0x25, PARAMETERS = 0x140 };
    sass_put(&w->code, word_s2r, R_LOCAL_ITEM, 0, TID_X, SASS_RESULT);
    sass_put(&w->code, word_s2r, R_GROUP, 0, CTAID_X, SASS_RESULT);
    for (uint32_t i = 0; i < 4; i++)
        put(w, word_mov_const, R_IN + i, 0, PARAMETERS / 4 + i);
    put(w, word_mov_const, R_LAUNCH, 0, PARAMETERS / 4 + 4);
    put(w, word_mov32, R_T0, 0, w->tree->block);
    sass_put(&w->code, word_imul, R_ITEM, R_GROUP, R_T0, SASS_SLOW);
    put(w, word_iadd, R_ITEM, R_ITEM, R_LOCAL_ITEM);
    for (uint32_t i = 0; i < VARIABLES; i++)
        put(w, word_mov32, R_VARIABLE + i, 0, 0);
    if (tree_has(w->tree, STATEMENT_LOCAL_LOAD)) {
        write_own_address(w);
        sass_put(&w->code, word_sts, SASS_RZ, R_T1, 0, SASS_STORE);
    }
}

static bool encode(const struct tree *tree, const struct shape *shape, struct binary *binary)
{
    (void)shape;
    struct sass_writer w = {.tree = tree};
    write_start(&w);
    write_list(&w, tree->first);
    settle(&w);
    sass_flow(&w.code, word_exit, sass_always);
    write_functions(&w);
    sass_write_cubin(&w.code, REGISTERS, 4 * tree_local_words(tree), &binary->bytes);
    binary->wrong = w.code.wrong;
    return !binary->wrong;
}

const struct encoder encoder_sass = {
    .name = "sass", .isa = "sass", .file = "kernel.cubin",
    .features = FEATURE_ATOMICS | FEATURE_LOCAL | FEATURE_ANY_BLOCK | FEATURE_SHIFTS |
                FEATURE_CALLS | FEATURE_LAUNCHES,
    .encode = encode,
};
