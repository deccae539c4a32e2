/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_program.c - the frame of a random program: spawning, pointers, functions, the end. */
#include "vortex_program.h"

#include <string.h>

#include "vortex_statements.h"

/* What a thread leaves at the end: 8 integer and 8 floating-point registers, and the flags. */
enum { RESULT_BYTES = 128, ROUNDS_MAX = 2 };

const char *const program_function_names[PROGRAM_FUNCTIONS] = {"inner", "outer", "start"};

static const struct program_shape shapes[] = {
    {1, 1, 1}, {1, 1, 4}, {1, 2, 2}, {1, 2, 8}, {1, 4, 4}, {1, 4, 8},
    {1, 3, 5}, {1, 8, 4}, {1, 8, 16}, {2, 2, 4}, {1, 16, 2}, {1, 4, 32},
    {1, 32, 4}, {1, 16, 32},
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
static void fill_input(struct vortex_program *program, struct dice *dice)
{
    uint32_t set = dice_one_in(dice, 4) ? 7 : 0;
    for (uint32_t i = 0; i < PROGRAM_INPUT_WORDS; i++) {
        uint32_t bits = (uint32_t)dice_next(dice);
        float value = (float)(int32_t)bits / 65536.0f;
        switch (dice_below(dice, 4)) {
        case 0: bits &= 15; break;
        case 1: memcpy(&bits, &value, sizeof bits); break;
        case 2: bits = bits & 0x807fffff; break; /* tiny: exponent 0 */
        }
        program->input[i] = bits | set;
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

/* Pointers into the areas: [area][core][slot] of the output, [area][slot] of local memory. */
static void write_pointers(struct writer *w)
{
    uint32_t own_bytes = w->own_shift == 2 ? 4 * OWN_WORDS : 4;
    uint32_t core_bytes = w->slots * OWN_WORDS * 4;
    write_numbers(w);
    code_csr(w->code, R_T1, CSR_MSCRATCH);
    code_i(w->code, OP_LW, R_INPUT, R_T1, 0);
    code_i(w->code, OP_LW, R_OTHERS, R_T1, 4);
    code_i(w->code, OP_LW, R_LOCAL_OTHERS, R_T1, 8);
    code_i(w->code, OP_SLLI, R_T0, R_T0, __builtin_ctz(core_bytes));
    code_r(w->code, OP_ADD, R_OTHERS, R_OTHERS, R_T0);
    code_i(w->code, OP_SLLI, R_T1, R_SLOT, __builtin_ctz(own_bytes));
    code_r(w->code, OP_ADD, R_OWN, R_OTHERS, R_T1);
    code_i(w->code, OP_SLLI, R_T1, R_SLOT, __builtin_ctz(4 * LOCAL_WORDS));
    code_r(w->code, OP_ADD, R_LOCAL, R_LOCAL_OTHERS, R_T1);
    code_constant(w->code, R_T0, w->area);
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
    code_csr(w->code, R_T1, CSR_MSCRATCH);
    code_i(w->code, OP_LW, R_T1, R_T1, 4);
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

/* Warp 0 spawns the others at the word behind and goes there itself. */
static void write_round(struct writer *w, uint32_t words, bool first)
{
    w->warps = 1 + dice_below(&w->dice, w->program->shape.warps);
    if (dice_one_in(&w->dice, 2))
        w->warps = w->program->shape.warps;
    code_constant(w->code, R_T0, w->warps);
    code_address(w->code, R_T1, w->code->count + 3);
    code_r(w->code, OP_WSPAWN, 0, R_T0, R_T1);
    write_mask(w);
    write_pointers(w);
    write_first_values(w, !first && dice_one_in(&w->dice, 2));
    write_statements(w, (struct context){.uniform = true, .everybody = true, .top = true,
                                         .levels = LEVELS_OF_BODY, .times = 1,
                                         .callees = PROGRAM_FUNCTIONS - 1}, words);
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

static void write_function(struct writer *w, uint32_t number, uint32_t words)
{
    uint32_t level = number ? LEVEL_OF_OUTER : LEVEL_OF_INNER;
    w->program->functions[number] = w->code->count;
    write_statements(w, (struct context){.level = level, .levels = level + 1, .times = 4,
                                         .callees = number}, words);
    code_i(w->code, OP_JALR, 0, R_RA, 0);
}

/* Most programs are small, so that many can be tried; some outgrow caches. */
static uint32_t choose_size(struct dice *dice)
{
    return dice_one_in(dice, 24) ? 100 + dice_below(dice, 150) : 1 + dice_below(dice, 24);
}

static void measure(struct writer *w)
{
    const struct program_shape *shape = &w->program->shape;
    w->slots = power_of_two(shape->warps) * power_of_two(shape->threads);
    w->area = shape->cores * w->slots * OWN_WORDS * 4;
    w->local_area = w->slots * LOCAL_WORDS * 4;
    w->own_shift = dice_one_in(&w->dice, 2) ? 2 : 2 + (uint32_t)__builtin_ctz(w->slots);
    w->program->output_bytes = 2 * w->area + shape->cores * w->slots * RESULT_BYTES;
    w->program->local_bytes = 2 * w->local_area;
}

void program_generate(struct vortex_program *program, uint64_t seed, uint32_t size)
{
    struct dice frame = {seed};
    program->seed = seed;
    program->shape = shapes[dice_below(&frame, SHAPES)];
    program->size = choose_size(&frame);
    if (size)
        program->size = size;
    program->code.count = program->loop_count = 0;
    fill_input(program, &frame);
    struct writer writer = {.program = program, .code = &program->code,
                            .dice = {dice_next(&frame)}};
    measure(&writer);
    uint32_t rounds = dice_one_in(&frame, 4) ? ROUNDS_MAX : 1;
    uint32_t function_words = program->size < 12 ? program->size : 12;
    for (uint32_t number = 0; number < PROGRAM_FUNCTIONS - 1; number++)
        write_function(&writer, number, function_words);
    program->functions[PROGRAM_FUNCTIONS - 1] = program->code.count;
    for (uint32_t round = 0; round < rounds; round++)
        write_round(&writer, program->size * 8 / rounds, round == 0);
    code_r(&program->code, OP_TMC, 0, 0, 0);
}
