/* SPDX-License-Identifier: Apache-2.0 */
/* test_scoreboard_matrix.c - the dependency-matrix scoreboard, against one that stores lane masks
 * and against one that shifts its entries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "hw/contexts.h"
#include "hw/scoreboard_matrix.h"

#include <cmocka.h>

#include "tests/dice.h"

enum { EVENTS = 6, R2 = 2, R3 = 3 };

static cycle_t ready(const struct scoreboard_matrix *scoreboard, uint32_t slot, uint16_t reg,
                     cycle_t now)
{
    enum pending_by by = PENDING_COMPUTE;
    return scoreboard_matrix_ready(scoreboard, slot, &(struct regs){reg, 1}, 1, now, &by);
}

static void issue(struct scoreboard_matrix *scoreboard, uint32_t slot, uint16_t reg, cycle_t now,
                  cycle_t at)
{
    scoreboard_matrix_issue(scoreboard, slot, &(struct regs){reg, 1}, 1, now, at, PENDING_MEMORY,
                            ~0ull);
}

static const transition divergence = 0x003, swapped = 0x00a, merged = 0x009;

/* SBI-50, SBI-54: disjoint splits that use the same register do not wait for each other. */
static void disjoint_splits_do_not_wait_for_each_other(void **unused)
{
    (void)unused;
    struct scoreboard_matrix scoreboard;
    scoreboard_matrix_reset(&scoreboard, EVENTS);
    issue(&scoreboard, 0, R2, 1, 100);
    scoreboard_matrix_change(&scoreboard, TRANSITION_SAME);
    assert_int_equal(ready(&scoreboard, 0, R2, 2), 100);
    assert_int_equal(ready(&scoreboard, 1, R2, 2), 2);
    assert_int_equal(ready(&scoreboard, 0, R3, 2), 2);
    assert_int_equal(ready(&scoreboard, 0, R2, 100), 100);
}

/* SBI-54: after a merge they do. */
static void a_merged_split_waits_for_both(void **unused)
{
    (void)unused;
    struct scoreboard_matrix scoreboard;
    scoreboard_matrix_reset(&scoreboard, EVENTS);
    issue(&scoreboard, 0, R2, 1, 50);
    issue(&scoreboard, 1, R2, 1, 100);
    scoreboard_matrix_change(&scoreboard, merged);
    assert_int_equal(ready(&scoreboard, 0, R2, 2), 100);
}

/* SBI-56: R2 written by both splits at t1; exchanged at t2, merged at t3, parted at t4. */
static void the_example_of_eight_threads_waits_as_it_says(void **unused)
{
    (void)unused;
    struct scoreboard_matrix scoreboard;
    scoreboard_matrix_reset(&scoreboard, EVENTS);
    scoreboard_matrix_change(&scoreboard, divergence);
    issue(&scoreboard, 0, R2, 1, 50);
    issue(&scoreboard, 1, R2, 1, 100);
    scoreboard_matrix_change(&scoreboard, swapped);
    assert_int_equal(scoreboard.event[0].since & 0x3f, swapped);
    assert_int_equal(ready(&scoreboard, 0, R2, 2), 100); /* slot 2 of t1 only */
    assert_int_equal(ready(&scoreboard, 1, R2, 2), 50);
    scoreboard_matrix_change(&scoreboard, merged);
    assert_int_equal(scoreboard.event[0].since & 0x3f, merged);
    assert_int_equal(ready(&scoreboard, 0, R2, 3), 100);
    scoreboard_matrix_change(&scoreboard, divergence);
    assert_int_equal(scoreboard.event[0].since & 0x3f, 0x01b); /* 110;110: a false dependence */
    assert_int_equal(ready(&scoreboard, 0, R2, 4), 100);
    assert_int_equal(ready(&scoreboard, 1, R2, 4), 100);
}

/* SBI-52: an event has what both slots write and the matrix since then. */
static void an_event_holds_destinations_and_matrix(void **unused)
{
    (void)unused;
    struct scoreboard_matrix scoreboard;
    scoreboard_matrix_reset(&scoreboard, EVENTS);
    issue(&scoreboard, 0, R2, 1, 50);
    issue(&scoreboard, 1, R3, 1, 60);
    scoreboard_matrix_change(&scoreboard, swapped);
    issue(&scoreboard, 1, R2, 2, 70);
    scoreboard_matrix_change(&scoreboard, merged);
    assert_int_equal(scoreboard.event[0].slot[0].writes[0].first, R2);
    assert_int_equal(scoreboard.event[0].slot[1].writes[0].first, R3);
    assert_int_equal(scoreboard.event[0].since & 0x3f, merged);
    assert_int_equal(scoreboard.event[1].slot[0].count, 0);
    assert_int_equal(scoreboard.event[1].slot[1].writes[0].first, R2);
    assert_int_equal(scoreboard.event[1].since & 0x3f, merged);
}

