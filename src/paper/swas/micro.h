/* SPDX-License-Identifier: Apache-2.0 */
/* micro.h - only the front end of SWaS, small enough to be followed by hand.
 *
 * Queues that start full of NOPs, one scheduler for fetch and issue, one NOP per miss, NOPs for
 * what a taken branch flushes (SWAS-33 to SWAS-39). The programs are lists without registers: an
 * instruction may make the next one wait, may be a branch, may miss in the instruction cache when
 * it is first fetched. The worked tables of the paper page come from here, and so do the random
 * runs for the lemmas (SWAS-41, SWAS-43); the machine itself is src/machine. */
#ifndef WARPCLOCK_PAPER_SWAS_MICRO_H
#define WARPCLOCK_PAPER_SWAS_MICRO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/scheduler.h"

enum { MICRO_WARPS_MAX = 8, MICRO_QUEUE_MAX = 8, MICRO_PROGRAM_MAX = 64 };

/* What every selected warp can issue: the instruction of an index, or a NOP and why it is there. */
enum micro_kind { MICRO_INSTRUCTION, MICRO_START, MICRO_MISS, MICRO_FLUSH };

struct micro_insn {
    uint32_t latency; /* cycles until the next instruction can issue; 0 and 1: none lost */
    bool branch;      /* nothing of the warp issues until it is decided */
    uint32_t target;  /* of a branch: index */
    uint32_t taken;   /* of a branch: how many times each warp takes it; then it falls through */
    uint32_t miss;    /* cycles until it can be fetched again when it is first fetched; 0: a hit */
};

struct micro_program {
    const struct micro_insn *insns; /* the last one ends the warp */
    uint32_t count;                 /* up to MICRO_PROGRAM_MAX */
};

struct micro_slot {
    enum micro_kind kind;
    uint32_t insn;
    uint64_t poppable; /* cycle */
};

/* One cycle as reported to the observer. */
struct micro_cycle {
    uint64_t cycle;
    int warp;             /* selected, or -1 */
    struct micro_slot issued;
    uint32_t fetched;     /* index; may be past the end */
    bool missed, ended;   /* the fetch missed; the warp ended */
    const struct micro_slot *queue; /* afterwards, oldest first; of warp 0 when none was selected */
    uint32_t queued;
};

struct micro {
    const struct scheduler_ops *policy;
    uint32_t warps;
    uint32_t depth;          /* L: slots of a queue, and cycles from a request to its issue */
    uint32_t start_nops;     /* L; fewer shows why */
    uint32_t branch_resolve; /* b */
    struct micro_program program[MICRO_WARPS_MAX];
    void (*told)(void *user, const struct micro_cycle *cycle); /* or NULL */
    void *user;
};

/* What the slots of a warp were used for. */
struct micro_count {
    uint64_t slots;        /* issued, NOPs included */
    uint64_t instructions; /* N */
    uint64_t misses;       /* M: those whose NOP was not flushed */
    uint64_t taken;        /* B */
};

struct micro_result {
    uint64_t cycles;
    bool underflow; /* a selected warp had nothing to issue: the run ends there */
    uint64_t underflow_at;
    struct micro_count warp[MICRO_WARPS_MAX];
};

void micro_run(const struct micro *micro, struct micro_result *result);

#endif
