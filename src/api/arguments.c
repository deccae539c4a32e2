/* SPDX-License-Identifier: Apache-2.0 */
/* arguments.c - NULL, unknown enumerators and memory that cannot be read are errors. */
#include "api/arguments.h"

#include "api/host_memory.h"

bool argument_given(struct error *err, const void *argument, const char *name)
{
    if (!argument && err)
        fail(err, WC_BAD_INPUT, "the argument '%s' is NULL", name);
    return argument != NULL;
}

bool argument_format(struct error *err, enum wc_format format, enum wc_format last)
{
    const bool known = (unsigned)format <= (unsigned)last;
    if (!known && err)
        fail(err, WC_BAD_INPUT, "format %d does not exist here; expected 0 to %d", (int)format,
             (int)last);
    return known;
}

bool argument_report_format(struct error *err, enum wc_format format)
{
    return format == WC_HTML || argument_format(err, format, WC_JSON);
}

bool argument_type(struct error *err, enum wc_type type)
{
    const bool known = (unsigned)type <= (unsigned)WC_F64;
    if (!known && err)
        fail(err, WC_BAD_INPUT, "unknown type %d", (int)type);
    return known;
}

bool argument_readable(struct error *err, const void *elements, size_t count, size_t bytes_each,
                       const char *name)
{
    struct error unread = {0};
    size_t bytes;
    if (!count)
        return true;
    if (!argument_given(err, elements, name))
        return false;
    if (__builtin_mul_overflow(count, bytes_each, &bytes))
        bytes = SIZE_MAX;
    struct host_map map = host_map_read();
    enum wc_status status = host_map_check(err ? err : &unread, &map, name, elements, bytes, false);
    host_map_free(&map);
    error_clear(&unread);
    return status == WC_OK;
}
