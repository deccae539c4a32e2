/* SPDX-License-Identifier: Apache-2.0 */
/* plan.c - the keys of SWEEP.yaml, exclusions, and the points that are left. */
#include "sweep/plan.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "load/input.h"
#include "load/job_yaml.h"
#include "sweep/plan_axes.h"

const char *const sweep_modes[] = {"run", "functional", "bound", "check", NULL};

/* ---- keys ---- */

static enum wc_status read_schema(struct error *err, const struct yaml_node *root)
{
    const struct yaml_node *node = yaml_get(root, "schema");
    uint64_t schema;
    enum wc_status status = node ? yaml_uint(err, node, "schema", 1, UINT32_MAX, &schema) : WC_OK;
    if (status == WC_OK && node && schema != SWEEP_SCHEMA)
        return yaml_fail(err, node, "schema %u is not known; this version reads schema %d",
                         (unsigned)schema, SWEEP_SCHEMA);
    return status;
}

static enum wc_status read_parameters(struct error *err, struct sweep_plan *plan,
                                      const struct yaml_node *root, const char *key)
{
    const struct yaml_node *node = yaml_get(root, key);
    enum wc_status status =
        node ? yaml_expect(err, node, YAML_MAPPING, "a mapping of parameters to values") : WC_OK;
    for (size_t i = 0; node && status == WC_OK && i < node->count; i++)
        status = plan_read_axis(err, plan, node->pairs[i].key->text, node->pairs[i].value);
    return status;
}

static enum wc_status read_zip(struct error *err, struct sweep_plan *plan,
                               const struct yaml_node *root)
{
    const struct yaml_node *node = yaml_get(root, "zip");
    enum wc_status status = WC_OK;
    if (!node)
        return WC_OK;
    if (node->kind != YAML_SEQUENCE)
        return plan_read_pairs(err, plan, node);
    for (size_t i = 0; i < node->count && status == WC_OK; i++)
        status = plan_read_pairs(err, plan, node->items[i]);
    return status;
}

/* "512M" */
static enum wc_status read_memory(struct error *err, const struct yaml_node *node, uint64_t *out)
{
    static const char units[] = "KMGT";
    char *end;
    if (node->kind != YAML_SCALAR)
        return yaml_fail(err, node, "memory: expected bytes, like 512M or 4G");
    *out = strtoull(node->text, &end, 10);
    const char *unit = *end ? strchr(units, *end) : NULL;
    const unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (end == node->text || *node->text == '-' || !*out || (*end && (!unit || end[1])) ||
        *out > UINT64_MAX >> shift)
        return yaml_fail(err, node, "memory: expected bytes, like 512M or 4G; found '%.40s'",
                         node->text);
    *out <<= shift;
    return WC_OK;
}

static enum wc_status read_limits(struct error *err, struct sweep_plan *plan,
                                  const struct yaml_node *root)
{
    static const char *const known[] = {"cycles", "seconds", "memory", NULL};
    const struct yaml_node *limits = yaml_get(root, "limits"), *node;
    enum wc_status status = limits ? yaml_known_keys(err, limits, known, "limits") : WC_OK;
    if (!limits || status != WC_OK)
        return status;
    if ((node = yaml_get(limits, "cycles")) != NULL)
        status = yaml_uint(err, node, "cycles", 1, UINT64_MAX, &plan->max_cycles);
    if (status == WC_OK && (node = yaml_get(limits, "seconds")) != NULL)
        status = yaml_uint(err, node, "seconds", 1, SWEEP_SECONDS_MAX, &plan->max_seconds);
    if (status == WC_OK && (node = yaml_get(limits, "memory")) != NULL)
        status = read_memory(err, node, &plan->max_memory);
    return status;
}

static enum wc_status read_deadline(struct error *err, struct sweep_plan *plan,
                                    const struct yaml_node *root)
{
    const struct yaml_node *node = yaml_get(root, "deadline");
    struct job_time time = {0};
    enum wc_status status = node ? job_read_time(err, node, "deadline", &time) : WC_OK;
    plan->deadline = time.cycles;
    plan->deadline_ns = time.ns;
    return status;
}

