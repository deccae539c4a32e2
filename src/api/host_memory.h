/* SPDX-License-Identifier: Apache-2.0 */
/* host_memory.h - the extent of the caller's memory around a pointer.
 *
 * A call like PasTiS's passes pointers without sizes (PAS-78). The kernel may access the mapping
 * that contains such a pointer, with adjacent mappings of the same permissions: an access beyond it
 * is a fault of the kernel, never one of the host program (PAS-79). */
#ifndef WARPCLOCK_API_HOST_MEMORY_H
#define WARPCLOCK_API_HOST_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

struct host_mapping {
    uint64_t base, size;
    bool readable, writable;
};

/* False if the pointer is in no mapping, or the host does not list them. */
bool host_mapping_find(const void *pointer, struct host_mapping *out);

#endif
