/* SPDX-License-Identifier: Apache-2.0 */
/* text.h - a growing string for reports, and the nearest-name search for "did you mean". */
#ifndef WARPCLOCK_BASE_TEXT_H
#define WARPCLOCK_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct text {
    char *bytes; /* NUL-terminated once anything was added; release with memory_give_back() */
    size_t length, room;
    bool incomplete; /* a part is missing for lack of memory: it is not to be used */
    /* Long texts need not be held: with a sink, parts leave as they are made. A sink that returns
     * false takes no more. */
    bool (*sink)(void *user, const char *bytes, size_t length);
    void *user;
};

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(struct text *text, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
void text_add_bytes(struct text *text, const char *bytes, size_t length);
/* What is left goes to the sink; false: it took not all. */
bool text_flush(struct text *text);
/* The string so far; "" when nothing was added. */
const char *text_string(const struct text *text);
void text_free(struct text *text);

/* The candidate with the smallest edit distance to `name`, or NULL if none is close.
 * `candidate(user, i)` returns the i-th name and NULL after the last one. */
const char *nearest_name(const char *name, const char *(*candidate)(const void *user, size_t i),
                         const void *user);

#endif
