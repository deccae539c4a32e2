/* SPDX-License-Identifier: Apache-2.0 */
/* shapes.c - all shapes that a request can have, after clipping (SIMD-28, SIMD-38).
 *
 * Where a tile starts is known for every work-group as far as its offsets are (scalars.h); an
 * unknown offset can be anything, so every clipping is possible. */
#include "bound/sim_d/shapes.h"

#include "bound/sim_d/scalars.h"
#include "bound/sim_d/strides.h"
#include "isa/sim_d/table.h"
#include "machine/sim_d/clock.h"

/* Work-groups first to end - 1 of a side of the NDRange. */
struct span {
    uint32_t first, end;
};

struct search {
    const struct sim_d_shapes *shapes;
    struct span x, y; /* whose requests count */
    uint32_t block;
    const struct insn *insn;
    const struct sim_d_insn *own;
    struct sim_d_block_request *out;
};

/* A request that is clipped to nothing takes less time than one word. */
static void take(struct search *search, struct request_shape shape)
{
    shape.write = search->insn->flags & INSN_STORE;
    if (!shape.words || !shape.count) {
        shape.words = shape.period = shape.count = 1;
        search->out->may_be_empty = true;
    }
    struct request_cost cost = request_cost(search->shapes->costs, &shape);
    if (cost.cc > search->out->cycles || !search->out->shape.words) {
        search->out->cycles = cost.cc;
        search->out->delay = cost.dc;
        search->out->shape = shape;
    }
}

/* ---- clipping ---- */

/* One direction of a tile: where it starts, its length, what clips it. */
struct side {
    struct span groups;
    uint32_t step;         /* positions 0, step, ... of the work-groups */
    bool absolute;         /* it starts at its offset, not at that of the work-group */
    uint8_t base;          /* SIM_D_VALUE_OFFSET_X or _Y: the work-group's offset on this side */
    uint32_t length;
    uint32_t scale;        /* words per unit of the offset */
    uint32_t extent;       /* of the NDRange, which ends lengths; 0: it does not */
    uint32_t limit;        /* of the buffer, which clips; 0: it does not */
    struct sim_d_value offset;
};

/* Lengths that are left, no two the same. */
struct lengths {
    uint32_t *list;
    uint32_t count;
    bool *known; /* by length */
};

static void add_length(struct lengths *lengths, int64_t length)
{
    if (!lengths->known[length]) {
        lengths->known[length] = true;
        lengths->list[lengths->count++] = (uint32_t)length;
    }
}

static int64_t clipped(const struct side *side, int64_t start, int64_t length)
{
    if (start < 0) {
        length += start;
        start = 0;
    }
    if (side->limit && length > side->limit - start)
        length = side->limit - start;
    return length < 0 ? 0 : length;
}

static int64_t length_at(const struct side *side, int64_t position)
{
    int64_t left = (int64_t)side->extent - position;
    return side->extent && left < side->length ? (left < 0 ? 0 : left) : side->length;
}

/* Where the tile of a work-group starts, but for the range of its offset. */
static int64_t origin_of(const struct side *side, int64_t position)
{
    return (side->absolute ? 0 : position) + position * side->offset.scale;
}

/* Of one work-group. Offsets far outside of the buffer clip everything, or nothing. */
static void add_group(const struct side *side, int64_t position, struct lengths *lengths)
{
    const int64_t length = length_at(side, position);
    const int64_t start = origin_of(side, position);
    const int64_t inside = side->limit / side->scale + 1;
    int64_t min = start + side->offset.min, max = start + side->offset.max;
    if (min < -(int64_t)side->length - 1)
        min = -(int64_t)side->length - 1;
    if (max > inside && min < inside)
        max = inside;
    for (int64_t at = min; at <= max; at++) {
        add_length(lengths, clipped(side, at * side->scale, length));
        if (at >= 0 && !side->limit)
            return;
    }
}

static bool is_known(const struct side *side)
{
    return side->offset.kind == SIM_D_VALUE_RANGE || side->offset.kind == side->base;
}

