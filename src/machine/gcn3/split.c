/* SPDX-License-Identifier: Apache-2.0 */
/* split.c - wavefronts split and merge: contexts, lanes and scalar state. */
#include "machine/gcn3/split.h"

#include "machine/common/taint.h"
#include "machine/common/tell.h"
#include "machine/gcn3/model.h"

static uint64_t *count_of(const struct run_state *run, enum gcn3_statistic statistic)
{
    return &run->outcome->statistics.count[statistic];
}

static void set_lanes(struct gcn3_wave *wave, uint64_t lanes)
{
    wave->state.split_mask = lanes;
    gcn3_apply_exec(&wave->resident.warp);
}

/* Children that a wavefront can have at once: one for each split instruction at most. */
static uint32_t children_max(const struct launch *launch)
{
    const struct program *program = launch->program;
    const struct kernel *kernel = launch->kernel;
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->count; i++) {
        const struct insn *insn = &program->insns[i];
        bool own = insn->pc - kernel->entry < kernel->bytes || !kernel->bytes;
        count += own && insn->op && insn->op->role == ROLE_SPLIT;
    }
    return count;
}

/* PWS-56: a kernel that needs fewer children at once than there are SpSIMDs leaves some idle, which
 * become SIMDs with as many SpSIMDs as it needs. What does not go round stays idle. */
struct gcn3_splitting gcn3_provision(const struct gcn3_numbers *n, const struct launch *launch)
{
    const uint32_t needs = children_max(launch), splits = n->split.splits;
    struct gcn3_splitting out = {.base = n->simds, .each = splits};
    if (!n->split.reprovision || n->split.dynamic || needs >= splits)
        return out;
    out.base += (splits - needs) * n->simds / (needs + 1);
    out.each = needs;
    return out;
}

void gcn3_split_start(struct gcn3_machine *m, struct gcn3_wave *wave)
{
    wave->swf.root = wave;
    wave->swf.parent = wave->swf.next = NULL;
    wave->swf.depth = 0;
    wave->swf.merging = NO_INDEX;
    wave->swf.at_barrier = wave->swf.over = false;
    wave->swf.age = m->splitting.started++;
}

bool gcn3_is_split(const struct gcn3_wave *wave)
{
    return wave->swf.root->swf.next != NULL || wave->swf.root->swf.over;
}

/* ---- contexts ---- */

/* PWS: the free context with the WF's number on the SpSIMD of its group with the lowest number. */
static struct gcn3_wave *find_reserved(const struct gcn3_machine *m, const struct gcn3_wave *root)
{
    const struct gcn3_splitting *s = &m->splitting;
    const struct warp *warp = &root->resident.warp;
    uint32_t cu = warp->core / m->numbers.units, simd = warp->core % m->numbers.units;
    for (uint32_t id = 1; id <= s->each; id++) {
        struct gcn3_wave *wave = gcn3_wave_at(m, cu, simd + id * s->base, warp->slot);
        if (wave->resident.ended && wave->swf.free_at <= m->run.cycle)
            return wave;
    }
    return NULL;
}

static uint32_t children_of(const struct gcn3_wave *root)
{
    uint32_t count = 0;
    for (const struct gcn3_wave *wave = root->swf.next; wave; wave = wave->swf.next)
        count++;
    return count;
}

/* DWS: a context that a wavefront could have, with scalar registers of its own (PWS-28). */
static struct gcn3_wave *find_anywhere(struct gcn3_machine *m, const struct gcn3_wave *root)
{
    uint32_t cu = root->resident.warp.core / m->numbers.units;
    if (children_of(root) >= m->splitting.each)
        return NULL;
    return gcn3_take_context(m, cu);
}

static struct gcn3_wave *find_context(struct gcn3_machine *m, const struct gcn3_wave *root)
{
    return m->numbers.split.dynamic ? find_anywhere(m, root) : find_reserved(m, root);
}

