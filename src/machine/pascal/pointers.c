/* SPDX-License-Identifier: Apache-2.0 */
/* pointers.c - what a checkpoint must know of a Pascal machine (common/machine_image.h). */
#include "machine/common/machine_image.h"
#include "machine/pascal/model.h"

void pascal_parts(struct run_state *run, struct machine_image *image)
{
    const struct pascal *pascal = (const struct pascal *)run;
    const struct pascal_numbers *n = &pascal->numbers;
    for (uint32_t i = 0; i < n->sms; i++) {
        const struct pascal_sm *sm = &pascal->sms[i];
        machine_image_plain(image, sm->registers, (uint64_t)n->warps * pascal->rows * SASS_LANES *
                            sizeof *sm->registers);
        machine_image_plain(image, sm->shared, n->blocks * group_memory_stride(n->block_shared));
    }
    machine_image_plain(image, pascal->local,
                        (uint64_t)SASS_LANES * pascal->sass.local_bytes * run->warp_count);
}

void pascal_pointers(struct run_state *run, struct pointer_walk *walk)
{
    const struct pascal *pascal = (const struct pascal *)run;
    for (uint32_t i = 0; i < pascal->numbers.sms; i++) {
        for (uint32_t k = 0; k < pascal->numbers.blocks; k++) {
            struct pascal_block *block = &pascal->sms[i].blocks[k];
            walk_group(walk, &block->group);
            walk_pointer(walk, &block->sass.shared);
        }
    }
    for (uint32_t i = 0; i < run->warp_count; i++)
        walk_members(walk, &pascal_warp_of(run->warps[i])->state, sass_state_pointers,
                     SASS_STATE_POINTERS);
}
