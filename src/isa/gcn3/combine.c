/* SPDX-License-Identifier: Apache-2.0 */
/* combine.c - the operations of DS, FLAT and MUBUF atomics: integer ones are in memory/combine.c,
 * float ones here. */
#include <math.h>
#include <string.h>

#include "isa/gcn3/transfer.h"
#include "isa/ieee/soft_binary32.h"
#include "memory/combine.h"

static float single(uint64_t word)
{
    uint32_t low = (uint32_t)word;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static double twice(uint64_t word)
{
    double value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* A number wins against a NaN; equal values leave memory as it is. */
static uint64_t min_f32(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return single(value) < single(old) || isnan(single(old)) ? value : old;
}

static uint64_t greatest_f32(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return single(value) > single(old) || isnan(single(old)) ? value : old;
}

static uint64_t min_f64(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return twice(value) < twice(old) || isnan(twice(old)) ? value : old;
}

static uint64_t greatest_f64(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return twice(value) > twice(old) || isnan(twice(old)) ? value : old;
}

static uint64_t swap_if_equal_f32(uint64_t old, uint64_t value, uint64_t other)
{
    return single(old) == single(value) ? other : old;
}

static uint64_t swap_if_equal_f64(uint64_t old, uint64_t value, uint64_t other)
{
    return twice(old) == twice(value) ? other : old;
}

/* assumed: a NaN is passed on, made quiet, memory's first */
static uint64_t sum_f32(uint64_t old, uint64_t value, uint64_t other)
{
    const uint64_t quiet = 0x00400000;
    unsigned flags = 0;
    (void)other;
    if (isnan(single(old)) || isnan(single(value)))
        return (isnan(single(old)) ? old : value) | quiet;
    return soft_binary32_add(IEEE_NEAREST_EVEN, (uint32_t)old, (uint32_t)value, &flags);
}

/* A subnormal becomes a zero of its sign. */
static uint32_t flushed(uint64_t word)
{
    return (uint32_t)word & ((word & 0x7f800000) == 0 ? 0x80000000 : ~0u);
}

static uint64_t sum_f32_flushed(uint64_t old, uint64_t value, uint64_t other)
{
    return flushed(sum_f32(flushed(old), flushed(value), other));
}

/* Of 4 and of 8 bytes; where empty, no such instruction exists. */
static combine_wide_fn *const combine_of[][2] = {
    [GCN3_SWAP] = {combine_take, combine_take},
    [GCN3_COMPARE_SWAP] = {combine_swap_if_equal, combine_swap_if_equal},
    [GCN3_ADD] = {combine_sum, combine_sum},
    [GCN3_SUB] = {combine_difference, combine_difference},
    [GCN3_REVERSE_SUB] = {combine_difference_reversed, combine_difference_reversed},
    [GCN3_SMIN] = {combine_min_s32, combine_min_s64},
    [GCN3_UMIN] = {combine_min, combine_min},
    [GCN3_SMAX] = {combine_greatest_s32, combine_greatest_s64},
    [GCN3_UMAX] = {combine_greatest, combine_greatest},
    [GCN3_AND] = {combine_both, combine_both},
    [GCN3_OR] = {combine_either, combine_either},
    [GCN3_XOR] = {combine_odd, combine_odd},
    [GCN3_INC] = {combine_up, combine_up},
    [GCN3_DEC] = {combine_down, combine_down},
    [GCN3_FADD] = {sum_f32, NULL},
    [GCN3_FMIN] = {min_f32, min_f64},
    [GCN3_FMAX] = {greatest_f32, greatest_f64},
    [GCN3_FCOMPARE_SWAP] = {swap_if_equal_f32, swap_if_equal_f64},
    [GCN3_MASK_OR] = {combine_masked, combine_masked},
    [GCN3_WRAP] = {combine_wrapped, combine_wrapped},
};

/* assumed: sums keep or flush subnormals by the wavefront's mode; they round to nearest */
combine_wide_fn *gcn3_combine(const struct gcn3_state *state, const struct gcn3_insn *own)
{
    const unsigned op = own->atomic;
    if (op >= sizeof combine_of / sizeof combine_of[0])
        return NULL;
    if (op == GCN3_FADD && own->element_bytes == 4 && !(state->mode >> GCN3_MODE_DENORM_32 & 3))
        return sum_f32_flushed;
    return combine_of[op][own->element_bytes == 8];
}
