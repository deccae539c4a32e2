/* SPDX-License-Identifier: Apache-2.0 */
/* paths.c - all ways of one warp, sides of a branch one after the other. */
#include <string.h>

#include "bound/fermi/walk.h"

/* ---- an instruction issues ---- */

/* A warp may have three splits: the sorter may be busy for other warps, and the table full. All are
 * walked again with that. */
static void crowd(struct fermi_walk *f)
{
    f->walk.learned += !f->crowded;
    f->crowded = true;
}

/* The hardware heap may have three splits that are not in order: until all lanes are together again
 * each instruction may have to wait for exchanges, those too that were counted before. */
static void disorder(struct fermi_walk *f, uint32_t index)
{
    if (!f->hardware)
        return;
    crowd(f);
    if (f->walk.sink && f->frame_count && !f->thirds) {
        const uint64_t before = f->alone.time;
        fermi_alone_disorder(&f->alone, f->apart);
        fermi_tally_disorder(f->tally, index, f->apart, f->alone.time - before);
    }
    f->thirds = true;
}

static enum fermi_together together(struct fermi_walk *f)
{
    if (fermi_own(f->now)->scattered || (f->thirds && f->frame_count))
        return FERMI_SCATTERED;
    f->apart += f->frame_count != 0;
    return f->frame_count ? FERMI_APART : FERMI_TOGETHER;
}

/* An access that may be served piece by piece scatters its lanes. */
static void serve(struct fermi_walk *f, uint32_t index, const struct walk_access *access,
                  struct fermi_asked *asked)
{
    struct fermi_path_state *own = fermi_own(f->now);
    const bool splits = f->fermi->clock->numbers.mem_split;
    const struct fermi_noted noted = {&f->tally->lines, f->tally->repeats};
    fermi_access(f->fermi, access, own->scattered, &noted, asked);
    if (!splits || own->scattered || asked->one_pass)
        return;
    if (!f->frame_count)
        fermi_alone_drain(&f->alone);
    own->scattered = true;
    disorder(f, index);
}

/* Of an instruction of the current state. */
static uint64_t issues(const struct fermi_walk *f)
{
    return fermi_own(f->now)->scattered ? (uint64_t)__builtin_popcountll(f->now->warp.mask) : 1;
}

void fermi_walk_node(struct walk_sink *sink, uint32_t index, const struct walk_access *access)
{
    struct fermi_walk *f =
        (struct fermi_walk *)((char *)sink - offsetof(struct fermi_walk, sink));
    struct fermi_asked asked;
    if (access)
        serve(f, index, access, &asked);
    const enum fermi_together how = together(f);
    const uint64_t times = issues(f);
    const uint64_t before = f->alone.time;
    fermi_tally_issue(f->tally, index, access, access ? &asked : NULL, how, times);
    fermi_alone_issue(&f->alone, &f->walk.insns[index], access ? &asked : NULL, how, times);
    if (how == FERMI_APART && (f->frame[0].sides || f->frame[0].fails))
        fermi_alone_fetch_back(&f->alone);
    fermi_tally_visit(f->tally, index, f->alone.time - before);
}

/* Control goes on there. *state becomes NULL if a bound says that it cannot. */
static enum wc_status go(struct fermi_walk *f, struct walk_state **state, uint32_t from,
                         int32_t to)
{
    struct walk_state *s = *state;
    if (to < 0)
        return walk_fail(&f->walk, s, from, "cannot be bounded: control transfer to an address "
                         "without an instruction");
    s->warp.pc = (uint32_t)to;
    if ((uint32_t)to != from + 1)
        s->straight = (uint32_t)to;
    const uint32_t loop = f->places.heads[to];
    if (loop == NO_NODE)
        return WC_OK;
    if (!fermi_places_inside(&f->places, from, loop)) {
        fermi_turns_enter(f, s, loop);
    } else if (!fermi_turns_back(f, s, loop)) {
        walk_state_drop(&f->walk, s);
        *state = NULL;
    }
    return WC_OK;
}