static enum wc_status read_expected(struct error *err, struct sweep_plan *plan,
                                    const struct yaml_node *root)
{
    const struct yaml_node *node = yaml_get(root, "expect");
    bool compare = true;
    enum wc_status status = node ? yaml_bool(err, node, "expect", &compare) : WC_OK;
    plan->ignores_expected = !compare;
    return status;
}

static enum wc_status read_axes(struct error *err, struct sweep_plan *plan,
                                const struct yaml_node *root)
{
    static const struct {
        const char *key, *name;
    } simple[] = {{"jobs", "job"}, {"machines", "machine"}, {"mode", "mode"}};
    const struct yaml_node *node;
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < sizeof simple / sizeof *simple; i++)
        if ((node = yaml_get(root, simple[i].key)) != NULL)
            status = plan_read_axis(err, plan, simple[i].name, node);
    if (status == WC_OK)
        status = read_parameters(err, plan, root, "set");
    if (status == WC_OK)
        status = read_parameters(err, plan, root, "parameters");
    if (status == WC_OK)
        status = read_zip(err, plan, root);
    if (status == WC_OK && (node = yaml_get(root, "seeds")) != NULL)
        status = plan_read_seeds(err, plan, node);
    return status;
}

static enum wc_status check_modes(struct error *err, const struct sweep_plan *plan)
{
    size_t k;
    const struct sweep_axis *axis = sweep_axis_of(plan, "mode", &k);
    for (size_t i = 0; axis && i < axis->count; i++) {
        const struct yaml_node *node = axis->values[i * axis->name_count + k];
        size_t mode = 0;
        while (sweep_modes[mode] && strcmp(sweep_modes[mode], node->text) != 0)
            mode++;
        if (!sweep_modes[mode])
            return yaml_fail(err, node, "mode: expected run, functional, bound or check; "
                             "found '%.40s'", node->text);
    }
    return WC_OK;
}

static enum wc_status check_seeds(struct error *err, const struct sweep_plan *plan)
{
    size_t k;
    const struct sweep_axis *axis = sweep_axis_of(plan, "seed", &k);
    enum wc_status status = WC_OK;
    for (size_t i = 0; axis && i < axis->count && status == WC_OK; i++) {
        uint64_t seed;
        status = yaml_uint(err, axis->values[i * axis->name_count + k], "seed", 0, UINT32_MAX,
                           &seed);
    }
    return status;
}

static enum wc_status read_plan(struct error *err, struct sweep_plan *plan,
                                const struct yaml_node *root)
{
    static const char *const known[] = {"schema", "about", "jobs", "machines", "mode", "set",
                                        "parameters", "zip", "seeds", "exclude", "deadline",
                                        "limits", "expect", NULL};
    size_t k;
    enum wc_status status = yaml_known_keys(err, root, known, "a sweep");
    if (status == WC_OK)
        status = read_schema(err, root);
    if (status == WC_OK)
        status = read_axes(err, plan, root);
    if (status == WC_OK && !sweep_axis_of(plan, "job", &k))
        status = yaml_fail(err, root, "a sweep needs 'jobs'");
    if (status == WC_OK)
        status = check_modes(err, plan);
    if (status == WC_OK)
        status = check_seeds(err, plan);
    if (status == WC_OK)
        status = read_deadline(err, plan, root);
    if (status == WC_OK)
        status = read_limits(err, plan, root);
    if (status == WC_OK)
        status = read_expected(err, plan, root);
    plan->exclude = status == WC_OK ? yaml_get(root, "exclude") : NULL;
    return status == WC_OK && plan->exclude
               ? yaml_expect(err, plan->exclude, YAML_SEQUENCE, "a list of what to leave out")
               : status;
}

enum wc_status sweep_parse(struct error *err, const char *path, const char *text, size_t length,
                           struct sweep_plan *plan)
{
    const struct yaml_node *root;
    const char *slash = strrchr(path, '/');
    *plan = (struct sweep_plan){0};
    plan->path = arena_strdup(&plan->arena, path);
    plan->folder = slash ? arena_strndup(&plan->arena, path, (size_t)(slash - path) + 1) : "";
    enum wc_status status = yaml_parse(err, &plan->arena, path, text, length, &root);
    return status == WC_OK ? read_plan(err, plan, root) : status;
}

