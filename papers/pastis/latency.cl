/* SPDX-License-Identifier: Apache-2.0 */
/* latency - the micro-benchmarks that the paper lacks (PAS-95): latency and throughput of units, a
 * chase through memory, caches of constants and instructions. microbench.py runs them and fits.
 *
 * Each kernel does the same pass again and again: the first pass brings code and data, and what one
 * more costs is a difference of two runs. Kernels come in two lengths, so that the loop around
 * falls out as well. Clock registers would not do: the compiler moves them among plain operations.
 */
#define X2(s) s s
#define X4(s) X2(s) X2(s)
#define X8(s) X4(s) X4(s)
#define X16(s) X8(s) X8(s)
#define X32(s) X16(s) X16(s)
#define X64(s) X32(s) X32(s)

#define PASSES _Pragma("unroll 1") for (int pass = 0; pass < passes; pass++)

/* ---- units: a chain of operations that wait for each other; warps make it a matter of throughput.
 * Only those of one processing block work: four of them would want more code than L1I delivers. */

#define UNIT(name, type, length, step)                                                             \
    __kernel void name##_##length(__global type *out, float factor, float addend, int passes)      \
    {                                                                                              \
        type x = out[get_local_id(0)], a = factor, b = addend;                                     \
        if (get_local_id(0) / 32 % 4)                                                              \
            return;                                                                                \
        PASSES { X##length(step(x);) }                                                             \
        out[get_local_id(0)] = x + a + b;                                                          \
    }

#define FMA(v) v = __builtin_fmaf(v, a, b)
#define DFMA(v) v = __builtin_fma(v, a, b)
#define RSQ(v) v = __nvvm_rsqrt_approx_ftz_f(v)

UNIT(fma, float, 16, FMA)
UNIT(fma, float, 32, FMA)
UNIT(double, double, 16, DFMA)
UNIT(double, double, 32, DFMA)
UNIT(special, float, 16, RSQ)
UNIT(special, float, 32, RSQ)

/* The cores take a warp each cycle: for that one warp has to have eight chains. */
#define WIDE(length)                                                                               \
    __kernel void wide_##length(__global float *out, float a, float b, int passes)                 \
    {                                                                                              \
        float x = out[0], y = out[1], z = out[2], w = out[3];                                      \
        float p = out[4], q = out[5], r = out[6], s = out[7];                                      \
        PASSES { X##length(FMA(x); FMA(y); FMA(z); FMA(w); FMA(p); FMA(q); FMA(r); FMA(s);) }      \
        out[0] = x + y + z + w + p + q + r + s;                                                    \
    }

WIDE(16)
WIDE(32)

/* ---- memory: every element holds the address of the next one, `stride` elements away ---- */

__kernel void link(__global ulong *ring, int count, int stride)
{
    for (int i = 0; i < count; i++)
        ring[i * stride] = (ulong)&ring[(i + 1 == count ? 0 : i + 1) * stride];
}

#define CHASE(length)                                                                              \
    __kernel void chase_##length(__global ulong *ring, int passes)                                 \
    {                                                                                              \
        volatile __global ulong *at = (volatile __global ulong *)ring;                             \
        PASSES { X##length(at = (volatile __global ulong *)*at;) }                                 \
        ring[0] = (ulong)at;                                                                       \
    }

CHASE(16)
CHASE(32)

/* ---- constants: a table of zeroes, read where what was read before says, and line by line ---- */

__constant uint zeroes[4096] = {0};

#define CONSTANT(place) *(volatile __constant uint *)((__constant char *)zeroes + (place))
#define CONSTANTS(length)                                                                          \
    __kernel void constants_##length(__global uint *out, int passes)                               \
    {                                                                                              \
        uint at = out[0];                                                                          \
        PASSES { X##length(at = CONSTANT(at);) }                                                   \
        out[0] = at;                                                                               \
    }

CONSTANTS(16)
CONSTANTS(32)

__kernel void constant_lines(__global uint *out, int lines, int passes)
{
    uint sum = out[0];
    PASSES
    {
        _Pragma("unroll 1") for (int i = 0; i < lines; i++)
            sum += CONSTANT(64 * i + sum);
    }
    out[0] = sum;
}

/* ---- instructions: straight code of growing length, gone through again and again ---- */

#define CODE(name, body)                                                                           \
    __kernel void code_##name(__global float *out, float a, float b, int passes)                   \
    {                                                                                              \
        float x = out[0], y = x + a;                                                               \
        PASSES { body }                                                                            \
        out[0] = x + y;                                                                            \
    }

/* The name is the number of operations; three of them take 32 bytes. */
#define STEP FMA(x); FMA(y);
CODE(640, X64(X4(STEP)) X64(STEP))
CODE(704, X64(X4(STEP)) X64(STEP) X32(STEP))
CODE(736, X64(X4(STEP)) X64(STEP) X32(STEP) X16(STEP))
CODE(768, X64(X4(STEP)) X64(X2(STEP)))
CODE(832, X64(X4(STEP)) X64(X2(STEP)) X32(STEP))
CODE(1024, X64(X8(STEP)))
