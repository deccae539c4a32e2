/* SPDX-License-Identifier: Apache-2.0 */
/* diagnostic.h - one error, and its forms for people and for programs. */
#ifndef WARPCLOCK_CLI_DIAGNOSTIC_H
#define WARPCLOCK_CLI_DIAGNOSTIC_H

#include <stdbool.h>

#include "warpclock.h"

struct diagnostic {
    enum wc_status status; /* WC_OK: no error */
    char *place;           /* "file:line:col", or NULL */
    char *message;         /* may have several lines */
    char *hint;            /* or NULL */
    bool refused;          /* an output would have replaced an input or another output */
};

/* Fills an empty diagnostic; the first error wins. Returns its status. */
enum wc_status diagnose(struct diagnostic *diagnostic, enum wc_status status, const char *format,
                        ...) __attribute__((format(printf, 3, 4)));

/* One line of help for the error. The first one wins. */
void advise(struct diagnostic *diagnostic, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Copies the library's latest error before the next call clears it. */
enum wc_status diagnose_library(struct diagnostic *diagnostic, const wc_context *context,
                                enum wc_status status);

/* PLACE: error: MESSAGE and "  hint: ..." on standard error. */
void diagnostic_print(const struct diagnostic *diagnostic, bool color);

/* {"warpclock": VERSION, "error": {...}}; the caller frees it. */
char *diagnostic_json(const struct diagnostic *diagnostic);

void diagnostic_clear(struct diagnostic *diagnostic);

#endif
