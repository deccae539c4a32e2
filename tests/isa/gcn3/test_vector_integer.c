/* SPDX-License-Identifier: Apache-2.0 */
/* Integer vector instructions against models of one lane, with random operands, all of their forms
 * (VOP3, SDWA, DPP), clamp, and partial EXEC. */
#include "lane_check.h"

typedef __int128 huge;

/* What fits between two ends, with clamp; else the low bits. */
static uint64_t kept(const struct lane_values *v, huge value, huge low, huge high, uint64_t bits)
{
    if (v->clamp)
        value = value < low ? low : value > high ? high : value;
    return (uint64_t)value & bits;
}

static uint64_t as_u32(const struct lane_values *v, huge x)
{
    return kept(v, x, 0, UINT32_MAX, ~0u);
}
static uint64_t as_u16(const struct lane_values *v, huge x) { return kept(v, x, 0, 65535, 65535); }

static uint64_t as_i32(const struct lane_values *v, huge x)
{
    return kept(v, x, INT32_MIN, INT32_MAX, ~0u);
}

/* ---- Sums ---- */

static void sum(struct lane_values *v, huge value)
{
    v->d = as_u32(v, value);
    v->carry = value < 0 || value > UINT32_MAX;
}

static void add(struct lane_values *v) { sum(v, (huge)(uint32_t)v->a + (uint32_t)v->b); }
static void sub(struct lane_values *v) { sum(v, (huge)(uint32_t)v->a - (uint32_t)v->b); }
static void subrev(struct lane_values *v) { sum(v, (huge)(uint32_t)v->b - (uint32_t)v->a); }
static void addc(struct lane_values *v)
{
    sum(v, (huge)(uint32_t)v->a + (uint32_t)v->b + v->carry);
}
static void subb(struct lane_values *v)
{
    sum(v, (huge)(uint32_t)v->a - (uint32_t)v->b - v->carry);
}
static void subbrev(struct lane_values *v)
{
    sum(v, (huge)(uint32_t)v->b - (uint32_t)v->a - v->carry);
}

static void sums_carry_and_clamp(void **state)
{
    static const struct lane_case cases[] = {
        {"v_add_u32", add}, {"v_sub_u32", sub}, {"v_subrev_u32", subrev},
        {"v_addc_u32", addc}, {"v_subb_u32", subb}, {"v_subbrev_u32", subbrev},
    };
    (void)state;
    check_cases(cases, sizeof cases / sizeof cases[0]);
}

/* ---- Products ---- */

static huge i24(uint64_t a) { return (int32_t)((uint32_t)a << 8) / 256; }
static huge u24(uint64_t a) { return a % 0x1000000; }
static void mul_i24(struct lane_values *v) { v->d = as_i32(v, i24(v->a) * i24(v->b)); }
static void mul_u24(struct lane_values *v) { v->d = as_u32(v, u24(v->a) * u24(v->b)); }
static void mul_hi_i24(struct lane_values *v) { v->d = (uint64_t)(i24(v->a) * i24(v->b)) >> 32; }
static void mul_hi_u24(struct lane_values *v) { v->d = (uint64_t)(u24(v->a) * u24(v->b)) >> 32; }
static void mad_i24(struct lane_values *v)
{
    v->d = as_i32(v, i24(v->a) * i24(v->b) + (int32_t)v->c);
}
static void mad_u24(struct lane_values *v)
{
    v->d = as_u32(v, u24(v->a) * u24(v->b) + (uint32_t)v->c);
}
static void mul_lo(struct lane_values *v) { v->d = v->a * v->b; }
static void mul_hi_u(struct lane_values *v)
{
    v->d = (uint64_t)(uint32_t)v->a * (uint32_t)v->b >> 32;
}
static void mul_hi_i(struct lane_values *v)
{
    v->d = (uint64_t)((int64_t)(int32_t)v->a * (int32_t)v->b) >> 32;
}
static void mad_u64(struct lane_values *v)
{
    huge value = (huge)(uint32_t)v->a * (uint32_t)v->b + v->c;
    v->d = kept(v, value, 0, UINT64_MAX, ~0ull);
    v->carry = value > UINT64_MAX;
}
static void mad_i64(struct lane_values *v)
{
    huge value = (huge)(int32_t)v->a * (int32_t)v->b + (int64_t)v->c;
    v->d = kept(v, value, INT64_MIN, INT64_MAX, ~0ull);
    v->carry = value < INT64_MIN || value > INT64_MAX;
}

