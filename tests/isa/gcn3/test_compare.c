/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons of integers: all types, all conditions, v_cmp and v_cmpx, in all forms; lanes that
 * are not active give 0. */
#include <stdio.h>

#include "lane_check.h"

typedef __int128 huge;

/* The two operands as numbers of the type that the name ends with. */
static huge number(const char *type, uint64_t a)
{
    bool is_signed = type[0] == 'i';
    switch (atoi(type + 1)) {
    case 16: return is_signed ? (int16_t)a : (uint16_t)a;
    case 32: return is_signed ? (huge)(int32_t)a : (huge)(uint32_t)a;
    default: return is_signed ? (huge)(int64_t)a : (huge)a;
    }
}

static bool holds(unsigned condition, huge a, huge b)
{
    switch (condition) {
    case GCN3_CMP_F: return false;
    case GCN3_CMP_LT: return a < b;
    case GCN3_CMP_EQ: return a == b;
    case GCN3_CMP_LE: return a <= b;
    case GCN3_CMP_GT: return a > b;
    case GCN3_CMP_LG: return a != b;
    case GCN3_CMP_GE: return a >= b;
    default: return true;
    }
}

/* Random words are seldom equal. */
static void make_some_equal(struct fixture *f)
{
    for (unsigned lane = 0; lane < GCN3_LANES; lane += 1 + roll_below(f, 3))
        for (unsigned r = 1; r < VGPRS; r++)
            lanes_of(f, r)[lane] = lanes_of(f, 0)[lane];
}

static void check_comparison(struct fixture *f, const char *name, unsigned condition,
                             const char *type)
{
    uint64_t mask = 0;
    shuffle(f);
    make_some_equal(f);
    begin(f, name);
    roll_form(f);
    run(f);
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        struct lane_values v = values_of(f, lane);
        bool is = holds(condition, number(type, v.a), number(type, v.b));
        mask |= (uint64_t)(writes(f, lane) && is) << lane;
    }
    assert_only_vgprs(f, 0, 0, 0);
    assert_true(gcn3_scalar_pair(&f->state, f->own.sdst.code) == mask);
    assert_true(f->warp.mask == (f->own.writes_exec ? mask : f->mask_before));
    if (!f->own.writes_exec)
        assert_only_scalars(f, f->own.sdst.code, 2);
}

static void every_condition_of_every_type(void **state)
{
    static const char *const conditions[] = {"f", "lt", "eq", "le", "gt", "ne", "ge", "t"};
    static const char *const types[] = {"i16", "u16", "i32", "u32", "i64", "u64"};
    static const char *const heads[] = {"v_cmp", "v_cmpx"};
    struct fixture *f = new_fixture();
    char name[32];
    (void)state;
    for (unsigned i = 0; i < 8 * 6 * 2; i++)
        for (unsigned round = 0; round < ROUNDS / 4; round++) {
            snprintf(name, sizeof name, "%s_%s_%s", heads[i / 48], conditions[i % 8],
                     types[i / 8 % 6]);
            check_comparison(f, name, i % 8, types[i / 8 % 6]);
        }
    free_fixture(f);
}

static void a_comparison_may_write_exec_by_name(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    begin(f, "v_cmp_lt_u32");
    f->own.src[0] = vgpr(GCN3_B32, 0);
    f->own.src[1] = source(f, GCN3_B32, GCN3_ZERO + 32);
    f->own.sdst = sgpr(GCN3_MASK, GCN3_EXEC);
    set_exec(f, 0xffff0000ffffffffull);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        lanes_of(f, 0)[lane] = lane;
    run(f);
    assert_true(f->warp.mask == 0xffffffffull);
    free_fixture(f);
}

/* What a split took away does not come back through EXEC. */
static void lanes_that_were_split_off_stay_away(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    f->state.split_mask = 0xff;
    begin(f, "v_cmpx_t_u32");
    f->own.src[0] = f->own.src[1] = vgpr(GCN3_B32, 0);
    f->own.sdst = sgpr(GCN3_MASK, GCN3_VCC);
    set_exec(f, 0xfff0);
    run(f);
    assert_true(gcn3_scalar_pair(&f->state, GCN3_VCC) == 0xf0);
    assert_true(f->warp.mask == 0xf0);
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_condition_of_every_type),
        cmocka_unit_test(a_comparison_may_write_exec_by_name),
        cmocka_unit_test(lanes_that_were_split_off_stay_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
