/* SPDX-License-Identifier: Apache-2.0 */
/* place.c - describes kernel, work-group, warp, lane, pc and source line. */
#include "machine/common/place.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "machine/common/topology.h"

static void write_code(const struct place *place, struct text *out)
{
    const struct program *program = place->launch->program;
    const struct insn *insn = place->insn;
    const struct function *function = program_function(program, insn->pc);
    text_add(out, "pc 0x%" PRIx64, insn->pc);
    if (function)
        text_add(out, " <%s+0x%" PRIx64 ">", function->name, insn->pc - function->base);
    struct text words = {0};
    program->isa->print(program, insn, &words);
    for (size_t i = 0; i < words.length; i++) {
        if (words.bytes[i] == '\t')
            words.bytes[i] = ' ';
    }
    text_add(out, " (%s)", text_string(&words));
    text_free(&words);
    struct source_line line;
    if (image_source_line(place->launch->image, insn->pc, &line))
        text_add(out, " at %s:%u", line.file, line.line);
}

void place_write(const struct place *place, struct text *out)
{
    struct topology topology;
    place->machine->ops->topology(place->machine, &topology);
    text_add(out, "kernel %s, ", place->launch->name);
    if (place->has_group)
        text_add(out, "%s (%u, %u, %u), ", topology.group, place->group[0], place->group[1],
                 place->group[2]);
    if (place->warp) {
        topology_write_unit(&topology, place->warp->core, false, out);
        text_add(out, " %s %u", topology.warp, place->warp->slot);
        if (place->has_lane)
            text_add(out, " lane %u", place->lane);
        text_add(out, ", ");
    }
    write_code(place, out);
}

enum wc_status place_fail(struct error *err, enum wc_status status, const struct place *place,
                          const char *format, ...)
{
    struct text what = {0}, where = {0};
    va_list args;
    va_start(args, format);
    text_add_list(&what, format, args);
    va_end(args);
    place_write(place, &where);
    fail(err, status, "%s\n  in %s", text_string(&what), text_string(&where));
    text_free(&what);
    text_free(&where);
    return status;
}

static void write_nearest(const struct memory_port *port, uint64_t address, uint64_t bytes,
                          struct text *out)
{
    struct allocation near;
    if (!memory_port_nearest(port, address, &near))
        return;
    uint64_t end = near.base + near.size;
    text_add(out, "nearest: %s at 0x%" PRIx64 "..0x%" PRIx64 " (%" PRIu64 " bytes), ", near.name,
             near.base, end - 1, near.size);
    if (address < near.base)
        text_add(out, "%" PRIu64 " bytes before it", near.base - address);
    else if (address == end)
        text_add(out, "at its end");
    else if (address > end)
        text_add(out, "%" PRIu64 " bytes past its end", address - end);
    else if (address + bytes > end)
        text_add(out, "crossing its end");
    else
        text_add(out, "inside it");
}

void place_write_access(const struct memory_port *port, const struct fault *fault,
                        struct text *out)
{
    static const char *const verbs[] = {
        [ACCESS_LOAD] = "load", [ACCESS_STORE] = "store", [ACCESS_ATOMIC] = "atomic"};
    static const char *const problems[] = {
        [FAULT_OUT_OF_BOUNDS] = "is outside all allocations",
        [FAULT_READ_ONLY] = "is to read-only memory",
        [FAULT_MISALIGNED] = "is not aligned to its size",
    };
    static const char *const spaces[] = {
        [MEMORY_SHARED] = "shared", [MEMORY_LOCAL] = "local", [MEMORY_CONSTANT] = "constant"};
    text_add(out, "%s of %u bytes at 0x%" PRIx64, verbs[fault->access], fault->bytes,
             fault->address);
    if (fault->space != MEMORY_GLOBAL) {
        text_add(out, " of %s memory %s", spaces[fault->space],
                 fault->kind == FAULT_OUT_OF_BOUNDS ? "is out of bounds" : problems[fault->kind]);
        return;
    }
    text_add(out, " %s; ", problems[fault->kind]);
    write_nearest(port, fault->address, fault->bytes, out);
}

static enum wc_status fail_access(struct error *err, const struct place *place,
                                  const struct memory_port *port, const struct fault *fault)
{
    struct text what = {0};
    place_write_access(port, fault, &what);
    enum wc_status status =
        place_fail(err, WC_KERNEL_FAULT, place, "%s", text_string(&what));
    text_free(&what);
    return status;
}

/* For callers, who get the text for people only. */
static enum wc_fault public_kind(enum fault_kind kind)
{
    static const uint8_t kinds[] = {
        [FAULT_OUT_OF_BOUNDS] = WC_FAULT_ADDRESS,  [FAULT_READ_ONLY] = WC_FAULT_ADDRESS,
        [FAULT_MISALIGNED] = WC_FAULT_MISALIGNED,  [FAULT_ILLEGAL] = WC_FAULT_INSTRUCTION,
        [FAULT_CSR] = WC_FAULT_INSTRUCTION,        [FAULT_UNHANDLED_TRAP] = WC_FAULT_TRAP,
        [FAULT_SPECIAL_REGISTER] = WC_FAULT_INSTRUCTION, [FAULT_BREAKPOINT] = WC_FAULT_TRAP,
        [FAULT_HOST_CALL] = WC_FAULT_OTHER,        [FAULT_ASSERT] = WC_FAULT_ASSERT};
    return kinds[kind];
}

enum wc_status place_fail_fault(struct error *err, const struct place *place,
                                const struct memory_port *port, const struct fault *fault)
{
    if (err->status == WC_OK)
        err->fault = public_kind(fault->kind);
    switch (fault->kind) {
    case FAULT_ILLEGAL:
        return place_fail(err, WC_KERNEL_FAULT, place, "illegal instruction 0x%08" PRIx64,
                          place->insn->bits);
    case FAULT_BREAKPOINT:
        return place_fail(err, WC_KERNEL_FAULT, place,
                          "the program gave up: trap or breakpoint (assert(), abort(), __trap(), "
                          "__brkpt(), or a check of the compiler)");
    case FAULT_HOST_CALL:
    case FAULT_ASSERT:
        return place_fail(err, WC_KERNEL_FAULT, place, "%s", fault->text);
    case FAULT_CSR:
        return place_fail(err, WC_KERNEL_FAULT, place,
                          "CSR 0x%03" PRIx64 " does not exist on this machine", fault->address);
    case FAULT_SPECIAL_REGISTER:
        return place_fail(err, WC_KERNEL_FAULT, place,
                          "special register 0x%02" PRIx64 " does not exist", fault->address);
    case FAULT_UNHANDLED_TRAP:
        return place_fail(err, WC_KERNEL_FAULT, place,
                          "trap with cause %" PRIu64 " without a trap handler", fault->address);
    default:
        return fail_access(err, place, port, fault);
    }
}
