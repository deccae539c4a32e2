/* SPDX-License-Identifier: Apache-2.0 */
/* pointers.c - what a checkpoint must know of a Fermi machine (common/machine_image.h). */
#include <string.h>

#include "machine/common/machine_image.h"
#include "machine/fermi/clock.h"

void fermi_parts(struct run_state *run, struct machine_image *image)
{
    struct fermi *fermi = (struct fermi *)run;
    const struct fermi_numbers *n = &fermi->numbers;
    const struct warp *first = &fermi->warps[0].resident.warp;
    machine_image_plain(image, fermi->registers,
                        (uint64_t)n->warps * fermi->rows * first->stride *
                            sizeof *fermi->registers);
    machine_image_plain(image, fermi->shared, n->blocks * group_memory_stride(n->shared_bytes));
    machine_image_plain(image, fermi->thread_memory,
                        (uint64_t)n->warps * n->width * fermi->sass.local_bytes);
    fermi_oracle_parts(fermi, image);
    machine_image_targets(image, &fermi->arena);
}

static void walk_pick(struct pointer_walk *walk, struct fermi_pick *pick)
{
    walk_pointer(walk, &pick->w);
    walk_pointer(walk, &pick->insn);
}

static void walk_warp(struct pointer_walk *walk, struct fermi *fermi, struct fermi_warp *w)
{
    struct fermi_timing *timing = fermi_timing_of(fermi, w);
    for (unsigned i = 0; i < FERMI_HOT; i++)
        walk_pointer(walk, &timing->entry[i].insn);
    walk_pointer(walk, &w->postdom.first);
    walk_pointer(walk, &w->postdom.meet);
    if (fermi->program == &fermi_sass) {
        walk_members(walk, &w->sass, sass_state_pointers, SASS_STATE_POINTERS);
    } else {
        walk_pointer(walk, &w->rv32.environment);
        walk_pointer(walk, &w->rv32.group);
    }
}

/* Branches that have gone, and where no lane goes. */
static void drop_targets(struct fermi_branch *branch)
{
    const struct fermi_turn *turn = &branch->turn;
    if (!branch->mask)
        *branch = (struct fermi_branch){0};
    for (uint32_t lane = 0; lane < LANES_MAX; lane++) {
        if (!turn->each || !(turn->move.taken >> lane & 1))
            branch->turn.target[lane] = 0;
    }
}

/* What issued in a cycle has moved at its end. */
bool fermi_drop_past(struct run_state *run)
{
    struct fermi *fermi = (struct fermi *)run;
    memset(fermi->clock->issued, 0, sizeof fermi->clock->issued);
    for (uint32_t i = 0; i < fermi->numbers.warps; i++) {
        for (unsigned k = 0; k < FERMI_HOT; k++)
            drop_targets(&fermi->clock->timing[i].branch[k]);
    }
    return true;
}

void fermi_pointers(struct run_state *run, struct pointer_walk *walk)
{
    struct fermi *fermi = (struct fermi *)run;
    struct fermi_clock *clock = fermi->clock;
    for (uint32_t i = 0; i < fermi->numbers.blocks; i++) {
        walk_group(walk, &fermi->groups[i].group);
        walk_pointer(walk, &fermi->groups[i].sass.shared);
    }
    for (uint32_t i = 0; i < fermi->numbers.warps; i++)
        walk_warp(walk, fermi, &fermi->warps[i]);
    walk_pick(walk, &clock->first);
    walk_pointer(walk, &clock->constraint.divergence);
    walk_pointer(walk, &fermi->contexts.priority);
}
