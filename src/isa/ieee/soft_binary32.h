/* SPDX-License-Identifier: Apache-2.0 */
/*
 * soft_binary32.h - binary32 arithmetic of one lane in integers, for every rounding mode.
 *
 * It implements what the host's floating-point unit cannot: ties away from zero, and all modes on
 * hosts that are not x86-64. It is also the reference for tests of the host path. Each function ORs
 * the flags it raises into *flags and never clears one.
 */
#ifndef WARPCLOCK_ISA_IEEE_SOFT_BINARY32_H
#define WARPCLOCK_ISA_IEEE_SOFT_BINARY32_H

#include <stdint.h>

#include "isa/ieee/binary32.h"

uint32_t soft_binary32_add(enum ieee_rounding, uint32_t a, uint32_t b, unsigned *flags);
uint32_t soft_binary32_sub(enum ieee_rounding, uint32_t a, uint32_t b, unsigned *flags);
uint32_t soft_binary32_mul(enum ieee_rounding, uint32_t a, uint32_t b, unsigned *flags);
uint32_t soft_binary32_div(enum ieee_rounding, uint32_t a, uint32_t b, unsigned *flags);
uint32_t soft_binary32_sqrt(enum ieee_rounding, uint32_t a, unsigned *flags);

/* a*b + c, rounded once. */
uint32_t soft_binary32_fma(enum ieee_rounding, uint32_t a, uint32_t b, uint32_t c,
                           unsigned *flags);

uint32_t soft_binary32_from_i32(enum ieee_rounding, uint32_t a, unsigned *flags);
uint32_t soft_binary32_from_u32(enum ieee_rounding, uint32_t a, unsigned *flags);

#endif
