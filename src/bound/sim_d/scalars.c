/* SPDX-License-Identifier: Apache-2.0 */
/* scalars.c - ranges of scalar registers, node after node. */
#include "bound/sim_d/scalars.h"

#include <string.h>

#include "bound/sim_d/lanes.h"
#include "bound/sim_d/strides.h"
#include "isa/sim_d/table.h"
#include "machine/sim_d/model.h"

/* More nodes than these: every register is unknown. */
enum { NODES_MAX = 1 << 18 };

struct state {
    struct sim_d_value reg[SIM_D_SCALARS];
    struct sim_d_value stride[SIM_D_STRIDES];
};

struct sim_d_scalars {
    const struct sim_d_machine *machine;
    const struct sim_d_strides *strides; /* by block */
    const struct sim_d_dag *dag;
    const struct launch *launch;
    uint32_t group; /* SIM_D_ALL_GROUPS: any */
    struct state *before; /* by node */
    struct sim_d_offsets *out; /* by block */
    struct sim_d_lanes *lanes; /* NULL: every way is open */
    struct sim_d_open open;
};

static const struct sim_d_value unknown = {.kind = SIM_D_VALUE_UNKNOWN};

/* The last position of a work-group on the side that a value counts from. */
static int64_t position_max(const struct sim_d_scalars *search, uint8_t kind)
{
    const unsigned side = kind == SIM_D_VALUE_OFFSET_Y;
    return kind == SIM_D_VALUE_RANGE ? 0
                                     : ((int64_t)search->launch->grid[side] - 1) *
                                           search->launch->block[side];
}

/* A value that a register cannot hold for some work-group wraps there: nothing is known of it. */
static struct sim_d_value scaled(const struct sim_d_scalars *search, uint8_t kind, int64_t scale,
                                 int64_t min, int64_t max)
{
    if (min < INT32_MIN || scale > INT16_MAX ||
        max > INT32_MAX - scale * position_max(search, kind))
        return unknown;
    return (struct sim_d_value){kind, (int32_t)min, (int32_t)max, (int32_t)scale};
}

static struct sim_d_value range(int64_t min, int64_t max)
{
    if (min < INT32_MIN || max > INT32_MAX)
        return unknown;
    return (struct sim_d_value){SIM_D_VALUE_RANGE, (int32_t)min, (int32_t)max, 0};
}

static void join(struct sim_d_value *into, const struct sim_d_value *more)
{
    if (into->kind == SIM_D_VALUE_NONE) {
        *into = *more;
    } else if (more->kind != into->kind || more->scale != into->scale) {
        *into = more->kind == SIM_D_VALUE_NONE ? *into : unknown;
    } else {
        into->min = more->min < into->min ? more->min : into->min;
        into->max = more->max > into->max ? more->max : into->max;
    }
}

/* ---- operands and instructions ---- */

static struct sim_d_value position_value(const struct sim_d_scalars *search, unsigned side,
                                         uint8_t kind)
{
    const struct launch *launch = search->launch;
    const uint32_t *grid = launch->grid;
    if (grid[side] == 1)
        return range(0, 0);
    if (search->group == SIM_D_ALL_GROUPS)
        return scaled(search, kind, 1, 0, 0);
    const uint32_t at = side == 0 ? search->group % grid[0] : search->group / grid[0];
    const int64_t position = (int64_t)at * launch->block[side];
    return range(position, position);
}

static struct sim_d_value special_value(const struct sim_d_scalars *search, uint32_t number)
{
    const struct launch *launch = search->launch;
    switch (number) {
    case SIM_D_DIM_X: return range(launch->ndrange[0], launch->ndrange[0]);
    case SIM_D_DIM_Y: return range(launch->ndrange[1], launch->ndrange[1]);
    case SIM_D_WG_WIDTH: return range(launch->block[0], launch->block[0]);
    case SIM_D_WG_OFF_X: return position_value(search, 0, SIM_D_VALUE_OFFSET_X);
    case SIM_D_WG_OFF_Y: return position_value(search, 1, SIM_D_VALUE_OFFSET_Y);
    default: return unknown;
    }
}

