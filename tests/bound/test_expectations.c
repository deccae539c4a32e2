/* SPDX-License-Identifier: Apache-2.0 */
/* test_expectations.c - every kind of number that a bound predicts is measured in a run, and a
 * prediction that is one too low is found (HOUSE-48). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bound/engine/loop_turns.h"
#include "bound/vortex/chain.h"
#include "report/result.h"

#include <cmocka.h> /* last: it has a macro named fail */

/* ---- the list ---- */

static void the_first_number_above_its_prediction_is_found(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct expectations list = {.arena = &arena};
    for (uint64_t i = 0; i < 200; i++)
        expectations_add(&list, (struct expectation){.kind = "executions", .name = "core 0",
                                                     .predicted = i, .observed = i});
    assert_int_equal(list.count, 200);
    assert_null(expectations_exceeded(&list));
    list.list[150].predicted--;
    list.list[170].predicted--;
    const struct expectation *found = expectations_exceeded(&list);
    assert_ptr_equal(found, &list.list[150]);
    struct text text = {0};
    list.list[150].place = "saxpy.cl:9";
    expectation_write(found, &text);
    assert_string_equal(text_string(&text), "executions of core 0: observed 150, predicted at most "
                                            "149 (saxpy.cl:9)");
    text_free(&text);
    arena_free(&arena);
}

/* ---- runs that have numbers of all kinds ---- */

static const struct {
    const char *job;
    struct {
        const char *key, *value;
    } set[8];
} runs[] = {
    {"kernels/sgemm-tiled/vortex-tiny.yaml", {{NULL}}},
    {"kernels/mlp/vortex-tiny.yaml", {{"frontend", "paper"}, {"fetch", "lrr"}, {NULL}}},
    {"kernels/blackscholes/vortex-tiny.yaml",
     {{"icache.bytes", "512"}, {"icache.mshrs", "1"}, {"l2.present", "true"},
      {"units.alu.lanes", "1"}, {NULL}}},
    {"kernels/divergence/vortex-tiny.yaml",
     {{"units.mul.interval", "2"}, {"units.csr.interval", "2"}, {NULL}}},
    {"kernels/nbody/vortex-tiny.yaml", {{"units.fma.interval", "3"}, {NULL}}},
};
enum { RUNS = sizeof runs / sizeof *runs };

/* What must be among the expectations of these runs, with more than nothing observed. */
static const struct {
    const char *kind, *name; /* a part of the name */
} kinds[] = {
    {"executions", "0x"}, {"taken control transfers", "0x"}, {"taken control transfers", "all"},
    {"turns of a loop in one entry", "0x"}, {"call depth", "core 0"},
    {"starts of warps", "core 0"}, {"barriers", "arrivals"},
    {"issue slots", "instructions"}, {"issue slots", "NOPs"}, {"fetch slots", "core 0"},
    {"NOPs", "start"}, {"NOPs", "miss"}, {"NOPs", "flush"},
    {"unit cycles", "alu"}, {"unit cycles", "mul"}, {"unit cycles", "fma"},
    {"unit cycles", "fdiv"}, {"unit cycles", "sfu"},
    {"LSU rounds", "0x"}, {"LSU cycles", "core 0"},
    {"DRAM lines", "0x"}, {"DRAM lines", "reads"}, {"DRAM lines", "writes"},
    {"latency", "0x"}, {"latency", "instruction misses"},
    {"cycles of an access in idle memory", "0x"},
    {"requests of the data cache", "line"}, {"misses of the data cache", "line"},
    {"misses of the instruction cache", "line 0x"},
    {"misses of the instruction cache", "do not stay"},
    {"requests of DRAM", "bank"},
    {"cycles of miss registers", "instruction cache"}, {"cycles of miss registers", "data cache"},
    {"cycles of miss registers", "L2"},
    {"time on a chain of waits", "instructions"}, {"time on a chain of waits", ": units"},
    {"time on a chain of waits", ": waiting"}, {"time on a chain of waits", ": data"},
    {"time on a chain of waits", ": code"}, {"time on a chain of waits", "fetches, code"},
    {"time on a chain of waits", "misses aside"},
    {"time on a chain of waits", ": lsu, dram"}, {"time on a chain of waits", ": starts"},
    {"time on a chain of waits", ": all work"}, {"sum of terms", "core 0"},
};

static struct {
    wc_context *context;
    wc_result *result[RUNS];
} stage;

