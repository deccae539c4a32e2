/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_ipdom.h - the stack that reconverges lanes at the post-dominator.
 *
 * Vortex's rule: a split with lanes on both sides pushes the whole mask and the place after the
 * split; one side continues. The join of the first side sends the other side to that place, the
 * join of the second side restores the whole mask. A split whose lanes agree pushes nothing, and
 * its join, given the depth at the split, does nothing. */
#ifndef WARPCLOCK_HW_RECONVERGE_IPDOM_H
#define WARPCLOCK_HW_RECONVERGE_IPDOM_H

#include <stdbool.h>
#include <stdint.h>

struct ipdom_entry {
    uint64_t whole;   /* mask before the split */
    uint32_t other;   /* where the second side starts: instruction index */
    bool second_side; /* the first side has joined already */
};

/* Which side of a split runs first; on a tie the taken one. */
enum ipdom_order { IPDOM_LARGER_FIRST, IPDOM_SMALLER_FIRST };

struct ipdom_stack {
    struct ipdom_entry *entries;
    uint32_t depth, size; /* entries in use, and capacity */
    enum ipdom_order order; /* for reconverge_ipdom */
};

enum ipdom_outcome {
    IPDOM_AGREED,    /* nothing to split or to join */
    IPDOM_PARTED,    /* split: *mask is the side that continues */
    IPDOM_OTHER,     /* join: *mask is the second side, *place where it starts */
    IPDOM_TOGETHER,  /* join: *mask is the whole mask again */
    IPDOM_OVERFLOW,  /* split: the stack is full */
    IPDOM_UNPAIRED,  /* join: not the innermost open split */
};

void ipdom_reset(struct ipdom_stack *stack);
enum ipdom_outcome ipdom_split(struct ipdom_stack *stack, enum ipdom_order order, uint64_t taken,
                               uint32_t behind, uint64_t *mask);
enum ipdom_outcome ipdom_join(struct ipdom_stack *stack, uint32_t depth_at_split, uint64_t *mask,
                              uint32_t *place);

#endif
