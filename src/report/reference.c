/* SPDX-License-Identifier: Apache-2.0 */
/* reference.c - tables about instructions. */
#include "report/reference.h"

#include <stdlib.h>

#include "base/json.h"

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

static void instructions_json(const struct isa *isa, struct text *out)
{
    json_t *list = json_array();
    for (size_t i = 0; isa->row(i); i++) {
        const struct op *op = isa->row(i);
        json_append(&list, json_pack("{s:s, s:s, s:s, s:s?}", "name", op->name, "about",
                                    or_empty(op->about), "timing",
                                    timing_name(op->timing), "needs",
                                    isa->row_feature(i)));
    }
    json_text_add(json_pack("{s:i, s:s, s:o}", "schema", 1, "isa", isa->name, "instructions", list),
                  out);
}

void reference_write_instructions(const struct isa *isa, enum wc_format format, struct text *out)
{
    if (format == WC_JSON) {
        instructions_json(isa, out);
        return;
    }
    for (size_t i = 0; isa->row(i); i++) {
        const struct op *op = isa->row(i);
        const char *feature = isa->row_feature(i);
        text_add(out, "%-14s %-13s %s", op->name, timing_name(op->timing), or_empty(op->about));
        if (feature)
            text_add(out, " [%s]", feature);
        text_add(out, "\n");
    }
}
