/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_binary32.c - every binary32 operation in every rounding mode against the exact reference:
 * results and flags to the bit, both for many lanes at once and for one lane among silent ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "isa/ieee/binary32.h"
#include "isa/ieee/soft_binary32.h"

#include "binary32_operands.h"
#include "binary32_reference.h"

#ifdef __x86_64__
#include <xmmintrin.h>
#else
#include <fenv.h>
#endif

enum {
    LANES = 32,
    CHOSEN_BATCHES = 6000, /* of LANES operand tuples, an operation */
};

typedef unsigned rounded_unary(const struct ieee_lanes *, enum ieee_rounding, uint32_t *,
                               const uint32_t *);
typedef unsigned rounded_binary(const struct ieee_lanes *, enum ieee_rounding, uint32_t *,
                                const uint32_t *, const uint32_t *);
typedef unsigned rounded_ternary(const struct ieee_lanes *, enum ieee_rounding, uint32_t *,
                                 const uint32_t *, const uint32_t *, const uint32_t *);
typedef unsigned plain_binary(const struct ieee_lanes *, uint32_t *, const uint32_t *,
                              const uint32_t *);
typedef void silent_binary(const struct ieee_lanes *, uint32_t *, const uint32_t *,
                           const uint32_t *);
typedef uint32_t soft_unary(enum ieee_rounding, uint32_t, unsigned *);
typedef uint32_t soft_binary(enum ieee_rounding, uint32_t, uint32_t, unsigned *);

/* One lane function is set, but for class; the integer one where the operation has one. */
struct operation {
    enum reference_operation reference;
    unsigned operands;
    const char *name;
    rounded_unary *unary;
    rounded_binary *binary;
    rounded_ternary *ternary;
    plain_binary *compare;
    silent_binary *inject;
    soft_unary *soft1;
    soft_binary *soft2;
};

static const struct operation operations[] = {
    {REFERENCE_ADD, 2, "add", .binary = binary32_add, .soft2 = soft_binary32_add},
    {REFERENCE_SUB, 2, "sub", .binary = binary32_sub, .soft2 = soft_binary32_sub},
    {REFERENCE_MUL, 2, "mul", .binary = binary32_mul, .soft2 = soft_binary32_mul},
    {REFERENCE_DIV, 2, "div", .binary = binary32_div, .soft2 = soft_binary32_div},
    {REFERENCE_SQRT, 1, "sqrt", .unary = binary32_sqrt, .soft1 = soft_binary32_sqrt},
    {REFERENCE_FMADD, 3, "fmadd", .ternary = binary32_fmadd},
    {REFERENCE_FMSUB, 3, "fmsub", .ternary = binary32_fmsub},
    {REFERENCE_FNMSUB, 3, "fnmsub", .ternary = binary32_fnmsub},
    {REFERENCE_FNMADD, 3, "fnmadd", .ternary = binary32_fnmadd},
    {REFERENCE_FROM_I32, 1, "from_i32", .unary = binary32_from_i32,
     .soft1 = soft_binary32_from_i32},
    {REFERENCE_FROM_U32, 1, "from_u32", .unary = binary32_from_u32,
     .soft1 = soft_binary32_from_u32},
    {REFERENCE_TO_I32, 1, "to_i32", .unary = binary32_to_i32},
    {REFERENCE_TO_U32, 1, "to_u32", .unary = binary32_to_u32},
    {REFERENCE_MIN, 2, "min", .compare = binary32_min},
    {REFERENCE_MAX, 2, "max", .compare = binary32_max},
    {REFERENCE_EQ, 2, "eq", .compare = binary32_eq},
    {REFERENCE_LT, 2, "lt", .compare = binary32_lt},
    {REFERENCE_LE, 2, "le", .compare = binary32_le},
    {.reference = REFERENCE_CLASS, .operands = 1, .name = "class"},
    {REFERENCE_SGNJ, 2, "sgnj", .inject = binary32_sgnj},
    {REFERENCE_SGNJN, 2, "sgnjn", .inject = binary32_sgnjn},
    {REFERENCE_SGNJX, 2, "sgnjx", .inject = binary32_sgnjx},
};
_Static_assert(sizeof operations / sizeof operations[0] == REFERENCE_OPERATIONS,
               "every operation is tested");

