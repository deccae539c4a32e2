/* SPDX-License-Identifier: Apache-2.0 */
/* Times of blocks, splits and merges that are measured in runs (PWS-61). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "paper/pws/runs.h"

#include <cmocka.h>

struct stage {
    wc_context *context;
    struct arena arena;
    struct pws_runs runs;
};

static const struct pws_run *run(struct stage *stage, struct pws_case what)
{
    *stage = (struct stage){.context = wc_context_new()};
    wc_context_add_machine_folder(stage->context, "machines");
    pws_runs_begin(&stage->runs, stage->context, "papers/pws", &stage->arena);
    const struct pws_run *found = pws_run(&stage->runs, &what);
    pws_runs_make(&stage->runs);
    if (stage->runs.made.failed)
        fail_msg("%s", stage->runs.made.first_failure);
    assert_true(found->known);
    assert_null(found->times.problem);
    return found;
}

static void done(struct stage *stage)
{
    arena_free(&stage->arena);
    wc_context_free(stage->context);
}

/* Code without loops, one wavefront: every block runs once, so d and all of them are the run. */
static void block_times_add_up_to_the_run(void **state)
{
    struct stage stage;
    (void)state;
    const struct pws_run *r = run(&stage, (struct pws_case){.job = "jobs/figure5.yaml",
                                                            .mode = PWS_PWS});
    assert_true(r->observed > 0);
    assert_int_equal(r->times.none, (int64_t)r->observed);
    assert_int_equal(r->times.timing.split, 0);
    assert_int_equal(r->times.timing.merge, 0);
    assert_int_equal(r->times.blocks, r->times.blocks_run);
    done(&stage);
}

/* The machine's own numbers: 4 cycles and two for 32 scalar registers; 4 cycles. */
static void splits_and_merges_have_their_own_times(void **state)
{
    struct stage stage;
    (void)state;
    const struct pws_run *r = run(&stage, (struct pws_case){.job = "jobs/figure5.yaml",
                                                            .mode = PWS_PWS, .splits = 3});
    assert_int_equal(r->times.points, 2);
    assert_int_equal(r->times.timing.split, 6);
    assert_int_equal(r->times.timing.merge, 4);
    assert_true((double)r->times.pws >= r->observed);
    assert_true(r->times.pws <= r->times.pws_paper);
    /* Blocks that both parts of a split run count with the longer time: nothing else is loose. */
    assert_true((double)r->times.pws < 1.2 * r->observed);
    done(&stage);
}

static void check_covered(enum pws_mode mode, uint32_t splits)
{
    struct stage stage;
    const struct pws_run *r =
        run(&stage, (struct pws_case){.job = "jobs/synthetic-20.yaml", .entry = "short",
                                      .mode = mode, .splits = splits,
                                      .marks = mode == PWS_PWS ? splits : 0});
    assert_true(pws_analytical(r, false) >= pws_observed(r));
    assert_true(pws_analytical(r, true) >= pws_analytical(r, false));
    assert_int_equal(r->times.branches, 63);
    assert_int_equal(r->times.points, mode == PWS_PWS ? splits : 0);
    done(&stage);
}

/* Twenty wavefronts per compute unit, which compete for SIMDs. */
static void times_cover_the_run_in_every_mode(void **state)
{
    (void)state;
    check_covered(PWS_NONE, 0);
    check_covered(PWS_DWS, 3);
    check_covered(PWS_PWS, 1);
    check_covered(PWS_PWS, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_times_add_up_to_the_run),
        cmocka_unit_test(splits_and_merges_have_their_own_times),
        cmocka_unit_test(times_cover_the_run_in_every_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
