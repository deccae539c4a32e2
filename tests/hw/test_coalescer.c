/* SPDX-License-Identifier: Apache-2.0 */
/* test_coalescer.c - lanes' addresses become requests for lines. SWAS-11 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/coalescer.h"

#include <cmocka.h>

enum { LINE = 64, GROUP = 16 };
#define ALL_32 0xffffffffull

static void spread(uint64_t *address, uint64_t base, uint64_t stride)
{
    for (unsigned lane = 0; lane < 64; lane++)
        address[lane] = base + lane * stride;
}

static struct coalesced requests(const uint64_t *address, uint64_t mask)
{
    struct coalesced out;
    coalesce(address, mask, LINE, GROUP, &out);
    return out;
}

/* SWAS-11 */
static void one_address_of_all_lanes_makes_one_request(void **unused)
{
    (void)unused;
    uint64_t address[64];
    spread(address, 0x1234, 0);
    struct coalesced out = requests(address, ALL_32);
    assert_int_equal(out.count, 1);
    assert_int_equal(out.cycles, 1);
    assert_int_equal(out.request[0].line, 0x1234 / LINE);
    assert_int_equal(out.request[0].cycle, 0);
}

/* SWAS-11 */
static void a_stride_of_a_line_makes_a_request_for_each_lane(void **unused)
{
    (void)unused;
    uint64_t address[64];
    spread(address, 0x1000, LINE);
    struct coalesced out = requests(address, ALL_32);
    assert_int_equal(out.count, 32);
    assert_int_equal(out.cycles, 16); /* two groups side by side */
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(out.request[i].cycle, i / 2);
        assert_int_equal(out.request[i].line, 0x1000 / LINE + i / 2 + (i % 2) * 16);
    }
}

static void neighbouring_words_make_one_request_for_each_line(void **unused)
{
    (void)unused;
    uint64_t address[64];
    spread(address, 0x1000, 4);
    struct coalesced out = requests(address, ALL_32);
    assert_int_equal(out.count, 2);
    assert_int_equal(out.cycles, 1);
}

/* The same words a little further: each group straddles two lines. */
static void misaligned_neighbours_need_a_second_cycle(void **unused)
{
    (void)unused;
    uint64_t address[64];
    spread(address, 0x1020, 4);
    struct coalesced out = requests(address, ALL_32);
    assert_int_equal(out.cycles, 2);
    assert_int_equal(out.count, 4);
    assert_int_equal(out.request[0].line, 0x1000 / LINE);
    assert_int_equal(out.request[1].line, 0x1040 / LINE);
    assert_int_equal(out.request[2].line, 0x1040 / LINE);
    assert_int_equal(out.request[3].line, 0x1080 / LINE);
}

static void only_active_lanes_ask(void **unused)
{
    (void)unused;
    uint64_t address[64];
    spread(address, 0, LINE);
    struct coalesced out = requests(address, 1u << 5 | 1u << 6 | 1u << 31);
    assert_int_equal(out.count, 3);
    assert_int_equal(out.cycles, 2);
    assert_int_equal(out.request[0].line, 5);
    assert_int_equal(out.request[1].line, 31);
    assert_int_equal(out.request[2].line, 6);
}

static void no_lane_asks_for_nothing(void **unused)
{
    (void)unused;
    uint64_t address[64];
    spread(address, 0, LINE);
    struct coalesced out = requests(address, 0);
    assert_int_equal(out.count, 0);
    assert_int_equal(out.cycles, 0);
}

static void sixty_four_lanes_of_sixty_four_lines_fit(void **unused)
{
    (void)unused;
    uint64_t address[64];
    struct coalesced out;
    spread(address, 0, LINE);
    coalesce(address, ~0ull, LINE, 64, &out);
    assert_int_equal(out.count, COALESCER_REQUESTS_MAX);
    assert_int_equal(out.cycles, 64);
    coalesce(address, ~0ull, LINE, 256, &out); /* lines of 1 KiB: one group of all lanes */
    assert_int_equal(out.count, 64);
    coalesce(address, ~0ull, LINE, 1, &out);
    assert_int_equal(out.count, 64);
    assert_int_equal(out.cycles, 1);
}

