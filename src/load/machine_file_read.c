/* SPDX-License-Identifier: Apache-2.0 */
/* machine_file_read.c - reads a machine's YAML into its list of parameters
 * (docs/machine-file.md). */
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "load/machine_file.h"
#include "load/parameters.h"
#include "load/yaml.h"

enum { BASES_MAX = 8 };

struct reader {
    struct error *err;
    struct parameters *out;
    const char *const *folders;
    unsigned bases; /* number of based_on steps so far */
};

static enum wc_status load_file(struct reader *reader, const char *path);

/* A dot separates group and name: `oracle.sync` next to the parameter `oracle`. */
static enum wc_status check_name(struct reader *reader, const struct yaml_node *key)
{
    for (const char *c = key->text; *c; c++)
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '_' &&
            (*c != '.' || c == key->text || !c[1] || c[1] == '.'))
            return yaml_fail(reader->err, key,
                             "'%.64s' is not a parameter name; expected a-z, 0-9, _, separated by "
                             "dots",
                             key->text);
    if (*key->text)
        return WC_OK;
    return yaml_fail(reader->err, key, "expected a parameter name, found nothing");
}

static enum wc_status read_kind(struct reader *reader, const struct yaml_node *value,
                                struct parameter *parameter)
{
    enum wc_status status = yaml_expect(reader->err, value, YAML_SCALAR, "a single value");
    if (status != WC_OK)
        return status;
    switch (yaml_type_of(value)) {
    case YAML_BOOL: parameter->kind = PARAMETER_BOOL; break;
    case YAML_INTEGER: parameter->kind = PARAMETER_INTEGER; break;
    case YAML_FLOAT: parameter->kind = PARAMETER_FLOAT; break;
    case YAML_STRING: parameter->kind = PARAMETER_TEXT; break;
    case YAML_NULL: return yaml_fail(reader->err, value, "%s: expected a value", parameter->name);
    }
    return WC_OK;
}

static enum wc_status parse_node(struct reader *reader, const struct parameter *parameter,
                                 const struct yaml_node *node, struct parameter_value *out)
{
    enum wc_status status = yaml_expect(reader->err, node, YAML_SCALAR, "a single value");
    if (status != WC_OK)
        return status;
    return parameter_parse(reader->err, node->file, node->line, node->column, parameter, node->text,
                           out);
}

static enum wc_status read_limit(struct reader *reader, const struct yaml_node *leaf,
                                 const char *key, const struct parameter *parameter, bool *has,
                                 struct parameter_value *limit)
{
    const struct yaml_node *node = yaml_get(leaf, key);
    const struct parameter unlimited = {.name = parameter->name, .kind = parameter->kind};
    if (!node)
        return WC_OK;
    if (parameter->kind != PARAMETER_INTEGER && parameter->kind != PARAMETER_FLOAT)
        return yaml_fail(reader->err, node,
                         "%s: '%s' is only valid for numbers", parameter->name, key);
    *has = true;
    return parse_node(reader, &unlimited, node, limit);
}

static enum wc_status read_choices(struct reader *reader, const struct yaml_node *leaf,
                                   struct parameter *parameter)
{
    const struct yaml_node *node = yaml_get(leaf, "one_of");
    const struct parameter unlimited = {.name = parameter->name, .kind = parameter->kind};
    struct parameter_value ignored;
    if (!node)
        return WC_OK;
    enum wc_status status = yaml_expect(reader->err, node, YAML_SEQUENCE, "a list of choices");
    if (status != WC_OK)
        return status;
    parameter->one_of = arena_array(&reader->out->arena, node->count, sizeof *parameter->one_of);
    parameter->one_of_count = node->count;
    for (size_t i = 0; i < node->count && status == WC_OK; i++) {
        status = parse_node(reader, &unlimited, node->items[i], &ignored);
        parameter->one_of[i] = node->items[i]->text;
    }
    return status;
}

static enum wc_status read_text(struct reader *reader, const struct yaml_node *leaf,
                                const char *key, const char *name, const char **out)
{
    const struct yaml_node *node = yaml_get(leaf, key);
    if (node)
        return yaml_string(reader->err, node, key, out);
    if (*out)
        return WC_OK;
    return yaml_fail(reader->err, leaf, "%s: '%s' is missing", name, key);
}

