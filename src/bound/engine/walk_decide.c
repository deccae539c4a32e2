/* SPDX-License-Identifier: Apache-2.0 */
/* walk_decide.c - what is known about control: branches, predicates, targets.
 *
 * The hardware takes one lane for all where lanes have to agree. On a machine that stops a program
 * whose lanes do not, one known active lane tells for the others. */
#include "bound/engine/walker.h"

/* ---- one value for all lanes ---- */

/* The lane that speaks for the active ones, or -1. */
static int speaker(const struct walk *walk, const struct walk_state *state, uint64_t known)
{
    known &= state->warp.mask;
    unsigned deciding = warp_deciding_lane(&state->warp);
    if (!known || !state->certain)
        return -1;
    if (known >> deciding & 1)
        return (int)deciding;
    if (!walk->lanes_agree)
        return -1;
    walk_assume(walk, state->warp.pc, ASSUME_LANES);
    return 63 - __builtin_clzll(known);
}

static bool lanes_agree(const uint32_t *row, uint64_t lanes)
{
    uint32_t first = row[__builtin_ctzll(lanes)];
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        if (row[__builtin_ctzll(rest)] != first)
            return false;
    }
    return true;
}

bool walk_uniform(const struct walk *walk, const struct walk_state *state, uint32_t row,
                  uint32_t *value)
{
    const uint32_t *values = warp_row(&state->warp, row);
    uint64_t mask = state->warp.mask, known = state->rows.facts[row].known & mask;
    int lane = speaker(walk, state, known);
    if (lane < 0 && !state->certain && known == mask && lanes_agree(values, mask))
        lane = (int)warp_deciding_lane(&state->warp);
    if (lane < 0)
        return false;
    *value = values[lane];
    return true;
}

bool walk_jump_target(const struct walk *walk, const struct walk_state *state,
                      const struct insn *insn, int32_t *target)
{
    uint64_t address;
    if (!walk->machine->isa->jump_target(walk, state, insn, &address))
        return false;
    *target = program_index(walk->launch->program, address);
    return true;
}

/* ---- branches ---- */

/* The operands of a branch as these lanes hold them. */
static void branch_ranges(const struct walk *walk, const struct walk_state *state,
                          const struct insn *insn, uint64_t lanes, struct walk_range range[2])
{
    struct walk_operand operand[2];
    walk->machine->isa->operands(insn, operand);
    for (unsigned i = 0; i < 2; i++)
        range[i] = operand[i].is_row ? walk_range_of(state, operand[i].row, lanes)
                                     : range_point(operand[i].number);
}

/* What lanes do whose operands are not known. */
static enum range_verdict verdict_of(const struct walk *walk, const struct walk_state *state,
                                     const struct insn *insn, uint64_t lanes)
{
    struct walk_range range[2];
    if (!lanes || insn->op->test == TEST_OTHER)
        return RANGE_SOMETIMES;
    branch_ranges(walk, state, insn, lanes, range);
    return range_test(insn->op->test, range[0], range[1]);
}

bool walk_branch_is_ranged(const struct walk *walk, const struct walk_state *state, uint32_t index)
{
    enum { WIDE = 1 << 30 }; /* any number above 0 is no range that anybody has given */
    struct walk_range range[2];
    const struct insn *insn = &walk->insns[index];
    if (insn->op->test == TEST_OTHER)
        return false;
    branch_ranges(walk, state, insn, state->warp.mask, range);
    return range[0].span < WIDE && range[1].span < WIDE;
}

/* A row is in this range, too. */
static bool limit_row(struct walk_state *state, uint32_t row, struct walk_range range)
{
    const uint64_t unknown = state->warp.mask & ~walk_facts(state, row)->known;
    const struct walk_range before = walk_range_of(state, row, state->warp.mask);
    if (!unknown || range_is_all(range) || range.span >= before.span)
        return false;
    walk_limit(state, row, range);
    return true;
}

struct sum_of_row {
    uint32_t from, to;
    uint32_t offset; /* to = from + offset */
};

/* An instruction that copies a row, or adds a number to it, into another one. */
static bool is_sum(const struct walk *walk, const struct insn *insn, struct sum_of_row *sum)
{
    struct walk_operand operand[2];
    if (insn->op->value != VALUE_ADD || !insn->dst[0].count)
        return false;
    walk->machine->isa->operands(insn, operand);
    *sum = (struct sum_of_row){operand[0].row, insn->rd, operand[1].number};
    return operand[0].is_row && !operand[1].is_row && sum->from != sum->to;
}

static bool is_rewritten(const struct walk *walk, uint32_t row, uint32_t after, uint32_t before)
{
    for (uint32_t i = after + 1; i < before; i++) {
        if (walk->insns[i].dst[0].count && walk->insns[i].rd == row)
            return true;
    }
    return false;
}

/* `n--` before the test of the old n: what the test says of one says as much of the other. Looks at
 * the last instructions before `end`, which the active lanes have run in this order. */
