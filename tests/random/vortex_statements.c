/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_statements.c - operations, memory, branches and loops, one function each, and the table
 * that says how often each statement is chosen and where it may be. */
#include "vortex_statements.h"

enum { TIMES_MAX = 48, NESTED_WORDS_MAX = 200 };

/* ---- values ---- */

uint32_t any_data(struct writer *w)
{
    return dice_register(&w->dice, DATA | UNIFORM);
}

/* Which registers an operation may write: what a warp shares only when all its lanes do. An
 * operation that reads lanes' own data must not write what they share. */
static void write_operation(struct writer *w, struct context at, uint32_t words)
{
    (void)words;
    for (uint32_t n = 1 + dice_below(&w->dice, 6); n; n--) {
        if (at.uniform && dice_one_in(&w->dice, 8)) {
            code_i(w->code, OP_ADDI, dice_register(&w->dice, UNIFORM),
                   dice_register(&w->dice, UNIFORM), (int32_t)dice_below(&w->dice, 4096) - 2048);
            code_r(w->code, dice_one_in(&w->dice, 2) ? OP_XOR : OP_ADD,
                   dice_register(&w->dice, UNIFORM), dice_register(&w->dice, UNIFORM),
                   dice_register(&w->dice, UNIFORM | 1u << R_WARP));
        } else {
            code_operation(w->code, &w->dice, DATA, DATA | UNIFORM | 1u << R_WARP, FLOATS);
        }
    }
}

void write_argument(struct writer *w, uint32_t rd, enum program_argument argument)
{
    code_csr(w->code, rd, CSR_MSCRATCH);
    code_i(w->code, OP_LW, rd, rd, 4 * (int32_t)argument);
}

void write_index(struct writer *w, uint32_t rd, uint32_t base, uint32_t index, uint32_t words,
                 uint32_t shift)
{
    code_constant(w->code, rd, words - 1);
    code_r(w->code, OP_AND, rd, rd, index);
    code_i(w->code, OP_SLLI, rd, rd, (int32_t)shift);
    code_r(w->code, OP_ADD, rd, rd, base);
}

void write_shared_value(struct writer *w, uint32_t rd)
{
    switch (dice_below(&w->dice, 6)) {
    case 0:
        code_i(w->code, OP_ADDI, rd, dice_register(&w->dice, UNIFORM), 0);
        break;
    case 1: /* of others, a phase ago */
        code_i(w->code, OP_LW, rd, R_OTHERS, 4 * (int32_t)dice_below(&w->dice, OWN_WORDS));
        break;
    case 2:
        write_index(w, R_T1, R_INPUT, dice_register(&w->dice, UNIFORM), PROGRAM_INPUT_WORDS, 2);
        code_i(w->code, OP_LW, rd, R_T1, 0);
        break;
    case 3:
        code_i(w->code, OP_LW, rd, R_INPUT, 4 * (int32_t)dice_below(&w->dice, 512));
        break;
    case 4:
        code_constant(w->code, R_T1, w->variables + 4 * dice_below(&w->dice, VARIABLES));
        code_i(w->code, OP_LW, rd, R_T1, 0);
        break;
    default:
        code_constant(w->code, R_T1, w->constants + 4 * dice_below(&w->dice, CONSTANTS / 2));
        code_i(w->code, OP_LW, rd, R_T1, 0);
        break;
    }
}

/* rd := a value of the lane: from a register, or from a word of its own. */
static void write_lane_value(struct writer *w, uint32_t rd)
{
    switch (w->asks_array ? 0 : dice_below(&w->dice, 4)) {
    case 0:
        code_i(w->code, OP_LW, rd, R_SP,
               (int32_t)(w->array + 4 * dice_below(&w->dice, ARRAY_WORDS)));
        break;
    case 1:
        code_i(w->code, OP_LW, rd, R_OWN, 0);
        break;
    default:
        code_i(w->code, OP_ADDI, rd, any_data(w), 0);
        break;
    }
}