static enum wc_status check_source(struct reader *reader, const struct yaml_node *leaf,
                                   const struct parameter *parameter)
{
    static const char *const kinds[] = {"paper", "measured", "standard", "assumed", "derived"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i]);
        if (!strncmp(parameter->source, kinds[i], length) &&
            !isalnum((unsigned char)parameter->source[length]))
            return WC_OK;
    }
    const struct yaml_node *node = yaml_get(leaf, "source");
    return yaml_fail(reader->err, node ? node : leaf,
                     "%s: expected a source that starts with paper, measured, standard, assumed or "
                     "derived, found '%.40s'",
                     parameter->name, parameter->source);
}

static enum wc_status read_texts(struct reader *reader, const struct yaml_node *leaf,
                                 struct parameter *parameter)
{
    enum wc_status status = read_text(reader, leaf, "unit", parameter->name, &parameter->unit);
    if (status == WC_OK)
        status = read_text(reader, leaf, "source", parameter->name, &parameter->source);
    if (status == WC_OK)
        status = read_text(reader, leaf, "about", parameter->name, &parameter->about);
    return status == WC_OK ? check_source(reader, leaf, parameter) : status;
}

static enum wc_status read_value(struct reader *reader, const struct yaml_node *leaf,
                                 struct parameter *parameter, bool is_new)
{
    const struct yaml_node *value = yaml_get(leaf, "value");
    enum wc_status status = is_new ? read_kind(reader, value, parameter) : WC_OK;
    if (status == WC_OK)
        status = read_limit(reader, leaf, "min", parameter, &parameter->has_min, &parameter->min);
    if (status == WC_OK)
        status = read_limit(reader, leaf, "max", parameter, &parameter->has_max, &parameter->max);
    if (status == WC_OK)
        status = read_choices(reader, leaf, parameter);
    if (status == WC_OK)
        status = parse_node(reader, parameter, value, &parameter->value);
    parameter->plain = parameter->value;
    parameter->file = value->file;
    parameter->line = value->line;
    parameter->column = value->column;
    parameter->named = !is_new;
    return status;
}

/* Machines have a hundred; they are looked up one after the other. */
enum { PARAMETERS_MAX = 4096 };

/* All but the last one, which is being read. */
static const char *earlier_name(const void *user, size_t i)
{
    const struct parameters *parameters = user;
    return i + 1 < parameters->count ? parameters->list[i].name : NULL;
}

/* A parameter that lacks something may be one of the base, misspelt. */
static void suggest_name(struct reader *reader, const char *name)
{
    const char *near = reader->bases ? nearest_name(name, earlier_name, reader->out) : NULL;
    if (near)
        hint(reader->err, "the machine that it is based on has no parameter '%s'; did you mean "
             "'%s'?", name, near);
}

static enum wc_status read_leaf(struct reader *reader, const struct yaml_node *leaf,
                                const char *name)
{
    static const char *const known[] = {"value", "unit",   "source", "about", "min",
                                        "max",   "one_of", "sets",   NULL};
    enum wc_status status = yaml_known_keys(reader->err, leaf, known, "a parameter");
    if (status != WC_OK)
        return status;
    struct parameters *out = reader->out;
    struct parameter *parameter = parameters_find(out, name);
    bool is_new = !parameter;
    if (is_new && out->count == PARAMETERS_MAX)
        return yaml_fail(reader->err, leaf, "more than the maximum of %d parameters",
                         PARAMETERS_MAX);
    if (is_new) {
        out->list = arena_grow(&out->arena, out->list, out->count, sizeof *out->list);
        parameter = &out->list[out->count++];
        *parameter = (struct parameter){.name = name};
    }
    status = read_texts(reader, leaf, parameter);
    if (status != WC_OK && is_new)
        suggest_name(reader, name);
    return status == WC_OK ? read_value(reader, leaf, parameter, is_new) : status;
}

/* A mapping with a `value` is a parameter, any other a group of them. */
static enum wc_status read_group(struct reader *reader, const struct yaml_node *group,
                                 const char *prefix)
{
    enum wc_status status =
        yaml_expect(reader->err, group, YAML_MAPPING, "a parameter or a group of parameters");
    for (size_t i = 0; status == WC_OK && i < group->count; i++) {
        const struct yaml_node *key = group->pairs[i].key, *value = group->pairs[i].value;
        const char *name = *prefix ? arena_format(&reader->out->arena, "%s.%s", prefix, key->text)
                                   : key->text;
        status = check_name(reader, key);
        if (status != WC_OK)
            break;
        if (value->kind == YAML_MAPPING && yaml_get(value, "value"))
            status = read_leaf(reader, value, name);
        else
            status = read_group(reader, value, name);
    }
    return status;
}

