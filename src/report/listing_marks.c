/* SPDX-License-Identifier: Apache-2.0 */
/* listing_marks.c - finds labels, names of addresses, and words that cannot run. */
#include "report/listing_marks.h"

#include <inttypes.h>

#include "load/image.h"

const struct function *function_starting_at(const struct program *program, uint32_t index)
{
    const struct function *function = program_function(program, program->insns[index].pc);
    return function && program_index(program, function->base) == (int32_t)index ? function : NULL;
}

/* Calls go to functions, which have names. */
static bool leads_to_label(const struct insn *insn)
{
    return (insn->flow == FLOW_BRANCH || insn->flow == FLOW_JUMP) && insn->target >= 0;
}

static uint32_t *number_labels(struct arena *arena, const struct program *program)
{
    uint32_t *labels = arena_array(arena, program->count, sizeof *labels);
    for (uint32_t i = 0; i < program->count; i++) {
        if (leads_to_label(&program->insns[i]))
            labels[program->insns[i].target] = 1;
    }
    for (uint32_t i = 0, last = 0; i < program->count; i++) {
        if (function_starting_at(program, i))
            last = labels[i] = 0;
        if (labels[i])
            labels[i] = ++last;
    }
    return labels;
}

/* Index of the first instruction at or after an address. */
static uint32_t index_from(const struct program *program, uint64_t address)
{
    uint32_t low = 0, high = program->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->insns[middle].pc < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void list_function(const struct program *program, const struct function *function,
                          bool *listed)
{
    const uint32_t end = index_from(program, function->base + function->bytes);
    for (uint32_t i = index_from(program, function->base); i < end; i++)
        listed[i] = true;
}

/* Functions that listed code goes to; false: all of them are listed. */
static bool list_called(const struct program *program, bool *listed)
{
    bool changed = false;
    for (uint32_t i = 0; i < program->count; i++) {
        const int32_t target = program->insns[i].target;
        if (!listed[i] || target < 0 || listed[target])
            continue;
        const struct function *called = program_function(program, program->insns[target].pc);
        if (!called)
            continue;
        list_function(program, called, listed);
        changed |= listed[target];
    }
    return changed;
}

static bool *choose(struct arena *arena, const struct program *program, const char *kernel)
{
    bool *listed = arena_array(arena, program->count, sizeof *listed);
    const struct symbol *symbol = kernel ? image_symbol(program->image, kernel) : NULL;
    const struct function *function = symbol ? program_function(program, symbol->address) : NULL;
    if (function)
        list_function(program, function, listed);
    while (function && list_called(program, listed))
        ;
    for (uint32_t i = 0; !kernel && i < program->count; i++)
        listed[i] = true;
    return listed;
}

struct listing_marks listing_marks_make(struct arena *arena, const struct program *program,
                                        const char *kernel)
{
    return (struct listing_marks){program, choose(arena, program, kernel),
                                  number_labels(arena, program)};
}

void listing_add_place(const struct listing_marks *marks, uint32_t index, struct text *out)
{
    uint64_t pc = marks->program->insns[index].pc;
    const struct function *function = program_function(marks->program, pc);
    if (marks->labels[index])
        text_add(out, ".L%" PRIu32, marks->labels[index]);
    else if (function_starting_at(marks->program, index))
        text_add(out, "%s", function->name);
    else if (function)
        text_add(out, "%s+0x%" PRIx64, function->name, pc - function->base);
}

static const char *feature_of(const struct isa *isa, const struct op *op)
{
    for (size_t i = 0; isa->row(i); i++) {
        if (isa->row(i) == op)
            return isa->row_feature(i);
    }
    return NULL;
}

static bool is_lacking(const struct program *program, const struct insn *insn)
{
    struct text what = {0};
    bool lacking = program->isa->lacks(insn, &what);
    text_free(&what);
    return lacking;
}

void listing_add_problem(const struct program *program, const struct insn *insn, struct text *out)
{
    if (!insn->op && insn->bits == 0)
        text_add(out, "zero: data or padding, not an instruction");
    else if (!insn->op)
        text_add(out, "not a valid %s instruction", program->isa->name);
    else if (is_lacking(program, insn)) {
        const char *feature = feature_of(program->isa, insn->op);
        text_add(out, "needs the %s", feature ? feature : "missing extension");
    }
}
