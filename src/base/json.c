/* SPDX-License-Identifier: Apache-2.0 */
/* json.c - adding to JSON trees, strings from outside, and the text of a document. */
#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/reserve.h"

void json_lose(json_t **whole)
{
    json_decref(*whole);
    *whole = NULL;
}

/* A copy with '?' for bytes that may not be UTF-8, for memory_give_back(); NULL if there are
 * none. */
static char *plain_copy(const char *text)
{
    size_t length = strlen(text);
    char *copy = memory_take(length + 1);
    bool changed = false;
    for (size_t i = 0; i < length; i++) {
        copy[i] = (unsigned char)text[i] < 0x80 ? text[i] : '?';
        changed |= copy[i] != text[i];
    }
    if (changed)
        return copy;
    memory_give_back(copy);
    return NULL;
}

void json_put(json_t **object, const char *key, json_t *value)
{
    bool done = json_object_set(*object, key, value) == 0;
    char *plain = done ? NULL : plain_copy(key);
    if (plain)
        done = json_object_set(*object, plain, value) == 0;
    memory_give_back(plain);
    json_decref(value);
    if (!done)
        json_lose(object);
}

void json_append(json_t **array, json_t *value)
{
    if (json_array_append_new(*array, value) != 0)
        json_lose(array);
}

json_t *json_figure(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_outside_string(const char *text)
{
    if (!text)
        return json_null();
    json_t *string = json_string(text);
    char *plain = string ? NULL : plain_copy(text);
    if (plain)
        string = json_string(plain);
    memory_give_back(plain);
    return string;
}

/* Without an intermediate copy of the document. */
static int add_part(const char *bytes, size_t length, void *user)
{
    text_add_bytes(user, bytes, length);
    return memory_is_short() ? -1 : 0;
}

void json_text_add(json_t *root, struct text *out)
{
    if (json_dump_callback(root, add_part, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) != 0)
        out->incomplete = true;
    text_add(out, "\n");
    json_decref(root);
}