static enum wc_status add_preset(struct reader *reader, const char *selector,
                                 const struct yaml_node *choice, const struct yaml_pair *entry)
{
    struct parameter_preset preset = {.choice = choice->text, .name = entry->key->text};
    struct parameter *target = parameters_find(reader->out, preset.name);
    struct parameter *parameter = parameters_find(reader->out, selector);
    if (!target || target->preset_count || target == parameter)
        return yaml_fail(reader->err, entry->key,
                         "%s: '%.64s' is not a parameter that a choice can set", selector,
                         preset.name);
    enum wc_status status = parse_node(reader, target, entry->value, &preset.value);
    if (status != WC_OK)
        return status;
    parameter->presets = arena_grow(&reader->out->arena, parameter->presets,
                                    parameter->preset_count, sizeof *parameter->presets);
    parameter->presets[parameter->preset_count++] = preset;
    return WC_OK;
}

static enum wc_status read_choice_sets(struct reader *reader, const char *selector,
                                       const struct yaml_pair *choice)
{
    struct parameter_value ignored;
    enum wc_status status =
        parse_node(reader, parameters_find(reader->out, selector), choice->key, &ignored);
    if (status == WC_OK)
        status = yaml_expect(reader->err, choice->value, YAML_MAPPING,
                             "a mapping of parameters to values");
    for (size_t i = 0; status == WC_OK && i < choice->value->count; i++)
        status = add_preset(reader, selector, choice->key, &choice->value->pairs[i]);
    return status;
}

/* The `sets:` of all leaves, in a second pass because they refer to later parameters. */
static enum wc_status read_sets(struct reader *reader, const struct yaml_node *group,
                                const char *prefix)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < group->count; i++) {
        const struct yaml_node *key = group->pairs[i].key, *value = group->pairs[i].value;
        const char *name = *prefix ? arena_format(&reader->out->arena, "%s.%s", prefix, key->text)
                                   : key->text;
        if (!yaml_get(value, "value")) {
            status = read_sets(reader, value, name);
            continue;
        }
        const struct yaml_node *sets = yaml_get(value, "sets");
        if (!sets)
            continue;
        parameters_find(reader->out, name)->preset_count = 0;
        status = yaml_expect(reader->err, sets, YAML_MAPPING, "a mapping of choices");
        for (size_t j = 0; status == WC_OK && j < sets->count; j++)
            status = read_choice_sets(reader, name, &sets->pairs[j]);
    }
    return status;
}

static enum wc_status read_base(struct reader *reader, const struct yaml_node *root,
                                const char *path)
{
    const struct yaml_node *node = yaml_get(root, "based_on");
    const char *name, *base_path;
    if (!node)
        return WC_OK;
    enum wc_status status = yaml_string(reader->err, node, "based_on", &name);
    if (status != WC_OK)
        return status;
    if (strchr(name, '/') || strstr(name, ".yaml"))
        return yaml_fail(reader->err, node, "based_on: expected a machine name, found '%.64s'",
                         name);
    if (++reader->bases > BASES_MAX)
        return yaml_fail(reader->err, node, "based_on: chain of more than %d files, or a cycle",
                         BASES_MAX);
    const char *slash = strrchr(path, '/');
    const char *beside = slash ? arena_strndup(&reader->out->arena, path, (size_t)(slash - path))
                               : ".";
    struct error not_found = {0};
    const char *const here[] = {beside, NULL};
    if (machine_path(&not_found, &reader->out->arena, name, here, &base_path) != WC_OK) {
        error_clear(&not_found);
        status = machine_path(&not_found, &reader->out->arena, name, reader->folders, &base_path);
    }
    if (status != WC_OK)
        yaml_fail(reader->err, node, "based_on: %s", not_found.message);
    error_clear(&not_found);
    return status == WC_OK ? load_file(reader, base_path) : status;
}

static enum wc_status read_isa(struct reader *reader, const struct yaml_node *node)
{
    struct parameters *out = reader->out;
    const char *name;
    enum wc_status status = yaml_string(reader->err, node, "isa", &name);
    if (status == WC_OK && parameters_run_isa(out, name))
        status = yaml_fail(reader->err, node, "isa: '%s' is listed twice", name);
    if (status != WC_OK)
        return status;
    const char **list = arena_array(&out->arena, out->isa_count + 1, sizeof *list);
    for (size_t i = 0; i < out->isa_count; i++)
        list[i] = out->isas[i];
    list[out->isa_count] = name;
    out->isas = list;
    out->isa = out->isa_count++ ? arena_format(&out->arena, "%s, %s", out->isa, name) : name;
    return WC_OK;
}

