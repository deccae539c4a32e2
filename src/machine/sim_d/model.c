/* SPDX-License-Identifier: Apache-2.0 */
/* model.c - builds a Sim-D machine from its parameters. */
#include "machine/sim_d/model.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "machine/common/fields.h"
#include "machine/common/model.h"
#include "machine/common/topology.h"
#include "machine/sim_d/clock.h"
#include "machine/sim_d/controller.h"

#define AT(member) offsetof(struct sim_d_numbers, member)

enum { REGISTER_WORDS = SIM_D_ROWS * SIM_D_WARP_LANES }; /* of a warp */

static const struct field fields[] = {
    {.name = "compat", .kind = FIELD_CHOICE, .offset = AT(original), .chosen = "original",
     .other = "fixed"},
    {.name = "imem", .kind = FIELD_U32, .offset = AT(imem), .min = 1, .max = SAS_LINES_MAX},
    {.name = "stack", .kind = FIELD_U32, .offset = AT(stack), .min = 1, .max = SIM_D_STACK_MAX},
    {.name = "scratchpad.bytes", .kind = FIELD_U32, .offset = AT(scratchpad_bytes),
     .min = 4, .max = 1 << 24},
    {0},
};

#define FIXED(path, member, number) \
    {.name = "structure." path, .kind = FIELD_U32, \
     .offset = offsetof(struct sim_d_structure, member), .min = (number), .max = (number)}

static const struct field structure[] = {
    FIXED("slots", slots, SIM_D_SLOTS),
    FIXED("work_items", items, SIM_D_ITEMS),
    FIXED("sp_units", sp_units, SIM_D_ITEMS / SIM_D_COLUMNS),
    FIXED("rcp_units", rcp_units, SIM_D_ITEMS / SIM_D_COLUMNS / SIM_D_QUAD),
    FIXED("dividers", dividers, 1),
    FIXED("vector_registers", vectors, SIM_D_VECTORS),
    FIXED("scalar_registers", scalars, SIM_D_SCALARS),
    FIXED("predicates", predicates, SIM_D_PREDICATES),
    FIXED("register_banks", banks, SIM_D_COLUMNS),
    FIXED("cam_entries", cam, SIM_D_ITEMS),
    FIXED("mapped_buffers", buffers, SAS_BUFFERS),
    FIXED("bank_fifo", bank_fifo, BANK_FIFO - 1),
    FIXED("burst_fifo", burst_fifo, BURST_FIFO),
    {0},
};

/* ---- building ---- */

static void build_warp(struct sim_d_machine *m, uint32_t slot, uint32_t number)
{
    struct sim_d_slot *s = &m->slot[slot];
    struct resident *w = sim_d_warp(m, slot, number);
    model_place_warp(w, slot, number, SIM_D_WARP_LANES, SIM_D_WARP_LANES, &s->state[number]);
    w->warp.reg = m->registers + ((size_t)slot * SIM_D_WARPS + number) * REGISTER_WORDS;
    w->group = &s->group;
    w->number = number;
    s->state[number].group = &s->isa;
    s->isa.warp[number] = &w->warp;
    s->group.warp[number] = w;
}

static void build_slot(struct sim_d_machine *m, uint32_t slot)
{
    struct sim_d_slot *s = &m->slot[slot];
    s->group.core = slot;
    s->isa.dram = m->dram;
    s->isa.pad = m->pad;
    s->isa.scratchpad = m->scratchpads + (size_t)slot * m->numbers.scratchpad_bytes;
    s->isa.scratchpad_bytes = m->numbers.scratchpad_bytes;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        build_warp(m, slot, i);
}

