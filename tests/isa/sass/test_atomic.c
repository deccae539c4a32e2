/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics in device and in shared memory, lane after lane. PAS-30 */
#include "fixture.h"

#include <math.h>

enum { ROUNDS = 2000, PLACES = 24, BYTES = 8 * PLACES };
enum { U32, S32, U64, F32, F16X2, S64, F64 };
enum { ADD, MIN, MAX, INC, DEC, AND, OR, XOR, EXCH, CAS };

static const uint64_t BUFFER = 0x7f1200000000;

static unsigned bytes_of(unsigned type)
{
    return type == U64 || type == S64 || type == F64 ? 8 : 4;
}

static bool exists(unsigned op, unsigned type)
{
    bool integer = type == U32 || type == S32 || type == U64 || type == S64;
    switch (op) {
    case INC:
    case DEC:
        return type == U32;
    case ADD:
    case EXCH:
    case CAS:
        return true;
    default:
        return integer;
    }
}

/* ---- The model, one lane ---- */

static float flushed(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }

static uint64_t model_f32(uint64_t old, uint64_t value)
{
    uint32_t a = (uint32_t)old, b = (uint32_t)value;
    float x, y;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    volatile float sum = flushed(x) + flushed(y); /* of the host, to nearest */
    x = flushed(sum);
    memcpy(&a, &x, 4);
    return isnan(x) ? 0x7fffffff : a;
}

static uint64_t model_f64(uint64_t old, uint64_t value)
{
    double x, y;
    memcpy(&x, &old, 8);
    memcpy(&y, &value, 8);
    volatile double sum = x + y;
    x = sum;
    memcpy(&old, &x, 8);
    return isnan(x) ? 0xfff8000000000000 : old;
}

static double half_value(uint32_t half)
{
    int exponent = half >> 10 & 31, fraction = half & 1023;
    double sign = half >> 15 ? -1 : 1;
    if (exponent == 31)
        return fraction ? NAN : sign * INFINITY;
    return sign * ldexp(exponent ? 1024 + fraction : fraction, (exponent ? exponent : 1) - 25);
}

/* The half that is nearest to the exact sum, found by trying them all; even where two are. */
static uint32_t half_sum(uint32_t a, uint32_t b)
{
    double sum = half_value(a) + half_value(b); /* exact: 53 bits hold any sum of two halves */
    if (isnan(sum))
        return 0x7fff;
    if (sum == 0)
        return signbit(sum) ? 0x8000 : 0;
    uint32_t sign = sum < 0 ? 0x8000 : 0, best = 0;
    for (uint32_t half = 0; half < 0x7c00; half++) {
        double distance = fabs(fabs(sum) - half_value(half));
        double so_far = fabs(fabs(sum) - half_value(best));
        if (distance < so_far || (distance == so_far && half % 2 == 0))
            best = half;
    }
    return sign | (fabs(sum) >= 65520 ? 0x7c00 : best);
}

static uint64_t model_combine(unsigned op, unsigned type, uint64_t old, uint64_t value,
                              uint64_t other)
{
    bool is_signed = type == S32 || type == S64;
    __int128 x = type == S32 ? (__int128)(int32_t)old : is_signed ? (__int128)(int64_t)old : old;
    __int128 y = type == S32 ? (__int128)(int32_t)value
                             : is_signed ? (__int128)(int64_t)value : value;
    switch (op) {
    case ADD:
        return type == F32     ? model_f32(old, value)
               : type == F64   ? model_f64(old, value)
               : type == F16X2 ? half_sum(old & 0xffff, value & 0xffff) |
                                     half_sum(old >> 16 & 0xffff, value >> 16 & 0xffff) << 16
                               : (uint64_t)(x + y);
    case MIN:
        return (uint64_t)(x < y ? x : y);
    case MAX:
        return (uint64_t)(x > y ? x : y);
    case INC:
        return x >= y ? 0 : (uint64_t)(x + 1);
    case DEC:
        return x == 0 || x > y ? value : (uint64_t)(x - 1);
    case AND:
        return old & value;
    case OR:
        return old | value;
    case XOR:
        return old ^ value;
    case EXCH:
        return value;
    default:
        return old == value ? other : old;
    }
}

/* ---- The instructions ---- */

struct way {
    run_fn *run, *compare_and_swap;
    enum memory_space space;
    bool returns;
};

static const struct way ways[] = {
    {sass_atom, sass_atom_cas, MEMORY_GLOBAL, true},
    {sass_atoms, sass_atoms_cas, MEMORY_SHARED, true},
    {sass_red, NULL, MEMORY_GLOBAL, false},
};

static struct fixture *open_memory(uint8_t *shared)
{
    struct fixture *f = new_fixture();
    assert_int_equal(memory_place(&f->err, &f->memory, ALLOCATION_BUFFER, "buffer", BUFFER, BYTES,
                                  true, NULL), WC_OK);
    f->launch.shared_bytes = BYTES;
    f->block.shared = shared;
    return f;
}

