/* SPDX-License-Identifier: Apache-2.0 */
/* test_mask_lookup.c - the secondary scheduler of SWI: search, best fit, ties, pairs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/cascade.h"
#include "hw/mask_lookup.h"
#include "hw/pair_rules.h"

#include <cmocka.h>

#include "tests/dice.h"

enum { MAD, LSU, SFU, ROWS };

static struct mask_lookup_numbers full = {.warps = 16, .sets = 1, .seed = 0xace1};

/* What a search has to find, said in another way: no other entry that fits has more lanes. */
static void check_best(const struct mask_entry *entries, uint64_t ready, const uint64_t *free,
                       int found)
{
    uint32_t fitting = 0;
    for (uint32_t i = 0; i < MASK_LOOKUP_MAX; i++) {
        bool fits = ready >> i & 1 && (entries[i].lanes & free[entries[i].row]) == entries[i].lanes;
        fitting += fits;
        assert_true(!fits || (found >= 0 && __builtin_popcountll(entries[i].lanes) <=
                                                __builtin_popcountll(entries[found].lanes)));
        assert_true((int)i != found || fits);
    }
    assert_int_equal(found >= 0, fitting > 0);
}

/* SWI-10: against brute force, over random masks; lanes free in the same row, or a free row. */
static void the_search_finds_what_brute_force_finds(void **unused)
{
    (void)unused;
    uint64_t dice = 9;
    struct mask_lookup lookup;
    mask_lookup_reset(&lookup, &full);
    for (int round = 0; round < 2000; round++) {
        struct mask_entry entries[MASK_LOOKUP_MAX];
        uint64_t free[ROWS] = {dice_roll(&dice) | dice_roll(&dice), round & 1 ? ~0ull : 0,
                               dice_roll(&dice)};
        for (uint32_t i = 0; i < MASK_LOOKUP_MAX; i++) {
            uint64_t few = dice_roll(&dice) & dice_roll(&dice) & dice_roll(&dice);
            entries[i] = (struct mask_entry){few & dice_roll(&dice), (uint32_t)(few >> 7) % ROWS};
        }
        uint64_t ready = dice_roll(&dice);
        check_best(entries, ready, free, mask_lookup_best(&lookup, entries, ready, 0, free));
    }
}

/* Any instruction fits another free row; in its own row only free lanes count. */
static void another_free_row_takes_any_lanes(void **unused)
{
    (void)unused;
    struct mask_lookup lookup;
    const struct mask_entry entries[] = {{0xff, MAD}, {0xff, LSU}, {0xf0, MAD}};
    const uint64_t beside[ROWS] = {~0x0full, ~0ull, 0}, busy[ROWS] = {~0x0full, 0, 0};
    mask_lookup_reset(&lookup, &full);
    assert_int_equal(mask_lookup_best(&lookup, entries, 7, 0, beside), 1);
    assert_int_equal(mask_lookup_best(&lookup, entries, 7, 0, busy), 2);
    assert_int_equal(mask_lookup_best(&lookup, entries, 3, 0, busy), -1);
    assert_int_equal(mask_lookup_best(&lookup, entries, 0, 0, beside), -1);
}

/* the warps searched, in both readings of the set index. */
static void sets_limit_the_search(void **unused)
{
    (void)unused;
    static const uint32_t candidates[][2] = {{1, 15}, {2, 7}, {4, 3}, {8, 1}};
    for (uint32_t i = 0; i < 4; i++) {
        struct mask_lookup lookup;
        struct mask_lookup_numbers numbers = {.warps = 16, .sets = candidates[i][0], .seed = 1};
        mask_lookup_reset(&lookup, &numbers);
        for (uint32_t warp = 0; warp < 16; warp++) {
            uint64_t warps = mask_lookup_warps(&lookup, warp);
            assert_int_equal(__builtin_popcountll(warps), candidates[i][1]);
            assert_false(warps >> warp & 1);
            for (; warps; warps &= warps - 1)
                assert_int_equal((uint32_t)__builtin_ctzll(warps) % numbers.sets,
                                 warp % numbers.sets);
        }
    }
    struct mask_lookup lookup;
    struct mask_lookup_numbers next = {.warps = 16, .sets = 16, .set = MASK_LOOKUP_NEXT_SET};
    mask_lookup_reset(&lookup, &next);
    assert_int_equal(mask_lookup_warps(&lookup, 3), 1 << 4);
    assert_int_equal(mask_lookup_warps(&lookup, 15), 1 << 0);
}

/* SWI-5: 3, 5 and 5 lanes: never the 3, the others half of the time each. */
static void ties_are_broken_evenly(void **unused)
{
    (void)unused;
    struct mask_lookup lookup;
    const struct mask_entry entries[] = {{0x07, MAD}, {0x1f, MAD}, {0x3e0, MAD}};
    const uint64_t free[ROWS] = {0xfff, 0, 0};
    uint32_t picks[3] = {0};
    mask_lookup_reset(&lookup, &full);
    for (int i = 0; i < 10000; i++)
        picks[mask_lookup_best(&lookup, entries, 7, 0, free)]++;
    assert_int_equal(picks[0], 0);
    assert_in_range(picks[1], 4500, 5500);
    assert_int_equal(lookup.ties, 10000);
}

