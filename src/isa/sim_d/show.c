/* SPDX-License-Identifier: Apache-2.0 */
/* show.c - the instructions for debugging: what they print about a work-group. */
#include <string.h>

#include "isa/sim_d/lanes.h"
#include "isa/sim_d/table.h"

/* A word in hexadecimal, as an integer and as a binary32: it has no type. */
static void show_word(const char *name, uint32_t word, struct text *out)
{
    float number;
    memcpy(&number, &word, sizeof number);
    text_add(out, "%s = 0x%08x, %d, %.9g", name, (unsigned)word, (int)(int32_t)word,
             (double)number);
}

static void show_scalar(const struct sim_d_group *group, const struct insn *insn,
                        struct text *out)
{
    uint32_t number = sim_d_of(insn)->operand[0].value;
    show_word(sim_d_register_name(SIM_D_NAME_S + number), group->scalar[number], out);
}

static void show_lane(const struct sim_d_group *group, const struct insn *insn, struct text *out)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    uint32_t row = SIM_D_NAME_V + own->operand[0].value, lane = own->operand[1].value;
    const struct warp *warp = group->warp[lane / SIM_D_WARP_LANES];
    text_add(out, "lane %u: ", lane);
    show_word(sim_d_register_name(row), warp_row(warp, row)[lane % SIM_D_WARP_LANES], out);
}

/* One bit per lane of a work-group. */
struct lane_set {
    uint64_t bits[SIM_D_WARPS];
};

static bool has_lane(const struct lane_set *set, uint32_t lane)
{
    return set->bits[lane / SIM_D_WARP_LANES] >> lane % SIM_D_WARP_LANES & 1;
}

/* "0-31, 40": ranges of lanes. */
static void show_lanes(const char *name, const struct lane_set *set, struct text *out)
{
    const char *separator = " = lanes ";
    text_add(out, "%s", name);
    for (uint32_t first = 0, end; first < SIM_D_ITEMS; first = end + 1) {
        for (end = first; end < SIM_D_ITEMS && has_lane(set, end);)
            end++;
        if (end == first)
            continue;
        text_add(out, "%s%u", separator, first);
        if (end - first > 1)
            text_add(out, "-%u", end - 1);
        separator = ", ";
    }
    if (*separator == ' ')
        text_add(out, " = no lane");
}

static void show_predicate(const struct sim_d_group *group, const struct insn *insn,
                           struct text *out)
{
    uint32_t number = sim_d_of(insn)->operand[0].value;
    struct lane_set set;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        set.bits[i] = sim_d_state(group->warp[i])->predicate[number];
    show_lanes(sim_d_register_name(SIM_D_NAME_P + number), &set, out);
}

static void show_mask(const struct sim_d_group *group, const struct insn *insn, struct text *out)
{
    uint32_t number = sim_d_of(insn)->row->mask;
    struct lane_set set;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        set.bits[i] = sim_d_state(group->warp[i])->mask[number];
    show_lanes(sim_d_register_name(SIM_D_NAME_VC + number), &set, out);
}

static void show_number(const struct sim_d_group *group, const struct insn *insn,
                        struct text *out)
{
    (void)group;
    text_add(out, "trace %d", (int)(int32_t)sim_d_of(insn)->operand[0].value);
}

void sim_d_show(const struct sim_d_group *group, const struct insn *insn, struct text *out)
{
    static void (*const show[])(const struct sim_d_group *group, const struct insn *insn,
                                struct text *out) = {
        [SIM_D_SHOWS_SCALAR] = show_scalar, [SIM_D_SHOWS_LANE] = show_lane,
        [SIM_D_SHOWS_PREDICATE] = show_predicate, [SIM_D_SHOWS_MASK] = show_mask,
        [SIM_D_SHOWS_NUMBER] = show_number};
    show[sim_d_of(insn)->row->shows](group, insn, out);
}