static int run_all(void **unused)
{
    (void)unused;
    stage.context = wc_context_new();
    wc_context_add_machine_folder(stage.context, "machines");
    for (size_t i = 0; i < RUNS; i++) {
        wc_job *job;
        if (wc_job_open(stage.context, runs[i].job, &job) != WC_OK)
            return -1;
        wc_job_machine(job, "vortex-swas");
        for (size_t k = 0; runs[i].set[k].key; k++)
            wc_job_set(job, runs[i].set[k].key, runs[i].set[k].value);
        enum wc_status status =
            wc_run(job, &WC_RUN_OPTIONS(.bound = true, .check = true,
                                        .bound_method = WC_BOUND_ANALYSIS), &stage.result[i]);
        if (status != WC_OK)
            print_error("%s: %s\n", runs[i].job, wc_error_message(stage.context));
        wc_job_free(job);
        if (status != WC_OK)
            return -1;
    }
    return 0;
}

static int end_all(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < RUNS; i++)
        wc_result_free(stage.result[i]);
    wc_context_free(stage.context);
    return 0;
}

/* The one with the least slack; NULL: the launch has none of the kind. */
static struct expectation *tightest(const struct expectations *list, size_t kind)
{
    struct expectation *found = NULL;
    for (uint32_t i = 0; i < list->count; i++) {
        struct expectation *e = &list->list[i];
        if (strcmp(e->kind, kinds[kind].kind) != 0 || !strstr(e->name, kinds[kind].name) ||
            !e->observed)
            continue;
        if (!found || e->predicted - e->observed < found->predicted - found->observed)
            found = e;
    }
    return found;
}

static void assert_found(struct expectations *list, struct expectation *e)
{
    const uint64_t predicted = e->predicted;
    e->predicted = e->observed;
    assert_null(expectations_exceeded(list));
    e->predicted = e->observed - 1;
    assert_ptr_equal(expectations_exceeded(list), e);
    e->predicted = predicted;
}

static void each_kind_is_observed_and_one_less_is_found(void **unused)
{
    (void)unused;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        size_t seen = 0;
        for (size_t i = 0; i < RUNS; i++) {
            for (size_t k = 0; k < stage.result[i]->launch_count; k++) {
                struct expectations *list = &stage.result[i]->launches[k].expectations;
                struct expectation *e = tightest(list, kind);
                if (!e)
                    continue;
                assert_found(list, e);
                seen++;
            }
        }
        if (!seen)
            fail_msg("nothing was observed of '%s', '%s'", kinds[kind].kind, kinds[kind].name);
    }
}

/* Nothing is listed that no row of the table above knows. */
static void no_kind_is_without_a_test(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < RUNS; i++) {
        for (size_t k = 0; k < stage.result[i]->launch_count; k++) {
            const struct expectations *list = &stage.result[i]->launches[k].expectations;
            assert_true(list->count > 50);
            for (uint32_t n = 0; n < list->count; n++) {
                bool known = false;
                for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
                    known |= strcmp(list->list[n].kind, kinds[kind].kind) == 0;
                if (!known)
                    fail_msg("no test for '%s'", list->list[n].kind);
            }
        }
    }
}

/* ---- turns of loops ---- */

static void a_loop_turns_once_less_than_its_header_runs_and_again_when_it_is_entered(void **unused)
{
    (void)unused;
    struct turning_loop loops[] = {{.header = 1, .parent = UINT32_MAX}, {.header = 2, .parent = 0}};
    uint32_t innermost[] = {UINT32_MAX, 0, 1, 0, UINT32_MAX}, group[] = {0, 0, 0, 0, 0};
    struct loop_turns turns = {.loops = loops, .loop_count = 2, .innermost = innermost,
                               .group = group, .group_count = 1};
    uint32_t last;
    uint64_t taken[2] = {0};
    struct warp_turns warp = {.last = &last, .taken = taken};
    static const uint32_t path[] = {0, 1, 2, 2, 2, 3, 1, 2, 2, 3, 4, 0, 1, 2, 3, 4};
    warp_turns_start(&turns, &warp);
    for (size_t i = 0; i < sizeof path / sizeof *path; i++)
        loop_turns_run(&turns, &warp, path[i]);
    assert_int_equal(loops[0].max, 1);
    assert_int_equal(loops[1].max, 2);
    static const uint32_t from_inside[] = {0, 1, 2, 1, 2, 2, 1, 2, 3, 4}; /* of the inner loop */
    for (size_t i = 0; i < sizeof from_inside / sizeof *from_inside; i++)
        loop_turns_run(&turns, &warp, from_inside[i]);
    assert_int_equal(loops[0].max, 2);
    loop_turns_told(&turns, &warp, 0, 2, 7); /* a region that begins outside */
    assert_int_equal(loops[1].max, 7);
    loop_turns_told(&turns, &warp, 2, 2, 5); /* ... and inside */
    assert_int_equal(loops[1].max, 12);
    assert_true(loop_turns_is_back(&turns, 3, 1));
    assert_false(loop_turns_is_back(&turns, 0, 1));
}

