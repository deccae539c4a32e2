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

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Moves the line from `line` to `end` to `to`, without its middle if it is long; its new end. */
static char *move_line(char *to, const char *line, const char *end)
{
    enum { LINE_MAX_BYTES = 2000, KEPT_FIRST = 1000, KEPT_LAST = 200 };
    static const char gap[] = " ... ";
    size_t length = (size_t)(end - line);
    if (length > LINE_MAX_BYTES) {
        const char *first_end = line + KEPT_FIRST, *rest = end - KEPT_LAST;
        while (is_continuation(*first_end))
            first_end--;
        while (is_continuation(*rest))
            rest++;
        memmove(to, line, (size_t)(first_end - line));
        to += first_end - line;
        memcpy(to, gap, sizeof gap - 1); /* shorter than what it replaces */
        to += sizeof gap - 1;
        line = rest;
        length = (size_t)(end - rest);
    }
    memmove(to, line, length);
    return to + length;
}

/* A message shows what was found, and a file can have megabytes on a line. */
static char *shorten(char *text)
{
    char *to = text;
    for (const char *line = text, *end; text; line = end + 1) {
        end = strchrnul(line, '\n');
        bool last = !*end;
        to = move_line(to, line, end);
        *to = last ? '\0' : '\n';
        if (last)
            break;
        to++;
    }
    return text;
}

static char *format_text(const char *format, va_list args)
{
    char *text = NULL;
    return vasprintf(&text, format, args) < 0 ? strdup("out of memory") : shorten(text);
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
    return n < 0 ? NULL : shorten(text);
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
