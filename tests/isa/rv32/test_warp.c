/* SPDX-License-Identifier: Apache-2.0 */
/* test_warp.c - what the Vortex instructions ask of the machine, and what lanes exchange. */
#include "fixture.h"

static void set_all(struct fixture *f, uint32_t reg, uint32_t value)
{
    for (uint32_t lane = 0; lane < f->warp.stride; lane++)
        lanes_of_register(f, reg)[lane] = value;
}

static void the_highest_active_lane_decides(void **unused)
{
    struct fixture *f = new_fixture(32);
    (void)unused;
    for (int round = 0; round < 200; round++) {
        uint64_t mask = (roll(f) | 1ull << roll(f) % 32) & 0xffffffffu;
        unsigned highest = 31u - (unsigned)__builtin_clz((unsigned)mask);
        shuffle_registers(f);
        warp_set_mask(&f->warp, mask);
        run_word(f, r_type(0x000b, 0, A0, 0)); /* vx_tmc a0 */
        assert_int_equal(f->effect.kind, EFFECT_MASK);
        assert_int_equal(f->effect.taken, lanes_of_register(f, A0)[highest]);
        run_word(f, r_type(0x400b, 0, A0, A1)); /* vx_bar a0, a1 */
        assert_int_equal(f->effect.kind, EFFECT_BARRIER);
        assert_int_equal(f->effect.value, lanes_of_register(f, A0)[highest]);
        assert_int_equal(f->effect.count, lanes_of_register(f, A1)[highest]);
        assert_int_equal(f->effect.target, RV32_BARRIER_BLOCKING);
        run_word(f, r_type(0x300b, 0, A2, 0)); /* vx_join a2 */
        assert_int_equal(f->effect.kind, EFFECT_JOIN);
        assert_int_equal(f->effect.value, lanes_of_register(f, A2)[highest]);
        assert_only_active_lanes_of(f, RV32_X0);
    }
    free(f);
}

static void tmc_keeps_to_the_lanes_of_the_hardware(void **unused)
{
    struct fixture *f = new_fixture(4);
    (void)unused;
    set_all(f, A0, ~0u);
    run_word(f, r_type(0x000b, 0, A0, 0));
    assert_int_equal(f->effect.taken, 0xf);
    run_word(f, 0x0000000b); /* vx_tmc x0 */
    assert_int_equal(f->effect.kind, EFFECT_MASK);
    assert_int_equal(f->effect.taken, 0);
    free(f);
}

static void wspawn_is_cut_to_the_warps_there_are(void **unused)
{
    struct fixture *f = new_fixture(4);
    (void)unused;
    set_all(f, A0, 99);
    set_all(f, A1, 0x80001000u);
    run_word(f, r_type(0x100b, 0, A0, A1));
    assert_int_equal(f->effect.kind, EFFECT_SPAWN);
    assert_int_equal(f->effect.value, f->environment.warps);
    assert_int_equal(f->effect.target, 0x80001000u);
    set_all(f, A0, 3);
    run_word(f, r_type(0x100b, 0, A0, A1));
    assert_int_equal(f->effect.value, 3);
    free(f);
}

/* Bit 0 of each active lane, the plain way. */
static uint64_t predicate_bits(struct fixture *f, const uint32_t *row)
{
    uint64_t bits = 0;
    for (uint32_t lane = 0; lane < f->warp.lanes; lane++)
        if (f->warp.mask >> lane & 1 && row[lane] % 2)
            bits |= 1ull << lane;
    return bits;
}

static void split_writes_the_depth_and_parts_by_bit_0(void **unused)
{
    struct fixture *f = new_fixture(32);
    (void)unused;
    for (int round = 0; round < 200; round++) {
        bool negated = round % 2;
        uint32_t rd = round % 3 ? T0 : A0; /* rd may be rs1 */
        shuffle_registers(f);
        warp_set_mask(&f->warp, roll(f) & 0xffffffffu);
        f->warp.depth = (uint32_t)round;
        run_word(f, r_type(0x200b, rd, A0, negated));
        uint64_t holds = predicate_bits(f, f->before + A0 * f->warp.stride);
        assert_int_equal(f->effect.kind, EFFECT_SPLIT);
        assert_int_equal(f->effect.value, negated);
        assert_int_equal(f->effect.taken, negated ? f->warp.mask & ~holds : holds);
        assert_only_active_lanes_of(f, rd);
        if (f->warp.mask)
            assert_int_equal(lanes_of_register(f, rd)[warp_deciding_lane(&f->warp)], round);
    }
    free(f);
}