/* rd := 0 or 1, by lane number or by data of the lane. */
static void write_predicate(struct writer *w, uint32_t rd)
{
    switch (dice_below(&w->dice, 5)) {
    case 0:
        code_csr(w->code, rd, CSR_LANE);
        code_i(w->code, OP_SRLI, rd, rd, (int32_t)dice_below(&w->dice, 4));
        code_i(w->code, OP_ANDI, rd, rd, 1);
        break;
    case 1:
        code_csr(w->code, rd, CSR_LANE);
        code_i(w->code, OP_SLTIU, rd, rd, (int32_t)dice_below(&w->dice, 9));
        break;
    case 2:
        code_r(w->code, OP_FLT, rd, dice_register(&w->dice, FLOATS),
               dice_register(&w->dice, FLOATS));
        break;
    case 3:
        code_r(w->code, OP_SLT, rd, any_data(w), any_data(w));
        break;
    default:
        write_lane_value(w, rd);
        code_i(w->code, OP_ANDI, rd, rd, 1 << dice_below(&w->dice, 4));
        code_r(w->code, OP_SLTU, rd, 0, rd);
        break;
    }
}

/* ---- memory ---- */

/* Loads and stores of all widths; the low bits of the address that the width leaves free. */
static const struct access {
    uint32_t match;
    uint8_t bytes;
    bool is_float;
} loads[] = {{OP_LW, 4, false}, {OP_FLW, 4, true}, {OP_LW, 4, false}, {OP_LB, 1, false},
             {OP_LBU, 1, false}, {OP_LH, 2, false}, {OP_LHU, 2, false}},
  stores[] = {{OP_SW, 4, false}, {OP_FSW, 4, true}, {OP_SB, 1, false}, {OP_SH, 2, false}};

static void write_load(struct writer *w, uint32_t base, uint32_t offset)
{
    const struct access *load =
        &loads[dice_below(&w->dice, sizeof loads / sizeof *loads)];
    offset += dice_below(&w->dice, 4u / load->bytes) * load->bytes;
    code_i(w->code, load->match, dice_register(&w->dice, load->is_float ? FLOATS : DATA), base,
           (int32_t)offset);
}

static void write_store(struct writer *w, uint32_t base, uint32_t offset)
{
    const struct access *store =
        &stores[dice_below(&w->dice, sizeof stores / sizeof *stores)];
    offset += dice_below(&w->dice, 4u / store->bytes) * store->bytes;
    code_s(w->code, store->match,
           store->is_float ? dice_register(&w->dice, FLOATS) : any_data(w), base, (int32_t)offset);
}

/* One of the thread's own words, by a number in the code or by data. */
static void write_own_access(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    void (*access)(struct writer *, uint32_t, uint32_t) =
        dice_one_in(&w->dice, 2) ? write_load : write_store;
    uint32_t word = dice_below(&w->dice, OWN_WORDS);
    if (dice_one_in(&w->dice, 2)) {
        write_index(w, R_T1, R_OWN, any_data(w), OWN_WORDS, w->own_shift);
        access(w, R_T1, 0);
    } else if (word << w->own_shift < 2040) {
        access(w, R_OWN, word << w->own_shift);
    } else {
        code_constant(w->code, R_T1, word << w->own_shift);
        code_r(w->code, OP_ADD, R_T1, R_T1, R_OWN);
        access(w, R_T1, 0);
    }
}

static void write_local_access(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    uint32_t word = dice_below(&w->dice, LOCAL_WORDS);
    switch (dice_below(&w->dice, 3)) {
    case 0:
        write_store(w, R_LOCAL, 4 * word);
        break;
    case 1:
        write_load(w, R_LOCAL, 4 * word);
        break;
    default:
        write_index(w, R_T1, R_LOCAL_OTHERS, any_data(w), w->slots * LOCAL_WORDS, 2);
        write_load(w, R_T1, 0);
        break;
    }
}

static uint32_t power_below(uint32_t max)
{
    return 1u << (31 - __builtin_clz(max));
}

