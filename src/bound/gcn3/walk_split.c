/* SPDX-License-Identifier: Apache-2.0 */
/* walk_split.c - the two parts of a split wavefront, from the split to their merge (PWS-5, PWS-10).
 *
 * Both run at the same time, each on its own SIMD: what they take from others adds up, and the
 * wavefront continues after the slower one. Where the split is that of a recognised branch, each
 * part is known to skip the side of the other, whatever the masks are. */
#include "bound/gcn3/walk.h"

#include "bound/gcn3/cases.h"

/* A part that skips the only side of its branch runs nothing that has lanes. */
static bool is_other_idle(const struct gcn3_program *p, uint32_t split, bool stays)
{
    const uint32_t number = p->info[split].site;
    if (!stays || number == NO_SITE)
        return false;
    return p->sites.list[number].serial == NO_INSN && p->sites.list[number].skip != NO_INSN;
}

/* The parts' split masks. */
static void part_lanes(struct gcn3_walk *walk, struct gcn3_view *view, uint32_t split, bool stays)
{
    const struct gcn3_operand *src = gcn3_of(&walk->program->program->insns[split])->src;
    uint64_t mask = 0, loose = 0;
    for (unsigned i = 0; i < 2; i++) {
        const bool scalar = src[i].kind == GCN3_SGPR;
        mask |= (uint64_t)(scalar ? view->state.scalar[src[i].code] : (uint32_t)src[i].value)
                << 32 * i;
        loose |= (uint64_t)(scalar ? view->loose[src[i].code] : 0) << 32 * i;
    }
    const uint64_t all = view->state.split_mask;
    view->split_loose = all & (view->split_loose | loose);
    view->state.split_mask &= stays ? mask : ~mask;
    if (!is_other_idle(walk->program, split, stays))
        view->foreign |= all & (~view->state.split_mask | view->split_loose);
    gcn3_view_apply_exec(view);
}

/* The branch over the side that is not this part's is taken. */
static enum wc_status force(struct gcn3_walk *walk, struct gcn3_wave_state *state, uint32_t split,
                            bool stays)
{
    const uint32_t number = walk->program->info[split].site;
    if (number == NO_SITE)
        return WC_OK;
    const struct split_site *site = &walk->program->sites.list[number];
    const uint32_t branch = stays ? site->serial_skip : site->skip;
    if (branch == NO_INSN)
        return WC_OK;
    if (state->forced_count == GCN3_FORCED_MAX)
        return gcn3_walk_fail(walk, split, "splits are nested too deep");
    state->forced[state->forced_count++] = branch;
    return WC_OK;
}

static enum wc_status run_part(struct gcn3_walk *walk, uint32_t split, bool stays,
                               struct gcn3_wave_state *state, struct gcn3_frame **out)
{
    const struct cfg *cfg = &walk->program->cfg;
    struct gcn3_frame *frame = gcn3_frame_new(walk);
    const uint32_t block = walk->program->block_of[split];
    frame->is_part = true;
    frame->loop = cfg->loops.of[block];
    *out = frame;
    part_lanes(walk, &state->view, split, stays);
    enum wc_status status = force(walk, state, split, stays);
    if (status == WC_OK)
        status = gcn3_walk_run(walk, frame, state);
    if (status == WC_OK)
        status = gcn3_walk_blocks(walk, frame, NO_NODE, cfg->order.position[block] + 1,
                                  cfg->order.count);
    if (status == WC_OK && !frame->merged)
        status = gcn3_walk_fail(walk, split, "a split without a merge");
    return status;
}

/* Lanes of a row that a part has changed. */
static uint64_t changed_lanes(const struct gcn3_view *part, const struct gcn3_view *before,
                              uint32_t row)
{
    const uint32_t *now = warp_row(&part->warp, row), *old = warp_row(&before->warp, row);
    uint64_t changed = part->lanes[row] ^ before->lanes[row];
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        changed |= (uint64_t)(now[lane] != old[lane]) << lane;
    return changed;
}

