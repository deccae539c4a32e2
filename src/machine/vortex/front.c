/* SPDX-License-Identifier: Apache-2.0 */
/* front.c - fetch, redirects, and when a warp's next instruction can issue.
 *
 * The paper's front end (frontend=paper) fetches one instruction per cycle and predicts every
 * control transfer as not taken, so a warp can be fetched back to back (SWAS-6); a taken one drops
 * the queue when its outcome is known (SWAS-7). Vortex as released (frontend=stock) fetches a warp
 * again only when its last instruction is decoded, and not at all past a control transfer. SWaS
 * (frontend=swas) fetches for a warp exactly when it issues for it; NOPs replace what a miss or a
 * wrong path takes from its queue, so the queue is never empty (SWAS-33 to 41). */
#include "machine/common/tell.h"
#include "machine/vortex/clock.h"
#include "machine/vortex/head.h"

void vortex_front_update(struct vortex_core *core, uint32_t slot)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    p->wants[t->unit] &= ~(1ull << slot);
    p->seen &= ~(1ull << slot);
    vortex_head_room(p, slot);
    wakeup_set(&p->issue_at, slot, NEVER);
    if (p->oracle.on)
        wakeup_set(&p->oracle.head_at, slot, NEVER);
    if (t->ibuffer.count)
        vortex_head_add(core, slot);
}

void vortex_front_start(struct vortex_core *core, uint32_t slot, cycle_t start)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    const struct warp *warp = &core->warps[slot].resident.warp;
    const struct vortex *vortex = core->machine;
    ibuffer_reset(&t->ibuffer, p->numbers->queue_depth);
    scoreboard_reset(&t->scoreboard);
    for (uint32_t i = 0; vortex_is_shared(p) && i < p->numbers->queue_depth; i++)
        ibuffer_push(&t->ibuffer, ibuffer_nop(NOP_START), start); /* SWAS-34 */
    t->fetch_next = warp->pc;
    t->redirect = t->refetch = false;
    core->warps[slot].resident.told = 0;
    t->started = t->resume = t->decided = t->operands = start;
    wakeup_set(&p->fetch_at, slot, start);
    p->undecided &= ~(1ull << slot);
    wakeup_set(&p->oracle.window_at, slot, start);
    wakeup_set(&p->oracle.settled_at, slot, start);
    vortex_front_update(core, slot);
    if (core->machine->run.observed)
        tell_start(&vortex->run, warp, start);
}

void vortex_front_end(struct vortex_core *core, uint32_t slot)
{
    struct vortex_pipeline *p = core->pipeline;
    ibuffer_flush(&p->warp[slot].ibuffer);
    wakeup_set(&p->fetch_at, slot, NEVER);
    p->undecided &= ~(1ull << slot);
    vortex_front_update(core, slot);
}

static void drop_wrong_path(struct vortex_core *core, uint32_t slot, cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    struct vortex *vortex = core->machine;
    vortex->run.outcome->statistics.count[STAT_WRONG_PATH] += t->ibuffer.count;
    if (run_tells(&core->machine->run, EVENT_FLUSH))
        observers_tell(vortex->run.control->observers,
                       &(struct event){.kind = EVENT_FLUSH, .cycle = now, .core = core->id,
                                       .warp = slot, .count = t->ibuffer.count});
    if (vortex_is_shared(p))
        ibuffer_squash(&t->ibuffer); /* SWAS-39 */
    else
        ibuffer_flush(&t->ibuffer);
    t->fetch_next = core->warps[slot].resident.warp.pc;
    t->redirect = t->refetch = false;
    if (p->oracle.on) /* the target is decoded then at the earliest (SWAS-25) */
        vortex_oracle_excuse(&p->oracle, slot, now + 1 + p->numbers->icache.latency, false);
    if (p->numbers->cancel_wrong_miss || p->fetch_at.at[slot] == NEVER)
        wakeup_set(&p->fetch_at, slot, now);
}