/* SWAS-11 */
static void without_a_coalescer_one_address_of_all_lanes_makes_one_request(void **unused)
{
    (void)unused;
    uint64_t address[64];
    struct coalesced out;
    spread(address, 0x1234, 0);
    coalesce_equal(address, ALL_32 & ~1ull, LINE, 4, &out);
    assert_int_equal(out.count, 1);
    assert_int_equal(out.cycles, 1);
    assert_int_equal(out.request[0].line, 0x1234 / LINE);
    coalesce_equal(address, 0, LINE, 4, &out);
    assert_int_equal(out.count, 0);
    assert_int_equal(out.cycles, 0);
}

static void without_a_coalescer_one_other_address_parts_all_lanes(void **unused)
{
    (void)unused;
    uint64_t address[64];
    struct coalesced out;
    spread(address, 0x1000, 0);
    address[31] += 4;
    coalesce_equal(address, ALL_32, LINE, 4, &out);
    assert_int_equal(out.count, 32);
    assert_int_equal(out.cycles, 32); /* one line, hence one bank */
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out.request[i].cycle, i);
}

/* SWAS-11: lines beside each other lie in banks beside each other. */
static void without_a_coalescer_as_many_lanes_go_at_once_as_there_are_banks(void **unused)
{
    (void)unused;
    uint64_t address[64];
    struct coalesced out;
    spread(address, 0x1000, LINE);
    coalesce_equal(address, ALL_32, LINE, 4, &out);
    assert_int_equal(out.count, 32);
    assert_int_equal(out.cycles, 8);
    spread(address, 0x1000, 2 * LINE);
    coalesce_equal(address, ALL_32, LINE, 4, &out);
    assert_int_equal(out.cycles, 16); /* every other bank only */
    coalesce_equal(address, ~0ull, LINE, 64, &out);
    assert_int_equal(out.count, COALESCER_REQUESTS_MAX);
    assert_int_equal(out.cycles, 2);
}

static void a_span_reaches_from_the_first_to_the_last_byte_of_its_line(void **unused)
{
    uint64_t address[64] = {[0] = LINE + 8, [1] = 5 * LINE, [2] = LINE + 4, [5] = LINE + 16,
                            [6] = 5 * LINE + 12};
    struct coalesced out;
    struct coalesced_span spans[COALESCER_REQUESTS_MAX];
    (void)unused;
    coalesce(address, 0x67, LINE, 64, &out);
    coalesced_measure(&out, address, 0x67, 4, LINE, spans);
    assert_int_equal(out.count, 2);
    assert_int_equal(spans[0].first, LINE + 4);
    assert_int_equal(spans[0].last, LINE + 19);
    assert_int_equal(spans[1].first, 5 * LINE);
    assert_int_equal(spans[1].last, 5 * LINE + 15);
}

static void the_max_wanted_address_is_counted(void **unused)
{
    uint64_t address[64] = {[0] = 4, [1] = 8, [2] = 4, [3] = 8, [4] = 8, [63] = 8};
    (void)unused;
    assert_int_equal(coalesce_most_equal(address, 0), 0);
    assert_int_equal(coalesce_most_equal(address, 0x1), 1);
    assert_int_equal(coalesce_most_equal(address, 0x7), 2);
    assert_int_equal(coalesce_most_equal(address, 0x1f), 3);
    assert_int_equal(coalesce_most_equal(address, 1ull << 63 | 0x1f), 4);
}

