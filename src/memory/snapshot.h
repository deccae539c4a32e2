/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot.h - the contents of writable memory at one time, to return to.
 *
 * Pages of zeros are not stored, so big stacks that nobody uses cost nothing. Allocations that are
 * made after the snapshot keep their contents. */
#ifndef WARPCLOCK_MEMORY_SNAPSHOT_H
#define WARPCLOCK_MEMORY_SNAPSHOT_H

#include "memory/memory.h"

struct snapshot {
    struct snapshot_page *pages; /* by address */
    size_t count, room;
    struct snapshot_part {
        uint64_t base, size;
    } *parts; /* the allocations saved */
    uint32_t part_count;
};

enum wc_status snapshot_take(struct error *err, const struct memory *memory,
                             struct snapshot *out);
void snapshot_restore(const struct snapshot *snapshot, const struct memory *memory);
void snapshot_free(struct snapshot *snapshot);

#endif