/* ---- the chain ---- */

struct chain_rig {
    struct arena arena;
    struct vortex vortex;
    struct vortex_clock_numbers clock;
    struct vortex_costs costs;
    struct chain chain;
};

static const struct insn load = {.timing = TIMING_LOAD, .dst = {{10, 1}}, .src = {{11, 1}}};
static const struct insn use = {.timing = TIMING_ALU, .dst = {{12, 1}}, .src = {{10, 1}}};

static void set_up(struct chain_rig *rig)
{
    *rig = (struct chain_rig){.vortex.numbers = {.cores = 1, .warps = 2},
                              .costs = {.swas = true, .early = 5}};
    rig->costs.vortex = &rig->vortex;
    rig->costs.clock = &rig->clock;
    chain_make(&rig->chain, &rig->arena, &rig->costs);
    for (uint32_t slot = 0; slot < 2; slot++)
        chain_start(&rig->chain, &(struct event){.warp = slot});
}

static void wait_for(struct chain_rig *rig, uint32_t warp, cycle_t from, cycle_t until,
                     enum stall_reason reason)
{
    chain_wait(&rig->chain, &(struct event){.warp = warp, .cycle = from, .until = until,
                                            .reason = reason});
}

static const struct spent *issue(struct chain_rig *rig, uint32_t warp, const struct insn *insn,
                                 cycle_t now, cycle_t until, const struct chain_access *access)
{
    return chain_issue(&rig->chain, &(struct event){.warp = warp, .insn = insn, .cycle = now,
                                                    .until = until}, access);
}

/* 30 cycles alone, of which a hit has 10, and 20 more because memory was busy. */
static void a_wait_for_a_load_has_parts_of_three_terms(void **unused)
{
    (void)unused;
    struct chain_rig rig;
    set_up(&rig);
    issue(&rig, 0, &load, 0, 50, &(struct chain_access){.hit = 10, .alone = 30});
    wait_for(&rig, 0, 1, 50, STALL_MEMORY);
    wait_for(&rig, 0, 50, 53, STALL_NOT_SELECTED);
    const struct spent *spent = issue(&rig, 0, &use, 53, 54, NULL);
    assert_int_equal(spent->cycles[CHAIN_WAITING], 9);
    assert_int_equal(spent->cycles[CHAIN_DATA], 20);
    assert_int_equal(spent->cycles[CHAIN_MEMORY], 20);
    assert_int_equal(spent->cycles[CHAIN_SLOTS], 2 + 3);
    assert_int_equal(spent->at, 54);
    arena_free(&rig.arena);
}

static void after_a_barrier_the_chain_is_the_one_of_the_last_warp(void **unused)
{
    (void)unused;
    struct chain_rig rig;
    set_up(&rig);
    issue(&rig, 0, &use, 0, 1, NULL);
    wait_for(&rig, 1, 0, 20, STALL_UNIT);
    issue(&rig, 1, &use, 20, 21, NULL);
    chain_release(&rig.chain, &(struct event){.warp = 0, .cycle = 20, .until = 23});
    wait_for(&rig, 0, 1, 23, STALL_BARRIER);
    const struct spent *spent = issue(&rig, 0, &use, 23, 24, NULL);
    assert_int_equal(spent->cycles[CHAIN_UNITS], 20);
    assert_int_equal(spent->cycles[CHAIN_WAITING], 2);
    assert_int_equal(spent->cycles[CHAIN_SLOTS], 2);
    arena_free(&rig.arena);
}

