/* SPDX-License-Identifier: Apache-2.0 */
/* by-value.cl - vectors, structures and a union as arguments, among numbers. Kernels change their own
 * copies, also through indexes. */
typedef struct { float x, y; int n; } point;
struct row { int a[3]; uchar tag; };
struct mixed { char c; long l; short h; };
typedef union { int i; float f; } either;
typedef struct { uchar r, g; } small;
typedef struct { short a; int b; } pair;
typedef float4 color;

int sum(struct row r)
{
    r.a[0] += r.tag;
    return r.a[0] + r.a[1] + r.a[2];
}

__kernel void k(__global float *out, color v, int2 w, float3 f, point p, struct row r,
                struct mixed m, either e, small s, pair q, uchar2 u, long2 l, char c, float last,
                uint n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    v.x += i;
    r.a[i % 3] *= 10;
    out[i * 8] = v.x + v.y * v.z - v.w;
    out[i * 8 + 1] = w.x * 100 + w.y;
    out[i * 8 + 2] = f.x + f.y + f.z + p.x - p.y + p.n;
    out[i * 8 + 3] = sum(r);
    out[i * 8 + 4] = m.c + (float)(m.l >> 32) + m.h;
    out[i * 8 + 5] = e.f + s.r * 256 + s.g;
    out[i * 8 + 6] = q.a * 1000 + q.b + u.x - u.y;
    out[i * 8 + 7] = (int)l.x - (int)l.y + c + last;
}

/* More words than registers. */
__kernel void many(__global int *out, int16 v, int last)
{
    out[get_global_id(0)] = v.s0 + v.s7 * 10 + v.sf * 100 + last;
}

#ifndef __NVPTX__ /* no kernel calls another one there */
__kernel void calling(__global int *out, int4 v, char3 c)
{
    many(out, (int16)(v, v, v, v.xyz, c.z), c.x + c.y);
}
#endif
