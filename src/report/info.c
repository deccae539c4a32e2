/* SPDX-License-Identifier: Apache-2.0 */
/* info.c - an image as text: what cuobjdump and readelf show, on one screen. */
#include "report/info.h"

#include <inttypes.h>
#include <string.h>

#include "report/info_amdgpu.h"
#include "report/info_json.h"
#include "report/info_sas.h"

static void add_field(struct text *out, const char *name, const char *value)
{
    if (value)
        text_add(out, "  %-14s %s\n", name, value);
}

static const char *name_at(const struct image *image, uint64_t address)
{
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        if (image->symbols[i].address == address && image->symbols[i].is_function)
            return image->symbols[i].name;
    }
    return NULL;
}

static void add_entry(struct text *out, const struct image *image)
{
    const char *name = name_at(image, image->entry);
    text_add(out, "  %-14s 0x%08" PRIx64 "%s%s%s\n", "entry", image->entry, name ? " <" : "",
             name ? name : "", name ? ">" : "");
}

static void add_lines(struct text *out, const struct image *image)
{
    const char *problem = image_lines_problem(image);
    if (problem)
        text_add(out, "  %-14s no: %s\n", "source lines", problem);
    else
        add_field(out, "source lines", image->lines || image->sas ? "yes" : "no");
}

static void add_segments(struct text *out, const struct image *image)
{
    text_add(out, "\nsegments\n  %-10s  %10s  %10s  %10s  %s\n", "address", "bytes", "from file",
             "at offset", "access");
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *segment = &image->segments[i];
        char access[4];
        segment_access(segment, access);
        text_add(out, "  0x%08" PRIx64 "  %10" PRIu64 "  %10" PRIu64 "  %#10" PRIx64 "  %s\n",
                 segment->address, segment->size, segment->file_bytes, segment->file_offset,
                 access);
    }
}

/* "global float* out"; the kind of a value is omitted, and so is an unknown kind. */
static void add_parameter(struct text *out, const struct kernel_parameter *parameter)
{
    if (parameter->kind == KERNEL_PARAMETER_UNTOLD) {
        text_add(out, "%" PRIu32 " byte%s", parameter->bytes, parameter->bytes == 1 ? "" : "s");
        return;
    }
    if (parameter->kind != KERNEL_PARAMETER_VALUE)
        text_add(out, "%s ", parameter_kind_name(parameter->kind));
    if (parameter->type)
        text_add(out, "%s ", parameter->type);
    else
        text_add(out, "(%" PRIu32 " bytes) ", parameter->bytes);
    text_add(out, "%s", parameter->name ? parameter->name : "?");
}

static void add_count(struct text *out, uint32_t count, const char *what)
{
    if (count)
        text_add(out, ", %" PRIu32 " %s%s", count, what, count == 1 ? "" : "s");
}

/* Only in cubins and code objects. */
static void add_resources(struct text *out, const struct kernel *kernel)
{
    if (kernel->stack_unknown)
        text_add(out, ", a stack of unknown depth per thread ('stack:' of a job)");
    else if (kernel->stack_bytes)
        text_add(out, ", %" PRIu32 " bytes of stack per thread", kernel->stack_bytes);
    add_count(out, kernel->barriers, "barrier");
    if (kernel->token_bytes)
        text_add(out, ", %" PRIu32 " bytes of reconvergence stack", kernel->token_bytes);
    if (kernel->max_threads)
        text_add(out, ", at most %" PRIu32 " work-items per group", kernel->max_threads);
    add_count(out, kernel->exit_count, "exit");
}

/* "parameters c[0x0][0x140] 8 bytes, c[0x0][0x148] 4 bytes" */
static void add_parameter_places(struct text *out, const struct kernel *kernel)
{
    if (!kernel->parameter_base)
        return;
    text_add(out, "      %" PRIu32 " bytes of parameters", kernel->parameter_bytes);
    for (uint32_t i = 0; i < kernel->parameter_count; i++)
        text_add(out, "%s c[0x0][0x%" PRIx32 "] %" PRIu32, i ? "," : ":",
                 kernel->parameter_base + kernel->parameters[i].offset,
                 kernel->parameters[i].bytes);
    text_add(out, "\n");
}

