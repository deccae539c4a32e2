/* SPDX-License-Identifier: Apache-2.0 */
/* options.c - structs of options of any version. */
#include "api/options.h"

#include <string.h>

/* No struct of options comes near this: a size above it was never set, and must not be read. Nor is
 * a size right that could end inside a pointer: structs end at a multiple of their alignment. */
enum { SIZE_MAX_PLAUSIBLE = 4096 };

static enum wc_status check_size(struct error *err, const char *name, size_t size)
{
    if (size >= sizeof size && size <= SIZE_MAX_PLAUSIBLE && size % sizeof size == 0)
        return WC_OK;
    fail(err, WC_BAD_INPUT, "the size in struct %s is %zu", name, size);
    hint(err, "initialise it as struct %s options = {.size = sizeof options}", name);
    return WC_BAD_INPUT;
}

/* The offset of the first byte that is not 0 in [from, to), or `to`. */
static size_t first_set(const unsigned char *bytes, size_t from, size_t to)
{
    while (from < to && !bytes[from])
        from++;
    return from;
}

enum wc_status options_read(struct error *err, const char *name, const void *from, void *to,
                            size_t size)
{
    size_t given = size;
    memset(to, 0, size);
    if (from) {
        memcpy(&given, from, sizeof given);
        enum wc_status status = check_size(err, name, given);
        if (status != WC_OK)
            return status;
        memcpy(to, from, given < size ? given : size);
    }
    size_t unknown = first_set(from, size, given);
    if (unknown < given)
        return fail(err, WC_BAD_INPUT,
                    "struct %s sets an option at byte %zu that this library does not have: it is "
                    "version %s, with %zu bytes; the caller has %zu",
                    name, unknown, WC_VERSION_STRING, size, given);
    memcpy(to, &size, sizeof size);
    return WC_OK;
}
