/* SPDX-License-Identifier: Apache-2.0 */
/* test_interweave.c - the paper's figure 2 from the blocks: heap, constraint and mask look-up.
 *
 * SBI-49: an if-else of six instructions, 1; 2 3 4 or 5; 6. Warp 0 has lanes 0 and 3 in the if,
 * warp 1 the complement; one row of four lanes, every instruction takes a cycle, the warp that was
 * primary least recently is next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/constraint.h"
#include "hw/mask_lookup.h"

#include <cmocka.h>

enum { WARPS = 2, ALL = 0xf, LAST = 6, ELSE = 5 };

struct setting {
    bool sbi, constraints, swi;
};

struct stage {
    struct setting setting;
    struct contexts contexts;
    struct contexts_warp warps[WARPS];
    struct cct_node nodes[WARPS * CONTEXTS_LANES_MAX];
    struct constraint constraint;
    struct mask_lookup lookup;
    uint32_t cycles, issues;
    uint32_t joins;           /* issues of instruction 6 */
    uint32_t else_with_first; /* cycles in which 5 and 2 of one warp issue together */
};

static const uint32_t divergence[LAST + 1] = {
    CONSTRAINT_NONE, CONSTRAINT_NONE, CONSTRAINT_NONE, CONSTRAINT_NONE, CONSTRAINT_NONE,
    CONSTRAINT_NONE, 1};

static const struct mask_lookup_numbers lookup_numbers = {
    .warps = WARPS, .sets = 1, .tie = MASK_LOOKUP_FIRST};

static void open_stage(struct stage *stage, struct setting setting)
{
    const struct contexts_numbers numbers = {
        .model = CONTEXTS_EXACT, .warps = WARPS, .hot = setting.sbi ? 2 : 1};
    stage->setting = setting;
    stage->cycles = stage->issues = stage->joins = stage->else_with_first = 0;
    contexts_build(&stage->contexts, &numbers, stage->warps, stage->nodes);
    for (uint32_t warp = 0; warp < WARPS; warp++)
        contexts_start(&stage->contexts, warp, 1, ALL);
    stage->constraint = (struct constraint){.divergence = setting.constraints ? divergence : NULL};
    mask_lookup_reset(&stage->lookup, &lookup_numbers);
}

static uint32_t entry_of(uint32_t warp, uint32_t slot)
{
    return 2 * warp + slot;
}

static bool can_issue(const struct stage *stage, uint32_t warp, uint32_t slot)
{
    return stage->warps[warp].hot[slot].mask &&
           !(slot && constraint_suspends(&stage->constraint, &stage->contexts, warp));
}

/* The entry that goes with the primary of `warp`, or -1. */
static int find_partner(struct stage *stage, uint32_t warp)
{
    struct mask_entry entries[2 * WARPS];
    uint64_t ready = 0;
    uint64_t free = ALL & ~stage->warps[warp].hot[0].mask;
    for (uint32_t i = 0; i < 2 * WARPS; i++) {
        bool own = i / 2 == warp, searched = own ? stage->setting.sbi && i % 2 : stage->setting.swi;
        entries[i] = (struct mask_entry){.lanes = stage->warps[i / 2].hot[i % 2].mask};
        ready |= (uint64_t)(searched && can_issue(stage, i / 2, i % 2)) << i;
    }
    return mask_lookup_best(&stage->lookup, entries, ready, 1ull << entry_of(warp, 1), &free);
}

static struct contexts_move move_of(uint32_t warp, const struct split *split)
{
    uint64_t in_if = warp ? 0x6 : 0x9;
    switch (split->pc) {
    case 1:
        return (struct contexts_move){.moves = true, .next = 2, .taken = ~in_if, .target = ELSE};
    case 4:
        return (struct contexts_move){.moves = true, .next = LAST};
    case LAST:
        return (struct contexts_move){.moves = true, .ends = ALL};
    default:
        return (struct contexts_move){.moves = true, .next = split->pc + 1};
    }
}

static void issue(struct stage *stage, uint64_t entries)
{
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        struct contexts_move moves[2] = {{0}};
        const struct split *hot = stage->warps[warp].hot;
        for (uint32_t slot = 0; slot < 2; slot++) {
            if (!(entries >> entry_of(warp, slot) & 1))
                continue;
            stage->issues++;
            stage->joins += hot[slot].pc == LAST;
            moves[slot] = move_of(warp, &hot[slot]);
        }
        stage->else_with_first += moves[0].moves && moves[1].moves && hot[0].pc == 2 &&
                                  hot[1].pc == ELSE;
        contexts_step(&stage->contexts, warp, moves, 0);
    }
}

static void run(struct stage *stage, struct setting setting)
{
    open_stage(stage, setting);
    for (uint32_t warp = 0;; warp = !warp) {
        if (!contexts_next(&stage->contexts, warp))
            warp = !warp;
        if (!contexts_next(&stage->contexts, warp))
            return;
        int partner = find_partner(stage, warp);
        issue(stage, 1ull << entry_of(warp, 0) | (partner < 0 ? 0 : 1ull << partner));
        stage->cycles++;
    }
}

/* SBI-49 */
static void every_configuration_takes_its_cycles(void **unused)
{
    (void)unused;
    static const struct {
        struct setting setting;
        uint32_t cycles, issues, joins;
    } expected[] = {
        {{false, false, false}, 12, 12, 2}, {{true, false, false}, 10, 14, 4},
        {{true, true, false}, 10, 12, 2},   {{false, false, true}, 8, 12, 2},
        {{true, false, true}, 8, 14, 4},    {{true, true, true}, 8, 12, 2},
    };
    struct stage stage;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        run(&stage, expected[i].setting);
        assert_int_equal(stage.cycles, expected[i].cycles);
        assert_int_equal(stage.issues, expected[i].issues);
        assert_int_equal(stage.joins, expected[i].joins);
    }
}

/* SBI-49: the two cycles that SBI saves are those in which 2 and 5 issue together. */
static void sbi_gains_where_both_sides_issue_together(void **unused)
{
    (void)unused;
    struct stage stage;
    run(&stage, (struct setting){.sbi = true, .constraints = true});
    assert_int_equal(stage.else_with_first, 2);
    run(&stage, (struct setting){.swi = true});
    assert_int_equal(stage.else_with_first, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_configuration_takes_its_cycles),
        cmocka_unit_test(sbi_gains_where_both_sides_issue_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
