/* SPDX-License-Identifier: Apache-2.0 */
/* Values between lanes, and between lanes and scalars: v_readlane and its like, permutations, VGPRs
 * that M0 names, LDS_DIRECT. */
#include "fixture.h"

enum { S4 = 4 };

/* ---- One lane ---- */

static void the_first_active_lane_is_read(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned lane = 0;
        shuffle(f);
        begin(f, "v_readfirstlane_b32");
        f->own.src[0] = roll_vgpr(f, GCN3_V32);
        f->own.dst = sgpr(GCN3_S32, S4);
        run(f);
        while (f->warp.mask && !(f->warp.mask >> lane & 1))
            lane++;
        assert_int_equal(f->state.scalar[S4], lanes_of(f, f->own.src[0].code)[lane]);
        assert_only_scalars(f, S4, 1);
    }
    free_fixture(f);
}

static void any_lane_is_read_and_written(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        shuffle(f);
        begin(f, "v_readlane_b32");
        f->own.src[0] = roll_vgpr(f, GCN3_V32);
        f->own.src[1] = roll_scalar(f, GCN3_B32);
        f->own.dst = sgpr(GCN3_S32, S4);
        run(f);
        unsigned lane = scalar_held(f, &f->own.src[1]) % GCN3_LANES;
        assert_int_equal(f->state.scalar[S4], lanes_of(f, f->own.src[0].code)[lane]);
        assert_only_vgprs(f, 0, 0, 0);

        begin(f, "v_writelane_b32");
        f->own.src[0] = roll_scalar(f, GCN3_B32);
        f->own.src[1] = roll_scalar(f, GCN3_B32);
        f->own.dst = roll_vgpr(f, GCN3_B32);
        run(f);
        lane = scalar_held(f, &f->own.src[1]) % GCN3_LANES;
        assert_int_equal(lanes_of(f, f->own.dst.code)[lane],
                         (uint32_t)scalar_held(f, &f->own.src[0]));
        assert_only_vgprs(f, f->own.dst.code, 1, 1ull << lane);
        assert_int_equal(f->effect.kind, EFFECT_NONE);
    }
    free_fixture(f);
}

/* ---- Permutations ---- */

/* What `vgpr` held in a lane, 0 where that one is not active. */
static uint32_t active_value(const struct fixture *f, uint32_t vgpr, unsigned lane)
{
    return f->mask_before >> lane & 1 ? f->before[vgpr * GCN3_LANES + lane] : 0;
}

static void expect_lanes(const struct fixture *f, const uint32_t *want)
{
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    assert_only_vgprs(f, f->own.dst.code, 1, f->mask_before);
    assert_memory_equal(f->lds, f->lds_before, LDS_BYTES);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        if (f->mask_before >> lane & 1 && f->reg[f->own.dst.code * GCN3_LANES + lane] != want[lane])
            fail_msg("%s: lane %u", f->insn.op->name, lane);
}

static void swizzles_stay_in_their_group(void **state)
{
    struct fixture *f = new_fixture();
    uint32_t want[GCN3_LANES];
    (void)state;
    for (unsigned round = 0; round < 4 * ROUNDS; round++) {
        shuffle(f);
        begin(f, "ds_swizzle_b32");
        f->own.src[0] = roll_vgpr(f, GCN3_B32);
        f->own.dst = roll_vgpr(f, GCN3_B32);
        f->own.offset = (uint16_t)roll(f);
        run(f);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            unsigned o = f->own.offset, from;
            if (o >= 0x8000)
                from = lane / 4 * 4 + (o >> lane % 4 * 2) % 4;
            else
                from = lane / 32 * 32 + (((lane % 32 & o % 32) | o / 32 % 32) ^ o / 1024 % 32);
            want[lane] = active_value(f, f->own.src[0].code, from);
        }
        expect_lanes(f, want);
    }
    free_fixture(f);
}

