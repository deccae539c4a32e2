/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_statements.h - what is between the start of a random program and its end. */
#ifndef WARPCLOCK_TESTS_VORTEX_STATEMENTS_H
#define WARPCLOCK_TESTS_VORTEX_STATEMENTS_H

#include "vortex_program.h"

/* What the registers are for. A nesting level has a register for a counter and one for a mask or a
 * depth; the levels of functions follow those of the body. */
enum {
    R_RA = 1, R_SP = 2, R_DEPTH = 3, R_LOCAL = 4, R_T0 = 5, R_T1 = 6, R_T2 = 7, R_OWN = 8,
    R_INPUT = 9, R_COUNTER = 18, R_MASK = 23, R_OTHERS = 28, R_WARP = 29, R_SLOT = 30,
    R_LOCAL_OTHERS = 31,
    LEVELS_OF_BODY = 3, LEVEL_OF_OUTER = 3, LEVEL_OF_INNER = 4,
};
/* Sets of registers with data: one value per lane, one value per warp, and floating point. */
enum { DATA = 0x3f << 10, UNIFORM = 3 << 16, FLOATS = 0xff };

/* FUNCTION_*: as program_function_names. */
enum { FUNCTION_INNER, FUNCTION_OUTER, FUNCTION_DEEP };

enum { OWN_WORDS = 16, LOCAL_WORDS = 4, ARRAY_WORDS = 4 };
/* Words of the image that nobody writes: the first variables, and the first constants. */
enum { VARIABLES = 16, CONSTANTS = 16 };
/* Variables after these that the first launch writes, and later ones read. */
enum { STATES = 4 };
/* Barriers of a program that arrives and waits: those of BAR, one for all, pairs, a relay. */
enum { BARRIERS_PLAIN = 4, BARRIER_ALL = 4, BARRIER_PAIR = 5, PAIRS_MAX = 4, BARRIER_RELAY = 9,
       BARRIERS_PHASED = 16 };

struct writer {
    struct vortex_program *program;
    struct code *code;
    struct dice dice;
    uint32_t warps;        /* of the round that is being written */
    uint32_t fewer;        /* ... times the number of a core are missing there */
    bool rising;           /* counting cores from the last one */
    uint32_t slots;        /* threads of a core, a power of two, with gaps */
    uint32_t own_shift;    /* from the number of an own word to its distance in bytes */
    uint32_t area, local_area; /* bytes; two of each */
    uint32_t area_step;    /* from the first area to the second */
    uint32_t area_address; /* in the image; 0: in the output */
    uint32_t counters;     /* where in the output */
    uint32_t variables, constants; /* addresses */
    bool second_area;      /* own words are in the second one now */
    bool phased;           /* arrives and waits; its barriers are all different */
    bool relayed;
    bool doubtful;         /* its recursion may end early, by data */
    uint32_t array;        /* of the function: distance from the stack pointer */
    bool asks_array;       /* what lanes decide comes from it */
    uint32_t frames[PROGRAM_FUNCTIONS]; /* bytes */
};

/* Where a statement is. */
struct context {
    bool uniform;   /* all lanes of the warp are here */
    bool everybody; /* all warps come here, equally often */
    bool top;       /* in no other statement */
    bool first;     /* in the first round */
    uint32_t level, levels; /* nesting; statements that nest need level < levels */
    uint32_t times; /* how often it may run at most, roughly */
    uint32_t callees; /* the functions below this number may be called */
};

/* Inside of a statement. */
struct context context_inside(struct context at);

/* Statements of about that many words. */
void write_statements(struct writer *writer, struct context context, uint32_t words);

/* ---- values ---- */

/* A register that may be read where any lanes are: data of lanes, or what a warp shares. */
uint32_t any_data(struct writer *writer);
void write_argument(struct writer *writer, uint32_t rd, enum program_argument argument);
/* rd := address of word `index & (words - 1)` of the words at `base`. */
void write_index(struct writer *writer, uint32_t rd, uint32_t base, uint32_t index, uint32_t words,
                 uint32_t shift);
/* rd := a value that all lanes of the warp share and that comes from memory, or from a register. */
void write_shared_value(struct writer *writer, uint32_t rd);

/* Every lane counts on its own. */
void write_divergent_loop(struct writer *writer, struct context at, uint32_t words);

/* ---- functions (vortex_calls.c) ---- */

void write_body_frame(struct writer *writer);
void write_function(struct writer *writer, uint32_t number, uint32_t words);
void write_call(struct writer *writer, struct context at, uint32_t words);
void write_recursion(struct writer *writer, struct context at, uint32_t words);
/* Jumps through a table of constants. */
void write_switch(struct writer *writer, struct context at, uint32_t words);

/* ---- barriers (vortex_barriers.c) ---- */

/* rd := how many warps this core has in this round. */
void write_warps(struct writer *writer, uint32_t rd);
void write_barrier(struct writer *writer, struct context at, uint32_t words);
/* All warps of the round meet, and the areas change roles. */
void write_phase(struct writer *writer, struct context at, uint32_t words);
/* BAR.ARRIVE, something else, BAR.WAIT. */
void write_arrive_and_wait(struct writer *writer, struct context at, uint32_t words);
/* Every second warp waits for its neighbour. */
void write_pairs(struct writer *writer, struct context at, uint32_t words);
/* Each warp waits for the one before. */
void write_relay(struct writer *writer, struct context at, uint32_t words);

#endif
