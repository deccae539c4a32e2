/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_gcn3.c - any bytes as GCN3 code: decoded, linked, looked up and printed, never run.
 *
 * The first 16 bytes place code, symbols and kernels and choose features; the rest is one
 * executable segment, or two when the second byte asks for it. */
#include <stdint.h>
#include <string.h>

#include "isa/gcn3/table.h"
#include "load/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_registers(const struct insn *insn)
{
    for (unsigned i = 0; i < SOURCES_MAX; i++)
        if (insn->src[i].first + insn->src[i].count > GCN3_NAMES)
            __builtin_trap();
    for (unsigned i = 0; i < TARGETS_MAX; i++)
        if (insn->dst[i].first + insn->dst[i].count > GCN3_NAMES)
            __builtin_trap();
}

static void look_around(const struct program *program)
{
    struct text text = {0};
    for (uint32_t i = 0; i < program->count; i++) {
        const struct insn *insn = &program->insns[i];
        if (program_index(program, insn->pc) != (int32_t)i)
            __builtin_trap();
        if (insn->target >= (int32_t)program->count || insn->next >= (int32_t)program->count)
            __builtin_trap();
        check_registers(insn);
        isa_gcn3.print(program, insn, &text);
        isa_gcn3.lacks(insn, &text);
        program_function(program, insn->pc);
    }
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t head[16] = {0};
    uint32_t base, gap;
    struct error err = {0};
    struct program *program = NULL;
    memcpy(head, data, size < 16 ? size : 16);
    data += size < 16 ? size : 16;
    size -= size < 16 ? size : 16;
    memcpy(&base, head + 2, 4);
    memcpy(&gap, head + 6, 4);
    uint64_t first = head[1] & 1 ? size / 2 : size;
    struct segment segments[2] = {
        {.address = base, .bytes = data, .file_bytes = first, .size = first, .executable = true},
        {.address = (uint64_t)base + gap, .bytes = data + first, .file_bytes = size - first,
         .size = size - first, .executable = true},
    };
    struct symbol symbols[2] = {
        {.name = "one", .address = base, .is_function = head[1] & 2, .size = head[10]},
        {.name = "two", .address = (uint64_t)base + head[11], .is_function = true},
    };
    struct kernel kernels[2] = {
        {.name = "one", .entry = (uint64_t)base + head[12]},
        {.name = "two", .entry = (uint64_t)base + head[13] * 16u},
    };
    struct image image = {
        .path = "fuzz", .isa = "gcn3", .segments = segments, .segment_count = 1 + (head[1] & 1),
        .symbols = symbols, .symbol_count = 2, .kernels = kernels, .kernel_count = 2,
    };
    if (isa_gcn3.decode(&err, &image, head[0], &program) == WC_OK)
        look_around(program);
    program_free(program);
    error_clear(&err);
    return 0;
}
