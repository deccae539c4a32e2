/* SPDX-License-Identifier: Apache-2.0 */
/* region_solve.c - the worst way through a region, by implicit path enumeration.
 *
 * Nodes with one way in and one way out are joined to blocks: inside a block the waiting of one
 * instruction overlaps with that of the next, between blocks nothing is assumed to overlap. */
#include <string.h>

#include "bound/engine/region_solver.h"
#include "flow/cfg.h"

/* ---- blocks ---- */

static void join_nodes(struct solver *s)
{
    const struct region_graph *g = s->graph;
    uint32_t *in = arena_array(s->arena, g->node_count, sizeof *in);
    uint32_t *out = arena_array(s->arena, g->node_count, sizeof *out);
    bool *joined = arena_array(s->arena, g->node_count, sizeof *joined);
    s->follower = arena_array(s->arena, g->node_count, sizeof *s->follower);
    for (uint32_t i = 0; i < g->node_count; i++)
        s->follower[i] = NO_NODE;
    for (uint32_t i = 0; i < g->edge_count; i++) {
        out[g->edges[i].from]++;
        in[g->edges[i].to]++;
    }
    for (uint32_t i = 0; i < g->edge_count; i++) {
        struct region_edge_ends e = g->edges[i];
        bool sequential = s->program->insns[g->nodes[e.from].index].next ==
                          (int32_t)g->nodes[e.to].index;
        if (out[e.from] == 1 && in[e.to] == 1 && e.to != 0 && e.to != g->exit && sequential &&
            e.to != e.from) {
            s->follower[e.from] = e.to;
            joined[e.to] = true;
        }
    }
    s->block_of = arena_array(s->arena, g->node_count, sizeof *s->block_of);
    s->first = arena_array(s->arena, g->node_count, sizeof *s->first);
    for (uint32_t i = 0; i < g->node_count; i++) {
        if (joined[i])
            continue;
        for (uint32_t node = i; node != NO_NODE; node = s->follower[node])
            s->block_of[node] = s->block_count;
        s->first[s->block_count++] = i;
    }
}

size_t region_list_steps(struct solver *s, uint32_t block)
{
    size_t count = 0;
    for (uint32_t n = s->first[block]; n != NO_NODE; n = s->follower[n]) {
        const struct region_node *node = &s->graph->nodes[n];
        if (node->executed)
            s->steps[count++] = (struct region_step){
                &s->program->insns[node->index],
                node->has_access ? region_graph_access(s->graph, n) : NULL};
    }
    return count;
}

static void cost_block(struct solver *s, uint32_t block)
{
    size_t count = region_list_steps(s, block);
    s->waiting[block] = (int64_t)s->costs->block(s->costs, s->steps, count, &s->work[block], NULL);
}

bool region_is_redirect(const struct solver *s, struct region_edge_ends e)
{
    return s->program->insns[s->graph->nodes[e.from].index].next !=
           (int32_t)s->graph->nodes[e.to].index;
}

static void make_edges(struct solver *s)
{
    const struct region_graph *g = s->graph;
    s->edges = arena_array(s->arena, g->edge_count, sizeof *s->edges);
    s->edge_from = arena_array(s->arena, g->edge_count, sizeof *s->edge_from);
    for (uint32_t i = 0; i < g->edge_count; i++) {
        struct region_edge_ends e = g->edges[i];
        if (s->follower[e.from] == e.to)
            continue;
        s->edge_from[s->edge_count] = i;
        s->edges[s->edge_count++] = (struct ipet_edge){
            .from = s->block_of[e.from], .to = s->block_of[e.to], .max = IPET_UNLIMITED};
    }
}

/* ---- what limits cycles ---- */

/* A loop of the function, in one of its calls. */
struct member {
    const struct cfg *cfg;
    uint32_t loop, call;
};

struct solver_function {
    struct solver_function *next;
    struct cfg cfg;
};

