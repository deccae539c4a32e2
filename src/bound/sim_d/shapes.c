/* SPDX-License-Identifier: Apache-2.0 */
/* shapes.c - what requests ask for: of all work-groups, and of single ones. */
#include "bound/sim_d/shapes.h"

#include "bound/sim_d/strides.h"
#include "bound/sim_d/tiles.h"
#include "isa/sim_d/table.h"
#include "machine/sim_d/clock.h"

/* Nodes of the unrolled graph, over all work-groups; shapes of a request. */
enum { WORK_MAX = 1 << 22, SHAPES_MAX = 1024 };

struct search {
    struct error *err;
    const struct sim_d_machine *machine;
    const struct launch *launch;
    const struct sim_d_graph *graph;
    const struct sim_d_dag *dag;
    struct request_costs *costs;
    struct sim_d_block_request *requests; /* by block */
    const struct sim_d_strides *strides; /* by block */
    struct sim_d_scalars *scalars;
    const struct sim_d_offsets *offsets; /* by block; of all work-groups, or of one ... */
    uint32_t group;                      /* ... this one */
    struct sim_d_tiles *tiles;           /* by block */
    bool alignment;                      /* tiles are where the launch places them */
    bool placed;                         /* the last one was */
    uint32_t block;
    const struct insn *insn;
    const struct sim_d_insn *own;
    struct sim_d_block_request *out;
};

static bool is_write(const struct search *search)
{
    return search->insn->flags & INSN_STORE;
}

static void take(struct search *search, struct request_shape shape)
{
    shape.write = is_write(search);
    sim_d_take_shape(search->costs, shape, search->out);
}

/* ---- tiles ---- */

static enum wc_status take_shapes(struct search *search)
{
    const struct sim_d_tiles *tiles = &search->tiles[search->block];
    const uint32_t count = sim_d_tiles_count(tiles);
    if (count <= SHAPES_MAX) {
        sim_d_tiles_take(search->costs, tiles, is_write(search), search->out);
        return WC_OK;
    }
    sim_d_fail_at(search->err, search->graph->program,
                  sim_d_last(&search->graph->blocks[search->block]),
                  "no bound: the offset of this request is not known, so it has %u shapes",
                  count);
    hint(search->err, "a buffer whose lines are multiples of 16 words has fewer; or compute "
         "the offset from numbers, loop counters and sc.wg_off_x, sc.wg_off_y");
    return WC_BAD_INPUT;
}

/* The original's analyser does not clip. */
static void take_tile(struct search *search, const struct sim_d_buffer *buffer,
                      const struct sim_d_tile_side *x, const struct sim_d_tile_side *y)
{
    search->placed = search->alignment && sim_d_take_places(search->costs, buffer, x, y,
                                                            is_write(search), search->out);
    if (search->placed)
        return;
    if (search->graph->original)
        take(search, (struct request_shape){.kind = COST_TILE, .period = buffer->dim_x,
                                            .words = x->length, .count = y->length});
    else
        sim_d_tiles_add(search->graph->arena, &search->tiles[search->block], buffer->dim_x, x, y,
                        search->out);
}

static const struct sim_d_buffer *buffer_of(const struct search *search, unsigned operand,
                                            bool pad)
{
    uint32_t id = search->own->operand[operand].value;
    return pad ? &search->machine->pad[id] : &search->machine->dram[id];
}

static uint32_t first_group(const struct search *search, unsigned side)
{
    const uint32_t columns = search->launch->grid[0];
    if (search->group == SIM_D_ALL_GROUPS)
        return 0;
    return side == 0 ? search->group % columns : search->group / columns;
}

static uint32_t group_count(const struct search *search, unsigned side)
{
    return search->group == SIM_D_ALL_GROUPS ? search->launch->grid[side] : 1;
}

/* The work-group's tile: W by 1024 / W lanes. Lines end with the NDRange and, unless the original's
 * mistake is copied, with the buffer. */
static void take_lanes(struct search *search)
{
    const struct launch *launch = search->launch;
    const struct sim_d_buffer *buffer = buffer_of(search, 1, false);
    const uint32_t width = launch->block[0], height = SIM_D_ITEMS / width;
    const uint32_t vector = search->own->row->vector ? search->own->row->vector : 1;
    const bool clips_lines = !search->machine->numbers.original;
    struct sim_d_tile_side x = {.first = first_group(search, 0), .groups = group_count(search, 0),
                     .step = width, .base = SIM_D_VALUE_OFFSET_X,
                     .length = width * vector, .scale = vector, .limit = buffer->dim_x,
                     .offset = search->offsets[search->block].x};
    struct sim_d_tile_side y = {.first = first_group(search, 1), .groups = group_count(search, 1),
                     .step = height, .base = SIM_D_VALUE_OFFSET_Y,
                     .length = height, .scale = 1, .extent = launch->ndrange[1],
                     .limit = clips_lines ? buffer->dim_y : 0,
                     .offset = search->offsets[search->block].y};
    take_tile(search, buffer, &x, &y);
}