static void products_are_exact(void **state)
{
    static const struct lane_case cases[] = {
        {"v_mul_i32_i24", mul_i24}, {"v_mul_u32_u24", mul_u24}, {"v_mul_hi_i32_i24", mul_hi_i24},
        {"v_mul_hi_u32_u24", mul_hi_u24}, {"v_mad_i32_i24", mad_i24}, {"v_mad_u32_u24", mad_u24},
        {"v_mul_lo_u32", mul_lo}, {"v_mul_hi_u32", mul_hi_u}, {"v_mul_hi_i32", mul_hi_i},
        {"v_mad_u64_u32", mad_u64}, {"v_mad_i64_i32", mad_i64},
    };
    (void)state;
    check_cases(cases, sizeof cases / sizeof cases[0]);
}

/* ---- Smallest and largest ---- */

static int compare_huge(const void *a, const void *b)
{
    huge x = *(const huge *)a, y = *(const huge *)b;
    return (x > y) - (x < y);
}

static uint64_t nth(unsigned n, unsigned count, huge a, huge b, huge c)
{
    huge all[3] = {a, b, c};
    qsort(all, count, sizeof *all, compare_huge);
    return (uint32_t)all[n];
}

static uint64_t nth_i(const struct lane_values *v, unsigned n, unsigned count)
{
    return nth(n, count, (int32_t)v->a, (int32_t)v->b, (int32_t)v->c);
}

static uint64_t nth_u(const struct lane_values *v, unsigned n, unsigned count)
{
    return nth(n, count, (uint32_t)v->a, (uint32_t)v->b, (uint32_t)v->c);
}

static void min_i(struct lane_values *v) { v->d = nth_i(v, 0, 2); }
static void max_i(struct lane_values *v) { v->d = nth_i(v, 1, 2); }
static void min_u(struct lane_values *v) { v->d = nth_u(v, 0, 2); }
static void max_u(struct lane_values *v) { v->d = nth_u(v, 1, 2); }
static void min3_i(struct lane_values *v) { v->d = nth_i(v, 0, 3); }
static void med3_i(struct lane_values *v) { v->d = nth_i(v, 1, 3); }
static void max3_i(struct lane_values *v) { v->d = nth_i(v, 2, 3); }
static void min3_u(struct lane_values *v) { v->d = nth_u(v, 0, 3); }
static void med3_u(struct lane_values *v) { v->d = nth_u(v, 1, 3); }
static void max3_u(struct lane_values *v) { v->d = nth_u(v, 2, 3); }

static void the_smallest_middle_and_largest_are_found(void **state)
{
    static const struct lane_case cases[] = {
        {"v_min_i32", min_i}, {"v_max_i32", max_i}, {"v_min_u32", min_u}, {"v_max_u32", max_u},
        {"v_min3_i32", min3_i}, {"v_med3_i32", med3_i}, {"v_max3_i32", max3_i},
        {"v_min3_u32", min3_u}, {"v_med3_u32", med3_u}, {"v_max3_u32", max3_u},
    };
    (void)state;
    check_cases(cases, sizeof cases / sizeof cases[0]);
}

/* ---- 16 bits ---- */

static huge h(uint64_t a) { return a & 65535; }
static int s(uint64_t a) { return (int16_t)a; }
static void add_16(struct lane_values *v) { v->d = as_u16(v, h(v->a) + h(v->b)); }
static void sub_16(struct lane_values *v) { v->d = as_u16(v, h(v->a) - h(v->b)); }
static void subrev_16(struct lane_values *v) { v->d = as_u16(v, h(v->b) - h(v->a)); }
static void mul_16(struct lane_values *v) { v->d = v->a * v->b & 65535; }
static void mad_u16(struct lane_values *v) { v->d = as_u16(v, h(v->a) * h(v->b) + h(v->c)); }
static void mad_i16(struct lane_values *v)
{
    v->d = kept(v, (huge)s(v->a) * s(v->b) + s(v->c), INT16_MIN, INT16_MAX, 65535);
}
static void shl_16(struct lane_values *v) { v->d = v->b << (v->a & 15) & 65535; }
static void shr_16(struct lane_values *v) { v->d = (v->b & 65535) >> (v->a & 15); }
static void ashr_16(struct lane_values *v)
{
    v->d = (uint16_t)((s(v->b) - (s(v->b) & ((1 << (v->a & 15)) - 1))) / (1 << (v->a & 15)));
}
static void min_u16(struct lane_values *v) { v->d = (uint16_t)(h(v->a) < h(v->b) ? v->a : v->b); }
static void max_u16(struct lane_values *v) { v->d = (uint16_t)(h(v->a) < h(v->b) ? v->b : v->a); }
static void min_i16(struct lane_values *v) { v->d = (uint16_t)(s(v->a) < s(v->b) ? v->a : v->b); }
static void max_i16(struct lane_values *v) { v->d = (uint16_t)(s(v->a) < s(v->b) ? v->b : v->a); }

