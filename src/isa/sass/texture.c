/* SPDX-License-Identifier: Apache-2.0 */
/* texture.c - instructions that read textures, and load and store surfaces.
 *
 * The handle of a texture is a word of constant bank 0, or in a register; what is behind it is the
 * launch's table. A fetch reads memory as loads do: the effect has the first texel of every lane,
 * the state the others. */
#include "isa/sass/texture.h"

#include <string.h>

#include "isa/sass/lanes.h"
#include "isa/sass/run.h"
#include "memory/port_wide.h"
#include "memory/shadow.h"

/* ---- handles ---- */

static void fail_lane(struct effect *effect, unsigned lane, const char *text)
{
    effect->kind = EFFECT_FAULT;
    effect->fault = (struct fault){.kind = FAULT_HOST_CALL, .lane = lane, .text = text};
}

/* The register with the handle, or NULL: it is in bank 0. */
static const uint32_t *handle_row(const struct warp *warp, const struct sass_insn *own)
{
    const struct sass_source *const in[] = {[SASS_HANDLE_IN_BANK] = NULL,
                                            [SASS_HANDLE_IN_A] = &own->a,
                                            [SASS_HANDLE_IN_B] = &own->b,
                                            [SASS_HANDLE_IN_C] = &own->c};
    const struct sass_source *source = in[sass_handle_of(own)];
    return source ? sass_row(warp, source->row) : NULL;
}

static const struct wc_texture *find(const struct warp *warp, const struct sass_insn *own,
                                     const uint32_t *row, unsigned lane, struct effect *effect)
{
    const struct sass_launch *launch = sass_state(warp)->launch;
    const uint32_t handle =
        row ? row[lane] : sass_constant_word(warp, 0, own->c.value * 4, effect);
    if (effect->kind == EFFECT_FAULT)
        return NULL;
    if (handle && handle <= launch->texture_count)
        return &launch->textures[handle - 1];
    fail_lane(effect, lane, handle ? "the handle names no texture or surface of this launch"
                              : "the texture or surface is not bound");
    return NULL;
}

/* ---- fetching ---- */

/* The rows of the coordinates of an instruction; y is RZ in one dimension. */
struct coordinates {
    const uint32_t *x, *y;
};

static struct coordinates coordinates_of(const struct warp *warp, const struct sass_insn *own,
                                         bool y_in_b)
{
    const uint32_t row = own->a.row;
    const uint32_t y = sass_coordinate_words(own) == 2 ? sass_row_behind(row, 1)
                       : y_in_b ? own->b.row : SASS_ZERO;
    return (struct coordinates){sass_row(warp, row), sass_row(warp, y)};
}

static float as_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Reads the texels of a lane; the effect becomes a fault where memory ends. */
static void read_texels(struct warp *warp, const struct wc_texture *texture,
                        const struct texel_set *set, unsigned lane, uint8_t bytes[][16],
                        struct effect *effect)
{
    const unsigned size = texel_bytes(texture);
    struct sass_state *state = warp->state;
    unsigned found = 0;
    for (unsigned i = 0; i < set->count; i++) {
        if (!set->address[i] || !set->weight[i])
            continue;
        struct allocation *a = memory_port_find(warp->memory, set->address[i], size);
        uint64_t *place = found ? &state->texel[found - 1].address[lane]
                                : &effect->access.address[lane];
        uint64_t *mask = found ? &state->texel[found - 1].mask : &effect->access.mask;
        *place = set->address[i];
        *mask |= 1ull << lane;
        found++;
        if (!a) {
            effect->access.address[lane] = set->address[i];
            memory_wide_fault(effect, FAULT_OUT_OF_BOUNDS, lane);
            return;
        }
        memcpy(bytes[i], a->bytes + (set->address[i] - a->base), size);
        if (warp->memory->shadow)
            shadow_lane(warp->memory->shadow, ACCESS_LOAD, a, set->address[i], size, lane);
    }
}