/* Clipping leaves out lines of the scratchpad and never adds one. */
static void take_pad_lanes(struct search *search)
{
    const struct sim_d_buffer *buffer = buffer_of(search, 1, true);
    const uint32_t width = search->launch->block[0];
    take(search, (struct request_shape){.kind = COST_PAD, .words = width,
                                        .period = buffer->dim_x, .count = SIM_D_ITEMS / width});
}

/* Its position is absolute; work-groups differ if it comes from their own. */
static void take_pad_copy(struct search *search)
{
    const struct launch *launch = search->launch;
    const struct sim_d_buffer *pad = buffer_of(search, 0, true);
    const struct sim_d_buffer *buffer = buffer_of(search, 1, false);
    struct sim_d_tile_side x = {.first = first_group(search, 0), .groups = group_count(search, 0),
                     .step = launch->block[0], .absolute = true,
                     .base = SIM_D_VALUE_OFFSET_X, .length = pad->dim_x, .scale = 1,
                     .limit = buffer->dim_x, .offset = search->offsets[search->block].x};
    struct sim_d_tile_side y = {.first = first_group(search, 1), .groups = group_count(search, 1),
                     .step = launch->block[1], .absolute = true,
                     .base = SIM_D_VALUE_OFFSET_Y, .length = pad->dim_y, .scale = 1,
                     .limit = buffer->dim_y, .offset = search->offsets[search->block].y};
    take_tile(search, buffer, &x, &y);
}

static void take_whole(struct search *search, enum cost_kind kind, unsigned operand)
{
    const struct sim_d_buffer *buffer = buffer_of(search, operand, kind == COST_PAD);
    uint32_t words = buffer->dim_x * buffer->dim_y;
    take(search, (struct request_shape){.kind = kind, .words = words, .period = words,
                                         .count = 1, .address_known = kind != COST_PAD,
                                         .address = buffer->address});
}

static void take_scalars(struct search *search)
{
    const struct sim_d_buffer *buffer = buffer_of(search, 1, false);
    const struct sim_d_operand *count = &search->own->operand[2];
    uint32_t words = count->kind ? count->value : 1;
    take(search, (struct request_shape){.kind = COST_SCALAR, .words = words, .period = words,
                                         .count = 1, .address_known = true,
                                         .address = buffer->address});
}

/* ---- tiles that the stride registers describe ---- */

static enum wc_status find_stride(struct search *search, uint32_t number, uint32_t *out)
{
    static const char *const names[] = {"sd_words", "sd_period", "sd_period_cnt"};
    const struct sim_d_stride *stride = &search->strides[search->block].of[number];
    const struct sim_d_value *value = &search->offsets[search->block].stride[number];
    if (!search->graph->original && sim_d_value_is_number(value)) {
        *out = (uint32_t)value->min;
        return WC_OK;
    }
    *out = stride->value;
    search->out->assumes |= (uint8_t)(stride->annotated << number);
    if (stride->kind == SIM_D_STRIDE_KNOWN || stride->annotated ||
        (search->graph->original && stride->kind != SIM_D_STRIDE_UNKNOWN))
        return WC_OK;
    sim_d_fail_at(search->err, search->graph->program, stride->insn,
                  "no bound: the value of sc.%s is not known", names[number]);
    hint(search->err, "'#bound value N' on the line before it; two ways with different values need "
         "two requests");
    return WC_BAD_INPUT;
}

static bool is_register(const struct sim_d_operand *operand)
{
    return operand->kind != SIM_D_KIND_NONE && operand->kind != SIM_D_KIND_NUMBER;
}

/* Offsets that are numbers place the tile, which is not clipped. With compat=original a store
 * without an offset is elsewhere (isa/sim_d/access.c). */
