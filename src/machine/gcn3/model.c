/* SPDX-License-Identifier: Apache-2.0 */
/* model.c - builds a GCN3 machine from its parameters, and its memory map. */
#include "machine/gcn3/model.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "machine/common/memory_fields.h"
#include "machine/common/topology.h"
#include "machine/common/model.h"
#include "machine/gcn3/clock.h"
#include "machine/gcn3/functional.h"

#define AT(member) offsetof(struct gcn3_numbers, member)

enum {
    LDS_MAX = 1 << 16, /* range of a 16-bit offset */
    ABI_ALIGNMENT = 64, /* of the argument segment, in HSA */
};

static const struct field fields[] = {
    {.name = "cus", .kind = FIELD_U32, .offset = AT(cus), .min = 1, .max = 4096},
    {.name = "cu.simds", .kind = FIELD_U32, .offset = AT(simds),
     .min = 1, .max = GCN3_SIMDS_MAX},
    {.name = "cu.groups", .kind = FIELD_U32, .offset = AT(groups),
     .min = 1, .max = GCN3_GROUPS_MAX},
    {.name = "cu.lds", .kind = FIELD_U32, .offset = AT(lds_bytes), .min = 0, .max = LDS_MAX},
    {.name = "simd.waves", .kind = FIELD_U32, .offset = AT(waves),
     .min = 1, .max = GCN3_SIMD_WAVES_MAX},
    {.name = "simd.vgprs", .kind = FIELD_U32, .offset = AT(vgprs), .min = 16, .max = 1u << 20},
    {.name = "simd.sgprs", .kind = FIELD_U32, .offset = AT(sgprs), .min = 16, .max = 1u << 20},
    {.name = "group.items", .kind = FIELD_U32, .offset = AT(group_items),
     .min = 1, .max = GCN3_LANES * GCN3_GROUP_WAVES_MAX},
    {.name = "group.lds", .kind = FIELD_U32, .offset = AT(group_lds),
     .min = 0, .max = LDS_MAX},
    {.name = "vgprs.unit", .kind = FIELD_U32, .offset = AT(vgpr_unit), .min = 1, .max = 256},
    {.name = "sgprs.unit", .kind = FIELD_U32, .offset = AT(sgpr_unit), .min = 1, .max = 128},
    {.name = "lds.unit", .kind = FIELD_U32, .offset = AT(lds_unit), .min = 1, .max = LDS_MAX},
    {.name = "scratch.most", .kind = FIELD_U32, .offset = AT(scratch_bytes),
     .min = 0, .max = 1u << 24},
    {.name = "scratch.dynamic", .kind = FIELD_U32, .offset = AT(scratch_dynamic),
     .min = 0, .max = 1u << 24},
    {.name = "scratch.base", .kind = FIELD_U64, .offset = AT(scratch_base)},
    {.name = "heap.base", .kind = FIELD_U64, .offset = AT(heap_base)},
    {.name = "heap.end", .kind = FIELD_U64, .offset = AT(heap_end)},
    {.name = "heap.align", .kind = FIELD_U32, .offset = AT(heap_align),
     .min = 16, .max = 1u << 20},
    {.name = "abi.base", .kind = FIELD_U64, .offset = AT(abi_base)},
    {.name = "apertures.shared", .kind = FIELD_U32, .offset = AT(shared_aperture)},
    {.name = "apertures.private", .kind = FIELD_U32, .offset = AT(private_aperture)},
    {.name = "isa.version", .kind = FIELD_CHOICE, .offset = AT(gcn5),
     .chosen = "gcn5", .other = "gcn3"},
    {.name = "isa.pws", .kind = FIELD_FLAG, .offset = AT(pws)},
    {.name = "splits", .kind = FIELD_U32, .offset = AT(split.splits), .max = GCN3_SPLITS_MAX},
    {.name = "split.at", .kind = FIELD_CHOICE, .offset = AT(split.dynamic),
     .chosen = "branches", .other = "instructions"},
    {.name = "split.budget", .kind = FIELD_U32, .offset = AT(split.budget),
     .max = GCN3_SIMDS_ALL_MAX},
    {.name = "split.strict", .kind = FIELD_FLAG, .offset = AT(split.strict)},
    {.name = "split.lane_masks", .kind = FIELD_FLAG, .offset = AT(split.lane_masks)},
    {.name = "split.reprovision", .kind = FIELD_FLAG, .offset = AT(split.reprovision)},
    {.name = "split.cycles", .kind = FIELD_U32, .offset = AT(split.split_cycles),
     .max = CYCLES_MAX},
    {.name = "split.copied", .kind = FIELD_U32, .offset = AT(split.copied), .min = 1, .max = 128},
    {.name = "merge.cycles", .kind = FIELD_U32, .offset = AT(split.merge_cycles),
     .min = 1, .max = CYCLES_MAX},
    {0},
};

