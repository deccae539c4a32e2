/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_calls.c - functions with frames on the stack, calls, recursion, jumps through tables. */
#include "vortex_statements.h"

/* Registers that a callee may save although it does not change them: the walk must know them again
 * when they come back (R_OWN, R_INPUT, counters, masks). */
#define SAVED (1u << R_OWN | 1u << R_INPUT | 0x3ffu << R_COUNTER)
enum { SAVED_MAX = 3, FRAME_WORDS_MAX = 1 + SAVED_MAX + ARRAY_WORDS + 4, DEPTH_MAX = 4 };

/* ---- frames ---- */

struct frame {
    uint32_t words, array, saved[1 + SAVED_MAX], saved_at, saved_count; /* in words */
};

/* Saved registers and an array, in either order, with a gap. */
static struct frame draw_frame(struct writer *w)
{
    struct frame frame = {.saved = {R_RA}, .saved_count = 1};
    uint32_t others = dice_below(&w->dice, SAVED_MAX + 1), gap = dice_below(&w->dice, 5);
    while (frame.saved_count <= others)
        frame.saved[frame.saved_count++] = dice_register(&w->dice, SAVED);
    bool array_first = dice_one_in(&w->dice, 2);
    frame.array = array_first ? 0 : frame.saved_count + gap;
    frame.saved_at = array_first ? ARRAY_WORDS + gap : 0;
    frame.words = (frame.saved_count + ARRAY_WORDS + gap + 3) / 4 * 4;
    return frame;
}

/* Every word of the array, at places in the code or at places by data. */
static void write_array(struct writer *w)
{
    uint32_t start = any_data(w);
    bool by_data = dice_one_in(&w->dice, 2);
    code_i(w->code, OP_ADDI, R_T2, R_SP, (int32_t)w->array);
    for (uint32_t i = 0; i < ARRAY_WORDS; i++) {
        uint32_t value = dice_one_in(&w->dice, 3) ? 0 : any_data(w);
        if (by_data) {
            code_i(w->code, OP_ADDI, R_T0, start, (int32_t)i);
            write_index(w, R_T1, R_T2, R_T0, ARRAY_WORDS, 2);
        }
        code_s(w->code, OP_SW, value, by_data ? R_T1 : R_SP,
               by_data ? 0 : (int32_t)(w->array + 4 * i));
    }
}

static void need_stack(struct writer *w, uint32_t bytes)
{
    struct program_needs *needs = &w->program->needs;
    bytes += w->frames[PROGRAM_FUNCTIONS - 1];
    if (bytes > needs->stack_bytes)
        needs->stack_bytes = bytes;
}

void write_body_frame(struct writer *w)
{
    uint32_t bytes = 4 * (ARRAY_WORDS + 4 * dice_below(&w->dice, 2));
    w->array = 4 * dice_below(&w->dice, (bytes - 4 * ARRAY_WORDS) / 4 + 1);
    if (bytes > w->frames[PROGRAM_FUNCTIONS - 1])
        w->frames[PROGRAM_FUNCTIONS - 1] = bytes;
    need_stack(w, 0);
    code_i(w->code, OP_ADDI, R_SP, R_SP, -(int32_t)bytes);
    write_array(w);
}

/* ---- functions ---- */

static void write_prologue(struct writer *w, const struct frame *frame)
{
    code_i(w->code, OP_ADDI, R_SP, R_SP, -4 * (int32_t)frame->words);
    for (uint32_t i = 0; i < frame->saved_count; i++)
        code_s(w->code, OP_SW, frame->saved[i], R_SP, 4 * (int32_t)(frame->saved_at + i));
    w->array = 4 * frame->array;
    write_array(w);
}

static void write_epilogue(struct writer *w, const struct frame *frame)
{
    for (uint32_t i = 0; i < frame->saved_count; i++)
        code_i(w->code, OP_LW, frame->saved[i], R_SP, 4 * (int32_t)(frame->saved_at + i));
    code_i(w->code, OP_ADDI, R_SP, R_SP, 4 * (int32_t)frame->words);
    code_i(w->code, OP_JALR, 0, R_RA, 0);
}

static void jump_to(struct writer *w, uint32_t number)
{
    code_target(w->code, code_jump(w->code, R_RA), w->program->functions[number]);
}

/* The way around the call, from `branch` on: to the place where the call returns, or there by an
 * instruction of its own. */
static void write_way_around(struct writer *w, uint32_t branch)
{
    if (dice_one_in(&w->dice, 2)) {
        code_target(w->code, branch, w->code->count);
        return;
    }
    uint32_t over = code_jump(w->code, 0);
    code_target(w->code, branch, w->code->count);
    code_i(w->code, OP_ADDI, dice_register(&w->dice, DATA), any_data(w), 1);
    code_target(w->code, over, w->code->count);
}

/* The function calls itself as often as R_DEPTH says; or less often, by data: the analysis refuses
 * that. */
static void write_descent(struct writer *w)
{
    uint32_t over = code_branch(w->code, OP_BEQ, R_DEPTH, 0);
    code_i(w->code, OP_ADDI, R_DEPTH, R_DEPTH, -1);
    if (w->doubtful) {
        code_i(w->code, OP_ANDI, R_T0, dice_register(&w->dice, UNIFORM), 3);
        uint32_t early = code_branch(w->code, OP_BEQ, R_T0, 0);
        jump_to(w, FUNCTION_DEEP);
        write_way_around(w, early);
    } else {
        jump_to(w, FUNCTION_DEEP);
    }
    code_target(w->code, over, w->code->count);
}