/* R_T1 := somewhere in the small buffer. */
static void write_small_index(struct writer *w)
{
    write_argument(w, R_T2, ARG_SMALL);
    write_index(w, R_T1, R_T2, any_data(w), power_below(w->program->small_count), 2);
}

/* What nobody writes, or nobody in this phase. */
static void write_shared_load(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    switch (dice_below(&w->dice, 6)) {
    case 0:
        write_index(w, R_T1, R_INPUT, any_data(w), PROGRAM_INPUT_WORDS, 2);
        break;
    case 1: /* one table has indices of the other */
        write_small_index(w);
        code_i(w->code, OP_LW, R_T0, R_T1, 0);
        write_index(w, R_T1, R_INPUT, R_T0, PROGRAM_INPUT_WORDS, 2);
        break;
    case 2:
        write_small_index(w);
        break;
    case 3:
        code_constant(w->code, R_T2, w->variables);
        write_index(w, R_T1, R_T2, any_data(w), VARIABLES, 2);
        break;
    default:
        write_index(w, R_T1, R_OTHERS, any_data(w), w->slots * OWN_WORDS, 2);
        break;
    }
    write_load(w, R_T1, 0);
}

/* Words beside each other, each used at once: the second one waits for the line of the first. */
static void write_neighbour_loads(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    code_constant(w->code, R_T2, 4 * dice_below(&w->dice, PROGRAM_INPUT_WORDS / 2));
    code_r(w->code, OP_ADD, R_T2, R_T2, R_INPUT);
    for (uint32_t n = 1 + dice_below(&w->dice, 4); n; n--) {
        int32_t offset = 4 * (int32_t)dice_below(&w->dice, 510);
        uint32_t second = dice_register(&w->dice, DATA);
        code_i(w->code, OP_LW, dice_register(&w->dice, DATA), R_T2, offset);
        code_i(w->code, OP_LW, second, R_T2, offset + 4);
        code_i(w->code, OP_ADDI, dice_register(&w->dice, DATA), second, (int32_t)n);
    }
}

/* By the lane's number: the address is known before the run, and lanes of several groups may share
 * lines. */
static void write_lane_load(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    code_csr(w->code, R_T1, CSR_LANE);
    code_i(w->code, OP_ANDI, R_T1, R_T1, (int32_t)dice_below(&w->dice, 32));
    code_i(w->code, OP_SLLI, R_T1, R_T1, 2 + (int32_t)dice_below(&w->dice, 6));
    code_r(w->code, OP_ADD, R_T1, R_T1, R_INPUT);
    write_load(w, R_T1, 0);
}

/* A word of the array on the stack, by a number in the code or by data. */
static void write_array_access(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    void (*access)(struct writer *, uint32_t, uint32_t) =
        dice_one_in(&w->dice, 2) ? write_load : write_store;
    if (dice_one_in(&w->dice, 2)) {
        access(w, R_SP, w->array + 4 * dice_below(&w->dice, ARRAY_WORDS));
        return;
    }
    code_i(w->code, OP_ADDI, R_T2, R_SP, (int32_t)w->array);
    write_index(w, R_T1, R_T2, any_data(w), ARRAY_WORDS, 2);
    access(w, R_T1, 0);
}

/* Through a pointer that was in memory: nobody knows where to. The word that had it is written
 * again, because pointers differ from machine to machine. */
static void write_pointer_access(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    static const uint32_t pointers[] = {R_OWN, R_OTHERS, R_INPUT, R_LOCAL, R_LOCAL_OTHERS};
    uint32_t pointer = pointers[dice_below(&w->dice, 5)];
    bool own = pointer == R_OWN || pointer == R_LOCAL;
    uint32_t base = dice_one_in(&w->dice, 3) ? R_SP : R_OWN;
    int32_t offset = base == R_SP ? (int32_t)(w->array + 4 * dice_below(&w->dice, ARRAY_WORDS)) : 0;
    code_s(w->code, OP_SW, pointer, base, offset);
    code_i(w->code, OP_LW, R_T2, base, offset);
    code_s(w->code, OP_SW, any_data(w), base, offset);
    if (own && dice_one_in(&w->dice, 2))
        write_store(w, R_T2, 0);
    else
        write_load(w, R_T2, 0);
}

