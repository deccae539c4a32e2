/* SPDX-License-Identifier: Apache-2.0 */
/* run_state.h - the current launch, and the hooks of a model that run it.
 *
 * Every machine embeds a run_state as its first member. The order of a launch is the same for all:
 * prepare memory and registers, reset the clock, run, count, finish (launch.c). The clocked loop is
 * in clock.c, running without a clock in functional.c; a model only fills in hooks. */
#ifndef WARPCLOCK_MACHINE_COMMON_RUN_STATE_H
#define WARPCLOCK_MACHINE_COMMON_RUN_STATE_H

#include "hw/agenda.h"
#include "hw/cycle.h"
#include "hw/dram.h"
#include "machine/common/observer.h"
#include "machine/common/place.h"
#include "machine/common/resident.h"
#include "machine/machine.h"
#include "memory/outside.h"

struct machine_image;
struct partition;
struct pointer_walk;

struct run_state {
    struct machine machine; /* first */
    size_t bytes;           /* of the model's struct */
    struct arena arena;     /* lives as long as the machine */
    struct {
        uint64_t base, end, align;
    } heap;                 /* where buffers may go */
    void *warp_storage;
    size_t warp_storage_bytes; /* of the warps, from the first one on */
    struct resident **warps; /* all slots, core by core */
    uint32_t warp_count;
    struct partition **partitions; /* indexed by warp->core; NULL: the model has none */
    uint32_t partition_count;
    uint64_t *register_times; /* [partition][slot][register]: struct partition has its part */
    uint32_t partition_registers; /* of a partition */
    struct agenda *agenda;  /* of the partitions: before they are due nothing can issue */
    /* The current launch. */
    struct error *err;
    struct memory *memory;
    const struct launch *launch;
    const struct run_control *control;
    struct outcome *outcome;
    const struct insn *insns; /* of the program */
    bool observed;       /* events, steps or states are recorded */
    bool clocked;        /* the launch runs with a clock */
    bool followed;       /* steps are logged or values followed: around each instruction */
    uint32_t tells;      /* bits of the kinds of event that an observer wants */
    const bool *begins;  /* by instruction: its issue is always told (struct observer); or NULL */
    bool stopped;        /* the program asked for the end (tohost) */
    bool freed;          /* a group has ended in this cycle */
    uint32_t live;       /* warps that have not ended */
    uint32_t waiting;    /* of those, the ones that wait for others */
    uint32_t groups;     /* resident */
    uint64_t next_group, group_count; /* of the grid */
    uint64_t cycle;      /* what programs read as the clock */
    uint32_t dispatch_delay; /* cycles from the end of a group to the start of the next one */
    cycle_t drained;     /* every instruction so far is complete */
    uint64_t load_latency; /* sum over loads, from issue to the register */
    struct effect effect; /* of the instruction that runs */
    uint64_t uncounted[STALL_COUNT]; /* waits for no instruction (waits.h) */
    struct outside outside; /* where accesses to no allocation go, if they are tolerated */
    struct ddr4_watcher command_watcher; /* reports commands of DDR4 as events ... */
    uint32_t core_mhz;                   /* ... of a machine with this clock */
    struct dram_watcher bank_watcher;    /* reports accesses of the simple DRAM */
};

/* A model's part of a launch. Hooks marked optional may be NULL. */
struct core_ops {
    /* Memory, registers and scratch of the launch; a failure has been reported. */
    enum wc_status (*prepare)(struct run_state *run);
    /* Frees the launch's memory, even after a failed prepare; returns the launch's status. */
    enum wc_status (*finish)(struct run_state *run, enum wc_status status);

    /* Applies an effect: the warp's pc and mask change, others may be released. A status other than
     * WC_OK has been reported and ends the launch. */
    enum wc_status (*apply)(struct run_state *run, struct resident *w, const struct insn *insn,
                            const struct effect *effect);
    /* Describes what a waiting warp waits for: "at barrier 0, where 3 of 4 warps have arrived". */
    void (*describe_wait)(const struct run_state *run, const struct resident *w, struct text *out);
    /* Optional, for warps without a group: the work-group that a lane works for. */
    bool (*find_group)(const struct run_state *run, const struct resident *w, uint32_t lane,
                       uint32_t index[3]);
    /* Optional: makes addresses of a logged access independent of the slot that ran it. */
    void (*normalise_access)(const struct resident *w, struct access *access);

    /* Runs all warps to their end without a clock. */
    enum wc_status (*run_functional)(struct run_state *run);

    /* Cores that take groups; NULL, as the next three: the program starts its own warps. */
    uint32_t (*cores)(const struct run_state *run);
    /* How many more groups of the launch a core can take. */
    uint32_t (*room)(const struct run_state *run, uint32_t core);
    /* A group starts in a core that can take it ... */
    struct group *(*start_group)(struct run_state *run, uint32_t core, const uint32_t index[3]);
    /* ... and leaves it when all its warps have ended. */
    void (*end_group)(struct run_state *run, struct group *group);