/* SBI-57: six events; the seventh waits until both instructions of one have retired. */
static void a_seventh_event_waits(void **unused)
{
    (void)unused;
    struct scoreboard_matrix scoreboard;
    scoreboard_matrix_reset(&scoreboard, EVENTS);
    for (uint16_t i = 0; i < EVENTS; i++) {
        assert_int_equal(scoreboard_matrix_free(&scoreboard, i), i);
        issue(&scoreboard, 0, i, i, 200 + i);
        issue(&scoreboard, 1, i, i, 100 + i);
        assert_int_equal(scoreboard_matrix_free(&scoreboard, i), i); /* shares the event */
    }
    assert_int_equal(scoreboard_matrix_free(&scoreboard, 6), 200);
    assert_int_equal(scoreboard_matrix_free(&scoreboard, 200), 200);
}

/* ---- against lane masks, on a real heap ---- */

enum { LANES = 64, PLACES = 40, HISTORY = 4096 };

/* SBI-50: the brute force that the paper rejects. */
struct written {
    uint64_t lanes;
    uint16_t reg;
    cycle_t retires;
};

struct oracle {
    struct written written[HISTORY];
    uint32_t count;
};

static cycle_t oracle_ready(const struct oracle *oracle, uint64_t lanes, uint16_t reg, cycle_t now)
{
    for (uint32_t i = 0; i < oracle->count; i++) {
        const struct written *w = &oracle->written[i];
        if (w->lanes & lanes && w->reg == reg)
            now = later(now, w->retires);
    }
    return now;
}

/* The paper's form: entry k is of the k-th latest event, and all shift at each issue. */
struct shifted {
    struct scoreboard_event event[EVENTS];
    uint32_t count;
};

static void shift_compact(struct shifted *shifted, cycle_t now)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < shifted->count; i++) {
        const struct scoreboard_event *e = &shifted->event[i];
        if (later(e->slot[0].retires, e->slot[1].retires) > now)
            shifted->event[kept++] = *e;
    }
    shifted->count = kept;
}

static void shift_issue(struct shifted *shifted, const struct scoreboard_entry *slots)
{
    memmove(&shifted->event[1], &shifted->event[0], shifted->count * sizeof *shifted->event);
    shifted->event[0] = (struct scoreboard_event){.since = TRANSITION_SAME,
                                                  .slot = {slots[0], slots[1]}};
    shifted->count++;
}

static cycle_t shift_ready(const struct shifted *shifted, uint32_t slot, uint16_t reg, cycle_t now)
{
    for (uint32_t k = 0; k < shifted->count; k++) {
        for (uint32_t i = 0; i < 2; i++) {
            const struct scoreboard_entry *entry = &shifted->event[k].slot[i];
            if (entry->count && entry->writes[0].first == reg &&
                transition_at(shifted->event[k].since, i, slot))
                now = later(now, entry->retires);
        }
    }
    return now;
}

struct stage {
    struct contexts contexts;
    struct contexts_warp warps[1];
    struct cct_node nodes[2 * LANES];
    struct scoreboard_matrix matrix;
    struct oracle oracle;
    struct shifted shifted;
    uint64_t checks, false_dependences;
};

static void open_stage(struct stage *stage)
{
    const struct contexts_numbers numbers = {
        .model = CONTEXTS_HARDWARE, .warps = 1, .hot = 2,
        .cct = {.nodes = LANES, .sort_min = 1, .sort_max = 64}};
    contexts_build(&stage->contexts, &numbers, stage->warps, stage->nodes);
    contexts_start(&stage->contexts, 0, 0, ~0ull);
    scoreboard_matrix_reset(&stage->matrix, EVENTS);
    stage->oracle.count = 0;
    stage->shifted = (struct shifted){0};
    stage->checks = stage->false_dependences = 0;
}

/* Every register in both slots: never ready before the oracle says so. */
static void check_all(struct stage *stage, cycle_t now)
{
    for (uint32_t slot = 0; slot < 2; slot++) {
        uint64_t lanes = stage->warps[0].hot[slot].mask;
        for (uint16_t reg = 0; lanes && reg < 4; reg++) {
            cycle_t ours = ready(&stage->matrix, slot, reg, now);
            cycle_t exact = oracle_ready(&stage->oracle, lanes, reg, now);
            assert_true(ours >= exact);
            assert_int_equal(ours, later(now, shift_ready(&stage->shifted, slot, reg, now)));
            stage->false_dependences += ours > exact;
            stage->checks++;
        }
    }
}

