/* SPDX-License-Identifier: Apache-2.0 */
/* hard_numbers.c - see the header. */
#include "hard_numbers.h"

#include "tests/dice.h"

static unsigned below(uint64_t *dice, unsigned limit)
{
    return (unsigned)(dice_roll(dice) >> 33) % limit;
}

static uint64_t special(uint64_t *dice, enum float_format format)
{
    const struct format_numbers n = format_numbers[format];
    uint64_t fraction_mask = ((uint64_t)1 << n.fraction_bits) - 1, infinity = n.infinity;
    const uint64_t words[] = {0, 1, fraction_mask, fraction_mask + 1, n.one, n.one + 1, n.one - 1,
                              infinity - 1, infinity, infinity + 1, infinity | fraction_mask,
                              n.one / 2 + 1, infinity | (fraction_mask + 1) / 2};
    return words[below(dice, sizeof words / sizeof words[0])];
}

uint64_t hard_number(uint64_t *dice, enum float_format format, int exponent)
{
    const struct format_numbers n = format_numbers[format];
    uint64_t fraction_mask = ((uint64_t)1 << n.fraction_bits) - 1;
    uint64_t sign = (uint64_t)below(dice, 2) << (n.bits - 1);
    uint64_t fraction = dice_roll(dice) & fraction_mask;
    switch (below(dice, 8)) {
    case 0:
        return sign | special(dice, format);
    case 1:
        return sign | (dice_roll(dice) & (((uint64_t)1 << (n.bits - 1)) - 1));
    case 2:
        fraction &= fraction_mask << below(dice, (unsigned)n.fraction_bits);
        break;
    case 3:
        fraction = fraction_mask & ~(fraction_mask >> below(dice, (unsigned)n.fraction_bits));
        break;
    default:
        break;
    }
    exponent += (int)below(dice, 7) - 3;
    int max = (int)(n.infinity >> n.fraction_bits) - 1;
    exponent = exponent < 0 ? 0 : exponent > max ? max : exponent;
    return sign | (uint64_t)exponent << n.fraction_bits | fraction;
}

int hard_exponent(uint64_t *dice, enum float_format format)
{
    int all = (int)(format_numbers[format].infinity >> format_numbers[format].fraction_bits);
    switch (below(dice, 4)) {
    case 0:
        return (int)below(dice, 30);
    case 1:
        return all - 1 - (int)below(dice, 4);
    default:
        return (int)below(dice, (unsigned)all);
    }
}

void hard_operands(uint64_t *dice, enum float_format format, uint64_t x[3])
{
    const struct format_numbers n = format_numbers[format];
    int bias = (int)(n.one >> n.fraction_bits), exponent = hard_exponent(dice, format);
    int spread = (int)below(dice, 2 * (unsigned)n.fraction_bits + 8) - n.fraction_bits - 4;
    x[0] = hard_number(dice, format, exponent);
    bool sum = below(dice, 2);
    int second = sum ? exponent + spread : hard_exponent(dice, format) + bias - exponent;
    x[1] = hard_number(dice, format, second);
    x[2] = hard_number(dice, format, (sum ? 2 * exponent : exponent + second) - bias + 2 * spread);
    if (below(dice, 16) == 0)
        x[1] = x[0] ^ (uint64_t)1 << (n.bits - 1);
}
