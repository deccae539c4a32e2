/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - the GCN3 machine: compute units of several SIMDs that share one L2 (PWS baseline).
 *
 * model.c       parameters, building, memory map
 * launch.c      what a launch may ask for; arguments, dispatch packet, queue, scratch
 * wave.c        the registers that a wavefront starts with
 * group.c       a work-group and its wavefronts start in a compute unit
 * apply.c       what an instruction's effect does to wavefronts and barriers
 * run.c         the beginning and the end of a launch
 * functional.c  running without a clock
 * clock.h       the clocked half */
#ifndef WARPCLOCK_MACHINE_GCN3_MODEL_H
#define WARPCLOCK_MACHINE_GCN3_MODEL_H

#include "hw/barrier.h"
#include "isa/gcn3/gcn3.h"
#include "machine/common/count.h"
#include "machine/common/limits.h"
#include "machine/machine.h"
#include "memory/port.h"

extern const struct machine_ops machine_gcn3;

enum {
    GCN3_SIMDS_MAX = 16,       /* of a compute unit */
    GCN3_SIMD_WAVES_MAX = 40,
    GCN3_GROUPS_MAX = 64,      /* of a compute unit */
    GCN3_GROUP_WAVES_MAX = 16, /* 1024 work-items */
};

/* machines/gcn3.yaml, what programs can see of it; read once. */
struct gcn3_numbers {
    uint32_t cus, simds;                   /* of the machine, of a compute unit */
    uint32_t waves, vgprs, sgprs;          /* of a SIMD */
    uint32_t groups, lds_bytes;            /* of a compute unit */
    uint32_t group_items, group_lds;       /* most of a work-group */
    uint32_t vgpr_unit, sgpr_unit, lds_unit; /* what is handed out */
    uint32_t scratch_bytes;                /* most, of a work-item */
    uint32_t scratch_dynamic;              /* what one gets whose stack has no known size */
    uint64_t heap_base, heap_end;
    uint32_t heap_align;
    uint64_t abi_base;                     /* arguments, packet and queue */
    uint64_t scratch_base;                 /* where caches see scratch */
    uint32_t shared_aperture, private_aperture;
    bool pws;                              /* split and merge are instructions (PWS-3) */
};

struct gcn3_workgroup;
struct gcn3_timing;

struct gcn3_wave {
    struct warp warp; /* first: instructions see only this */
    struct gcn3_state state;
    struct memory_port port;
    struct gcn3_workgroup *group;
    uint32_t number; /* in its group */
    bool waits;      /* at a barrier */
    bool ended;
    struct gcn3_timing *timing; /* clocked runs */
};

/* A work-group that lives in a compute unit. */
struct gcn3_workgroup {
    struct gcn3_group isa; /* first: instructions see only this */
    uint32_t cu;
    uint32_t index[3]; /* in the grid */
    struct gcn3_wave *wave[GCN3_GROUP_WAVES_MAX];
    uint32_t waves;    /* it began with */
    uint32_t live;     /* have not ended */
    uint64_t released; /* wavefronts that the latest effect let go from the barrier */
    struct barrier barrier;
};

/* What a SIMD can still take. */
struct gcn3_room {
    uint64_t free_waves;
    uint32_t free_vgprs, free_sgprs;
};

struct gcn3_cu {
    struct gcn3_wave *waves;       /* [simd][slot] */
    struct gcn3_workgroup *groups; /* numbers.groups */
    uint8_t *lds;                  /* [group][group_lds] */
    uint64_t free_groups;
    uint32_t free_lds;
    struct gcn3_room room[GCN3_SIMDS_MAX];
};

/* What every work-group of the launch takes from its compute unit. */
struct gcn3_footprint {
    uint32_t items, waves;
    uint32_t vgprs, sgprs; /* of a wavefront */
    uint32_t lds;          /* as handed out */
};

