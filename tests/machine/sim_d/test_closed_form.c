/* SPDX-License-Identifier: Apache-2.0 */
/* test_closed_form.c - the equations' values that the requirements state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/sim_d/closed_form.h"

#include <cmocka.h>

static const struct ddr4_numbers *two_groups(void)
{
    return ddr4_find("3200AA", "x16");
}

/* SIMD-59 */
static void a_tile_takes_the_papers_delay(void **unused)
{
    (void)unused;
    static const unsigned rows[][3] = {
        {1, 74, 88},    {2, 83, 97},    {3, 92, 106},   {4, 101, 115},  {5, 101, 118},
        {6, 101, 126},  {7, 101, 127},  {8, 101, 127},  {9, 101, 133},  {10, 102, 134},
        {16, 126, 158}, {17, 133, 165}, {64, 318, 350}, {65, 325, 357}, {129, 581, 613},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(sim_d_tile_delay(two_groups(), rows[i][0], false), rows[i][1]);
        assert_int_equal(sim_d_tile_delay(two_groups(), rows[i][0], true), rows[i][2]);
    }
    const struct ddr4_numbers *four = ddr4_find("3200AA", "x8");
    assert_int_equal(sim_d_tile_delay(four, 64, false), 22 + 63 * 4 + 12 + 22);
}

/* SIMD-60; also the longest, which must stay below 95360 DC. */
static void an_index_stream_takes_the_papers_delay(void **unused)
{
    (void)unused;
    static const unsigned rows[][3] = {
        {1, 8240, 8272}, {2, 8241, 8273}, {3, 8243, 8275}, {8, 8243, 8275}, {9, 75776, 90112}};
    const struct ddr4_numbers *n = two_groups();
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(sim_d_index_delay(n, 1024, rows[i][0], false), rows[i][1]);
        assert_int_equal(sim_d_index_delay(n, 1024, rows[i][0], true), rows[i][2]);
    }
    assert_int_equal(8 * (n->refi - n->rfc), 95360);
    assert_true(sim_d_index_delay(n, 1024, 9, true) < 95360);
    assert_int_equal(sim_d_buffer_rows(1), 1);
    assert_int_equal(sim_d_buffer_rows(17), 2);
    assert_int_equal(sim_d_buffer_rows(12305), 8);
    assert_int_equal(sim_d_buffer_rows(12306), 9);
    assert_int_equal(sim_d_buffer_rows(502 * 458), 115);
}

/* More rows never take less, also where nRRD is shorter than nCCD_L. */
static void more_rows_never_take_less(void **unused)
{
    (void)unused;
    for (unsigned row = 0; row < ddr4_table_rows; row++) {
        for (unsigned rows = 2; rows <= 20; rows++)
            assert_true(sim_d_index_delay(&ddr4_table[row], 1024, rows, false) >=
                        sim_d_index_delay(&ddr4_table[row], 1024, rows - 1, false));
    }
}

/* SIMD-36: one word per burst, bursts nCCD_L apart. */
static void an_index_stream_uses_3_percent_of_the_bus(void **unused)
{
    (void)unused;
    const struct ddr4_numbers *n = two_groups();
    assert_int_equal(100000 * n->burst / (n->burst_bytes / 4 * n->ccd_l), 3125);
}

static unsigned crossover(bool write)
{
    unsigned bursts = 1;
    while (sim_d_tile_delay(two_groups(), bursts + 1, write) <=
           sim_d_index_delay(two_groups(), 1024, 9, write))
        bursts++;
    return bursts;
}

/* SIMD-37 */
static void snooping_is_shorter_up_to_a_buffer_size(void **unused)
{
    (void)unused;
    assert_in_range(crossover(false) * 64, 1.05 * 1048576, 1.2 * 1048576);
    assert_in_range(crossover(true) * 64, 1.3 * 1048576, 1.4 * 1048576);
}

/* SIMD-39: shares of the data bus, in tenths of a percent. */
static void a_4_KiB_request_uses_most_of_the_bus(void **unused)
{
    (void)unused;
    const struct ddr4_numbers *n = two_groups();
    assert_int_equal((256 * 1000 + 159) / sim_d_tile_delay(n, 64, false), 805);
    assert_int_equal((256 * 1000 + 162) / sim_d_tile_delay(n, 65, false), 788);
    assert_int_equal((256 * 1000 + 178) / sim_d_tile_delay(n, 65, true), 717);
}

/* Words of 64 lines of 64, one cycle per line and one more. */
static void scratchpad_delays_are_converted_up(void **unused)
{
    (void)unused;
    assert_int_equal(sim_d_in_compute_cycles(64 * 64 / 4 + 1, 1600, 1000), 641);
    assert_int_equal(sim_d_in_compute_cycles(64 * 64 / 32 + 1, 1600, 1000), 81);
    assert_int_equal(sim_d_in_compute_cycles(327, 1600, 1000), 205);
    assert_int_equal(sim_d_in_compute_cycles(359, 1600, 1000), 225);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tile_takes_the_papers_delay),
        cmocka_unit_test(an_index_stream_takes_the_papers_delay),
        cmocka_unit_test(more_rows_never_take_less),
        cmocka_unit_test(an_index_stream_uses_3_percent_of_the_bus),
        cmocka_unit_test(snooping_is_shorter_up_to_a_buffer_size),
        cmocka_unit_test(a_4_KiB_request_uses_most_of_the_bus),
        cmocka_unit_test(scratchpad_delays_are_converted_up),
    };
    return cmocka_run_group_tests_name("closed form", tests, NULL, NULL);
}
