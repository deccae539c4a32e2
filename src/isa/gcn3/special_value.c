/* SPDX-License-Identifier: Apache-2.0 */
/* special_value.c - operands that are neither registers nor constants. */
#include "isa/gcn3/transfer.h"
#include "memory/shadow.h"

enum lds_direct_type { DIRECT_UBYTE, DIRECT_USHORT, DIRECT_WORD, DIRECT_SBYTE = 4, DIRECT_SSHORT };

/* The word goes to all lanes. */
static void follow(const struct warp *warp, uint32_t at, unsigned bytes)
{
    const struct allocation local = gcn3_local_memory(gcn3_state(warp));
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        shadow_lane(warp->memory->shadow, ACCESS_LOAD, &local, at, bytes, lane);
}

/* GCN3 ISA manual, LDS direct reads: M0[15:0] is the address, M0[18:16] the type. Reads outside of
 * the work-group's memory give 0. */
static uint32_t lds_direct(const struct warp *warp)
{
    const struct gcn3_state *state = gcn3_state(warp);
    const uint32_t m0 = state->scalar[GCN3_M0], type = m0 >> 16 & 7;
    const unsigned bytes = type == DIRECT_WORD ? 4 : type % 4 == DIRECT_USHORT ? 2 : 1;
    const uint32_t at = (m0 & 0xffff) / bytes * bytes;
    uint32_t word = 0;
    if (!state->group || (uint64_t)at + bytes > state->group->lds_bytes)
        return 0;
    if (warp->memory->shadow)
        follow(warp, at, bytes);
    for (unsigned i = 0; i < bytes; i++)
        word |= (uint32_t)state->group->lds[at + i] << 8 * i;
    if (type == DIRECT_SBYTE)
        return (uint32_t)(int8_t)word;
    return type == DIRECT_SSHORT ? (uint32_t)(int16_t)word : word;
}

uint64_t gcn3_special_value(const struct warp *warp, uint32_t code)
{
    const struct gcn3_state *state = gcn3_state(warp);
    switch (code) {
    case GCN3_VCCZ: return gcn3_scalar_pair(state, GCN3_VCC) == 0;
    case GCN3_EXECZ: return warp->mask == 0;
    case GCN3_SCC: return state->scc;
    case GCN3_SHARED_BASE: return (uint64_t)state->launch->shared_aperture << 32;
    case GCN3_PRIVATE_BASE: return (uint64_t)state->launch->private_aperture << 32;
    default: return lds_direct(warp);
    }
}
