/* SPDX-License-Identifier: Apache-2.0 */
/* parameters.c - overrides and reads the values of a machine. */
#include "load/parameters.h"

#include <string.h>

#include "base/text.h"
#include "load/number.h"

bool parameters_run_isa(const struct parameters *parameters, const char *isa)
{
    for (size_t i = 0; i < parameters->isa_count; i++) {
        if (strcmp(parameters->isas[i], isa) == 0)
            return true;
    }
    return false;
}

void parameters_free(struct parameters *parameters)
{
    arena_free(&parameters->arena);
    memset(parameters, 0, sizeof *parameters);
}

struct parameter *parameters_find(struct parameters *parameters, const char *name)
{
    for (size_t i = 0; i < parameters->count; i++)
        if (!strcmp(parameters->list[i].name, name))
            return &parameters->list[i];
    return NULL;
}

static const char *parameter_name(const void *user, size_t i)
{
    const struct parameters *parameters = user;
    return i < parameters->count ? parameters->list[i].name : NULL;
}

static bool parse_kind(enum parameter_kind kind, const char *text, struct parameter_value *out)
{
    bool negative;
    uint64_t magnitude;
    out->text = text;
    switch (kind) {
    case PARAMETER_BOOL:
        out->boolean = !strcmp(text, "true");
        return out->boolean || !strcmp(text, "false");
    case PARAMETER_INTEGER:
        if (!number_integer(text, &negative, &magnitude) ||
            magnitude > (uint64_t)INT64_MAX + negative)
            return false;
        out->integer = (int64_t)(negative ? -magnitude : magnitude);
        return true;
    case PARAMETER_FLOAT: return number_double(text, &out->real);
    case PARAMETER_TEXT: break;
    }
    return true;
}

/* -1, 0, 1 if a is below, equal to, above b; NaN is below everything. */
static int compare(enum parameter_kind kind, const struct parameter_value *a,
                   const struct parameter_value *b)
{
    switch (kind) {
    case PARAMETER_BOOL: return a->boolean - b->boolean;
    case PARAMETER_INTEGER: return (a->integer > b->integer) - (a->integer < b->integer);
    case PARAMETER_FLOAT: return a->real > b->real ? 1 : a->real == b->real ? 0 : -1;
    case PARAMETER_TEXT: break;
    }
    return strcmp(a->text, b->text);
}

static bool is_choice(const struct parameter *parameter, const struct parameter_value *value)
{
    struct parameter_value choice;
    for (size_t i = 0; i < parameter->one_of_count; i++)
        if (parse_kind(parameter->kind, parameter->one_of[i], &choice) &&
            compare(parameter->kind, value, &choice) == 0)
            return true;
    return parameter->one_of_count == 0;
}

static void add_choices(struct text *list, const struct parameter *parameter)
{
    for (size_t i = 0; i < parameter->one_of_count; i++)
        text_add(list, "%s%s", i ? ", " : "", parameter->one_of[i]);
}

enum wc_status parameter_parse(struct error *err, const char *file, int line, int column,
                               const struct parameter *parameter, const char *text,
                               struct parameter_value *out)
{
    static const char *const kinds[] = {"true or false", "an integer", "a number", "a string"};
    if (!parse_kind(parameter->kind, text, out) || !*text)
        return fail_at(err, WC_BAD_INPUT, file, line, column, "%s: expected %s, found '%.64s'",
                       parameter->name, kinds[parameter->kind], text);
    if (parameter->has_min && compare(parameter->kind, out, &parameter->min) < 0)
        return fail_at(err, WC_BAD_INPUT, file, line, column,
                       "%s: %.64s is below the minimum of %s %s",
                       parameter->name, text, parameter->min.text, parameter->unit);
    if (parameter->has_max && compare(parameter->kind, out, &parameter->max) > 0)
        return fail_at(err, WC_BAD_INPUT, file, line, column,
                       "%s: %.64s exceeds the maximum of %s %s",
                       parameter->name, text, parameter->max.text, parameter->unit);
    if (is_choice(parameter, out))
        return WC_OK;
    struct text list = {0};
    add_choices(&list, parameter);
    fail_at(err, WC_BAD_INPUT, file, line, column, "%s: expected one of %s, found '%.64s'",
            parameter->name, text_string(&list), text);
    text_free(&list);
    return err->status;
}

static void apply_presets(struct parameters *parameters, const struct parameter *selector)
{
    for (size_t i = 0; i < selector->preset_count; i++) {
        const struct parameter_preset *preset = &selector->presets[i];
        struct parameter *target = parameters_find(parameters, preset->name);
        if (!target->named && !strcmp(preset->choice, selector->value.text))
            target->value = preset->value;
    }
}

/* Every parameter that a changed selector set and that differs from the machine's value names the
 * selector as its origin. */
static void mark_origins(struct parameters *parameters, const struct parameter *selector)
{
    for (size_t i = 0; selector->origin && i < selector->preset_count; i++) {
        struct parameter *target = parameters_find(parameters, selector->presets[i].name);
        if (!target->named && compare(target->kind, &target->value, &target->standard) != 0)
            target->origin = arena_format(&parameters->arena, "%s=%s", selector->name,
                                          selector->value.text);
    }
}

void parameters_apply_selectors(struct parameters *parameters)
{
    for (size_t i = 0; i < parameters->count; i++) {
        if (parameters->list[i].named)
            continue;
        parameters->list[i].value = parameters->list[i].plain;
        parameters->list[i].origin = NULL;
    }
    for (size_t i = 0; i < parameters->count; i++)
        apply_presets(parameters, &parameters->list[i]);
    for (size_t i = 0; i < parameters->count; i++)
        mark_origins(parameters, &parameters->list[i]);
}

