/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - the Sim-D machine: one compute unit with two work-group slots (SIMD-1).
 *
 * model.c parameters, building; launch.c what a launch may ask for; group.c a work-group in a slot;
 * apply.c instructions, control masks and control stack; console.c what programs print;
 * functional.c running without a clock; clock.h the clocked half; memory.h DRAM controller and
 * scratchpads */
#ifndef WARPCLOCK_MACHINE_SIM_D_MODEL_H
#define WARPCLOCK_MACHINE_SIM_D_MODEL_H

#include "isa/sim_d/sim_d.h"
#include "load/sas.h"
#include "machine/common/run_state.h"
#include "machine/sim_d/memory.h"
#include "machine/sim_d/statistics.h"

extern const struct machine_ops machine_sim_d;

enum { SIM_D_COLUMNS = 8, SIM_D_COLUMN_WARPS = SIM_D_WARPS / SIM_D_COLUMNS };
enum { SIM_D_QUAD = 4 }; /* parts of a column that an RCP unit computes (SIMD-8) */

/* How work-groups and their phases may overlap (SIMD-49 to SIMD-52). */
enum sim_d_policy {
    SIM_D_UNCONSTRAINED,
    SIM_D_PAIRWISE,
    SIM_D_AS_COMPUTE, /* pairwise, and nothing issues while a scratchpad transfers */
    SIM_D_AS_ACCESS,  /* pairwise, and scratchpads and DRAM transfer one at a time */
};

/* The part of machines/sim-d.yaml that programs can see. */
struct sim_d_numbers {
    bool original;            /* quirks of the original simulator (compat) */
    uint32_t imem;            /* instructions */
    uint32_t stack;           /* entries of a control stack */
    uint32_t scratchpad_bytes; /* per slot */
};

/* What the model is built for: a machine file can state it, but not change it (SIMD-77). */
struct sim_d_structure {
    uint32_t slots, items, sp_units, rcp_units, dividers, vectors, scalars, predicates, banks;
    uint32_t cam, buffers, bank_fifo, burst_fifo;
};

struct sim_d_slot {
    struct group group; /* first */
    struct sim_d_group isa;
    struct sim_d_state state[SIM_D_WARPS];
    uint32_t pc;      /* index of the next instruction */
    bool busy;        /* a work-group is in it */
    bool finished;    /* its exit mask is empty */
    struct allocation pad; /* its scratchpad, with labels while values are followed */
};

struct sim_d_clock;

struct sim_d_machine {
    struct run_state run; /* first */
    struct sim_d_numbers numbers;
    struct sim_d_slot *slot; /* SIM_D_SLOTS */
    uint32_t *registers;     /* [slot][warp][row][lane] */
    uint8_t *scratchpads;    /* [slot][numbers.scratchpad_bytes] */
    struct sim_d_clock *clock;
    /* The current launch. */
    struct sim_d_buffer dram[SAS_BUFFERS], pad[SAS_BUFFERS];
    uint32_t width;  /* of a work-group */
    uint64_t groups; /* of the NDRange */
};

static inline struct resident *sim_d_warp(const struct sim_d_machine *m, uint32_t slot,
                                          uint32_t warp)
{
    return m->run.warps[slot * SIM_D_WARPS + warp];
}

/* launch.c */
enum wc_status sim_d_admit(struct error *err, struct machine *machine,
                           const struct launch *launch);
enum wc_status sim_d_prepare(struct run_state *run);
enum wc_status sim_d_finish(struct run_state *run, enum wc_status status);

/* group.c: the next work-group of the NDRange starts in a slot; it leaves. */
void sim_d_start_group(struct sim_d_machine *m, uint32_t slot);
void sim_d_end_group(struct sim_d_machine *m, uint32_t slot);

/* apply.c */
/* Runs an instruction for all lanes. Jumps, pops and the end of the program set slot->pc; a request
 * to memory only fills slot->isa.access. */
enum wc_status sim_d_execute(struct sim_d_machine *m, uint32_t slot, const struct insn *insn);
/* Moves the words of a request. */
enum wc_status sim_d_move(struct sim_d_machine *m, uint32_t slot, const struct insn *insn,
                          const struct sim_d_descriptor *access);
/* Pops the control stack: restores a mask and sets slot->pc. */
enum wc_status sim_d_pop(struct sim_d_machine *m, uint32_t slot, const struct insn *insn);
bool sim_d_any_enabled(const struct sim_d_slot *slot);
/* Whether the work-group ends when this store completes: the exit that follows is part of it
 * (SIMD-6). Lanes that are off still have to run; the original forgets them. */
bool sim_d_ends_with(const struct sim_d_machine *m, uint32_t slot, const struct insn *insn);
/* The error of a program without an exit. */
enum wc_status sim_d_past_end(struct sim_d_machine *m, uint32_t slot);

/* clock.c: what the decoder injects where no lane is on. */
const struct insn *sim_d_injected_pop(const struct sim_d_machine *m);

/* request.c: refuses slot->isa.access if its shape is not legal (SIMD-29). */
enum wc_status sim_d_check_request(struct sim_d_machine *m, uint32_t slot,
                                   const struct insn *insn);

/* console.c: the line that an instruction prints. */
void sim_d_write_console(struct sim_d_machine *m, uint32_t slot, const struct insn *insn);

/* functional.c */
enum wc_status sim_d_run_functional(struct run_state *run);

/* pointers.c */
void sim_d_parts(struct run_state *run, struct machine_image *image);
void sim_d_pointers(struct run_state *run, struct pointer_walk *walk);

#endif