static struct sim_d_value operand_value(const struct sim_d_scalars *search,
                                        const struct state *state,
                                        const struct sim_d_operand *operand)
{
    switch ((enum sim_d_kind)operand->kind) {
    case SIM_D_KIND_NONE: return range(0, 0);
    case SIM_D_KIND_NUMBER:
        return range((int32_t)operand->value, (int32_t)operand->value);
    case SIM_D_KIND_S: return state->reg[operand->value];
    case SIM_D_KIND_SC: return special_value(search, operand->value);
    default: return unknown;
    }
}

static struct sim_d_value add(const struct sim_d_scalars *search, struct sim_d_value a,
                              struct sim_d_value b)
{
    if (a.kind == SIM_D_VALUE_UNKNOWN || b.kind == SIM_D_VALUE_UNKNOWN ||
        (a.kind != SIM_D_VALUE_RANGE && b.kind != SIM_D_VALUE_RANGE))
        return unknown;
    return scaled(search, a.kind > b.kind ? a.kind : b.kind, (int64_t)a.scale + b.scale,
                  (int64_t)a.min + b.min, (int64_t)a.max + b.max);
}

static struct sim_d_value subtract(const struct sim_d_scalars *search, struct sim_d_value a,
                                   struct sim_d_value b)
{
    if (a.kind == SIM_D_VALUE_UNKNOWN || b.kind != SIM_D_VALUE_RANGE)
        return unknown;
    return scaled(search, a.kind, a.scale, (int64_t)a.min - b.max, (int64_t)a.max - b.min);
}

/* Of a multiple of an offset only by one known number. */
static struct sim_d_value multiply(const struct sim_d_scalars *search, struct sim_d_value a,
                                   struct sim_d_value b)
{
    if (a.kind == SIM_D_VALUE_RANGE && b.kind != SIM_D_VALUE_RANGE)
        return multiply(search, b, a);
    if (a.kind == SIM_D_VALUE_UNKNOWN || b.kind != SIM_D_VALUE_RANGE || b.min < 0 ||
        (a.kind == SIM_D_VALUE_RANGE ? a.min < 0 : b.min != b.max))
        return unknown;
    return scaled(search, a.kind, (int64_t)a.scale * b.min, (int64_t)a.min * b.min,
                  (int64_t)a.max * b.max);
}

static struct sim_d_value shift(const struct sim_d_scalars *search, struct sim_d_value a,
                                struct sim_d_value b)
{
    if (b.kind != SIM_D_VALUE_RANGE || b.min != b.max || b.min < 0 || b.min > 30)
        return unknown;
    return multiply(search, a, range(1 << b.min, 1 << b.min));
}

/* Are all sources known numbers? */
static bool has_numbers(const struct sim_d_scalars *search, const struct state *state,
                        const struct sim_d_insn *own)
{
    for (unsigned i = 1; i < SIM_D_OPERANDS; i++) {
        const struct sim_d_value value = operand_value(search, state, &own->operand[i]);
        if (!sim_d_value_is_number(&value))
            return false;
    }
    return own->row->type == SIM_D_CLASS_SCALAR || own->row->type == SIM_D_CLASS_DIVIDE;
}

/* The instruction itself runs, with registers that hold known numbers. */
static void run_scalar(const struct sim_d_scalars *search, const struct state *state,
                     const struct insn *insn, struct sim_d_group *group, struct effect *effect)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    struct sim_d_state registers = {.group = group};
    struct warp warp = {.lanes = SIM_D_WARP_LANES, .stride = SIM_D_WARP_LANES,
                        .state = &registers};
    for (unsigned i = 1; i < SIM_D_OPERANDS; i++) {
        const struct sim_d_operand *from = &own->operand[i];
        const uint32_t value = (uint32_t)operand_value(search, state, from).min;
        if (from->kind == SIM_D_KIND_S)
            group->scalar[from->value] = value;
        else if (from->kind == SIM_D_KIND_SC)
            group->special[from->value] = value;
    }
    insn->run(&warp, insn, effect);
}

