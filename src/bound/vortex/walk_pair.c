/* SPDX-License-Identifier: Apache-2.0 */
/* walk_pair.c - a branch that repeats the predicate of the SPLIT or PRED before it.
 *
 * Compilers for Vortex part the lanes by a predicate and branch on the same one: on one side of the
 * SPLIT the branch is taken, on the other it is not. */
#include "bound/vortex/walker.h"

static bool writes(const struct insn *insn, uint32_t reg)
{
    return insn->dst[0].count && insn->dst[0].first == reg;
}

struct comparison {
    uint32_t left, right;
    enum test when_true; /* what branches that it decides ask; when it is false the opposite */
};

static bool decides(const struct comparison *c, const struct insn *branch, enum walk_outcome *out)
{
    const enum test asked = branch->op->test;
    bool same = branch->rs1 == c->left && branch->rs2 == c->right;
    bool swapped = branch->rs1 == c->right && branch->rs2 == c->left &&
                   c->when_true == TEST_DIFFERENT;
    if (!same && !swapped)
        return false;
    if (asked != c->when_true && asked != test_opposite(c->when_true))
        return false;
    *out = asked == c->when_true ? OUTCOME_TARGET : OUTCOME_NEXT;
    return true;
}

static bool is_xor_into(const struct insn *insn, uint32_t reg)
{
    struct walk_operand operand[2];
    if (!insn || !insn->op || insn->op->value != VALUE_XOR || insn->rd != reg)
        return false;
    rv32_walk.operands(insn, operand);
    return operand[1].is_row;
}

/* The register `tested` is compared with zero, or, where it is the xor of two, these with each
 * other. The operands have to hold at the branch what was compared. */
static bool against_zero(const struct insn *insn, const struct insn *before, uint32_t tested,
                         struct comparison *c)
{
    c->left = tested;
    c->right = RV32_X0;
    if (!is_xor_into(before, tested))
        return tested != insn->rd;
    c->left = before->rs1;
    c->right = before->rs2;
    return !writes(before, before->rs1) && !writes(before, before->rs2);
}

/* What the register that `insn` writes says; `before` is the instruction before it. */
static bool comparison_of(const struct insn *insn, const struct insn *before, struct comparison *c)
{
    struct walk_operand operand[2];
    if (insn->op->value != VALUE_TEST || insn->op->test == TEST_OTHER)
        return false;
    rv32_walk.operands(insn, operand);
    bool below = insn->op->test == TEST_BELOW, immediate = !operand[1].is_row;
    bool nonzero = below && !immediate && insn->rs1 == RV32_X0; /* 0 < rs2 */
    bool zero = below && immediate && insn->imm == 1;           /* rs1 < 1 */
    c->when_true = nonzero ? TEST_DIFFERENT : zero ? TEST_EQUAL : insn->op->test;
    if (nonzero || zero)
        return against_zero(insn, before, nonzero ? insn->rs2 : insn->rs1, c);
    c->left = insn->rs1;
    c->right = insn->rs2;
    return !immediate;
}

static bool same_block(const struct walk_function *function, uint32_t a, uint32_t b)
{
    return a - function->first < function->count && b - function->first < function->count &&
           function->block_of[a - function->first] == function->block_of[b - function->first];
}

/* All lanes of the mask hold 0 or 1. */
static bool is_boolean(const struct walk_state *state, uint32_t row)
{
    const struct walk_facts *facts = &state->rows.facts[row];
    const uint32_t *value = warp_row(&state->warp, row);
    if (state->warp.mask & ~(facts->known | facts->boolean))
        return false;
    for (uint64_t rest = facts->known & state->warp.mask; rest; rest &= rest - 1) {
        if (value[__builtin_ctzll(rest)] > 1)
            return false;
    }
    return true;
}

/* The instruction at `test` makes the predicate: does it say where `branch` goes? */
static enum walk_outcome compared(const struct walk *walk, const struct walk_function *function,
                                  uint32_t test, const struct insn *branch)
{
    const struct insn *insn = &walk->insns[test];
    bool has_before = test > function->first && same_block(function, test - 1, test);
    const struct insn *before = has_before ? &walk->insns[test - 1] : NULL;
    struct comparison c;
    enum walk_outcome out;
    if (writes(insn, branch->rs1) || writes(insn, branch->rs2) ||
        !comparison_of(insn, before, &c) || !decides(&c, branch, &out))
        return OUTCOME_EITHER;
    return out;
}

enum walk_outcome vortex_pair(const struct walk *walk, const struct walk_state *state,
                              const struct walk_function *function, uint32_t index)
{
    const struct insn *insn = &walk->insns[index];
    const struct insn *branch = &walk->insns[index + 1];
    enum walk_outcome out;
    if (!same_block(function, index, index + 1) || insn->next != (int32_t)index + 1 ||
        branch->flow != FLOW_BRANCH || writes(insn, branch->rs1) || writes(insn, branch->rs2))
        return OUTCOME_EITHER;
    const struct comparison c = {.left = insn->rs1, .right = RV32_X0,
                                 .when_true = TEST_DIFFERENT};
    if (decides(&c, branch, &out))
        return is_boolean(state, insn->rs1) ? out : OUTCOME_EITHER;
    uint32_t test = index;
    while (--test >= function->first && same_block(function, test, index) &&
           walk->classes[test] <= CLASS_STRAIGHT_LAST) {
        const struct insn *before = &walk->insns[test];
        if (writes(before, insn->rs1))
            return compared(walk, function, test, branch);
        if (writes(before, branch->rs1) || writes(before, branch->rs2))
            break;
    }
    return OUTCOME_EITHER;
}
