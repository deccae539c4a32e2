/* SPDX-License-Identifier: Apache-2.0 */
/* test_arbiter.c - SIMD-33: the six rules, one by one, on directed contents of the FIFOs, and the
 * commands that the generator puts there (SIMD-31, SIMD-32). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "machine/sim_d/arbiter.h"

#include <cmocka.h>

enum { LONG_AGO = 1000, NOW = 5000 };

struct bench {
    struct ddr4 ddr4;
    struct arbiter arbiter;
};

static void bench_build(struct bench *bench)
{
    memset(bench, 0, sizeof *bench);
    ddr4_build(&bench->ddr4, ddr4_find("3200AA", "x16"));
}

static void issue(struct bench *bench, enum ddr4_kind kind, uint8_t bank, cycle_t cycle)
{
    struct ddr4_command command = {.kind = kind, .bank = bank, .cycle = cycle};
    ddr4_issue(&bench->ddr4, &command);
}

static void queue(struct bench *bench, enum ddr4_kind kind, uint8_t bank, unsigned times)
{
    struct bank_fifo *fifo = &bench->arbiter.fifo[bank];
    while (times-- != 0)
        fifo->entry[fifo->count++] = (struct bank_command){.command = {.kind = kind, .bank = bank}};
}

static int choice(const struct bench *bench)
{
    cycle_t next;
    return arbiter_nearest(arbiter_best(&bench->arbiter, &bench->ddr4, NOW, &next),
                           bench->arbiter.pair, bench->ddr4.numbers->banks);
}

/* Rules 1 and 3: a read goes before an activate with many accesses, and as soon as it may. */
static void reads_go_first(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench);
    issue(&bench, DDR4_ACT, 6, LONG_AGO);
    queue(&bench, DDR4_ACT, 0, 1);
    queue(&bench, DDR4_RD, 0, 7);
    queue(&bench, DDR4_RD, 6, 1);
    assert_int_equal(choice(&bench), 6);
    issue(&bench, DDR4_RD, 6, NOW - 7);
    assert_int_equal(choice(&bench), 0); /* blocked by tCCD_L */
    cycle_t next;
    arbiter_best(&bench.arbiter, &bench.ddr4, NOW, &next);
    assert_int_equal(next, NOW + 1);
}

/* Rule 2: the active pair, then the nearest one after it. */
static void the_active_pair_goes_first(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench);
    for (uint8_t bank = 0; bank < 8; bank++)
        issue(&bench, DDR4_ACT, bank, LONG_AGO + 100u * bank);
    queue(&bench, DDR4_RD, 1, 2);
    queue(&bench, DDR4_RD, 4, 1);
    queue(&bench, DDR4_RD, 6, 1);
    bench.arbiter.pair = 4;
    assert_int_equal(choice(&bench), 4);
    bench.arbiter.pair = 2;
    assert_int_equal(choice(&bench), 4);
    arbiter_pop(&bench.arbiter, 4);
    assert_int_equal(bench.arbiter.pair, 4);
    assert_int_equal(choice(&bench), 6);
    arbiter_pop(&bench.arbiter, 6);
    assert_int_equal(choice(&bench), 1); /* round robin */
}

/* Rule 4, and a precharge that a row waits for. */
static void activates_go_before_precharges(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench);
    issue(&bench, DDR4_ACT, 0, LONG_AGO);
    queue(&bench, DDR4_PRE, 0, 1);
    queue(&bench, DDR4_ACT, 5, 1);
    assert_int_equal(choice(&bench), 5);
    bench.arbiter.fifo[0].entry[0].conflict = true;
    assert_int_equal(choice(&bench), 0);
}

/* Rule 5: most accesses to the row, up to the next precharge; ties by distance. */
static void the_row_with_most_accesses_is_activated_first(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench);
    queue(&bench, DDR4_ACT, 2, 1);
    queue(&bench, DDR4_WR, 2, 2);
    queue(&bench, DDR4_ACT, 5, 1);
    queue(&bench, DDR4_WR, 5, 3);
    queue(&bench, DDR4_ACT, 7, 1);
    queue(&bench, DDR4_WR, 7, 1);
    queue(&bench, DDR4_PRE, 7, 1);
    queue(&bench, DDR4_WR, 7, 5);
    assert_int_equal(choice(&bench), 5);
    arbiter_pop(&bench.arbiter, 5);
    bench.arbiter.fifo[5].count = 0;
    assert_int_equal(choice(&bench), 2);
    queue(&bench, DDR4_ACT, 0, 1);
    queue(&bench, DDR4_WR, 0, 2);
    bench.arbiter.pair = 4;
    assert_int_equal(choice(&bench), 0); /* distance 4; bank 2 has 6 */
}

