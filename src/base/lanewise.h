/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lanewise.h - loops over the lanes of a warp that the compiler can vectorise.
 *
 * LANEWISE before a function makes one copy of it per x86-64 level, chosen once when the program is
 * loaded, so one binary uses AVX-512 where the host has it. "arch=x86-64-v3" and not "avx2": the
 * latter has no fused multiply-add. There are no copies where they do not pay or do not work: other
 * hosts, clang (its copies of these loops are not faster), the sanitizers, which initialise after
 * the loader has already called the resolvers of the copies, and a build that is trained (`make
 * pgo`): the compiler counts in the resolvers too, through addresses that the loader has not set
 * yet.
 *
 * LANE_LOOP before a `for` states that no lane reads what another lane of the loop wrote: source
 * and destination are the same array or do not overlap at all. Count lanes in a size_t up to
 * lane_count(): only then does the compiler omit the code for a remainder.
 */
#ifndef WARPCLOCK_BASE_LANEWISE_H
#define WARPCLOCK_BASE_LANEWISE_H

#include <stddef.h>

#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&                            \
    !defined(WARPCLOCK_IN_TRAINING)
#define LANEWISE                                                                                  \
    __attribute__((noinline, target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define LANEWISE __attribute__((noinline))
#endif

#if defined(__GNUC__) && !defined(__clang__)
#define LANE_LOOP _Pragma("GCC ivdep")
#else
#define LANE_LOOP
#endif

/* Arrays with one word per lane are padded to a multiple of this: one 512-bit vector. */
enum { LANE_PADDING = 16 };

/* A number of lanes, known to the compiler as a multiple of LANE_PADDING. */
static inline size_t lane_count(unsigned padded_lanes)
{
    return padded_lanes / LANE_PADDING * LANE_PADDING;
}

#endif
