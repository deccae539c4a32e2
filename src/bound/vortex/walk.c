/* SPDX-License-Identifier: Apache-2.0 */
/* walk.c - every warp of a launch, from its start to its end.
 *
 * Warp 0 of each core starts; what it spawns is walked after it, in the order of the WSPAWNs. The
 * path is followed instruction by instruction as long as it is known; walk_region() takes over
 * where it is not and gives the state back where all ways are one again. */
#include <string.h>

#include "bound/vortex/walk.h"
#include "isa/rv32/run.h"
#include "kernels/runtime/launch.h"

/* A WSPAWN that takes effect: who starts, where, with what. */
struct spawn {
    uint32_t warps, spawner, entry, mscratch;
};

struct core_walk {
    struct walk *walk;
    uint32_t core;
    struct spawn *spawns; /* in the walk's own arena */
    uint32_t spawn_count;
    uint64_t used; /* slots that had a warp already: what it left in the registers is not known */
};

/* ---- the state in which a warp starts ---- */

static struct walk_state *first_state(struct core_walk *core, uint32_t slot, uint32_t pc,
                                      uint32_t mscratch)
{
    struct walk *walk = core->walk;
    const struct vortex_warp *w = &walk->vortex->cores[core->core].warps[slot];
    struct walk_state *state = walk_state_new(walk);
    uint64_t all = lanes_all(w->resident.warp.lanes);
    bool fresh = !(core->used >> slot & 1);
    core->used |= 1ull << slot;
    state->warp = w->resident.warp;
    state->warp.memory = NULL;
    state->isa = w->state;
    rv32_state_reset(&state->isa);
    state->isa.mscratch = mscratch;
    state->rows.count = 0;
    walk_state_extend(state, RV32_ROWS);
    memset(state->rows.value, 0,
           (size_t)RV32_ROWS * state->rows.stride * sizeof *state->rows.value);
    for (uint32_t row = 0; row < RV32_ROWS; row++)
        walk_facts(state, row)->known = fresh || row == RV32_X0 ? all : 0;
    state->certain = true;
    state->ipdom.depth = 0;
    state->ipdom.size = WALK_SPLITS_MAX;
    state->group_known = 0;
    state->parked_count = state->newest = 0;
    state->warp.pc = pc;
    state->warp.depth = 0;
    warp_set_mask(&state->warp, 1);
    walk->entry = pc;
    walk->group_base = walk->launch->kernel ? w->resident.port.local.base : 0;
    return state;
}

/* ---- the known path ---- */

static enum wc_status go_on(struct walk *walk, struct walk_state *state, uint32_t index, int32_t to)
{
    if (to < 0)
        return walk_fail(walk, state, index,
                         "cannot be bounded: control transfer to an address without an "
                         "instruction");
    walk_tell_edge(walk, index, (uint32_t)to);
    state->warp.pc = (uint32_t)to;
    return WC_OK;
}

/* Of branches, SPLIT and PRED: *known is cleared, and nothing done, when a region begins here. */

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
    return go_on(walk, state, index, outcome == OUTCOME_TARGET ? insn->target : insn->next);
}

static enum wc_status known_jump(struct walk *walk, struct walk_state *state, uint32_t index)
{
    const struct insn *insn = &walk->insns[index];
    int32_t target = insn->target;
    if (walk->classes[index] == CLASS_JUMP_REGISTER &&
        !walk_jump_target(walk, state, insn, &target))
        return walk_fail(walk, state, index,
                         "cannot be bounded: the target of this jump is unknown before the run");
    insn->run(&state->warp, insn, &walk->effect);
    walk_forget(state, insn->rd);
    walk_facts(state, insn->rd)->known |= state->warp.mask;
    walk_tell_node(walk, index, NULL);
    if (target == (int32_t)index)
        return walk_fail(walk, state, index, "cannot be bounded: the program never ends");
    return go_on(walk, state, index, target);
}

static enum wc_status known_split(struct walk *walk, struct walk_state *state, uint32_t index,
                                  bool *known)
{
    const struct insn *insn = &walk->insns[index];
    struct walk_choice choice = walk_choice(state, insn->rs1);
    *known = !choice.one || !choice.zero || (state->certain && choice.known);
    if (!*known)
        return WC_OK;
    uint64_t mask = state->warp.mask;
    uint64_t taken = insn->run == rv32_split_n ? mask & ~choice.one : choice.one;
    walk_split_depth(state, insn);
    walk_tell_node(walk, index, NULL);
    if (choice.one && choice.zero) {
        state->open[state->ipdom.depth < WALK_SPLITS_MAX ? state->ipdom.depth : 0] = false;
        if (ipdom_split(&state->ipdom, walk->vortex->numbers.split_order, taken,
                        (uint32_t)insn->next, &mask) == IPDOM_OVERFLOW)
            return walk_fail(walk, state, index,
                             "cannot be bounded: more than the maximum of %u open SPLITs",
                             WALK_SPLITS_MAX);
        warp_set_mask(&state->warp, mask);
        state->warp.depth = state->ipdom.depth;
    }
    return go_on(walk, state, index, insn->next);
}