/* Operands and results as the library takes them: one array an operand. */
struct batch {
    uint32_t operand[3][LANES];
    struct reference_result expected[LANES][ROUNDING_MODES];
};

struct trial {
    const struct operation *operation;
    struct reference *reference;
    struct chance chance;
    struct batch batch;
    unsigned filled;       /* lanes of the batch */
    unsigned long checked; /* operand tuples */
};

static unsigned long tuples_checked; /* over all tests, for the closing line */

static unsigned run(const struct operation *operation, const struct ieee_lanes *lanes,
                    enum ieee_rounding mode, uint32_t *d, const uint32_t *a, const uint32_t *b,
                    const uint32_t *c)
{
    if (operation->unary)
        return operation->unary(lanes, mode, d, a);
    if (operation->binary)
        return operation->binary(lanes, mode, d, a, b);
    if (operation->ternary)
        return operation->ternary(lanes, mode, d, a, b, c);
    if (operation->compare)
        return operation->compare(lanes, d, a, b);
    if (operation->inject)
        operation->inject(lanes, d, a, b);
    else
        binary32_class(lanes, d, a);
    return 0;
}

static void check(const struct trial *trial, const char *path, int mode, unsigned lane,
                  uint32_t word, unsigned flags)
{
    const struct reference_result *expected = &trial->batch.expected[lane][mode];
    const uint32_t(*x)[LANES] = trial->batch.operand;

    if (word != expected->word || flags != expected->flags)
        fail_msg("%s %s, mode %d: %08x %08x %08x gave %08x flags %02x, expected %08x flags %02x",
                 path, trial->operation->name, mode, x[0][lane], x[1][lane], x[2][lane], word,
                 flags, expected->word, expected->flags);
}

static void check_soft(const struct trial *trial, int mode, unsigned lane)
{
    const struct operation *operation = trial->operation;
    const uint32_t(*x)[LANES] = trial->batch.operand;
    unsigned flags = 0;
    uint32_t word;

    if (operation->soft1)
        word = operation->soft1(mode, x[0][lane], &flags);
    else if (operation->soft2)
        word = operation->soft2(mode, x[0][lane], x[1][lane], &flags);
    else if (operation->reference == REFERENCE_FMADD)
        word = soft_binary32_fma(mode, x[0][lane], x[1][lane], x[2][lane], &flags);
    else
        return;
    check(trial, "integer", mode, lane, word, flags);
}

/* Only this lane is active; its neighbours hold operands that would raise other flags. */
static void check_alone(const struct trial *trial, int mode, unsigned lane)
{
    const uint32_t(*x)[LANES] = trial->batch.operand;
    unsigned first = lane / 16 * 16;
    uint32_t active[16] = {0}, d[16];
    struct ieee_lanes lanes = {active, 16};

    active[lane - first] = ~0u;
    memset(d, 0xa5, sizeof d);
    unsigned flags = run(trial->operation, &lanes, mode, d, x[0] + first, x[1] + first,
                         x[2] + first);
    check(trial, "alone", mode, lane, d[lane - first], flags);
    for (unsigned i = 0; i < 16; i++) {
        if (i != lane - first)
            assert_int_equal(d[i], 0xa5a5a5a5);
    }
}

