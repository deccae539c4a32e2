/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory.c - whole requests on Sim-D's memory system: longest issue delays, refresh, policies
 * and random streams, with the checker of DDR4 watching. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../dice.h"
#include "base/arena.h"
#include "hw/ddr4_checker.h"
#include "machine/sim_d/closed_form.h"
#include "machine/sim_d/memory.h"

#include <cmocka.h>

/* What a watcher saw. */
struct record {
    struct ddr4_checker checker;
    uint64_t hash; /* of all commands */
    uint64_t activates, refreshes, bursts, words;
    cycle_t first_activate, data_until;
    const struct sim_d_request *request; /* of the latest command */
    bool interleaved, overlapping;
    uint32_t last_tag;
};

struct bench {
    struct arena arena;
    struct sim_d_memory_numbers numbers;
    struct sim_d_memory *memory;
    struct sim_d_memory_watcher watcher;
    struct record record;
};

static void saw_command(void *context, const struct ddr4_command *command,
                        const struct sim_d_request *request)
{
    struct record *record = context;
    ddr4_check(&record->checker, command);
    record->hash = (record->hash ^ (command->cycle * 64 + command->kind * 16u + command->bank)) *
                   UINT64_C(0x100000001b3);
    record->refreshes += command->kind == DDR4_REF;
    if (command->kind == DDR4_ACT && record->activates++ == 0)
        record->first_activate = command->cycle;
    if (request != NULL) {
        record->interleaved |= request->tag < record->last_tag;
        record->last_tag = request->tag;
    }
}

static void saw_data(void *context, const struct sim_d_request *request, uint32_t address,
                     uint16_t words, cycle_t from, cycle_t until)
{
    struct record *record = context;
    (void)request;
    (void)address;
    record->overlapping |= from < record->data_until;
    record->data_until = until;
    record->words += words;
    record->bursts++;
}

static void bench_clear(struct bench *bench)
{
    const struct ddr4_numbers *dram = bench->numbers.dram;
    memset(&bench->record, 0, sizeof bench->record);
    bench->record.hash = 1;
    ddr4_checker_build(&bench->record.checker, dram, dram->refi - bench->numbers.refresh_phase - 1);
    sim_d_memory_reset(bench->memory);
}

static void bench_build(struct bench *bench, const struct ddr4_numbers *dram, uint64_t phase,
                        bool one_access)
{
    memset(bench, 0, sizeof *bench);
    bench->numbers = (struct sim_d_memory_numbers){.dram = dram, .compute_mhz = 1000,
                                                   .scratchpad_words = 32, .refresh_phase = phase,
                                                   .one_access = one_access};
    bench->memory = sim_d_memory_create(&bench->arena, &bench->numbers);
    bench->watcher = (struct sim_d_memory_watcher){&bench->record, saw_command, saw_data, NULL};
    sim_d_memory_watch(bench->memory, &bench->watcher);
    bench_clear(bench);
}

static void bench_end(struct bench *bench)
{
    if (bench->record.checker.violations != 0)
        fail_msg("%s", bench->record.checker.first);
    assert_false(bench->record.overlapping);
    assert_false(bench->record.interleaved);
    arena_free(&bench->arena);
}

static struct sim_d_done serve(struct bench *bench, struct sim_d_request request, cycle_t cycle)
{
    struct sim_d_done done;
    sim_d_memory_submit(bench->memory, &request, cycle);
    assert_true(sim_d_memory_take(bench->memory, SIM_D_ALL_SLOTS, NEVER - 1, &done));
    return done;
}

static struct sim_d_request tile(uint32_t address, uint32_t words, uint32_t period, uint32_t count,
                                 bool write)
{
    return (struct sim_d_request){.server = SIM_D_DRAM_TILE, .side = SIM_D_VECTOR, .write = write,
                                  .tile = {address, words, period, count}, .to_period = 1024};
}

/* The longest issue delay: from two cycles before the first activate, in which the pipeline fills,
 * until the next request could activate any bank (SIMD-27). */
static unsigned issue_delay(struct bench *bench, struct sim_d_request request)
{
    bench_clear(bench);
    struct sim_d_done done = serve(bench, request, 0);
    return (unsigned)(done.done + 2 - bench->record.first_activate + 2);
}

