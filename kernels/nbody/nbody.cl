/* SPDX-License-Identifier: Apache-2.0 */
/* nbody - one step of n bodies that attract one another, all pairs: position (x, y, z) and mass in
 * one float4, velocity in another. Bodies are read by tiles through local memory.
 */

__kernel void nbody(__global const float4 *from, __global float4 *to, __global float4 *velocity,
                    int n, float step, float softening, __local float4 *tile)
{
    int i = get_global_id(0);
    int size = get_local_size(0);
    float4 body = from[min(i, n - 1)];
    float ax = 0.0f;
    float ay = 0.0f;
    float az = 0.0f;

    for (int first = 0; first < n; first += size) {
        int count = min(size, n - first);

        tile[get_local_id(0)] = from[min(first + (int)get_local_id(0), n - 1)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < count; j++) {
            float4 other = tile[j];
            float dx = other.x - body.x;
            float dy = other.y - body.y;
            float dz = other.z - body.z;
            float squared = dx * dx + dy * dy + dz * dz + softening;
            float inverse = 1.0f / sqrt(squared);
            float pull = other.w * inverse * inverse * inverse;

            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) {
        float4 v = velocity[i];

        v.x += step * ax;
        v.y += step * ay;
        v.z += step * az;
        velocity[i] = v;
        body.x += step * v.x;
        body.y += step * v.y;
        body.z += step * v.z;
        to[i] = body;
    }
}
