/* SPDX-License-Identifier: Apache-2.0 */
/* graph.c - blocks, and edges with the control stack along them. */
#include "bound/sim_d/graph.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "isa/sim_d/table.h"
#include "load/image.h"

struct search {
    struct error *err;
    struct sim_d_graph *graph;
    uint32_t *pending; /* blocks whose edges are not made yet */
    uint32_t pending_count;
};

enum wc_status sim_d_fail_at(struct error *err, const struct program *program, uint32_t insn,
                             const char *format, ...)
{
    const struct sas_place *place = &program->image->sas->lines[insn].mnemonic.place;
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return fail_at(err, WC_BAD_INPUT, program->image->path, (int)place->line, (int)place->column,
                   "%s", message);
}

/* ---- blocks ---- */

static bool ends_block(const struct insn *insn)
{
    enum sim_d_class type = sim_d_class(insn);
    return type == SIM_D_CLASS_MEMORY || type == SIM_D_CLASS_JUMP ||
           (type == SIM_D_CLASS_CONTROL && insn->role != ROLE_TOKEN);
}

static void cut(struct sim_d_graph *graph)
{
    const struct program *program = graph->program;
    const struct sas_program *sas = program->image->sas;
    bool *leads = arena_array(graph->arena, program->count + 1u, sizeof *leads);
    for (uint32_t i = 0; i < sas->label_count; i++)
        leads[sas->labels[i].insn] = true;
    for (uint32_t i = 0; i < program->count; i++)
        leads[i + 1] |= ends_block(&program->insns[i]);
    leads[0] = true;
    graph->blocks = arena_array(graph->arena, program->count, sizeof *graph->blocks);
    graph->block_of = arena_array(graph->arena, program->count, sizeof *graph->block_of);
    for (uint32_t i = 0; i < program->count; i++) {
        if (leads[i])
            graph->blocks[graph->count++].first = i;
        graph->block_of[i] = graph->count - 1;
        graph->blocks[graph->count - 1].count++;
    }
}

static void annotate(struct sim_d_graph *graph)
{
    const struct sas_program *sas = graph->program->image->sas;
    for (uint32_t i = 0; i < sas->bound_count; i++) {
        const struct sas_bound *bound = &sas->bounds[i];
        if (bound->kind != SAS_BRANCH_CYCLE || bound->insn >= graph->program->count)
            continue;
        struct sim_d_block *block = &graph->blocks[graph->block_of[bound->insn]];
        if (graph->program->insns[bound->insn].role != ROLE_BRANCH || block->bound)
            continue;
        block->bound = bound;
        block->counter = graph->counters++;
    }
}

/* ---- control stacks ---- */

static bool same_stack(const struct sim_d_stack *a, const struct sim_d_stack *b)
{
    return a->depth == b->depth &&
           memcmp(a->target, b->target, a->depth * sizeof a->target[0]) == 0 &&
           memcmp(a->type, b->type, a->depth) == 0;
}

static enum wc_status refuse_stack(struct search *search, uint32_t from, uint32_t to,
                                   const struct sim_d_stack *stack)
{
    const struct sim_d_graph *graph = search->graph;
    const struct sim_d_block *block = &graph->blocks[to];
    uint32_t line = graph->program->image->sas->lines[block->first].mnemonic.place.line;
    sim_d_fail_at(search->err, graph->program, sim_d_last(&graph->blocks[from]),
                  "no bound: from here control comes to line %u with %u entries on the control "
                  "stack, on another way with %u%s", line, stack->depth, block->stack.depth,
                  stack->depth == block->stack.depth ? ", which differ" : "");
    hint(search->err, "a function called from several places, a recursion, or a loop that pushes "
         "in every iteration; write the code once for each stack");
    return WC_BAD_INPUT;
}

static enum wc_status reach(struct search *search, uint32_t from, uint32_t to,
                            const struct sim_d_stack *stack)
{
    struct sim_d_block *block = &search->graph->blocks[to];
    if (block->reached)
        return same_stack(&block->stack, stack) ? WC_OK : refuse_stack(search, from, to, stack);
    block->reached = true;
    block->stack = *stack;
    search->pending[search->pending_count++] = to;
    return WC_OK;
}

