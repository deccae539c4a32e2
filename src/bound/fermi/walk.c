/* SPDX-License-Identifier: Apache-2.0 */
/* walk.c - groups and warps of a launch of plain RV32 code. */
#include "bound/fermi/walk.h"

#include <string.h>

#include "isa/rv32/csr.h"

/* ---- the machine's part of states ---- */

static void copy(struct walk_state *to, const struct walk_state *from)
{
    const struct fermi_path_state *own = fermi_own(from);
    memcpy(fermi_own(to), own, sizeof *own + own->loops * sizeof *own->turns);
    to->warp.state = &fermi_own(to)->isa;
}

static enum wc_status mergeable(struct walk *walk, const struct walk_state *a,
                                const struct walk_state *b)
{
    if (rv32_walk_same_status(&fermi_own(a)->isa, &fermi_own(b)->isa))
        return WC_OK;
    return walk_fail(walk, a, a->warp.pc,
                     "cannot be bounded: paths meet here that wrote a CSR differently");
}

static bool equal(const struct walk_state *a, const struct walk_state *b)
{
    return rv32_walk_same_status(&fermi_own(a)->isa, &fermi_own(b)->isa) &&
           fermi_own(a)->calls == fermi_own(b)->calls;
}

/* Which slots a group gets depends on when others end. */
static bool depends_on_slot(uint32_t number)
{
    return number == CSR_WARP_ID || number == CSR_MHARTID || number == CSR_GROUP_SLOT;
}

static enum wc_status status_register(struct walk *walk, struct walk_state *state, uint32_t index)
{
    const struct insn *insn = &walk->insns[index];
    enum wc_status status = rv32_walk_status(walk, state, index);
    if (status == WC_OK && depends_on_slot((uint32_t)insn->imm))
        walk_forget(state, insn->rd);
    return status;
}

/* ---- the first state of a warp ---- */

/* A row may hold a pointer into a buffer, or into local memory. */
static void note_pointer(struct fermi_walk *f, struct walk_state *state, uint32_t row, bool local)
{
    const uint32_t value = warp_row(&state->warp, row)[0];
    const struct allocation *a = memory_find(f->walk.memory, value, 1);
    if (a && a->kind == (local ? ALLOCATION_LOCAL : ALLOCATION_BUFFER))
        walk_make(state, row, state->warp.mask, a);
}

static void note_pointers(struct fermi_walk *f, struct walk_state *state)
{
    note_pointer(f, state, RV32_TP, true);
    for (uint32_t i = 0; i < 8; i++)
        note_pointer(f, state, RV32_A0 + i, f->fermi->record.local_args >> i & 1);
}

/* Words of arguments on the stacks. */
static void know_arguments(struct fermi_walk *f, struct walk_state *state, uint64_t top)
{
    const struct warpclock_launch *record = &f->fermi->record;
    const uint32_t *sp = warp_row(&state->warp, RV32_SP);
    const uint32_t rows = f->machine.isa->rows;
    const uint32_t first = rows + (uint32_t)(top - sp[0]) / 4 - 1;
    walk_state_extend(state, first + 1);
    for (uint32_t i = 0; i < record->stack_words; i++) {
        const uint32_t local = record->local_args >> (8 + i) & 1;
        uint32_t *word = warp_row(&state->warp, first - i);
        for (uint32_t lane = 0; lane < state->warp.lanes; lane++)
            word[lane] = record->stack[i] + (local ? f->fermi->numbers.local_base : 0);
        walk_facts(state, first - i)->known = lanes_all(state->warp.lanes);
        note_pointer(f, state, first - i, local);
    }
}

static struct walk_state *first_state(struct fermi_walk *f, struct fermi_warp *w)
{
    const struct fermi_numbers *n = &f->fermi->numbers;
    const struct warp *warp = &w->resident.warp;
    struct walk_state *state = rv32_walk_start(&f->walk, warp, true);
    struct fermi_path_state *own = fermi_own(state);
    memset(own, 0, f->machine.own_bytes);
    own->loops = f->places.loop_count;
    own->isa = w->rv32;
    state->warp.state = &own->isa;
    state->warp.pc = state->straight = f->fermi->entry;
    warp_set_mask(&state->warp, w->live);
    memcpy(state->rows.value, warp->reg,
           (size_t)RV32_ROWS * warp->stride * sizeof *state->rows.value);
    state->certain = false; /* no lane answers for others on these machines */
    f->walk.stacks.top = n->stack_top - (uint64_t)warp->slot * n->width * n->stack_bytes;
    note_pointers(f, state);
    know_arguments(f, state, f->walk.stacks.top);
    return state;
}

