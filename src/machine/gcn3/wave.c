/* SPDX-License-Identifier: Apache-2.0 */
/* wave.c - the registers that a wavefront starts with.
 *
 * User SGPRs are packed from s0 on, those alone that the kernel asks for; behind them come the
 * system SGPRs, which differ from wavefront to wavefront (LLVM, User Guide for AMDGPU Backend,
 * "Initial Kernel Execution State"). Everything else starts as zero: hardware promises nothing, and
 * two runs must not differ. */
#include "machine/gcn3/model.h"

#include <string.h>

#include "machine/common/grid.h"

/* Properties of a kernel, in the order of the registers. */
enum property {
    PROPERTY_PRIVATE_BUFFER, PROPERTY_DISPATCH, PROPERTY_QUEUE, PROPERTY_ARGUMENTS,
    PROPERTY_DISPATCH_ID, PROPERTY_FLAT_SCRATCH, PROPERTY_PRIVATE_SIZE,
    PROPERTY_GROUPS_X, PROPERTY_GROUPS_Y, PROPERTY_GROUPS_Z, /* version 2 alone */
    PROPERTIES
};

/* The resource through which code reaches scratch: bytes of a lane interleaved by words of four,
 * 64 lanes side by side, the lane's number added. */
enum {
    RESOURCE_SWIZZLED = 1u << 31,      /* of its second word */
    RESOURCE_ELEMENT_4 = 1u << 19,     /* of its fourth word */
    RESOURCE_INDEX_64 = 3u << 21,
    RESOURCE_ADD_LANE = 1u << 23,
};

struct words {
    uint32_t count;
    uint32_t word[4];
};

static struct words pair(uint64_t value)
{
    return (struct words){2, {(uint32_t)value, (uint32_t)(value >> 32)}};
}

static struct words scratch_resource(const struct gcn3_machine *m)
{
    const struct gcn3_numbers *n = &m->numbers;
    uint64_t waves = (uint64_t)n->cus * n->simds * n->waves;
    uint64_t bytes = waves * GCN3_LANES * m->isa.private_bytes;
    return (struct words){4,
                          {(uint32_t)n->scratch_base,
                           (uint32_t)(n->scratch_base >> 32 & 0xffff) | RESOURCE_SWIZZLED,
                           bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX,
                           RESOURCE_ELEMENT_4 | RESOURCE_INDEX_64 | RESOURCE_ADD_LANE}};
}

static struct words property_words(const struct gcn3_machine *m, enum property property,
                                   const struct gcn3_addresses *at)
{
    switch (property) {
    case PROPERTY_PRIVATE_BUFFER:
        return scratch_resource(m);
    case PROPERTY_DISPATCH:
        return pair(at->packet);
    case PROPERTY_QUEUE:
        return pair(at->queue);
    case PROPERTY_ARGUMENTS:
        return pair(at->arguments);
    case PROPERTY_DISPATCH_ID:
        return pair(0);
    case PROPERTY_FLAT_SCRATCH: /* where scratch begins, and bytes of a work-item */
        return pair((uint64_t)m->isa.private_bytes << 32);
    case PROPERTY_PRIVATE_SIZE:
        return (struct words){1, {m->isa.private_bytes}};
    default:
        return (struct words){1, {m->launch->grid[property - PROPERTY_GROUPS_X]}};
    }
}

/* MODE as the descriptor's first resource word has it. */
static uint32_t mode_of(uint32_t rsrc1)
{
    enum { FLOAT_MODE = 12, DX10_CLAMP = 21, IEEE = 23 };
    return (rsrc1 >> FLOAT_MODE & 0xff) | (rsrc1 >> DX10_CLAMP & 1) << GCN3_MODE_DX10_CLAMP |
           (rsrc1 >> IEEE & 1) << GCN3_MODE_IEEE;
}

static void number_items(struct gcn3_machine *m)
{
    const uint32_t *block = m->launch->block;
    for (uint32_t i = 0; i < m->footprint.waves * GCN3_LANES; i++) {
        struct grid_place place = grid_place(block, i);
        for (unsigned k = 0; k < 3; k++)
            m->start.item[i / GCN3_LANES][k][i % GCN3_LANES] = place.at[k];
    }
}

