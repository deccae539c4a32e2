/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_program.c - the frame of a random program: spawning, pointers, functions, the end. */
#include "vortex_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vortex_statements.h"

/* What a thread leaves at the end: 8 integer and 8 floating-point registers, and the flags. */
enum { RESULT_BYTES = 128, ROUNDS_MAX = 2 };

const char *const program_function_names[PROGRAM_FUNCTIONS] = {"inner", "outer", "deep", "start"};

static const struct program_shape shapes[] = {
    {1, 1, 1}, {1, 1, 4}, {1, 2, 2}, {1, 2, 8}, {1, 4, 4}, {4, 4, 4},
    {1, 3, 5}, {1, 8, 4}, {1, 8, 16}, {2, 2, 4}, {2, 16, 2}, {1, 4, 32},
    {1, 32, 4}, {1, 16, 32}, {2, 8, 2}, {3, 4, 4},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

const struct program_shape *program_shape(size_t i)
{
    return i < SHAPES ? &shapes[i] : NULL;
}

static uint32_t power_of_two(uint32_t min)
{
    uint32_t power = 1;
    while (power < min)
        power *= 2;
    return power;
}

/* Small numbers, floating-point numbers of all kinds, and any bits; now and then such that loops
 * run as long as they can. */
static void fill(struct dice *dice, uint32_t *words, uint32_t count)
{
    uint32_t set = dice_one_in(dice, 4) ? 7 : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits = (uint32_t)dice_next(dice);
        float value = (float)(int32_t)bits / 65536.0f;
        switch (dice_below(dice, 4)) {
        case 0: bits &= 15; break;
        case 1: memcpy(&bits, &value, sizeof bits); break;
        case 2: bits = bits & 0x807fffff; break; /* tiny: exponent 0 */
        }
        words[i] = bits | set;
    }
}

/* R_SLOT := the thread's number in its core, R_T0 := the core's number. */
static void write_numbers(struct writer *w)
{
    code_csr(w->code, R_WARP, CSR_WARP);
    code_csr(w->code, R_SLOT, CSR_LANE);
    code_i(w->code, OP_SLLI, R_T0, R_WARP,
           __builtin_ctz(power_of_two(w->program->shape.threads)));
    code_r(w->code, OP_ADD, R_SLOT, R_SLOT, R_T0);
    code_csr(w->code, R_T0, CSR_CORE);
}

/* The thread's stack pointer, below the frame of the body. */
static void write_stack_pointer(struct writer *w)
{
    write_argument(w, R_SP, ARG_STACK_TOP);
    write_argument(w, R_T0, ARG_STACK_BYTES);
    code_csr(w->code, R_T1, CSR_HART);
    code_r(w->code, OP_MUL, R_T0, R_T0, R_T1);
    code_r(w->code, OP_SUB, R_SP, R_SP, R_T0);
}

/* Pointers into the areas: [area][core][slot] of the output, [area][slot] of local memory. */
static void write_pointers(struct writer *w)
{
    uint32_t own_bytes = w->own_shift == 2 ? 4 * OWN_WORDS : 4;
    uint32_t core_bytes = w->slots * OWN_WORDS * 4;
    write_stack_pointer(w);
    write_numbers(w);
    write_argument(w, R_INPUT, ARG_INPUT);
    if (w->area_address)
        code_constant(w->code, R_OTHERS, w->area_address);
    else
        write_argument(w, R_OTHERS, ARG_OUTPUT);
    write_argument(w, R_LOCAL_OTHERS, ARG_LOCAL);
    code_i(w->code, OP_SLLI, R_T0, R_T0, __builtin_ctz(core_bytes));
    code_r(w->code, OP_ADD, R_OTHERS, R_OTHERS, R_T0);
    code_i(w->code, OP_SLLI, R_T1, R_SLOT, __builtin_ctz(own_bytes));
    code_r(w->code, OP_ADD, R_OWN, R_OTHERS, R_T1);
    code_i(w->code, OP_SLLI, R_T1, R_SLOT, __builtin_ctz(4 * LOCAL_WORDS));
    code_r(w->code, OP_ADD, R_LOCAL, R_LOCAL_OTHERS, R_T1);
    code_constant(w->code, R_T0, w->area_step);
    code_r(w->code, OP_ADD, w->second_area ? R_OWN : R_OTHERS,
           w->second_area ? R_OWN : R_OTHERS, R_T0);
    code_constant(w->code, R_T0, w->local_area);
    code_r(w->code, OP_ADD, w->second_area ? R_LOCAL : R_LOCAL_OTHERS,
           w->second_area ? R_LOCAL : R_LOCAL_OTHERS, R_T0);
}

