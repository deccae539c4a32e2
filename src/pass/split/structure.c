/* SPDX-License-Identifier: Apache-2.0 */
/* structure.c - a tree from the control-flow graph of pieces.
 *
 * Each loop has a graph of its own: its pieces, one node per loop inside it, and an end, which back
 * edges and exits lead to. The rest of the function is such a graph too. Without back edges a
 * branch joins at its post-dominator. */
#include "pass/split/structure.h"

#include <inttypes.h>

#include "flow/graph.h"

/* The graph of a loop, or of what is outside of loops. Its nodes are pieces; a loop inside it is
 * the piece that is its header. */
struct level {
    uint32_t *piece; /* by node; the end is node `end` */
    uint32_t end;
    struct graph graph;
    struct node_order order;
    struct dominators post;
};

struct builder {
    struct error *err;
    struct arena *arena;
    const struct program *program;
    const struct split_sites *sites;
    uint32_t first, last; /* the function's instructions: first to last - 1 */
    struct split_piece *pieces;
    uint32_t count;
    uint32_t *piece_at; /* by instruction, from `first` on */
    uint32_t *site_at;  /* by piece: the site whose branch ends it, or NO_SITE */
    struct graph graph;
    struct loops loops;
    struct level *levels; /* of the function, then by loop */
    uint32_t *own_node;   /* by piece: its node in the level of its innermost loop */
    uint32_t *loop_node;  /* by loop: its node in the level around it */
    uint32_t *visited;    /* by piece: the how manyth it was, or 0 */
    uint32_t visits;
    bool *dropped;        /* by site: not a branch of the tree */
    struct structure **site;
    bool shared;      /* a piece was reached in two ways */
    uint32_t escaped; /* the site that control left, or NO_SITE */
};

enum { OUTSIDE = 0 };

/* ---- pieces ---- */

static bool is_branch(const struct insn *insn)
{
    return insn->flow == FLOW_BRANCH || insn->flow == FLOW_JUMP;
}

static bool ends_piece(const struct insn *insn)
{
    return is_branch(insn) || insn->flow == FLOW_EXIT || insn->flow == FLOW_INDIRECT ||
           insn->flow == FLOW_RETURN || !insn->op;
}

static bool goes_on(const struct insn *insn)
{
    return insn->flow == FLOW_BRANCH || !ends_piece(insn);
}

static bool is_local(const struct builder *b, int32_t target)
{
    return target >= (int32_t)b->first && target < (int32_t)b->last;
}

static void cut_sites(const struct builder *b, bool *cut)
{
    for (uint32_t i = 0; i < b->sites->count; i++) {
        const struct split_site *site = &b->sites->list[i];
        const uint32_t at[] = {site->then, site->serial, site->otherwise, site->join};
        for (unsigned k = 0; !b->dropped[i] && k < 4; k++) {
            if (at[k] != NO_INSN)
                cut[at[k] - b->first] = true;
        }
    }
}

static void cut_pieces(struct builder *b)
{
    const uint32_t length = b->last - b->first;
    bool *cut = arena_array(b->arena, length + 1u, sizeof *cut);
    cut_sites(b, cut);
    for (uint32_t i = b->first; i < b->last; i++) {
        const struct insn *insn = &b->program->insns[i];
        if (is_branch(insn) && is_local(b, insn->target))
            cut[(uint32_t)insn->target - b->first] = true;
        if (ends_piece(insn))
            cut[i + 1 - b->first] = true;
    }
    b->pieces = arena_array(b->arena, length, sizeof *b->pieces);
    b->piece_at = arena_array(b->arena, length, sizeof *b->piece_at);
    b->count = 0;
    for (uint32_t i = 0; i < length; i++) {
        if (i == 0 || cut[i])
            b->pieces[b->count++].first = b->first + i;
        b->pieces[b->count - 1].end = b->first + i + 1;
        b->piece_at[i] = b->count - 1;
    }
}

