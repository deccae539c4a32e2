/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.c - registers and masks of lanes, node after node. */
#include "bound/sim_d/lanes.h"

#include <string.h>

#include "abi/launch.h"
#include "isa/sim_d/table.h"

/* Nodes of the graph, and vectors that are kept for one work-group: 64 MiB. */
enum { NODES_MAX = 1 << 16, WORDS_MAX = 1 << 14 };

/* Lanes that are in a set for certain, and those that may be. */
struct bits {
    uint64_t must[SIM_D_WARPS], may[SIM_D_WARPS];
};

struct words {
    uint32_t word[SIM_D_ITEMS];
    uint64_t known[SIM_D_WARPS];
};

/* Values are shared and never changed; NULL: nothing is known. */
struct state {
    bool reached;
    uint8_t depth, type[SIM_D_STACK_MAX]; /* of the control stack */
    const struct words *vector[SIM_D_VECTORS];
    const struct bits *predicate[SIM_D_PREDICATES], *mask[SIM_D_MASKS], *stack[SIM_D_STACK_MAX];
};

/* Values of the current work-group; the room of the one before is used again. */
struct pool {
    void **list;
    uint32_t count, used;
};

struct sim_d_lanes {
    struct arena *arena;
    const struct sim_d_dag *dag;
    const struct launch *launch;
    bool needed[SIM_D_VECTORS]; /* a predicate can depend on the register */
    struct pool words, bits;
    struct state *before; /* by node */
    struct words id[SIM_D_VECTOR_SPECIALS];
    struct bits all;
    uint32_t node;
    struct state now;
    struct words fresh; /* what an instruction has computed */
    uint32_t row[SIM_D_ROWS * SIM_D_WARP_LANES]; /* of the warp that runs an instruction */
};

static bool has_lane(const uint64_t *lanes)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        any |= lanes[i];
    return any != 0;
}

static void *new_value(struct arena *arena, struct pool *pool, size_t bytes)
{
    if (pool->used == pool->count) {
        pool->list = arena_grow(arena, pool->list, pool->count, sizeof *pool->list);
        pool->list[pool->count++] = arena_alloc(arena, bytes);
    }
    return pool->list[pool->used++];
}

static struct bits *new_bits(struct sim_d_lanes *lanes)
{
    return new_value(lanes->arena, &lanes->bits, sizeof(struct bits));
}

/* NULL: nothing is known of it, or too much of others. */
static const struct words *new_words(struct sim_d_lanes *lanes, const struct words *from)
{
    if (!has_lane(from->known) || lanes->words.used == WORDS_MAX)
        return NULL;
    struct words *words = new_value(lanes->arena, &lanes->words, sizeof *words);
    *words = *from;
    return words;
}

static struct bits bits_of(const struct bits *bits)
{
    struct bits unknown = {0};
    memset(unknown.may, 0xff, sizeof unknown.may);
    return bits ? *bits : unknown;
}

/* ---- which registers matter ---- */

static bool is_vector(const struct insn *insn)
{
    return sim_d_class(insn) == SIM_D_CLASS_VECTOR || sim_d_class(insn) == SIM_D_CLASS_RECIPROCAL;
}

static bool matters(const struct sim_d_lanes *lanes, const struct insn *insn)
{
    const struct sim_d_operand *target = &sim_d_of(insn)->operand[0];
    return is_vector(insn) && (target->kind == SIM_D_KIND_P ||
                               (target->kind == SIM_D_KIND_V && lanes->needed[target->value]));
}

static bool need_sources(struct sim_d_lanes *lanes, const struct insn *insn)
{
    bool more = false;
    for (unsigned i = 1; matters(lanes, insn) && i < SIM_D_OPERANDS; i++) {
        const struct sim_d_operand *source = &sim_d_of(insn)->operand[i];
        if (source->kind == SIM_D_KIND_V && !lanes->needed[source->value])
            lanes->needed[source->value] = more = true;
    }
    return more;
}

static void find_needed(struct sim_d_lanes *lanes)
{
    const struct program *program = lanes->dag->graph->program;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < program->count; i++)
            more |= need_sources(lanes, &program->insns[i]);
    }
}

/* ---- masks ---- */

static struct bits enabled_lanes(const struct state *state)
{
    struct bits on = bits_of(state->mask[0]);
    for (uint32_t i = 1; i < SIM_D_MASKS; i++) {
        const struct bits mask = bits_of(state->mask[i]);
        for (uint32_t k = 0; k < SIM_D_WARPS; k++) {
            on.must[k] &= mask.must[k];
            on.may[k] &= mask.may[k];
        }
    }
    return on;
}

