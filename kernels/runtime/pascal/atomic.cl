/* SPDX-License-Identifier: Apache-2.0 */
/* atomic.cl - OpenCL's atomic functions on int and uint for NVIDIA GPUs.
 *
 * Each is one instruction of PTX (atom.global, atom.shared). They order nothing else: OpenCL 1.2 asks
 * for no more, and a fence or barrier does that.
 */
#define BUILTIN __attribute__((overloadable, always_inline))

#define ATOMIC(name, operation, space, type)                                                       \
    BUILTIN type name(volatile space type *at, type value)                                         \
    {                                                                                              \
        return operation(at, value);                                                               \
    }

#define ATOMICS(space, type, sign)                                                                 \
    ATOMIC(atomic_add, __sync_fetch_and_add, space, type)                                          \
    ATOMIC(atomic_sub, __sync_fetch_and_sub, space, type)                                          \
    ATOMIC(atomic_min, __sync_fetch_and_##sign##min, space, type)                                  \
    ATOMIC(atomic_max, __sync_fetch_and_##sign##max, space, type)                                  \
    ATOMIC(atomic_and, __sync_fetch_and_and, space, type)                                          \
    ATOMIC(atomic_or, __sync_fetch_and_or, space, type)                                            \
    ATOMIC(atomic_xor, __sync_fetch_and_xor, space, type)                                          \
    ATOMIC(atomic_xchg, __sync_lock_test_and_set, space, type)                                     \
    BUILTIN type atomic_inc(volatile space type *at) { return atomic_add(at, (type)1); }           \
    BUILTIN type atomic_dec(volatile space type *at) { return atomic_sub(at, (type)1); }           \
    BUILTIN type atomic_cmpxchg(volatile space type *at, type expected, type value)                \
    {                                                                                              \
        return __sync_val_compare_and_swap(at, expected, value);                                   \
    }

#define FLOAT_EXCHANGE(space)                                                                      \
    BUILTIN float atomic_xchg(volatile space float *at, float value)                               \
    {                                                                                              \
        return as_float(atomic_xchg((volatile space uint *)at, as_uint(value)));                   \
    }

ATOMICS(__global, int, )
ATOMICS(__global, uint, u)
ATOMICS(__local, int, )
ATOMICS(__local, uint, u)
FLOAT_EXCHANGE(__global)
FLOAT_EXCHANGE(__local)
