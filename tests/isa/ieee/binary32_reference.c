/* SPDX-License-Identifier: Apache-2.0 */
/* binary32_reference.c - binary32 from its definition: exact value first, then rounding. */
#include "binary32_reference.h"

#include <mpfr.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    PRECISION = 640,      /* holds every sum and product of three binary32 numbers exactly */
    SIGNIFICAND_BITS = 24,
    EXPONENT_MIN = -126,
    EXPONENT_MAX = 127,
};

struct reference {
    mpfr_t operand[3];
    mpfr_t result;
    mpz_t significand;
};

/* A magnitude cut at a power of two: its whole multiples, the next bit, and anything below. */
struct cut {
    uint64_t kept;
    bool half;
    bool below;
};

struct reference *reference_new(void)
{
    struct reference *reference = malloc(sizeof *reference);

    for (int i = 0; i < 3; i++)
        mpfr_init2(reference->operand[i], 32);
    mpfr_init2(reference->result, PRECISION);
    mpz_init(reference->significand);
    return reference;
}

void reference_free(struct reference *reference)
{
    for (int i = 0; i < 3; i++)
        mpfr_clear(reference->operand[i]);
    mpfr_clear(reference->result);
    mpz_clear(reference->significand);
    free(reference);
    mpfr_free_cache();
}

static bool word_is_nan(uint32_t word)
{
    return (word >> 23 & 0xff) == 0xff && (word & 0x7fffff) != 0;
}

static bool word_is_signalling(uint32_t word)
{
    return word_is_nan(word) && (word >> 22 & 1) == 0;
}

static void load_float(mpfr_t value, uint32_t word)
{
    float number;

    memcpy(&number, &word, sizeof number);
    if (word_is_nan(word))
        mpfr_set_nan(value);
    else
        mpfr_set_flt(value, number, MPFR_RNDZ);
}

/* The kept part must fit 64 bits. */
static struct cut cut_at(struct reference *r, long quantum, bool more_follows)
{
    struct cut cut = {0, false, more_follows};
    long exponent = mpfr_get_z_2exp(r->significand, r->result);

    mpz_abs(r->significand, r->significand);
    if (exponent >= quantum) {
        mpz_mul_2exp(r->significand, r->significand, (mp_bitcnt_t)(exponent - quantum));
        cut.kept = mpz_get_ui(r->significand);
        return cut;
    }
    mp_bitcnt_t shift = (mp_bitcnt_t)(quantum - exponent);
    cut.half = mpz_tstbit(r->significand, shift - 1);
    cut.below |= mpz_scan1(r->significand, 0) < shift - 1;
    mpz_tdiv_q_2exp(r->significand, r->significand, shift);
    cut.kept = mpz_get_ui(r->significand);
    return cut;
}

static uint64_t round_cut(struct cut cut, enum ieee_rounding mode, bool negative)
{
    bool inexact = cut.half || cut.below, up = false;

    switch (mode) {
    case IEEE_NEAREST_EVEN:
        up = cut.half && (cut.below || cut.kept % 2 == 1);
        break;
    case IEEE_TOWARD_ZERO:
        break;
    case IEEE_DOWN:
        up = negative && inexact;
        break;
    case IEEE_UP:
        up = !negative && inexact;
        break;
    case IEEE_NEAREST_AWAY:
        up = cut.half;
        break;
    }
    return cut.kept + up;
}

static struct reference_result overflowed(enum ieee_rounding mode, bool negative)
{
    bool infinite = mode == IEEE_NEAREST_EVEN || mode == IEEE_NEAREST_AWAY ||
                    (mode == IEEE_UP && !negative) || (mode == IEEE_DOWN && negative);
    uint32_t magnitude = infinite ? 0x7f800000 : 0x7f7fffff;

    return (struct reference_result){(uint32_t)negative << 31 | magnitude,
                                     IEEE_OVERFLOW | IEEE_INEXACT};
}

/* IEEE 754-2019, 7.4 and 7.5: overflow and underflow are defined by the unbounded exponent. */
static struct reference_result round_number(struct reference *r, enum ieee_rounding mode,
                                            bool more_follows)
{
    bool negative = mpfr_signbit(r->result);
    long exponent = mpfr_get_exp(r->result) - 1; /* of the leading bit */
    struct cut unbounded_cut = cut_at(r, exponent - SIGNIFICAND_BITS + 1, more_follows);
    uint64_t unbounded = round_cut(unbounded_cut, mode, negative);
    long rounded_exponent = exponent + (unbounded >> SIGNIFICAND_BITS != 0);

    if (rounded_exponent > EXPONENT_MAX)
        return overflowed(mode, negative);

    long quantum = (exponent < EXPONENT_MIN ? EXPONENT_MIN : exponent) - SIGNIFICAND_BITS + 1;
    struct cut cut = cut_at(r, quantum, more_follows);
    bool inexact = cut.half || cut.below;
    uint64_t kept = round_cut(cut, mode, negative);
    if (kept >> SIGNIFICAND_BITS) {
        kept >>= 1;
        quantum++;
    }
    uint32_t biased = kept >> (SIGNIFICAND_BITS - 1) ? (uint32_t)(quantum + 23 + 127) : 0;
    struct reference_result result = {
        (uint32_t)negative << 31 | biased << 23 | ((uint32_t)kept & 0x7fffff),
        inexact ? IEEE_INEXACT : 0,
    };
    if (inexact && rounded_exponent < EXPONENT_MIN)
        result.flags |= IEEE_UNDERFLOW;
    return result;
}

