/* SPDX-License-Identifier: Apache-2.0 */
/* walk.c - cores and warps of a Vortex launch.
 *
 * Warp 0 of each core starts; what it spawns is walked after it, in the order of the WSPAWNs. */
#include "bound/vortex/walk.h"

#include <string.h>

#include "bound/vortex/walker.h"
#include "isa/rv32/run.h"
#include "kernels/runtime/launch.h"

_Static_assert(GROUP_BLOCK_BYTES <= 4 * WALK_WORDS_MAX, "a state keeps the whole group block");

/* ---- the machine's part of states ---- */

/* The pointers into itself that a state holds. */
static void settle(struct walk_state *state)
{
    struct vortex_walk_state *own = vortex_own(state);
    state->warp.state = &own->isa;
    own->ipdom.entries = own->entries;
}

static void copy(struct walk_state *to, const struct walk_state *from)
{
    struct vortex_walk_state *mine = vortex_own(to);
    const struct vortex_walk_state *theirs = vortex_own(from);
    mine->isa = theirs->isa;
    mine->ipdom = theirs->ipdom;
    memcpy(mine->entries, theirs->entries, theirs->ipdom.depth * sizeof *mine->entries);
    settle(to);
}

static enum wc_status mergeable(struct walk *walk, const struct walk_state *a,
                                const struct walk_state *b)
{
    if (rv32_walk_same_status(&vortex_own(a)->isa, &vortex_own(b)->isa))
        return WC_OK;
    return walk_fail(walk, a, a->warp.pc,
                     "cannot be bounded: paths meet here that wrote a CSR differently");
}

static bool same_splits(const struct vortex_walk_state *a, const struct vortex_walk_state *b)
{
    for (uint32_t i = 0; i < a->ipdom.depth; i++) {
        const struct ipdom_entry *x = &a->entries[i], *y = &b->entries[i];
        if (x->whole != y->whole || x->other != y->other || x->second_side != y->second_side)
            return false;
    }
    return true;
}

static bool equal(const struct walk_state *a, const struct walk_state *b)
{
    return rv32_walk_same_status(&vortex_own(a)->isa, &vortex_own(b)->isa) &&
           same_splits(vortex_own(a), vortex_own(b));
}

static void part_lanes(struct walk_state *state, uint32_t start)
{
    struct vortex_walk_state *own = vortex_own(state);
    own->entries[own->ipdom.depth++] = (struct ipdom_entry){
        .whole = state->warp.mask, .other = start, .second_side = true};
    state->warp.depth = own->ipdom.depth;
}

static void meet_lanes(struct walk_state *state)
{
    state->warp.depth = --vortex_own(state)->ipdom.depth;
}

/* ---- warps ---- */

static uint64_t stack_top(const struct vortex_numbers *n, const struct warp *warp)
{
    uint64_t first = ((uint64_t)warp->core * n->warps + warp->slot) * n->threads;
    return n->stack_top - first * n->stack_bytes;
}

static struct walk_state *first_state(struct vortex_walk *v, uint32_t core, uint32_t slot,
                                      uint32_t pc, uint32_t mscratch)
{
    const struct vortex_warp *w = &v->vortex->cores[core].warps[slot];
    bool fresh = !(v->used >> slot & 1);
    struct walk_state *state = rv32_walk_start(&v->walk, &w->resident.warp, fresh);
    struct vortex_walk_state *own = vortex_own(state);
    v->used |= 1ull << slot;
    own->isa = w->state;
    rv32_state_reset(&own->isa);
    own->isa.mscratch = mscratch;
    own->ipdom.depth = 0;
    own->ipdom.size = WALK_SPLITS_MAX;
    settle(state);
    state->warp.pc = pc;
    warp_set_mask(&state->warp, 1);
    v->walk.stacks.top = stack_top(&v->vortex->numbers, &w->resident.warp);
    v->walk.words_base = v->walk.launch->kernel ? w->resident.port.local.base : 0;
    return state;
}

static enum wc_status walk_core(struct vortex_walk *v, uint32_t core)
{
    const struct vortex_warp *first = &v->vortex->cores[core].warps[0];
    v->spawns = NULL;
    v->spawn_count = 0;
    v->used = 0;
    struct walk_state *start =
        first_state(v, core, 0, first->resident.warp.pc, v->vortex->mscratch);
    enum wc_status status = walk_warp(&v->walk, start, 0);
    for (uint32_t i = 0; i < v->spawn_count && status == WC_OK; i++) {
        const struct vortex_spawn spawn = v->spawns[i];
        for (uint32_t slot = 0; slot < spawn.warps && status == WC_OK; slot++) {
            if (slot != spawn.spawner)
                status = walk_warp(
                    &v->walk, first_state(v, core, slot, spawn.entry, spawn.mscratch), i + 1);
        }
    }
    return status;
}

static enum wc_status walk_cores(struct walk *walk)
{
    struct vortex_walk *v = (struct vortex_walk *)walk;
    enum wc_status status = WC_OK;
    for (uint32_t i = 0; i < v->vortex->numbers.cores && status == WC_OK && !walk->learned; i++)
        status = walk_core(v, i);
    return status;
}

static enum wc_status known_spawn(struct walk *walk, struct walk_state *state, uint32_t index)
{
    struct vortex_walk *v = (struct vortex_walk *)walk;
    const struct vortex_numbers *n = &v->vortex->numbers;
    const struct insn *insn = &walk->insns[index];
    uint32_t warps, address;
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
    v->spawns = arena_grow(&walk->own, v->spawns, v->spawn_count, sizeof *v->spawns);
    v->spawns[v->spawn_count++] = (struct vortex_spawn){
        .warps = warps < n->warps ? warps : n->warps, .spawner = state->warp.slot,
        .entry = (uint32_t)entry,
        .mscratch = n->spawn_copies_mscratch ? vortex_own(state)->isa.mscratch
                                             : v->vortex->mscratch};
    return walk_go_on(walk, state, index, insn->next);
}

