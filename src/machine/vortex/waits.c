/* SPDX-License-Identifier: Apache-2.0 */
/* waits.c - where are the warps, and who waits for what? */
#include "machine/common/place.h"
#include "machine/vortex/model.h"

static void describe_wait(const struct vortex_core *core, const struct vortex_warp *w,
                          struct text *out)
{
    const struct barrier *barrier = &core->barriers[w->wait_value % core->machine->barrier_total];
    switch (w->wait) {
    case WAIT_BARRIER:
        text_add(out, "at barrier %u, where %u of %u warps have arrived", w->wait_value,
                 barrier->arrived, barrier->expected);
        break;
    case WAIT_PHASE:
        text_add(out, "for the end of phase %u of barrier %u", barrier->phase, w->wait_value);
        break;
    case WAIT_GLOBAL_BARRIER:
        text_add(out, "at the barrier %u across cores", w->wait_value);
        break;
    default:
        text_add(out, "for all other warps of the core to end before it spawns");
    }
}

static void describe_warp(const struct vortex_core *core, const struct vortex_warp *w,
                          struct text *out)
{
    const struct program *program = core->machine->launch->program;
    /* A waiting warp stands behind the instruction that made it wait. */
    bool waits = w->wait != WAIT_NONE;
    const struct insn *insn = &program->insns[waits && w->warp.pc ? w->warp.pc - 1 : w->warp.pc];
    struct place place = vortex_place(core, w, insn);
    text_add(out, waits ? "\n  waits " : "\n  runs");
    if (waits)
        describe_wait(core, w, out);
    text_add(out, ": ");
    place_write(&place, out);
}

uint32_t vortex_describe_warps(const struct machine *machine, struct text *out)
{
    enum { LISTED_MAX = 8 };
    const struct vortex *vortex = (const struct vortex *)machine;
    uint32_t warps = 0;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        const struct vortex_core *core = &vortex->cores[i];
        for (uint64_t rest = core->active; rest; rest &= rest - 1) {
            if (warps++ < LISTED_MAX)
                describe_warp(core, &core->warps[__builtin_ctzll(rest)], out);
        }
    }
    if (warps > LISTED_MAX)
        text_add(out, "\n  and %u more", warps - LISTED_MAX);
    return warps;
}
