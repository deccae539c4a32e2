/* SPDX-License-Identifier: Apache-2.0 */
/* model.c - builds the machine from its parameters, and its memory map. */
#include "machine/fermi/model.h"

#include <stddef.h>
#include <stdlib.h>

#include "machine/common/fields.h"
#include "machine/common/model.h"
#include "machine/common/topology.h"
#include "machine/fermi/clock.h"

#define AT(member) offsetof(struct fermi_numbers, member)

static const struct field fields[] = {
    {.name = "warps", .kind = FIELD_U32, .offset = AT(warps), .min = 1, .max = FERMI_WARPS_MAX},
    {.name = "warp_width", .kind = FIELD_U32, .offset = AT(width),
     .min = SASS_LANES, .max = LANES_MAX},
    {.name = "sm.groups", .kind = FIELD_U32, .offset = AT(blocks),
     .min = 1, .max = FERMI_BLOCKS_MAX},
    {.name = "sm.shared", .kind = FIELD_U32, .offset = AT(shared_bytes),
     .min = 0, .max = SASS_WINDOW_BYTES},
    {.name = "group.threads", .kind = FIELD_U32, .offset = AT(group_threads),
     .min = 1, .max = 1024},
    {.name = "thread.local", .kind = FIELD_U32, .offset = AT(local_bytes),
     .min = 0, .max = SASS_WINDOW_BYTES},
    {.name = "reconvergence", .kind = FIELD_CHOICE, .offset = AT(frontier),
     .chosen = "frontier", .other = "stack"},
    {.name = "frontier.order", .kind = FIELD_CHOICE, .offset = AT(reordered),
     .chosen = "remap", .other = "address"},
    {.name = "stack.entries", .kind = FIELD_U32, .offset = AT(stack_entries),
     .min = 1, .max = 65536},
    {.name = "scopes.entries", .kind = FIELD_U32, .offset = AT(scope_entries),
     .min = 1, .max = UINT8_MAX},
    {.name = "heap.base", .kind = FIELD_U32, .offset = AT(heap_base)},
    {.name = "heap.end", .kind = FIELD_U32, .offset = AT(heap_end)},
    {.name = "heap.align", .kind = FIELD_U32, .offset = AT(heap_align),
     .min = 16, .max = 1u << 20},
    {.name = "stacks.top", .kind = FIELD_U32, .offset = AT(stack_top)},
    {.name = "stacks.bytes", .kind = FIELD_U32, .offset = AT(stack_bytes),
     .min = 256, .max = 1u << 20},
    {.name = "local.base", .kind = FIELD_U32, .offset = AT(local_base)},
    {.name = "windows.shared", .kind = FIELD_U64, .offset = AT(shared_window)},
    {.name = "windows.local", .kind = FIELD_U64, .offset = AT(local_window)},
    {.name = "windows.thread", .kind = FIELD_U64, .offset = AT(thread_local_base)},
    {0},
};

static enum wc_status check_numbers(struct error *err, const struct fermi_numbers *n)
{
    if (n->width != SASS_LANES && n->width != LANES_MAX)
        return fail(err, WC_BAD_INPUT, "warp_width: %u; expected %d or %d", n->width, SASS_LANES,
                    LANES_MAX);
    if (n->heap_align & (n->heap_align - 1))
        return fail(err, WC_BAD_INPUT, "heap.align: %u is not a power of two", n->heap_align);
    if (n->local_base % 16 || n->stack_top % 16 || n->stack_bytes % 16)
        return fail(err, WC_BAD_INPUT,
                    "local.base, stacks.top and stacks.bytes must be multiples of 16");
    if (n->shared_window % SASS_WINDOW_BYTES || n->local_window % SASS_WINDOW_BYTES ||
        n->shared_window == n->local_window || n->shared_window < n->heap_end ||
        n->local_window < n->heap_end)
        return fail(err, WC_BAD_INPUT, "windows.shared and windows.local must be two different "
                    "multiples of 16 MiB after the heap");
    return WC_OK;
}

/* ---- building ---- */

static void build_warp(struct fermi *fermi, uint32_t slot)
{
    const struct fermi_numbers *n = &fermi->numbers;
    struct arena *arena = &fermi->run.arena;
    struct fermi_warp *w = &fermi->warps[slot];
    model_place_warp(&w->resident, 0, slot, n->width, n->width, &w->rv32);
    w->hot = n->frontier ? fermi->contexts.warps[slot].hot : &w->top;
    if (n->frontier) {
        w->scopes = arena_array(arena, (size_t)n->width * n->scope_entries, sizeof *w->scopes);
        return;
    }
    w->tokens.size = w->postdom.size = n->stack_entries;
    w->tokens.rule = TOKENS_TYPED;
    w->tokens.entries = arena_array(arena, n->stack_entries, sizeof *w->tokens.entries);
    w->postdom.entries = arena_array(arena, n->stack_entries, sizeof *w->postdom.entries);
}