/* The operation in MPFR; non-zero when not exact, which only div and sqrt may be. */
static int exact_operation(struct reference *r, enum reference_operation operation,
                           mpfr_rnd_t zero_sign)
{
    mpfr_t *x = r->operand;
    int ternary = 0;

    switch (operation) {
    case REFERENCE_ADD:
        return mpfr_add(r->result, x[0], x[1], zero_sign);
    case REFERENCE_SUB:
        return mpfr_sub(r->result, x[0], x[1], zero_sign);
    case REFERENCE_MUL:
        return mpfr_mul(r->result, x[0], x[1], zero_sign);
    case REFERENCE_DIV:
        return mpfr_div(r->result, x[0], x[1], MPFR_RNDZ);
    case REFERENCE_SQRT:
        return mpfr_sqrt(r->result, x[0], MPFR_RNDZ);
    case REFERENCE_FMADD:
        return mpfr_fma(r->result, x[0], x[1], x[2], zero_sign);
    case REFERENCE_FMSUB:
        return mpfr_fms(r->result, x[0], x[1], x[2], zero_sign);
    case REFERENCE_FNMSUB: /* c - a*b = (-a)*b + c */
        mpfr_neg(x[0], x[0], MPFR_RNDZ);
        ternary = mpfr_fma(r->result, x[0], x[1], x[2], zero_sign);
        mpfr_neg(x[0], x[0], MPFR_RNDZ);
        return ternary;
    case REFERENCE_FNMADD: /* -a*b - c */
        mpfr_neg(x[0], x[0], MPFR_RNDZ);
        ternary = mpfr_fms(r->result, x[0], x[1], x[2], zero_sign);
        mpfr_neg(x[0], x[0], MPFR_RNDZ);
        return ternary;
    default:
        abort();
    }
}

static int operands_of(enum reference_operation operation)
{
    if (operation >= REFERENCE_FMADD && operation <= REFERENCE_FNMADD)
        return 3;
    return operation == REFERENCE_SQRT ? 1 : 2;
}

/* Results that are no finite number other than zero, with the flags of section 7.2 and 7.3. */
static struct reference_result special_result(struct reference *r, enum reference_operation op,
                                              const uint32_t *operand)
{
    struct reference_result result = {0x7fc00000, 0};
    bool signalling = false, nan = false, infinite = false;

    for (int i = 0; i < operands_of(op); i++) {
        signalling |= word_is_signalling(operand[i]);
        nan |= word_is_nan(operand[i]);
        infinite |= mpfr_inf_p(r->operand[i]) != 0;
    }
    if (mpfr_nan_p(r->result)) {
        bool infinity_by_zero = (mpfr_inf_p(r->operand[0]) && mpfr_zero_p(r->operand[1])) ||
                                (mpfr_zero_p(r->operand[0]) && mpfr_inf_p(r->operand[1]));
        bool fused = operands_of(op) == 3;
        result.flags = signalling || !nan || (fused && infinity_by_zero) ? IEEE_INVALID : 0;
        return result;
    }
    result.word = (uint32_t)(mpfr_signbit(r->result) != 0) << 31;
    if (mpfr_inf_p(r->result)) {
        result.word |= 0x7f800000;
        result.flags = infinite ? 0 : IEEE_DIVIDE_BY_ZERO;
    }
    return result;
}

static void evaluate_arithmetic(struct reference *r, enum reference_operation operation,
                                const uint32_t *operand, struct reference_result *by_mode)
{
    bool more_follows = exact_operation(r, operation, MPFR_RNDN) != 0;

    if (more_follows && operation != REFERENCE_DIV && operation != REFERENCE_SQRT)
        abort(); /* PRECISION too small: the reference would be wrong */
    for (int mode = 0; mode < ROUNDING_MODES; mode++) {
        if (mpfr_zero_p(r->result)) /* an exact zero sum takes its sign from the mode, 6.3 */
            exact_operation(r, operation, mode == IEEE_DOWN ? MPFR_RNDD : MPFR_RNDN);
        by_mode[mode] = mpfr_regular_p(r->result) ? round_number(r, mode, more_follows)
                                                  : special_result(r, operation, operand);
    }
}

static void evaluate_from_integer(struct reference *r, enum reference_operation operation,
                                  uint32_t word, struct reference_result *by_mode)
{
    if (operation == REFERENCE_FROM_I32)
        mpfr_set_si(r->result, (int32_t)word, MPFR_RNDZ);
    else
        mpfr_set_ui(r->result, word, MPFR_RNDZ);
    for (int mode = 0; mode < ROUNDING_MODES; mode++)
        by_mode[mode] = word == 0 ? (struct reference_result){0, 0} : round_number(r, mode, false);
}

