/* SPDX-License-Identifier: Apache-2.0 */
/* test_integer.c - every integer operation and branch against plain C, lane by lane.
 *
 * Random registers, random masks, odd numbers of lanes; rd falls onto rs1 or rs2 often. The models
 * here are written in wider or other arithmetic than the code they check. */
#include "fixture.h"

typedef uint32_t model_fn(uint32_t a, uint32_t b);

static int64_t sx(uint32_t a) { return a < 0x80000000u ? (int64_t)a : (int64_t)a - (1ll << 32); }

static uint32_t add(uint32_t a, uint32_t b) { return (uint32_t)(sx(a) + sx(b)); }
static uint32_t sub(uint32_t a, uint32_t b) { return (uint32_t)(sx(a) - sx(b)); }
static uint32_t sll(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a * (1ull << b % 32)); }
static uint32_t srl(uint32_t a, uint32_t b) { return (uint32_t)(a / (1ull << b % 32)); }
static uint32_t slt(uint32_t a, uint32_t b) { return sx(a) < sx(b); }
static uint32_t sltu(uint32_t a, uint32_t b) { return (uint64_t)a + 1 <= b; }
static uint32_t xor(uint32_t a, uint32_t b) { return (a | b) - (a & b); }
static uint32_t or(uint32_t a, uint32_t b) { return a | b; }
static uint32_t and(uint32_t a, uint32_t b) { return a & b; }
static uint32_t mul(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a * b); }
static uint32_t mulhu(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a * b >> 32); }
static uint32_t eqz(uint32_t a, uint32_t b) { return a * (b != 0); }
static uint32_t nez(uint32_t a, uint32_t b) { return a * (b == 0); }

static uint32_t sra(uint32_t a, uint32_t b)
{
    int64_t value = sx(a), divisor = 1ll << b % 32;
    return (uint32_t)((value - (value % divisor + divisor) % divisor) / divisor);
}

static uint32_t mulh(uint32_t a, uint32_t b)
{
    return (uint32_t)((__int128)sx(a) * sx(b) >> 32);
}

static uint32_t mulhsu(uint32_t a, uint32_t b)
{
    return (uint32_t)((__int128)sx(a) * b >> 32);
}

static uint32_t divide(uint32_t a, uint32_t b) { return b ? (uint32_t)(sx(a) / sx(b)) : ~0u; }
static uint32_t divu(uint32_t a, uint32_t b) { return b ? a / b : ~0u; }
static uint32_t rem(uint32_t a, uint32_t b) { return b ? (uint32_t)(sx(a) % sx(b)) : a; }
static uint32_t remu(uint32_t a, uint32_t b) { return b ? a % b : a; }

static uint32_t equal(uint32_t a, uint32_t b) { return (a ^ b) == 0; }
static uint32_t different(uint32_t a, uint32_t b) { return (a ^ b) != 0; }
static uint32_t not_less(uint32_t a, uint32_t b) { return sx(a) >= sx(b); }
static uint32_t not_below(uint32_t a, uint32_t b) { return a >= b; }

static const struct {
    const char *name;
    model_fn *model;
} by_register[] = {
    {"add", add},   {"sub", sub},       {"sll", sll},     {"slt", slt},   {"sltu", sltu},
    {"xor", xor},   {"srl", srl},       {"sra", sra},     {"or", or},     {"and", and},
    {"mul", mul},   {"mulh", mulh},     {"mulhsu", mulhsu}, {"mulhu", mulhu}, {"div", divide},
    {"divu", divu}, {"rem", rem},       {"remu", remu},   {"czero.eqz", eqz}, {"czero.nez", nez},
}, by_immediate[] = {
    {"addi", add}, {"slti", slt}, {"sltiu", sltu}, {"xori", xor}, {"ori", or}, {"andi", and},
}, by_amount[] = {
    {"slli", sll}, {"srli", srl}, {"srai", sra},
}, branches[] = {
    {"beq", equal}, {"bne", different}, {"blt", slt}, {"bge", not_less}, {"bltu", sltu},
    {"bgeu", not_below},
};

static const uint32_t lane_counts[] = {1, 4, 16, 31, 32, 48, 64};
enum { ROUNDS = 60, LANE_COUNTS = sizeof lane_counts / sizeof lane_counts[0] };

static uint32_t roll_register(struct fixture *f)
{
    return (uint32_t)roll(f) % 6 + A0;
}

/* rd must hold the model's value where lanes are active; `b` is NULL for an immediate. */
static void check_result(struct fixture *f, const char *name, model_fn *model, uint32_t rs1,
                         const uint32_t *b, uint32_t immediate)
{
    const uint32_t *a = f->before + rs1 * f->warp.stride;
    const uint32_t *d = lanes_of_register(f, f->insn.rd);
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    assert_only_active_lanes_of(f, f->insn.rd);
    for (uint32_t lane = 0; lane < f->warp.lanes; lane++)
        if (f->warp.mask >> lane & 1 && d[lane] != model(a[lane], b ? b[lane] : immediate))
            fail_msg("%s lane %u: %08x, %08x gave %08x", name, lane, a[lane],
                     b ? b[lane] : immediate, d[lane]);
}

static void run_by_register(struct fixture *f, const char *name, model_fn *model)
{
    uint32_t rd = roll_register(f), rs1 = roll_register(f), rs2 = roll_register(f);
    run_word(f, r_type(row_named(name)->match, rd, rs1, rs2));
    check_result(f, name, model, rs1, f->before + rs2 * f->warp.stride, 0);
}