static void sweep(bool write, const unsigned want[4][2])
{
    struct bench bench;
    unsigned counted[1000] = {0};
    bench_build(&bench, ddr4_find("3200AA", "x16"), 0, false);
    for (uint32_t offset = 0; offset < 4096; offset++)
        counted[issue_delay(&bench, tile(4 * offset, 1024, 1024, 1, write))]++;
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(counted[want[i][0]], want[i][1]);
    bench_end(&bench);
}

/* SIMD-27: 1024 words at every alignment. */
static void issue_delays_over_all_alignments_are_those_of_the_paper(void **unused)
{
    (void)unused;
    sweep(false, (const unsigned[4][2]){{318, 4032}, {319, 2}, {320, 32}, {327, 30}});
    sweep(true, (const unsigned[4][2]){{350, 4032}, {351, 2}, {352, 32}, {359, 30}});
}

static unsigned max_delay(struct bench *bench, struct sim_d_request request)
{
    unsigned max = 0;
    for (uint32_t offset = 0; offset < 4096; offset++) {
        request.tile.address = 4 * offset;
        unsigned delay = issue_delay(bench, request);
        max = delay > max ? delay : max;
    }
    return (max * 1000 + 1599) / 1600;
}

/* SIMD-61: tiles of halfSample and a scalar load, in CC. */
static void issue_delays_of_tiles_are_those_of_the_original(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench, ddr4_find("3200AA", "x16"), 0, false);
    assert_int_equal(max_delay(&bench, tile(0, 64, 640, 64, false)), 1000);
    assert_int_equal(max_delay(&bench, tile(0, 32, 320, 32, true)), 380);
    assert_int_equal((issue_delay(&bench, tile(0, 2, 2, 1, false)) * 1000 + 1599) / 1600, 48);
    bench_end(&bench);
}

/* SIMD-59: the closed form with its 3 cycles covers contiguous tiles of all alignments. */
static void issue_delays_stay_within_the_closed_form(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench, ddr4_find("3200AA", "x16"), 0, false);
    for (uint32_t words = 1; words <= 1200; words += words < 40 ? 1 : 97) {
        for (uint32_t offset = 0; offset < 4096; offset += words < 40 ? 1 : 5) {
            uint32_t bursts = (offset % 16 + words + 15) / 16;
            for (unsigned write = 0; write < 2; write++)
                assert_true(issue_delay(&bench, tile(4 * offset, words, words, 1, write)) <=
                            sim_d_tile_delay(bench.numbers.dram, bursts, write) + 3);
        }
    }
    bench_end(&bench);
}

/* SIMD-32: one activate per row, SIMD-26: all closed at the end. */
static void a_long_read_activates_each_row_once(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench, ddr4_find("3200AA", "x16"), 0, false);
    serve(&bench, tile(0, 8192, 8192, 1, false), 0);
    assert_int_equal(bench.record.activates, 4);
    assert_int_equal(bench.record.bursts, 512);
    assert_int_equal(bench.record.words, 8192);
    for (unsigned bank = 0; bank < 8; bank++)
        assert_false(bench.record.checker.open[bank]);
    bench_end(&bench);
}

/* SIMD-39: data of the aligned read occupies 80.5 % of its issue delay. */
static void an_aligned_read_uses_the_bus_like_the_original(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench, ddr4_find("3200AA", "x16"), 0, false);
    unsigned delay = issue_delay(&bench, tile(0, 1024, 1024, 1, false));
    assert_int_equal(sim_d_memory_counts(bench.memory).data_busy * 10000 / delay, 8050);
    bench_end(&bench);
}

/* SIMD-44: a request of 45 thousand cycles defers refreshes; none is lost, none is inside it. */
static void refreshes_wait_for_the_end_of_a_request(void **unused)
{
    (void)unused;
    static uint32_t index[SIM_D_LANES];
    static uint64_t enabled[SIM_D_LANE_WORDS];
    struct bench bench;
    bench_build(&bench, ddr4_find("3200AA", "x16"), 6000, false);
    for (unsigned lane = 0; lane < SIM_D_LANES; lane++)
        index[lane] = lane % 8 * 16384; /* another row of bank 0 each */
    memset(enabled, 0xff, sizeof enabled);
    struct sim_d_request request = {.server = SIM_D_DRAM_INDEX, .side = SIM_D_VECTOR, .write = true,
                                    .index = index, .enabled = enabled};
    struct sim_d_done done = serve(&bench, request, 100);
    assert_int_equal(bench.record.refreshes, 0);
    assert_true(done.done - done.started > 1024 * 88 - 100);
    sim_d_memory_advance(bench.memory, done.done + 8 * 560 + 3);
    assert_int_equal(bench.record.refreshes, (6000 + done.done + 8 * 560) / 12480);
    sim_d_memory_advance(bench.memory, 1000000);
    assert_int_equal(bench.record.refreshes, (6000 + 1000000) / 12480);
    bench_end(&bench);
}

