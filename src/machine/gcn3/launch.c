/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - a launch description becomes what a kernel finds in memory before it starts.
 *
 * As the HSA runtime leaves it: the argument segment with the hidden arguments that the compiler
 * asked for, the dispatch packet, and of the queue what kernels read (LLVM, User Guide for AMDGPU
 * Backend, "Kernel Dispatch" and "Kernel Argument Metadata"). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "machine/gcn3/model.h"
#include "machine/common/pack.h"

enum {
    LOCAL_POINTER_BYTES = 4,
    ARGUMENT_UNIT = 64,      /* wide scalar loads may read past the last argument */
    PACKET_BYTES = 64, QUEUE_BYTES = 256,
    QUEUE_SHARED_APERTURE = 0x40, QUEUE_PRIVATE_APERTURE = 0x44,
    ABI_STRIDE = 0x1000,     /* from packet to queue to arguments */
    SCRATCH_UNIT = 4,        /* words are interleaved by lane */
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
                        "%s: a work-group of %u in dimension %c; the most is %u (group.items)",
                        launch->name, launch->block[i], "xyz"[i], n->group_items);
        if (launch->grid[i] == 0 || (uint64_t)launch->grid[i] * launch->block[i] > UINT32_MAX)
            return fail(err, WC_BAD_INPUT,
                        "%s: %u work-groups of %u in dimension %c; there are from 1 to 2^32 - 1 "
                        "work-items in a dimension",
                        launch->name, launch->grid[i], launch->block[i], "xyz"[i]);
        items *= launch->block[i];
    }
    if (items > n->group_items)
        return fail(err, WC_BAD_INPUT, "%s: a work-group of %" PRIu64 " work-items; this machine "
                    "takes %u (group.items)", launch->name, items, n->group_items);
    if (kernel->max_threads && items > kernel->max_threads)
        return fail(err, WC_BAD_INPUT, "%s: a work-group of %" PRIu64 " work-items; the kernel is "
                    "compiled for %u at most", launch->name, items, kernel->max_threads);
    return WC_OK;
}

/* Wavefronts of this launch that one SIMD has room for. */
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
        return fail(err, WC_BAD_INPUT, "%s: a work-group takes %" PRIu64 " bytes of local memory; "
                    "this machine has %u for it (group.lds)", launch->name, lds, n->group_lds);
    if (scratch > n->scratch_bytes)
        return fail(err, WC_BAD_INPUT, "%s: %u bytes of scratch a work-item; this machine has %u "
                    "(scratch.most)", launch->name, scratch, n->scratch_bytes);
    struct gcn3_footprint need = footprint_of(n, launch);
    if (need.lds > n->lds_bytes)
        return fail(err, WC_BAD_INPUT, "%s: a work-group takes %u bytes of local memory; a "
                    "compute unit has %u (cu.lds)", launch->name, need.lds, n->lds_bytes);
    if (need.waves > (uint64_t)n->simds * simd_waves(n, &need))
        return fail(err, WC_BAD_INPUT, "%s: a work-group of %u wavefronts with %u vector and %u "
                    "scalar registers each; a compute unit has room for %u (simd.waves, "
                    "simd.vgprs, simd.sgprs)", launch->name, need.waves, need.vgprs, need.sgprs,
                    n->simds * simd_waves(n, &need));
    return WC_OK;
}

enum wc_status gcn3_admit(struct error *err, struct machine *machine, const struct launch *launch)
{
    const struct gcn3_numbers *n = &((const struct gcn3_machine *)machine)->numbers;
    if (!launch->kernel || !launch->kernel->amdgpu)
        return fail(err, WC_BAD_INPUT,
                    "a code object holds kernels: the job must say 'grid' and 'block'");
    if (program_index(launch->program, launch->kernel->entry) < 0)
        return fail_at(err, WC_BAD_INPUT, launch->image->path, 0, 0,
                       "%s begins at 0x%" PRIx64 ", where there is no code", launch->name,
                       launch->kernel->entry);
    enum wc_status status = check_sizes(err, n, launch);
    return status == WC_OK ? check_resources(err, n, launch) : status;
}

/* ---- memory that the runtime fills ---- */

static void put(uint8_t *into, uint32_t offset, uint64_t value, uint32_t bytes)
{
    memcpy(into + offset, &value, bytes < 8 ? bytes : 8);
}

static uint32_t dimensions(const struct launch *launch)
{
    if (launch->grid[2] * launch->block[2] > 1)
        return 3;
    return launch->grid[1] * launch->block[1] > 1 ? 2 : 1;
}

