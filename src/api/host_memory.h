/* SPDX-License-Identifier: Apache-2.0 */
/* host_memory.h - the caller's memory: the mappings of this process and their rights.
 *
 * A call like PasTiS's passes pointers without sizes (PAS-78). The kernel may access the mapping
 * that contains such a pointer, with adjacent mappings of the same permissions: an access beyond it
 * is a fault of the kernel, never one of the host program (PAS-79). Ranges with a size must be
 * mapped throughout (HOUSE-59).
 *
 * A list is what the system had when it was read. Memory that the caller unmaps later, or a mapped
 * file that becomes shorter, is not noticed. */
#ifndef WARPCLOCK_API_HOST_MEMORY_H
#define WARPCLOCK_API_HOST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct host_mapping {
    uint64_t base, size;
    bool readable, writable;
};

/* By address; adjacent ones with the same rights are one. */
struct host_map {
    struct host_mapping *list; /* NULL: the host does not list its mappings */
    size_t count;
};

/* The mappings now; an empty map if the host does not list them. */
struct host_map host_map_read(void);
void host_map_free(struct host_map *map);

/* The mapping that holds a pointer, or NULL. */
const struct host_mapping *host_map_find(const struct host_map *map, const void *pointer);

/* WC_BAD_INPUT if this process may not read, or not read and write, all of the `bytes` from `host`
 * on. `what` starts the message. Without a list of mappings the caller is trusted. */
enum wc_status host_map_check(struct error *err, const struct host_map *map, const char *what,
                              const void *host, uint64_t bytes, bool write);

#endif
