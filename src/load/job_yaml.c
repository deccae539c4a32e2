/* SPDX-License-Identifier: Apache-2.0 */
/* job_yaml.c - a job file as a whole (docs/job-file.md); its larger parts are read by
 * job_yaml_buffers.c, job_yaml_launches.c and job_yaml_outputs.c. */
#include "load/job_yaml.h"

#include <stdlib.h>
#include <string.h>

#include "load/input.h"

struct job_place job_place_of(const struct yaml_node *node)
{
    return (struct job_place){node->line, node->column};
}

const char *job_resolve_path(struct job *job, const char *file)
{
    if (*file == '/' || !*job->folder)
        return file;
    return arena_format(&job->arena, "%s/%s", job->folder, file);
}

enum wc_status job_read_sizes(struct job_reader *reader, const struct yaml_node *node,
                              const char *what, unsigned max, uint64_t limit, uint64_t *sizes,
                              unsigned *count)
{
    if (node->kind == YAML_SCALAR) {
        *count = 1;
        return yaml_uint(reader->err, node, what, 1, limit, sizes);
    }
    enum wc_status status = yaml_expect(reader->err, node, YAML_SEQUENCE, "a list of integers");
    if (status != WC_OK)
        return status;
    if (!node->count || node->count > max)
        return yaml_fail(reader->err, node, "%s: expected 1 to %u integers, found %zu", what, max,
                         node->count);
    *count = (unsigned)node->count;
    for (unsigned i = 0; i < *count && status == WC_OK; i++)
        status = yaml_uint(reader->err, node->items[i], what, 1, limit, &sizes[i]);
    return status;
}

static enum wc_status read_sets(struct job_reader *reader, const struct yaml_node *root)
{
    struct job *job = reader->job;
    const struct yaml_node *sets = yaml_get(root, "set");
    if (!sets)
        return WC_OK;
    enum wc_status status = yaml_expect(reader->err, sets, YAML_MAPPING,
                                        "a mapping of parameters to values");
    job->sets = arena_array(&job->arena, sets->count, sizeof *job->sets);
    for (size_t i = 0; status == WC_OK && i < sets->count; i++) {
        const struct yaml_node *key = sets->pairs[i].key, *value = sets->pairs[i].value;
        struct job_set *set = &job->sets[job->set_count++];
        set->key = key->text;
        set->origin = arena_format(&job->arena, "%s:%d:%d", job->path, key->line, key->column);
        status = yaml_string(reader->err, value, key->text, &set->value);
    }
    return status;
}

static enum wc_status read_text(struct job_reader *reader, const struct yaml_node *root,
                                const char *key, const char **out)
{
    const struct yaml_node *node = yaml_get(root, key);
    return node ? yaml_string(reader->err, node, key, out) : WC_OK;
}

/* A machine's name, or a machine file next to the job. */
static enum wc_status read_machine(struct job_reader *reader, const struct yaml_node *root)
{
    const char **machine = &reader->job->machine;
    enum wc_status status = read_text(reader, root, "machine", machine);
    size_t length = *machine ? strlen(*machine) : 0;
    if (status == WC_OK && length > 5 && strcmp(*machine + length - 5, ".yaml") == 0)
        *machine = job_resolve_path(reader->job, *machine);
    return status;
}

static enum wc_status read_scheduler(struct job_reader *reader, const struct yaml_node *root)
{
    const struct yaml_node *node = yaml_get(root, "scheduler");
    if (node)
        reader->job->scheduler_place = job_place_of(node);
    return read_text(reader, root, "scheduler", &reader->job->scheduler);
}

static enum wc_status read_heap(struct job_reader *reader, const struct yaml_node *root)
{
    enum { HEAP_MIN = 4096 };
    const struct yaml_node *node = yaml_get(root, "heap");
    return node ? yaml_uint(reader->err, node, "heap", HEAP_MIN, ARRAY_BYTES_MAX,
                            &reader->job->heap)
                : WC_OK;
}