static void pred_hands_over_the_lanes_and_the_restore_mask(void **unused)
{
    struct fixture *f = new_fixture(20);
    (void)unused;
    for (int round = 0; round < 200; round++) {
        bool negated = round % 2;
        shuffle_registers(f);
        warp_set_mask(&f->warp, (roll(f) & lanes_all(20)) | 1);
        run_word(f, r_type(0x500b, negated, A0, A1));
        uint64_t holds = predicate_bits(f, lanes_of_register(f, A0));
        uint32_t restore = lanes_of_register(f, A1)[warp_deciding_lane(&f->warp)];
        assert_int_equal(f->effect.kind, EFFECT_PREDICATE);
        assert_int_equal(f->effect.taken, negated ? f->warp.mask & ~holds : holds);
        assert_int_equal(f->effect.value, restore & 0xfffff);
        assert_only_active_lanes_of(f, RV32_X0);
    }
    free(f);
}

static void asynchronous_barriers_tell_their_kind(void **unused)
{
    struct fixture *f = new_fixture(4);
    (void)unused;
    run_word(f, r_type(0x600b, T0, A0, A1));
    assert_int_equal(f->effect.kind, EFFECT_BARRIER);
    assert_int_equal(f->effect.target, RV32_BARRIER_ARRIVE);
    run_word(f, r_type(0x600b, 0, A0, A1));
    assert_int_equal(f->effect.target, RV32_BARRIER_WAIT);
    assert_int_equal(f->effect.count, lanes_of_register(f, A1)[3]);
    free(f);
}

static void disagreeing_lanes_are_found(void **unused)
{
    struct fixture *f = new_fixture(32);
    unsigned lane = 99;
    (void)unused;
    set_all(f, A0, 7);
    set_all(f, A1, 8);
    lanes_of_register(f, A0)[5] = 1;
    decode_word(f, r_type(0x400b, 0, A0, A1)); /* vx_bar */
    assert_false(rv32_operands_agree(&f->warp, &f->insn, &lane));
    assert_int_equal(lane, 5);
    warp_set_mask(&f->warp, 0xffffffffu & ~(1u << 5)); /* an inactive lane may hold anything */
    assert_true(rv32_operands_agree(&f->warp, &f->insn, &lane));
    warp_set_mask(&f->warp, 0xffffffffu);
    decode_word(f, r_type(0x500b, 0, A0, A1)); /* vx_pred: its rs1 is a predicate a lane */
    assert_true(rv32_operands_agree(&f->warp, &f->insn, &lane));
    lanes_of_register(f, A1)[31] = 1;
    assert_false(rv32_operands_agree(&f->warp, &f->insn, &lane));
    assert_int_equal(lane, 0);
    free(f);
}

static void votes_count_active_lanes_only(void **unused)
{
    struct fixture *f = new_fixture(32);
    (void)unused;
    for (int round = 0; round < 400; round++) {
        shuffle_registers(f);
        if (round % 3 == 0)
            set_all(f, A0, (uint32_t)round);
        warp_set_mask(&f->warp, (roll(f) & roll(f) & 0xffffffffu) | 1u << round % 32);
        uint64_t yes = predicate_bits(f, lanes_of_register(f, A0)), mask = f->warp.mask;
        uint32_t wanted[4] = {yes == mask, yes != 0, yes == 0 || yes == mask, (uint32_t)yes};
        for (uint32_t kind = 0; kind < 4; kind++) {
            run_word(f, r_type(0x0200000b | kind << 12, T0, A0, 0));
            assert_int_equal(f->effect.kind, EFFECT_NONE);
            assert_int_equal(lanes_of_register(f, T0)[warp_deciding_lane(&f->warp)], wanted[kind]);
            assert_only_active_lanes_of(f, T0);
        }
    }
    free(f);
}

