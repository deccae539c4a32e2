/* SPDX-License-Identifier: Apache-2.0 */
/* atomic.cl - OpenCL's atomic functions on int and uint, for machines with the A extension.
 *
 * Linked only where a kernel is compiled with --isa-a. Each function is one instruction, but
 * compare-and-exchange, which is a loop of load-reserved and store-conditional. That loop is
 * written out so that the divergence pass sees an ordinary one: the compiler's own would leave it
 * from two places.
 */
#define BUILTIN __attribute__((overloadable, always_inline))

#define AMO(name, instruction, space, type)                                                        \
    BUILTIN type name(volatile space type *at, type value)                                         \
    {                                                                                              \
        type old;                                                                                  \
        __asm__ volatile(instruction " %0, %2, (%1)"                                               \
                         : "=r"(old) : "r"(at), "r"(value) : "memory");                            \
        return old;                                                                                \
    }

#define COMPARE_EXCHANGE(space, type)                                                              \
    BUILTIN type atomic_cmpxchg(volatile space type *at, type expected, type value)                \
    {                                                                                              \
        type old;                                                                                  \
        uint failed;                                                                               \
        do {                                                                                       \
            failed = 0;                                                                            \
            __asm__ volatile("lr.w %0, (%1)" : "=r"(old) : "r"(at) : "memory");                    \
            if (old == expected)                                                                   \
                __asm__ volatile("sc.w %0, %2, (%1)"                                               \
                                 : "=&r"(failed) : "r"(at), "r"(value) : "memory");                \
        } while (failed);                                                                          \
        return old;                                                                                \
    }

#define ATOMICS(space, type, minimum, maximum)                                                     \
    AMO(atomic_add, "amoadd.w", space, type)                                                       \
    AMO(atomic_xchg, "amoswap.w", space, type)                                                     \
    AMO(atomic_and, "amoand.w", space, type)                                                       \
    AMO(atomic_or, "amoor.w", space, type)                                                         \
    AMO(atomic_xor, "amoxor.w", space, type)                                                       \
    AMO(atomic_min, minimum, space, type)                                                          \
    AMO(atomic_max, maximum, space, type)                                                          \
    COMPARE_EXCHANGE(space, type)                                                                  \
    BUILTIN type atomic_sub(volatile space type *at, type value)                                   \
    {                                                                                              \
        return atomic_add(at, (type)(0u - (uint)value));                                           \
    }                                                                                              \
    BUILTIN type atomic_inc(volatile space type *at) { return atomic_add(at, (type)1); }           \
    BUILTIN type atomic_dec(volatile space type *at) { return atomic_add(at, (type)-1); }

#define FLOAT_EXCHANGE(space)                                                                      \
    BUILTIN float atomic_xchg(volatile space float *at, float value)                               \
    {                                                                                              \
        return as_float(atomic_xchg((volatile space uint *)at, as_uint(value)));                   \
    }

ATOMICS(__global, int, "amomin.w", "amomax.w")
ATOMICS(__global, uint, "amominu.w", "amomaxu.w")
ATOMICS(__local, int, "amomin.w", "amomax.w")
ATOMICS(__local, uint, "amominu.w", "amomaxu.w")
FLOAT_EXCHANGE(__global)
FLOAT_EXCHANGE(__local)
