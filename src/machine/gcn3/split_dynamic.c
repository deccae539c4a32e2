/* SPDX-License-Identifier: Apache-2.0 */
/* split_dynamic.c - dynamic wavefront splitting: at every branch where lanes diverge (PWS-28).
 *
 * The machine knows where the sides of a divergent branch join, as if its code said so
 * (pass/split/sites.h). At the branch over the then side it splits if both sides have lanes and a
 * context of the compute unit is free, and serialises the sides otherwise. A part that comes to the
 * join takes one more issue slot there, in which it meets its partner. */
#include "machine/gcn3/clock.h"
#include "pass/split/sites.h"

/* By instruction: the branches at which wavefronts may split. */
enum wc_status gcn3_dynamic_prepare(struct gcn3_machine *m)
{
    const struct launch *launch = m->run.launch;
    const struct program *program = launch->program;
    const struct function *function = program_function(program, launch->kernel->entry);
    struct gcn3_splitting *s = &m->splitting;
    arena_free(&m->dynamic);
    if (!m->numbers.split.dynamic || !s->each || !function)
        return WC_OK;
    s->points = arena_array(&m->dynamic, program->count, sizeof *s->points);
    /* Split and merge instructions have no effect here: rewritten code splits like any other. */
    const struct split_sites sites = split_sites_find(&m->dynamic, program, function, true);
    for (uint32_t i = 0; i < sites.count; i++) {
        const struct split_site *site = &sites.list[i];
        if (!site->refused && site->skip != NO_INSN)
            s->points[site->skip] = (struct gcn3_point){true, (uint8_t)site->saved, site->join};
    }
    return WC_OK;
}

void gcn3_dynamic_branch(struct run_state *run, struct resident *w, const struct insn *insn)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    struct gcn3_wave *wave = gcn3_wave_of(w);
    const struct gcn3_point *point = &m->splitting.points[insn - run->launch->program->insns];
    const uint64_t then = gcn3_scalar_pair(&wave->state, GCN3_EXEC);
    if (!point->splits)
        return;
    const uint64_t other = gcn3_scalar_pair(&wave->state, point->saved) & ~then;
    if (!(then & wave->state.split_mask) || !(other & wave->state.split_mask))
        return;
    struct gcn3_wave *child = gcn3_split_at(m, wave, then, point->join);
    if (child)
        child->resident.warp.pc = (uint32_t)insn->target;
}

bool gcn3_dynamic_joins(const struct gcn3_wave *wave)
{
    const struct gcn3_split *split = gcn3_open_split(wave);
    return split && split->join == wave->resident.warp.pc;
}
