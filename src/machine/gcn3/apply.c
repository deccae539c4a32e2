/* SPDX-License-Identifier: Apache-2.0 */
/* apply.c - applies an instruction's effect to a wavefront and to its work-group.
 *
 * Control is scalar: a wavefront has one pc, and divergent sides run one after the other under EXEC
 * (PWS-27). A barrier waits for all wavefronts of the group that have not ended. Split and merge
 * have no effect on a machine without SpSIMDs (PWS-12). */
#include "machine/gcn3/model.h"

/* The barrier no longer waits for a wavefront that has ended. */
static void end_wave(struct run_state *run, struct resident *w)
{
    struct gcn3_workgroup *group = gcn3_workgroup_of(w);
    run_end_warp(run, w);
    if (group->group.live && group->barrier.arrived)
        run_release_group(run, &group->group,
                          barrier_expect(&group->barrier, group->group.live));
}

static void arrive(struct run_state *run, struct resident *w)
{
    struct gcn3_workgroup *group = gcn3_workgroup_of(w);
    bool released;
    run->outcome->statistics.count[STAT_BARRIERS]++;
    run_wait(run, w);
    run_release_group(run, &group->group,
                      barrier_arrive(&group->barrier, w->number, group->group.live, true,
                                     &released));
}

void gcn3_describe_wait(const struct run_state *run, const struct resident *w, struct text *out)
{
    const struct barrier *barrier = &gcn3_workgroup_of(w)->barrier;
    (void)run;
    text_add(out, "at the barrier, where %u of %u wavefronts have arrived", barrier->arrived,
             barrier->expected);
}

/* Every context has its scratch elsewhere, but logs of two runs must be comparable. */
void gcn3_normalise_access(const struct resident *w, struct access *access)
{
    const struct gcn3_wave *wave = (const struct gcn3_wave *)w;
    if (access->space != MEMORY_LOCAL)
        return;
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        access->address[lane] -= wave->state.scratch_address;
}

/* Code finds host services like printf through hidden arguments; here they are 0. */
static void explain_services(struct run_state *run, const struct fault *fault)
{
    enum { NEAR_ZERO = 4096 };
    const struct amdgpu_kernel *own = run->launch->kernel->amdgpu;
    if (fault->kind != FAULT_OUT_OF_BOUNDS || fault->space != MEMORY_GLOBAL ||
        fault->address >= NEAR_ZERO)
        return;
    for (uint32_t i = 0; i < own->hidden_count; i++) {
        if (own->hidden[i].kind == HIDDEN_SERVICE) {
            hint(run->err, "printf and other host services are not available: their address "
                           "is 0");
            return;
        }
    }
}

enum wc_status gcn3_apply(struct run_state *run, struct resident *w, const struct insn *insn,
                          const struct effect *effect)
{
    enum wc_status status;
    switch (effect->kind) {
    case EFFECT_BRANCH:
        return run_go(run, w, insn, effect->taken ? insn->target : insn->next);
    case EFFECT_JUMP:
        return run_go(run, w, insn, program_index(run->launch->program, effect->target));
    case EFFECT_EXIT:
        end_wave(run, w);
        return WC_OK;
    case EFFECT_BARRIER:
        arrive(run, w);
        return run_go(run, w, insn, insn->next);
    case EFFECT_FAULT:
        status = run_fault(run, w, insn, &effect->fault);
        explain_services(run, &effect->fault);
        return status;
    default:
        return run_go(run, w, insn, insn->next);
    }
}
