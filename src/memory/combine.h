/* SPDX-License-Identifier: Apache-2.0 */
/* combine.h - what atomics of integers make of memory and operands, for memory_wide_atomic(). Of 4
 * bytes the operands are zero-extended, and the low half of the result counts. */
#ifndef WARPCLOCK_MEMORY_COMBINE_H
#define WARPCLOCK_MEMORY_COMBINE_H

#include "memory/port_wide.h"

combine_wide_fn combine_sum, combine_difference, combine_difference_reversed, /* value - old */
    combine_min, combine_greatest, /* unsigned */
    combine_min_s32, combine_greatest_s32, combine_min_s64, combine_greatest_s64,
    combine_up, combine_down, /* counters between 0 and the value */
    combine_both, combine_either, combine_odd, /* and, or, exclusive or */
    combine_take,             /* the value */
    combine_swap_if_equal,    /* `other` where memory has the value */
    combine_masked,           /* the bits of the value := those of `other` */
    combine_wrapped;          /* old - value where that is not below 0, else old + other */

#endif
