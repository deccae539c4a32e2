/* SPDX-License-Identifier: Apache-2.0 */
/* condition.c - tests of the condition codes Z, S, C, O.
 *
 * 0..15 are the floating-point comparisons: of a result against zero, Z and S together being the
 * unordered one, and O turning the sign around. 16..23 are the flags and unsigned orders. */
#include "isa/sass/condition.h"

bool sass_condition(const struct sass_state *state, unsigned test, uint32_t *lanes)
{
    const uint32_t z = (uint32_t)state->zero, s = (uint32_t)state->sign;
    const uint32_t c = (uint32_t)state->carry, o = (uint32_t)state->overflow;
    const uint32_t holds[] = {
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
        ~0u,           /* T */
        ~o,            /* OFF */
        ~c,            /* LO */
        ~s,            /* SFF */
        z | ~c,        /* LS */
        ~z & c,        /* HI */
        s,             /* SFT */
        c,             /* HS */
        o,             /* OFT */
    };
    if (test >= sizeof holds / sizeof *holds)
        return false;
    *lanes = holds[test];
    return true;
}