static enum wc_status push(struct search *search, struct sim_d_stack *stack, uint32_t insn,
                           int32_t target, enum sim_d_stack_type type)
{
    const struct sim_d_graph *graph = search->graph;
    if (stack->depth >= graph->stack_max)
        return sim_d_fail_at(search->err, graph->program, insn, "no bound: the control stack "
                             "overflows here; it has %u entries", graph->stack_max);
    if (target < 0)
        return sim_d_fail_at(search->err, graph->program, insn,
                             "no bound: no instruction follows the call");
    stack->type[stack->depth] = (uint8_t)type;
    stack->target[stack->depth++] = (uint32_t)target;
    return WC_OK;
}

static enum sim_d_stack_type type_of(const struct insn *insn)
{
    return insn->role == ROLE_SPLIT   ? SIM_D_STACK_IF
           : insn->role == ROLE_SPAWN ? SIM_D_STACK_RET
                                      : (enum sim_d_stack_type)sim_d_of(insn)->row->stack;
}

/* ---- edges ---- */

static enum wc_status add_edge(struct search *search, uint32_t from, struct sim_d_edge edge,
                               int32_t target, const struct sim_d_stack *stack)
{
    const struct sim_d_graph *graph = search->graph;
    struct sim_d_block *block = &graph->blocks[from];
    if (target < 0)
        return sim_d_fail_at(search->err, graph->program, sim_d_last(block),
                             "no bound: control runs past the end of the program");
    edge.to = graph->block_of[target];
    block->edges = arena_grow(graph->arena, block->edges, block->edge_count, sizeof edge);
    block->edges[block->edge_count++] = edge;
    return reach(search, from, edge.to, stack);
}

static enum wc_status add_next(struct search *search, uint32_t from, enum sim_d_edge_kind kind,
                               const struct sim_d_stack *stack)
{
    const struct sim_d_graph *graph = search->graph;
    uint32_t next = sim_d_last(&graph->blocks[from]) + 1;
    return add_edge(search, from, (struct sim_d_edge){.kind = (uint8_t)kind},
                    next < graph->program->count ? (int32_t)next : -1, stack);
}

/* Pops of the top entry, of the top two, ... up to `max`. The first `own` of them are not
 * injected. */
static enum wc_status add_pops(struct search *search, uint32_t from,
                               const struct sim_d_stack *stack, uint32_t max, uint32_t own)
{
    enum wc_status status = WC_OK;
    for (uint32_t pops = 1; status == WC_OK && pops <= max && pops <= stack->depth; pops++) {
        struct sim_d_stack left = *stack;
        left.depth = (uint8_t)(stack->depth - pops);
        struct sim_d_edge edge = {.kind = own ? SIM_D_EDGE_JUMP : SIM_D_EDGE_POP,
                                  .pops = (uint8_t)(pops - own)};
        status = add_edge(search, from, edge, (int32_t)stack->target[left.depth], &left);
    }
    return status;
}

/* A cpop can restore an empty mask, whereupon the decoder pops further; the original's analyser
 * knows one target. */
static enum wc_status add_cpop(struct search *search, uint32_t from,
                               const struct sim_d_stack *stack)
{
    const struct sim_d_graph *graph = search->graph;
    if (!stack->depth)
        return sim_d_fail_at(search->err, graph->program, sim_d_last(&graph->blocks[from]),
                             "no bound: the control stack is empty here");
    return add_pops(search, from, stack, graph->original ? 1 : SIM_D_STACK_MAX, 1);
}

/* All called lanes may be none: then the call is popped at once. */
static enum wc_status add_call(struct search *search, uint32_t from, const struct insn *insn,
                               const struct sim_d_stack *stack)
{
    struct sim_d_stack left = *stack;
    left.depth--;
    enum wc_status status = add_edge(search, from, (struct sim_d_edge){.kind = SIM_D_EDGE_JUMP},
                                     insn->target, stack);
    if (status == WC_OK && sim_d_of(insn)->operand[1].kind && !search->graph->original)
        status = add_edge(search, from, (struct sim_d_edge){.kind = SIM_D_EDGE_JUMP, .pops = 1},
                          insn->next, &left);
    return status;
}

