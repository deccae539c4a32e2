/* SPDX-License-Identifier: Apache-2.0 */
/* scalar_mode.c - hardware registers: MODE, STATUS etc. (s_getreg, s_setreg), and the modes that
 * change how vector instructions address their registers.
 *
 * Index mode and skipped vector instructions are refused where code turns them on; they are always
 * off, so turning them off does nothing. */
#include "isa/gcn3/hardware_register.h"
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

enum { STATUS_SCC = 0, STATUS_EXECZ = 9, STATUS_VCCZ = 10 }; /* bits */

static uint32_t status(const struct warp *warp)
{
    const struct gcn3_state *state = gcn3_state(warp);
    const uint32_t live = 1u << STATUS_SCC | 1u << STATUS_EXECZ | 1u << STATUS_VCCZ;
    return (state->status & ~live) | (uint32_t)state->scc << STATUS_SCC |
           gcn3_special_value(warp, GCN3_EXECZ) << STATUS_EXECZ |
           gcn3_special_value(warp, GCN3_VCCZ) << STATUS_VCCZ;
}

/* GCN5: bits 63:48 of both apertures. */
static uint32_t memory_bases(const struct gcn3_state *state)
{
    return state->launch->shared_aperture >> 16 << 16 | state->launch->private_aperture >> 16;
}

static void unknown(struct effect *effect, unsigned id)
{
    effect->kind = EFFECT_FAULT;
    effect->fault = (struct fault){.kind = FAULT_SPECIAL_REGISTER, .address = id};
}

void gcn3_s_getreg_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct gcn3_state *state = gcn3_state(warp);
    const struct gcn3_hardware_field place = gcn3_hardware_field(own);
    uint32_t value;
    if (place.id == GCN3_HW_MEMORY_BASES && own->version == GCN3_GFX8) {
        unknown(effect, place.id);
        return;
    }
    switch (place.id) {
    case GCN3_HW_MODE: value = state->mode; break;
    case GCN3_HW_STATUS: value = status(warp); break;
    case GCN3_HW_TRAP_STATUS: value = state->trap_status; break;
    case GCN3_HW_ID: value = state->hardware_id; break;
    case GCN3_HW_MEMORY_BASES: value = memory_bases(state); break;
    default: unknown(effect, place.id); return;
    }
    gcn3_scalar_put(warp, &own->dst, value >> place.shift & place.mask);
    effect->kind = EFFECT_NONE;
}

/* STATUS and HW_ID are read-only. */
void gcn3_s_setreg_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_state *state = gcn3_state(warp);
    const struct gcn3_hardware_field place = gcn3_hardware_field(own);
    const uint32_t mask = place.mask << place.shift;
    const uint32_t value = gcn3_scalar(warp, &own->src[0]) << place.shift & mask;
    effect->kind = EFFECT_NONE;
    if (place.id == GCN3_HW_MODE && value & GCN3_MODE_REFUSED)
        gcn3_unsupported(warp, insn, effect);
    else if (place.id == GCN3_HW_MODE)
        state->mode = (state->mode & ~mask) | value;
    else if (place.id == GCN3_HW_TRAP_STATUS)
        state->trap_status = (state->trap_status & ~mask) | value;
    else if (place.id != GCN3_HW_STATUS && place.id != GCN3_HW_ID)
        unknown(effect, place.id);
}

void gcn3_s_setreg_imm32_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_s_setreg_b32(warp, insn, effect);
}

/* ---- Index mode ---- */

void gcn3_s_set_gpr_idx_on(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_unsupported(warp, insn, effect);
}

void gcn3_s_set_gpr_idx_off(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_nothing(warp, insn, effect);
}

void gcn3_s_set_gpr_idx_idx(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    uint32_t *m0 = &gcn3_state(warp)->scalar[GCN3_M0];
    *m0 = (*m0 & ~255u) | (gcn3_scalar(warp, &gcn3_of(insn)->src[0]) & 255);
    effect->kind = EFFECT_NONE;
}

void gcn3_s_set_gpr_idx_mode(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    uint32_t *m0 = &gcn3_state(warp)->scalar[GCN3_M0];
    *m0 = (*m0 & ~0xf000u) | (gcn3_of(insn)->simm16 & 15u) << 12;
    effect->kind = EFFECT_NONE;
}

/* Skips vector instructions from now on if bit src1 of src0 is set. */
void gcn3_s_setvskip(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    effect->kind = EFFECT_NONE;
    if (gcn3_scalar(warp, &own->src[0]) >> (gcn3_scalar(warp, &own->src[1]) & 31) & 1)
        gcn3_unsupported(warp, insn, effect);
}
