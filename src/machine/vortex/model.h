/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - the Vortex machine: cores of warps that start each other.
 *
 * model.c       parameters, building, memory map
 * launch.c      limits of a launch; arguments and the launch record
 * dispatch.c    the hardware dispatcher of Vortex 3.0
 * release.c     which release of Vortex a program is for
 * apply.c       applies an instruction's effect to warps, masks and barriers
 * console.c     characters and exit codes
 * functional.c  running without a clock
 * pointers.c    what a checkpoint must know
 * clock.h       the clocked half */
#ifndef WARPCLOCK_MACHINE_VORTEX_MODEL_H
#define WARPCLOCK_MACHINE_VORTEX_MODEL_H

#include "abi/rv32.h"
#include "hw/barrier.h"
#include "hw/reconverge.h"
#include "hw/reconverge_ipdom.h"
#include "hw/scheduler.h"
#include "isa/rv32/rv32.h"
#include "machine/common/run_state.h"
#include "machine/vortex/statistics.h"

extern const struct machine_ops machine_vortex;

enum { VORTEX_WARPS_MAX = 64, VORTEX_CONSOLE_SLOTS_MAX = 64 };

/* machines/vortex.yaml, read once. */
struct vortex_numbers {
    uint32_t cores, warps, threads;
    bool atomics, zicond, vote, v3, traps;
    enum ipdom_order split_order;
    const struct scheduler_ops *functional_order;
    uint32_t barrier_count;
    bool barrier_by_group, barrier_global;
    bool spawn_copies_mscratch;
    bool csr_fc3_is_local_base, csr_fc4, csr_cta;
    bool instret_counts_warps;
    bool stop_on_disagreement;
    uint32_t heap_base, heap_end, heap_align;
    uint32_t stack_top, stack_bytes;
    uint32_t ram_bytes; /* after a program that spawns its own warps */
    uint32_t local_base, local_bytes;
    bool console_rings;
    uint32_t console_base, console_slots, console_ring_bytes;
    bool exit_from_memory;
    uint32_t exit_address;
};

/* Why a warp does not run. */
enum vortex_wait { WAIT_NONE, WAIT_BARRIER, WAIT_PHASE, WAIT_GLOBAL_BARRIER, WAIT_SPAWN };

struct vortex_warp {
    struct resident resident; /* first; its port sees only the local memory of its own group */
    struct rv32_state state;
    struct rv32_group group;
    struct ipdom_stack ipdom;
    enum vortex_wait wait;
    uint32_t wait_value;              /* barrier index, or warps to spawn */
    uint32_t wait_target;             /* instruction to spawn at */
};

/* The hardware dispatcher: a launch, and the groups of it that a core has. */
struct vortex_dispatch {
    bool on;
    uint32_t next, total;       /* groups of the grid, x first */
    uint32_t items, warps;      /* of a group */
    uint32_t places;            /* for groups, per core */
    uint32_t local_stride;      /* local memory from one place to the next */
    uint32_t entry;             /* instruction */
};

struct vortex_groups {
    uint32_t index, place, rank; /* the group being started, and its next warp */
    uint32_t next_place;
    uint32_t warps_left[VORTEX_WARPS_MAX]; /* per place: warps that have not ended */
    uint64_t initialised;                  /* slots whose registers are set up */
    uint32_t window[VORTEX_WARPS_MAX];     /* per slot: where its next warp starts */
};

struct vortex_pipeline;
struct vortex_memory;
struct vortex_clock_numbers;

struct vortex_core {
    struct vortex *machine;
    struct vortex_pipeline *pipeline; /* clocked runs */
    uint32_t id;
    struct vortex_warp *warps;
    uint64_t active;   /* warps that have not ended */
    uint64_t blocked;  /* of those, the ones that wait */
    uint64_t cycle;    /* a functional run counts instructions */
    uint64_t instret;
    struct barrier *barriers;
    struct scheduler scheduler;
    struct rv32_environment environment;
    struct memory_port port;
    struct vortex_groups groups;
};

struct vortex_console_line {
    char bytes[256];
    uint32_t length;
};

