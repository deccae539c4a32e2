/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - the SBI/SWI machine: one SM after Fermi whose warps diverge by a stack or by thread
 * frontiers (Brunie, Collange, Diamos).
 *
 * model.c       parameters, building, memory map
 * launch.c      limits of a launch; what its warps share
 * rv32.c        plain RV32 code: registers, stacks, local memory of a warp
 * sass.c        cubins: constant banks, registers, local memory of a warp
 * group.c       groups start in the SM and leave it
 * apply.c       applies an instruction's effect
 * paths.c       where lanes go, by the heap of contexts or by a stack
 * barrier.c     threads of a group meet
 * functional.c  running without a clock
 * pointers.c    what a checkpoint must know
 * clock.h       the clocked half */
#ifndef WARPCLOCK_MACHINE_FERMI_MODEL_H
#define WARPCLOCK_MACHINE_FERMI_MODEL_H

#include "abi/cuda.h"
#include "abi/cuda_host.h"
#include "abi/rv32.h"
#include "flow/reconvergence.h"
#include "hw/contexts.h"
#include "hw/reconverge.h"
#include "hw/reconverge_postdom.h"
#include "hw/reconverge_tokens.h"
#include "isa/rv32/rv32.h"
#include "isa/sass/sass.h"
#include "machine/common/run_state.h"
#include "machine/fermi/statistics.h"

extern const struct machine_ops machine_fermi;

enum {
    FERMI_WARPS_MAX = 64,
    FERMI_BLOCKS_MAX = 64,
    FERMI_BARRIERS = 16, /* of a group: the ids that BAR can name */
    FERMI_HOT = CONTEXTS_HOT_MAX,
};

/* The return address of a kernel: no instruction is there, and a thread that goes there ends. */
#define FERMI_RETURN UINT32_C(0xfffffff0)

/* The part of machines/fermi.yaml that programs can see; read once. */
struct fermi_numbers {
    uint32_t warps, width, blocks;
    uint32_t group_threads, shared_bytes, local_bytes; /* max of a group, of the SM, of a thread */
    bool frontier;         /* thread frontiers; otherwise a stack */
    bool reordered;        /* frontiers by the order of flow analysis, not by addresses */
    uint32_t stack_entries;
    uint32_t scope_entries; /* targets that a thread remembers */
    uint32_t heap_base, heap_end, heap_align;
    uint32_t stack_top, stack_bytes;
    uint32_t local_base;
    uint64_t shared_window, local_window, thread_local_base;
};

/* Where a thread continues when it leaves a scope of its program: SSY, PBK, PCNT, CAL (SBI-19). */
struct fermi_scope {
    uint32_t pc;
    enum sass_token kind;
};

struct fermi_warp {
    struct resident resident; /* first */
    union {
        struct rv32_state rv32;
        struct sass_state sass;
    };
    struct rv32_group position;
    struct split *hot;       /* splits that can run: of the heap, or `top` */
    struct split top;        /* of a stack */
    struct token_stack tokens;
    struct postdom_stack postdom;
    struct fermi_scope *scopes; /* [lane][scope_entries] */
    uint8_t scope_depth[LANES_MAX];
    uint32_t target[LANES_MAX]; /* where lanes go, by index */
    uint64_t live;           /* lanes that have not ended */
    uint32_t barrier;        /* where it waits */
    bool reduces;            /* there, by BAR.RED */
    uint8_t reduction;       /* and how: enum sass_reduction */
};

/* Lanes of each warp that have arrived, and of those the ones that wait. */
struct fermi_barrier {
    uint64_t arrived[GROUP_WARPS_MAX], waiting[GROUP_WARPS_MAX];
    uint32_t expected; /* threads; 0: all that live */
    bool used;
    uint32_t lanes, holds; /* of BAR.RED: lanes, and those whose predicate holds */
};

struct fermi_group {
    struct group group; /* first */
    uint32_t slot;
    uint64_t slots;     /* of the SM, that its warps have */
    struct sass_block sass;
    struct fermi_barrier barrier[FERMI_BARRIERS];
};

struct fermi;

/* What depends on the instruction set of the binary. */
struct fermi_program {
    const struct reconverge_ops *stack;
    /* Refuses arguments that kernels cannot take. */
    enum wc_status (*check)(struct error *err, const struct launch *launch);
    /* Bytes of shared memory of a group. */
    uint64_t (*shared)(const struct launch *launch);
    enum wc_status (*prepare)(struct fermi *fermi);
    /* A warp starts: its registers, its position, its memories. */
    void (*start)(struct fermi *fermi, struct fermi_group *group, struct fermi_warp *w);
};
extern const struct fermi_program fermi_rv32, fermi_sass;