/* A random set of lanes is active; the flags are those of all active lanes together. */
static void check_together(struct trial *trial, int mode)
{
    const uint32_t(*x)[LANES] = trial->batch.operand;
    uint64_t mask = chance_next(&trial->chance) | chance_next(&trial->chance);
    uint32_t active[LANES], d[LANES];
    struct ieee_lanes lanes = {active, LANES};
    unsigned expected_flags = 0;

    for (unsigned i = 0; i < LANES; i++) {
        active[i] = mask >> i & 1 ? ~0u : 0;
        expected_flags |= active[i] ? trial->batch.expected[i][mode].flags : 0;
        d[i] = 0xdeadbe00 + i;
    }
    unsigned flags = run(trial->operation, &lanes, mode, d, x[0], x[1], x[2]);
    assert_int_equal(flags, expected_flags);
    for (unsigned i = 0; i < LANES; i++) {
        if (active[i])
            check(trial, "together", mode, i, d[i], trial->batch.expected[i][mode].flags);
        else
            assert_int_equal(d[i], 0xdeadbe00 + i);
    }
}

static void check_batch(struct trial *trial)
{
    for (int mode = 0; mode < ROUNDING_MODES; mode++) {
        check_together(trial, mode);
        for (unsigned lane = 0; lane < LANES; lane++) {
            check_alone(trial, mode, lane);
            check_soft(trial, mode, lane);
        }
    }
    trial->checked += LANES;
}

static void fill_lane(struct trial *trial, const uint32_t operand[3])
{
    unsigned lane = trial->filled++;

    for (int i = 0; i < 3; i++)
        trial->batch.operand[i][lane] = operand[i];
    reference_evaluate(trial->reference, trial->operation->reference, operand,
                       trial->batch.expected[lane]);
    if (trial->filled == LANES) {
        check_batch(trial);
        trial->filled = 0;
    }
}

/* All pairs of all special words, or all triples of the most special ones. */
static void fill_special(struct trial *trial)
{
    unsigned arity = trial->operation->operands;
    unsigned count = arity == 3 ? special_few : special_count;
    unsigned combinations = count * (arity > 1 ? count : 1) * (arity > 2 ? count : 1);

    for (unsigned n = 0; n < combinations; n++) {
        const uint32_t operand[3] = {
            special_words[n % count],
            special_words[n / count % count],
            special_words[n / count / count % count],
        };
        fill_lane(trial, operand);
    }
}

/* HOUSE-22 */
static void matches_the_exact_reference(void **state)
{
    const struct operation *operation = *state;
    struct trial trial = {
        .operation = operation,
        .reference = reference_new(),
        .chance = {0x5eed + operation->reference},
    };
    uint32_t operand[3];

    fill_special(&trial);
    for (unsigned long end = trial.checked + (unsigned long)CHOSEN_BATCHES * LANES;
         trial.checked < end;) {
        choose_operands(&trial.chance, operation->reference, operand);
        fill_lane(&trial, operand);
    }
    tuples_checked += trial.checked;
    reference_free(trial.reference);
}

/* Operands that raise every flag somewhere. */
static void choose_batch(struct chance *chance, enum reference_operation operation,
                         uint32_t x[3][LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint32_t operand[3];
        choose_operands(chance, operation, operand);
        for (int i = 0; i < 3; i++)
            x[i][lane] = operand[i];
    }
}

static void destination_may_be_any_source(void **state)
{
    const struct operation *operation = *state;
    struct chance chance = {7};
    uint32_t active[LANES], plain[LANES], x[3][LANES], y[3][LANES];
    struct ieee_lanes lanes = {active, LANES};

    memset(active, 0xff, sizeof active);
    for (int round = 0; round < 20 * ROUNDING_MODES; round++) {
        int mode = round % ROUNDING_MODES;
        choose_batch(&chance, operation->reference, x);
        unsigned flags = run(operation, &lanes, mode, plain, x[0], x[1], x[2]);
        for (unsigned target = 0; target < operation->operands; target++) {
            memcpy(y, x, sizeof y);
            assert_int_equal(run(operation, &lanes, mode, y[target], y[0], y[1], y[2]), flags);
            assert_memory_equal(y[target], plain, sizeof plain);
        }
        for (unsigned lane = 0; lane < LANES; lane++)
            x[1][lane] = x[2][lane] = x[0][lane];
        flags = run(operation, &lanes, mode, plain, x[0], x[1], x[2]);
        assert_int_equal(run(operation, &lanes, mode, x[0], x[0], x[0], x[0]), flags);
        assert_memory_equal(x[0], plain, sizeof plain);
    }
}

