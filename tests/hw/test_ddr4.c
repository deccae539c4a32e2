/* SPDX-License-Identifier: Apache-2.0 */
/* test_ddr4.c - every constraint between two commands: blocked at t-1, ready at t.
 *
 * Each case issues some commands as early as possible and states when the next one is allowed, in
 * symbols of the standard. The separate checker must agree at both cycles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../dice.h"
#include "hw/ddr4.h"
#include "hw/ddr4_checker.h"

#include <cmocka.h>

enum { START = 1000 };

struct step {
    enum ddr4_kind kind;
    uint8_t bank;
};

struct edge {
    const char *rule;
    struct step before[4]; /* issued as early as possible */
    unsigned count;
    struct step after;
    unsigned from; /* the step from which the distance counts */
    uint32_t (*cycles)(const struct ddr4_numbers *n);
};

#define CYCLES(name, expression)                                                                   \
    static uint32_t name(const struct ddr4_numbers *n)                                             \
    {                                                                                              \
        return expression;                                                                         \
    }
CYCLES(rcd, n->rcd)
CYCLES(ras, n->ras)
CYCLES(rc, n->rc)
CYCLES(rp, n->rp)
CYCLES(rrd_s, n->rrd_s)
CYCLES(rrd_l, n->rrd_l)
CYCLES(faw, n->faw)
CYCLES(ccd_s, n->ccd_s)
CYCLES(ccd_l, n->ccd_l)
CYCLES(rtw, n->cl + n->burst + 2 - n->cwl)
CYCLES(wtr_s, n->cwl + n->burst + n->wtr_s)
CYCLES(wtr_l, n->cwl + n->burst + n->wtr_l)
CYCLES(wr, n->cwl + n->burst + n->wr)
CYCLES(rda, n->rtp + n->rp)
CYCLES(wra, n->cwl + n->burst + n->wr + n->rp)
CYCLES(rfc, n->rfc)
CYCLES(rtp, n->rtp)

#define S(kind, bank) {DDR4_##kind, bank}

/* Banks 0 and 2 (2 groups) or 0 and 4 (4 groups) are of one group: NEAR; bank 1 is of another. */
enum { NEAR = 255 };

static const struct edge edges[] = {
    {"tRCD, read", {S(ACT, 0)}, 1, S(RD, 0), 0, rcd},
    {"tRCD, write", {S(ACT, 0)}, 1, S(WRA, 0), 0, rcd},
    {"tRAS", {S(ACT, 0)}, 1, S(PRE, 0), 0, ras},
    {"tRC by auto-precharge", {S(ACT, 0), S(RDA, 0)}, 2, S(ACT, 0), 0, rc},
    {"tRP", {S(ACT, 0), S(PRE, 0)}, 2, S(ACT, 0), 1, rp},
    {"tRRD_S", {S(ACT, 0)}, 1, S(ACT, 1), 0, rrd_s},
    {"tRRD_L", {S(ACT, 0)}, 1, S(ACT, NEAR), 0, rrd_l},
    {"tFAW", {S(ACT, 0), S(ACT, 1), S(ACT, 2), S(ACT, 3)}, 4, S(ACT, 5), 0, faw},
    {"tCCD_L, reads", {S(ACT, 0), S(RD, 0)}, 2, S(RD, 0), 1, ccd_l},
    {"tCCD_L, writes", {S(ACT, 0), S(WR, 0)}, 2, S(WR, 0), 1, ccd_l},
    {"read to write", {S(ACT, 0), S(RD, 0)}, 2, S(WR, 0), 1, rtw},
    {"tWTR_L", {S(ACT, 0), S(WR, 0)}, 2, S(RD, 0), 1, wtr_l},
    {"tWTR_S", {S(ACT, 0), S(ACT, 1), S(WR, 1)}, 3, S(RD, 0), 2, wtr_s},
    {"tCCD_S, writes", {S(ACT, 0), S(ACT, 1), S(WR, 1)}, 3, S(WR, 0), 2, ccd_s},
    {"tCCD_S, reads", {S(ACT, 0), S(ACT, 1), S(RD, 1)}, 3, S(RDA, 0), 2, ccd_s},
    {"tWR", {S(ACT, 0), S(WR, 0)}, 2, S(PRE, 0), 1, wr},
    {"write with auto-precharge to activate", {S(ACT, 0), S(WRA, 0)}, 2, S(ACT, 0), 1, wra},
    {"write with auto-precharge to refresh", {S(ACT, 0), S(WRA, 0)}, 2, S(REF, 0), 1, wra},
    {"tRP to refresh", {S(ACT, 0), S(PRE, 0)}, 2, S(REF, 0), 1, rp},
    {"tRC to refresh", {S(ACT, 0), S(RDA, 0)}, 2, S(REF, 0), 0, rc},
    {"tRFC, activate", {S(REF, 0)}, 1, S(ACT, 3), 0, rfc},
    {"tRFC, refresh", {S(REF, 0)}, 1, S(REF, 0), 0, rfc},
};

