/* SPDX-License-Identifier: Apache-2.0 */
/* test_pipeline.c - peak throughput of the rows, and the latency of dependent instructions. */
#include "machine/fermi/clock.h"
#include "rv32.h"

enum { THREADS = 1024, UNROLLED = 1200 };

static const char *const machines[] = {"fermi", "fermi-warp64", "fermi-sbi", "fermi-swi",
                                       "fermi-sbi-swi"};
enum { MACHINES = sizeof machines / sizeof *machines };

static double ipc(const struct rig *rig)
{
    return (double)rig_count(rig, STAT_THREAD_INSTRUCTIONS) / (double)rig_count(rig, STAT_CYCLES);
}

/* A kernel of that many instructions made by `add`, without a branch. */
static double peak(const char *machine, const char *settings,
                   uint32_t (*instruction)(uint32_t number), uint32_t count)
{
    struct rig *rig = rv_rig(machine, settings);
    rv_put(rig, rv_addi(A1, ZERO, 3));
    for (uint32_t i = 0; i < count; i++)
        rv_put(rig, instruction(i));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, THREADS);
    double found = ipc(rig);
    rig_free(rig);
    return found;
}

static uint32_t target(uint32_t number)
{
    static const uint32_t registers[] = {T0, T1, T2, A2, A3, A4, A5, A6, A7, T3, T4, T5, T6};
    return registers[number % (sizeof registers / sizeof *registers)];
}

static uint32_t mad(uint32_t number) { return rv_addi(target(number), A1, 1); }
static uint32_t sfu(uint32_t number) { return rv_div(target(number), A1, A1); }
static uint32_t lsu(uint32_t number) { return rv_lw(target(number), A0, 0); }

/* Eight multiply-adds, four loads and a special function per eight cycles fill all three rows. */
static uint32_t mixed(uint32_t number)
{
    static uint32_t (*const order[])(uint32_t) = {sfu, mad, lsu, mad, mad, lsu, mad,
                                                  mad, lsu, mad, mad, lsu, mad};
    return order[number % 13](number);
}

static void assert_between(const char *machine, double found, double min, double max)
{
    if (found < min || found > max)
        fail_msg("%s: %.2f instead of %.2f to %.2f", machine, found, min, max);
}

/* SBI-10: by a table; code that no row of the instruction set matches never starts. */
static void every_instruction_has_a_row(void **unused)
{
    (void)unused;
    const struct isa *const isas[] = {&isa_rv32, &isa_sass};
    for (unsigned k = 0; k < 2; k++) {
        for (size_t i = 0; isas[k]->row(i); i++) {
            const struct op *op = isas[k]->row(i);
            const struct insn insn = {.timing = op->timing, .unit = op->unit};
            bool accesses = op->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC);
            if (accesses != (fermi_row_kind(&insn) == FERMI_LSU))
                fail_msg("%s has row %d", op->name, fermi_row_kind(&insn));
            if (op->unit == UNIT_SFU && op->timing == TIMING_SPECIAL)
                assert_int_equal(fermi_row_kind(&insn), FERMI_SFU);
        }
    }
    struct rig *rig = rv_rig("fermi", "");
    rv_put(rig, 0xffffffff);
    assert_int_equal(rig_admit(rig, 1, 1), WC_OK);
    assert_int_equal(machine_preflight(&rig->err, &rig->launch), WC_KERNEL_FAULT);
    rig_free(rig);
}

/* SBI-8, SBI-9: each class has its own row. */
static void each_row_has_its_own_peak(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < MACHINES; i++) {
        assert_between(machines[i], peak(machines[i], "", mad, UNROLLED), 63, 64);
        assert_between(machines[i], peak(machines[i], "", lsu, UNROLLED), 31, 32.1);
        assert_between(machines[i], peak(machines[i], "", sfu, UNROLLED), 7.9, 8.1);
    }
}

/* SBI-9, SBI-38, A-2: acceptance row 2. */
static void all_rows_together_peak_at_104_with_two_issues_of_64_lanes(void **unused)
{
    (void)unused;
    assert_between("fermi", peak("fermi", "", mixed, UNROLLED), 63, 64);
    assert_between("fermi-swi", peak("fermi-swi", "", mixed, UNROLLED), 100, 104);
    assert_between("fermi-sbi", peak("fermi-sbi", "", mixed, UNROLLED), 100, 104);
    assert_between("fermi-sbi same_warp", peak("fermi-sbi", "sbi=same_warp", mixed, UNROLLED),
                   50, 64);
}

/* Cycles per instruction of a chain in one warp. */
static double chain(const char *machine, const char *settings)
{
    enum { LONG = 1000 };
    struct rig *rig = rv_rig(machine, settings);
    for (uint32_t i = 0; i <= LONG; i++)
        rv_put(rig, rv_addi(T0, T0, 1));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, 1);
    cycle_t apart = rig_cycle(rig, 0, 0, LONG) - rig_cycle(rig, 0, 0, 0);
    rig_free(rig);
    return (double)apart / LONG;
}

/* SBI-13, SWI-25, SWI-13, A-3: acceptance row 3. */
static void a_dependent_instruction_costs_one_cycle_more_with_sbi_and_two_with_swi(void **unused)
{
    (void)unused;
    assert_true(chain("fermi", "") == 9);
    assert_true(chain("fermi-warp64", "") == 10);
    assert_true(chain("fermi-sbi", "") == 10);
    assert_true(chain("fermi-swi", "") == 11);
    assert_true(chain("fermi-sbi-swi", "") == 11);
    assert_true(chain("fermi-sbi", "delivery.latency=0") == 9);
    assert_true(chain("fermi-sbi", "delivery.latency=2") == 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_has_a_row),
        cmocka_unit_test(each_row_has_its_own_peak),
        cmocka_unit_test(all_rows_together_peak_at_104_with_two_issues_of_64_lanes),
        cmocka_unit_test(a_dependent_instruction_costs_one_cycle_more_with_sbi_and_two_with_swi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
