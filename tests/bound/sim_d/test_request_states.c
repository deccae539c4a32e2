/* SPDX-License-Identifier: Apache-2.0 */
/* test_request_states.c - in which states a request can start: what the proofs in
 * docs/sim-d-wcet-requests.md use of the numbers of DDR4 and of the controller. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "../../dice.h"
#include "base/arena.h"
#include "bound/sim_d/request_course.h"
#include "bound/sim_d/request_simulate.h"

#include <cmocka.h>

/* A request completes 2 DC before a refresh is allowed, the next one sends its first activate 4 DC
 * after it is taken. */
enum { FIRST_ACTIVATE = 2 /* after the cycle in which a refresh would be allowed */ };

static uint16_t max_distance(const struct ddr4 *ddr4, enum ddr4_kind before, enum ddr4_class after)
{
    uint16_t distance = ddr4->in_bank[before][after];
    distance = distance > ddr4->in_group[before][after] ? distance : ddr4->in_group[before][after];
    return distance > ddr4->in_rank[before][after] ? distance : ddr4->in_rank[before][after];
}

/* SIMD-26: no distance to a command of an earlier request is left when a request's own commands are
 * sent. A command is at least closed[] DC before the first cycle of a refresh. */
static void no_distance_is_left_from_earlier_requests(void **unused)
{
    (void)unused;
    for (unsigned row = 0; row < ddr4_table_rows; row++) {
        const struct ddr4_numbers *n = &ddr4_table[row];
        struct ddr4 ddr4;
        ddr4_build(&ddr4, n);
        const uint32_t write = n->cwl + n->burst + n->wr + n->rp, read = n->rtp + n->rp;
        const uint32_t closed[DDR4_KINDS] = {[DDR4_ACT] = n->rc, [DDR4_RD] = read,
                                             [DDR4_RDA] = read,  [DDR4_WR] = write,
                                             [DDR4_WRA] = write, [DDR4_PRE] = n->rp};
        const uint32_t first[DDR4_CLASSES] = {
            [DDR4_ROW] = FIRST_ACTIVATE, [DDR4_READ] = FIRST_ACTIVATE + n->rcd,
            [DDR4_WRITE] = FIRST_ACTIVATE + n->rcd, [DDR4_CLOSE] = FIRST_ACTIVATE + n->ras,
            [DDR4_REFRESH] = FIRST_ACTIVATE + n->rc};
        for (unsigned before = 0; before < DDR4_REF; before++) {
            for (unsigned after = 0; after < DDR4_CLASSES; after++)
                assert_true(max_distance(&ddr4, before, after) <= closed[before] + first[after]);
        }
        assert_true(n->faw <= n->rc + FIRST_ACTIVATE);
        assert_true(n->rc >= n->ras + n->rp);
    }
}

/* What the closed form of index streams uses. */
static void rows_open_within_the_windows_of_the_proof(void **unused)
{
    (void)unused;
    for (unsigned row = 0; row < ddr4_table_rows; row++) {
        const struct ddr4_numbers *n = &ddr4_table[row];
        /* Waits for nRRD and nFAW are within nRCD of an activate. */
        assert_true(n->rrd_l <= n->rcd);
        assert_true(n->faw <= 3 * n->rrd_s + n->rcd);
        /* A row that is read once closes by its nRAS. */
        assert_true(n->rcd + n->rtp <= n->ras);
        assert_true(n->ccd_l <= n->rcd && n->ccd_s <= n->ccd_l);
        /* The precharges of all banks fit between the last activate and its access. */
        assert_true(n->banks <= n->rcd + 3);
    }
}

static uint32_t below(uint64_t *dice, uint32_t limit)
{
    return (uint32_t)(dice_roll(dice) % limit);
}

static struct sim_d_request random_tile(uint64_t *dice)
{
    uint32_t words = 1 + below(dice, below(dice, 3) ? 40 : 300);
    uint32_t period = words + below(dice, below(dice, 2) ? 6000 : 20000);
    struct sim_d_request request = {
        .server = SIM_D_DRAM_TILE, .write = below(dice, 2),
        .tile = {4 * below(dice, 4096), words, period, 1 + below(dice, 50)}};
    return request;
}

static cycle_t serve(const struct ddr4_numbers *dram, const struct sim_d_request *request,
                     uint32_t pair, cycle_t gate)
{
    struct controller controller;
    cycle_t started;
    controller_build(&controller, dram, 0);
    controller.arbiter.pair = pair;
    controller.ddr4.rank.ready[DDR4_ROW] = gate;
    return controller_serve(&controller, request, 0, &started);
}

/* Refreshes at all distances before a request, against a plain simulation of each. */
static void all_refreshes_before_a_request_are_covered(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    struct course_marks marks = {.arena = &arena};
    uint64_t dice = 3;
    for (unsigned i = 0; i < 45; i++) {
        const struct ddr4_numbers *dram = &ddr4_table[i % ddr4_table_rows];
        struct sim_d_request request = random_tile(&dice);
        struct request_times times;
        uint32_t pair = below(&dice, dram->banks / 2);
        request_simulate(dram, &request, true, &marks, &times);
        cycle_t longest = serve(dram, &request, 2 * pair, dram->rfc - 1) + 3;
        for (cycle_t gate = 0; gate < dram->rfc - 1; gate += gate < 200 ? 1 : 17)
            longest = later(longest, serve(dram, &request, 2 * pair, gate));
        assert_int_equal(times.served[pair], serve(dram, &request, 2 * pair, 0));
        assert_int_equal(times.refreshed[pair], longest);
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_distance_is_left_from_earlier_requests),
        cmocka_unit_test(rows_open_within_the_windows_of_the_proof),
        cmocka_unit_test(all_refreshes_before_a_request_are_covered),
    };
    return cmocka_run_group_tests_name("request states", tests, NULL, NULL);
}
