/* SPDX-License-Identifier: Apache-2.0 */
/* explain.c - from cycles by instruction to lines and loops. */
#include "bound/engine/explain.h"

#include <stdlib.h>
#include <string.h>

#include "flow/cfg.h"
#include "flow/loop_body.h"
#include "flow/loop_name.h"

/* ---- rows ---- */

static void add_term(struct explain_row *row, const char *name, uint64_t cycles)
{
    uint32_t i = 0;
    if (!cycles)
        return;
    while (i < row->term_count && strcmp(row->terms[i].name, name) != 0)
        i++;
    if (i == row->term_count)
        row->terms[row->term_count++] = (struct explain_term){.name = name};
    row->terms[i].cycles += cycles;
    row->cycles += cycles;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_row(const struct explain_row *a, const struct explain_row *b)
{
    return a->place.line == b->place.line && a->loop == b->loop && a->in_loop == b->in_loop &&
           same_text(a->shared, b->shared) && is_same_place(&a->place, &b->place);
}

static uint64_t key_of(const struct explain_row *row)
{
    uint64_t place = row->place.file ? row->place.line : ~row->place.address;
    return (place * 0x9e3779b97f4a7c15ull) ^ row->loop ^ (uint64_t)row->in_loop << 63;
}

/* The row of the same place; it is made if there is none. */
static struct explain_row *row_of(struct arena *arena, struct explanation *e,
                                  const struct explain_row *like)
{
    const uint64_t key = key_of(like);
    for (uint32_t i = e->row_count; i-- > 0;) { /* code of a line is mostly together */
        if (e->keys[i] == key && same_row(&e->rows[i], like))
            return &e->rows[i];
    }
    e->rows = arena_grow(arena, e->rows, e->row_count, sizeof *e->rows);
    e->keys = arena_grow(arena, e->keys, e->row_count, sizeof *e->keys);
    e->keys[e->row_count] = key;
    struct explain_row *row = &e->rows[e->row_count++];
    *row = (struct explain_row){.shared = like->shared, .place = like->place, .loop = like->loop,
                                .in_loop = like->in_loop};
    return row;
}

void explain_shared(struct arena *arena, struct explanation *e, const char *what, const char *term,
                    uint64_t cycles)
{
    const struct explain_row like = {.shared = what};
    if (cycles)
        add_term(row_of(arena, e, &like), term, cycles);
}

void explain_whole(struct arena *arena, struct explanation *e, const char *what,
                   const struct term *tree)
{
    for (const struct term *term = tree->first; term; term = term->next)
        explain_shared(arena, e, what, term->as.name, term->value);
}

struct explainer {
    struct arena *arena; /* of the result */
    struct arena work;
    const struct program *program;
    const struct explain_cost *costs;
    const char *const *terms;
    struct explanation *out;
    struct place_namer namer;
};

/* ---- code ---- */

static bool is_executed(const struct explain_cost *cost)
{
    uint64_t any = cost->executions;
    for (unsigned t = 0; t < EXPLAIN_TERMS_MAX; t++)
        any |= cost->cycles[t];
    return any != 0;
}

static uint64_t total(const struct explain_cost *cost)
{
    uint64_t cycles = 0;
    for (unsigned t = 0; t < EXPLAIN_TERMS_MAX; t++)
        cycles += cost->cycles[t];
    return cycles;
}

static void append(struct arena *arena, struct explain_row *row,
                   const struct explain_instruction *more)
{
    row->instructions =
        arena_grow(arena, row->instructions, row->instruction_count, sizeof *row->instructions);
    row->instructions[row->instruction_count++] = *more;
}

static void describe(struct explainer *x, struct explain_row *row, uint32_t index,
                     const struct source_line *line)
{
    const struct insn *insn = &x->program->insns[index];
    struct explain_instruction made = {.address = insn->pc, .column = line ? line->column : 0,
                                       .cycles = total(&x->costs[index]),
                                       .executions = x->costs[index].executions,
                                       .text = place_print(&x->namer, insn)};
    append(x->arena, row, &made);
}

/* `like` has function, loop, and the address of the block. */
static void add_instruction(struct explainer *x, uint32_t index, struct explain_row *like)
{
    const struct explain_cost *cost = &x->costs[index];
    struct source_line line;
    struct explain_row named = *like;
    if (!is_executed(cost))
        return;
    if (image_source_line(x->program->image, x->program->insns[index].pc, &line)) {
        named.place.address = x->program->insns[index].pc;
        named.place.file = line.file;
        named.place.line = line.line;
    }
    struct explain_row *row = row_of(x->arena, x->out, &named);
    describe(x, row, index, named.place.file ? &line : NULL);
    if (!row->cycles && named.place.file)
        place_name_line(&x->namer, &row->place, &line);
    if (cost->executions > row->executions)
        row->executions = cost->executions;
    for (unsigned t = 0; t < EXPLAIN_TERMS_MAX; t++)
        add_term(row, x->terms[t], cost->cycles[t]);
}

/* ---- loops ---- */

/* How often control goes from the end of a block to the beginning of another one. */
static uint64_t passes(const struct explainer *x, const struct cfg *cfg, uint32_t block,
                       uint32_t to)
{
    uint32_t last = cfg->blocks[block].end - 1, first = cfg->blocks[to].first;
    const struct insn *insn = &x->program->insns[last];
    const struct explain_cost *cost = &x->costs[last];
    uint64_t count = 0;
    if (insn->target == (int32_t)first && insn->target != insn->next)
        count += cost->away;
    if (insn->next == (int32_t)first && (insn->flow == FLOW_BRANCH || insn->flow == FLOW_NEXT))
        count += cost->executions - cost->away;
    return count;
}

static bool is_test(const struct loop_body *body, uint32_t block)
{
    uint32_t i = 0;
    while (i < body->test_count && body->tests[i] != block)
        i++;
    return i < body->test_count;
}

/* How often the tests at the top let the body begin. */
static uint64_t begun_bodies(const struct explainer *x, const struct cfg *cfg, uint32_t number,
                             const struct loop_body *body)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < body->test_count; i++) {
        const uint32_t test = body->tests[i];
        for (uint32_t e = cfg->graph.succ_first[test]; e < cfg->graph.succ_first[test + 1]; e++) {
            const uint32_t to = cfg->graph.succ[e];
            if (loop_contains(&cfg->loops, number, to) && !is_test(body, to))
                count += passes(x, cfg, test, to);
        }
    }
    return count;
}