/* ---- lanes meet ---- */

static struct fermi_frame *top(struct fermi_walk *f)
{
    return f->frame_count ? &f->frame[f->frame_count - 1] : NULL;
}

static bool is_at(const struct fermi_frame *frame, const struct walk_state *state)
{
    const uint32_t calls = fermi_own(state)->calls;
    if (frame->meet < 0)
        return calls < frame->calls;
    return calls == frame->calls && state->warp.pc == (uint32_t)frame->meet;
}

/* The frame whose lanes meet where a state is, or NULL. One that leaves a loop passes the frames in
 * it. */
static struct fermi_frame *arrival(struct fermi_walk *f, const struct walk_state *state)
{
    for (uint32_t i = f->frame_count; i-- > 0;) {
        if (is_at(&f->frame[i], state))
            return &f->frame[i];
    }
    return NULL;
}

static void fail_frames(struct fermi_walk *f)
{
    for (uint32_t i = 0; i < f->frame_count; i++)
        f->frame[i].fails = true;
}

/* Turns count for lanes that have made all of them. */
static void merge_own(const struct fermi_walk *f, struct fermi_path_state *into,
                      const struct fermi_path_state *other)
{
    into->scattered |= other->scattered;
    into->open |= other->open;
    for (uint32_t i = 0; i < f->places.loop_count; i++)
        into->turns[i] = into->turns[i] < other->turns[i] ? into->turns[i] : other->turns[i];
}

static enum wc_status park(struct fermi_walk *f, struct fermi_frame *frame,
                           struct walk_state *state)
{
    struct walk_state *into = frame->parked;
    if (f->hardware && fermi_own(state)->scattered)
        fail_frames(f);
    if (!into) {
        frame->parked = state;
        return WC_OK;
    }
    const uint64_t mine = into->warp.mask, theirs = state->warp.mask;
    enum wc_status status = walk_state_gather(&f->walk, into, mine, state, theirs);
    if (status != WC_OK)
        return status;
    warp_set_mask(&into->warp, mine | theirs);
    merge_own(f, fermi_own(into), fermi_own(state));
    walk_state_drop(&f->walk, state);
    return WC_OK;
}

static struct walk_state *waiting_state(struct fermi_walk *f)
{
    struct fermi_frame *frame;
    while ((frame = top(f))) {
        if (frame->pending_count) {
            frame->resumed++;
            return frame->pending[--frame->pending_count];
        }
        struct walk_state *parked = frame->parked;
        f->frame_count--;
        if (!f->frame_count && f->walk.sink)
            fermi_alone_drain(&f->alone);
        if (!parked)
            continue;
        fermi_own(parked)->scattered =
            frame->scattered || frame->fails || frame->portions;
        fermi_own(parked)->open = frame->open || (frame->turns && fermi_own(parked)->open);
        parked->straight = parked->warp.pc;
        return parked;
    }
    return NULL;
}

/* The state that runs next, or NULL: all lanes have ended. */
static struct walk_state *next_state(struct fermi_walk *f)
{
    struct walk_state *state = waiting_state(f);
    if (!state || !fermi_own(state)->open)
        fermi_turns_end_region(f);
    return state;
}

/* ---- lanes part ---- */

static bool leaves_loop(const struct fermi_walk *f, uint32_t index, int32_t to)
{
    const uint32_t loop = f->places.loop[index];
    return loop != NO_NODE && (to < 0 || !fermi_places_inside(&f->places, (uint32_t)to, loop));
}

/* Both sides stay in a loop after which they meet: they are walked together from its next turn on,
 * scattered, since the machine may run them apart up to the end of the loop. */
static bool meets_by_turns(const struct fermi_walk *f, uint32_t index, uint32_t loop)
{
    const struct insn *insn = &f->walk.insns[index];
    const int32_t meet = f->fermi->reconvergence.meet[index];
    const int32_t side[] = {insn->next, insn->target};
    bool stay = meet < 0 || !fermi_places_inside(&f->places, (uint32_t)meet, loop);
    for (unsigned i = 0; i < 2; i++)
        stay &= side[i] >= 0 && fermi_places_inside(&f->places, (uint32_t)side[i], loop);
    return stay;
}