/* Enabled lanes in `off` lose a mask. */
static void disable(struct sim_d_lanes *lanes, enum sim_d_vector_special which,
                    const struct bits *off)
{
    const struct bits on = enabled_lanes(&lanes->now);
    struct bits *left = new_bits(lanes);
    *left = bits_of(lanes->now.mask[which]);
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        left->must[i] &= ~(off->may[i] & on.may[i]);
        left->may[i] &= ~(off->must[i] & on.must[i]);
    }
    lanes->now.mask[which] = left;
}

static void push(struct sim_d_lanes *lanes, enum sim_d_stack_type type, const struct bits *mask)
{
    struct state *now = &lanes->now;
    struct bits *entry = new_bits(lanes);
    *entry = *mask;
    now->type[now->depth] = (uint8_t)type;
    now->stack[now->depth++] = entry;
}

static void pop(struct state *state)
{
    const uint32_t top = --state->depth;
    state->mask[sim_d_stack_mask((enum sim_d_stack_type)state->type[top])] = state->stack[top];
}

/* ---- control ---- */

static struct bits taken_lanes(const struct sim_d_lanes *lanes, const struct insn *insn,
                               const struct bits *otherwise)
{
    for (unsigned i = 0; i < SIM_D_OPERANDS; i++) {
        const struct sim_d_operand *operand = &sim_d_of(insn)->operand[i];
        if (operand->kind == SIM_D_KIND_P)
            return bits_of(lanes->now.predicate[operand->value]);
    }
    return *otherwise;
}

static void split(struct sim_d_lanes *lanes, const struct bits *taken)
{
    const struct bits on = enabled_lanes(&lanes->now);
    struct bits wait = *taken;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        wait.must[i] &= on.must[i];
        wait.may[i] &= on.may[i];
    }
    push(lanes, SIM_D_STACK_IF, &wait);
    disable(lanes, SIM_D_CTRL_RUN, &wait);
}

static void call(struct sim_d_lanes *lanes, const struct bits *taken)
{
    const struct bits before = bits_of(lanes->now.mask[SIM_D_CTRL_RET]);
    struct bits off;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        off.must[i] = ~taken->may[i];
        off.may[i] = ~taken->must[i];
    }
    push(lanes, SIM_D_STACK_RET, &before);
    disable(lanes, SIM_D_CTRL_RET, &off);
}

static void push_token(struct sim_d_lanes *lanes, const struct insn *insn)
{
    const enum sim_d_stack_type type = (enum sim_d_stack_type)sim_d_of(insn)->row->stack;
    const struct bits mask = bits_of(lanes->now.mask[sim_d_stack_mask(type)]);
    const struct bits taken = taken_lanes(lanes, insn, &mask);
    push(lanes, type, &taken);
}

/* A cpop is part of the way that follows it. */
static void control(struct sim_d_lanes *lanes, const struct insn *insn)
{
    const struct bits taken = taken_lanes(lanes, insn, &lanes->all);
    switch ((enum role)insn->role) {
    case ROLE_TOKEN: push_token(lanes, insn); break;
    case ROLE_JOIN: break;
    case ROLE_SPLIT: split(lanes, &taken); break;
    case ROLE_SPAWN: call(lanes, &taken); break;
    case ROLE_MASK: disable(lanes, SIM_D_CTRL_RUN, &taken); break;
    case ROLE_LEAVE: disable(lanes, SIM_D_CTRL_BREAK, &taken); break;
    case ROLE_PREDICATE: disable(lanes, SIM_D_CTRL_RET, &taken); break;
    default: disable(lanes, SIM_D_CTRL_EXIT, &taken);
    }
}

/* ---- vector instructions ---- */

/* Lanes of an operand that are known; NULL: all are, or none if `*unknown` is set. */
static const uint64_t *known_lanes(const struct sim_d_lanes *lanes,
                                   const struct sim_d_operand *operand,
                                   const struct sim_d_value *value, bool *unknown)
{
    const struct words *words = NULL;
    switch ((enum sim_d_kind)operand->kind) {
    case SIM_D_KIND_V: words = lanes->now.vector[operand->value]; break;
    case SIM_D_KIND_VC: words = &lanes->id[operand->value]; break;
    case SIM_D_KIND_S: case SIM_D_KIND_SC:
        *unknown |= !sim_d_value_is_number(value);
        return NULL;
    default: return NULL;
    }
    *unknown |= !words;
    return words ? words->known : NULL;
}

