/* SPDX-License-Identifier: Apache-2.0 */
/* diverge.c - the pass over a whole file: read, transform each function, write. */
#include "pass/diverge/diverge.h"

#include <string.h>

#include "pass/diverge/flow.h"

static enum wc_status treat_function(struct error *err, const struct assembly *assembly,
                                     const struct asm_function *function, struct edits *edits)
{
    struct flow flow = {
        .err = err,
        .arena = assembly->arena,
        .assembly = assembly,
        .function = function,
        .uniform_arguments = function->is_kernel && !function->is_called,
    };
    enum wc_status status = flow_build(&flow);
    if (status == WC_OK)
        status = flow_find_lanes(&flow);
    if (status == WC_OK)
        status = flow_plan(&flow);
    if (status != WC_OK || !flow.levels)
        return status;
    status = flow_lay_out(&flow, edits);
    if (status == WC_OK)
        flow_write(&flow, edits);
    return status;
}

/* A line unchanged, or with another jump target. */
static void write_line(const struct assembly *assembly, const struct edits *edits, uint32_t line,
                       const struct slice *target, struct text *out)
{
    struct slice old = assembly->lines[line];
    if (edits->before[line])
        text_add(out, "%s", edits->before[line]);
    if (edits->replacement[line]) {
        text_add(out, "%s", edits->replacement[line]);
        return;
    }
    if (!edits->new_target[line]) {
        text_add_bytes(out, old.at, old.length);
        return;
    }
    const char *end = target->at + target->length;
    text_add_bytes(out, old.at, (size_t)(target->at - old.at));
    text_add(out, "%s", edits->new_target[line]);
    text_add_bytes(out, end, (size_t)(old.at + old.length - end));
}

static void write_file(const struct assembly *assembly, const struct edits *edits,
                       bool ends_with_newline, struct text *out)
{
    uint32_t insn = 0;
    for (uint32_t line = 0; line < assembly->line_count; line++) {
        while (insn < assembly->insn_count && assembly->insns[insn].line < line)
            insn++;
        const struct slice *target =
            insn < assembly->insn_count ? &assembly->insns[insn].target : NULL;
        write_line(assembly, edits, line, target, out);
        if (line + 1 < assembly->line_count || ends_with_newline)
            text_add_bytes(out, "\n", 1);
    }
}

enum wc_status diverge(struct error *err, const char *name, const char *text, size_t length,
                       struct text *out)
{
    struct arena arena = {0};
    struct assembly assembly;
    const char *nul = memchr(text, '\0', length);
    if (nul) {
        int line = 1;
        for (const char *c = text; c < nul; c++)
            line += *c == '\n';
        return fail_at(err, WC_BAD_INPUT, name, line, 0, "NUL byte; expected assembly text");
    }
    enum wc_status status = assembly_read(err, &arena, name, text, length, &assembly);
    if (status == WC_OK) {
        struct edits edits = {
            .before = arena_array(&arena, assembly.line_count, sizeof(char *)),
            .new_target = arena_array(&arena, assembly.line_count, sizeof(char *)),
            .replacement = arena_array(&arena, assembly.line_count, sizeof(char *)),
        };
        for (uint32_t i = 0; i < assembly.function_count && status == WC_OK; i++)
            status = treat_function(err, &assembly, &assembly.functions[i], &edits);
        if (status == WC_OK)
            write_file(&assembly, &edits, length && text[length - 1] == '\n', out);
    }
    arena_free(&arena);
    return status;
}
