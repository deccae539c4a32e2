/* SPDX-License-Identifier: Apache-2.0 */
/* atomic.c - ATOM, RED and compare-and-swap in device memory, ATOMS in shared memory. Lanes are
 * served from the lowest to the highest, within one instruction. */
#include "isa/ieee/binary16.h"
#include "isa/ieee/host_rounding.h"
#include "isa/ieee/soft_binary32.h"
#include "isa/sass/address.h"
#include "isa/sass/floating.h"
#include "isa/sass/run.h"
#include "memory/combine.h"

/* A subnormal becomes a zero of its sign. */
static uint32_t flushed(uint32_t word)
{
    return (word & 0x7f800000) == 0 ? word & 0x80000000 : word;
}

/* F32.FTZ.RN */
static uint64_t sum_f32(uint64_t old, uint64_t value, uint64_t other)
{
    unsigned flags = 0;
    (void)other;
    uint32_t r = flushed(soft_binary32_add(IEEE_NEAREST_EVEN, flushed((uint32_t)old),
                                           flushed((uint32_t)value), &flags));
    return (r & 0x7fffffff) > 0x7f800000 ? SASS_NAN32 : r;
}

/* Sums use the host's unit; another instruction may have changed its rounding mode. */
static __attribute__((noinline)) double add_doubles(double a, double b) { return a + b; }

static uint64_t sum_f64(uint64_t old, uint64_t value, uint64_t other)
{
    double a, b;
    uint64_t word;
    (void)other;
    memcpy(&a, &old, sizeof a);
    memcpy(&b, &value, sizeof b);
    struct host_rounding host = host_rounding_enter(IEEE_NEAREST_EVEN);
    a = add_doubles(a, b);
    host_rounding_leave(host);
    memcpy(&word, &a, sizeof word);
    return a != a ? SASS_NAN64 : word;
}

static uint64_t sum_f16x2(uint64_t old, uint64_t value, uint64_t other)
{
    uint32_t half[2];
    (void)other;
    struct host_rounding host = host_rounding_enter(IEEE_NEAREST_EVEN);
    for (unsigned i = 0; i < 2; i++)
        half[i] = binary16_from_value(binary64_add_to_odd(
            binary16_value(old >> 16 * i & 0xffff), binary16_value(value >> 16 * i & 0xffff)));
    host_rounding_leave(host);
    return half[1] << 16 | half[0];
}

enum { OP_ADD, OP_MIN, OP_MAX, OP_INC, OP_DEC, OP_AND, OP_OR, OP_XOR, OP_EXCH, OPS };
enum { TYPE_U64 = 2, TYPE_S64 = 5, TYPE_F64 = 6, TYPES };

/* The function of an operation on a type; where empty, no such instruction exists. */
static combine_wide_fn *const combine_of[OPS][TYPES] = {
    /* columns: U32, S32, U64, F32, F16x2, S64, F64 */
    [OP_ADD] = {combine_sum, combine_sum, combine_sum, sum_f32, sum_f16x2, combine_sum, sum_f64},
    [OP_MIN] = {combine_min, combine_min_s32, combine_min, NULL, NULL, combine_min_s64,
                NULL},
    [OP_MAX] = {combine_greatest, combine_greatest_s32, combine_greatest, NULL, NULL,
                combine_greatest_s64, NULL},
    [OP_INC] = {combine_up, NULL, NULL, NULL, NULL, NULL, NULL},
    [OP_DEC] = {combine_down, NULL, NULL, NULL, NULL, NULL, NULL},
    [OP_AND] = {combine_both, combine_both, combine_both, NULL, NULL, combine_both, NULL},
    [OP_OR] = {combine_either, combine_either, combine_either, NULL, NULL, combine_either, NULL},
    [OP_XOR] = {combine_odd, combine_odd, combine_odd, NULL, NULL, combine_odd, NULL},
    [OP_EXCH] = {combine_take, combine_take, combine_take, combine_take, combine_take, combine_take,
                 combine_take},
};

static combine_wide_fn *combine_for(const struct sass_insn *own)
{
    const unsigned op = own->modifier[SASS_OP], type = own->modifier[SASS_TYPE];
    return op < OPS && type < TYPES ? combine_of[op][type] : NULL;
}

static unsigned bytes_for(const struct sass_insn *own)
{
    const unsigned type = own->modifier[SASS_TYPE];
    return type == TYPE_U64 || type == TYPE_S64 || type == TYPE_F64 ? 8 : 4;
}

/* The registers of a source: one per lane, or a pair. */
static void read_values(const struct warp *warp, const struct sass_source *source, unsigned bytes,
                        uint64_t *value)
{
    const uint32_t row = source->kind == SASS_REGISTER ? source->row : SASS_ZERO;
    const uint32_t *low = sass_row(warp, row);
    const uint32_t *high = sass_row(warp, bytes == 8 ? sass_row_behind(row, 1) : SASS_ZERO);
    SASS_EACH_LANE(lane, warp)
        value[lane] = (uint64_t)high[lane] << 32 | low[lane];
}

static void write_values(const struct warp *warp, uint32_t row, unsigned bytes,
                         const uint64_t *value)
{
    struct sass_lanes low, high;
    SASS_EACH_LANE(lane, warp) {
        low.lane[lane] = (uint32_t)value[lane];
        high.lane[lane] = (uint32_t)(value[lane] >> 32);
    }
    sass_write(warp, row, low.lane);
    if (bytes == 8)
        sass_write(warp, sass_row_behind(row, 1), high.lane);
}

static void atomic(struct warp *warp, const struct insn *insn, struct effect *effect,
                   combine_wide_fn *combine, enum memory_space space, uint32_t target)
{
    const struct sass_insn *own = sass_of(insn);
    const unsigned bytes = bytes_for(own);
    uint64_t value[LANES_MAX], other[LANES_MAX], old[LANES_MAX] = {0};
    if (!combine) {
        sass_illegal(warp, insn, effect);
        return;
    }
    struct allocation shared = sass_shared_memory(sass_state(warp));
    read_values(warp, &own->b, bytes, value);
    read_values(warp, &own->c, bytes, other);
    sass_addresses(warp, own, effect);
    effect->access.space = (uint8_t)space;
    memory_wide_atomic(warp, effect, space == MEMORY_SHARED ? &shared : NULL,
                       &(struct wide_atomic){combine, value, other, old}, bytes);
    if (effect->kind != EFFECT_FAULT)
        write_values(warp, target, bytes, old);
}

void sass_atom(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    atomic(warp, insn, effect, combine_for(own), MEMORY_GLOBAL, own->rd);
}

void sass_atom_cas(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, combine_swap_if_equal, MEMORY_GLOBAL, sass_of(insn)->rd);
}

/* No register receives the old value. */
void sass_red(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, combine_for(sass_of(insn)), MEMORY_GLOBAL, SASS_SINK);
}

void sass_atoms(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    atomic(warp, insn, effect, combine_for(own), MEMORY_SHARED, own->rd);
}

void sass_atoms_cas(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, combine_swap_if_equal, MEMORY_SHARED, sass_of(insn)->rd);
}
