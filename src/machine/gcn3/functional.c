/* SPDX-License-Identifier: Apache-2.0 */
/* functional.c - running GCN3 code without a clock: results only, as fast as they come.
 *
 * The work-groups of the grid run one after the other in the first compute unit; the wavefronts of
 * a group take turns (machine/common/turns.h). */
#include "machine/gcn3/model.h"
#include "machine/common/steps.h"
#include "machine/common/turns.h"

struct group_run {
    struct gcn3_machine *m;
    struct gcn3_workgroup *group;
    struct effect effect;
};

static bool can_run(void *user, uint32_t number)
{
    const struct gcn3_wave *wave = ((struct group_run *)user)->group->wave[number];
    return !wave->waits && !wave->ended;
}

/* One body, compiled with and without a log of its steps. */
static inline __attribute__((always_inline)) enum wc_status
run_wave(struct group_run *run, uint32_t number, uint64_t max, bool logged)
{
    struct gcn3_machine *m = run->m;
    struct gcn3_wave *wave = run->group->wave[number];
    const struct insn *insns = m->launch->program->insns;
    struct effect *effect = &run->effect;
    for (uint64_t i = 0; i < max; i++) {
        const struct insn *insn = &insns[wave->warp.pc];
        effect->kind = EFFECT_NONE;
        count_instruction(&m->outcome->statistics, &wave->warp, insn);
        m->cycle++;
        if (logged)
            steps_before(m->control->steps, &wave->warp, insn);
        insn->run(&wave->warp, insn, effect);
        if (effect->kind <= EFFECT_FENCE && insn->next >= 0) {
            wave->warp.pc = (uint32_t)insn->next;
            if (logged)
                gcn3_log_step(m, wave, insn, effect);
            continue;
        }
        enum wc_status status = gcn3_apply(m, wave, insn, effect);
        if (logged)
            gcn3_log_step(m, wave, insn, effect);
        if (status != WC_OK)
            return status;
        if (wave->waits || wave->ended)
            break;
    }
    return WC_OK;
}

static enum wc_status run_silent(void *user, uint32_t number, uint64_t max)
{
    return run_wave(user, number, max, false);
}

static enum wc_status run_logged(void *user, uint32_t number, uint64_t max)
{
    return run_wave(user, number, max, true);
}

static enum wc_status run_group(struct group_run *run)
{
    struct turns turns = {.limits = &run->m->limits, .user = run, .can_run = can_run,
                          .run = run->m->control->steps ? run_logged : run_silent};
    run->group = gcn3_group_start(run->m, 0);
    enum wc_status status = turns_take(&turns, run->group->waves, &run->group->live);
    if (status == WC_OK)
        gcn3_group_end(run->m, run->group);
    return status;
}

enum wc_status gcn3_run_functional(struct error *err, struct machine *machine,
                                   struct memory *memory, const struct launch *launch,
                                   const struct run_control *control, struct outcome *outcome)
{
    static const struct effect nothing;
    struct group_run run = {.m = (struct gcn3_machine *)machine, .effect = nothing};
    enum wc_status status = gcn3_begin(run.m, err, memory, launch, control, outcome);
    while (status == WC_OK && run.m->next_group < run.m->group_count)
        status = run_group(&run);
    gcn3_finish(run.m);
    return status;
}
