/* SPDX-License-Identifier: Apache-2.0 */
/* plan_axes.c - lists, ranges, seeds and pairs become axes. */
#include "sweep/plan_axes.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A number as a scalar at the place of the range that it is from. */
static const struct yaml_node *number_node(struct arena *arena, const struct yaml_node *place,
                                           double value)
{
    struct yaml_node *node = arena_alloc(arena, sizeof *node);
    *node = (struct yaml_node){.kind = YAML_SCALAR, .file = place->file, .line = place->line,
                               .column = place->column, .weight = 1};
    node->text = arena_format(arena, fabs(value) < 9e15 && value == floor(value) ? "%.0f" : "%.12g",
                              value);
    return node;
}

static enum wc_status read_number(struct error *err, const struct yaml_node *range,
                                  const char *key, double *out)
{
    const struct yaml_node *node = yaml_get(range, key);
    return node ? yaml_float(err, node, key, out) : WC_OK;
}

struct range {
    double from, to, step, times;
};

static enum wc_status check_range(struct error *err, const struct yaml_node *node,
                                  const struct range *range)
{
    if (!yaml_get(node, "from") || !yaml_get(node, "to"))
        return yaml_fail(err, node, "a range needs 'from' and 'to'");
    if (yaml_get(node, "step") && yaml_get(node, "times"))
        return yaml_fail(err, node, "a range has 'step' or 'times', not both");
    if (range->to < range->from)
        return yaml_fail(err, node, "the range is empty: from %g to %g", range->from, range->to);
    if (yaml_get(node, "times") && (range->times <= 1 || range->from <= 0))
        return yaml_fail(err, node, "'times' must be above 1, and 'from' above 0");
    if (range->step <= 0)
        return yaml_fail(err, node, "'step' must be above 0");
    return WC_OK;
}

static enum wc_status read_range(struct error *err, const struct yaml_node *node,
                                 struct range *range)
{
    static const char *const known[] = {"from", "to", "step", "times", NULL};
    *range = (struct range){.step = 1};
    enum wc_status status = yaml_known_keys(err, node, known, "a range");
    if (status == WC_OK)
        status = read_number(err, node, "from", &range->from);
    if (status == WC_OK)
        status = read_number(err, node, "to", &range->to);
    if (status == WC_OK)
        status = read_number(err, node, "step", &range->step);
    if (status == WC_OK)
        status = read_number(err, node, "times", &range->times);
    return status == WC_OK ? check_range(err, node, range) : status;
}

struct values {
    const struct yaml_node **list;
    size_t count;
};

/* Steps are multiplied, not added up: 0.1 + 0.1 + 0.1 is not 0.3. */
static enum wc_status expand_range(struct error *err, struct arena *arena,
                                   const struct yaml_node *node, struct values *values)
{
    struct range range;
    enum wc_status status = read_range(err, node, &range);
    const double slack = 1e-9 * fmax(fabs(range.from), fabs(range.to));
    double value = range.from;
    while (status == WC_OK && value <= range.to + slack) {
        if (values->count == SWEEP_VALUES_MAX)
            return yaml_fail(err, node, "the range has more than %d values", SWEEP_VALUES_MAX);
        values->list = arena_grow(arena, values->list, values->count, sizeof *values->list);
        values->list[values->count++] = number_node(arena, node, value);
        value = range.times > 1 ? value * range.times
                                : range.from + (double)values->count * range.step;
    }
    return status;
}

/* Values of machine parameters are scalars; those of a job may be anything. */
static enum wc_status check_value(struct error *err, const char *name,
                                  const struct yaml_node *value)
{
    const char *text;
    if (strcmp(name, "job.machine") == 0)
        return yaml_fail(err, value, "job.machine: 'machines' chooses the machines");
    if (strncmp(name, "job.", 4) == 0)
        return WC_OK;
    return yaml_string(err, value, name, &text);
}

static enum wc_status read_list(struct error *err, const char *name, const struct yaml_node *node,
                                struct values *values)
{
    enum wc_status status = WC_OK;
    values->list = node->items;
    values->count = node->count;
    if (!node->count)
        return yaml_fail(err, node, "%s: the list is empty", name);
    if (node->count > SWEEP_VALUES_MAX)
        return yaml_fail(err, node, "%s: more than %d values", name, SWEEP_VALUES_MAX);
    for (size_t i = 0; i < node->count && status == WC_OK; i++)
        status = check_value(err, name, node->items[i]);
    return status;
}

static enum wc_status read_values(struct error *err, struct arena *arena, const char *name,
                                  const struct yaml_node *node, struct values *values)
{
    *values = (struct values){0};
    if (node->kind == YAML_MAPPING)
        return expand_range(err, arena, node, values);
    if (node->kind == YAML_SEQUENCE)
        return read_list(err, name, node, values);
    values->list = arena_array(arena, 1, sizeof *values->list);
    values->list[0] = node;
    values->count = 1;
    return check_value(err, name, node);
}

