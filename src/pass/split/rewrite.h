/* SPDX-License-Identifier: Apache-2.0 */
/* rewrite.h - a function with splits and merges (PWS-30 to PWS-34).
 *
 * Per chosen site: a split before the branch over its then side, a merge before its join. Branches
 * over a side that the compiler left out are added, because each part must skip the other's side
 * (PWS-31). Branches inside a site that lead to its join go to the merge; others that lead there go
 * past it (PWS-32). Splits and merges that the code has already are removed (PWS-34). */
#ifndef WARPCLOCK_PASS_SPLIT_REWRITE_H
#define WARPCLOCK_PASS_SPLIT_REWRITE_H

#include "base/error.h"
#include "pass/split/sites.h"

struct rewritten {
    uint32_t *words;
    uint32_t count;
    uint32_t *origin; /* by word: the instruction that it is, or was added for */
    uint32_t splits;
};

/* The code of a function for address `base`. `chosen` says which sites split; tags: merges name
 * their split (PWS-8). Fails if a branch would be too long, or if the code depends on its own
 * address in a way that is not understood. */
enum wc_status split_rewrite(struct error *err, struct arena *arena, const struct program *program,
                             const struct function *function, const struct split_sites *sites,
                             const bool *chosen, bool tags, uint64_t base, struct rewritten *out);

#endif