static struct lengths find_lengths(struct arena *arena, const struct side *side)
{
    struct lengths lengths = {.list = arena_array(arena, side->length + 1u, sizeof(uint32_t)),
                              .known = arena_array(arena, side->length + 1u, sizeof(bool))};
    for (uint32_t i = side->groups.first; is_known(side) && i < side->groups.end; i++)
        add_group(side, (int64_t)i * side->step, &lengths);
    for (uint32_t length = is_known(side) ? 0 : side->length; length > 0; length--)
        add_length(&lengths, length);
    return lengths;
}

/* If all lines start at the same word of a burst, only their number of bursts counts, and the
 * longest length with that number covers the others. */
static void keep_longest(struct lengths *lengths, uint32_t period, bool one_line)
{
    enum { BURST = 16 };
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lengths->count; i++) {
        uint32_t length = lengths->list[i], longer = length;
        while (longer % BURST && !(longer > length && lengths->known[longer]))
            longer++;
        bool covered = longer > length && lengths->known[longer];
        if (!(one_line || period % BURST == 0) || !length || !covered)
            lengths->list[kept++] = length;
    }
    lengths->count = kept;
}

/* ---- places ---- */

enum { PLACES_MAX = 1 << 18 };

/* One side of a tile after clipping. */
struct extent {
    int64_t start, length;
};

static struct extent extent_at(const struct side *side, int64_t position, int64_t offset)
{
    const int64_t start = (origin_of(side, position) + offset) * side->scale;
    return (struct extent){start < 0 ? 0 : start,
                           clipped(side, start, length_at(side, position))};
}

static uint64_t place_count(const struct side *side)
{
    const int64_t offsets = (int64_t)side->offset.max - side->offset.min + 1;
    return (uint64_t)(side->groups.end - side->groups.first) * (uint64_t)offsets;
}

static void take_place(struct search *search, const struct sim_d_buffer *buffer,
                       const struct extent *x, const struct extent *y)
{
    const uint32_t index = (uint32_t)(y->start * buffer->dim_x + x->start);
    take(search, (struct request_shape){
        .kind = COST_TILE, .period = buffer->dim_x, .words = (uint32_t)x->length,
        .count = (uint32_t)y->length, .address_known = x->length && y->length,
        .address = buffer->address + 4 * index});
}

/* All tiles that lie in one line of work-groups. */
static void take_line(struct search *search, const struct sim_d_buffer *buffer,
                      const struct side *x, const struct extent *y)
{
    for (uint32_t i = x->groups.first; i < x->groups.end; i++) {
        for (int64_t offset = x->offset.min; offset <= x->offset.max; offset++) {
            const struct extent at = extent_at(x, (int64_t)i * x->step, offset);
            take_place(search, buffer, &at, y);
        }
    }
}

/* Every tile at its place. False: they are not known, or too many. */
static bool take_places(struct search *search, const struct sim_d_buffer *buffer,
                        const struct side *x, const struct side *y)
{
    if (!search->shapes->alignment || search->shapes->graph->original || !is_known(x) ||
        !is_known(y) || place_count(x) * place_count(y) > PLACES_MAX)
        return false;
    for (uint32_t i = y->groups.first; i < y->groups.end; i++) {
        for (int64_t offset = y->offset.min; offset <= y->offset.max; offset++) {
            const struct extent at = extent_at(y, (int64_t)i * y->step, offset);
            take_line(search, buffer, x, &at);
        }
    }
    return true;
}

/* ---- tiles ---- */

enum { SHAPES_MAX = 1024 };

static enum wc_status take_tile(struct search *search, const struct sim_d_buffer *buffer,
                                const struct side *x, const struct side *y)
{
    const uint32_t period = buffer->dim_x;
    search->out->may_be_empty |= !is_known(x) || !is_known(y);
    if (take_places(search, buffer, x, y))
        return WC_OK;
    struct request_shape shape = {.kind = COST_TILE, .period = period, .words = x->length,
                                  .count = y->length};
    if (search->shapes->graph->original) {
        take(search, shape);
        return WC_OK;
    }
    struct lengths words = find_lengths(search->shapes->graph->arena, x);
    struct lengths lines = find_lengths(search->shapes->graph->arena, y);
    keep_longest(&words, period, y->length == 1);
    if ((uint64_t)words.count * lines.count > SHAPES_MAX) {
        sim_d_fail_at(search->shapes->err, search->shapes->graph->program,
                      sim_d_last(&search->shapes->graph->blocks[search->block]),
                      "no bound: the offset of this request is not known, so it has %llu shapes",
                      (unsigned long long)words.count * lines.count);
        hint(search->shapes->err, "a buffer whose lines are multiples of 16 words has fewer; or "
             "compute the offset from numbers, loop counters and sc.wg_off_x, sc.wg_off_y");
        return WC_BAD_INPUT;
    }
    for (uint32_t i = 0; i < words.count; i++) {
        for (uint32_t k = 0; k < lines.count; k++) {
            shape.words = words.list[i];
            shape.count = lines.list[k];
            take(search, shape);
        }
    }
    return WC_OK;
}

