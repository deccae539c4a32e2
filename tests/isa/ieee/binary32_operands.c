/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32_operands.c - operands for the binary32 tests.
 *
 * Uniformly random words almost never tie, cancel, or land at the ends of the range. So most
 * operands are steered there: significands with few bits, exponents chosen for the result's, and
 * operands computed backwards from a result.
 */
#include "binary32_operands.h"

#include "tests/dice.h"

#include <string.h>

const uint32_t special_words[] = {
    0x00000000, 0x80000000,             /* zeros */
    0x00000001, 0x80000001,             /* smallest subnormals */
    0x007fffff, 0x807fffff,             /* largest subnormals */
    0x00800000, 0x80800000,             /* smallest normals */
    0x3f800000, 0xbf800000,             /* one */
    0x3f800001, 0x3f7fffff,             /* its neighbours */
    0x7f7fffff, 0xff7fffff,             /* largest */
    0x7f800000, 0xff800000,             /* infinities */
    0x7fc00000, 0xffc00000, 0x7fc12345, /* quiet NaNs */
    0x7f800001, 0xffbfffff,             /* signalling NaNs */
    0x33800000, 0x33000000,             /* half and quarter of an ulp of one */
    0x4b800000,                         /* 2^24 */
    /* from here on in pairs only */
    0x00800001, 0x00400000, 0x00000002, 0x00000003, 0x80000003, 0x7fffffff, 0xff800001,
    0x33800001, 0xb3800000, 0xb3000001, 0x34000000, 0x73000000, 0x72ffffff, 0x73000001,
    0x40000000, 0xc0000000, 0x3f000000, 0xbf000000, 0x3effffff, 0x3f000001, /* 2, 0.5, around */
    0x3fc00000, 0x40200000, 0x40600000, 0xbfc00000, 0xc0200000,             /* 1.5, 2.5, 3.5 */
    0x4affffff, 0x4b000000, 0x4b000001, 0x4b7fffff, 0xcb800000,             /* 2^23, 2^24 */
    0x4effffff, 0x4f000000, 0x4f000001, 0xcf000000, 0xcf000001, 0xceffffff, /* 2^31 */
    0x4f7fffff, 0x4f800000, 0x4f800001, 0xcf800000,                         /* 2^32 */
    0x5f000000, 0x1f800000, 0x20000000, 0x60000000, 0x5f7fffff, 0x1fffffff, /* squares at ends */
    0x0c800000, 0x0cffffff, 0x7effffff, 0x7f000000, 0xfeffffff,
    0x7fffff80, 0x7fffffc0, 0x01000001, 0x01000000, 0x80000100, 0x00ffffff, /* integers, too */
};
const unsigned special_count = sizeof special_words / sizeof special_words[0];
const unsigned special_few = 24;

uint64_t chance_next(struct chance *chance) { return dice_roll(&chance->state); }

static unsigned below(struct chance *chance, unsigned limit)
{
    return (unsigned)(chance_next(chance) >> 32) % limit;
}

/* From `lowest` to `highest`, both included. */
static int between(struct chance *chance, int lowest, int highest)
{
    return lowest + (int)below(chance, (unsigned)(highest - lowest + 1));
}

static uint32_t word_of(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return word;
}

static float float_of(uint32_t word)
{
    float value;

    memcpy(&value, &word, sizeof value);
    return value;
}

/* 23 bits: all random, only the upper ones, or runs of equal bits at either end. */
static uint32_t fraction(struct chance *chance)
{
    uint32_t bits = (uint32_t)chance_next(chance) & 0x7fffff;

    switch (below(chance, 4)) {
    case 0:
        return bits;
    case 1:
        return bits & (0x7fffffu << below(chance, 23) & 0x7fffff);
    case 2:
        return bits >> below(chance, 23);
    default:
        return (0x7fffffu << below(chance, 24) & 0x7fffff) ^ (uint32_t)below(chance, 2);
    }
}

/* A number with this exponent, held within the range; biased 0 gives a subnormal. */
static uint32_t number(struct chance *chance, int biased)
{
    uint32_t field = biased < 0 ? 0 : biased > 254 ? 254 : (uint32_t)biased;

    return (uint32_t)below(chance, 2) << 31 | field << 23 | fraction(chance);
}

static int biased_exponent(uint32_t word)
{
    return (int)(word >> 23 & 0xff);
}

/* Exponents of results worth steering to: around overflow, around underflow, anything. */
static int target_exponent(struct chance *chance)
{
    switch (below(chance, 3)) {
    case 0:
        return between(chance, 252, 257);
    case 1:
        return between(chance, -26, 4);
    default:
        return between(chance, 1, 254);
    }
}