/* A refresh that is due goes before a request; the request's first activate follows it. */
static void a_due_refresh_delays_the_next_request(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench, ddr4_find("3200AA", "x16"), 12400, false);
    serve(&bench, tile(0, 16, 16, 1, false), 88);
    assert_int_equal(bench.record.refreshes, 1);
    assert_int_equal(bench.record.first_activate, 79 + 560);
    bench_end(&bench);
}

/* SIMD-21, SIMD-22: a cycle to start, one per line, two of the SRAM; both slots at once. */
static void scratchpads_serve_a_line_per_cycle_side_by_side(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench, ddr4_find("3200AA", "x16"), 0, false);
    struct sim_d_request request = tile(4, 1024, 1024, 1, false);
    request.server = SIM_D_SCRATCHPAD;
    sim_d_memory_submit(bench.memory, &request, 10);
    request.slot = 1;
    sim_d_memory_submit(bench.memory, &request, 11);
    struct sim_d_done done;
    assert_int_equal(sim_d_memory_next(bench.memory, SIM_D_ALL_SLOTS), 10 + 3 + 1 + 32 + 2);
    assert_false(sim_d_memory_take(bench.memory, SIM_D_ALL_SLOTS, 47, &done));
    assert_true(sim_d_memory_take(bench.memory, SIM_D_ALL_SLOTS, 48, &done));
    assert_int_equal(done.request.slot, 0);
    assert_true(sim_d_memory_take(bench.memory, SIM_D_ALL_SLOTS, 49, &done));
    assert_int_equal(sim_d_memory_next(bench.memory, SIM_D_ALL_SLOTS), NEVER);
    assert_int_equal(sim_d_memory_counts(bench.memory).lines[1], 32);
    bench_end(&bench);
}

/* With one access at a time, a scratchpad waits for DRAM and the reverse. The front end of DRAM has
 * two cycles before its first command in which it may run ahead. */
static void one_access_at_a_time_does_not_overlap(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench, ddr4_find("3200AA", "x16"), 0, true);
    struct sim_d_request dram = tile(0, 1024, 1024, 1, false), pad = dram;
    struct sim_d_done done[3];
    pad.server = SIM_D_SCRATCHPAD;
    pad.slot = 1;
    sim_d_memory_submit(bench.memory, &dram, 10);
    sim_d_memory_submit(bench.memory, &pad, 20);
    assert_true(sim_d_memory_take(bench.memory, SIM_D_ALL_SLOTS, 10000, &done[0]));
    sim_d_memory_submit(bench.memory, &dram, 30);
    assert_true(sim_d_memory_take(bench.memory, SIM_D_ALL_SLOTS, 10000, &done[1]));
    assert_true(sim_d_memory_take(bench.memory, SIM_D_ALL_SLOTS, 10000, &done[2]));
    assert_true(done[1].started >= done[0].done);
    assert_true(done[2].started + 2 >= done[1].done);
    assert_int_equal(done[2].request.ticket, 2);
    bench_end(&bench);
}

/* SIMD-17 and SIMD-18 */
static void clocks_and_the_upload_of_programs(void **unused)
{
    (void)unused;
    struct bench bench;
    bench_build(&bench, ddr4_find("3200AA", "x16"), 0, false);
    assert_int_equal(sim_d_dram_cycle(bench.memory, 1000), 1600);
    assert_int_equal(sim_d_compute_cycle(bench.memory, 1600), 1000);
    assert_int_equal(sim_d_compute_cycle(bench.memory, 1601), 1001);
    assert_int_equal(sim_d_dram_cycle(bench.memory, 1), 2);
    assert_int_equal(sim_d_load_cycles(bench.memory, 6), 49);
    assert_int_equal(sim_d_load_cycles(bench.memory, 8), 49);
    assert_int_equal(sim_d_load_cycles(bench.memory, 9), 54);
    bench_end(&bench);
}

