/* SPDX-License-Identifier: Apache-2.0 */
/* access.c - requests to DRAM and scratchpads: tiles, clipped to buffer and NDRange.
 *
 * A request is one instruction for the whole work-group. Its semantic function only describes it,
 * in group->access; the words move when the request completes (transfer.c). */
#include "isa/sim_d/lanes.h"
#include "isa/sim_d/run.h"
#include "isa/sim_d/table.h"

/* A tile before clipping. */
struct area {
    int64_t x, y, words, lines;
};

static struct sim_d_descriptor *begin(struct warp *warp, const struct insn *insn,
                                  enum sim_d_space space, enum sim_d_end end)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    struct sim_d_descriptor *access = &sim_d_state(warp)->group->access;
    uint8_t vector = own->row->vector ? own->row->vector : 1;
    *access = (struct sim_d_descriptor){.space = (uint8_t)space, .end = (uint8_t)end,
                                    .store = insn->flags & INSN_STORE, .vector = vector,
                                    .reg = (uint8_t)own->operand[0].value};
    return access;
}

static void finish(struct effect *effect)
{
    effect->kind = EFFECT_MEMORY;
    effect->access.mask = 0;
}

/* An offset: number or scalar register, signed; 0 where it is left out. */
static int64_t offset(const struct warp *warp, const struct insn *insn, unsigned i)
{
    const struct sim_d_operand *operand = &sim_d_of(insn)->operand[i];
    return operand->kind ? (int32_t)sim_d_scalar(warp, operand) : 0;
}

/* Cuts what is outside 0 <= x < width; the other end keeps its place for what is left. */
static void clip(int64_t *start, int64_t *length, int64_t width, uint32_t *to, uint32_t pitch)
{
    if (*start < 0) {
        int64_t cut = -*start < *length ? -*start : *length;
        *length -= cut;
        *to += (uint32_t)cut * pitch;
        *start = 0;
    }
    if (*length > width - *start)
        *length = width > *start ? width - *start : 0;
}

/* Puts an area of a buffer into a request; access->to and to_period are set. */
static void place(struct sim_d_descriptor *access, const struct sim_d_buffer *buffer, uint32_t id,
                  struct area area, bool clip_lines)
{
    clip(&area.x, &area.words, buffer->dim_x, &access->to, 1);
    clip(&area.y, &area.lines, clip_lines ? buffer->dim_y : INT64_MAX / 2, &access->to,
         access->to_period);
    access->buffer = id;
    access->index = (uint32_t)(area.y * buffer->dim_x + area.x);
    access->address = buffer->address + 4 * access->index;
    access->words = (uint32_t)area.words;
    access->period = buffer->dim_x;
    access->count = area.words ? (uint32_t)area.lines : 0;
}

/* The work-group's tile, W by 1024 / W lanes; lines below the NDRange are left out. */
static struct area group_area(const struct sim_d_group *group,
                              const struct sim_d_descriptor *access)
{
    const uint32_t width = group->special[SIM_D_WG_WIDTH];
    int64_t lines = (int64_t)group->special[SIM_D_DIM_Y] - group->special[SIM_D_WG_OFF_Y];
    if (lines > SIM_D_ITEMS / width)
        lines = SIM_D_ITEMS / width;
    return (struct area){.words = (int64_t)width * access->vector, .lines = lines < 0 ? 0 : lines};
}

/* The end of a transfer whose first operand is a vector register or vc.mem_data. */
static enum sim_d_end lane_end(const struct insn *insn)
{
    return sim_d_of(insn)->operand[0].kind == SIM_D_KIND_VC ? SIM_D_END_CAM : SIM_D_END_VECTOR;
}

void sim_d_global_tile(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sim_d_group *group = sim_d_state(warp)->group;
    struct sim_d_descriptor *access = begin(warp, insn, SIM_D_SPACE_DRAM, lane_end(insn));
    uint32_t id = sim_d_of(insn)->operand[1].value;
    struct area area = group_area(group, access);
    area.x = (group->special[SIM_D_WG_OFF_X] + offset(warp, insn, 2)) * access->vector;
    area.y = group->special[SIM_D_WG_OFF_Y] + offset(warp, insn, 3);
    access->to_period = (uint32_t)area.words;
    place(access, &group->dram[id], id, area, !(insn->aux & SIM_D_ORIGINAL));
    finish(effect);
}