/* ---- groups ---- */

static void add_warp(struct fermi_walk *f, uint64_t *apart)
{
    const struct fermi_alone *alone = &f->alone;
    while (f->length_count < alone->count) {
        f->length = arena_grow(alone->arena, f->length, f->length_count, sizeof *f->length);
        f->length[f->length_count++] = 0;
    }
    for (uint32_t i = 0; i < alone->count; i++) {
        f->length[i] = later(f->length[i], alone->length[i]);
        *apart = count_add(*apart, alone->length[i]);
    }
    *apart = count_add(*apart, alone->repeated);
}

/* Between two barriers a chain stays with one warp. If lanes that are apart meet barriers, or not
 * all turns of a loop with barriers are walked, it may go through all warps. */
static void add_group(struct fermi_walk *f, bool uneven, uint64_t apart)
{
    uint64_t chain = 0;
    for (uint32_t i = 0; i < f->length_count; i++)
        chain = count_add(chain, f->length[i]);
    chain = count_add(uneven ? apart : chain, f->fermi->clock->numbers.group_delay);
    f->waiting_max = later(f->waiting_max, chain);
    f->waiting_sum = count_add(f->waiting_sum, chain);
    f->groups++;
}

static enum wc_status walk_group(struct fermi_walk *f)
{
    struct run_state *run = &f->fermi->run;
    struct group *group = run_start_group(run, 0);
    enum wc_status status = WC_OK;
    uint64_t apart = 0;
    bool uneven = false;
    f->length_count = 0;
    for (uint32_t i = 0; i < group->warps; i++) {
        struct fermi_warp *w = fermi_warp_of(group->warp[i]);
        if (status == WC_OK && !f->walk.learned)
            status = fermi_walk_warp(f, first_state(f, w));
        if (status == WC_OK && f->walk.sink)
            add_warp(f, &apart);
        uneven |= f->uneven || (f->walk.sink && f->alone.repeated);
        w->resident.ended = true;
    }
    run->live -= group->warps;
    run_end_group(run, group);
    if (f->walk.sink)
        add_group(f, uneven, apart);
    return status;
}

static enum wc_status walk_groups(struct walk *walk)
{
    struct fermi_walk *f = (struct fermi_walk *)walk;
    struct run_state *run = &f->fermi->run;
    enum wc_status status = WC_OK;
    run->next_group = 0;
    while (status == WC_OK && run->next_group < run->group_count && !walk->learned)
        status = walk_group(f);
    return status;
}

/* ---- the launch ---- */

static void ignore_edge(struct walk_sink *sink, uint32_t from, uint32_t to)
{
    (void)sink;
    (void)from;
    (void)to;
}

/* One instruction issues per cycle, so one branch or jump moves lanes; with two splits per warp an
 * insertion walks past no other, and takes `sort_min`. */
static bool sorter_is_free(const struct fermi_clock_numbers *n)
{
    return n->pools == 1 && !n->swi && n->contexts.cct.sort_min == 1;
}

enum wc_status fermi_walk_launch(struct fermi_walk *f)
{
    static const struct walk_sink_ops told = {.node = fermi_walk_node, .edge = ignore_edge};
    const struct fermi_numbers *n = &f->fermi->numbers;
    const struct fermi_clock_numbers *clock = &f->fermi->clock->numbers;
    f->isa = rv32_walk;
    f->isa.status = status_register;
    f->sink.ops = &told;
    f->machine = (struct walk_machine){
        .isa = &f->isa, .part = "branch", .meet = "meeting place", .warps = walk_groups,
        .own_bytes = sizeof(struct fermi_path_state) + f->places.loop_count * sizeof(uint64_t),
        .copy = copy, .mergeable = mergeable, .equal = equal};
    f->hardware = n->frontier && clock->contexts.model == CONTEXTS_HARDWARE;
    f->cold = clock->contexts.hot == 1;
    f->merges = !f->cold || sorter_is_free(clock);
    f->turns = arena_array(f->walk.arena, f->places.loop_count + 1, sizeof *f->turns);
    f->region = NO_NODE;
    f->walk.machine = &f->machine;
    f->walk.sink = &f->sink;
    f->walk.stride = f->fermi->warps[0].resident.warp.stride;
    f->walk.stacks = (struct walk_stacks){
        .low = n->stack_top - n->warps * n->width * n->stack_bytes, .high = n->stack_top,
        .bytes = n->stack_bytes};
    if (f->walk.bounds->reach) {
        f->walk.bounds->reach->stacks_low = f->walk.stacks.low;
        f->walk.bounds->reach->stacks_high = f->walk.stacks.high;
    }
    return walk_launch(&f->walk);
}
