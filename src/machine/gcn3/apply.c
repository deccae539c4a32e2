/* SPDX-License-Identifier: Apache-2.0 */
/* apply.c - applies an instruction's effect to a wavefront and to its work-group.
 *
 * Control is scalar: a wavefront has one pc, and divergent sides run one after the other under EXEC
 * (PWS-27) or as wavefronts of their own (split.h). A barrier waits for all wavefronts of the group
 * that have not ended. Split and merge have no effect on a machine without SpSIMDs (PWS-12). */
#include "machine/gcn3/model.h"

static void release(struct run_state *run, struct group *group, uint64_t warps)
{
    run_release_group(run, group, warps);
    gcn3_split_release(run, group, warps);
}

/* The barrier no longer waits for a wavefront that has ended. */
static enum wc_status end_wave(struct run_state *run, struct resident *w, const struct insn *insn)
{
    struct gcn3_workgroup *group = gcn3_workgroup_of(w);
    struct gcn3_wave *root = gcn3_wave_of(w)->swf.root;
    bool whole = true;
    if (gcn3_is_split(root)) {
        enum wc_status status = gcn3_split_end(run, w, insn, &whole);
        if (status != WC_OK)
            return status;
    }
    if (!whole)
        return WC_OK;
    run_end_warp(run, &root->resident);
    if (group->group.live && group->barrier.arrived)
        release(run, &group->group, barrier_expect(&group->barrier, group->group.live));
    return WC_OK;
}

static enum wc_status arrive(struct run_state *run, struct resident *w, const struct insn *insn)
{
    struct gcn3_workgroup *group = gcn3_workgroup_of(w);
    bool released, whole = true;
    enum wc_status status = run_go(run, w, insn, insn->next);
    if (status == WC_OK && gcn3_is_split(gcn3_wave_of(w)))
        status = gcn3_split_barrier(run, w, insn, &whole);
    if (status != WC_OK)
        return status;
    run->outcome->statistics.count[STAT_BARRIERS]++;
    run_wait(run, w);
    if (whole)
        release(run, &group->group,
                barrier_arrive(&group->barrier, w->number, group->group.live, true, &released));
    return WC_OK;
}

void gcn3_describe_wait(const struct run_state *run, const struct resident *w, struct text *out)
{
    const struct barrier *barrier = &gcn3_workgroup_of(w)->barrier;
    const uint32_t merging = ((const struct gcn3_wave *)w)->swf.merging;
    if (merging != NO_INDEX) {
        text_add(out, "at the merge at 0x%llx, where its partner has not arrived",
                 (unsigned long long)run->launch->program->insns[merging].pc);
        return;
    }
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
            hint(run->err, "host services other than printf are not available: their "
                           "address is 0");
            return;
        }
    }
}

/* A wavefront may have called the host. */
static enum wc_status serve(struct run_state *run, struct resident *w, const struct insn *insn)
{
    struct hsa_host *host = &((struct gcn3_machine *)run)->host;
    return hsa_host_serve(host) ? WC_OK
                                : run_fail(run, w, insn, "%s", text_string(&host->problem));
}

enum wc_status gcn3_apply(struct run_state *run, struct resident *w, const struct insn *insn,
                          const struct effect *effect)
{
    enum wc_status status;
    switch (effect->kind) {
    case EFFECT_BRANCH:
        status = run_go(run, w, insn, effect->taken ? insn->target : insn->next);
        if (((struct gcn3_machine *)run)->splitting.enabled &&
            ((struct gcn3_machine *)run)->splitting.points)
            gcn3_dynamic_branch(run, w, insn);
        return status;
    case EFFECT_JUMP:
        if (gcn3_is_split(gcn3_wave_of(w)))
            return run_fail(run, w, insn, "a jump between a split and its merge");
        return run_go(run, w, insn, program_index(run->launch->program, effect->target));
    case EFFECT_EXIT:
        return end_wave(run, w, insn);
    case EFFECT_BARRIER:
        return arrive(run, w, insn);
    case EFFECT_SPLIT:
        return gcn3_split(run, w, insn, effect->taken);
    case EFFECT_JOIN:
        return gcn3_merge(run, w, insn, (uint16_t)effect->value);
    case EFFECT_FAULT:
        status = run_fault(run, w, insn, &effect->fault);
        explain_services(run, &effect->fault);
        return status;
    case EFFECT_MEMORY:
        if (insn->flags & INSN_ATOMIC && ((struct gcn3_machine *)run)->host.hostcall_base) {
            status = serve(run, w, insn);
            if (status != WC_OK)
                return status;
        }
        return run_go(run, w, insn, insn->next);
    default:
        return run_go(run, w, insn, insn->next);
    }
}