static void issue_some(struct stage *stage, uint64_t roll, cycle_t now)
{
    struct scoreboard_entry slots[2] = {{0}};
    shift_compact(&stage->shifted, now);
    assert_int_equal(scoreboard_matrix_free(&stage->matrix, now) == now,
                     stage->shifted.count < EVENTS);
    if (stage->shifted.count == EVENTS)
        return;
    for (uint32_t slot = 0; slot < 2; slot++) {
        uint16_t reg = (uint16_t)(roll >> (8 + 8 * slot)) % 4;
        uint64_t lanes = stage->warps[0].hot[slot].mask;
        cycle_t at = now + 1 + (roll >> (32 + 8 * slot)) % 20;
        if (!lanes || !(roll >> slot & 1))
            continue;
        issue(&stage->matrix, slot, reg, now, at);
        slots[slot] = (struct scoreboard_entry){.retires = at, .count = 1, .writes = {{reg, 1}}};
        stage->oracle.written[stage->oracle.count++ % HISTORY] =
            (struct written){.lanes = lanes, .reg = reg, .retires = at};
    }
    if (slots[0].count || slots[1].count)
        shift_issue(&stage->shifted, slots);
}

static struct contexts_move move_of(const struct split *split, uint64_t *dice)
{
    uint64_t roll = dice_roll(dice), lanes = dice_roll(dice);
    bool parts = roll % 4 == 0;
    return (struct contexts_move){
        .moves = roll % 3 != 0, .taken = parts ? lanes : 0, .spill = true,
        .target = (uint32_t)(roll >> 8) % PLACES,
        .next = roll >> 20 & 3 ? (split->pc + 1) % PLACES : (uint32_t)(roll >> 24) % PLACES};
}

static void change_all(struct stage *stage)
{
    transition change = contexts_take_change(&stage->contexts, 0);
    scoreboard_matrix_change(&stage->matrix, change);
    for (uint32_t k = 0; k < stage->shifted.count; k++)
        stage->shifted.event[k].since = transition_then(stage->shifted.event[k].since, change);
}

/* SBI-50, SBI-53, SBI-55, SBI-56, SBI-57: no dependence is missed, also when splits change places
 * without an issue; slots and shifting agree. */
static void no_dependence_is_ever_missed(void **unused)
{
    (void)unused;
    static struct stage stage;
    uint64_t dice = 11;
    open_stage(&stage);
    for (cycle_t now = 1; now < 4000; now++) {
        check_all(&stage, now);
        issue_some(&stage, dice_roll(&dice), now);
        struct contexts_move moves[2];
        for (uint32_t slot = 0; slot < 2; slot++)
            moves[slot] = move_of(&stage.warps[0].hot[slot], &dice);
        contexts_step(&stage.contexts, 0, moves, now);
        change_all(&stage);
        contexts_settle(&stage.contexts, now);
        change_all(&stage);
        if (stage.oracle.count > HISTORY - 2)
            break;
    }
    print_message("# %lu of %lu dependences are false\n", (unsigned long)stage.false_dependences,
                  (unsigned long)stage.checks);
    assert_true(stage.false_dependences > 0 && stage.false_dependences < stage.checks / 2);
}

/* SBI-28: lanes that repeat an access find its entry, wherever their split is now. */
static void repeated_accesses_find_their_entry(void **unused)
{
    (void)unused;
    struct scoreboard_matrix scoreboard;
    const struct regs r2 = {R2, 1}, both = {R2, 2};
    scoreboard_matrix_reset(&scoreboard, EVENTS);
    issue(&scoreboard, 0, R2, 1, 50);
    issue(&scoreboard, 0, R2, 2, 100);
    scoreboard_matrix_change(&scoreboard, divergence);
    for (uint32_t slot = 0; slot < 2; slot++) {
        struct scoreboard_entry *found = scoreboard_matrix_find(&scoreboard, slot, &r2, 1);
        assert_non_null(found);
        assert_int_equal(found->retires, 100);
    }
    assert_null(scoreboard_matrix_find(&scoreboard, 0, &both, 1));
    scoreboard_matrix_find(&scoreboard, 1, &r2, 1)->retires = 200;
    assert_int_equal(ready(&scoreboard, 0, R2, 2), 200);
}

/* SBI-54: what only the other split has written is not found. */
static void an_entry_of_other_lanes_is_not_found(void **unused)
{
    (void)unused;
    struct scoreboard_matrix scoreboard;
    const struct regs r2 = {R2, 1};
    scoreboard_matrix_reset(&scoreboard, EVENTS);
    issue(&scoreboard, 0, R2, 1, 50);
    assert_null(scoreboard_matrix_find(&scoreboard, 1, &r2, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disjoint_splits_do_not_wait_for_each_other),
        cmocka_unit_test(a_merged_split_waits_for_both),
        cmocka_unit_test(the_example_of_eight_threads_waits_as_it_says),
        cmocka_unit_test(an_event_holds_destinations_and_matrix),
        cmocka_unit_test(a_seventh_event_waits),
        cmocka_unit_test(no_dependence_is_ever_missed),
        cmocka_unit_test(repeated_accesses_find_their_entry),
        cmocka_unit_test(an_entry_of_other_lanes_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