static unsigned bank_of(const struct ddr4_numbers *n, uint8_t bank)
{
    return bank == NEAR ? n->groups : bank;
}

static struct ddr4_command command(const struct ddr4_numbers *n, struct step step, cycle_t cycle)
{
    return (struct ddr4_command){.kind = step.kind, .bank = (uint8_t)bank_of(n, step.bank),
                                 .row = 7, .cycle = cycle,
                                 .column = ddr4_class(step.kind) == DDR4_READ ? 8 : 0};
}

/* True: the checker accepts the commands of the edge with the last one in `cycle`. */
static bool accepted(const struct ddr4_numbers *n, const struct ddr4_command *commands,
                     unsigned count, struct ddr4_command last, cycle_t cycle)
{
    static struct ddr4_checker checker;
    ddr4_checker_build(&checker, n, NEVER);
    for (unsigned i = 0; i < count; i++)
        assert_true(ddr4_check(&checker, &commands[i]));
    last.cycle = cycle;
    return ddr4_check(&checker, &last);
}

static void check_edge(const struct ddr4_numbers *n, const struct edge *edge)
{
    struct ddr4 ddr4;
    struct ddr4_command done[4];
    cycle_t now = START;
    ddr4_build(&ddr4, n);
    for (unsigned i = 0; i < edge->count; i++) {
        unsigned bank = bank_of(n, edge->before[i].bank);
        now = later(now, ddr4_earliest(&ddr4, edge->before[i].kind, bank));
        done[i] = command(n, edge->before[i], now);
        ddr4_issue(&ddr4, &done[i]);
        now++;
    }
    struct ddr4_command last = command(n, edge->after, 0);
    cycle_t ready = ddr4_earliest(&ddr4, last.kind, last.bank);
    if (ready != done[edge->from].cycle + edge->cycles(n))
        fail_msg("%s %s: %s is ready %d cycles after, not %u", n->speed, n->organisation,
                 edge->rule, (int)(ready - done[edge->from].cycle), edge->cycles(n));
    if (accepted(n, done, edge->count, last, ready - 1))
        fail_msg("%s: the checker misses it", edge->rule);
    if (!accepted(n, done, edge->count, last, ready))
        fail_msg("%s: the checker refuses the first allowed cycle", edge->rule);
}

/* SIMD-41 */
static void every_constraint_blocks_until_its_last_cycle(void **unused)
{
    (void)unused;
    for (unsigned row = 0; row < ddr4_table_rows; row++) {
        for (unsigned i = 0; i < sizeof edges / sizeof edges[0]; i++)
            check_edge(&ddr4_table[row], &edges[i]);
    }
}

