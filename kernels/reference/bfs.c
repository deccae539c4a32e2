/* SPDX-License-Identifier: Apache-2.0 */
/* bfs.c - host reference of bfs: makes the graph, and searches it with a queue. */
#include "reference.h"

#define GRAPH_SEED 131

/* One to six edges a node, to any nodes. Returns their number. */
static int make_graph(int nodes, int32_t *offsets, int32_t *edges)
{
    uint64_t state = GRAPH_SEED;
    int count = 0;

    for (int node = 0; node < nodes; node++) {
        int degree = 1 + (int)(splitmix64(&state) % 6);

        offsets[node] = count;
        for (int i = 0; i < degree; i++)
            edges[count++] = (int32_t)(splitmix64(&state) % (uint64_t)nodes);
    }
    offsets[nodes] = count;
    return count;
}

/* Returns the largest distance. */
static int search(struct run *run, int nodes, const int32_t *offsets, const int32_t *edges,
                  int32_t *distance)
{
    int32_t *queue = new_i32(run, nodes);
    int first = 0;
    int end = 1; /* the queue begins with node 0, the source */

    for (int node = 1; node < nodes; node++)
        distance[node] = -1;
    while (first < end) {
        int node = queue[first++];

        for (int i = offsets[node]; i < offsets[node + 1]; i++) {
            if (distance[edges[i]] < 0) {
                distance[edges[i]] = distance[node] + 1;
                queue[end++] = edges[i];
            }
        }
    }
    return distance[queue[end - 1]];
}

void reference_bfs(struct run *run)
{
    int nodes = number(run, "nodes");
    int32_t *offsets = new_i32(run, nodes + 1);
    int32_t *edges = new_i32(run, (size_t)nodes * 6);
    int32_t *distance = new_i32(run, nodes);
    int count = make_graph(nodes, offsets, edges);
    int furthest = search(run, nodes, offsets, edges, distance);

    if (furthest > number(run, "levels"))
        die("bfs %s: %d levels are too few, the graph has %d", run->job->size,
            number(run, "levels"), furthest);
    write_i32(run, "offsets", offsets, nodes + 1);
    write_i32(run, "edges", edges, count);
    write_i32(run, "distance", distance, nodes);
}