static struct sim_d_value run_numbers(const struct sim_d_scalars *search,
                                      const struct state *state, const struct insn *insn)
{
    struct sim_d_group group = {.dram = search->machine->dram};
    struct effect effect;
    run_scalar(search, state, insn, &group, &effect);
    const int32_t result = (int32_t)group.scalar[sim_d_of(insn)->operand[0].value];
    return range(result, result);
}

static struct sim_d_value result_of(const struct sim_d_scalars *search, const struct state *state,
                                    const struct insn *insn)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    if (has_numbers(search, state, own))
        return run_numbers(search, state, insn);
    const struct sim_d_value a = operand_value(search, state, &own->operand[1]);
    const struct sim_d_value b = operand_value(search, state, &own->operand[2]);
    const struct sim_d_value c = operand_value(search, state, &own->operand[3]);
    run_fn *run = own->row->op.run;
    return run == sim_d_smov    ? a
           : run == sim_d_siadd ? add(search, a, b)
           : run == sim_d_sisub ? subtract(search, a, b)
           : run == sim_d_simul ? multiply(search, a, b)
           : run == sim_d_simad ? add(search, multiply(search, a, b), c)
           : run == sim_d_sshl  ? shift(search, a, b)
                                : unknown;
}

/* ---- arguments ---- */

/* Whether a store can reach a buffer: it names it, or its words may be anywhere. */
static bool may_store(const struct insn *insn, uint32_t buffer)
{
    const struct sim_d_operand *operand = sim_d_of(insn)->operand;
    run_fn *run = insn->op->run;
    if (!(insn->flags & INSN_STORE))
        return false;
    if (run == sim_d_global_custom || run == sim_d_global_each)
        return true;
    if (run == sim_d_global_whole)
        return operand[0].value == buffer;
    return (run == sim_d_global_tile || run == sim_d_global_pad) && operand[1].value == buffer;
}

/* The word of a scalar argument that the program does not change, or NULL. */
static const uint8_t *argument_of(const struct sim_d_scalars *search, const struct insn *insn)
{
    const struct program *program = search->dag->graph->program;
    const uint32_t id = sim_d_of(insn)->operand[1].value;
    const struct allocation *found =
        memory_find(search->machine->run.memory, search->machine->dram[id].address, 4);
    if (insn->op->run != sim_d_sldg || !found || found->kind != ALLOCATION_ARGUMENTS ||
        sim_d_of(insn)->operand[2].value > 1 || search->machine->numbers.original)
        return NULL;
    for (uint32_t i = 0; i < program->count; i++) {
        if (may_store(&program->insns[i], id))
            return NULL;
    }
    return found->bytes + (search->machine->dram[id].address - found->base);
}

/* Registers that a load of scalars writes, from the first one on. It is the last instruction of its
 * block. */
static uint32_t loaded_count(const struct sim_d_scalars *search, const struct insn *insn)
{
    const struct sim_d_operand *count = &sim_d_of(insn)->operand[2];
    const uint32_t number = (uint32_t)(insn - search->dag->graph->program->insns);
    const struct sim_d_stride *words = &search->strides[search->dag->graph->block_of[number]].of[0];
    if (insn->op->run == sim_d_sldg)
        return count->kind ? count->value : 1;
    return words->kind == SIM_D_STRIDE_KNOWN && words->value < SIM_D_SCALARS ? words->value
                                                                             : SIM_D_SCALARS;
}

static void load(const struct sim_d_scalars *search, struct state *state, const struct insn *insn)
{
    const uint32_t first = sim_d_of(insn)->operand[0].value;
    const uint8_t *argument = argument_of(search, insn);
    int32_t value;
    for (uint32_t i = 0; i < loaded_count(search, insn); i++)
        state->reg[(first + i) % SIM_D_SCALARS] = unknown;
    if (!argument)
        return;
    memcpy(&value, argument, sizeof value);
    state->reg[first] = range(value, value);
}

/* Stride registers keep 20 bits. */
static void set_stride(const struct sim_d_scalars *search, struct state *state,
                       const struct sim_d_insn *own)
{
    const uint32_t number = own->operand[0].value - SIM_D_SD_WORDS;
    struct sim_d_value value = operand_value(search, state, &own->operand[1]);
    if (sim_d_value_is_number(&value))
        value.min = value.max = value.min & SIM_D_STRIDE_MASK;
    else
        value = unknown;
    if (number < SIM_D_STRIDES)
        state->stride[number] = value;
}

