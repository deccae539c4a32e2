/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32.h - IEEE 754-2019 binary32 arithmetic on all lanes of a warp at once.
 *
 * Independent of instruction sets: operands are arrays with one 32-bit word per lane, flags and
 * rounding modes are numbered as in the RISC-V fcsr. Results are exact to the bit, flags included:
 * subnormals are kept, tininess is detected after rounding, every NaN result is the canonical quiet
 * NaN 0x7fc00000 (RISC-V unprivileged ISA, chapter "F", sections 2 to 4).
 *
 * Every function writes the destination of active lanes only and returns the flags that active
 * lanes raised, ORed together. The destination may be one of the sources; it may not overlap one
 * in any other way. The floating-point environment of the caller is left as it was.
 */
#ifndef WARPCLOCK_ISA_IEEE_BINARY32_H
#define WARPCLOCK_ISA_IEEE_BINARY32_H

#include <stdint.h>

/* Numbered as the RISC-V rm field. */
enum ieee_rounding {
    IEEE_NEAREST_EVEN,
    IEEE_TOWARD_ZERO,
    IEEE_DOWN,
    IEEE_UP,
    IEEE_NEAREST_AWAY,
};

/* Bits as in the RISC-V fflags register. */
enum ieee_flags {
    IEEE_INEXACT = 1,
    IEEE_UNDERFLOW = 2,
    IEEE_OVERFLOW = 4,
    IEEE_DIVIDE_BY_ZERO = 8,
    IEEE_INVALID = 16,
};

/* One bit per class, as in the RISC-V fclass.s result. */
enum ieee_class {
    IEEE_CLASS_NEGATIVE_INFINITY = 1 << 0,
    IEEE_CLASS_NEGATIVE_NORMAL = 1 << 1,
    IEEE_CLASS_NEGATIVE_SUBNORMAL = 1 << 2,
    IEEE_CLASS_NEGATIVE_ZERO = 1 << 3,
    IEEE_CLASS_POSITIVE_ZERO = 1 << 4,
    IEEE_CLASS_POSITIVE_SUBNORMAL = 1 << 5,
    IEEE_CLASS_POSITIVE_NORMAL = 1 << 6,
    IEEE_CLASS_POSITIVE_INFINITY = 1 << 7,
    IEEE_CLASS_SIGNALLING_NAN = 1 << 8,
    IEEE_CLASS_QUIET_NAN = 1 << 9,
};

/* The active lanes. `lanes` is a multiple of LANE_PADDING; every array has that many words. */
struct ieee_lanes {
    const uint32_t *active; /* per lane 0 or ~0 */
    unsigned lanes;
};

/* d = a + b, a - b, a * b, a / b, each rounded once. */
unsigned binary32_add(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                      const uint32_t *a, const uint32_t *b);
unsigned binary32_sub(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                      const uint32_t *a, const uint32_t *b);
unsigned binary32_mul(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                      const uint32_t *a, const uint32_t *b);
unsigned binary32_div(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                      const uint32_t *a, const uint32_t *b);
unsigned binary32_sqrt(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                       const uint32_t *a);

/*
 * Fused, rounded once: a*b + c, a*b - c, -(a*b) + c, -(a*b) - c. Infinity times zero is invalid
 * even when c is a quiet NaN.
 */
unsigned binary32_fmadd(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c);
unsigned binary32_fmsub(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c);
unsigned binary32_fnmsub(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                         const uint32_t *a, const uint32_t *b, const uint32_t *c);
unsigned binary32_fnmadd(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                         const uint32_t *a, const uint32_t *b, const uint32_t *c);

/* minimumNumber and maximumNumber: -0 < +0, a number wins over a NaN, signalling NaN is invalid. */
unsigned binary32_min(const struct ieee_lanes *, uint32_t *d, const uint32_t *a,
                      const uint32_t *b);
unsigned binary32_max(const struct ieee_lanes *, uint32_t *d, const uint32_t *a,
                      const uint32_t *b);

/* d = 1 or 0. `eq` is quiet (only a signalling NaN is invalid); for `lt` and `le` any NaN is. */
unsigned binary32_eq(const struct ieee_lanes *, uint32_t *d, const uint32_t *a,
                     const uint32_t *b);
unsigned binary32_lt(const struct ieee_lanes *, uint32_t *d, const uint32_t *a,
                     const uint32_t *b);
unsigned binary32_le(const struct ieee_lanes *, uint32_t *d, const uint32_t *a,
                     const uint32_t *b);

/* d = one bit of enum ieee_class. Never raises a flag. */
void binary32_class(const struct ieee_lanes *, uint32_t *d, const uint32_t *a);

/* d = a with the sign of b, the opposite sign, the xor of both signs. NaNs are kept. */
void binary32_sgnj(const struct ieee_lanes *, uint32_t *d, const uint32_t *a, const uint32_t *b);
void binary32_sgnjn(const struct ieee_lanes *, uint32_t *d, const uint32_t *a, const uint32_t *b);
void binary32_sgnjx(const struct ieee_lanes *, uint32_t *d, const uint32_t *a, const uint32_t *b);

/*
 * To integer. A result that does not fit after rounding is invalid (and then not inexact) and gives
 * the nearest representable integer; NaN gives the greatest one.
 */
unsigned binary32_to_i32(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                         const uint32_t *a);
unsigned binary32_to_u32(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                         const uint32_t *a);

/* From integer, rounded. */
unsigned binary32_from_i32(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                           const uint32_t *a);
unsigned binary32_from_u32(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                           const uint32_t *a);

#endif
