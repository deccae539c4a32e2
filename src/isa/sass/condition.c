/* SPDX-License-Identifier: Apache-2.0 */
/* condition.c - tests of the condition codes Z, S, C, O.
 *
 * 0..15 are the floating-point comparisons: of a result against zero, Z and S together mean
 * unordered, and O inverts the sign. 16..23 are the flags and unsigned orders. */
#include "isa/sass/condition.h"

bool sass_condition(const struct sass_state *state, unsigned test, uint64_t *lanes)
{
    const uint64_t z = state->zero, s = state->sign, c = state->carry, o = state->overflow;
    const uint64_t holds[SASS_CONDITIONS] = {
        0,             /* F */
        (s & ~z) ^ o,  /* LT */
        z & ~s,        /* EQ */
        s ^ (z | o),   /* LE */
        ~z & ~(s ^ o), /* GT */
        ~z,            /* NE */
        ~(s ^ o),      /* GE */
        ~z | ~s,       /* NUM */
        z & s,         /* NAN */
        s ^ o,         /* LTU */
        z,             /* EQU */
        z | (s ^ o),   /* LEU */
        ~(s ^ (z | o)), /* GTU */
        ~z | s,        /* NEU */
        (~s | z) ^ o,  /* GEU */
        ~0ull,           /* T */
        ~o,            /* OFF */
        ~c,            /* LO */
        ~s,            /* SFF */
        z | ~c,        /* LS */
        ~z & c,        /* HI */
        s,             /* SFT */
        c,             /* HS */
        o,             /* OFT */
    };
    if (test >= SASS_CONDITIONS)
        return false;
    *lanes = holds[test];
    return true;
}