/* An arrival at the beginning may be an execution of the body where no test is told from it. */
static uint64_t count_bodies(const struct explainer *x, const struct cfg *cfg, uint32_t number,
                             const struct loop_body *body, const struct explain_loop *loop,
                             uint64_t back)
{
    const uint64_t most = back + loop->entries;
    const uint64_t begun = body->test_count ? begun_bodies(x, cfg, number, body) : most;
    if (body->at_header || begun < loop->iterations)
        return loop->iterations;
    return begun < most ? begun : most;
}

static void add_loop(struct explainer *x, const struct cfg *cfg, uint32_t number,
                     const struct loop_name *name)
{
    const struct loop *loop = &cfg->loops.loop[number];
    uint32_t header = cfg->blocks[loop->header].first;
    struct explain_loop made = {.place.address = x->program->insns[header].pc};
    uint64_t back = x->costs[header].rounds, arrivals = x->costs[header].executions;
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        if (!loop_contains(&cfg->loops, number, b))
            continue;
        back += passes(x, cfg, b, loop->header);
        for (uint32_t i = cfg->blocks[b].first; i < cfg->blocks[b].end; i++)
            made.cycles += total(&x->costs[i]);
    }
    if (!made.cycles)
        return;
    const struct loop_body body = loop_body_find(&x->work, cfg, number, name);
    made.entries = arrivals > back ? arrivals - back : 0;
    made.iterations = back + (body.at_header ? made.entries : 0);
    made.bodies = count_bodies(x, cfg, number, &body, &made, back);
    place_name_function(&x->namer, &made.place);
    if (name->line.file)
        place_name_line(&x->namer, &made.place, &name->line);
    x->out->loops =
        arena_grow(x->arena, x->out->loops, x->out->loop_count, sizeof *x->out->loops);
    x->out->loops[x->out->loop_count++] = made;
}