/* Vector registers are those of both; scalars are the parent's (PWS-10). Beside an idle child, the
 * parent may have written lanes of that one by their number. */
static void join_values(const struct gcn3_machine *m, struct gcn3_view *parent,
                        struct gcn3_view *child, const struct gcn3_view *before)
{
    const uint64_t own = child->state.split_mask & ~child->split_loose;
    const uint64_t either = parent->split_loose | child->split_loose;
    for (uint32_t row = 0; row < parent->rows; row++) {
        uint32_t *mine = warp_row(&parent->warp, row);
        const uint32_t *other = warp_row(&child->warp, row);
        const uint64_t taken = own & ~changed_lanes(parent, before, row);
        uint64_t differ = parent->lanes[row] | child->lanes[row];
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            differ |= (uint64_t)(mine[lane] != other[lane]) << lane;
        parent->lanes[row] = (parent->lanes[row] & ~taken) | (child->lanes[row] & taken) |
                             (differ & either);
        for (uint64_t rest = taken; rest; rest &= rest - 1)
            mine[__builtin_ctzll(rest)] = other[__builtin_ctzll(rest)];
    }
    for (uint32_t i = 0; m->numbers.split.lane_masks && i < GCN3_VCC + 2; i++)
        parent->loose[i] |= child->loose[i] | (parent->state.scalar[i] ^ child->state.scalar[i]);
    parent->state.split_mask = before->state.split_mask;
    parent->split_loose = before->split_loose;
    parent->foreign = before->foreign;
    gcn3_cases_drop(parent);
    gcn3_view_apply_exec(parent);
}

static struct gcn3_wave_state *join(struct gcn3_walk *walk, struct gcn3_wave_state *before,
                                    struct gcn3_wave_state *parent, struct gcn3_wave_state *child)
{
    join_values(walk->program->machine, &parent->view, &child->view, &before->view);
    gcn3_alone_join(walk->costs, &parent->alone, &child->alone, &before->alone);
    for (uint32_t i = 0; i < gcn3_run_counts(walk->program); i++)
        parent->runs[i] += child->runs[i] - before->runs[i];
    parent->forced_count = before->forced_count;
    gcn3_state_free(walk, child);
    gcn3_state_free(walk, before);
    return parent;
}

/* The child starts with an empty buffer (PWS-21). */
static struct gcn3_wave_state *make_child(struct gcn3_walk *walk,
                                          const struct gcn3_wave_state *parent)
{
    const struct insn *insns = walk->program->program->insns;
    struct gcn3_wave_state *child = gcn3_state_copy(walk, parent);
    child->alone.issued = child->alone.resume;
    gcn3_alone_refill(walk->costs, &child->alone, &insns[child->at]);
    return child;
}

enum wc_status gcn3_walk_split(struct gcn3_walk *walk, uint32_t split,
                               struct gcn3_wave_state **state, uint32_t *merge)
{
    const struct insn *insns = walk->program->program->insns;
    struct gcn3_wave_state *parent = *state;
    struct gcn3_frame *first = NULL, *second = NULL;
    gcn3_alone_split(walk->costs, &parent->alone);
    parent->at = (uint32_t)insns[split].next;
    struct gcn3_wave_state *before = gcn3_state_copy(walk, parent);
    struct gcn3_wave_state *child = make_child(walk, parent);
    gcn3_alone_follow(walk->costs, &parent->alone, &insns[parent->at]);
    *state = NULL;
    enum wc_status status = run_part(walk, split, true, parent, &first);
    if (status == WC_OK)
        status = run_part(walk, split, false, child, &second);
    if (status != WC_OK)
        return status;
    if (first->merge != second->merge)
        return gcn3_walk_fail(walk, split, "parts with different merges");
    *state = join(walk, before, first->merged, second->merged);
    *merge = first->merge;
    gcn3_frame_free(walk, first);
    gcn3_frame_free(walk, second);
    return WC_OK;
}