struct fermi_clock;

struct fermi {
    struct run_state run; /* first */
    struct fermi_numbers numbers;
    struct fermi_clock *clock;
    struct fermi_warp *warps;
    struct fermi_group *groups;
    uint32_t *registers;  /* [warp][row][lane] */
    uint32_t row_room;    /* rows allocated per warp */
    uint8_t *shared;      /* [group][group_memory_stride(shared_bytes)] */
    uint64_t free_warps, free_groups;
    uint32_t free_shared;
    struct contexts contexts;
    /* The current launch. */
    const struct fermi_program *program;
    struct arena arena;
    struct reconvergence reconvergence;
    uint32_t entry;       /* index of the kernel's first instruction */
    uint32_t threads, group_warps, group_shared; /* of a group */
    uint32_t rows;        /* of a warp's registers */
    struct rv32_environment environment;
    struct warpclock_launch record;
    struct memory_part parts[RV32_PARTS_MAX];
    uint32_t part_count;
    struct sass_launch sass;
    struct cuda_host host;
    uint8_t *thread_memory; /* [warp][lane][local_bytes] */
    uint8_t *shared_labels; /* [group][shared_bytes] while values are followed, or NULL */
    uint8_t bank[CUDA_BANK_BYTES];
    uint32_t thread[GROUP_WARPS_MAX][3][LANES_MAX]; /* positions of a group's threads */
};

static inline struct fermi_warp *fermi_warp_of(struct resident *w)
{
    return (struct fermi_warp *)w;
}

static inline struct fermi_group *fermi_group_of(const struct resident *w)
{
    return (struct fermi_group *)w->group;
}

/* launch.c */
enum wc_status fermi_admit(struct error *err, struct machine *machine,
                           const struct launch *launch);
enum wc_status fermi_prepare(struct run_state *run);
enum wc_status fermi_finish(struct run_state *run, enum wc_status status);
/* group.c */
uint32_t fermi_cores(const struct run_state *run);
uint32_t fermi_room(const struct run_state *run, uint32_t core);
struct group *fermi_start_group(struct run_state *run, uint32_t core, const uint32_t index[3]);
void fermi_end_group(struct run_state *run, struct group *group);

/* paths.c: a warp starts with all its live lanes at the kernel's entry. */
void fermi_paths_start(struct fermi *fermi, struct fermi_warp *w);
/* Where an effect sends the lanes of a split; a failure has been reported. */
struct fermi_turn {
    struct contexts_move move;
    bool each;                  /* lanes of move.taken go to target[lane] */
    uint32_t target[LANES_MAX];
};
enum wc_status fermi_turn(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                          const struct effect *effect, struct fermi_turn *turn);
/* They go there: the split in slot `slot` of the warp's hot ones. CONTEXTS_FULL: not yet. */
enum contexts_outcome fermi_go(struct fermi *fermi, struct fermi_warp *w, uint32_t slot,
                               const struct fermi_turn *turn, cycle_t now);
/* The same by a stack, at once. */
enum wc_status fermi_stack_go(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                              const struct effect *effect);
/* Lanes of the warp that waited at a barrier continue. */
void fermi_stack_release(struct fermi *fermi, struct fermi_warp *w, uint64_t lanes);
/* Jumps to addresses become branches to instructions, and ends of threads. */
enum wc_status fermi_resolve(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                             struct effect *effect);
/* The warp runs a split next: its pc and mask. */
void fermi_take(struct fermi_warp *w, const struct split *split);
/* The warp has no split that can run: it waits, or has ended. */
void fermi_rest(struct fermi *fermi, struct fermi_warp *w);

/* barrier.c: lanes arrive. */
enum wc_status fermi_arrive(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                            const struct effect *effect);
/* Threads have ended: barriers no longer wait for them. */
void fermi_leave_barriers(struct fermi *fermi, struct fermi_group *group);

/* apply.c */
enum wc_status fermi_apply(struct run_state *run, struct resident *w, const struct insn *insn,
                           const struct effect *effect);
void fermi_describe_wait(const struct run_state *run, const struct resident *w, struct text *out);
/* functional.c */
enum wc_status fermi_run_functional(struct run_state *run);

/* pointers.c */
void fermi_parts(struct run_state *run, struct machine_image *image);
void fermi_pointers(struct run_state *run, struct pointer_walk *walk);
bool fermi_drop_past(struct run_state *run);

#endif
