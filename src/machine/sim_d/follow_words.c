/* SPDX-License-Identifier: Apache-2.0 */
/* follow_words.c - labels of the words that a request moves.
 *
 * A lane that may be on or off moves its word perhaps: whatever it would write depends on its mask.
 * An index of the CAM that depends on a source selects any word of the tile: what it loads depends
 * on the index, and a store may change every word. */
#include "machine/sim_d/follow.h"

enum { WORD = 4 };

/* ---- lanes ---- */

enum presence { OFF, ON, PERHAPS };

static enum presence presence_of(const struct sim_d_words *words, uint32_t lane)
{
    const uint32_t warp = lane / SIM_D_WARP_LANES, bit = lane % SIM_D_WARP_LANES;
    const struct warp *w = words->group->warp[warp];
    if (sim_d_unsure_lanes(sim_d_state(w), words->names[warp]) >> bit & 1)
        return PERHAPS;
    return w->mask >> bit & 1 ? ON : OFF;
}

static struct tainted *register_of(const struct sim_d_words *words, uint32_t name, uint32_t lane)
{
    return &words->names[lane / SIM_D_WARP_LANES][name];
}

static uint8_t lane_label(const struct sim_d_words *words, uint32_t name, uint32_t lane)
{
    const struct tainted *reg = register_of(words, name, lane);
    return reg->lanes >> lane % SIM_D_WARP_LANES & 1 ? reg->label : 0;
}

static void set_lane(const struct sim_d_words *words, uint32_t name, uint32_t lane, uint8_t label)
{
    struct tainted *reg = register_of(words, name, lane);
    const uint64_t bit = UINT64_C(1) << lane % SIM_D_WARP_LANES;
    reg->lanes = label ? reg->lanes | bit : reg->lanes & ~bit;
    reg->label = label ? label : reg->label;
}

/* A source of the lane's masks. */
static uint8_t doubt_of(const struct sim_d_words *words, uint32_t lane)
{
    for (uint32_t i = 0; i < SIM_D_MASKS; i++) {
        uint8_t label = lane_label(words, SIM_D_NAME_VC + i, lane);
        if (label)
            return label;
    }
    return LABEL_REGISTER;
}

/* ---- memory ---- */

/* The memory that has a word; NULL: none. */
static const struct allocation *memory_of(const struct sim_d_words *words,
                                          const struct sim_d_descriptor *access, uint64_t address)
{
    if (access->space == SIM_D_SPACE_PAD)
        return address + WORD <= words->pad->size ? words->pad : NULL;
    return memory_find(words->memory, address, WORD);
}

static void decide(struct sim_d_words *words, uint8_t label, const char *what)
{
    if (words->decides || words->forgiving)
        return;
    words->decides = what;
    words->label = label;
}

static uint8_t word_label(const struct allocation *memory, uint64_t address)
{
    return memory ? shadow_label(memory, address, WORD) : 0; /* outside: zero, or a fault */
}

/* A lane moves the word at an address, for certain or perhaps. */
static void move_lane(struct sim_d_words *words, const struct sim_d_descriptor *access,
                      uint32_t name, uint32_t lane, uint64_t address)
{
    const enum presence presence = presence_of(words, lane);
    if (presence == OFF)
        return;
    const struct allocation *memory = memory_of(words, access, address);
    const uint8_t doubt = presence == PERHAPS ? doubt_of(words, lane) : 0;
    if (!memory && doubt)
        decide(words, doubt, "whether a lane accesses a word outside all buffers");
    if (!access->store)
        set_lane(words, name, lane, doubt ? doubt : word_label(memory, address));
    else if (memory)
        shadow_set(memory, address, WORD, doubt ? doubt : lane_label(words, name, lane));
}

/* ---- by position in the tile ---- */

static void move_vector(struct sim_d_words *words, const struct sim_d_descriptor *access,
                        uint32_t line, uint32_t word)
{
    const uint32_t position = access->to + line * access->to_period + word;
    const uint32_t lane = position / access->vector;
    if (lane < SIM_D_ITEMS)
        move_lane(words, access, access->reg + position % access->vector, lane,
                  sim_d_word_address(access, line, word));
}