/* The row of component number `n` of those that are written. */
static uint32_t component_row(const struct sass_insn *own, unsigned n)
{
    if (n >= 2 && sass_has_second_target(own))
        return own->rd2 == SASS_SINK ? SASS_SINK : sass_row_behind(own->rd2, n - 2);
    return own->rd == SASS_SINK ? SASS_SINK : sass_row_behind(own->rd, n);
}

static void write_components(const struct warp *warp, const struct sass_insn *own,
                             uint32_t value[TEXEL_CHANNELS][LANES_MAX])
{
    unsigned n = 0;
    for (unsigned i = 0; i < TEXEL_CHANNELS; i++) {
        if (sass_components(own) >> i & 1)
            sass_write(warp, component_row(own, n++), value[i]);
    }
}

static void begin(struct warp *warp, struct effect *effect, enum access_kind kind, unsigned bytes)
{
    struct sass_state *state = warp->state;
    effect->kind = EFFECT_MEMORY;
    effect->access.kind = (uint8_t)kind;
    effect->access.space = MEMORY_GLOBAL;
    effect->access.bytes = (uint8_t)bytes;
    effect->access.mask = 0;
    for (unsigned i = 0; i < 3; i++)
        state->texel[i].mask = 0;
}

static void fetch(struct warp *warp, const struct sass_insn *own, struct effect *effect,
                  bool y_in_b, bool exactly)
{
    const uint32_t *handles = handle_row(warp, own);
    const struct coordinates at = coordinates_of(warp, own, y_in_b);
    alignas(64) uint32_t value[TEXEL_CHANNELS][LANES_MAX];
    begin(warp, effect, ACCESS_LOAD, 4);
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(rest);
        const struct wc_texture *texture = find(warp, own, handles, lane, effect);
        struct texel_set set;
        uint8_t bytes[TEXEL_CORNERS][16];
        uint32_t one[TEXEL_CHANNELS];
        if (!texture)
            return;
        if (exactly)
            texture_place_exactly(texture, (int32_t)at.x[lane], (int32_t)at.y[lane], &set);
        else
            texture_place(texture, as_float(at.x[lane]), as_float(at.y[lane]), &set);
        const unsigned size = texel_bytes(texture);
        effect->access.bytes = (uint8_t)(size > effect->access.bytes ? size : effect->access.bytes);
        read_texels(warp, texture, &set, lane, bytes, effect);
        if (effect->kind == EFFECT_FAULT)
            return;
        texture_value(texture, &set, (const uint8_t(*)[16])bytes, one);
        for (unsigned i = 0; i < TEXEL_CHANNELS; i++)
            value[i][lane] = one[i];
    }
    write_components(warp, own, value);
}

void sass_texs(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    fetch(warp, own, effect, own->modifier[SASS_MODE] != 0, false);
}

void sass_tlds(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    enum { LZ_2D = 2 };
    const struct sass_insn *own = sass_of(insn);
    fetch(warp, own, effect, own->modifier[SASS_MODE] == LZ_2D, true);
}

void sass_tex(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    fetch(warp, sass_of(insn), effect, false, false);
}

void sass_tld(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    fetch(warp, sass_of(insn), effect, false, true);
}

/* Width, height, depth and levels. */
void sass_txq(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint32_t *handles = handle_row(warp, own);
    alignas(64) uint32_t value[TEXEL_CHANNELS][LANES_MAX];
    effect->kind = EFFECT_NONE;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(rest);
        const struct wc_texture *texture = find(warp, own, handles, lane, effect);
        if (!texture)
            return;
        value[0][lane] = texture->width;
        value[1][lane] = texture->height;
        value[2][lane] = value[3][lane] = 1;
    }
    write_components(warp, own, value);
}

/* ---- surfaces ---- */

enum surface_outside { OUTSIDE_IGNORED, OUTSIDE_CLAMPED, OUTSIDE_TRAPS };

static int64_t clamp(int64_t value, int64_t max)
{
    return value < 0 ? 0 : value > max ? max : value;
}

