/* SPDX-License-Identifier: Apache-2.0 */
/* machine.h - the interface of every machine model.
 *
 * A model is named by `model:` of a machine file and made from that file's parameters. Device
 * memory belongs to the caller and exists through all launches of a job; the model defines its
 * layout. */
#ifndef WARPCLOCK_MACHINE_MACHINE_H
#define WARPCLOCK_MACHINE_MACHINE_H

#include <stdatomic.h>

#include "abi/launch.h"
#include "load/parameters.h"
#include "machine/common/statistics.h"
#include "memory/memory.h"

struct checkpoint;
struct observers;
struct steps;
struct state_dump;
struct taint;
struct tolerated;
struct json_t;

/* How far a launch is. */
struct launch_progress {
    uint64_t instructions; /* by warps */
    uint64_t cycles;       /* 0: without a clock */
    double share;          /* of its work-groups that have ended; 0: not known */
};

/* Control of a run, and its observers. */
struct run_control {
    uint64_t max_cycles;          /* 0: no limit */
    const atomic_bool *interrupt; /* set from outside: stop soon */
    void (*progress)(void *user, const struct launch_progress *progress);
    void (*console)(void *user, const char *bytes, size_t length);
    void *user;
    const struct observers *observers; /* of a clocked run; NULL: no observer */
    struct steps *steps;      /* log of what each instruction changed, or NULL */
    struct state_dump *dump;  /* of a clocked run: whole states of the machine, or NULL */
    struct taint *taint;      /* of a clocked run: follows values up to a decision, or NULL */
    uint64_t *waits; /* of a clocked run, by instruction of the program and stall reason
                      * (common/waits.h): cycles that warps waited to issue it; NULL: not counted */
    struct checkpoint *checkpoint; /* of a clocked run: it is saved and continues; or NULL */
    struct tolerated *tolerated; /* accesses outside all allocations; NULL: they end the launch */
    bool step_every_cycle; /* do not skip cycles in which nothing happens; for comparison */
};

/* How a launch ended, and its statistics. */
struct outcome {
    struct statistics statistics;
    bool has_verdict;      /* the program has a `tohost` symbol and wrote to it */
    uint32_t verdict;      /* 0: pass; otherwise the number of the test that failed */
    uint64_t illegal_at;   /* failed after a trap at this instruction, which is illegal; or 0 */
    bool has_exit_code;    /* a program that spawned its own warps left one */
    uint32_t exit_code;
};

struct machine;
struct topology;

struct core_ops;

struct machine_ops {
    const char *model;
    const char *machine; /* file that runs its binaries when neither job nor caller names one */
    const char *const *isas; /* instruction sets that it can run; NULL after the last one */
    const struct statistics_table *statistics; /* what it measures */
    const struct core_ops *core; /* hooks of the clocked core (common/run_state.h) */
    enum wc_status (*create)(struct error *err, struct parameters *parameters,
                             struct machine **out);
    void (*destroy)(struct machine *machine);
    /* Its parts: names, and how many of each. */
    void (*topology)(const struct machine *machine, struct topology *out);
    /* Features for the decoder of an instruction set. */
    uint64_t (*features)(const struct machine *machine, const struct isa *isa);
    /* Stacks, local memory, console: present before any program. */
    enum wc_status (*map)(struct error *err, struct machine *machine, struct memory *memory);
    /* Refuses a launch that cannot run on this machine; see machine_admit(). */
    enum wc_status (*admit)(struct error *err, struct machine *machine,
                            const struct launch *launch);
    /* The address range for buffers. */
    void (*heap)(const struct machine *machine, uint64_t *low, uint64_t *high, uint64_t *align);
    /* Runs one launch to its end without timing. `outcome` is filled as far as the run got. */
    enum wc_status (*run_functional)(struct error *err, struct machine *machine,
                                     struct memory *memory, const struct launch *launch,
                                     const struct run_control *control, struct outcome *outcome);
    /* The same, cycle by cycle. */
    enum wc_status (*run_timed)(struct error *err, struct machine *machine, struct memory *memory,
                                const struct launch *launch, const struct run_control *control,
                                struct outcome *outcome);
    /* The complete state at the end of a cycle of the current launch (PAS-97); NULL: not supported
     * by this model. */
    struct json_t *(*state)(const struct machine *machine, uint64_t cycle);
    bool cooperative; /* has launches whose blocks wait for each other */
    bool textures;    /* has textures and surfaces */
};

struct machine {
    const struct machine_ops *ops;
};

/* The i-th model; NULL after the last. */
const struct machine_ops *machine_model(size_t i);

/* The model by the name a machine file gives. */
enum wc_status machine_find(struct error *err, const struct parameters *parameters,
                            const struct machine_ops **out);

/* The machine for binaries of an instruction set when nobody names one, or NULL. */
const char *machine_default(const struct image *image);
/* Does the model run images of that instruction set? */
bool machine_runs(const struct machine_ops *ops, const char *isa);
/* Refuses the image `path` if the machine does not run its instruction set. */
enum wc_status machine_check_isa(struct error *err, const char *path, const struct image *image,
                                 const struct parameters *parameters);

/* Refuses a launch that cannot run on this machine: called for all launches of a job before the
 * first one runs. */
enum wc_status machine_admit(struct error *err, struct machine *machine,
                             const struct launch *launch);

/* Refuses a launch that can reach words the machine cannot execute, and lists them all. */
enum wc_status machine_preflight(struct error *err, const struct launch *launch);

/* Refuses arguments that do not match the kernel's parameters in the binary. *argument is the first
 * one that does not, or the number of arguments if there are too many or too few. */
enum wc_status machine_check_arguments(struct error *err, const struct launch *launch,
                                       size_t *argument);

#endif
