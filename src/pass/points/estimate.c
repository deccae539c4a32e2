/* SPDX-License-Identifier: Apache-2.0 */
/* estimate.c - what code costs, roughly: to compare the sides of branches, never as a bound. */
#include "pass/points/points.h"

enum {
    ISSUE = 4,          /* a vector instruction: 64 lanes, 16 per cycle */
    BRANCH = 8,
    QUARTER_RATE = 16,
    DOUBLE_RATE = 64,
    LOCAL_LOAD = 64,
    SCALAR_LOAD = 32,
    GLOBAL_LOAD = 128,  /* between a hit in the first and one in the second cache */
    COPIED_PER_CYCLE = 16, /* scalar registers (A14) */
    SPLIT = 4, MERGE = 4,
};

static int64_t access_cost(const struct insn *insn)
{
    if (insn->space == MEMORY_SHARED)
        return LOCAL_LOAD;
    if (insn->timing == TIMING_LOAD_CONSTANT)
        return SCALAR_LOAD;
    return insn->flags & (INSN_LOAD | INSN_ATOMIC) ? GLOBAL_LOAD : ISSUE;
}

static int64_t cost_of(const struct insn *insn)
{
    if (insn->role == ROLE_SPLIT || insn->role == ROLE_JOIN)
        return 0; /* not there any more */
    if (insn->role == ROLE_ACCESS)
        return access_cost(insn);
    switch ((enum timing)insn->timing) {
    case TIMING_BRANCH: return BRANCH;
    case TIMING_MUL:
    case TIMING_DIV:
    case TIMING_FDIV:
    case TIMING_FSQRT:
    case TIMING_SPECIAL: return QUARTER_RATE;
    case TIMING_DOUBLE: return DOUBLE_RATE;
    default: return ISSUE;
    }
}

static int64_t piece_cost(const struct program *program, const struct split_structure *structure,
                          uint32_t number)
{
    int64_t cost = 0;
    if (number == STRUCTURE_NO_BLOCK)
        return 0;
    for (uint32_t at = structure->pieces[number].first; at < structure->pieces[number].end; at++)
        cost += cost_of(&program->insns[at]);
    return cost;
}

static void estimate(const struct program *program, const struct split_structure *structure,
                     struct structure *list)
{
    for (; list; list = list->next) {
        if (list->kind == STRUCTURE_LOOP)
            list->bound = POINTS_ITERATIONS;
        else
            list->block.cost = piece_cost(program, structure, list->block.number);
        list->serial.cost = piece_cost(program, structure, list->serial.number);
        for (int s = 0; s < SIDES; s++)
            estimate(program, structure, list->side[s]);
    }
}

void points_estimate(const struct program *program, struct split_structure *structure)
{
    estimate(program, structure, structure->program);
}

int64_t points_split_cost(const struct kernel *kernel)
{
    const uint32_t registers = kernel->amdgpu ? kernel->amdgpu->sgprs : 0;
    return 2 * ISSUE + SPLIT + MERGE + (registers + COPIED_PER_CYCLE - 1) / COPIED_PER_CYCLE;
}