void sim_d_pad_tile(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sim_d_group *group = sim_d_state(warp)->group;
    struct sim_d_descriptor *access = begin(warp, insn, SIM_D_SPACE_PAD, lane_end(insn));
    uint32_t id = sim_d_of(insn)->operand[1].value;
    struct area area = group_area(group, access);
    area.x = offset(warp, insn, 2);
    area.y = offset(warp, insn, 3);
    access->to_period = (uint32_t)area.words;
    place(access, &group->pad[id], id, area, !(insn->aux & SIM_D_ORIGINAL));
    finish(effect);
}

void sim_d_global_pad(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sim_d_group *group = sim_d_state(warp)->group;
    struct sim_d_descriptor *access = begin(warp, insn, SIM_D_SPACE_DRAM, SIM_D_END_PAD);
    const struct sim_d_buffer *pad = &group->pad[sim_d_of(insn)->operand[0].value];
    uint32_t id = sim_d_of(insn)->operand[1].value;
    struct area area = {offset(warp, insn, 2), offset(warp, insn, 3), pad->dim_x, pad->dim_y};
    access->to = pad->address / 4;
    access->to_period = pad->dim_x;
    place(access, &group->dram[id], id, area, true);
    finish(effect);
}

/* ---- all words of a buffer, or single ones ---- */

static void take_whole(struct sim_d_descriptor *access, const struct sim_d_buffer *buffer,
                       uint32_t id)
{
    access->buffer = id;
    access->address = buffer->address;
    access->words = access->period = buffer->dim_x * buffer->dim_y;
    access->count = 1;
}

void sim_d_global_whole(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    uint32_t id = sim_d_of(insn)->operand[0].value;
    take_whole(begin(warp, insn, SIM_D_SPACE_DRAM, SIM_D_END_CAM),
               &sim_d_state(warp)->group->dram[id], id);
    finish(effect);
}

void sim_d_pad_whole(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    uint32_t id = sim_d_of(insn)->operand[0].value;
    take_whole(begin(warp, insn, SIM_D_SPACE_PAD, SIM_D_END_CAM),
               &sim_d_state(warp)->group->pad[id], id);
    finish(effect);
}

void sim_d_global_each(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    uint32_t id = sim_d_of(insn)->operand[1].value;
    take_whole(begin(warp, insn, SIM_D_SPACE_DRAM, SIM_D_END_INDEX),
               &sim_d_state(warp)->group->dram[id], id);
    finish(effect);
}

/* Where a custom tile starts in its line. Measured: without an offset a store of the original
 * starts at word 3. */
static int64_t custom_x(const struct warp *warp, const struct insn *insn)
{
    enum { ORIGINAL_DEFAULT = 3 };
    bool quirk = insn->aux & SIM_D_ORIGINAL && insn->flags & INSN_STORE;
    return quirk && !sim_d_of(insn)->operand[1].kind ? ORIGINAL_DEFAULT : offset(warp, insn, 1);
}

/* The tile that the stride registers describe, at an absolute position, not clipped. */
void sim_d_global_custom(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sim_d_group *group = sim_d_state(warp)->group;
    struct sim_d_descriptor *access = begin(warp, insn, SIM_D_SPACE_DRAM, SIM_D_END_CAM);
    uint32_t id = sim_d_of(insn)->operand[0].value;
    const struct sim_d_buffer *buffer = &group->dram[id];
    access->buffer = id;
    access->index =
        (uint32_t)(offset(warp, insn, 2) * buffer->dim_x + custom_x(warp, insn));
    access->address = buffer->address + 4 * access->index;
    access->words = group->special[SIM_D_SD_WORDS];
    access->period = group->special[SIM_D_SD_PERIOD];
    access->count = access->words ? group->special[SIM_D_SD_PERIOD_CNT] : 0;
    finish(effect);
}

/* ---- scalars ---- */

void sim_d_sldg(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    struct sim_d_descriptor *access = begin(warp, insn, SIM_D_SPACE_DRAM, SIM_D_END_SCALAR);
    uint32_t id = own->operand[1].value;
    take_whole(access, &sim_d_state(warp)->group->dram[id], id);
    access->words = own->operand[2].kind ? own->operand[2].value : 1;
    access->period = access->words;
    finish(effect);
}

void sim_d_sldsp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sim_d_group *group = sim_d_state(warp)->group;
    struct sim_d_descriptor *access = begin(warp, insn, SIM_D_SPACE_PAD, SIM_D_END_SCALAR);
    uint32_t id = sim_d_of(insn)->operand[1].value;
    struct area area = {offset(warp, insn, 2), offset(warp, insn, 3),
                        group->special[SIM_D_SD_WORDS], 1};
    place(access, &group->pad[id], id, area, true);
    finish(effect);
}
