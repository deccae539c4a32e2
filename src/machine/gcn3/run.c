/* SPDX-License-Identifier: Apache-2.0 */
/* run.c - the beginning and the end of a launch, clocked or not. */
#include <stdlib.h>

#include "machine/gcn3/model.h"
#include "machine/common/grid.h"
#include "machine/common/place.h"
#include "machine/common/steps.h"

/* ---- where the wavefronts are, in words ---- */

static void describe_wave(const struct gcn3_machine *m, const struct gcn3_wave *wave,
                          struct text *out)
{
    const struct barrier *barrier = &wave->group->barrier;
    /* One that waits stands behind the instruction that made it wait. */
    uint32_t pc = wave->waits && wave->warp.pc ? wave->warp.pc - 1 : wave->warp.pc;
    struct place place = gcn3_place(m, wave, &m->launch->program->insns[pc]);
    if (wave->waits)
        text_add(out, "\n  waits at the barrier, where %u of %u wavefronts have arrived: ",
                 barrier->arrived, barrier->expected);
    else
        text_add(out, "\n  runs: ");
    place_write(&place, out);
}

static uint32_t describe_waves(const struct machine *machine, struct text *out)
{
    enum { LISTED_MAX = 8 };
    const struct gcn3_machine *m = (const struct gcn3_machine *)machine;
    uint32_t waves = 0;
    for (uint32_t i = 0; i < m->numbers.cus; i++) {
        for (uint32_t k = 0; k < m->numbers.simds * m->numbers.waves; k++) {
            const struct gcn3_wave *wave = &m->cus[i].waves[k];
            if (!wave->ended && waves++ < LISTED_MAX)
                describe_wave(m, wave, out);
        }
    }
    if (waves > LISTED_MAX)
        text_add(out, "\n  and %u more", waves - LISTED_MAX);
    return waves;
}

enum wc_status gcn3_begin(struct gcn3_machine *m, struct error *err, struct memory *memory,
                          const struct launch *launch, const struct run_control *control,
                          struct outcome *outcome)
{
    m->err = err;
    m->memory = memory;
    m->launch = launch;
    m->control = control;
    m->outcome = outcome;
    m->limits = (struct limits){.err = err, .machine = &m->machine, .control = control,
                                .outcome = outcome, .describe = describe_waves,
                                .warps = "wavefront"};
    m->cycle = 0;
    m->next_group = 0;
    m->group_count = grid_count(launch->grid);
    outcome->statistics.systems = SYSTEM_GCN3;
    if (control->steps)
        steps_launch(control->steps, launch);
    for (uint32_t i = 0; i < m->numbers.cus; i++)
        gcn3_cu_reset(m, i);
    return gcn3_prepare(m);
}

/* Scratch is told by the place in the wavefront's own, which lies elsewhere in every context: logs
 * of two runs are to be compared. */
static void tell_scratch_from_its_base(const struct gcn3_wave *wave, struct access *access)
{
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        access->address[lane] -= wave->state.scratch_address;
}

void gcn3_log_step(const struct gcn3_machine *m, const struct gcn3_wave *wave,
                   const struct insn *insn, const struct effect *effect)
{
    const uint32_t *index = wave->group->index;
    struct step_warp who = {.in_group = true, .group = {index[0], index[1], index[2]},
                            .warp = wave->number};
    struct effect told = *effect;
    if (told.kind == EFFECT_MEMORY && told.access.space == MEMORY_LOCAL)
        tell_scratch_from_its_base(wave, &told.access);
    steps_after(m->control->steps, &wave->warp, insn, &told, &who);
}

void gcn3_finish(struct gcn3_machine *m)
{
    free(m->registers);
    free(m->scratch);
    m->registers = NULL;
    m->scratch = NULL;
}
