/* SPDX-License-Identifier: Apache-2.0 */
/* test_sequencer.c - tiles and index streams become bursts and lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../dice.h"
#include "machine/sim_d/sequencer.h"

#include <cmocka.h>

/* SIMD-28: the paper's figure 3. */
static void the_papers_example_needs_two_bursts(void **unused)
{
    (void)unused;
    const struct sim_d_tile tile = {.address = 0x8, .words = 5, .period = 7, .count = 3};
    struct stride_sequencer sequencer;
    struct sim_d_access access;
    assert_int_equal(sim_d_tile_end(&tile), 0x54);
    stride_bursts(&sequencer, &tile);
    assert_true(stride_next(&sequencer, &access));
    assert_int_equal(access.address, 0x0);
    assert_int_equal(access.wanted, 0x1f << 2 | 0x1f << 9);
    assert_true(stride_next(&sequencer, &access));
    assert_int_equal(access.address, 0x40);
    assert_int_equal(access.wanted, 0x1f);
    assert_false(stride_next(&sequencer, &access));
}

static void an_empty_tile_has_no_bursts(void **unused)
{
    (void)unused;
    const struct sim_d_tile empty[] = {{.address = 0x40, .period = 1, .count = 3},
                                       {.address = 0x40, .words = 5, .period = 7}};
    for (unsigned i = 0; i < 2; i++) {
        struct stride_sequencer sequencer;
        struct sim_d_access access;
        stride_bursts(&sequencer, &empty[i]);
        assert_false(stride_next(&sequencer, &access));
    }
}

enum { SPACE = 1 << 14 };

static void mark(uint8_t *words, const struct sim_d_tile *tile)
{
    for (uint32_t line = 0; line < tile->count; line++) {
        for (uint32_t word = 0; word < tile->words; word++)
            words[tile->address / 4 + line * tile->period + word] = 1;
    }
}

/* All words of the tile once, in ascending accesses of `bytes` that want something. */
static void check_walk(struct stride_sequencer *sequencer, const struct sim_d_tile *tile)
{
    static uint8_t wanted[SPACE], found[SPACE];
    struct sim_d_access access;
    int64_t last = -1;
    memset(wanted, 0, sizeof wanted);
    memset(found, 0, sizeof found);
    mark(wanted, tile);
    while (stride_next(sequencer, &access)) {
        assert_true((int64_t)access.address > last);
        assert_int_equal((access.address - sequencer->origin) % sequencer->bytes, 0);
        assert_int_not_equal(access.wanted, 0);
        for (uint32_t word = 0; word < 32; word++) {
            if (access.wanted >> word & 1)
                found[access.address / 4 + word]++;
        }
        last = access.address;
    }
    assert_memory_equal(wanted, found, sizeof wanted);
}

/* SIMD-28, SIMD-22: bursts are aligned, lines start at the address, none is empty. */
static void random_tiles_are_walked_once(void **unused)
{
    (void)unused;
    uint64_t dice = 28;
    for (unsigned i = 0; i < 3000; i++) {
        struct sim_d_tile tile = {.address = (uint32_t)(dice_roll(&dice) % 300) * 4,
                                  .words = 1 + (uint32_t)(dice_roll(&dice) % 70),
                                  .period = 1 + (uint32_t)(dice_roll(&dice) % 200),
                                  .count = 1 + (uint32_t)(dice_roll(&dice) % 40)};
        struct stride_sequencer sequencer;
        stride_bursts(&sequencer, &tile);
        check_walk(&sequencer, &tile);
        stride_lines(&sequencer, &tile, 4u << dice_roll(&dice) % 4);
        check_walk(&sequencer, &tile);
    }
}

/* SIMD-21: a transfer of 1024 words. */
static void lines_of_the_scratchpad_start_at_the_request(void **unused)
{
    (void)unused;
    const struct sim_d_tile tile = {.address = 12, .words = 1024, .period = 1024, .count = 1};
    const uint32_t widths[] = {4, 8, 16, 32};
    for (unsigned i = 0; i < 4; i++) {
        struct stride_sequencer sequencer;
        struct sim_d_access access;
        unsigned lines = 0;
        stride_lines(&sequencer, &tile, widths[i]);
        while (stride_next(&sequencer, &access)) {
            assert_int_equal(access.address, 12 + 4 * lines * widths[i]);
            lines++;
        }
        assert_int_equal(lines, 1024 / widths[i]);
    }
}

/* SIMD-30: no coalescing; inactive lanes need no burst. */
static void the_iterator_makes_one_burst_per_enabled_lane(void **unused)
{
    (void)unused;
    static uint32_t index[SIM_D_LANES];
    static uint64_t enabled[SIM_D_LANE_WORDS];
    struct sim_d_request request = {.server = SIM_D_DRAM_INDEX, .tile = {.address = 0x104},
                                    .index = index, .enabled = enabled};
    struct index_iterator iterator;
    unsigned bursts = 0;
    for (unsigned i = 0; i < SIM_D_LANES; i++)
        index[i] = 17;
    memset(enabled, 0xff, sizeof enabled);
    enabled[3] = 5;
    index_start(&iterator, &request);
    for (unsigned lane = 0; lane < SIM_D_LANES; lane++) {
        struct sim_d_access access;
        bool found = index_next(&iterator, &access);
        assert_int_equal(found, lane / 64 != 3 || lane == 192 || lane == 194);
        if (found) {
            assert_int_equal(access.address, 0x140);
            assert_int_equal(access.wanted, 1 << 2);
            bursts++;
        }
    }
    assert_int_equal(bursts, SIM_D_LANES - 62);
}

/* SIMD-29, SIMD-22 */
static void illegal_descriptors_are_refused(void **unused)
{
    (void)unused;
    const struct sim_d_tile gaps = {.words = 16, .period = 31, .count = 2};
    const struct sim_d_tile legal = {.words = 16, .period = 32, .count = 2};
    const struct sim_d_request refused[] = {
        {.side = SIM_D_SCALAR, .tile = {.words = 1, .count = 1}},
        {.side = SIM_D_VECTOR, .tile = legal, .to_period = 48},
        {.side = SIM_D_PAD, .tile = gaps},
        {.side = SIM_D_PAD, .tile = legal, .server = SIM_D_SCRATCHPAD},
        {.side = SIM_D_CAM, .tile = legal, .server = SIM_D_DRAM_INDEX},
    };
    const struct sim_d_request accepted[] = {
        {.side = SIM_D_VECTOR, .tile = gaps, .to_period = 64},
        {.side = SIM_D_PAD, .tile = legal},
        {.side = SIM_D_PAD, .tile = gaps, .write = true},
        {.side = SIM_D_PAD, .tile = {.words = 16, .period = 16, .count = 2}},
        {.side = SIM_D_CAM, .tile = gaps, .server = SIM_D_SCRATCHPAD},
    };
    for (unsigned i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_non_null(sim_d_request_problem(&refused[i]));
    for (unsigned i = 0; i < sizeof accepted / sizeof accepted[0]; i++)
        assert_null(sim_d_request_problem(&accepted[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_example_needs_two_bursts),
        cmocka_unit_test(an_empty_tile_has_no_bursts),
        cmocka_unit_test(random_tiles_are_walked_once),
        cmocka_unit_test(lines_of_the_scratchpad_start_at_the_request),
        cmocka_unit_test(the_iterator_makes_one_burst_per_enabled_lane),
        cmocka_unit_test(illegal_descriptors_are_refused),
    };
    return cmocka_run_group_tests_name("sequencer", tests, NULL, NULL);
}