void vortex_front_decide(struct vortex_core *core, cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    cycle_t next = NEVER;
    for (uint64_t rest = p->undecided; rest; rest &= rest - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(rest);
        struct vortex_timing *t = &p->warp[slot];
        if (t->decided > now) {
            next = earlier(next, t->decided);
            continue;
        }
        p->undecided &= ~(1ull << slot);
        if (t->redirect)
            drop_wrong_path(core, slot, now);
        else if (t->stopped_fetch && p->fetch_at.at[slot] == NEVER) /* stock front end */
            wakeup_set(&p->fetch_at, slot, now);
        vortex_front_update(core, slot);
    }
    p->decide_first = next;
}

/* Asks the instruction cache; a fetch that missed before is served by the fill buffer. Otherwise
 * two warps whose lines share a set could evict each other's line forever. */
static struct memory_answer ask(struct vortex_pipeline *p, struct vortex_timing *t,
                                uint64_t address, uint32_t bytes, cycle_t now)
{
    struct memory_answer answer;
    if (!t->refetch)
        return cache_hit(&p->icache, address, now, &answer)
                   ? answer
                   : memory_request(&p->icache.level, address, bytes, false, now);
    t->refetch = false;
    return (struct memory_answer){.taken = now, .done = now + p->icache.numbers->latency,
                                  .alone = p->icache.numbers->latency, .hit = true};
}

/* SWAS-37, SWAS-38: a NOP replaces the missing instruction, the warp is suspended until its line
 * arrives, and then the same instruction is fetched again. */
static cycle_t miss_of_swas(struct vortex_pipeline *p, struct vortex_timing *t, cycle_t now)
{
    cycle_t decoded =
        reservation_book_one(&p->decoder, now + p->icache.numbers->latency) + p->numbers->decode;
    ibuffer_push(&t->ibuffer, ibuffer_nop(NOP_MISS), decoded);
    t->refetch = true;
    return decoded;
}

/* The first cycle in which the warp can be fetched again. SWAS-8, SWAS-19: a miss is known one
 * cycle later, and blocks the warp until its line arrives. */
static cycle_t fetch_again(const struct vortex_pipeline *p, const struct program *program,
                           uint32_t index, struct memory_answer answer, cycle_t now,
                           cycle_t decoded)
{
    bool beyond = index >= program->count;
    if (p->numbers->frontend == FRONT_STOCK)
        return !beyond && vortex_is_control(&program->insns[index]) ? NEVER : decoded;
    return answer.hit ? now + 1 : answer.done;
}

void vortex_front_fetch(struct vortex_core *core, uint32_t slot, cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    const struct program *program = core->machine->run.launch->program;
    /* Code beyond the program's end is fetched too, and never issues. */
    const bool beyond = t->fetch_next >= program->count;
    uint64_t address = beyond ? program_fetch_address(program, t->fetch_next)
                              : program->insns[t->fetch_next].pc;
    struct memory_answer answer = ask(p, t, address, program->isa->insn_bytes_min, now);
    core->machine->run.outcome->statistics.count[STAT_FETCHES]++;
    if (vortex_is_shared(p) && answer.done > now + p->icache.numbers->latency)
        answer.hit = false; /* also a hit that waits for a busy bank: too late (SWAS-41) */
    if (p->oracle.on && !answer.hit)
        vortex_oracle_excuse(&p->oracle, slot, answer.done + 1 + p->icache.numbers->latency, true);
    const bool was_empty = !t->ibuffer.count, missed = vortex_is_shared(p) && !answer.hit;
    cycle_t decoded;
    if (missed) {
        decoded = miss_of_swas(p, t, now);
    } else {
        decoded = reservation_book_one(&p->decoder, answer.done) + p->numbers->decode;
        ibuffer_push(&t->ibuffer, beyond ? program->count - 1 : t->fetch_next, decoded);
    }
    if (run_tells(&core->machine->run, EVENT_FETCH))
        tell_fetch(&core->machine->run, core->id, slot, address, now, answer, decoded);
    const cycle_t again = fetch_again(p, program, t->fetch_next, answer, now, decoded);
    if (again == now + 1)
        wakeup_stay(&p->fetch_at, slot, again);
    else
        wakeup_set(&p->fetch_at, slot, again);
    t->fetch_next += !missed;
    if (was_empty) /* otherwise the head and its times are unchanged */
        vortex_head_add(core, slot);
    vortex_head_room(p, slot);
}
