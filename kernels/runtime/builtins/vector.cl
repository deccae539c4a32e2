/* SPDX-License-Identifier: Apache-2.0 */
/* vector.cl - the vector forms of the float functions, element by element, and those of min, max
 * and clamp on int and uint. The macros only spare writing each line for every width. The scalar
 * forms stand in the other files; they are declared here because a definition hides the compiler's
 * own declarations.
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

#define SCALAR __attribute__((overloadable, const))

#define UNARY(name)                                                                                \
    SCALAR float name(float);                                                                      \
    BUILTIN float2 name(float2 x) { return (float2)(name(x.x), name(x.y)); }                       \
    BUILTIN float3 name(float3 x) { return (float3)(name(x.x), name(x.y), name(x.z)); }            \
    BUILTIN float4 name(float4 x) { return (float4)(name(x.lo), name(x.hi)); }                     \
    BUILTIN float8 name(float8 x) { return (float8)(name(x.lo), name(x.hi)); }                     \
    BUILTIN float16 name(float16 x) { return (float16)(name(x.lo), name(x.hi)); }

#define BINARY_OF(name, f)                                                                         \
    SCALAR f name(f, f);                                                                           \
    BUILTIN f##2 name(f##2 x, f##2 y) { return (f##2)(name(x.x, y.x), name(x.y, y.y)); }           \
    BUILTIN f##3 name(f##3 x, f##3 y)                                                              \
    {                                                                                              \
        return (f##3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z));                             \
    }                                                                                              \
    BUILTIN f##4 name(f##4 x, f##4 y) { return (f##4)(name(x.lo, y.lo), name(x.hi, y.hi)); }       \
    BUILTIN f##8 name(f##8 x, f##8 y) { return (f##8)(name(x.lo, y.lo), name(x.hi, y.hi)); }       \
    BUILTIN f##16 name(f##16 x, f##16 y) { return (f##16)(name(x.lo, y.lo), name(x.hi, y.hi)); }
#define BINARY(name) BINARY_OF(name, float)

/* The second operand a scalar: min(float4, float). */
#define BINARY_SCALAR_OF(name, f)                                                                  \
    BUILTIN f##2 name(f##2 x, f y) { return name(x, (f##2)(y)); }                                  \
    BUILTIN f##3 name(f##3 x, f y) { return name(x, (f##3)(y)); }                                  \
    BUILTIN f##4 name(f##4 x, f y) { return name(x, (f##4)(y)); }                                  \
    BUILTIN f##8 name(f##8 x, f y) { return name(x, (f##8)(y)); }                                  \
    BUILTIN f##16 name(f##16 x, f y) { return name(x, (f##16)(y)); }

