/* SPDX-License-Identifier: Apache-2.0 */
/* walk_pred.c - PRED and TMC: lanes that leave loops before others.
 *
 * A PRED keeps lanes in a loop: those that may leave are parked, and a way out of the loop opens on
 * which they wake. */
#include "bound/vortex/walker.h"

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

/* What a PRED can do: stay in the loop with some lanes, or leave it with the restored mask. */
struct pred {
    uint64_t stay, leave; /* lanes that may */
    bool may_stay, may_leave, known;
    struct walk_tag restore;
};

static enum wc_status decide_pred(struct walk *walk, struct walk_state *state, uint32_t index,
                                  struct pred *pred)
{
    const struct insn *insn = &walk->insns[index];
    struct walk_choice choice = walk_choice(state, insn->rs1);
    bool negated = insn->op->negated;
    *pred = (struct pred){.stay = negated ? choice.zero : choice.one,
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

/* The state becomes that of the lanes that stay. */
static enum wc_status stay_in(struct walk *walk, struct walk_state *state, const struct pred *pred)
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

enum wc_status vortex_known_pred(struct walk *walk, struct walk_state *state, uint32_t index,
                                 bool *known)
{
    struct pred pred;
    enum wc_status status = decide_pred(walk, state, index, &pred);
    *known = state->certain && pred.known;
    if (!*known)
        return status;
    walk_state_forget_flag(walk, state);
    walk_tell_node(walk, index, NULL);
    if (status != WC_OK)
        return status;
    status = pred.may_stay ? stay_in(walk, state, &pred) : walk_wake(walk, state, &pred.restore);
    return status == WC_OK ? walk_go_on(walk, state, index, walk->insns[index].next) : status;
}

static enum wc_status set_mask(struct walk *walk, struct walk_state *state, uint32_t index,
                               bool *ends)
{
    struct walk_tag tag;
    *ends = false;
    if (!mask_operand(walk, state, walk->insns[index].rs1, &tag))
        return walk_fail(walk, state, index,
                         "cannot be bounded: the lanes that TMC leaves active are unknown");
    *ends = tag.mask == 0;
    return *ends ? WC_OK : walk_wake(walk, state, &tag);
}

enum wc_status vortex_known_mask(struct walk *walk, struct walk_state *state, uint32_t index,
                                 bool *ends)
{
    enum wc_status status = set_mask(walk, state, index, ends);
    walk_tell_node(walk, index, NULL);
    if (status != WC_OK || *ends)
        return status;
    return walk_go_on(walk, state, index, walk->insns[index].next);
}

bool vortex_flag_ahead(const struct walk *walk, uint32_t index, uint32_t *row, bool *stays)
{
    enum { AHEAD_MAX = 32 };
    uint64_t written[(RV32_ROWS + 63) / 64] = {0};
    for (uint32_t i = 0; i < AHEAD_MAX && index < walk->launch->program->count; i++, index++) {
        const struct insn *insn = &walk->insns[index];
        const bool joins = walk->classes[index] == CLASS_MACHINE && insn->op->role == ROLE_JOIN;
        if (walk->classes[index] == CLASS_MACHINE && insn->op->role == ROLE_PREDICATE) {
            *row = insn->rs1;
            *stays = !insn->op->negated;
            return !(written[*row / 64] >> *row % 64 & 1);
        }
        if ((walk->classes[index] != CLASS_LANES && !joins) || insn->next != (int32_t)index + 1)
            return false;
        if (insn->dst[0].count)
            written[insn->dst[0].first / 64] |= 1ull << insn->dst[0].first % 64;
    }
    return false;
}

/* ---- in a region ---- */

/* Lanes that may stay hold what is known of those that do. */
static bool use_stayers(struct walk *walk, struct walk_state *stay, struct walk_state *stayed,
                        const struct pred *pred)
{
    uint64_t lanes = pred->stay & pred->leave & stayed->warp.mask;
    walk_state_take(walk, stay, stayed, lanes);
    return lanes != 0;
}

/* PRED and the branch after it as one: lanes that stay, and all lanes once none does. */
static enum wc_status pred_and_branch(struct scope *scope, uint32_t index,
                                      enum walk_outcome when_stay, struct walk_state *stay,
                                      struct walk_state *leave)
{
    struct walk *walk = scope->walk;
    bool taken = when_stay == OUTCOME_TARGET;
    walk_tell_edge(walk, index, index + 1);
    walk_tell_node(walk, index + 1, NULL);
    return scope_both_ways(scope, index + 1, taken ? stay : leave, taken ? leave : stay);
}

/* The states of lanes that stay, and of all lanes once none does; NULL: impossible. */
static enum wc_status part_ways(struct walk *walk, struct walk_state *state,
                                const struct pred *pred, struct walk_state **stay,
                                struct walk_state **leave)
{
    enum wc_status status = WC_OK;
    *leave = pred->may_leave ? walk_state_copy(walk, state) : NULL;
    *stay = pred->may_stay ? state : NULL;
    if (*stay)
        status = stay_in(walk, *stay, pred);
    else
        walk_state_drop(walk, state);
    return *leave && status == WC_OK ? walk_wake(walk, *leave, &pred->restore) : status;
}

enum wc_status vortex_ways_of_pred(struct scope *scope, struct walk_state *state, uint32_t index)
{
    struct walk *walk = scope->walk;
    const struct insn *insn = &walk->insns[index];
    struct walk_state *stay, *leave;
    struct pred pred;
    enum wc_status status = decide_pred(walk, state, index, &pred);
    if (status != WC_OK)
        return status;
    enum walk_outcome when_stay = vortex_pair(walk, state, scope->function, index);
    if (insn->op->negated)
        when_stay = walk_opposite(when_stay);
    walk_tell_node(walk, index, NULL);
    if (when_stay != OUTCOME_EITHER)
        scope_note_exit(scope, state, index + 1, pred.known);
    struct walk_state *stayed = state->stayed;
    bool asked = stayed && state->flag == insn->rs1 && state->flag_is == !insn->op->negated;
    state->stayed = NULL;
    status = part_ways(walk, state, &pred, &stay, &leave);
    if (status == WC_OK && asked && stay && use_stayers(walk, stay, stayed, &pred))
        scope_note_narrowed(scope);
    if (stayed)
        walk_state_drop(walk, stayed);
    if (status != WC_OK)
        return status;
    if (stay && when_stay != OUTCOME_EITHER &&
        walk_narrow(walk, stay, index + 1, when_stay, index))
        scope_note_narrowed(scope);
    if (when_stay != OUTCOME_EITHER)
        return pred_and_branch(scope, index, when_stay, stay, leave);
    if (stay && leave) {
        status = walk_state_merge(walk, stay, leave);
        walk_state_drop(walk, leave);
    }
    return status == WC_OK ? scope_go(scope, stay ? stay : leave, index, insn->next) : status;
}

enum wc_status vortex_ways_of_mask(struct scope *scope, struct walk_state *state, uint32_t index)
{
    bool ends;
    enum wc_status status = set_mask(scope->walk, state, index, &ends);
    if (status != WC_OK)
        return status;
    walk_tell_node(scope->walk, index, NULL);
    if (!ends)
        return scope_go(scope, state, index, scope->walk->insns[index].next);
    scope_end(scope, state);
    return WC_OK;
}
