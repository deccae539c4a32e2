/* SPDX-License-Identifier: Apache-2.0 */
/* Votes, shuffles and special registers. PAS-30 */
#include "fixture.h"

enum { ROUNDS = 4000 };

/* ---- Votes ---- */

static void vote_counts_active_lanes_only(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        if (i % 5 == 0)
            f->state.predicate[2] = i % 2 ? 0 : ~0u;
        f->own.p = roll_predicate(f);
        f->own.pd.index = (uint8_t)roll_below(f, 8);
        f->own.modifier[SASS_MODE] = (uint8_t)roll_below(f, 3);
        f->own.rd = roll_below(f, 4) ? SASS_R0 + 7 : SASS_SINK;
        run(f, sass_vote);
        uint32_t ballot = 0;
        unsigned yes = 0, no = 0;
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            if (f->warp.active[lane]) {
                bool vote = held_predicate(f, f->own.p, lane);
                vote ? yes++ : no++;
                ballot |= (uint32_t)vote << lane;
            }
        const bool agreed[] = {no == 0, yes > 0, yes == 0 || no == 0};
        struct outcome want = {.p = agreed[f->own.modifier[SASS_MODE]]};
        assert_only_rows(f, f->own.rd, 1);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            assert_flags(f, lane, &want);
            if (f->warp.active[lane] && f->own.rd != SASS_SINK)
                assert_int_equal(lanes_of(f, 7)[lane], ballot);
        }
    }
    f->own.modifier[SASS_MODE] = 3;
    run(f, sass_vote);
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    free_fixture(f);
}

/* ---- Shuffles ---- */

/* In words of the PTX manual: segments, a bound, and a lane that is read or not. */
static void model_shfl(const struct fixture *f, unsigned lane, struct outcome *out)
{
    uint32_t b = held(f, &f->own.b, lane) % 32, c = held(f, &f->own.c, lane);
    int mask = c / 256 % 32, clamp = c % 32, own = (int)lane;
    int max = (own & mask) | (clamp & ~mask), min = own & mask, from;
    switch (f->own.modifier[SASS_MODE]) {
    case 0:
        from = min | ((int)b & ~mask);
        out->p = from <= max;
        break;
    case 1:
        from = own - (int)b;
        out->p = from >= max;
        break;
    case 2:
        from = own + (int)b;
        out->p = from <= max;
        break;
    default:
        from = own ^ (int)b;
        out->p = from <= max;
    }
    out->d = held(f, &f->own.a, out->p ? (unsigned)from : lane);
}

static void shuffles_read_other_lanes(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        if (i % 2) /* as compilers write it: the whole warp, or segments of it */
            f->own.c = from_immediate(f, 2, (32 - (1u << roll_below(f, 6))) << 8 |
                                                (roll_below(f, 2) ? 31 : 0));
        f->own.modifier[SASS_MODE] = (uint8_t)roll_below(f, 4);
        f->own.pd.index = (uint8_t)roll_below(f, 8);
        check(f, sass_shfl, model_shfl);
    }
    free_fixture(f);
}

static void five_butterflies_sum_a_warp(void **unused)
{
    struct fixture *f = new_fixture();
    uint32_t total = 0;
    (void)unused;
    warp_set_mask(&f->warp, 0xffffffff);
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        total += lanes_of(f, 0)[lane];
    for (unsigned distance = 16; distance; distance /= 2) {
        f->own.a = from_register(0), f->own.b = from_immediate(f, 0, distance);
        f->own.c = from_immediate(f, 1, 31), f->own.rd = SASS_R0 + 1;
        f->own.modifier[SASS_MODE] = 3;
        run(f, sass_shfl);
        f->own.b = from_register(1), f->own.rd = SASS_R0;
        run(f, sass_iadd);
    }
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        assert_int_equal(lanes_of(f, 0)[lane], total);
    free_fixture(f);
}

/* ---- Special registers ---- */

static uint32_t model_special(const struct fixture *f, unsigned number, unsigned lane)
{
    switch (number) {
    case 0x00:
        return lane;
    case 0x02:
        return 0x00203000;
    case 0x03:
        return 5u << 8 | 1u << 20;
    case 0x21:
    case 0x22:
    case 0x23:
        return f->state.thread[number - 0x21][lane];
    case 0x25:
    case 0x26:
    case 0x27:
        return f->block.index[number - 0x25];
    case 0x32:
        return 4096;
    case 0x37: /* the least stack pointer */
        return 0;
    case 0x38:
        return 1u << lane;
    case 0x39:
        return (uint32_t)((1ull << lane) - 1);
    case 0x3a:
        return (uint32_t)((2ull << lane) - 1);
    case 0x3b:
        return ~(uint32_t)((2ull << lane) - 1);
    case 0x3c:
        return ~(uint32_t)((1ull << lane) - 1);
    case 0x51:
    case 0x53:
        return 0x12;
    default:
        return 0x3456789a;
    }
}

static const uint8_t special_registers[] = {0x00, 0x02, 0x03, 0x21, 0x22, 0x23, 0x25,
                                            0x26, 0x27, 0x32, 0x37, 0x38, 0x39, 0x3a,
                                            0x3b, 0x3c, 0x50, 0x51, 0x52, 0x53};

static void special_registers_tell_a_thread_its_place(void **unused)
{
    struct fixture *f = new_fixture();
    const uint64_t cycle = 0x123456789a;
    uint32_t thread[3][SASS_LANES];
    (void)unused;
    f->launch.cycle = &cycle;
    f->launch.shared_bytes = 4096;
    f->launch.virtual_config = 0x00203000;
    f->state.sm = 1, f->state.virtual_warp = 5;
    f->block = (struct sass_block){.index = {7, 8, 9}};
    for (unsigned axis = 0; axis < 3; axis++) {
        f->state.thread[axis] = thread[axis];
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            thread[axis][lane] = 100 * axis + lane;
    }
    for (unsigned i = 0; i < sizeof special_registers; i++) {
        shuffle(f);
        f->own.b = from_immediate(f, 0, special_registers[i]);
        f->own.rd = SASS_R0 + 3;
        run(f, i % 2 ? sass_s2r : sass_cs2r);
        assert_int_equal(f->effect.kind, EFFECT_NONE);
        assert_only_rows(f, f->own.rd, 1);
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            if (f->warp.active[lane])
                assert_int_equal(lanes_of(f, 3)[lane],
                                 model_special(f, special_registers[i], lane));
    }
    free_fixture(f);
}

static void an_unknown_special_register_is_named(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned number = 0; number < 256; number++) {
        if (memchr(special_registers, (int)number, sizeof special_registers))
            continue;
        shuffle(f);
        f->own.b = from_immediate(f, 0, number);
        f->own.rd = SASS_R0 + 3;
        run(f, sass_s2r);
        assert_int_equal(f->effect.kind, EFFECT_FAULT);
        assert_int_equal(f->effect.fault.kind, FAULT_SPECIAL_REGISTER);
        assert_true(f->effect.fault.address == number);
        assert_only_rows(f, SASS_SINK, 1);
    }
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vote_counts_active_lanes_only),
        cmocka_unit_test(shuffles_read_other_lanes),
        cmocka_unit_test(five_butterflies_sum_a_warp),
        cmocka_unit_test(special_registers_tell_a_thread_its_place),
        cmocka_unit_test(an_unknown_special_register_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