static uint32_t block_at(const struct cfg *cfg, uint32_t index)
{
    uint32_t low = 0, high = cfg->block_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (cfg->blocks[middle].end <= index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < cfg->block_count && cfg->blocks[low].first <= index ? low : NO_NODE;
}

/* Each function's graph is made once, however many loops it has. */
static const struct cfg *cfg_of(struct solver *s, const struct function *function)
{
    struct solver_function *known = s->functions;
    while (known && known->cfg.function != function)
        known = known->next;
    if (known)
        return &known->cfg;
    known = arena_alloc(s->arena, sizeof *known);
    *known = (struct solver_function){s->functions, cfg_make(s->arena, s->program, function)};
    s->functions = known;
    return &known->cfg;
}

static struct member find_loop(struct solver *s, const struct region_node *header)
{
    const struct program *program = s->program;
    const struct function *function =
        program_function(program, program->insns[header->index].pc);
    struct member m = {.loop = NO_NODE, .call = header->call};
    if (!function)
        return m;
    m.cfg = cfg_of(s, function);
    for (uint32_t i = 0; i < m.cfg->loops.count; i++) {
        if (m.cfg->blocks[m.cfg->loops.loop[i].header].first == header->index)
            m.loop = i;
    }
    return m;
}

static bool is_member(const struct member *m, const struct region_node *node)
{
    uint32_t block = m->loop == NO_NODE || node->call != m->call
                         ? NO_NODE : block_at(m->cfg, node->index);
    return block != NO_NODE && loop_contains(&m->cfg->loops, m->loop, block);
}

/* Control comes to the header from inside of the loop. From a function that was called there it
 * comes behind the call, to a header that follows it. */
static bool comes_round(const struct solver *s, const struct member *m, struct region_edge_ends e)
{
    struct region_node from = s->graph->nodes[e.from];
    if (from.call != m->call && s->program->insns[from.index].flow == FLOW_RETURN)
        from = (struct region_node){.call = m->call, .index = s->graph->nodes[e.to].index - 1};
    return is_member(m, &from);
}

bool region_goes_round(struct arena *arena, const struct program *program,
                       const struct region_graph *graph, uint32_t edge)
{
    struct solver s = {.arena = arena, .program = program, .graph = graph};
    const struct member m = find_loop(&s, &graph->nodes[graph->edges[edge].to]);
    return comes_round(&s, &m, graph->edges[edge]);
}

/* A region may begin in the middle of a loop: what comes round is told by the whole function, and
 * the beginning counts as an entry. */
static struct ipet_loop make_loop(struct solver *s, const struct region_loop_bound *bound)
{
    const struct region_graph *g = s->graph;
    const struct member m = find_loop(s, &g->nodes[bound->header]);
    uint32_t *back = arena_array(s->arena, s->edge_count, sizeof *back);
    uint32_t *entry = arena_array(s->arena, s->edge_count, sizeof *entry);
    struct ipet_loop loop = {.back = back, .entry = entry, .at_start = is_member(&m, &g->nodes[0]),
                             .iterations = (int64_t)bound->iterations};
    for (uint32_t i = 0; i < s->edge_count; i++) {
        struct region_edge_ends e = g->edges[s->edge_from[i]];
        if (e.to != bound->header)
            continue;
        if (comes_round(s, &m, e))
            back[loop.backs++] = i;
        else
            entry[loop.entries++] = i;
    }
    return loop;
}

/* The number of the node for an instruction in the same call, or NO_NODE. */
static uint32_t node_in_call(const struct region_graph *g, uint32_t call, uint32_t index)
{
    for (uint32_t i = 0; i < g->node_count; i++) {
        if (g->nodes[i].call == call && g->nodes[i].index == index)
            return i;
    }
    return NO_NODE;
}

/* Only the split and the joins that go back to the other side lead to the node after the split. */
static bool is_only_second(const struct solver *s, uint32_t split, uint32_t second)
{
    const struct region_graph *g = s->graph;
    for (uint32_t i = 0; i < g->edge_count; i++) {
        struct region_edge_ends e = g->edges[i];
        bool back = s->program->insns[g->nodes[e.from].index].flow == FLOW_JOIN;
        if (e.to == second && e.from != split && !back)
            return false;
    }
    return true;
}

/* A join goes back to the other side once for each split. The branch after the split goes each way
 * once if it repeats the predicate of the split, and nothing else leads to it. */
static uint32_t limit_split(struct solver *s, uint32_t join_edge, struct ipet_at_most *out)
{
    const struct region_graph *g = s->graph;
    uint32_t second = g->edges[s->edge_from[join_edge]].to; /* behind the split */
    uint32_t split = node_in_call(g, g->nodes[second].call, g->nodes[second].index - 1);
    uint32_t count = 0;
    if (split == NO_NODE ||
        s->program->insns[g->nodes[split].index].flow != FLOW_SPLIT)
        return 0;
    uint32_t splits = s->block_of[split];
    out[count++] = (struct ipet_at_most){.edge = join_edge, .node = splits, .times = 1};
    if (s->follower[second] != NO_NODE || g->nodes[second].unpaired ||
        !is_only_second(s, split, second))
        return count;
    for (uint32_t i = 0; i < s->edge_count; i++) {
        if (g->edges[s->edge_from[i]].from == second)
            out[count++] = (struct ipet_at_most){.edge = i, .node = splits, .times = 1};
    }
    return count;
}

static bool is_join_back(const struct solver *s, uint32_t edge)
{
    struct region_edge_ends e = s->graph->edges[s->edge_from[edge]];
    return s->program->insns[s->graph->nodes[e.from].index].flow == FLOW_JOIN &&
           region_is_redirect(s, e);
}

static void make_limits(struct solver *s)
{
    struct ipet *ipet = &s->ipet;
    struct ipet_loop *loops = arena_array(s->arena, s->graph->loop_count, sizeof *loops);
    for (uint32_t i = 0; i < s->graph->loop_count; i++)
        loops[i] = make_loop(s, &s->graph->loops[i]);
    struct ipet_at_most *limits = arena_array(s->arena, 4 * s->edge_count + 4, sizeof *limits);
    for (uint32_t i = 0; i < s->edge_count; i++) {
        if (is_join_back(s, i))
            ipet->at_mosts += limit_split(s, i, &limits[ipet->at_mosts]);
    }
    ipet->loop = loops;
    ipet->loops = s->graph->loop_count;
    ipet->at_most = limits;
}

/* ---- solving ---- */

/* A way ends where control goes on behind the region, or with its warp. */
static const uint32_t *make_exits(struct solver *s, uint32_t *count)
{
    uint32_t *exits = arena_array(s->arena, s->block_count, sizeof *exits);
    bool *goes_on = arena_array(s->arena, s->block_count, sizeof *goes_on);
    *count = 0;
    for (uint32_t i = 0; i < s->edge_count; i++)
        goes_on[s->edges[i].from] = true;
    for (uint32_t b = 0; b < s->block_count; b++) {
        if (!goes_on[b])
            exits[(*count)++] = b;
    }
    return exits;
}

static void prepare(struct solver *s)
{
    s->block_cost = arena_array(s->arena, s->block_count, sizeof *s->block_cost);
    s->ipet = (struct ipet){.nodes = s->block_count, .edges = s->edge_count,
                            .node_cost = s->block_cost, .edge = s->edges,
                            .entry = s->block_of[0]};
    s->ipet.exit = make_exits(s, &s->ipet.exits);
    make_limits(s);
}

void region_cost_redirects(struct solver *s, uint64_t cost)
{
    for (uint32_t i = 0; i < s->edge_count; i++) {
        bool away = region_is_redirect(s, s->graph->edges[s->edge_from[i]]);
        s->edges[i].cost = away ? (int64_t)cost : 0;
    }
}

enum wc_status region_search(struct error *err, struct ilp_solver *ilp, struct solver *s,
                             struct ipet_answer *answer)
{
    const struct region_graph *g = s->graph;
    enum wc_status status = ilp_solver_look(err, ilp);
    if (status == WC_OK)
        status = ipet_solve(err, s->arena, ilp, &s->ipet, answer);
    if (status != WC_OK || answer->outcome == IPET_FOUND)
        return status;
    uint64_t pc = s->program->insns[g->nodes[0].index].pc;
    if (answer->outcome == IPET_NO_PATH)
        return fail(err, WC_INTERNAL, "no path through the region at 0x%llx",
                    (unsigned long long)pc);
    uint32_t node = g->edges[s->edge_from[answer->ungoverned]].to;
    return fail(err, WC_INTERNAL, "region at 0x%llx: no bound for the loop through 0x%llx",
                (unsigned long long)pc,
                (unsigned long long)s->program->insns[g->nodes[node].index].pc);
}

/* The work of the worst path by kind; what the proof adds above it is counted as instructions. */
static struct work work_on_path(const struct solver *s, const struct ipet_answer *answer)
{
    struct work sum = {0};
    for (uint32_t b = 0; b < s->block_count; b++)
        work_add_times(&sum, &s->work[b], (uint64_t)answer->node_count[b]);
    for (uint32_t i = 0; i < s->edge_count; i++) {
        if (region_is_redirect(s, s->graph->edges[s->edge_from[i]]))
            work_add_times(&sum, &s->redirect, (uint64_t)answer->edge_count[i]);
    }
    sum.cycles[0] += (uint64_t)answer->cost - work_total(&sum);
    return sum;
}

/* ---- what they are made of ---- */

/* The blocks of the path, as often as it passes them: for their work, or for their waiting. */
static void profile_blocks(struct solver *s, const struct ipet_answer *answer, bool work)
{
    for (uint32_t b = 0; b < s->block_count; b++) {
        uint64_t times = (uint64_t)answer->node_count[b];
        struct work ignored = {0};
        if (!times)
            continue;
        s->costs->block(s->costs, s->steps, region_list_steps(s, b), &ignored, s->profiles->block);
        profile_add(s->profiles->sum, s->profiles->block, work ? times : 0, work ? 0 : times);
        profile_clear(s->profiles->block);
    }
}

/* Edges away from the fetched path belong to the instruction that control leaves it after. */
static void profile_edges(struct solver *s, const struct ipet_answer *answer, bool work)
{
    for (uint32_t i = 0; i < s->edge_count; i++) {
        struct region_edge_ends e = s->graph->edges[s->edge_from[i]];
        uint64_t times = (uint64_t)answer->edge_count[i];
        if (!times || !region_is_redirect(s, e))
            continue;
        struct profile_share *share = profile_at(s->profiles->sum, s->graph->nodes[e.from].index);
        share->away += work ? times : 0;
        share->waiting += work ? 0 : times * s->redirect_waiting;
        if (work)
            work_add_times(&share->work, &s->redirect, times);
    }
}

static void profile_path(struct solver *s, const struct ipet_answer *answer, bool work)
{
    if (!s->profiles)
        return;
    profile_blocks(s, answer, work);
    profile_edges(s, answer, work);
    uint64_t above = (uint64_t)(answer->cost - answer->attained);
    struct profile_share *rest = above ? profile_other(s->profiles->sum, PROFILE_SEARCH) : NULL;
    if (rest && work)
        rest->work.cycles[0] += above;
    else if (rest)
        rest->waiting += above;
}

static enum wc_status solve(struct error *err, struct ilp_solver *ilp, struct solver *s,
                            struct region_answer *out)
{
    struct ipet_answer answer;
    for (uint32_t b = 0; b < s->block_count; b++)
        s->block_cost[b] = (int64_t)work_total(&s->work[b]);
    region_cost_redirects(s, work_total(&s->redirect));
    enum wc_status status = region_search(err, ilp, s, &answer);
    if (status != WC_OK)
        return status;
    out->work = work_on_path(s, &answer);
    profile_path(s, &answer, true);
    memcpy(s->block_cost, s->waiting, s->block_count * sizeof *s->waiting);
    region_cost_redirects(s, s->redirect_waiting);
    status = region_search(err, ilp, s, &answer);
    out->waiting = status == WC_OK ? (uint64_t)answer.cost : 0;
    if (status == WC_OK)
        profile_path(s, &answer, false);
    return status;
}

enum wc_status region_graph_solve(struct error *err, struct ilp_solver *ilp,
                                  const struct region_costs *costs, const struct program *program,
                                  const struct region_graph *graph, struct arena *keep,
                                  const struct region_profiles *profiles,
                                  struct region_answer *answer)
{
    struct arena arena = {0};
    struct solver s = {.arena = &arena, .costs = costs, .program = program, .graph = graph,
                       .profiles = profiles};
    join_nodes(&s);
    s.work = arena_array(&arena, s.block_count, sizeof *s.work);
    s.waiting = arena_array(&arena, s.block_count, sizeof *s.waiting);
    s.steps = arena_array(&arena, graph->node_count, sizeof *s.steps);
    s.redirect_waiting = costs->redirect(costs, &s.redirect);
    for (uint32_t b = 0; b < s.block_count; b++)
        cost_block(&s, b);
    make_edges(&s);
    prepare(&s);
    enum wc_status status = solve(err, ilp, &s, answer);
    if (status == WC_OK && costs->quantities && keep)
        status = region_count(err, ilp, &s, keep, &answer->counts);
    arena_free(&arena);
    return status;
}

/* Each entry of a loop may go round as often as its bound says, and a way may enter it again: for
 * the other side of a split. */
enum wc_status region_graph_rounds(struct error *err, struct ilp_solver *ilp,
                                   const struct program *program, const struct region_graph *graph,
                                   uint32_t loop, uint64_t *rounds)
{
    struct arena arena = {0};
    struct solver s = {.arena = &arena, .program = program, .graph = graph};
    struct ipet_answer answer = {0};
    join_nodes(&s);
    make_edges(&s);
    prepare(&s);
    for (uint32_t i = 0; i < s.ipet.loop[loop].backs; i++)
        s.edges[s.ipet.loop[loop].back[i]].cost = 1;
    enum wc_status status = region_search(err, ilp, &s, &answer);
    *rounds = (uint64_t)answer.cost;
    arena_free(&arena);
    return status;
}
