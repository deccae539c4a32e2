/* SPDX-License-Identifier: Apache-2.0 */
/* counts.c - predicted and observed numbers become expectations.
 *
 * Neighbours with equal numbers, such as the instructions of a block or the lines of an array, are
 * listed as one. */
#include "bound/vortex/counts.h"

#include <inttypes.h>
#include <stdlib.h>

#include "bound/engine/loop_bounds.h"

void counts_make(struct vortex_counts *c, struct arena *arena, const struct vortex_costs *costs,
                 const struct program *program)
{
    const uint32_t cores = costs->vortex->numbers.cores;
    *c = (struct vortex_counts){.arena = arena, .costs = costs, .program = program};
    c->cores = arena_array(arena, cores, sizeof *c->cores);
    for (uint32_t i = 0; i < cores; i++) {
        c->cores[i].insn = arena_array(arena, program->count, sizeof *c->cores[i].insn);
        lines_make(&c->cores[i].code, arena, &costs->clock->icache);
        lines_make(&c->cores[i].data, arena, &costs->clock->dcache);
    }
    loop_turns_make(&c->turns, arena, program);
}

struct comparison {
    const struct vortex_counts *predicted, *observed;
    const struct footprint *footprint;
    struct expectations *out;
    uint32_t core;
};

/* ---- instructions ---- */

/* "saxpy.cl:9" */
static const char *place_of(struct arena *arena, const struct program *program, uint32_t index)
{
    const struct source_line line = loop_bounds_line(program, index);
    return line.file ? arena_format(arena, "%s:%" PRIu32, line.file, line.line) : NULL;
}

static void add_insns(const struct comparison *c, const char *kind, uint32_t first, uint32_t end,
                      uint64_t predicted, uint64_t observed)
{
    struct arena *arena = c->out->arena;
    const struct program *program = c->predicted->program;
    const struct function *function = program_function(program, program->insns[first].pc);
    const char *to = end - first > 1 ? arena_format(arena, " to 0x%08" PRIx64,
                                                    program->insns[end - 1].pc) : "";
    expectations_add(c->out, (struct expectation){
        .kind = kind, .predicted = predicted, .observed = observed,
        .name = arena_format(arena, "core %" PRIu32 ": 0x%08" PRIx64 "%s%s%s", c->core,
                             program->insns[first].pc, to, function ? " in " : "",
                             function ? function->name : ""),
        .place = place_of(arena, program, first)});
}

static const struct {
    const char *kind;
    size_t offset;
} insn_rows[] = {
    {"executions", offsetof(struct insn_counts, runs)},
    {"taken control transfers", offsetof(struct insn_counts, taken)},
    {"LSU rounds", offsetof(struct insn_counts, rounds)},
    {"DRAM lines", offsetof(struct insn_counts, lines)},
    {"latency", offsetof(struct insn_counts, latency)},
    {"cycles of an access in idle memory", offsetof(struct insn_counts, busy)},
};

static uint64_t number(const struct insn_counts *counts, size_t offset)
{
    return *(const uint64_t *)((const char *)counts + offset);
}

static void compare_insns(const struct comparison *c, const char *kind, size_t offset)
{
    const struct insn_counts *predicted = c->predicted->cores[c->core].insn;
    const struct insn_counts *observed = c->observed->cores[c->core].insn;
    const uint32_t count = c->predicted->program->count;
    for (uint32_t first = 0, end; first < count; first = end) {
        uint64_t most = number(&predicted[first], offset), seen = number(&observed[first], offset);
        for (end = first + 1; end < count && number(&predicted[end], offset) == most &&
                              number(&observed[end], offset) == seen; end++)
            continue;
        if (most || seen)
            add_insns(c, kind, first, end, most, seen);
    }
}

/* ---- numbers of a core or of the launch ---- */

static void add(const struct comparison *c, const char *kind, const char *name, uint64_t predicted,
                uint64_t observed)
{
    if (predicted || observed)
        expectations_add(c->out, (struct expectation){.kind = kind, .name = name,
                                                      .predicted = predicted,
                                                      .observed = observed});
}

static void add_core(const struct comparison *c, const char *kind, const char *name,
                     uint64_t predicted, uint64_t observed)
{
    add(c, kind, arena_format(c->out->arena, "core %" PRIu32 "%s%s", c->core, name ? ": " : "",
                              name ? name : ""), predicted, observed);
}

static const struct {
    enum vortex_quantity quantity;
    const char *kind, *name;
} quantity_rows[] = {
    {QUANTITY_WORK + WORK_INSTRUCTIONS, "issue slots", "instructions"},
    {QUANTITY_WORK + WORK_NOPS, "issue slots", "NOPs"},
    {QUANTITY_WORK + WORK_LSU, "LSU cycles", "beyond the first of each access"},
    {QUANTITY_TAKEN, "taken control transfers", "all"},
    {QUANTITY_BARRIERS, "barriers", "arrivals"},
    {QUANTITY_CODE, "misses of the instruction cache", "lines that do not stay"},
    {QUANTITY_READS, "DRAM lines", "reads of accesses"},
    {QUANTITY_WRITES, "DRAM lines", "writes"},
};

