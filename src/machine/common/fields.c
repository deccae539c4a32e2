/* SPDX-License-Identifier: Apache-2.0 */
/* fields.c - reads parameters by a table. */
#include "machine/common/fields.h"

#include <stdio.h>

#include "base/text.h"

static bool policy_fits(const struct scheduler_ops *policy, enum field_kind kind)
{
    return policy && (kind == FIELD_ANY_POLICY || !policy->exclusive);
}

static enum wc_status read_policy(struct error *err, const char *name, enum field_kind kind,
                                  const char *text, const struct scheduler_ops **out)
{
    *out = scheduler_find(text);
    if (policy_fits(*out, kind))
        return WC_OK;
    fail(err, WC_BAD_INPUT, "%s: unknown scheduling policy '%s'", name, text);
    struct text known = {0};
    for (size_t i = 0; scheduler_policy(i); i++) {
        const struct scheduler_ops *policy = scheduler_policy(i);
        if (!policy_fits(policy, kind))
            continue;
        text_add(&known, "%s%s", known.length ? ", " : "", policy->name);
        if (policy->alias)
            text_add(&known, " (%s)", policy->alias);
    }
    hint(err, "available: %s", text_string(&known));
    text_free(&known);
    return WC_BAD_INPUT;
}

/* A machine file may widen its own ranges, but not the limits of the model. */
static enum wc_status check_range(struct error *err, struct parameters *parameters,
                                  const char *name, const struct field *field, uint64_t number)
{
    if (!field->max || (number >= field->min && number <= field->max))
        return WC_OK;
    return fail_at(err, WC_BAD_INPUT, parameters->file, 0, 0,
                   "%s: the model '%s' supports %u to %u, found %llu", name, parameters->model,
                   field->min, field->max, (unsigned long long)number);
}

static enum wc_status read_number(struct error *err, struct parameters *parameters,
                                  const char *name, const struct field *field, void *at)
{
    uint64_t number = 0;
    uint64_t max = field->kind == FIELD_U32 ? UINT32_MAX : INT64_MAX;
    enum wc_status status = parameter_uint(err, parameters, name, max, &number);
    if (status == WC_OK)
        status = check_range(err, parameters, name, field, number);
    if (field->kind == FIELD_U32)
        *(uint32_t *)at = (uint32_t)number;
    else
        *(uint64_t *)at = number;
    return status;
}

static enum wc_status read_choice(struct error *err, struct parameters *parameters,
                                  const char *name, const struct field *field, void *at)
{
    const char *const choices[] = {field->chosen, field->other, NULL};
    unsigned choice = 0;
    enum wc_status status = parameter_choice(err, parameters, name, choices, &choice);
    *(bool *)at = status == WC_OK && choice == 0;
    return status;
}

static enum wc_status read_field(struct error *err, struct parameters *parameters,
                                 const char *name, const struct field *field, void *at)
{
    const char *text = "";
    enum wc_status status;
    switch (field->kind) {
    case FIELD_U32:
    case FIELD_U64:
        return read_number(err, parameters, name, field, at);
    case FIELD_FLAG:
        return parameter_bool(err, parameters, name, at);
    case FIELD_CHOICE:
        return read_choice(err, parameters, name, field, at);
    default:
        status = parameter_text(err, parameters, name, &text);
        return status == WC_OK ? read_policy(err, name, field->kind, text, at) : status;
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

enum wc_status fields_read_all(struct error *err, struct parameters *parameters, void *into,
                               fields_reader *const *readers)
{
    enum wc_status status = WC_OK;
    for (; status == WC_OK && *readers; readers++)
        status = (*readers)(err, parameters, into);
    return status;
}
