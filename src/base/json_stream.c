/* SPDX-License-Identifier: Apache-2.0 */
/* json_stream.c - brackets, commas and indentation around the parts of a JSON document. */
#include "base/json_stream.h"

#include <string.h>

#include "base/reserve.h"

static void add_line_end(const struct json_stream *stream)
{
    text_add(stream->out, "\n%*s", (int)stream->depth * 2, "");
}

static void begin_part(struct json_stream *stream, const char *key)
{
    if (stream->has_parts)
        text_add(stream->out, ",");
    if (stream->depth)
        add_line_end(stream);
    if (key)
        text_add(stream->out, "\"%s\": ", key);
    stream->has_parts = true;
}

void json_stream_begin(struct json_stream *stream, const char *key, char bracket)
{
    begin_part(stream, key);
    text_add(stream->out, "%c", bracket);
    stream->depth++;
    stream->has_parts = false;
}

void json_stream_end(struct json_stream *stream, char bracket)
{
    stream->depth--;
    if (stream->has_parts)
        add_line_end(stream);
    text_add(stream->out, stream->depth ? "%c" : "%c\n", bracket);
    stream->has_parts = true;
}

/* Strings have no line ends in JSON: every one begins a line of the part. */
static int add_indented(const char *bytes, size_t length, void *user)
{
    const struct json_stream *stream = user;
    for (const char *end = bytes + length, *at = bytes, *line; at < end; at = line + 1) {
        line = memchr(at, '\n', (size_t)(end - at));
        text_add_bytes(stream->out, at, line ? (size_t)(line - at) : (size_t)(end - at));
        if (!line)
            break;
        add_line_end(stream);
    }
    return memory_is_short() ? -1 : 0;
}

void json_stream_add(struct json_stream *stream, const char *key, json_t *part)
{
    begin_part(stream, key);
    if (json_dump_callback(part, add_indented, stream,
                           JSON_INDENT(2) | JSON_REAL_PRECISION(12) | JSON_ENCODE_ANY) != 0)
        stream->out->incomplete = true;
    json_decref(part);
}
