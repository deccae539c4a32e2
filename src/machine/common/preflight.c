/* SPDX-License-Identifier: Apache-2.0 */
/* preflight.c - checks a launch before its first instruction. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "machine/machine.h"

/* Marks the code reachable by direct control flow from a set of addresses. */
struct reach {
    const struct program *program;
    uint32_t *pending;
    uint32_t pending_count;
    bool *seen;
};

static void reach_add(struct reach *reach, int32_t index)
{
    if (index < 0 || (uint32_t)index >= reach->program->count || reach->seen[index])
        return;
    reach->seen[index] = true;
    reach->pending[reach->pending_count++] = (uint32_t)index;
}

static bool goes_on(const struct insn *insn)
{
    switch ((enum flow)insn->flow) {
    case FLOW_JUMP:
    case FLOW_RETURN:
    case FLOW_EXIT:
    case FLOW_INDIRECT:
        return insn->flags & INSN_GUARDED;
    default:
        return true;
    }
}

static void reach_close(struct reach *reach)
{
    while (reach->pending_count) {
        uint32_t index = reach->pending[--reach->pending_count];
        const struct insn *insn = &reach->program->insns[index];
        if (!insn->op)
            continue;
        if (goes_on(insn))
            reach_add(reach, insn->next);
        reach_add(reach, insn->target);
        const struct branch_targets *told = program_branch_targets(reach->program, index);
        for (uint32_t i = 0; told && i < told->count; i++)
            reach_add(reach, (int32_t)told->targets[i]);
    }
}

static void describe(const struct launch *launch, const struct insn *insn, struct text *out)
{
    const struct function *function = program_function(launch->program, insn->pc);
    struct source_line line;
    text_add(out, "\n  0x%" PRIx64, insn->pc);
    if (function)
        text_add(out, " <%s+0x%" PRIx64 ">", function->name, insn->pc - function->base);
    text_add(out, ": 0x%08" PRIx64 " ", insn->bits);
    if (insn->op) {
        text_add(out, "%s needs ", insn->op->name);
        launch->program->isa->lacks(insn, out);
    } else {
        const struct isa *isa = launch->program->isa;
        const char *kind = isa->unknown_kind ? isa->unknown_kind(insn) : NULL;
        text_add(out, "is %s", kind ? kind : "not an instruction of this machine");
    }
    if (image_source_line(launch->image, insn->pc, &line))
        text_add(out, " (%s:%u)", line.file, line.line);
}

/* Code that runs before any kernel. A cubin has none: its entry is just a kernel. */
static bool has_start_up(const struct image *image)
{
    for (uint32_t i = 0; i < image->kernel_count; i++)
        if (image->kernels[i].entry == image->entry)
            return false;
    return true;
}

/* Control may go to functions that the code does not name. */
static bool goes_anywhere(const struct program *program, const bool *seen)
{
    for (uint32_t i = 0; i < program->count; i++) {
        const struct insn *insn = &program->insns[i];
        const bool is_open = insn->flow == FLOW_INDIRECT && !program_branch_targets(program, i);
        if (seen[i] && insn->op && (is_open || (insn->flow == FLOW_CALL && insn->target < 0)))
            return true;
    }
    return false;
}

static bool needs(const struct launch *launch, const struct unresolved *word, const bool *seen)
{
    const struct program *program = launch->program;
    const int32_t index = program_index(program, word->instruction);
    if (!word->instruction)
        return !word->kernel || !strcmp(word->kernel, launch->name);
    const struct function *function = program_function(program, word->instruction);
    return index >= 0 && (seen[index] || ((!function || !function->is_kernel) &&
                                          goes_anywhere(program, seen)));
}

/* A word that the kernel needs and the loader could not fill in, or NULL. */
static const struct unresolved *find_unresolved(const struct launch *launch, const bool *seen)
{
    const struct image *image = launch->image;
    for (uint32_t i = 0; i < image->unresolved_count; i++) {
        if (needs(launch, &image->unresolved[i], seen))
            return &image->unresolved[i];
    }
    return NULL;
}

enum wc_status machine_preflight(struct error *err, const struct launch *launch)
{
    const struct program *program = launch->program;
    struct reach reach = {.program = program,
                          .pending = calloc(program->count + 1, sizeof *reach.pending),
                          .seen = calloc(program->count + 1, sizeof *reach.seen)};
    struct text list = {0}, unused = {0};
    uint32_t found = 0;
    if (!reach.pending || !reach.seen) {
        free(reach.pending);
        free(reach.seen);
        return fail_memory(err);
    }
    if (!launch->kernel || has_start_up(launch->image))
        reach_add(&reach, program_index(program, launch->image->entry));
    if (launch->kernel)
        reach_add(&reach, program_index(program, launch->kernel->entry));
    /* A program that spawns its own warps starts them by address: any function may be reached. */
    for (uint32_t i = 0; !launch->kernel && i < program->function_count; i++)
        reach_add(&reach, program_index(program, program->functions[i].base));
    reach_close(&reach);
    for (uint32_t i = 0; i < program->count; i++) {
        const struct insn *insn = &program->insns[i];
        if (reach.seen[i] && (!insn->op || program->isa->lacks(insn, &unused))) {
            describe(launch, insn, &list);
            found++;
        }
    }
    const struct unresolved *word = find_unresolved(launch, reach.seen);
    free(reach.pending);
    free(reach.seen);
    enum wc_status status = WC_OK;
    if (word)
        status = fail_at(err, WC_KERNEL_FAULT, launch->image->path, 0, 0,
                         "%s needs an address of a kind that is not known: %s", launch->name,
                         word->problem);
    if (found)
        status = fail_at(err, WC_KERNEL_FAULT, launch->image->path, 0, 0,
                         "%s uses %u instruction%s that this machine cannot execute:%s",
                         launch->name, found, found == 1 ? "" : "s", text_string(&list));
    text_free(&list);
    text_free(&unused);
    return status;
}
