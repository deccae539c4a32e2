/* SPDX-License-Identifier: Apache-2.0 */
/* json_text.c - one way of writing JSON for all reports. */
#include "report/json_text.h"

#include <stdlib.h>

void json_text_add(json_t *root, struct text *out)
{
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    text_add(out, "%s\n", text ? text : "{}");
    free(text);
    json_decref(root);
}