void write_function(struct writer *w, uint32_t number, uint32_t words)
{
    uint32_t level = number == FUNCTION_INNER ? LEVEL_OF_INNER : LEVEL_OF_OUTER;
    struct frame frame = draw_frame(w);
    struct context inside = {.level = level, .levels = level + 1, .times = 4,
                             .callees = number == FUNCTION_INNER ? 0 : 1};
    w->frames[number] = 4 * frame.words;
    write_prologue(w, &frame);
    w->asks_array = dice_one_in(&w->dice, 2);
    if (w->asks_array)
        write_divergent_loop(w, inside, 3);
    write_statements(w, inside, 1 + words / 2);
    if (number == FUNCTION_DEEP)
        write_descent(w);
    write_statements(w, inside, 1 + words / 2);
    write_epilogue(w, &frame);
    w->asks_array = false;
}

/* ---- calls ---- */

/* By a jump, by an address in a register, or by one in a table of constants. The analysis refuses
 * computed jumps where paths part. */
void write_call(struct writer *w, struct context at, uint32_t words)
{
    (void)words;
    uint32_t number = dice_below(&w->dice, at.callees < 2 ? at.callees : 2);
    uint32_t target = w->program->functions[number];
    need_stack(w, w->frames[number] + (number == FUNCTION_INNER ? 0 : w->frames[FUNCTION_INNER]));
    switch (dice_below(&w->dice, at.top ? 6 : 48)) {
    case 0:
        code_address(w->code, R_T1, target);
        code_i(w->code, OP_JALR, R_RA, R_T1, 0);
        break;
    case 1:
        w->program->constants[CONSTANTS - 1 - number] = code_place(w->code, target);
        code_constant(w->code, R_T1, w->constants + 4 * (CONSTANTS - 1 - number));
        code_i(w->code, OP_LW, R_T1, R_T1, 0);
        code_i(w->code, OP_JALR, R_RA, R_T1, 0);
        break;
    default:
        jump_to(w, number);
        break;
    }
}

/* To a depth in the code; now and then to one by data, which no analysis knows. */
void write_recursion(struct writer *w, struct context at, uint32_t words)
{
    (void)words;
    if (at.uniform && dice_one_in(&w->dice, 12)) {
        write_shared_value(w, R_DEPTH);
        code_i(w->code, OP_ANDI, R_DEPTH, R_DEPTH, 3);
    } else {
        code_constant(w->code, R_DEPTH, dice_below(&w->dice, DEPTH_MAX + 1));
    }
    need_stack(w, (DEPTH_MAX + 1) * w->frames[FUNCTION_DEEP] + w->frames[FUNCTION_INNER]);
    jump_to(w, FUNCTION_DEEP);
    code_i(w->code, OP_ADDI, R_DEPTH, 0, 0); /* gp: the exit code */
}

/* rd := which arm, from the warp's number or the launch's; now and then from data, which no
 * analysis knows. */
static void write_choice(struct writer *w, uint32_t rd, uint32_t arms)
{
    if (dice_one_in(&w->dice, 16))
        write_shared_value(w, rd);
    else if (dice_one_in(&w->dice, 3))
        write_argument(w, rd, ARG_LAUNCH);
    else
        code_i(w->code, OP_SRLI, rd, R_WARP, (int32_t)dice_below(&w->dice, 3));
    code_i(w->code, OP_ANDI, rd, rd, (int32_t)arms - 1);
}

void write_switch(struct writer *w, struct context at, uint32_t words)
{
    /* Short arms: the analysis refuses paths that part where only a computed jump leads to. */
    enum { ARMS_MAX = 4, ARM_WORDS_MAX = 4 };
    uint32_t arms = dice_one_in(&w->dice, 2) ? 2 : ARMS_MAX, over[ARMS_MAX];
    struct vortex_program *program = w->program;
    struct context arm = context_inside(at);
    arm.everybody = false;
    if (program->constant_count + arms > PROGRAM_CONSTANTS_MAX)
        return;
    uint32_t table = program->constant_count;
    program->constant_count += arms;
    write_choice(w, R_T0, arms);
    code_i(w->code, OP_SLTIU, R_T1, R_T0, (int32_t)arms); /* as a compiler does: else nowhere */
    uint32_t nowhere = code_branch(w->code, OP_BEQ, R_T1, 0);
    code_i(w->code, OP_SLLI, R_T0, R_T0, 2);
    code_constant(w->code, R_T1, w->constants + 4 * table);
    code_r(w->code, OP_ADD, R_T1, R_T1, R_T0);
    code_i(w->code, OP_LW, R_T1, R_T1, 0);
    code_i(w->code, OP_JALR, 0, R_T1, 0);
    for (uint32_t i = 0; i < arms; i++) {
        program->constants[table + i] = code_place(w->code, w->code->count);
        write_statements(w, arm, 1 + (words < ARM_WORDS_MAX ? words : ARM_WORDS_MAX));
        over[i] = code_jump(w->code, 0);
    }
    for (uint32_t i = 0; i < arms; i++)
        code_target(w->code, over[i], w->code->count);
    code_target(w->code, nowhere, w->code->count);
}