/* A word of the thread's own, or a counter of all that nobody reads. */
static void write_atomic(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    uint32_t which = dice_below(&w->dice, CODE_ATOMICS);
    if (dice_one_in(&w->dice, 2)) {
        write_index(w, R_T1, R_OWN, any_data(w), OWN_WORDS, w->own_shift);
        code_atomic(w->code, dice_one_in(&w->dice, 3) ? CODE_SWAP : which,
                    dice_register(&w->dice, DATA), R_T1, any_data(w));
        return;
    }
    write_argument(w, R_T1, ARG_OUTPUT);
    code_constant(w->code, R_T2, w->counters + 4 * which);
    code_r(w->code, OP_ADD, R_T1, R_T1, R_T2);
    code_atomic(w->code, which, 0, R_T1, any_data(w));
}

/* A word of the thread's own: without a reservation nothing is stored. */
static void write_reservation(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    if (dice_one_in(&w->dice, 2))
        write_index(w, R_T1, R_OWN, any_data(w), OWN_WORDS, w->own_shift);
    else
        code_i(w->code, OP_ADDI, R_T1, R_OWN, 0);
    for (uint32_t n = 1 + dice_below(&w->dice, 4); n; n--) {
        if (!dice_one_in(&w->dice, 4))
            code_r(w->code, OP_LR, dice_register(&w->dice, DATA), R_T1, 0);
        code_r(w->code, OP_SC, dice_register(&w->dice, DATA), R_T1, any_data(w));
    }
}

static void write_fence(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    code_word(w->code, OP_FENCE);
}

/* The flags are the warp's: what parted lanes see of each other's depends on who goes first. */
static void write_csr_read(struct writer *w, struct context at, uint32_t words)
{
    (void)words;
    static const enum code_csr csrs[] = {CSR_LANE, CSR_WARP, CSR_MASK, CSR_FFLAGS};
    code_csr(w->code, dice_register(&w->dice, DATA),
             csrs[dice_below(&w->dice, at.uniform ? 4 : 3)]);
}

/* ---- paths that part ---- */

struct context context_inside(struct context at)
{
    at.top = false;
    at.level++;
    return at;
}

static void write_arms(struct writer *w, struct context at, uint32_t words, uint32_t branch)
{
    write_statements(w, at, words / 2);
    if (dice_one_in(&w->dice, 3)) { /* no else */
        code_target(w->code, branch, w->code->count);
        return;
    }
    uint32_t over = code_jump(w->code, 0);
    code_target(w->code, branch, w->code->count);
    write_statements(w, at, words / 2);
    code_target(w->code, over, w->code->count);
}

/* On the warp's number, which is known before the run, or on data that its lanes share. */
static void write_uniform_if(struct writer *w, struct context at, uint32_t words)
{
    static const uint32_t branches[] = {OP_BEQ, OP_BNE, OP_BLT, OP_BGE};
    uint32_t match = branches[dice_below(&w->dice, 4)];
    struct context arms = context_inside(at);
    arms.everybody = false;
    if (dice_one_in(&w->dice, 3)) {
        code_i(w->code, OP_ANDI, R_T0, R_WARP, 1 << dice_below(&w->dice, 3));
    } else {
        write_shared_value(w, R_T0);
        if (dice_one_in(&w->dice, 2))
            code_i(w->code, OP_ANDI, R_T0, R_T0, 1);
    }
    write_arms(w, arms, words, code_branch(w->code, match, R_T0, 0));
}

