/* SPDX-License-Identifier: Apache-2.0 */
/* json_text.h - a JSON tree becomes text, and is gone. */
#ifndef WARPCLOCK_REPORT_JSON_TEXT_H
#define WARPCLOCK_REPORT_JSON_TEXT_H

#include <jansson.h>

#include "base/text.h"

/* Appends the document with a line end and releases the tree. */
void json_text_add(json_t *root, struct text *out);

/* A string that came from outside, such as a path: bytes that are no UTF-8 become '?'. NULL
 * becomes null. */
json_t *json_outside_string(const char *text);

#endif
