/* SPDX-License-Identifier: Apache-2.0 */
/* vector.cl - the float2 and float4 forms of the float functions, element by element, and dot,
 * length, distance. The macros only spare writing each line for both widths. The scalar forms stand
 * in the other files; they are declared here because a definition hides the compiler's own
 * declarations.
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

#define UNARY(name)                                                                                \
    __attribute__((overloadable, const)) float name(float);                                        \
    BUILTIN float2 name(float2 x) { return (float2)(name(x.x), name(x.y)); }                       \
    BUILTIN float4 name(float4 x) { return (float4)(name(x.lo), name(x.hi)); }

#define BINARY(name)                                                                               \
    __attribute__((overloadable, const)) float name(float, float);                                 \
    BUILTIN float2 name(float2 x, float2 y) { return (float2)(name(x.x, y.x), name(x.y, y.y)); }   \
    BUILTIN float4 name(float4 x, float4 y) { return (float4)(name(x.lo, y.lo), name(x.hi, y.hi)); }

#define TERNARY(name)                                                                              \
    __attribute__((overloadable, const)) float name(float, float, float);                          \
    BUILTIN float2 name(float2 x, float2 y, float2 z)                                              \
    {                                                                                              \
        return (float2)(name(x.x, y.x, z.x), name(x.y, y.y, z.y));                                 \
    }                                                                                              \
    BUILTIN float4 name(float4 x, float4 y, float4 z)                                              \
    {                                                                                              \
        return (float4)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                           \
    }

UNARY(fabs)
UNARY(floor)
UNARY(ceil)
UNARY(trunc)
UNARY(round)
UNARY(rint)
UNARY(sqrt)
UNARY(rsqrt)
UNARY(exp)
UNARY(exp2)
UNARY(log)
UNARY(log2)
UNARY(sin)
UNARY(cos)
BINARY(fmin)
BINARY(fmax)
BINARY(min)
BINARY(max)
BINARY(pow)
TERNARY(fma)
TERNARY(mad)
TERNARY(clamp)
TERNARY(mix)

BUILTIN float dot(float2 x, float2 y) { return x.x * y.x + x.y * y.y; }
BUILTIN float dot(float4 x, float4 y) { return dot(x.lo, y.lo) + dot(x.hi, y.hi); }
BUILTIN float length(float2 x) { return sqrt(dot(x, x)); }
BUILTIN float length(float4 x) { return sqrt(dot(x, x)); }
BUILTIN float distance(float2 x, float2 y) { return length(x - y); }
BUILTIN float distance(float4 x, float4 y) { return length(x - y); }
