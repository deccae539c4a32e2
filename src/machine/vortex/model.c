/* SPDX-License-Identifier: Apache-2.0 */
/* model.c - builds a Vortex machine from its parameters, and its memory map. */
#include "machine/common/fields.h"
#include "machine/common/topology.h"
#include "machine/common/model.h"
#include "machine/vortex/model.h"
#include "machine/vortex/clock.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct vortex_numbers, member)

static const struct field fields[] = {
    {.name = "cores", .kind = FIELD_U32, .offset = AT(cores),
     .min = 1, .max = 1024},
    {.name = "warps", .kind = FIELD_U32, .offset = AT(warps),
     .min = 1, .max = 32},
    {.name = "threads", .kind = FIELD_U32, .offset = AT(threads),
     .min = 1, .max = 32},
    {.name = "isa.a", .kind = FIELD_FLAG, .offset = AT(atomics)},
    {.name = "isa.zicond", .kind = FIELD_FLAG, .offset = AT(zicond)},
    {.name = "isa.vote", .kind = FIELD_FLAG, .offset = AT(vote)},
    {.name = "isa.v3", .kind = FIELD_FLAG, .offset = AT(v3)},
    {.name = "isa.traps", .kind = FIELD_FLAG, .offset = AT(traps)},
    {.name = "barrier.count", .kind = FIELD_U32, .offset = AT(barrier_count),
     .min = 1, .max = 4096},
    {.name = "barrier.index", .kind = FIELD_CHOICE, .offset = AT(barrier_by_group),
     .chosen = "group", .other = "flat"},
    {.name = "barrier.global", .kind = FIELD_FLAG, .offset = AT(barrier_global)},
    {.name = "wspawn.copies_mscratch", .kind = FIELD_FLAG, .offset = AT(spawn_copies_mscratch)},
    {.name = "csr.fc3", .kind = FIELD_CHOICE, .offset = AT(csr_fc3_is_local_base),
     .chosen = "local_base", .other = "barriers"},
    {.name = "csr.fc4", .kind = FIELD_FLAG, .offset = AT(csr_fc4)},
    {.name = "csr.cta", .kind = FIELD_FLAG, .offset = AT(csr_cta)},
    {.name = "minstret.unit", .kind = FIELD_CHOICE, .offset = AT(instret_counts_warps),
     .chosen = "warps", .other = "threads"},
    {.name = "disagreement", .kind = FIELD_CHOICE, .offset = AT(stop_on_disagreement),
     .chosen = "stop", .other = "follow"},
    {.name = "heap.base", .kind = FIELD_U32, .offset = AT(heap_base)},
    {.name = "heap.end", .kind = FIELD_U32, .offset = AT(heap_end)},
    {.name = "heap.align", .kind = FIELD_U32, .offset = AT(heap_align),
     .min = 4, .max = 1u << 20},
    {.name = "stack.top", .kind = FIELD_U32, .offset = AT(stack_top)},
    {.name = "stack.bytes_per_thread", .kind = FIELD_U32, .offset = AT(stack_bytes),
     .min = 64, .max = 1u << 24},
    {.name = "ram.bytes", .kind = FIELD_U32, .offset = AT(ram_bytes)},
    {.name = "local.base", .kind = FIELD_U32, .offset = AT(local_base)},
    {.name = "local.bytes", .kind = FIELD_U32, .offset = AT(local_bytes),
     .min = 0, .max = 1u << 24},
    {.name = "console.kind", .kind = FIELD_CHOICE, .offset = AT(console_rings),
     .chosen = "rings", .other = "bytes"},
    {.name = "console.base", .kind = FIELD_U32, .offset = AT(console_base)},
    {.name = "console.slots", .kind = FIELD_U32, .offset = AT(console_slots),
     .min = 1, .max = 64},
    {.name = "console.ring_bytes", .kind = FIELD_U32, .offset = AT(console_ring_bytes),
     .min = 1, .max = 1u << 20},
    {.name = "exit.from", .kind = FIELD_CHOICE, .offset = AT(exit_from_memory),
     .chosen = "memory", .other = "gp"},
    {.name = "exit.address", .kind = FIELD_U32, .offset = AT(exit_address)},
    {.name = "functional.order", .kind = FIELD_POLICY, .offset = AT(functional_order)},
    {0},
};

