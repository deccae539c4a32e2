/* SPDX-License-Identifier: Apache-2.0 */
/* test_contexts_random.c - random flow graphs on every kind of heap: each lane takes its own path.
 *
 * A program is a random list of instructions; where a lane goes depends on its registers only: a
 * value that every instruction changes, and fuel that ends loops. One lane run alone is the
 * reference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "hw/constraint.h"

#include <cmocka.h>

#include "tests/dice.h"

enum { LENGTH = 48, WARPS = 2, LANES = 64, NODES = WARPS * LANES, SPACE = 2 * NODES, FUEL = 60 };

enum kind { PLAIN, BRANCH, LOOP, SWITCH, BARRIER, EXIT };

struct instruction {
    enum kind kind;
    uint32_t target, modulus;
};

struct lane {
    uint64_t value;
    uint32_t fuel;
};

struct heap {
    struct constraint constraint;
    struct contexts contexts;
    struct contexts_warp warps[WARPS];
    struct cct_node nodes[SPACE];
};

static void make_program(uint64_t *dice, struct instruction *program)
{
    static const enum kind kinds[] = {PLAIN, PLAIN, PLAIN, BRANCH, BRANCH, LOOP, SWITCH, BARRIER,
                                      PLAIN, EXIT};
    for (uint32_t i = 0; i < LENGTH; i++) {
        uint64_t roll = dice_roll(dice);
        program[i].kind = i + 1 == LENGTH ? EXIT : kinds[roll % 10];
        if (program[i].kind == EXIT && i + 1 < LENGTH && roll >> 8 & 3)
            program[i].kind = PLAIN;
        program[i].target = (uint32_t)(roll >> 16) % LENGTH;
        program[i].modulus = 2 + (uint32_t)(roll >> 40) % 6;
    }
}

/* What the instruction at `pc` does to one lane, and where it goes; LENGTH: it ends. */
static uint32_t run_lane(const struct instruction *program, uint32_t pc, struct lane *lane)
{
    const struct instruction *insn = &program[pc];
    lane->value = (lane->value ^ pc) * 0x9e3779b97f4a7c15u + 1;
    uint32_t roll = (uint32_t)(lane->value >> 40);
    switch (insn->kind) {
    case BRANCH:
        return insn->target > pc && roll % insn->modulus == 0 ? insn->target : pc + 1;
    case LOOP:
        if (!lane->fuel || insn->target >= pc || roll % 3 == 0)
            return pc + 1;
        lane->fuel--;
        return insn->target;
    case SWITCH:
        return pc + 1 + roll % (LENGTH - 1 - pc);
    case EXIT:
        return LENGTH;
    default:
        return pc + 1;
    }
}

static struct lane start_lane(uint32_t lane)
{
    return (struct lane){.value = lane * 77 + 5, .fuel = FUEL};
}

static struct lane run_alone(const struct instruction *program, uint32_t lane)
{
    struct lane state = start_lane(lane);
    for (uint32_t pc = 0; pc < LENGTH;)
        pc = run_lane(program, pc, &state);
    return state;
}

/* Runs the instruction of a split, and says where its lanes go. */
static uint64_t run_split(const struct instruction *program, const struct split *split,
                          struct lane *lanes, uint32_t *target)
{
    uint64_t ends = 0;
    for (uint64_t left = split->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctzll(left);
        target[lane] = run_lane(program, split->pc, &lanes[lane]);
        ends |= target[lane] == LENGTH ? left & -left : 0;
    }
    return ends;
}

/* Lanes are in exactly one place, and the pool is whole (SBI-23). */
static void check_heap(const struct heap *heap, uint64_t live)
{
    const struct contexts_warp *w = &heap->warps[0];
    uint64_t cold = 0;
    uint32_t count = 0;
    for (uint32_t node = w->list; node != CCT_NONE; node = heap->nodes[node].next) {
        assert_false(heap->nodes[node].split.mask & cold);
        cold |= heap->nodes[node].split.mask;
        assert_true(++count <= LANES);
    }
    assert_int_equal(cold, w->cold);
    assert_int_equal(count, w->cold_count);
    assert_int_equal(heap->contexts.cct.used + heap->contexts.cct.spilled, count);
    assert_false(w->hot[0].mask & w->hot[1].mask);
    assert_false((w->hot[0].mask | w->hot[1].mask) & cold);
    assert_int_equal(w->hot[0].mask | w->hot[1].mask | cold, live);
}

