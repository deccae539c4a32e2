/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - checks a launch on a GCN3 machine, and sets up its wavefronts: registers, scratch, and
 * the state left by the HSA runtime (abi/hsa.h). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "abi/grid.h"
#include "abi/pack.h"
#include "machine/common/admit.h"
#include "machine/common/taint.h"
#include "machine/gcn3/decoded.h"

enum {
    SCRATCH_UNIT = 4,   /* words are interleaved by lane */
    ROWS_SPARE = 16,    /* the widest tuple may begin at the last register */
    ROWS_MIN = 3,       /* x, y and z of a work-item */
};

/* ---- what a launch takes ---- */

static uint32_t scratch_of(const struct gcn3_numbers *n, const struct kernel *kernel)
{
    uint32_t bytes = kernel->stack_bytes;
    if (kernel->amdgpu->dynamic_stack && bytes < n->scratch_dynamic)
        bytes = n->scratch_dynamic;
    return (uint32_t)round_up_to(bytes, SCRATCH_UNIT);
}

static struct gcn3_footprint footprint_of(const struct gcn3_numbers *n,
                                          const struct launch *launch)
{
    uint32_t items = launch->block[0] * launch->block[1] * launch->block[2];
    const struct amdgpu_kernel *own = launch->kernel->amdgpu;
    return (struct gcn3_footprint){
        .items = items,
        .waves = (items + GCN3_LANES - 1) / GCN3_LANES,
        .vgprs = (uint32_t)round_up_to(own->vgprs ? own->vgprs : 1, n->vgpr_unit),
        .sgprs = (uint32_t)round_up_to(own->sgprs ? own->sgprs : 1, n->sgpr_unit),
        .lds = (uint32_t)round_up_to(pack_local_bytes(launch), n->lds_unit)};
}

static enum wc_status check_sizes(struct error *err, const struct gcn3_numbers *n,
                                  const struct launch *launch)
{
    const struct kernel *kernel = launch->kernel;
    uint64_t items = 1;
    for (unsigned i = 0; i < 3; i++) {
        if (launch->block[i] == 0 || launch->block[i] > n->group_items)
            return fail(err, WC_BAD_INPUT,
                        "%s: work-group size %u in dimension %c; the maximum is %u (group.items)",
                        launch->name, launch->block[i], "xyz"[i], n->group_items);
        if (launch->grid[i] == 0 || (uint64_t)launch->grid[i] * launch->block[i] > UINT32_MAX)
            return fail(err, WC_BAD_INPUT,
                        "%s: %u work-groups of %u in dimension %c; expected 1 to 2^32 - 1 "
                        "work-items per dimension",
                        launch->name, launch->grid[i], launch->block[i], "xyz"[i]);
        items *= launch->block[i];
    }
    if (items > n->group_items)
        return fail(err, WC_BAD_INPUT, "%s: work-group of %" PRIu64 " work-items; the maximum of "
                    "this machine is %u (group.items)", launch->name, items, n->group_items);
    if (kernel->max_threads && items > kernel->max_threads)
        return fail(err, WC_BAD_INPUT, "%s: work-group of %" PRIu64 " work-items; the kernel is "
                    "compiled for up to %u", launch->name, items, kernel->max_threads);
    return WC_OK;
}

/* Wavefronts of this launch that one SIMD can take. */
static uint32_t simd_waves(const struct gcn3_numbers *n, const struct gcn3_footprint *need)
{
    uint32_t waves = n->waves;
    waves = waves < n->vgprs / need->vgprs ? waves : n->vgprs / need->vgprs;
    return waves < n->sgprs / need->sgprs ? waves : n->sgprs / need->sgprs;
}