static void find_known(const struct sim_d_lanes *lanes, const struct sim_d_insn *own,
                       const struct sim_d_value *values, uint64_t known[SIM_D_WARPS])
{
    bool unknown = false;
    memset(known, 0xff, SIM_D_WARPS * sizeof *known);
    for (unsigned i = 1; i < SIM_D_OPERANDS; i++) {
        const uint64_t *of = known_lanes(lanes, &own->operand[i], &values[i], &unknown);
        const struct bits *bits = own->operand[i].kind == SIM_D_KIND_P
                                      ? lanes->now.predicate[own->operand[i].value] : NULL;
        unknown |= own->operand[i].kind == SIM_D_KIND_P && !bits;
        for (uint32_t k = 0; k < SIM_D_WARPS; k++) {
            known[k] &= of ? of[k] : ~UINT64_C(0);
            known[k] &= bits ? bits->must[k] | ~bits->may[k] : ~UINT64_C(0);
        }
    }
    if (unknown)
        memset(known, 0, SIM_D_WARPS * sizeof *known);
}

/* Sources of one warp as the instruction reads them. */
static void set_sources(struct sim_d_lanes *lanes, const struct sim_d_insn *own,
                        const struct sim_d_value *values, uint32_t number,
                        struct sim_d_state *registers)
{
    const size_t bytes = SIM_D_WARP_LANES * sizeof(uint32_t);
    for (unsigned i = 1; i < SIM_D_OPERANDS; i++) {
        const struct sim_d_operand *from = &own->operand[i];
        const uint32_t value = (uint32_t)values[i].min;
        if (from->kind == SIM_D_KIND_V)
            memcpy(&lanes->row[(SIM_D_NAME_V + from->value) * SIM_D_WARP_LANES],
                   &lanes->now.vector[from->value]->word[number * SIM_D_WARP_LANES], bytes);
        else if (from->kind == SIM_D_KIND_VC)
            memcpy(&lanes->row[(SIM_D_NAME_VC + from->value) * SIM_D_WARP_LANES],
                   &lanes->id[from->value].word[number * SIM_D_WARP_LANES], bytes);
        else if (from->kind == SIM_D_KIND_P)
            registers->predicate[from->value] =
                lanes->now.predicate[from->value]->must[number];
        else if (from->kind == SIM_D_KIND_S)
            registers->group->scalar[from->value] = value;
        else if (from->kind == SIM_D_KIND_SC)
            registers->group->special[from->value] = value;
    }
}

/* The instruction itself computes all lanes; those that are not known are never used. */
static void run_lanes(struct sim_d_lanes *lanes, const struct insn *insn,
                      const struct sim_d_value *values, uint64_t *set)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    struct sim_d_group group = {0};
    struct sim_d_state registers = {.group = &group};
    struct warp warp = {.lanes = SIM_D_WARP_LANES, .stride = SIM_D_WARP_LANES,
                        .state = &registers, .reg = lanes->row};
    struct effect effect;
    warp_set_mask(&warp, ~UINT64_C(0));
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        set_sources(lanes, own, values, i, &registers);
        insn->run(&warp, insn, &effect);
        if (own->operand[0].kind == SIM_D_KIND_P)
            set[i] = registers.predicate[own->operand[0].value];
        else
            memcpy(&lanes->fresh.word[i * SIM_D_WARP_LANES],
                   &lanes->row[own->operand[0].value * SIM_D_WARP_LANES],
                   SIM_D_WARP_LANES * sizeof(uint32_t));
    }
}

/* Lanes that are off keep what they have. */
static void write_predicate(struct sim_d_lanes *lanes, uint32_t number, const uint64_t *set,
                            const uint64_t *known)
{
    const struct bits on = enabled_lanes(&lanes->now);
    const struct bits old = bits_of(lanes->now.predicate[number]);
    struct bits *to = new_bits(lanes);
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        to->may[i] = (on.may[i] & (set[i] | ~known[i])) | (~on.must[i] & old.may[i]);
        to->must[i] = (~on.may[i] | (set[i] & known[i])) & (on.must[i] | old.must[i]);
    }
    lanes->now.predicate[number] = to;
}

static void keep_lanes(struct words *to, const struct words *old, uint32_t number, uint64_t keep)
{
    for (uint32_t lane = 0; keep && lane < SIM_D_WARP_LANES; lane++) {
        const uint32_t item = number * SIM_D_WARP_LANES + lane;
        if (keep >> lane & 1)
            to->word[item] = old->word[item];
    }
}