static void read_lanes(const struct contexts_warp *w, uint64_t lanes[3])
{
    lanes[0] = w->hot[0].mask;
    lanes[1] = w->hot[1].mask;
    lanes[2] = w->cold;
}

/* Applies what one or both hot splits did. Branches with more than one target go one at a time. */
static void apply(struct heap *heap, const struct instruction *program, uint64_t slots,
                  struct lane *lanes, cycle_t now)
{
    struct contexts_move move[2] = {{0}};
    uint32_t target[LANES];
    const struct split *hot = heap->warps[0].hot;
    for (uint32_t slot = 0; slot < 2; slot++) {
        if (!(slots >> slot & 1))
            continue;
        const struct split split = hot[slot];
        uint64_t ends = run_split(program, &split, lanes, target);
        uint64_t stays = split.mask & ~ends, taken = 0;
        if (program[split.pc].kind == SWITCH) { /* alone: the slot may have moved */
            assert_int_equal(contexts_branch_each(&heap->contexts, 0, slot, stays, target, 0, 0,
                                                  true, now), CONTEXTS_MOVED);
            return;
        }
        for (uint64_t left = stays; left; left &= left - 1)
            taken |= target[__builtin_ctzll(left)] != split.pc + 1 ? left & -left : 0;
        move[slot] = (struct contexts_move){
            .moves = true, .ends = ends, .taken = taken, .next = split.pc + 1,
            .target = program[split.pc].target, .waits = program[split.pc].kind == BARRIER,
            .spill = true};
    }
    assert_int_equal(contexts_step(&heap->contexts, 0, move, now), CONTEXTS_MOVED);
}

/* A secondary that goes on at a marker has nobody to wait for: no split is between the points. */
static void check_passing(const struct heap *heap)
{
    const struct contexts_warp *w = &heap->warps[0];
    uint32_t rec = w->hot[1].pc;
    uint32_t div = heap->constraint.divergence ? heap->constraint.divergence[rec] : CONSTRAINT_NONE;
    if (div == CONSTRAINT_NONE)
        return;
    assert_true(w->hot[0].pc <= div || w->hot[0].pc >= rec);
    for (uint32_t node = w->list; node != CCT_NONE; node = heap->nodes[node].next) {
        const struct split *split = &heap->nodes[node].split;
        assert_true(split->waits || split->pc <= div || split->pc > rec);
    }
}

static bool can_run(const struct heap *heap, uint32_t slot)
{
    const struct split *split = &heap->warps[0].hot[slot];
    if (!split->mask || split->waits)
        return false;
    if (slot == 0)
        return true;
    if (constraint_suspends(&heap->constraint, &heap->contexts, 0))
        return false;
    check_passing(heap);
    return true;
}

/* The slots that issue: one or both, and a switch alone. */
static uint64_t choose(const struct heap *heap, const struct instruction *program, uint64_t roll)
{
    uint64_t able = (uint64_t)can_run(heap, 0) | (uint64_t)can_run(heap, 1) << 1;
    uint64_t chosen = able & (roll % 3 + 1);
    chosen = chosen ? chosen : able;
    if (chosen == 3 && (program[heap->warps[0].hot[0].pc].kind == SWITCH ||
                        program[heap->warps[0].hot[1].pc].kind == SWITCH))
        chosen = 1;
    return chosen;
}

