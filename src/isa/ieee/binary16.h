/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary16.h - binary16 arithmetic, alone or mixed with binary32, one lane at a time.
 *
 * Operands become binary64, which holds every binary16 and binary32 and every product of two
 * exactly. A sum that does not fit is rounded to odd, and a number rounded to odd at 53 bits rounds
 * to 24 or 11 bits like the exact one (Boldo and Melquiond, "Emulation of FMA and correctly rounded
 * sums", 2008). Therefore each operation rounds once, to nearest even.
 */
#ifndef WARPCLOCK_ISA_IEEE_BINARY16_H
#define WARPCLOCK_ISA_IEEE_BINARY16_H

#include <stdint.h>

#include "isa/ieee/binary32.h"

double binary16_value(uint32_t word);
double binary32_value(uint32_t word);

/* The functions below need a host that rounds to nearest (host_rounding.h). */

/* a + b, rounded to odd. */
double binary64_add_to_odd(double a, double b);

/* Rounded to nearest even; a NaN gives all ones except the sign. */
uint32_t binary16_from_value(double value);
uint32_t binary32_from_value(double value);

#endif