static void write_vector(struct sim_d_lanes *lanes, uint32_t number)
{
    const struct bits on = enabled_lanes(&lanes->now);
    const struct words *old = lanes->now.vector[number];
    struct words *to = &lanes->fresh;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        const uint64_t keep = old ? ~on.may[i] & old->known[i] : 0;
        to->known[i] = (to->known[i] & on.must[i]) | keep;
        keep_lanes(to, old, i, keep);
    }
    lanes->now.vector[number] = new_words(lanes, to);
}

static void compute(struct sim_d_lanes *lanes, const struct insn *insn,
                    const struct sim_d_value *values)
{
    const struct sim_d_operand *target = &sim_d_of(insn)->operand[0];
    uint64_t *known = lanes->fresh.known, set[SIM_D_WARPS] = {0};
    find_known(lanes, sim_d_of(insn), values, known);
    if (has_lane(known))
        run_lanes(lanes, insn, values, set);
    if (target->kind == SIM_D_KIND_P)
        write_predicate(lanes, target->value, set, known);
    else
        write_vector(lanes, target->value);
}

/* What a load brings is not known. */
static void load(struct sim_d_lanes *lanes, const struct insn *insn)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    const uint32_t first = own->operand[0].value;
    const uint32_t count = own->row->vector ? own->row->vector : 1;
    if (own->operand[0].kind != SIM_D_KIND_V || insn->flags & INSN_STORE)
        return;
    for (uint32_t i = first; i < first + count && i < SIM_D_VECTORS; i++) {
        memset(lanes->fresh.known, 0, sizeof lanes->fresh.known);
        write_vector(lanes, i);
    }
}

void sim_d_lanes_step(struct sim_d_lanes *lanes, const struct insn *insn,
                      const struct sim_d_value *values)
{
    if (matters(lanes, insn))
        compute(lanes, insn, values);
    else if (sim_d_class(insn) == SIM_D_CLASS_MEMORY)
        load(lanes, insn);
    else if (sim_d_class(insn) == SIM_D_CLASS_CONTROL)
        control(lanes, insn);
}

/* ---- ways ---- */

static const struct insn *last_insn(const struct sim_d_lanes *lanes)
{
    const struct sim_d_graph *graph = lanes->dag->graph;
    return &graph->program->insns[sim_d_last(&graph->blocks[lanes->dag->nodes[lanes->node].block])];
}

/* Pops of a way: those that the decoder injects follow each other while no lane is on. */
static bool follow_pops(const struct sim_d_lanes *lanes, const struct sim_d_edge *edge,
                        struct state *state)
{
    const uint32_t own = last_insn(lanes)->role == ROLE_JOIN;
    bool possible = true;
    for (uint32_t i = 0; i < edge->pops + own; i++) {
        possible &= i < own || !has_lane(enabled_lanes(state).must);
        pop(state);
    }
    return possible;
}

static bool changes_masks(const struct insn *insn)
{
    return sim_d_class(insn) == SIM_D_CLASS_CONTROL && insn->role != ROLE_TOKEN;
}

/* Lanes that are off but have not ended run after a folded exit (SIMD-6). */
static struct bits waiting_lanes(const struct state *state)
{
    const struct bits on = enabled_lanes(state);
    struct bits wait = bits_of(state->mask[SIM_D_CTRL_EXIT]);
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        wait.must[i] &= ~on.may[i];
        wait.may[i] &= ~on.must[i];
    }
    return wait;
}

bool sim_d_lanes_take(const struct sim_d_lanes *lanes, const struct sim_d_edge *edge)
{
    const struct insn *insn = last_insn(lanes);
    struct state state = lanes->now;
    if (sim_d_class(insn) == SIM_D_CLASS_MEMORY && sim_d_of(insn)->folds_exit)
        return has_lane(waiting_lanes(&state).may);
    if (!changes_masks(insn))
        return true;
    return follow_pops(lanes, edge, &state) && has_lane(enabled_lanes(&state).may);
}

bool sim_d_lanes_end(const struct sim_d_lanes *lanes)
{
    const struct insn *insn = last_insn(lanes);
    return sim_d_class(insn) == SIM_D_CLASS_MEMORY
               ? !has_lane(waiting_lanes(&lanes->now).must)
               : !has_lane(bits_of(lanes->now.mask[SIM_D_CTRL_EXIT]).must);
}

/* ---- ways that meet ---- */

static const struct words *same_words(struct sim_d_lanes *lanes, const struct words *a,
                                      const struct words *b)
{
    if (a == b || !a || !b)
        return a == b ? a : NULL;
    struct words *both = &lanes->fresh;
    *both = *a;
    for (uint32_t i = 0; i < SIM_D_ITEMS; i++) {
        if (a->word[i] != b->word[i])
            both->known[i / SIM_D_WARP_LANES] &= ~(UINT64_C(1) << i % SIM_D_WARP_LANES);
    }
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        both->known[i] &= b->known[i];
    return new_words(lanes, both);
}