static void place_custom(const struct search *search, struct request_shape *shape)
{
    const struct sim_d_operand *offset = &search->own->operand[1];
    const struct sim_d_buffer *buffer = buffer_of(search, 0, false);
    if (search->graph->original || search->machine->numbers.original ||
        !search->machine->clock->numbers.tight.alignment || is_register(&offset[0]) ||
        is_register(&offset[1]))
        return;
    shape->address_known = true;
    shape->address = buffer->address + 4 * (offset[1].value * buffer->dim_x + offset[0].value);
}

static enum wc_status take_custom(struct search *search)
{
    struct request_shape shape = {.kind = COST_TILE};
    enum wc_status status = find_stride(search, 0, &shape.words);
    if (status == WC_OK)
        status = find_stride(search, 1, &shape.period);
    if (status == WC_OK)
        status = find_stride(search, 2, &shape.count);
    place_custom(search, &shape);
    if (status == WC_OK)
        take(search, shape);
    return status;
}

static enum wc_status take_pad_scalars(struct search *search)
{
    struct request_shape shape = {.kind = COST_PAD, .count = 1};
    enum wc_status status = find_stride(search, 0, &shape.words);
    shape.period = shape.words;
    if (status == WC_OK)
        take(search, shape);
    return status;
}

/* ---- all requests ---- */

static bool is_tile(const struct insn *insn)
{
    return insn->op->run == sim_d_global_tile || insn->op->run == sim_d_global_pad;
}

static void add_tile(struct search *search)
{
    if (search->insn->op->run == sim_d_global_tile)
        take_lanes(search);
    else
        take_pad_copy(search);
}

static void select_block(struct search *search, uint32_t block)
{
    search->block = block;
    search->insn = &search->graph->program->insns[sim_d_last(&search->graph->blocks[block])];
    search->own = sim_d_of(search->insn);
    search->out = &search->requests[block];
}

static bool has_tile(struct search *search, uint32_t block)
{
    const struct sim_d_block *of = &search->graph->blocks[block];
    if (!of->requests || !of->reached)
        return false;
    select_block(search, block);
    return is_tile(search->insn);
}

static void add_tiles(struct search *search, uint32_t group)
{
    search->group = group;
    search->offsets = sim_d_find_offsets(search->scalars, group);
    for (uint32_t i = 0; i < search->graph->count; i++) {
        if (has_tile(search, i))
            add_tile(search);
    }
}

/* An offset that is not a range, or a multiple of the offset of the work-group on that side. */
static bool is_vague(struct search *search)
{
    const struct sim_d_offsets *offsets = sim_d_find_offsets(search->scalars, SIM_D_ALL_GROUPS);
    for (uint32_t i = 0; i < search->graph->count; i++) {
        const uint8_t x = offsets[i].x.kind, y = offsets[i].y.kind;
        if (has_tile(search, i) &&
            ((x != SIM_D_VALUE_RANGE && x != SIM_D_VALUE_OFFSET_X) ||
             (y != SIM_D_VALUE_RANGE && y != SIM_D_VALUE_OFFSET_Y)))
            return true;
    }
    return false;
}

/* All work-groups at once; one by one if that leaves too much open and is not too much work. */
static void find_tiles(struct search *search)
{
    const uint64_t groups = (uint64_t)search->launch->grid[0] * search->launch->grid[1];
    search->tiles = arena_array(search->graph->arena, search->graph->count,
                                sizeof *search->tiles);
    if (search->graph->original || groups * search->dag->count > WORK_MAX || !is_vague(search)) {
        add_tiles(search, SIM_D_ALL_GROUPS);
        return;
    }
    for (uint32_t group = 0; group < groups; group++)
        add_tiles(search, group);
}

static enum wc_status take_tiles(struct search *search)
{
    return search->graph->original ? WC_OK : take_shapes(search);
}

static enum wc_status take_request(struct search *search)
{
    run_fn *run = search->insn->op->run;
    enum wc_status status = WC_OK;
    if (is_tile(search->insn))
        status = take_tiles(search);
    else if (run == sim_d_pad_tile)
        take_pad_lanes(search);
    else if (run == sim_d_global_whole || run == sim_d_pad_whole)
        take_whole(search, run == sim_d_pad_whole ? COST_PAD : COST_BUFFER, 0);
    else if (run == sim_d_global_each)
        take_whole(search, COST_INDEX, 1);
    else if (run == sim_d_sldg)
        take_scalars(search);
    else
        status = run == sim_d_sldsp ? take_pad_scalars(search) : take_custom(search);
    search->out->pad = search->out->shape.kind == COST_PAD;
    /* No lane may be enabled; what an annotation says is a max. */
    search->out->may_be_empty |= run == sim_d_global_each || search->out->assumes != 0;
    return status;
}

