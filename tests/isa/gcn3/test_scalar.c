/* SPDX-License-Identifier: Apache-2.0 */
/* Scalar instructions against plain models: results, and SCC written or left alone; EXEC does not
 * matter to them. */
#include "fixture.h"

typedef __int128 huge;

/* Sources, target and SCC, before and after. `words` are those of the target. */
struct values {
    uint64_t a, b, d;
    bool scc;
    int16_t k;
};
typedef void model_fn(struct values *v);

struct scalar_case {
    const char *name;
    model_fn *model;
};

/* The target may be EXEC, or lie in the sources. */
static struct gcn3_operand roll_target(struct fixture *f, enum gcn3_type type)
{
    switch (roll_below(f, 6)) {
    case 0: return sgpr(type, GCN3_EXEC);
    case 1: return sgpr(type, GCN3_VCC);
    default: return sgpr(type, roll_below(f, GCN3_SGPRS - 1) & ~1u);
    }
}

static void roll_operands(struct fixture *f)
{
    const struct gcn3_row *row = f->own.row;
    for (unsigned i = 0; i < 2; i++)
        if (row->src[i])
            f->own.src[i] = roll_scalar(f, row->src[i]);
    if (row->dst)
        f->own.dst = roll_target(f, row->dst);
    f->own.simm16 = (uint16_t)roll_word(f);
}

static void check_case(struct fixture *f, const struct scalar_case *c)
{
    begin(f, c->name);
    roll_operands(f);
    run(f);
    const struct gcn3_operand *dst = &f->own.dst;
    struct values v = {.a = scalar_held(f, &f->own.src[0]), .b = scalar_held(f, &f->own.src[1]),
                       .scc = f->state_before.scc, .k = (int16_t)f->own.simm16};
    v.d = dst->kind ? scalar_held(f, dst) : 0;
    c->model(&v);
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    assert_only_vgprs(f, 0, 0, 0);
    assert_only_scalars(f, dst->code, dst->words);
    uint64_t got = dst->words == 0   ? 0
                   : dst->words == 1 ? f->state.scalar[dst->code]
                                     : gcn3_scalar_pair(&f->state, dst->code);
    uint64_t want = dst->words == 0 ? 0 : dst->words == 1 ? (uint32_t)v.d : v.d;
    if (got != want || f->state.scc != v.scc)
        fail_msg("%s: 0x%llx and SCC %d instead of 0x%llx and %d", c->name,
                 (unsigned long long)got, f->state.scc, (unsigned long long)want, v.scc);
    assert_true(f->warp.mask == gcn3_scalar_pair(&f->state, GCN3_EXEC));
}

static void check_all(const struct scalar_case *cases, size_t count)
{
    struct fixture *f = new_fixture();
    for (size_t i = 0; i < count; i++)
        for (unsigned round = 0; round < ROUNDS; round++) {
            shuffle(f);
            check_case(f, &cases[i]);
        }
    free_fixture(f);
}

/* ---- Sums ---- */

static uint32_t ua(const struct values *v) { return (uint32_t)v->a; }
static uint32_t ub(const struct values *v) { return (uint32_t)v->b; }
static int32_t ia(const struct values *v) { return (int32_t)v->a; }
static int32_t ib(const struct values *v) { return (int32_t)v->b; }

static void put_unsigned(struct values *v, huge sum)
{
    v->d = (uint32_t)sum;
    v->scc = sum < 0 || sum > UINT32_MAX;
}

static void put_signed(struct values *v, huge sum)
{
    v->d = (uint32_t)sum;
    v->scc = sum < INT32_MIN || sum > INT32_MAX;
}

static void add_u(struct values *v) { put_unsigned(v, (huge)ua(v) + ub(v)); }
static void sub_u(struct values *v) { put_unsigned(v, (huge)ua(v) - ub(v)); }
static void addc(struct values *v) { put_unsigned(v, (huge)ua(v) + ub(v) + v->scc); }
static void subb(struct values *v) { put_unsigned(v, (huge)ua(v) - ub(v) - v->scc); }
static void add_i(struct values *v) { put_signed(v, (huge)ia(v) + ib(v)); }
static void sub_i(struct values *v) { put_signed(v, (huge)ia(v) - ib(v)); }
static void addk(struct values *v) { put_signed(v, (huge)(int32_t)v->d + v->k); }
static void mulk(struct values *v) { v->d = (uint32_t)v->d * (uint32_t)v->k; }
static void mul(struct values *v) { v->d = v->a * v->b; }

