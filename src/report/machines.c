/* SPDX-License-Identifier: Apache-2.0 */
/* machines.c - lists the machine models, or every parameter of one with unit and source. */
#include <string.h>

#include "base/json.h"
#include "report/reference.h"

void reference_write_machines(const struct machine_line *machines, size_t count,
                              enum wc_format format, struct text *out)
{
    if (format == WC_JSON) {
        json_t *list = json_array();
        for (size_t i = 0; i < count; i++)
            json_append(&list, json_pack("{s:s, s:s, s:s}", "name", machines[i].name,
                                        "isa", machines[i].isa, "about",
                                        machines[i].about));
        json_text_add(json_pack("{s:i, s:o}", "schema", 1, "machines", list), out);
        return;
    }
    for (size_t i = 0; i < count; i++)
        text_add(out, "%-16s %-8s %s\n", machines[i].name, machines[i].isa, machines[i].about);
}

static json_t *value_json(const struct parameter *p)
{
    switch (p->kind) {
    case PARAMETER_BOOL:
        return json_boolean(p->value.boolean);
    case PARAMETER_INTEGER:
        return json_integer(p->value.integer);
    case PARAMETER_FLOAT:
        return json_figure(p->value.real);
    default:
        return json_outside_string(p->value.text);
    }
}

/* An end of the range, or null. */
static json_t *limit_json(const struct parameter *p, bool is_there,
                          const struct parameter_value *limit)
{
    if (!is_there)
        return json_null();
    return p->kind == PARAMETER_INTEGER ? json_integer(limit->integer) : json_figure(limit->real);
}

static json_t *choices_json(const struct parameter *p)
{
    json_t *list = json_array();
    for (size_t i = 0; i < p->one_of_count; i++)
        json_append(&list, json_outside_string(p->one_of[i]));
    return list;
}

static json_t *parameter_json(const struct parameter *p)
{
    return json_pack("{s:s, s:o, s:s, s:s, s:s, s:s, s:s?, s:o, s:o, s:o}", "name", p->name,
                     "value", value_json(p), "default", p->standard.text, "unit", p->unit,
                     "source", p->source, "about", p->about, "set_by", p->origin, "min",
                     limit_json(p, p->has_min, &p->min), "max", limit_json(p, p->has_max, &p->max),
                     "one_of", choices_json(p));
}

json_t *reference_machine_json(const struct parameters *parameters)
{
    json_t *list = json_array();
    for (size_t i = 0; i < parameters->count; i++)
        json_append(&list, parameter_json(&parameters->list[i]));
    return json_pack("{s:i, s:s, s:s, s:s, s:s, s:s?, s:o}", "schema", 1, "name",
                     parameters->name, "about", parameters->about, "isa", parameters->isa,
                     "model", parameters->model, "based_on", parameters->based_on, "parameters",
                     list);
}

static size_t widest(const struct parameters *parameters, bool names)
{
    size_t width = 0;
    for (size_t i = 0; i < parameters->count; i++) {
        const struct parameter *p = &parameters->list[i];
        size_t length = strlen(names ? p->name : p->value.text);
        width = length > width ? length : width;
    }
    return width;
}

static void write_choices(const struct parameter *p, int indent, struct text *out)
{
    if (!p->one_of_count && !p->has_min && !p->has_max)
        return;
    text_add(out, "%*s  allowed: ", indent, "");
    for (size_t i = 0; i < p->one_of_count; i++)
        text_add(out, "%s%s", i ? ", " : "", p->one_of[i]);
    if (!p->one_of_count)
        text_add(out, "%s to %s", p->has_min ? p->min.text : "any",
                 p->has_max ? p->max.text : "any");
    text_add(out, "\n");
}

void reference_write_machine(const struct parameters *parameters, enum wc_format format,
                             struct text *out)
{
    if (format == WC_JSON) {
        json_text_add(reference_machine_json(parameters), out);
        return;
    }
    bool color = format == WC_TEXT_COLOR;
    int name_width = (int)widest(parameters, true), value_width = (int)widest(parameters, false);
    text_add(out, "%s: %s\ninstruction set %s, model %s, file %s\n", parameters->name,
             parameters->about, parameters->isa, parameters->model, parameters->file);
    for (size_t i = 0; i < parameters->count; i++) {
        const struct parameter *p = &parameters->list[i];
        text_add(out, "\n%s%-*s%s = %-*s %s\n", color ? "\033[1m" : "", name_width, p->name,
                 color ? "\033[0m" : "", value_width, p->value.text, p->unit);
        text_add(out, "%*s  %s\n%*s  source: %s\n", name_width, "", p->about, name_width, "",
                 p->source);
        write_choices(p, name_width, out);
        if (p->origin)
            text_add(out, "%*s  set by %s; the machine file has %s\n", name_width, "",
                     p->origin, p->standard.text);
    }
}
