/* SPDX-License-Identifier: Apache-2.0 */
/* test_parts.c - what a bound is put together from: chains of waiting, lines of a cache, a
 * warp by itself (docs/bound.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "bound/vortex/alone.h"
#include "bound/engine/lines.h"
#include "bound/vortex/phases.h"
#include "bound/vortex/rows.h"

#include <cmocka.h>

/* ---- chains of waiting ---- */

static void without_barriers_the_longest_waiting_of_a_warp_counts(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct phases phases = {.arena = &arena};
    for (uint64_t waiting = 10; waiting <= 30; waiting += 10) {
        phases_warp(&phases, 0);
        phases_end(&phases, waiting);
    }
    assert_int_equal(phases_waiting(&phases), 30);
    arena_free(&arena);
}

/* Between two barriers another warp may be the one that is waited for. */
static void between_barriers_the_longest_of_each_segment_counts(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct phases phases = {.arena = &arena};
    phases_warp(&phases, 0);
    phases_barrier(&phases, 100, 0, 2, true);
    phases_end(&phases, 1);
    phases_warp(&phases, 0);
    phases_barrier(&phases, 2, 0, 2, true);
    phases_end(&phases, 50);
    assert_int_equal(phases_waiting(&phases), 150);
    arena_free(&arena);
}

static void warps_that_meet_out_of_step_add_up(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct phases phases = {.arena = &arena};
    phases_warp(&phases, 0); /* barrier 1, then 2 */
    phases_barrier(&phases, 10, 1, 2, true);
    phases_barrier(&phases, 10, 2, 2, true);
    phases_end(&phases, 10);
    phases_warp(&phases, 0); /* 2, then 1 */
    phases_barrier(&phases, 10, 2, 2, true);
    phases_barrier(&phases, 10, 1, 2, true);
    phases_end(&phases, 10);
    assert_int_equal(phases_waiting(&phases), 60);
    arena_free(&arena);
}

static void a_warp_that_leaves_a_barrier_out_adds_up(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct phases phases = {.arena = &arena};
    phases_warp(&phases, 0);
    phases_barrier(&phases, 10, 1, 2, true);
    phases_barrier(&phases, 10, 1, 2, true);
    phases_end(&phases, 10);
    phases_warp(&phases, 0);
    phases_barrier(&phases, 10, 1, 2, true);
    phases_end(&phases, 10);
    assert_int_equal(phases_waiting(&phases), 50);
    arena_free(&arena);
}

/* A warp that comes back finds one that is still on its first way: they are in other segments. */
static void a_barrier_for_fewer_warps_than_use_it_adds_up(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct phases phases = {.arena = &arena};
    for (int i = 0; i < 3; i++) {
        phases_warp(&phases, 0);
        phases_barrier(&phases, 10, 1, 2, true);
        phases_barrier(&phases, 10, 1, 2, true);
        phases_end(&phases, 10);
    }
    assert_int_equal(phases_waiting(&phases), 90);
    arena_free(&arena);
}

static void a_barrier_that_may_not_be_reached_adds_up(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct phases phases = {.arena = &arena};
    phases_warp(&phases, 0);
    phases_barrier(&phases, 10, 1, 2, false);
    phases_end(&phases, 10);
    phases_warp(&phases, 0);
    phases_end(&phases, 10);
    assert_int_equal(phases_waiting(&phases), 30);
    arena_free(&arena);
}

static void phases_come_one_after_another(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct phases phases = {.arena = &arena};
    phases_warp(&phases, 0);
    phases_spawn(&phases, 7);
    phases_end(&phases, 5);
    for (int i = 0; i < 3; i++) {
        phases_warp(&phases, 1);
        phases_end(&phases, 20);
    }
    assert_int_equal(phases_waiting(&phases), 27);
    assert_int_equal(phases_starting(&phases, 2, 4), 2 + 4 * 3);
    arena_free(&arena);
}

/* ---- rows of one access ---- */

static uint32_t max_rows(const struct vortex_clock_numbers *clock, bool store, uint32_t count,
                          uint32_t stride)
{
    struct access_rows rows;
    uint32_t max = 0;
    rows_start(&rows, clock, store);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = rows_add(&rows, (uint64_t)i * stride);
        max = row > max ? row : max;
    }
    return max;
}

static struct vortex_clock_numbers memory_of(uint32_t banks, uint32_t mshrs, uint32_t queue)
{
    return (struct vortex_clock_numbers){
        .dcache = {.line_bytes = 64, .mshrs = mshrs},
        .dram = {.line_bytes = 64, .banks = banks, .queue = queue}};
}