static uint32_t nudge(struct chance *chance, uint32_t word)
{
    return word + (uint32_t)between(chance, -2, 2);
}

static void steer_sum(struct chance *chance, uint32_t *x)
{
    int exponent = below(chance, 3) ? between(chance, 0, 254) : between(chance, 0, 30);

    x[0] = number(chance, exponent);
    x[1] = number(chance, exponent + between(chance, -27, 27));
    if (below(chance, 8) == 0) /* cancels, all or most of it */
        x[1] = nudge(chance, x[0]) ^ (uint32_t)below(chance, 2) << 31;
}

static void steer_product(struct chance *chance, uint32_t *x)
{
    x[0] = number(chance, between(chance, 0, 254));
    x[1] = number(chance, target_exponent(chance) + 127 - biased_exponent(x[0]));
}

/* Quotients that are exact or nearly so, or lie at the ends of the range. */
static void steer_quotient(struct chance *chance, uint32_t *x)
{
    x[0] = number(chance, between(chance, 0, 254));
    x[1] = number(chance, biased_exponent(x[0]) + 127 - target_exponent(chance));
    if (below(chance, 3) == 0) {
        uint32_t divisor = x[1] & 0xfffff000;
        float quotient = (float)between(chance, 1, 8191);
        x[1] = divisor;
        x[0] = nudge(chance, word_of(float_of(divisor) * quotient));
    }
}

static void steer_root(struct chance *chance, uint32_t *x)
{
    float root = (float)between(chance, 1, 0xffffff);

    x[0] = number(chance, between(chance, 0, 254)) & 0x7fffffff;
    if (below(chance, 2))
        x[0] = nudge(chance, word_of(root * root));
}

/* The addend near the product, below it, above it, or its opposite. */
static void steer_fused(struct chance *chance, uint32_t *x)
{
    steer_product(chance, x);
    int product_exponent = biased_exponent(x[0]) + biased_exponent(x[1]) - 127;

    x[2] = number(chance, product_exponent + between(chance, -52, 52));
    if (below(chance, 4) == 0) {
        float product = float_of(x[0]) * float_of(x[1]);
        x[2] = nudge(chance, word_of(product)) ^ (uint32_t)below(chance, 2) << 31;
    }
}

/* Numbers with a fraction of quarters and eighths, and numbers around 2^31 and 2^32. */
static void steer_to_integer(struct chance *chance, uint32_t *x)
{
    x[0] = number(chance, between(chance, 120, 161));
    if (below(chance, 3) == 0)
        x[0] = word_of((float)between(chance, -40, 40) / 8.0f);
    if (below(chance, 8) == 0)
        x[0] = nudge(chance, (uint32_t)(0x4f000000 + (below(chance, 2) << 23))) |
               (uint32_t)below(chance, 2) << 31;
}

/* Integers of every length with their last bits at a tie, or next to one. */
static void steer_from_integer(struct chance *chance, uint32_t *x)
{
    uint32_t magnitude = (fraction(chance) << 8 | 0x80000000) >> below(chance, 32);
    uint32_t tail = below(chance, 3) ? 1u << below(chance, 9) : 0;

    x[0] = nudge(chance, magnitude + tail);
    if (below(chance, 2))
        x[0] = -x[0];
}

static void steer(struct chance *chance, enum reference_operation operation, uint32_t *x)
{
    switch (operation) {
    case REFERENCE_MUL:
        steer_product(chance, x);
        break;
    case REFERENCE_DIV:
        steer_quotient(chance, x);
        break;
    case REFERENCE_SQRT:
        steer_root(chance, x);
        break;
    case REFERENCE_FMADD:
    case REFERENCE_FMSUB:
    case REFERENCE_FNMSUB:
    case REFERENCE_FNMADD:
        steer_fused(chance, x);
        break;
    case REFERENCE_FROM_I32:
    case REFERENCE_FROM_U32:
        steer_from_integer(chance, x);
        break;
    case REFERENCE_TO_I32:
    case REFERENCE_TO_U32:
        steer_to_integer(chance, x);
        break;
    default:
        steer_sum(chance, x);
        break;
    }
}

void choose_operands(struct chance *chance, enum reference_operation operation,
                     uint32_t operand[3])
{
    unsigned kind = below(chance, 10);

    for (int i = 0; i < 3; i++) {
        operand[i] = (uint32_t)chance_next(chance);
        if (kind == 1 || (kind == 2 && below(chance, 2)))
            operand[i] = nudge(chance, special_words[below(chance, special_count)]);
    }
    if (kind > 2)
        steer(chance, operation, operand);
}