static uint32_t below(uint64_t *dice, uint32_t limit)
{
    return (uint32_t)(dice_roll(dice) % limit);
}

static struct sim_d_request random_request(uint64_t *dice, uint32_t *index, uint64_t *enabled)
{
    uint32_t words = 1 + below(dice, below(dice, 4) ? 64 : 2000);
    uint32_t period = words + below(dice, 3) * below(dice, 2000), count = 1 + below(dice, 20);
    struct sim_d_request request =
        tile(4 * below(dice, 1 << 24), words, period, words > 100 ? 1 : count, below(dice, 2));
    if (below(dice, 5) == 0) {
        uint32_t mask = (1u << below(dice, 20)) - 1;
        request.server = SIM_D_DRAM_INDEX;
        for (unsigned lane = 0; lane < SIM_D_LANES; lane++)
            index[lane] = (uint32_t)dice_roll(dice) & mask;
        for (unsigned i = 0; i < SIM_D_LANE_WORDS; i++)
            enabled[i] = dice_roll(dice) & dice_roll(dice);
        request.index = index;
        request.enabled = enabled;
    } else if (below(dice, 5) == 0) {
        request.server = SIM_D_SCRATCHPAD;
    }
    return request;
}

/* A random stream; its commands and completions as one number. */
static uint64_t random_stream(const struct ddr4_numbers *dram, uint64_t seed, bool every_cycle)
{
    static uint32_t index[SIM_D_SLOTS][SIM_D_LANES];
    static uint64_t enabled[SIM_D_SLOTS][SIM_D_LANE_WORDS];
    struct bench bench;
    uint64_t dice = seed;
    cycle_t now = 0;
    bench_build(&bench, dram, below(&dice, dram->refi), below(&dice, 2));
    if (every_cycle)
        sim_d_memory_skip_nothing(bench.memory);
    for (uint32_t i = 0; i < 40; i++) {
        uint8_t slot = i % SIM_D_SLOTS;
        struct sim_d_request request = random_request(&dice, index[slot], enabled[slot]);
        struct sim_d_done done;
        request.slot = slot;
        request.tag = i;
        sim_d_memory_submit(bench.memory, &request, now);
        now += below(&dice, 3) * below(&dice, 20000);
        while (sim_d_memory_take(bench.memory, SIM_D_ALL_SLOTS, now, &done) ||
               (sim_d_memory_next(bench.memory, SIM_D_ALL_SLOTS) != NEVER && i % 2 == 1 &&
                sim_d_memory_take(bench.memory, SIM_D_ALL_SLOTS, NEVER - 1, &done))) {
            now = later(now, done.done);
            bench.record.hash += done.done * (i + 1);
        }
    }
    uint64_t hash = bench.record.hash;
    bench_end(&bench);
    return hash;
}

/* SIMD-25, SIMD-34, SIMD-41: no violation, no mixing of requests, no overlap on the data
 * bus; the same result every time, and without skipping cycles. */
static void random_streams_violate_nothing_and_repeat(void **unused)
{
    (void)unused;
    for (unsigned row = 0; row < ddr4_table_rows; row++) {
        for (uint64_t seed = 0; seed < 40; seed++) {
            uint64_t hash = random_stream(&ddr4_table[row], seed, false);
            assert_true(hash == random_stream(&ddr4_table[row], seed, false));
            assert_true(hash == random_stream(&ddr4_table[row], seed, true));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(issue_delays_over_all_alignments_are_those_of_the_paper),
        cmocka_unit_test(issue_delays_of_tiles_are_those_of_the_original),
        cmocka_unit_test(issue_delays_stay_within_the_closed_form),
        cmocka_unit_test(a_long_read_activates_each_row_once),
        cmocka_unit_test(an_aligned_read_uses_the_bus_like_the_original),
        cmocka_unit_test(refreshes_wait_for_the_end_of_a_request),
        cmocka_unit_test(a_due_refresh_delays_the_next_request),
        cmocka_unit_test(scratchpads_serve_a_line_per_cycle_side_by_side),
        cmocka_unit_test(one_access_at_a_time_does_not_overlap),
        cmocka_unit_test(clocks_and_the_upload_of_programs),
        cmocka_unit_test(random_streams_violate_nothing_and_repeat),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
