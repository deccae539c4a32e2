/* SPDX-License-Identifier: Apache-2.0 */
/* test_localmem.c - banks of local memory: conflicts, same words, and when it is free again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/localmem.h"

#include <cmocka.h>

static const struct localmem_numbers numbers = {.banks = 32, .word_bytes = 4, .latency = 3};

static void spread(uint64_t *address, uint64_t stride)
{
    for (unsigned lane = 0; lane < 64; lane++)
        address[lane] = 0xff000000 + lane * stride;
}

static uint32_t rounds(uint64_t stride, uint64_t mask)
{
    uint64_t address[64];
    spread(address, stride);
    return localmem_rounds(&numbers, address, mask);
}

static void neighbouring_words_lie_in_different_banks(void **unused)
{
    (void)unused;
    assert_int_equal(rounds(4, 0xffffffff), 1);
}

static void a_stride_of_all_banks_puts_every_lane_on_one(void **unused)
{
    (void)unused;
    assert_int_equal(rounds(128, 0xffffffff), 32);
    assert_int_equal(rounds(128, 0xff), 8);
    assert_int_equal(rounds(8, 0xffffffff), 2); /* every other bank, twice */
}

static void lanes_with_the_same_word_are_served_together(void **unused)
{
    (void)unused;
    assert_int_equal(rounds(0, 0xffffffff), 1);
    assert_int_equal(rounds(1, 0xffffffff), 1); /* bytes of eight words */
}

static void sixty_four_lanes_can_all_conflict(void **unused)
{
    (void)unused;
    assert_int_equal(rounds(128, ~0ull), 64);
    assert_int_equal(rounds(4, ~0ull), 2);
}

static void the_last_lane_has_its_data_after_all_rounds(void **unused)
{
    (void)unused;
    struct localmem memory = {.numbers = &numbers};
    uint64_t address[64];
    cycle_t taken;
    localmem_reset(&memory);
    spread(address, 4);
    assert_int_equal(localmem_request(&memory, address, 0xffffffff, 10, &taken), 13);
    assert_int_equal(taken, 10);
    spread(address, 128);
    assert_int_equal(localmem_request(&memory, address, 0xf, 20, &taken), 20 + 3 + 3);
    assert_int_equal(memory.conflicts, 3);
    assert_int_equal(memory.accesses, 2);
}

/* Busy at 23, free at 24. */
static void an_access_waits_for_the_rounds_of_the_one_before(void **unused)
{
    (void)unused;
    struct localmem memory = {.numbers = &numbers};
    uint64_t address[64];
    cycle_t taken;
    localmem_reset(&memory);
    spread(address, 128);
    localmem_request(&memory, address, 0xf, 20, &taken);
    assert_int_equal(memory.free, 24);
    assert_int_equal(localmem_next_event(&memory, 23), 24);
    assert_true(localmem_next_event(&memory, 24) == NEVER);
    spread(address, 4);
    assert_int_equal(localmem_request(&memory, address, 1, 22, &taken), 24 + 3);
    assert_int_equal(taken, 24);
    assert_int_equal(localmem_request(&memory, address, 1, 25, &taken), 25 + 3);
    assert_int_equal(taken, 25);
}

static void a_reset_forgets_the_time_and_keeps_the_numbers(void **unused)
{
    (void)unused;
    struct localmem memory = {.numbers = &numbers};
    uint64_t address[64];
    cycle_t taken;
    localmem_reset(&memory);
    spread(address, 128);
    localmem_request(&memory, address, 0xff, 20, &taken);
    localmem_reset(&memory);
    assert_int_equal(memory.free, 0);
    assert_int_equal(memory.conflicts, 0);
    assert_ptr_equal(memory.numbers, &numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbouring_words_lie_in_different_banks),
        cmocka_unit_test(a_stride_of_all_banks_puts_every_lane_on_one),
        cmocka_unit_test(lanes_with_the_same_word_are_served_together),
        cmocka_unit_test(sixty_four_lanes_can_all_conflict),
        cmocka_unit_test(the_last_lane_has_its_data_after_all_rounds),
        cmocka_unit_test(an_access_waits_for_the_rounds_of_the_one_before),
        cmocka_unit_test(a_reset_forgets_the_time_and_keeps_the_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
