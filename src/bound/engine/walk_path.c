/* SPDX-License-Identifier: Apache-2.0 */
/* walk_path.c - a warp from its start to its end.
 *
 * The path is followed instruction by instruction as long as it is known; walk_region() takes over
 * where it is not and gives the state back where all ways are one again. */
#include <string.h>

#include "bound/engine/walker.h"

/* ---- the known path ---- */

enum wc_status walk_go_on(struct walk *walk, struct walk_state *state, uint32_t index, int32_t to)
{
    if (to < 0)
        return walk_fail(walk, state, index,
                         "cannot be bounded: control transfer to an address without an "
                         "instruction");
    walk_tell_edge(walk, index, (uint32_t)to);
    state->warp.pc = (uint32_t)to;
    if ((uint32_t)to != index + 1)
        state->straight = (uint32_t)to;
    return WC_OK;
}

/* *known is cleared, and nothing done, when a region begins here. */
static enum wc_status known_branch(struct walk *walk, struct walk_state *state, uint32_t index,
                                   bool *known)
{
    const struct insn *insn = &walk->insns[index];
    enum walk_outcome outcome;
    bool decided;
    enum wc_status status = walk_branch(walk, state, index, &outcome, &decided);
    *known = outcome != OUTCOME_EITHER;
    if (status != WC_OK || !*known)
        return status;
    walk_tell_node(walk, index, NULL);
    return walk_go_on(walk, state, index, outcome == OUTCOME_TARGET ? insn->target : insn->next);
}

static enum wc_status known_jump(struct walk *walk, struct walk_state *state, uint32_t index)
{
    const struct insn *insn = &walk->insns[index];
    int32_t target = insn->target;
    if (walk->classes[index] == CLASS_JUMP_REGISTER &&
        !walk_jump_target(walk, state, insn, &target))
        return walk_fail(walk, state, index,
                         "cannot be bounded: the target of this jump is unknown before the run");
    walk_link(walk, state, insn);
    walk_tell_node(walk, index, NULL);
    if (target == (int32_t)index)
        return walk_fail(walk, state, index, "cannot be bounded: the program never ends");
    return walk_go_on(walk, state, index, target);
}

/* An instruction of control, if its outcome is known. *ends: the warp has. */
static enum wc_status control(struct walk *walk, struct walk_state *state, uint32_t index,
                              bool *known, bool *ends)
{
    switch (walk->classes[index]) {
    case CLASS_BRANCH:
        return known_branch(walk, state, index, known);
    case CLASS_JUMP:
    case CLASS_JUMP_REGISTER:
        return known_jump(walk, state, index);
    case CLASS_MACHINE:
        return walk->machine->control(walk, state, index, known, ends);
    case CLASS_BARRIER:
        walk_step_barrier(walk, state, index, state->certain);
        return walk_go_on(walk, state, index, walk->insns[index].next);
    default:
        return walk_fail(walk, state, index, "cannot be bounded: the instruction traps");
    }
}

/* A path that comes back to a state it had goes on like that for ever. Looking costs time, so an
 * early state is kept, then one of twice its age, and so on, and only the next few times at its
 * instruction are looked at (after Brent, "An improved Monte Carlo factorization algorithm"). */
struct trail {
    struct walk_state *kept;
    uint64_t passed, again; /* instructions of control so far, and when to keep another state */
    uint64_t learned;       /* when it was kept: more since then may show another way */
    uint32_t looks;         /* left */
};

enum { TRAIL_BEGINS = 1 << 14, TRAIL_LOOKS = 256 };

static bool trail_returns(struct walk *walk, struct trail *trail, const struct walk_state *state)
{
    if (++trail->passed >= trail->again) {
        if (trail->kept)
            walk_state_drop(walk, trail->kept);
        trail->kept = walk_state_copy(walk, state);
        trail->again = 2 * trail->passed;
        trail->learned = walk->learned;
        trail->looks = TRAIL_LOOKS;
        return false;
    }
    if (!trail->looks || state->warp.pc != trail->kept->warp.pc)
        return false;
    trail->looks--;
    return walk->learned == trail->learned && walk_state_equal(walk, state, trail->kept);
}

/* From a state to the end of the warp; takes the state over. */
static enum wc_status walk_path(struct walk *walk, struct walk_state *state)
{
    struct trail trail = {.again = TRAIL_BEGINS};
    enum wc_status status = WC_OK;
    bool ends = false;
    while (status == WC_OK && !ends) {
        uint32_t index = state->warp.pc;
        if (walk->classes[index] <= CLASS_STRAIGHT_LAST) {
            status = walk_step(walk, state, index);
            if (status == WC_OK)
                status = walk_go_on(walk, state, index, walk->insns[index].next);
            continue;
        }
        if (state->stayed && walk->insns[index].op->role != ROLE_PREDICATE)
            walk_state_forget_flag(walk, state);
        state->order.test = TEST_OTHER;
        if (walk->steps > WALK_STEPS_MAX || trail_returns(walk, &trail, state))
            return walk_fail(walk, state, index, "cannot be bounded: the program does not end");
        bool known = true;
        status = walk_look(walk, index);
        if (status == WC_OK)
            status = control(walk, state, index, &known, &ends);
        if (status == WC_OK && !known) {
            status = walk_region(walk, &state);
            ends = status == WC_OK && !state;
        }
    }
    if (status == WC_OK && state)
        walk_state_drop(walk, state);
    if (status == WC_OK && trail.kept)
        walk_state_drop(walk, trail.kept);
    return status;
}

enum wc_status walk_warp(struct walk *walk, struct walk_state *state, uint32_t phase)
{
    walk->entry = state->warp.pc;
    if (walk->sink)
        walk->sink->ops->begin(walk->sink, state->warp.core, state->warp.slot, phase);
    enum wc_status status = walk_path(walk, state);
    if (walk->sink && status == WC_OK)
        walk->sink->ops->end(walk->sink);
    return status;
}

/* ---- the launch ---- */

/* Each pass decides the same, so that what one is told of is what the other is told of. */
static enum wc_status pass(struct walk *walk)
{
    exact_turns_forget(&walk->turns);
    return walk->machine->warps(walk);
}

/* Silent passes until no new byte of the image is stored to; only then is what the others hold
 * known to all warps. */
static enum wc_status learn_stores(struct walk *walk)
{
    struct walk_sink *sink = walk->sink;
    enum wc_status status = WC_OK;
    if (!walk_has_variables(walk))
        return WC_OK;
    walk->sink = NULL;
    walk->may_learn = true;
    do {
        walk->learned = 0;
        walk->missing_count = 0;
        walk->missing = NULL;
        status = pass(walk);
    } while (status == WC_OK && walk->learned);
    walk->sink = sink;
    walk->may_learn = false;
    walk->learned = 0;
    return status;
}

enum wc_status walk_launch(struct walk *walk)
{
    const struct program *program = walk->launch->program;
    walk->insns = program->insns;
    walk->functions =
        arena_array(&walk->own, program->function_count + 1, sizeof *walk->functions);
    exact_turns_make(&walk->turns, &walk->own, program->count);
    walk_classify(walk);
    walk_collect_images(walk);
    walk_collect_elements(walk);
    enum wc_status status = learn_stores(walk);
    if (status == WC_OK && !walk->missing_count)
        status = pass(walk);
    if (walk->bounds->watch)
        walk->bounds->watch->earlier += walk->steps;
    walk_states_free(walk);
    arena_free(&walk->own);
    return status == WC_OK && walk->missing_count ? WC_BAD_INPUT : status;
}