static uint32_t piece_of(const struct builder *b, uint32_t insn)
{
    return b->piece_at[insn - b->first];
}

static const struct insn *last_of(const struct builder *b, uint32_t piece)
{
    return &b->program->insns[b->pieces[piece].end - 1];
}

static void connect(struct builder *b)
{
    struct edge *edges = arena_array(b->arena, 2 * (size_t)b->count, sizeof *edges);
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct insn *last = last_of(b, i);
        if (is_branch(last) && is_local(b, last->target))
            edges[count++] = (struct edge){i, piece_of(b, (uint32_t)last->target)};
        if (goes_on(last) && i + 1 < b->count)
            edges[count++] = (struct edge){i, i + 1};
    }
    b->graph = graph_make(b->arena, b->count, 0, edges, count);
}

static void find_branches(struct builder *b)
{
    b->site_at = arena_array(b->arena, b->count, sizeof *b->site_at);
    for (uint32_t i = 0; i < b->count; i++)
        b->site_at[i] = NO_SITE;
    for (uint32_t i = 0; i < b->sites->count; i++) {
        const struct split_site *site = &b->sites->list[i];
        if (!b->dropped[i])
            b->site_at[piece_of(b, site->then - 1)] = i;
    }
}

/* ---- what cannot be structured ---- */

static enum wc_status check_piece(const struct builder *b, uint32_t piece)
{
    const struct insn *last = last_of(b, piece);
    const char *why = NULL;
    if (!last->op)
        why = "a word that is no instruction";
    else if (last->flow == FLOW_INDIRECT || last->flow == FLOW_RETURN)
        why = "a jump through a register";
    else if (is_branch(last) && !is_local(b, last->target))
        why = "a branch out of the kernel";
    else if (goes_on(last) && piece + 1 == b->count)
        why = "the kernel does not end here";
    return why ? fail(b->err, WC_BAD_INPUT, "0x%" PRIx64 ": %s; where control goes is not known",
                      last->pc, why)
               : WC_OK;
}

static enum wc_status check_flow(struct builder *b, const struct node_order *order)
{
    enum wc_status status = WC_OK;
    for (uint32_t i = 0; status == WC_OK && i < order->count; i++)
        status = check_piece(b, order->node[i]);
    if (status == WC_OK && b->loops.irreducible_count) {
        const struct edge edge = b->loops.irreducible[0];
        return fail(b->err, WC_BAD_INPUT,
                    "0x%" PRIx64 ": control enters the loop at 0x%" PRIx64
                    " in the middle (irreducible)",
                    last_of(b, edge.from)->pc, b->program->insns[b->pieces[edge.to].first].pc);
    }
    return status;
}

/* ---- levels ---- */

static struct level *level_of(const struct builder *b, uint32_t loop)
{
    return &b->levels[loop == NO_NODE ? OUTSIDE : loop + 1];
}

/* The node of a piece in a level; the end if it is not inside, or is the level's own header. */
static uint32_t node_in(const struct builder *b, uint32_t loop, uint32_t piece, bool entry)
{
    uint32_t inner = b->loops.of[piece], child = NO_NODE;
    if (!entry && loop != NO_NODE && b->loops.loop[loop].header == piece)
        return level_of(b, loop)->end;
    while (inner != loop && inner != NO_NODE) {
        child = inner;
        inner = b->loops.loop[inner].parent;
    }
    if (inner != loop)
        return level_of(b, loop)->end;
    return child == NO_NODE ? b->own_node[piece] : b->loop_node[child];
}

static void number_nodes(struct builder *b, const struct node_order *order)
{
    for (uint32_t i = 0; i <= b->loops.count; i++)
        b->levels[i].piece = arena_array(b->arena, 1, sizeof(uint32_t));
    for (uint32_t i = 0; i < order->count; i++) {
        const uint32_t piece = order->node[i], loop = b->loops.of[piece];
        struct level *own = level_of(b, loop);
        b->own_node[piece] = own->end;
        own->piece = arena_grow(b->arena, own->piece, own->end, sizeof *own->piece);
        own->piece[own->end++] = piece;
        if (loop == NO_NODE || b->loops.loop[loop].header != piece)
            continue;
        struct level *around = level_of(b, b->loops.loop[loop].parent);
        b->loop_node[loop] = around->end;
        around->piece = arena_grow(b->arena, around->piece, around->end, sizeof *around->piece);
        around->piece[around->end++] = piece;
    }
}