static enum wc_status read_out_of_bounds(struct job_reader *reader, const struct yaml_node *root)
{
    static const char key[] = "on_out_of_bounds";
    const struct yaml_node *node = yaml_get(root, key);
    const char *choice = "stop";
    enum wc_status status = node ? yaml_string(reader->err, node, key, &choice) : WC_OK;
    reader->job->tolerant = strcmp(choice, "warn") == 0;
    if (status == WC_OK && !reader->job->tolerant && strcmp(choice, "stop"))
        return yaml_fail(reader->err, node, "%s: expected stop or warn, found '%s'", key, choice);
    return status;
}

static enum wc_status read_job(struct job_reader *reader, const struct yaml_node *root)
{
    static const char *const known[] = {
        "about",   "kernel", "entry", "machine", "set",   "grid",  "block",    "ndrange", "width",
        "shared",  "args",   "loops", "split",   "buffers", "symbols", "launches", "expect", "save",
        "period",  "deadline", "priority", "scheduler", "stack",
        "heap",    "on_out_of_bounds", "cooperative", "textures", NULL,
    };
    enum wc_status status = yaml_known_keys(reader->err, root, known, "a job");
    if (status == WC_OK)
        status = read_text(reader, root, "about", &reader->job->about);
    if (status == WC_OK)
        status = read_machine(reader, root);
    if (status == WC_OK)
        status = read_scheduler(reader, root);
    if (status == WC_OK)
        status = read_heap(reader, root);
    if (status == WC_OK)
        status = read_out_of_bounds(reader, root);
    if (status == WC_OK)
        status = read_sets(reader, root);
    if (status == WC_OK)
        status = job_read_buffers(reader, root);
    if (status == WC_OK)
        status = job_read_textures(reader, root);
    if (status == WC_OK)
        status = job_read_launches(reader, root);
    if (status == WC_OK)
        status = job_read_expects(reader, root);
    if (status == WC_OK)
        status = job_read_saves(reader, root);
    return status == WC_OK ? job_check(reader->err, reader->job) : status;
}

/* The folder part of a path, "" when it has none. */
static const char *folder_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return "";
    return arena_strndup(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

enum wc_status job_parse(struct error *err, const char *path, const char *text, size_t length,
                         struct job *job)
{
    struct job_reader reader = {err, job};
    const struct yaml_node *root;
    job_init(job);
    job->path = arena_strdup(&job->arena, path);
    job->folder = folder_of(&job->arena, path);
    enum wc_status status = yaml_parse(err, &job->arena, path, text, length, &root);
    return status == WC_OK ? read_job(&reader, root) : status;
}

/* What somebody may pass instead of a job: its ending (NULL: an ELF file), and what to do. */
static const struct {
    const char *ending, *what, *hint;
} kernels[] = {
    {NULL, "a kernel binary", "write a job with `kernel: FILE`, grid, block and args; `warpclock "
                              "info FILE` lists the parameters"},
    {".sas", "a kernel file", "write a job with `kernel: FILE`, ndrange and width; `warpclock info "
                              "FILE` lists its buffers"},
    {".cl", "a source file", "docs/your-own-kernel.md shows how to compile and launch it"},
    {".cu", "a source file", "docs/your-own-kernel.md shows how to compile and launch it"},
    {".s", "a source file", "docs/your-own-kernel.md shows how to assemble and launch it"},
};

/* Passing a kernel instead of a job is a likely mistake. */
static enum wc_status refuse_kernel(struct error *err, const char *path, const char *text,
                                    size_t length)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        const bool is_one = kernels[i].ending ? dot && strcmp(dot, kernels[i].ending) == 0
                                              : length >= 4 && memcmp(text, "\177ELF", 4) == 0;
        if (!is_one)
            continue;
        fail_at(err, WC_BAD_INPUT, path, 0, 0, "this is %s; expected a job file (YAML)",
                kernels[i].what);
        hint(err, "%s", kernels[i].hint);
        return WC_BAD_INPUT;
    }
    return WC_OK;
}

enum wc_status job_load(struct error *err, const char *path, struct job *job)
{
    char *text;
    size_t length;
    job_init(job);
    enum wc_status status = input_read_all(err, path, YAML_BYTES_MAX, &text, &length);
    if (status == WC_OK)
        status = refuse_kernel(err, path, text, length);
    if (status == WC_OK)
        status = job_parse(err, path, text, length, job);
    free(text);
    return status;
}
