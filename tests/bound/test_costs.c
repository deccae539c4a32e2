/* SPDX-License-Identifier: Apache-2.0 */
/* test_costs.c - what instructions cost, on a machine whose numbers can be told apart in their
 * sums, and how a warp alone waits for them (docs/bound.md; spec U-2, U-3). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "bound/vortex/alone.h"

#include <cmocka.h> /* last: it has a macro named fail */

/* ---- costs ---- */

static struct vortex_clock_numbers plain(void)
{
    return (struct vortex_clock_numbers){
        .frontend = FRONT_SWAS, .queue_depth = 4, .decode = 1,
        .lsu_latency = 3, .writeback = 2, .local = {.latency = 7},
        .dcache = {.line_bytes = 64, .latency = 5, .forward = 10, .delivery = 20, .mshrs = 4},
        .icache = {.line_bytes = 32, .latency = 6, .forward = 1, .delivery = 4, .mshrs = 2},
        .l2 = {.line_bytes = 128, .latency = 50, .forward = 30, .delivery = 40, .mshrs = 3},
        .dram = {.line_bytes = 32, .row_hit = 100, .row_closed = 300, .row_conflict = 200,
                 .burst = 8, .overhead = 1000},
        .unit = {[TIMING_ALU] = {.latency = 1, .interval = 3},
                 [TIMING_FMA] = {.latency = 4, .interval = 2, .lanes = 5}}};
}

static struct vortex_costs costs_on(struct vortex *vortex, struct vortex_clock_numbers *clock,
                                    uint32_t cores)
{
    struct vortex_costs costs;
    *vortex = (struct vortex){.clock = (void *)clock, .numbers = {.threads = 32, .cores = cores}};
    vortex_costs_make(&costs, vortex);
    return costs;
}

static void without_an_l2_a_miss_goes_to_dram(void **unused)
{
    (void)unused;
    struct vortex vortex;
    struct vortex_clock_numbers clock = plain();
    const struct vortex_costs costs = costs_on(&vortex, &clock, 1);
    assert_int_equal(costs.access[LATENCY_LOCAL], 3 + 2 + 7);
    assert_int_equal(costs.access[LATENCY_HIT], 3 + 2 + 5);
    /* the slowest kind of row, two bursts, the controller */
    assert_int_equal(costs.access[LATENCY_MISS], 3 + 2 + 10 + (300 + 16 + 1000) + 20);
    assert_int_equal(costs.store, 3 + 2 + 10);
    assert_int_equal(costs.dram_row, 300);
    assert_int_equal(costs.dram_load, 16 + 257); /* a fourth of 10 + 16 + 1000, rounded up */
    assert_int_equal(costs.dram_store, 16);
    /* one burst; and data requests that are booked before they are there */
    assert_int_equal(costs.fetch_miss, 1 + (300 + 8 + 1000) + 4 + (3 + 10));
    assert_int_equal(costs.fetch_late, 6 + 2);
    assert_int_equal(costs.dram_fetch, 300 + (2 * 8 - 1) + 505); /* half of 1 + 8 + 1000 */
    assert_int_equal(costs.held[CACHE_DATA], 10 + (300 + 16 + 1000));
    assert_int_equal(costs.held[CACHE_CODE], 1 + (300 + 8 + 1000));
    assert_int_equal(costs.front, 6 + 1);
}

static void an_l2_reads_whole_lines_and_has_registers_of_its_own(void **unused)
{
    (void)unused;
    struct vortex vortex;
    struct vortex_clock_numbers clock = plain();
    clock.has_l2 = true;
    const struct vortex_costs costs = costs_on(&vortex, &clock, 1);
    /* four bursts; and requests of others that are booked before they are there */
    assert_int_equal(costs.access[LATENCY_MISS],
                     3 + 2 + 10 + (30 + (300 + 32 + 1000) + 40) + 20 + (3 + 10));
    assert_int_equal(costs.store, 3 + 2 + 10 + 30);
    /* a fourth of the whole way through the L2, a third of the way below it, its bank */
    assert_int_equal(costs.dram_load, 32 + 278 + 354 + 2);
    assert_int_equal(costs.dram_store, 32 + 2);
    assert_int_equal(costs.fetch_miss, 1 + (30 + (300 + 32 + 1000) + 40) + 4 + (3 + 10));
    assert_int_equal(costs.dram_fetch, 300 + (2 * 32 - 1) + 552 + 354 + 2);
    assert_int_equal(costs.held[CACHE_DATA], 10 + (30 + (300 + 32 + 1000) + 40));
    assert_int_equal(costs.held[CACHE_SHARED], 30 + (300 + 32 + 1000));
}