/* ---- exclusions ---- */

static const char *axis_name(const void *user, size_t i)
{
    const struct sweep_plan *plan = user;
    for (size_t a = 0; a < plan->axis_count; a++) {
        if (i < plan->axes[a].name_count)
            return plan->axes[a].names[i];
        i -= plan->axes[a].name_count;
    }
    return NULL;
}

static enum wc_status check_exclusion(struct error *err, const struct sweep_plan *plan,
                                      const struct yaml_node *rule)
{
    enum wc_status status =
        yaml_expect(err, rule, YAML_MAPPING, "a mapping of names to values to leave out");
    size_t k;
    if (status == WC_OK && !rule->count)
        return yaml_fail(err, rule, "this would leave out every point");
    for (size_t i = 0; i < rule->count && status == WC_OK; i++) {
        const struct yaml_node *key = rule->pairs[i].key;
        if (sweep_axis_of(plan, key->text, &k))
            continue;
        const char *near = nearest_name(key->text, axis_name, plan);
        status = yaml_fail(err, key, "'%.60s' has no values in this sweep", key->text);
        if (near)
            hint(err, "did you mean '%s'?", near);
    }
    return status;
}

/* Names of jobs and machines may be patterns. */
static bool is_value(const char *name, const struct yaml_node *wanted, const char *text)
{
    const bool pattern = strcmp(name, "job") == 0 || strcmp(name, "machine") == 0;
    if (wanted->kind != YAML_SCALAR)
        return false;
    return pattern ? fnmatch(wanted->text, text, 0) == 0 : strcmp(wanted->text, text) == 0;
}

/* Which value each axis has at the point. */
struct position {
    size_t at[SWEEP_AXES_MAX];
};

static const struct yaml_node *value_at(const struct sweep_plan *plan,
                                        const struct position *position, const char *name)
{
    size_t k;
    const struct sweep_axis *axis = sweep_axis_of(plan, name, &k);
    return axis ? axis->values[position->at[axis - plan->axes] * axis->name_count + k] : NULL;
}

static bool matches(const struct sweep_plan *plan, const struct position *position,
                    const struct yaml_node *rule)
{
    for (size_t i = 0; i < rule->count; i++) {
        const char *name = rule->pairs[i].key->text;
        const struct yaml_node *wanted = rule->pairs[i].value;
        const struct yaml_node *value = value_at(plan, position, name);
        bool found = false;
        if (value->kind != YAML_SCALAR)
            return false;
        for (size_t k = 0; wanted->kind == YAML_SEQUENCE && k < wanted->count; k++)
            found |= is_value(name, wanted->items[k], value->text);
        if (!found && !is_value(name, wanted, value->text))
            return false;
    }
    return true;
}

/* Every rule that matches is noted: one that never does is a mistake. */
static bool is_excluded(const struct sweep_plan *plan, const struct position *position, bool *used)
{
    bool excluded = false;
    for (size_t i = 0; plan->exclude && i < plan->exclude->count; i++) {
        if (!matches(plan, position, plan->exclude->items[i]))
            continue;
        used[i] = excluded = true;
    }
    return excluded;
}

/* ---- points ---- */

static bool is_own_name(const char *name)
{
    return strcmp(name, "job") == 0 || strcmp(name, "machine") == 0 || strcmp(name, "mode") == 0;
}

static size_t find_job(const struct sweep_plan *plan, const char *name)
{
    size_t i = 0;
    while (i < plan->job_count && strcmp(plan->jobs[i].name, name) != 0)
        i++;
    return i;
}

static enum sweep_mode mode_of(const struct yaml_node *node)
{
    unsigned mode = 0;
    while (node && strcmp(sweep_modes[mode], node->text) != 0)
        mode++;
    return (enum sweep_mode)mode;
}

