/* SPDX-License-Identifier: Apache-2.0 */
/* tree.h - a random kernel as a tree of statements, before it is of any instruction set.
 *
 * Every work-item has VARIABLES words. It reads the buffer `in`, writes words of its own in `out`
 * and in local memory, and adds to counters in `out` by operations that commute; so every order of
 * work-items leaves the same memory, and tree_run() says which. What does not commute goes through
 * EXCHANGE, between two barriers that all work-items of a group reach.
 *
 * Functions have the variables of their caller, and call no others. A program may be launched
 * several times, with fewer groups each time: a launch finds in memory what the one before it left.
 *
 * tree.c       what a tree is: sizes, what work-items agree on
 * tree_draw.c  a tree from random numbers
 * tree_run.c   what memory has to be: a direct interpreter
 * tree_text.c  a tree for people to read
 * tree_edit.c  a tree without some of its parts */
#ifndef WARPCLOCK_CAMPAIGN_TREE_H
#define WARPCLOCK_CAMPAIGN_TREE_H

#include "base/arena.h"
#include "base/text.h"
#include "campaign/dice.h"

enum {
    VARIABLES = 6, SLOTS = 8, COUNTERS = 8, INPUT_WORDS = 1024,
    DEPTH_MAX = 4, /* of branches and loops in each other */
    LOOPS_MAX = 3, /* of loops in each other */
    FUNCTIONS_MAX = 2, LAUNCHES_MAX = 3,
    /* Branches and loops around a call at most; what is in a function counts from there on. */
    CALL_DEPTH = 2, CALL_LOOPS = 1,
};

enum operand_kind {
    OPERAND_VARIABLE, /* the value-th */
    OPERAND_ITEM,     /* number of the work-item in the grid */
    OPERAND_LOCAL,    /* ... in its group */
    OPERAND_GROUP,    /* number of the group */
    OPERAND_LAUNCH,   /* number of the launch, from 0 */
    OPERAND_CONSTANT,
};
struct operand {
    enum operand_kind kind;
    uint32_t value;
};

/* FLOAT: the low 12 bits of a and b as binary32: a * b + a, which is exact. Shifts take 5 bits. */
enum operation {
    OPERATION_ADD, OPERATION_SUB, OPERATION_MUL, OPERATION_AND, OPERATION_OR, OPERATION_XOR,
    OPERATION_SHL, OPERATION_SHR, OPERATION_LESS, OPERATION_FLOAT, OPERATION_DIVIDE,
    OPERATION_REMAINDER, OPERATIONS
};
enum comparison { COMPARE_EQUAL, COMPARE_DIFFERENT, COMPARE_LESS, COMPARE_NOT_LESS, COMPARISONS };
enum atomic { ATOMIC_ADD, ATOMIC_AND, ATOMIC_OR, ATOMIC_XOR, ATOMIC_UMAX, ATOMICS };

/* (value & mask) against a constant below 2^16. */
struct condition {
    enum comparison comparison;
    struct operand value;
    uint32_t mask, constant;
};

enum statement_kind {
    STATEMENT_OPERATION,   /* target := a operation b */
    STATEMENT_LOAD,        /* target := in[(a << number) % INPUT_WORDS] */
    STATEMENT_SLOT_LOAD,   /* target := out[number * items + item] */
    STATEMENT_SLOT_STORE,  /* out[number * items + item] := a */
    STATEMENT_ATOMIC,      /* out[SLOTS * items + COUNTERS * atomic + a % COUNTERS] op= b */
    STATEMENT_LOCAL_LOAD,  /* target := the work-item's own word of local memory, first 0 */
    STATEMENT_LOCAL_STORE, /* it := a */
    STATEMENT_EXCHANGE,    /* target := a of the work-item `number` further in the group, cyclic */
    STATEMENT_BRANCH,      /* if (condition) body else other */
    STATEMENT_LOOP,        /* (a & mask) + least times body; after body: leave if (condition) */
    STATEMENT_CALL,        /* the number-th function */
    STATEMENTS
};
struct statement {
    enum statement_kind kind;
    uint8_t operation; /* or enum atomic */
    uint8_t target;    /* variable */
    uint32_t number;
    struct operand a, b;
    struct condition condition;
    uint32_t mask, least;
    bool leaves;       /* a loop with a condition */
    bool tests_below;  /* a loop that is tested behind its body; least > 0 */
    struct statement *body, *other, *next;
};

/* What not every instruction set has. */
enum feature {
    FEATURE_ATOMICS = 1, FEATURE_LOCAL = 2, FEATURE_DIVIDE = 4,
    FEATURE_ANY_BLOCK = 8, /* groups of other than 1024 work-items */
    FEATURE_SHIFTS = 16,   /* shifts by other than constants, and LESS */
    FEATURE_CALLS = 32,
    FEATURE_LAUNCHES = 64, /* more than one, which know their number */
};

enum input_fact { FACT_NONE, FACT_FIXED, FACT_RANGE };

struct tree {
    struct arena arena;
    uint32_t groups, block; /* groups of the first launch */
    uint32_t launches;
    uint64_t input_seed;
    uint32_t input_max; /* words of `in` are 0 .. input_max */
    enum input_fact fact; /* what the job says about them */
    bool loop_facts;    /* the job has bounds of the loops that depend on data */
    struct statement *first;
    struct statement *functions[FUNCTIONS_MAX]; /* NULL, or what somebody may call */
};

/* From random numbers alone. `features` that may be used. Release with tree_free(). */
void tree_draw(struct tree *tree, struct dice *dice, unsigned features);
void tree_free(struct tree *tree);

uint32_t tree_items(const struct tree *tree); /* of the first launch, the largest one */
uint32_t tree_launch_groups(const struct tree *tree, uint32_t launch);
/* Words of `out`. */
uint32_t tree_output_words(const struct tree *tree);
/* Does it have a statement of that kind? */
bool tree_has(const struct tree *tree, enum statement_kind kind);
bool tree_calls(const struct tree *tree, uint32_t function);
/* Words of local memory that a group needs. */
uint32_t tree_local_words(const struct tree *tree);
/* Do all work-items of a group agree on it, before any of them has run? */
bool operand_is_shared(struct operand operand);
/* A loop that runs equally often for all work-items of a group. */
bool loop_is_shared(const struct statement *loop);
/* How often a loop runs at most. */
uint32_t loop_most(const struct statement *loop);

/* The contents of `in`, as a job file with `fill: random` describes them. */
void tree_input(const struct tree *tree, uint64_t seed, uint32_t *words);
/* What is in `out` at the end, which was 0. */
void tree_run(const struct tree *tree, uint64_t seed, uint32_t *output);

void tree_print(const struct tree *tree, struct text *text);

/* The i-th simplification of a tree, as a change that can be taken back: a statement left out, its
 * body instead of it, smaller counts, fewer groups. EDIT_NOTHING: it would change nothing. */
struct tree_edit {
    struct statement **link; /* to the statement */
    struct statement *was, copy;
    uint32_t groups, block, launches;
};
enum edited { EDIT_END, EDIT_NOTHING, EDIT_DONE };
enum edited tree_edit(struct tree *tree, size_t i, struct tree_edit *edit);
void tree_undo(struct tree *tree, const struct tree_edit *edit);

#endif