static void move_scalar(struct sim_d_words *words, const struct sim_d_descriptor *access,
                        uint32_t line, uint32_t word)
{
    const uint64_t address = sim_d_word_address(access, line, word);
    const uint32_t name = SIM_D_NAME_S + (access->reg + word) % SIM_D_SCALARS;
    const uint8_t label = word_label(memory_of(words, access, address), address);
    words->names[0][name] = (struct tainted){label ? ~UINT64_C(0) : 0, label};
}

static void move_pad(struct sim_d_words *words, const struct sim_d_descriptor *access,
                     uint32_t line, uint32_t word)
{
    const uint64_t address = sim_d_word_address(access, line, word);
    const uint64_t at =
        WORD * ((uint64_t)access->to + (uint64_t)line * access->to_period + word);
    const struct allocation *memory = memory_of(words, access, address);
    if (at + WORD > words->pad->size)
        return;
    if (!access->store)
        shadow_set(words->pad, at, WORD, word_label(memory, address));
    else if (memory)
        shadow_set(memory, address, WORD, shadow_label(words->pad, at, WORD));
}

typedef void move_fn(struct sim_d_words *words, const struct sim_d_descriptor *access,
                     uint32_t line, uint32_t word);

static void move_tile(struct sim_d_words *words, const struct sim_d_descriptor *access,
                      move_fn *move)
{
    for (uint32_t line = 0; line < access->count; line++) {
        for (uint32_t word = 0; word < access->words; word++)
            move(words, access, line, word);
    }
}

/* ---- by index ---- */

static uint32_t index_of(const struct sim_d_words *words, uint32_t lane)
{
    const struct warp *w = words->group->warp[lane / SIM_D_WARP_LANES];
    return warp_row(w, SIM_D_NAME_VC + SIM_D_MEM_IDX)[lane % SIM_D_WARP_LANES] &
           SIM_D_INDEX_MASK;
}

/* A store to any word of the tile. */
static void spoil_word(struct sim_d_words *words, const struct sim_d_descriptor *access,
                       uint32_t line, uint32_t word)
{
    const uint64_t address = sim_d_word_address(access, line, word);
    const struct allocation *memory = memory_of(words, access, address);
    if (memory && access->store)
        shadow_set(memory, address, WORD, words->label);
    else if (!memory)
        decide(words, words->label, "an index in vc.mem_idx");
}

/* The index depends on a source. `spoiled`: nothing is known of the tile's words any more, or there
 * was nothing to find. */
static void move_anywhere(struct sim_d_words *words, const struct sim_d_descriptor *access,
                          uint32_t lane, uint8_t label, bool *spoiled)
{
    words->label = words->decides ? words->label : label;
    if (!*spoiled)
        move_tile(words, access, spoil_word);
    *spoiled = true;
    if (!access->store)
        set_lane(words, SIM_D_NAME_VC + SIM_D_MEM_DATA, lane, label);
}

static void move_cam(struct sim_d_words *words, const struct sim_d_descriptor *access)
{
    const uint64_t buffer = access->address - (uint64_t)WORD * access->index;
    bool spoiled = false;
    for (uint32_t lane = SIM_D_ITEMS; lane-- > 0;) {
        const uint8_t label = lane_label(words, SIM_D_NAME_VC + SIM_D_MEM_IDX, lane);
        if (presence_of(words, lane) == OFF)
            continue;
        if (label) {
            move_anywhere(words, access, lane, label, &spoiled);
        } else if (sim_d_tile_has(access, index_of(words, lane))) {
            move_lane(words, access, SIM_D_NAME_VC + SIM_D_MEM_DATA, lane,
                      buffer + (uint64_t)WORD * index_of(words, lane));
            spoiled &= !access->store;
        }
    }
}

/* Index and mask of a stream decide, so they are known here. */
static void move_each(struct sim_d_words *words, const struct sim_d_descriptor *access)
{
    for (uint32_t lane = 0; lane < SIM_D_ITEMS; lane++)
        move_lane(words, access, access->reg, lane,
                  access->address + (uint64_t)WORD * index_of(words, lane));
}

void sim_d_follow_words(struct sim_d_words *words, const struct sim_d_descriptor *access)
{
    switch ((enum sim_d_end)access->end) {
    case SIM_D_END_VECTOR: move_tile(words, access, move_vector); break;
    case SIM_D_END_SCALAR: move_tile(words, access, move_scalar); break;
    case SIM_D_END_PAD: move_tile(words, access, move_pad); break;
    case SIM_D_END_CAM: move_cam(words, access); break;
    case SIM_D_END_INDEX: move_each(words, access); break;
    }
}
