/* SPDX-License-Identifier: Apache-2.0 */
/* test_lane_shuffle.c - the five thread-to-lane mappings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/lane_shuffle.h"

#include <cmocka.h>

#include "tests/dice.h"

static void assert_row(enum lane_shuffle shuffle, enum lane_reading reading, uint32_t lanes,
                       uint32_t warps, uint32_t warp, const char *row)
{
    char text[65] = {0};
    struct lane_map map = lane_map_make(shuffle, reading, lanes, warps, warp);
    for (uint32_t tid = 0; tid < lanes; tid++)
        text[tid] = (char)('0' + lane_map_lane(&map, tid));
    assert_string_equal(text, row);
}

/* SWI-15: 8 lanes, 4 warps. */
static void the_tables_of_eight_lanes_are_as_worked_out(void **unused)
{
    (void)unused;
    static const char *const tables[LANE_SHUFFLES][4] = {
        [LANE_IDENTITY] = {"01234567", "01234567", "01234567", "01234567"},
        [LANE_MIRROR_ODD] = {"01234567", "76543210", "01234567", "76543210"},
        [LANE_MIRROR_HALF] = {"01234567", "01234567", "76543210", "76543210"},
        [LANE_XOR] = {"01234567", "10325476", "23016745", "32107654"},
        [LANE_XOR_REV] = {"01234567", "45670123", "23016745", "67452301"},
    };
    for (uint32_t shuffle = 0; shuffle < LANE_SHUFFLES; shuffle++)
        for (uint32_t warp = 0; warp < 4; warp++)
            assert_row((enum lane_shuffle)shuffle, LANE_AS_MEANT, 8, 4, warp,
                       tables[shuffle][warp]);
}

/* SWI-15: the paper's drawing of 4 warps of 4 threads, and 16 warps of 64. */
static void reversed_bits_are_those_of_the_lane_number(void **unused)
{
    (void)unused;
    static const char *const four[] = {"0123", "2301", "1032", "3210"};
    static const uint32_t reversed[] = {0, 32, 16, 48, 8, 40, 24, 56, 4, 36, 20, 52, 12, 44, 28,
                                        60};
    for (uint32_t warp = 0; warp < 4; warp++)
        assert_row(LANE_XOR_REV, LANE_AS_MEANT, 4, 4, warp, four[warp]);
    for (uint32_t warp = 0; warp < 16; warp++) {
        struct lane_map map = lane_map_make(LANE_XOR_REV, LANE_AS_MEANT, 64, 16, warp);
        assert_int_equal(lane_map_lane(&map, 0), reversed[warp]);
    }
}

/* the formulas to the letter. */
static void the_literal_reading_differs_as_it_must(void **unused)
{
    (void)unused;
    assert_row(LANE_MIRROR_ODD, LANE_TO_THE_LETTER, 8, 4, 1, "07654321");
    assert_row(LANE_MIRROR_HALF, LANE_TO_THE_LETTER, 8, 4, 2, "01234567");
    assert_row(LANE_MIRROR_HALF, LANE_TO_THE_LETTER, 8, 4, 3, "07654321");
    assert_row(LANE_XOR_REV, LANE_TO_THE_LETTER, 8, 4, 1, "23016745");
    struct lane_map map = lane_map_make(LANE_XOR_REV, LANE_TO_THE_LETTER, 64, 16, 15);
    assert_int_equal(lane_map_lane(&map, 0), 15);
}

static void check_map(const struct lane_map *map, uint64_t threads)
{
    uint64_t lanes = 0;
    for (uint32_t tid = 0; tid < map->lanes; tid++) {
        uint32_t lane = lane_map_lane(map, tid);
        assert_true(lane < map->lanes);
        assert_int_equal(lane_map_thread(map, lane), tid);
        lanes |= (threads >> tid & 1) << lane;
    }
    assert_int_equal(lane_map_lanes(map, threads), lanes);
    assert_int_equal(lane_map_threads(map, lanes), threads);
}

/* SWI-14: bijective for 4 to 64 lanes; masks move as threads do. */
static void every_mapping_is_a_permutation(void **unused)
{
    (void)unused;
    uint64_t dice = 5;
    for (uint32_t lanes = 4; lanes <= 64; lanes *= 2) {
        uint64_t all = lanes == 64 ? ~0ull : (1ull << lanes) - 1;
        for (uint32_t code = 0; code < LANE_SHUFFLES * 2 * 32; code++) {
            struct lane_map map =
                lane_map_make((enum lane_shuffle)(code % LANE_SHUFFLES),
                              (enum lane_reading)(code / LANE_SHUFFLES % 2), lanes, 32,
                              code / LANE_SHUFFLES / 2);
            check_map(&map, all);
            check_map(&map, dice_roll(&dice) & all);
        }
    }
}

/* SWI-17: an aligned half of 32 threads stays one, so accesses coalesce as before. */
static void halves_stay_together(void **unused)
{
    (void)unused;
    for (uint32_t code = 0; code < LANE_SHUFFLES * 16; code++) {
        struct lane_map map = lane_map_make((enum lane_shuffle)(code / 16), LANE_AS_MEANT, 64, 16,
                                            code % 16);
        uint64_t lanes = lane_map_lanes(&map, 0xffffffffu);
        assert_true(lanes == 0xffffffffu || lanes == ~0ull << 32);
    }
}

static uint32_t disjoint_pairs(enum lane_shuffle shuffle, uint64_t threads)
{
    uint64_t lanes[16];
    uint32_t pairs = 0;
    for (uint32_t warp = 0; warp < 16; warp++) {
        struct lane_map map = lane_map_make(shuffle, LANE_AS_MEANT, 64, 16, warp);
        lanes[warp] = lane_map_lanes(&map, threads);
        for (uint32_t other = 0; other < warp; other++)
            pairs += !(lanes[warp] & lanes[other]);
    }
    return pairs;
}

/* SWI-17: pairs of 16 warps, of 120, whose threads of one pattern use different lanes. */
static void patterns_become_disjoint(void **unused)
{
    (void)unused;
    static const struct {
        uint64_t threads;
        uint32_t pairs[LANE_SHUFFLES];
    } patterns[] = {
        {0xffffffffu, {0, 64, 64, 0, 64}},
        {0x1u, {0, 64, 64, 120, 120}},
        {0xffffu, {0, 64, 64, 0, 96}},
    };
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t shuffle = 0; shuffle < LANE_SHUFFLES; shuffle++)
            assert_int_equal(disjoint_pairs((enum lane_shuffle)shuffle, patterns[i].threads),
                             patterns[i].pairs[shuffle]);
}

static void shuffles_have_names(void **unused)
{
    (void)unused;
    enum lane_shuffle found;
    for (uint32_t shuffle = 0; shuffle < LANE_SHUFFLES; shuffle++) {
        assert_true(lane_shuffle_find(lane_shuffle_name((enum lane_shuffle)shuffle), &found));
        assert_int_equal(found, shuffle);
    }
    assert_false(lane_shuffle_find("xor-re", &found));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_of_eight_lanes_are_as_worked_out),
        cmocka_unit_test(reversed_bits_are_those_of_the_lane_number),
        cmocka_unit_test(the_literal_reading_differs_as_it_must),
        cmocka_unit_test(every_mapping_is_a_permutation),
        cmocka_unit_test(halves_stay_together),
        cmocka_unit_test(patterns_become_disjoint),
        cmocka_unit_test(shuffles_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
