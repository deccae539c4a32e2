/* SPDX-License-Identifier: Apache-2.0 */
/* test_anomalies.c - small kernels that take longer with co-issue than without, and one that
 * cannot (docs/fermi-worst-case.md). tests/random/bounds.py fermi --anomalies finds such kernels;
 * these are what is left of them. */
#include "machine/fermi/statistics.h"
#include "rv32.h"

enum { WARP = 64, LATENCY = 10 };

typedef void kernel_fn(struct rig *rig);

static struct rig *run(kernel_fn *kernel, const char *machine, const char *settings)
{
    struct rig *rig = rv_rig(machine, settings);
    kernel(rig);
    rv_put(rig, rv_ret());
    rig_run(rig, 1, WARP);
    return rig;
}

static uint64_t take(struct rig *rig, unsigned counter)
{
    uint64_t count = rig_count(rig, counter);
    rig_free(rig);
    return count;
}

static uint64_t cycles(kernel_fn *kernel, const char *machine, const char *settings)
{
    return take(run(kernel, machine, settings), STAT_CYCLES);
}

static uint64_t issued(kernel_fn *kernel, const char *machine, const char *settings)
{
    return take(run(kernel, machine, settings), STAT_SBI_ISSUED);
}

/* ---- latency: a chain has nothing to fill ---- */

static void chain(struct rig *rig)
{
    for (unsigned i = 0; i < 20; i++)
        rv_put(rig, rv_addi(T1, T1, 1));
}

/* SBI-13, SWI-13: one cycle per instruction, whatever SWI does. */
static void swi_takes_longer_for_a_chain(void **unused)
{
    (void)unused;
    assert_int_equal(cycles(chain, "fermi-swi", "") - cycles(chain, "fermi-warp64", ""), 20);
}

/* ---- accesses served piece by piece: in a loop, what follows them issues once per piece ---- */

static void strided_loads(struct rig *rig)
{
    rv_put(rig, rv_csrr(T0, CSR_LOCAL_X));
    rv_put(rig, rv_andi(T0, T0, 7));
    rv_put(rig, rv_slli(T0, T0, 7));
    rv_put(rig, rv_add(A2, A0, T0));
    rv_put(rig, rv_addi(T0, ZERO, 20));
    uint32_t head = rv_put(rig, rv_lw(T1, A2, 0));
    rv_put(rig, rv_addi(T0, T0, -1));
    rv_put(rig, rv_div(T2, A1, A1));
    rv_put(rig, rv_blt(ZERO, T0, (int32_t)head - (int32_t)rig->made.added));
}

/* */
static void split_accesses_multiply_what_follows(void **unused)
{
    (void)unused;
    const uint64_t without = cycles(strided_loads, "fermi-warp64", "");
    assert_true(cycles(strided_loads, "fermi-sbi", "mem_split=false") <= without);
    assert_true(cycles(strided_loads, "fermi-sbi", "") > without + 100);
    assert_true(issued(strided_loads, "fermi-sbi", "") >
                issued(strided_loads, "fermi-sbi", "mem_split=false"));
}

/* ---- lanes that leave a loop early run ahead, and what follows issues once for each ---- */

static void uneven_loop(struct rig *rig)
{
    rv_put(rig, rv_csrr(T0, CSR_LOCAL_X));
    rv_put(rig, rv_andi(T0, T0, 3));
    uint32_t head = rv_put(rig, rv_addi(T0, T0, -1));
    rv_put(rig, rv_div(T1, A1, A1));
    rv_put(rig, rv_blt(ZERO, T0, (int32_t)head - (int32_t)rig->made.added));
    for (unsigned i = 0; i < 20; i++)
        rv_put(rig, rv_div(T2, A1, A1));
}

/* the interval of a loop's end is empty by dominators; `region` has the loop in it. */
static void lanes_that_leave_a_loop_early_run_ahead(void **unused)
{
    (void)unused;
    const uint64_t without = cycles(uneven_loop, "fermi-warp64", "");
    const char *ahead = "sbi=same_warp mem_split=false";
    const char *held = "sbi=same_warp mem_split=false pcdiv=region";
    assert_true(cycles(uneven_loop, "fermi-sbi", ahead) > without + 100);
    assert_true(cycles(uneven_loop, "fermi-sbi", held) <= without);
    assert_int_equal(issued(uneven_loop, "fermi-sbi", held),
                     issued(uneven_loop, "fermi-warp64", ""));
    assert_true(issued(uneven_loop, "fermi-sbi", ahead) > issued(uneven_loop, "fermi-sbi", held));
}

/* ---- where co-issue is never slower ---- */

static void two_arms(struct rig *rig)
{
    rv_put(rig, rv_csrr(T0, CSR_LOCAL_X));
    rv_put(rig, rv_andi(T0, T0, 1));
    uint32_t branch = rv_put(rig, rv_bne(T0, ZERO, 0));
    for (unsigned i = 0; i < 9; i++)
        rv_put(rig, rv_addi(T1 + i % 2, T1, 1));
    uint32_t jump = rv_put(rig, rv_j(0));
    rv_land(rig, branch);
    for (unsigned i = 0; i < 7; i++)
        rv_put(rig, rv_addi(T2, T2, 1));
    rv_land(rig, jump);
    rv_put(rig, rv_addi(T2, T2, 1));
}

/* The theorem's conditions: the gain is the shorter arm. */
static void constrained_sbi_is_never_slower_for_one_warp(void **unused)
{
    (void)unused;
    const char *conditions = "sbi=same_warp mem_split=false pcdiv=region contexts.model=exact "
                             "scoreboard.entries=16";
    const uint64_t without =
        cycles(two_arms, "fermi-warp64", "contexts.model=exact scoreboard.entries=16");
    const uint64_t with = cycles(two_arms, "fermi-sbi", conditions);
    assert_true(with + 5 * LATENCY < without);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swi_takes_longer_for_a_chain),
        cmocka_unit_test(split_accesses_multiply_what_follows),
        cmocka_unit_test(lanes_that_leave_a_loop_early_run_ahead),
        cmocka_unit_test(constrained_sbi_is_never_slower_for_one_warp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
