/* SPDX-License-Identifier: Apache-2.0 */
/* split_clock.c - when the parts of a split wavefront start, go on and end.
 *
 * Split and merge wait until everything that their wavefront has issued is complete (PWS-12h:
 * front.h), so a child starts with all registers ready and a parent continues with those of its
 * child. A split then takes the time to copy the scalar registers, a merge a constant
 * time (A14). */
#include "machine/gcn3/front.h"
#include "machine/gcn3/stalls.h"

cycle_t gcn3_split_cycles(const struct gcn3_machine *m)
{
    const struct gcn3_split_numbers *n = &m->numbers.split;
    return n->split_cycles + (m->footprint.sgprs + n->copied - 1) / n->copied;
}

cycle_t gcn3_merge_cycles(const struct gcn3_machine *m)
{
    return m->numbers.split.merge_cycles;
}

static struct gcn3_simd *simd_of(const struct run_state *run, const struct gcn3_wave *wave)
{
    return (struct gcn3_simd *)run->partitions[wave->resident.warp.core];
}

static void start_child(struct gcn3_simd *simd, uint32_t slot, const struct gcn3_wave *child,
                        cycle_t now)
{
    const struct gcn3_machine *m = gcn3_machine_of(simd);
    const struct gcn3_timing *parent = &simd->timing[slot];
    uint64_t *max = &m->run.outcome->statistics.count[STAT_GCN3_SPLIT_CYCLES_MAX];
    cycle_t start = later(now + gcn3_split_cycles(m), parent->drained); /* of DWS: drained later */
    gcn3_front_start(simd_of(&m->run, child), child->resident.warp.slot, child, now, start);
    simd->timing[slot].slot.resume = start;
    *max = later(*max, start - (m->splitting.points ? now : parent->asked));
}

static void end_child(struct run_state *run, struct gcn3_wave *child, cycle_t now)
{
    struct gcn3_simd *simd = simd_of(run, child);
    const uint32_t slot = child->resident.warp.slot;
    gcn3_stalls_count(simd, slot, now + 1);
    run_release(run, &child->resident);
    child->resident.ended = true;
    run->live--;
    warp_set_mask(&child->resident.warp, 0);
    partition_leave(&simd->partition, slot);
    if (run->observed)
        tell_end(run, simd->partition.id, slot, now);
}

/* The wavefront continues, with the lanes of its child. */
static void continue_parent(struct gcn3_simd *by, uint32_t slot, const struct gcn3_wave *parent,
                            cycle_t now)
{
    struct run_state *run = by->partition.run;
    const struct gcn3_machine *m = gcn3_machine_of(by);
    struct gcn3_simd *simd = simd_of(run, parent);
    const uint32_t own = parent->resident.warp.slot;
    struct gcn3_timing *t = &simd->timing[own];
    uint64_t *max = &run->outcome->statistics.count[STAT_GCN3_MERGE_CYCLES_MAX];
    cycle_t resume = now + gcn3_merge_cycles(m);
    t->slot.resume = resume;
    *max = later(*max, resume - by->timing[slot].asked);
    if (simd == by && own == slot) /* it issued just now and is updated by itself */
        return;
    partition_update(&simd->partition, own);
    if (!run->observed)
        return;
    tell_release(run, simd->partition.id, own, NULL, now, resume);
    tell_mask(run, &parent->resident.warp, now);
}

/* Other parts of the WFs that an instruction of `by` released from their barrier. */
static void resume_parts(struct run_state *run, const struct resident *by, cycle_t now,
                         cycle_t resume)
{
    for (uint64_t warps = by->group->released; warps; warps &= warps - 1) {
        struct gcn3_wave *root = gcn3_wave_of(by->group->warp[__builtin_ctzll(warps)]);
        for (struct gcn3_wave *part = root->swf.next; part; part = part->swf.next) {
            struct gcn3_simd *simd = simd_of(run, part);
            const uint32_t slot = part->resident.warp.slot;
            simd->timing[slot].slot.resume = resume;
            if (&part->resident == by)
                continue;
            partition_update(&simd->partition, slot);
            if (run->observed)
                tell_release(run, simd->partition.id, slot, &by->warp, now, resume);
        }
    }
}

static void move_parts(struct gcn3_simd *simd, uint32_t slot, cycle_t now)
{
    struct gcn3_machine *m = gcn3_machine_of(simd);
    struct gcn3_splitting *s = &m->splitting;
    if (s->forked)
        start_child(simd, slot, s->forked, now);
    if (s->merged)
        continue_parent(simd, slot, s->merged, now);
    if (s->left)
        end_child(&m->run, s->left, now);
    s->forked = s->merged = s->left = NULL;
}

/* The last part of a wavefront has ended, and its context was another one. */
static void end_root(struct gcn3_simd *simd, const struct gcn3_wave *root, cycle_t now)
{
    const struct run_state *run = simd->partition.run;
    const struct warp *warp = &root->resident.warp;
    if (run->observed)
        tell_end(run, warp->core, warp->slot, now);
    gcn3_end_wave(simd_of(run, root), warp->slot, now);
}

enum wc_status gcn3_split_arrive(struct gcn3_simd *simd, uint32_t slot, cycle_t now)
{
    struct run_state *run = simd->partition.run;
    struct resident *w = simd->partition.warp[slot];
    struct slot_timing *t = &simd->timing[slot].slot;
    run->cycle = now;
    gcn3_stalls_count(simd, slot, now);
    t->waits_for = STALL_DIVERGENCE;
    enum wc_status status = gcn3_meet(run, gcn3_wave_of(w), run_insn(run, w), w->warp.pc);
    if (status != WC_OK)
        return status;
    t->resume = now + 1;
    move_parts(simd, slot, now);
    w->told = 0;
    if (w->ended)
        return WC_OK;
    if (run->observed && w->waits)
        tell_wait(run, &w->warp, now);
    else if (run->observed)
        tell_mask(run, &w->warp, now);
    t->stalled = now + 1;
    gcn3_front_next(simd, slot, now);
    return WC_OK;
}

bool gcn3_split_after(struct gcn3_simd *simd, uint32_t slot, const struct insn *insn, cycle_t now)
{
    struct gcn3_machine *m = gcn3_machine_of(simd);
    const struct gcn3_splitting *s = &m->splitting;
    const struct resident *w = simd->partition.warp[slot];
    const struct gcn3_wave *root = gcn3_wave_of(simd->partition.warp[slot])->swf.root;
    const uint8_t role = insn->op->role;
    simd->timing[slot].slot.waits_for = role == ROLE_BARRIER ? STALL_BARRIER : STALL_DIVERGENCE;
    if (s->forked || s->merged || s->left)
        move_parts(simd, slot, now);
    if (w->group->released)
        resume_parts(&m->run, w, now, now + m->clock->numbers.barrier_release);
    if (&root->resident == w)
        return false;
    if (root->resident.ended)
        end_root(simd, root, now);
    return w->ended;
}
