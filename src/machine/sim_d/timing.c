/* SPDX-License-Identifier: Apache-2.0 */
/* timing.c - numbers of the clocked half, building and resetting. */
#include <stddef.h>

#include "hw/ddr4.h"
#include "machine/common/fields.h"
#include "machine/common/tell.h"
#include "machine/common/waits.h"
#include "machine/sim_d/clock.h"

#define AT(member) offsetof(struct sim_d_clock_numbers, member)

static const struct field fields[] = {
    {.name = "analysis", .kind = FIELD_CHOICE, .offset = AT(original_analysis),
     .chosen = "original", .other = "safe"},
    {.name = "tight.alignment", .kind = FIELD_FLAG, .offset = AT(tight.alignment)},
    {.name = "tight.groups", .kind = FIELD_FLAG, .offset = AT(tight.groups)},
    {.name = "tight.paths", .kind = FIELD_FLAG, .offset = AT(tight.paths)},
    {.name = "tight.pairs", .kind = FIELD_FLAG, .offset = AT(tight.pairs)},
    {.name = "refresh.known", .kind = FIELD_FLAG, .offset = AT(tight.refresh)},
    {.name = "pipeline.decode", .kind = FIELD_U32, .offset = AT(decode), .min = 1,
     .max = SIM_D_DECODE_MAX},
    {.name = "pipeline.execute", .kind = FIELD_U32, .offset = AT(execute), .min = 3,
     .max = SIM_D_EXECUTE_MAX},
    {.name = "pipeline.divider", .kind = FIELD_U32, .offset = AT(divider), .min = 1,
     .max = SIM_D_EXECUTE_MAX},
    {.name = "clock.compute", .kind = FIELD_U32, .offset = AT(memory.compute_mhz), .min = 1,
     .max = 100000},
    {.name = "scratchpad.width", .kind = FIELD_U32, .offset = AT(memory.scratchpad_words),
     .min = 4, .max = 32},
    {.name = "refresh.phase", .kind = FIELD_U64, .offset = AT(memory.refresh_phase)},
    {0},
};

static enum wc_status read_policy(struct error *err, struct parameters *parameters,
                                  struct sim_d_clock_numbers *n)
{
    static const char *const names[] = {
        [SIM_D_UNCONSTRAINED] = "unconstrained", [SIM_D_PAIRWISE] = "pairwise",
        [SIM_D_AS_COMPUTE] = "compute", [SIM_D_AS_ACCESS] = "access", NULL};
    unsigned chosen = 0;
    enum wc_status status = parameter_choice(err, parameters, "policy", names, &chosen);
    n->policy = (enum sim_d_policy)chosen;
    n->memory.one_access = n->policy == SIM_D_AS_ACCESS;
    return status;
}

static enum wc_status read_dram(struct error *err, struct parameters *parameters,
                                struct sim_d_clock_numbers *n)
{
    const char *speed = "", *organisation = "";
    enum wc_status status = parameter_text(err, parameters, "dram.speed", &speed);
    if (status == WC_OK)
        status = parameter_text(err, parameters, "dram.organisation", &organisation);
    if (status != WC_OK)
        return status;
    n->memory.dram = ddr4_find(speed, organisation);
    if (n->memory.dram)
        return WC_OK;
    return fail_at(err, WC_BAD_INPUT, parameters->file, 0, 0,
                   "dram.speed %s has no numbers for dram.organisation %s", speed, organisation);
}

static enum wc_status check(struct error *err, const struct sim_d_clock_numbers *n)
{
    if (n->decode == 2)
        return fail(err, WC_BAD_INPUT, "pipeline.decode: 2 stages; expected 1 or 3");
    if (n->memory.scratchpad_words & (n->memory.scratchpad_words - 1))
        return fail(err, WC_BAD_INPUT, "scratchpad.width: %u words; expected 4, 8, 16 or 32",
                    n->memory.scratchpad_words);
    return WC_OK;
}

enum wc_status sim_d_clock_read(struct error *err, struct parameters *parameters,
                                struct sim_d_machine *m)
{
    m->clock = arena_alloc(&m->run.arena, sizeof *m->clock);
    struct sim_d_clock_numbers *n = &m->clock->numbers;
    enum wc_status status = fields_read(err, parameters, "", fields, n);
    if (status == WC_OK)
        status = read_policy(err, parameters, n);
    if (status == WC_OK)
        status = read_dram(err, parameters, n);
    return status == WC_OK ? check(err, n) : status;
}

void sim_d_clock_build(struct sim_d_machine *m)
{
    struct sim_d_clock *c = m->clock;
    c->stages = c->numbers.decode + c->numbers.execute + 1;
    c->memory = sim_d_memory_create(&m->run.arena, &c->numbers.memory);
}

static void tell_command(void *context, const struct ddr4_command *command,
                         const struct sim_d_request *request)
{
    const struct run_state *run = context;
    const struct sim_d_memory_numbers *n =
        &((const struct sim_d_machine *)run)->clock->numbers.memory;
    uint64_t first = n->dram->refi - 1;
    (void)request;
    tell_dram(run, &(struct event_dram){
        .numbers = n->dram, .command = command, .core_mhz = n->compute_mhz,
        .first_due = n->refresh_phase < first ? first - n->refresh_phase : 0});
}

void sim_d_clock_reset(struct run_state *run)
{
    struct sim_d_machine *m = (struct sim_d_machine *)run;
    struct sim_d_clock *c = m->clock;
    *c = (struct sim_d_clock){.numbers = c->numbers, .memory = c->memory, .stages = c->stages};
    sim_d_make_pop(&c->pop, &c->pop_own);
    c->watcher = (struct sim_d_memory_watcher){.context = run, .command = tell_command};
    sim_d_memory_watch(c->memory, run->observed ? &c->watcher : NULL);
    sim_d_memory_reset(c->memory);
    c->load_done = sim_d_load_cycles(c->memory, run->launch->program->count);
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        c->slot[i].accepts = true;
        c->slot[i].free_at = NEVER;
        c->slot[i].last = waits_of(run, 0); /* where work-groups start */
    }
    run->live = 1; /* the launch itself, until its last work-group has ended */
}