/* What a warp shares comes from words by the warp's number; the rest by the thread's, unless the
 * registers keep what an earlier round left in them. */
static void write_first_values(struct writer *w, bool keep)
{
    code_i(w->code, OP_SLLI, R_T0, R_WARP, 3);
    code_r(w->code, OP_ADD, R_T0, R_T0, R_INPUT);
    code_i(w->code, OP_LW, 16, R_T0, 4 * (int32_t)dice_below(&w->dice, 256));
    code_i(w->code, OP_LW, 17, R_T0, 4 * (int32_t)dice_below(&w->dice, 256));
    code_i(w->code, OP_ANDI, R_T0, R_SLOT, 127);
    code_i(w->code, OP_SLLI, R_T0, R_T0, 2);
    code_r(w->code, OP_ADD, R_T0, R_T0, R_INPUT);
    for (uint32_t set = keep ? 0 : DATA; set; set &= set - 1)
        code_i(w->code, OP_LW, (uint32_t)__builtin_ctz(set), R_T0,
               4 * (int32_t)dice_below(&w->dice, 512));
    for (uint32_t set = keep ? 0 : FLOATS; set; set &= set - 1)
        code_i(w->code, OP_FLW, (uint32_t)__builtin_ctz(set), R_T0,
               4 * (int32_t)dice_below(&w->dice, 512));
}

static void write_results(struct writer *w)
{
    uint32_t word = 0;
    write_numbers(w);
    code_i(w->code, OP_SLLI, R_T0, R_T0, __builtin_ctz(w->slots));
    code_r(w->code, OP_ADD, R_T0, R_T0, R_SLOT);
    code_i(w->code, OP_SLLI, R_T0, R_T0, __builtin_ctz(RESULT_BYTES));
    write_argument(w, R_T1, ARG_OUTPUT);
    code_r(w->code, OP_ADD, R_T0, R_T0, R_T1);
    code_constant(w->code, R_T1, 2 * w->area);
    code_r(w->code, OP_ADD, R_T0, R_T0, R_T1);
    for (uint32_t set = DATA | UNIFORM; set; set &= set - 1)
        code_s(w->code, OP_SW, (uint32_t)__builtin_ctz(set), R_T0, 4 * (int32_t)word++);
    for (uint32_t set = FLOATS; set; set &= set - 1)
        code_s(w->code, OP_FSW, (uint32_t)__builtin_ctz(set), R_T0, 4 * (int32_t)word++);
    code_csr(w->code, R_T1, CSR_FFLAGS);
    code_s(w->code, OP_SW, R_T1, R_T0, 4 * (int32_t)word);
}

/* All lanes, or some; now and then other ones in each warp, but always the lowest. */
static void write_mask(struct writer *w)
{
    uint32_t threads = w->program->shape.threads;
    uint32_t all = threads == 32 ? UINT32_MAX : (1u << threads) - 1;
    if (!dice_one_in(&w->dice, 3)) {
        code_constant(w->code, R_T0, all);
    } else {
        code_constant(w->code, R_T0, (uint32_t)dice_next(&w->dice) & all);
        code_csr(w->code, R_T1, CSR_WARP);
        if (dice_one_in(&w->dice, 2))
            code_r(w->code, OP_SRL, R_T0, R_T0, R_T1);
        code_i(w->code, OP_ORI, R_T0, R_T0, 1);
    }
    code_r(w->code, OP_TMC, 0, R_T0, 0);
}

/* Warp 0 spawns the others at the word after it and goes there itself. Other cores may have fewer
 * warps. */
