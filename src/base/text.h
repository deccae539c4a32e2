/* SPDX-License-Identifier: Apache-2.0 */
/* text.h - a growing string for reports, and the nearest-name search behind "did you mean". */
#ifndef WARPCLOCK_BASE_TEXT_H
#define WARPCLOCK_BASE_TEXT_H

#include <stddef.h>

struct text {
    char *bytes; /* NUL-terminated once anything was added; free() it or hand it on */
    size_t length, room;
};

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(struct text *text, const char *bytes, size_t length);
/* The string so far; "" when nothing was added. */
const char *text_string(const struct text *text);
void text_free(struct text *text);

/* The candidate with the smallest edit distance to `name`, or NULL when none is close enough to be
 * what the user meant. `candidate(user, i)` gives the i-th name and NULL behind the last one. */
const char *nearest_name(const char *name, const char *(*candidate)(const void *user, size_t i),
                         const void *user);

#endif
