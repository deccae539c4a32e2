/* SPDX-License-Identifier: Apache-2.0 */
/* walk_value.c - what is known of a result some of whose operands are not.
 *
 * A lane of it is known where all operands are, where a known zero decides, and where ranges decide
 * a comparison. Of the others it may still be known that they hold 0 or 1, a value in some range,
 * or an address in some buffer. */
#include "bound/engine/walker.h"

static uint64_t lanes_below(const struct walk_state *state, const struct walk_operand *operand,
                            uint32_t limit)
{
    if (!operand->is_row)
        return operand->number < limit ? ~0ull : 0;
    uint64_t known = state->rows.facts[operand->row].known;
    const uint32_t *value = warp_row(&state->warp, operand->row);
    return known ? known & walk_lanes_below(value, limit, state->warp.stride) : 0;
}

/* Lanes that hold 0 or 1. */
static uint64_t boolean_lanes(const struct walk_state *state, const struct walk_operand *operand)
{
    uint64_t known = lanes_below(state, operand, 2);
    if (!operand->is_row)
        return known;
    const struct walk_facts *facts = &state->rows.facts[operand->row];
    return known | (facts->boolean & ~facts->known);
}

static bool is_number(const struct walk_operand *operand, uint32_t number)
{
    return !operand->is_row && operand->number == number;
}

static uint64_t boolean_result(const struct walk_state *state, enum value_rule rule,
                               const struct walk_operand operand[2])
{
    switch (rule) {
    case VALUE_TEST:
        return ~0ull;
    case VALUE_MOVE:
    case VALUE_SELECT:
        return boolean_lanes(state, &operand[0]);
    case VALUE_ADD:
        return is_number(&operand[1], 0) ? boolean_lanes(state, &operand[0]) : 0;
    case VALUE_AND:
        return boolean_lanes(state, &operand[0]) | boolean_lanes(state, &operand[1]);
    case VALUE_OR:
    case VALUE_XOR:
    case VALUE_MULTIPLY:
        return boolean_lanes(state, &operand[0]) & boolean_lanes(state, &operand[1]);
    default:
        return 0;
    }
}

/* Lanes whose result is zero because an operand is. */
static uint64_t zero_result(const struct walk_state *state, enum value_rule rule,
                            const struct walk_operand operand[2])
{
    if (rule != VALUE_AND && rule != VALUE_MULTIPLY)
        return 0;
    return lanes_below(state, &operand[0], 1) | lanes_below(state, &operand[1], 1);
}

static struct walk_range operand_range(const struct walk_state *state,
                                       const struct walk_operand *operand, uint64_t lanes)
{
    return operand->is_row ? walk_range_of(state, operand->row, lanes)
                           : range_point(operand->number);
}

static bool has_range(const struct walk_state *state, const struct walk_operand *operand,
                      uint64_t lanes)
{
    const struct walk_facts *facts = &state->rows.facts[operand->row];
    return !operand->is_row || !(lanes & ~(facts->known | facts->ranged));
}

/* Without a look at the numbers: most results are like this. */
static bool has_no_range(const struct walk_state *state, enum value_rule rule,
                         const struct walk_operand operand[2], uint64_t lanes)
{
    bool first = has_range(state, &operand[0], lanes);
    bool second = has_range(state, &operand[1], lanes);
    if (rule == VALUE_AND || rule == VALUE_SHIFT_RIGHT)
        return !first && !second;
    return !first || (!second && rule != VALUE_MOVE && rule != VALUE_SELECT);
}

/* The branch before has compared these two rows, and the first is not smaller. */
static bool is_ordered(const struct walk_state *state, const struct walk_operand operand[2])
{
    const struct walk_order *order = &state->order;
    return order->test != TEST_OTHER && operand[0].is_row && operand[1].is_row &&
           operand[0].row == order->high && operand[1].row == order->low;
}

/* What lanes of the result hold, if all of them are in the same range. */
static struct walk_range result_range(const struct walk_state *state, const struct insn *insn,
                                      const struct walk_operand operand[2], uint64_t lanes)
{
    const enum value_rule rule = insn->op->value;
    if (rule == VALUE_OTHER || !lanes)
        return RANGE_ALL;
    if (has_no_range(state, rule, operand, lanes))
        return rule == VALUE_TEST ? range_between(0, 1) : RANGE_ALL;
    struct walk_range a = operand_range(state, &operand[0], lanes);
    struct walk_range b = operand_range(state, &operand[1], lanes);
    if (rule == VALUE_SUBTRACT && is_ordered(state, operand))
        return range_difference(a, b, state->order.test);
    if (rule != VALUE_TEST)
        return range_result(rule, a, b);
    enum range_verdict verdict = range_test(insn->op->test, a, b);
    return verdict == RANGE_SOMETIMES ? range_between(0, 1) : range_point(verdict == RANGE_ALWAYS);
}

