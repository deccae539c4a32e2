/* SPDX-License-Identifier: Apache-2.0 */
/* footprint.c - collecting lines on a first walk. */
#include "bound/engine/footprint.h"

static void make_code(struct code_footprint *code, struct arena *arena,
                      const struct cache_numbers *numbers)
{
    code->numbers = numbers;
    code->sets = cache_line_count(numbers) / numbers->ways;
    code->count = arena_array(arena, code->sets, sizeof *code->count);
    code->line = arena_array(arena, cache_line_count(numbers), sizeof *code->line);
}

static void touch(struct code_footprint *code, uint64_t line)
{
    uint32_t set = (uint32_t)(line & (code->sets - 1)), ways = code->numbers->ways;
    uint64_t *lines = &code->line[(size_t)set * ways];
    for (uint32_t i = 0; i < code->count[set] && i < ways; i++) {
        if (lines[i] == line)
            return;
    }
    if (code->count[set] < ways)
        lines[code->count[set]] = line;
    if (code->count[set] <= ways)
        code->count[set]++;
}

static bool set_holds_all(const struct code_footprint *code, uint64_t line)
{
    return code->count[line & (code->sets - 1)] <= code->numbers->ways;
}

bool footprint_code_stays(const struct footprint *f, uint64_t line)
{
    return set_holds_all(&f->code, line);
}

bool footprint_has_code(const struct footprint *f, uint64_t line)
{
    uint32_t set = (uint32_t)(line & (f->code.sets - 1)), ways = f->code.numbers->ways;
    for (uint32_t i = 0; i < f->code.count[set] && i < ways; i++) {
        if (f->code.line[(size_t)set * ways + i] == line)
            return true;
    }
    return false;
}

uint64_t footprint_code_lines(const struct footprint *f)
{
    uint64_t lines = 0;
    for (uint32_t set = 0; set < f->code.sets; set++)
        lines += f->code.count[set] <= f->code.numbers->ways ? f->code.count[set] : 0;
    return lines;
}

/* ---- the sink ---- */

/* The instruction, and those after it that are fetched before its outcome is known. Fetch goes on
 * with the next instruction of the program, which may be in another segment. */
static void touch_code(struct footprint *f, uint32_t index)
{
    f->seen[index] = true;
    for (uint32_t i = 0; i <= f->numbers.fetch_ahead; i++)
        touch(&f->code,
              program_fetch_address(f->program, index + i) / f->code.numbers->line_bytes);
}

static uint64_t *count_of(struct footprint *f, const struct marked_request *request)
{
    if (request->line != NO_LINE)
        return &lines_note(&f->data, request->line)->asked;
    return request->bytes ? &lines_note_object(&f->data, request->base, request->bytes)->asked
                          : &f->data.anywhere;
}

static void ask(struct footprint *f, struct marked_request request)
{
    uint64_t *count = count_of(f, &request);
    *count = count_add(*count, request.asked);
    if (!f->mark_count)
        return;
    if (f->since_count == f->since_max) /* arena_grow() knows only arrays that never shrink */
        f->since = arena_grow(f->arena, f->since, f->since_max++, sizeof *f->since);
    f->since[f->since_count++] = request;
}

/* Somewhere: at most a line for each lane. */
static void ask_somewhere(struct footprint *f, const struct walk_access *access)
{
    const struct allocation *object = access->object;
    if (object && object->kind == ALLOCATION_LOCAL)
        return;
    bool part = object && lines_takes(&f->data, access->base, access->size);
    ask(f, (struct marked_request){.line = NO_LINE,
                                   .base = part ? access->base : object ? object->base : 0,
                                   .bytes = part ? access->size : object ? object->size : 0,
                                   .asked = (uint64_t)__builtin_popcountll(access->lanes)});
}

static void node(struct walk_sink *sink, uint32_t index, const struct walk_access *access)
{
    struct footprint *f = (struct footprint *)sink;
    if (!f->seen[index])
        touch_code(f, index);
    if (!access || access->kind == ACCESS_STORE)
        return;
    if (!access->known) {
        ask_somewhere(f, access);
        return;
    }
    struct coalesced requests;
    f->numbers.requests(f->numbers.machine, access, &requests);
    for (uint32_t i = 0; i < requests.count; i++)
        ask(f, (struct marked_request){.line = requests.request[i].line, .asked = 1});
}

/* Loops lie in loops: a repetition belongs to the latest mark that has none yet. */
static void mark(struct walk_sink *sink)
{
    struct footprint *f = (struct footprint *)sink;
    if (f->mark_count == f->mark_max)
        f->marks = arena_grow(f->arena, f->marks, f->mark_max++, sizeof *f->marks);
    f->marks[f->mark_count++] = f->since_count;
}

static void repeat(struct walk_sink *sink, uint64_t times)
{
    struct footprint *f = (struct footprint *)sink;
    for (uint32_t i = f->marks[--f->mark_count]; i < f->since_count; i++) {
        struct marked_request *request = &f->since[i];
        uint64_t *count = count_of(f, request);
        *count = count_add(*count, count_times(times, request->asked));
        request->asked = count_times(count_add(times, 1), request->asked);
    }
    if (!f->mark_count)
        f->since_count = 0;
}

static void begin(struct walk_sink *sink, uint32_t core, uint32_t slot, uint32_t phase)
{
    struct footprint *f = (struct footprint *)sink;
    (void)core, (void)slot;
    f->phases = phase > f->phases ? phase : f->phases;
}

static void edge(struct walk_sink *sink, uint32_t from, uint32_t to)
{
    (void)sink, (void)from, (void)to;
}

static void at(struct walk_sink *sink, uint32_t index)
{
    (void)sink, (void)index;
}

static void loop(struct walk_sink *sink, uint32_t header, uint64_t iterations)
{
    (void)sink, (void)header, (void)iterations;
}

static void end(struct walk_sink *sink)
{
    (void)sink;
}

static void barrier(struct walk_sink *sink, uint32_t id, uint32_t warps, bool certain)
{
    (void)sink, (void)id, (void)warps, (void)certain;
}

static const struct walk_sink_ops ops = {.begin = begin, .node = node, .edge = edge,
                                         .region_begin = at, .region_end = at, .loop = loop,
                                         .mark = mark, .repeat = repeat, .barrier = barrier,
                                         .end = end};

void footprint_make(struct footprint *f, struct arena *arena,
                    const struct footprint_numbers *numbers, const struct program *program)
{
    *f = (struct footprint){.sink = {&ops}, .numbers = *numbers, .program = program};
    lines_make(&f->data, arena, numbers->data);
    make_code(&f->code, arena, numbers->code);
    f->arena = arena;
    f->seen = arena_array(arena, program->count, sizeof *f->seen);
}

const bool *footprint_may_miss(const struct footprint *f, struct arena *arena)
{
    bool *may_miss = arena_array(arena, f->program->count, sizeof *may_miss), any = false;
    for (uint32_t i = 0; i < f->program->count; i++) {
        uint64_t line = f->program->insns[i].pc / f->code.numbers->line_bytes;
        may_miss[i] = f->seen[i] && !set_holds_all(&f->code, line);
        any |= may_miss[i];
    }
    return any ? may_miss : NULL;
}
