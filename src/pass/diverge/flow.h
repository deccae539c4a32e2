/* SPDX-License-Identifier: Apache-2.0 */
/* flow.h - the state of one function in the pass: blocks, then lanes, then the insertion plan. */
#ifndef WARPCLOCK_PASS_DIVERGE_FLOW_H
#define WARPCLOCK_PASS_DIVERGE_FLOW_H

#include "pass/diverge/asm.h"
#include "flow/graph.h"

#include "base/text.h"

/* Masks are kept by nesting depth in those of s2..s11 that the function does not use; s11 is always
 * among them. If they do not suffice, the outermost masks have registers, the rest stack words, and
 * s11 reloads one. */
enum { FIRST_MASK = 18, MASK_REGISTERS = 10, LEVELS_MAX = 64 };

/* Printed lengths are bounded: a hostile file may contain names of a megabyte. */
#define SHOWN(slice) ((slice).length < 60 ? (int)(slice).length : 60), (slice).at

/* Straight-line code. Block 0 is empty and represents the function's entry. The first edge of a
 * branch is the taken one, the second falls through. */
struct block {
    uint32_t first, end;    /* instructions */
    struct slice label;     /* a label that is a jump target; empty if there is none */
    uint32_t line;          /* position of that label, or of the first instruction */
    uint64_t defs, def_slots; /* registers and stack slots written */
};

/* Values that may differ between active lanes, and registers that may be neither 0 nor 1. */
struct lanes {
    uint64_t regs, slots, wide;
};

/* A lane-dependent if: SPLIT in `branch`, JOIN on the edges into `join`. */
struct region {
    uint32_t branch, join;
    uint32_t *blocks, block_count; /* on the paths from branch to join, both excluded */
    uint32_t parent;               /* the region around it, or NO_NODE */
    uint32_t level;                /* nesting depth: which mask register, or stack word */
    uint32_t trampoline;
};

/* A loop that lanes leave at different times; index as in struct loops. */
struct lane_loop {
    bool divergent;
    uint32_t branch; /* the block whose branch is the exit */
    uint32_t level;
    uint32_t trampoline;
};

enum action { ACTION_JOIN, ACTION_SAVE_MASK, ACTION_RESTORE_MASK };

/* One instruction on the edge into a block, shared by all edges that need it and what follows. */
struct trampoline {
    uint32_t next;           /* the next trampoline, or NO_NODE: the block itself */
    uint32_t child, sibling; /* trampolines that lead here */
    enum action action;
    uint32_t level, owner; /* register, and the region or loop it belongs to */
    uint32_t label;        /* number of its label */
    uint32_t at;           /* byte offset in the function */
};

/* How control enters a block in the output: perhaps a jump for the block above, trampolines. */
struct landing {
    uint32_t *order, count; /* trampolines in output order */
    bool falls;             /* the block above runs into this one ... */
    bool jumps;             /* ... and needs a jump to its target */
    uint32_t fall;          /* ... which is this trampoline, or NO_NODE: the block itself */
    uint32_t at;            /* byte offset of the block after the trampolines */
    bool far_branch;        /* the block's branch cannot reach its target */
};

struct flow {
    struct error *err;
    struct arena *arena;
    const struct assembly *assembly;
    const struct asm_function *function;
    bool uniform_arguments; /* a kernel's entry, called by no other function */

    struct block *blocks;
    struct graph graph, reversed;
    struct node_order order;
    struct dominators tree, post_tree;
    struct loops loops;
    uint32_t *loop_first, *loop_nodes; /* nodes sorted by loop: see flow_loop_members() */

    struct lanes *in; /* by block */
    uint32_t *region_of_branch; /* by block: the region its branch opens, or NO_NODE */
    struct region *regions;
    uint32_t region_count;
    struct lane_loop *lane_loops;
    uint64_t members; /* blocks in all regions and lane-dependent loops together */

    uint32_t *region_of; /* by block: the innermost region around it, or NO_NODE */
    uint32_t levels;     /* masks in use at one time */
    struct trampoline *trampolines;
    uint32_t trampoline_count;
    uint32_t *first_trampoline; /* by block */
    uint32_t *edge_trampoline;  /* by index into graph.succ */

    uint8_t mask_register[MASK_REGISTERS]; /* by level, outermost first */
    uint32_t register_levels;              /* masks that have one */
    uint32_t saved;       /* mask registers of the caller to keep, the first of the list */
    uint32_t stack_bytes; /* stack taken for them and for masks without a register */
    uint32_t frame_bytes; /* of the compiler's own frame, which is below */
    struct landing *landings; /* by block */
};

/* Changes of the output, by line of the input. */
struct edits {
    const char **before;      /* lines to insert before it, or NULL */
    const char **new_target;  /* a label that replaces the jump target of the line, or NULL */
    const char **replacement; /* replaces the whole line, or NULL */
    uint32_t labels;          /* labels made so far */
};

/* Blocks and graphs; refuses jumps out of the function. */
enum wc_status flow_build(struct flow *flow);
/* The members of a loop, inner loops included. */
const uint32_t *flow_loop_members(const struct flow *flow, uint32_t loop, uint32_t *count);
/* The name of a block in messages. */
struct slice flow_block_name(const struct flow *flow, uint32_t block);
enum wc_status flow_refuse(const struct flow *flow, uint32_t block, const char *what,
                           const char *help);

/* Finds lane-dependent branches, their regions and loops; refuses unstructured code. */
enum wc_status flow_find_lanes(struct flow *flow);
/* The last instruction of a block if it is a conditional branch, else NULL. */
const struct asm_insn *flow_branch(const struct flow *flow, uint32_t block);
/* The state before the block's last instruction. */
struct lanes flow_lanes_at_branch(const struct flow *flow, uint32_t block);
/* The bytes of the stack frame if every change of sp is a constant, else -1. */
int32_t flow_frame_bytes(const struct flow *flow);

/* Registers and trampolines. */
enum wc_status flow_plan(struct flow *flow);
/* Orders trampolines and finds branches that have become too long. */
enum wc_status flow_lay_out(struct flow *flow, struct edits *edits);
/* Turns the plan into edits. */
void flow_write(struct flow *flow, struct edits *edits);

/* Whether the mask of that nesting depth has a register; else it has a stack word. */
static inline bool flow_has_register(const struct flow *flow, uint32_t level)
{
    return level < flow->register_levels;
}

/* How the outcome of a branch gets into bit 0 of a register. */
struct predicate {
    uint32_t reg;        /* t6, or the branch's own register if it is already 0 or 1 */
    uint32_t insn_count; /* instructions to compute it */
    bool when_taken;     /* 1 means that the branch is taken */
};

struct predicate flow_predicate(const struct flow *flow, uint32_t block);
/* The instructions before the block's branch: 0 if lanes agree on it. */
uint32_t flow_branch_extra(const struct flow *flow, uint32_t block);

#endif
