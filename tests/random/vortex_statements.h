/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_statements.h - what stands between the start of a random program and its end. */
#ifndef WARPCLOCK_TESTS_VORTEX_STATEMENTS_H
#define WARPCLOCK_TESTS_VORTEX_STATEMENTS_H

#include "vortex_program.h"

/* What the registers are for. A nesting level has a register for a counter and one for a mask or a
 * depth; the levels of functions lie behind those of the body. */
enum {
    R_RA = 1, R_INPUT = 2, R_LOCAL = 4, R_T0 = 5, R_T1 = 6, R_T2 = 7, R_OWN = 8, R_SAVED_RA = 9,
    R_COUNTER = 18, R_MASK = 23, R_OTHERS = 28, R_WARP = 29, R_SLOT = 30, R_LOCAL_OTHERS = 31,
    LEVELS_OF_BODY = 3, LEVEL_OF_OUTER = 3, LEVEL_OF_INNER = 4,
};
/* Sets of registers with data: one value a lane, one value a warp, and floating point. */
enum { DATA = 0x3f << 10, UNIFORM = 3 << 16, FLOATS = 0xff };

enum { OWN_WORDS = 16, LOCAL_WORDS = 4 };

struct writer {
    struct vortex_program *program;
    struct code *code;
    struct dice dice;
    uint32_t warps;        /* of the round that is being written */
    uint32_t slots;        /* threads of a core, a power of two, with gaps */
    uint32_t own_shift;    /* from the number of an own word to its distance in bytes */
    uint32_t area, local_area; /* bytes; two of each */
    bool second_area;      /* own words are in the second one now */
};

/* Where a statement stands. */
struct context {
    bool uniform;   /* all lanes of the warp are here */
    bool everybody; /* all warps come here, equally often */
    bool top;       /* in no other statement */
    uint32_t level, levels; /* nesting; statements that nest need level < levels */
    uint32_t times; /* how often it may run at most, roughly */
    uint32_t callees; /* the functions below this number may be called */
};

/* Statements of about that many words. */
void write_statements(struct writer *writer, struct context context, uint32_t words);

/* All warps of the round meet, and the areas change roles. */
void write_phase(struct writer *writer);

#endif