static void step_insn(const struct sim_d_scalars *search, struct state *state,
                      const struct insn *insn)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    if (own->row->op.run == sim_d_smovssp)
        set_stride(search, state, own);
    else if (sim_d_class(insn) == SIM_D_CLASS_MEMORY && own->operand[0].kind == SIM_D_KIND_S)
        load(search, state, insn);
    else if (own->operand[0].kind == SIM_D_KIND_S && !own->row->reads_first)
        state->reg[own->operand[0].value] = result_of(search, state, insn);
}

/* ---- nodes ---- */

/* Which operands of a request are its offsets; 0: none. */
static unsigned offset_operand(const struct insn *insn)
{
    run_fn *run = insn->op->run;
    if (run == sim_d_global_custom)
        return 1;
    return run == sim_d_global_tile || run == sim_d_pad_tile || run == sim_d_global_pad ||
                   run == sim_d_sldsp
               ? 2
               : 0;
}

static void join_strides(struct sim_d_value *into, const struct sim_d_value *more)
{
    for (unsigned i = 0; i < SIM_D_STRIDES; i++)
        join(&into[i], &more[i]);
}

static void note_offsets(struct sim_d_scalars *search, const struct state *state, uint32_t block)
{
    const struct sim_d_graph *graph = search->dag->graph;
    const struct insn *insn = &graph->program->insns[sim_d_last(&graph->blocks[block])];
    join_strides(search->out[block].stride, state->stride);
    const unsigned first = graph->blocks[block].requests ? offset_operand(insn) : 0;
    if (!first)
        return;
    const struct sim_d_operand *operand = sim_d_of(insn)->operand;
    struct sim_d_value x = operand_value(search, state, &operand[first]);
    struct sim_d_value y = operand_value(search, state, &operand[first + 1]);
    join(&search->out[block].x, &x);
    join(&search->out[block].y, &y);
}

/* Lanes first: they read scalars. */
static void step(const struct sim_d_scalars *search, struct state *state, const struct insn *insn)
{
    struct sim_d_value values[SIM_D_OPERANDS];
    for (unsigned i = 0; search->lanes && i < SIM_D_OPERANDS; i++)
        values[i] = operand_value(search, state, &sim_d_of(insn)->operand[i]);
    if (search->lanes)
        sim_d_lanes_step(search->lanes, insn, values);
    step_insn(search, state, insn);
}

/* A branch without an annotation goes where its register says. */
static bool can_branch(const struct sim_d_scalars *search, const struct state *state,
                       const struct sim_d_block *block, const struct sim_d_edge *edge)
{
    const struct insn *insn = &search->dag->graph->program->insns[sim_d_last(block)];
    const struct sim_d_operand *operand = &sim_d_of(insn)->operand[1];
    struct sim_d_group group = {0};
    struct effect effect;
    if (insn->role != ROLE_BRANCH || block->bound)
        return true;
    const struct sim_d_value value = operand_value(search, state, operand);
    if (!sim_d_value_is_number(&value))
        return true;
    run_scalar(search, state, insn, &group, &effect);
    return edge->taken == (effect.taken != 0);
}

static bool can_go(const struct sim_d_scalars *search, const struct state *state,
                   const struct sim_d_block *block, const struct sim_d_edge *edge)
{
    return !search->lanes || (can_branch(search, state, block, edge) &&
                              sim_d_lanes_take(search->lanes, edge));
}

static void follow_ways(struct sim_d_scalars *search, const struct sim_d_node *node,
                        const struct state *state)
{
    const struct sim_d_dag *dag = search->dag;
    const struct sim_d_block *block = &dag->graph->blocks[node->block];
    for (uint32_t way = node->first_way; way < node->first_way + node->way_count; way++) {
        const struct sim_d_edge *edge = &block->edges[dag->ways[way].edge];
        struct state *to = &search->before[dag->ways[way].to];
        if (!can_go(search, state, block, edge))
            continue;
        for (uint32_t i = 0; i < SIM_D_SCALARS; i++)
            join(&to->reg[i], &state->reg[i]);
        join_strides(to->stride, state->stride);
        if (!search->lanes)
            continue;
        search->open.way[way] = true;
        sim_d_lanes_leave(search->lanes, edge, dag->ways[way].to);
    }
}

