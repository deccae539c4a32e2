/* SPDX-License-Identifier: Apache-2.0 */
/* text.c - growing strings and edit distance. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/reserve.h"

/* The sink after one that takes no more. */
static bool drop(void *user, const char *bytes, size_t length)
{
    (void)user;
    (void)bytes;
    (void)length;
    return true;
}

static void reserve(struct text *text, size_t more)
{
    if (text->room - text->length > more)
        return;
    size_t room = (text->length + more + 1) * 2;
    text->bytes = memory_grow(text->bytes, text->length, room);
    text->room = room;
}

bool text_flush(struct text *text)
{
    bool taken = !text->sink || !text->length || text->sink(text->user, text->bytes, text->length);
    if (text->sink)
        text->length = 0;
    if (!taken)
        text->sink = drop;
    return taken && text->sink != drop;
}

/* Into the sink when a good portion has gathered. */
static void gather(struct text *text)
{
    enum { PORTION = 1 << 16 };
    if (text->sink && text->length >= PORTION)
        text_flush(text);
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
    reserve(text, length);
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
    gather(text);
}

void text_add_list(struct text *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length >= 0) {
        reserve(text, (size_t)length);
        length = vsnprintf(text->bytes + text->length, (size_t)length + 1, format, args);
    }
    if (length >= 0)
        text->length += (size_t)length;
    else
        text->incomplete = true;
    gather(text);
}

void text_add(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_add_list(text, format, args);
    va_end(args);
}

const char *text_string(const struct text *text)
{
    return text->bytes ? text->bytes : "";
}

void text_free(struct text *text)
{
    memory_give_back(text->bytes);
    memset(text, 0, sizeof *text);
}

enum { WORD_MAX = 64 };

/* Optimal string alignment: insert, delete, replace, swap of neighbours. */
static unsigned edit_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n > WORD_MAX || m > WORD_MAX)
        return WORD_MAX;
    unsigned d[WORD_MAX + 1][WORD_MAX + 1];
    for (size_t i = 0; i <= n; i++)
        d[i][0] = (unsigned)i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        for (size_t j = 1; j <= m; j++) {
            unsigned best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    }
    return d[n][m];
}

const char *nearest_name(const char *name, const char *(*candidate)(const void *user, size_t i),
                         const void *user)
{
    const char *best = NULL;
    unsigned min = (unsigned)strlen(name) / 2 + 1; /* half the letters wrong is not a typing
                                                    * error */
    const char *other;
    for (size_t i = 0; (other = candidate(user, i)) != NULL; i++) {
        unsigned distance = edit_distance(name, other);
        if (distance < min) {
            min = distance;
            best = other;
        }
    }
    return best;
}