static void add_kernel(struct text *out, const struct kernel *kernel)
{
    text_add(out, "  %s(", kernel->name);
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        text_add(out, "%s", i ? ", " : "");
        add_parameter(out, &kernel->parameters[i]);
    }
    text_add(out, "%s)\n      entry 0x%08" PRIx64, kernel->has_parameters ? "" : "...",
             kernel->entry);
    if (kernel->bytes)
        text_add(out, ", %" PRIu64 " bytes of code", kernel->bytes);
    if (kernel->registers)
        text_add(out, ", %" PRIu32 " registers", kernel->registers);
    text_add(out, ", %" PRIu32 " bytes of local memory", kernel->local_bytes);
    const uint32_t *block = kernel->required_block;
    if (block[0])
        text_add(out, ", work-groups of %" PRIu32 " x %" PRIu32 " x %" PRIu32, block[0], block[1],
                 block[2]);
    add_resources(out, kernel);
    text_add(out, "\n");
    add_parameter_places(out, kernel);
    info_amdgpu_text(kernel, out);
}

static void add_banks(struct text *out, const struct image *image)
{
    if (!image->bank_count)
        return;
    text_add(out, "\nconstant banks\n");
    for (uint32_t i = 0; i < image->bank_count; i++) {
        const struct constant_bank *bank = &image->banks[i];
        text_add(out, "  %2" PRIu32 "  %10" PRIu32 " bytes  %s%s\n", bank->bank, bank->size,
                 bank->kernel ? "of " : "of all kernels", bank->kernel ? bank->kernel : "");
    }
}

static void add_unresolved(struct text *out, const struct image *image)
{
    if (image->unresolved_count)
        text_add(out, "\nnot filled in: kernels that need it do not run\n");
    for (uint32_t i = 0; i < image->unresolved_count; i++) {
        const struct unresolved *word = &image->unresolved[i];
        text_add(out, "  %s", word->problem);
        if (word->instruction)
            text_add(out, " at 0x%" PRIx64, word->instruction);
        text_add(out, "\n");
    }
}

static void add_kernels(struct text *out, const struct image *image)
{
    text_add(out, "\nkernels\n");
    for (uint32_t i = 0; i < image->kernel_count; i++)
        add_kernel(out, &image->kernels[i]);
    if (image->kernel_count)
        return;
    text_add(out, "  none listed%s\n",
             image->function_count ? "; any global function can be an entry:" : "");
    for (uint32_t i = 0; i < image->function_count; i++)
        text_add(out, "  0x%08" PRIx64 "  %s\n", image->functions[i].entry,
                 image->functions[i].name);
}

static void add_digest(struct text *out, const char *name, const char *value, const char *sha256)
{
    if (!value && !sha256)
        return;
    text_add(out, "  %-14s %s%s%s%s\n", name, value ? value : "", value && sha256 ? ", " : "",
             sha256 ? "sha256 " : "", sha256 ? sha256 : "");
}

/* Loops of built-in functions that have not become part of the kernels say nothing about them. */
static bool is_unused_builtin(const struct image *image, uint32_t note, const bool *fits)
{
    return fits && !fits[note] && image->source &&
           strcmp(image->loop_notes[note].file, image->source) != 0;
}

static void add_loops(struct text *out, const struct image *image, const bool *fits)
{
    bool any = false;
    for (uint32_t i = 0; i < image->loop_note_count; i++) {
        const struct loop_note *loop = &image->loop_notes[i];
        if (is_unused_builtin(image, i, fits))
            continue;
        text_add(out, "%s", any ? "" : "\nloop bounds in the source\n");
        any = true;
        text_add(out, "  %s:%" PRIu32 "  at most %" PRIu64 " iterations%s\n",
                 loop->file, loop->line, loop->iterations,
                 !fits || fits[i] ? "" : "; unrolled, or not found in the code");
    }
}

static void add_text(struct text *out, const struct image *image, const bool *loop_fits)
{
    text_add(out, "%s\n", image->path);
    add_field(out, "format", image->format);
    add_field(out, "isa", image->isa);
    add_field(out, "architecture", image->chip);
    add_entry(out, image);
    add_digest(out, "source", image->source, image->source_sha256);
    add_digest(out, "run time", NULL, image->runtime_sha256);
    add_field(out, "toolchain", image->toolchain);
    text_add(out, "  %-14s %" PRIu32 "\n", "symbols", image->symbol_count);
    add_lines(out, image);
    if (image->thread_local_bytes)
        text_add(out, "  %-14s %" PRIu32 " bytes\n", "thread-local", image->thread_local_bytes);
    add_segments(out, image);
    add_kernels(out, image);
    add_banks(out, image);
    add_unresolved(out, image);
    info_sas_text(image, out);
    add_loops(out, image, loop_fits);
}

void info_write(const struct image *image, const bool *loop_fits, enum wc_format format,
                struct text *out)
{
    if (format == WC_JSON)
        info_write_json(image, loop_fits, out);
    else
        add_text(out, image, loop_fits);
}