static enum wc_status allocate(struct error *err, struct sim_d_machine *m)
{
    const size_t words = (size_t)SIM_D_SLOTS * SIM_D_WARPS * REGISTER_WORDS;
    void *pads = NULL;
    enum wc_status status = model_allocate_warps(err, &m->run, SIM_D_SLOTS * SIM_D_WARPS,
                                                 sizeof(struct resident));
    m->slot = arena_array(&m->run.arena, SIM_D_SLOTS, sizeof *m->slot);
    if (status == WC_OK)
        status = allocate_checked(err, "the scratchpads",
                                  (uint64_t)SIM_D_SLOTS * m->numbers.scratchpad_bytes, &pads);
    m->scratchpads = pads;
    m->registers = aligned_alloc(64, words * sizeof *m->registers);
    return m->registers || status != WC_OK ? status : error_out_of_memory(err);
}

static void destroy(struct machine *machine)
{
    struct sim_d_machine *m = (struct sim_d_machine *)machine;
    free(m->registers);
    free(m->scratchpads);
    model_destroy(machine);
}

static enum wc_status build(struct error *err, struct parameters *parameters,
                            struct run_state *run)
{
    struct sim_d_machine *m = (struct sim_d_machine *)run;
    struct sim_d_structure stated;
    enum wc_status status = fields_read(err, parameters, "", fields, &m->numbers);
    if (status == WC_OK)
        status = fields_read(err, parameters, "", structure, &stated);
    if (status == WC_OK && m->numbers.scratchpad_bytes % sizeof(uint32_t))
        status = fail(err, WC_BAD_INPUT, "scratchpad.bytes: %u; expected a multiple of 4",
                      m->numbers.scratchpad_bytes);
    if (status == WC_OK)
        status = sim_d_clock_read(err, parameters, m);
    if (status == WC_OK)
        status = allocate(err, m);
    if (status != WC_OK)
        return status;
    run->heap.end = UINT64_C(1) << 32; /* of arguments; other buffers are where the program says */
    run->heap.align = 64; /* a burst */
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++)
        build_slot(m, i);
    sim_d_clock_build(m);
    return WC_OK;
}

static enum wc_status create(struct error *err, struct parameters *parameters,
                             struct machine **out)
{
    return model_create(err, &machine_sim_d, sizeof(struct sim_d_machine), parameters, build, out);
}

static uint64_t features(const struct machine *machine, const struct isa *isa)
{
    (void)isa;
    return ((const struct sim_d_machine *)machine)->numbers.original ? SIM_D_ORIGINAL : 0;
}

static void topology(const struct machine *machine, struct topology *out)
{
    (void)machine;
    *out = (struct topology){.core = {"compute unit", 1}, .unit = {"slot", SIM_D_SLOTS},
                             .slot = {"warp slot", SIM_D_WARPS},
                             .lane = {"work-item", SIM_D_WARP_LANES}, .warp = "warp",
                             .group = "work-group", .lockstep = true};
}

static void describe_wait(const struct run_state *run, const struct resident *w, struct text *out)
{
    (void)run;
    (void)w;
    text_add(out, "for memory");
}

static const struct core_ops core = {
    .prepare = sim_d_prepare,
    .finish = sim_d_finish,
    .describe_wait = describe_wait,
    .run_functional = sim_d_run_functional,
    .reset_clock = sim_d_clock_reset,
    .step = sim_d_step,
    .due = sim_d_due,
    .skip = sim_d_skip,
    .parts = sim_d_parts,
    .pointers = sim_d_pointers,
    .count = sim_d_count,
    .describe_launch = sim_d_describe_launch,
};

const struct machine_ops machine_sim_d = {
    .model = "sim-d",
    .machine = "sim-d",
    .isas = (const char *const[]){"sim-d", NULL},
    .statistics = &sim_d_statistics,
    .core = &core,
    .create = create,
    .destroy = destroy,
    .topology = topology,
    .features = features,
    .map = model_map_nothing,
    .admit = sim_d_admit,
    .heap = model_heap,
    .run_functional = run_functional,
    .run_timed = run_timed,
    .state = sim_d_machine_state,
};
