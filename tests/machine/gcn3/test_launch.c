/* SPDX-License-Identifier: Apache-2.0 */
/* test_launch.c - what a wavefront finds in its registers and in memory before it starts. */
#include "machine/gcn3/model.h"

#include "gcn3.h"

#include <string.h>

enum { ABI = 0xf0000000u, QUEUE = ABI + 0x1000, KERNARG = ABI + 0x2000 };

static struct gcn3_machine *machine_of(const struct rig *rig)
{
    return (struct gcn3_machine *)rig->machine;
}

/* Scalars of a wavefront of compute unit 0 as it ended: the kernel did nothing but end. */
static const uint32_t *scalars(const struct rig *rig, uint32_t simd, uint32_t slot)
{
    return gcn3_wave_at(machine_of(rig), 0, simd, slot)->state.scalar;
}

static const uint8_t *memory_at(const struct rig *rig, uint64_t address, uint64_t bytes)
{
    const uint8_t *found = memory_bytes(&rig->memory, address, bytes);
    assert_non_null(found);
    return found;
}

static uint64_t number_at(const struct rig *rig, uint64_t address, unsigned bytes)
{
    uint64_t value = 0;
    memcpy(&value, memory_at(rig, address, bytes), bytes);
    return value;
}

/* ---- scalar registers ---- */

/* PWS-14: the state of a context is the one that the binary's descriptor asks for. */
static void user_sgprs_stand_in_their_order(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_endpgm());
    rig->own.properties = 0x7f;
    rig->own.rsrc2 = 15 << 1 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 10 | 1; /* all system SGPRs */
    rig->kernel.stack_bytes = 10; /* becomes 12: whole words */
    assert_int_equal(rig_run_functional(rig, 1, 128), WC_OK);
    const uint32_t *s = scalars(rig, 1, 0); /* the second wavefront */
    const uint32_t expected[] = {
        0, 0x80000006u, 160 * 64 * 12, 0x00e80000u, /* scratch resource: base, size, layout */
        ABI, 0, QUEUE, 0, KERNARG, 0, 0, 0, 0, 12, 12,
        0, 0, 0, 2, 10 * 64 * 12, /* group x, y, z; two wavefronts, not the first; scratch offset */
    };
    assert_memory_equal(s, expected, sizeof expected);
    assert_int_equal(scalars(rig, 0, 0)[18], 0x80000002u);
    assert_int_equal(scalars(rig, 0, 0)[19], 0);
    rig_free(rig);
}

static void only_what_is_asked_for_is_there_and_the_rest_is_zero(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_endpgm());
    rig->own.properties = 1 << 3;
    rig->own.rsrc2 = 6 << 1 | 1 << 9; /* arguments, four SGPRs of nothing, group z */
    assert_int_equal(rig_run_shape(rig, (uint32_t[]){2, 2, 3}, (uint32_t[]){64, 1, 1}), WC_OK);
    uint32_t expected[GCN3_EXEC] = {KERNARG, 0, 0, 0, 0, 0, 2};
    assert_memory_equal(scalars(rig, 0, 0), expected, sizeof expected);
    rig_free(rig);
}

static void version_2_gives_the_counts_of_work_groups(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_endpgm());
    rig->own.version = 2;
    rig->own.properties = 1 << 3 | 7 << 7;
    rig->own.rsrc2 = 5 << 1 | 1 << 7;
    assert_int_equal(rig_run_shape(rig, (uint32_t[]){5, 3, 2}, (uint32_t[]){64, 1, 1}), WC_OK);
    const uint32_t expected[] = {KERNARG, 0, 5, 3, 2, 4};
    assert_memory_equal(scalars(rig, 0, 0), expected, sizeof expected);
    rig_free(rig);
}

static void the_mode_is_that_of_the_descriptor(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_endpgm());
    rig->own.rsrc1 = 0x00ac0041u; /* denormals of 16 and 64 bits, clamp and IEEE on */
    assert_int_equal(rig_run_functional(rig, 1, 64), WC_OK);
    assert_int_equal(gcn3_wave_at(machine_of(rig), 0, 0, 0)->state.mode, 0x3c0);
    rig_free(rig);
}

