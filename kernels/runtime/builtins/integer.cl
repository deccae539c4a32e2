/* SPDX-License-Identifier: Apache-2.0 */
/* integer.cl - OpenCL's integer functions on the types that common.cl leaves out, and the functions
 * on bits. All exact.
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

#define ORDER(type)                                                                                \
    BUILTIN type min(type x, type y) { return x < y ? x : y; }                                     \
    BUILTIN type max(type x, type y) { return x > y ? x : y; }                                     \
    BUILTIN type clamp(type x, type low, type high)                                                \
    {                                                                                              \
        return x < low ? low : x > high ? high : x;                                                \
    }

ORDER(char)
ORDER(uchar)
ORDER(short)
ORDER(ushort)
ORDER(long)
ORDER(ulong)

BUILTIN uchar abs(char x) { return (uchar)(x < 0 ? -x : x); }
BUILTIN ushort abs(short x) { return (ushort)(x < 0 ? -x : x); }
BUILTIN ulong abs(long x) { return x < 0 ? 0ul - (ulong)x : (ulong)x; }
BUILTIN uchar abs(uchar x) { return x; }
BUILTIN ushort abs(ushort x) { return x; }
BUILTIN ulong abs(ulong x) { return x; }

/* Leading zeros of all bits of the type; of zero, that is all of them. */
BUILTIN uint clz(uint x) { return x ? (uint)__builtin_clz(x) : 32u; }
BUILTIN int clz(int x) { return (int)clz((uint)x); }
BUILTIN ulong clz(ulong x) { return x >> 32 ? clz((uint)(x >> 32)) : 32u + clz((uint)x); }
BUILTIN long clz(long x) { return (long)clz((ulong)x); }
BUILTIN ushort clz(ushort x) { return (ushort)(clz((uint)x) - 16u); }
BUILTIN short clz(short x) { return (short)clz((ushort)x); }
BUILTIN uchar clz(uchar x) { return (uchar)(clz((uint)x) - 24u); }
BUILTIN char clz(char x) { return (char)clz((uchar)x); }

BUILTIN uint popcount(uint x) { return (uint)__builtin_popcount(x); }
BUILTIN int popcount(int x) { return (int)popcount((uint)x); }
BUILTIN ulong popcount(ulong x) { return popcount((uint)x) + popcount((uint)(x >> 32)); }
BUILTIN long popcount(long x) { return (long)popcount((ulong)x); }
BUILTIN ushort popcount(ushort x) { return (ushort)popcount((uint)x); }
BUILTIN short popcount(short x) { return (short)popcount((ushort)x); }
BUILTIN uchar popcount(uchar x) { return (uchar)popcount((uint)x); }
BUILTIN char popcount(char x) { return (char)popcount((uchar)x); }

BUILTIN int hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
BUILTIN uint hadd(uint x, uint y) { return (x & y) + ((x ^ y) >> 1); }
BUILTIN int rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
BUILTIN uint rhadd(uint x, uint y) { return (x | y) - ((x ^ y) >> 1); }
BUILTIN int add_sat(int x, int y) { return (int)clamp((long)x + y, (long)INT_MIN, (long)INT_MAX); }
BUILTIN int sub_sat(int x, int y) { return (int)clamp((long)x - y, (long)INT_MIN, (long)INT_MAX); }
BUILTIN uint add_sat(uint x, uint y) { return x + y < x ? UINT_MAX : x + y; }
BUILTIN uint sub_sat(uint x, uint y) { return x < y ? 0u : x - y; }
BUILTIN int mad_hi(int x, int y, int z) { return (int)((long)x * y >> 32) + z; }
BUILTIN uint mad_hi(uint x, uint y, uint z) { return (uint)((ulong)x * y >> 32) + z; }

BUILTIN int any(int x) { return x < 0; }
BUILTIN int any(int2 x) { return (x.x | x.y) < 0; }
BUILTIN int any(int3 x) { return (x.x | x.y | x.z) < 0; }
BUILTIN int any(int4 x) { return any(x.lo | x.hi); }
BUILTIN int all(int x) { return x < 0; }
BUILTIN int all(int2 x) { return (x.x & x.y) < 0; }
BUILTIN int all(int3 x) { return (x.x & x.y & x.z) < 0; }
BUILTIN int all(int4 x) { return all(x.lo & x.hi); }
