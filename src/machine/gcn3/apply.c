/* SPDX-License-Identifier: Apache-2.0 */
/* apply.c - what an instruction's effect does to a wavefront and to its work-group.
 *
 * Control is scalar: a wavefront goes one way as a whole, and divergent sides follow each other
 * under EXEC (PWS-27). A barrier waits for all wavefronts of the group that have not ended. Split
 * and merge part nothing on a machine without SpSIMDs (PWS-12). */
#include <inttypes.h>

#include "machine/gcn3/model.h"
#include "machine/common/place.h"

struct place gcn3_place(const struct gcn3_machine *m, const struct gcn3_wave *wave,
                        const struct insn *insn)
{
    const uint32_t *index = wave->group->index;
    return (struct place){.launch = m->launch, .warp = &wave->warp, .insn = insn,
                          .has_group = true, .group = {index[0], index[1], index[2]}};
}

static enum wc_status go_to(struct gcn3_machine *m, struct gcn3_wave *wave,
                            const struct insn *insn, int32_t index)
{
    struct place place;
    if (index >= 0 && (uint32_t)index < m->launch->program->count) {
        wave->warp.pc = (uint32_t)index;
        return WC_OK;
    }
    place = gcn3_place(m, wave, insn);
    return place_fail(m->err, WC_KERNEL_FAULT, &place,
                      "control goes to where the program has no instruction");
}

static void release(struct gcn3_workgroup *group, uint64_t waves)
{
    group->released |= waves;
    for (; waves; waves &= waves - 1)
        group->wave[__builtin_ctzll(waves)]->waits = false;
}

/* Those who have ended are no longer waited for. */
static void end_wave(struct gcn3_wave *wave)
{
    struct gcn3_workgroup *group = wave->group;
    wave->ended = true;
    group->live--;
    warp_set_mask(&wave->warp, 0);
    if (group->live && group->barrier.arrived)
        release(group, barrier_expect(&group->barrier, group->live));
}

static void arrive(struct gcn3_machine *m, struct gcn3_wave *wave)
{
    struct gcn3_workgroup *group = wave->group;
    bool released;
    m->outcome->statistics.count[STAT_BARRIERS]++;
    wave->waits = true;
    release(group, barrier_arrive(&group->barrier, wave->number, group->live, true, &released));
}

/* Code takes a service of the host, like printf, from its hidden arguments; here they are 0. */
static void explain_services(struct gcn3_machine *m, const struct fault *fault)
{
    enum { NEAR_ZERO = 4096 };
    const struct amdgpu_kernel *own = m->launch->kernel->amdgpu;
    if (fault->kind != FAULT_OUT_OF_BOUNDS || fault->space != MEMORY_GLOBAL ||
        fault->address >= NEAR_ZERO)
        return;
    for (uint32_t i = 0; i < own->hidden_count; i++) {
        if (own->hidden[i].kind == HIDDEN_SERVICE) {
            hint(m->err, "if the kernel calls printf or another service of the host: there is none "
                         "here, and its address is 0");
            return;
        }
    }
}

static enum wc_status apply_fault(struct gcn3_machine *m, struct gcn3_wave *wave,
                                  const struct insn *insn, const struct effect *effect)
{
    struct place place = gcn3_place(m, wave, insn);
    place.has_lane = true;
    place.lane = effect->fault.lane;
    enum wc_status status = place_fail_fault(m->err, &place, &wave->port, &effect->fault);
    explain_services(m, &effect->fault);
    return status;
}

enum wc_status gcn3_apply(struct gcn3_machine *m, struct gcn3_wave *wave, const struct insn *insn,
                          const struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_BRANCH:
        return go_to(m, wave, insn, effect->taken ? insn->target : insn->next);
    case EFFECT_JUMP:
        return go_to(m, wave, insn, program_index(m->launch->program, effect->target));
    case EFFECT_EXIT:
        end_wave(wave);
        return WC_OK;
    case EFFECT_BARRIER:
        arrive(m, wave);
        return go_to(m, wave, insn, insn->next);
    case EFFECT_FAULT:
        return apply_fault(m, wave, insn, effect);
    default:
        return go_to(m, wave, insn, insn->next);
    }
}