static void add_point(struct sweep_plan *plan, const struct position *position, size_t names)
{
    struct sweep_setting *settings = arena_array(&plan->arena, names, sizeof *settings);
    const struct yaml_node *machine = value_at(plan, position, "machine");
    size_t count = 0;
    for (size_t a = 0; a < plan->axis_count; a++) {
        const struct sweep_axis *axis = &plan->axes[a];
        for (size_t k = 0; k < axis->name_count; k++)
            if (!is_own_name(axis->names[k]))
                settings[count++] = (struct sweep_setting){
                    axis->names[k], axis->values[position->at[a] * axis->name_count + k]};
    }
    plan->points = arena_grow(&plan->arena, plan->points, plan->point_count, sizeof *plan->points);
    plan->points[plan->point_count++] = (struct sweep_point){
        .job = find_job(plan, value_at(plan, position, "job")->text),
        .machine = machine ? machine->text : NULL,
        .mode = mode_of(value_at(plan, position, "mode")),
        .settings = settings,
        .setting_count = count,
    };
}

/* The last axis changes fastest; false after the last point. */
static bool advance(const struct sweep_plan *plan, struct position *position)
{
    for (size_t a = plan->axis_count; a-- > 0;) {
        if (++position->at[a] < plan->axes[a].count)
            return true;
        position->at[a] = 0;
    }
    return false;
}

static enum wc_status check_count(struct error *err, const struct sweep_plan *plan)
{
    uint64_t count = 1;
    for (size_t a = 0; a < plan->axis_count; a++)
        if (__builtin_mul_overflow(count, plan->axes[a].count, &count) ||
            count > SWEEP_POINTS_MAX)
            return fail_at(err, WC_BAD_INPUT, plan->path, 0, 0,
                           "more than %d combinations; the last axis is '%s'", SWEEP_POINTS_MAX,
                           plan->axes[a].names[0]);
    return WC_OK;
}

/* Without files the jobs are the names in the plan. */
static void name_jobs(struct sweep_plan *plan)
{
    size_t k;
    const struct sweep_axis *axis = sweep_axis_of(plan, "job", &k);
    plan->jobs = arena_array(&plan->arena, axis->count, sizeof *plan->jobs);
    for (size_t i = 0; i < axis->count; i++) {
        const char *name = axis->values[i * axis->name_count + k]->text;
        if (find_job(plan, name) == plan->job_count)
            plan->jobs[plan->job_count++] = (struct sweep_job){.name = name, .path = name};
    }
}

static enum wc_status check_rules(struct error *err, const struct sweep_plan *plan)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; plan->exclude && i < plan->exclude->count && status == WC_OK; i++)
        status = check_exclusion(err, plan, plan->exclude->items[i]);
    return status == WC_OK ? check_count(err, plan) : status;
}

enum wc_status sweep_expand(struct error *err, struct sweep_plan *plan)
{
    const size_t rules = plan->exclude ? plan->exclude->count : 0;
    struct position position = {0};
    size_t names = 0;
    enum wc_status status = check_rules(err, plan);
    if (status != WC_OK)
        return status;
    bool *used = arena_array(&plan->arena, rules + 1, sizeof *used);
    if (!plan->jobs)
        name_jobs(plan);
    for (size_t a = 0; a < plan->axis_count; a++)
        names += plan->axes[a].name_count;
    do {
        if (!is_excluded(plan, &position, used))
            add_point(plan, &position, names);
    } while (advance(plan, &position));
    for (size_t i = 0; i < rules; i++)
        if (!used[i])
            return yaml_fail(err, plan->exclude->items[i], "no point of the sweep is like this");
    if (!plan->point_count)
        return yaml_fail(err, plan->exclude, "nothing is left to run");
    return memory_check(err);
}

enum wc_status sweep_open(struct error *err, const char *path, struct sweep_plan *plan)
{
    char *text = NULL;
    size_t length;
    *plan = (struct sweep_plan){0};
    enum wc_status status = input_read_all(err, path, YAML_BYTES_MAX, &text, &length);
    if (status == WC_OK)
        status = sweep_parse(err, path, text, length, plan);
    free(text);
    if (status == WC_OK)
        status = sweep_find_jobs(err, plan);
    return status == WC_OK ? sweep_expand(err, plan) : status;
}

void sweep_free(struct sweep_plan *plan)
{
    arena_free(&plan->arena);
}
