/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - the GCN3 machine: compute units of several SIMDs that share one L2 (PWS baseline).
 *
 * model.c parameters, building, memory map launch.c limits of a launch; arguments, dispatch packet,
 * queue, scratch wave.c the initial registers of a wavefront group.c starts a work-group and its
 * wavefronts in a compute unit apply.c applies an instruction's effect to wavefronts and barriers
 * split.h wavefronts that split and merge clock.h the clocked half */
#ifndef WARPCLOCK_MACHINE_GCN3_MODEL_H
#define WARPCLOCK_MACHINE_GCN3_MODEL_H

#include "abi/hsa.h"
#include "abi/hsa_host.h"
#include "hw/barrier.h"
#include "machine/common/run_state.h"
#include "machine/gcn3/split.h"
#include "machine/gcn3/statistics.h"

extern const struct machine_ops machine_gcn3;

enum {
    GCN3_SIMDS_MAX = 16,       /* of a compute unit, SpSIMDs aside */
    GCN3_SIMDS_ALL_MAX = GCN3_SIMDS_MAX * (GCN3_SPLITS_MAX + 1),
    GCN3_SIMD_WAVES_MAX = 40,
    GCN3_GROUPS_MAX = 64,      /* of a compute unit */
    GCN3_GROUP_WAVES_MAX = 16, /* 1024 work-items */
};

/* The part of machines/gcn3.yaml that programs can see; read once. */
struct gcn3_numbers {
    uint32_t cus, simds;                   /* of the machine, of a compute unit */
    uint32_t units;                        /* SIMDs and SpSIMDs of a compute unit */
    uint32_t waves, vgprs, sgprs;          /* of a SIMD */
    uint32_t groups, lds_bytes;            /* of a compute unit */
    uint32_t group_items, group_lds;       /* max per work-group */
    uint32_t vgpr_unit, sgpr_unit, lds_unit; /* allocation granularity */
    uint32_t scratch_bytes;                /* max per work-item */
    uint32_t scratch_dynamic;              /* for a work-item whose stack size is unknown */
    uint64_t heap_base, heap_end;
    uint32_t heap_align;
    uint64_t abi_base;                     /* arguments, packet and queue */
    uint64_t scratch_base;                 /* where caches see scratch */
    uint32_t shared_aperture, private_aperture;
    bool gcn5;                             /* instructions of GCN5 instead of GCN3's */
    bool pws;                              /* split and merge are instructions (PWS-3) */
    struct gcn3_split_numbers split;
};

struct gcn3_wave {
    struct resident resident; /* first */
    struct gcn3_state state;
    struct gcn3_swf swf;
};

struct gcn3_workgroup {
    struct group group; /* first */
    struct gcn3_group isa;
    struct barrier barrier;
};

/* Free resources of a SIMD. */
struct gcn3_room {
    uint64_t free_waves;
    uint32_t free_vgprs, free_sgprs;
};

struct gcn3_cu {
    struct gcn3_wave *waves;       /* [simd][slot] */
    struct gcn3_workgroup *groups; /* numbers.groups */
    uint8_t *lds;                  /* [group][group_memory_stride(group_lds)] */
    uint64_t free_groups;
    uint32_t free_lds;
    struct gcn3_room room[GCN3_SIMDS_ALL_MAX]; /* idle SpSIMDs can become SIMDs */
};

/* The resources that every work-group of the launch takes from its compute unit. */
struct gcn3_footprint {
    uint32_t items, waves;
    uint32_t vgprs, sgprs; /* of a wavefront */
    uint32_t lds;          /* as allocated */
};

struct gcn3_clock;
struct gcn3_decoded;

struct gcn3_machine {
    struct run_state run; /* first */
    struct gcn3_numbers numbers;
    struct gcn3_cu *cus;
    struct gcn3_clock *clock;
    /* The current launch. */
    struct gcn3_launch isa;
    struct gcn3_footprint footprint;
    struct gcn3_splitting splitting;
    struct arena dynamic;       /* of splitting.points */
    struct hsa_host host;       /* services of the run time: printf */
    struct hsa_registers first; /* initial registers of wavefronts */
    uint32_t item[GCN3_GROUP_WAVES_MAX][3][GCN3_LANES]; /* positions in the group, by wavefront */
    uint32_t lds_bytes;  /* of a work-group, as it sees them */
    uint32_t entry;      /* index of the kernel's first instruction */
    uint32_t rows;       /* of a wavefront's vector registers */
    struct gcn3_decoded *decoded; /* by instruction (decoded.h) */
    void *decoded_memory; /* begins with a struct arena; of this process, not of a checkpoint */
    uint32_t *registers; /* [wave][row][lane] */
    uint8_t *scratch;    /* [wave][word][lane] */
    uint8_t *scratch_labels; /* while values are followed, or NULL */
    uint8_t *lds_labels; /* [cu][group][group_lds] while values are followed, or NULL */
};

static inline struct gcn3_wave *gcn3_wave_of(struct resident *w)
{
    return (struct gcn3_wave *)w;
}

static inline struct gcn3_workgroup *gcn3_workgroup_of(const struct resident *w)
{
    return (struct gcn3_workgroup *)w->group;
}

/* SIMDs come first; SpSIMD k of SIMD i follows as number i + k * m->splitting.base. */
static inline struct gcn3_wave *gcn3_wave_at(const struct gcn3_machine *m, uint32_t cu,
                                             uint32_t simd, uint32_t slot)
{
    return &m->cus[cu].waves[simd * m->numbers.waves + slot];
}

/* launch.c: refuses a launch that cannot run on this machine, before anything has run. */
enum wc_status gcn3_admit(struct error *err, struct machine *machine, const struct launch *launch);

/* launch.c: the context has its own vector registers and scratch again. */
void gcn3_context_reset(struct gcn3_machine *m, struct gcn3_wave *wave);

/* wave.c: starts the wavefront of that number in its group. */
void gcn3_wave_start(struct gcn3_machine *m, struct gcn3_wave *wave,
                     struct gcn3_workgroup *group, uint32_t number);

/* Hooks of struct core_ops: launch.c ... */
enum wc_status gcn3_prepare(struct run_state *run);
enum wc_status gcn3_finish(struct run_state *run, enum wc_status status);
/* ... group.c ... */
uint32_t gcn3_cores(const struct run_state *run);
uint32_t gcn3_room(const struct run_state *run, uint32_t cu);
struct group *gcn3_start_group(struct run_state *run, uint32_t cu, const uint32_t index[3]);
void gcn3_end_group(struct run_state *run, struct group *group);
/* A context for a wavefront that needs no vector registers, or NULL; and back. */
struct gcn3_wave *gcn3_take_context(struct gcn3_machine *m, uint32_t cu);
void gcn3_give_context(struct gcn3_machine *m, const struct gcn3_wave *wave);
void gcn3_cu_reset(struct gcn3_machine *m, uint32_t cu);
/* ... apply.c */
enum wc_status gcn3_apply(struct run_state *run, struct resident *w, const struct insn *insn,
                          const struct effect *effect);
void gcn3_describe_wait(const struct run_state *run, const struct resident *w, struct text *out);
void gcn3_normalise_access(const struct resident *w, struct access *access);

/* pointers.c */
void gcn3_parts(struct run_state *run, struct machine_image *image);
void gcn3_pointers(struct run_state *run, struct pointer_walk *walk);
bool gcn3_settle(struct run_state *run);

#endif
