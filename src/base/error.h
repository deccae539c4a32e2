/* SPDX-License-Identifier: Apache-2.0 */
/* error.h - how a library function reports an error.
 *
 * A function that can fail returns an enum wc_status and, when it is not WC_OK, has filled the
 * struct error it was given: a place (file, line, column), a message that says what was found and
 * what was expected, and at most one hint. The first error wins: what a caller adds on the way up
 * must not hide the cause. */
#ifndef WARPCLOCK_BASE_ERROR_H
#define WARPCLOCK_BASE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>

#include "warpclock.h"

struct allowance; /* base/allowance.h */

/* The message, and a text that no memory was left for. */
#define OUT_OF_MEMORY "out of memory"

struct error {
    enum wc_status status;
    char *place;   /* "file:line:col", or NULL when the error is not in a file */
    char *message; /* never NULL when status is not WC_OK; may have several lines */
    char *hint;    /* or NULL */
    enum wc_fault fault; /* of a kernel that ran */
    bool lacks_memory; /* memory ran out: see fail_memory() */
    bool refused;      /* an output would replace an input or another output: see load/files.h */
    const struct allowance *allowance; /* of the caller; NULL: no limits. error_clear() keeps it */
};

void error_clear(struct error *err);

/* Both return `status`, so that a caller can write: return fail(err, WC_BAD_INPUT, ...). */
enum wc_status fail(struct error *err, enum wc_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum wc_status fail_at(struct error *err, enum wc_status status, const char *file, int line,
                       int column, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Memory ran out: the message is OUT_OF_MEMORY, the status WC_INTERNAL. */
enum wc_status fail_memory(struct error *err);

/* Gives the error just reported a place if it has none. */
void error_locate(struct error *err, const char *file, int line, int column);

/* Replaces the error, if there is one: libraries take a lack of memory for damage of what they
 * read, and errno is the only trace of it. */
enum wc_status error_out_of_memory(struct error *err);

/* Another line of the message of the error just reported, about what failed after it. */
void error_add(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* One line of help for the error just reported. The first hint wins. */
void hint(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
