/* SPDX-License-Identifier: Apache-2.0 */
/* cfg.h - the control-flow graph of a function of a decoded program: blocks, loops, and the
 * branches on which lanes may differ.
 *
 * A call does not end a block: control returns after it, and the callee is listed. A jump out of
 * the function ends a block, like a return. SPLIT and JOIN of a reconvergence stack are not edges:
 * the branch after a SPLIT already has them. */
#ifndef WARPCLOCK_FLOW_CFG_H
#define WARPCLOCK_FLOW_CFG_H

#include "base/arena.h"
#include "base/json_stream.h"
#include "base/text.h"
#include "flow/graph.h"
#include "isa/insn.h"

struct cfg_block {
    uint32_t first, end;   /* instructions of the program */
    bool is_reachable;     /* from the function's entry */
    bool is_divergent;     /* lanes may differ on the branch or guarded exit that it ends in; set
                            * by cfg_find_divergence() */
};

struct cfg {
    const struct program *program;
    const struct function *function;
    struct cfg_block *blocks; /* in order of address; block 0 is the entry */
    uint32_t block_count;
    struct graph graph;
    struct node_order order;
    struct dominators tree, post_tree; /* post_tree: of graph_reversed() */
    struct loops loops;
};

/* `function` is one of the program's. All results are in the arena. */
struct cfg cfg_make(struct arena *arena, const struct program *program,
                    const struct function *function);

/* Finds the divergent branches. This takes most of the time of large functions, and who only wants
 * blocks and loops does without. */
void cfg_find_divergence(struct cfg *cfg);

/* The last instruction of a block. */
static inline const struct insn *cfg_last(const struct cfg *cfg, uint32_t block)
{
    return &cfg->program->insns[cfg->blocks[block].end - 1];
}

/* Whether a block continues for some lanes and ends others: an exit under a guard. */
static inline bool cfg_may_exit(const struct cfg *cfg, uint32_t block)
{
    const struct insn *last = cfg_last(cfg, block);
    return last->flow == FLOW_EXIT && last->flags & INSN_GUARDED;
}

/* Whether an instruction may send some lanes elsewhere if its inputs differ between lanes. */
static inline bool cfg_may_part(const struct insn *insn)
{
    bool leaves = insn->flow == FLOW_EXIT || insn->flow == FLOW_LEAVE || insn->flow == FLOW_RETURN;
    return insn->flow == FLOW_BRANCH || (leaves && insn->flags & INSN_GUARDED);
}

/* The block where lanes that part in a divergent block meet: its immediate post-dominator. NO_NODE:
 * the block is not divergent or not reachable, or lanes do not meet in the function. */
static inline uint32_t cfg_meet(const struct cfg *cfg, uint32_t block)
{
    uint32_t meet = cfg->post_tree.idom[block];
    bool parts = cfg->blocks[block].is_divergent && cfg->blocks[block].is_reachable;
    return parts && meet < cfg->block_count ? meet : NO_NODE;
}

/* How code is laid out for thread frontiers, which run the lowest address first: lanes should meet
 * at a higher address than they part (SBI-17). */
struct cfg_layout {
    uint32_t branches; /* after which lanes meet */
    uint32_t below;    /* of those, at a higher address */
};

struct cfg_layout cfg_layout(const struct cfg *cfg);

/* Whether lanes that part in a block meet at an address that is not higher. */
static inline bool cfg_is_offender(const struct cfg *cfg, uint32_t block)
{
    uint32_t meet = cfg_meet(cfg, block);
    return meet != NO_NODE && cfg->blocks[meet].first < cfg->blocks[block].end;
}

/* Graphs of the function with that name, or, with NULL, of all kernels (all functions of a program
 * without kernels). `format` is any: WC_DOT gives one digraph with one cluster per function. */
void cfg_write(const struct program *program, const char *kernel, enum wc_format format,
               struct text *out);

/* One function each, `number` from 0. */
void cfg_write_text(const struct cfg *cfg, uint32_t number, bool color, struct text *out);
void cfg_write_dot(const struct cfg *cfg, uint32_t number, struct text *out);
void cfg_write_json(const struct cfg *cfg, struct json_stream *json);
/* Parts of that document. */
json_t *cfg_block_json(const struct cfg *cfg, uint32_t block);
json_t *cfg_loop_json(const struct loop *loop);

#endif
