/* SPDX-License-Identifier: Apache-2.0 */
/* number.h - decimal text to the bits of an element and back, independent of the host's locale. */
#ifndef WARPCLOCK_LOAD_NUMBER_H
#define WARPCLOCK_LOAD_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "warpclock.h"

enum number_result {
    NUMBER_OK,
    NUMBER_NOT_A_NUMBER,
    NUMBER_NOT_AN_INTEGER, /* a number, but the type is an integer */
    NUMBER_OUT_OF_RANGE
};

/* The whole text as a signed integer of up to 64 magnitude bits: decimal with an optional sign, 0x
 * or 0o. False if it is anything else or too large. */
bool number_integer(const char *text, bool *negative, uint64_t *magnitude);
/* The whole text as a double: decimal, integer in any base of number_integer, inf and nan with or
 * without YAML's leading dot. */
bool number_double(const char *text, double *out);

/* The text as one element, its bits in the low bytes of *bits. A finite text that would become
 * infinite is out of range. */
enum number_result number_bits(const char *text, enum wc_type type, uint64_t *bits);
/* The clause after "'text' " in messages: "is not a number", "does not fit i8 (-128 to 127)". */
const char *number_problem(enum number_result result, enum wc_type type);

/* Shortest text that reads back as the same bits; integers in decimal. */
void number_text(uint64_t bits, enum wc_type type, char *text, size_t room);

/* IEEE binary16, rounded to nearest even; NaNs become quiet and keep their upper payload bits. */
uint16_t half_from_double(double value);
double half_to_double(uint16_t half);

#endif
