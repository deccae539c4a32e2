/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_pdom.h - a reconvergence stack for code that names no reconvergence points.
 *
 * Plain compiler output has branches only. A table made from the flow graph names, for each branch,
 * where its lanes meet again: its immediate post-dominator. The stack is that of tokens
 * (reconverge_tokens.h): a divergent branch pushes a token for that place unless the nearest token
 * is for it already, so lanes that break out of a loop wait there without another entry; lanes that
 * arrive leave for it. Lanes that part until they return meet at the token of their call
 * (SBI-12). */
#ifndef WARPCLOCK_HW_RECONVERGE_PDOM_H
#define WARPCLOCK_HW_RECONVERGE_PDOM_H

#include "hw/reconverge_tokens.h"

#define PDOM_NONE UINT32_MAX

struct pdom_stack {
    struct token_stack tokens;
    const uint32_t *join; /* per instruction: where lanes that part there meet, or PDOM_NONE */
};

void pdom_reset(struct pdom_stack *stack, uint32_t start, uint64_t mask);
/* As the functions of tokens; `behind` is the place after the executed instruction. */
enum token_outcome pdom_next(struct pdom_stack *stack, uint32_t behind);
enum token_outcome pdom_branch(struct pdom_stack *stack, uint64_t taken, uint32_t target,
                               uint32_t behind);
enum token_outcome pdom_branch_each(struct pdom_stack *stack, uint64_t taken,
                                    const uint32_t *target, uint32_t behind);
enum token_outcome pdom_call(struct pdom_stack *stack, uint32_t target, uint32_t behind);
/* `lanes` return from the call that they are in. */
enum token_outcome pdom_return(struct pdom_stack *stack, uint64_t lanes, uint32_t behind);
enum token_outcome pdom_exit(struct pdom_stack *stack, uint64_t lanes, uint32_t behind);

#endif
