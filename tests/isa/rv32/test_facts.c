/* SPDX-License-Identifier: Apache-2.0 */
/* test_facts.c - what the rows say for analyses (role, value rule, comparison, bytes) is what
 * the instructions do. A wrong fact would make a bound wrong, not a run. */
#include "memory/port.h"
#include "fixture.h"

enum { LANES = 32, BASE = 0x10000, SIZE = 0x1000 };

struct stage {
    struct fixture *f;
    struct memory memory;
    struct memory_port port;
};

static void open_stage(struct stage *stage)
{
    struct error err = {0};
    struct allocation *made;
    memset(stage, 0, sizeof *stage);
    stage->f = new_fixture(LANES);
    assert_int_equal(memory_place(&err, &stage->memory, ALLOCATION_BUFFER, "buffer", BASE, SIZE,
                                  true, &made), WC_OK);
    memory_port_reset(&stage->port, &stage->memory);
    stage->f->warp.memory = &stage->port;
    memset(memory_bytes(&stage->memory, BASE, SIZE), 0xc3, SIZE);
}

static void close_stage(struct stage *stage)
{
    memory_free(&stage->memory);
    free(stage->f);
}

/* rd a0, rs1 a1, rs2 a2 and an immediate, as far as the row has them. */
static uint32_t word_of(struct fixture *f, const struct rv32_row *row)
{
    uint32_t free_bits = (uint32_t)A0 << 7 | (uint32_t)A1 << 15 | (uint32_t)A2 << 20;
    if (strchr(row->operands, 'i'))
        free_bits = (free_bits & 0xfffff) | ((uint32_t)roll_word(f) & 0xfff) << 20;
    return row->match | (free_bits & ~row->mask);
}

/* The same for an access through a1 without an offset. */
static uint32_t access_of(const struct rv32_row *row)
{
    uint32_t target = strchr(row->operands, 'w') ? 0 : (uint32_t)A0 << 7;
    return row->match | target | (uint32_t)A1 << 15;
}

static void shuffle_alike(struct fixture *f)
{
    shuffle_registers(f);
    for (uint32_t lane = 0; lane < LANES; lane += 3) /* some that are equal */
        lanes_of_register(f, A2)[lane] = lanes_of_register(f, A1)[lane];
}

/* ---- values ---- */

static uint32_t operand(struct fixture *f, const struct rv32_row *row, unsigned i, uint32_t lane)
{
    if (i == 1 && strpbrk(row->operands, "ih"))
        return (uint32_t)f->insn.imm;
    return f->before[(i ? f->insn.rs2 : f->insn.rs1) * f->warp.stride + lane];
}

static bool follows(enum value_rule rule, uint32_t a, uint32_t b, uint32_t result)
{
    switch (rule) {
    case VALUE_MOVE: return result == a;
    case VALUE_ADD: return result == a + b;
    case VALUE_SUBTRACT: return result == a - b;
    case VALUE_MULTIPLY: return result == a * b;
    case VALUE_AND: return result == (a & b);
    case VALUE_OR: return result == (a | b);
    case VALUE_XOR: return result == (a ^ b);
    case VALUE_TEST: return result < 2;
    case VALUE_SELECT: return result == a || result == 0;
    case VALUE_SHIFT_LEFT: return result == a << (b & 31);
    case VALUE_SHIFT_RIGHT: return result == a >> (b & 31);
    default: return true;
    }
}

static void results_follow_the_rule_of_their_row(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    unsigned checked = 0;
    (void)unused;
    for (size_t i = 0; i < rv32_row_count; i++) {
        const struct rv32_row *row = &rv32_rows[i];
        if (row->op.role != ROLE_COMPUTE || row->op.value == VALUE_OTHER)
            continue;
        for (int k = 0; k < 50; k++) {
            shuffle_alike(f);
            run_word(f, word_of(f, row));
            for (uint32_t lane = 0; lane < LANES; lane++) {
                uint32_t result = lanes_of_register(f, f->insn.rd)[lane];
                if (!follows(row->op.value, operand(f, row, 0, lane), operand(f, row, 1, lane),
                             result))
                    fail_msg("%s makes 0x%x", row->op.name, result);
            }
        }
        checked++;
    }
    assert_true(checked >= 20);
    free(f);
}

/* ---- comparisons ---- */

static bool holds(enum test test, uint32_t a, uint32_t b)
{
    switch (test) {
    case TEST_EQUAL: return a == b;
    case TEST_DIFFERENT: return a != b;
    case TEST_LESS: return (int32_t)a < (int32_t)b;
    case TEST_NOT_LESS: return (int32_t)a >= (int32_t)b;
    case TEST_BELOW: return a < b;
    default: return a >= b;
    }
}

