/* SPDX-License-Identifier: Apache-2.0 */
/* walk_decide.c - what is known about control: branches, SPLIT, JOIN, PRED, TMC, targets.
 *
 * The hardware takes one lane for all where lanes have to agree; a program whose lanes do not is
 * stopped (parameter `disagreement`), so one known active lane tells for the others. */
#include "bound/vortex/walk.h"
#include "isa/rv32/run.h"

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
    return walk->vortex->numbers.stop_on_disagreement ? 63 - __builtin_clzll(known) : -1;
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

/* The mask that a register holds. */
static bool mask_operand(const struct walk *walk, const struct walk_state *state, uint32_t row,
                         struct walk_tag *tag)
{
    uint32_t value;
    *tag = state->rows.facts[row].tag;
    bool tagged = tag->kind == TAG_MASK;
    if (!walk_uniform(walk, state, row, &value))
        return tagged;
    uint64_t mask = value & lanes_all(state->warp.lanes);
    if (!tagged || tag->mask != mask)
        *tag = (struct walk_tag){.kind = TAG_MASK, .certain = true, .mask = mask};
    return true;
}

bool walk_jump_target(const struct walk *walk, const struct walk_state *state,
                      const struct insn *insn, int32_t *target)
{
    uint32_t base;
    if (!walk_uniform(walk, state, insn->rs1, &base))
        return false;
    *target = program_index(walk->launch->program, (base + (uint32_t)insn->imm) & ~1u);
    return true;
}

/* ---- branches ---- */

static enum walk_outcome outcome_of(bool taken)
{
    return taken ? OUTCOME_TARGET : OUTCOME_NEXT;
}

enum wc_status walk_branch(struct walk *walk, struct walk_state *state, uint32_t index,
                           enum walk_outcome *outcome, bool *decided)
{
    const struct insn *insn = &walk->insns[index];
    uint64_t mask = state->warp.mask;
    uint64_t known = mask & walk_facts(state, insn->rs1)->known;
    known &= walk_facts(state, insn->rs2)->known;
    insn->run(&state->warp, insn, &walk->effect);
    uint64_t taken = walk->effect.taken & known, other = known & ~taken;
    int lane = speaker(walk, state, known);
    *decided = known == mask || lane >= 0;
    *outcome = OUTCOME_EITHER;
    if (insn->target == insn->next) {
        *outcome = OUTCOME_NEXT;
        *decided = true;
    } else if (lane >= 0) {
        if (taken && other && walk->vortex->numbers.stop_on_disagreement)
            return walk_fail(walk, state, index,
                             "cannot be bounded: lanes disagree about a branch");
        *outcome = outcome_of(taken >> lane & 1);
    } else if (known == mask && (!taken || !other)) {
        *outcome = outcome_of(taken != 0);
    }
    return WC_OK;
}

struct walk_choice walk_choice(const struct walk_state *state, uint32_t row)
{
    uint64_t mask = state->warp.mask, known = state->rows.facts[row].known & mask;
    uint64_t ones = warp_predicate(&state->warp, warp_row(&state->warp, row)) & known;
    return (struct walk_choice){.one = mask & ~(known & ~ones), .zero = mask & ~ones,
                                .known = known == mask};
}

/* ---- a branch that repeats the predicate of the SPLIT or PRED before it ---- */

static bool writes(const struct insn *insn, uint32_t reg)
{
    return insn->dst[0].count && insn->dst[0].first == reg;
}

struct comparison {
    uint32_t left, right;
    run_fn *when_true, *when_false; /* the branches that it decides */
};

static bool decides(const struct comparison *c, const struct insn *branch, enum walk_outcome *out)
{
    bool same = branch->rs1 == c->left && branch->rs2 == c->right;
    bool swapped = branch->rs1 == c->right && branch->rs2 == c->left && c->when_true == rv32_bne;
    if (!same && !swapped)
        return false;
    if (branch->run != c->when_true && branch->run != c->when_false)
        return false;
    *out = outcome_of(branch->run == c->when_true);
    return true;
}