static enum wc_status read_numbers(struct error *err, struct parameters *parameters,
                                   struct vortex *vortex)
{
    static const char *const orders[] = {"larger", "smaller", NULL};
    unsigned order = 0;
    enum wc_status status = fields_read(err, parameters, "", fields, &vortex->numbers);
    if (status == WC_OK)
        status = parameter_choice(err, parameters, "split.first", orders, &order);
    vortex->numbers.split_order = order ? IPDOM_SMALLER_FIRST : IPDOM_LARGER_FIRST;
    if (status == WC_OK)
        status = vortex_clock_read(err, parameters, vortex);
    return status;
}

static void build_warp(struct vortex *vortex, struct vortex_core *core, uint32_t slot)
{
    const struct vortex_numbers *n = &vortex->numbers;
    struct vortex_warp *w = &core->warps[slot];
    uint32_t stride = (n->threads + LANE_PADDING - 1) / LANE_PADDING * LANE_PADDING;
    model_place_warp(&w->resident, core->id, slot, n->threads, stride, &w->state);
    w->state.environment = &core->environment;
    w->state.group = n->csr_cta ? &w->group : NULL;
    w->ipdom.order = n->split_order;
    w->ipdom.size = n->threads > 1 ? n->threads - 1 : 1; /* each split shrinks the mask */
    w->ipdom.entries = arena_array(&vortex->run.arena, w->ipdom.size, sizeof *w->ipdom.entries);
}

/* Registers of all warps are in one block, aligned for vectors: [warp][row][lane]. */
static enum wc_status build_registers(struct error *err, struct vortex_core *core)
{
    const struct vortex_numbers *n = &core->machine->numbers;
    size_t words = (size_t)RV32_ROWS * core->warps[0].resident.warp.stride;
    uint32_t *registers = aligned_alloc(64, n->warps * words * sizeof *registers);
    if (!registers)
        return fail_memory(err);
    for (uint32_t slot = 0; slot < n->warps; slot++)
        core->warps[slot].resident.warp.reg = registers + slot * words;
    return WC_OK;
}

static enum wc_status build_core(struct error *err, struct vortex *vortex, uint32_t id)
{
    const struct vortex_numbers *n = &vortex->numbers;
    struct vortex_core *core = &vortex->cores[id];
    core->machine = vortex;
    core->id = id;
    core->warps = vortex_warp_of(vortex->run.warps[id * n->warps]);
    for (uint32_t slot = 0; slot < n->warps; slot++)
        build_warp(vortex, core, slot);
    core->barriers = arena_array(&vortex->run.arena, vortex->barrier_total, sizeof *core->barriers);
    core->environment = (struct rv32_environment){
        .threads = n->threads,
        .warps = n->warps,
        .cores = n->cores,
        .barriers = n->barrier_count,
        .local_base = n->local_base,
        .vortex = n->csr_fc4                 ? RV32_VORTEX_3_0
                  : n->csr_fc3_is_local_base ? RV32_VORTEX_2_2
                                             : RV32_VORTEX_2_1,
        .traps = n->traps,
        .cycle = &core->cycle,
        .instret = &core->instret,
        .active_warps = &core->active,
    };
    core->port.user = vortex;
    core->port.console = vortex_console_byte;
    return build_registers(err, core);
}

static void destroy(struct machine *machine)
{
    struct vortex *vortex = (struct vortex *)machine;
    for (uint32_t i = 0; vortex->cores && i < vortex->numbers.cores; i++) {
        struct vortex_core *core = &vortex->cores[i];
        if (core->warps)
            free(core->warps[0].resident.warp.reg);
        free(core->port.local.bytes);
    }
    model_destroy(machine);
}