static unsigned host_environment(void)
{
#ifdef __x86_64__
    return _mm_getcsr();
#else
    return (unsigned)fegetround() << 16 | (unsigned)fetestexcept(FE_ALL_EXCEPT);
#endif
}

/* Rounds up, flushes subnormals, has flags raised and, in the last one, traps on everything. */
static void set_hostile_environment(unsigned variant)
{
#ifdef __x86_64__
    static const unsigned mxcsr[] = {0x5f80, 0x1f80 | 0x8040, 0x3fbf, 0x0000};
    _mm_setcsr(mxcsr[variant]);
#else
    static const int rounding[] = {FE_UPWARD, FE_TONEAREST, FE_DOWNWARD, FE_TOWARDZERO};
    fesetround(rounding[variant]);
    feraiseexcept(variant % 2 ? FE_OVERFLOW : FE_INEXACT);
#endif
}

static void set_default_environment(void)
{
#ifdef __x86_64__
    _mm_setcsr(0x1f80);
#else
    fesetenv(FE_DFL_ENV);
#endif
}

/* HOUSE-22 */
static void environment_of_the_caller_neither_matters_nor_changes(void **state)
{
    const struct operation *operation = *state;
    struct chance chance = {11};
    uint32_t active[LANES], plain[LANES], d[LANES], x[3][LANES];
    struct ieee_lanes lanes = {active, LANES};

    memset(active, 0xff, sizeof active);
    for (unsigned round = 0; round < 4 * ROUNDING_MODES; round++) {
        int mode = (int)(round % ROUNDING_MODES);
        choose_batch(&chance, operation->reference, x);
        unsigned flags = run(operation, &lanes, mode, plain, x[0], x[1], x[2]);

        set_hostile_environment(round / ROUNDING_MODES);
        unsigned before = host_environment();
        unsigned hostile_flags = run(operation, &lanes, mode, d, x[0], x[1], x[2]);
        unsigned after = host_environment();
        set_default_environment();

        assert_int_equal(after, before);
        assert_int_equal(hostile_flags, flags);
        assert_memory_equal(d, plain, sizeof d);
    }
}

static void no_lane_active_raises_and_writes_nothing(void **state)
{
    const struct operation *operation = *state;
    struct chance chance = {13};
    uint32_t active[LANES] = {0}, d[LANES], before[LANES], x[3][LANES];
    struct ieee_lanes lanes = {active, LANES};

    for (int mode = 0; mode < ROUNDING_MODES; mode++) {
        choose_batch(&chance, operation->reference, x);
        memset(d, 0x5a, sizeof d);
        memcpy(before, d, sizeof d);
        assert_int_equal(run(operation, &lanes, mode, d, x[0], x[1], x[2]), 0);
        assert_memory_equal(d, before, sizeof d);
    }
}

