/* SPDX-License-Identifier: Apache-2.0 */
/* plan_jobs.c - the job files of a sweep: patterns of names, their texts, and what they read. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "load/input.h"
#include "sweep/hash.h"
#include "sweep/plan.h"

static const char *path_of(struct sweep_plan *plan, const char *name)
{
    return *name == '/' ? name : arena_format(&plan->arena, "%s%s", plan->folder, name);
}

/* A machine's name, or the path of a file that is named in `folder`. */
static const char *machine_path_in(struct arena *arena, const char *folder, const char *machine)
{
    const size_t length = strlen(machine);
    const bool is_file = length > 5 && strcmp(machine + length - 5, ".yaml") == 0;
    return is_file && *machine != '/' ? arena_format(arena, "%s%s", *folder ? folder : "./",
                                                     machine)
                                      : machine;
}

const char *sweep_machine_path(struct arena *arena, const struct sweep_plan *plan,
                               const char *machine)
{
    return machine_path_in(arena, plan->folder, machine);
}

/* The files whose names stand for their contents: binaries, arrays, tables of split points. */
static bool names_file(const char *key)
{
    return !strcmp(key, "kernel") || !strcmp(key, "file") || !strcmp(key, "split");
}

typedef void named_file_fn(void *user, const char *folder, const char *name);

/* Calls `found` for each file that is named in a part of a job in `folder`. */
static void find_files(const struct yaml_node *node, const char *folder, named_file_fn *found,
                       void *user)
{
    for (size_t i = 0; node->kind == YAML_SEQUENCE && i < node->count; i++)
        find_files(node->items[i], folder, found, user);
    for (size_t i = 0; node->kind == YAML_MAPPING && i < node->count; i++) {
        const struct yaml_node *value = node->pairs[i].value;
        if (value->kind == YAML_SCALAR && names_file(node->pairs[i].key->text))
            found(user, folder, value->text);
        else
            find_files(value, folder, found, user);
    }
}

static void hash_found(void *hash, const char *folder, const char *name)
{
    hash_add_file(hash, folder, name);
}

/* With its slash; "" for the working folder. */
static const char *job_folder(struct arena *arena, const struct sweep_job *job)
{
    const char *slash = strrchr(job->path, '/');
    return slash ? arena_strndup(arena, job->path, (size_t)(slash - job->path) + 1) : "";
}

/* A message must not look like another one. */
static const char *in_one_line(struct arena *arena, const char *name)
{
    char *line = arena_strdup(arena, name);
    for (char *at = line; *at; at++)
        if (*at == '\n' || *at == '\t')
            *at = ' ';
    return line;
}

/* A file that is not YAML is a job that fails, with its reason in the database. */
static enum wc_status read_job(struct error *err, struct sweep_plan *plan,
                               const struct yaml_node *place, struct sweep_job *job)
{
    struct error unread = {.allowance = err->allowance};
    struct hash hash;
    char *text = NULL;
    enum wc_status status = input_read_all(&unread, job->path, YAML_BYTES_MAX, &text, &job->length);
    if (status != WC_OK) {
        yaml_fail(err, place, "job '%s': %s", in_one_line(&plan->arena, job->name),
                  unread.message);
        error_clear(&unread);
        return status;
    }
    job->text = arena_strndup(&plan->arena, text, job->length);
    free(text);
    if (yaml_parse(&unread, &plan->arena, job->path, job->text, job->length, &job->root) != WC_OK)
        job->root = NULL;
    error_clear(&unread);
    hash_begin(&hash);
    if (job->root)
        find_files(job->root, job_folder(&plan->arena, job), hash_found, &hash);
    job->inputs = hash_end(&hash, &plan->arena);
    return WC_OK;
}

static enum wc_status add_job(struct error *err, struct sweep_plan *plan,
                              const struct yaml_node *place, const char *name)
{
    for (size_t i = 0; i < plan->job_count; i++)
        if (!strcmp(plan->jobs[i].name, name))
            return WC_OK;
    plan->jobs = arena_grow(&plan->arena, plan->jobs, plan->job_count, sizeof *plan->jobs);
    struct sweep_job *job = &plan->jobs[plan->job_count++];
    *job = (struct sweep_job){.name = name, .path = path_of(plan, name)};
    return read_job(err, plan, place, job);
}

/* The values of an axis while patterns are replaced. */
struct names {
    const struct yaml_node **values;
    size_t count;
};

static void add_name(struct sweep_plan *plan, struct names *names, const struct yaml_node *place,
                     const char *name)
{
    struct yaml_node *node = arena_alloc(&plan->arena, sizeof *node);
    *node = *place;
    node->text = arena_strdup(&plan->arena, name);
    names->values = arena_grow(&plan->arena, names->values, names->count, sizeof *names->values);
    names->values[names->count++] = node;
}