static enum wc_status known_join(struct walk *walk, struct walk_state *state, uint32_t index)
{
    enum walk_outcome outcome;
    enum wc_status status = walk_join(walk, state, index, &outcome);
    uint64_t mask = state->warp.mask;
    uint32_t place = 0;
    int32_t to = walk->insns[index].next;
    walk_tell_node(walk, index, NULL);
    if (status != WC_OK || outcome == OUTCOME_NEXT)
        return status != WC_OK ? status : go_on(walk, state, index, to);
    if (ipdom_join(&state->ipdom, state->ipdom.depth - 1, &mask, &place) == IPDOM_OTHER)
        to = (int32_t)place;
    if (!mask)
        return walk_fail(walk, state, index, "cannot be bounded: JOIN leaves no lane active");
    warp_set_mask(&state->warp, mask);
    state->warp.depth = state->ipdom.depth;
    return go_on(walk, state, index, to);
}

static enum wc_status known_pred(struct walk *walk, struct walk_state *state, uint32_t index,
                                 bool *known)
{
    struct walk_pred pred;
    enum wc_status status = walk_pred(walk, state, index, &pred);
    *known = state->certain && pred.known;
    if (!*known)
        return status;
    walk_tell_node(walk, index, NULL);
    if (status != WC_OK)
        return status;
    status = pred.may_stay ? walk_pred_stay(walk, state, &pred)
                           : walk_wake(walk, state, &pred.restore);
    return status == WC_OK ? go_on(walk, state, index, walk->insns[index].next) : status;
}

static enum wc_status known_spawn(struct core_walk *core, struct walk_state *state, uint32_t index)
{
    struct walk *walk = core->walk;
    const struct insn *insn = &walk->insns[index];
    uint32_t warps, address, max = walk->vortex->numbers.warps;
    if (!walk_uniform(walk, state, insn->rs1, &warps) ||
        !walk_uniform(walk, state, insn->rs2, &address))
        return walk_fail(walk, state, index, "cannot be bounded: the spawned warps are unknown");
    int32_t entry = program_index(walk->launch->program, address);
    bool starts = vortex_spawn_starts(state->warp.slot, warps);
    if (starts && (entry < 0 || state->warp.slot != 0))
        return walk_fail(walk, state, index,
                         entry < 0 ? "cannot be bounded: WSPAWN to an address without an "
                                     "instruction"
                                   : "cannot be bounded: WSPAWN by a warp that was spawned itself");
    walk_tell_node(walk, index, NULL);
    core->spawns = arena_grow(&walk->own, core->spawns, core->spawn_count, sizeof *core->spawns);
    core->spawns[core->spawn_count++] = (struct spawn){
        .warps = warps < max ? warps : max, .spawner = state->warp.slot, .entry = (uint32_t)entry,
        .mscratch = walk->vortex->numbers.spawn_copies_mscratch ? state->isa.mscratch
                                                                : walk->vortex->mscratch};
    return go_on(walk, state, index, insn->next);
}