/* Serves all lanes, one transaction after the other; returns how many. */
static uint32_t replay(const uint64_t *address, uint64_t lanes, uint64_t riders)
{
    uint64_t line, seen[64];
    uint32_t count = 0;
    while (lanes | riders) {
        uint64_t served = coalesce_next(address, lanes, riders, 128, &line);
        assert_true(served);
        assert_false(served & ~(lanes | riders)); /* each lane exactly once */
        assert_true(!lanes || served & lanes);    /* the first instruction first */
        for (uint32_t i = 0; i < count; i++)
            assert_int_not_equal(seen[i], line);
        seen[count++] = line;
        lanes &= ~served;
        riders &= ~served;
    }
    return count;
}

/* SBI-11: one port of 128 bytes; lanes that are not served replay. */
static void a_port_serves_a_block_per_transaction(void **unused)
{
    (void)unused;
    uint64_t address[64];
    spread(address, 0x1000, 4);
    assert_int_equal(replay(address, ALL_32, 0), 1);
    spread(address, 0x1000, 128);
    assert_int_equal(replay(address, ALL_32, 0), 32); /* 31 replays */
    spread(address, 0x1004, 4);
    assert_int_equal(replay(address, ALL_32, 0), 2);
}

/* 64 lanes over 4 blocks issue 4 times, and their masks partition the warp. */
static void sixty_four_lanes_of_four_blocks_issue_four_times(void **unused)
{
    (void)unused;
    uint64_t address[64];
    for (uint32_t lane = 0; lane < 64; lane++)
        address[lane] = 128 * (lane % 4) + lane;
    assert_int_equal(replay(address, ~0ull, 0), 4);
}

/* Accesses of a second instruction to the same block ride along. */
static void a_second_instruction_rides_along(void **unused)
{
    (void)unused;
    uint64_t address[64];
    spread(address, 0, 4);
    assert_int_equal(replay(address, 0x0f, 0xf0), 1);
    address[7] = 1000;
    assert_int_equal(replay(address, 0x0f, 0xf0), 2);
    assert_int_equal(replay(address, 0, 0xf0), 2);
    uint64_t line;
    assert_int_equal(coalesce_next(address, 0x80, 0x0f, 128, &line), 0x80);
    assert_int_equal(coalesce_next(address, 0, 0, 128, &line), 0);
}

static void groups_apart_request_a_common_line_twice(void **unused)
{
    (void)unused;
    uint64_t address[64];
    struct coalesced out;
    spread(address, 0x1000, 0);
    coalesce_apart(address, ALL_32, LINE, GROUP, &out);
    assert_int_equal(out.count, 2);
    assert_int_equal(out.cycles, 1);
    assert_int_equal(out.request[1].line, 0x1000 / LINE);
    coalesce_apart(address, 0xffff, LINE, GROUP, &out);
    assert_int_equal(out.count, 1);
    coalesce_apart(address, 0, LINE, GROUP, &out);
    assert_int_equal(out.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_address_of_all_lanes_makes_one_request),
        cmocka_unit_test(a_stride_of_a_line_makes_a_request_for_each_lane),
        cmocka_unit_test(neighbouring_words_make_one_request_for_each_line),
        cmocka_unit_test(misaligned_neighbours_need_a_second_cycle),
        cmocka_unit_test(only_active_lanes_ask),
        cmocka_unit_test(no_lane_asks_for_nothing),
        cmocka_unit_test(sixty_four_lanes_of_sixty_four_lines_fit),
        cmocka_unit_test(without_a_coalescer_one_address_of_all_lanes_makes_one_request),
        cmocka_unit_test(without_a_coalescer_one_other_address_parts_all_lanes),
        cmocka_unit_test(without_a_coalescer_as_many_lanes_go_at_once_as_there_are_banks),
        cmocka_unit_test(a_span_reaches_from_the_first_to_the_last_byte_of_its_line),
        cmocka_unit_test(the_max_wanted_address_is_counted),
        cmocka_unit_test(a_port_serves_a_block_per_transaction),
        cmocka_unit_test(sixty_four_lanes_of_four_blocks_issue_four_times),
        cmocka_unit_test(a_second_instruction_rides_along),
        cmocka_unit_test(groups_apart_request_a_common_line_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