static void exec_has_a_bit_for_each_work_item_that_there_is(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_mov_b64(8, EXEC));
    gcn3_add(rig, s_endpgm());
    assert_int_equal(rig_run_functional(rig, 1, 100), WC_OK);
    assert_int_equal(scalars(rig, 0, 0)[8], 0xffffffffu);
    assert_int_equal(scalars(rig, 0, 0)[9], 0xffffffffu);
    assert_int_equal(scalars(rig, 1, 0)[8], 0xffffffffu);
    assert_int_equal(scalars(rig, 1, 0)[9], 0xfu);
    rig_free(rig);
}

/* ---- vector registers ---- */

static void work_items_are_numbered_x_first(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    rig->own.rsrc2 |= 2 << 11; /* x, y and z */
    gcn3_add(rig, v_lshlrev_b32(5, 2, 1)); /* flat number of a block of 4 x 8 x 4 */
    gcn3_add(rig, v_lshlrev_b32(6, 5, 2));
    gcn3_add(rig, v_add_u32(5, VGPR(0), 5));
    gcn3_add(rig, v_add_u32(5, VGPR(6), 5));
    gcn3_add_address(rig, 8, 5);
    gcn3_add(rig, v_lshlrev_b32(10, 8, 1)); /* x + 256 y + 65536 z */
    gcn3_add(rig, v_lshlrev_b32(11, 16, 2));
    gcn3_add(rig, v_add_u32(10, VGPR(0), 10));
    gcn3_add(rig, v_add_u32(10, VGPR(11), 10));
    gcn3_add(rig, flat_store_dword(8, 10));
    gcn3_add(rig, s_endpgm());
    assert_int_equal(rig_run_shape(rig, (uint32_t[]){1, 1, 1}, (uint32_t[]){4, 8, 4}), WC_OK);
    for (uint32_t i = 0; i < 128; i++)
        assert_int_equal(rig->out_words[i], i % 4 | i / 4 % 8 << 8 | i / 32 << 16);
    rig_free(rig);
}

static void numbers_that_are_not_asked_for_are_zero(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add_address(rig, 8, 0);
    gcn3_add(rig, v_add_u32(10, VGPR(1), 2));
    gcn3_add(rig, flat_store_dword(8, 10));
    gcn3_add(rig, s_endpgm());
    memset(rig->out_words, 0xff, 4 * 64);
    assert_int_equal(rig_run_shape(rig, (uint32_t[]){1, 1, 1}, (uint32_t[]){64, 2, 1}), WC_OK);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(rig->out_words[i], 0);
    rig_free(rig);
}

/* ---- memory ---- */

static void the_packet_tells_of_the_launch(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_endpgm());
    rig->own.descriptor = 0x6c0;
    rig->kernel.local_bytes = 100;
    rig->kernel.stack_bytes = 8;
    assert_int_equal(rig_run_shape(rig, (uint32_t[]){5, 3, 2}, (uint32_t[]){8, 4, 2}), WC_OK);
    assert_int_equal(number_at(rig, ABI + 2, 2), 3);
    assert_int_equal(number_at(rig, ABI + 4, 2), 8);
    assert_int_equal(number_at(rig, ABI + 6, 2), 4);
    assert_int_equal(number_at(rig, ABI + 8, 2), 2);
    assert_int_equal(number_at(rig, ABI + 12, 4), 40);
    assert_int_equal(number_at(rig, ABI + 16, 4), 12);
    assert_int_equal(number_at(rig, ABI + 20, 4), 4);
    assert_int_equal(number_at(rig, ABI + 24, 4), 8);
    assert_int_equal(number_at(rig, ABI + 28, 4), 512);
    assert_int_equal(number_at(rig, ABI + 32, 8), 0x6c0);
    assert_int_equal(number_at(rig, ABI + 40, 8), KERNARG);
    assert_int_equal(number_at(rig, QUEUE + 0x40, 4), 0x10000); /* shared, private aperture */
    assert_int_equal(number_at(rig, QUEUE + 0x44, 4), 0x20000);
    rig_free(rig);
}