static const char *const unit_names[VORTEX_UNITS] = {
    [VORTEX_ALU] = "alu", [VORTEX_MUL] = "mul", [VORTEX_DIV] = "div", [VORTEX_FMA] = "fma",
    [VORTEX_FDIV] = "fdiv", [VORTEX_FSQRT] = "fsqrt", [VORTEX_FCVT] = "fcvt",
    [VORTEX_FMISC] = "fmisc", [VORTEX_LSU] = "lsu", [VORTEX_SFU] = "sfu"};
static const char *const nop_names[NOP_KINDS] = {
    [NOP_START] = "start", [NOP_MISS] = "miss", [NOP_FLUSH] = "flush"};

static void compare_quantities(const struct comparison *c)
{
    const struct core_counts *predicted = &c->predicted->cores[c->core];
    const struct core_counts *observed = &c->observed->cores[c->core];
    for (size_t i = 0; i < sizeof quantity_rows / sizeof *quantity_rows; i++) {
        enum vortex_quantity q = quantity_rows[i].quantity;
        add_core(c, quantity_rows[i].kind, quantity_rows[i].name, predicted->quantity[q],
                 observed->quantity[q]);
    }
    if (!c->predicted->costs->swas) /* else they are the issue slots */
        add_core(c, "fetch slots", NULL, predicted->quantity[QUANTITY_WORK + WORK_FETCH],
                 observed->quantity[QUANTITY_WORK + WORK_FETCH]);
    for (uint32_t unit = 0; unit < VORTEX_UNITS; unit++) {
        if (unit != VORTEX_LSU) /* its time is in CHAIN_MEMORY */
            add_core(c, "unit cycles", unit_names[unit],
                     predicted->quantity[QUANTITY_UNIT + unit],
                     observed->quantity[QUANTITY_UNIT + unit]);
    }
    for (uint32_t kind = 0; kind < NOP_KINDS; kind++)
        add_core(c, "NOPs", nop_names[kind], predicted->nops[kind], observed->nops[kind]);
    add_core(c, "starts of warps", NULL, predicted->starts, observed->starts);
    add_core(c, "call depth", NULL, predicted->depth, observed->depth);
    add_core(c, "latency", "instruction misses", predicted->fetch_latency,
             observed->fetch_latency);
    add_core(c, "cycles of miss registers", "instruction cache", predicted->registers[CACHE_CODE],
             observed->registers[CACHE_CODE]);
    add_core(c, "cycles of miss registers", "data cache", predicted->registers[CACHE_DATA],
             observed->registers[CACHE_DATA]);
}

/* ---- the chain ---- */

static const struct {
    enum chain_kind kind;
    const char *name;
} chain_rows[] = {
    {CHAIN_SLOTS, "instructions, nops"}, {CHAIN_UNITS, "units"}, {CHAIN_WAITING, "waiting"},
    {CHAIN_DATA, "data"}, {CHAIN_CODE, "code"}, {CHAIN_FETCH, "waiting, fetches, code, lsu, dram"},
    {CHAIN_MEMORY, "lsu, dram"}, {CHAIN_STARTS, "starts"},
};

static void compare_chain(const struct comparison *c)
{
    const uint64_t *predicted = c->predicted->cores[c->core].chain;
    const uint64_t *observed = c->observed->cores[c->core].chain;
    for (size_t i = 0; i < sizeof chain_rows / sizeof *chain_rows; i++)
        add_core(c, "time on a chain of waits", chain_rows[i].name,
                 predicted[chain_rows[i].kind], observed[chain_rows[i].kind]);
    add_core(c, "time on a chain of waits", "all work", c->predicted->cores[c->core].chain_work,
             c->observed->cores[c->core].chain_work);
    add_core(c, "time on a chain of waits", "waiting, fetches, instruction misses aside",
             c->predicted->cores[c->core].fetching, c->observed->cores[c->core].fetching);
    add_core(c, "sum of terms", NULL, c->predicted->cycles, c->predicted->cores[c->core].terms);
}

/* ---- lines of the caches ---- */

static int by_line(const void *a, const void *b)
{
    const struct cached_line *x = *(const struct cached_line *const *)a;
    const struct cached_line *y = *(const struct cached_line *const *)b;
    return (x->line > y->line) - (x->line < y->line);
}

static const struct cached_line **sorted(struct arena *arena, const struct cached_lines *lines)
{
    const struct cached_line **list = arena_array(arena, lines->used, sizeof *list);
    uint32_t count = 0;
    for (uint32_t i = 0; i < lines->room; i++) {
        if (lines->table[i].asked)
            list[count++] = &lines->table[i];
    }
    if (count)
        qsort(list, count, sizeof *list, by_line);
    return list;
}