static bool runs(const struct explainer *x, const struct function *function)
{
    int32_t first = program_index(x->program, function->base);
    for (uint32_t i = (uint32_t)first; first >= 0 && i < x->program->count &&
                                       x->program->insns[i].pc - function->base < function->bytes;
         i++) {
        if (is_executed(&x->costs[i]))
            return true;
    }
    return false;
}

static void add_block(struct explainer *x, const struct cfg *cfg, uint32_t block, bool *done)
{
    uint32_t loop = cfg->loops.of[block], first = cfg->blocks[block].first;
    struct explain_row like = {.place.address = x->program->insns[first].pc,
                               .in_loop = loop != NO_NODE};
    if (like.in_loop)
        like.loop = x->program->insns[cfg->blocks[cfg->loops.loop[loop].header].first].pc;
    place_name_function(&x->namer, &like.place);
    for (uint32_t i = first; i < cfg->blocks[block].end; i++) {
        if (!done[i])
            add_instruction(x, i, &like);
        done[i] = true;
    }
}

static void add_function(struct explainer *x, const struct function *function, bool *done)
{
    if (!runs(x, function))
        return;
    const struct cfg cfg = cfg_make(&x->work, x->program, function);
    const struct loop_name *names = loop_names(&x->work, &cfg);
    for (uint32_t b = 0; b < cfg.block_count; b++)
        add_block(x, &cfg, b, done);
    for (uint32_t i = 0; i < cfg.loops.count; i++)
        add_loop(x, &cfg, i, &names[i]);
}

/* Code without a symbol, instruction by instruction. */
static void add_rest(struct explainer *x, const bool *done)
{
    for (uint32_t i = 0; i < x->program->count; i++) {
        struct explain_row like = {.place.address = x->program->insns[i].pc};
        if (!done[i])
            add_instruction(x, i, &like);
    }
}

struct explanation *explain_program(struct arena *arena, const struct program *program,
                                    const char *const terms[EXPLAIN_TERMS_MAX],
                                    const struct explain_cost *costs)
{
    struct explainer x = {.arena = arena, .program = program, .costs = costs, .terms = terms,
                          .out = arena_alloc(arena, sizeof *x.out),
                          .namer = place_namer_new(arena, program)};
    bool *done = arena_array(&x.work, program->count, sizeof *done);
    *x.out = (struct explanation){0};
    for (uint32_t f = 0; f < program->function_count; f++)
        add_function(&x, &program->functions[f], done);
    add_rest(&x, done);
    place_namer_free(&x.namer);
    arena_free(&x.work);
    return x.out;
}

uint64_t explain_divide(struct explain_cost *costs, uint32_t count, unsigned term, uint64_t value)
{
    unsigned __int128 all = 0;
    uint64_t rest = value;
    for (uint32_t i = 0; i < count; i++)
        all += costs[i].cycles[term];
    for (uint32_t i = 0; i < count; i++) {
        uint64_t *share = &costs[i].cycles[term];
        *share = all ? (uint64_t)((unsigned __int128)value * *share / all) : 0;
        rest -= *share;
    }
    return rest;
}

/* ---- all of it ---- */

static int by_cycles(uint64_t a, uint64_t b, uint64_t place_a, uint64_t place_b)
{
    if (a != b)
        return a > b ? -1 : 1;
    return place_a < place_b ? -1 : place_a > place_b;
}

static int compare_rows(const void *a, const void *b)
{
    const struct explain_row *x = a, *y = b;
    return by_cycles(x->cycles, y->cycles, x->place.address, y->place.address);
}

static int compare_loops(const void *a, const void *b)
{
    const struct explain_loop *x = a, *y = b;
    return by_cycles(x->cycles, y->cycles, x->place.address, y->place.address);
}