/* An edge belongs to all levels around its source, up to the first that has both ends. */
static void add_edge(const struct builder *b, uint32_t from, uint32_t to, struct edge **edges,
                     uint32_t *counts)
{
    uint32_t loop = b->loops.of[from];
    while (true) {
        const uint32_t level = loop == NO_NODE ? OUTSIDE : loop + 1;
        const struct edge edge = {node_in(b, loop, from, true), node_in(b, loop, to, false)};
        if (edge.from != edge.to) {
            edges[level] = arena_grow(b->arena, edges[level], counts[level], sizeof edge);
            edges[level][counts[level]++] = edge;
        }
        if (loop == NO_NODE || edge.to != level_of(b, loop)->end ||
            b->loops.loop[loop].header == to)
            return;
        loop = b->loops.loop[loop].parent;
    }
}

/* What ends the program leaves all loops. */
static void add_exit(const struct builder *b, uint32_t from, struct edge **edges, uint32_t *counts)
{
    for (uint32_t loop = b->loops.of[from];; loop = b->loops.loop[loop].parent) {
        const uint32_t level = loop == NO_NODE ? OUTSIDE : loop + 1;
        const struct edge edge = {node_in(b, loop, from, true), b->levels[level].end};
        edges[level] = arena_grow(b->arena, edges[level], counts[level], sizeof edge);
        edges[level][counts[level]++] = edge;
        if (loop == NO_NODE)
            return;
    }
}

static void make_levels(struct builder *b, const struct node_order *order)
{
    const uint32_t levels = b->loops.count + 1;
    struct edge **edges = arena_array(b->arena, levels, sizeof *edges);
    uint32_t *counts = arena_array(b->arena, levels, sizeof *counts);
    b->levels = arena_array(b->arena, levels, sizeof *b->levels);
    b->own_node = arena_array(b->arena, b->count, sizeof *b->own_node);
    b->loop_node = arena_array(b->arena, levels, sizeof *b->loop_node);
    number_nodes(b, order);
    for (uint32_t i = 0; i < order->count; i++) {
        const uint32_t from = order->node[i];
        const uint32_t begin = b->graph.succ_first[from], end = b->graph.succ_first[from + 1];
        for (uint32_t k = begin; k < end; k++)
            add_edge(b, from, b->graph.succ[k], edges, counts);
        if (begin == end)
            add_exit(b, from, edges, counts);
    }
    for (uint32_t i = 0; i < levels; i++) {
        struct level *level = &b->levels[i];
        level->graph = graph_make(b->arena, level->end + 1, 0, edges[i], counts[i]);
        level->order = graph_reverse_post_order(b->arena, &level->graph);
        const struct graph reversed = graph_reversed(b->arena, &level->graph);
        level->post = graph_dominators(b->arena, &reversed);
    }
}

/* ---- the tree ---- */

static enum wc_status add_list(struct builder *b, uint32_t loop, uint32_t node, uint32_t stop,
                               struct structure **list, uint32_t depth);

static bool is_done(const struct builder *b)
{
    return b->shared || b->escaped != NO_SITE;
}

/* Successors that differ; the first two of them. */
static uint32_t ways_of(const struct level *level, uint32_t node, uint32_t way[2])
{
    uint32_t count = 0;
    for (uint32_t k = level->graph.succ_first[node]; k < level->graph.succ_first[node + 1]; k++) {
        const uint32_t next = level->graph.succ[k];
        if ((count > 0 && way[0] == next) || (count > 1 && way[1] == next))
            continue;
        if (count < 2)
            way[count] = next;
        count++;
    }
    return count;
}

