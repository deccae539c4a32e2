/* SPDX-License-Identifier: Apache-2.0 */
/* json.h - building JSON documents that are complete or not there at all.
 *
 * A part that could not be added for lack of memory takes the whole with it: the array or object
 * becomes NULL, and so does everything that it is added to (json_pack does the same). Only the
 * function that writes the document has to check. A part must be complete before it is added. */
#ifndef WARPCLOCK_BASE_JSON_H
#define WARPCLOCK_BASE_JSON_H

#include <jansson.h>

#include "base/text.h"

/* Both take `value` over, also when they fail. A byte of a key that is not UTF-8 becomes '?'. */
void json_put(json_t **object, const char *key, json_t *value);
void json_append(json_t **array, json_t *value);
/* What they do when they fail. */
void json_lose(json_t **whole);

/* null unless it is finite. */
json_t *json_figure(double value);

/* A string from outside, such as a path: bytes that are not UTF-8 become '?'. NULL becomes null. */
json_t *json_outside_string(const char *text);

/* Appends the document with a newline and frees the tree. Without a document the text becomes
 * incomplete. */
void json_text_add(json_t *root, struct text *out);

#endif