static void write_lanes(struct walk_state *state, uint32_t row, uint64_t lanes, uint32_t value)
{
    uint32_t *to = warp_row(&state->warp, row);
    for (; lanes; lanes &= lanes - 1)
        to[__builtin_ctzll(lanes)] = value;
}

static bool may_point(const struct walk *walk, const struct walk_state *state, uint32_t row)
{
    const struct walk_facts *facts = &state->rows.facts[row];
    const uint32_t *value = warp_row(&state->warp, row);
    bool found = facts->points;
    for (uint64_t rest = facts->known & state->warp.mask; rest && !found; rest &= rest - 1)
        found = walk_in_stacks(walk, value[__builtin_ctzll(rest)]);
    return found;
}

/* The buffer or local memory that an operand was made from a pointer into. A known address in local
 * memory is one: nothing else is near. Which buffer a known address is in tells nothing: b - n may
 * be in the buffer before b. */
static const struct allocation *object_of(struct walk *walk, const struct walk_state *state,
                                          const struct walk_operand *operand)
{
    if (!operand->is_row)
        return NULL;
    const struct walk_facts *facts = &state->rows.facts[operand->row];
    const uint32_t *value = warp_row(&state->warp, operand->row);
    uint64_t mask = state->warp.mask;
    const struct allocation *made = walk_made(facts, mask);
    if (made || mask & ~facts->known)
        return made;
    const struct allocation *local = walk_object_at(walk, value[__builtin_ctzll(mask)]);
    if (!local || local->kind != ALLOCATION_LOCAL)
        return NULL;
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        if (value[__builtin_ctzll(rest)] - local->base >= local->size)
            return NULL;
    }
    return local;
}

/* A pointer and an offset make a pointer to the same object. */
static const struct allocation *object_result(struct walk *walk, const struct walk_state *state,
                                              enum value_rule rule,
                                              const struct walk_operand operand[2])
{
    if (rule != VALUE_ADD && rule != VALUE_SUBTRACT)
        return NULL;
    const struct allocation *first = object_of(walk, state, &operand[0]);
    const struct allocation *second = object_of(walk, state, &operand[1]);
    if (rule == VALUE_SUBTRACT)
        return second ? NULL : first;
    return first && second ? NULL : first ? first : second;
}

int32_t walk_moved_row(const struct walk *walk, const struct insn *insn)
{
    struct walk_operand operand[2] = {{0}, {0}};
    if (insn->op->value != VALUE_MOVE && insn->op->value != VALUE_ADD)
        return WALK_NOWHERE;
    walk->machine->isa->operands(insn, operand);
    bool moves = insn->op->value == VALUE_MOVE || is_number(&operand[1], 0);
    return moves && operand[0].is_row ? operand[0].row : WALK_NOWHERE;
}

void walk_partly(struct walk *walk, struct walk_state *state, const struct insn *insn,
                 uint64_t known)
{
    const enum value_rule rule = insn->op->value;
    const uint64_t mask = state->warp.mask, all = lanes_all(state->warp.lanes);
    struct walk_operand operand[2] = {{0}, {0}};
    if (rule != VALUE_OTHER)
        walk->machine->isa->operands(insn, operand);
    struct walk_facts *facts = walk_facts(state, insn->rd);
    uint64_t boolean = boolean_result(state, rule, operand);
    const struct allocation *object = object_result(walk, state, rule, operand);
    bool points = facts->points && mask != all;
    known |= zero_result(state, rule, operand);
    uint64_t ranged = mask & ~known;
    const struct walk_range range = result_range(state, insn, operand, ranged);
    for (unsigned i = 0; i < SOURCES_MAX && insn->src[i].count; i++)
        points |= may_point(walk, state, insn->src[i].first);
    if (known & mask)
        insn->run(&state->warp, insn, &walk->effect);
    if (ranged && range.span == 0) {
        write_lanes(state, insn->rd, ranged, range.low);
        known |= ranged;
    }
    facts->known = (facts->known & ~mask) | (known & mask);
    facts->boolean = (facts->boolean & ~mask) | (boolean & mask);
    walk_limit(state, insn->rd, range);
    facts->points = points;
    walk_make(state, insn->rd, mask, object);
}
