/* SPDX-License-Identifier: Apache-2.0 */
/* region_record.c - what is told of a region becomes its graph.
 *
 * The same few nodes and edges are told over and over; a hash table with the number of the region
 * as its stamp finds them, so that nothing has to be cleared. */
#include <string.h>

#include "bound/engine/region_graph.h"

/* ---- the table ---- */

enum slot_kind { SLOT_NODE, SLOT_EDGE, SLOT_CALL, SLOT_LOOP, SLOT_CHILD };

static uint64_t make_key(enum slot_kind kind, uint32_t a, uint32_t b)
{
    return (uint64_t)kind << 61 ^ (uint64_t)a << 32 ^ b;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

static void *grow(struct region_recorder *r, void *array, uint32_t *room, uint32_t count,
                  size_t size)
{
    if (count < *room)
        return array;
    void *more = arena_array(&r->arena, *room ? 2 * *room : 64, size);
    if (count)
        memcpy(more, array, count * size);
    *room = *room ? 2 * *room : 64;
    return more;
}

static struct region_slot *look(const struct region_recorder *r, uint64_t key)
{
    uint32_t at = (uint32_t)mix(key) & (r->slot_room - 1);
    while (r->slots[at].region == r->region && r->slots[at].key != key)
        at = (at + 1) & (r->slot_room - 1);
    return &r->slots[at];
}

static void make_room(struct region_recorder *r)
{
    if (r->slot_room && r->slot_used < r->slot_room / 2)
        return;
    struct region_slot *old = r->slots;
    uint32_t old_room = r->slot_room;
    r->slot_room = old_room ? 2 * old_room : 1024;
    r->slots = arena_array(&r->arena, r->slot_room, sizeof *r->slots);
    for (uint32_t i = 0; i < old_room; i++) {
        if (old[i].region == r->region)
            *look(r, old[i].key) = old[i];
    }
}

/* The value of a key; `fresh` when there was none, and then it is `otherwise`. */
static uint32_t *value_of(struct region_recorder *r, uint64_t key, uint32_t otherwise, bool *fresh)
{
    make_room(r);
    struct region_slot *slot = look(r, key);
    *fresh = slot->region != r->region;
    if (*fresh) {
        *slot = (struct region_slot){.key = key, .value = otherwise, .region = r->region};
        r->slot_used++;
    }
    return &slot->value;
}

/* ---- nodes ---- */

static uint32_t node_of(struct region_recorder *r, uint32_t call, uint32_t index)
{
    bool fresh;
    uint32_t node = *value_of(r, make_key(SLOT_NODE, call, index), r->graph.node_count, &fresh);
    if (!fresh)
        return node;
    r->graph.nodes =
        grow(r, r->graph.nodes, &r->node_room, r->graph.node_count, sizeof *r->graph.nodes);
    r->graph.accesses = grow(r, r->graph.accesses, &r->access_room, r->graph.node_count,
                             r->graph.access_bytes);
    memset(region_graph_access(&r->graph, node), 0, r->graph.access_bytes);
    r->graph.nodes[r->graph.node_count++] =
        (struct region_node){.call = call, .index = index};
    return node;
}

/* The call in which an instruction was last told to be reached. */
static uint32_t *call_of(struct region_recorder *r, uint32_t index)
{
    bool fresh;
    return value_of(r, make_key(SLOT_CALL, 0, index), 0, &fresh);
}

static uint32_t child_of(struct region_recorder *r, uint32_t parent, uint32_t site)
{
    bool fresh;
    uint32_t call = *value_of(r, make_key(SLOT_CHILD, parent, site), r->call_count, &fresh);
    if (!fresh)
        return call;
    r->calls = grow(r, r->calls, &r->call_room, r->call_count, sizeof *r->calls);
    uint32_t depth = parent == UINT32_MAX ? 0 : r->calls[parent].depth + 1;
    r->calls[r->call_count++] = (struct region_call){parent, site, depth};
    r->graph.depth = depth > r->graph.depth ? depth : r->graph.depth;
    return call;
}

void recorder_begin(struct region_recorder *r, uint32_t at)
{
    r->region++;
    r->slot_used = 0;
    r->graph.node_count = r->graph.edge_count = r->graph.loop_count = 0;
    r->call_count = r->graph.depth = 0;
    child_of(r, UINT32_MAX, UINT32_MAX); /* call 0 */
    node_of(r, 0, at);
}

void recorder_node(struct region_recorder *r, uint32_t index, const void *access)
{
    uint32_t node = node_of(r, *call_of(r, index), index);
    r->graph.nodes[node].executed = true;
    if (!access)
        return;
    r->graph.nodes[node].has_access = true;
    r->worst_access(region_graph_access(&r->graph, node), access);
}

/* ---- edges and loops ---- */

/* Where a call leads is another copy of the code; its return leads back. */
static uint32_t call_behind(struct region_recorder *r, const struct insn *insn, uint32_t call,
                            uint32_t site, uint32_t to)
{
    if (insn->flow == FLOW_CALL && (int32_t)to != insn->next)
        return child_of(r, call, site);
    if (insn->flow == FLOW_RETURN && call)
        return r->calls[call].parent;
    return call;
}

void recorder_edge(struct region_recorder *r, const struct insn *insn, uint32_t from, uint32_t to)
{
    bool fresh;
    uint32_t call = *call_of(r, from), behind = call_behind(r, insn, call, from, to);
    *call_of(r, to) = behind;
    struct region_edge_ends edge = {node_of(r, call, from), node_of(r, behind, to)};
    value_of(r, make_key(SLOT_EDGE, edge.from, edge.to), 0, &fresh);
    if (!fresh)
        return;
    r->graph.edges =
        grow(r, r->graph.edges, &r->edge_room, r->graph.edge_count, sizeof *r->graph.edges);
    r->graph.edges[r->graph.edge_count++] = edge;
}

void recorder_unpaired(struct region_recorder *r, uint32_t index)
{
    uint32_t node = node_of(r, *call_of(r, index), index);
    r->graph.nodes[node].unpaired = true;
}

void recorder_loop(struct region_recorder *r, uint32_t header, uint64_t iterations)
{
    bool fresh;
    uint32_t node = node_of(r, *call_of(r, header), header);
    uint32_t loop = *value_of(r, make_key(SLOT_LOOP, 0, node), r->graph.loop_count, &fresh);
    if (fresh) {
        r->graph.loops =
            grow(r, r->graph.loops, &r->loop_room, r->graph.loop_count, sizeof *r->graph.loops);
        r->graph.loops[r->graph.loop_count++] = (struct region_loop_bound){.header = node};
    }
    if (iterations > r->graph.loops[loop].iterations)
        r->graph.loops[loop].iterations = iterations;
}

struct region_graph *recorder_end(struct region_recorder *r, uint32_t to)
{
    r->graph.exit = to == UINT32_MAX ? NO_NODE : node_of(r, 0, to);
    return &r->graph;
}

void recorder_free(struct region_recorder *r)
{
    arena_free(&r->arena);
}
