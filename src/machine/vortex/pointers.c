/* SPDX-License-Identifier: Apache-2.0 */
/* pointers.c - what a checkpoint must know of a Vortex machine (common/machine_image.h). Warps have
 * all their pointers in their ports. */
#include "machine/common/machine_image.h"
#include "machine/vortex/model.h"

void vortex_parts(struct run_state *run, struct machine_image *image)
{
    const struct vortex *vortex = (const struct vortex *)run;
    const struct vortex_numbers *n = &vortex->numbers;
    for (uint32_t i = 0; i < n->cores; i++) {
        const struct vortex_core *core = &vortex->cores[i];
        const struct warp *first = &core->warps[0].resident.warp;
        machine_image_plain(image, first->reg,
                            (uint64_t)n->warps * RV32_ROWS * first->stride * sizeof *first->reg);
        machine_image_plain(image, core->port.local.bytes, core->port.local.size);
    }
}

void vortex_pointers(struct run_state *run, struct pointer_walk *walk)
{
    (void)run;
    (void)walk;
}