const struct sweep_axis *sweep_axis_of(const struct sweep_plan *plan, const char *name, size_t *k)
{
    for (size_t i = 0; i < plan->axis_count; i++) {
        for (*k = 0; *k < plan->axes[i].name_count; ++*k)
            if (!strcmp(plan->axes[i].names[*k], name))
                return &plan->axes[i];
    }
    return NULL;
}

/* 04 and 0x4 are 4: one point. */
static const struct yaml_node *unified(struct arena *arena, const struct yaml_node *value)
{
    struct error ignored = {0};
    int64_t number;
    if (value->kind != YAML_SCALAR || yaml_type_of(value) != YAML_INTEGER)
        return value;
    const enum wc_status status =
        yaml_int(&ignored, value, "a value", INT64_MIN, INT64_MAX, &number);
    error_clear(&ignored);
    if (status != WC_OK)
        return value;
    struct yaml_node *node = arena_alloc(arena, sizeof *node);
    *node = *value;
    node->text = arena_format(arena, "%" PRId64, number);
    return node;
}

/* Names of jobs and machines may look like numbers. */
static void unify_integers(struct arena *arena, struct sweep_axis *axis)
{
    const size_t count = axis->count * axis->name_count;
    const struct yaml_node **values = arena_array(arena, count, sizeof *values);
    for (size_t i = 0; i < count; i++) {
        const char *name = axis->names[i % axis->name_count];
        const bool named = !strcmp(name, "job") || !strcmp(name, "machine");
        values[i] = named ? axis->values[i] : unified(arena, axis->values[i]);
    }
    axis->values = values;
}

static enum wc_status add_axis(struct error *err, struct sweep_plan *plan,
                               const struct sweep_axis *axis)
{
    size_t k;
    if (plan->axis_count == SWEEP_AXES_MAX)
        return yaml_fail(err, axis->place, "more than %d parameters", SWEEP_AXES_MAX);
    for (size_t i = 0; i < axis->name_count; i++)
        if (sweep_axis_of(plan, axis->names[i], &k))
            return yaml_fail(err, axis->place, "'%s' has values in two places", axis->names[i]);
    plan->axes[plan->axis_count++] = *axis;
    unify_integers(&plan->arena, &plan->axes[plan->axis_count - 1]);
    return WC_OK;
}

enum wc_status plan_read_axis(struct error *err, struct sweep_plan *plan, const char *name,
                              const struct yaml_node *node)
{
    struct values values;
    enum wc_status status = read_values(err, &plan->arena, name, node, &values);
    if (status != WC_OK)
        return status;
    const char **names = arena_array(&plan->arena, 1, sizeof *names);
    names[0] = name;
    return add_axis(err, plan, &(struct sweep_axis){names, 1, values.count, values.list, node});
}

enum wc_status plan_read_seeds(struct error *err, struct sweep_plan *plan,
                               const struct yaml_node *node)
{
    uint64_t count;
    if (node->kind != YAML_SCALAR)
        return plan_read_axis(err, plan, "seed", node);
    enum wc_status status = yaml_uint(err, node, "seeds", 1, SWEEP_VALUES_MAX, &count);
    if (status != WC_OK)
        return status;
    const char **names = arena_array(&plan->arena, 1, sizeof *names);
    const struct yaml_node **values = arena_array(&plan->arena, count, sizeof *values);
    names[0] = "seed";
    for (size_t i = 0; i < count; i++)
        values[i] = number_node(&plan->arena, node, (double)i);
    return add_axis(err, plan, &(struct sweep_axis){names, 1, count, values, node});
}

/* One column of paired values. */
static enum wc_status read_column(struct error *err, struct sweep_plan *plan,
                                  struct sweep_axis *axis, const struct yaml_pair *pair)
{
    struct values values;
    const size_t width = axis->place->count, k = axis->name_count;
    enum wc_status status =
        read_values(err, &plan->arena, pair->key->text, pair->value, &values);
    if (status != WC_OK)
        return status;
    if (k && values.count != axis->count)
        return yaml_fail(err, pair->value, "'%s' has %zu values, '%s' has %zu; paired values have "
                         "lists of the same length", pair->key->text, values.count,
                         axis->names[0], axis->count);
    if (!k)
        axis->values = arena_array(&plan->arena, values.count * width, sizeof *axis->values);
    axis->count = values.count;
    axis->names[axis->name_count++] = pair->key->text;
    for (size_t i = 0; i < values.count; i++)
        axis->values[i * width + k] = values.list[i];
    return WC_OK;
}

enum wc_status plan_read_pairs(struct error *err, struct sweep_plan *plan,
                               const struct yaml_node *node)
{
    struct sweep_axis axis = {.place = node};
    enum wc_status status =
        yaml_expect(err, node, YAML_MAPPING, "a mapping of names to lists of paired values");
    if (status == WC_OK && !node->count)
        return yaml_fail(err, node, "the mapping of paired values is empty");
    if (status == WC_OK)
        axis.names = arena_array(&plan->arena, node->count, sizeof *axis.names);
    for (size_t i = 0; status == WC_OK && i < node->count; i++)
        status = read_column(err, plan, &axis, &node->pairs[i]);
    return status == WC_OK ? add_axis(err, plan, &axis) : status;
}
