/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - the Pascal machine: SMs of four processing blocks that share one L2 (PasTiS).
 *
 * model.c parameters, building, memory map launch.c limits of a launch; constant banks, parameters,
 * shared memory group.c starts a block and its warps in an SM apply.c applies an instruction's
 * effect to lanes, warps and barriers clock.h the clocked half */
#ifndef WARPCLOCK_MACHINE_PASCAL_MODEL_H
#define WARPCLOCK_MACHINE_PASCAL_MODEL_H

#include "abi/cuda.h"
#include "abi/cuda_host.h"
#include "hw/barrier.h"
#include "hw/reconverge.h"
#include "hw/reconverge_tokens.h"
#include "machine/common/run_state.h"
#include "machine/pascal/statistics.h"

extern const struct machine_ops machine_pascal;

enum {
    PASCAL_SMPS = 4,           /* of an SM */
    PASCAL_WARPS_MAX = 64,    /* of an SM */
    PASCAL_BLOCK_WARPS_MAX = 32,
    PASCAL_BARRIERS = 16,      /* of a block: the ids that BAR can name */
};

/* The part of machines/jetson-tx2.yaml that programs can see; read once. */
struct pascal_numbers {
    uint32_t sms;
    uint32_t warps, blocks, threads, registers, shared_bytes;      /* of an SM */
    uint32_t block_threads, block_shared, thread_registers;        /* max of each */
    uint32_t register_unit, shared_unit;                           /* allocation granularity */
    uint32_t local_bytes;                                          /* max, of a thread */
    uint32_t tokens;                                               /* entries of a warp's stack */
    bool tokens_plain;                                             /* the paper's rule */
    uint64_t heap_base, heap_end;
    uint32_t heap_align;
    uint64_t shared_window, local_window;  /* generic addresses */
    uint64_t local_base, constant_base;    /* where caches see local memory and constant banks */
};

struct pascal_warp {
    struct resident resident; /* first */
    struct sass_state state;
    struct token_stack tokens;
    uint32_t barrier;  /* where it waits */
    bool reduces;      /* there, by BAR.RED */
    uint8_t reduction; /* and how: enum sass_reduction */
};

/* The operands of the lanes that have arrived at a BAR.RED, until it releases them. */
struct pascal_reduction {
    uint32_t lanes, holds; /* lanes that arrived, and those whose predicate holds */
};

struct pascal_block {
    struct group group; /* first */
    struct sass_block sass;
    uint64_t slots;    /* of the SM, that its warps have */
    struct barrier barrier[PASCAL_BARRIERS];
    uint16_t counted;  /* barriers whose number of warps the program gave */
    struct pascal_reduction reduction[PASCAL_BARRIERS]; /* pending at each barrier */
};

struct pascal_sm {
    struct pascal_warp *warps;   /* numbers.warps */
    struct pascal_block *blocks; /* numbers.blocks */
    uint32_t *registers;         /* [warp][row][lane] */
    uint8_t *shared;             /* [block][group_memory_stride(block_shared)] */
    uint64_t free_warps, free_blocks;
    uint32_t free_registers, free_shared, free_threads;
};

/* The resources of an SM that every block of the launch takes. */
struct pascal_footprint {
    uint32_t threads, warps;
    uint32_t registers; /* of all its warps */
    uint32_t shared;    /* as allocated */
};

struct pascal_clock;

struct pascal {
    struct run_state run; /* first */
    struct pascal_numbers numbers;
    struct pascal_sm *sms;
    struct pascal_clock *clock;
    const struct reconverge_ops *reconverge;
    /* The current launch. */
    struct sass_launch sass;
    struct cuda_host host;
    struct pascal_footprint footprint;
    uint32_t entry;        /* index of the kernel's first instruction */
    uint32_t rows;         /* of a warp's registers */
    uint32_t row_room;     /* rows allocated per warp */
    uint8_t *local;        /* [sm][warp][lane][local_bytes] */
    uint8_t *shared_labels; /* [sm][block][block_shared] while values are followed, or NULL */
    uint8_t bank[CUDA_BANK_BYTES]; /* bank 0 */
    uint32_t thread[PASCAL_BLOCK_WARPS_MAX][3][SASS_LANES]; /* TID of a block's warps */
};

static inline struct pascal_warp *pascal_warp_of(struct resident *w)
{
    return (struct pascal_warp *)w;
}

static inline struct pascal_block *pascal_block_of(const struct resident *w)
{
    return (struct pascal_block *)w->group;
}

/* launch.c: refuses a launch that cannot run on this machine, before anything has run. */
enum wc_status pascal_admit(struct error *err, struct machine *machine,
                            const struct launch *launch);
struct pascal_footprint pascal_footprint_of(const struct pascal_numbers *numbers,
                                            const struct launch *launch);

/* group.c: blocks that fit into an SM at once. */
uint32_t pascal_blocks_max(const struct pascal_numbers *numbers,
                           const struct pascal_footprint *need);

/* Hooks of struct core_ops: launch.c ... */
enum wc_status pascal_prepare(struct run_state *run);
enum wc_status pascal_finish(struct run_state *run, enum wc_status status);
/* ... group.c ... */
uint32_t pascal_cores(const struct run_state *run);
uint32_t pascal_room(const struct run_state *run, uint32_t sm);
struct group *pascal_start_group(struct run_state *run, uint32_t sm, const uint32_t index[3]);
void pascal_end_group(struct run_state *run, struct group *group);
void pascal_sm_reset(struct pascal *pascal, uint32_t sm);
/* ... apply.c */
enum wc_status pascal_apply(struct run_state *run, struct resident *w, const struct insn *insn,
                            const struct effect *effect);
void pascal_describe_wait(const struct run_state *run, const struct resident *w,
                          struct text *out);

/* pointers.c */
void pascal_parts(struct run_state *run, struct machine_image *image);
void pascal_pointers(struct run_state *run, struct pointer_walk *walk);

#endif
