/* SPDX-License-Identifier: Apache-2.0 */
/* number.c - number.h with strtod_l and snprintf in the C locale: a program that embeds the library
 * may have set a locale whose decimal point is a comma. */
#include "load/number.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "load/array.h"

/* 16 for a character that is not a digit. */
static unsigned digit_value(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
    return found ? (unsigned)(found - digits) : 16;
}

bool number_integer(const char *text, bool *negative, uint64_t *magnitude)
{
    unsigned base = 10;
    *negative = *text == '-';
    if (*text == '-' || *text == '+') {
        text++;
    } else if (text[0] == '0' && (text[1] == 'x' || text[1] == 'o')) {
        base = text[1] == 'x' ? 16 : 8;
        text += 2;
    }
    if (!*text)
        return false;
    uint64_t value = 0;
    for (; *text; text++) {
        unsigned digit = digit_value(*text);
        if (digit >= base || __builtin_mul_overflow(value, (uint64_t)base, &value) ||
            __builtin_add_overflow(value, (uint64_t)digit, &value))
            return false;
    }
    *magnitude = value;
    return true;
}

/* Decimal notation only: strtod itself also accepts hexadecimal floats and leading blanks. */
static bool is_decimal(const char *text)
{
    text += *text == '-' || *text == '+';
    size_t digits = strspn(text, "0123456789");
    text += digits;
    if (*text == '.') {
        size_t fraction = strspn(++text, "0123456789");
        text += fraction;
        digits += fraction;
    }
    if (!digits)
        return false;
    if (*text == 'e' || *text == 'E') {
        text++;
        text += *text == '-' || *text == '+';
        if (!isdigit((unsigned char)*text))
            return false;
        text += strspn(text, "0123456789");
    }
    return !*text;
}

/* inf, -inf, nan, also as YAML writes them: .inf, .nan. */
static bool special_value(const char *text, double *out)
{
    bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    text += *text == '.';
    if (!strcasecmp(text, "inf"))
        *out = negative ? -INFINITY : INFINITY;
    else if (!strcasecmp(text, "nan"))
        *out = NAN;
    else
        return false;
    return true;
}