/* FLAT treats every address of an aperture as local memory or scratch. */
static enum wc_status check_aperture(struct error *err, const struct gcn3_numbers *n,
                                     const char *name, uint32_t aperture)
{
    if (n->heap_end > n->heap_base && aperture >= n->heap_base >> 32 &&
        aperture <= (n->heap_end - 1) >> 32)
        return fail(err, WC_BAD_INPUT,
                    "%s: 0x%x is the high word of addresses from heap.base = 0x%" PRIx64
                    " to heap.end = 0x%" PRIx64, name, aperture, n->heap_base, n->heap_end);
    if (aperture == n->abi_base >> 32)
        return fail(err, WC_BAD_INPUT, "%s: 0x%x is the high word of abi.base = 0x%" PRIx64, name,
                    aperture, n->abi_base);
    return WC_OK;
}

static enum wc_status check_numbers(struct error *err, const struct gcn3_numbers *n)
{
    enum wc_status status = check_aperture(err, n, "apertures.shared", n->shared_aperture);
    if (status == WC_OK)
        status = check_aperture(err, n, "apertures.private", n->private_aperture);
    if (status != WC_OK)
        return status;
    if (n->abi_base % ABI_ALIGNMENT)
        return fail(err, WC_BAD_INPUT, "abi.base: 0x%" PRIx64 " is not a multiple of %u",
                    n->abi_base, ABI_ALIGNMENT);
    if (n->heap_align & (n->heap_align - 1))
        return fail(err, WC_BAD_INPUT, "heap.align: %u is not a power of two", n->heap_align);
    if (n->group_lds > n->lds_bytes)
        return fail(err, WC_BAD_INPUT, "group.lds: %u bytes exceed cu.lds = %u",
                    n->group_lds, n->lds_bytes);
    if (n->shared_aperture == n->private_aperture)
        return fail(err, WC_BAD_INPUT, "apertures.shared and apertures.private are both 0x%x",
                    n->shared_aperture);
    return WC_OK;
}

/* PWS-26: a budget of SIMDs and SpSIMDs together decides how many are SIMDs. */
static enum wc_status count_units(struct error *err, struct gcn3_numbers *n)
{
    const uint32_t each = n->split.dynamic ? 1 : n->split.splits + 1, budget = n->split.budget;
    if (budget % each || budget / each > GCN3_SIMDS_MAX)
        return fail(err, WC_BAD_INPUT, "split.budget: %u SIMDs and SpSIMDs; expected a multiple of "
                    "splits + 1 = %u, up to %u", budget, each, each * GCN3_SIMDS_MAX);
    if (budget)
        n->simds = budget / each;
    n->units = n->simds * each;
    return WC_OK;
}

/* ---- building ---- */

static void build_wave(struct gcn3_machine *m, uint32_t cu, uint32_t simd, uint32_t slot)
{
    struct gcn3_wave *wave = gcn3_wave_at(m, cu, simd, slot);
    model_place_warp(&wave->resident, cu * m->numbers.units + simd, slot, GCN3_LANES, GCN3_LANES,
                     &wave->state);
}