/* Over one instruction, by data; then instructions that have to be fetched after the branch. */
static void write_skips(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    uint32_t straight = dice_below(&w->dice, 20);
    for (uint32_t n = 1 + dice_below(&w->dice, 6); n; n--) {
        uint32_t over = code_branch(w->code, OP_BNE, dice_register(&w->dice, UNIFORM), 0);
        code_i(w->code, OP_ADDI, dice_register(&w->dice, DATA), any_data(w), (int32_t)n);
        code_target(w->code, over, w->code->count);
        for (uint32_t i = 0; i < straight; i++)
            code_i(w->code, OP_ADDI, dice_register(&w->dice, DATA), any_data(w), (int32_t)i);
    }
}

/* By the number of the launch or the core, which all warps there have. */
static void write_launch_if(struct writer *w, struct context at, uint32_t words)
{
    if (dice_one_in(&w->dice, 3))
        code_csr(w->code, R_T0, CSR_CORE);
    else
        write_argument(w, R_T0, ARG_LAUNCH);
    if (dice_one_in(&w->dice, 2))
        code_i(w->code, OP_ANDI, R_T0, R_T0, 1);
    write_arms(w, context_inside(at), words,
               code_branch(w->code, dice_one_in(&w->dice, 2) ? OP_BEQ : OP_BNE, R_T0, 0));
}

/* Now and then the branch is on another value than the SPLIT: both sides go the same way. */
static void write_divergent_if(struct writer *w, struct context at, uint32_t words)
{
    uint32_t depth = R_MASK + at.level, condition = dice_one_in(&w->dice, 5) ? R_T2 : R_T0;
    struct context arms = context_inside(at);
    arms.uniform = arms.everybody = false;
    if (condition == R_T2) {
        write_shared_value(w, R_T2);
        code_i(w->code, OP_ANDI, R_T2, R_T2, 1 << dice_below(&w->dice, 3));
    }
    write_predicate(w, R_T0);
    code_r(w->code, dice_one_in(&w->dice, 2) ? OP_SPLIT : OP_SPLIT_N, depth, R_T0, 0);
    write_arms(w, arms, words,
               code_branch(w->code, dice_one_in(&w->dice, 2) ? OP_BEQ : OP_BNE, condition, 0));
    code_r(w->code, OP_JOIN, 0, depth, 0);
}

/* Fewer lanes for a while. */
static void write_fewer_lanes(struct writer *w, struct context at, uint32_t words)
{
    uint32_t mask = R_MASK + at.level;
    struct context body = context_inside(at);
    body.uniform = body.everybody = false;
    code_csr(w->code, mask, CSR_MASK);
    /* The lowest lane, and those of a random set: never none. */
    code_r(w->code, OP_SUB, R_T1, 0, mask);
    code_r(w->code, OP_AND, R_T1, R_T1, mask);
    code_constant(w->code, R_T0, (uint32_t)dice_next(&w->dice));
    code_r(w->code, OP_AND, R_T0, R_T0, mask);
    code_r(w->code, OP_OR, R_T0, R_T0, R_T1);
    code_r(w->code, OP_TMC, 0, R_T0, 0);
    write_statements(w, body, words);
    code_r(w->code, OP_TMC, 0, mask, 0);
}

/* Over words that no warp executes; some of them are no instructions at all. */
static void write_jump(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    uint32_t over = code_jump(w->code, 0);
    for (uint32_t n = dice_below(&w->dice, 6); n; n--)
        code_word(w->code, dice_one_in(&w->dice, 2) ? (uint32_t)dice_next(&w->dice) | 3
                                                    : (uint32_t)OP_ADDI);
    code_target(w->code, over, w->code->count);
}

/* ---- loops ---- */

static void note_loop(struct writer *w, uint32_t header, uint32_t max, bool test_above)
{
    struct vortex_program *program = w->program;
    program->loops[program->loop_count++] =
        (struct program_loop){code_place(w->code, header), max, max + !test_above};
}

/* Counts down to zero, tested above or below the body. Returns the header. With `leave` a branch on
 * data in the middle of the body may end it early. */
