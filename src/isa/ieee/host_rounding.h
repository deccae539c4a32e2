/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_rounding.h - lends the host's floating-point unit to a loop that needs no flags.
 *
 * Between enter and leave exceptions are masked, subnormals are kept and results round as asked;
 * flags mean nothing. Writing MXCSR costs more than the arithmetic of 32 lanes, so it is written
 * only where the caller's differs in more than flags, which for round to nearest is never. As in
 * host_environment.h the loop must be in a function that is not inlined.
 */
#ifndef WARPCLOCK_ISA_IEEE_HOST_ROUNDING_H
#define WARPCLOCK_ISA_IEEE_HOST_ROUNDING_H

#include "isa/ieee/binary32.h"

struct host_rounding {
    unsigned caller; /* the caller's setting */
    unsigned ours;
};

#ifdef __x86_64__

#include <xmmintrin.h>

/* The four modes of a host, without ties away from zero. */
static inline struct host_rounding host_rounding_enter(enum ieee_rounding rounding)
{
    static const unsigned control[] = {
        [IEEE_NEAREST_EVEN] = _MM_MASK_MASK | _MM_ROUND_NEAREST,
        [IEEE_TOWARD_ZERO] = _MM_MASK_MASK | _MM_ROUND_TOWARD_ZERO,
        [IEEE_DOWN] = _MM_MASK_MASK | _MM_ROUND_DOWN,
        [IEEE_UP] = _MM_MASK_MASK | _MM_ROUND_UP,
    };
    struct host_rounding host = {_mm_getcsr() & ~(unsigned)_MM_EXCEPT_MASK, control[rounding & 3]};

    if (host.caller != host.ours)
        _mm_setcsr(host.ours);
    __asm__ volatile("" ::: "memory");
    return host;
}

static inline void host_rounding_leave(struct host_rounding host)
{
    __asm__ volatile("" ::: "memory");
    if (host.caller != host.ours)
        _mm_setcsr(host.caller);
}

#else

#include <fenv.h>

static inline struct host_rounding host_rounding_enter(enum ieee_rounding rounding)
{
    static const int mode[] = {
        [IEEE_NEAREST_EVEN] = FE_TONEAREST,
        [IEEE_TOWARD_ZERO] = FE_TOWARDZERO,
        [IEEE_DOWN] = FE_DOWNWARD,
        [IEEE_UP] = FE_UPWARD,
    };
    struct host_rounding host = {(unsigned)fegetround(), (unsigned)mode[rounding & 3]};

    if (host.caller != host.ours)
        fesetround((int)host.ours);
    __asm__ volatile("" ::: "memory");
    return host;
}

static inline void host_rounding_leave(struct host_rounding host)
{
    __asm__ volatile("" ::: "memory");
    if (host.caller != host.ours)
        fesetround((int)host.caller);
}

#endif

#endif