static enum wc_status build(struct error *err, struct parameters *parameters,
                            struct run_state *run)
{
    struct vortex *vortex = (struct vortex *)run;
    const struct vortex_numbers *n = &vortex->numbers;
    enum wc_status status = read_numbers(err, parameters, vortex);
    if (status == WC_OK)
        status = model_allocate_warps(err, run, n->cores * n->warps, sizeof(struct vortex_warp));
    if (status != WC_OK)
        return status;
    run->heap.base = n->heap_base;
    run->heap.end = n->heap_end;
    run->heap.align = n->heap_align;
    /* Vortex 3.0 has its own set of barriers for each group slot, and as many slots as warps. */
    vortex->barrier_total = n->barrier_by_group ? n->warps * n->barrier_count : n->barrier_count;
    vortex->reconverge = &reconverge_ipdom;
    vortex->cores = arena_array(&run->arena, n->cores, sizeof *vortex->cores);
    vortex->global_barriers =
        arena_array(&run->arena, vortex->barrier_total, sizeof *vortex->global_barriers);
    vortex->console = arena_array(&run->arena, n->console_slots, sizeof *vortex->console);
    for (uint32_t i = 0; status == WC_OK && i < n->cores; i++)
        status = build_core(err, vortex, i);
    if (status == WC_OK)
        vortex_clock_build(vortex);
    return status;
}

static enum wc_status create(struct error *err, struct parameters *parameters,
                             struct machine **out)
{
    return model_create(err, &machine_vortex, sizeof(struct vortex), parameters, build, out);
}

static uint64_t features(const struct machine *machine, const struct isa *isa)
{
    (void)isa;
    const struct vortex_numbers *n = &((const struct vortex *)machine)->numbers;
    return (n->atomics ? RV32_A : 0) | (n->zicond ? RV32_ZICOND : 0) | (n->vote ? RV32_VOTE : 0) |
           (n->v3 ? RV32_V3 : 0);
}

/* Bytes of the ring console: wr and rd words, the rings, and a word of losses per slot. */
static uint64_t console_bytes(const struct vortex_numbers *n)
{
    if (!n->console_rings)
        return n->console_slots;
    return (uint64_t)n->console_slots * (4 + 4 + n->console_ring_bytes + 4);
}

/* Where stock start-up code leaves the profile counters of each core when its program ends: after
 * the console. From 2.2 on the exit code is among them. */
static enum wc_status map_counters(struct error *err, const struct vortex_numbers *n,
                                   struct memory *memory)
{
    enum { COUNTERS_BYTES = 32 * 8 };
    const uint64_t base = n->console_base + console_bytes(n);
    uint64_t end = base + (uint64_t)n->cores * COUNTERS_BYTES;
    if (base < n->heap_base && end > n->heap_base)
        end = n->heap_base;
    if (base >= end || end > 1ull << 32 || (base >= n->heap_base && base < n->heap_end))
        return WC_OK;
    return memory_place(err, memory, ALLOCATION_STACK, "profile counters at exit", base,
                        end - base, true, NULL);
}

static enum wc_status map_console(struct error *err, const struct vortex_numbers *n,
                                  struct memory *memory)
{
    enum allocation_kind kind = n->console_rings ? ALLOCATION_STACK : ALLOCATION_CONSOLE;
    enum wc_status status = memory_place(err, memory, kind, "console", n->console_base,
                                         console_bytes(n), true, NULL);
    if (status == WC_OK)
        status = map_counters(err, n, memory);
    if (status == WC_OK && n->exit_from_memory && !memory_find(memory, n->exit_address, 4))
        status = memory_place(err, memory, ALLOCATION_STACK, "exit code", n->exit_address, 4, true,
                              NULL);
    return status;
}

/* Addresses that no program could use are an error of the machine, not of the program. */
static enum wc_status check_map(struct error *err, const struct vortex_numbers *n)
{
    const uint64_t end = 1ull << 32;
    if (n->heap_align & (n->heap_align - 1))
        return fail(err, WC_BAD_INPUT, "heap.align: %u is not a power of two", n->heap_align);
    if (n->local_base % 16 || n->stack_top % 16 || n->stack_bytes % 16)
        return fail(err, WC_BAD_INPUT,
                    "local.base, stack.top and stack.bytes_per_thread must be multiples of 16");
    if (n->local_base + (uint64_t)n->local_bytes > end ||
        n->console_base + console_bytes(n) > end)
        return fail(err, WC_BAD_INPUT,
                    "local memory and console extend past the 32-bit address space");
    return WC_OK;
}