static void choose(struct values *v, bool first)
{
    v->d = first ? v->a : v->b;
    v->scc = first;
}

static void min_i(struct values *v) { choose(v, ia(v) < ib(v)); }
static void max_i(struct values *v) { choose(v, ia(v) > ib(v)); }
static void min_u(struct values *v) { choose(v, ua(v) < ub(v)); }
static void max_u(struct values *v) { choose(v, ua(v) > ub(v)); }
static void select_one(struct values *v) { v->d = v->scc ? v->a : v->b; }

static void put(struct values *v, uint64_t d)
{
    v->d = d;
    v->scc = d != 0;
}

static void absdiff(struct values *v)
{
    put(v, (uint32_t)llabs((int64_t)(int32_t)(ua(v) - ub(v))));
}

static void sums_set_carry_or_overflow(void **state)
{
    static const struct scalar_case cases[] = {
        {"s_add_u32", add_u}, {"s_sub_u32", sub_u}, {"s_addc_u32", addc}, {"s_subb_u32", subb},
        {"s_add_i32", add_i}, {"s_sub_i32", sub_i}, {"s_addk_i32", addk}, {"s_mulk_i32", mulk},
        {"s_mul_i32", mul}, {"s_min_i32", min_i}, {"s_max_i32", max_i}, {"s_min_u32", min_u},
        {"s_max_u32", max_u}, {"s_cselect_b32", select_one}, {"s_cselect_b64", select_one},
        {"s_absdiff_i32", absdiff},
    };
    (void)state;
    check_all(cases, sizeof cases / sizeof cases[0]);
}

/* ---- Logic and shifts ---- */

static void and_64(struct values *v) { put(v, v->a & v->b); }
static void or_64(struct values *v) { put(v, v->a | v->b); }
static void xor_64(struct values *v) { put(v, v->a ^ v->b); }
static void andn2_64(struct values *v) { put(v, v->a & ~v->b); }
static void orn2_64(struct values *v) { put(v, v->a | ~v->b); }
static void nand_64(struct values *v) { put(v, ~(v->a & v->b)); }
static void nor_64(struct values *v) { put(v, ~(v->a | v->b)); }
static void xnor_64(struct values *v) { put(v, ~(v->a ^ v->b)); }
static void and_32(struct values *v) { put(v, ua(v) & ub(v)); }
static void or_32(struct values *v) { put(v, ua(v) | ub(v)); }
static void xor_32(struct values *v) { put(v, ua(v) ^ ub(v)); }
static void andn2_32(struct values *v) { put(v, ua(v) & ~ub(v)); }
static void orn2_32(struct values *v) { put(v, ua(v) | ~ub(v)); }
static void nand_32(struct values *v) { put(v, ~(ua(v) & ub(v))); }
static void nor_32(struct values *v) { put(v, ~(ua(v) | ub(v))); }
static void xnor_32(struct values *v) { put(v, ~(ua(v) ^ ub(v))); }
static void shl_32(struct values *v) { put(v, ua(v) << ub(v) % 32); }
static void shr_32(struct values *v) { put(v, ua(v) >> ub(v) % 32); }
static void ashr_32(struct values *v) { put(v, (uint32_t)(ia(v) >> ub(v) % 32)); }
static void shl_64(struct values *v) { put(v, v->a << v->b % 64); }
static void shr_64(struct values *v) { put(v, v->a >> v->b % 64); }
static void ashr_64(struct values *v) { put(v, (uint64_t)((int64_t)v->a >> v->b % 64)); }

static void logic_and_shifts_tell_zero(void **state)
{
    static const struct scalar_case cases[] = {
        {"s_and_b32", and_32}, {"s_and_b64", and_64}, {"s_or_b32", or_32}, {"s_or_b64", or_64},
        {"s_xor_b32", xor_32}, {"s_xor_b64", xor_64}, {"s_andn2_b32", andn2_32},
        {"s_andn2_b64", andn2_64}, {"s_orn2_b32", orn2_32}, {"s_orn2_b64", orn2_64},
        {"s_nand_b32", nand_32}, {"s_nand_b64", nand_64}, {"s_nor_b32", nor_32},
        {"s_nor_b64", nor_64}, {"s_xnor_b32", xnor_32}, {"s_xnor_b64", xnor_64},
        {"s_lshl_b32", shl_32}, {"s_lshl_b64", shl_64}, {"s_lshr_b32", shr_32},
        {"s_lshr_b64", shr_64}, {"s_ashr_i32", ashr_32}, {"s_ashr_i64", ashr_64},
    };
    (void)state;
    check_all(cases, sizeof cases / sizeof cases[0]);
}