/* A part is none any more: its context is free for the next split. */
static void leave(struct gcn3_machine *m, struct gcn3_wave *wave, cycle_t free_at)
{
    struct gcn3_wave *before = wave->swf.root;
    while (before->swf.next != wave)
        before = before->swf.next;
    before->swf.next = wave->swf.next;
    wave->swf.merging = NO_INDEX;
    wave->swf.free_at = free_at;
    m->splitting.left = wave;
    if (m->numbers.split.dynamic)
        gcn3_give_context(m, wave);
}

/* ---- split ---- */

/* PWS-21: scalar state is copied; vector registers and scratch are shared. */
static void fork_wave(struct gcn3_machine *m, struct gcn3_wave *parent, struct gcn3_wave *child,
                      uint64_t lanes)
{
    struct resident *from = &parent->resident, *to = &child->resident;
    const uint64_t all = parent->state.split_mask;
    to->group = from->group;
    to->number = from->number;
    to->waits = to->ended = false;
    to->warp.pc = from->warp.pc;
    to->warp.reg = from->warp.reg;
    child->state = parent->state;
    child->swf.root = parent->swf.root;
    child->swf.parent = parent;
    child->swf.depth = 0;
    child->swf.merging = NO_INDEX;
    child->swf.at_barrier = false;
    child->swf.age = parent->swf.age;
    child->swf.next = parent->swf.root->swf.next;
    parent->swf.root->swf.next = child;
    memory_port_reset(&to->port, m->run.memory);
    if (m->run.control->taint)
        taint_fork(&m->run, from, to);
    set_lanes(parent, all & lanes);
    set_lanes(child, all & ~lanes);
    m->run.live++;
    m->splitting.forked = child;
    ++*count_of(&m->run, STAT_GCN3_SPLITS);
    if (m->run.observed)
        tell_lanes(&m->run, EVENT_SPLIT, &from->warp, &to->warp, all & ~lanes, m->run.cycle,
                   m->run.cycle + gcn3_split_cycles(m));
}

static enum wc_status deny(struct run_state *run, struct resident *w, const struct insn *insn)
{
    const struct gcn3_machine *m = (const struct gcn3_machine *)run;
    ++*count_of(run, STAT_GCN3_SPLIT_DENIED);
    if (!m->numbers.split.strict || m->numbers.split.dynamic)
        return WC_OK;
    return run_fail(run, w, insn, "no context is free for this split: each SIMD has %u SpSIMDs "
                    "(splits)", m->splitting.each);
}

static enum wc_status push(struct run_state *run, struct gcn3_wave *wave, const struct insn *insn,
                           struct gcn3_split split)
{
    if (wave->swf.depth == GCN3_SPLIT_DEPTH_MAX)
        return run_fail(run, &wave->resident, insn, "more than %u splits without a merge",
                        GCN3_SPLIT_DEPTH_MAX);
    wave->swf.stack[wave->swf.depth++] = split;
    return WC_OK;
}

/* PWS-8: the number of a split is its distance from the entry of its kernel, in words. */
static uint16_t tag_of(const struct run_state *run, const struct insn *insn)
{
    return (uint16_t)((insn->pc - run->launch->kernel->entry) / 4);
}

enum wc_status gcn3_split(struct run_state *run, struct resident *w, const struct insn *insn,
                          uint64_t lanes)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    struct gcn3_wave *wave = gcn3_wave_of(w);
    enum wc_status status = run_go(run, w, insn, insn->next);
    if (status != WC_OK || !m->splitting.enabled || m->numbers.split.dynamic)
        return status;
    struct gcn3_wave *child = find_context(m, wave->swf.root);
    if (!child)
        status = deny(run, w, insn);
    if (status == WC_OK)
        status = push(run, wave, insn, (struct gcn3_split){child, NO_INDEX, tag_of(run, insn)});
    if (status != WC_OK || !child)
        return status;
    fork_wave(m, wave, child, lanes);
    return WC_OK;
}

struct gcn3_wave *gcn3_split_at(struct gcn3_machine *m, struct gcn3_wave *wave, uint64_t then,
                                uint32_t join)
{
    struct gcn3_wave *child = NULL;
    if (wave->swf.depth < GCN3_SPLIT_DEPTH_MAX)
        child = find_context(m, wave->swf.root);
    if (!child) {
        ++*count_of(&m->run, STAT_GCN3_SPLIT_DENIED);
        return NULL;
    }
    wave->swf.stack[wave->swf.depth++] = (struct gcn3_split){child, join, 0};
    fork_wave(m, wave, child, then);
    return child;
}