static const struct sim_d_buffer *buffer_of(const struct search *search, unsigned operand,
                                            bool pad)
{
    uint32_t id = search->own->operand[operand].value;
    return pad ? &search->shapes->machine->pad[id] : &search->shapes->machine->dram[id];
}

/* The work-group's tile: W by 1024 / W lanes. Lines end with the NDRange and, unless the original's
 * mistake is copied, with the buffer. */
static enum wc_status take_lanes(struct search *search)
{
    const struct launch *launch = search->shapes->launch;
    const struct sim_d_buffer *buffer = buffer_of(search, 1, false);
    const uint32_t width = launch->block[0], height = SIM_D_ITEMS / width;
    const uint32_t vector = search->own->row->vector ? search->own->row->vector : 1;
    const bool clips_lines = !search->shapes->machine->numbers.original;
    struct side x = {.groups = search->x, .step = width, .base = SIM_D_VALUE_OFFSET_X,
                     .length = width * vector, .scale = vector, .limit = buffer->dim_x,
                     .offset = search->shapes->offsets[search->block].x};
    struct side y = {.groups = search->y, .step = height, .base = SIM_D_VALUE_OFFSET_Y,
                     .length = height, .scale = 1, .extent = launch->ndrange[1],
                     .limit = clips_lines ? buffer->dim_y : 0,
                     .offset = search->shapes->offsets[search->block].y};
    return take_tile(search, buffer, &x, &y);
}

/* Clipping leaves out lines of the scratchpad and never adds one. */
static void take_pad_lanes(struct search *search)
{
    const struct sim_d_buffer *buffer = buffer_of(search, 1, true);
    const uint32_t width = search->shapes->launch->block[0];
    take(search, (struct request_shape){.kind = COST_PAD, .words = width,
                                        .period = buffer->dim_x, .count = SIM_D_ITEMS / width});
}

/* Its position is absolute; work-groups differ if it comes from their own. */
static enum wc_status take_pad_copy(struct search *search)
{
    const struct launch *launch = search->shapes->launch;
    const struct sim_d_buffer *pad = buffer_of(search, 0, true);
    const struct sim_d_buffer *buffer = buffer_of(search, 1, false);
    struct side x = {.groups = search->x, .step = launch->block[0], .absolute = true,
                     .base = SIM_D_VALUE_OFFSET_X, .length = pad->dim_x, .scale = 1,
                     .limit = buffer->dim_x, .offset = search->shapes->offsets[search->block].x};
    struct side y = {.groups = search->y, .step = launch->block[1], .absolute = true,
                     .base = SIM_D_VALUE_OFFSET_Y, .length = pad->dim_y, .scale = 1,
                     .limit = buffer->dim_y, .offset = search->shapes->offsets[search->block].y};
    return take_tile(search, buffer, &x, &y);
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
    const struct sim_d_stride *stride = &search->shapes->strides[search->block].of[number];
    *out = stride->value;
    search->out->assumes |= stride->annotated;
    if (stride->kind == SIM_D_STRIDE_KNOWN || stride->annotated ||
        (search->shapes->graph->original && stride->kind != SIM_D_STRIDE_UNKNOWN))
        return WC_OK;
    sim_d_fail_at(search->shapes->err, search->shapes->graph->program, stride->insn,
                  "no bound: the value of sc.%s is not known", names[number]);
    hint(search->shapes->err, "'#bound value N' on the line before it; two ways with different "
         "values need two requests");
    return WC_BAD_INPUT;
}