/* tRTP and tRDA show only where tRAS and tRC have passed: a second read, late. */
static void a_late_read_delays_the_precharge(void **unused)
{
    (void)unused;
    for (unsigned row = 0; row < ddr4_table_rows; row++) {
        const struct ddr4_numbers *n = &ddr4_table[row];
        struct ddr4 ddr4;
        ddr4_build(&ddr4, n);
        struct ddr4_command act = {.kind = DDR4_ACT, .row = 7, .cycle = START};
        struct ddr4_command read = {.kind = DDR4_RD, .row = 7, .cycle = START + 200};
        ddr4_issue(&ddr4, &act);
        ddr4_issue(&ddr4, &read);
        assert_int_equal(ddr4_earliest(&ddr4, DDR4_PRE, 0), START + 200 + rtp(n));
        read.kind = DDR4_RDA;
        read.cycle = START + 300;
        ddr4_issue(&ddr4, &read);
        assert_int_equal(ddr4_earliest(&ddr4, DDR4_ACT, 0), START + 300 + rda(n));
        assert_int_equal(ddr4_earliest(&ddr4, DDR4_REF, 0), START + 300 + rda(n));
        struct ddr4_command done[] = {act, {.kind = DDR4_RD, .row = 7, .cycle = START + 200}};
        struct ddr4_command pre = {.kind = DDR4_PRE};
        assert_false(accepted(n, done, 2, pre, START + 200 + rtp(n) - 1));
        assert_true(accepted(n, done, 2, pre, START + 200 + rtp(n)));
        done[1] = read;
        struct ddr4_command again = {.kind = DDR4_ACT, .row = 8};
        assert_false(accepted(n, done, 2, again, START + 300 + rda(n) - 1));
        assert_true(accepted(n, done, 2, again, START + 300 + rda(n)));
    }
}

/* Table 1 of the paper: SIMD-40, SIMD-41, SIMD-42. */
static void the_tables_have_the_numbers_of_the_paper(void **unused)
{
    (void)unused;
    const struct ddr4_numbers *a = ddr4_find("3200AA", "x16"), *b = ddr4_find("3200AA", "x8"),
                              *c = ddr4_find("1866M", "x16");
    assert_null(ddr4_find("1866M", "x8"));
    assert_null(ddr4_find("3200", "x16"));
    const uint32_t want_a[] = {1600, 2, 8, 65536, 1024, 22, 16, 22, 22, 52, 74, 12, 24,
                               4, 12, 4, 8, 9, 11, 48, 560, 12480, 4, 64};
    const uint32_t want_b[] = {1600, 4, 16, 65536, 1024, 22, 16, 22, 22, 52, 74, 12, 24,
                               4, 12, 4, 8, 4, 8, 34, 560, 12480, 4, 64};
    const uint32_t want_c[] = {933, 2, 8, 65536, 1024, 13, 10, 13, 13, 32, 45, 7, 14,
                               3, 7, 4, 5, 5, 6, 28, 327, 7280, 4, 64};
    const struct ddr4_numbers *rows[] = {a, b, c};
    const uint32_t *wants[] = {want_a, want_b, want_c};
    for (unsigned i = 0; i < 3; i++) {
        const struct ddr4_numbers *n = rows[i];
        const uint32_t got[] = {n->mhz, n->groups, n->banks, n->rows, n->columns, n->cl, n->cwl,
                                n->rcd, n->rp, n->ras, n->rc, n->rtp, n->wr, n->wtr_s, n->wtr_l,
                                n->ccd_s, n->ccd_l, n->rrd_s, n->rrd_l, n->faw, n->rfc, n->refi,
                                n->burst, n->burst_bytes};
        assert_memory_equal(got, wants[i], sizeof got);
    }
}

