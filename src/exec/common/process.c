/* SPDX-License-Identifier: Apache-2.0 */
/* process.c - what the program, and the libraries that it loaded, were linked with. */
#include <link.h>
#include <string.h>

#include "exec/common/state.h"

/* The names that an object's dynamic section refers to. The loader has put the real address there,
 * but in objects that it must not write to. */
static const char *strings_of(const struct link_map *object)
{
    uintptr_t at = 0;
    for (const ElfW(Dyn) *entry = object->l_ld; entry && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_STRTAB)
            at = entry->d_un.d_ptr;
    }
    return (const char *)(at && at < object->l_addr ? at + object->l_addr : at);
}

static const char *needed_by(const struct link_map *object, const char *start)
{
    const char *strings = strings_of(object);
    for (const ElfW(Dyn) *entry = object->l_ld; strings && entry && entry->d_tag != DT_NULL;
         entry++) {
        const char *name = strings + entry->d_un.d_val;
        if (entry->d_tag == DT_NEEDED && !strncmp(name, start, strlen(start)))
            return name + strlen(start);
    }
    return NULL;
}

const char *process_needs(const char *start)
{
    const char *rest = NULL;
    for (const struct link_map *object = _r_debug.r_map; object && !rest; object = object->l_next)
        rest = needed_by(object, start);
    return rest;
}