/* An instruction of control, if its outcome is known. *ends: the warp has. */
static enum wc_status control(struct core_walk *core, struct walk_state *state, uint32_t index,
                              bool *known, bool *ends)
{
    struct walk *walk = core->walk;
    enum wc_status status;
    switch (walk->classes[index]) {
    case CLASS_BRANCH:
        return known_branch(walk, state, index, known);
    case CLASS_JUMP:
    case CLASS_JUMP_REGISTER:
        return known_jump(walk, state, index);
    case CLASS_SPLIT:
        return known_split(walk, state, index, known);
    case CLASS_JOIN:
        return known_join(walk, state, index);
    case CLASS_PRED:
        return known_pred(walk, state, index, known);
    case CLASS_SPAWN:
        return known_spawn(core, state, index);
    case CLASS_MASK:
        status = walk_mask(walk, state, index, ends);
        walk_tell_node(walk, index, NULL);
        if (status != WC_OK || *ends)
            return status;
        return go_on(walk, state, index, walk->insns[index].next);
    case CLASS_BARRIER:
        walk_step_barrier(walk, state, index, state->certain);
        return go_on(walk, state, index, walk->insns[index].next);
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
    return walk->learned == trail->learned && walk_state_equal(state, trail->kept);
}

/* From a state to the end of the warp; takes the state over. */
static enum wc_status walk_path(struct core_walk *core, struct walk_state *state)
{
    struct walk *walk = core->walk;
    struct trail trail = {.again = TRAIL_BEGINS};
    enum wc_status status = WC_OK;
    bool ends = false;
    while (status == WC_OK && !ends) {
        uint32_t index = state->warp.pc;
        if (walk->classes[index] <= CLASS_STRAIGHT_LAST) {
            status = walk_step(walk, state, index);
            if (status == WC_OK)
                status = go_on(walk, state, index, walk->insns[index].next);
            continue;
        }
        if (walk->steps > WALK_STEPS_MAX || trail_returns(walk, &trail, state))
            return walk_fail(walk, state, index, "cannot be bounded: the program does not end");
        if (walk_is_interrupted(walk))
            return fail(walk->err, WC_INTERRUPTED, "interrupted");
        bool known = true;
        status = control(core, state, index, &known, &ends);
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

/* ---- cores ---- */

static enum wc_status walk_warp(struct core_walk *core, uint32_t slot, uint32_t pc,
                                uint32_t mscratch, uint32_t phase)
{
    struct walk *walk = core->walk;
    if (walk->sink)
        walk->sink->ops->begin(walk->sink, core->core, slot, phase);
    enum wc_status status = walk_path(core, first_state(core, slot, pc, mscratch));
    if (walk->sink && status == WC_OK)
        walk->sink->ops->end(walk->sink);
    return status;
}

static enum wc_status walk_core(struct walk *walk, uint32_t number)
{
    const struct vortex_warp *first = &walk->vortex->cores[number].warps[0];
    struct core_walk core = {.walk = walk, .core = number};
    enum wc_status status = walk_warp(&core, 0, first->resident.warp.pc, walk->vortex->mscratch, 0);
    for (uint32_t i = 0; i < core.spawn_count && status == WC_OK; i++) {
        struct spawn spawn = core.spawns[i];
        for (uint32_t slot = 0; slot < spawn.warps && status == WC_OK; slot++) {
            if (slot != spawn.spawner)
                status = walk_warp(&core, slot, spawn.entry, spawn.mscratch, i + 1);
        }
    }
    return status;
}

static enum wc_status walk_cores(struct walk *walk)
{
    enum wc_status status = WC_OK;
    for (uint32_t i = 0; i < walk->vortex->numbers.cores && status == WC_OK && !walk->learned; i++)
        status = walk_core(walk, i);
    return status;
}

/* Bytes of the image that a program may write, beside the launch record and its two words. */
static bool has_variables(const struct walk *walk)
{
    uint64_t writable = 0;
    for (uint32_t i = 0; i < walk->image_count; i++)
        writable += walk->images[i].stored ? walk->images[i].allocation->size : 0;
    return !walk->launch->kernel || writable > LAUNCH_BYTES + 16;
}

/* Silent passes until no new byte of the image is stored to; only then is what the others hold
 * known to all warps. */
static enum wc_status learn_stores(struct walk *walk)
{
    struct walk_sink *sink = walk->sink;
    enum wc_status status = WC_OK;
    if (!has_variables(walk))
        return WC_OK;
    walk->sink = NULL;
    walk->may_learn = true;
    do {
        walk->learned = 0;
        walk->missing_count = 0;
        walk->missing = NULL;
        status = walk_cores(walk);
    } while (status == WC_OK && walk->learned);
    walk->sink = sink;
    walk->may_learn = false;
    walk->learned = 0;
    return status;
}

enum wc_status vortex_walk(struct error *err, struct machine *machine, struct memory *memory,
                           const struct launch *launch, const struct walk_bounds *bounds,
                           struct walk_sink *sink, struct arena *arena,
                           struct walk_missing **missing, size_t *missing_count)
{
    struct vortex *vortex = (struct vortex *)machine;
    struct run_control nothing = {0};
    struct outcome outcome = {0};
    struct walk walk = {.err = err, .vortex = vortex, .launch = launch,
                        .insns = launch->program->insns, .bounds = bounds, .sink = sink,
                        .arena = arena};
    *missing = NULL;
    *missing_count = 0;
    enum wc_status status =
        run_prepare(&vortex->run, err, memory, launch, &nothing, &outcome);
    if (status != WC_OK)
        return status;
    walk.functions =
        arena_array(&walk.own, launch->program->function_count + 1, sizeof *walk.functions);
    const struct vortex_numbers *n = &vortex->numbers;
    walk.stack_low = n->stack_top - n->cores * n->warps * n->threads * n->stack_bytes;
    walk_classify(&walk);
    walk_collect_images(&walk);
    status = learn_stores(&walk);
    if (status == WC_OK && !walk.missing_count)
        status = walk_cores(&walk);
    *missing = walk.missing;
    *missing_count = walk.missing_count;
    walk_states_free(&walk);
    arena_free(&walk.own);
    return status == WC_OK && *missing_count ? WC_BAD_INPUT : status;
}
