/* SPDX-License-Identifier: Apache-2.0 */
/* vector_memory.cl - vloadN and vstoreN: vectors at addresses that are an element's only. */
#define BUILTIN __attribute__((overloadable, always_inline))

#define LOAD(type, space)                                                                          \
    BUILTIN type##2 vload2(size_t i, const space type *p)                                          \
    {                                                                                              \
        return (type##2)(p[2 * i], p[2 * i + 1]);                                                  \
    }                                                                                              \
    BUILTIN type##3 vload3(size_t i, const space type *p)                                          \
    {                                                                                              \
        return (type##3)(p[3 * i], p[3 * i + 1], p[3 * i + 2]);                                    \
    }                                                                                              \
    BUILTIN type##4 vload4(size_t i, const space type *p)                                          \
    {                                                                                              \
        return (type##4)(vload2(2 * i, p), vload2(2 * i + 1, p));                                  \
    }                                                                                              \
    BUILTIN type##8 vload8(size_t i, const space type *p)                                          \
    {                                                                                              \
        return (type##8)(vload4(2 * i, p), vload4(2 * i + 1, p));                                  \
    }                                                                                              \
    BUILTIN type##16 vload16(size_t i, const space type *p)                                        \
    {                                                                                              \
        return (type##16)(vload8(2 * i, p), vload8(2 * i + 1, p));                                 \
    }

#define STORE(type, space)                                                                         \
    BUILTIN void vstore2(type##2 value, size_t i, space type *p)                                   \
    {                                                                                              \
        p[2 * i] = value.x;                                                                        \
        p[2 * i + 1] = value.y;                                                                    \
    }                                                                                              \
    BUILTIN void vstore3(type##3 value, size_t i, space type *p)                                   \
    {                                                                                              \
        p[3 * i] = value.x;                                                                        \
        p[3 * i + 1] = value.y;                                                                    \
        p[3 * i + 2] = value.z;                                                                    \
    }                                                                                              \
    BUILTIN void vstore4(type##4 value, size_t i, space type *p)                                   \
    {                                                                                              \
        vstore2(value.lo, 2 * i, p);                                                               \
        vstore2(value.hi, 2 * i + 1, p);                                                           \
    }                                                                                              \
    BUILTIN void vstore8(type##8 value, size_t i, space type *p)                                   \
    {                                                                                              \
        vstore4(value.lo, 2 * i, p);                                                               \
        vstore4(value.hi, 2 * i + 1, p);                                                           \
    }                                                                                              \
    BUILTIN void vstore16(type##16 value, size_t i, space type *p)                                 \
    {                                                                                              \
        vstore8(value.lo, 2 * i, p);                                                               \
        vstore8(value.hi, 2 * i + 1, p);                                                           \
    }

#define BOTH(type)                                                                                 \
    LOAD(type, __global)                                                                           \
    LOAD(type, __local)                                                                            \
    LOAD(type, __private)                                                                          \
    LOAD(type, __constant)                                                                         \
    STORE(type, __global)                                                                          \
    STORE(type, __local)                                                                           \
    STORE(type, __private)

BOTH(char)
BOTH(uchar)
BOTH(short)
BOTH(ushort)
BOTH(int)
BOTH(uint)
BOTH(long)
BOTH(ulong)
BOTH(float)
