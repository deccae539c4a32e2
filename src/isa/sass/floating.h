/* SPDX-License-Identifier: Apache-2.0 */
/* floating.h - shared by the floating-point instructions: their rounding modes, their NaNs, and the
 * translation of their modifiers to those of isa/ieee.
 *
 * NaNs from half and single precision are all ones except the sign (PAS-34); the double-precision
 * unit passes NaN operands on, and its own NaN has only the sign and the quiet bit. */
#ifndef WARPCLOCK_ISA_SASS_FLOATING_H
#define WARPCLOCK_ISA_SASS_FLOATING_H

#include "isa/ieee/binary32_bits.h"
#include "isa/ieee/modified.h"
#include "isa/sass/lanes.h"

#define SASS_NAN32 0x7fffffffu
#define SASS_NAN64 0xfff8000000000000u

static inline struct ieee_lanes sass_ieee_lanes(const struct warp *warp)
{
    return (struct ieee_lanes){.active = warp->active, .lanes = warp->stride};
}

/* RN, RM, RP, RZ. */
static inline enum ieee_rounding sass_rounding(const struct sass_insn *own)
{
    static const uint8_t rounding[] = {IEEE_NEAREST_EVEN, IEEE_DOWN, IEEE_UP, IEEE_TOWARD_ZERO};
    return (enum ieee_rounding)rounding[own->modifier[SASS_ROUND] & 3];
}

/* Comparisons 0 .. 15 are sets of relations, one bit each, numbered as in isa/ieee. */
static inline unsigned sass_relations(const struct sass_insn *own)
{
    return own->modifier[SASS_COMPARE] & 15;
}

#endif