/* newlocale has a constant object for "C": nothing is allocated and nothing fails. */
static locale_t c_locale(void)
{
    return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

bool number_double(const char *text, double *out)
{
    bool negative;
    uint64_t magnitude;
    if (special_value(text, out))
        return true;
    if (is_decimal(text)) {
        *out = strtod_l(text, NULL, c_locale());
        return true;
    }
    if (!number_integer(text, &negative, &magnitude))
        return false;
    *out = (double)magnitude; /* 0x and 0o carry no sign */
    return true;
}

static enum number_result integer_bits(const char *text, enum wc_type type, uint64_t *bits)
{
    bool negative;
    uint64_t magnitude;
    double ignored;
    unsigned width = 8 * type_bytes(type);
    if (!number_integer(text, &negative, &magnitude)) {
        if (!number_double(text, &ignored))
            return NUMBER_NOT_A_NUMBER;
        return strpbrk(text, ".eEnN") ? NUMBER_NOT_AN_INTEGER : NUMBER_OUT_OF_RANGE;
    }
    uint64_t max = type_is_signed(type) ? (UINT64_C(1) << (width - 1)) - 1
                                         : UINT64_MAX >> (64 - width);
    uint64_t max_negative = type_is_signed(type) ? max + 1 : 0;
    if (magnitude > (negative ? max_negative : max))
        return NUMBER_OUT_OF_RANGE;
    *bits = (negative ? -magnitude : magnitude) & (UINT64_MAX >> (64 - width));
    return NUMBER_OK;
}

static uint64_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Decimal text is rounded to f32 once, not through double. */
static float float_value(const char *text, double value)
{
    return is_decimal(text) ? strtof_l(text, NULL, c_locale()) : (float)value;
}

enum number_result number_bits(const char *text, enum wc_type type, uint64_t *bits)
{
    double value, rounded;
    if (!type_is_float(type))
        return integer_bits(text, type, bits);
    if (!number_double(text, &value))
        return NUMBER_NOT_A_NUMBER;
    if (type == WC_F64) {
        *bits = bits_of_double(value);
        rounded = value;
    } else if (type == WC_F32) {
        float narrow = float_value(text, value);
        *bits = bits_of_float(narrow);
        rounded = (double)narrow;
    } else {
        *bits = half_from_double(value);
        rounded = half_to_double((uint16_t)*bits);
    }
    double ignored;
    return isinf(rounded) && !special_value(text, &ignored) ? NUMBER_OUT_OF_RANGE : NUMBER_OK;
}

const char *number_problem(enum number_result result, enum wc_type type)
{
    static const char *const out_of_range[ARRAY_TYPES] = {
        [WC_I8] = "does not fit i8 (-128 to 127)",
        [WC_U8] = "does not fit u8 (0 to 255)",
        [WC_I16] = "does not fit i16 (-32768 to 32767)",
        [WC_U16] = "does not fit u16 (0 to 65535)",
        [WC_I32] = "does not fit i32 (-2147483648 to 2147483647)",
        [WC_U32] = "does not fit u32 (0 to 4294967295)",
        [WC_I64] = "does not fit i64 (-9223372036854775808 to 9223372036854775807)",
        [WC_U64] = "does not fit u64 (0 to 18446744073709551615)",
        [WC_F16] = "does not fit f16 (at most 65504)",
        [WC_F32] = "does not fit f32 (at most 3.4e38)",
        [WC_F64] = "does not fit f64 (at most 1.8e308)",
    };
    if (result == NUMBER_OUT_OF_RANGE)
        return out_of_range[type];
    return result == NUMBER_NOT_AN_INTEGER ? "is not an integer" : "is not a number";
}

static float float_of_bits(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static double double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int64_t sign_extend(uint64_t bits, enum wc_type type)
{
    unsigned shift = 64 - 8 * type_bytes(type);
    return (int64_t)(bits << shift) >> shift;
}

static void float_text(uint64_t bits, enum wc_type type, char *text, size_t room)
{
    double value = type == WC_F64   ? double_of_bits(bits)
                   : type == WC_F32 ? (double)float_of_bits(bits)
                                    : half_to_double((uint16_t)bits);
    locale_t before = uselocale(c_locale());
    uint64_t again = 0;
    for (int digits = type == WC_F16 ? 3 : 6; digits <= 17; digits++) {
        snprintf(text, room, "%.*g", digits, value);
        if (isnan(value) || (number_bits(text, type, &again) == NUMBER_OK && again == bits))
            break;
    }
    uselocale(before);
}

void number_text(uint64_t bits, enum wc_type type, char *text, size_t room)
{
    if (type_is_float(type))
        float_text(bits, type, text, room);
    else if (type_is_signed(type))
        snprintf(text, room, "%lld", (long long)sign_extend(bits, type));
    else
        snprintf(text, room, "%llu", (unsigned long long)bits);
}

/* The value in units of the half's last place is rounded by the host's round-to-nearest-even. */
uint16_t half_from_double(double value)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double size = fabs(value);
    if (isnan(value))
        return (uint16_t)(sign | 0x7e00 | ((bits_of_double(value) >> 42) & 0x1ff));
    if (size == 0)
        return sign;
    if (size >= 65520) /* halfway to 65536 and above */
        return sign | 0x7c00;
    int exponent = 0;
    frexp(size, &exponent);
    exponent = exponent < -13 ? -13 : exponent; /* subnormals share the exponent of 2^-14 */
    unsigned units = (unsigned)nearbyint(ldexp(size, 11 - exponent));
    return (uint16_t)(sign | (units + ((unsigned)(exponent + 13) << 10)));
}

double half_to_double(uint16_t half)
{
    int exponent = (half >> 10) & 31;
    double fraction = half & 0x3ff;
    double value;
    if (exponent == 31)
        value = fraction != 0 ? NAN : INFINITY;
    else if (exponent == 0)
        value = ldexp(fraction, -24);
    else
        value = ldexp(fraction + 1024, exponent - 25);
    return half & 0x8000 ? -value : value;
}