/* Work-items of a grid are whole work-groups, so nothing remains and no work-item is offset. */
static uint64_t hidden_value(const struct gcn3_machine *m, enum hidden_argument_kind kind,
                             uint64_t queue)
{
    const struct launch *launch = m->launch;
    switch (kind) {
    case HIDDEN_BLOCK_COUNT_X:
    case HIDDEN_BLOCK_COUNT_Y:
    case HIDDEN_BLOCK_COUNT_Z:
        return launch->grid[kind - HIDDEN_BLOCK_COUNT_X];
    case HIDDEN_GROUP_SIZE_X:
    case HIDDEN_GROUP_SIZE_Y:
    case HIDDEN_GROUP_SIZE_Z:
        return launch->block[kind - HIDDEN_GROUP_SIZE_X];
    case HIDDEN_GRID_DIMS:
        return dimensions(launch);
    case HIDDEN_PRIVATE_BASE:
        return m->numbers.private_aperture;
    case HIDDEN_SHARED_BASE:
        return m->numbers.shared_aperture;
    case HIDDEN_QUEUE_PTR:
        return queue;
    case HIDDEN_DYNAMIC_LDS_SIZE:
        return pack_local_bytes(launch) - launch->kernel->local_bytes;
    default:
        return 0;
    }
}

static void fill_arguments(const struct gcn3_machine *m, uint8_t *segment, uint64_t size,
                           uint64_t queue)
{
    const struct amdgpu_kernel *own = m->launch->kernel->amdgpu;
    for (uint32_t i = 0; i < own->hidden_count; i++) {
        const struct hidden_argument *hidden = &own->hidden[i];
        if (hidden->offset <= size && hidden->bytes <= size - hidden->offset)
            put(segment, hidden->offset, hidden_value(m, hidden->kind, queue), hidden->bytes);
    }
    pack_arguments(m->launch, LOCAL_POINTER_BYTES, segment);
}

static void fill_packet(const struct gcn3_machine *m, uint8_t *packet, uint64_t arguments)
{
    enum { HEADER = 0, SETUP = 2, GROUP = 4, GRID = 12, PRIVATE = 24, LDS = 28, OBJECT = 32,
           ARGUMENTS = 40, KERNEL_DISPATCH = 2 };
    const struct launch *launch = m->launch;
    put(packet, HEADER, KERNEL_DISPATCH, 2);
    put(packet, SETUP, dimensions(launch), 2);
    for (unsigned i = 0; i < 3; i++) {
        put(packet, GROUP + 2 * i, launch->block[i], 2);
        put(packet, GRID + 4 * i, (uint64_t)launch->grid[i] * launch->block[i], 4);
    }
    put(packet, PRIVATE, m->isa.private_bytes, 4);
    put(packet, LDS, m->footprint.lds, 4);
    put(packet, OBJECT, launch->kernel->amdgpu->descriptor, 8);
    put(packet, ARGUMENTS, arguments, 8);
}

static void fill_queue(const struct gcn3_machine *m, uint8_t *queue)
{
    put(queue, QUEUE_SHARED_APERTURE, m->numbers.shared_aperture, 4);
    put(queue, QUEUE_PRIVATE_APERTURE, m->numbers.private_aperture, 4);
}

static enum wc_status place_abi(struct gcn3_machine *m, struct gcn3_addresses *at)
{
    const struct kernel *kernel = m->launch->kernel;
    struct allocation *packet = NULL, *queue = NULL, *arguments = NULL;
    uint64_t packed = pack_arguments(m->launch, LOCAL_POINTER_BYTES, NULL);
    uint64_t size = packed > kernel->parameter_bytes ? packed : kernel->parameter_bytes;
    size = round_up_to(size ? size : 1, ARGUMENT_UNIT);
    at->packet = m->numbers.abi_base;
    at->queue = at->packet + ABI_STRIDE;
    at->arguments = at->queue + ABI_STRIDE;
    memory_release(m->memory, ALLOCATION_ARGUMENTS);
    enum wc_status status = memory_place(m->err, m->memory, ALLOCATION_ARGUMENTS,
                                         "dispatch packet", at->packet, PACKET_BYTES, false, NULL);
    if (status == WC_OK)
        status = memory_place(m->err, m->memory, ALLOCATION_ARGUMENTS, "queue", at->queue,
                              QUEUE_BYTES, false, NULL);
    if (status == WC_OK)
        status = memory_place(m->err, m->memory, ALLOCATION_ARGUMENTS, "kernel arguments",
                              at->arguments, size, false, NULL);
    if (status != WC_OK)
        return status;
    packet = memory_find(m->memory, at->packet, 1);
    queue = memory_find(m->memory, at->queue, 1);
    arguments = memory_find(m->memory, at->arguments, 1);
    fill_packet(m, packet->bytes, at->arguments);
    fill_queue(m, queue->bytes);
    fill_arguments(m, arguments->bytes, size, at->queue);
    return WC_OK;
}

