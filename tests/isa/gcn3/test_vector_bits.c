/* SPDX-License-Identifier: Apache-2.0 */
/* Logic, shifts, fields and bits of vectors against models of one lane, in all forms. */
#include "lane_check.h"

static void mov(struct lane_values *v) { v->d = v->a; }
static void not(struct lane_values *v) { v->d = ~v->a; }
static void and(struct lane_values *v) { v->d = v->a & v->b; }
static void or(struct lane_values *v) { v->d = v->a | v->b; }
static void xor(struct lane_values *v) { v->d = v->a ^ v->b; }
static void shl(struct lane_values *v) { v->d = v->b << (v->a % 32); }
static void shr(struct lane_values *v) { v->d = (uint32_t)v->b >> (v->a % 32); }
static void ashr(struct lane_values *v) { v->d = (uint64_t)((int64_t)(int32_t)v->b >> v->a % 32); }
static void shl_64(struct lane_values *v) { v->d = v->b << (v->a % 64); }
static void shr_64(struct lane_values *v) { v->d = v->b >> (v->a % 64); }
static void ashr_64(struct lane_values *v) { v->d = (uint64_t)((int64_t)v->b >> v->a % 64); }

static void logic_and_shifts(void **state)
{
    static const struct lane_case cases[] = {
        {"v_mov_b32", mov}, {"v_not_b32", not}, {"v_and_b32", and}, {"v_or_b32", or},
        {"v_xor_b32", xor}, {"v_lshlrev_b32", shl}, {"v_lshrrev_b32", shr},
        {"v_ashrrev_i32", ashr}, {"v_lshlrev_b64", shl_64}, {"v_lshrrev_b64", shr_64},
        {"v_ashrrev_i64", ashr_64},
    };
    (void)state;
    check_cases(cases, sizeof cases / sizeof cases[0]);
}

static bool bit(uint64_t a, unsigned i) { return a >> i & 1; }

/* Bit after bit. */
static void bfe(struct lane_values *v)
{
    unsigned from = v->b % 32, width = v->c % 32;
    for (unsigned i = 0; i < width && from + i < 32; i++)
        v->d |= (uint64_t)bit(v->a, from + i) << i;
}

static void bfe_signed(struct lane_values *v)
{
    unsigned from = v->b % 32, width = v->c % 32;
    for (unsigned i = 0; i < 32 && width; i++) {
        unsigned at = from + (i < width ? i : width - 1);
        v->d |= (uint64_t)bit(v->a, at < 32 ? at : 31) << i;
    }
}

static void bfm(struct lane_values *v)
{
    for (unsigned i = 0; i < v->a % 32; i++)
        v->d |= 1ull << (v->b % 32 + i);
}

static void bfi(struct lane_values *v)
{
    for (unsigned i = 0; i < 32; i++)
        v->d |= (uint64_t)(bit(v->a, i) ? bit(v->b, i) : bit(v->c, i)) << i;
}

static void alignbit(struct lane_values *v)
{
    v->d = (v->a << 32 | (uint32_t)v->b) >> v->c % 32;
}

static void alignbyte(struct lane_values *v)
{
    v->d = (v->a << 32 | (uint32_t)v->b) >> v->c % 4 * 8;
}

static void perm(struct lane_values *v)
{
    uint8_t bytes[8];
    uint32_t low = (uint32_t)v->b, high = (uint32_t)v->a;
    memcpy(bytes, &low, 4);
    memcpy(bytes + 4, &high, 4);
    for (unsigned i = 0; i < 4; i++) {
        unsigned select = v->c >> 8 * i & 255;
        uint64_t byte = select < 8 ? bytes[select]
                        : select < 12 ? (bytes[2 * (select - 8) + 1] >= 128 ? 255 : 0)
                        : select == 12 ? 0 : 255;
        v->d |= byte << 8 * i;
    }
}

