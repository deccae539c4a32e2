/* SPDX-License-Identifier: Apache-2.0 */
/* plan_names.c - names that no run of a sweep can use: machines that do not exist, and parameters
 * that none of its machines has. Found before the first run, they cost no rows. */
#include "sweep/plan_names.h"

#include <jansson.h>
#include <string.h>

#include "sweep/identity.h"

struct names {
    struct arena arena;
    const char **list;
    size_t count;
};

static void add_name(struct names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->list[i], name) == 0)
            return;
    names->list = arena_grow(&names->arena, names->list, names->count, sizeof *names->list);
    names->list[names->count++] = arena_strdup(&names->arena, name);
}

void sweep_name_machines(struct sweep_plan *plan, wc_context *context)
{
    for (size_t i = 0; i < plan->job_count; i++) {
        wc_job *job;
        if (plan->jobs[i].machine || wc_job_open(context, plan->jobs[i].path, &job) != WC_OK)
            continue;
        const char *name = wc_job_machine_name(job);
        plan->jobs[i].machine = name ? arena_strdup(&plan->arena, name) : NULL;
        wc_job_free(job);
    }
}

static void add_parameters(struct names *parameters, const char *text)
{
    json_t *machine = json_loads(text, 0, NULL), *row;
    size_t i;
    json_array_foreach(json_object_get(machine, "parameters"), i, row)
        add_name(parameters, json_string_value(json_object_get(row, "name")));
    json_decref(machine);
}

/* `place`: where the sweep names the machine; NULL: a job does. */
static enum wc_status read_machine(struct error *err, wc_context *context, const char *machine,
                                   const struct yaml_node *place, struct names *parameters)
{
    char *text = NULL;
    const enum wc_status status = wc_machine_text(context, machine, NULL, 0, WC_JSON, &text);
    const char *where = wc_error_place(context), *help = wc_error_hint(context);
    if (status == WC_OK)
        add_parameters(parameters, text);
    else if (status != WC_BAD_INPUT)
        fail(err, status, "%s", wc_error_message(context));
    else if (place)
        yaml_fail(err, place, "%s%s%s", where ? where : "", where ? ": " : "",
                  wc_error_message(context));
    if (err->status != WC_OK && help)
        hint(err, "%s", help);
    wc_text_free(text);
    return err->status;
}

/* The parameters of all machines of the sweep. */
static enum wc_status read_machines(struct error *err, struct sweep_plan *plan, wc_context *context,
                                    struct names *parameters)
{
    size_t k;
    const struct sweep_axis *axis = sweep_axis_of(plan, "machine", &k);
    struct names seen = {0};
    enum wc_status status = WC_OK;
    const size_t count = axis ? axis->count : plan->job_count;
    for (size_t i = 0; i < count && status == WC_OK; i++) {
        const struct yaml_node *place = axis ? axis->values[i * axis->name_count + k] : NULL;
        const char *machine = axis ? sweep_machine_path(&seen.arena, plan, place->text)
                                   : plan->jobs[i].machine;
        const size_t before = seen.count;
        if (machine)
            add_name(&seen, machine);
        if (seen.count > before)
            status = read_machine(err, context, machine, place, parameters);
    }
    arena_free(&seen.arena);
    return status;
}

static bool is_machines(const char *name)
{
    return strcmp(name, "job") != 0 && strcmp(name, "machine") != 0 && strcmp(name, "mode") != 0 &&
           sweep_sets_machine(&(struct sweep_setting){.name = name});
}

static enum wc_status check_parameter(struct error *err, const struct names *parameters,
                                      const char *name, const struct yaml_node *place)
{
    for (size_t i = 0; i < parameters->count; i++)
        if (strcmp(parameters->list[i], name) == 0)
            return WC_OK;
    const char *near = wc_nearest(name, parameters->list, parameters->count);
    yaml_fail(err, place, "no machine of this sweep has a parameter '%.64s'", name);
    if (near)
        hint(err, "did you mean '%s'?", near);
    return WC_BAD_INPUT;
}

enum wc_status sweep_check_names(struct error *err, struct sweep_plan *plan, wc_context *context)
{
    struct names parameters = {0};
    sweep_name_machines(plan, context);
    enum wc_status status = read_machines(err, plan, context, &parameters);
    for (size_t a = 0; a < plan->axis_count && parameters.count && status == WC_OK; a++) {
        const struct sweep_axis *axis = &plan->axes[a];
        for (size_t k = 0; k < axis->name_count && status == WC_OK; k++)
            if (is_machines(axis->names[k]))
                status = check_parameter(err, &parameters, axis->names[k], axis->place);
    }
    arena_free(&parameters.arena);
    return status;
}