static void run_node(struct sim_d_scalars *search, uint32_t number)
{
    const struct sim_d_dag *dag = search->dag;
    const struct sim_d_node *node = &dag->nodes[number];
    const struct sim_d_block *block = &dag->graph->blocks[node->block];
    struct state state = search->before[number];
    if (search->lanes && !sim_d_lanes_enter(search->lanes, number))
        return;
    for (uint32_t i = block->first; i < sim_d_last(block); i++)
        step(search, &state, &dag->graph->program->insns[i]);
    note_offsets(search, &state, node->block);
    step(search, &state, &dag->graph->program->insns[sim_d_last(block)]);
    if (search->lanes)
        search->open.end[number] = block->may_end && sim_d_lanes_end(search->lanes);
    follow_ways(search, node, &state);
}

/* Registers are not cleared between work-groups: the first one finds zeros, others anything. */
static void forget(struct state *state)
{
    for (uint32_t i = 0; i < SIM_D_SCALARS; i++)
        state->reg[i] = unknown;
    for (uint32_t i = 0; i < SIM_D_STRIDES; i++)
        state->stride[i] = unknown;
}

/* Stride registers start with 1. */
static void begin(struct state *state)
{
    forget(state);
    for (uint32_t i = 0; i < SIM_D_STRIDES; i++)
        state->stride[i] = range(1, 1);
}

static void know_nothing(struct sim_d_scalars *search)
{
    struct state state;
    forget(&state);
    for (uint32_t i = 0; i < search->dag->graph->count; i++)
        note_offsets(search, &state, i);
}

struct sim_d_scalars *sim_d_scalars_create(const struct sim_d_machine *machine,
                                           const struct sim_d_dag *dag,
                                           const struct launch *launch, bool paths)
{
    struct arena *arena = dag->graph->arena;
    struct sim_d_scalars *scalars = arena_alloc(arena, sizeof *scalars);
    *scalars = (struct sim_d_scalars){.machine = machine, .dag = dag, .launch = launch,
                                      .strides = sim_d_find_strides(dag->graph)};
    scalars->out = arena_array(arena, dag->graph->count, sizeof *scalars->out);
    if (dag->count <= NODES_MAX)
        scalars->before = arena_array(arena, dag->count, sizeof *scalars->before);
    if (scalars->before && paths && !machine->numbers.original)
        scalars->lanes = sim_d_lanes_create(dag, launch);
    if (scalars->lanes)
        scalars->open = (struct sim_d_open){
            .way = arena_array(arena, dag->way_count, sizeof *scalars->open.way),
            .end = arena_array(arena, dag->count, sizeof *scalars->open.end)};
    return scalars;
}

const struct sim_d_open *sim_d_open_ways(const struct sim_d_scalars *scalars)
{
    return scalars->lanes ? &scalars->open : NULL;
}

static void close_ways(struct sim_d_scalars *scalars, uint32_t group)
{
    memset(scalars->open.way, 0, scalars->dag->way_count);
    memset(scalars->open.end, 0, scalars->dag->count);
    sim_d_lanes_start(scalars->lanes, group);
}

const struct sim_d_offsets *sim_d_find_offsets(struct sim_d_scalars *scalars, uint32_t group)
{
    const struct sim_d_dag *dag = scalars->dag;
    memset(scalars->out, 0, dag->graph->count * sizeof *scalars->out);
    scalars->group = group;
    if (!scalars->before) {
        know_nothing(scalars);
        return scalars->out;
    }
    memset(scalars->before, 0, dag->count * sizeof *scalars->before);
    begin(&scalars->before[0]);
    if (scalars->lanes)
        close_ways(scalars, group);
    for (uint32_t i = 0; i < dag->count; i++)
        run_node(scalars, dag->order[i]);
    return scalars->out;
}