/* Where the ways of a node meet again. */
static uint32_t join_of(const struct level *level, uint32_t node)
{
    const uint32_t join = level->post.idom[node];
    return join > level->end ? level->end : join;
}

static enum wc_status add_loop(struct builder *b, uint32_t inner, struct structure ***end,
                               uint32_t depth)
{
    const uint32_t header = b->loops.loop[inner].header;
    struct structure *added = structure_new(b->arena, STRUCTURE_LOOP, header);
    *end = structure_append(*end, added);
    return add_list(b, inner, 0, level_of(b, inner)->end, &added->side[SIDE_BODY], depth + 1);
}

/* A piece of the BSB: no branch but the one over the else side. */
static bool is_serial_piece(const struct builder *b, const struct split_site *site)
{
    return b->pieces[piece_of(b, site->serial)].end == site->otherwise;
}

/* All parts of a site are in the level of its branch. */
static bool is_level_of(const struct builder *b, uint32_t loop, const struct split_site *site)
{
    const uint32_t at[] = {site->then, site->serial, site->otherwise, site->join};
    bool inside = site->serial == NO_INSN || is_serial_piece(b, site);
    for (unsigned k = 0; k < 4; k++)
        inside &= at[k] == NO_INSN ||
                  node_in(b, loop, piece_of(b, at[k]), false) != level_of(b, loop)->end;
    return inside;
}

static enum wc_status add_sides(struct builder *b, uint32_t loop, uint32_t number,
                                struct structure *added, uint32_t depth)
{
    const struct split_site *site = &b->sites->list[number];
    const bool two = site->serial != NO_INSN;
    const uint32_t then = node_in(b, loop, piece_of(b, site->then), false);
    const uint32_t join = node_in(b, loop, piece_of(b, site->join), false);
    const uint32_t stop = two ? node_in(b, loop, piece_of(b, site->serial), false) : join;
    enum wc_status status = add_list(b, loop, then, stop, &added->side[SIDE_THEN], depth + 1);
    if (status == WC_OK && two && !is_done(b)) {
        const uint32_t other = node_in(b, loop, piece_of(b, site->otherwise), false);
        added->serial = (struct structure_block){piece_of(b, site->serial), STRUCTURE_NO_COST};
        b->visited[piece_of(b, site->serial)] = ++b->visits;
        status = add_list(b, loop, other, join, &added->side[SIDE_ELSE], depth + 1);
    }
    return status;
}

/* *node is set to its join. */
static enum wc_status add_site(struct builder *b, uint32_t loop, uint32_t number, uint32_t *node,
                               struct structure ***end, uint32_t depth)
{
    const struct split_site *site = &b->sites->list[number];
    struct structure *added =
        structure_new(b->arena, STRUCTURE_DIVERGENT, level_of(b, loop)->piece[*node]);
    added->place = b->program->insns[site->open].pc;
    added->allowed = !site->refused;
    *end = structure_append(*end, added);
    b->site[number] = added;
    if (!is_level_of(b, loop, site)) {
        b->escaped = number;
        return WC_OK;
    }
    enum wc_status status = add_sides(b, loop, number, added, depth);
    if (b->escaped == NO_SITE - 1)
        b->escaped = number;
    *node = node_in(b, loop, piece_of(b, site->join), false);
    return status;
}

/* One node and, if it is the branch of a site or a loop, all that belongs to it. *node is set to
 * what follows a site; otherwise it stays. */
static enum wc_status add_node(struct builder *b, uint32_t loop, uint32_t *node,
                               struct structure ***end, uint32_t depth)
{
    const uint32_t piece = level_of(b, loop)->piece[*node];
    if (b->loops.of[piece] != loop)
        return add_loop(b, b->loops.of[piece], end, depth);
    if (b->visited[piece]) {
        b->shared = true;
        return WC_OK;
    }
    b->visited[piece] = ++b->visits;
    if (b->site_at[piece] != NO_SITE)
        return add_site(b, loop, b->site_at[piece], node, end, depth);
    *end = structure_append(*end, structure_new(b->arena, STRUCTURE_BLOCK, piece));
    return WC_OK;
}

