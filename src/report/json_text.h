/* SPDX-License-Identifier: Apache-2.0 */
/* json_text.h - writes a JSON tree as text and frees it. */
#ifndef WARPCLOCK_REPORT_JSON_TEXT_H
#define WARPCLOCK_REPORT_JSON_TEXT_H

#include <jansson.h>

#include "base/text.h"

/* Appends the document with a newline and frees the tree. */
void json_text_add(json_t *root, struct text *out);

/* Appends one element of an array that is written piece by piece, on a line of its own, as
 * json_text_add() would inside the whole array; frees it. */
void json_text_add_item(json_t *item, struct text *out);

/* A string from outside, such as a path: bytes that are not UTF-8 become '?'. NULL becomes null. */
json_t *json_outside_string(const char *text);

#endif