static void write_spawn(struct writer *w)
{
    const struct program_shape *shape = &w->program->shape;
    w->warps = dice_one_in(&w->dice, 2)   ? shape->warps
               : dice_one_in(&w->dice, 3) ? 1 /* nothing hides its waiting */
                                          : 1 + dice_below(&w->dice, shape->warps);
    uint32_t max = shape->cores > 1 ? (w->warps - 1) / (shape->cores - 1) : 0;
    w->fewer = dice_one_in(&w->dice, 2) ? max : dice_one_in(&w->dice, 2)
                                              ? dice_below(&w->dice, max + 1) : 0;
    w->rising = dice_one_in(&w->dice, 2);
    write_warps(w, R_T0);
    code_address(w->code, R_T1, w->code->count + 3);
    code_r(w->code, OP_WSPAWN, 0, R_T0, R_T1);
}

/* Now and then only the first core has work. Returns the jump over it; 0: there is none. */
static uint32_t write_other_cores(struct writer *w)
{
    if (w->program->shape.cores == 1 || !dice_one_in(&w->dice, 2))
        return 0;
    code_csr(w->code, R_T0, CSR_CORE);
    uint32_t is_first = code_branch(w->code, OP_BEQ, R_T0, 0);
    uint32_t over = code_jump(w->code, 0);
    code_target(w->code, is_first, w->code->count);
    return over;
}

static void write_round(struct writer *w, uint32_t words, bool first)
{
    write_spawn(w);
    write_mask(w);
    write_pointers(w);
    write_first_values(w, !first && dice_one_in(&w->dice, 2));
    write_body_frame(w);
    uint32_t over = write_other_cores(w);
    write_statements(w, (struct context){.uniform = true, .everybody = true, .top = true,
                                         .first = first, .levels = LEVELS_OF_BODY, .times = 1,
                                         .callees = PROGRAM_FUNCTIONS - 1}, words);
    if (over)
        code_target(w->code, over, w->code->count);
    write_results(w);
    code_i(w->code, OP_ADDI, R_T0, 0, 1);
    code_r(w->code, OP_TMC, 0, R_T0, 0);
    code_csr(w->code, R_T0, CSR_WARP);
    uint32_t is_first = code_branch(w->code, OP_BEQ, R_T0, 0);
    code_r(w->code, OP_TMC, 0, 0, 0);
    code_target(w->code, is_first, w->code->count);
    /* A new round starts when all have ended: what was written is not written any more. */
    w->second_area = !w->second_area;
}

/* Most programs are small, so that many can be tried; some outgrow caches. */
static uint32_t choose_size(struct dice *dice)
{
    return dice_one_in(dice, 40) ? 100 + dice_below(dice, 150)
                                 : 1 + dice_below(dice, 1 + dice_below(dice, 24));
}

static void measure(struct writer *w)
{
    const struct program_shape *shape = &w->program->shape;
    w->slots = power_of_two(shape->warps) * power_of_two(shape->threads);
    w->area = w->area_step = shape->cores * w->slots * OWN_WORDS * 4;
    w->local_area = w->slots * LOCAL_WORDS * 4;
    w->own_shift = dice_one_in(&w->dice, 2) ? 2 : 2 + (uint32_t)__builtin_ctz(w->slots);
    w->counters = 2 * w->area + shape->cores * w->slots * RESULT_BYTES;
    w->program->output_bytes = w->counters + 4 * CODE_ATOMICS;
    w->program->needs = (struct program_needs){.local_bytes = 2 * w->local_area, .barriers = 1};
}

/* ---- the image ---- */

/* Where the variables are; now and then the areas are among them. Segments may share a line. */
static void place_variables(struct writer *w)
{
    struct vortex_program *program = w->program;
    bool areas = dice_one_in(&w->dice, 2) && w->area <= 4 * 8192;
    uint32_t gap = dice_one_in(&w->dice, 2) ? 0 : 4 * dice_below(&w->dice, 4096);
    uint32_t first = 4 * (VARIABLES + STATES) + (areas ? w->area : 0);
    uint32_t second = areas ? w->area : 20;
    w->variables = 0x80200000 + 4 * dice_below(&w->dice, 64);
    if (areas) {
        w->area_address = w->variables + 4 * (VARIABLES + STATES);
        w->area_step = w->area + gap;
    }
    program->variable_count = (first + second) / 4;
    fill(&w->dice, program->variables, program->variable_count);
    program->segments[0] = (struct program_segment){
        .address = w->variables, .bytes = first, .file_bytes = first, .words = program->variables,
        .writable = true};
    program->segments[1] = (struct program_segment){
        .address = w->variables + first + gap, .bytes = second,
        .file_bytes = dice_one_in(&w->dice, 2) ? second : 4 * dice_below(&w->dice, second / 4),
        .words = program->variables + first / 4, .writable = true};
    w->constants = program->segments[1].address + second +
                   (dice_one_in(&w->dice, 2) ? 0 : 4 * dice_below(&w->dice, 64));
}