/* SIMD-45: no refresh interrupts a request, and no more than 8 can wait for it. */
static enum wc_status check_length(const struct search *search)
{
    const cycle_t max = request_refresh_window(search->costs), delay = search->out->delay;
    if (delay <= max || search->graph->original)
        return WC_OK;
    sim_d_fail_at(search->err, search->graph->program,
                  sim_d_last(&search->graph->blocks[search->block]),
                  "no bound: this request may take %llu DRAM cycles; after %llu refreshes are lost",
                  (unsigned long long)delay, (unsigned long long)max);
    hint(search->err, "ldgidxit and stgidxit take one burst per lane");
    return WC_BAD_INPUT;
}

enum wc_status sim_d_find_requests(struct error *err, const struct sim_d_machine *machine,
                                   const struct launch *launch, const struct sim_d_dag *dag,
                                   struct request_costs *costs, bool tiles,
                                   struct sim_d_block_request **out)
{
    const struct sim_d_graph *graph = dag->graph;
    struct search search = {.err = err, .machine = machine, .launch = launch, .graph = graph,
                            .dag = dag, .costs = costs, .strides = sim_d_find_strides(graph),
                            .scalars = sim_d_scalars_create(machine, dag, launch, false)};
    enum wc_status status = WC_OK;
    *out = search.requests = arena_array(graph->arena, graph->count, sizeof **out);
    if (tiles)
        find_tiles(&search);
    search.offsets = sim_d_find_offsets(search.scalars, SIM_D_ALL_GROUPS);
    for (uint32_t i = 0; status == WC_OK && i < graph->count; i++) {
        if (!graph->blocks[i].requests || !graph->blocks[i].reached ||
            (!tiles && has_tile(&search, i)))
            continue;
        select_block(&search, i);
        status = take_request(&search);
        if (status == WC_OK)
            status = check_length(&search);
    }
    return status;
}

/* ---- single work-groups ---- */

struct sim_d_group_shapes {
    struct search search;
    const struct sim_d_block_request *all;
    bool one_by_one; /* offsets are found for each work-group */
};

struct sim_d_group_shapes *
sim_d_group_shapes_make(struct error *err, const struct sim_d_machine *machine,
                        const struct launch *launch, const struct sim_d_dag *dag,
                        struct request_costs *costs, const struct sim_d_block_request *all)
{
    const struct sim_d_tight *tight = &machine->clock->numbers.tight;
    const struct sim_d_graph *graph = dag->graph;
    const uint64_t groups = (uint64_t)launch->grid[0] * launch->grid[1];
    struct sim_d_group_shapes *shapes = arena_alloc(graph->arena, sizeof *shapes);
    *shapes = (struct sim_d_group_shapes){.all = all,
                                          .one_by_one = groups * dag->count <= WORK_MAX};
    shapes->search = (struct search){
        .err = err, .machine = machine, .launch = launch, .graph = graph, .dag = dag,
        .costs = costs, .scalars = sim_d_scalars_create(machine, dag, launch, tight->paths),
        .alignment = tight->alignment,
        .tiles = arena_array(graph->arena, graph->count, sizeof(struct sim_d_tiles))};
    if (!shapes->one_by_one)
        shapes->search.offsets = sim_d_find_offsets(shapes->search.scalars, SIM_D_ALL_GROUPS);
    return shapes;
}

const struct sim_d_open *sim_d_group_open(const struct sim_d_group_shapes *shapes)
{
    return sim_d_open_ways(shapes->search.scalars);
}

enum wc_status sim_d_group_requests(struct sim_d_group_shapes *shapes, uint32_t group,
                                    struct sim_d_block_request *out)
{
    struct search *search = &shapes->search;
    enum wc_status status = WC_OK;
    search->group = group;
    search->requests = out;
    if (shapes->one_by_one)
        search->offsets = sim_d_find_offsets(search->scalars, group);
    for (uint32_t i = 0; status == WC_OK && i < search->graph->count; i++) {
        out[i] = shapes->all[i];
        if (!has_tile(search, i))
            continue;
        out[i] = (struct sim_d_block_request){0};
        if (search->offsets[i].x.kind == SIM_D_VALUE_NONE)
            continue;
        sim_d_tiles_forget(&search->tiles[i]);
        add_tile(search);
        if (!search->placed)
            status = take_shapes(search);
        if (status == WC_OK)
            status = check_length(search);
    }
    return status;
}
