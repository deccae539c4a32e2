/* SPDX-License-Identifier: Apache-2.0 */
/* pointers.c - what a checkpoint must know of a GCN3 machine (common/machine_image.h). */
#include "machine/common/machine_image.h"
#include "machine/gcn3/model.h"

void gcn3_parts(struct run_state *run, struct machine_image *image)
{
    const struct gcn3_machine *m = (const struct gcn3_machine *)run;
    const struct gcn3_numbers *n = &m->numbers;
    const uint64_t contexts = (uint64_t)n->cus * m->splitting.base * n->waves;
    for (uint32_t i = 0; i < n->cus; i++)
        machine_image_plain(image, m->cus[i].lds, n->groups * group_memory_stride(n->group_lds));
    machine_image_plain(image, m->registers,
                        contexts * m->rows * GCN3_LANES * sizeof *m->registers);
    machine_image_plain(image, m->scratch, contexts * GCN3_LANES * m->isa.private_bytes);
}

static void walk_wave(struct pointer_walk *walk, struct gcn3_wave *wave)
{
    walk_pointer(walk, &wave->state.launch);
    walk_pointer(walk, &wave->state.group);
    walk_pointer(walk, &wave->state.scratch);
    walk_pointer(walk, &wave->swf.root);
    walk_pointer(walk, &wave->swf.parent);
    walk_pointer(walk, &wave->swf.next);
    for (uint32_t i = 0; i < GCN3_SPLIT_DEPTH_MAX; i++)
        walk_pointer(walk, &wave->swf.stack[i].child);
}

void gcn3_pointers(struct run_state *run, struct pointer_walk *walk)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    for (uint32_t i = 0; i < m->numbers.cus; i++) {
        for (uint32_t k = 0; k < m->numbers.groups; k++) {
            struct gcn3_workgroup *group = &m->cus[i].groups[k];
            walk_group(walk, &group->group);
            walk_pointer(walk, &group->isa.lds);
        }
    }
    for (uint32_t i = 0; i < run->warp_count; i++)
        walk_wave(walk, gcn3_wave_of(run->warps[i]));
    walk_pointer(walk, &m->splitting.forked);
    walk_pointer(walk, &m->splitting.merged);
    walk_pointer(walk, &m->splitting.left);
}

bool gcn3_settle(struct run_state *run)
{
    return hsa_host_settle(&((struct gcn3_machine *)run)->host);
}
