/* SPDX-License-Identifier: Apache-2.0 */
/* wave.c - a wavefront starts: its registers (abi/hsa.h), its scratch, its lanes. */
#include "machine/common/taint.h"
#include "machine/gcn3/model.h"

#include <string.h>

/* Context, SIMD and compute unit in the encoding of HW_ID. */
static uint32_t hardware_id(const struct gcn3_machine *m, const struct warp *warp)
{
    uint32_t simds = m->numbers.units;
    return (warp->slot & 0xf) | (warp->core % simds & 3) << 4 | (warp->core / simds & 0xf) << 8;
}

static void set_items(const struct gcn3_machine *m, struct resident *r)
{
    uint32_t more = hsa_item_dimensions(m->run.launch);
    memset(r->warp.reg, 0, (size_t)m->rows * GCN3_LANES * sizeof *r->warp.reg);
    for (uint32_t i = 0; i <= more && i < 3; i++)
        memcpy(warp_row(&r->warp, i), m->item[r->number][i], sizeof m->item[0][0]);
}

/* What a wavefront starts with: scalars, EXEC, MODE, the numbers of its work-items. */
static void follow_wave(const struct gcn3_machine *m, struct gcn3_wave *wave, uint32_t scalars)
{
    struct resident *r = &wave->resident;
    uint32_t more = hsa_item_dimensions(m->run.launch);
    taint_unset(&m->run, r);
    taint_set(&m->run, r, 0, scalars);
    taint_set(&m->run, r, GCN3_EXEC, 2);
    taint_set(&m->run, r, GCN3_NAME_MODE, 1);
    taint_set(&m->run, r, GCN3_V0, more < 3 ? more + 1 : 3);
    if (wave->state.scratch_labels)
        memset(wave->state.scratch_labels, 0, (size_t)GCN3_LANES * m->isa.private_bytes);
}

void gcn3_wave_start(struct gcn3_machine *m, struct gcn3_wave *wave,
                     struct gcn3_workgroup *group, uint32_t number)
{
    struct resident *r = &wave->resident;
    uint32_t items = m->footprint.items - number * GCN3_LANES;
    uint64_t exec = lanes_all(items < GCN3_LANES ? items : GCN3_LANES);
    r->group = &group->group;
    r->number = number;
    r->waits = r->ended = false;
    r->warp.pc = m->entry;
    wave->state.launch = &m->isa;
    wave->state.group = &group->isa;
    gcn3_state_reset(&wave->state);
    gcn3_context_reset(m, wave);
    gcn3_split_start(m, wave);
    uint32_t scalars =
        hsa_wave_registers(m->run.launch, &m->first,
                           &(struct hsa_wave){.group = group->group.index, .number = number,
                                              .waves = group->group.warps,
                                              .scratch = (uint32_t)(wave->state.scratch_address -
                                                                    m->numbers.scratch_base)},
                           wave->state.scalar);
    wave->state.mode = m->first.mode;
    wave->state.hardware_id = hardware_id(m, &r->warp);
    set_items(m, r);
    if (wave->state.scratch)
        memset(wave->state.scratch, 0, (size_t)GCN3_LANES * m->isa.private_bytes);
    if (m->run.control->taint)
        follow_wave(m, wave, scalars);
    wave->state.scalar[GCN3_EXEC] = (uint32_t)exec;
    wave->state.scalar[GCN3_EXEC + 1] = (uint32_t)(exec >> 32);
    gcn3_apply_exec(&r->warp);
    memory_port_reset(&r->port, m->run.memory);
}