enum wc_status parameters_set(struct error *err, struct parameters *parameters, const char *key,
                              const char *text, const char *origin)
{
    struct parameter *parameter = parameters_find(parameters, key);
    if (!parameter) {
        const char *near = nearest_name(key, parameter_name, parameters);
        fail_at(err, WC_BAD_INPUT, origin, 0, 0, "machine '%s' has no parameter '%.64s'",
                parameters->name, key);
        if (near)
            hint(err, "did you mean '%s'?", near);
        else
            hint(err, "'warpclock machines %s' lists them", parameters->name);
        return err->status;
    }
    struct parameter_value value;
    enum wc_status status = parameter_parse(err, origin, 0, 0, parameter,
                                            arena_strdup(&parameters->arena, text), &value);
    if (status != WC_OK)
        return status;
    parameter->value = value;
    parameter->origin = arena_strdup(&parameters->arena, origin);
    parameter->named = true;
    parameters_apply_selectors(parameters);
    return WC_OK;
}

enum wc_status parameters_set_pair(struct error *err, struct parameters *parameters,
                                   const char *pair, const char *origin)
{
    const char *equals = strchr(pair, '=');
    if (!equals || equals == pair)
        return fail_at(err, WC_BAD_INPUT, origin, 0, 0, "expected KEY=VALUE, found '%.64s'", pair);
    const char *key = arena_strndup(&parameters->arena, pair, (size_t)(equals - pair));
    return parameters_set(err, parameters, key, equals + 1, origin);
}

/* The parameter, marked as read, or NULL after an error. */
static struct parameter *request(struct error *err, struct parameters *parameters,
                                 const char *name)
{
    struct parameter *parameter = parameters_find(parameters, name);
    if (parameter)
        parameter->read = true;
    else
        fail_at(err, WC_BAD_INPUT, parameters->file, 0, 0,
                "parameter '%s' is missing; the model '%s' needs it", name, parameters->model);
    return parameter;
}

static enum wc_status wrong_kind(struct error *err, const struct parameter *parameter,
                                 const char *expected)
{
    return fail_at(err, WC_BAD_INPUT, parameter->file, parameter->line, parameter->column,
                   "%s: the model needs %s, found '%s'", parameter->name, expected,
                   parameter->value.text);
}

enum wc_status parameter_bool(struct error *err, struct parameters *parameters, const char *name,
                              bool *out)
{
    struct parameter *parameter = request(err, parameters, name);
    if (!parameter)
        return err->status;
    if (parameter->kind != PARAMETER_BOOL)
        return wrong_kind(err, parameter, "true or false");
    *out = parameter->value.boolean;
    return WC_OK;
}

enum wc_status parameter_int(struct error *err, struct parameters *parameters, const char *name,
                             int64_t *out)
{
    struct parameter *parameter = request(err, parameters, name);
    if (!parameter)
        return err->status;
    if (parameter->kind != PARAMETER_INTEGER)
        return wrong_kind(err, parameter, "an integer");
    *out = parameter->value.integer;
    return WC_OK;
}

enum wc_status parameter_uint(struct error *err, struct parameters *parameters, const char *name,
                              uint64_t max, uint64_t *out)
{
    struct parameter *parameter = request(err, parameters, name);
    if (!parameter)
        return err->status;
    if (parameter->kind != PARAMETER_INTEGER || parameter->value.integer < 0)
        return wrong_kind(err, parameter, "a non-negative integer");
    if ((uint64_t)parameter->value.integer > max)
        return fail_at(err, WC_BAD_INPUT, parameter->file, parameter->line, parameter->column,
                       "%s: %s exceeds the model's maximum of %llu", name,
                       parameter->value.text, (unsigned long long)max);
    *out = (uint64_t)parameter->value.integer;
    return WC_OK;
}

enum wc_status parameter_float(struct error *err, struct parameters *parameters, const char *name,
                               double *out)
{
    struct parameter *parameter = request(err, parameters, name);
    if (!parameter)
        return err->status;
    if (parameter->kind != PARAMETER_FLOAT && parameter->kind != PARAMETER_INTEGER)
        return wrong_kind(err, parameter, "a number");
    *out = parameter->kind == PARAMETER_FLOAT ? parameter->value.real
                                              : (double)parameter->value.integer;
    return WC_OK;
}

enum wc_status parameter_text(struct error *err, struct parameters *parameters, const char *name,
                              const char **out)
{
    struct parameter *parameter = request(err, parameters, name);
    if (!parameter)
        return err->status;
    if (parameter->kind != PARAMETER_TEXT)
        return wrong_kind(err, parameter, "a string");
    *out = parameter->value.text;
    return WC_OK;
}

enum wc_status parameter_choice(struct error *err, struct parameters *parameters, const char *name,
                                const char *const *choices, unsigned *out)
{
    const char *text = "";
    enum wc_status status = parameter_text(err, parameters, name, &text);
    if (status != WC_OK)
        return status;
    for (unsigned i = 0; choices[i]; i++) {
        if (!strcmp(choices[i], text)) {
            *out = i;
            return WC_OK;
        }
    }
    return wrong_kind(err, parameters_find(parameters, name), "one of its choices");
}

const struct parameter *parameters_unread(const struct parameters *parameters, size_t *index)
{
    while (*index < parameters->count) {
        const struct parameter *parameter = &parameters->list[(*index)++];
        if (!parameter->read && !parameter->preset_count) /* a selector acts through what it sets */
            return parameter;
    }
    return NULL;
}