void gcn3_start_prepare(struct gcn3_machine *m, const struct gcn3_addresses *at)
{
    const struct amdgpu_kernel *own = m->launch->kernel->amdgpu;
    struct gcn3_start *start = &m->start;
    uint32_t properties = own->version == 2 ? PROPERTIES : PROPERTY_GROUPS_X, used = 0;
    memset(start->scalar, 0, sizeof start->scalar);
    for (uint32_t i = 0; i < properties; i++) {
        if (!(own->properties >> i & 1))
            continue;
        struct words words = property_words(m, (enum property)i, at);
        memcpy(start->scalar + used, words.word, words.count * sizeof *words.word);
        used += words.count;
    }
    start->mode = mode_of(own->rsrc1);
    start->system = own->rsrc2 >> 1 & 0x1f;
    number_items(m);
}

/* ---- one wavefront ---- */

static void set_system(const struct gcn3_machine *m, struct gcn3_wave *wave)
{
    enum { GROUP_X = 7, GROUP_INFO = 10, PRIVATE = 0, FIRST_WAVE = 31 };
    uint32_t rsrc2 = m->launch->kernel->amdgpu->rsrc2, at = m->start.system;
    uint32_t *scalar = wave->state.scalar;
    for (unsigned i = 0; i < 3; i++) {
        if (rsrc2 >> (GROUP_X + i) & 1)
            scalar[at++] = wave->group->index[i];
    }
    if (rsrc2 >> GROUP_INFO & 1)
        scalar[at++] = (uint32_t)(wave->number == 0) << FIRST_WAVE | wave->group->waves;
    if (rsrc2 >> PRIVATE & 1)
        scalar[at] = (uint32_t)(wave->state.scratch_address - m->numbers.scratch_base);
}

/* Which of the SIMD's contexts, which SIMD and which compute unit, as HW_ID tells. */
static uint32_t hardware_id(const struct gcn3_machine *m, const struct gcn3_wave *wave)
{
    uint32_t simds = m->numbers.simds, core = wave->warp.core;
    return (wave->warp.slot & 0xf) | (core % simds & 3) << 4 | (core / simds & 0xf) << 8;
}

static void set_items(const struct gcn3_machine *m, struct gcn3_wave *wave)
{
    enum { ITEM_DIMENSIONS = 11 };
    uint32_t more = m->launch->kernel->amdgpu->rsrc2 >> ITEM_DIMENSIONS & 3;
    memset(wave->warp.reg, 0, (size_t)m->rows * GCN3_LANES * sizeof *wave->warp.reg);
    for (uint32_t i = 0; i <= more && i < 3; i++)
        memcpy(warp_row(&wave->warp, i), m->start.item[wave->number][i],
               sizeof m->start.item[0][0]);
}

void gcn3_wave_start(struct gcn3_machine *m, struct gcn3_wave *wave,
                     struct gcn3_workgroup *group, uint32_t number)
{
    uint32_t items = m->footprint.items - number * GCN3_LANES;
    uint64_t exec = lanes_all(items < GCN3_LANES ? items : GCN3_LANES);
    wave->group = group;
    wave->number = number;
    wave->waits = wave->ended = false;
    wave->warp.pc = m->entry;
    wave->state.launch = &m->isa;
    wave->state.group = &group->isa;
    gcn3_state_reset(&wave->state);
    memcpy(wave->state.scalar, m->start.scalar, sizeof wave->state.scalar);
    wave->state.mode = m->start.mode;
    wave->state.hardware_id = hardware_id(m, wave);
    set_system(m, wave);
    set_items(m, wave);
    if (wave->state.scratch)
        memset(wave->state.scratch, 0, (size_t)GCN3_LANES * m->isa.private_bytes);
    wave->state.scalar[GCN3_EXEC] = (uint32_t)exec;
    wave->state.scalar[GCN3_EXEC + 1] = (uint32_t)(exec >> 32);
    gcn3_apply_exec(&wave->warp);
    memory_port_reset(&wave->port, m->memory);
}