static void lines_of_an_access_open_rows_of_all_banks_at_once(void **unused)
{
    (void)unused;
    struct vortex_clock_numbers clock = memory_of(16, 64, 64);
    assert_int_equal(max_rows(&clock, false, 16, 1), 1);
    assert_int_equal(max_rows(&clock, false, 32, 1), 2);
    assert_int_equal(max_rows(&clock, false, 16, 16), 16); /* one bank */
}

static void loads_wait_for_a_miss_register_and_stores_for_a_place_in_the_queue(void **unused)
{
    (void)unused;
    struct vortex_clock_numbers clock = memory_of(16, 2, 4);
    assert_int_equal(max_rows(&clock, false, 16, 1), 8);
    assert_int_equal(max_rows(&clock, true, 16, 1), 4);
    assert_int_equal(rows_of_any(&clock, 16, 1, false), 8);
    assert_int_equal(rows_of_any(&clock, 16, 16, false), 16);
}

/* Banks 0 0 1 1 with two registers: the third line has the register of the first. */
static void the_register_that_is_free_first_is_taken(void **unused)
{
    (void)unused;
    struct vortex_clock_numbers clock = memory_of(4, 2, 4);
    static const uint64_t line[] = {0, 4, 1, 5};
    static const uint32_t row[] = {1, 2, 2, 3};
    struct access_rows rows;
    rows_start(&rows, &clock, false);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(rows_add(&rows, line[i]), row[i]);
}

static void an_l2_reads_from_the_bank_of_its_own_line(void **unused)
{
    (void)unused;
    struct vortex_clock_numbers clock = memory_of(16, 64, 64);
    clock.has_l2 = true;
    clock.l2 = (struct cache_numbers){.line_bytes = 1024, .mshrs = 64};
    assert_int_equal(max_rows(&clock, false, 4, 17), 4);
    assert_int_equal(max_rows(&clock, true, 4, 17), 1);
}

/* ---- lines ---- */

static const struct cache_numbers direct = {.bytes = 256, .line_bytes = 64, .ways = 1};

static void ask(struct cached_lines *lines, uint64_t line, uint64_t times)
{
    for (; times; times--)
        lines_note(lines, line)->asked++;
}

/* Lines that persist. */
static void lines_that_have_a_set_for_themselves_miss_once(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct cached_lines lines;
    lines_make(&lines, &arena, &direct);
    for (uint64_t line = 0; line < 4; line++)
        ask(&lines, line, 200);
    lines_count_misses(&lines);
    for (uint64_t line = 0; line < 4; line++) {
        assert_true(lines_note(&lines, line)->stays);
        assert_int_equal(lines_note(&lines, line)->misses, 1);
    }
    assert_int_equal(lines_counted_misses(&lines), 4);
    assert_int_equal(lines_common_misses(&lines), 4);
    arena_free(&arena);
}

static void a_line_misses_once_more_than_others_of_its_set_are_asked_for(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct cached_lines lines;
    lines_make(&lines, &arena, &direct);
    ask(&lines, 0, 1000);
    ask(&lines, 4, 3);
    lines_count_misses(&lines);
    assert_false(lines_note(&lines, 0)->stays);
    assert_int_equal(lines_note(&lines, 0)->misses, 4);
    assert_int_equal(lines_note(&lines, 4)->misses, 3);
    assert_false(lines_note(&lines, 4)->counted); /* each access pays for itself */
    arena_free(&arena);
}

static void a_request_for_an_unknown_line_may_evict_any(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct cached_lines lines;
    lines_make(&lines, &arena, &direct);
    ask(&lines, 0, 100);
    lines.anywhere = 7;
    lines_count_misses(&lines);
    assert_false(lines_note(&lines, 0)->stays);
    assert_int_equal(lines_note(&lines, 0)->misses, 8);
    arena_free(&arena);
}

static void an_object_that_fits_stays_and_one_that_does_not_is_everywhere(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct cached_lines lines;
    lines_make(&lines, &arena, &direct);
    lines_note_object(&lines, 64, 128)->asked = 50; /* lines 1 and 2 */
    ask(&lines, 0, 100);
    lines_count_misses(&lines);
    assert_true(lines_note_object(&lines, 64, 128)->counted);
    assert_true(lines_note(&lines, 0)->stays);
    lines_make(&lines, &arena, &direct);
    lines_note_object(&lines, 64, 4096)->asked = 50;
    ask(&lines, 0, 100);
    lines_count_misses(&lines);
    assert_false(lines_note_object(&lines, 64, 4096)->counted);
    assert_int_equal(lines_note(&lines, 0)->misses, 51);
    arena_free(&arena);
}