static void the_checker_knows_the_state_of_banks(void **unused)
{
    (void)unused;
    const struct ddr4_numbers *n = &ddr4_table[0];
    const struct {
        struct ddr4_command first, second;
        const char *rule;
    } bad[] = {
        {{.kind = DDR4_ACT, .cycle = 1}, {.kind = DDR4_ACT, .cycle = 500}, "open bank"},
        {{.kind = DDR4_PRE, .cycle = 1}, {.kind = DDR4_RD, .cycle = 500}, "not open"},
        {{.kind = DDR4_ACT, .row = 1, .cycle = 1}, {.kind = DDR4_RD, .cycle = 500}, "not open"},
        {{.kind = DDR4_ACT, .cycle = 1}, {.kind = DDR4_REF, .cycle = 500}, "open bank"},
        {{.kind = DDR4_PRE, .cycle = 1}, {.kind = DDR4_PRE, .bank = 1, .cycle = 1}, "per cycle"},
        {{.kind = DDR4_PRE, .cycle = 1}, {.kind = DDR4_ACT, .bank = 8, .cycle = 500}, "no such"},
        {{.kind = DDR4_PRE, .cycle = 1}, {.kind = DDR4_ACT, .cycle = 10 * 12480}, "postponed"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        static struct ddr4_checker checker;
        ddr4_checker_build(&checker, n, n->refi);
        assert_true(ddr4_check(&checker, &bad[i].first));
        assert_false(ddr4_check(&checker, &bad[i].second));
        assert_int_equal(checker.violations, 1);
        if (strstr(checker.first, bad[i].rule) == NULL)
            fail_msg("'%s' does not name '%s'", checker.first, bad[i].rule);
    }
}

static uint32_t below(uint64_t *dice, uint32_t limit)
{
    return (uint32_t)(dice_roll(dice) % limit);
}

/* A random command that the banks' state allows. */
static struct ddr4_command random_command(const struct ddr4 *ddr4, uint64_t *dice)
{
    unsigned bank = below(dice, ddr4->numbers->banks);
    static const enum ddr4_kind open[] = {DDR4_RD, DDR4_RDA, DDR4_WR, DDR4_WRA, DDR4_PRE};
    enum ddr4_kind kind = ddr4->open[bank] ? open[below(dice, 5)] : DDR4_ACT;
    if (ddr4_all_closed(ddr4) && below(dice, 4) == 0)
        kind = DDR4_REF;
    return (struct ddr4_command){.kind = kind, .bank = kind == DDR4_REF ? 0 : (uint8_t)bank,
                                 .row = ddr4->open[bank] ? ddr4->row[bank] : below(dice, 64),
                                 .column = 8 * below(dice, 128)};
}

/* SIMD-41: the block and the checker agree on the first cycle of commands of random streams. */
static void block_and_checker_agree_on_random_streams(void **unused)
{
    (void)unused;
    for (unsigned row = 0; row < ddr4_table_rows; row++) {
        static struct ddr4_checker checker, trial;
        struct ddr4 ddr4;
        uint64_t seed = row, *dice = &seed;
        cycle_t now = START;
        ddr4_build(&ddr4, &ddr4_table[row]);
        ddr4_checker_build(&checker, &ddr4_table[row], NEVER);
        for (unsigned i = 0; i < 20000; i++) {
            struct ddr4_command next = random_command(&ddr4, dice);
            next.cycle = later(now, ddr4_earliest(&ddr4, next.kind, next.bank));
            if (next.cycle > now) {
                struct ddr4_command early = next;
                early.cycle--;
                trial = checker;
                assert_false(ddr4_check(&trial, &early));
            }
            if (!ddr4_check(&checker, &next))
                fail_msg("%s", checker.first);
            ddr4_issue(&ddr4, &next);
            now = next.cycle + 1 + (below(dice, 8) == 0 ? below(dice, 40) : 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_have_the_numbers_of_the_paper),
        cmocka_unit_test(every_constraint_blocks_until_its_last_cycle),
        cmocka_unit_test(a_late_read_delays_the_precharge),
        cmocka_unit_test(the_checker_knows_the_state_of_banks),
        cmocka_unit_test(block_and_checker_agree_on_random_streams),
    };
    return cmocka_run_group_tests_name("ddr4", tests, NULL, NULL);
}
