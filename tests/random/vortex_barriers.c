/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_barriers.c - barriers for all warps of a core, and for some; arriving, and waiting. */
#include "vortex_statements.h"

void write_warps(struct writer *w, uint32_t rd)
{
    uint32_t missing = w->rising ? w->fewer * (w->program->shape.cores - 1) : 0;
    code_constant(w->code, rd, w->warps - missing);
    if (w->fewer)
        code_csr(w->code, R_T2, CSR_CORE);
    for (uint32_t i = 0; i < w->fewer; i++)
        code_r(w->code, w->rising ? OP_ADD : OP_SUB, rd, rd, R_T2);
}

/* rd := the id of this barrier, so that no two are the same (the machine says how). */
static void write_id(struct writer *w, uint32_t rd, uint32_t number)
{
    code_constant(w->code, rd, number);
    write_argument(w, R_T2, ARG_BARRIER_SHIFT);
    code_r(w->code, OP_SLL, rd, rd, R_T2);
}

/* rd := the id of barrier number `first` + the number in rd. */
static void write_id_from(struct writer *w, uint32_t rd, uint32_t first)
{
    code_i(w->code, OP_ADDI, rd, rd, (int32_t)first);
    write_argument(w, R_T2, ARG_BARRIER_SHIFT);
    code_r(w->code, OP_SLL, rd, rd, R_T2);
}

void write_barrier(struct writer *w, struct context at, uint32_t words)
{
    (void)at, (void)words;
    if (w->phased)
        write_id(w, R_T0, dice_below(&w->dice, BARRIERS_PLAIN));
    else
        code_constant(w->code, R_T0, dice_below(&w->dice, 8));
    write_warps(w, R_T1);
    code_r(w->code, OP_BAR, 0, R_T0, R_T1);
}

static void move_pointers(struct writer *w, uint32_t own, uint32_t others, uint32_t bytes)
{
    code_constant(w->code, R_T0, bytes);
    code_r(w->code, w->second_area ? OP_SUB : OP_ADD, own, own, R_T0);
    code_r(w->code, w->second_area ? OP_ADD : OP_SUB, others, others, R_T0);
}

void write_phase(struct writer *w, struct context at, uint32_t words)
{
    write_barrier(w, at, words);
    move_pointers(w, R_OWN, R_OTHERS, w->area_step);
    move_pointers(w, R_LOCAL, R_LOCAL_OTHERS, w->local_area);
    w->second_area = !w->second_area;
}

/* ---- arriving and waiting ---- */

/* In between others may wait for this warp: no barrier for all of them. */
static struct context between(struct context at)
{
    struct context inside = context_inside(at);
    inside.everybody = false;
    return inside;
}

void write_arrive_and_wait(struct writer *w, struct context at, uint32_t words)
{
    uint32_t phase = R_MASK + at.level;
    if (!w->phased) {
        write_barrier(w, at, words);
        return;
    }
    write_id(w, R_T0, BARRIER_ALL);
    write_warps(w, R_T1);
    code_r(w->code, OP_BAR_WAIT, phase, R_T0, R_T1);
    write_statements(w, between(at), words);
    write_id(w, R_T0, BARRIER_ALL);
    code_r(w->code, OP_BAR_WAIT, 0, R_T0, phase);
}

/* R_T0 := the barrier of the pair, R_T1 := 2. */
static void write_pair(struct writer *w)
{
    code_i(w->code, OP_SRLI, R_T0, R_WARP, 1);
    write_id_from(w, R_T0, BARRIER_PAIR);
    code_i(w->code, OP_ADDI, R_T1, 0, 2);
}

void write_pairs(struct writer *w, struct context at, uint32_t words)
{
    uint32_t paired = w->warps / 2 * 2 < 2 * PAIRS_MAX ? w->warps / 2 * 2 : 2 * PAIRS_MAX;
    uint32_t phase = R_MASK + at.level;
    if (!w->phased || w->fewer || paired < 2) {
        write_barrier(w, at, words);
        return;
    }
    code_i(w->code, OP_SLTIU, R_T0, R_WARP, (int32_t)paired);
    uint32_t alone = code_branch(w->code, OP_BEQ, R_T0, 0);
    code_i(w->code, OP_ANDI, R_T0, R_WARP, 1);
    uint32_t even = code_branch(w->code, OP_BEQ, R_T0, 0);
    write_pair(w);
    code_r(w->code, OP_BAR_WAIT, phase, R_T0, R_T1);
    write_statements(w, between(at), words / 4);
    write_pair(w);
    code_r(w->code, OP_BAR_WAIT, 0, R_T0, phase);
    write_statements(w, between(at), words / 4);
    uint32_t over = code_jump(w->code, 0);
    code_target(w->code, even, w->code->count);
    write_statements(w, between(at), words / 2);
    write_pair(w);
    code_r(w->code, OP_BAR_WAIT, R_T0, R_T0, R_T1);
    code_target(w->code, alone, w->code->count);
    code_target(w->code, over, w->code->count);
    write_barrier(w, at, words); /* else a warp could arrive twice before its neighbour */
}

/* Once only: the barriers are in their first phase. */
void write_relay(struct writer *w, struct context at, uint32_t words)
{
    enum { RUNNERS_MAX = BARRIERS_PHASED - BARRIER_RELAY };
    if (!w->phased || w->relayed) {
        write_barrier(w, at, words);
        return;
    }
    w->relayed = true;
    code_i(w->code, OP_SLTIU, R_T0, R_WARP, RUNNERS_MAX);
    uint32_t alone = code_branch(w->code, OP_BEQ, R_T0, 0);
    uint32_t first = code_branch(w->code, OP_BEQ, R_WARP, 0);
    code_i(w->code, OP_ADDI, R_T0, R_WARP, -1);
    write_id_from(w, R_T0, BARRIER_RELAY);
    code_r(w->code, OP_BAR_WAIT, 0, R_T0, 0);
    code_target(w->code, first, w->code->count);
    write_statements(w, between(at), words);
    code_i(w->code, OP_ADDI, R_T0, R_WARP, 0);
    write_id_from(w, R_T0, BARRIER_RELAY);
    code_i(w->code, OP_ADDI, R_T1, 0, 1);
    code_r(w->code, OP_BAR_WAIT, R_T0, R_T0, R_T1);
    code_target(w->code, alone, w->code->count);
}