/* ---- what the engine asks ---- */

/* ECALL, EBREAK, MRET. */
static enum wc_status traps(struct walk *walk, const struct walk_state *state, uint32_t index)
{
    return walk_fail(walk, state, index, "cannot be bounded: the instruction traps");
}

static enum wc_status control(struct walk *walk, struct walk_state *state, uint32_t index,
                              bool *known, bool *ends)
{
    switch (walk->insns[index].op->role) {
    case ROLE_SPLIT:
        return vortex_known_split(walk, state, index, known);
    case ROLE_JOIN:
        return vortex_known_join(walk, state, index);
    case ROLE_PREDICATE:
        return vortex_known_pred(walk, state, index, known);
    case ROLE_MASK:
        return vortex_known_mask(walk, state, index, ends);
    case ROLE_SPAWN:
        return known_spawn(walk, state, index);
    default:
        return traps(walk, state, index);
    }
}

static enum wc_status ways(struct scope *scope, struct walk_state *state, uint32_t index)
{
    switch (scope->walk->insns[index].op->role) {
    case ROLE_SPLIT:
        return vortex_ways_of_split(scope, state, index);
    case ROLE_JOIN:
        return vortex_ways_of_join(scope, state, index);
    case ROLE_PREDICATE:
        return vortex_ways_of_pred(scope, state, index);
    case ROLE_MASK:
        return vortex_ways_of_mask(scope, state, index);
    case ROLE_SPAWN:
        return walk_fail(scope->walk, state, index,
                         "cannot be bounded: WSPAWN on a data-dependent path");
    default:
        return traps(scope->walk, state, index);
    }
}

/* Only a barrier at which the warp arrives and waits keeps warps in step. After one at which it
 * only arrives, or only waits for a phase, another warp may be in any of its segments. */
static bool barrier(const struct walk *walk, const struct walk_state *state,
                    const struct insn *insn, uint32_t *id, uint32_t *warps)
{
    bool named = walk_uniform(walk, state, insn->rs1, id);
    if (insn->op->run != rv32_bar)
        return false;
    return walk_uniform(walk, state, insn->rs2, warps) && named;
}

static const struct walk_machine machine = {
    .isa = &rv32_walk,
    .part = "SPLIT",
    .meet = "JOIN",
    .warps = walk_cores,
    .control = control,
    .ways = ways,
    .barrier = barrier,
    .flag_ahead = vortex_flag_ahead,
    .own_bytes = sizeof(struct vortex_walk_state),
    .copy = copy,
    .mergeable = mergeable,
    .equal = equal,
    .part_lanes = part_lanes,
    .meet_lanes = meet_lanes,
};

static struct walk_stacks stacks(const struct vortex_numbers *n)
{
    return (struct walk_stacks){
        .low = n->stack_top - n->cores * n->warps * n->threads * n->stack_bytes,
        .high = n->stack_top, .bytes = n->stack_bytes};
}

/* What prepare_kernel() writes (machine/vortex/launch.c). */
static void find_record(struct walk *walk)
{
    static const struct {
        const char *symbol;
        uint32_t bytes;
    } parts[WALK_RECORDS_MAX] = {{"__warpclock_launch", LAUNCH_BYTES},
                                 {"__warpclock_stack_top", 4}, {"__warpclock_local_base", 4}};
    for (unsigned i = 0; walk->launch->kernel && i < WALK_RECORDS_MAX; i++) {
        const struct symbol *symbol = image_symbol(walk->launch->image, parts[i].symbol);
        if (symbol)
            walk->record[i] = (struct walk_record){symbol->address, parts[i].bytes};
    }
}

enum wc_status vortex_walk(struct error *err, struct machine *vortex_machine,
                           struct memory *memory, const struct launch *launch,
                           const struct walk_bounds *bounds, struct walk_sink *sink,
                           struct arena *arena, struct walk_missing **missing,
                           size_t *missing_count)
{
    struct vortex *vortex = (struct vortex *)vortex_machine;
    struct run_control nothing = {0};
    struct outcome outcome = {0};
    *missing = NULL;
    *missing_count = 0;
    if (vortex_is_dispatched(launch))
        return fail(err, WC_BAD_INPUT, "the analysis does not know the hardware dispatcher of "
                    "Vortex 3.0, and the time of this launch depends on data");
    enum wc_status status = run_prepare(&vortex->run, err, memory, launch, &nothing, &outcome);
    if (status != WC_OK)
        return status;
    struct vortex_walk v = {
        .walk = {.err = err, .machine = &machine, .on = vortex_machine, .launch = launch,
                 .memory = memory, .bounds = bounds, .sink = sink, .arena = arena,
                 .stride = vortex->cores[0].warps[0].resident.warp.stride,
                 .lanes_agree = vortex->numbers.stop_on_disagreement,
                 .stacks = stacks(&vortex->numbers), .words_bytes = GROUP_BLOCK_BYTES,
                 .record_bytes = LAUNCH_BYTES + 16 /* and its two words */},
        .vortex = vortex};
    find_record(&v.walk);
    if (bounds->reach) {
        bounds->reach->stacks_low = v.walk.stacks.low;
        bounds->reach->stacks_high = v.walk.stacks.high;
    }
    status = walk_launch(&v.walk);
    *missing = v.walk.missing;
    *missing_count = v.walk.missing_count;
    return status;
}
