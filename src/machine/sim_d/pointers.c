/* SPDX-License-Identifier: Apache-2.0 */
/* pointers.c - what a checkpoint must know of Sim-D (common/machine_image.h). */
#include "machine/common/machine_image.h"
#include "machine/sim_d/clock.h"

void sim_d_parts(struct run_state *run, struct machine_image *image)
{
    const struct sim_d_machine *m = (const struct sim_d_machine *)run;
    const struct warp *warp = &run->warps[0]->warp, *next = &run->warps[1]->warp;
    machine_image_plain(image, m->registers,
                        (uint64_t)run->warp_count * (uint64_t)(next->reg - warp->reg) *
                            sizeof *m->registers);
    machine_image_plain(image, m->scratchpads, (uint64_t)SIM_D_SLOTS * m->numbers.scratchpad_bytes);
}

void sim_d_pointers(struct run_state *run, struct pointer_walk *walk)
{
    struct sim_d_clock *c = sim_d_clock_of(run);
    for (unsigned i = 0; i < SIM_D_STAGES_MAX; i++)
        walk_pointer(walk, &c->stage[i].insn);
    for (unsigned i = 0; i < SIM_D_SLOTS; i++) {
        walk_pointer(walk, &c->slot[i].request);
        walk_pointer(walk, &c->slot[i].last);
    }
    walk_pointer(walk, &c->expanding.insn);
    walk_pointer(walk, &c->left.insn);
    walk_pointer(walk, &c->issued);
    sim_d_memory_pointers(c->memory, walk);
}