struct line_numbers {
    uint64_t asked_predicted, asked, misses_predicted, misses;
};

static bool same_numbers(const struct line_numbers *a, const struct line_numbers *b)
{
    return a->asked_predicted == b->asked_predicted && a->asked == b->asked &&
           a->misses_predicted == b->misses_predicted && a->misses == b->misses;
}

/* Lines from first to last, in a row. */
static void add_lines(const struct comparison *c, const char *cache, uint32_t line_bytes,
                      uint64_t first, uint64_t last, const struct line_numbers *numbers)
{
    struct arena *arena = c->out->arena;
    const char *to =
        last > first ? arena_format(arena, " to 0x%08" PRIx64, last * line_bytes) : "";
    const char *name = arena_format(arena, "line 0x%08" PRIx64 "%s", first * line_bytes, to);
    add_core(c, arena_format(arena, "requests of the %s cache", cache), name,
             numbers->asked_predicted, numbers->asked);
    add_core(c, arena_format(arena, "misses of the %s cache", cache), name,
             numbers->misses_predicted, numbers->misses);
}

/* A request that may be anywhere may be of this line, and miss. */
static struct line_numbers data_numbers(const struct comparison *c, const struct cached_line *seen)
{
    const struct cached_lines *lines = &c->footprint->data;
    const struct cached_line *line = lines_look_up(lines, seen->line);
    uint64_t asked = (line ? line->asked : 0) + lines->anywhere;
    uint64_t misses = (line ? line->misses : 0) + lines->anywhere;
    return (struct line_numbers){asked, seen->asked, misses < asked ? misses : asked,
                                 seen->misses};
}

/* Of code only the misses are predicted; those of a set with too many lines all together. */
static struct line_numbers code_numbers(const struct comparison *c, const struct cached_line *seen)
{
    bool counted = footprint_code_stays(c->footprint, seen->line);
    uint64_t misses = footprint_has_code(c->footprint, seen->line);
    return (struct line_numbers){0, 0, counted ? misses : 0, counted ? seen->misses : 0};
}

static void compare_lines(const struct comparison *c, const struct cached_lines *seen,
                          const char *cache,
                          struct line_numbers (*numbers)(const struct comparison *,
                                                         const struct cached_line *))
{
    struct arena work = {0};
    const struct cached_line **list = sorted(&work, seen);
    for (uint32_t first = 0, end; first < seen->used; first = end) {
        const struct line_numbers one = numbers(c, list[first]);
        for (end = first + 1; end < seen->used && list[end]->line == list[end - 1]->line + 1;
             end++) {
            const struct line_numbers next = numbers(c, list[end]);
            if (!same_numbers(&one, &next))
                break;
        }
        add_lines(c, cache, seen->numbers->line_bytes, list[first]->line, list[end - 1]->line,
                  &one);
    }
    arena_free(&work);
}

/* ---- the launch ---- */

static void compare_loops(const struct comparison *c)
{
    const struct program *program = c->predicted->program;
    for (uint32_t i = 0; i < c->predicted->turns.loop_count; i++) {
        const struct turning_loop *loop = &c->predicted->turns.loops[i];
        const struct function *function =
            program_function(program, program->insns[loop->header].pc);
        uint64_t observed = c->observed->turns.loops[i].max;
        if (!loop->max && !observed)
            continue;
        expectations_add(c->out, (struct expectation){
            .kind = "turns of a loop in one entry", .predicted = loop->max, .observed = observed,
            .name = arena_format(c->out->arena, "0x%08" PRIx64 " in %s",
                                 program->insns[loop->header].pc, function->name),
            .place = place_of(c->out->arena, program, loop->header)});
    }
}

static void compare_banks(const struct comparison *c)
{
    for (uint32_t i = 0; i < c->predicted->costs->clock->dram.banks; i++)
        add(c, "requests of DRAM", arena_format(c->out->arena, "bank %" PRIu32, i),
            c->predicted->bank[i] + c->predicted->any_bank, c->observed->bank[i]);
}

void counts_compare(const struct vortex_counts *predicted, const struct vortex_counts *observed,
                    const struct footprint *footprint, struct expectations *out)
{
    struct comparison c = {.predicted = predicted, .observed = observed, .footprint = footprint,
                           .out = out};
    for (; c.core < predicted->costs->vortex->numbers.cores; c.core++) {
        for (size_t i = 0; i < sizeof insn_rows / sizeof *insn_rows; i++)
            compare_insns(&c, insn_rows[i].kind, insn_rows[i].offset);
        compare_quantities(&c);
        compare_lines(&c, &observed->cores[c.core].code, "instruction", code_numbers);
        compare_lines(&c, &observed->cores[c.core].data, "data", data_numbers);
        compare_chain(&c);
    }
    compare_loops(&c);
    compare_banks(&c);
    if (predicted->costs->clock->has_l2)
        add(&c, "cycles of miss registers", "L2", predicted->registers, observed->registers);
}
