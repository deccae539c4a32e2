/* SPDX-License-Identifier: Apache-2.0 */
/* access.h - what an access asks of the load-store row and of the cache, at most. */
#ifndef WARPCLOCK_BOUND_FERMI_ACCESS_H
#define WARPCLOCK_BOUND_FERMI_ACCESS_H

#include "bound/engine/lines.h"
#include "bound/engine/walk.h"
#include "machine/fermi/clock.h"

struct fermi_asked {
    uint32_t blocks;   /* transactions of global memory */
    uint32_t passes;   /* of shared memory */
    uint32_t accesses; /* of shared memory, each of one or more passes */
    uint32_t serial;   /* cycles of lanes that update one word one after the other */
    uint32_t bytes;    /* that lanes access */
    bool one_pass;     /* every wave is served at once: nobody repeats the access */
};

/* Where lines are noted that loads ask L1 for, so many times each. */
struct fermi_noted {
    struct cached_lines *lines;
    uint64_t times;
};

/* For an access of a warp whose lanes may be fewer. `apart`: each lane may access alone. */
void fermi_access(const struct fermi *fermi, const struct walk_access *access, bool apart,
                  const struct fermi_noted *noted, struct fermi_asked *out);

#endif