static bool narrow_sums(const struct walk *walk, struct walk_state *state, uint32_t row,
                        struct walk_range range, uint32_t end)
{
    enum { SUMS_MAX = 64 };
    struct sum_of_row sum;
    bool narrowed = false;
    for (uint32_t i = end; i-- > state->straight && end - i <= SUMS_MAX &&
                           walk->classes[i] <= CLASS_STRAIGHT_LAST;) {
        if (!is_sum(walk, &walk->insns[i], &sum) || is_rewritten(walk, sum.from, i, end) ||
            is_rewritten(walk, sum.to, i, end))
            continue;
        const struct walk_range offset = range_point(sum.offset);
        if (sum.from == row)
            narrowed |= limit_row(state, sum.to, range_result(VALUE_ADD, range, offset));
        if (sum.to == row)
            narrowed |= limit_row(state, sum.from, range_result(VALUE_SUBTRACT, range, offset));
    }
    return narrowed;
}

/* The order of both operands, for what is computed next. */
static void note_order(struct walk_state *state, enum test test,
                       const struct walk_operand operand[2])
{
    const bool less = test == TEST_LESS || test == TEST_BELOW;
    if (!operand[0].is_row || !operand[1].is_row || test == TEST_EQUAL || test == TEST_DIFFERENT)
        return;
    state->order = (struct walk_order){.test = (uint8_t)test, .low = operand[less ? 0 : 1].row,
                                       .high = operand[less ? 1 : 0].row};
}

bool walk_narrow(const struct walk *walk, struct walk_state *state, uint32_t index,
                 enum walk_outcome way, uint32_t end)
{
    const struct insn *insn = &walk->insns[index];
    const enum test test = way == OUTCOME_TARGET ? insn->op->test : test_opposite(insn->op->test);
    struct walk_operand operand[2];
    struct walk_range range[2], left[2];
    bool narrowed = false;
    if (test == TEST_OTHER)
        return false;
    walk->machine->isa->operands(insn, operand);
    branch_ranges(walk, state, insn, state->warp.mask, range);
    left[0] = range[0];
    left[1] = range[1];
    range_assume(test, &left[0], &left[1]);
    for (unsigned i = 0; i < 2; i++) {
        if (!operand[i].is_row || range_same(left[i], range[i]))
            continue;
        walk_limit(state, operand[i].row, left[i]);
        narrowed |= (state->warp.mask & ~walk_facts(state, operand[i].row)->known) != 0;
        narrowed |= narrow_sums(walk, state, operand[i].row, left[i], end);
    }
    note_order(state, test, operand);
    return narrowed;
}

static enum walk_outcome outcome_of(bool taken)
{
    return taken ? OUTCOME_TARGET : OUTCOME_NEXT;
}

enum wc_status walk_branch(struct walk *walk, struct walk_state *state, uint32_t index,
                           enum walk_outcome *outcome, bool *decided)
{
    const struct insn *insn = &walk->insns[index];
    uint64_t mask = state->warp.mask, known = mask;
    for (unsigned i = 0; i < SOURCES_MAX && insn->src[i].count; i++)
        known &= walk_facts(state, insn->src[i].first)->known;
    insn->run(&state->warp, insn, &walk->effect);
    uint64_t taken = walk->effect.taken & known;
    const uint64_t values = known; /* by themselves, without ranges */
    enum range_verdict verdict = verdict_of(walk, state, insn, mask & ~known);
    if (verdict != RANGE_SOMETIMES) {
        taken |= verdict == RANGE_ALWAYS ? mask & ~known : 0;
        known = mask;
    }
    uint64_t other = known & ~taken;
    int lane = speaker(walk, state, known);
    *decided = values == mask || (lane >= 0 && values >> lane & 1);
    *outcome = OUTCOME_EITHER;
    if (insn->target == insn->next) {
        *outcome = OUTCOME_NEXT;
        *decided = true;
    } else if (lane >= 0) {
        if (taken && other && walk->lanes_agree)
            return walk_fail(walk, state, index,
                             "cannot be bounded: lanes disagree about a branch");
        *outcome = outcome_of(taken >> lane & 1);
    } else if (known == mask && (!taken || !other)) {
        *outcome = outcome_of(taken != 0);
    }
    return WC_OK;
}

struct walk_choice walk_branch_lanes(struct walk *walk, struct walk_state *state, uint32_t index)
{
    const struct insn *insn = &walk->insns[index];
    const uint64_t mask = state->warp.mask;
    uint64_t known = mask;
    if (insn->target == insn->next)
        return (struct walk_choice){.zero = mask, .known = true};
    for (unsigned i = 0; i < SOURCES_MAX && insn->src[i].count; i++)
        known &= walk_facts(state, insn->src[i].first)->known;
    insn->run(&state->warp, insn, &walk->effect);
    const uint64_t taken = walk->effect.taken & known, unknown = mask & ~known;
    const enum range_verdict verdict = verdict_of(walk, state, insn, unknown);
    return (struct walk_choice){
        .one = taken | (verdict == RANGE_NEVER ? 0 : unknown),
        .zero = (known & ~taken) | (verdict == RANGE_ALWAYS ? 0 : unknown), .known = !unknown};
}

struct walk_choice walk_choice(const struct walk_state *state, uint32_t row)
{
    uint64_t mask = state->warp.mask, known = state->rows.facts[row].known & mask;
    uint64_t ones = warp_predicate(&state->warp, warp_row(&state->warp, row)) & known;
    return (struct walk_choice){.one = mask & ~(known & ~ones), .zero = mask & ~ones,
                                .known = known == mask};
}