static uint32_t write_countdown(struct writer *w, struct context body, uint32_t counter,
                                uint32_t words, bool test_above, bool leave)
{
    uint32_t header = w->code->count, exit = 0, left = 0;
    if (test_above)
        exit = code_branch(w->code, OP_BEQ, counter, 0);
    write_statements(w, body, words / 2);
    if (leave) {
        write_shared_value(w, R_T0);
        code_i(w->code, OP_ANDI, R_T0, R_T0, 3);
        left = code_branch(w->code, OP_BEQ, R_T0, 0);
    }
    write_statements(w, body, words / 2);
    code_i(w->code, OP_ADDI, counter, counter, -1);
    code_target(w->code, test_above ? code_jump(w->code, 0)
                                    : code_branch(w->code, OP_BNE, counter, 0), header);
    if (test_above)
        code_target(w->code, exit, w->code->count);
    if (leave)
        code_target(w->code, left, w->code->count);
    return header;
}

static void write_counted_loop(struct writer *w, struct context at, uint32_t words)
{
    uint32_t counter = R_COUNTER + at.level, times = 1 + dice_below(&w->dice, 5);
    struct context body = context_inside(at);
    bool leave = dice_one_in(&w->dice, 4);
    body.times *= times;
    body.everybody &= !leave;
    code_constant(w->code, counter, times);
    write_countdown(w, body, counter, words, dice_one_in(&w->dice, 2), leave);
}

/* As often as a variable says that the first launch writes: always the same value. */
static void write_state_loop(struct writer *w, struct context at, uint32_t words)
{
    uint32_t counter = R_COUNTER + at.level, state = dice_below(&w->dice, STATES);
    struct context body = context_inside(at);
    body.times *= 7;
    body.everybody = false;
    write_argument(w, R_T0, ARG_LAUNCH);
    code_constant(w->code, R_T1, w->variables + 4 * (VARIABLES + state));
    uint32_t later = code_branch(w->code, OP_BNE, R_T0, 0);
    code_i(w->code, OP_LW, R_T2, R_INPUT, 64 * (int32_t)state);
    code_s(w->code, OP_SW, R_T2, R_T1, 0);
    uint32_t over = code_jump(w->code, 0);
    code_target(w->code, later, w->code->count);
    code_i(w->code, OP_LW, counter, R_T1, 0);
    code_i(w->code, OP_ANDI, counter, counter, 7);
    note_loop(w, write_countdown(w, body, counter, words, true, false), 7, true);
    code_target(w->code, over, w->code->count);
}

static void write_data_loop(struct writer *w, struct context at, uint32_t words)
{
    uint32_t counter = R_COUNTER + at.level, max = dice_one_in(&w->dice, 2) ? 3 : 7;
    struct context body = context_inside(at);
    bool test_above = dice_one_in(&w->dice, 2);
    body.times *= max;
    body.everybody = false;
    write_shared_value(w, R_T0);
    code_i(w->code, OP_ANDI, counter, R_T0, (int32_t)max);
    if (!test_above)
        code_i(w->code, OP_ADDI, counter, counter, 1);
    note_loop(w, write_countdown(w, body, counter, words, test_above, dice_one_in(&w->dice, 4)),
              max, test_above);
}

/* Every lane counts on its own; PRED lets those go on that want another round. */
void write_divergent_loop(struct writer *w, struct context at, uint32_t words)
{
    uint32_t counter = R_COUNTER + at.level, mask = R_MASK + at.level;
    uint32_t max = dice_one_in(&w->dice, 2) ? 3 : 7, exit = 0;
    bool test_above = dice_one_in(&w->dice, 2);
    struct context body = context_inside(at);
    body.times *= max;
    body.uniform = body.everybody = false;
    write_lane_value(w, R_T0);
    code_i(w->code, OP_ANDI, counter, R_T0, (int32_t)max);
    if (!test_above)
        code_i(w->code, OP_ADDI, counter, counter, 1);
    code_csr(w->code, mask, CSR_MASK);
    uint32_t header = w->code->count;
    if (test_above) {
        code_r(w->code, OP_SLTU, R_T0, 0, counter);
        code_r(w->code, OP_PRED, 0, R_T0, mask);
        exit = code_branch(w->code, OP_BEQ, R_T0, 0);
    }
    write_statements(w, body, words);
    code_i(w->code, OP_ADDI, counter, counter, -1);
    if (test_above) {
        code_target(w->code, code_jump(w->code, 0), header);
        code_target(w->code, exit, w->code->count);
    } else {
        code_r(w->code, OP_SLTU, R_T0, 0, counter);
        code_r(w->code, OP_PRED, 0, R_T0, mask);
        code_target(w->code, code_branch(w->code, OP_BNE, R_T0, 0), header);
    }
    note_loop(w, header, max, test_above);
}