static void join_bits(struct sim_d_lanes *lanes, const struct bits **into,
                      const struct bits *more)
{
    if (*into == more || !*into || !more) {
        *into = *into == more ? more : NULL;
        return;
    }
    struct bits *either = new_bits(lanes);
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        either->must[i] = (*into)->must[i] & more->must[i];
        either->may[i] = (*into)->may[i] | more->may[i];
    }
    *into = either;
}

static void join(struct sim_d_lanes *lanes, struct state *into, const struct state *more)
{
    for (uint32_t i = 0; i < SIM_D_VECTORS; i++)
        into->vector[i] = same_words(lanes, into->vector[i], more->vector[i]);
    for (uint32_t i = 0; i < SIM_D_PREDICATES; i++)
        join_bits(lanes, &into->predicate[i], more->predicate[i]);
    for (uint32_t i = 0; i < SIM_D_MASKS; i++)
        join_bits(lanes, &into->mask[i], more->mask[i]);
    for (uint32_t i = 0; i < into->depth; i++)
        join_bits(lanes, &into->stack[i], more->stack[i]);
}

void sim_d_lanes_leave(struct sim_d_lanes *lanes, const struct sim_d_edge *edge, uint32_t to)
{
    struct state state = lanes->now;
    if (changes_masks(last_insn(lanes)))
        follow_pops(lanes, edge, &state);
    if (lanes->before[to].reached)
        join(lanes, &lanes->before[to], &state);
    else
        lanes->before[to] = state;
}

bool sim_d_lanes_enter(struct sim_d_lanes *lanes, uint32_t node)
{
    lanes->node = node;
    lanes->now = lanes->before[node];
    return lanes->now.reached;
}

/* ---- a work-group ---- */

/* Ids as the machine makes them (machine/sim_d/group.c). */
static void set_id(struct sim_d_lanes *lanes, enum sim_d_vector_special which, unsigned side,
                   uint32_t offset, bool known)
{
    const uint32_t width = lanes->launch->block[0];
    struct words *id = &lanes->id[which];
    for (uint32_t i = 0; i < SIM_D_ITEMS; i++)
        id->word[i] = offset | (side == 0 ? i % width : i / width);
    memset(id->known, known ? 0xff : 0, sizeof id->known);
}

static void set_ids(struct sim_d_lanes *lanes, uint32_t group)
{
    const struct launch *launch = lanes->launch;
    const uint32_t columns = launch->grid[0];
    for (unsigned side = 0; side < 2; side++) {
        const bool known = group != SIM_D_ALL_GROUPS || launch->grid[side] == 1;
        const uint32_t at = side == 0 ? group % columns : group / columns;
        const uint32_t offset = launch->grid[side] == 1 ? 0 : at * launch->block[side];
        set_id(lanes, SIM_D_TID_X + side, side, offset, known);
        set_id(lanes, SIM_D_LID_X + side, side, 0, true);
    }
    for (uint32_t i = 0; i < SIM_D_ITEMS; i++)
        lanes->id[SIM_D_ONE].word[i] = 1;
    memset(lanes->id[SIM_D_ZERO].known, 0xff, sizeof lanes->id[SIM_D_ZERO].known);
    memset(lanes->id[SIM_D_ONE].known, 0xff, sizeof lanes->id[SIM_D_ONE].known);
}

void sim_d_lanes_start(struct sim_d_lanes *lanes, uint32_t group)
{
    lanes->words.used = lanes->bits.used = 0;
    memset(lanes->before, 0, lanes->dag->count * sizeof *lanes->before);
    set_ids(lanes, group);
    lanes->before[0].reached = true;
    for (uint32_t i = 0; i < SIM_D_MASKS; i++)
        lanes->before[0].mask[i] = &lanes->all;
}

struct sim_d_lanes *sim_d_lanes_create(const struct sim_d_dag *dag, const struct launch *launch)
{
    struct arena *arena = dag->graph->arena;
    if (dag->count > NODES_MAX)
        return NULL;
    struct sim_d_lanes *lanes = arena_alloc(arena, sizeof *lanes);
    *lanes = (struct sim_d_lanes){.arena = arena, .dag = dag, .launch = launch};
    memset(&lanes->all, 0xff, sizeof lanes->all);
    lanes->before = arena_array(arena, dag->count, sizeof *lanes->before);
    find_needed(lanes);
    return lanes;
}
