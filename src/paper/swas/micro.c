/* SPDX-License-Identifier: Apache-2.0 */
/* micro.c - only the front end of SWaS, cycle by cycle. */
#include "paper/swas/micro.h"

#include <string.h>

struct warp {
    const struct micro_program *program;
    struct micro_slot queue[MICRO_QUEUE_MAX]; /* oldest first */
    uint32_t queued;
    uint32_t pc;                         /* next fetch */
    bool active;
    uint64_t operands_at;                /* the next instruction has its operands */
    uint64_t decided_at;                 /* the last branch is decided */
    bool redirect;                       /* ... and goes elsewhere */
    uint32_t target;
    uint64_t filled_at;                  /* end of the last miss */
    bool present[MICRO_PROGRAM_MAX];    /* the instruction was fetched or missed before */
    uint32_t taken[MICRO_PROGRAM_MAX];  /* how often the branch was taken so far */
};

struct state {
    const struct micro *micro;
    struct scheduler scheduler;
    struct warp warps[MICRO_WARPS_MAX];
    struct micro_result *result;
    uint64_t now;
};

static void begin(struct state *state)
{
    const struct micro *micro = state->micro;
    scheduler_reset(&state->scheduler, micro->policy, micro->warps);
    for (uint32_t i = 0; i < micro->warps; i++) {
        struct warp *warp = &state->warps[i];
        *warp = (struct warp){.program = &micro->program[i], .active = true};
        for (; warp->queued < micro->start_nops; warp->queued++)
            warp->queue[warp->queued] = (struct micro_slot){.kind = MICRO_START};
    }
}

/* A taken branch was decided: everything fetched after it turns into NOPs where it is, in the queue
 * or in flight (SWAS-39). A miss among it lasts until its line arrives (AMB-8). */
static void redirect(struct state *state, uint32_t i)
{
    struct warp *warp = &state->warps[i];
    warp->redirect = false;
    warp->pc = warp->target;
    for (uint32_t k = 0; k < warp->queued; k++) {
        state->result->warp[i].misses -= warp->queue[k].kind == MICRO_MISS;
        warp->queue[k].kind = MICRO_FLUSH;
    }
}

/* Selection asks for operands, decided branches and ended misses, never for a queue that is empty
 * (SWAS-35): that this is no mistake is Lemma 1. */
static bool is_ready(const struct warp *warp, uint64_t now)
{
    bool nop = warp->queued && warp->queue[0].kind != MICRO_INSTRUCTION;
    return warp->active && warp->filled_at <= now && warp->decided_at <= now &&
           (nop || warp->operands_at <= now);
}

static uint64_t ready_warps(struct state *state)
{
    uint64_t ready = 0;
    for (uint32_t i = 0; i < state->micro->warps; i++) {
        if (state->warps[i].redirect && state->warps[i].decided_at == state->now)
            redirect(state, i);
        ready |= (uint64_t)is_ready(&state->warps[i], state->now) << i;
    }
    return ready;
}

static void execute(struct state *state, uint32_t i, uint32_t index)
{
    struct warp *warp = &state->warps[i];
    const struct micro_insn *insn = &warp->program->insns[index];
    struct micro_count *count = &state->result->warp[i];
    count->instructions++;
    warp->operands_at = state->now + (insn->latency ? insn->latency : 1);
    warp->active = index + 1 < warp->program->count;
    if (!insn->branch)
        return;
    warp->decided_at = state->now + state->micro->branch_resolve;
    warp->redirect = warp->taken[index] < insn->taken;
    warp->active |= warp->redirect;
    warp->target = insn->target;
    warp->taken[index] += warp->redirect;
    count->taken += warp->redirect;
}

/* A request for the warp that issues: its instruction is there L cycles later, or a NOP in its
 * place after a miss, and the same address is asked for again when the line is there (SWAS-37). */
static bool fetch(struct state *state, uint32_t i)
{
    struct warp *warp = &state->warps[i];
    uint64_t poppable = state->now + state->micro->depth;
    bool inside = warp->pc < warp->program->count;
    uint32_t miss = inside && !warp->present[warp->pc] ? warp->program->insns[warp->pc].miss : 0;
    struct micro_slot *slot = &warp->queue[warp->queued++];
    *slot = (struct micro_slot){MICRO_INSTRUCTION, warp->pc, poppable};
    if (inside)
        warp->present[warp->pc] = true;
    if (!miss) {
        warp->pc++;
        return false;
    }
    slot->kind = MICRO_MISS;
    warp->filled_at = state->now + miss;
    state->result->warp[i].misses++;
    return true;
}

static struct micro_slot pop(struct warp *warp)
{
    struct micro_slot head = warp->queue[0];
    memmove(warp->queue, warp->queue + 1, --warp->queued * sizeof *warp->queue);
    return head;
}

/* The warp is gone, and what its queue still holds with it (SWAS-45). */
static void end_warp(struct state *state, uint32_t i)
{
    struct warp *warp = &state->warps[i];
    for (uint32_t k = 0; k < warp->queued; k++)
        state->result->warp[i].misses -= warp->queue[k].kind == MICRO_MISS;
    warp->queued = 0;
}

/* The selected warp issues its head and asks for one more instruction in the same cycle. False: the
 * head is not there. */
static bool select_warp(struct state *state, uint32_t i, struct micro_cycle *told)
{
    struct warp *warp = &state->warps[i];
    if (!warp->queued || warp->queue[0].poppable > state->now)
        return false;
    told->issued = pop(warp);
    told->fetched = warp->pc;
    told->missed = fetch(state, i);
    state->result->warp[i].slots++;
    if (told->issued.kind == MICRO_INSTRUCTION)
        execute(state, i, told->issued.insn);
    told->ended = !warp->active;
    if (told->ended)
        end_warp(state, i);
    return true;
}

static void tell(const struct state *state, struct micro_cycle *told)
{
    const struct warp *warp = &state->warps[told->warp >= 0 ? told->warp : 0];
    told->cycle = state->now;
    told->queue = warp->queue;
    told->queued = warp->queued;
    if (state->micro->told)
        state->micro->told(state->micro->user, told);
}

static bool is_over(const struct state *state)
{
    for (uint32_t i = 0; i < state->micro->warps; i++) {
        if (state->warps[i].active)
            return false;
    }
    return true;
}

void micro_run(const struct micro *micro, struct micro_result *result)
{
    struct state state = {.micro = micro, .result = result};
    *result = (struct micro_result){0};
    begin(&state);
    for (; !is_over(&state) && !result->underflow; state.now++) {
        struct micro_cycle told = {.warp = scheduler_turn(&state.scheduler, ready_warps(&state))};
        if (told.warp >= 0 && !select_warp(&state, (uint32_t)told.warp, &told)) {
            result->underflow = true;
            result->underflow_at = state.now;
            break;
        }
        tell(&state, &told);
    }
    result->cycles = state.now;
}