/* What wavefronts of the launch start with: scalars alike for all, and where the others go. */
struct gcn3_start {
    uint32_t scalar[GCN3_SCALARS];
    uint32_t mode;
    uint32_t system; /* first SGPR behind those of the launch */
    uint32_t item[GCN3_GROUP_WAVES_MAX][3][GCN3_LANES]; /* place in the group, by wavefront */
};

struct gcn3_clock;

struct gcn3_machine {
    struct machine machine; /* first */
    struct arena arena;
    struct gcn3_numbers numbers;
    struct gcn3_cu *cus;
    struct gcn3_clock *clock;
    /* The launch under way. */
    struct limits limits;
    struct error *err;
    struct memory *memory;
    const struct launch *launch;
    const struct run_control *control;
    struct outcome *outcome;
    struct gcn3_launch isa;
    struct gcn3_footprint footprint;
    struct gcn3_start start;
    uint32_t lds_bytes;  /* of a work-group, as it sees them */
    uint32_t entry;      /* index of the kernel's first instruction */
    uint32_t rows;       /* of a wavefront's vector registers */
    uint32_t *registers; /* [wave][row][lane] */
    uint8_t *scratch;    /* [wave][word][lane] */
    uint64_t cycle;      /* what s_memtime reads */
    uint64_t next_group, group_count; /* of the grid */
};

static inline struct gcn3_wave *gcn3_wave_at(const struct gcn3_machine *m, uint32_t cu,
                                             uint32_t simd, uint32_t slot)
{
    return &m->cus[cu].waves[simd * m->numbers.waves + slot];
}

/* launch.c: refuses a launch that cannot run on this machine, before anything has run. */
enum wc_status gcn3_admit(struct error *err, struct machine *machine, const struct launch *launch);
/* ... and makes arguments, packet, queue, registers and scratch of the launch under way. */
enum wc_status gcn3_prepare(struct gcn3_machine *m);

/* wave.c: what is the same for all wavefronts of the launch. */
struct gcn3_addresses {
    uint64_t packet, queue, arguments;
};
void gcn3_start_prepare(struct gcn3_machine *m, const struct gcn3_addresses *at);
/* The wavefront of that number in its group begins. */
void gcn3_wave_start(struct gcn3_machine *m, struct gcn3_wave *wave,
                     struct gcn3_workgroup *group, uint32_t number);

/* group.c: how many more work-groups of the launch the compute unit has room for. */
uint32_t gcn3_group_room(const struct gcn3_machine *m, uint32_t cu);
void gcn3_cu_reset(struct gcn3_machine *m, uint32_t cu);
/* The next work-group of the grid starts in a compute unit that has room. */
struct gcn3_workgroup *gcn3_group_start(struct gcn3_machine *m, uint32_t cu);
/* All its wavefronts have ended: what it had is free again. */
void gcn3_group_end(struct gcn3_machine *m, struct gcn3_workgroup *group);

/* apply.c: applies what insn did. The wavefront's pc changes, and others of its group may be
 * let go; a status other than WC_OK has been reported and ends the launch. */
enum wc_status gcn3_apply(struct gcn3_machine *m, struct gcn3_wave *wave, const struct insn *insn,
                          const struct effect *effect);
struct place;
struct place gcn3_place(const struct gcn3_machine *m, const struct gcn3_wave *wave,
                        const struct insn *insn);

/* run.c: what both ways of running share. */
enum wc_status gcn3_begin(struct gcn3_machine *m, struct error *err, struct memory *memory,
                          const struct launch *launch, const struct run_control *control,
                          struct outcome *outcome);
void gcn3_finish(struct gcn3_machine *m);
/* ... adds a line to the log of steps. */
void gcn3_log_step(const struct gcn3_machine *m, const struct gcn3_wave *wave,
                   const struct insn *insn, const struct effect *effect);

/* functional.c */
enum wc_status gcn3_run_functional(struct error *err, struct machine *machine,
                                   struct memory *memory, const struct launch *launch,
                                   const struct run_control *control, struct outcome *outcome);

#endif
