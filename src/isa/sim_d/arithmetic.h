/* SPDX-License-Identifier: Apache-2.0 */
/* arithmetic.h - integers of 32 bits as lanes and scalar registers both compute them: results wrap,
 * and shifts use five bits of their distance. */
#ifndef WARPCLOCK_ISA_SIM_D_ARITHMETIC_H
#define WARPCLOCK_ISA_SIM_D_ARITHMETIC_H

#include "isa/sim_d/lanes.h"

SIM_D_INLINE uint32_t word_add(uint32_t a, uint32_t b) { return a + b; }
SIM_D_INLINE uint32_t word_sub(uint32_t a, uint32_t b) { return a - b; }
SIM_D_INLINE uint32_t word_mul(uint32_t a, uint32_t b) { return a * b; }
SIM_D_INLINE uint32_t word_mad(uint32_t a, uint32_t b, uint32_t c) { return a * b + c; }
SIM_D_INLINE uint32_t word_min(uint32_t a, uint32_t b) { return (int32_t)b < (int32_t)a ? b : a; }
SIM_D_INLINE uint32_t word_max(uint32_t a, uint32_t b) { return (int32_t)a < (int32_t)b ? b : a; }
SIM_D_INLINE uint32_t word_and(uint32_t a, uint32_t b) { return a & b; }
SIM_D_INLINE uint32_t word_or(uint32_t a, uint32_t b) { return a | b; }
SIM_D_INLINE uint32_t word_xor(uint32_t a, uint32_t b) { return a ^ b; }
SIM_D_INLINE uint32_t word_not(uint32_t a) { return ~a; }
SIM_D_INLINE uint32_t word_shl(uint32_t a, uint32_t b) { return a << (b & 31); }

SIM_D_INLINE uint32_t word_shr(uint32_t a, uint32_t b)
{
    return (uint32_t)((int32_t)a >> (b & 31));
}

SIM_D_INLINE uint32_t word_ez(uint32_t a) { return a == 0; }
SIM_D_INLINE uint32_t word_nz(uint32_t a) { return a != 0; }
SIM_D_INLINE uint32_t word_g(uint32_t a) { return (int32_t)a > 0; }
SIM_D_INLINE uint32_t word_ge(uint32_t a) { return (int32_t)a >= 0; }
SIM_D_INLINE uint32_t word_l(uint32_t a) { return (int32_t)a < 0; }
SIM_D_INLINE uint32_t word_le(uint32_t a) { return (int32_t)a <= 0; }

#endif