/* Words for memory and registers; as floats also such that sums come near the smallest normal. */
static uint32_t roll_value(struct fixture *f, unsigned type)
{
    return type == F32 && roll_below(f, 2) ? (uint32_t)roll(f) & 0x80ffffff : roll_word(f);
}

/* Few places, so that lanes meet; values that are often what memory holds. */
static void aim(struct fixture *f, const struct way *way, uint8_t *bytes, uint32_t *offset,
                unsigned size)
{
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        offset[lane] = size * roll_below(f, PLACES / 3);
        uint64_t at = (way->space == MEMORY_GLOBAL ? BUFFER : 0) + offset[lane] - 64;
        lanes_of(f, 0)[lane] = (uint32_t)at;
        lanes_of(f, 1)[lane] = (uint32_t)(at >> 32);
        if (roll_below(f, 2))
            memcpy(&lanes_of(f, 4)[lane], bytes + offset[lane], 4);
        if (roll_below(f, 2) && size == 8)
            memcpy(&lanes_of(f, 5)[lane], bytes + offset[lane] + 4, 4);
    }
    f->own.a = from_register(0), f->own.b = from_register(4);
    f->own.c = from_register(size == 8 ? 6 : 5);
    f->own.offset = 64;
    f->own.modifier[SASS_WIDE] = way->space == MEMORY_GLOBAL;
}

static uint64_t pair(const struct fixture *f, const struct sass_source *source, unsigned lane,
                     unsigned size)
{
    struct sass_source high = *source;
    high.row++;
    return held(f, source, lane) | (size == 8 ? (uint64_t)held(f, &high, lane) << 32 : 0);
}

static void atomic_once(struct fixture *f, const struct way *way, uint8_t *bytes, unsigned op,
                        unsigned type)
{
    uint32_t offset[SASS_LANES];
    uint8_t want[BYTES];
    unsigned size = bytes_of(type);
    shuffle(f);
    for (unsigned i = 0; i < BYTES; i += 4)
        memcpy(bytes + i, &(uint32_t){roll_value(f, type)}, 4);
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        lanes_of(f, 4)[lane] = roll_value(f, type);
    aim(f, way, bytes, offset, size);
    memcpy(want, bytes, BYTES);
    f->own.modifier[SASS_OP] = (uint8_t)op, f->own.modifier[SASS_TYPE] = (uint8_t)type;
    f->own.rd = (uint16_t)(SASS_R0 + 4 * roll_below(f, 5)); /* also the address or the value */
    run(f, op == CAS ? way->compare_and_swap : way->run);
    assert_int_equal(f->effect.kind, EFFECT_MEMORY);
    assert_int_equal(f->effect.access.kind, ACCESS_ATOMIC);
    assert_int_equal(f->effect.access.space, way->space);
    assert_int_equal(f->effect.access.bytes, size);
    assert_only_rows(f, way->returns ? f->own.rd : SASS_SINK, way->returns ? size / 4 : 1);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        uint64_t old = 0, new;
        if (!f->warp.active[lane])
            continue;
        memcpy(&old, want + offset[lane], size);
        new = model_combine(op, type, old, pair(f, &f->own.b, lane, size),
                            pair(f, &f->own.c, lane, size));
        memcpy(want + offset[lane], &new, size);
        for (unsigned i = 0; i < size / 4 && way->returns; i++)
            assert_int_equal(f->reg[(f->own.rd + i) * SASS_LANES + lane],
                             (uint32_t)(old >> 32 * i));
    }
    assert_memory_equal(bytes, want, BYTES);
}

static void atomics_take_turns_in_lane_order(void **unused)
{
    alignas(64) static uint8_t shared[BYTES];
    struct fixture *f = open_memory(shared);
    uint8_t *buffer = memory_bytes(&f->memory, BUFFER, BYTES);
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        const struct way *way = &ways[i % 3];
        unsigned op = roll_below(f, way->compare_and_swap ? 10 : 9), type = roll_below(f, 7);
        if (type == F16X2 && i % 20) /* its model is slow */
            type = F32;
        if (op == CAS)
            type = i % 2 ? U32 : U64;
        if (exists(op, type))
            atomic_once(f, way, way->space == MEMORY_GLOBAL ? buffer : shared, op, type);
    }
    free_fixture(f);
}

static void operations_that_no_type_has_are_refused(void **unused)
{
    alignas(64) static uint8_t shared[BYTES];
    struct fixture *f = open_memory(shared);
    (void)unused;
    for (unsigned op = 0; op < 16; op++)
        for (unsigned type = 0; type < 8; type++) {
            if (op < CAS && type <= F64 && exists(op, type))
                continue;
            f->own.a = from_zero(), f->own.b = from_register(4);
            f->own.modifier[SASS_OP] = (uint8_t)op, f->own.modifier[SASS_TYPE] = (uint8_t)type;
            run(f, sass_atoms);
            assert_int_equal(f->effect.kind, EFFECT_FAULT);
            assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
        }
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atomics_take_turns_in_lane_order),
        cmocka_unit_test(operations_that_no_type_has_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