static enum wc_status build_cu(struct error *err, struct gcn3_machine *m, uint32_t id)
{
    const struct gcn3_numbers *n = &m->numbers;
    struct gcn3_cu *cu = &m->cus[id];
    cu->waves = gcn3_wave_of(m->run.warps[id * n->units * n->waves]);
    cu->groups = arena_array(&m->run.arena, n->groups, sizeof *cu->groups);
    for (uint32_t simd = 0; simd < n->units; simd++) {
        for (uint32_t slot = 0; slot < n->waves; slot++)
            build_wave(m, id, simd, slot);
    }
    void *lds = NULL;
    enum wc_status status = allocate_checked(
        err, "local data share", n->groups * group_memory_stride(n->group_lds) + 1, &lds);
    cu->lds = lds;
    return status;
}

static void destroy(struct machine *machine)
{
    struct gcn3_machine *m = (struct gcn3_machine *)machine;
    for (uint32_t i = 0; m->cus && i < m->numbers.cus; i++)
        free(m->cus[i].lds);
    gcn3_finish(&m->run, WC_OK);
    arena_free(&m->dynamic);
    model_destroy(machine);
}

static enum wc_status build(struct error *err, struct parameters *parameters,
                            struct run_state *run)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    const struct gcn3_numbers *n = &m->numbers;
    enum wc_status status = fields_read(err, parameters, "", fields, &m->numbers);
    if (status == WC_OK)
        status = check_numbers(err, n);
    if (status == WC_OK)
        status = count_units(err, &m->numbers);
    if (status == WC_OK)
        status = gcn3_clock_read(err, parameters, m);
    if (status == WC_OK)
        status = model_allocate_warps(err, run, n->cus * n->units * n->waves,
                                      sizeof(struct gcn3_wave));
    if (status != WC_OK)
        return status;
    run->heap.base = n->heap_base;
    run->heap.end = n->heap_end;
    run->heap.align = n->heap_align;
    m->cus = arena_array(&run->arena, n->cus, sizeof *m->cus);
    for (uint32_t i = 0; status == WC_OK && i < n->cus; i++)
        status = build_cu(err, m, i);
    if (status == WC_OK)
        gcn3_clock_build(m);
    return status;
}

static enum wc_status create(struct error *err, struct parameters *parameters,
                             struct machine **out)
{
    return model_create(err, &machine_gcn3, sizeof(struct gcn3_machine), parameters, build, out);
}

static uint64_t features(const struct machine *machine, const struct isa *isa)
{
    (void)isa;
    return ((const struct gcn3_machine *)machine)->numbers.pws ? GCN3_PWS : 0;
}

static void topology(const struct machine *machine, struct topology *out)
{
    const struct gcn3_numbers *n = &((const struct gcn3_machine *)machine)->numbers;
    *out = (struct topology){.core = {"CU", n->cus}, .unit = {"SIMD", n->units},
                             .helper = n->units > n->simds ? "SpSIMD" : NULL,
                             .helped = n->simds, .slot = {"wavefront context", n->waves},
                             .lane = {"work-item", GCN3_LANES}, .warp = "wavefront",
                             .group = "work-group"};
}

static const struct core_ops core = {
    .prepare = gcn3_prepare,
    .finish = gcn3_finish,
    .apply = gcn3_apply,
    .describe_wait = gcn3_describe_wait,
    .normalise_access = gcn3_normalise_access,
    .run_functional = gcn3_run_functional,
    .cores = gcn3_cores,
    .room = gcn3_room,
    .start_group = gcn3_start_group,
    .end_group = gcn3_end_group,
    .reset_clock = gcn3_clock_reset,
    .clock_group = gcn3_clock_group,
    .step = gcn3_step,
    .due = partition_next_cycle,
    .describe_launch = gcn3_describe_launch,
    .parts = gcn3_parts,
    .pointers = gcn3_pointers,
    .settle = gcn3_settle,
    .count = gcn3_count,
};

const struct machine_ops machine_gcn3 = {
    .model = "gcn3",
    .machine = "gcn3",
    .isas = (const char *const[]){"gcn3", NULL},
    .statistics = &gcn3_statistics,
    .core = &core,
    .create = create,
    .destroy = destroy,
    .topology = topology,
    .features = features,
    .map = model_map_nothing, /* LDS and scratch are made at a launch */
    .admit = gcn3_admit,
    .heap = model_heap,
    .run_functional = run_functional,
    .run_timed = run_timed,
};