static void run_program(struct heap *heap, const struct instruction *program, uint64_t *dice,
                        struct lane *lanes)
{
    bool exact = heap->contexts.numbers.model == CONTEXTS_EXACT;
    uint64_t before[3], after[3];
    contexts_reset(&heap->contexts, NULL);
    contexts_start(&heap->contexts, 0, 0, ~0ull);
    for (cycle_t now = 0; contexts_live(&heap->contexts, 0); now++) {
        assert_true(now < 1000000);
        contexts_settle(&heap->contexts, now);
        if (contexts_waiting(&heap->contexts, 0) == contexts_live(&heap->contexts, 0))
            contexts_release(&heap->contexts, 0, ~0ull, now);
        if (!contexts_next(&heap->contexts, 0)) { /* a cold one can run, after an exchange */
            assert_true(!exact && heap->contexts.unsettled);
            continue;
        }
        contexts_take_change(&heap->contexts, 0);
        read_lanes(&heap->warps[0], before);
        apply(heap, program, choose(heap, program, dice_roll(dice)), lanes, now);
        read_lanes(&heap->warps[0], after);
        check_heap(heap, contexts_live(&heap->contexts, 0));
        transition alive = transition_between(before, before); /* rows of empty slots are 0 */
        assert_int_equal(transition_then(alive, contexts_take_change(&heap->contexts, 0)),
                         transition_between(before, after));
        assert_true(!exact || contexts_in_order(&heap->contexts, 0));
    }
}

/* ---- markers at all joins, with the immediate dominator as divergence point ---- */

/* The instructions that may follow the one at `pc`. */
static uint64_t successors(const struct instruction *program, uint32_t pc)
{
    const uint64_t all = (1ull << LENGTH) - 1;
    const struct instruction *insn = &program[pc];
    uint64_t next = 2ull << pc & all;
    switch (insn->kind) {
    case BRANCH:
        return next | (insn->target > pc ? 1ull << insn->target : 0);
    case LOOP:
        return next | (insn->target < pc ? 1ull << insn->target : 0);
    case SWITCH:
        return all & ~((2ull << pc) - 1);
    case EXIT:
        return 0;
    default:
        return next;
    }
}

static void find_dominators(const struct instruction *program, uint64_t *dominators)
{
    bool changed = true;
    for (uint32_t i = 0; i < LENGTH; i++)
        dominators[i] = i ? ~0ull : 1;
    while (changed) {
        changed = false;
        for (uint32_t from = 0; from < LENGTH; from++) {
            if (from && dominators[from] == ~0ull)
                continue;
            for (uint64_t to = successors(program, from); to; to &= to - 1) {
                uint32_t pc = (uint32_t)__builtin_ctzll(to);
                uint64_t now = dominators[pc] & (dominators[from] | 1ull << pc);
                changed |= now != dominators[pc];
                dominators[pc] = now;
            }
        }
    }
}

static uint32_t nearest_dominator(const uint64_t *dominators, uint32_t pc)
{
    uint32_t nearest = CONSTRAINT_NONE;
    for (uint64_t left = dominators[pc] & ~(1ull << pc); left; left &= left - 1) {
        uint32_t one = (uint32_t)__builtin_ctzll(left);
        if (nearest == CONSTRAINT_NONE || dominators[one] >> nearest & 1)
            nearest = one;
    }
    return nearest;
}

static void find_markers(const struct instruction *program, uint32_t *divergence)
{
    uint64_t dominators[LENGTH];
    uint32_t entries[LENGTH] = {0};
    find_dominators(program, dominators);
    for (uint32_t from = 0; from < LENGTH; from++)
        for (uint64_t to = successors(program, from); to; to &= to - 1)
            entries[__builtin_ctzll(to)]++;
    for (uint32_t pc = 0; pc < LENGTH; pc++) {
        bool joins = entries[pc] > 1 && dominators[pc] != ~0ull; /* and can be reached */
        divergence[pc] = joins ? nearest_dominator(dominators, pc) : CONSTRAINT_NONE;
    }
}

/* ---- all together ---- */

