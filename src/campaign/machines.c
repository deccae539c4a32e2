/* SPDX-License-Identifier: Apache-2.0 */
/* machines.c - machines with the ranges of their parameters, as the library tells them. */
#include "campaign/machines.h"

#include <fnmatch.h>
#include <jansson.h>
#include <string.h>

static const char *const *copy_choices(struct arena *arena, const json_t *list)
{
    size_t count = json_array_size(list);
    const char **out = arena_array(arena, count + 1, sizeof *out);
    for (size_t i = 0; i < count; i++)
        out[i] = arena_strdup(arena, json_string_value(json_array_get(list, i)));
    return count ? out : NULL;
}

static const char *copy_text(struct arena *arena, const json_t *text)
{
    return json_is_string(text) ? arena_strdup(arena, json_string_value(text)) : NULL;
}

static void read_parameter(struct arena *arena, const json_t *from, struct machine_parameter *out)
{
    const json_t *value = json_object_get(from, "value"), *min = json_object_get(from, "min");
    const json_t *max = json_object_get(from, "max");
    *out = (struct machine_parameter){
        .name = arena_strdup(arena, json_string_value(json_object_get(from, "name"))),
        .is_flag = json_is_boolean(value),
        .is_integer = json_is_integer(value) && json_is_integer(min) && json_is_integer(max),
        .value = (uint64_t)json_integer_value(value),
        .min = (uint64_t)json_integer_value(min),
        .max = (uint64_t)json_integer_value(max),
        .choices = copy_choices(arena, json_object_get(from, "one_of"))};
}

static void read_machine(struct arena *arena, const json_t *from, struct campaign_machine *out)
{
    const json_t *list = json_object_get(from, "parameters");
    *out = (struct campaign_machine){
        .name = arena_strdup(arena, json_string_value(json_object_get(from, "name"))),
        .model = arena_strdup(arena, json_string_value(json_object_get(from, "model"))),
        .isas = arena_strdup(arena, json_string_value(json_object_get(from, "isa"))),
        .parameter_count = json_array_size(list)};
    out->parameters = arena_array(arena, out->parameter_count, sizeof *out->parameters);
    for (size_t i = 0; i < out->parameter_count; i++) {
        const json_t *parameter = json_array_get(list, i);
        read_parameter(arena, parameter, &out->parameters[i]);
        if (!strcmp(out->parameters[i].name, "isa.version"))
            out->version = copy_text(arena, json_object_get(parameter, "value"));
    }
}

static enum wc_status add_machine(wc_context *context, struct arena *arena, const char *name,
                                  struct campaign_machines *out)
{
    char *text;
    enum wc_status status = wc_machine_text(context, name, NULL, 0, WC_JSON, &text);
    if (status != WC_OK)
        return status;
    json_t *document = json_loads(text, 0, NULL);
    wc_text_free(text);
    if (!document)
        return WC_INTERNAL;
    out->list = arena_grow(arena, out->list, out->count, sizeof *out->list);
    read_machine(arena, document, &out->list[out->count++]);
    json_decref(document);
    return WC_OK;
}

enum wc_status machines_load(wc_context *context, struct arena *arena, const char *pattern,
                             struct campaign_machines *out)
{
    enum wc_status status = WC_OK;
    const char *name;
    *out = (struct campaign_machines){0};
    for (size_t i = 0; status == WC_OK && (name = wc_machine_name(context, i)); i++) {
        if (!pattern || fnmatch(pattern, name, 0) == 0)
            status = add_machine(context, arena, arena_strdup(arena, name), out);
    }
    return status == WC_OK ? wc_error_status(context) : status;
}

bool campaign_machine_runs(const struct campaign_machine *machine, const char *isa)
{
    const char *found = strstr(machine->isas, isa);
    return found && (found == machine->isas || found[-1] == ' ') &&
           (!found[strlen(isa)] || found[strlen(isa)] == ',');
}

void settings_add(struct settings *settings, const char *name, const char *value)
{
    if (settings->count < SETTINGS_MAX)
        settings->list[settings->count++] = (struct setting){name, value};
}
