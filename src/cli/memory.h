/* SPDX-License-Identifier: Apache-2.0 */
/* memory.h - allocation and growing strings for the command, which exits when memory runs out. */
#ifndef WARPCLOCK_CLI_MEMORY_H
#define WARPCLOCK_CLI_MEMORY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

void out_of_memory(void) __attribute__((noreturn));
/* These never return NULL: without memory for a command line nothing useful is possible. */
void *reallocate(void *block, size_t size);
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *format_text_list(const char *format, va_list list)
    __attribute__((format(printf, 1, 0), nonnull(1)));

/* A stream that collects a text. Closing it returns the text, for free(). */
struct text_stream {
    char *bytes;
    size_t length;
};
FILE *text_stream_open(struct text_stream *text);
char *text_stream_close(struct text_stream *text, FILE *stream);

#endif
