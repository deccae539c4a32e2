/* SPDX-License-Identifier: Apache-2.0 */
/* arguments.h - checks of what a caller passes (HOUSE-60).
 *
 * All of them return true if the argument is usable. Otherwise they report WC_BAD_INPUT in `err`,
 * which is NULL in functions that have no context to report to. */
#ifndef WARPCLOCK_API_ARGUMENTS_H
#define WARPCLOCK_API_ARGUMENTS_H

#include "base/error.h"

/* A pointer that must not be NULL. `name` is its name in the header. */
bool argument_given(struct error *err, const void *argument, const char *name);

/* A format from WC_TEXT to `last`. */
bool argument_format(struct error *err, enum wc_format format, enum wc_format last);

/* WC_TEXT to WC_JSON, or WC_HTML. */
bool argument_report_format(struct error *err, enum wc_format format);

bool argument_type(struct error *err, enum wc_type type);

/* `count` elements of `bytes_each` that can be read; NULL is usable if there are none. */
bool argument_readable(struct error *err, const void *elements, size_t count, size_t bytes_each,
                       const char *name);

#endif