static bool is_top(struct fermi_walk *f, const struct walk_state *state, int32_t meet)
{
    const struct fermi_frame *frame = top(f);
    return frame && frame->meet == meet && frame->calls == fermi_own(state)->calls;
}

/* All lanes were together. Those that leave the others first may have to be fetched back. */
static void start_region(struct fermi_walk *f)
{
    f->thirds = false;
    f->apart = 0;
    if (!f->walk.sink)
        return;
    fermi_alone_drain(&f->alone);
    fermi_alone_fetch_back(&f->alone);
}

static enum wc_status open_frame(struct fermi_walk *f, const struct walk_state *state,
                                 uint32_t index, int32_t meet, bool turns)
{
    const struct fermi_path_state *own = fermi_own(state);
    if (f->frame_count == FERMI_FRAMES_MAX)
        return walk_fail(&f->walk, state, index,
                         "cannot be bounded: more than %d divergent branches inside each other",
                         FERMI_FRAMES_MAX);
    if (!f->frame_count)
        start_region(f);
    f->frame[f->frame_count++] = (struct fermi_frame){
        .meet = meet, .calls = own->calls, .scattered = own->scattered, .open = own->open,
        .turns = turns, .fails = turns || !f->places.holds[index], .serial = ++f->serial};
    return WC_OK;
}

/* Frames for the meeting place and inside it for the loops that both sides stay in, outer ones
 * first: lanes that leave such a loop wait for those in it, instead of entering it again in the
 * next turn of an outer one. Frames that are there already stay. */
static enum wc_status open_frames(struct fermi_walk *f, const struct walk_state *state,
                                  uint32_t index, bool *is_new)
{
    int32_t meet[FERMI_FRAMES_MAX + 1];
    uint32_t count = 0;
    for (uint32_t loop = f->places.loop[index]; loop != NO_NODE && count < FERMI_FRAMES_MAX;
         loop = f->places.loops[loop].parent) {
        if (meets_by_turns(f, index, loop))
            meet[count++] = (int32_t)f->places.loops[loop].header;
    }
    const uint32_t outer = count;
    meet[count++] = f->fermi->reconvergence.meet[index];
    uint32_t have = 0;
    while (have < count && !is_top(f, state, meet[have]))
        have++;
    *is_new = have > 0;
    enum wc_status status = WC_OK;
    while (status == WC_OK && have-- > 0)
        status = open_frame(f, state, index, meet[have], have != outer);
    return status;
}

/* One side of a branch; *side becomes NULL if it has arrived, or cannot be. */
static enum wc_status start_side(struct fermi_walk *f, struct walk_state **side, uint32_t index,
                                 uint64_t lanes, enum walk_outcome way)
{
    const struct insn *insn = &f->walk.insns[index];
    struct walk_state *state = *side;
    warp_set_mask(&state->warp, lanes);
    walk_narrow(&f->walk, state, index, way, index);
    enum wc_status status =
        go(f, side, index, way == OUTCOME_TARGET ? insn->target : insn->next);
    struct fermi_frame *frame = status == WC_OK && *side ? arrival(f, *side) : NULL;
    if (!frame)
        return status;
    *side = NULL;
    return park(f, frame, state);
}

/* Both sides remain: the one that leaves the loop runs first, so that the other is the last to wait
 * in any iteration. */
static enum wc_status order_sides(struct fermi_walk *f, uint32_t index, struct walk_state *next,
                                  struct walk_state *target)
{
    struct fermi_frame *frame = top(f);
    const bool swap = leaves_loop(f, index, f->walk.insns[index].target);
    if (frame->pending_count == FERMI_PENDING_MAX)
        return walk_fail(&f->walk, next, index, "cannot be bounded: lanes part again and again "
                         "before they can meet");
    frame->pending[frame->pending_count++] = swap ? next : target;
    f->now = swap ? target : next;
    return WC_OK;
}