/* ---- uniform branches ---- */

static void forget_node(struct builder *b, uint32_t loop, uint32_t node)
{
    const uint32_t piece = level_of(b, loop)->piece[node], inner = b->loops.of[piece];
    if (inner == loop) {
        b->visited[piece] = 0;
        return;
    }
    for (uint32_t i = 0; i < b->count; i++) {
        if (b->loops.of[i] != NO_NODE && loop_contains(&b->loops, inner, i))
            b->visited[i] = 0;
    }
}

/* By node: it can be reached from one before the other. */
static bool *region_of(struct builder *b, const struct level *level, uint32_t from, uint32_t join)
{
    bool *inside = arena_array(b->arena, level->end + 1u, sizeof *inside);
    inside[from] = true;
    for (uint32_t i = 0; i < level->order.count; i++) {
        const uint32_t node = level->order.node[i];
        if (!inside[node] || node == join)
            continue;
        for (uint32_t k = level->graph.succ_first[node]; k < level->graph.succ_first[node + 1]; k++)
            inside[level->graph.succ[k]] = true;
    }
    inside[from] = inside[join] = inside[level->end] = false;
    return inside;
}

/* Makes the nodes of a region new again. False if one was visited before visit `since`: a branch
 * further out has other ways to it. */
static bool forget_region(struct builder *b, uint32_t loop, const bool *inside, uint32_t since)
{
    const struct level *level = level_of(b, loop);
    for (uint32_t i = 0; i < level->end; i++) {
        const uint32_t visit = inside[i] ? b->visited[level->piece[i]] : 0;
        if (visit && visit <= since)
            return false;
        if (visit)
            forget_node(b, loop, i);
    }
    return true;
}

/* The ways from a node to where they meet share code: all of it, one after the other. */
static enum wc_status add_sequence(struct builder *b, uint32_t loop, uint32_t from, uint32_t join,
                                   uint32_t since, struct structure ***end, uint32_t depth)
{
    const struct level *level = level_of(b, loop);
    const bool *inside = region_of(b, level, from, join);
    enum wc_status status = WC_OK;
    b->shared = !forget_region(b, loop, inside, since);
    for (uint32_t i = 0; status == WC_OK && !is_done(b) && i < level->order.count; i++) {
        uint32_t node = level->order.node[i];
        if (inside[node] && !b->visited[level->piece[node]])
            status = add_node(b, loop, &node, end, depth);
    }
    return status;
}

static enum wc_status add_two(struct builder *b, uint32_t loop, const uint32_t way[2],
                              uint32_t join, struct structure *branch, uint32_t depth)
{
    enum wc_status status = WC_OK;
    for (int s = 0; s < SIDES && status == WC_OK && !is_done(b); s++)
        status = add_list(b, loop, way[s], join, &branch->side[s], depth + 1);
    return status;
}

/* After a node with several successors. The branch has no code: its block comes before it. */
static enum wc_status add_ways(struct builder *b, uint32_t loop, uint32_t node, uint32_t join,
                               uint32_t count, const uint32_t way[2], struct structure ***end,
                               uint32_t depth)
{
    struct structure **before = *end;
    const uint32_t since = b->visits;
    struct structure *branch = structure_new(b->arena, STRUCTURE_UNIFORM, STRUCTURE_NO_BLOCK);
    if (count == 2) {
        *end = structure_append(*end, branch);
        enum wc_status status = add_two(b, loop, way, join, branch, depth);
        if (status != WC_OK || !b->shared)
            return status;
    }
    *end = before;
    *before = NULL;
    return add_sequence(b, loop, node, join, since, end, depth);
}

