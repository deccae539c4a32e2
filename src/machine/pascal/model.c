/* SPDX-License-Identifier: Apache-2.0 */
/* model.c - builds a Pascal machine from its parameters, and its memory map. */
#include <inttypes.h>

#include "machine/pascal/model.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "machine/common/fields.h"
#include "machine/common/topology.h"
#include "machine/common/model.h"
#include "machine/pascal/clock.h"

#define AT(member) offsetof(struct pascal_numbers, member)

static const struct field fields[] = {
    {.name = "sms", .kind = FIELD_U32, .offset = AT(sms), .min = 1, .max = 128},
    {.name = "sm.warps", .kind = FIELD_U32, .offset = AT(warps),
     .min = PASCAL_SMPS, .max = PASCAL_WARPS_MAX},
    {.name = "sm.blocks", .kind = FIELD_U32, .offset = AT(blocks), .min = 1, .max = 64},
    {.name = "sm.threads", .kind = FIELD_U32, .offset = AT(threads),
     .min = SASS_LANES, .max = SASS_LANES * PASCAL_WARPS_MAX},
    {.name = "sm.registers", .kind = FIELD_U32, .offset = AT(registers),
     .min = 256, .max = 1u << 24},
    {.name = "sm.shared", .kind = FIELD_U32, .offset = AT(shared_bytes),
     .min = 0, .max = SASS_WINDOW_BYTES},
    {.name = "block.threads", .kind = FIELD_U32, .offset = AT(block_threads),
     .min = 1, .max = SASS_LANES * PASCAL_BLOCK_WARPS_MAX},
    {.name = "block.shared", .kind = FIELD_U32, .offset = AT(block_shared),
     .min = 0, .max = SASS_WINDOW_BYTES},
    {.name = "thread.registers", .kind = FIELD_U32, .offset = AT(thread_registers),
     .min = 1, .max = SASS_RZ},
    {.name = "thread.local", .kind = FIELD_U32, .offset = AT(local_bytes),
     .min = 0, .max = SASS_WINDOW_BYTES},
    {.name = "registers.unit", .kind = FIELD_U32, .offset = AT(register_unit),
     .min = 1, .max = 65536},
    {.name = "shared.unit", .kind = FIELD_U32, .offset = AT(shared_unit),
     .min = 1, .max = 65536},
    {.name = "tokens.entries", .kind = FIELD_U32, .offset = AT(tokens),
     .min = 1, .max = 65536},
    {.name = "tokens.rule", .kind = FIELD_CHOICE, .offset = AT(tokens_plain),
     .chosen = "plain", .other = "typed"},
    {.name = "heap.base", .kind = FIELD_U64, .offset = AT(heap_base)},
    {.name = "heap.end", .kind = FIELD_U64, .offset = AT(heap_end)},
    {.name = "heap.align", .kind = FIELD_U32, .offset = AT(heap_align),
     .min = 16, .max = 1u << 20},
    {.name = "windows.shared", .kind = FIELD_U64, .offset = AT(shared_window)},
    {.name = "windows.local", .kind = FIELD_U64, .offset = AT(local_window)},
    {.name = "local.base", .kind = FIELD_U64, .offset = AT(local_base)},
    {.name = "constant.base", .kind = FIELD_U64, .offset = AT(constant_base)},
    {0},
};

static bool apart(uint64_t base, uint64_t end, uint64_t window)
{
    return end <= window || base >= window + SASS_WINDOW_BYTES;
}

/* Code uses the low 24 bits of a generic address as the offset in a window. */
static enum wc_status check_windows(struct error *err, const struct pascal_numbers *n)
{
    const struct { const char *name; uint64_t base; } windows[] = {
        {"shared", n->shared_window}, {"local", n->local_window}};
    for (int i = 0; i < 2; i++) {
        uint64_t base = windows[i].base;
        if (!base || base % SASS_WINDOW_BYTES)
            return fail(err, WC_BAD_INPUT, "windows.%s: 0x%" PRIx64
                        " is not a multiple of 16 MiB above 0", windows[i].name, base);
        if (!apart(n->heap_base, n->heap_end, base))
            return fail(err, WC_BAD_INPUT, "windows.%s: the 16 MiB at 0x%" PRIx64
                        " overlap the heap at 0x%" PRIx64 "..0x%" PRIx64, windows[i].name, base,
                        n->heap_base, n->heap_end);
    }
    if (n->shared_window == n->local_window)
        return fail(err, WC_BAD_INPUT, "windows.shared and windows.local: both are at 0x%" PRIx64,
                    n->shared_window);
    return WC_OK;
}

static enum wc_status check_numbers(struct error *err, const struct pascal_numbers *n)
{
    if (n->warps % PASCAL_SMPS)
        return fail(err, WC_BAD_INPUT,
                    "sm.warps: %u warps; expected a multiple of %d (processing blocks)",
                    n->warps, PASCAL_SMPS);
    if (n->heap_align & (n->heap_align - 1))
        return fail(err, WC_BAD_INPUT, "heap.align: %u is not a power of two", n->heap_align);
    if (n->block_shared > n->shared_bytes)
        return fail(err, WC_BAD_INPUT, "block.shared: %u bytes exceed sm.shared = %u",
                    n->block_shared, n->shared_bytes);
    return check_windows(err, n);
}

