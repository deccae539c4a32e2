/* SPDX-License-Identifier: Apache-2.0 */
/* job_text.c - the text of a job with the changes of a point.
 *
 * A job that needs no change keeps its text, so that errors name its lines. Otherwise the changed
 * tree is written again, one top-level key per line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "sweep/plan.h"

/* ---- writing ---- */

static void write_quoted(struct text *out, const char *text)
{
    text_add(out, "\"");
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            text_add(out, "\\%c", byte);
        else if (byte < 0x20 || byte == 0x7f)
            text_add(out, "\\x%02x", byte);
        else
            text_add_bytes(out, text, 1);
    }
    text_add(out, "\"");
}

/* Numbers, true, false and null keep their type; everything else is in quotes. */
static void write_scalar(struct text *out, const struct yaml_node *node)
{
    if (node->quoted || yaml_type_of(node) == YAML_STRING)
        write_quoted(out, node->text);
    else
        text_add(out, "%s", *node->text ? node->text : "null");
}

static void write_node(struct text *out, const struct yaml_node *node)
{
    if (node->kind == YAML_SCALAR) {
        write_scalar(out, node);
        return;
    }
    text_add(out, node->kind == YAML_SEQUENCE ? "[" : "{");
    for (size_t i = 0; i < node->count; i++) {
        text_add(out, i ? ", " : "");
        if (node->kind == YAML_MAPPING) {
            write_quoted(out, node->pairs[i].key->text);
            text_add(out, ": ");
        }
        write_node(out, node->kind == YAML_SEQUENCE ? node->items[i] : node->pairs[i].value);
    }
    text_add(out, node->kind == YAML_SEQUENCE ? "]" : "}");
}

static const char *keep(struct arena *arena, struct text *text)
{
    const char *kept = arena_strdup(arena, text_string(text));
    text_free(text);
    return kept;
}

const char *sweep_value_text(struct arena *arena, const struct yaml_node *value)
{
    struct text text = {0};
    if (value->kind == YAML_SCALAR)
        return value->text;
    write_node(&text, value);
    return keep(arena, &text);
}

/* ---- changes ---- */

static const struct yaml_node *scalar(struct arena *arena, const char *text)
{
    struct yaml_node *node = arena_alloc(arena, sizeof *node);
    *node = (struct yaml_node){.kind = YAML_SCALAR, .text = text, .weight = 1};
    return node;
}

/* A copy of a mapping with a key's value replaced, added, or with NULL removed. */
static const struct yaml_node *with_key(struct arena *arena, const struct yaml_node *mapping,
                                        const char *key, const struct yaml_node *value)
{
    struct yaml_node *copy = arena_alloc(arena, sizeof *copy);
    bool found = false;
    *copy = *mapping;
    copy->count = 0;
    copy->pairs = arena_array(arena, mapping->count + 1, sizeof *copy->pairs);
    for (size_t i = 0; i < mapping->count; i++) {
        struct yaml_pair pair = mapping->pairs[i];
        const bool here = strcmp(pair.key->text, key) == 0;
        found |= here;
        if (here)
            pair.value = value;
        if (pair.value)
            copy->pairs[copy->count++] = pair;
    }
    if (!found && value)
        copy->pairs[copy->count++] = (struct yaml_pair){scalar(arena, key), value};
    return copy;
}

static const struct yaml_node *with_item(struct arena *arena, const struct yaml_node *list,
                                         size_t i, const struct yaml_node *value)
{
    struct yaml_node *copy = arena_alloc(arena, sizeof *copy);
    *copy = *list;
    copy->items = arena_array(arena, list->count, sizeof *copy->items);
    memcpy(copy->items, list->items, list->count * sizeof *copy->items);
    copy->items[i] = value;
    return copy;
}

/* The tree with the value at a dotted path; NULL: a part of the path is not there. Only the last
 * part may be new: `buffers.a.seed`, `args.3.i32`. */