static void begin_permute(struct fixture *f, const char *name)
{
    shuffle(f);
    begin(f, name);
    f->own.src[0] = vgpr(GCN3_B32, 0);
    f->own.src[1] = roll_vgpr(f, GCN3_B32);
    f->own.dst = roll_vgpr(f, GCN3_B32);
    f->own.offset = roll_below(f, 2) ? 0 : (uint16_t)roll(f);
}

static unsigned named_lane(const struct fixture *f, unsigned lane)
{
    return (uint32_t)(f->before[lane] + f->own.offset) >> 2 & 63;
}

static void lanes_push_and_the_highest_wins(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t want[GCN3_LANES] = {0};
        begin_permute(f, "ds_permute_b32");
        run(f);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            if (f->mask_before >> lane & 1)
                want[named_lane(f, lane)] = active_value(f, f->own.src[1].code, lane);
        expect_lanes(f, want);
    }
    free_fixture(f);
}

static void lanes_pull(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t want[GCN3_LANES];
        begin_permute(f, "ds_bpermute_b32");
        run(f);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            want[lane] = active_value(f, f->own.src[1].code, named_lane(f, lane));
        expect_lanes(f, want);
    }
    free_fixture(f);
}

/* ---- VGPRs that M0 names ---- */

static void check_relative(struct fixture *f, const char *name, bool from_behind, bool to_behind)
{
    for (uint32_t m0 = 0; m0 < VGPRS + 2; m0++) {
        uint32_t from = 3, to = 5;
        shuffle(f);
        f->state.scalar[GCN3_M0] = m0;
        begin(f, name);
        f->own.src[0] = vgpr(GCN3_V32, from);
        f->own.dst = vgpr(GCN3_B32, to);
        run(f);
        from = !from_behind ? from : from + m0 < VGPRS ? from + m0 : 0;
        to += to_behind ? m0 : 0;
        assert_only_vgprs(f, to, to < VGPRS, f->warp.mask);
        for (unsigned lane = 0; lane < GCN3_LANES && to < VGPRS; lane++)
            if (f->warp.mask >> lane & 1)
                assert_int_equal(lanes_of(f, to)[lane], f->before[from * GCN3_LANES + lane]);
    }
}

static void m0_names_vgprs_up_to_the_last_one(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    check_relative(f, "v_movrels_b32", true, false);
    check_relative(f, "v_movreld_b32", false, true);
    check_relative(f, "v_movrelsd_b32", true, true);
    free_fixture(f);
}

/* ---- LDS_DIRECT ---- */

static void expect_direct(struct fixture *f, uint32_t m0, uint32_t want)
{
    set_exec(f, ~0ull);
    f->state.scalar[GCN3_M0] = m0;
    begin(f, "v_mov_b32");
    f->own.src[0] = source(f, GCN3_B32, GCN3_LDS_DIRECT);
    f->own.dst = vgpr(GCN3_B32, 0);
    run(f);
    assert_int_equal(lanes_of(f, 0)[17], want);
}

static void local_memory_can_be_a_source(void **state)
{
    static const uint8_t bytes[] = {0x81, 0x82, 0x83, 0x84};
    struct fixture *f = new_fixture();
    (void)state;
    memcpy(f->lds + 8, bytes, 4);
    expect_direct(f, 8, 0x81);
    expect_direct(f, 9 | 4 << 16, 0xffffff82);
    expect_direct(f, 10 | 1 << 16, 0x8483);
    expect_direct(f, 10 | 5 << 16, 0xffff8483);
    expect_direct(f, 8 | 2 << 16, 0x84838281);
    expect_direct(f, LDS_BYTES | 2 << 16, 0);
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_active_lane_is_read),
        cmocka_unit_test(any_lane_is_read_and_written),
        cmocka_unit_test(swizzles_stay_in_their_group),
        cmocka_unit_test(lanes_push_and_the_highest_wins),
        cmocka_unit_test(lanes_pull),
        cmocka_unit_test(m0_names_vgprs_up_to_the_last_one),
        cmocka_unit_test(local_memory_can_be_a_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