/* ---- merge ---- */

/* PWS-13: masks that the child computed for its lanes; all other bits are the parent's. */
static void take_masks(struct gcn3_wave *parent, const struct gcn3_wave *child)
{
    const uint64_t lanes = child->state.split_mask;
    const uint32_t half[2] = {(uint32_t)lanes, (uint32_t)(lanes >> 32)};
    for (uint32_t i = 0; i < GCN3_VCC + 2; i++) {
        uint32_t *mine = &parent->state.scalar[i];
        *mine = (*mine & ~half[i % 2]) | (child->state.scalar[i] & half[i % 2]);
    }
}

/* PWS-10: the result has the parent's context and scalar state. */
static void merge_waves(struct gcn3_machine *m, struct gcn3_wave *parent, struct gcn3_wave *child)
{
    if (m->run.observed)
        tell_lanes(&m->run, EVENT_MERGE, &child->resident.warp, &parent->resident.warp,
                   child->state.split_mask, m->run.cycle, m->run.cycle + gcn3_merge_cycles(m));
    if (m->run.control->taint)
        taint_merge(&m->run, &parent->resident, &child->resident, child->state.split_mask,
                    m->numbers.split.lane_masks);
    if (m->numbers.split.lane_masks)
        take_masks(parent, child);
    set_lanes(parent, parent->state.split_mask | child->state.split_mask);
    parent->swf.depth--;
    parent->swf.merging = NO_INDEX;
    run_release(&m->run, &parent->resident);
    leave(m, child, m->run.cycle + gcn3_merge_cycles(m));
    m->splitting.merged = parent;
}

/* PWS-9: the top of the child stack; a wavefront without children merges with its parent. */
static struct gcn3_wave *partner_of(const struct gcn3_wave *wave)
{
    return wave->swf.depth ? wave->swf.stack[wave->swf.depth - 1].child : wave->swf.parent;
}

const struct gcn3_split *gcn3_open_split(const struct gcn3_wave *wave)
{
    if (wave->swf.depth)
        return &wave->swf.stack[wave->swf.depth - 1];
    const struct gcn3_wave *parent = wave->swf.parent;
    for (uint32_t i = parent ? parent->swf.depth : 0; i--;) {
        if (parent->swf.stack[i].child == wave)
            return &parent->swf.stack[i];
    }
    return NULL;
}

enum wc_status gcn3_meet(struct run_state *run, struct gcn3_wave *wave, const struct insn *insn,
                         uint32_t at)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    struct gcn3_wave *partner = partner_of(wave);
    const uint32_t other = partner->swf.merging;
    if (other == NO_INDEX || partner_of(partner) != wave) {
        wave->swf.merging = at;
        wave->swf.arrived = run->cycle;
        run_wait(run, &wave->resident);
        return WC_OK;
    }
    if (other != at)
        return run_fail(run, &wave->resident, insn, "unbalanced merge: its partner is at the merge "
                        "at 0x%llx", (unsigned long long)run->launch->program->insns[other].pc);
    ++*count_of(run, STAT_GCN3_MERGES);
    *count_of(run, STAT_GCN3_MERGE_WAIT) += run->cycle - partner->swf.arrived;
    if (wave->swf.parent == partner)
        merge_waves(m, partner, wave);
    else
        merge_waves(m, wave, partner);
    return WC_OK;
}

enum wc_status gcn3_merge(struct run_state *run, struct resident *w, const struct insn *insn,
                          uint16_t tag)
{
    const struct gcn3_machine *m = (const struct gcn3_machine *)run;
    struct gcn3_wave *wave = gcn3_wave_of(w);
    const uint32_t at = w->warp.pc;
    enum wc_status status = run_go(run, w, insn, insn->next);
    if (status != WC_OK || !m->splitting.enabled || m->numbers.split.dynamic)
        return status;
    const struct gcn3_split *split = gcn3_open_split(wave);
    if (!split) {
        ++*count_of(run, STAT_GCN3_MERGE_UNPAIRED); /* PWS-12: no effect */
        return WC_OK;
    }
    if (tag && tag != split->tag)
        return WC_OK;
    if (partner_of(wave))
        return gcn3_meet(run, wave, insn, at);
    wave->swf.depth--; /* the split was denied, or the child has ended */
    return WC_OK;
}

