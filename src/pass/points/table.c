/* SPDX-License-Identifier: Apache-2.0 */
/* table.c - split points in a file of their own, for unmodified binaries (PWS-33). */
#include <inttypes.h>
#include <string.h>

#include "load/yaml.h"
#include "pass/points/points.h"

static uint64_t offset_of(const struct points *points, const struct points_kernel *kernel,
                          uint32_t site)
{
    return points->program->insns[kernel->sites.list[site].open].pc - kernel->kernel->entry;
}

/* ---- writing ---- */

/* A double-quoted YAML scalar; names come from a file. */
static void add_quoted(struct text *out, const char *name)
{
    text_add(out, "\"");
    for (; *name; name++) {
        const unsigned char byte = (unsigned char)*name;
        if (byte == '"' || byte == '\\')
            text_add(out, "\\%c", byte);
        else if (byte < ' ' || byte == 0x7f)
            text_add(out, "\\x%02x", byte);
        else
            text_add_bytes(out, name, 1);
    }
    text_add(out, "\"");
}

static void add_point(const struct points *points, const struct points_kernel *kernel,
                      uint32_t site, struct text *out)
{
    struct source_line line;
    text_add(out, "  - {kernel: ");
    add_quoted(out, kernel->kernel->name);
    text_add(out, ", offset: 0x%" PRIx64 "}", offset_of(points, kernel, site));
    if (image_source_line(points->program->image,
                          points->program->insns[kernel->sites.list[site].open].pc, &line))
        text_add(out, " # line %" PRIu32, line.line);
    text_add(out, "\n");
}

void points_write_table(const struct points *points, struct text *out)
{
    uint32_t count = 0;
    text_add(out, "# Split points, for 'warpclock run JOB --split FILE' with the unmodified "
                  "binary.\n# An offset is the distance in bytes from a kernel's entry to the "
                  "instruction\n# that saves EXEC.\ntags: %s\nsplits:",
             points->request.tags ? "true" : "false");
    for (uint32_t k = 0; k < points->count; k++)
        count += points->kernels[k].chosen_count;
    text_add(out, count ? "\n" : " []\n");
    for (uint32_t k = 0; k < points->count; k++) {
        for (uint32_t i = 0; i < points->kernels[k].sites.count; i++) {
            if (points->kernels[k].chosen[i])
                add_point(points, &points->kernels[k], i, out);
        }
    }
}

/* ---- reading ---- */

static struct points_kernel *find_kernel(struct points *points, const char *name)
{
    for (uint32_t k = 0; k < points->count; k++) {
        if (strcmp(points->kernels[k].kernel->name, name) == 0)
            return &points->kernels[k];
    }
    return NULL;
}

static uint32_t find_site(const struct points *points, const struct points_kernel *kernel,
                          uint64_t offset)
{
    for (uint32_t i = 0; !kernel->problem && i < kernel->sites.count; i++) {
        if (offset_of(points, kernel, i) == offset)
            return i;
    }
    return NO_SITE;
}

static enum wc_status choose_point(struct error *err, struct points *points,
                                   const struct yaml_node *node, const char *name, uint64_t offset)
{
    struct points_kernel *kernel = find_kernel(points, name);
    const char *path = points->program->image->path;
    if (!kernel)
        return yaml_fail(err, node, "%s has no kernel '%.64s'", path, name);
    const uint32_t number = find_site(points, kernel, offset);
    if (number == NO_SITE)
        return yaml_fail(err, node, "kernel %s of %s has no divergent branch at offset 0x%" PRIx64
                         "; the table is for another binary", name, path, offset);
    if (kernel->sites.list[number].refused)
        return yaml_fail(err, node, "the branch cannot be split: %s",
                         kernel->sites.list[number].refused);
    if (kernel->chosen[number])
        return yaml_fail(err, node, "the branch at offset 0x%" PRIx64 " is listed twice", offset);
    kernel->chosen_count++;
    kernel->chosen[number] = kernel->marked[number] = kernel->rewritten = true;
    return WC_OK;
}

static enum wc_status read_point(struct error *err, struct points *points,
                                 const struct yaml_node *node)
{
    static const char *const known[] = {"kernel", "offset", NULL};
    const char *name = NULL;
    uint64_t offset = 0;
    enum wc_status status = yaml_known_keys(err, node, known, "a split point");
    if (status != WC_OK)
        return status;
    const struct yaml_node *kernel = yaml_get(node, "kernel"), *at = yaml_get(node, "offset");
    if (!kernel || !at)
        return yaml_fail(err, node, "expected 'kernel' and 'offset'");
    status = yaml_string(err, kernel, "kernel", &name);
    if (status == WC_OK)
        status = yaml_uint(err, at, "offset", 0, INT64_MAX, &offset);
    return status == WC_OK ? choose_point(err, points, node, name, offset) : status;
}

static enum wc_status read_points(struct error *err, struct points *points,
                                  const struct yaml_node *root)
{
    const struct yaml_node *list = yaml_get(root, "splits");
    if (!list)
        return yaml_fail(err, root, "'splits' is missing");
    enum wc_status status = yaml_expect(err, list, YAML_SEQUENCE, "a list of split points");
    for (size_t i = 0; status == WC_OK && i < list->count; i++)
        status = read_point(err, points, list->items[i]);
    return status;
}

enum wc_status points_read_table(struct error *err, const struct program *program,
                                 const char *path, struct points *points)
{
    static const char *const known[] = {"tags", "splits", NULL};
    const struct points_request request = {0};
    const struct yaml_node *root;
    struct split_structure *structures;
    enum wc_status status = points_begin(err, program, &request, points, &structures);
    if (status == WC_OK)
        status = yaml_parse_file(err, &points->arena, path, &root);
    if (status == WC_OK)
        status = yaml_known_keys(err, root, known, "a table of split points");
    if (status == WC_OK && yaml_get(root, "tags"))
        status = yaml_bool(err, yaml_get(root, "tags"), "tags", &points->request.tags);
    return status == WC_OK ? read_points(err, points, root) : status;
}