/* ---- Fields, bit after bit ---- */

static bool bit(uint64_t a, unsigned i) { return a >> i & 1; }

static void bfm(struct values *v, unsigned bits)
{
    v->d = 0;
    for (unsigned i = 0; i < v->a % bits; i++)
        if (v->b % bits + i < bits)
            v->d |= 1ull << (v->b % bits + i);
}

static void bfm_32(struct values *v) { bfm(v, 32); }
static void bfm_64(struct values *v) { bfm(v, 64); }

static void bfe(struct values *v, unsigned bits, bool is_signed)
{
    unsigned from = v->b % bits, width = v->b >> 16 & 127;
    uint64_t d = 0;
    for (unsigned i = 0; i < bits && width; i++) {
        unsigned at = from + (i < width ? i : width - 1);
        if (is_signed)
            d |= (uint64_t)bit(v->a, at < bits ? at : bits - 1) << i;
        else if (i < width && at < bits)
            d |= (uint64_t)bit(v->a, at) << i;
    }
    put(v, d);
}

static void bfe_u32(struct values *v) { bfe(v, 32, false); }
static void bfe_i32(struct values *v) { bfe(v, 32, true); }
static void bfe_u64(struct values *v) { bfe(v, 64, false); }
static void bfe_i64(struct values *v) { bfe(v, 64, true); }

static void bitset(struct values *v, unsigned bits, bool value)
{
    uint64_t one = 1ull << v->a % bits;
    v->d = value ? v->d | one : v->d & ~one;
}

static void bitset0_32(struct values *v) { bitset(v, 32, false); }
static void bitset0_64(struct values *v) { bitset(v, 64, false); }
static void bitset1_32(struct values *v) { bitset(v, 32, true); }
static void bitset1_64(struct values *v) { bitset(v, 64, true); }

static void fields_are_made_and_taken(void **state)
{
    static const struct scalar_case cases[] = {
        {"s_bfm_b32", bfm_32}, {"s_bfm_b64", bfm_64}, {"s_bfe_u32", bfe_u32},
        {"s_bfe_i32", bfe_i32}, {"s_bfe_u64", bfe_u64}, {"s_bfe_i64", bfe_i64},
        {"s_bitset0_b32", bitset0_32}, {"s_bitset0_b64", bitset0_64},
        {"s_bitset1_b32", bitset1_32}, {"s_bitset1_b64", bitset1_64},
    };
    (void)state;
    check_all(cases, sizeof cases / sizeof cases[0]);
}

/* ---- One source ---- */

static unsigned ones(uint64_t a, unsigned bits)
{
    unsigned n = 0;
    for (unsigned i = 0; i < bits; i++)
        n += bit(a, i);
    return n;
}

static uint64_t reversed(uint64_t a, unsigned bits)
{
    uint64_t d = 0;
    for (unsigned i = 0; i < bits; i++)
        d |= (uint64_t)bit(a, i) << (bits - 1 - i);
    return d;
}

static uint64_t lowest(uint64_t a, unsigned bits, bool value)
{
    for (unsigned i = 0; i < bits; i++)
        if (bit(a, i) == value)
            return i;
    return ~0ull;
}

/* Bits above the highest one that is not `fill`. */
static uint64_t above(uint64_t a, unsigned bits, bool fill)
{
    for (unsigned i = bits; i-- > 0;)
        if (bit(a, i) != fill)
            return bits - 1 - i;
    return ~0ull;
}

static uint64_t quads(uint64_t a, unsigned bits, bool whole)
{
    uint64_t d = 0;
    for (unsigned i = 0; i < bits / 4; i++)
        if (a >> 4 * i & 15)
            d |= whole ? 15ull << 4 * i : 1ull << i;
    return d;
}

