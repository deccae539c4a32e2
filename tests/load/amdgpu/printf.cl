/* SPDX-License-Identifier: Apache-2.0 */
/* printf.cl - OpenCL's printf: the compiler lists formats; records are in a buffer. */
__kernel void hello(__global int *out, float scale)
{
    int i = get_global_id(0);
    out[i] = -2;
    if (i % 3 == 0)
        out[i] = printf("item %2d: %s %5.2f %v4hlf %v3d %c %ld%% %#x\n", i, "odd", scale * i,
                        (float4)(i, 2, 3, 4.5f), (int3)(-1, i, 3), 'z', -12345678901L, 255);
    if (i == 95)
        printf("the end: %s\n", "text");
}