static void branches_and_tests_compare_as_their_row_says(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    unsigned checked = 0;
    (void)unused;
    for (size_t i = 0; i < rv32_row_count; i++) {
        const struct rv32_row *row = &rv32_rows[i];
        assert_true(row->op.role != ROLE_BRANCH || row->op.test != TEST_OTHER);
        for (int k = 0; k < 50 && row->op.test != TEST_OTHER; k++) {
            shuffle_alike(f);
            run_word(f, word_of(f, row));
            for (uint32_t lane = 0; lane < LANES; lane++) {
                bool expected = holds(row->op.test, operand(f, row, 0, lane),
                                      operand(f, row, 1, lane));
                bool found = row->op.role == ROLE_BRANCH
                                 ? f->effect.taken >> lane & 1
                                 : lanes_of_register(f, f->insn.rd)[lane] == 1;
                if (found != expected)
                    fail_msg("%s compares otherwise", row->op.name);
            }
        }
        checked += row->op.test != TEST_OTHER;
    }
    assert_int_equal(checked, 10);
    free(f);
}

/* ---- accesses ---- */

static void accesses_have_the_bytes_and_the_sign_of_their_row(void **unused)
{
    struct stage stage;
    (void)unused;
    open_stage(&stage);
    struct fixture *f = stage.f;
    for (size_t i = 0; i < rv32_row_count; i++) {
        const struct op *op = &rv32_rows[i].op;
        assert_int_equal(op->role == ROLE_ACCESS, (op->flags & (INSN_LOAD | INSN_STORE)) != 0);
        if (op->role != ROLE_ACCESS || !op->bytes)
            continue;
        memset(memory_bytes(&stage.memory, BASE, SIZE), 0xc3, SIZE);
        for (uint32_t lane = 0; lane < LANES; lane++)
            lanes_of_register(f, A1)[lane] = BASE + 64 + 4 * lane;
        run_word(f, access_of(&rv32_rows[i]));
        assert_int_equal(f->effect.kind, EFFECT_MEMORY);
        assert_int_equal(f->effect.access.bytes, op->bytes);
        if (op->bytes < 4 && op->flags & INSN_LOAD)
            assert_int_equal(lanes_of_register(f, A0)[3] >> 31, op->keeps_sign);
    }
    close_stage(&stage);
}

/* ---- roles ---- */

static const struct {
    uint8_t effect, role;
} roles[] = {
    {EFFECT_MASK, ROLE_MASK}, {EFFECT_SPLIT, ROLE_SPLIT}, {EFFECT_JOIN, ROLE_JOIN},
    {EFFECT_PREDICATE, ROLE_PREDICATE}, {EFFECT_SPAWN, ROLE_SPAWN},
    {EFFECT_BARRIER, ROLE_BARRIER}, {EFFECT_FENCE, ROLE_FENCE}, {EFFECT_MEMORY, ROLE_ACCESS},
};

static void assert_role(const struct op *op, const struct effect *effect)
{
    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++) {
        if (roles[i].effect == effect->kind && roles[i].role != op->role)
            fail_msg("%s has another role than its effect", op->name);
    }
    bool goes = effect->kind == EFFECT_BRANCH || effect->kind == EFFECT_JUMP ||
                effect->kind == EFFECT_TRAP || effect->kind == EFFECT_FAULT;
    bool may_go = op->role == ROLE_JUMP || op->role == ROLE_JUMP_REGISTER ||
                  op->role == ROLE_BRANCH || op->role == ROLE_END || op->role == ROLE_STATUS;
    if (goes && !may_go)
        fail_msg("%s leaves its path", op->name);
}

static void roles_are_those_of_the_effects(void **unused)
{
    struct stage stage;
    (void)unused;
    open_stage(&stage);
    struct fixture *f = stage.f;
    for (size_t i = 0; i < rv32_row_count; i++) {
        const struct rv32_row *row = &rv32_rows[i];
        shuffle_registers(f);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            lanes_of_register(f, A1)[lane] = BASE + 4 * lane;
            lanes_of_register(f, A2)[lane] = 4;
        }
        run_word(f, row->op.role == ROLE_ACCESS ? access_of(row) : word_of(f, row));
        assert_role(&row->op, &f->effect);
        if (row->op.role == ROLE_SPLIT || row->op.role == ROLE_PREDICATE) /* a1 is even */
            assert_int_equal(f->effect.taken != 0, row->op.negated);
    }
    close_stage(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_follow_the_rule_of_their_row),
        cmocka_unit_test(branches_and_tests_compare_as_their_row_says),
        cmocka_unit_test(accesses_have_the_bytes_and_the_sign_of_their_row),
        cmocka_unit_test(roles_are_those_of_the_effects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