static void a_line_shorter_than_a_burst_takes_one(void **unused)
{
    (void)unused;
    struct vortex vortex;
    struct vortex_clock_numbers clock = plain();
    clock.dram.line_bytes = 128;
    const struct vortex_costs costs = costs_on(&vortex, &clock, 2);
    /* other cores' requests are booked before they are there */
    assert_int_equal(costs.access[LATENCY_MISS], 3 + 2 + 10 + (300 + 8 + 1000) + 20 + (3 + 10));
}

static void a_narrow_unit_takes_several_passes(void **unused)
{
    (void)unused;
    struct vortex vortex;
    struct vortex_clock_numbers clock = plain();
    const struct vortex_costs costs = costs_on(&vortex, &clock, 1);
    assert_int_equal(costs.rounds[TIMING_FMA], 7);
    assert_int_equal(costs.unit_extra[TIMING_FMA], 7 * 2 - 1);
    assert_int_equal(costs.latency[TIMING_FMA], 4 + 7 - 1);
    assert_int_equal(costs.unit_extra[TIMING_ALU], 3 - 1);
    assert_int_equal(costs.latency[TIMING_ALU], 1);
}

/* ---- work ---- */

static const struct insn load = {.timing = TIMING_LOAD, .dst = {{10, 1}}, .src = {{11, 1}}};
static const struct insn other_load = {.timing = TIMING_LOAD, .dst = {{12, 1}}, .src = {{11, 1}}};
static const struct insn add = {.timing = TIMING_ALU, .dst = {{10, 1}}, .src = {{11, 1}}};
static const struct insn use = {.timing = TIMING_ALU, .dst = {{13, 1}}, .src = {{10, 1}}};
static const struct insn multiply = {.timing = TIMING_FMA, .dst = {{40, 1}}, .src = {{41, 1}}};
static const struct insn fence = {.timing = TIMING_FENCE};
static const struct insn split = {.timing = TIMING_WARP_CONTROL};
static const bool may_miss[] = {true};

static void an_access_works_request_by_request_and_row_by_row(void **unused)
{
    (void)unused;
    struct vortex vortex;
    struct vortex_clock_numbers clock = plain();
    const struct vortex_costs costs = costs_on(&vortex, &clock, 1);
    struct access_cost access = {.lsu = 5, .lines = 3, .deepest = 2};
    struct work work = vortex_work_of(&costs, &load, &access);
    assert_int_equal(work.cycles[WORK_INSTRUCTIONS], 1);
    assert_int_equal(work.cycles[WORK_LSU], 4);
    assert_int_equal(work.cycles[WORK_DRAM], 2 * 300 + 3 * (16 + 257));
    access.store = 1;
    work = vortex_work_of(&costs, &load, &access);
    assert_int_equal(work.cycles[WORK_DRAM], 2 * 300 + 3 * 16);
}

static void code_that_may_miss_works_each_time(void **unused)
{
    (void)unused;
    struct vortex vortex;
    struct vortex_clock_numbers clock = plain();
    struct vortex_costs costs = costs_on(&vortex, &clock, 1);
    struct work work = vortex_work_of_redirect(&costs);
    assert_int_equal(work.cycles[WORK_NOPS], 4);
    assert_int_equal(work.cycles[WORK_UNITS], 4 * 2); /* NOPs in the ALU */
    assert_int_equal(work.cycles[WORK_DRAM], 0);
    costs.insns = &multiply;
    costs.may_miss = may_miss;
    work = vortex_work_of_redirect(&costs);
    assert_int_equal(work.cycles[WORK_DRAM], 4 * costs.dram_fetch);
    assert_int_equal(vortex_work_of_end(&costs).cycles[WORK_DRAM], 4 * costs.dram_fetch);
    assert_int_equal(vortex_wrong_path_wait(&costs), 4 * costs.fetch_miss);
    work = vortex_work_of(&costs, &multiply, NULL);
    assert_int_equal(work.cycles[WORK_NOPS], 1);
    assert_int_equal(work.cycles[WORK_UNITS], 2 + 13);
    assert_int_equal(work.cycles[WORK_DRAM], costs.dram_fetch);
}

