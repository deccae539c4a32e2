/* SPDX-License-Identifier: Apache-2.0 */
/* graph.h - steps 1 and 2 of the analysis: basic blocks, and where control can go after them.
 *
 * A block ends at a label, a request to memory, a jump, and at every instruction that can make the
 * decoder inject a pop (SIMD-63). The control stack before each block is the same on all ways to
 * it; other programs are refused (SIMD-64). */
#ifndef WARPCLOCK_BOUND_SIM_D_GRAPH_H
#define WARPCLOCK_BOUND_SIM_D_GRAPH_H

#include "base/error.h"
#include "isa/sim_d/sim_d.h"
#include "load/sas.h"

enum { SIM_D_NO_BLOCK = UINT32_MAX };

enum sim_d_edge_kind {
    SIM_D_EDGE_NEXT, /* the next instruction is in the pipeline already */
    SIM_D_EDGE_RESUME, /* the next instruction, after a request */
    SIM_D_EDGE_JUMP,   /* somewhere else: the pipeline is flushed */
    SIM_D_EDGE_POP,    /* where injected pops lead */
};

struct sim_d_edge {
    uint32_t to; /* a block */
    uint8_t kind;
    uint8_t pops; /* injected ones; with SIM_D_EDGE_JUMP: after the flush */
    bool taken;   /* the target of a conditional jump */
};

struct sim_d_stack {
    uint8_t depth;
    uint8_t type[SIM_D_STACK_MAX];
    uint32_t target[SIM_D_STACK_MAX]; /* instructions; the top is the last */
};

struct sim_d_block {
    uint32_t first, count; /* instructions */
    bool reached;
    bool requests;         /* its last instruction is a request to memory */
    bool may_end;          /* the work-group can end with it */
    struct sim_d_stack stack; /* before it */
    struct sim_d_edge *edges;
    uint32_t edge_count;
    const struct sas_bound *bound; /* of the branch at its end; NULL: no annotation */
    uint32_t counter;              /* number of that annotation */
    bool at_most;   /* its numbers are max ones: the loop may end earlier ... */
    bool continues; /* ... and goes on when the branch is taken, or when it is not */
};

struct sim_d_graph {
    struct arena *arena;
    const struct program *program;
    struct sim_d_block *blocks; /* in the order of the program */
    uint32_t count;
    uint32_t *block_of; /* by instruction */
    uint32_t counters;  /* annotated branches */
    bool original;      /* edges of the original's analyser */
    bool forgets;       /* a folded exit ends lanes that are off, too (compat) */
    uint32_t stack_max; /* entries of a control stack */
};

static inline uint32_t sim_d_last(const struct sim_d_block *block)
{
    return block->first + block->count - 1;
}

/* The settings of `graph` (arena, program, original, forgets, stack_max) are given. */
enum wc_status sim_d_graph_make(struct error *err, struct sim_d_graph *graph);

/* loops.c: numbers of iterations that the job gives. */
struct walk_bounds;
void sim_d_graph_take_loops(struct sim_d_graph *graph, const struct walk_bounds *loops);

/* An error at the line of an instruction. */
enum wc_status sim_d_fail_at(struct error *err, const struct program *program, uint32_t insn,
                             const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
