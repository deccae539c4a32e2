/* SPDX-License-Identifier: Apache-2.0 */
/* footprint.h - the lines that a launch touches in its caches, whichever way it goes.
 *
 * Lines of code stay once they are there, where no more of them fall on a set than it has ways;
 * lines of data have a count each (lines.h). Stores allocate nothing and evict nothing. */
#ifndef WARPCLOCK_BOUND_ENGINE_FOOTPRINT_H
#define WARPCLOCK_BOUND_ENGINE_FOOTPRINT_H

#include "bound/engine/lines.h"
#include "bound/engine/walk.h"
#include "hw/coalescer.h"

#define NO_LINE UINT64_MAX

struct code_footprint {
    const struct cache_numbers *numbers;
    uint32_t sets;
    uint32_t *count; /* by set: different lines; ways + 1: too many */
    uint64_t *line;  /* by set and way */
};

/* What a machine's caches get to see. */
struct footprint_numbers {
    const struct cache_numbers *code, *data;
    uint32_t fetch_ahead; /* instructions that are fetched before an outcome is known, at most */
    /* The lines that a load or atomic with known addresses asks the cache for. */
    void (*requests)(const void *machine, const struct walk_access *access,
                     struct coalesced *out);
    const void *machine;
};

struct footprint {
    struct walk_sink sink; /* first: told by the first walk */
    struct footprint_numbers numbers;
    const struct program *program;
    struct cached_lines data;
    struct code_footprint code;
    bool *seen; /* by instruction */
    uint32_t phases; /* WSPAWNs that took effect, of a core at most */
    /* Requests since the walk's marks, which it will repeat. */
    struct arena *arena;
    struct marked_request {
        uint64_t line;          /* NO_LINE: one that is not known */
        uint64_t base, bytes;   /* ... but of this object; 0 bytes: anywhere */
        uint64_t asked;
    } *since;
    uint32_t since_count, since_max;
    uint32_t *marks; /* where in `since` the open ones stand */
    uint32_t mark_count, mark_max;
};

void footprint_make(struct footprint *footprint, struct arena *arena,
                    const struct footprint_numbers *numbers, const struct program *program);

/* Lines of code that stay, each fetched once. */
uint64_t footprint_code_lines(const struct footprint *footprint);
/* All lines of the set of this line stay; and the line is one of them. */
bool footprint_code_stays(const struct footprint *footprint, uint64_t line);
bool footprint_has_code(const struct footprint *footprint, uint64_t line);

/* By instruction: its line may be evicted by others. NULL when that is so for none. */
const bool *footprint_may_miss(const struct footprint *footprint, struct arena *arena);

#endif