/* Its line stays, but is not worth counting: the one access pays for its miss. */
static void an_object_has_the_lines_that_it_begins_and_ends_in(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct cached_lines lines;
    lines_make(&lines, &arena, &direct);
    assert_int_equal(lines_note_object(&lines, 64, 64)->count, 1);
    assert_int_equal(lines_note_object(&lines, 60, 8)->count, 2);
    assert_int_equal(lines_note_object(&lines, 60, 8)->first, 0);
    assert_int_equal(lines_note_object(&lines, 0, 65)->count, 2);
    arena_free(&arena);
}

static void an_object_that_is_asked_for_once_has_a_miss(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct cached_lines lines;
    lines_make(&lines, &arena, &direct);
    lines_note_object(&lines, 64, 64)->asked = 1;
    lines_count_misses(&lines);
    assert_true(lines_note(&lines, 1)->stays);
    assert_int_equal(lines_counted_misses(&lines), 0);
    assert_false(lines_note_object(&lines, 64, 64)->counted);
    arena_free(&arena);
}

/* Bounds of loops that multiply beyond 64 bits: no sum of them is small. */
static void counts_that_do_not_fit_stay_large(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct cached_lines lines;
    lines_make(&lines, &arena, &direct);
    lines_note(&lines, 0)->asked = UINT64_MAX - 1;
    lines_note(&lines, 4)->asked = UINT64_MAX - 1;
    lines_count_misses(&lines);
    assert_int_equal(lines_note(&lines, 0)->misses, UINT64_MAX - 1);
    assert_int_equal(count_add(UINT64_MAX, 1), UINT64_MAX);
    assert_int_equal(count_times(1ull << 40, 1ull << 40), UINT64_MAX);
    assert_int_equal(count_times(1ull << 40, 1ull << 20), 1ull << 60);
    arena_free(&arena);
}

/* ---- a warp by itself ---- */

static struct vortex_clock_numbers numbers = {.branch_resolve = 3};

static struct vortex_costs costs_of(bool swas)
{
    struct vortex_costs costs = {.clock = &numbers, .swas = swas, .queue = 4, .front = 4};
    costs.latency[TIMING_ALU] = 1;
    costs.latency[TIMING_FMA] = 4;
    costs.latency[TIMING_BRANCH] = 1;
    return costs;
}

static const struct insn add = {.timing = TIMING_ALU, .dst = {{10, 1}}, .src = {{11, 1}}};
static const struct insn multiply = {.timing = TIMING_FMA, .dst = {{40, 1}}, .src = {{41, 1}}};
static const struct insn use = {.timing = TIMING_ALU, .dst = {{12, 1}}, .src = {{40, 1}}};
static const struct insn branch = {.timing = TIMING_BRANCH, .flow = FLOW_BRANCH};

static void a_latency_is_waited_for_where_it_is_used(void **unused)
{
    (void)unused;
    const struct vortex_costs costs = costs_of(true);
    struct alone alone;
    alone_start(&alone, &costs, NULL);
    alone_issue(&alone, &multiply, NULL); /* 0, there in 4 */
    alone_issue(&alone, &add, NULL);      /* 1 */
    alone_issue(&alone, &use, NULL);      /* 4 */
    assert_int_equal(alone.time, 5);
    assert_int_equal(alone_waiting(&alone), 2);
}

static void a_branch_is_waited_for_and_a_wrong_path_costs_slots(void **unused)
{
    (void)unused;
    const struct vortex_costs costs = costs_of(true);
    struct alone alone;
    alone_start(&alone, &costs, NULL);
    alone_issue(&alone, &branch, NULL);
    assert_int_equal(alone_waiting(&alone), 2); /* b - 1 */
    alone_redirect(&alone, 0);
    assert_int_equal(alone.slots, 5); /* SWAS-39 */
    assert_int_equal(alone_waiting(&alone), 2);
}

static void without_swas_a_wrong_path_costs_the_way_to_issue(void **unused)
{
    (void)unused;
    const struct vortex_costs costs = costs_of(false);
    struct alone alone;
    alone_start(&alone, &costs, NULL);
    alone_issue(&alone, &branch, NULL); /* 4: the first fetch, then the way to issue */
    alone_redirect(&alone, 0);
    alone_issue(&alone, &add, NULL); /* decided in 7, fetched, there in 11 */
    assert_int_equal(alone.time, 12);
    assert_int_equal(alone.slots, 2);
}

static void a_drained_warp_has_all_its_results(void **unused)
{
    (void)unused;
    const struct vortex_costs costs = costs_of(true);
    struct alone alone;
    alone_start(&alone, &costs, NULL);
    alone_issue(&alone, &multiply, NULL);
    alone_drain(&alone);
    assert_int_equal(alone.time, 4);
    alone_issue(&alone, &use, NULL);
    assert_int_equal(alone.time, 5);
}

