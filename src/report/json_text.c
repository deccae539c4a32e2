/* SPDX-License-Identifier: Apache-2.0 */
/* json_text.c - common JSON output of all reports. */
#include "report/json_text.h"

#include <stdlib.h>
#include <string.h>

json_t *json_outside_string(const char *text)
{
    if (!text)
        return json_null();
    json_t *string = json_string(text);
    if (string)
        return string;
    char *ascii = strdup(text);
    for (char *c = ascii; c && *c; c++)
        *c = (unsigned char)*c < 0x80 ? *c : '?';
    string = json_string(ascii ? ascii : "");
    free(ascii);
    return string;
}

void json_text_add(json_t *root, struct text *out)
{
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    text_add(out, "%s\n", text ? text : "{}");
    free(text);
    json_decref(root);
}

/* Strings have no line ends in JSON: every one begins a line of the item. */
void json_text_add_item(json_t *item, struct text *out)
{
    char *text = json_dumps(item, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    text_add(out, "\n  ");
    for (const char *at = text ? text : "{}", *end; *at; at = *end ? end + 1 : end) {
        end = strchrnul(at, '\n');
        text_add_bytes(out, at, (size_t)(end - at));
        if (*end)
            text_add(out, "\n  ");
    }
    free(text);
    json_decref(item);
}