/* ---- a warp alone ---- */

static struct vortex_clock_numbers numbers = {.branch_resolve = 3};

static struct vortex_costs simple(bool swas)
{
    struct vortex_costs costs = {.clock = &numbers, .swas = swas, .queue = 4, .front = 4,
                                 .fetch_miss = 100};
    costs.latency[TIMING_ALU] = costs.latency[TIMING_FENCE] = 1;
    costs.latency[TIMING_FMA] = 4;
    costs.latency[TIMING_WARP_CONTROL] = 9;
    return costs;
}

static void a_register_is_written_after_it_was_written(void **unused)
{
    (void)unused;
    const struct vortex_costs costs = simple(true);
    struct alone alone;
    alone_start(&alone, &costs, NULL);
    alone_issue(&alone, &load, &(struct access_cost){.latency = 30});
    alone_issue(&alone, &add, NULL); /* the same register */
    assert_int_equal(alone.time, 31);
}

static void a_fence_waits_for_accesses_and_warp_control_for_its_outcome(void **unused)
{
    (void)unused;
    const struct vortex_costs costs = simple(true);
    struct alone alone;
    alone_start(&alone, &costs, NULL);
    alone_issue(&alone, &load, &(struct access_cost){.latency = 30});
    alone_issue(&alone, &fence, NULL);
    assert_int_equal(alone.time, 30);
    alone_issue(&alone, &split, NULL);
    assert_int_equal(alone.time, 39);
}

static void a_line_in_flight_is_waited_for(void **unused)
{
    (void)unused;
    const struct vortex_costs costs = simple(true);
    struct alone alone;
    alone_start(&alone, &costs, NULL);
    uint64_t filled = alone_issue(&alone, &other_load, &(struct access_cost){.latency = 30});
    alone_issue(&alone, &load, &(struct access_cost){.latency = 5, .filled = filled});
    alone_issue(&alone, &use, NULL);
    assert_int_equal(alone.time, 31);
    alone_issue(&alone, &multiply, NULL);
    alone_drain(&alone);
    assert_int_equal(alone.time, 35);
    assert_int_equal(alone_waiting(&alone), 31);
}

static void code_that_may_miss_is_waited_for_each_time(void **unused)
{
    (void)unused;
    struct vortex_costs costs = simple(true);
    struct alone alone;
    costs.insns = &add;
    costs.may_miss = may_miss;
    alone_start(&alone, &costs, NULL);
    alone_issue(&alone, &add, NULL);
    alone_issue(&alone, &add, NULL);
    assert_int_equal(alone_waiting(&alone), 200);
    assert_int_equal(alone.slots, 4); /* each with a NOP */
    alone_redirect(&alone, 0);
    assert_int_equal(alone_waiting(&alone), 200 + 4 * 100);
}

/* ---- regions ---- */

static void the_worst_access_is_worst_number_by_number(void **unused)
{
    (void)unused;
    const struct region_costs costs = vortex_region_costs();
    struct access_cost worst = {.latency = 9, .lsu = 8, .lines = 7, .deepest = 6};
    costs.worst_access(&worst, &(struct access_cost){.latency = 1, .lsu = 1});
    assert_int_equal(worst.latency, 9);
    assert_int_equal(worst.lsu, 8);
    assert_int_equal(worst.lines, 7);
    assert_int_equal(worst.deepest, 6);
    costs.worst_access(&worst, &(struct access_cost){.latency = 19, .lsu = 18, .lines = 17,
                                                     .deepest = 16});
    assert_int_equal(worst.latency, 19);
    assert_int_equal(worst.lsu, 18);
    assert_int_equal(worst.lines, 17);
    assert_int_equal(worst.deepest, 16);
}