/* A shuffle by the words of the manual, one lane. */
static uint32_t shuffled(const struct fixture *f, uint32_t kind, uint32_t t, uint32_t control)
{
    const uint32_t *value = f->before + A0 * f->warp.stride;
    int b = control & 0x3f, c = control >> 6 & 0x3f, m = control >> 12 & 0x3f;
    int lo = (int)t & m, hi = ((int)t & m) | (c & ~m), source = 0;
    bool ok = false;
    switch (kind) {
    case 4: source = (int)t - b; ok = source >= lo; break;
    case 5: source = (int)t + b; ok = source <= hi; break;
    case 6: source = (int)t ^ b; ok = source <= hi; break;
    case 7: source = lo | (b & ~m); ok = source <= hi; break;
    }
    return value[ok && source < (int)f->warp.lanes ? source : (int)t];
}

static void shuffles_read_the_lane_that_the_model_reads(void **unused)
{
    static const uint32_t lane_counts[] = {4, 7, 16, 32, 64};
    (void)unused;
    for (size_t i = 0; i < sizeof lane_counts / sizeof lane_counts[0]; i++) {
        struct fixture *f = new_fixture(lane_counts[i]);
        for (uint32_t round = 0; round < 400; round++) {
            uint32_t kind = 4 + round % 4, rd = round % 3 ? T0 : A0;
            shuffle_registers(f);
            warp_set_mask(&f->warp, roll(f) & lanes_all(f->warp.lanes));
            if (round % 2)
                set_all(f, A1, (round / 8 % 8) | (f->warp.lanes - 1) << 6);
            run_word(f, r_type(0x0200000b | kind << 12, rd, A0, A1));
            assert_only_active_lanes_of(f, rd);
            for (uint32_t lane = 0; lane < f->warp.lanes; lane++)
                if (f->warp.mask >> lane & 1)
                    assert_int_equal(lanes_of_register(f, rd)[lane],
                                     shuffled(f, kind, lane,
                                              f->before[A1 * f->warp.stride + lane]));
        }
        free(f);
    }
}

static void wgather_hands_three_values_to_the_lanes_behind(void **unused)
{
    struct fixture *f = new_fixture(32);
    (void)unused;
    for (uint32_t round = 0; round < 100; round++) {
        uint32_t q = round % 4, rd = round % 3 ? T0 : A1;
        const uint32_t source[3] = {A0, A1, A2};
        shuffle_registers(f);
        warp_set_mask(&f->warp, roll(f) & 0xffffffffu);
        run_word(f, r_type(0x2b, rd, A0, A1) | (uint32_t)A2 << 27 | q << 25);
        assert_only_active_lanes_of(f, rd);
        for (uint32_t lane = 0; lane < 32; lane++) {
            uint32_t behind = (lane - q) % 4, from = lane / 4 * 4 + q;
            uint32_t row = behind ? source[behind - 1] : rd;
            if (f->warp.mask >> lane & 1)
                assert_int_equal(lanes_of_register(f, rd)[lane],
                                 f->before[row * 32 + (behind ? from : lane)]);
        }
    }
    free(f);
}

static void waiting_instructions_change_nothing(void **unused)
{
    struct fixture *f = new_fixture(4);
    (void)unused;
    run_word(f, 0x0000700b); /* vx_wsync */
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    run_word(f, 0x10500073); /* wfi */
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    run_word(f, 0x0ff0000f); /* fence */
    assert_int_equal(f->effect.kind, EFFECT_FENCE);
    assert_only_active_lanes_of(f, RV32_X0);
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_highest_active_lane_decides),
        cmocka_unit_test(tmc_keeps_to_the_lanes_of_the_hardware),
        cmocka_unit_test(wspawn_is_cut_to_the_warps_there_are),
        cmocka_unit_test(split_writes_the_depth_and_parts_by_bit_0),
        cmocka_unit_test(pred_hands_over_the_lanes_and_the_restore_mask),
        cmocka_unit_test(asynchronous_barriers_tell_their_kind),
        cmocka_unit_test(disagreeing_lanes_are_found),
        cmocka_unit_test(votes_count_active_lanes_only),
        cmocka_unit_test(shuffles_read_the_lane_that_the_model_reads),
        cmocka_unit_test(wgather_hands_three_values_to_the_lanes_behind),
        cmocka_unit_test(waiting_instructions_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