static void hidden_arguments_are_filled_in(void **unused)
{
    static const struct hidden_argument hidden[] = {
        {HIDDEN_BLOCK_COUNT_X, 16, 4}, {HIDDEN_BLOCK_COUNT_Y, 20, 4},
        {HIDDEN_GROUP_SIZE_X, 28, 2}, {HIDDEN_GROUP_SIZE_Z, 32, 2}, {HIDDEN_REMAINDER_X, 34, 2},
        {HIDDEN_GLOBAL_OFFSET_X, 56, 8}, {HIDDEN_GRID_DIMS, 80, 2},
        {HIDDEN_PRIVATE_BASE, 208, 4}, {HIDDEN_SHARED_BASE, 212, 4}, {HIDDEN_QUEUE_PTR, 216, 8},
        {HIDDEN_SERVICE, 224, 8}, {HIDDEN_DYNAMIC_LDS_SIZE, 1000, 4} /* outside: left alone */,
    };
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_endpgm());
    rig->kernel.parameter_bytes = 272;
    rig->own.hidden = hidden;
    rig->own.hidden_count = sizeof hidden / sizeof *hidden;
    rig->arguments[1].bits = 77;
    assert_int_equal(rig_run_shape(rig, (uint32_t[]){5, 3, 1}, (uint32_t[]){8, 4, 2}), WC_OK);
    assert_int_equal(number_at(rig, KERNARG, 8), rig->out);
    assert_int_equal(number_at(rig, KERNARG + 8, 4), 77);
    const uint32_t expected[][3] = {{16, 4, 5}, {20, 4, 3}, {28, 2, 8}, {32, 2, 2}, {34, 2, 0},
                                    {56, 8, 0}, {80, 2, 3}, {208, 4, 0x20000}, {212, 4, 0x10000},
                                    {216, 8, QUEUE}, {224, 8, 0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(number_at(rig, KERNARG + expected[i][0], expected[i][1]),
                         expected[i][2]);
    memory_at(rig, KERNARG, 320); /* whole pieces of 64 bytes, which wide loads may read */
    assert_null(memory_bytes(&rig->memory, KERNARG, 321));
    rig_free(rig);
}

static void local_arguments_are_places_behind_the_kernels_own(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_endpgm());
    rig->kernel.local_bytes = 100;
    rig->arguments[0] = (struct argument){.kind = ARGUMENT_LOCAL, .bytes = 24};
    rig->arguments[1] = (struct argument){.kind = ARGUMENT_LOCAL, .bytes = 8};
    assert_int_equal(rig_run_functional(rig, 1, 64), WC_OK);
    assert_int_equal(number_at(rig, KERNARG, 4), 112);
    assert_int_equal(number_at(rig, KERNARG + 4, 4), 144);
    assert_int_equal(machine_of(rig)->cus[0].groups[0].isa.lds_bytes, 152);
    rig_free(rig);
}

/* ---- what is refused ---- */

static void expect_refused(struct rig *rig, uint32_t groups, uint32_t items, const char *words)
{
    assert_int_equal(rig_admit(rig, groups, items), WC_BAD_INPUT);
    rig_expect_words(rig, words);
    rig_free(rig);
}

static struct rig *rig_that_ends(const char *settings)
{
    struct rig *rig = gcn3_rig("gcn3", settings);
    gcn3_add(rig, s_endpgm());
    return rig;
}

