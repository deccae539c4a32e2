/* SPDX-License-Identifier: Apache-2.0 */
/* job_yaml_launches.c - the launches: the top-level keys, and the items of `launches:` that
 * override some of them. An item starts as a copy of the top level, so inherited lists are
 * shared. */
#include <string.h>

#include "load/image.h"
#include "load/job_yaml.h"

static enum wc_status read_triple(struct job_reader *reader, const struct yaml_node *node,
                                  const char *what, unsigned max, uint32_t *out)
{
    uint64_t sizes[3] = {1, 1, 1};
    unsigned count;
    enum wc_status status =
        job_read_sizes(reader, node, what, max, UINT32_MAX, sizes, &count);
    for (unsigned i = 0; i < max; i++)
        out[i] = (uint32_t)sizes[i];
    return status;
}

/* A number, or {max: N, total: M}. */
static enum wc_status read_loop(struct job_reader *reader, const struct yaml_node *node,
                                struct job_loop *loop)
{
    static const char *const known[] = {"max", "total", NULL};
    if (node->kind != YAML_MAPPING) {
        loop->has_max = true;
        return yaml_uint(reader->err, node, "loops", 1, LOOP_BOUND_MAX, &loop->max);
    }
    enum wc_status status = yaml_known_keys(reader->err, node, known, "a loop");
    const struct yaml_node *max = NULL, *total = NULL;
    if (status == WC_OK && (max = yaml_get(node, "max")))
        status = yaml_uint(reader->err, max, "max", 1, LOOP_BOUND_MAX, &loop->max);
    if (status == WC_OK && (total = yaml_get(node, "total")))
        status = yaml_uint(reader->err, total, "total", 1, LOOP_BOUND_MAX, &loop->total);
    if (status == WC_OK && !max && !total)
        status = yaml_fail(reader->err, node, "a loop needs 'max', 'total' or both");
    job_loop_complete(loop);
    return status;
}

static enum wc_status read_loops(struct job_reader *reader, const struct yaml_node *node,
                                 struct job_launch *launch)
{
    enum wc_status status = yaml_expect(reader->err, node, YAML_MAPPING, "a mapping of loops");
    if (status != WC_OK)
        return status;
    launch->loops = arena_array(&reader->job->arena, node->count, sizeof *launch->loops);
    launch->loop_count = node->count;
    for (size_t i = 0; status == WC_OK && i < node->count; i++) {
        const struct yaml_node *key = node->pairs[i].key;
        launch->loops[i].name = key->text;
        launch->loops[i].place = job_place_of(key);
        if (!job_is_loop_name(key->text))
            return yaml_fail(reader->err, key,
                             "expected a loop's address (\"0x1a8\") or source line (\"k.cl:17\"), "
                             "found '%.64s'",
                             key->text);
        status = read_loop(reader, node->pairs[i].value, &launch->loops[i]);
    }
    return status;
}

static enum wc_status read_kernel(struct job_reader *reader, const struct yaml_node *node,
                                  struct job_launch *launch)
{
    const char *name;
    enum wc_status status = yaml_string(reader->err, node, "kernel", &name);
    if (status != WC_OK)
        return status;
    launch->kernel = job_resolve_path(reader->job, name);
    launch->kernel_place = job_place_of(node);
    return WC_OK;
}

static enum wc_status read_split(struct job_reader *reader, const struct yaml_node *node,
                                 struct job_launch *launch)
{
    const char *name;
    enum wc_status status = yaml_string(reader->err, node, "split", &name);
    if (status == WC_OK)
        launch->split = job_resolve_path(reader->job, name);
    return status;
}

static enum wc_status read_entry(struct job_reader *reader, const struct yaml_node *node,
                                 struct job_launch *launch)
{
    return yaml_string(reader->err, node, "entry", &launch->entry);
}

static enum wc_status read_grid(struct job_reader *reader, const struct yaml_node *node,
                                struct job_launch *launch)
{
    launch->has_grid = true;
    return read_triple(reader, node, "grid", 3, launch->grid);
}

static enum wc_status read_block(struct job_reader *reader, const struct yaml_node *node,
                                 struct job_launch *launch)
{
    launch->has_block = true;
    return read_triple(reader, node, "block", 3, launch->block);
}

static enum wc_status read_ndrange(struct job_reader *reader, const struct yaml_node *node,
                                   struct job_launch *launch)
{
    launch->has_ndrange = true;
    launch->ndrange_place = job_place_of(node);
    return read_triple(reader, node, "ndrange", 2, launch->ndrange);
}

