/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - the Pascal machine: SMs of four processing blocks that share one L2 (PasTiS).
 *
 * model.c       parameters, building, memory map
 * launch.c      what a launch may ask for; constant banks, parameters, shared memory
 * group.c       a block and its warps start in an SM
 * apply.c       what an instruction's effect does to lanes, warps and barriers
 * run.c         the beginning and the end of a launch
 * functional.c  running without a clock
 * clock.h       the clocked half */
#ifndef WARPCLOCK_MACHINE_PASCAL_MODEL_H
#define WARPCLOCK_MACHINE_PASCAL_MODEL_H

#include "hw/barrier.h"
#include "hw/reconverge_tokens.h"
#include "isa/sass/sass.h"
#include "machine/common/count.h"
#include "machine/common/limits.h"
#include "memory/port.h"

extern const struct machine_ops machine_pascal;

enum {
    PASCAL_SMPS = 4,           /* of an SM */
    PASCAL_WARPS_MAX = 64,    /* of an SM */
    PASCAL_BLOCK_WARPS_MAX = 32,
    PASCAL_BARRIERS = 16,      /* of a block: the ids that BAR can name */
    PASCAL_BANK_BYTES = 65536, /* of a constant bank: what an offset can name */
};

/* machines/jetson-tx2.yaml, what programs can see of it; read once. */
struct pascal_numbers {
    uint32_t sms;
    uint32_t warps, blocks, threads, registers, shared_bytes;      /* of an SM */
    uint32_t block_threads, block_shared, thread_registers;        /* most of each */
    uint32_t register_unit, shared_unit;                           /* what is handed out */
    uint32_t local_bytes;                                          /* most, of a thread */
    uint32_t tokens;                                               /* entries of a warp's stack */
    bool tokens_plain;                                             /* the paper's rule */
    uint64_t heap_base, heap_end;
    uint32_t heap_align;
    uint64_t shared_window, local_window;  /* generic addresses */
    uint64_t local_base, constant_base;    /* where caches see local memory and constant banks */
};

struct pascal_block;
struct pascal_timing;

struct pascal_warp {
    struct warp warp; /* first: instructions see only this */
    struct sass_state state;
    struct token_stack tokens;
    struct memory_port port;
    struct pascal_block *block;
    uint32_t number;  /* in its block */
    bool waits;       /* at a barrier */
    bool ended;
    uint32_t barrier; /* where it waits */
    bool reduces;     /* there, by BAR.RED */
    uint8_t reduction; /* and how: enum sass_reduction */
    struct pascal_timing *timing; /* clocked runs */
};

/* A block that lives in an SM. */
/* What the lanes that have come to a BAR.RED say, until it lets them go. */
struct pascal_reduction {
    uint32_t lanes, holds; /* that came, and of them those whose predicate holds */
};

struct pascal_block {
    struct sass_block sass; /* first: instructions see only this */
    struct pascal_warp *warp[PASCAL_BLOCK_WARPS_MAX];
    uint32_t warps;    /* it began with */
    uint32_t live;     /* have not ended */
    uint64_t released; /* warps that the latest effect let go from a barrier */
    uint64_t slots;    /* of the SM, that its warps have */
    struct barrier barrier[PASCAL_BARRIERS];
    uint16_t counted;  /* barriers whose number of warps the program gave */
    struct pascal_reduction reduction[PASCAL_BARRIERS]; /* under way at each barrier */
};

struct pascal_sm {
    struct pascal_warp *warps;   /* numbers.warps */
    struct pascal_block *blocks; /* numbers.blocks */
    uint32_t *registers;         /* [warp][row][lane] */
    uint8_t *shared;             /* [block][block_shared] */
    uint64_t free_warps, free_blocks;
    uint32_t free_registers, free_shared, free_threads;
};

/* What every block of the launch takes from its SM. */
struct pascal_footprint {
    uint32_t threads, warps;
    uint32_t registers; /* of all its warps */
    uint32_t shared;    /* as handed out */
};

struct pascal_clock;

struct pascal {
    struct machine machine; /* first */
    struct arena arena;
    struct pascal_numbers numbers;
    struct pascal_sm *sms;
    struct pascal_clock *clock;
    /* The launch under way. */
    struct limits limits;
    struct error *err;
    struct memory *memory;
    const struct launch *launch;
    const struct run_control *control;
    struct outcome *outcome;
    struct sass_launch sass;
    struct pascal_footprint footprint;
    uint32_t entry;        /* index of the kernel's first instruction */
    uint32_t rows;         /* of a warp's registers */
    uint32_t row_room;     /* rows that are allocated a warp */
    uint64_t cycle;        /* what the clock registers read */
    uint64_t next_block, block_count; /* of the grid */
    uint8_t *local;        /* [sm][warp][lane][local_bytes] */
    uint8_t bank[PASCAL_BANK_BYTES]; /* bank 0 */
    uint32_t thread[PASCAL_BLOCK_WARPS_MAX][3][SASS_LANES]; /* TID of a block's warps */
};

static inline uint32_t pascal_round_up(uint32_t value, uint32_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* launch.c: refuses a launch that cannot run on this machine, before anything has run. */
enum wc_status pascal_admit(struct error *err, struct machine *machine,
                            const struct launch *launch);
/* ... and makes constant banks, windows, shared and local memory of the launch under way. */
enum wc_status pascal_prepare(struct pascal *pascal);
struct pascal_footprint pascal_footprint_of(const struct pascal_numbers *numbers,
                                            const struct launch *launch);

/* group.c: how many more blocks of the launch the SM has room for. */
uint32_t pascal_block_room(const struct pascal *pascal, const struct pascal_sm *sm);
void pascal_sm_reset(struct pascal *pascal, uint32_t sm);
/* The next block of the grid starts in an SM that has room. */
struct pascal_block *pascal_block_start(struct pascal *pascal, uint32_t sm);
/* All its warps have ended: what it had is free again. */
void pascal_block_end(struct pascal *pascal, struct pascal_block *block);

/* apply.c: applies what insn did. The warp's pc and mask change, and warps of its block may
 * be let go; a status other than WC_OK has been reported and ends the launch. */
enum wc_status pascal_apply(struct pascal *pascal, struct pascal_warp *w, const struct insn *insn,
                            const struct effect *effect);
struct place;
struct place pascal_place(const struct pascal *pascal, const struct pascal_warp *w,
                          const struct insn *insn);

/* run.c: what both ways of running share. */
enum wc_status pascal_begin(struct pascal *pascal, struct error *err, struct memory *memory,
                            const struct launch *launch, const struct run_control *control,
                            struct outcome *outcome);
void pascal_finish(struct pascal *pascal);
/* ... adds a line to the log of steps. */
void pascal_log_step(const struct pascal *pascal, const struct pascal_warp *w,
                     const struct insn *insn, const struct effect *effect);

/* functional.c */
enum wc_status pascal_run_functional(struct error *err, struct machine *machine,
                                     struct memory *memory, const struct launch *launch,
                                     const struct run_control *control, struct outcome *outcome);

#endif