/* One instruction set, or a list of them. */
static enum wc_status read_isas(struct reader *reader, const struct yaml_node *root)
{
    const struct yaml_node *node = yaml_get(root, "isa");
    bool is_list = node && node->kind == YAML_SEQUENCE;
    if (!node) /* inherited, or missing */
        return read_text(reader, root, "isa", "a machine", &reader->out->isa);
    reader->out->isa_count = 0;
    enum wc_status status = is_list && !node->count
                                ? yaml_fail(reader->err, node, "isa: an empty list")
                                : WC_OK;
    for (size_t i = 0; status == WC_OK && i < (is_list ? node->count : 1); i++)
        status = read_isa(reader, is_list ? node->items[i] : node);
    return status;
}

static enum wc_status read_head(struct reader *reader, const struct yaml_node *root,
                                const char *path)
{
    static const char *const keys[] = {"name", "about", "model", "version"};
    struct parameters *out = reader->out;
    const char **const fields[] = {&out->name, &out->about, &out->model, &out->version};
    enum wc_status status = WC_OK;
    out->name = NULL; /* never inherited */
    for (size_t i = 0; status == WC_OK && i < sizeof keys / sizeof *keys; i++)
        status = read_text(reader, root, keys[i], "a machine", fields[i]);
    if (status == WC_OK)
        status = read_isas(reader, root);
    if (status != WC_OK)
        return status;
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    size_t length = strlen(out->name);
    if (strncmp(file, out->name, length) != 0 || strcmp(file + length, ".yaml") != 0)
        return yaml_fail(reader->err, yaml_get(root, "name"),
                         "the name '%s' differs from the file name", out->name);
    return WC_OK;
}

static enum wc_status read_root(struct reader *reader, const char *path,
                                const struct yaml_node *root)
{
    static const char *const known[] = {"name",    "about",      "isa", "model", "based_on",
                                        "version", "parameters", NULL};
    struct parameters *out = reader->out;
    enum wc_status status = yaml_known_keys(reader->err, root, known, "a machine file");
    if (status == WC_OK)
        status = read_base(reader, root, path);
    if (status == WC_OK)
        status = read_head(reader, root, path);
    const struct yaml_node *group = status == WC_OK ? yaml_get(root, "parameters") : NULL;
    if (group)
        status = read_group(reader, group, "");
    if (status == WC_OK && group)
        status = read_sets(reader, group, "");
    const struct yaml_node *base = status == WC_OK ? yaml_get(root, "based_on") : NULL;
    out->based_on = base ? base->text : NULL;
    out->file = arena_strdup(&out->arena, path);
    return status;
}

static void note_file(struct parameters *out, const char *path)
{
    out->files = arena_grow(&out->arena, out->files, out->file_count, sizeof *out->files);
    out->files[out->file_count++] = arena_strdup(&out->arena, path);
}

static enum wc_status load_file(struct reader *reader, const char *path)
{
    const struct yaml_node *root;
    note_file(reader->out, path);
    enum wc_status status = yaml_parse_file(reader->err, &reader->out->arena, path, &root);
    return status == WC_OK ? read_root(reader, path, root) : status;
}

static void settle(struct parameters *parameters)
{
    parameters_apply_selectors(parameters);
    for (size_t i = 0; i < parameters->count; i++)
        parameters->list[i].standard = parameters->list[i].value;
}

enum wc_status parameters_load(struct error *err, const char *path, const char *const *folders,
                               struct parameters *parameters)
{
    struct reader reader = {.err = err, .out = parameters, .folders = folders};
    memset(parameters, 0, sizeof *parameters);
    enum wc_status status = load_file(&reader, path);
    if (status == WC_OK)
        settle(parameters);
    return status == WC_OK ? memory_check(err) : status;
}

enum wc_status parameters_parse(struct error *err, const char *path, const char *text,
                                size_t length, const char *const *folders,
                                struct parameters *parameters)
{
    struct reader reader = {.err = err, .out = parameters, .folders = folders};
    const struct yaml_node *root;
    memset(parameters, 0, sizeof *parameters);
    enum wc_status status = yaml_parse(err, &parameters->arena, path, text, length, &root);
    if (status == WC_OK)
        status = read_root(&reader, path, root);
    if (status == WC_OK)
        settle(parameters);
    return status;
}
