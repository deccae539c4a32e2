/* SPDX-License-Identifier: Apache-2.0 */
/* program.c - queries on a decoded program of any instruction set. */
#include "warpclock.h"
#include "isa/insn.h"
#include "load/image.h"

#include <stdlib.h>
#include <string.h>

static const char *const timing_names[] = {
    [TIMING_ALU] = "alu",
    [TIMING_BRANCH] = "branch",
    [TIMING_MUL] = "mul",
    [TIMING_DIV] = "div",
    [TIMING_FMA] = "fma",
    [TIMING_FDIV] = "fdiv",
    [TIMING_FSQRT] = "fsqrt",
    [TIMING_FCVT] = "fcvt",
    [TIMING_FMISC] = "fmisc",
    [TIMING_LOAD] = "load",
    [TIMING_STORE] = "store",
    [TIMING_ATOMIC] = "atomic",
    [TIMING_FENCE] = "fence",
    [TIMING_CSR] = "csr",
    [TIMING_WARP_CONTROL] = "warp-control",
    [TIMING_BARRIER] = "barrier",
    [TIMING_VOTE] = "vote",
    [TIMING_SHIFT] = "shift",
    [TIMING_COMPARE] = "compare",
    [TIMING_BITS] = "bits",
    [TIMING_HALF] = "half",
    [TIMING_DOUBLE] = "double",
    [TIMING_SPECIAL] = "special",
    [TIMING_SHUFFLE] = "shuffle",
    [TIMING_LOAD_CONSTANT] = "load-constant",
};
_Static_assert(sizeof timing_names / sizeof timing_names[0] == TIMING_COUNT, "one name each");

const char *timing_name(enum timing timing)
{
    return timing_names[timing];
}

/* The one list of instruction sets: names for everybody, and what is behind them. */
const char *const wc_instruction_sets[] = {"gcn3", "rv32", "sass", "sim-d", NULL};
static const struct isa *const instruction_sets[] = {&isa_gcn3, &isa_rv32, &isa_sass,
                                                    &isa_sim_d};

const struct isa *isa_find(const char *name)
{
    for (size_t i = 0; wc_instruction_sets[i]; i++)
        if (!strcmp(name, wc_instruction_sets[i]))
            return instruction_sets[i];
    return NULL;
}

enum wc_status program_make(struct error *err, const struct isa *isa, const struct image *image,
                            uint64_t features, program_fill_fn *fill, struct program **out)
{
    struct program *program;
    *out = NULL;
    enum wc_status status = allocate_checked(err, "a program", sizeof *program, (void **)&program);
    if (status != WC_OK)
        return status;
    program->isa = isa;
    program->image = image;
    status = fill(err, image, features, program);
    if (status == WC_OK)
        *out = program;
    else
        program_free(program);
    return status;
}

enum wc_status program_allocate(struct error *err, struct program *program, uint64_t bytes_each)
{
    struct text what = {0};
    program->bytes_each = bytes_each;
    text_add(&what, "decoding %u instructions", program->count);
    enum wc_status status = allocate_checked(err, text_string(&what), program->count * bytes_each,
                                             (void **)&program->insns);
    text_free(&what);
    if (status != WC_OK)
        error_locate(err, program->image->path, 0, 0);
    return status;
}

uint64_t program_bytes(const struct program *program)
{
    return program->count * program->bytes_each;
}

static void add_registers(struct insn *insn, struct regs *list, unsigned max, uint32_t first,
                          uint32_t count)
{
    unsigned i = 0;
    while (i < max && list[i].count)
        i++;
    if (i < max)
        list[i] = (struct regs){.first = (uint16_t)first, .count = (uint8_t)count};
    else
        insn->op = NULL;
}

void insn_add_source(struct insn *insn, uint32_t first, uint32_t count)
{
    add_registers(insn, insn->src, SOURCES_MAX, first, count);
}

void insn_add_target(struct insn *insn, uint32_t first, uint32_t count)
{
    add_registers(insn, insn->dst, TARGETS_MAX, first, count);
}

void program_free(struct program *program)
{
    if (!program)
        return;
    free(program->insns);
    arena_free(&program->arena);
    free(program);
}

/* The range that contains an address: the last one that starts at or below it, if long enough. */
static const struct code_range *find_range(const struct program *program, uint64_t pc)
{
    uint32_t low = 0, high = program->range_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->ranges[middle].base <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || pc - program->ranges[low - 1].base >= program->ranges[low - 1].bytes)
        return NULL;
    return &program->ranges[low - 1];
}

/* Instructions of one length are found by division, of several lengths by their addresses. */
static int32_t find_insn(const struct program *program, const struct code_range *range,
                         uint64_t pc)
{
    uint32_t low = 0, high = range->count;
    uint64_t bytes_each = range->bytes / range->count;
    if (range->bytes == range->count * bytes_each && bytes_each == program->isa->insn_bytes_min) {
        uint64_t offset = pc - range->base;
        return offset % bytes_each ? -1 : (int32_t)(range->first + offset / bytes_each);
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->insns[range->first + middle].pc < pc)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < range->count && program->insns[range->first + low].pc == pc;
    return found ? (int32_t)(range->first + low) : -1;
}

int32_t program_index(const struct program *program, uint64_t pc)
{
    const struct isa *isa = program->isa;
    if (isa->group_bytes && pc % isa->group_bytes == 0)
        pc += isa->insn_bytes_min;
    const struct code_range *range = find_range(program, pc);
    return range && range->count ? find_insn(program, range, pc) : -1;
}

uint64_t program_fetch_address(const struct program *program, uint32_t index)
{
    if (index < program->count)
        return program->insns[index].pc;
    const struct insn *last = &program->insns[program->count - 1];
    return last->pc + (uint64_t)(index - program->count + 1) * program->isa->insn_bytes_min;
}

const struct branch_targets *program_branch_targets(const struct program *program, uint32_t insn)
{
    uint32_t low = 0, high = program->branch_targets_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->branch_targets[middle].insn < insn)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < program->branch_targets_count && program->branch_targets[low].insn == insn;
    return found ? &program->branch_targets[low] : NULL;
}

const struct function *program_function(const struct program *program, uint64_t pc)
{
    uint32_t low = 0, high = program->function_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->functions[middle].base <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || pc - program->functions[low - 1].base >= program->functions[low - 1].bytes)
        return NULL;
    return &program->functions[low - 1];
}
