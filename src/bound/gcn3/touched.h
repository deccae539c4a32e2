/* SPDX-License-Identifier: Apache-2.0 */
/* touched.h - the lines that a launch can touch, and caches that have room for all of them.
 *
 * If no set of a cache gets more lines than it has ways, nothing is ever replaced: each line is
 * filled once at most. */
#ifndef WARPCLOCK_BOUND_GCN3_TOUCHED_H
#define WARPCLOCK_BOUND_GCN3_TOUCHED_H

#include "bound/engine/lines.h"
#include "machine/gcn3/model.h"

/* Lines of known addresses, and whether there are others. */
struct gcn3_touched {
    struct cached_lines data, scalars; /* of L2; of the scalar cache */
    bool any_data, any_scalars;
    bool outside; /* accesses outside all memory go on: others may be anywhere */
};

struct gcn3_cache_use {
    bool stays;     /* each line is filled once at most */
    uint64_t lines; /* if so: how many there are */
    uint64_t cold;  /* ... and how many are not there before the launch, in parts that are filled
                     * by themselves */
    bool replaces;  /* lines that are there before it, some of which stores may have changed */
};

void gcn3_touched_make(struct gcn3_touched *touched, struct arena *arena,
                       const struct gcn3_machine *machine);
/* A vector access asks for the line of L1 at this address. */
void gcn3_touch(struct gcn3_touched *touched, const struct gcn3_machine *machine,
                uint64_t address);
/* A scalar access asks for these bytes. */
void gcn3_touch_scalars(struct gcn3_touched *touched, const struct gcn3_machine *machine,
                        uint64_t address, uint64_t bytes);

/* Code of the kernel in an instruction cache. */
struct gcn3_cache_use gcn3_use_code(const struct gcn3_machine *machine,
                                    const struct launch *launch);
struct gcn3_cache_use gcn3_use_scalars(const struct gcn3_machine *machine,
                                       const struct gcn3_touched *touched);
struct gcn3_cache_use gcn3_use_l2(const struct gcn3_machine *machine, const struct launch *launch,
                                  const struct memory *memory,
                                  const struct gcn3_touched *touched);

#endif
