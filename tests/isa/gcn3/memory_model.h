/* SPDX-License-Identifier: Apache-2.0 */
/* memory_model.h - atomics in plain words, for the tests of all memories. */
#ifndef WARPCLOCK_TESTS_GCN3_MEMORY_MODEL_H
#define WARPCLOCK_TESTS_GCN3_MEMORY_MODEL_H

#include <math.h>

#include "fixture.h"

static inline int64_t signed_of(uint64_t a, unsigned bytes)
{
    return bytes == 4 ? (int32_t)a : (int64_t)a;
}

static inline double float_of(uint64_t a, unsigned bytes)
{
    uint32_t low = (uint32_t)a;
    float single;
    double twice;
    memcpy(&single, &low, 4);
    memcpy(&twice, &a, 8);
    return bytes == 4 ? (double)single : twice;
}

static inline uint64_t float_sum(uint64_t a, uint64_t b)
{
    float x = (float)float_of(a, 4), y = (float)float_of(b, 4), sum = x + y;
    uint32_t word;
    memcpy(&word, &sum, 4);
    if (isnan(sum))
        word = (isnan(x) ? (uint32_t)a : isnan(y) ? (uint32_t)b : 0x7fc00000) | 0x400000;
    return word;
}

/* Memory after an atomic; `second` is the new value of compare-and-swap and its like. */
static inline uint64_t updated(unsigned op, uint64_t mem, uint64_t data, uint64_t second,
                               unsigned bytes)
{
    int64_t m = signed_of(mem, bytes), d = signed_of(data, bytes);
    double x = float_of(mem, bytes), y = float_of(data, bytes);
    switch (op) {
    case GCN3_SWAP: return data;
    case GCN3_COMPARE_SWAP: return mem == data ? second : mem;
    case GCN3_ADD: return mem + data;
    case GCN3_SUB: return mem - data;
    case GCN3_REVERSE_SUB: return data - mem;
    case GCN3_SMIN: return d < m ? data : mem;
    case GCN3_SMAX: return d > m ? data : mem;
    case GCN3_UMIN: return data < mem ? data : mem;
    case GCN3_UMAX: return data > mem ? data : mem;
    case GCN3_AND: return mem & data;
    case GCN3_OR: return mem | data;
    case GCN3_XOR: return mem ^ data;
    case GCN3_INC: return mem >= data ? 0 : mem + 1;
    case GCN3_DEC: return mem == 0 || mem > data ? data : mem - 1;
    case GCN3_FADD: return float_sum(mem, data);
    case GCN3_FMIN: return isnan(x) || y < x ? data : mem;
    case GCN3_FMAX: return isnan(x) || y > x ? data : mem;
    case GCN3_FCOMPARE_SWAP: return x == y ? second : mem;
    case GCN3_MASK_OR: return (mem & ~data) | second;
    case GCN3_WRAP: return mem >= data ? mem - data : mem + second;
    }
    fail_msg("no such operation");
    return 0;
}

/* `bytes` of memory as a number, and back. */
static inline uint64_t number_at(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = bytes; i-- > 0;)
        value = value << 8 | at[i];
    return value;
}

static inline void put_number(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* The registers from `vgpr` on in one lane, before the instruction. */
static inline uint64_t element_held(const struct fixture *f, uint32_t vgpr, unsigned bytes,
                                    unsigned lane)
{
    uint64_t value = f->before[vgpr * GCN3_LANES + lane];
    if (bytes == 8)
        value |= (uint64_t)f->before[(vgpr + 1) * GCN3_LANES + lane] << 32;
    return value;
}

/* Checks that a lane's registers hold what a load of those bytes gives. */
static inline void assert_loaded(const struct fixture *f, uint32_t vgpr, unsigned lane,
                                 const uint8_t *from)
{
    const unsigned bytes = f->own.element_bytes;
    for (unsigned i = 0; i < (bytes + 3) / 4; i++) {
        unsigned part = bytes < 4 ? bytes : 4;
        uint32_t want = (uint32_t)number_at(from + 4 * i, part);
        if (f->own.element_signed && want >> (8 * part - 1))
            want |= ~0u << (8 * part - 1);
        if (f->reg[(vgpr + i) * GCN3_LANES + lane] != want)
            fail_msg("%s: lane %u word %u is 0x%x instead of 0x%x", f->insn.op->name, lane, i,
                     f->reg[(vgpr + i) * GCN3_LANES + lane], want);
    }
}

/* What a store of a lane's registers makes of memory. */
static inline void model_store(const struct fixture *f, uint32_t vgpr, unsigned lane, uint8_t *to)
{
    const unsigned bytes = f->own.element_bytes;
    for (unsigned i = 0; i < bytes; i++)
        to[i] = (uint8_t)(f->before[(vgpr + i / 4) * GCN3_LANES + lane] >> i % 4 * 8);
}

static inline void assert_fault(const struct fixture *f, enum fault_kind kind,
                                enum memory_space space, unsigned lane)
{
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    assert_int_equal(f->effect.fault.kind, kind);
    assert_int_equal(f->effect.fault.space, space);
    assert_int_equal(f->effect.fault.lane, lane);
}

#endif
