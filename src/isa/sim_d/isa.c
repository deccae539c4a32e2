/* SPDX-License-Identifier: Apache-2.0 */
/* isa.c - the operations of struct isa for Sim-D. */
#include <string.h>

#include "isa/sim_d/lanes.h"
#include "isa/sim_d/table.h"
#include "load/sas.h"

enum sim_d_class sim_d_class(const struct insn *insn)
{
    return (enum sim_d_class)sim_d_of(insn)->row->type;
}

static const struct op *row(size_t i)
{
    return i < sim_d_row_count ? &sim_d_rows[i].op : NULL;
}

static const char *row_feature(size_t i)
{
    (void)i;
    return NULL;
}

static bool lacks(const struct insn *insn, struct text *out)
{
    (void)insn;
    (void)out;
    return false;
}

static void read_register(const struct warp *warp, uint32_t reg, uint32_t *lanes)
{
    const struct sim_d_state *state = sim_d_state(warp);
    struct sim_d_lanes room;
    const uint32_t *row = room.word;
    if (reg < SIM_D_NAME_VC || (reg >= SIM_D_NAME_VC + SIM_D_MASKS && reg < SIM_D_NAME_S))
        row = warp_row(warp, reg);
    else if (reg < SIM_D_NAME_S)
        sim_d_bits(state->mask[reg - SIM_D_NAME_VC], &room);
    else if (reg < SIM_D_NAME_SC)
        sim_d_fill(state->group->scalar[reg - SIM_D_NAME_S], &room);
    else if (reg < SIM_D_NAME_P)
        sim_d_fill(state->group->special[reg - SIM_D_NAME_SC], &room);
    else
        sim_d_bits(state->predicate[reg - SIM_D_NAME_P], &room);
    memcpy(lanes, row, sizeof room.word);
}

static enum name_kind name_kind(uint32_t name)
{
    return name >= SIM_D_NAME_S && name < SIM_D_NAME_P ? NAME_GROUP : NAME_LANES;
}

static struct regs stored(const struct insn *insn)
{
    return insn->src[0];
}

const struct isa isa_sim_d = {
    .name = "sim-d",
    .register_count = SIM_D_NAMES,
    .insn_bytes_min = SAS_INSN_BYTES,
    .default_features = 0,
    .decode = sim_d_decode,
    .print = sim_d_print,
    .register_name = sim_d_register_name,
    .read_register = read_register,
    .dependence = sim_d_dependence,
    .acting = sim_d_acting,
    .name_count = SIM_D_NAMES_ALL,
    .name_kind = name_kind,
    .stored = stored,
    .row = row,
    .lacks = lacks,
    .row_feature = row_feature,
};
