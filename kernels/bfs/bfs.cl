/* SPDX-License-Identifier: Apache-2.0 */
/* bfs - breadth-first search, one level in two launches.
 *
 * `begin` puts the source into the frontier. `expand` visits the neighbours of the frontier's
 * nodes; `advance` makes what was reached the next frontier. Two kernels, because all groups have
 * to be through with a level before the next begins. Several work-items may reach a node at the
 * same time: all of them write the same values.
 */

__kernel void begin(__global int *frontier, __global int *reached, __global int *distance,
                    int nodes, int source)
{
    int node = get_global_id(0);

    if (node < nodes) {
        frontier[node] = node == source;
        reached[node] = 0;
        distance[node] = node == source ? 0 : -1;
    }
}

__kernel void expand(__global const int *offsets, __global const int *edges,
                     __global const int *frontier, __global int *reached, __global int *distance,
                     int nodes, int level)
{
    int node = get_global_id(0);

    if (node >= nodes || !frontier[node])
        return;
#pragma warpclock loop_bound(6) /* the edges of a node */
    for (int i = offsets[node]; i < offsets[node + 1]; i++) {
        int neighbour = edges[i];

        if (distance[neighbour] < 0) {
            distance[neighbour] = level + 1;
            reached[neighbour] = 1;
        }
    }
}

__kernel void advance(__global int *frontier, __global int *reached, int nodes)
{
    int node = get_global_id(0);

    if (node < nodes) {
        frontier[node] = reached[node];
        reached[node] = 0;
    }
}
