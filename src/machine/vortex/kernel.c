/* SPDX-License-Identifier: Apache-2.0 */
/* kernel.c - which warps are in the kernel, and for how many cycles.
 *
 * The paper measures the kernel alone, without the code that starts warps and walks the grid
 * (SWAS-26): a warp is in the kernel from the call of its entry to the return after that call. A
 * program that spawns its own warps counts as kernel throughout. */
#include "machine/vortex/clock.h"

#include "abi/grid.h"

void vortex_kernel_begin(struct vortex *vortex)
{
    struct vortex_memory *below = vortex->below;
    const struct launch *launch = vortex->run.launch;
    below->kernel_warps = 0;
    below->kernel_cycles = below->kernel_since = below->kernel_returns = 0;
    below->kernel_entry =
        launch->kernel ? program_index(launch->program, launch->kernel->entry) : -1;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        struct vortex_pipeline *p = vortex->cores[i].pipeline;
        p->in_kernel = below->kernel_entry < 0 ? ~0ull : 0;
        p->kernel = (struct vortex_kernel_counts){0};
    }
    below->kernel_warps = below->kernel_entry < 0;
}

static void enter(struct vortex_core *core, uint32_t slot, const struct insn *call, cycle_t now)
{
    struct vortex_memory *below = core->machine->below;
    core->pipeline->in_kernel |= 1ull << slot;
    core->pipeline->warp[slot].kernel_return = (uint32_t)call->next;
    if (!below->kernel_warps++)
        below->kernel_since = now + 1;
}

static void leave(struct vortex_core *core, uint32_t slot, cycle_t now)
{
    struct vortex_memory *below = core->machine->below;
    core->pipeline->in_kernel &= ~(1ull << slot);
    below->kernel_returns++;
    if (!--below->kernel_warps)
        below->kernel_cycles += now + 1 - below->kernel_since;
}

void vortex_kernel_follow(struct vortex_core *core, uint32_t slot, const struct insn *insn,
                          cycle_t now, bool ended)
{
    const struct vortex_memory *below = core->machine->below;
    uint32_t pc = core->warps[slot].resident.warp.pc;
    bool inside = core->pipeline->in_kernel >> slot & 1;
    if (below->kernel_entry < 0)
        return;
    if (!inside && !ended && insn->flow == FLOW_CALL && (int32_t)pc == below->kernel_entry)
        enter(core, slot, insn, now);
    else if (inside && (ended || (insn->flow == FLOW_RETURN &&
                                  pc == core->pipeline->warp[slot].kernel_return)))
        leave(core, slot, now);
}

double vortex_kernel_share(const struct run_state *run)
{
    const struct vortex *vortex = (const struct vortex *)run;
    const uint32_t *block = run->launch->block;
    const uint64_t items = (uint64_t)block[0] * block[1] * block[2];
    const uint64_t warps = (items + vortex->numbers.threads - 1) / vortex->numbers.threads;
    const double all = (double)grid_count(run->launch->grid) * (double)warps;
    return vortex->below->kernel_entry < 0 || all <= 0
               ? 0
               : (double)vortex->below->kernel_returns / all;
}

uint64_t vortex_kernel_cycles(const struct vortex *vortex, cycle_t end)
{
    const struct vortex_memory *below = vortex->below;
    return below->kernel_cycles + (below->kernel_warps ? end - below->kernel_since : 0);
}