/* What the register that `insn` writes says; `before` is the instruction in front of it. */
static bool comparison_of(const struct insn *insn, const struct insn *before, struct comparison *c)
{
    bool nonzero = insn->run == rv32_sltu && insn->rs1 == RV32_X0;
    bool zero = insn->run == rv32_sltiu && insn->imm == 1;
    if (nonzero || zero) {
        uint32_t tested = nonzero ? insn->rs2 : insn->rs1;
        bool of_two = before && before->run == rv32_xor && before->rd == tested;
        *c = (struct comparison){
            .left = of_two ? before->rs1 : tested, .right = of_two ? before->rs2 : RV32_X0,
            .when_true = nonzero ? rv32_bne : rv32_beq,
            .when_false = nonzero ? rv32_beq : rv32_bne};
        /* The operands have to hold at the branch what was compared. */
        return of_two ? !writes(before, before->rs1) && !writes(before, before->rs2)
                      : tested != insn->rd;
    }
    *c = (struct comparison){.left = insn->rs1, .right = insn->rs2,
                             .when_true = insn->run == rv32_slt ? rv32_blt : rv32_bltu,
                             .when_false = insn->run == rv32_slt ? rv32_bge : rv32_bgeu};
    return insn->run == rv32_slt || insn->run == rv32_sltu;
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

enum walk_outcome walk_pair(const struct walk *walk, const struct walk_state *state,
                            const struct walk_function *function, uint32_t index)
{
    const struct insn *insn = &walk->insns[index];
    const struct insn *branch = &walk->insns[index + 1];
    enum walk_outcome out;
    if (!same_block(function, index, index + 1) || insn->next != (int32_t)index + 1 ||
        branch->flow != FLOW_BRANCH || writes(insn, branch->rs1) || writes(insn, branch->rs2))
        return OUTCOME_EITHER;
    struct comparison c = {.left = insn->rs1, .right = RV32_X0, .when_true = rv32_bne,
                           .when_false = rv32_beq};
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

/* ---- SPLIT and JOIN ---- */

static bool any_open(const struct walk_state *state)
{
    for (uint32_t i = 0; i < state->ipdom.depth; i++) {
        if (state->open[i])
            return true;
    }
    return false;
}

void walk_split_depth(struct walk_state *state, const struct insn *insn)
{
    walk_forget(state, insn->rd);
    struct walk_facts *facts = walk_facts(state, insn->rd);
    warp_write_uniform(&state->warp, insn->rd, state->ipdom.depth);
    if (!any_open(state))
        facts->known |= state->warp.mask;
    facts->tag = (struct walk_tag){.kind = TAG_DEPTH, .splits = (uint8_t)state->ipdom.depth};
}

enum wc_status walk_join(struct walk *walk, struct walk_state *state, uint32_t index,
                         enum walk_outcome *outcome)
{
    const struct insn *insn = &walk->insns[index];
    const struct walk_tag *tag = &walk_facts(state, insn->rs1)->tag;
    uint32_t depth;
    if (!walk_uniform(walk, state, insn->rs1, &depth)) {
        if (tag->kind != TAG_DEPTH)
            return walk_fail(walk, state, index,
                             "cannot be bounded: the SPLIT of this JOIN is unknown");
        depth = tag->splits;
    }
    if (depth != state->ipdom.depth && depth + 1 != state->ipdom.depth)
        return walk_fail(walk, state, index,
                         "cannot be bounded: JOIN of the split at depth %u, but %u splits are open",
                         depth, state->ipdom.depth);
    *outcome = depth == state->ipdom.depth ? OUTCOME_NEXT : OUTCOME_TARGET;
    return WC_OK;
}

/* ---- PRED and TMC ---- */

enum wc_status walk_pred(struct walk *walk, struct walk_state *state, uint32_t index,
                         struct walk_pred *pred)
{
    const struct insn *insn = &walk->insns[index];
    struct walk_choice choice = walk_choice(state, insn->rs1);
    bool negated = insn->run == rv32_pred_n;
    *pred = (struct walk_pred){.stay = negated ? choice.zero : choice.one,
                               .leave = negated ? choice.one : choice.zero, .known = choice.known};
    bool one_stays = state->warp.mask & ~pred->leave; /* a lane that is known to */
    pred->may_stay = pred->stay != 0;
    pred->may_leave = !(pred->leave == 0 || (state->certain && one_stays));
    if (pred->leave && !mask_operand(walk, state, insn->rs2, &pred->restore))
        return walk_fail(walk, state, index,
                         "cannot be bounded: the mask that PRED restores is unknown");
    if (pred->may_leave && !pred->restore.mask)
        return walk_fail(walk, state, index, "cannot be bounded: PRED restores an empty mask");
    return WC_OK;
}

enum wc_status walk_pred_stay(struct walk *walk, struct walk_state *state,
                              const struct walk_pred *pred)
{
    uint64_t doubtful = pred->stay & pred->leave;
    enum wc_status status = WC_OK;
    if (!pred->leave)
        return status;
    if (doubtful)
        status = walk_park(walk, state, pred->restore.parked, doubtful);
    state->certain = state->certain && !doubtful;
    warp_set_mask(&state->warp, pred->stay);
    return status;
}

enum wc_status walk_mask(struct walk *walk, struct walk_state *state, uint32_t index, bool *ends)
{
    struct walk_tag tag;
    *ends = false;
    if (!mask_operand(walk, state, walk->insns[index].rs1, &tag))
        return walk_fail(walk, state, index,
                         "cannot be bounded: the lanes that TMC leaves active are unknown");
    *ends = tag.mask == 0;
    return *ends ? WC_OK : walk_wake(walk, state, &tag);
}
