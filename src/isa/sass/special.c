/* SPDX-License-Identifier: Apache-2.0 */
/* special.c - S2R and CS2R: special registers: thread, block and time. */
#include "isa/sass/lanes.h"
#include "isa/sass/run.h"

enum {
    SR_LANEID = 0x00, SR_VIRTCFG = 0x02, SR_VIRTID = 0x03,
    SR_TID_X = 0x21, SR_TID_Y = 0x22, SR_TID_Z = 0x23,
    SR_CTAID_X = 0x25, SR_CTAID_Y = 0x26, SR_CTAID_Z = 0x27,
    SR_SMEMSZ = 0x32, SR_LMEMHIOFF = 0x37,
    SR_EQMASK = 0x38, SR_LTMASK = 0x39, SR_LEMASK = 0x3a, SR_GTMASK = 0x3b, SR_GEMASK = 0x3c,
    SR_CLOCKLO = 0x50, SR_CLOCKHI = 0x51, SR_GLOBALTIMERLO = 0x52, SR_GLOBALTIMERHI = 0x53,
};

bool sass_special_exists(uint32_t number)
{
    static const bool exists[] = {
        [SR_LANEID] = true, [SR_VIRTCFG] = true, [SR_VIRTID] = true,
        [SR_TID_X] = true, [SR_TID_Y] = true, [SR_TID_Z] = true,
        [SR_CTAID_X] = true, [SR_CTAID_Y] = true, [SR_CTAID_Z] = true,
        [SR_SMEMSZ] = true, [SR_LMEMHIOFF] = true,
        [SR_EQMASK] = true, [SR_LTMASK] = true, [SR_LEMASK] = true, [SR_GTMASK] = true,
        [SR_GEMASK] = true,
        [SR_CLOCKLO] = true, [SR_CLOCKHI] = true, [SR_GLOBALTIMERLO] = true,
        [SR_GLOBALTIMERHI] = true,
    };
    return number < sizeof exists / sizeof *exists && exists[number];
}

/* Registers that are the same in all lanes; false if it is not one of them. */
static bool read_uniform(const struct sass_state *state, uint32_t number, uint32_t *word)
{
    const uint64_t cycle = state->launch->cycle ? *state->launch->cycle : 0;
    switch (number) {
    case SR_VIRTCFG:
        *word = state->launch->virtual_config;
        return true;
    case SR_CTAID_X:
    case SR_CTAID_Y:
    case SR_CTAID_Z:
        *word = state->block->index[number - SR_CTAID_X];
        return true;
    case SR_SMEMSZ:
        *word = state->launch->shared_bytes;
        return true;
    /* Unoptimised code traps if its stack pointer is below this: local memory begins at 0, and
     * accesses outside of it are faults anyway. */
    case SR_LMEMHIOFF:
        *word = 0;
        return true;
    case SR_CLOCKLO:
    case SR_GLOBALTIMERLO:
        *word = (uint32_t)cycle;
        return true;
    case SR_CLOCKHI:
    case SR_GLOBALTIMERHI:
        *word = (uint32_t)(cycle >> 32);
        return true;
    default:
        return false;
    }
}

/* Registers that differ between lanes, or between the logical warps of a wider one. */
static uint32_t read_lane(const struct sass_state *state, uint32_t number, uint32_t lane)
{
    const uint32_t one = 1u << lane % SASS_LANES;
    const uint32_t warp = state->virtual_warp + lane / SASS_LANES;
    switch (number) {
    case SR_LANEID:
        return lane % SASS_LANES;
    case SR_VIRTID:
        return (warp & 0x7f) << 8 | (state->sm & 0x1ff) << 20;
    case SR_EQMASK:
        return one;
    case SR_LTMASK:
        return one - 1;
    case SR_LEMASK:
        return one | (one - 1);
    case SR_GTMASK:
        return ~(one | (one - 1));
    default: /* SR_GEMASK */
        return ~(one - 1);
    }
}

static const uint32_t *read_lanes(const struct warp *warp, uint32_t number,
                                  struct sass_lanes *row)
{
    for (uint32_t lane = 0; lane < warp->stride; lane++)
        row->lane[lane] = read_lane(sass_state(warp), number, lane);
    return row->lane;
}

static void unknown(struct warp *warp, uint32_t number, struct effect *effect)
{
    effect->kind = EFFECT_FAULT;
    effect->fault = (struct fault){.kind = FAULT_SPECIAL_REGISTER, .bytes = 4,
                                   .lane = warp_deciding_lane(warp), .address = number};
}

LANEWISE void sass_s2r(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const struct sass_state *state = sass_state(warp);
    const uint32_t number = own->b.value;
    struct sass_lanes row;
    uint32_t word;
    effect->kind = EFFECT_NONE;
    if (!sass_special_exists(number))
        unknown(warp, number, effect);
    else if (number >= SR_TID_X && number <= SR_TID_Z)
        sass_write(warp, own->rd, state->thread[number - SR_TID_X]);
    else if (read_uniform(state, number, &word))
        sass_write(warp, own->rd, sass_broadcast(warp, &row, word));
    else
        sass_write(warp, own->rd, read_lanes(warp, number, &row));
}

/* The same registers by another path, of fixed latency. */
void sass_cs2r(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sass_s2r(warp, insn, effect);
}
