/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - allocation for the command, which exits when memory runs out. */
#include "memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "warpclock.h"

void out_of_memory(void)
{
    fputs("warpclock: error: out of memory\n", stderr);
    exit(WC_INTERNAL);
}

void *reallocate(void *block, size_t size)
{
    void *result = realloc(block, size ? size : 1);

    if (!result)
        out_of_memory();
    return result;
}

FILE *text_stream_open(struct text_stream *text)
{
    FILE *stream = open_memstream(&text->bytes, &text->length);

    if (!stream)
        out_of_memory();
    return stream;
}

char *text_stream_close(struct text_stream *text, FILE *stream)
{
    bool bad = ferror(stream) != 0;

    if (fclose(stream) != 0 || bad || !text->bytes)
        out_of_memory();
    return text->bytes;
}

char *format_text_list(const char *format, va_list list)
{
    va_list again;
    int length;
    char *text;

    va_copy(again, list);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        out_of_memory();
    text = reallocate(NULL, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, list);
    return text;
}

char *format_text(const char *format, ...)
{
    va_list list;
    char *text;

    va_start(list, format);
    text = format_text_list(format, list);
    va_end(list);
    return text;
}