/* ---- building ---- */

static void build_warp(struct pascal *pascal, uint32_t sm, uint32_t slot)
{
    struct pascal_warp *w = &pascal->sms[sm].warps[slot];
    model_place_warp(&w->resident, sm * PASCAL_SMPS + slot % PASCAL_SMPS, slot / PASCAL_SMPS,
                     SASS_LANES, SASS_LANES, &w->state);
    w->state.sm = sm;
    w->state.virtual_warp = slot;
    w->tokens.size = pascal->numbers.tokens;
    w->tokens.rule = pascal->numbers.tokens_plain ? TOKENS_PLAIN : TOKENS_TYPED;
    w->tokens.entries = arena_array(&pascal->run.arena, w->tokens.size,
                                    sizeof *w->tokens.entries);
}

static enum wc_status build_sm(struct error *err, struct pascal *pascal, uint32_t id)
{
    const struct pascal_numbers *n = &pascal->numbers;
    struct pascal_sm *sm = &pascal->sms[id];
    size_t rows = (size_t)n->warps * pascal->row_room * SASS_LANES * sizeof *sm->registers;
    sm->warps = pascal_warp_of(pascal->run.warps[id * n->warps]);
    sm->registers = aligned_alloc(64, rows);
    sm->blocks = arena_array(&pascal->run.arena, n->blocks, sizeof *sm->blocks);
    if (!sm->registers)
        return fail_memory(err);
    for (uint32_t slot = 0; slot < n->warps; slot++)
        build_warp(pascal, id, slot);
    void *shared = NULL;
    enum wc_status status = allocate_checked(
        err, "shared memory", n->blocks * group_memory_stride(n->block_shared) + 1, &shared);
    sm->shared = shared;
    return status;
}

static void destroy(struct machine *machine)
{
    struct pascal *pascal = (struct pascal *)machine;
    for (uint32_t i = 0; pascal->sms && i < pascal->numbers.sms; i++) {
        free(pascal->sms[i].registers);
        free(pascal->sms[i].shared);
    }
    free(pascal->local);
    model_destroy(machine);
}

static enum wc_status build(struct error *err, struct parameters *parameters,
                            struct run_state *run)
{
    struct pascal *pascal = (struct pascal *)run;
    const struct pascal_numbers *n = &pascal->numbers;
    enum wc_status status = fields_read(err, parameters, "", fields, &pascal->numbers);
    if (status == WC_OK)
        status = check_numbers(err, n);
    if (status == WC_OK)
        status = pascal_clock_read(err, parameters, pascal);
    if (status == WC_OK)
        status = model_allocate_warps(err, run, n->sms * n->warps, sizeof(struct pascal_warp));
    if (status != WC_OK)
        return status;
    run->heap.base = n->heap_base;
    run->heap.end = n->heap_end;
    run->heap.align = n->heap_align;
    pascal->reconverge = &reconverge_tokens;
    pascal->row_room = sass_rows(SASS_RZ) + 4; /* a quad may begin at the last register */
    pascal->sms = arena_array(&run->arena, n->sms, sizeof *pascal->sms);
    for (uint32_t i = 0; status == WC_OK && i < n->sms; i++)
        status = build_sm(err, pascal, i);
    if (status == WC_OK)
        pascal_clock_build(pascal);
    return status;
}

static enum wc_status create(struct error *err, struct parameters *parameters,
                             struct machine **out)
{
    return model_create(err, &machine_pascal, sizeof(struct pascal), parameters, build, out);
}

static uint64_t features(const struct machine *machine, const struct isa *isa)
{
    (void)machine;
    return isa->default_features;
}

static void topology(const struct machine *machine, struct topology *out)
{
    const struct pascal_numbers *n = &((const struct pascal *)machine)->numbers;
    *out = (struct topology){.core = {"SM", n->sms}, .unit = {"processing block", PASCAL_SMPS},
                             .slot = {"warp slot", n->warps / PASCAL_SMPS},
                             .lane = {"thread", SASS_LANES}, .warp = "warp", .group = "block"};
}

static const struct core_ops core = {
    .prepare = pascal_prepare,
    .finish = pascal_finish,
    .apply = pascal_apply,
    .describe_wait = pascal_describe_wait,
    .run_functional = functional_groups,
    .cores = pascal_cores,
    .room = pascal_room,
    .start_group = pascal_start_group,
    .end_group = pascal_end_group,
    .reset_clock = pascal_clock_reset,
    .clock_group = pascal_clock_group,
    .step = pascal_step,
    .due = partition_next_cycle,
    .describe_launch = pascal_describe_launch,
    .parts = pascal_parts,
    .pointers = pascal_pointers,
    .count = pascal_count,
};

const struct machine_ops machine_pascal = {
    .model = "pascal",
    .machine = "jetson-tx2",
    .isas = (const char *const[]){"sass", NULL},
    .statistics = &pascal_statistics,
    .core = &core,
    .cooperative = true,
    .textures = true,
    .create = create,
    .destroy = destroy,
    .topology = topology,
    .features = features,
    .map = model_map_nothing, /* shared, local and constant memory are made at a launch */
    .admit = pascal_admit,
    .heap = model_heap,
    .run_functional = run_functional,
    .run_timed = run_timed,
    .state = pascal_state,
};