static void list_segments(struct writer *w)
{
    struct vortex_program *program = w->program;
    const struct code *code = w->code;
    uint32_t first = code->split < code->count ? code->split : code->count;
    program->segments[2] = (struct program_segment){
        .address = w->constants, .bytes = 4 * program->constant_count,
        .file_bytes = 4 * program->constant_count, .words = program->constants};
    program->segments[3] = (struct program_segment){
        .address = code_place(code, 0), .bytes = 4 * first, .file_bytes = 4 * first,
        .words = code->words, .executable = true};
    program->segments[4] = (struct program_segment){
        .address = code_place(code, first), .bytes = 4 * (code->count - first),
        .file_bytes = 4 * (code->count - first), .words = code->words + first,
        .executable = true};
    program->segment_count = first < code->count ? 5 : 4;
}

/* The functions from this one on are in a second segment, which may be far away. */
static void begin_segment(struct writer *w)
{
    w->code->split = w->code->count;
    w->code->gap = 4 * (dice_one_in(&w->dice, 2) ? dice_below(&w->dice, 64)
                                                 : dice_below(&w->dice, 16384));
}

/* ---- all together ---- */

static void write_code(struct writer *w, struct dice *frame)
{
    struct vortex_program *program = w->program;
    uint32_t rounds = dice_one_in(frame, 4) ? ROUNDS_MAX : 1;
    uint32_t function_words = program->size < 12 ? program->size : 12;
    uint32_t second = dice_one_in(frame, 2) ? 1 + dice_below(frame, PROGRAM_FUNCTIONS - 1) : 0;
    for (uint32_t number = 0; number < PROGRAM_FUNCTIONS; number++) {
        if (second && number == second)
            begin_segment(w);
        program->functions[number] = w->code->count;
        if (number < PROGRAM_FUNCTIONS - 1)
            write_function(w, number, function_words);
    }
    for (uint32_t round = 0; round < rounds; round++)
        write_round(w, program->size * 8 / rounds, round == 0);
    code_r(w->code, OP_TMC, 0, 0, 0);
}

void program_generate(struct vortex_program *program, uint64_t seed, uint32_t size)
{
    struct dice frame = {seed};
    program->seed = seed;
    program->shape = shapes[dice_below(&frame, SHAPES)];
    program->size = choose_size(&frame);
    if (size)
        program->size = size;
    program->launches = dice_one_in(&frame, 3) ? 1 + dice_below(&frame, PROGRAM_LAUNCHES_MAX) : 1;
    program->code.count = program->loop_count = 0;
    program->code.wrong = NULL;
    program->code.split = UINT32_MAX;
    program->small_count = 1 + dice_below(&frame, PROGRAM_SMALL_MAX);
    fill(&frame, program->input, PROGRAM_INPUT_WORDS);
    fill(&frame, program->small, program->small_count);
    struct writer writer = {.program = program, .code = &program->code,
                            .dice = {dice_next(&frame)}};
    measure(&writer);
    place_variables(&writer);
    fill(&writer.dice, program->constants, CONSTANTS);
    program->constant_count = CONSTANTS;
    writer.phased = dice_one_in(&frame, 4);
    writer.doubtful = dice_one_in(&frame, 6);
    if (writer.phased)
        program->needs.barriers = BARRIERS_PHASED;
    write_code(&writer, &frame);
    if (program->code.wrong) { /* a defect of the generator, not of what it tests */
        fprintf(stderr, "programs: %s\n", program->code.wrong);
        abort();
    }
    list_segments(&writer);
}