static struct reference_result to_integer(struct reference *r, enum ieee_rounding mode,
                                          int64_t lowest, int64_t highest)
{
    bool negative = mpfr_signbit(r->operand[0]);
    struct reference_result out = {(uint32_t)(negative ? lowest : highest), IEEE_INVALID};

    if (mpfr_nan_p(r->operand[0]))
        return (struct reference_result){(uint32_t)highest, IEEE_INVALID};
    if (mpfr_zero_p(r->operand[0]))
        return (struct reference_result){0, 0};
    if (mpfr_inf_p(r->operand[0]) || mpfr_get_exp(r->operand[0]) > 40)
        return out;

    mpfr_set(r->result, r->operand[0], MPFR_RNDZ);
    struct cut cut = cut_at(r, 0, false);
    int64_t value = (int64_t)round_cut(cut, mode, negative);
    if (negative)
        value = -value;
    if (value < lowest || value > highest)
        return out;
    return (struct reference_result){(uint32_t)value, cut.half || cut.below ? IEEE_INEXACT : 0};
}

/* Section 9.6, minimumNumber and maximumNumber. */
static uint32_t extreme(struct reference *r, const uint32_t *operand, bool smallest)
{
    bool first = smallest;

    if (word_is_nan(operand[0]) && word_is_nan(operand[1]))
        return 0x7fc00000;
    if (word_is_nan(operand[0]) || word_is_nan(operand[1]))
        return operand[word_is_nan(operand[0])];
    int order = mpfr_cmp(r->operand[0], r->operand[1]);
    if (order == 0) /* equal numbers are the same word, but for the zeros */
        first = (operand[0] >> 31) == smallest;
    else
        first = (order < 0) == smallest;
    return operand[!first];
}

static struct reference_result compare(struct reference *r, enum reference_operation operation,
                                       const uint32_t *operand)
{
    bool signalling = word_is_signalling(operand[0]) || word_is_signalling(operand[1]);
    bool unordered = word_is_nan(operand[0]) || word_is_nan(operand[1]);
    struct reference_result result = {0, signalling ? IEEE_INVALID : 0};

    switch (operation) {
    case REFERENCE_MIN:
    case REFERENCE_MAX:
        result.word = extreme(r, operand, operation == REFERENCE_MIN);
        return result;
    case REFERENCE_EQ:
        result.word = mpfr_equal_p(r->operand[0], r->operand[1]) != 0;
        return result;
    case REFERENCE_LT:
        result.word = mpfr_less_p(r->operand[0], r->operand[1]) != 0;
        break;
    default:
        result.word = mpfr_lessequal_p(r->operand[0], r->operand[1]) != 0;
        break;
    }
    result.flags = unordered ? IEEE_INVALID : 0;
    return result;
}

/* RISC-V unprivileged ISA, table "Format of result of FCLASS instruction". */
static uint32_t class_bit(struct reference *r, uint32_t word)
{
    mpfr_t *x = &r->operand[0];
    int from_zero = 3; /* 0 zero, 1 subnormal, 2 normal, 3 infinity */

    if (mpfr_nan_p(*x))
        return word_is_signalling(word) ? 1u << 8 : 1u << 9;
    if (mpfr_zero_p(*x))
        from_zero = 0;
    else if (!mpfr_inf_p(*x))
        from_zero = mpfr_get_exp(*x) - 1 < EXPONENT_MIN ? 1 : 2;
    return mpfr_signbit(*x) ? 1u << (3 - from_zero) : 1u << (4 + from_zero);
}

static uint32_t injected_sign(enum reference_operation operation, uint32_t a, uint32_t b)
{
    uint32_t sign = b >> 31;

    if (operation == REFERENCE_SGNJN)
        sign = !sign;
    if (operation == REFERENCE_SGNJX)
        sign = (a >> 31) != sign;
    return sign << 31 | (a & 0x7fffffff);
}

void reference_evaluate(struct reference *r, enum reference_operation operation,
                        const uint32_t operand[3], struct reference_result by_mode[ROUNDING_MODES])
{
    for (int i = 0; i < 3; i++)
        load_float(r->operand[i], operand[i]);
    if (operation <= REFERENCE_FNMADD) {
        evaluate_arithmetic(r, operation, operand, by_mode);
        return;
    }
    if (operation <= REFERENCE_FROM_U32) {
        evaluate_from_integer(r, operation, operand[0], by_mode);
        return;
    }
    for (int mode = 0; mode < ROUNDING_MODES; mode++) {
        struct reference_result *result = &by_mode[mode];
        if (operation == REFERENCE_TO_I32)
            *result = to_integer(r, mode, INT32_MIN, INT32_MAX);
        else if (operation == REFERENCE_TO_U32)
            *result = to_integer(r, mode, 0, UINT32_MAX);
        else if (operation <= REFERENCE_LE)
            *result = compare(r, operation, operand);
        else if (operation == REFERENCE_CLASS)
            *result = (struct reference_result){class_bit(r, operand[0]), 0};
        else
            *result =
                (struct reference_result){injected_sign(operation, operand[0], operand[1]), 0};
    }
}