/* A part of the lanes leaves the others again, `both` for a way of some length. The hardware heap
 * is in order only while this adds no third split: of an older region all other lanes must be at
 * the meeting place. Those that come there next are one split with them only if the heap merges
 * them at once; in the table of cold splits only a free sorter does. */
static void leave_again(struct fermi_walk *f, uint32_t index, bool is_new, bool both,
                        bool scattered)
{
    struct fermi_frame *frame = top(f);
    const bool older = !is_new && (frame->sides || both || frame->fails);
    frame->sides |= both;
    if (f->frame_count > 1 || scattered || older) {
        disorder(f, index);
        fail_frames(f);
    } else if (!is_new && (!f->merges || (f->cold && f->crowded))) {
        crowd(f);
        frame->portions = true;
    }
}

static enum wc_status part(struct fermi_walk *f, uint32_t index, uint64_t target, uint64_t next)
{
    struct walk_state *stays = f->now, *goes;
    const bool scattered = fermi_own(stays)->scattered;
    bool is_new;
    enum wc_status status = open_frames(f, stays, index, &is_new);
    if (status != WC_OK)
        return status;
    fermi_own(stays)->open |= (target & next) != 0;
    if (fermi_own(stays)->open)
        fermi_turns_begin_region(f, index);
    f->regions++;
    goes = walk_state_copy(&f->walk, stays);
    status = start_side(f, &stays, index, next, OUTCOME_NEXT);
    if (status == WC_OK)
        status = start_side(f, &goes, index, target, OUTCOME_TARGET);
    if (status != WC_OK)
        return status;
    top(f)->fails |= !f->places.holds[index];
    if (f->hardware)
        leave_again(f, index, is_new, stays && goes, scattered);
    if (stays && goes)
        return order_sides(f, index, stays, goes);
    f->now = stays ? stays : goes ? goes : next_state(f);
    return WC_OK;
}

/* ---- control ---- */

static enum wc_status follow(struct fermi_walk *f, uint32_t index, int32_t to)
{
    enum wc_status status = go(f, &f->now, index, to);
    if (status == WC_OK && !f->now)
        f->now = next_state(f);
    return status;
}

static enum wc_status branch(struct fermi_walk *f, uint32_t index)
{
    const struct insn *insn = &f->walk.insns[index];
    const struct walk_choice choice = walk_branch_lanes(&f->walk, f->now, index);
    walk_tell_node(&f->walk, index, NULL);
    if (choice.one && choice.zero)
        return part(f, index, choice.one, choice.zero);
    walk_narrow(&f->walk, f->now, index, choice.one ? OUTCOME_TARGET : OUTCOME_NEXT, index);
    return follow(f, index, choice.one ? insn->target : insn->next);
}

/* The lanes of the state have ended. */
static void end_lanes(struct fermi_walk *f)
{
    walk_state_drop(&f->walk, f->now);
    f->now = next_state(f);
}

static enum wc_status jump(struct fermi_walk *f, uint32_t index)
{
    struct walk *walk = &f->walk;
    const struct insn *insn = &walk->insns[index];
    struct fermi_path_state *own = fermi_own(f->now);
    uint64_t address = 0;
    int32_t to = insn->target;
    if (walk->classes[index] == CLASS_JUMP_REGISTER) {
        if (!walk->machine->isa->jump_target(walk, f->now, insn, &address))
            return walk_fail(walk, f->now, index, "cannot be bounded: the target of this jump is "
                             "unknown before the run, or lanes jump to different places");
        to = program_index(walk->launch->program, address);
    }
    walk_link(walk, f->now, insn);
    walk_tell_node(walk, index, NULL);
    if (address == FERMI_RETURN) {
        end_lanes(f);
        return WC_OK;
    }
    own->calls += insn->flow == FLOW_CALL;
    own->calls -= insn->flow == FLOW_RETURN && own->calls;
    if (own->calls > FERMI_CALLS_MAX)
        return walk_fail(walk, f->now, index, "cannot be bounded: more than %d calls inside each "
                         "other", FERMI_CALLS_MAX);
    if (to == (int32_t)index)
        return walk_fail(walk, f->now, index, "cannot be bounded: the program never ends");
    return follow(f, index, to);
}