static enum wc_status take_custom(struct search *search)
{
    struct request_shape shape = {.kind = COST_TILE};
    enum wc_status status = find_stride(search, 0, &shape.words);
    if (status == WC_OK)
        status = find_stride(search, 1, &shape.period);
    if (status == WC_OK)
        status = find_stride(search, 2, &shape.count);
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

static enum wc_status take_request(struct search *search)
{
    run_fn *run = search->insn->op->run;
    enum wc_status status = WC_OK;
    if (run == sim_d_global_tile)
        status = take_lanes(search);
    else if (run == sim_d_pad_tile)
        take_pad_lanes(search);
    else if (run == sim_d_global_pad)
        status = take_pad_copy(search);
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
    search->out->may_be_empty |= run == sim_d_global_each || search->out->assumes;
    return status;
}

struct sim_d_shapes sim_d_shapes_make(struct error *err, const struct sim_d_machine *machine,
                                      const struct launch *launch, const struct sim_d_dag *dag,
                                      struct request_costs *costs)
{
    return (struct sim_d_shapes){.err = err, .machine = machine, .launch = launch,
                                 .graph = dag->graph, .costs = costs,
                                 .strides = sim_d_find_strides(dag->graph),
                                 .offsets = sim_d_find_offsets(dag, launch),
                                 .alignment = machine->clock->numbers.tight.alignment};
}

/* SIMD-45: no refresh interrupts a request, and no more than 8 can wait for it. */
static enum wc_status check_length(const struct search *search)
{
    const struct sim_d_graph *graph = search->shapes->graph;
    const cycle_t max = request_refresh_window(search->shapes->costs);
    if (search->out->delay <= max || graph->original)
        return WC_OK;
    sim_d_fail_at(search->shapes->err, graph->program, sim_d_last(&graph->blocks[search->block]),
                  "no bound: this request may take %llu DRAM cycles; after %llu refreshes are lost",
                  (unsigned long long)search->out->delay, (unsigned long long)max);
    hint(search->shapes->err, "ldgidxit and stgidxit take one burst per lane");
    return WC_BAD_INPUT;
}

static enum wc_status find_request(struct search *search, uint32_t block,
                                   struct sim_d_block_request *out)
{
    const struct sim_d_graph *graph = search->shapes->graph;
    search->block = block;
    search->insn = &graph->program->insns[sim_d_last(&graph->blocks[block])];
    search->own = sim_d_of(search->insn);
    search->out = out;
    enum wc_status status = take_request(search);
    return status == WC_OK ? check_length(search) : status;
}

enum wc_status sim_d_find_requests(const struct sim_d_shapes *shapes,
                                   struct sim_d_block_request **out)
{
    const struct sim_d_graph *graph = shapes->graph;
    struct search search = {.shapes = shapes, .x = {0, shapes->launch->grid[0]},
                            .y = {0, shapes->launch->grid[1]}};
    enum wc_status status = WC_OK;
    *out = arena_array(graph->arena, graph->count, sizeof **out);
    for (uint32_t i = 0; status == WC_OK && i < graph->count; i++) {
        if (graph->blocks[i].requests && graph->blocks[i].reached)
            status = find_request(&search, i, &(*out)[i]);
    }
    return status;
}

/* Tiles depend on the work-group. */
static bool differs(const struct sim_d_graph *graph, uint32_t block)
{
    const struct sim_d_block *of = &graph->blocks[block];
    const struct insn *insn = &graph->program->insns[sim_d_last(of)];
    return of->requests && of->reached &&
           (insn->op->run == sim_d_global_tile || insn->op->run == sim_d_global_pad);
}

enum wc_status sim_d_group_requests(const struct sim_d_shapes *shapes, uint64_t group,
                                    const struct sim_d_block_request *all,
                                    struct sim_d_block_request *out)
{
    const uint32_t across = shapes->launch->grid[0];
    const uint32_t x = (uint32_t)(group % across), y = (uint32_t)(group / across);
    struct search search = {.shapes = shapes, .x = {x, x + 1}, .y = {y, y + 1}};
    enum wc_status status = WC_OK;
    for (uint32_t i = 0; status == WC_OK && i < shapes->graph->count; i++) {
        out[i] = differs(shapes->graph, i) ? (struct sim_d_block_request){0} : all[i];
        if (differs(shapes->graph, i))
            status = find_request(&search, i, &out[i]);
    }
    return status;
}
