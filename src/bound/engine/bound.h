/* SPDX-License-Identifier: Apache-2.0 */
/* bound.h - how long a launch can take at most, and what that is made of.
 *
 * A bound holds for every contents of the job's buffers and every policy of the machine it was made
 * for: no run of the launch takes more cycles. */
#ifndef WARPCLOCK_BOUND_ENGINE_BOUND_H
#define WARPCLOCK_BOUND_ENGINE_BOUND_H

#include <stddef.h>
#include <stdint.h>

#include "bound/engine/expectation.h"
#include "bound/engine/explain.h"
#include "bound/engine/term.h"
#include "bound/engine/walk.h"
#include "hw/dram.h"

enum { BOUND_MISSING_MAX = 16 };

/* What a bound takes for granted. */
struct bound_assumption {
    const char *text;  /* a sentence without its full stop */
    const char *place; /* the instruction; NULL: the whole launch */
};

/* A stretch of a work-group on one resource. */
struct bound_phase {
    const char *resource; /* "compute" */
    uint64_t cycles;
    const char *place; /* of its last instruction */
};

struct bound_phases {
    uint64_t as_access, as_compute; /* numbers of phases: scratchpads are accesses, or compute */
    struct bound_phase *list; /* under the machine's policy, if asked for */
    uint32_t count;
};

struct bound {
    uint64_t cycles;   /* the value of the tree */
    struct term *tree; /* a sum; its children are the terms that results list; NULL: nothing yet */
    /* Other bounds of the launch that results list beside the terms: children of a node that is no
     * sum of them; NULL: none. */
    struct term *beside;
    /* Machines whose work-groups run in phases: those of each. */
    struct bound_phases *phases; /* NULL: none */
    /* How it came about. */
    uint64_t steps;    /* instructions, in regions those of the worst paths */
    uint64_t regions;  /* stretches whose path is not known before the run */
    uint64_t solved;   /* ... different ones, for which the worst path was searched */
    double path_known; /* share of the instructions outside of them */
    struct bound_watch *watch; /* for the run that follows; NULL: not asked for, or no analysis */
    struct bound_assumption *assumptions; /* no two are the same */
    uint32_t assumption_count;
    struct explanation *explanation; /* what makes it up; NULL: not asked for */
    /* Why there is none (WC_BAD_INPUT without a message): the first loops that lack a bound. */
    struct walk_missing missing[BOUND_MISSING_MAX];
    size_t missing_count;
};

/* The tree is complete: the bound is its value. */
void bound_set_tree(struct bound *bound, struct term *tree);

/* Notes an assumption, unless it is there already; the strings live as long as the bound. */
void bound_assume(struct arena *arena, struct bound *bound, const char *text, const char *place);
/* ... that of every bound: the launch is alone, with cold caches. */
void bound_assume_alone(struct arena *arena, struct bound *bound);
/* Notes those of one walk, with their places; `assumed` is by instruction (struct walk_bounds). */
void bound_assume_walked(struct arena *arena, struct bound *bound, const struct program *program,
                         const uint8_t *assumed);

/* It depends on this assumption, somewhere. */
bool bound_assumes(const struct bound *bound, enum walk_assumption assumption);

/* An instruction: "0x80000010 in saxpy, saxpy.cl:9". */
const char *bound_place(struct arena *arena, const struct program *program, uint32_t index);

/* Refuses DRAM that no analysis knows. */
enum wc_status bound_knows_dram(struct error *err, const struct dram_numbers *dram);

/* What makes it up: the rows of each term sum to it. The tree is complete. */
void bound_explain(struct bound *bound, struct explanation *explanation);

/* Whether the parts of a complete bound add up to it: WC_INTERNAL if not. */
enum wc_status bound_check(struct error *err, const struct bound *bound);

/* Adds the bound of another launch, term by term. */
void bound_add(struct arena *arena, struct bound *sum, const struct bound *more);

/* What is asked of an analysis. */
struct bound_request {
    struct watch *watch; /* over the time it takes; or NULL */
    bool explain;        /* what makes up the bound is wanted */
    bool tolerant;       /* accesses outside all buffers do not end the launch */
};

/* A machine's analysis. `loops` are the bounds that job and source give; `request` may be NULL.
 * Memory is as before the launch, and nothing is written there but the launch record. The result is
 * made in the arena. */
typedef enum wc_status bound_fn(struct error *err, struct machine *machine, struct memory *memory,
                                const struct launch *launch, const struct walk_bounds *loops,
                                const struct bound_request *request, struct arena *arena,
                                struct bound *out);

#endif
