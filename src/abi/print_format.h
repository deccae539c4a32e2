/* SPDX-License-Identifier: Apache-2.0 */
/* print_format.h - printf() of device code: the format is known, arguments come from a source. */
#ifndef WARPCLOCK_ABI_PRINT_FORMAT_H
#define WARPCLOCK_ABI_PRINT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct print_source {
    /* The bytes of the next argument, for a conversion that expects so many; *got: how many there
     * are. NULL: it cannot be read. */
    const uint8_t *(*take)(struct print_source *source, unsigned bytes, unsigned *got);
    /* Adds the next argument, a string; false: it cannot be read. */
    bool (*string)(struct print_source *source, struct text *out);
    bool has_vectors; /* OpenCL's %v4d */
};

/* Adds the text; returns the number of arguments, or -1 if one cannot be read. */
int32_t print_format(struct print_source *source, const char *format, struct text *out);

#endif
