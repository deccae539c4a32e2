/* SPDX-License-Identifier: Apache-2.0 */
/* pack.c - lays out arguments and local memory. */
#include "abi/pack.h"

#include <string.h>

#include "load/array.h"

enum { STRUCTURE_ALIGN = 16, POINTER_BYTES = 8 }; /* for what the file does not describe */

uint64_t pack_local_bytes(const struct launch *launch)
{
    uint64_t bytes = launch->kernel->local_bytes;
    for (size_t i = 0; i < launch->arg_count; i++) {
        if (launch->args[i].kind == ARGUMENT_LOCAL)
            bytes = round_up_to(bytes, LOCAL_ALIGN) + launch->args[i].bytes;
    }
    return launch->shared ? round_up_to(bytes, LOCAL_ALIGN) + launch->shared : bytes;
}

static uint64_t argument_bytes(const struct argument *arg, uint32_t local_pointer)
{
    switch (arg->kind) {
    case ARGUMENT_VALUE:
        return type_bytes(arg->type);
    case ARGUMENT_BYTES:
        return arg->bytes;
    default:
        return arg->kind == ARGUMENT_LOCAL ? local_pointer : POINTER_BYTES;
    }
}

static uint64_t argument_offset(const struct launch *launch, size_t i, uint64_t end,
                                uint64_t bytes)
{
    const struct kernel *kernel = launch->kernel;
    if (kernel->has_parameters && i < kernel->parameter_count)
        return kernel->parameters[i].offset;
    return round_up_to(end, launch->args[i].kind == ARGUMENT_BYTES ? STRUCTURE_ALIGN : bytes);
}

uint64_t pack_arguments(const struct launch *launch, uint32_t local_pointer, uint8_t *into)
{
    uint64_t end = 0, max = 0, local = launch->kernel->local_bytes;
    for (size_t i = 0; i < launch->arg_count; i++) {
        const struct argument *arg = &launch->args[i];
        uint64_t bits = arg->bits, bytes = argument_bytes(arg, local_pointer);
        uint64_t offset = argument_offset(launch, i, end, bytes);
        if (arg->kind == ARGUMENT_LOCAL) {
            bits = round_up_to(local, LOCAL_ALIGN);
            local = bits + arg->bytes;
        }
        end = offset + bytes;
        max = end > max ? end : max;
        if (into)
            memcpy(into + offset, arg->kind == ARGUMENT_BYTES ? arg->data : &bits, bytes);
    }
    return max;
}

static uint32_t named_in(const struct regs *list, unsigned lists, uint32_t first, uint32_t count)
{
    uint32_t max = 0;
    for (unsigned i = 0; i < lists; i++) {
        uint32_t end = (uint32_t)list[i].first + list[i].count;
        if (list[i].count && list[i].first < first + count && end > first && end - first > max)
            max = end - first;
    }
    return max < count ? max : count;
}

uint32_t registers_named(const struct program *program, uint32_t first, uint32_t count)
{
    uint32_t max = 0;
    for (uint32_t i = 0; i < program->count; i++) {
        const struct insn *insn = &program->insns[i];
        uint32_t reads = named_in(insn->src, SOURCES_MAX, first, count);
        uint32_t writes = named_in(insn->dst, TARGETS_MAX, first, count);
        max = reads > max ? reads : max;
        max = writes > max ? writes : max;
    }
    return max;
}