/* The address of a lane's access, whose x counts bytes; 0: it is outside, which is ignored. */
static uint64_t surface_address(const struct wc_texture *surface, int64_t x, int64_t y,
                                unsigned bytes, enum surface_outside outside, unsigned lane,
                                struct effect *effect)
{
    const int64_t x_max = (int64_t)surface->width * texel_bytes(surface) - bytes;
    const int64_t y_max = (int64_t)surface->height - 1;
    const bool inside = x >= 0 && x <= x_max && y >= 0 && y <= y_max;
    if (!inside && outside == OUTSIDE_TRAPS)
        fail_lane(effect, lane, "access outside of a surface");
    if (!inside && outside != OUTSIDE_CLAMPED)
        return 0;
    return surface->address + (uint64_t)clamp(y, y_max) * surface->pitch +
           (uint64_t)clamp(x, x_max);
}

/* Addresses of all lanes, in the effect; lanes outside are not in access.mask. */
static void find_places(struct warp *warp, const struct sass_insn *own, struct effect *effect)
{
    const uint32_t *handles = handle_row(warp, own);
    const struct coordinates at = coordinates_of(warp, own, false);
    const unsigned bytes = effect->access.bytes;
    for (uint64_t rest = warp->mask; rest && effect->kind != EFFECT_FAULT; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(rest);
        const struct wc_texture *surface = find(warp, own, handles, lane, effect);
        const uint64_t place =
            surface ? surface_address(surface, (int32_t)at.x[lane], (int32_t)at.y[lane], bytes,
                                      own->modifier[SASS_OUTSIDE], lane, effect)
                    : 0;
        effect->access.address[lane] = place;
        effect->access.mask |= (uint64_t)(place != 0) << lane;
    }
}

static unsigned surface_bytes(const struct sass_insn *own)
{
    static const uint8_t bytes[8] = {1, 1, 2, 2, 4, 8, 16, 16};
    return bytes[own->modifier[SASS_TYPE] & 7];
}

static struct wide_rows rows_from(const struct warp *warp, uint32_t row, unsigned bytes)
{
    struct wide_rows rows;
    for (unsigned i = 0; i < WIDE_WORDS_MAX; i++)
        rows.row[i] = sass_row(warp, i < (bytes + 3) / 4 ? sass_row_behind(row, i) : row);
    return rows;
}

/* Lanes outside take no part in the access; a load gives them 0. */
static void access_surface(struct warp *warp, const struct sass_insn *own, struct effect *effect,
                           const struct wide_rows *rows, bool is_store)
{
    enum { S8 = 1, S16 = 3 };
    const uint64_t mask = warp->mask, inside = effect->access.mask;
    const unsigned bytes = effect->access.bytes, type = own->modifier[SASS_TYPE];
    const enum widen widen = type == S8 || type == S16 ? WIDEN_SIGN : WIDEN_ZERO;
    for (uint64_t rest = is_store ? 0 : mask & ~inside; rest; rest &= rest - 1) {
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            rows->row[i][__builtin_ctzll(rest)] = 0;
    }
    if (!inside)
        return;
    warp_set_mask(warp, inside);
    if (is_store)
        memory_wide_store(warp, effect, NULL, rows, bytes);
    else
        memory_wide_load(warp, effect, NULL, rows, bytes, widen);
    warp_set_mask(warp, mask);
}

void sass_suld(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const struct wide_rows rows = rows_from(warp, own->rd, surface_bytes(own));
    begin(warp, effect, ACCESS_LOAD, surface_bytes(own));
    find_places(warp, own, effect);
    if (effect->kind != EFFECT_FAULT)
        access_surface(warp, own, effect, &rows, false);
}

void sass_sust(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint32_t row = own->b.kind == SASS_REGISTER ? own->b.row : SASS_ZERO;
    const struct wide_rows rows = rows_from(warp, row, surface_bytes(own));
    begin(warp, effect, ACCESS_STORE, surface_bytes(own));
    find_places(warp, own, effect);
    if (effect->kind != EFFECT_FAULT)
        access_surface(warp, own, effect, &rows, true);
}