struct vortex {
    struct run_state run; /* first */
    struct vortex_numbers numbers;
    struct vortex_core *cores;
    const struct reconverge_ops *reconverge;
    struct vortex_clock_numbers *clock;
    struct vortex_memory *below; /* shared by the cores */
    uint32_t barrier_total; /* per core */
    struct barrier *global_barriers;
    struct vortex_console_line *console; /* per slot */
    /* The current launch. */
    uint32_t mscratch;     /* initial value in warp 0 of every core */
    const uint8_t *tohost; /* 8 bytes in device memory, or NULL */
    uint64_t tohost_address;
    struct vortex_dispatch dispatch;
    struct memory_part parts[RV32_PARTS_MAX]; /* of the local memory of a group */
    uint32_t part_count;
};

static inline struct vortex_warp *vortex_warp_of(struct resident *w)
{
    return (struct vortex_warp *)w;
}

/* launch.c: refuses a launch that cannot run on this machine, before anything has run. */
enum wc_status vortex_admit(struct error *err, struct machine *machine,
                            const struct launch *launch);
/* ... puts arguments into memory, sets mscratch, and finds where warp 0 starts. */
enum wc_status vortex_place_launch(struct vortex *vortex, uint32_t *entry);

/* dispatch.c: is the launch one for the hardware dispatcher, and does it fit? */
bool vortex_is_dispatched(const struct launch *launch);
enum wc_status vortex_dispatch_admit(struct error *err, const struct vortex *vortex,
                                     const struct launch *launch);
/* ... starts the first groups of all cores at the instruction `entry` ... */
void vortex_dispatch_begin(struct vortex *vortex, uint32_t entry);
/* ... and others when a warp has ended by this instruction. */
void vortex_dispatch_ended(struct vortex_core *core, const struct vortex_warp *w,
                           const struct insn *insn);

/* release.c: refuses a program of another release. */
enum wc_status vortex_check_release(struct error *err, const struct vortex *vortex,
                                    const struct launch *launch);

/* apply.c */
void vortex_core_reset(struct vortex_core *core);
void vortex_warp_start(struct vortex_core *core, uint32_t slot, uint32_t pc, uint64_t mask,
                       uint32_t mscratch);
/* The barrier of a core with this id. */
uint32_t vortex_barrier_index(const struct vortex *vortex, uint32_t id);

/* Does a WSPAWN of that many warps start any? Its own warp runs already. */
static inline bool vortex_spawn_starts(uint32_t spawner, uint32_t warps)
{
    return warps > 1 || (warps == 1 && spawner != 0);
}

/* console.c */
void vortex_console_byte(void *user, uint32_t slot, uint8_t byte);
void vortex_console_drain(struct run_state *run); /* rings in memory, Vortex 3.0 */
void vortex_console_flush(struct vortex *vortex);
void vortex_exit_code(struct vortex *vortex);

/* run.c: an ELF with a `tohost` symbol ends at the first non-zero value there. */
bool vortex_check_verdict(struct run_state *run);

/* An instruction retires: updates the counters that the program can read. */
static inline void vortex_retire(struct vortex_core *core, const struct warp *warp)
{
    core->instret += core->machine->numbers.instret_counts_warps ? 1 : warp->active_count;
}

/* Hooks of struct core_ops: run.c ... */
enum wc_status vortex_prepare(struct run_state *run);
enum wc_status vortex_finish(struct run_state *run, enum wc_status status);
/* ... apply.c ... */
enum wc_status vortex_apply(struct run_state *run, struct resident *w, const struct insn *insn,
                            const struct effect *effect);
bool vortex_find_group(const struct run_state *run, const struct resident *w, uint32_t lane,
                       uint32_t index[3]);
/* ... waits.c ... */
void vortex_describe_wait(const struct run_state *run, const struct resident *w,
                          struct text *out);
/* ... functional.c */
enum wc_status vortex_run_functional(struct run_state *run);

/* pointers.c */
void vortex_parts(struct run_state *run, struct machine_image *image);
void vortex_pointers(struct run_state *run, struct pointer_walk *walk);

#endif