static void check_programs(struct contexts_numbers numbers, uint32_t programs, bool constrained)
{
    static struct heap heap;
    uint32_t divergence[LENGTH];
    struct instruction program[LENGTH];
    struct lane lanes[LANES];
    uint64_t dice = 3;
    assert_true(contexts_node_count(&numbers) <= SPACE);
    for (uint32_t i = 0; i < programs; i++) {
        make_program(&dice, program);
        if (numbers.random)
            numbers.random = 1 + (uint32_t)dice_roll(&dice) % 1000;
        contexts_build(&heap.contexts, &numbers, heap.warps, heap.nodes);
        find_markers(program, divergence);
        heap.constraint = (struct constraint){.divergence = constrained ? divergence : NULL};
        for (uint32_t lane = 0; lane < LANES; lane++)
            lanes[lane] = start_lane(lane);
        run_program(&heap, program, &dice, lanes);
        for (uint32_t lane = 0; lane < LANES; lane++)
            assert_int_equal(lanes[lane].value, run_alone(program, lane).value);
    }
}

static struct contexts_numbers with(enum contexts_model model, uint32_t hot, uint32_t nodes)
{
    return (struct contexts_numbers){
        .model = model, .warps = WARPS, .hot = hot,
        .cct = {.nodes = nodes, .sort_min = 1, .sort_max = 64, .spill = 10}};
}

enum { PROGRAMS = 60 };

/* SBI-16, SBI-51: the exact heap is in order after every move. */
static void the_exact_heap_runs_every_lane_on_its_path(void **unused)
{
    (void)unused;
    check_programs(with(CONTEXTS_EXACT, 2, 0), PROGRAMS, false);
    check_programs(with(CONTEXTS_EXACT, 1, 0), PROGRAMS, false);
}

/* SBI-20, SBI-55: the hardware model, with one and two hot splits. */
static void the_hardware_heap_runs_every_lane_on_its_path(void **unused)
{
    (void)unused;
    check_programs(with(CONTEXTS_HARDWARE, 2, NODES), PROGRAMS, false);
    check_programs(with(CONTEXTS_HARDWARE, 1, NODES), PROGRAMS, false);
}

/* SBI-20: any order is right. */
static void a_random_order_runs_every_lane_on_its_path(void **unused)
{
    (void)unused;
    struct contexts_numbers numbers = with(CONTEXTS_EXACT, 2, 0);
    numbers.random = 1;
    check_programs(numbers, PROGRAMS, false);
    numbers = with(CONTEXTS_HARDWARE, 1, NODES);
    numbers.random = 1;
    check_programs(numbers, PROGRAMS, false);
}

/* SBI-20, SBI-30: a sorter that is busy for 64 cycles, and no comparison with the head. */
static void a_degraded_heap_runs_every_lane_on_its_path(void **unused)
{
    (void)unused;
    struct contexts_numbers numbers = with(CONTEXTS_HARDWARE, 2, NODES);
    numbers.cct.sort_min = 64;
    check_programs(numbers, PROGRAMS, false);
    numbers.literal = true;
    check_programs(numbers, PROGRAMS, false);
}

/* SBI-32: two nodes for 64 lanes: the others go to memory and come back. */
static void a_spilling_heap_runs_every_lane_on_its_path(void **unused)
{
    (void)unused;
    check_programs(with(CONTEXTS_HARDWARE, 2, 2), PROGRAMS, false);
}

/* SBI-45, SBI-47: with markers at all joins of any flow graph nothing deadlocks, the primary always
 * runs, and a secondary passes a join only when nobody is on the way to it. */
static void constraints_never_deadlock(void **unused)
{
    (void)unused;
    check_programs(with(CONTEXTS_EXACT, 2, 0), PROGRAMS, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exact_heap_runs_every_lane_on_its_path),
        cmocka_unit_test(the_hardware_heap_runs_every_lane_on_its_path),
        cmocka_unit_test(a_random_order_runs_every_lane_on_its_path),
        cmocka_unit_test(a_degraded_heap_runs_every_lane_on_its_path),
        cmocka_unit_test(a_spilling_heap_runs_every_lane_on_its_path),
        cmocka_unit_test(constraints_never_deadlock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