#define TERNARY_OF(name, f)                                                                        \
    SCALAR f name(f, f, f);                                                                        \
    BUILTIN f##2 name(f##2 x, f##2 y, f##2 z)                                                      \
    {                                                                                              \
        return (f##2)(name(x.x, y.x, z.x), name(x.y, y.y, z.y));                                   \
    }                                                                                              \
    BUILTIN f##3 name(f##3 x, f##3 y, f##3 z)                                                      \
    {                                                                                              \
        return (f##3)(name(x.x, y.x, z.x), name(x.y, y.y, z.y), name(x.z, y.z, z.z));              \
    }                                                                                              \
    BUILTIN f##4 name(f##4 x, f##4 y, f##4 z)                                                      \
    {                                                                                              \
        return (f##4)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                             \
    }                                                                                              \
    BUILTIN f##8 name(f##8 x, f##8 y, f##8 z)                                                      \
    {                                                                                              \
        return (f##8)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                             \
    }                                                                                              \
    BUILTIN f##16 name(f##16 x, f##16 y, f##16 z)                                                  \
    {                                                                                              \
        return (f##16)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                            \
    }
#define TERNARY(name) TERNARY_OF(name, float)

/* Scalars among the operands, for one width: clamp(v, s, s), mix(v, v, s), step(s, v) and
 * smoothstep(s, s, v). */
#define CLAMP_SCALAR_OF(f, v)                                                                      \
    BUILTIN v clamp(v x, f low, f high) { return clamp(x, (v)(low), (v)(high)); }
#define BLEND_SCALAR(v)                                                                            \
    BUILTIN v mix(v x, v y, float a) { return mix(x, y, (v)(a)); }                                 \
    BUILTIN v step(float edge, v x) { return step((v)(edge), x); }                                 \
    BUILTIN v smoothstep(float low, float high, v x)                                               \
    {                                                                                              \
        return smoothstep((v)(low), (v)(high), x);                                                 \
    }

UNARY(fabs)
UNARY(floor)
UNARY(ceil)
UNARY(trunc)
UNARY(round)
UNARY(rint)
UNARY(sqrt)
UNARY(rsqrt)
UNARY(cbrt)
UNARY(exp)
UNARY(exp2)
UNARY(exp10)
UNARY(expm1)
UNARY(log)
UNARY(log2)
UNARY(log10)
UNARY(log1p)
UNARY(sin)
UNARY(cos)
UNARY(tan)
UNARY(asin)
UNARY(acos)
UNARY(atan)
UNARY(sinh)
UNARY(cosh)
UNARY(tanh)
UNARY(sign)
UNARY(degrees)
UNARY(radians)
UNARY(native_exp)
UNARY(native_exp2)
UNARY(native_log)
UNARY(native_log2)
UNARY(native_sqrt)
UNARY(native_rsqrt)
UNARY(native_recip)
UNARY(native_sin)
UNARY(native_cos)
BINARY(fmin)
BINARY(fmax)
BINARY(min)
BINARY(max)
BINARY(pow)
BINARY(powr)
BINARY(fmod)
BINARY(fdim)
BINARY(copysign)
BINARY(atan2)
BINARY(hypot)
BINARY(step)
BINARY(native_divide)
TERNARY(fma)
TERNARY(mad)
TERNARY(clamp)
TERNARY(mix)
TERNARY(smoothstep)
BINARY_SCALAR_OF(fmin, float)
BINARY_SCALAR_OF(fmax, float)
BINARY_SCALAR_OF(min, float)
BINARY_SCALAR_OF(max, float)
CLAMP_SCALAR_OF(float, float2)
CLAMP_SCALAR_OF(float, float3)
CLAMP_SCALAR_OF(float, float4)
CLAMP_SCALAR_OF(float, float8)
CLAMP_SCALAR_OF(float, float16)
BLEND_SCALAR(float2)
BLEND_SCALAR(float3)
BLEND_SCALAR(float4)
BLEND_SCALAR(float8)
BLEND_SCALAR(float16)

BINARY_OF(min, int)
BINARY_OF(max, int)
TERNARY_OF(clamp, int)
BINARY_SCALAR_OF(min, int)
BINARY_SCALAR_OF(max, int)
CLAMP_SCALAR_OF(int, int2)
CLAMP_SCALAR_OF(int, int3)
CLAMP_SCALAR_OF(int, int4)
BINARY_OF(min, uint)
BINARY_OF(max, uint)
TERNARY_OF(clamp, uint)
BINARY_SCALAR_OF(min, uint)
BINARY_SCALAR_OF(max, uint)
CLAMP_SCALAR_OF(uint, uint2)
CLAMP_SCALAR_OF(uint, uint3)
CLAMP_SCALAR_OF(uint, uint4)

BUILTIN float dot(float x, float y) { return x * y; }
BUILTIN float dot(float2 x, float2 y) { return x.x * y.x + x.y * y.y; }
BUILTIN float dot(float3 x, float3 y) { return x.x * y.x + x.y * y.y + x.z * y.z; }
BUILTIN float dot(float4 x, float4 y) { return dot(x.lo, y.lo) + dot(x.hi, y.hi); }

/* No scaling: a square beyond the range of float gives 0 or infinity, as in native code. */
#define GEOMETRY(v)                                                                                \
    BUILTIN float length(v x) { return sqrt(dot(x, x)); }                                          \
    BUILTIN float distance(v x, v y) { return length(x - y); }                                     \
    BUILTIN float fast_length(v x) { return length(x); }                                           \
    BUILTIN float fast_distance(v x, v y) { return length(x - y); }                                \
    BUILTIN v normalize(v x)                                                                       \
    {                                                                                              \
        float along = length(x);                                                                   \
        return along == 0.0f ? x : x / along;                                                      \
    }                                                                                              \
    BUILTIN v fast_normalize(v x) { return normalize(x); }

GEOMETRY(float2)
GEOMETRY(float3)
GEOMETRY(float4)

BUILTIN float3 cross(float3 x, float3 y) { return x.yzx * y.zxy - x.zxy * y.yzx; }
BUILTIN float4 cross(float4 x, float4 y) { return (float4)(cross(x.xyz, y.xyz), 0.0f); }