static void each_lane_of_a_spread_access_has_a_request_and_a_row(void **unused)
{
    (void)unused;
    struct vortex vortex;
    struct vortex_clock_numbers clock = plain();
    const struct vortex_costs costs = costs_on(&vortex, &clock, 1);
    struct access_cost access = {.lsu = 9, .lines = 9, .deepest = 9};
    struct work lane = {0};
    assert_false(costs.region.by_lane(&costs.region, &access, &lane));
    access.spread = 1;
    assert_true(costs.region.by_lane(&costs.region, &access, &lane));
    assert_int_equal(lane.cycles[WORK_LSU], 1);
    assert_int_equal(lane.cycles[WORK_DRAM], 300 + 16 + 257);
}

static void a_block_ends_with_nothing_under_way(void **unused)
{
    (void)unused;
    static const struct op computes = {.role = ROLE_COMPUTE}, waits = {.role = ROLE_BARRIER};
    struct insn first = load, second = add, barrier = {.timing = TIMING_BARRIER, .op = &waits};
    struct access_cost access = {.latency = 30, .lsu = 1};
    struct vortex_clock_numbers clock = {.barrier_release = 500, .branch_resolve = 3};
    struct vortex_costs costs = simple(true);
    struct work work = {0};
    first.op = second.op = &computes;
    costs.clock = &clock;
    costs.region = vortex_region_costs();
    costs.latency[TIMING_BARRIER] = 2;
    const struct region_step steps[] = {{&barrier, NULL}, {&first, &access}};
    assert_int_equal(costs.region.block(&costs.region, steps, 2, &work, NULL), 500 + 1 + 29);
    assert_int_equal(work.cycles[WORK_INSTRUCTIONS], 2);
    costs.insns = &second;
    costs.may_miss = may_miss;
    assert_int_equal(costs.region.redirect(&costs.region, &work), 4 * 100);
}

/* Without SWaS. */
static void fetch_waits_for_a_free_place_in_the_queue(void **unused)
{
    (void)unused;
    struct vortex_costs costs = simple(false);
    struct alone alone;
    costs.queue = 1;
    alone_start(&alone, &costs, NULL);
    alone_issue(&alone, &load, &(struct access_cost){.latency = 30}); /* fetched in 0, 4 */
    assert_int_equal(alone.time, 5);
    alone_issue(&alone, &use, NULL); /* fetched in 5, operand in 34 */
    assert_int_equal(alone.time, 35);
    alone_issue(&alone, &add, NULL); /* fetched in 35 */
    assert_int_equal(alone.time, 40);
    alone_redirect(&alone, 0);
    alone_issue(&alone, &add, NULL); /* fetched in 40 */
    assert_int_equal(alone.time, 45);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_an_l2_a_miss_goes_to_dram),
        cmocka_unit_test(an_l2_reads_whole_lines_and_has_registers_of_its_own),
        cmocka_unit_test(a_line_shorter_than_a_burst_takes_one),
        cmocka_unit_test(a_narrow_unit_takes_several_passes),
        cmocka_unit_test(an_access_works_request_by_request_and_row_by_row),
        cmocka_unit_test(code_that_may_miss_works_each_time),
        cmocka_unit_test(a_register_is_written_after_it_was_written),
        cmocka_unit_test(a_fence_waits_for_accesses_and_warp_control_for_its_outcome),
        cmocka_unit_test(a_line_in_flight_is_waited_for),
        cmocka_unit_test(code_that_may_miss_is_waited_for_each_time),
        cmocka_unit_test(the_worst_access_is_worst_number_by_number),
        cmocka_unit_test(each_lane_of_a_spread_access_has_a_request_and_a_row),
        cmocka_unit_test(a_block_ends_with_nothing_under_way),
        cmocka_unit_test(fetch_waits_for_a_free_place_in_the_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