static void mov(struct values *v) { v->d = v->a; }
static void cmov(struct values *v) { v->d = v->scc ? v->a : v->d; }
static void movk(struct values *v) { v->d = (uint64_t)(int64_t)v->k; }
static void cmovk(struct values *v) { v->d = v->scc ? (uint64_t)(int64_t)v->k : v->d; }
static void not_32(struct values *v) { put(v, ~ua(v)); }
static void not_64(struct values *v) { put(v, ~v->a); }
static void wqm_32(struct values *v) { put(v, quads(v->a, 32, true)); }
static void wqm_64(struct values *v) { put(v, quads(v->a, 64, true)); }
static void quadmask_32(struct values *v) { put(v, quads(v->a, 32, false)); }
static void quadmask_64(struct values *v) { put(v, quads(v->a, 64, false)); }
static void brev_32(struct values *v) { v->d = reversed(v->a, 32); }
static void brev_64(struct values *v) { v->d = reversed(v->a, 64); }
static void bcnt0_32(struct values *v) { put(v, 32 - ones(v->a, 32)); }
static void bcnt0_64(struct values *v) { put(v, 64 - ones(v->a, 64)); }
static void bcnt1_32(struct values *v) { put(v, ones(v->a, 32)); }
static void bcnt1_64(struct values *v) { put(v, ones(v->a, 64)); }
static void ff0_32(struct values *v) { v->d = lowest(v->a, 32, false); }
static void ff0_64(struct values *v) { v->d = lowest(v->a, 64, false); }
static void ff1_32(struct values *v) { v->d = lowest(v->a, 32, true); }
static void ff1_64(struct values *v) { v->d = lowest(v->a, 64, true); }
static void flbit_32(struct values *v) { v->d = above(v->a, 32, false); }
static void flbit_64(struct values *v) { v->d = above(v->a, 64, false); }
static void flbit_i32(struct values *v) { v->d = above(v->a, 32, bit(v->a, 31)); }
static void flbit_i64(struct values *v) { v->d = above(v->a, 64, bit(v->a, 63)); }
static void sext_8(struct values *v) { v->d = (uint64_t)(int64_t)(int8_t)v->a; }
static void sext_16(struct values *v) { v->d = (uint64_t)(int64_t)(int16_t)v->a; }
static void magnitude(struct values *v) { put(v, (uint32_t)llabs((int64_t)ia(v))); }

static void instructions_with_one_source(void **state)
{
    static const struct scalar_case cases[] = {
        {"s_mov_b32", mov}, {"s_mov_b64", mov}, {"s_cmov_b32", cmov}, {"s_cmov_b64", cmov},
        {"s_movk_i32", movk}, {"s_cmovk_i32", cmovk}, {"s_not_b32", not_32}, {"s_not_b64", not_64},
        {"s_wqm_b32", wqm_32}, {"s_wqm_b64", wqm_64}, {"s_quadmask_b32", quadmask_32},
        {"s_quadmask_b64", quadmask_64}, {"s_brev_b32", brev_32}, {"s_brev_b64", brev_64},
        {"s_bcnt0_i32_b32", bcnt0_32}, {"s_bcnt0_i32_b64", bcnt0_64},
        {"s_bcnt1_i32_b32", bcnt1_32}, {"s_bcnt1_i32_b64", bcnt1_64}, {"s_ff0_i32_b32", ff0_32},
        {"s_ff0_i32_b64", ff0_64}, {"s_ff1_i32_b32", ff1_32}, {"s_ff1_i32_b64", ff1_64},
        {"s_flbit_i32_b32", flbit_32}, {"s_flbit_i32_b64", flbit_64}, {"s_flbit_i32", flbit_i32},
        {"s_flbit_i32_i64", flbit_i64}, {"s_sext_i32_i8", sext_8}, {"s_sext_i32_i16", sext_16},
        {"s_abs_i32", magnitude},
    };
    (void)state;
    check_all(cases, sizeof cases / sizeof cases[0]);
}

/* ---- Comparisons ---- */

