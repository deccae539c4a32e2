/* SPDX-License-Identifier: Apache-2.0 */
/* combine.h - the integer operations of atomics, for memory_wide_atomic(). With 4 bytes the
 * operands are zero-extended, and the low half of the result counts. */
#ifndef WARPCLOCK_MEMORY_COMBINE_H
#define WARPCLOCK_MEMORY_COMBINE_H

#include "memory/port_wide.h"

combine_wide_fn combine_sum, combine_difference, combine_difference_reversed, /* value - old */
    combine_min, combine_greatest, /* unsigned */
    combine_min_s32, combine_greatest_s32, combine_min_s64, combine_greatest_s64,
    combine_up, combine_down, /* counters between 0 and the value */
    combine_both, combine_either, combine_odd, /* and, or, exclusive or */
    combine_take,             /* the value */
    combine_swap_if_equal,    /* `other` if memory equals the value */
    combine_masked,           /* the bits set in the value := those of `other` */
    combine_wrapped;          /* old - value if not negative, else old + other */

#endif