/* ---- ends and barriers ---- */

static void forget_child(struct gcn3_wave *parent, const struct gcn3_wave *child)
{
    for (uint32_t i = 0; i < parent->swf.depth; i++) {
        if (parent->swf.stack[i].child == child)
            parent->swf.stack[i].child = NULL;
    }
}

/* A parent that waits for this child at a merge continues without it. */
static void release_partner(struct gcn3_machine *m, struct gcn3_wave *wave)
{
    struct gcn3_wave *parent = wave->swf.parent;
    if (!parent)
        return;
    bool awaited = parent->swf.merging != NO_INDEX && partner_of(parent) == wave;
    forget_child(parent, wave);
    if (!awaited)
        return;
    parent->swf.depth--;
    parent->swf.merging = NO_INDEX;
    run_release(&m->run, &parent->resident);
    m->splitting.merged = parent;
}

/* Children outlive the wavefront that split them off: there is nobody to merge with. */
static void orphan_children(struct gcn3_machine *m, struct gcn3_wave *wave)
{
    for (struct gcn3_wave *other = wave->swf.root; other; other = other->swf.next) {
        if (other->swf.parent != wave)
            continue;
        bool awaits = other->swf.merging != NO_INDEX && partner_of(other) == wave;
        other->swf.parent = NULL;
        if (awaits) {
            other->swf.merging = NO_INDEX;
            run_release(&m->run, &other->resident);
            m->splitting.merged = other;
        }
    }
}

/* PWS-12e: relaxed, the lanes of the part end and the others go on. The root's context holds the
 * vector registers and stays until the last part has ended. */
enum wc_status gcn3_split_end(struct run_state *run, struct resident *w, const struct insn *insn,
                              bool *whole)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    struct gcn3_wave *wave = gcn3_wave_of(w), *root = wave->swf.root;
    *whole = false;
    if (m->numbers.split.strict)
        return run_fail(run, w, insn, "a part of a split wavefront ends before it has merged");
    release_partner(m, wave);
    orphan_children(m, wave);
    set_lanes(wave, 0);
    if (wave != root) {
        leave(m, wave, run->cycle + 1);
    } else {
        root->swf.at_barrier = root->swf.over = true; /* the barrier does not wait for it */
        run_wait(run, w);
    }
    *whole = !root->swf.next && root->swf.over;
    return WC_OK;
}

/* PWS-12f: relaxed, a wavefront arrives when all of its parts have. */
enum wc_status gcn3_split_barrier(struct run_state *run, struct resident *w,
                                  const struct insn *insn, bool *whole)
{
    const struct gcn3_machine *m = (const struct gcn3_machine *)run;
    struct gcn3_wave *root = gcn3_wave_of(w)->swf.root;
    *whole = true;
    if (m->numbers.split.strict)
        return run_fail(run, w, insn, "a barrier between a split and its merge");
    gcn3_wave_of(w)->swf.at_barrier = true;
    for (const struct gcn3_wave *part = root; part; part = part->swf.next)
        *whole &= part->swf.at_barrier;
    return WC_OK;
}

void gcn3_split_release(struct run_state *run, struct group *group, uint64_t warps)
{
    for (; warps; warps &= warps - 1) {
        struct gcn3_wave *root = gcn3_wave_of(group->warp[__builtin_ctzll(warps)]);
        for (struct gcn3_wave *part = root->swf.next; part; part = part->swf.next) {
            part->swf.at_barrier = false;
            run_release(run, &part->resident);
        }
        root->swf.at_barrier = root->swf.over;
        if (root->swf.over)
            run_wait(run, &root->resident); /* until its last part ends */
    }
}