/* All lanes of the warp that have not ended are in the current state. */
static bool is_everybody(const struct fermi_walk *f)
{
    for (uint32_t i = 0; i < f->frame_count; i++) {
        if (f->frame[i].parked || f->frame[i].pending_count)
            return false;
    }
    return true;
}

/* Lanes that are all together, or scattered, wait for each other here. Those of one side do not
 * wait for the other side in this place: nobody knows any more who meets whom. */
static enum wc_status barrier(struct fermi_walk *f, uint32_t index)
{
    const struct insn *insn = &f->walk.insns[index];
    walk_forget(f->now, insn->rd);
    walk_tell_node(&f->walk, index, NULL);
    if (is_everybody(f)) {
        f->frame_count = 0;
        fermi_own(f->now)->scattered &= f->uneven;
        if (f->walk.sink)
            fermi_alone_barrier(&f->alone);
    } else {
        f->uneven = true;
        fail_frames(f);
        disorder(f, index);
        if (f->walk.sink)
            fermi_alone_release(&f->alone, issues(f));
    }
    return follow(f, index, insn->next);
}

static enum wc_status control(struct fermi_walk *f, uint32_t index)
{
    f->now->order.test = TEST_OTHER;
    if (f->walk.steps > WALK_STEPS_MAX)
        return walk_fail(&f->walk, f->now, index, "cannot be bounded: the program does not end");
    switch (f->walk.classes[index]) {
    case CLASS_BRANCH:
        return branch(f, index);
    case CLASS_JUMP:
    case CLASS_JUMP_REGISTER:
        return jump(f, index);
    case CLASS_BARRIER:
        return barrier(f, index);
    default:
        return walk_fail(&f->walk, f->now, index,
                         "cannot be bounded: the instruction traps, or needs a Vortex machine");
    }
}

/* ---- a warp ---- */

/* The current state is at the header of a loop that lanes may have left. */
static enum wc_status turn(struct fermi_walk *f, uint32_t loop)
{
    bool goes_on = true;
    enum wc_status status = fermi_turns_begin(f, loop, &goes_on);
    if (status == WC_OK && !goes_on)
        end_lanes(f);
    return status;
}

static enum wc_status step(struct fermi_walk *f)
{
    struct walk_state *state = f->now;
    const uint32_t index = state->warp.pc;
    enum wc_status status = WC_OK;
    struct fermi_frame *frame = arrival(f, state);
    if (frame) {
        status = park(f, frame, state);
        f->now = next_state(f);
        return status;
    }
    if (f->places.heads[index] != NO_NODE && fermi_own(state)->open) {
        status = turn(f, f->places.heads[index]);
        if (status != WC_OK || f->now != state)
            return status;
    }
    f->parted += f->frame_count != 0 && f->walk.sink;
    if (f->walk.classes[index] > CLASS_STRAIGHT_LAST) {
        status = walk_look(&f->walk, index);
        return status == WC_OK ? control(f, index) : status;
    }
    status = walk_step(&f->walk, state, index);
    return status == WC_OK ? follow(f, index, f->walk.insns[index].next) : status;
}

enum wc_status fermi_walk_warp(struct fermi_walk *f, struct walk_state *state)
{
    enum wc_status status = WC_OK;
    f->now = state;
    f->frame_count = 0;
    f->uneven = false;
    if (f->walk.sink)
        fermi_alone_start(&f->alone);
    while (status == WC_OK && f->now)
        status = step(f);
    fermi_turns_end_warp(f);
    if (f->walk.sink && status == WC_OK)
        fermi_alone_end(&f->alone);
    return status;
}