/* A handful of values from the RISC-V manual, so that a fault of the reference would show. */
static void well_known_results_hold(void **state)
{
    static const struct {
        enum reference_operation operation;
        uint32_t operand[3];
        uint32_t word;
        unsigned flags;
    } known[] = {
        {REFERENCE_ADD, {0x3f800000, 0x3f800000, 0}, 0x40000000, 0},
        {REFERENCE_ADD, {0x7f800000, 0xff800000, 0}, 0x7fc00000, IEEE_INVALID},
        {REFERENCE_DIV, {0x3f800000, 0x80000000, 0}, 0xff800000, IEEE_DIVIDE_BY_ZERO},
        {REFERENCE_DIV, {0x3f800000, 0x40400000, 0}, 0x3eaaaaab, IEEE_INEXACT},
        {REFERENCE_SQRT, {0xbf800000, 0, 0}, 0x7fc00000, IEEE_INVALID},
        {REFERENCE_SQRT, {0x80000000, 0, 0}, 0x80000000, 0},
        {REFERENCE_MUL, {0x7f7fffff, 0x40000000, 0}, 0x7f800000, IEEE_OVERFLOW | IEEE_INEXACT},
        {REFERENCE_MUL, {0x00000001, 0x3f000000, 0}, 0, IEEE_UNDERFLOW | IEEE_INEXACT},
        {REFERENCE_FMADD, {0x7f800000, 0, 0x7fc00000}, 0x7fc00000, IEEE_INVALID},
        {REFERENCE_FNMADD, {0x3f800000, 0x40000000, 0x40400000}, 0xc0a00000, 0},
        {REFERENCE_FNMSUB, {0x3f800000, 0x40000000, 0x40400000}, 0x3f800000, 0},
        {REFERENCE_TO_I32, {0x7fc00000, 0, 0}, 0x7fffffff, IEEE_INVALID},
        {REFERENCE_TO_I32, {0xff800000, 0, 0}, 0x80000000, IEEE_INVALID},
        {REFERENCE_TO_U32, {0xbf800000, 0, 0}, 0, IEEE_INVALID},
        {REFERENCE_TO_U32, {0xff800001, 0, 0}, 0xffffffff, IEEE_INVALID},
        {REFERENCE_TO_U32, {0xbe800000, 0, 0}, 0, IEEE_INEXACT},
        {REFERENCE_MIN, {0, 0x80000000, 0}, 0x80000000, 0},
        {REFERENCE_MAX, {0x7f800001, 0x3f800000, 0}, 0x3f800000, IEEE_INVALID},
        {REFERENCE_MIN, {0x7fc00001, 0xffc00000, 0}, 0x7fc00000, 0},
        {REFERENCE_EQ, {0x7fc00000, 0x7fc00000, 0}, 0, 0},
        {REFERENCE_LT, {0x7fc00000, 0x3f800000, 0}, 0, IEEE_INVALID},
        {REFERENCE_CLASS, {0x80000001, 0, 0}, 1 << 2, 0},
    };

    (void)state;
    for (size_t n = 0; n < sizeof known / sizeof known[0]; n++) {
        uint32_t active[16] = {~0u}, d[16] = {0}, x[3][16] = {{0}};
        struct ieee_lanes lanes = {active, 16};
        for (int i = 0; i < 3; i++)
            x[i][0] = known[n].operand[i];
        unsigned flags = run(&operations[known[n].operation], &lanes, IEEE_NEAREST_EVEN, d, x[0],
                             x[1], x[2]);
        assert_int_equal(d[0], known[n].word);
        assert_int_equal(flags, known[n].flags);
    }
}

static int report_count(void **state)
{
    (void)state;
    print_message("# %lu operand tuples in %d rounding modes\n", tuples_checked, ROUNDING_MODES);
    return 0;
}

int main(void)
{
    static const struct {
        const char *sentence;
        CMUnitTestFunction run;
    } properties[] = {
        {"matches_the_exact_reference", matches_the_exact_reference},
        {"destination_may_be_any_source", destination_may_be_any_source},
        {"environment_of_the_caller_neither_matters_nor_changes",
         environment_of_the_caller_neither_matters_nor_changes},
        {"no_lane_active_raises_and_writes_nothing", no_lane_active_raises_and_writes_nothing},
    };
    enum { PROPERTIES = sizeof properties / sizeof properties[0] };
    static char names[REFERENCE_OPERATIONS * PROPERTIES][80];
    struct CMUnitTest tests[REFERENCE_OPERATIONS * PROPERTIES + 1] = {
        cmocka_unit_test(well_known_results_hold),
    };

    for (int n = 0; n < REFERENCE_OPERATIONS * PROPERTIES; n++) {
        const struct operation *operation = &operations[n / PROPERTIES];
        snprintf(names[n], sizeof names[n], "%s_%s", operation->name,
                 properties[n % PROPERTIES].sentence);
        tests[n + 1] = (struct CMUnitTest){
            .name = names[n],
            .test_func = properties[n % PROPERTIES].run,
            .initial_state = (void *)operation,
        };
    }
    return cmocka_run_group_tests_name("ieee", tests, NULL, report_count);
}