/* ---- which, and where ---- */

static bool anywhere(const struct context *at) { (void)at; return true; }
static bool where_it_nests(const struct context *at) { return at->level < at->levels; }
static bool with_all_lanes(const struct context *at)
{
    return at->uniform && where_it_nests(at);
}
static bool where_it_loops(const struct context *at)
{
    return at->level < at->levels && at->times <= TIMES_MAX / 8;
}
static bool with_callees(const struct context *at)
{
    return at->callees > 0 && at->times <= TIMES_MAX / 4;
}
static bool with_everybody(const struct context *at) { return at->everybody; }
static bool between_phases(const struct context *at) { return at->everybody && where_it_nests(at); }
static bool on_top(const struct context *at) { return at->top && at->everybody; }
static bool on_first_top(const struct context *at) { return on_top(at) && at->first; }
static bool with_descent(const struct context *at)
{
    return at->callees > FUNCTION_DEEP && at->top;
}

static const struct statement {
    void (*write)(struct writer *w, struct context at, uint32_t words);
    bool (*allowed)(const struct context *at);
    uint32_t weight;
} statements[] = {
    {write_operation, anywhere, 12},
    {write_own_access, anywhere, 6},
    {write_shared_load, anywhere, 4},
    {write_local_access, anywhere, 4},
    {write_neighbour_loads, anywhere, 1},
    {write_lane_load, anywhere, 2},
    {write_array_access, anywhere, 4},
    {write_pointer_access, anywhere, 1},
    {write_atomic, anywhere, 1},
    {write_reservation, anywhere, 1},
    {write_fence, anywhere, 1},
    {write_csr_read, anywhere, 1},
    {write_jump, anywhere, 1},
    {write_uniform_if, where_it_nests, 4},
    {write_skips, anywhere, 1},
    {write_launch_if, where_it_nests, 2},
    {write_switch, with_all_lanes, 1},
    {write_divergent_if, where_it_nests, 7},
    {write_fewer_lanes, with_all_lanes, 1},
    {write_counted_loop, where_it_loops, 2},
    {write_data_loop, where_it_loops, 2},
    {write_state_loop, where_it_loops, 1},
    {write_divergent_loop, where_it_loops, 2},
    {write_call, with_callees, 4},
    {write_recursion, with_descent, 2},
    {write_barrier, with_everybody, 1},
    {write_arrive_and_wait, between_phases, 1},
    {write_pairs, between_phases, 1},
    {write_relay, on_first_top, 1},
    {write_phase, on_top, 2},
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

static const struct statement *choose(struct writer *w, const struct context *at)
{
    uint32_t total = 0, i = 0;
    for (uint32_t k = 0; k < STATEMENTS; k++)
        total += statements[k].allowed(at) ? statements[k].weight : 0;
    for (uint32_t left = dice_below(&w->dice, total);; i++) {
        uint32_t weight = statements[i].allowed(at) ? statements[i].weight : 0;
        if (left < weight)
            return &statements[i];
        left -= weight;
    }
}

void write_statements(struct writer *w, struct context at, uint32_t words)
{
    uint32_t end = w->code->count + words;
    while (w->code->count < end) {
        uint32_t left = end - w->code->count;
        uint32_t nested = left < NESTED_WORDS_MAX ? left : NESTED_WORDS_MAX;
        choose(w, &at)->write(w, at, 1 + dice_below(&w->dice, nested));
    }
}