static void fields_and_bytes(void **state)
{
    static const struct lane_case cases[] = {
        {"v_bfe_u32", bfe}, {"v_bfe_i32", bfe_signed}, {"v_bfm_b32", bfm}, {"v_bfi_b32", bfi},
        {"v_alignbit_b32", alignbit}, {"v_alignbyte_b32", alignbyte}, {"v_perm_b32", perm},
    };
    (void)state;
    check_cases(cases, sizeof cases / sizeof cases[0]);
}

/* Random words seldom name single bytes. */
static void every_byte_can_be_named(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned select = 0; select < 256; select++) {
        shuffle(f);
        begin(f, "v_perm_b32");
        roll_form(f);
        f->own.src[2] = vgpr(GCN3_B32, 0);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            lanes_of(f, 0)[lane] = select * 0x01010101u ^ (roll_word(f) & 0x0f0f0f00);
        check_lanes(f, perm);
    }
    free_fixture(f);
}

static void reverse(struct lane_values *v)
{
    for (unsigned i = 0; i < 32; i++)
        v->d |= (uint64_t)bit(v->a, i) << (31 - i);
}

static void find_high(struct lane_values *v)
{
    v->d = ~0ull;
    for (unsigned i = 0; i < 32; i++)
        if (bit(v->a, i))
            v->d = 31 - i;
}

static void find_high_signed(struct lane_values *v)
{
    v->d = ~0ull;
    for (unsigned i = 0; i < 31; i++)
        if (bit(v->a, i) != bit(v->a, 31))
            v->d = 31 - i;
}

static void find_low(struct lane_values *v)
{
    v->d = ~0ull;
    for (unsigned i = 32; i-- > 0;)
        if (bit(v->a, i))
            v->d = i;
}

static void count_up_to(struct lane_values *v, unsigned end)
{
    v->d = v->b;
    for (unsigned i = 0; i < end && i < 32; i++)
        v->d += bit(v->a, i);
}

static void count(struct lane_values *v) { count_up_to(v, 32); }
static void count_low(struct lane_values *v) { count_up_to(v, v->lane); }
static void count_high(struct lane_values *v) { count_up_to(v, v->lane < 32 ? 0 : v->lane - 32); }

static void bits_are_counted_and_found(void **state)
{
    static const struct lane_case cases[] = {
        {"v_bfrev_b32", reverse}, {"v_ffbh_u32", find_high}, {"v_ffbh_i32", find_high_signed},
        {"v_ffbl_b32", find_low}, {"v_bcnt_u32_b32", count}, {"v_mbcnt_lo_u32_b32", count_low},
        {"v_mbcnt_hi_u32_b32", count_high},
    };
    (void)state;
    check_cases(cases, sizeof cases / sizeof cases[0]);
}

static void choose(struct lane_values *v)
{
    v->d = v->carry ? v->b : v->a;
    v->carry = false;
}

static void a_mask_chooses(void **state)
{
    static const struct lane_case cases[] = {{"v_cndmask_b32", choose}};
    (void)state;
    check_cases(cases, 1);
}

static void a_choice_may_turn_and_drop_signs(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    begin(f, "v_cndmask_b32");
    f->own.dst = vgpr(GCN3_B32, 3);
    f->own.src[0] = vgpr(GCN3_F32, 0);
    f->own.src[1] = vgpr(GCN3_F32, 1);
    f->own.src[2] = sgpr(GCN3_MASK, GCN3_VCC);
    f->own.src[0].negate = f->own.src[0].absolute = f->own.src[1].absolute = true;
    set_exec(f, ~0ull);
    run(f);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        bool second = gcn3_scalar_pair(&f->state, GCN3_VCC) >> lane & 1;
        assert_int_equal(lanes_of(f, 3)[lane],
                         second ? lanes_of(f, 1)[lane] & 0x7fffffff
                                : lanes_of(f, 0)[lane] | 0x80000000);
    }
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logic_and_shifts),
        cmocka_unit_test(fields_and_bytes),
        cmocka_unit_test(every_byte_can_be_named),
        cmocka_unit_test(bits_are_counted_and_found),
        cmocka_unit_test(a_mask_chooses),
        cmocka_unit_test(a_choice_may_turn_and_drop_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
