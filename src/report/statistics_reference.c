/* SPDX-License-Identifier: Apache-2.0 */
/* statistics_reference.c - what every number of a report means, and which machines have it. */
#include <string.h>

#include "base/json.h"
#include "machine/machine.h"
#include "report/reference.h"

struct machines {
    const struct machine_line *list;
    size_t count;
};

/* Ids from STAT_COMMON on belong to one model, `own`; of common ones it is NULL. */
static bool has_it(const struct machine_ops *model, const struct machine_ops *own, size_t id)
{
    return (!own || model == own) && statistic(model->statistics, id);
}

static const struct statistic *find_row(const struct machine_ops *own, size_t id)
{
    size_t i = 0;
    while (!has_it(machine_model(i), own, id))
        i++;
    return statistic(machine_model(i)->statistics, id);
}

/* The i-th model's name for it beside its own; NULL: none. */
static const char *model_alias(const struct machine_ops *own, size_t id, size_t i)
{
    const struct machine_ops *model = machine_model(i);
    return has_it(model, own, id) ? statistic_model_alias(model->statistics, id) : NULL;
}

static bool runs_model(const struct machine_line *machine, const struct machine_ops *model)
{
    return machine->model && strcmp(machine->model, model->model) == 0;
}

/* ---- JSON ---- */

static json_t *aliases_json(const struct machine_ops *own, size_t id)
{
    json_t *list = json_array();
    if (find_row(own, id)->alias)
        json_append(&list, json_string(find_row(own, id)->alias));
    for (size_t i = 0; machine_model(i); i++) {
        if (model_alias(own, id, i))
            json_append(&list, json_string(model_alias(own, id, i)));
    }
    return list;
}

static json_t *machines_json(struct machines machines, const struct machine_ops *own, size_t id)
{
    json_t *list = json_array();
    for (size_t i = 0; i < machines.count; i++) {
        for (size_t k = 0; machine_model(k); k++) {
            if (runs_model(&machines.list[i], machine_model(k)) &&
                has_it(machine_model(k), own, id))
                json_append(&list, json_string(machines.list[i].name));
        }
    }
    return list;
}

static json_t *row_json(struct machines machines, const struct machine_ops *own, size_t id)
{
    const struct statistic *s = find_row(own, id);
    return json_pack("{s:s, s:s, s:s, s:s?, s:s?, s:b, s:o, s:o}", "name", s->name, "unit",
                     s->unit, "about", s->about, "formula", s->formula, "launches",
                     s->derive ? NULL : s->max ? "max" : "sum", "clocked", s->timed, "aliases",
                     aliases_json(own, id), "machines", machines_json(machines, own, id));
}

static void write_json(struct machines machines, struct text *out)
{
    json_t *list = json_array();
    const struct machine_ops *model;
    for (size_t id = 0; id < STAT_COMMON; id++)
        json_append(&list, row_json(machines, NULL, id));
    for (size_t i = 0; (model = machine_model(i)) != NULL; i++) {
        for (size_t id = STAT_COMMON; statistic(model->statistics, id); id++)
            json_append(&list, row_json(machines, model, id));
    }
    json_text_add(json_pack("{s:i, s:o}", "schema", 1, "statistics", list), out);
}

/* ---- text ---- */

/* One more of a list that begins with `opening`. */
static void write_item(bool *first, const char *opening, const char *item, struct text *out)
{
    text_add(out, "%s%s", *first ? opening : ", ", item);
    *first = false;
}

static void write_aliases(const struct machine_ops *own, size_t id, struct text *out)
{
    bool first = true;
    if (find_row(own, id)->alias)
        write_item(&first, "; also ", find_row(own, id)->alias, out);
    for (size_t i = 0; machine_model(i); i++) {
        if (model_alias(own, id, i))
            write_item(&first, "; also ", model_alias(own, id, i), out);
    }
}

static void write_models(size_t id, struct text *out)
{
    bool first = true;
    for (size_t i = 0; machine_model(i); i++) {
        if (has_it(machine_model(i), NULL, id))
            write_item(&first, " [", machine_model(i)->model, out);
    }
    text_add(out, "]");
}

static void write_row(const struct machine_ops *own, size_t id, struct text *out)
{
    const struct statistic *s = find_row(own, id);
    text_add(out, "  %-33s %-22s %s", s->name, s->unit, s->about);
    if (s->formula)
        text_add(out, " = %s", s->formula);
    write_aliases(own, id, out);
    if (s->optional)
        write_models(id, out);
    text_add(out, "\n");
}

static void write_common(bool optional, const char *head, struct text *out)
{
    text_add(out, "%s\n", head);
    for (size_t id = 0; id < STAT_COMMON; id++) {
        if (find_row(NULL, id)->optional == optional)
            write_row(NULL, id, out);
    }
}

static void write_model(struct machines machines, const struct machine_ops *model,
                        struct text *out)
{
    bool first = true;
    text_add(out, "\nmodel %s", model->model);
    for (size_t i = 0; i < machines.count; i++) {
        if (runs_model(&machines.list[i], model))
            write_item(&first, ": ", machines.list[i].name, out);
    }
    text_add(out, "\n");
    for (size_t id = STAT_COMMON; statistic(model->statistics, id); id++)
        write_row(model, id, out);
}

void reference_write_statistics(const struct machine_line *machines, size_t count,
                                enum wc_format format, struct text *out)
{
    struct machines all = {machines, count};
    const struct machine_ops *model;
    if (format == WC_JSON) {
        write_json(all, out);
        return;
    }
    write_common(false, "every machine", out);
    write_common(true, "\nmachines with such a part [models]", out);
    for (size_t i = 0; (model = machine_model(i)) != NULL; i++)
        write_model(all, model, out);
}
