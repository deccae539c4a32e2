/* SPDX-License-Identifier: Apache-2.0 */
/* diagnostic_json.c - an error as a JSON document, so that scripts always find one. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnostic.h"
#include "memory.h"

/* Length of the well-formed UTF-8 sequence at `text` (RFC 3629: shortest form, no surrogates), or
 * 0. The terminating NUL is not a continuation byte, so nothing after it is read. */
static size_t utf8_length(const unsigned char *text)
{
    static const uint32_t min[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = text[0] < 0x80 ? 1 : text[0] < 0xc0 ? 0 : text[0] < 0xe0 ? 2
                    : text[0] < 0xf0 ? 3 : text[0] < 0xf8 ? 4 : 0;
    uint32_t point;
    size_t i;

    if (length < 2)
        return length;
    point = text[0] & (0x7fu >> length);
    for (i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        point = point << 6 | (text[i] & 0x3f);
    }
    if (point < min[length] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
        return 0;
    return length;
}

/* Appends one character to `out`: as it is, escaped, or U+FFFD for a byte that is not UTF-8, which
 * a file name may contain. Needs six bytes. */
static size_t put_character(char *out, const unsigned char *text, size_t length)
{
    if (length == 0)
        return (size_t)sprintf(out, "\\ufffd");
    if (text[0] == '\n')
        return (size_t)sprintf(out, "\\n");
    if (text[0] < 0x20 || text[0] == 0x7f)
        return (size_t)sprintf(out, "\\u%04x", text[0]);
    if (text[0] == '"' || text[0] == '\\')
        return (size_t)sprintf(out, "\\%c", text[0]);
    memcpy(out, text, length);
    return length;
}

/* `text` between quotes, or null. */
static char *json_string(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    char *result, *end;

    if (!text)
        return format_text("null");
    result = end = reallocate(NULL, 6 * strlen(text) + 3);
    *end++ = '"';
    while (*at) {
        size_t length = utf8_length(at);

        end += put_character(end, at, length);
        at += length ? length : 1;
    }
    *end++ = '"';
    *end = '\0';
    return result;
}

char *diagnostic_json(const struct diagnostic *diagnostic)
{
    char *place = json_string(diagnostic->place);
    char *message = json_string(diagnostic->message);
    char *help = json_string(diagnostic->hint);
    char *document = format_text("{\"warpclock\": \"%s\",\n \"error\": {\"status\": %d, "
                                 "\"place\": %s,\n  \"message\": %s,\n  \"hint\": %s}}\n",
                                 wc_version(), (int)diagnostic->status, place, message, help);

    free(place);
    free(message);
    free(help);
    return document;
}