    /* The clocked side: resets the blocks for a launch; resident warps start. */
    void (*reset_clock)(struct run_state *run);
    /* The warps of a new group start, dispatched in cycle `at`. */
    void (*clock_group)(struct run_state *run, struct group *group, cycle_t at);
    /* One cycle. *acted: something happened, so simulate the next cycle whatever `due` returns. */
    enum wc_status (*step)(struct run_state *run, cycle_t now, bool *acted);
    /* The first cycle after `now` in which something can happen. */
    cycle_t (*due)(const struct run_state *run, cycle_t now);
    /* Optional: cycles from..to-1 are jumped over. */
    void (*skip)(struct run_state *run, cycle_t from, cycle_t to);
    /* Optional, for warps without a group: the share of the launch's work that is done. */
    double (*share)(const struct run_state *run);
    /* Optional: every few thousand cycles. */
    void (*poll)(struct run_state *run);
    /* Optional: what observers of the launch must know about the machine besides its topology. */
    void (*describe_launch)(const struct run_state *run, struct event *event);
    /* For checkpoints (machine_image.h); without `pointers` there are none. Optional: memory of
     * numbers that neither the arena nor the warp slots have. */
    void (*parts)(struct run_state *run, struct machine_image *image);
    /* Pointers of the model's structures that change while a launch runs. */
    void (*pointers)(struct run_state *run, struct pointer_walk *walk);
    /* Optional: drops what is not used any more; false: the host holds something for the launch
     * that is in no part. */
    bool (*settle)(struct run_state *run);
    /* Counters of the blocks become statistics; the launch took `end` cycles, and its last step was
     * in the cycle before `now`. */
    void (*count)(struct run_state *run, cycle_t now, cycle_t end);
};

static inline const struct core_ops *run_core(const struct run_state *run)
{
    return run->machine.ops->core;
}

/* An observer wants events of this kind. */
static inline bool run_tells(const struct run_state *run, enum event_kind kind)
{
    return run->tells >> kind & 1;
}

static inline const struct insn *run_insn(const struct run_state *run, const struct resident *w)
{
    return &run->insns[w->warp.pc];
}

/* launch.c: puts the machine and its memory into the state before the first instruction of a
 * launch. */
enum wc_status run_prepare(struct run_state *run, struct error *err, struct memory *memory,
                           const struct launch *launch, const struct run_control *control,
                           struct outcome *outcome);
/* One launch from its beginning to its end (struct machine_ops). */
enum wc_status run_functional(struct error *err, struct machine *machine, struct memory *memory,
                              const struct launch *launch, const struct run_control *control,
                              struct outcome *outcome);
enum wc_status run_timed(struct error *err, struct machine *machine, struct memory *memory,
                         const struct launch *launch, const struct run_control *control,
                         struct outcome *outcome);

/* dispatch.c: a group has started. */
void run_count_group(struct run_state *run, const struct group *group);
/* The next group of the grid starts in a core. */
struct group *run_start_group(struct run_state *run, uint32_t core);
/* The same in the core with the most room; NULL: none can take it, or all groups have started. */
struct group *run_start_next(struct run_state *run);
/* Starts groups in all cores that can take them, in cycle `at`. */
void run_dispatch(struct run_state *run, cycle_t at);
/* Groups are left that no core takes, although none is resident: admission was wrong. */
enum wc_status run_fail_room(struct run_state *run);
/* The last warp of a group has ended. */
void run_end_group(struct run_state *run, struct group *group);

/* clock.c: simulates cycles until the launch ends; *now is the cycle of its end. */
enum wc_status clock_run(struct run_state *run, cycle_t *now);

/* functional.c: groups one after the other, their warps in turns; groups that wait for others take
 * turns too. */
enum wc_status functional_groups(struct run_state *run);
/* The same for a model with its own way to run a warp: `max` instructions, or until it waits or
 * ends. */
typedef enum wc_status turn_fn(struct run_state *run, struct resident *w, uint64_t max);
enum wc_status functional_turns(struct run_state *run, turn_fn *turn);

/* warps.c: a warp waits for others, is released, ends. */
void run_wait(struct run_state *run, struct resident *w);
void run_release(struct run_state *run, struct resident *w);
/* ... some warps of a group, by a mask of their numbers. */
void run_release_group(struct run_state *run, struct group *group, uint64_t warps);
void run_end_warp(struct run_state *run, struct resident *w);
/* Control goes to an instruction by its index, or out of the program. */
enum wc_status run_go(struct run_state *run, struct resident *w, const struct insn *insn,
                      int32_t index);

/* words.c: where a warp is, for messages. */
struct place run_place(const struct run_state *run, const struct resident *w,
                       const struct insn *insn);
enum wc_status run_fail(struct run_state *run, struct resident *w, const struct insn *insn,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));
enum wc_status run_fault(struct run_state *run, struct resident *w, const struct insn *insn,
                         const struct fault *fault);
/* A line for each warp that has not ended, the first few of them; returns how many there are. */
uint32_t run_describe_warps(const struct run_state *run, struct text *out);
/* Adds a line to the log of steps. */
void run_log_step(const struct run_state *run, const struct resident *w, const struct insn *insn,
                  const struct effect *effect);

#endif