static enum wc_status check_resources(struct error *err, const struct gcn3_numbers *n,
                                      const struct launch *launch)
{
    uint64_t lds = pack_local_bytes(launch);
    uint32_t scratch = scratch_of(n, launch->kernel);
    if (lds > n->group_lds)
        return fail(err, WC_BAD_INPUT, "%s: a work-group needs %" PRIu64 " bytes of local memory; "
                    "the maximum is %u (group.lds)", launch->name, lds, n->group_lds);
    if (scratch > n->scratch_bytes)
        return fail(err, WC_BAD_INPUT, "%s: %u bytes of scratch per work-item; this machine has %u "
                    "(scratch.most)", launch->name, scratch, n->scratch_bytes);
    struct gcn3_footprint need = footprint_of(n, launch);
    if (need.lds > n->lds_bytes)
        return fail(err, WC_BAD_INPUT, "%s: a work-group needs %u bytes of local memory; a "
                    "compute unit has %u (cu.lds)", launch->name, need.lds, n->lds_bytes);
    if (need.waves > (uint64_t)n->simds * simd_waves(n, &need))
        return fail(err, WC_BAD_INPUT, "%s: work-group of %u wavefronts with %u vector and %u "
                    "scalar registers each; a compute unit can hold %u (simd.waves, "
                    "simd.vgprs, simd.sgprs)", launch->name, need.waves, need.vgprs, need.sgprs,
                    n->simds * simd_waves(n, &need));
    return WC_OK;
}

/* Opcodes of GCN3 mean something else on GCN5, and the other way round. */
static enum wc_status check_version(struct error *err, const struct gcn3_numbers *n,
                                    const struct launch *launch)
{
    const struct image *image = launch->image;
    const bool is_gcn5 = gcn3_version_of(image->architecture) != GCN3_GFX8;
    if (is_gcn5 == n->gcn5)
        return WC_OK;
    fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
            "the code is for %s (%s); this machine has instructions of %s (isa.version)",
            image->chip, is_gcn5 ? "GCN5" : "GCN3", n->gcn5 ? "GCN5" : "GCN3");
    hint(err, "--machine %s", is_gcn5 ? "gcn5" : "gcn3");
    return WC_BAD_INPUT;
}

enum wc_status gcn3_admit(struct error *err, struct machine *machine, const struct launch *launch)
{
    const struct gcn3_numbers *n = &((const struct gcn3_machine *)machine)->numbers;
    static enum wc_status (*const checks[])(struct error *, const struct gcn3_numbers *,
                                            const struct launch *) = {
        check_version, check_sizes, check_resources,
    };
    enum wc_status status = admit_kernel(err, launch, "a code object");
    for (size_t i = 0; status == WC_OK && i < sizeof checks / sizeof *checks; i++)
        status = checks[i](err, n, launch);
    return status;
}

/* ---- registers and scratch ---- */

/* Contexts of SIMDs; those of SpSIMDs use what their wavefront has. */
static uint32_t contexts_of(const struct gcn3_machine *m)
{
    return m->numbers.cus * m->splitting.base * m->numbers.waves;
}

void gcn3_context_reset(struct gcn3_machine *m, struct gcn3_wave *wave)
{
    struct warp *warp = &wave->resident.warp;
    const uint32_t units = m->numbers.units;
    const uint64_t number = (warp->core / units * m->splitting.base + warp->core % units) *
                            (uint64_t)m->numbers.waves + warp->slot;
    const uint64_t bytes = (uint64_t)GCN3_LANES * m->isa.private_bytes;
    warp->reg = m->registers + number * m->rows * GCN3_LANES;
    wave->state.scratch = bytes ? m->scratch + number * bytes : NULL;
    wave->state.scratch_address = m->numbers.scratch_base + number * bytes;
    wave->state.scratch_labels = m->scratch_labels ? m->scratch_labels + number * bytes : NULL;
}

static enum wc_status place_registers(struct gcn3_machine *m)
{
    const struct launch *launch = m->run.launch;
    uint32_t named = registers_named(launch->program, GCN3_V0, GCN3_VGPRS);
    uint32_t declared = launch->kernel->amdgpu->vgprs;
    uint32_t max = named > declared ? named : declared;
    max = max > ROWS_MIN ? max : ROWS_MIN;
    m->rows = (max < GCN3_VGPRS ? max : GCN3_VGPRS) + ROWS_SPARE;
    m->registers = aligned_alloc(64, (uint64_t)contexts_of(m) * m->rows * GCN3_LANES *
                                         sizeof *m->registers);
    return m->registers ? WC_OK : fail_memory(m->run.err);
}