/* Every thread has a stack of its own. Programs and their code lie between buffers and stacks. */
static enum wc_status check_stacks(struct error *err, const struct vortex_numbers *n)
{
    const uint64_t core = (uint64_t)n->warps * n->threads * n->stack_bytes;
    const uint64_t begin = n->heap_end < n->stack_top ? n->heap_end : 0;
    const uint64_t space = n->stack_top - begin, most = space ? (space - 1) / core : 0;
    if (n->cores <= most)
        return WC_OK;
    fail(err, WC_BAD_INPUT,
         "%u core%s of %u warps of %u threads need %llu bytes of stacks; between heap.end = 0x%llx "
         "and stack.top = 0x%x there are %llu",
         n->cores, n->cores == 1 ? "" : "s", n->warps, n->threads,
         (unsigned long long)(n->cores * core), (unsigned long long)begin, n->stack_top,
         (unsigned long long)space);
    if (most)
        hint(err, "at most %llu core%s of so many threads fit into the 32-bit address space; more "
             "of them with fewer warps or threads each",
             (unsigned long long)most, most == 1 ? "" : "s");
    return WC_BAD_INPUT;
}

static enum wc_status map(struct error *err, struct machine *machine, struct memory *memory)
{
    struct vortex *vortex = (struct vortex *)machine;
    const struct vortex_numbers *n = &vortex->numbers;
    uint64_t stacks = (uint64_t)n->cores * n->warps * n->threads * n->stack_bytes;
    enum wc_status status = check_map(err, n);
    if (status == WC_OK)
        status = check_stacks(err, n);
    if (status == WC_OK)
        status = memory_place(err, memory, ALLOCATION_STACK, "stacks", n->stack_top - stacks,
                              stacks, true, NULL);
    if (status == WC_OK)
        status = map_console(err, n, memory);
    /* Each core has its own local memory; this one only reserves its addresses. */
    if (status == WC_OK && n->local_bytes)
        status = memory_place(err, memory, ALLOCATION_LOCAL, "local memory", n->local_base,
                              n->local_bytes, true, NULL);
    for (uint32_t i = 0; status == WC_OK && i < n->cores; i++) {
        struct allocation *local = &vortex->cores[i].port.local;
        void *bytes = NULL;
        status = allocate_checked(err, "local memory", n->local_bytes, &bytes);
        *local = (struct allocation){.base = n->local_base, .size = n->local_bytes, .bytes = bytes,
                                     .name = "local memory", .kind = ALLOCATION_LOCAL,
                                     .writable = true};
    }
    return status;
}

/* Programs start their own warps: no groups are dispatched. */
static void topology(const struct machine *machine, struct topology *out)
{
    const struct vortex_numbers *n = &((const struct vortex *)machine)->numbers;
    *out = (struct topology){.core = {"core", n->cores}, .unit = {NULL, 1},
                             .slot = {"warp slot", n->warps}, .lane = {"thread", n->threads},
                             .warp = "warp", .group = "work-group"};
}

static const struct core_ops core = {
    .prepare = vortex_prepare,
    .finish = vortex_finish,
    .apply = vortex_apply,
    .describe_wait = vortex_describe_wait,
    .find_group = vortex_find_group,
    .run_functional = vortex_run_functional,
    .reset_clock = vortex_clock_reset,
    .step = vortex_step,
    .due = vortex_due,
    .skip = vortex_skip,
    .share = vortex_kernel_share,
    .poll = vortex_console_drain,
    .describe_launch = vortex_describe_launch,
    .parts = vortex_parts,
    .pointers = vortex_pointers,
    .count = vortex_count,
};

const struct machine_ops machine_vortex = {
    .model = "vortex",
    .machine = "vortex",
    .isas = (const char *const[]){"rv32", NULL},
    .statistics = &vortex_statistics,
    .core = &core,
    .create = create,
    .destroy = destroy,
    .topology = topology,
    .features = features,
    .map = map,
    .admit = vortex_admit,
    .heap = model_heap,
    .run_functional = run_functional,
    .run_timed = run_timed,
};