static enum wc_status add_pattern(struct error *err, struct sweep_plan *plan, struct names *names,
                                  const struct yaml_node *place)
{
    glob_t found;
    if (!strpbrk(place->text, "*?[")) {
        add_name(plan, names, place, place->text);
        return WC_OK;
    }
    const char *pattern = path_of(plan, place->text);
    const size_t prefix = *place->text == '/' ? 0 : strlen(plan->folder);
    const int result = glob(pattern, 0, NULL, &found);
    for (size_t i = 0; result == 0 && i < found.gl_pathc; i++)
        add_name(plan, names, place, found.gl_pathv[i] + prefix);
    if (result == 0)
        globfree(&found);
    return result == 0 ? WC_OK
                       : yaml_fail(err, place, "no file matches '%.200s'",
                                   in_one_line(&plan->arena, place->text));
}

static enum wc_status replace_patterns(struct error *err, struct sweep_plan *plan,
                                       struct sweep_axis *axis)
{
    struct names names = {0};
    enum wc_status status = WC_OK;
    for (size_t i = 0; i < axis->count && status == WC_OK; i++)
        status = add_pattern(err, plan, &names, axis->values[i]);
    axis->values = names.values;
    axis->count = names.count;
    return status;
}

enum wc_status sweep_find_jobs(struct error *err, struct sweep_plan *plan)
{
    size_t k;
    struct sweep_axis *axis = &plan->axes[sweep_axis_of(plan, "job", &k) - plan->axes];
    enum wc_status status =
        axis->name_count == 1 ? replace_patterns(err, plan, axis) : WC_OK;
    for (size_t i = 0; i < axis->count && status == WC_OK; i++) {
        const struct yaml_node *node = axis->values[i * axis->name_count + k];
        status = add_job(err, plan, node, node->text);
    }
    return status;
}

/* ---- inputs ---- */

struct inputs {
    struct sweep_plan *plan;
    wc_context *context;
    const char *machine; /* the last one: most jobs have the same */
    enum wc_status status;
};

static void add_input(struct inputs *inputs, const char *path, const char *what)
{
    if (inputs->status == WC_OK)
        inputs->status = wc_context_add_input(inputs->context, path, what);
}

static void add_found(void *user, const char *folder, const char *name)
{
    struct inputs *inputs = user;
    const char *path =
        *name == '/' ? name : arena_format(&inputs->plan->arena, "%s%s", folder, name);
    add_input(inputs, path, "a file of a job");
}

/* With the machines that it is based on. */
static void add_machine(struct inputs *inputs, const char *path)
{
    char *text = NULL;
    if (inputs->status != WC_OK || (inputs->machine && !strcmp(inputs->machine, path)))
        return;
    inputs->machine = path;
    enum wc_status status = wc_machine_text(inputs->context, path, NULL, 0, WC_TEXT, &text);
    inputs->status = wc_error_refused(inputs->context) ? status : WC_OK;
    wc_text_free(text);
}

static void add_job_inputs(struct inputs *inputs, const struct sweep_job *job)
{
    struct arena *arena = &inputs->plan->arena;
    const char *folder = job_folder(arena, job);
    add_input(inputs, job->path, "the job");
    if (!job->root || job->root->kind != YAML_MAPPING)
        return;
    find_files(job->root, folder, add_found, inputs);
    const struct yaml_node *machine = yaml_get(job->root, "machine");
    if (machine && machine->kind == YAML_SCALAR)
        add_machine(inputs, machine_path_in(arena, folder, machine->text));
}

/* "job.buffers.a.file": relative to each job. */
static void add_changed(struct inputs *inputs, const char *name, const struct yaml_node *value)
{
    const bool is_name = value->kind == YAML_SCALAR && names_file(strrchr(name, '.') + 1);
    if (value->kind == YAML_SCALAR && !is_name)
        return;
    for (size_t i = 0; i < inputs->plan->job_count; i++) {
        const char *folder = job_folder(&inputs->plan->arena, &inputs->plan->jobs[i]);
        if (is_name)
            add_found(inputs, folder, value->text);
        else
            find_files(value, folder, add_found, inputs);
    }
}

static void add_axis_inputs(struct inputs *inputs, const struct sweep_axis *axis)
{
    for (size_t i = 0; i < axis->count * axis->name_count; i++) {
        const char *name = axis->names[i % axis->name_count];
        if (!strcmp(name, "machine") && axis->values[i]->kind == YAML_SCALAR)
            add_machine(inputs, sweep_machine_path(&inputs->plan->arena, inputs->plan,
                                                   axis->values[i]->text));
        else if (!strncmp(name, "job.", 4))
            add_changed(inputs, name, axis->values[i]);
    }
}

enum wc_status sweep_add_files(struct sweep_plan *plan, wc_context *context)
{
    struct inputs inputs = {.plan = plan, .context = context};
    for (size_t i = 0; i < plan->job_count; i++)
        add_job_inputs(&inputs, &plan->jobs[i]);
    for (size_t i = 0; i < plan->axis_count; i++)
        add_axis_inputs(&inputs, &plan->axes[i]);
    return inputs.status;
}
