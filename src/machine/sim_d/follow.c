/* SPDX-License-Identifier: Apache-2.0 */
/* follow.c - decisions of the machine that may depend on the contents of buffers.
 *
 * A vector instruction takes the same time for any lanes, so masks that depend on a source decide
 * nothing by themselves. They do where the machine looks at all of them: whether a lane is on
 * (otherwise the decoder pops), whether all have ended, and which lanes an index stream has. One
 * lane that is known to be on is enough to know the first. */
#include "machine/sim_d/follow.h"

#include <string.h>

static struct tainted *names_of(const struct sim_d_machine *m, uint32_t slot, uint32_t warp)
{
    return sim_d_warp(m, slot, warp)->tainted;
}

void sim_d_follow_start(struct sim_d_machine *m, uint32_t slot)
{
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        struct resident *w = sim_d_warp(m, slot, i);
        taint_unset(&m->run, w);
        taint_set(&m->run, w, SIM_D_NAME_VC, SIM_D_MEM_IDX);
        taint_set(&m->run, w, SIM_D_NAME_SC, SIM_D_SCALAR_SPECIALS);
    }
    memset(m->slot[slot].pad.labels, 0, m->slot[slot].pad.size);
}

void sim_d_follow_pop(struct sim_d_machine *m, uint32_t slot)
{
    const struct insn *pop = sim_d_injected_pop(m);
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        taint_before(&m->run, sim_d_warp(m, slot, i), pop);
        taint_after(&m->run, sim_d_warp(m, slot, i), pop);
    }
}

/* ---- masks ---- */

static uint64_t known_off(const struct sim_d_state *state, const struct tainted *names)
{
    uint64_t off = 0;
    for (uint32_t i = 0; i < SIM_D_MASKS; i++)
        off |= ~state->mask[i] & ~names[SIM_D_NAME_VC + i].lanes;
    return off;
}

static uint64_t in_doubt(const struct tainted *names)
{
    uint64_t lanes = 0;
    for (uint32_t i = 0; i < SIM_D_MASKS; i++)
        lanes |= names[SIM_D_NAME_VC + i].lanes;
    return lanes;
}

uint64_t sim_d_unsure_lanes(const struct sim_d_state *state, const struct tainted *names)
{
    return in_doubt(names) & ~known_off(state, names);
}

/* A source of the masks. */
static uint8_t mask_label(const struct tainted *names)
{
    uint8_t label = LABEL_REGISTER;
    for (uint32_t i = 0; i < SIM_D_MASKS; i++) {
        const struct tainted *mask = &names[SIM_D_NAME_VC + i];
        if (mask->lanes && mask->label > label)
            label = mask->label;
    }
    return label;
}

/* Is something true of a lane? `sure`: of these lanes for certain; `perhaps`: of these perhaps. */
struct question {
    uint64_t sure, perhaps;
    uint8_t label;
};

typedef struct question ask_fn(const struct sim_d_state *state, const struct tainted *names);

/* The answer for the work-group must not depend on a source. */
static void decide_any(struct sim_d_machine *m, uint32_t slot, const struct insn *insn,
                       ask_fn *ask, const char *subject)
{
    uint64_t sure = 0, perhaps = 0;
    uint8_t label = 0;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        struct question found = ask(&m->slot[slot].state[i], names_of(m, slot, i));
        sure |= found.sure;
        perhaps |= found.perhaps;
        if (found.perhaps && found.label > label) /* a buffer says more than "nothing has set" */
            label = found.label;
    }
    if (perhaps && !sure)
        taint_decide(&m->run, insn, label, subject);
}

static struct question is_on(const struct sim_d_state *state, const struct tainted *names)
{
    const uint64_t unsure = sim_d_unsure_lanes(state, names);
    return (struct question){~known_off(state, names) & ~unsure, unsure, mask_label(names)};
}

static struct question has_not_ended(const struct sim_d_state *state, const struct tainted *names)
{
    const struct tainted *exit = &names[SIM_D_NAME_VC + SIM_D_CTRL_EXIT];
    return (struct question){state->mask[SIM_D_CTRL_EXIT] & ~exit->lanes, exit->lanes,
                             exit->label};
}

/* It is off, but has not ended. */
static struct question waits(const struct sim_d_state *state, const struct tainted *names)
{
    const struct question runs = has_not_ended(state, names);
    const uint64_t off = known_off(state, names), unsure = sim_d_unsure_lanes(state, names);
    const uint64_t sure = runs.sure & off;
    return (struct question){sure, (runs.sure | runs.perhaps) & (off | unsure) & ~sure,
                             mask_label(names)};
}

void sim_d_follow_masks(struct sim_d_machine *m, uint32_t slot, const struct insn *insn)
{
    decide_any(m, slot, insn, is_on, "whether a lane is on");
    decide_any(m, slot, insn, has_not_ended, "whether all lanes have ended");
}

/* ---- requests ---- */

static void decide_stream(struct sim_d_machine *m, uint32_t slot, const struct insn *insn)
{
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        const struct tainted *names = names_of(m, slot, i);
        const struct tainted *index = &names[SIM_D_NAME_VC + SIM_D_MEM_IDX];
        if (sim_d_unsure_lanes(&m->slot[slot].state[i], names))
            taint_decide(&m->run, insn, mask_label(names), "the lanes of an index stream");
        if (index->lanes & sim_d_warp(m, slot, i)->warp.mask)
            taint_decide(&m->run, insn, index->label, "an index in vc.mem_idx");
    }
}

void sim_d_follow_request(struct sim_d_machine *m, uint32_t slot, const struct insn *insn,
                          bool streams)
{
    if (streams)
        decide_stream(m, slot, insn);
    if (sim_d_of(insn)->folds_exit && !m->numbers.original)
        decide_any(m, slot, insn, waits, "whether lanes run after the exit");
}

void sim_d_follow_move(struct sim_d_machine *m, uint32_t slot, const struct insn *insn,
                       const struct sim_d_descriptor *access)
{
    struct sim_d_words words = {.group = &m->slot[slot].isa, .memory = m->run.memory,
                                .pad = &m->slot[slot].pad, .forgiving = m->numbers.original};
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        words.names[i] = names_of(m, slot, i);
    sim_d_follow_words(&words, access);
    if (words.decides)
        taint_decide(&m->run, insn, words.label, words.decides);
}
