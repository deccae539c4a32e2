/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_environment.h - lends the host's floating-point unit to one lane loop.
 *
 * Only x86-64 is used: its SSE and AVX units detect tininess after rounding and keep subnormals, as
 * we need, while AArch64 detects tininess before rounding, which changes the underflow flag. Other
 * hosts use the integer path (soft_binary32.h).
 *
 * Between enter and leave exceptions are masked, flags clear, and subnormals neither flushed nor
 * read as zero. Reading and writing MXCSR costs more than the arithmetic of 32 lanes, so it is
 * written only where it changes. The loop itself must stay in a function that is not inlined: no
 * compiler knows that arithmetic depends on MXCSR. The barriers keep the call of that function,
 * which reads and writes memory, between the two.
 */
#ifndef WARPCLOCK_ISA_IEEE_HOST_ENVIRONMENT_H
#define WARPCLOCK_ISA_IEEE_HOST_ENVIRONMENT_H

#include <stdbool.h>

#include "isa/ieee/binary32.h"

#ifdef __x86_64__

#include <xmmintrin.h>

struct host_environment {
    unsigned caller; /* MXCSR as the caller left it */
};

/* MXCSR has four modes, without ties away from zero. */
static inline bool host_rounds(enum ieee_rounding rounding)
{
    return rounding < IEEE_NEAREST_AWAY;
}

static inline struct host_environment host_environment_enter(enum ieee_rounding rounding)
{
    static const unsigned control[] = {
        [IEEE_NEAREST_EVEN] = _MM_MASK_MASK | _MM_ROUND_NEAREST,
        [IEEE_TOWARD_ZERO] = _MM_MASK_MASK | _MM_ROUND_TOWARD_ZERO,
        [IEEE_DOWN] = _MM_MASK_MASK | _MM_ROUND_DOWN,
        [IEEE_UP] = _MM_MASK_MASK | _MM_ROUND_UP,
    };
    struct host_environment environment = {_mm_getcsr()};

    if (environment.caller != control[rounding])
        _mm_setcsr(control[rounding]);
    __asm__ volatile("" ::: "memory");
    return environment;
}

/* Restores the environment and returns the flags that the loop raised. */
static inline unsigned host_environment_leave(struct host_environment environment)
{
    __asm__ volatile("" ::: "memory");
    unsigned now = _mm_getcsr();

    if (now != environment.caller)
        _mm_setcsr(environment.caller);
    return (now & _MM_EXCEPT_INVALID ? IEEE_INVALID : 0) |
           (now & _MM_EXCEPT_DIV_ZERO ? IEEE_DIVIDE_BY_ZERO : 0) |
           (now & _MM_EXCEPT_OVERFLOW ? IEEE_OVERFLOW : 0) |
           (now & _MM_EXCEPT_UNDERFLOW ? IEEE_UNDERFLOW : 0) |
           (now & _MM_EXCEPT_INEXACT ? IEEE_INEXACT : 0);
}

#else

struct host_environment {
    unsigned unused;
};

static inline bool host_rounds(enum ieee_rounding rounding)
{
    (void)rounding;
    return false;
}

static inline struct host_environment host_environment_enter(enum ieee_rounding rounding)
{
    (void)rounding;
    return (struct host_environment){0};
}

static inline unsigned host_environment_leave(struct host_environment environment)
{
    return environment.unused;
}

#endif

#endif
