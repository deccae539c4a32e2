/* SPDX-License-Identifier: Apache-2.0 */
/* test_reconverge.c - every scheme reads effects through one interface and says which lanes run
 * next, and where. HOUSE-43. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/reconverge.h"
#include "hw/reconverge_frontier.h"
#include "hw/reconverge_ipdom.h"
#include "hw/reconverge_tokens.h"
#include "isa/warp.h"

#include <cmocka.h>

enum { ALL = 0xf, LOW = 0x3, HIGH = 0xc, NEXT = 11, TARGET = 20 };

static const struct insn insn = {.next = NEXT, .target = TARGET};

/* Reads an effect and requires what comes out. */
static void expect(const struct reconverge_ops *ops, void *scheme, struct reconverge *now,
                   const struct effect *effect, enum reconverge_outcome outcome, uint64_t active,
                   uint32_t pc)
{
    assert_int_equal(ops->read(scheme, &insn, effect, now), outcome);
    assert_int_equal(now->active, active);
    assert_int_equal(now->pc, pc);
}

static void effects_that_move_no_lane_lead_to_the_next_instruction(void **state)
{
    struct token entries[4];
    struct ipdom_entry splits[4];
    struct token_stack tokens = {.entries = entries, .size = 4};
    struct ipdom_stack ipdom = {.entries = splits, .size = 4};
    const struct {
        const struct reconverge_ops *ops;
        void *scheme;
    } schemes[] = {{&reconverge_tokens, &tokens}, {&reconverge_ipdom, &ipdom}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct reconverge now = {.active = ALL, .pc = 10};
        schemes[i].ops->reset(schemes[i].scheme, 10, ALL);
        expect(schemes[i].ops, schemes[i].scheme, &now, &(struct effect){.kind = EFFECT_BARRIER},
               RECONVERGE_SAME, ALL, NEXT);
        expect(schemes[i].ops, schemes[i].scheme, &now, &(struct effect){.kind = EFFECT_NONE},
               RECONVERGE_SAME, ALL, NEXT);
    }
}

static void tokens_part_at_a_branch_and_end_lane_by_lane(void **state)
{
    struct token entries[4];
    struct token_stack stack = {.entries = entries, .size = 4};
    struct reconverge now = {.active = ALL};
    (void)state;
    reconverge_tokens.reset(&stack, 10, ALL);
    expect(&reconverge_tokens, &stack, &now,
           &(struct effect){.kind = EFFECT_LEAVE, .taken = ALL, .value = TOKEN_SSY},
           RECONVERGE_UNPAIRED, ALL, 10);
    expect(&reconverge_tokens, &stack, &now, &(struct effect){.kind = EFFECT_BRANCH, .taken = LOW},
           RECONVERGE_PARTED, LOW, TARGET);
    expect(&reconverge_tokens, &stack, &now, &(struct effect){.kind = EFFECT_EXIT, .taken = LOW},
           RECONVERGE_RESUMED, HIGH, NEXT);
    expect(&reconverge_tokens, &stack, &now, &(struct effect){.kind = EFFECT_EXIT, .taken = HIGH},
           RECONVERGE_DONE, 0, NEXT);
}

static void a_post_dominator_stack_splits_joins_and_refuses_an_empty_mask(void **state)
{
    struct ipdom_entry entries[1];
    struct ipdom_stack stack = {.entries = entries, .size = 1, .order = IPDOM_LARGER_FIRST};
    struct reconverge now = {.active = ALL};
    (void)state;
    reconverge_ipdom.reset(&stack, 10, ALL);
    expect(&reconverge_ipdom, &stack, &now, &(struct effect){.kind = EFFECT_SPLIT, .taken = ALL},
           RECONVERGE_SAME, ALL, NEXT);
    expect(&reconverge_ipdom, &stack, &now, &(struct effect){.kind = EFFECT_SPLIT, .taken = LOW},
           RECONVERGE_PARTED, LOW, NEXT);
    expect(&reconverge_ipdom, &stack, &now, &(struct effect){.kind = EFFECT_SPLIT, .taken = 1},
           RECONVERGE_OVERFLOW, LOW, NEXT);
    expect(&reconverge_ipdom, &stack, &now, &(struct effect){.kind = EFFECT_JOIN, .value = 5},
           RECONVERGE_UNPAIRED, LOW, NEXT);
    expect(&reconverge_ipdom, &stack, &now, &(struct effect){.kind = EFFECT_JOIN, .value = 0},
           RECONVERGE_RESUMED, HIGH, NEXT);
    expect(&reconverge_ipdom, &stack, &now, &(struct effect){.kind = EFFECT_JOIN, .value = 0},
           RECONVERGE_RESUMED, ALL, NEXT);
    expect(&reconverge_ipdom, &stack, &now, &(struct effect){.kind = EFFECT_PREDICATE},
           RECONVERGE_EMPTY, 0, NEXT);
}

/* The lanes of lowest program counter run. */
static void thread_frontiers_run_the_lowest_lanes(void **state)
{
    static struct cct_node nodes[CONTEXTS_LANES_MAX];
    struct contexts_warp warps[1];
    struct contexts contexts;
    struct frontier frontier = {.contexts = &contexts};
    struct reconverge now = {.active = ALL};
    const struct contexts_numbers numbers = {.model = CONTEXTS_EXACT, .warps = 1, .hot = 1};
    static const uint32_t targets[] = {TARGET, TARGET, NEXT, NEXT};
    (void)state;
    contexts_build(&contexts, &numbers, warps, nodes);
    reconverge_frontier.reset(&frontier, 10, ALL);
    expect(&reconverge_frontier, &frontier, &now,
           &(struct effect){.kind = EFFECT_BRANCH, .taken = LOW}, RECONVERGE_PARTED, HIGH, NEXT);
    expect(&reconverge_frontier, &frontier, &now,
           &(struct effect){.kind = EFFECT_BRANCH, .taken = HIGH}, RECONVERGE_RESUMED, ALL,
           TARGET);
    expect(&reconverge_frontier, &frontier, &now,
           &(struct effect){.kind = EFFECT_BRANCH_EACH, .taken = ALL, .lane_target = targets},
           RECONVERGE_PARTED, HIGH, NEXT);
    expect(&reconverge_frontier, &frontier, &now,
           &(struct effect){.kind = EFFECT_EXIT, .taken = HIGH}, RECONVERGE_RESUMED, LOW, TARGET);
    expect(&reconverge_frontier, &frontier, &now, &(struct effect){.kind = EFFECT_BARRIER},
           RECONVERGE_WAITS, 0, TARGET);
    contexts_release(&contexts, 0, ALL, 0);
    expect(&reconverge_frontier, &frontier, &now, &(struct effect){.kind = EFFECT_CALL},
           RECONVERGE_RESUMED, LOW, TARGET);
    assert_int_equal(warps[0].hot[0].depth, 1);
    expect(&reconverge_frontier, &frontier, &now,
           &(struct effect){.kind = EFFECT_EXIT, .taken = ALL}, RECONVERGE_DONE, 0, TARGET);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(effects_that_move_no_lane_lead_to_the_next_instruction),
        cmocka_unit_test(tokens_part_at_a_branch_and_end_lane_by_lane),
        cmocka_unit_test(a_post_dominator_stack_splits_joins_and_refuses_an_empty_mask),
        cmocka_unit_test(thread_frontiers_run_the_lowest_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
