/* SPDX-License-Identifier: Apache-2.0 */
/* explain.h - what makes up a bound: source lines and loops of the worst path, and what no line
 * causes alone.
 *
 * A row is a source line of a function in one loop, or a block where the binary has no lines. Its
 * cycles are split by the terms of the bound, the children of its tree. Over all rows each term is
 * exactly what the tree says. */
#ifndef WARPCLOCK_BOUND_ENGINE_EXPLAIN_H
#define WARPCLOCK_BOUND_ENGINE_EXPLAIN_H

#include "bound/engine/term.h"
#include "flow/code_place.h"

enum { EXPLAIN_TERMS_MAX = 16 };

/* On the worst path for work, over all warps. */
struct explain_loop {
    struct code_place place;
    uint64_t cycles;     /* of its code, loops in it included, functions that it calls not */
    uint64_t entries;
    uint64_t iterations; /* of all entries together */
    uint64_t bodies;     /* executions of its body, at most: more than iterations where an execution
                          * that leaves the loop is none of them */
};

struct explain_instruction {
    const char *text; /* disassembled */
    uint32_t column;  /* of the source line; 0: not known */
    uint64_t address, cycles, executions;
};

struct explain_row {
    const char *shared; /* what no line causes alone; NULL: a line or a block */
    struct code_place place;
    uint64_t loop;       /* address of the innermost loop around it, if `in_loop` */
    bool in_loop;
    uint64_t cycles;     /* of all terms */
    uint64_t executions; /* of the instruction that is executed most often */
    struct explain_term {
        const char *name;
        uint64_t cycles;
    } terms[EXPLAIN_TERMS_MAX]; /* those that are not 0 */
    uint32_t term_count;
    struct explain_instruction *instructions; /* that it is made of */
    uint32_t instruction_count;
};

/* Rows and loops with most cycles come first. */
struct explanation {
    struct explain_row *rows;
    struct explain_loop *loops;
    uint32_t row_count, loop_count;
    uint64_t *keys; /* by row: different ones are different places; quick to search */
};

/* How often an instruction runs, how often control then leaves the fetched path, and its cycles by
 * the names that `terms` has. `rounds` of the executions go round a loop that begins here, and are
 * not told from its end. */
struct explain_cost {
    uint64_t executions, away, rounds;
    uint64_t cycles[EXPLAIN_TERMS_MAX];
};

/* Of a launch's program: `costs` by instruction. */
struct explanation *explain_program(struct arena *arena, const struct program *program,
                                    const char *const terms[EXPLAIN_TERMS_MAX],
                                    const struct explain_cost *costs);
/* Divides a term among instructions by their shares in it, which `cycles` of the costs has; returns
 * what does not divide. */
uint64_t explain_divide(struct explain_cost *costs, uint32_t count, unsigned term, uint64_t value);
/* Adds cycles of one term to the row of that name. */
void explain_shared(struct arena *arena, struct explanation *explanation, const char *what,
                    const char *term, uint64_t cycles);
/* Adds all terms of another bound, of which nothing else is known, to the row of that name. */
void explain_whole(struct arena *arena, struct explanation *explanation, const char *what,
                   const struct term *tree);
/* All rows are there. */
void explain_sort(struct explanation *explanation);

/* Each term is the sum of its rows. */
bool explain_holds(const struct explanation *explanation, const struct term *tree);

const struct explain_loop *explain_loop_of(const struct explanation *explanation,
                                           const struct explain_row *row);

/* Adds another launch's: rows of the same place become one. Sort it again. */
void explain_add(struct arena *arena, struct explanation *sum, const struct explanation *more);

#endif
