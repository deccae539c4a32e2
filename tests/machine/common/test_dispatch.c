/* SPDX-License-Identifier: Apache-2.0 */
/* test_dispatch.c - what is admitted can start: a group that no core has room for is refused before
 * the launch, and never a launch of 0 cycles. */
#include "machine/common/run_state.h"

#include "gcn3.h"
#include "sass.h"

/* ---- admission and room agree ---- */

typedef struct rig *open_fn(const char *machine, const char *settings);

static struct rig *open_sass(const char *machine, const char *settings)
{
    struct rig *rig = sass_rig(machine, settings);
    sass_add(rig, exit_(STALL(15)));
    return rig;
}

static struct rig *open_gcn3(const char *machine, const char *settings)
{
    struct rig *rig = gcn3_rig(machine, settings);
    gcn3_add(rig, s_endpgm());
    return rig;
}

/* Two groups of up to `max` work-items run with and without a clock; larger ones are refused. */
static void expect_max(open_fn *open, const char *machine, const char *settings, uint32_t max)
{
    static const uint32_t sizes[] = {1,   31,  32,  33,  39,  40,  63,  64,  65,  96,  97,
                                     128, 129, 255, 256, 257, 512, 513, 1000, 1024};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct rig *rig = open(machine, settings);
        enum wc_status status = rig_try(rig, 2, sizes[i], false);
        if (status == WC_OK) {
            assert_true(rig_count(rig, STAT_CYCLES) > 0);
            assert_true(rig_count(rig, STAT_WARPS_STARTED) >= 2);
            rig_expect_ok(rig, rig_run_functional(rig, 2, sizes[i]));
        }
        assert_int_equal(status, sizes[i] <= max ? WC_OK : WC_BAD_INPUT);
        rig_free(rig);
    }
}

/* PAS-76: an SM has room for whole warps. */
static void a_block_that_is_admitted_starts_on_pascal(void **unused)
{
    (void)unused;
    expect_max(open_sass, "jetson-tx2", "", 1024);
    expect_max(open_sass, "jetson-tx2", "block.threads=39", 39);
    expect_max(open_sass, "jetson-tx2", "sm.threads=39", 32);
    expect_max(open_sass, "jetson-tx2", "sm.threads=100", 96);
    expect_max(open_sass, "jetson-tx2", "sm.warps=4", 128);
    expect_max(open_sass, "jetson-tx2", "sm.registers=4096", 128);
    struct rig *rig = open_sass("jetson-tx2", "sm.threads=39");
    assert_int_equal(rig_try(rig, 2, 33, false), WC_BAD_INPUT);
    rig_expect_words(rig, "room of 64 threads (2 whole warps); an SM has room for 39");
    rig_free(rig);
}

static void a_group_that_is_admitted_starts_on_fermi(void **unused)
{
    (void)unused;
    expect_max(open_sass, "fermi", "", 1024);
    expect_max(open_sass, "fermi", "warps=3", 96);
    expect_max(open_sass, "fermi-sbi-swi", "warps=3", 192);
    expect_max(open_sass, "fermi", "group.threads=39", 39);
}

static void a_work_group_that_is_admitted_starts_on_gcn3(void **unused)
{
    (void)unused;
    expect_max(open_gcn3, "gcn3", "", 1024);
    expect_max(open_gcn3, "gcn3", "group.items=39", 39);
    expect_max(open_gcn3, "gcn3", "cu.simds=1 simd.waves=1", 64);
    expect_max(open_gcn3, "gcn3", "cu.simds=2 simd.vgprs=64", 512);
    expect_max(open_gcn3, "gcn3-pws", "cu.simds=1 simd.waves=2", 128);
}

/* ---- admission is wrong ---- */

/* The rig's machine with cores that have no room. */
struct full {
    struct machine_ops machine;
    struct core_ops core;
};

static uint32_t no_room(const struct run_state *run, uint32_t core)
{
    (void)run;
    (void)core;
    return 0;
}

static void fill(struct rig *rig, struct full *full)
{
    full->core = *rig->ops->core;
    full->core.room = no_room;
    full->machine = *rig->ops;
    full->machine.core = &full->core;
    rig->machine->ops = &full->machine;
}

static void a_launch_without_room_is_an_internal_error(void **unused)
{
    (void)unused;
    struct rig *const rigs[] = {open_sass("jetson-tx2", ""), open_sass("fermi", ""),
                                open_gcn3("gcn3", "")};
    for (size_t i = 0; i < sizeof rigs / sizeof *rigs; i++) {
        struct full full;
        fill(rigs[i], &full);
        assert_int_equal(rig_try(rigs[i], 2, 32, false), WC_INTERNAL);
        rig_expect_words(rigs[i], "no core has room for work-group 1 of 2");
        assert_int_equal(rig_run_functional(rigs[i], 2, 32), WC_INTERNAL);
        rig_free(rigs[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_that_is_admitted_starts_on_pascal),
        cmocka_unit_test(a_group_that_is_admitted_starts_on_fermi),
        cmocka_unit_test(a_work_group_that_is_admitted_starts_on_gcn3),
        cmocka_unit_test(a_launch_without_room_is_an_internal_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
