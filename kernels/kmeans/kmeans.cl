/* SPDX-License-Identifier: Apache-2.0 */
/* kmeans - Lloyd's iterations: assign every point to the nearest centre, then move the centres.
 *
 * A centre is a row of `features` floats, a point a column: lanes side by side load words side by
 * side. The host launches the two kernels in turn. A centre without points stays where it is.
 */

__kernel void assign_points(__global const float *points, __global const float *centres,
                            __global int *membership, int count, int clusters, int features)
{
    int point = get_global_id(0);

    if (point >= count)
        return;

    int nearest = 0;
    float least = FLT_MAX;
    for (int cluster = 0; cluster < clusters; cluster++) {
        float distance = 0.0f;

        for (int f = 0; f < features; f++) {
            float difference = points[f * count + point] - centres[cluster * features + f];

            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            nearest = cluster;
        }
    }
    membership[point] = nearest;
}

/* One work-item a coordinate of a centre. */
__kernel void move_centres(__global const float *points, __global float *centres,
                           __global const int *membership, int count, int clusters, int features)
{
    int i = get_global_id(0);

    if (i >= clusters * features)
        return;

    int cluster = i / features;
    int feature = i % features;
    int members = 0;
    float sum = 0.0f;
    for (int point = 0; point < count; point++) {
        if (membership[point] == cluster) {
            sum += points[feature * count + point];
            members++;
        }
    }
    if (members > 0)
        centres[i] = sum / (float)members;
}