static void eq_i(struct values *v) { v->scc = ia(v) == ib(v); }
static void lg_i(struct values *v) { v->scc = ia(v) != ib(v); }
static void gt_i(struct values *v) { v->scc = ia(v) > ib(v); }
static void ge_i(struct values *v) { v->scc = ia(v) >= ib(v); }
static void lt_i(struct values *v) { v->scc = ia(v) < ib(v); }
static void le_i(struct values *v) { v->scc = ia(v) <= ib(v); }
static void gt_u(struct values *v) { v->scc = ua(v) > ub(v); }
static void ge_u(struct values *v) { v->scc = ua(v) >= ub(v); }
static void lt_u(struct values *v) { v->scc = ua(v) < ub(v); }
static void le_u(struct values *v) { v->scc = ua(v) <= ub(v); }
static void eq_64(struct values *v) { v->scc = v->a == v->b; }
static void lg_64(struct values *v) { v->scc = v->a != v->b; }
static void k_eq_i(struct values *v) { v->scc = ia(v) == v->k; }
static void k_lg_i(struct values *v) { v->scc = ia(v) != v->k; }
static void k_gt_i(struct values *v) { v->scc = ia(v) > v->k; }
static void k_ge_i(struct values *v) { v->scc = ia(v) >= v->k; }
static void k_lt_i(struct values *v) { v->scc = ia(v) < v->k; }
static void k_le_i(struct values *v) { v->scc = ia(v) <= v->k; }
static void k_eq_u(struct values *v) { v->scc = ua(v) == (uint16_t)v->k; }
static void k_lg_u(struct values *v) { v->scc = ua(v) != (uint16_t)v->k; }
static void k_gt_u(struct values *v) { v->scc = ua(v) > (uint16_t)v->k; }
static void k_ge_u(struct values *v) { v->scc = ua(v) >= (uint16_t)v->k; }
static void k_lt_u(struct values *v) { v->scc = ua(v) < (uint16_t)v->k; }
static void k_le_u(struct values *v) { v->scc = ua(v) <= (uint16_t)v->k; }
static void bitcmp0_32(struct values *v) { v->scc = !bit(v->a, ub(v) % 32); }
static void bitcmp1_32(struct values *v) { v->scc = bit(v->a, ub(v) % 32); }
static void bitcmp0_64(struct values *v) { v->scc = !bit(v->a, ub(v) % 64); }
static void bitcmp1_64(struct values *v) { v->scc = bit(v->a, ub(v) % 64); }

static void comparisons_set_the_condition_code(void **state)
{
    static const struct scalar_case cases[] = {
        {"s_cmp_eq_i32", eq_i}, {"s_cmp_lg_i32", lg_i}, {"s_cmp_gt_i32", gt_i},
        {"s_cmp_ge_i32", ge_i}, {"s_cmp_lt_i32", lt_i}, {"s_cmp_le_i32", le_i},
        {"s_cmp_eq_u32", eq_i}, {"s_cmp_lg_u32", lg_i}, {"s_cmp_gt_u32", gt_u},
        {"s_cmp_ge_u32", ge_u}, {"s_cmp_lt_u32", lt_u}, {"s_cmp_le_u32", le_u},
        {"s_cmp_eq_u64", eq_64}, {"s_cmp_lg_u64", lg_64}, {"s_cmpk_eq_i32", k_eq_i},
        {"s_cmpk_lg_i32", k_lg_i}, {"s_cmpk_gt_i32", k_gt_i}, {"s_cmpk_ge_i32", k_ge_i},
        {"s_cmpk_lt_i32", k_lt_i}, {"s_cmpk_le_i32", k_le_i}, {"s_cmpk_eq_u32", k_eq_u},
        {"s_cmpk_lg_u32", k_lg_u}, {"s_cmpk_gt_u32", k_gt_u}, {"s_cmpk_ge_u32", k_ge_u},
        {"s_cmpk_lt_u32", k_lt_u}, {"s_cmpk_le_u32", k_le_u}, {"s_bitcmp0_b32", bitcmp0_32},
        {"s_bitcmp1_b32", bitcmp1_32}, {"s_bitcmp0_b64", bitcmp0_64},
        {"s_bitcmp1_b64", bitcmp1_64},
    };
    (void)state;
    check_all(cases, sizeof cases / sizeof cases[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_set_carry_or_overflow),
        cmocka_unit_test(logic_and_shifts_tell_zero),
        cmocka_unit_test(fields_are_made_and_taken),
        cmocka_unit_test(instructions_with_one_source),
        cmocka_unit_test(comparisons_set_the_condition_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