static const struct yaml_node *with_path(struct arena *arena, const struct yaml_node *node,
                                         const char *path, const struct yaml_node *value)
{
    const size_t length = strcspn(path, ".");
    const char *part = arena_strndup(arena, path, length);
    const char *rest = path[length] ? path + length + 1 : NULL;
    if (node->kind == YAML_SEQUENCE) {
        char *end;
        const unsigned long i = strtoul(part, &end, 10);
        if (*end || !*part || i >= node->count)
            return NULL;
        value = rest ? with_path(arena, node->items[i], rest, value) : value;
        return value ? with_item(arena, node, i, value) : NULL;
    }
    if (node->kind != YAML_MAPPING)
        return NULL;
    const struct yaml_node *child = yaml_get(node, part);
    if (rest)
        value = child ? with_path(arena, child, rest, value) : NULL;
    return value ? with_key(arena, node, part, value) : NULL;
}

/* Seeds of different buffers stay different: they move by a step that none of them has. */
static const struct yaml_node *with_seed(struct arena *arena, const struct yaml_node *buffer,
                                         uint64_t seed)
{
    enum { STEP = 1000003 };
    const struct yaml_node *fill = buffer->kind == YAML_MAPPING ? yaml_get(buffer, "fill") : NULL;
    if (!fill || fill->kind != YAML_SCALAR || strcmp(fill->text, "random") != 0)
        return buffer;
    const struct yaml_node *own = yaml_get(buffer, "seed");
    const uint64_t start =
        own && own->kind == YAML_SCALAR ? strtoull(own->text, NULL, 0) : 0;
    const uint64_t sum = (start + seed * STEP) & INT64_MAX;
    return with_key(arena, buffer, "seed", scalar(arena, arena_format(arena, "%" PRIu64, sum)));
}

static const struct yaml_node *with_seeds(struct arena *arena, const struct yaml_node *root,
                                          uint64_t seed)
{
    static const char *const places[] = {"buffers", "symbols"};
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        const struct yaml_node *buffers = yaml_get(root, places[p]);
        const struct yaml_node *changed = buffers;
        if (!buffers || buffers->kind != YAML_MAPPING)
            continue;
        for (size_t i = 0; i < buffers->count; i++)
            changed = with_key(arena, changed, buffers->pairs[i].key->text,
                               with_seed(arena, buffers->pairs[i].value, seed));
        root = with_key(arena, root, places[p], changed);
    }
    return root;
}

static const struct yaml_node *with_setting(struct error *err, struct arena *arena,
                                            const struct yaml_node *root,
                                            const struct sweep_setting *setting)
{
    if (strcmp(setting->name, "seed") == 0) {
        const uint64_t seed = strtoull(setting->value->text, NULL, 0);
        return seed ? with_seeds(arena, root, seed) : root;
    }
    if (strncmp(setting->name, "job.", 4) != 0)
        return root;
    const struct yaml_node *changed = with_path(arena, root, setting->name + 4, setting->value);
    if (!changed)
        fail(err, WC_BAD_INPUT, "the job has no '%s'", setting->name + 4);
    return changed;
}

static const char *write_job(struct arena *arena, const struct yaml_node *root)
{
    struct text text = {0};
    for (size_t i = 0; i < root->count; i++) {
        write_quoted(&text, root->pairs[i].key->text);
        text_add(&text, ": ");
        write_node(&text, root->pairs[i].value);
        text_add(&text, "\n");
    }
    return keep(arena, &text);
}

const char *sweep_job_text(struct error *err, struct arena *arena, const struct sweep_plan *plan,
                           const struct sweep_point *point)
{
    const struct sweep_job *job = &plan->jobs[point->job];
    const struct yaml_node *root = job->root;
    if (!root || root->kind != YAML_MAPPING)
        return job->text;
    if (yaml_get(root, "save"))
        root = with_key(arena, root, "save", NULL);
    if (plan->ignores_expected && yaml_get(root, "expect"))
        root = with_key(arena, root, "expect", NULL);
    for (size_t i = 0; root && i < point->setting_count; i++)
        root = with_setting(err, arena, root, &point->settings[i]);
    return !root ? NULL : root == job->root ? job->text : write_job(arena, root);
}