/* ---- registers and scratch ---- */

enum { ROWS_BEHIND = 16 }; /* the widest tuple that could begin at the last register */

static uint32_t vgprs_of(const struct regs *list, unsigned count)
{
    uint32_t max = 0;
    for (unsigned i = 0; i < count; i++) {
        uint32_t end = (uint32_t)list[i].first + list[i].count;
        if (list[i].count && end > GCN3_V0 && end - GCN3_V0 > max)
            max = end - GCN3_V0;
    }
    return max;
}

/* Every vector register that any instruction of the file names, so that none is outside of its
 * wavefront's. */
static uint32_t rows_of(const struct launch *launch)
{
    const struct program *program = launch->program;
    uint32_t max = launch->kernel->amdgpu->vgprs;
    for (uint32_t i = 0; i < program->count; i++) {
        const struct insn *insn = &program->insns[i];
        uint32_t reads = vgprs_of(insn->src, SOURCES_MAX);
        uint32_t writes = vgprs_of(insn->dst, TARGETS_MAX);
        max = reads > max ? reads : max;
        max = writes > max ? writes : max;
    }
    max = max > 3 ? max : 3; /* the three numbers of a work-item */
    return (max < GCN3_VGPRS ? max : GCN3_VGPRS) + ROWS_BEHIND;
}

static enum wc_status place_registers(struct gcn3_machine *m)
{
    const struct gcn3_numbers *n = &m->numbers;
    uint64_t waves = (uint64_t)n->cus * n->simds * n->waves;
    m->rows = rows_of(m->launch);
    uint64_t row_bytes = GCN3_LANES * sizeof *m->registers;
    m->registers = aligned_alloc(64, waves * m->rows * row_bytes);
    if (!m->registers)
        return fail(m->err, WC_INTERNAL, "out of memory");
    for (uint64_t i = 0; i < waves; i++) {
        struct gcn3_cu *cu = &m->cus[i / (n->simds * n->waves)];
        cu->waves[i % (n->simds * n->waves)].warp.reg = m->registers + i * m->rows * GCN3_LANES;
    }
    return WC_OK;
}

static enum wc_status place_scratch(struct gcn3_machine *m)
{
    const struct gcn3_numbers *n = &m->numbers;
    uint64_t per_cu = (uint64_t)n->simds * n->waves, waves = n->cus * per_cu;
    uint64_t bytes = (uint64_t)GCN3_LANES * m->isa.private_bytes;
    void *all = NULL;
    enum wc_status status = WC_OK;
    if (bytes)
        status = allocate_checked(m->err, "scratch", bytes * waves, &all);
    m->scratch = all;
    for (uint64_t i = 0; status == WC_OK && i < waves; i++) {
        struct gcn3_state *state = &m->cus[i / per_cu].waves[i % per_cu].state;
        state->scratch = bytes ? m->scratch + i * bytes : NULL;
        state->scratch_address = n->scratch_base + i * bytes;
    }
    return status;
}

enum wc_status gcn3_prepare(struct gcn3_machine *m)
{
    const struct launch *launch = m->launch;
    struct gcn3_addresses at;
    m->footprint = footprint_of(&m->numbers, launch);
    m->lds_bytes = (uint32_t)pack_local_bytes(launch);
    m->entry = (uint32_t)program_index(launch->program, launch->kernel->entry);
    m->isa = (struct gcn3_launch){
        .program = launch->program,
        .shared_aperture = m->numbers.shared_aperture,
        .private_aperture = m->numbers.private_aperture,
        .private_bytes = scratch_of(&m->numbers, launch->kernel),
        .vgprs = launch->kernel->amdgpu->vgprs,
        .cycle = &m->cycle,
    };
    enum wc_status status = place_abi(m, &at);
    if (status == WC_OK)
        status = place_registers(m);
    if (status == WC_OK)
        status = place_scratch(m);
    if (status == WC_OK)
        gcn3_start_prepare(m, &at);
    return status;
}
