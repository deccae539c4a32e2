/* SPDX-License-Identifier: Apache-2.0 */
/* error.c - filling and clearing struct error. */
#include "base/error.h"

#include <stdio.h>
#include <string.h>

#include "base/reserve.h"

void error_clear(struct error *err)
{
    memory_give_back(err->place);
    memory_give_back(err->message);
    memory_give_back(err->hint);
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

/* From the reserve if need be: a lack of memory must be reported too (HOUSE-51). */
static char *format_text(const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    size_t room = length < (int)sizeof OUT_OF_MEMORY ? sizeof OUT_OF_MEMORY : (size_t)length + 1;
    char *text = memory_take(room);
    if (length < 0 || vsnprintf(text, room, format, again) < 0)
        strcpy(text, OUT_OF_MEMORY);
    va_end(again);
    return shorten(text);
}

__attribute__((format(printf, 1, 2))) static char *format_list(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = format_text(format, args);
    va_end(args);
    return text;
}

static char *format_place(const char *file, int line, int column)
{
    if (!file)
        return NULL;
    if (line > 0 && column > 0)
        return format_list("%s:%d:%d", file, line, column);
    return line > 0 ? format_list("%s:%d", file, line) : format_list("%s", file);
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

enum wc_status fail_memory(struct error *err)
{
    if (err->status == WC_OK)
        err->lacks_memory = true;
    return fail(err, WC_INTERNAL, OUT_OF_MEMORY);
}

void error_locate(struct error *err, const char *file, int line, int column)
{
    if (!err->place)
        err->place = format_place(file, line, column);
}

enum wc_status error_out_of_memory(struct error *err)
{
    error_clear(err);
    return fail_memory(err);
}

void error_add(struct error *err, const char *format, ...)
{
    if (err->status == WC_OK)
        return;
    va_list args;
    va_start(args, format);
    char *line = format_text(format, args);
    char *message = format_list("%s\n%s", err->message, line);
    va_end(args);
    memory_give_back(line);
    memory_give_back(err->message);
    err->message = message;
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