static enum wc_status add_list(struct builder *b, uint32_t loop, uint32_t node, uint32_t stop,
                               struct structure **list, uint32_t depth)
{
    const struct level *level = level_of(b, loop);
    enum wc_status status = WC_OK;
    if (depth > STRUCTURE_DEPTH_MAX)
        return fail(b->err, WC_BAD_INPUT, "0x%" PRIx64 ": branches and loops are nested more than "
                    "%d deep", b->program->insns[b->pieces[level->piece[0]].first].pc,
                    STRUCTURE_DEPTH_MAX);
    while (status == WC_OK && node != stop && !is_done(b)) {
        uint32_t way[2] = {0, 0}, next = node;
        if (node == level->end) {
            b->escaped = NO_SITE - 1; /* the innermost site around it */
            return WC_OK;
        }
        status = add_node(b, loop, &next, &list, depth);
        if (status != WC_OK || is_done(b))
            return status;
        if (next != node) {
            node = next;
            continue;
        }
        const uint32_t count = ways_of(level, node, way), join = join_of(level, node);
        if (count > 1)
            status = add_ways(b, loop, node, join, count, way, &list, depth);
        node = count > 1 ? join : count ? way[0] : level->end; /* 0: an endless loop */
    }
    return status;
}

/* ---- the whole ---- */

static enum wc_status build(struct builder *b, struct structure **program)
{
    cut_pieces(b);
    connect(b);
    find_branches(b);
    const struct node_order order = graph_reverse_post_order(b->arena, &b->graph);
    const struct dominators tree = graph_dominators(b->arena, &b->graph);
    b->loops = graph_loops(b->arena, &b->graph, &order, &tree);
    enum wc_status status = check_flow(b, &order);
    if (status != WC_OK)
        return status;
    make_levels(b, &order);
    b->visited = arena_array(b->arena, b->count, sizeof *b->visited);
    b->site = arena_array(b->arena, b->sites->count + 1u, sizeof *b->site);
    b->visits = 0;
    b->shared = false;
    b->escaped = NO_SITE;
    return add_list(b, NO_NODE, 0, b->levels[OUTSIDE].end, program, 0);
}

static void refuse(struct split_site *site, const char *why)
{
    if (!site->refused)
        site->refused = why;
}

/* Again without a site that control escapes from, until there is none. */
static enum wc_status build_all(struct builder *b, struct split_sites *sites,
                                struct structure **program)
{
    enum wc_status status;
    while ((status = build(b, program)) == WC_OK && b->escaped < sites->count) {
        b->dropped[b->escaped] = true;
        refuse(&sites->list[b->escaped], "control leaves it before its sides join");
        *program = NULL;
    }
    if (status == WC_OK && is_done(b))
        return fail(b->err, WC_BAD_INPUT, "0x%" PRIx64 ": control flow is not structured",
                    b->program->insns[b->first].pc);
    return status;
}

enum wc_status split_structure_make(struct error *err, struct arena *arena,
                                    const struct program *program, const struct function *function,
                                    struct split_sites *sites, struct split_structure *out)
{
    struct builder b = {.err = err, .arena = arena, .program = program, .sites = sites};
    const int32_t first = program_index(program, function->base);
    *out = (struct split_structure){0};
    if (first < 0)
        return fail(err, WC_BAD_INPUT, "%s: no code at its address", function->name);
    b.first = b.last = (uint32_t)first;
    while (b.last < program->count && program->insns[b.last].pc - function->base < function->bytes)
        b.last++;
    b.dropped = arena_array(arena, sites->count + 1u, sizeof *b.dropped);
    for (uint32_t i = 0; i < sites->count; i++)
        b.dropped[i] = sites->list[i].broken;
    enum wc_status status = build_all(&b, sites, &out->program);
    if (status != WC_OK)
        return status;
    out->pieces = b.pieces;
    out->count = b.count;
    out->site = b.site;
    for (uint32_t i = 0; i < sites->count; i++) {
        if (!b.site[i])
            refuse(&sites->list[i], "control never comes to it");
    }
    return WC_OK;
}