static enum wc_status place_scratch(struct gcn3_machine *m)
{
    uint64_t bytes = (uint64_t)GCN3_LANES * m->isa.private_bytes * contexts_of(m);
    void *all = NULL;
    enum wc_status status = WC_OK;
    m->scratch_labels = NULL;
    if (bytes)
        status = allocate_checked(m->run.err, "scratch", bytes, &all);
    if (status == WC_OK)
        status = taint_label(&m->run, bytes, &m->scratch_labels);
    m->scratch = all;
    return status;
}

/* ---- the launch ---- */

/* Values are followed into the text: what printf returns depends on them. */
static void read_by_host(void *run, uint64_t address, uint64_t bytes)
{
    taint_read(run, address, bytes, "printf");
}

static enum wc_status begin_host(struct gcn3_machine *m)
{
    const struct run_state *run = &m->run;
    const struct hsa_host_place place = {.low = run->heap.base, .high = run->heap.end,
                                         .align = run->heap.align, .wavefronts = run->warp_count};
    enum wc_status status =
        hsa_host_begin(run->err, &m->host, run->memory, run->launch, &place);
    m->host.console = run->control->console;
    m->host.user = run->control->user;
    m->host.reads = read_by_host;
    m->host.reader = &m->run;
    return status;
}

static enum wc_status prepare_hsa(struct gcn3_machine *m)
{
    const struct gcn3_numbers *n = &m->numbers;
    const struct hsa_launch hsa = {
        .base = n->abi_base,
        .shared_aperture = n->shared_aperture,
        .private_aperture = n->private_aperture,
        .scratch_base = n->scratch_base,
        .scratch_bytes = (uint64_t)contexts_of(m) * GCN3_LANES * m->isa.private_bytes,
        .private_bytes = m->isa.private_bytes,
        .lds = m->footprint.lds,
        .host = &m->host,
    };
    return hsa_prepare(m->run.err, m->run.memory, m->run.launch, &hsa, &m->first);
}

enum wc_status gcn3_prepare(struct run_state *run)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    const struct launch *launch = run->launch;
    m->splitting = gcn3_provision(&m->numbers, launch);
    for (uint32_t i = 0; i < m->numbers.cus; i++)
        gcn3_cu_reset(m, i);
    for (uint32_t i = 0; i < run->warp_count; i++)
        gcn3_wave_of(run->warps[i])->swf.free_at = 0;
    m->footprint = footprint_of(&m->numbers, launch);
    m->lds_bytes = (uint32_t)pack_local_bytes(launch);
    m->entry = (uint32_t)program_index(launch->program, launch->kernel->entry);
    m->isa = (struct gcn3_launch){
        .program = launch->program,
        .shared_aperture = m->numbers.shared_aperture,
        .private_aperture = m->numbers.private_aperture,
        .private_bytes = scratch_of(&m->numbers, launch->kernel),
        .vgprs = launch->kernel->amdgpu->vgprs,
        .cycle = &run->cycle,
    };
    for (uint32_t i = 0; i < m->footprint.waves; i++)
        grid_threads(launch->block, i, GCN3_LANES, m->item[i][0], m->item[i][1], m->item[i][2]);
    enum wc_status status = begin_host(m);
    if (status == WC_OK)
        status = prepare_hsa(m);
    if (status == WC_OK)
        status = place_registers(m);
    if (status == WC_OK)
        status = place_scratch(m);
    if (status == WC_OK)
        status = gcn3_dynamic_prepare(m);
    if (status == WC_OK)
        status = gcn3_decoded_prepare(m);
    uint64_t lds = (uint64_t)m->numbers.cus * m->numbers.groups * m->numbers.group_lds;
    return status == WC_OK ? taint_label(run, lds, &m->lds_labels) : status;
}

enum wc_status gcn3_finish(struct run_state *run, enum wc_status status)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    hsa_host_end(&m->host);
    gcn3_decoded_release(m);
    free(m->registers);
    free(m->scratch);
    m->registers = NULL;
    m->scratch = NULL;
    return status;
}