/* SWI-5: the same seed, the same choices; another rule for analyses. */
static void a_seed_decides_all_choices(void **unused)
{
    (void)unused;
    struct mask_lookup one, two, first;
    struct mask_entry entries[16];
    const uint64_t free[ROWS] = {~0ull, 0, 0};
    struct mask_lookup_numbers lowest = full;
    lowest.tie = MASK_LOOKUP_FIRST;
    mask_lookup_reset(&one, &full);
    mask_lookup_reset(&two, &full);
    mask_lookup_reset(&first, &lowest);
    for (uint32_t i = 0; i < 16; i++)
        entries[i] = (struct mask_entry){0xf, MAD};
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(mask_lookup_best(&one, entries, 0xfff0, 0, free),
                         mask_lookup_best(&two, entries, 0xfff0, 0, free));
        assert_int_equal(mask_lookup_best(&first, entries, 0xfff0, 0, free), 4);
    }
}

/* On equal lanes the same warp's secondary. */
static void a_preferred_entry_wins_a_tie_only(void **unused)
{
    (void)unused;
    struct mask_lookup lookup;
    const struct mask_entry entries[] = {{0x0f, MAD}, {0xf0, MAD}, {0x0f, MAD}, {0x7f, MAD}};
    const uint64_t free[ROWS] = {0xff, 0, 0};
    mask_lookup_reset(&lookup, &full);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(mask_lookup_best(&lookup, entries, 7, 1 << 2, free), 2);
        assert_int_equal(mask_lookup_best(&lookup, entries, 15, 1 << 2, free), 3);
    }
}

/* SWI-2: I1 picked in c, I2 in c+1, both issue in c+1; a pair in every cycle. */
static void the_first_pick_waits_a_cycle_for_its_partner(void **unused)
{
    (void)unused;
    struct cascade cascade;
    cascade_reset(&cascade);
    struct cascade_pair pair = cascade_turn(&cascade, 3, CASCADE_NONE);
    assert_int_equal(pair.primary, CASCADE_NONE);
    assert_int_equal(cascade_open(&cascade, 0xff), 0xf7);
    pair = cascade_turn(&cascade, 5, 6);
    assert_int_equal(pair.primary, 3);
    assert_int_equal(pair.secondary, 6);
    pair = cascade_turn(&cascade, CASCADE_NONE, CASCADE_NONE);
    assert_int_equal(pair.primary, 5);
    assert_int_equal(pair.secondary, CASCADE_NONE);
    assert_int_equal(cascade.conflicts, 0);
}

/* SWI-6: both pick the same: it issues once, and the next phase has no primary. */
static void a_conflict_drops_the_copy_of_the_first_scheduler(void **unused)
{
    (void)unused;
    struct cascade cascade;
    cascade_reset(&cascade);
    cascade_turn(&cascade, 3, CASCADE_NONE);
    struct cascade_pair pair = cascade_turn(&cascade, 6, 6);
    assert_int_equal(pair.primary, 3);
    assert_int_equal(pair.secondary, 6);
    assert_int_equal(cascade.held, CASCADE_NONE);
    assert_int_equal(cascade.conflicts, 1);
    assert_int_equal(cascade_open(&cascade, 0xff), 0xff);
    pair = cascade_turn(&cascade, 1, 2); /* the second scheduler alone */
    assert_int_equal(pair.primary, CASCADE_NONE);
    assert_int_equal(pair.secondary, 2);
    assert_int_equal(cascade.held, 1);
    cascade_drop(&cascade);
    assert_int_equal(cascade.held, CASCADE_NONE);
}

/* One divergence and one memory instruction per pair. */
static void pairs_have_one_divergence_and_one_memory_access(void **unused)
{
    (void)unused;
    const struct pair_classes classes = {.diverging = 0x33, .memory = 0x30};
    struct pair_rules rules = {0};
    assert_int_equal(pair_partners(&rules, &classes, 0, 0xff), 0xcc);
    assert_int_equal(pair_partners(&rules, &classes, 4, 0xff), 0xcc);
    assert_int_equal(pair_partners(&rules, &classes, 2, 0xff), 0xfb);
    assert_int_equal(pair_partners(&rules, &classes, CASCADE_NONE, 0xff), 0xff);
    rules.two_divergences = true;
    assert_int_equal(pair_partners(&rules, &classes, 0, 0xff), 0xfe);
    assert_int_equal(pair_partners(&rules, &classes, 4, 0xff), 0xcf);
    rules.two_memory = true;
    assert_int_equal(pair_partners(&rules, &classes, 4, 0xff), 0xef);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_finds_what_brute_force_finds),
        cmocka_unit_test(another_free_row_takes_any_lanes),
        cmocka_unit_test(sets_limit_the_search),
        cmocka_unit_test(ties_are_broken_evenly),
        cmocka_unit_test(a_seed_decides_all_choices),
        cmocka_unit_test(a_preferred_entry_wins_a_tie_only),
        cmocka_unit_test(the_first_pick_waits_a_cycle_for_its_partner),
        cmocka_unit_test(a_conflict_drops_the_copy_of_the_first_scheduler),
        cmocka_unit_test(pairs_have_one_divergence_and_one_memory_access),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
