/* SPDX-License-Identifier: Apache-2.0 */
/* points.c - divergent branches as a table, and as JSON. */
#include "report/points.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"

enum state { STATE_CHOSEN, STATE_PASSED, STATE_UNMARKED, STATE_REFUSED };
static const char *const state_name[] = {"chosen", "not selected", "not marked", "refused"};

static enum state state_of(const struct points_kernel *kernel, uint32_t site)
{
    if (kernel->chosen[site])
        return STATE_CHOSEN;
    if (kernel->sites.list[site].refused || kernel->problem)
        return STATE_REFUSED;
    return kernel->marked[site] ? STATE_PASSED : STATE_UNMARKED;
}

static uint32_t nesting_of(const struct points_kernel *kernel, uint32_t site)
{
    uint32_t nesting = 0;
    while ((site = kernel->sites.list[site].parent) != NO_SITE)
        nesting++;
    return nesting;
}

static uint64_t address_of(const struct points *points, const struct points_kernel *kernel,
                           uint32_t site)
{
    return points->program->insns[kernel->sites.list[site].open].pc;
}

struct totals {
    uint32_t branches, allowed, chosen, contexts;
};

static struct totals count(const struct points *points)
{
    struct totals totals = {0};
    for (uint32_t k = 0; k < points->count; k++) {
        const struct points_kernel *kernel = &points->kernels[k];
        totals.branches += kernel->sites.count;
        totals.chosen += kernel->chosen_count;
        if (kernel->contexts > totals.contexts)
            totals.contexts = kernel->contexts;
        for (uint32_t i = 0; i < kernel->sites.count; i++)
            totals.allowed += state_of(kernel, i) != STATE_REFUSED;
    }
    return totals;
}

static const char *plural(uint32_t count, const char *many)
{
    return count == 1 ? "" : many;
}

/* ---- text ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_branch(const struct points *points, const struct points_kernel *kernel,
                       uint32_t number, struct text *out)
{
    const struct split_site *site = &kernel->sites.list[number];
    const uint64_t address = address_of(points, kernel, number);
    const enum state state = state_of(kernel, number);
    struct text place = {0};
    struct source_line line;
    if (image_source_line(points->program->image, address, &line))
        text_add(&place, "%s:%" PRIu32, base_name(line.file), line.line);
    text_add(out, "  0x%08" PRIx64 "  %-24s %7" PRIu32 "  %-7s  %s", address, text_string(&place),
             nesting_of(kernel, number), site->serial == NO_INSN ? "if" : "if-else",
             state_name[state]);
    if (state == STATE_REFUSED && site->refused)
        text_add(out, ": %s", site->refused);
    if (state == STATE_REFUSED && site->refused_at != NO_INSN)
        text_add(out, " (0x%" PRIx64 ")", points->program->insns[site->refused_at].pc);
    text_add(out, "\n");
    text_free(&place);
}

static void add_kernel(const struct points *points, const struct points_kernel *kernel,
                       struct text *out)
{
    text_add(out, "\nkernel %s: ", kernel->kernel->name);
    if (kernel->problem)
        text_add(out, "left as it is: %s\n", kernel->problem);
    else
        text_add(out, "%" PRIu32 " branch%s, %" PRIu32 " chosen, %" PRIu32 " context%s\n",
                 kernel->sites.count, plural(kernel->sites.count, "es"), kernel->chosen_count,
                 kernel->contexts, plural(kernel->contexts, "s"));
    if (kernel->sites.count)
        text_add(out, "  %-10s  %-24s %7s  %-7s  %s\n", "branch", "source", "nesting", "kind",
                 "split");
    for (uint32_t i = 0; i < kernel->sites.count; i++)
        add_branch(points, kernel, i, out);
    for (uint32_t i = 0; i < kernel->removed_count; i++)
        text_add(out, "  0x%08" PRIx64 "  a split that is not directly before a divergent branch: "
                 "removed\n", points->program->insns[kernel->removed[i]].pc);
}

static void write_text(const struct points *points, struct text *out)
{
    const struct totals totals = count(points);
    text_add(out, "%s: %" PRIu32 " divergent branch%s in %" PRIu32 " kernel%s; %" PRIu32
             " can split, %" PRIu32 " chosen (%s) for %" PRIu32 " context%s, %" PRIu32 " used\n",
             points->program->image->path, totals.branches, plural(totals.branches, "es"),
             points->count, plural(points->count, "s"), totals.allowed, totals.chosen,
             points->request.optimal ? "optimal" : "paper", points->request.depth,
             plural(points->request.depth, "s"), totals.contexts);
    for (uint32_t k = 0; k < points->count; k++)
        add_kernel(points, &points->kernels[k], out);
}

/* ---- JSON ---- */

static json_t *branch_json(const struct points *points, const struct points_kernel *kernel,
                           uint32_t number)
{
    const struct split_site *site = &kernel->sites.list[number];
    const uint64_t address = address_of(points, kernel, number);
    struct source_line line = {0};
    const bool known = image_source_line(points->program->image, address, &line);
    return json_pack(
        "{s:I, s:o, s:o, s:i, s:i, s:b, s:s, s:s?, s:o}", "address", (json_int_t)address, "file",
        json_outside_string(known ? line.file : NULL), "line",
        known ? json_integer(line.line) : json_null(), "nesting", (int)nesting_of(kernel, number),
        "sides", site->serial == NO_INSN ? 1 : 2, "marked", (int)kernel->marked[number], "state",
        state_name[state_of(kernel, number)], "reason", site->refused, "reason_at",
        site->refused_at == NO_INSN
            ? json_null()
            : json_integer((json_int_t)points->program->insns[site->refused_at].pc));
}

static json_t *kernel_json(const struct points *points, const struct points_kernel *kernel)
{
    json_t *branches = json_array(), *removed = json_array();
    for (uint32_t i = 0; i < kernel->sites.count; i++)
        json_append(&branches, branch_json(points, kernel, i));
    for (uint32_t i = 0; i < kernel->removed_count; i++)
        json_append(
            &removed, json_integer((json_int_t)points->program->insns[kernel->removed[i]].pc));
    return json_pack("{s:o, s:o, s:i, s:i, s:o, s:o}", "name",
                     json_outside_string(kernel->kernel->name), "problem",
                     json_outside_string(kernel->problem), "chosen", (int)kernel->chosen_count,
                     "contexts", (int)kernel->contexts, "removed", removed, "branches", branches);
}

static void write_json(const struct points *points, struct text *out)
{
    const struct totals totals = count(points);
    json_t *kernels = json_array();
    for (uint32_t k = 0; k < points->count; k++)
        json_append(&kernels, kernel_json(points, &points->kernels[k]));
    json_text_add(
        json_pack("{s:o, s:i, s:s, s:b, s:i, s:i, s:i, s:i, s:o}", "file",
                  json_outside_string(points->program->image->path), "depth",
                  (int)points->request.depth, "select",
                  points->request.optimal ? "optimal" : "paper", "tags", (int)points->request.tags,
                  "branches", (int)totals.branches, "allowed", (int)totals.allowed, "chosen",
                  (int)totals.chosen, "contexts", (int)totals.contexts, "kernels", kernels),
        out);
}

void points_write(const struct points *points, enum wc_format format, struct text *out)
{
    if (format == WC_JSON)
        write_json(points, out);
    else
        write_text(points, out);
}