static int compare_terms(const void *a, const void *b)
{
    const struct explain_term *x = a, *y = b;
    int by_name = strcmp(x->name, y->name);
    return by_cycles(x->cycles, y->cycles, by_name > 0, by_name < 0);
}

static int compare_instructions(const void *a, const void *b)
{
    const struct explain_instruction *x = a, *y = b;
    return by_cycles(x->cycles, y->cycles, x->address, y->address);
}

static void sort(void *list, uint32_t count, size_t bytes,
                 int (*compare)(const void *, const void *))
{
    if (count)
        qsort(list, count, bytes, compare);
}

void explain_sort(struct explanation *e)
{
    sort(e->rows, e->row_count, sizeof *e->rows, compare_rows);
    sort(e->loops, e->loop_count, sizeof *e->loops, compare_loops);
    for (uint32_t i = 0; i < e->row_count; i++) {
        struct explain_row *row = &e->rows[i];
        e->keys[i] = key_of(row);
        sort(row->terms, row->term_count, sizeof *row->terms, compare_terms);
        sort(row->instructions, row->instruction_count, sizeof *row->instructions,
             compare_instructions);
    }
}

static uint64_t sum_of(const struct explanation *e, const char *term)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < e->row_count; i++) {
        for (uint32_t t = 0; t < e->rows[i].term_count; t++)
            sum += strcmp(e->rows[i].terms[t].name, term) ? 0 : e->rows[i].terms[t].cycles;
    }
    return sum;
}

bool explain_holds(const struct explanation *e, const struct term *tree)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < e->row_count; i++)
        all += e->rows[i].cycles;
    for (const struct term *term = tree->first; term; term = term->next) {
        if (sum_of(e, term->as.name) != term->value)
            return false;
    }
    return all == tree->value;
}

const struct explain_loop *explain_loop_of(const struct explanation *e,
                                           const struct explain_row *row)
{
    for (uint32_t i = 0; row->in_loop && i < e->loop_count; i++) {
        if (e->loops[i].place.address == row->loop &&
            same_text(e->loops[i].place.function, row->place.function))
            return &e->loops[i];
    }
    return NULL;
}

static void merge_loop(struct arena *arena, struct explanation *sum,
                       const struct explain_loop *more)
{
    for (uint32_t i = 0; i < sum->loop_count; i++) {
        struct explain_loop *loop = &sum->loops[i];
        if (loop->place.address != more->place.address ||
            !is_same_place(&loop->place, &more->place))
            continue;
        loop->cycles += more->cycles;
        loop->entries += more->entries;
        loop->iterations += more->iterations;
        loop->bodies += more->bodies;
        return;
    }
    sum->loops = arena_grow(arena, sum->loops, sum->loop_count, sizeof *sum->loops);
    sum->loops[sum->loop_count++] = *more;
}

/* `known` instructions were there before: others need not be searched. */
static void merge_instruction(struct arena *arena, struct explain_row *row, uint32_t known,
                              const struct explain_instruction *more)
{
    for (uint32_t i = 0; i < known; i++) {
        if (row->instructions[i].address == more->address) {
            row->instructions[i].cycles += more->cycles;
            row->instructions[i].executions += more->executions;
            return;
        }
    }
    append(arena, row, more);
}

void explain_add(struct arena *arena, struct explanation *sum, const struct explanation *more)
{
    for (uint32_t i = 0; i < more->row_count; i++) {
        struct explain_row *row = row_of(arena, sum, &more->rows[i]);
        const uint32_t known = row->instruction_count;
        row->executions += more->rows[i].executions;
        for (uint32_t t = 0; t < more->rows[i].term_count; t++)
            add_term(row, more->rows[i].terms[t].name, more->rows[i].terms[t].cycles);
        for (uint32_t k = 0; k < more->rows[i].instruction_count; k++)
            merge_instruction(arena, row, known, &more->rows[i].instructions[k]);
    }
    for (uint32_t i = 0; i < more->loop_count; i++)
        merge_loop(arena, sum, &more->loops[i]);
}