static void build_contexts(struct fermi *fermi, const struct contexts_numbers *numbers)
{
    struct arena *arena = &fermi->run.arena;
    contexts_build(&fermi->contexts, numbers,
                   arena_array(arena, numbers->warps, sizeof *fermi->contexts.warps),
                   arena_array(arena, contexts_node_count(numbers), sizeof(struct cct_node)));
}

static enum wc_status build_parts(struct error *err, struct fermi *fermi)
{
    const struct fermi_numbers *n = &fermi->numbers;
    void *shared = NULL;
    enum wc_status status = allocate_checked(
        err, "shared memory", n->blocks * group_memory_stride(n->shared_bytes) + 1, &shared);
    fermi->shared = shared;
    fermi->warps = fermi_warp_of(fermi->run.warps[0]);
    fermi->groups = arena_array(&fermi->run.arena, n->blocks, sizeof *fermi->groups);
    build_contexts(fermi, fermi_clock_contexts(fermi));
    for (uint32_t slot = 0; slot < n->warps; slot++)
        build_warp(fermi, slot);
    fermi_clock_build(fermi);
    return status;
}

static enum wc_status build(struct error *err, struct parameters *parameters,
                            struct run_state *run)
{
    struct fermi *fermi = (struct fermi *)run;
    const struct fermi_numbers *n = &fermi->numbers;
    enum wc_status status = fields_read(err, parameters, "", fields, &fermi->numbers);
    if (status == WC_OK)
        status = check_numbers(err, n);
    if (status == WC_OK)
        status = fermi_clock_read(err, parameters, fermi);
    if (status == WC_OK)
        status = model_allocate_warps(err, run, n->warps, sizeof(struct fermi_warp));
    run->heap.base = n->heap_base;
    run->heap.end = n->heap_end;
    run->heap.align = n->heap_align;
    return status == WC_OK ? build_parts(err, fermi) : status;
}

static enum wc_status create(struct error *err, struct parameters *parameters,
                             struct machine **out)
{
    return model_create(err, &machine_fermi, sizeof(struct fermi), parameters, build, out);
}

static void destroy(struct machine *machine)
{
    struct fermi *fermi = (struct fermi *)machine;
    free(fermi->registers);
    free(fermi->shared);
    free(fermi->thread_memory);
    arena_free(&fermi->arena);
    model_destroy(machine);
}

static uint64_t features(const struct machine *machine, const struct isa *isa)
{
    (void)machine;
    return isa == &isa_rv32 ? RV32_A : isa->default_features;
}

/* Stacks of plain RV32 code. Local memory is made for each group; here its addresses are taken. */
static enum wc_status map(struct error *err, struct machine *machine, struct memory *memory)
{
    const struct fermi_numbers *n = &((const struct fermi *)machine)->numbers;
    const uint64_t stacks = (uint64_t)n->warps * n->width * n->stack_bytes;
    if (stacks > n->stack_top || n->local_base + (uint64_t)n->shared_bytes > FERMI_RETURN)
        return fail(err, WC_BAD_INPUT, "%llu bytes of stacks below stacks.top, or local memory "
                    "from local.base on, do not fit into 32-bit addresses",
                    (unsigned long long)stacks);
    enum wc_status status = memory_place(err, memory, ALLOCATION_STACK, "stacks",
                                         n->stack_top - stacks, stacks, true, NULL);
    if (status == WC_OK && n->shared_bytes)
        status = memory_place(err, memory, ALLOCATION_LOCAL, "local memory", n->local_base,
                              n->shared_bytes, true, NULL);
    return status;
}

static void topology(const struct machine *machine, struct topology *out)
{
    const struct fermi_numbers *n = &((const struct fermi *)machine)->numbers;
    *out = (struct topology){.core = {"SM", 1}, .unit = {NULL, 1},
                             .slot = {"warp slot", n->warps}, .lane = {"thread", n->width},
                             .warp = "warp", .group = "block"};
}

static const struct core_ops core = {
    .prepare = fermi_prepare,
    .finish = fermi_finish,
    .apply = fermi_apply,
    .describe_wait = fermi_describe_wait,
    .run_functional = fermi_run_functional,
    .cores = fermi_cores,
    .room = fermi_room,
    .start_group = fermi_start_group,
    .end_group = fermi_end_group,
    .reset_clock = fermi_clock_reset,
    .clock_group = fermi_clock_group,
    .step = fermi_step,
    .due = fermi_due,
    .describe_launch = fermi_describe_launch,
    .parts = fermi_parts,
    .pointers = fermi_pointers,
    .settle = fermi_drop_past,
    .count = fermi_count,
};

const struct machine_ops machine_fermi = {
    .model = "fermi",
    .machine = "fermi",
    .isas = (const char *const[]){"rv32", "sass", NULL},
    .statistics = &fermi_statistics,
    .core = &core,
    .create = create,
    .destroy = destroy,
    .topology = topology,
    .features = features,
    .map = map,
    .admit = fermi_admit,
    .heap = model_heap,
    .state = fermi_state,
    .run_functional = run_functional,
    .run_timed = run_timed,
};
