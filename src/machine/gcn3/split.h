/* SPDX-License-Identifier: Apache-2.0 */
/* split.h - wavefronts that split and merge (PWS sections 4.1 and 4.2).
 *
 * A wavefront (WF) runs in a context of a SIMD. A split gives some of its lanes to a child, which
 * runs beside it in a context of its own; both are split wavefronts (SWFs) of the same WF. SWFs
 * have their own scalar state and pc. Their lanes are disjoint, so they share the vector registers
 * and the scratch of the WF (PWS-19).
 *
 * With PWS instructions split and merge say where, and the child runs on an SpSIMD that nothing
 * else uses: it takes the context with its parent's number on the free SpSIMD of the lowest number
 * (PWS-18, PWS-21). With DWS the machine splits at every divergent branch that it finds room for,
 * in any free context of the compute unit, and merges where the sides join (PWS-28).
 *
 * split.c        contexts, split and merge, ends and barriers of SWFs: what programs can see
 * split_dynamic.c  DWS
 * split_clock.c  when the parts go on
 *
 * A functional run does not split: one wavefront runs both sides, which leaves the same memory. */
#ifndef WARPCLOCK_MACHINE_GCN3_SPLIT_H
#define WARPCLOCK_MACHINE_GCN3_SPLIT_H

#include "hw/cycle.h"
#include "machine/common/run_state.h"

enum {
    GCN3_SPLITS_MAX = 15,     /* SpSIMDs of a SIMD */
    GCN3_SPLIT_DEPTH_MAX = 64, /* of a child stack, denied splits included */
};

struct gcn3_machine;
struct gcn3_numbers;
struct gcn3_wave;
struct gcn3_simd;

/* The parameters `splits` and `split.*`. */
struct gcn3_split_numbers {
    uint32_t splits;    /* S: SpSIMDs per SIMD, or children that a WF can have at once */
    uint32_t budget;    /* SIMDs and SpSIMDs of a compute unit together (PWS-26); 0: not given */
    bool dynamic;       /* DWS: at every divergent branch, without SpSIMDs */
    bool strict;        /* code that PWS does not allow is an error (PWS-12) */
    bool lane_masks;    /* a merge takes the child's lanes of masks in scalar registers (PWS-13) */
    bool reprovision;   /* idle SpSIMDs become SIMDs (PWS-56) */
    uint32_t split_cycles, copied, merge_cycles; /* e_s and e_m without draining (A14) */
};

/* One split that has not been merged. */
struct gcn3_split {
    struct gcn3_wave *child; /* NULL: denied, or its child has ended */
    uint32_t join;           /* where it merges without an instruction, or NO_INDEX */
    uint16_t tag;            /* of the split instruction (PWS-8) */
};

#define NO_INDEX UINT32_MAX

/* The part of a context that splitting adds (PWS-19, PWS-20). */
struct gcn3_swf {
    struct gcn3_wave *root;   /* the WF that it is a part of: has the vector registers */
    struct gcn3_wave *parent; /* NULL: none */
    struct gcn3_wave *next;   /* SWFs of the same WF, the root first */
    struct gcn3_split stack[GCN3_SPLIT_DEPTH_MAX]; /* its splits, the latest last */
    uint32_t depth;
    uint32_t merging;         /* index of the instruction after which it waits; NO_INDEX: none */
    cycle_t arrived;          /* there */
    bool at_barrier;
    bool over;                /* of a root: it has ended, but holds the registers of other parts */
    cycle_t free_at;          /* the context can be taken again */
    uint64_t age;             /* of the WF: how many started before it */
};

/* A branch at which wavefronts may split without an instruction for it. */
struct gcn3_point {
    bool splits;
    uint8_t saved; /* scalar pair with the lanes of both sides, or of the other one */
    uint32_t join; /* index of the instruction */
};

/* Splitting in the current launch. */
struct gcn3_splitting {
    bool enabled;       /* the run has a clock, and the machine can split */
    uint32_t base;      /* SIMDs of a compute unit that take wavefronts */
    uint32_t each;      /* SpSIMDs of each */
    uint64_t started;   /* wavefronts */
    struct gcn3_point *points; /* by instruction; NULL: wavefronts split at instructions */
    /* What the latest instruction did. */
    struct gcn3_wave *forked;  /* a child that starts */
    struct gcn3_wave *merged;  /* a parent that continues ... */
    struct gcn3_wave *left;    /* ... and its child, whose context is free */
};

/* ---- split.c ---- */

/* How the SIMDs and SpSIMDs of a compute unit are used by a kernel. */
struct gcn3_splitting gcn3_provision(const struct gcn3_numbers *n, const struct launch *launch);
/* A wavefront starts, unsplit. */
void gcn3_split_start(struct gcn3_machine *m, struct gcn3_wave *wave);
/* Effects of the two instructions; failures have been reported. */
enum wc_status gcn3_split(struct run_state *run, struct resident *w, const struct insn *insn,
                          uint64_t lanes);
enum wc_status gcn3_merge(struct run_state *run, struct resident *w, const struct insn *insn,
                          uint16_t tag);
/* Lanes `then` stay; the others go to a child, up to the instruction `join`. NULL: no context is
 * free. */
struct gcn3_wave *gcn3_split_at(struct gcn3_machine *m, struct gcn3_wave *wave, uint64_t then,
                                uint32_t join);
/* The wavefront is at the end of its latest split, and waits for its partner or merges with it. */
enum wc_status gcn3_meet(struct run_state *run, struct gcn3_wave *wave, const struct insn *insn,
                         uint32_t at);
/* The split that the wavefront's next merge would end, or NULL: there is none. */
const struct gcn3_split *gcn3_open_split(const struct gcn3_wave *wave);
/* Does the wavefront have other parts? */
bool gcn3_is_split(const struct gcn3_wave *wave);
/* s_endpgm of a part, and s_barrier: true if the whole WF has ended, or has arrived. */
enum wc_status gcn3_split_end(struct run_state *run, struct resident *w, const struct insn *insn,
                              bool *whole);
enum wc_status gcn3_split_barrier(struct run_state *run, struct resident *w,
                                  const struct insn *insn, bool *whole);
/* All parts of the WFs of these numbers continue. */
void gcn3_split_release(struct run_state *run, struct group *group, uint64_t warps);

/* ---- split_dynamic.c ---- */

enum wc_status gcn3_dynamic_prepare(struct gcn3_machine *m);
/* A branch has been decided: perhaps the wavefront splits. */
void gcn3_dynamic_branch(struct run_state *run, struct resident *w, const struct insn *insn);
/* Is the next instruction the one at which the latest split ends? */
bool gcn3_dynamic_joins(const struct gcn3_wave *wave);

/* ---- split_clock.c ---- */

/* Cycles from the issue of a split or merge to the next instruction. */
cycle_t gcn3_split_cycles(const struct gcn3_machine *m);
cycle_t gcn3_merge_cycles(const struct gcn3_machine *m);
/* After the issue of an instruction: parts that it split off start, parts that it released continue
 * or end. True: the part that issued it has ended. */
/* At the join of a dynamic split, in place of an instruction. */
enum wc_status gcn3_split_arrive(struct gcn3_simd *simd, uint32_t slot, cycle_t now);
bool gcn3_split_after(struct gcn3_simd *simd, uint32_t slot, const struct insn *insn,
                      cycle_t now);

#endif