/* ---- what is waited for ---- */

static const struct insn stretch[] = {
    {.timing = TIMING_FMA, .dst = {{40, 1}}, .src = {{41, 1}}},
    {.timing = TIMING_ALU, .dst = {{12, 1}}, .src = {{40, 1}}},
    {.timing = TIMING_BRANCH, .flow = FLOW_BRANCH},
    {.timing = TIMING_FMA, .dst = {{40, 1}}, .src = {{41, 1}}},
};

static void waiting_belongs_to_the_instruction_that_is_waited_for(void **unused)
{
    (void)unused;
    static const uint64_t expected[] = {3, 0, 2, 3};
    struct vortex_costs costs = costs_of(true);
    struct arena arena = {0};
    struct profile *profile = profile_new(&arena, 4);
    struct alone alone;
    uint64_t sum = 0;
    costs.insns = stretch;
    alone_start(&alone, &costs, profile);
    for (uint32_t i = 0; i < 4; i++)
        alone_issue(&alone, &stretch[i], NULL);
    alone_drain(&alone);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(profile->share[i].waiting, expected[i]);
        sum += profile->share[i].waiting;
    }
    assert_int_equal(sum, alone_waiting(&alone));
    arena_free(&arena);
}

/* A warp that waits so long for the instruction at `index`. */
static void pass_segment(struct phases *phases, uint32_t index, uint64_t waiting)
{
    profile_at(phases->profile, index)->waiting += waiting;
    phases_barrier(phases, waiting, 0, 2, true);
}

static void two_warps(struct phases *phases, struct profile *chain)
{
    for (uint32_t warp = 0; warp < 2; warp++) {
        phases_warp(phases, 0);
        pass_segment(phases, 0, warp ? 10 : 30);
        pass_segment(phases, 1, warp ? 7 : 5);
        phases_end(phases, 0);
    }
    phases_profile(phases, chain);
}

static void the_chain_has_the_longest_segments_of_warps_in_step(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct phases phases = {.arena = &arena, .profile = profile_new(&arena, 2)};
    struct profile *chain = profile_new(&arena, 2);
    two_warps(&phases, chain);
    assert_int_equal(chain->share[0].waiting, 30);
    assert_int_equal(chain->share[1].waiting, 7);
    assert_int_equal(phases_waiting(&phases), 37);
    phases.list[0].unaligned = true;
    profile_clear(chain);
    phases_profile(&phases, chain);
    assert_int_equal(chain->share[0].waiting, 40);
    assert_int_equal(chain->share[1].waiting, 12);
    assert_int_equal(phases_waiting(&phases), 52);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_barriers_the_longest_waiting_of_a_warp_counts),
        cmocka_unit_test(between_barriers_the_longest_of_each_segment_counts),
        cmocka_unit_test(warps_that_meet_out_of_step_add_up),
        cmocka_unit_test(a_warp_that_leaves_a_barrier_out_adds_up),
        cmocka_unit_test(a_barrier_for_fewer_warps_than_use_it_adds_up),
        cmocka_unit_test(a_barrier_that_may_not_be_reached_adds_up),
        cmocka_unit_test(phases_come_one_after_another),
        cmocka_unit_test(lines_of_an_access_open_rows_of_all_banks_at_once),
        cmocka_unit_test(loads_wait_for_a_miss_register_and_stores_for_a_place_in_the_queue),
        cmocka_unit_test(the_register_that_is_free_first_is_taken),
        cmocka_unit_test(an_l2_reads_from_the_bank_of_its_own_line),
        cmocka_unit_test(lines_that_have_a_set_for_themselves_miss_once),
        cmocka_unit_test(a_line_misses_once_more_than_others_of_its_set_are_asked_for),
        cmocka_unit_test(a_request_for_an_unknown_line_may_evict_any),
        cmocka_unit_test(an_object_that_fits_stays_and_one_that_does_not_is_everywhere),
        cmocka_unit_test(an_object_has_the_lines_that_it_begins_and_ends_in),
        cmocka_unit_test(an_object_that_is_asked_for_once_has_a_miss),
        cmocka_unit_test(counts_that_do_not_fit_stay_large),
        cmocka_unit_test(a_latency_is_waited_for_where_it_is_used),
        cmocka_unit_test(a_branch_is_waited_for_and_a_wrong_path_costs_slots),
        cmocka_unit_test(without_swas_a_wrong_path_costs_the_way_to_issue),
        cmocka_unit_test(a_drained_warp_has_all_its_results),
        cmocka_unit_test(waiting_belongs_to_the_instruction_that_is_waited_for),
        cmocka_unit_test(the_chain_has_the_longest_segments_of_warps_in_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
