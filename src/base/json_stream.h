/* SPDX-License-Identifier: Apache-2.0 */
/* json_stream.h - large JSON documents, written part by part.
 *
 * The text is the same as json_text_add() writes of the whole tree. A part that is missing for lack
 * of memory makes the text incomplete. */
#ifndef WARPCLOCK_BASE_JSON_STREAM_H
#define WARPCLOCK_BASE_JSON_STREAM_H

#include <jansson.h>

#include "base/text.h"

/* Begins as {.out = text}. */
struct json_stream {
    struct text *out;
    unsigned depth; /* arrays and objects that are open */
    bool has_parts; /* the innermost one */
};

/* `key` is NULL in an array and at the outermost level; it is written as it is. `bracket` is '[' or
 * '{', and its partner for the end. A newline follows the outermost end. */
void json_stream_begin(struct json_stream *stream, const char *key, char bracket);
void json_stream_end(struct json_stream *stream, char bracket);

/* Takes `part` over. */
void json_stream_add(struct json_stream *stream, const char *key, json_t *part);

#endif
