/* SPDX-License-Identifier: Apache-2.0 */
/* functional.c - work-groups one after the other, without a clock.
 *
 * They alternate between the two slots, as in a clocked run of equal work-groups. */
#include "machine/common/limits.h"
#include "machine/sim_d/model.h"

/* SIMD-15: pops until a lane is enabled. */
static enum wc_status inject_pops(struct sim_d_machine *m, uint32_t slot, const struct insn *insn)
{
    struct sim_d_slot *s = &m->slot[slot];
    enum wc_status status = WC_OK;
    while (status == WC_OK && !s->finished && !sim_d_any_enabled(s)) {
        m->run.outcome->statistics.count[STAT_SIM_D_POPS]++;
        status = sim_d_pop(m, slot, insn);
    }
    return status;
}

static enum wc_status step(struct sim_d_machine *m, uint32_t slot)
{
    struct sim_d_slot *s = &m->slot[slot];
    const struct insn *insn = &m->run.launch->program->insns[s->pc];
    if (s->pc >= m->run.launch->program->count)
        return sim_d_past_end(m, slot);
    enum wc_status status = sim_d_execute(m, slot, insn);
    if (status == WC_OK && sim_d_class(insn) == SIM_D_CLASS_MEMORY) {
        status = sim_d_move(m, slot, insn, &s->isa.access);
        s->finished = sim_d_ends_with(m, slot, insn);
    }
    if (status == WC_OK && sim_d_class(insn) == SIM_D_CLASS_CONTROL)
        status = inject_pops(m, slot, insn);
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        s->isa.warp[i]->pc = s->pc;
    return status;
}

static enum wc_status run_group(struct sim_d_machine *m, uint32_t slot)
{
    enum { CHECK_EVERY = 1024 };
    enum wc_status status = WC_OK;
    sim_d_start_group(m, slot);
    for (uint64_t i = 0; status == WC_OK && !m->slot[slot].finished; i++) {
        if (i % CHECK_EVERY == 0)
            status = limits_check(&m->run,
                                  m->run.outcome->statistics.count[STAT_WARP_INSTRUCTIONS]);
        if (status == WC_OK)
            status = step(m, slot);
    }
    if (status == WC_OK)
        sim_d_end_group(m, slot);
    return status;
}

enum wc_status sim_d_run_functional(struct run_state *run)
{
    struct sim_d_machine *m = (struct sim_d_machine *)run;
    enum wc_status status = WC_OK;
    while (status == WC_OK && run->next_group < m->groups)
        status = run_group(m, run->next_group % SIM_D_SLOTS);
    return status;
}
