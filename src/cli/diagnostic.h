/* SPDX-License-Identifier: Apache-2.0 */
/* diagnostic.h - one thing that went wrong, and how it is told to people and to programs. */
#ifndef WARPCLOCK_CLI_DIAGNOSTIC_H
#define WARPCLOCK_CLI_DIAGNOSTIC_H

#include <stdbool.h>

#include "warpclock.h"

struct diagnostic {
    enum wc_status status; /* WC_OK: nothing went wrong */
    char *place;           /* "file:line:col", or NULL */
    char *message;         /* may hold several lines */
    char *hint;            /* or NULL */
};

/* Fills an empty diagnostic; the first fault wins. Returns its status. */
enum wc_status diagnose(struct diagnostic *diagnostic, enum wc_status status, const char *format,
                        ...) __attribute__((format(printf, 3, 4)));

/* One line of help for the fault. The first one wins. */
void advise(struct diagnostic *diagnostic, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Takes over what the library says about its latest failure, before the next call forgets it. */
enum wc_status diagnose_library(struct diagnostic *diagnostic, const wc_context *context,
                                enum wc_status status);

/* PLACE: error: MESSAGE and "  hint: ..." on standard error. */
void diagnostic_print(const struct diagnostic *diagnostic, bool color);

/* {"warpclock": VERSION, "error": {...}}; the caller frees it. */
char *diagnostic_json(const struct diagnostic *diagnostic);

void diagnostic_clear(struct diagnostic *diagnostic);

#endif
