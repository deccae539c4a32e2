/* SPDX-License-Identifier: Apache-2.0 */
/* fields.c - reading parameters by a table. */
#include "machine/fields.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static enum wc_status read_policy(struct error *err, const char *name, const char *text,
                                  const struct scheduler_ops **out)
{
    *out = scheduler_find(text);
    if (*out)
        return WC_OK;
    fail(err, WC_BAD_INPUT, "%s: no scheduling policy '%s'", name, text);
    struct text known = {0};
    for (size_t i = 0; scheduler_policy(i); i++)
        text_add(&known, "%s%s", i ? ", " : "", scheduler_policy(i)->name);
    hint(err, "there are: %s", text_string(&known));
    text_free(&known);
    return WC_BAD_INPUT;
}

static enum wc_status read_field(struct error *err, struct parameters *parameters,
                                 const char *name, const struct field *field, void *at)
{
    enum wc_status status;
    uint64_t number = 0;
    const char *text = "";
    switch (field->kind) {
    case FIELD_U32:
        status = parameter_uint(err, parameters, name, UINT32_MAX, &number);
        *(uint32_t *)at = (uint32_t)number;
        return status;
    case FIELD_U64:
        return parameter_uint(err, parameters, name, UINT32_MAX, at);
    case FIELD_FLAG:
        return parameter_bool(err, parameters, name, at);
    default:
        status = parameter_text(err, parameters, name, &text);
        if (status == WC_OK && field->kind == FIELD_POLICY)
            return read_policy(err, name, text, at);
        if (status == WC_OK)
            *(bool *)at = strcmp(text, field->chosen) == 0;
        return status;
    }
}

enum wc_status fields_read(struct error *err, struct parameters *parameters, const char *prefix,
                           const struct field *fields, void *into)
{
    enum wc_status status = WC_OK;
    for (const struct field *field = fields; status == WC_OK && field->name; field++) {
        char name[96];
        snprintf(name, sizeof name, "%s%s", prefix, field->name);
        status = read_field(err, parameters, name, field, (char *)into + field->offset);
    }
    return status;
}
