/* SPDX-License-Identifier: Apache-2.0 */
/* error.c - filling and clearing struct error. */
#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void error_clear(struct error *err)
{
    free(err->place);
    free(err->message);
    free(err->hint);
    *err = (struct error){.allowance = err->allowance};
}

static char *format_text(const char *format, va_list args)
{
    char *text = NULL;
    return vasprintf(&text, format, args) < 0 ? strdup("out of memory") : text;
}

static char *format_place(const char *file, int line, int column)
{
    char *text = NULL;
    int n;
    if (!file)
        return NULL;
    if (line > 0 && column > 0)
        n = asprintf(&text, "%s:%d:%d", file, line, column);
    else if (line > 0)
        n = asprintf(&text, "%s:%d", file, line);
    else
        n = asprintf(&text, "%s", file);
    return n < 0 ? NULL : text;
}

enum wc_status fail(struct error *err, enum wc_status status, const char *format, ...)
{
    if (err->status != WC_OK)
        return err->status;
    va_list args;
    va_start(args, format);
    err->status = status;
    err->message = format_text(format, args);
    va_end(args);
    return status;
}

enum wc_status fail_at(struct error *err, enum wc_status status, const char *file, int line,
                       int column, const char *format, ...)
{
    if (err->status != WC_OK)
        return err->status;
    va_list args;
    va_start(args, format);
    err->status = status;
    err->place = format_place(file, line, column);
    err->message = format_text(format, args);
    va_end(args);
    return status;
}

void error_locate(struct error *err, const char *file, int line, int column)
{
    if (!err->place)
        err->place = format_place(file, line, column);
}

void hint(struct error *err, const char *format, ...)
{
    if (err->hint)
        return;
    va_list args;
    va_start(args, format);
    err->hint = format_text(format, args);
    va_end(args);
}
