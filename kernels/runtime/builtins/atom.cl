/* SPDX-License-Identifier: Apache-2.0 */
/* atom.cl - the atomic functions under the names that they had in OpenCL 1.0
 * (cl_khr_global_int32_base_atomics and its like). Linked where there are atomic functions.
 */
#define BUILTIN __attribute__((overloadable, always_inline))

#define FORMER(name, space, type)                                                                  \
    BUILTIN type atom_##name(volatile space type *at, type value)                                  \
    {                                                                                              \
        return atomic_##name(at, value);                                                           \
    }

#define FORMER_NAMES(space, type)                                                                  \
    FORMER(add, space, type)                                                                       \
    FORMER(sub, space, type)                                                                       \
    FORMER(min, space, type)                                                                       \
    FORMER(max, space, type)                                                                       \
    FORMER(and, space, type)                                                                       \
    FORMER(or, space, type)                                                                        \
    FORMER(xor, space, type)                                                                       \
    FORMER(xchg, space, type)                                                                      \
    BUILTIN type atom_inc(volatile space type *at) { return atomic_inc(at); }                      \
    BUILTIN type atom_dec(volatile space type *at) { return atomic_dec(at); }                      \
    BUILTIN type atom_cmpxchg(volatile space type *at, type expected, type value)                  \
    {                                                                                              \
        return atomic_cmpxchg(at, expected, value);                                                \
    }

FORMER_NAMES(__global, int)
FORMER_NAMES(__global, uint)
FORMER_NAMES(__local, int)
FORMER_NAMES(__local, uint)
