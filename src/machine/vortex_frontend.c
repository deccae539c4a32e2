/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_frontend.c - fetch, redirects, and when a warp's next instruction can issue.
 *
 * The paper's front end (frontend=paper) asks for one instruction a cycle and predicts every
 * control transfer as not taken, so that a warp can be fetched back to back (SWAS-6); a taken one
 * drops the queue when its outcome is known (SWAS-7). Vortex as released (frontend=stock) fetches a
 * warp again only when its last instruction is decoded, and not at all past a control transfer. */
#include "machine/vortex_clock.h"

static void set_bit(uint64_t *mask, uint32_t slot, bool value)
{
    *mask = (*mask & ~(1ull << slot)) | (uint64_t)value << slot;
}

void vortex_front_update(struct vortex_core *core, uint32_t slot)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    p->wants[t->unit] &= ~(1ull << slot);
    set_bit(&p->full, slot, ibuffer_full(&t->ibuffer));
    cycle_t ready = ibuffer_next_event(&t->ibuffer);
    if (ready == NEVER) {
        wakeup_set(&p->issue_at, slot, NEVER);
        return;
    }
    const struct insn *insn = &core->machine->launch->program->insns[ibuffer_head(&t->ibuffer)];
    ready = later(ready, t->resume);
    t->operands = scoreboard_ready(&t->scoreboard, insn->src, SOURCES_MOST, 0, &t->pending_by);
    t->operands =
        scoreboard_ready(&t->scoreboard, insn->dst, TARGETS_MOST, t->operands, &t->pending_by);
    wakeup_set(&p->issue_at, slot, later(ready, t->operands));
    t->unit = (uint8_t)vortex_unit_of(insn->timing);
    p->wants[t->unit] |= 1ull << slot;
}

void vortex_front_start(struct vortex_core *core, uint32_t slot, cycle_t start, bool observed)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    const struct warp *warp = &core->warps[slot].warp;
    const struct vortex *vortex = core->machine;
    ibuffer_reset(&t->ibuffer, p->numbers->queue_depth);
    scoreboard_reset(&t->scoreboard);
    t->fetch_next = warp->pc;
    t->redirect = false;
    t->started = t->resume = t->decided = t->operands = start;
    wakeup_set(&p->fetch_at, slot, start);
    p->undecided &= ~(1ull << slot);
    vortex_front_update(core, slot);
    if (observed)
        observers_tell(vortex->control->observers,
                       &(struct event){.kind = EVENT_START, .cycle = start, .core = core->id,
                                       .warp = slot, .mask = warp->mask,
                                       .insn = &vortex->launch->program->insns[warp->pc]});
}

void vortex_front_end(struct vortex_core *core, uint32_t slot)
{
    struct vortex_pipeline *p = core->pipeline;
    ibuffer_flush(&p->warp[slot].ibuffer);
    wakeup_set(&p->fetch_at, slot, NEVER);
    p->undecided &= ~(1ull << slot);
    vortex_front_update(core, slot);
}

static void drop_wrong_path(struct vortex_core *core, uint32_t slot, cycle_t now, bool observed)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    struct vortex *vortex = core->machine;
    vortex->outcome->statistics.count[STAT_WRONG_PATH] += t->ibuffer.count;
    if (observed)
        observers_tell(vortex->control->observers,
                       &(struct event){.kind = EVENT_FLUSH, .cycle = now, .core = core->id,
                                       .warp = slot, .count = t->ibuffer.count});
    ibuffer_flush(&t->ibuffer);
    t->fetch_next = core->warps[slot].warp.pc;
    t->redirect = false;
    if (p->numbers->cancel_wrong_miss || p->fetch_at.at[slot] == NEVER)
        wakeup_set(&p->fetch_at, slot, now);
}

void vortex_front_decide(struct vortex_core *core, cycle_t now, bool observed)
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
            drop_wrong_path(core, slot, now, observed);
        else if (t->stopped_fetch && p->fetch_at.at[slot] == NEVER) /* stock front end */
            wakeup_set(&p->fetch_at, slot, now);
        vortex_front_update(core, slot);
    }
    p->decide_first = next;
}

/* The address of an instruction; code beyond the program's end is fetched too, and never issues. */
static uint64_t code_address(const struct program *program, uint32_t index)
{
    if (index < program->count)
        return program->insns[index].pc;
    const struct insn *last = &program->insns[program->count - 1];
    return last->pc + (uint64_t)(index - program->count + 1) * program->isa->insn_bytes_least;
}

void vortex_front_fetch(struct vortex_core *core, uint32_t slot, cycle_t now, bool observed)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    struct vortex *vortex = core->machine;
    const struct program *program = vortex->launch->program;
    uint64_t address = code_address(program, t->fetch_next);
    struct memory_answer answer = memory_request(&p->icache.level, address, program->isa->insn_bytes_least, false, now);
    cycle_t decoded = reservation_book(&p->decoder, answer.done, 1) + p->numbers->decode;
    vortex->outcome->statistics.count[STAT_FETCHES]++;
    if (observed)
        observers_tell(vortex->control->observers,
                       &(struct event){.kind = EVENT_FETCH, .cycle = now, .until = decoded,
                                       .arrival = answer.done, .core = core->id, .warp = slot,
                                       .address = address, .space = SPACE_CODE,
                                       .hit = answer.hit});
    bool was_empty = !t->ibuffer.count, beyond = t->fetch_next >= program->count;
    ibuffer_push(&t->ibuffer, beyond ? program->count - 1 : t->fetch_next, decoded);
    /* SWAS-8, SWAS-19: a miss is known a cycle later, and bars the warp until its line is there. */
    cycle_t again = answer.hit ? now + 1 : answer.done;
    if (p->numbers->stock)
        again = !beyond && vortex_is_control(&program->insns[t->fetch_next]) ? NEVER : decoded;
    wakeup_set(&p->fetch_at, slot, again);
    t->fetch_next++;
    if (was_empty) /* otherwise the head and its times are as they were */
        vortex_front_update(core, slot);
    else
        set_bit(&p->full, slot, ibuffer_full(&t->ibuffer));
}