static enum wc_status read_width(struct job_reader *reader, const struct yaml_node *node,
                                 struct job_launch *launch)
{
    uint64_t width = 0;
    launch->width_place = job_place_of(node);
    enum wc_status status = yaml_uint(reader->err, node, "width", 1, UINT32_MAX, &width);
    launch->width = (uint32_t)width;
    return status;
}

static enum wc_status read_shared(struct job_reader *reader, const struct yaml_node *node,
                                  struct job_launch *launch)
{
    return yaml_uint(reader->err, node, "shared", 0, UINT32_MAX, &launch->shared);
}

static enum wc_status read_period(struct job_reader *reader, const struct yaml_node *node,
                                  struct job_launch *launch)
{
    return job_read_time(reader->err, node, "period", &launch->period);
}

static enum wc_status read_deadline(struct job_reader *reader, const struct yaml_node *node,
                                    struct job_launch *launch)
{
    return job_read_time(reader->err, node, "deadline", &launch->deadline);
}

static enum wc_status read_priority(struct job_reader *reader, const struct yaml_node *node,
                                    struct job_launch *launch)
{
    launch->has_priority = true;
    return yaml_uint(reader->err, node, "priority", 0, UINT32_MAX, &launch->priority);
}

static enum wc_status read_stack(struct job_reader *reader, const struct yaml_node *node,
                                 struct job_launch *launch)
{
    enum { STACK_MAX = 512 << 10 }; /* of CUDA, per thread */
    return yaml_uint(reader->err, node, "stack", 1, STACK_MAX, &launch->stack);
}

static enum wc_status read_cooperative(struct job_reader *reader, const struct yaml_node *node,
                                       struct job_launch *launch)
{
    return yaml_bool(reader->err, node, "cooperative", &launch->cooperative);
}

struct launch_key {
    const char *name;
    enum wc_status (*read)(struct job_reader *, const struct yaml_node *, struct job_launch *);
};

static const struct launch_key launch_keys[] = {
    {"kernel", read_kernel},   {"entry", read_entry}, {"grid", read_grid},
    {"block", read_block},     {"args", job_read_args},   {"loops", read_loops},
    {"ndrange", read_ndrange}, {"width", read_width}, {"shared", read_shared},
    {"split", read_split},     {"period", read_period},
    {"deadline", read_deadline}, {"priority", read_priority}, {"stack", read_stack},
    {"cooperative", read_cooperative},
};
enum { LAUNCH_KEYS = sizeof launch_keys / sizeof *launch_keys };

static enum wc_status read_keys(struct job_reader *reader, const struct yaml_node *node,
                                struct job_launch *launch)
{
    enum wc_status status = WC_OK;
    launch->place = job_place_of(node);
    for (size_t i = 0; status == WC_OK && i < LAUNCH_KEYS; i++) {
        const struct yaml_node *value = yaml_get(node, launch_keys[i].name);
        if (value)
            status = launch_keys[i].read(reader, value, launch);
    }
    return status;
}

static enum wc_status add_launch(struct job_reader *reader, const struct job_launch *read)
{
    if (!read->kernel)
        return fail_at(reader->err, WC_BAD_INPUT, reader->job->path, read->place.line,
                       read->place.column, "'kernel' is missing");
    *job_add_launch(reader->job, read->kernel) = *read;
    return WC_OK;
}

static enum wc_status read_item(struct job_reader *reader, const struct yaml_node *item,
                                const struct job_launch *top)
{
    const char *known[LAUNCH_KEYS + 1] = {NULL};
    struct job_launch launch = *top;
    for (size_t i = 0; i < LAUNCH_KEYS; i++)
        known[i] = launch_keys[i].name;
    enum wc_status status = yaml_known_keys(reader->err, item, known, "a launch");
    if (status == WC_OK)
        status = read_keys(reader, item, &launch);
    return status == WC_OK ? add_launch(reader, &launch) : status;
}

enum wc_status job_read_launches(struct job_reader *reader, const struct yaml_node *root)
{
    struct job_launch top = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    const struct yaml_node *list = yaml_get(root, "launches");
    enum wc_status status = read_keys(reader, root, &top);
    if (status != WC_OK)
        return status;
    if (!list)
        return add_launch(reader, &top);
    status = yaml_expect(reader->err, list, YAML_SEQUENCE, "a list of launches");
    if (status == WC_OK && (!list->count || list->count > JOB_LAUNCHES_MAX))
        status = yaml_fail(reader->err, list, "expected 1 to %d launches, found %zu",
                           JOB_LAUNCHES_MAX, list->count);
    for (size_t i = 0; status == WC_OK && i < list->count; i++)
        status = read_item(reader, list->items[i], &top);
    return status;
}
