/* SPDX-License-Identifier: Apache-2.0 */
/* maths - the run time's mathematical functions, each over all elements, one row of `out` a
 * function.
 *
 * Built for checking the built-ins as a machine runs them: argument reduction, the rare branches
 * and the loop of fmod differ from lane to lane.
 */

__kernel void elementary(__global const float *in, __global float *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    float x = in[i];
    out[i] = exp(x);
    out[n + i] = exp2(x);
    out[2 * n + i] = log(fabs(x));
    out[3 * n + i] = log2(fabs(x));
    out[4 * n + i] = pow(fabs(x), x * 0.5f);
    out[5 * n + i] = sqrt(fabs(x));
    out[6 * n + i] = rsqrt(fabs(x));
}

/* Every other element is so large that its reduction needs many bits of 2/pi. */
__kernel void trigonometric(__global const float *in, __global float *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    float x = i & 1 ? in[i] * 1e9f : in[i];
    out[i] = sin(x);
    out[n + i] = cos(x);
    out[2 * n + i] = tan(x);
}

__kernel void rounding(__global const float *in, __global float *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    float x = i & 1 ? in[i] * 65536.0f : rint(in[i]) * 0.5f;
    out[i] = floor(x);
    out[n + i] = ceil(x);
    out[2 * n + i] = trunc(x);
    out[3 * n + i] = round(x);
    out[4 * n + i] = rint(x);
    out[5 * n + i] = fmod(x, in[(i + 1) % n]);
    out[6 * n + i] = fma(x, x, -in[i]);
}

/* Two integers a row of `in`. */
__kernel void integers(__global const int2 *in, __global uint *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    int a = in[i].x;
    int b = in[i].y;
    out[i] = mul_hi(a, b);
    out[n + i] = mul_hi((uint)a, (uint)b);
    out[2 * n + i] = abs(a);
    out[3 * n + i] = abs_diff(a, b);
    out[4 * n + i] = abs_diff((uint)a, (uint)b);
    out[5 * n + i] = rotate((uint)a, (uint)b);
    out[6 * n + i] = clamp(a, -1000000, b & 0xFFFFF);
    out[7 * n + i] = mad24(a >> 8, b >> 20, a);
    out[8 * n + i] = select(a, b, (int)(a > b));
    out[9 * n + i] = min((uint)a, (uint)b) ^ max(a, b);
}

/* Four floats a row of `in`. */
__kernel void vectors(__global const float4 *in, __global float4 *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    float4 a = in[i];
    float4 b = in[(i + 1) % n];
    out[i] = fma(a, b, a);
    out[n + i] = clamp(a, (float4)(-8.0f), fabs(b));
    out[2 * n + i] = mix(a, b, (float4)(0.25f));
    out[3 * n + i] = fmin(a, b) + floor(fmax(a, b));
    out[4 * n + i] = (float4)(dot(a, b), length(a), dot(a.lo, b.hi), length(a.hi));
}