static void halves_leave_zeros_above_them(void **state)
{
    static const struct lane_case cases[] = {
        {"v_add_u16", add_16}, {"v_sub_u16", sub_16}, {"v_subrev_u16", subrev_16},
        {"v_mul_lo_u16", mul_16}, {"v_mad_u16", mad_u16}, {"v_mad_i16", mad_i16},
        {"v_lshlrev_b16", shl_16}, {"v_lshrrev_b16", shr_16}, {"v_ashrrev_i16", ashr_16},
        {"v_min_u16", min_u16}, {"v_max_u16", max_u16}, {"v_min_i16", min_i16},
        {"v_max_i16", max_i16},
    };
    (void)state;
    check_cases(cases, sizeof cases / sizeof cases[0]);
}

/* ---- Differences ---- */

static huge apart(uint64_t a, uint64_t b, unsigned bits, bool masked)
{
    huge total = 0;
    for (unsigned i = 0; i < 32; i += bits) {
        int64_t x = a >> i & ((1ull << bits) - 1), y = b >> i & ((1ull << bits) - 1);
        if (!masked || y)
            total += llabs(x - y);
    }
    return total;
}

static void sad_u8(struct lane_values *v)
{
    v->d = as_u32(v, apart(v->a, v->b, 8, false) + (uint32_t)v->c);
}
static void sad_hi(struct lane_values *v)
{
    v->d = as_u32(v, apart(v->a, v->b, 8, false) * 65536 + (uint32_t)v->c);
}
static void msad(struct lane_values *v)
{
    v->d = as_u32(v, apart(v->a, v->b, 8, true) + (uint32_t)v->c);
}
static void sad_u16(struct lane_values *v)
{
    v->d = as_u32(v, apart(v->a, v->b, 16, false) + (uint32_t)v->c);
}
static void sad_u32(struct lane_values *v)
{
    v->d = as_u32(v, apart(v->a, v->b, 32, false) + (uint32_t)v->c);
}

static void four(struct lane_values *v, bool masked)
{
    for (unsigned i = 0; i < 4; i++)
        v->d |= as_u16(v, apart(v->a >> 8 * i, v->b, 8, masked) + (v->c >> 16 * i & 65535))
                << 16 * i;
}
static void qsad(struct lane_values *v) { four(v, false); }
static void mqsad(struct lane_values *v) { four(v, true); }
static void lerp(struct lane_values *v)
{
    for (unsigned i = 0; i < 32; i += 8)
        v->d |= ((v->a >> i & 255) + (v->b >> i & 255) + (v->c >> i & 1)) / 2 << i;
}

static void differences_are_added_up(void **state)
{
    static const struct lane_case cases[] = {
        {"v_sad_u8", sad_u8}, {"v_sad_hi_u8", sad_hi}, {"v_msad_u8", msad}, {"v_sad_u16", sad_u16},
        {"v_sad_u32", sad_u32}, {"v_qsad_pk_u16_u8", qsad}, {"v_mqsad_pk_u16_u8", mqsad},
        {"v_lerp_u8", lerp},
    };
    (void)state;
    check_cases(cases, sizeof cases / sizeof cases[0]);
}

static void four_sums_of_words_have_four_registers(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        shuffle(f);
        begin(f, "v_mqsad_u32_u8");
        roll_form(f);
        run(f);
        assert_only_vgprs(f, f->own.dst.code, 4, f->warp.mask);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            for (unsigned i = 0; i < 4 && f->warp.mask >> lane & 1; i++) {
                struct lane_values v = values_of(f, lane);
                uint32_t c = f->before[(f->own.src[2].code + i) * GCN3_LANES + lane];
                assert_int_equal(lanes_of(f, f->own.dst.code + i)[lane],
                                 as_u32(&v, apart(v.a >> 8 * i, v.b, 8, true) + c));
            }
    }
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_carry_and_clamp),
        cmocka_unit_test(products_are_exact),
        cmocka_unit_test(the_smallest_middle_and_largest_are_found),
        cmocka_unit_test(halves_leave_zeros_above_them),
        cmocka_unit_test(differences_are_added_up),
        cmocka_unit_test(four_sums_of_words_have_four_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
