/* SPDX-License-Identifier: Apache-2.0 */
/* host_memory.h - how far the caller's memory reaches around a pointer.
 *
 * A call in the manner of PasTiS hands over pointers without sizes (PAS-78). The mapping that holds
 * such a pointer, with those of the same rights that adjoin it, is what the kernel may touch: an
 * access beyond it is a fault of the kernel, never one of the host program (PAS-79). */
#ifndef WARPCLOCK_API_HOST_MEMORY_H
#define WARPCLOCK_API_HOST_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

struct host_mapping {
    uint64_t base, size;
    bool readable, writable;
};

/* False when the pointer is in no mapping, or the host does not tell. */
bool host_mapping_find(const void *pointer, struct host_mapping *out);

#endif