static enum wc_status add_masked(struct search *search, uint32_t from,
                                 const struct sim_d_stack *stack, uint32_t pops_max)
{
    enum wc_status status = add_next(search, from, SIM_D_EDGE_NEXT, stack);
    return status == WC_OK ? add_pops(search, from, stack, pops_max, 0) : status;
}

/* Lanes that wait on the stack go on when all others have ended; the original's analyser ignores
 * them. */
static enum wc_status add_exit(struct search *search, uint32_t from, const struct insn *insn,
                               const struct sim_d_stack *stack)
{
    const uint32_t pops = search->graph->original ? 0 : SIM_D_STACK_MAX;
    search->graph->blocks[from].may_end = true;
    return sim_d_of(insn)->operand[0].kind ? add_masked(search, from, stack, pops)
                                           : add_pops(search, from, stack, pops, 0);
}

/* With a folded exit the work-group ends, unless lanes wait on the stack (SIMD-6). */
static enum wc_status add_request(struct search *search, uint32_t from, const struct insn *insn,
                                  const struct sim_d_stack *stack)
{
    const struct sim_d_graph *graph = search->graph;
    struct sim_d_block *block = &graph->blocks[from];
    bool folds = sim_d_of(insn)->folds_exit;
    block->requests = true;
    block->may_end = folds && !graph->original;
    if (block->may_end && (graph->forgets || !stack->depth))
        return WC_OK;
    return add_next(search, from, SIM_D_EDGE_RESUME, stack);
}

static enum wc_status add_branch(struct search *search, uint32_t from, const struct insn *insn,
                                 const struct sim_d_stack *stack)
{
    const struct sim_d_edge jump = {.kind = SIM_D_EDGE_JUMP, .taken = true};
    enum wc_status status = WC_OK;
    if (insn->role == ROLE_BRANCH)
        status = add_next(search, from, SIM_D_EDGE_NEXT, stack);
    return status == WC_OK ? add_edge(search, from, jump, insn->target, stack) : status;
}

static enum wc_status add_edges(struct search *search, uint32_t from, const struct insn *insn,
                                const struct sim_d_stack *stack)
{
    switch (sim_d_class(insn)) {
    case SIM_D_CLASS_MEMORY: return add_request(search, from, insn, stack);
    case SIM_D_CLASS_JUMP: return add_branch(search, from, insn, stack);
    case SIM_D_CLASS_CONTROL: break;
    default: return add_next(search, from, SIM_D_EDGE_NEXT, stack);
    }
    switch ((enum role)insn->role) {
    case ROLE_TOKEN: return add_next(search, from, SIM_D_EDGE_NEXT, stack);
    case ROLE_JOIN: return add_cpop(search, from, stack);
    case ROLE_SPAWN: return add_call(search, from, insn, stack);
    case ROLE_SPLIT: return add_masked(search, from, stack, 1);
    case ROLE_END: return add_exit(search, from, insn, stack);
    default: return add_masked(search, from, stack, SIM_D_STACK_MAX);
    }
}

static bool pushes(const struct insn *insn)
{
    return insn->role == ROLE_TOKEN || insn->role == ROLE_SPLIT || insn->role == ROLE_SPAWN;
}

static enum wc_status follow(struct search *search, uint32_t number)
{
    const struct sim_d_graph *graph = search->graph;
    const struct sim_d_block *block = &graph->blocks[number];
    struct sim_d_stack stack = block->stack;
    enum wc_status status = WC_OK;
    for (uint32_t i = block->first; status == WC_OK && i <= sim_d_last(block); i++) {
        const struct insn *insn = &graph->program->insns[i];
        if (pushes(insn))
            status = push(search, &stack, i, insn->role == ROLE_SPAWN ? insn->next : insn->target,
                          type_of(insn));
    }
    if (status != WC_OK)
        return status;
    return add_edges(search, number, &graph->program->insns[sim_d_last(block)], &stack);
}

enum wc_status sim_d_graph_make(struct error *err, struct sim_d_graph *graph)
{
    struct search search = {.err = err, .graph = graph};
    const struct sim_d_stack empty = {0};
    cut(graph);
    annotate(graph);
    search.pending = arena_array(graph->arena, graph->count, sizeof *search.pending);
    enum wc_status status = reach(&search, 0, 0, &empty);
    while (status == WC_OK && search.pending_count)
        status = follow(&search, search.pending[--search.pending_count]);
    return status;
}
