/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_sass.c - any bytes as Pascal code: decoded, linked, looked up, printed and encoded again,
 * never run.
 *
 * The first 16 bytes place the code and choose features; the rest is one executable segment, or two
 * when the second byte asks for it. */
#include <stdint.h>
#include <string.h>

#include "isa/sass/table.h"
#include "load/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_around(const struct program *program)
{
    struct text text = {0};
    for (uint32_t i = 0; i < program->count; i++) {
        const struct insn *insn = &program->insns[i];
        if (program_index(program, insn->pc) != (int32_t)i)
            __builtin_trap();
        if (insn->target >= (int32_t)program->count || insn->next >= (int32_t)program->count)
            __builtin_trap();
        if (sass_encode_word(insn) != insn->bits)
            __builtin_trap();
        isa_sass.print(program, insn, &text);
        sass_control_print(&sass_of(insn)->control, &text);
        program_function(program, insn->pc);
    }
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t head[16] = {0};
    uint64_t base = 0, gap = 0;
    struct error err = {0};
    struct program *program = NULL;
    memcpy(head, data, size < 16 ? size : 16);
    data += size < 16 ? size : 16;
    size -= size < 16 ? size : 16;
    memcpy(&base, head + 2, 4);
    memcpy(&gap, head + 6, 4);
    if (head[1] & 2)
        base = -base;
    uint64_t first = head[1] & 1 ? size / 2 : size;
    struct segment segments[2] = {
        {.address = base, .bytes = data, .file_bytes = first, .size = first, .executable = true},
        {.address = base + gap, .bytes = data + first, .file_bytes = size - first,
         .size = size - first, .executable = true},
    };
    struct symbol symbols[2] = {
        {.name = "one", .address = base, .is_function = true, .size = head[10]},
        {.name = "two", .address = base + head[11], .is_global = true},
    };
    const uint64_t targets[2] = {base + head[12], base + head[13]};
    struct indirect_branch branch = {.address = base + head[14], .targets = targets, .count = 2};
    struct kernel kernel = {.name = "one", .entry = base};
    struct image image = {
        .path = "fuzz", .isa = "sass", .segments = segments, .segment_count = 1 + (head[1] & 1),
        .symbols = symbols, .symbol_count = 2, .kernels = &kernel, .kernel_count = 1,
        .indirect_branches = &branch, .indirect_branch_count = 1,
    };
    if (isa_sass.decode(&err, &image, head[0], &program) == WC_OK)
        look_around(program);
    program_free(program);
    error_clear(&err);
    return 0;
}