static void run_by_immediate(struct fixture *f, const char *name, model_fn *model, int32_t imm)
{
    uint32_t rd = roll_register(f), rs1 = roll_register(f);
    run_word(f, i_type(row_named(name)->match, rd, rs1, imm));
    check_result(f, name, model, rs1, NULL, (uint32_t)imm);
}

static void for_many_warps(void (*check)(struct fixture *f))
{
    for (size_t i = 0; i < LANE_COUNTS; i++) {
        struct fixture *f = new_fixture(lane_counts[i]);
        for (int round = 0; round < ROUNDS; round++) {
            shuffle_registers(f);
            warp_set_mask(&f->warp, roll(f) & lanes_all(f->warp.lanes));
            check(f);
        }
        free(f);
    }
}

static void check_registers(struct fixture *f)
{
    for (size_t i = 0; i < sizeof by_register / sizeof by_register[0]; i++)
        run_by_register(f, by_register[i].name, by_register[i].model);
}

static void register_forms_give_what_plain_c_gives(void **unused)
{
    (void)unused;
    for_many_warps(check_registers);
}

static void check_immediates(struct fixture *f)
{
    for (size_t i = 0; i < sizeof by_immediate / sizeof by_immediate[0]; i++)
        run_by_immediate(f, by_immediate[i].name, by_immediate[i].model,
                         (int32_t)(roll(f) % 4096) - 2048);
    for (size_t i = 0; i < sizeof by_amount / sizeof by_amount[0]; i++)
        run_by_immediate(f, by_amount[i].name, by_amount[i].model, (int32_t)(roll(f) % 32));
}

static void immediate_forms_give_what_plain_c_gives(void **unused)
{
    (void)unused;
    for_many_warps(check_immediates);
}

static void check_branches(struct fixture *f)
{
    for (size_t i = 0; i < sizeof branches / sizeof branches[0]; i++) {
        uint32_t rs1 = roll_register(f), rs2 = roll_register(f);
        uint64_t wanted = 0;
        run_word(f, r_type(row_named(branches[i].name)->match, 16, rs1, rs2));
        for (uint32_t lane = 0; lane < f->warp.lanes; lane++)
            wanted |= (uint64_t)branches[i].model(lanes_of_register(f, rs1)[lane],
                                                  lanes_of_register(f, rs2)[lane]) << lane;
        assert_int_equal(f->effect.kind, EFFECT_BRANCH);
        assert_int_equal(f->effect.taken, wanted & f->warp.mask);
        assert_only_active_lanes_of(f, RV32_X0);
    }
}

static void branches_tell_which_active_lanes_want_the_target(void **unused)
{
    (void)unused;
    for_many_warps(check_branches);
}

static void upper_immediates_and_links_are_the_same_in_all_active_lanes(void **unused)
{
    struct fixture *f = new_fixture(32);
    (void)unused;
    warp_set_mask(&f->warp, 0x00ff00ff);
    run_word(f, 0xfffff537); /* lui a0, 0xfffff */
    assert_int_equal(lanes_of_register(f, A0)[0], 0xfffff000u);
    assert_only_active_lanes_of(f, A0);
    run_word(f, 0x00001517); /* auipc a0, 1 */
    assert_int_equal(lanes_of_register(f, A0)[23], 0x80001100u);
    run_word(f, 0x008000ef); /* jal ra, 8 */
    assert_int_equal(lanes_of_register(f, RV32_RA)[7], 0x80000104u);
    assert_int_equal(f->effect.kind, EFFECT_BRANCH);
    assert_int_equal(f->effect.taken, f->warp.mask);
    assert_only_active_lanes_of(f, RV32_RA);
    free(f);
}

static void a_jump_by_register_reads_its_target_before_it_links(void **unused)
{
    struct fixture *f = new_fixture(32);
    (void)unused;
    warp_set_mask(&f->warp, 0x00ff00f0);
    run_word(f, i_type(0x67, A0, A0, -3)); /* jalr a0, -3(a0) */
    assert_int_equal(f->effect.kind, EFFECT_JUMP);
    for (uint32_t lane = 0; lane < 32; lane++)
        assert_int_equal(f->effect.lane_target[lane],
                         (f->before[A0 * f->warp.stride + lane] - 3) & ~1u);
    assert_int_equal(f->effect.target, f->effect.lane_target[23]);
    assert_int_equal(lanes_of_register(f, A0)[4], 0x80000104u);
    assert_only_active_lanes_of(f, A0);
    free(f);
}

static void writes_to_x0_go_nowhere(void **unused)
{
    struct fixture *f = new_fixture(32);
    (void)unused;
    run_word(f, r_type(0x33, 0, A0, A1)); /* run_word checks that x0 stays zero */
    assert_only_active_lanes_of(f, RV32_X0);
    run_word(f, 0x0080006f); /* jal x0, 8 */
    assert_only_active_lanes_of(f, RV32_X0);
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(register_forms_give_what_plain_c_gives),
        cmocka_unit_test(immediate_forms_give_what_plain_c_gives),
        cmocka_unit_test(branches_tell_which_active_lanes_want_the_target),
        cmocka_unit_test(upper_immediates_and_links_are_the_same_in_all_active_lanes),
        cmocka_unit_test(a_jump_by_register_reads_its_target_before_it_links),
        cmocka_unit_test(writes_to_x0_go_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
