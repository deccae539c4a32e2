/* SPDX-License-Identifier: Apache-2.0 */
/* cube.c - faces of a cube map: which one a direction hits, and where. */
#include "isa/gcn3/floating.h"
#include "isa/gcn3/run.h"

#define SIGN ((uint64_t)1 << 31)

enum axis { AXIS_X, AXIS_Y, AXIS_Z };

static bool at_least(uint64_t a, uint64_t b)
{
    return ieee_relation_of(ieee_binary32, a & ~SIGN, b & ~SIGN) & (IEEE_GREATER | IEEE_EQUAL);
}

static bool is_below_zero(uint64_t word)
{
    return ieee_relation_of(ieee_binary32, word, 0) == IEEE_LESS;
}

/* The longest coordinate; the last of equal ones. */
static enum axis longest(uint64_t x, uint64_t y, uint64_t z)
{
    if (at_least(z, x) && at_least(z, y))
        return AXIS_Z;
    return at_least(y, x) ? AXIS_Y : AXIS_X;
}

static uint64_t face(const struct gcn3_float *f, uint64_t x, uint64_t y, uint64_t z)
{
    const uint64_t along[] = {x, y, z};
    enum axis axis = longest(x, y, z);
    (void)f;
    return ieee_pack(ieee_binary32, IEEE_NEAREST_EVEN,
                     ieee_from_integer(false, 2 * axis + is_below_zero(along[axis])));
}

static uint64_t first(const struct gcn3_float *f, uint64_t x, uint64_t y, uint64_t z)
{
    (void)f;
    switch (longest(x, y, z)) {
    case AXIS_X:
        return is_below_zero(x) ? z : z ^ SIGN;
    case AXIS_Y:
        return x;
    default:
        return is_below_zero(z) ? x ^ SIGN : x;
    }
}

static uint64_t second(const struct gcn3_float *f, uint64_t x, uint64_t y, uint64_t z)
{
    (void)f;
    if (longest(x, y, z) != AXIS_Y)
        return y ^ SIGN;
    return is_below_zero(y) ? z ^ SIGN : z;
}

static uint64_t twice_longest(const struct gcn3_float *f, uint64_t x, uint64_t y, uint64_t z)
{
    const uint64_t along[] = {x, y, z};
    uint64_t word = along[longest(x, y, z)];
    struct ieee_number number = ieee_unpack(ieee_binary32, word);
    number.exponent++;
    return ieee_result(ieee_binary32, f->rules.rounding, number, word, 0, 0);
}

void gcn3_v_cubeid_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, face);
}

void gcn3_v_cubesc_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, first);
}

void gcn3_v_cubetc_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, second);
}

void gcn3_v_cubema_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, twice_longest);
}