/* The result of a load from before the barrier: the warp's own chain leads to it. */
static void a_result_from_before_the_barrier_belongs_to_its_own_warp(void **unused)
{
    (void)unused;
    struct chain_rig rig;
    set_up(&rig);
    issue(&rig, 0, &load, 0, 100, &(struct chain_access){.hit = 100, .alone = 100});
    wait_for(&rig, 1, 0, 20, STALL_UNIT);
    issue(&rig, 1, &use, 20, 21, NULL);
    chain_release(&rig.chain, &(struct event){.warp = 0, .cycle = 20, .until = 23});
    wait_for(&rig, 0, 1, 23, STALL_BARRIER);
    wait_for(&rig, 0, 23, 100, STALL_MEMORY);
    const struct spent *spent = issue(&rig, 0, &use, 100, 101, NULL);
    assert_int_equal(spent->cycles[CHAIN_UNITS], 0);
    assert_int_equal(spent->cycles[CHAIN_WAITING], 99);
    assert_int_equal(spent->at, 101);
    arena_free(&rig.arena);
}

static void an_instruction_miss_is_code_up_to_its_latency_alone(void **unused)
{
    (void)unused;
    struct chain_rig rig;
    set_up(&rig);
    chain_fetch(&rig.chain, &(struct event){.cycle = 0, .alone = 30, .arrival = 90,
                                            .fetched = true}, &(struct cached_line){0}, true);
    chain_nop(&rig.chain, &(struct event){.cycle = 0});
    wait_for(&rig, 0, 1, 90, STALL_FETCH);
    const struct spent *spent = issue(&rig, 0, &use, 90, 91, NULL);
    assert_int_equal(spent->cycles[CHAIN_CODE], 34); /* up to 30 + early */
    assert_int_equal(spent->cycles[CHAIN_MEMORY], 55);
    assert_int_equal(spent->cycles[CHAIN_SLOTS], 2);
    arena_free(&rig.arena);
}

/* A line that another warp is fetching takes as long as its miss: up to cycle 35. */
static void a_line_under_way_is_code_as_long_as_its_miss(void **unused)
{
    (void)unused;
    struct chain_rig rig;
    struct cached_line line = {0};
    set_up(&rig);
    chain_fetch(&rig.chain, &(struct event){.cycle = 0, .warp = 1, .alone = 30, .arrival = 40,
                                            .fetched = true}, &line, true);
    chain_fetch(&rig.chain, &(struct event){.cycle = 3, .alone = 30, .arrival = 40}, &line, true);
    chain_nop(&rig.chain, &(struct event){.cycle = 3});
    wait_for(&rig, 0, 4, 40, STALL_FETCH);
    const struct spent *spent = issue(&rig, 0, &use, 40, 41, NULL);
    assert_int_equal(spent->cycles[CHAIN_CODE], 35 - 4);
    assert_int_equal(spent->cycles[CHAIN_MEMORY], 40 - 35);
    arena_free(&rig.arena);
}

/* Cycles with two misses count once, those with none not at all; each core has its own. */
static void misses_under_way_at_the_same_time_count_once(void **unused)
{
    (void)unused;
    static const struct event fetches[] = {
        {.cycle = 10, .arrival = 40},
        {.cycle = 20, .arrival = 60, .warp = 1},
        {.cycle = 30, .arrival = 50},
        {.cycle = 70, .arrival = 75, .hit = true},
        {.cycle = 80, .arrival = 90},
        {.cycle = 81, .arrival = 200, .core = 1},
    };
    struct chain_rig rig = {.vortex.numbers = {.cores = 2, .warps = 2}};
    rig.costs.vortex = &rig.vortex;
    chain_make(&rig.chain, &rig.arena, &rig.costs);
    for (size_t i = 0; i < sizeof fetches / sizeof *fetches; i++)
        chain_fetch(&rig.chain, &fetches[i], &(struct cached_line){0}, true);
    assert_int_equal(rig.chain.misses[0].cycles, 50 + 10);
    assert_int_equal(rig.chain.misses[1].cycles, 119);
    arena_free(&rig.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_number_above_its_prediction_is_found),
        cmocka_unit_test_setup_teardown(each_kind_is_observed_and_one_less_is_found, run_all,
                                        end_all),
        cmocka_unit_test_setup_teardown(no_kind_is_without_a_test, run_all, end_all),
        cmocka_unit_test(
            a_loop_turns_once_less_than_its_header_runs_and_again_when_it_is_entered),
        cmocka_unit_test(a_wait_for_a_load_has_parts_of_three_terms),
        cmocka_unit_test(after_a_barrier_the_chain_is_the_one_of_the_last_warp),
        cmocka_unit_test(a_result_from_before_the_barrier_belongs_to_its_own_warp),
        cmocka_unit_test(an_instruction_miss_is_code_up_to_its_latency_alone),
        cmocka_unit_test(a_line_under_way_is_code_as_long_as_its_miss),
        cmocka_unit_test(misses_under_way_at_the_same_time_count_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
