/* SPDX-License-Identifier: Apache-2.0 */
/* info_json.c - an image as JSON; info.h lists the keys. */
#include "report/info_json.h"

#include "base/json.h"
#include "load/elf_text.h"
#include "report/info_amdgpu.h"
#include "report/info_sas.h"

void segment_access(const struct segment *segment, char out[4])
{
    out[0] = segment->readable ? 'r' : '-';
    out[1] = segment->writable ? 'w' : '-';
    out[2] = segment->executable ? 'x' : '-';
    out[3] = '\0';
}

const char *parameter_kind_name(enum kernel_parameter_kind kind)
{
    static const char *const names[] = {
        [KERNEL_PARAMETER_VALUE] = "value",
        [KERNEL_PARAMETER_GLOBAL] = "global",
        [KERNEL_PARAMETER_LOCAL] = "local",
        [KERNEL_PARAMETER_CONSTANT] = "constant",
        [KERNEL_PARAMETER_UNTOLD] = "untold",
    };
    return names[kind];
}

static json_t *segments(const struct image *image)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *segment = &image->segments[i];
        char access[4];
        segment_access(segment, access);
        json_append(
            &list, json_pack("{s:I, s:I, s:I, s:I, s:s}", "address", (json_int_t)segment->address,
                             "bytes", (json_int_t)segment->size, "file_bytes",
                             (json_int_t)segment->file_bytes, "file_offset",
                             (json_int_t)segment->file_offset, "access", access));
    }
    return list;
}

static json_t *parameters(const struct kernel *kernel)
{
    if (!kernel->has_parameters)
        return json_null();
    json_t *list = json_array();
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const struct kernel_parameter *parameter = &kernel->parameters[i];
        json_append(
            &list, json_pack("{s:s?, s:s, s:s?, s:I, s:o}", "name", parameter->name, "kind",
                             parameter_kind_name(parameter->kind), "type", parameter->type,
                             "bytes", (json_int_t)parameter->bytes, "offset",
                             kernel->parameter_base || kernel->amdgpu
                                 ? json_integer(parameter->offset)
                                 : json_null()));
    }
    return list;
}

static json_t *required_block(const struct kernel *kernel)
{
    const uint32_t *block = kernel->required_block;
    if (!block[0])
        return json_null();
    return json_pack("[I, I, I]", (json_int_t)block[0], (json_int_t)block[1],
                     (json_int_t)block[2]);
}

static json_t *number_or_null(uint64_t number)
{
    return number ? json_integer((json_int_t)number) : json_null();
}

static json_t *exits(const struct kernel *kernel)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < kernel->exit_count; i++)
        json_append(&list, json_integer((json_int_t)kernel->exits[i]));
    return list;
}

/* Only in cubins and code objects; null elsewhere. */
static void add_resources(json_t **object, const struct image *image, const struct kernel *kernel)
{
    const bool told = image->architecture != 0, in_cubin = told && !kernel->amdgpu;
    const struct {
        const char *key;
        uint32_t value;
        bool told;
    } numbers[] = {
        {"register_limit", kernel->register_limit, in_cubin},
        {"stack_bytes", kernel->stack_bytes, told},
        {"token_bytes", kernel->token_bytes, in_cubin},
        {"barriers", kernel->barriers, in_cubin},
        {"parameter_base", kernel->parameter_base, told},
        {"parameter_bytes", kernel->parameter_bytes, told},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        json_put(object, numbers[i].key,
                 numbers[i].told ? json_integer(numbers[i].value) : json_null());
    json_put(object, "most_threads", number_or_null(kernel->max_threads));
    json_put(object, "exits", in_cubin ? exits(kernel) : json_null());
    json_put(object, "amdgpu", info_amdgpu_json(kernel));
}

static json_t *banks(const struct image *image)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < image->bank_count; i++) {
        const struct constant_bank *bank = &image->banks[i];
        json_append(&list, json_pack("{s:I, s:s?, s:I}", "bank", (json_int_t)bank->bank,
                                    "kernel", bank->kernel, "bytes",
                                    (json_int_t)bank->size));
    }
    return list;
}

static json_t *kernels(const struct image *image)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < image->kernel_count; i++) {
        const struct kernel *kernel = &image->kernels[i];
        json_t *one =
            json_pack("{s:s, s:I, s:o, s:I, s:o, s:o, s:o}", "name", kernel->name, "entry",
                      (json_int_t)kernel->entry, "code_bytes", number_or_null(kernel->bytes),
                      "local_bytes", (json_int_t)kernel->local_bytes, "registers",
                      number_or_null(kernel->registers), "required_block",
                      required_block(kernel), "parameters", parameters(kernel));
        add_resources(&one, image, kernel);
        json_append(&list, one);
    }
    return list;
}

static json_t *functions(const struct image *image)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < image->function_count; i++) {
        const struct kernel *function = &image->functions[i];
        json_append(&list, json_pack("{s:s, s:I, s:o}", "name", function->name, "entry",
                                    (json_int_t)function->entry, "code_bytes",
                                    number_or_null(function->bytes)));
    }
    return list;
}

static json_t *unresolved(const struct image *image)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < image->unresolved_count; i++) {
        const struct unresolved *word = &image->unresolved[i];
        json_append(&list, json_pack("{s:s, s:o, s:s?}", "problem", word->problem, "instruction",
                                     number_or_null(word->instruction), "kernel", word->kernel));
    }
    return list;
}

static json_t *loops(const struct image *image, const bool *fits)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < image->loop_note_count; i++) {
        const struct loop_note *loop = &image->loop_notes[i];
        json_append(&list, json_pack("{s:s, s:I, s:I, s:b}", "file", loop->file,
                                    "line", (json_int_t)loop->line, "iterations",
                                    (json_int_t)loop->iterations, "fits",
                                    !fits || fits[i]));
    }
    return list;
}

void info_write_json(const struct image *image, const bool *loop_fits, struct text *out)
{
    struct arena arena = {NULL};
    json_t *root = json_pack(
        "{s:i, s:s, s:s, s:s, s:I, s:s?, s:s?, s:s?, s:s?, s:I}", "schema", 1, "file",
        printable_text(&arena, image->path), "format", image->format, "isa", image->isa, "entry",
        (json_int_t)image->entry, "source", image->source, "source_sha256", image->source_sha256,
        "runtime_sha256", image->runtime_sha256, "toolchain", image->toolchain,
        "thread_local_bytes", (json_int_t)image->thread_local_bytes);
    json_put(&root, "architecture", number_or_null(image->architecture));
    json_put(&root, "segments", segments(image));
    json_put(&root, "kernels", kernels(image));
    json_put(&root, "functions", functions(image));
    json_put(&root, "constant_banks", banks(image));
    json_put(&root, "buffers", info_sas_json(image));
    json_put(&root, "unresolved", unresolved(image));
    json_put(&root, "indirect_branches", json_integer(image->indirect_branch_count));
    json_put(&root, "loops", loops(image, loop_fits));
    json_put(&root, "symbols", json_integer(image->symbol_count));
    const char *problem = image_lines_problem(image);
    json_put(&root, "lines", json_boolean((image->lines || image->sas) && !problem));
    json_put(&root, "lines_problem", json_outside_string(problem));
    json_text_add(root, out);
    arena_free(&arena);
}