static void what_cannot_fit_is_refused_in_words(void **unused)
{
    (void)unused;
    expect_refused(rig_that_ends(""), 1, 1025, "group.items");
    expect_refused(rig_that_ends(""), 0, 64, "work-groups");
    struct rig *rig = rig_that_ends("");
    rig->kernel.local_bytes = 65537;
    expect_refused(rig, 1, 64, "65537 bytes of local memory");
    rig = rig_that_ends("simd.vgprs=64");
    rig->own.vgprs = 32;
    expect_refused(rig, 1, 64 * 9, "can hold 8");
    rig = rig_that_ends("simd.sgprs=128");
    rig->own.sgprs = 100; /* 112 are taken */
    expect_refused(rig, 1, 64 * 5, "can hold 4");
    rig = rig_that_ends("");
    rig->kernel.stack_bytes = 70000;
    expect_refused(rig, 1, 64, "scratch.most");
    rig = rig_that_ends("");
    rig->kernel.max_threads = 64;
    expect_refused(rig, 1, 65, "compiled for up to 64");
}

static void expect_no_machine(const char *setting, const char *words)
{
    struct error err = {0};
    struct parameters parameters = {0};
    const struct machine_ops *ops;
    struct machine *machine = NULL;
    assert_int_equal(parameters_load(&err, "machines/gcn3.yaml", NULL, &parameters), WC_OK);
    assert_int_equal(parameters_set_pair(&err, &parameters, setting, "test"), WC_OK);
    assert_int_equal(machine_find(&err, &parameters, &ops), WC_OK);
    assert_int_equal(ops->create(&err, &parameters, &machine), WC_BAD_INPUT);
    if (!strstr(err.message, words))
        fail_msg("'%s' does not have '%s'", err.message, words);
    parameters_free(&parameters);
    error_clear(&err);
}

static void memory_that_would_be_taken_for_other_memory_is_refused(void **unused)
{
    (void)unused;
    expect_no_machine("apertures.shared=1", "apertures.shared: 0x1");
    expect_no_machine("apertures.private=4", "heap.end = 0x500000000");
    expect_no_machine("abi.base=0xF0000001", "multiple of 64");
}

static void load_from_zero(const struct hidden_argument *hidden, uint32_t count)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    gcn3_add(rig, v_mov_b32(0, CONSTANT(4)));
    gcn3_add(rig, v_mov_b32(1, CONSTANT(0)));
    gcn3_add(rig, flat_load_dword(2, 0));
    gcn3_add(rig, s_endpgm());
    rig->own.hidden = hidden;
    rig->own.hidden_count = count;
    assert_int_equal(rig_run_functional(rig, 1, 64), WC_KERNEL_FAULT);
    rig_expect_words(rig, "load of 4 bytes at 0x4");
    if (count)
        assert_non_null(strstr(rig->err.hint, "printf"));
    else
        assert_null(rig->err.hint);
    rig_free(rig);
}

static void a_fault_at_a_service_of_the_host_says_so(void **unused)
{
    static const struct hidden_argument hidden[] = {{HIDDEN_NONE, 16, 8}, {HIDDEN_SERVICE, 24, 8}};
    (void)unused;
    load_from_zero(hidden, 2);
    load_from_zero(NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(user_sgprs_stand_in_their_order),
        cmocka_unit_test(only_what_is_asked_for_is_there_and_the_rest_is_zero),
        cmocka_unit_test(version_2_gives_the_counts_of_work_groups),
        cmocka_unit_test(the_mode_is_that_of_the_descriptor),
        cmocka_unit_test(exec_has_a_bit_for_each_work_item_that_there_is),
        cmocka_unit_test(work_items_are_numbered_x_first),
        cmocka_unit_test(numbers_that_are_not_asked_for_are_zero),
        cmocka_unit_test(the_packet_tells_of_the_launch),
        cmocka_unit_test(hidden_arguments_are_filled_in),
        cmocka_unit_test(local_arguments_are_places_behind_the_kernels_own),
        cmocka_unit_test(what_cannot_fit_is_refused_in_words),
        cmocka_unit_test(memory_that_would_be_taken_for_other_memory_is_refused),
        cmocka_unit_test(a_fault_at_a_service_of_the_host_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