/* SIMD-31 */
static void addresses_map_to_pairs_of_bank_groups(void **unused)
{
    (void)unused;
    const struct {
        uint32_t address;
        unsigned bank, row, column;
    } rows[] = {{0x0, 0, 0, 0},    {0x40, 1, 0, 0},     {0x80, 0, 0, 8},    {0x3fc0, 1, 0, 1016},
                {0x4000, 2, 0, 0}, {0x10000, 0, 1, 0},  {0xffc0, 7, 0, 1016}};
    const struct ddr4_numbers *two = ddr4_find("3200AA", "x16"), *four = ddr4_find("3200AA", "x8");
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ddr4_command place = sim_d_map(two, rows[i].address);
        assert_int_equal(place.bank, rows[i].bank);
        assert_int_equal(place.row, rows[i].row);
        assert_int_equal(place.column, rows[i].column);
    }
    assert_int_equal(sim_d_map(four, 0x10000).bank, 8);
    assert_int_equal(sim_d_map(four, 0x20000).row, 1);
    assert_int_equal(ddr4_group(four, 6), 2);
}

static unsigned waiting(const struct command_generator *generator, char *text)
{
    unsigned count = 0;
    for (uint32_t i = generator->next; i < generator->count; i++, count++) {
        const struct ddr4_command *command = &generator->waiting[i].command;
        strcat(text, ddr4_name(command->kind));
        strcat(text, (const char[]){(char)('0' + command->bank), ' ', 0});
    }
    return count;
}

static void expect_commands(struct command_generator *generator, uint32_t address, uint32_t next,
                            bool last, const char *want)
{
    char text[256] = "";
    struct burst_request burst = {.access = {address, 1}, .next = next, .last = last};
    generator_take(generator, &burst);
    waiting(generator, text);
    generator->next = generator->count;
    assert_string_equal(text, want);
}

/* SIMD-32 */
static void tiles_close_a_pair_when_they_leave_it(void **unused)
{
    (void)unused;
    struct command_generator generator;
    generator_start(&generator, ddr4_find("3200AA", "x16"), false, false);
    expect_commands(&generator, 0x3f80, 0x3fc0, false, "ACT0 RD0 ");
    expect_commands(&generator, 0x3fc0, 0x4000, false, "ACT1 PRE0 RDA1 ");
    expect_commands(&generator, 0x4000, 0x14000, false, "ACT2 RDA2 "); /* another row */
    expect_commands(&generator, 0x14000, 0, true, "ACT2 RDA2 ");
}

static void index_streams_close_rows_on_a_conflict_and_at_the_end(void **unused)
{
    (void)unused;
    struct command_generator generator;
    generator_start(&generator, ddr4_find("3200AA", "x16"), true, true);
    expect_commands(&generator, 0x0, 0x4000, false, "ACT0 WR0 ");
    expect_commands(&generator, 0x4000, 0x10000, false, "ACT2 WR2 ");
    expect_commands(&generator, 0x10000, 0x4000, false, "PRE0 ACT0 WR0 ");
    expect_commands(&generator, 0x4000, 0, true, "PRE0 WRA2 ");
}

/* A full FIFO holds back the commands after it; a place that is freed can be used a cycle later. */
static void a_full_fifo_holds_back_the_generator(void **unused)
{
    (void)unused;
    struct bench bench;
    struct command_generator generator;
    struct burst_request burst = {.access = {0x40, 1}, .next = 0x4000};
    bench_build(&bench);
    generator_start(&generator, bench.ddr4.numbers, false, false);
    generator.open[0] = generator.open[1] = true;
    queue(&bench, DDR4_RD, 1, BANK_FIFO);
    generator_take(&generator, &burst); /* PRE0 RDA1 */
    assert_true(generator_push(&generator, bench.arbiter.fifo, -1));
    assert_int_equal(bench.arbiter.fifo[0].count, 1);
    assert_false(generator_push(&generator, bench.arbiter.fifo, -1));
    arbiter_pop(&bench.arbiter, 1);
    assert_false(generator_push(&generator, bench.arbiter.fifo, 1));
    assert_true(generator_push(&generator, bench.arbiter.fifo, -1));
    assert_true(generator_free(&generator));
}

/* A row that has to be opened takes a cycle for the activate, and one for the conflict. */
static void opening_a_row_takes_cycles_of_the_generator(void **unused)
{
    (void)unused;
    struct bench bench;
    struct command_generator generator;
    struct burst_request burst = {.access = {0x10000, 1}, .next = 0x10080};
    bench_build(&bench);
    generator_start(&generator, bench.ddr4.numbers, false, true);
    generator.open[0] = true;
    generator_take(&generator, &burst); /* PRE0 ACT0 RD0 */
    for (unsigned count = 1; count <= 3; count++) {
        assert_false(generator_free(&generator));
        assert_true(generator_push(&generator, bench.arbiter.fifo, -1));
        assert_int_equal(bench.arbiter.fifo[0].count, count);
    }
    assert_true(generator_free(&generator));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_go_first),
        cmocka_unit_test(the_active_pair_goes_first),
        cmocka_unit_test(activates_go_before_precharges),
        cmocka_unit_test(the_row_with_most_accesses_is_activated_first),
        cmocka_unit_test(addresses_map_to_pairs_of_bank_groups),
        cmocka_unit_test(tiles_close_a_pair_when_they_leave_it),
        cmocka_unit_test(index_streams_close_rows_on_a_conflict_and_at_the_end),
        cmocka_unit_test(a_full_fifo_holds_back_the_generator),
        cmocka_unit_test(opening_a_row_takes_cycles_of_the_generator),
    };
    return cmocka_run_group_tests_name("arbiter", tests, NULL, NULL);
}
