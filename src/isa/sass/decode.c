/* SPDX-License-Identifier: Apache-2.0 */
/* decode.c - decodes all executable segments of an image into one program, once, at load time.
 *
 * Code comes in groups of 32 bytes: a control word, then three instructions (PAS-21). Control words
 * are not instructions: their bits go to the next three, and the address of one means the next
 * word. Words that no form matches stay in the program and trap. */
#include "isa/sass/run.h"
#include "isa/sass/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/allowance.h"
#include "load/image.h"

enum { GROUP_WORDS = SASS_GROUP_BYTES / SASS_INSN_BYTES };

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < SASS_INSN_BYTES; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

/* The bytes before the first whole group of a segment. */
static uint64_t unaligned_head(const struct segment *segment)
{
    return -segment->address & (SASS_GROUP_BYTES - 1);
}

static uint64_t word_count(const struct segment *segment)
{
    uint64_t head = unaligned_head(segment);
    return segment->file_bytes < head ? 0 : (segment->file_bytes - head) / SASS_INSN_BYTES;
}

/* One word of each group is a control word, also of an incomplete last group. */
static uint64_t insn_count(uint64_t words)
{
    return words - (words + GROUP_WORDS - 1) / GROUP_WORDS;
}

static bool holds_code(const struct segment *segment)
{
    return segment->executable && insn_count(word_count(segment)) > 0;
}

static int compare_ranges(const void *a, const void *b)
{
    const struct code_range *left = a, *right = b;
    return (left->base > right->base) - (left->base < right->base);
}

static enum wc_status check_ranges(struct error *err, const struct image *image,
                                   const struct program *program)
{
    for (uint32_t i = 0; i < program->range_count; i++) {
        const struct code_range *range = &program->ranges[i];
        if (range->base + range->bytes < range->base)
            return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                           "code at 0x%" PRIx64 " with %" PRIu64 " bytes is past the end of "
                           "memory", range->base, range->bytes);
        if (i && range[-1].base + range[-1].bytes > range->base)
            return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                           "two executable segments overlap at 0x%" PRIx64, range->base);
    }
    return WC_OK;
}

/* Sorted ranges, `first` and the total filled in. */
static enum wc_status collect_ranges(struct error *err, const struct image *image,
                                     struct program *program)
{
    uint64_t total = 0;
    program->ranges =
        arena_array(&program->arena, (size_t)image->segment_count + 1, sizeof *program->ranges);
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *segment = &image->segments[i];
        if (holds_code(segment))
            program->ranges[program->range_count++] = (struct code_range){
                .base = segment->address + unaligned_head(segment),
                .bytes = word_count(segment) * SASS_INSN_BYTES,
            };
    }
    qsort(program->ranges, program->range_count, sizeof *program->ranges, compare_ranges);
    for (uint32_t i = 0; i < program->range_count; i++) {
        struct code_range *range = &program->ranges[i];
        uint64_t count = insn_count(range->bytes / SASS_INSN_BYTES);
        if (total + count > INT32_MAX)
            return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                           "more than the maximum of %d instructions for a program",
                           (int)INT32_MAX);
        range->first = (uint32_t)total;
        range->count = (uint32_t)count;
        total += count;
    }
    program->count = (uint32_t)total;
    return check_ranges(err, image, program);
}

static const struct code_range *range_at(const struct program *program, uint64_t base)
{
    uint32_t i = 0;
    while (program->ranges[i].base != base)
        i++;
    return &program->ranges[i];
}

/* A stub's BPT.CAL calls a function of the host, which may read all argument registers. */
static void make_host_call(struct insn *insn, struct sass_insn *own)
{
    enum { ARGUMENT_REGISTERS = 10, RESULT_REGISTERS = 2 };
    if (!insn->op || insn->op->run != sass_bpt)
        return;
    insn->run = own->run = sass_call_host;
    insn->flow = FLOW_NEXT;
    insn->role = ROLE_FENCE;
    insn_add_source(insn, SASS_R4 - SASS_R0, ARGUMENT_REGISTERS);
    insn_add_target(insn, SASS_R4 - SASS_R0, RESULT_REGISTERS);
}

static enum wc_status decode_segment(struct error *err, const struct segment *segment,
                                     const struct sass_lookup *lookup, uint64_t features,
                                     struct program *program, struct sass_insn *own)
{
    enum wc_status status = WC_OK;
    uint64_t head = unaligned_head(segment), base = segment->address + head;
    uint64_t words = word_count(segment), control = 0;
    uint32_t index = range_at(program, base)->first;
    for (uint64_t i = 0; i < words && status == WC_OK; i++) {
        uint64_t word = word_at(segment->bytes + head + i * SASS_INSN_BYTES);
        unsigned slot = (unsigned)(i % GROUP_WORDS);
        if (i % PROGRAM_STRIDE == 0)
            status = allow_work(err);
        if (slot == 0) {
            control = word;
            continue;
        }
        sass_decode_word(lookup, word, sass_control_slot(control, slot - 1),
                         base + i * SASS_INSN_BYTES, features, &program->arena,
                         &program->insns[index], &own[index]);
        if (segment->host_functions)
            make_host_call(&program->insns[index], &own[index]);
        index++;
    }
    return status;
}

static bool falls_through(const struct insn *insn)
{
    switch (insn->flow) {
    case FLOW_JUMP: case FLOW_INDIRECT: case FLOW_RETURN: case FLOW_EXIT: case FLOW_LEAVE:
        return insn->flags & INSN_GUARDED;
    default:
        return insn->op != NULL;
    }
}

static int32_t find_target(const struct program *program, const struct insn *insn)
{
    const struct sass_insn *own = sass_of(insn);
    uint64_t behind = insn->pc + SASS_INSN_BYTES;
    if (!own->form)
        return -1;
    for (const uint8_t *operand = own->form->operands; *operand; operand++) {
        if (*operand == TARGET)
            return program_index(program, behind + (uint64_t)(int64_t)own->offset);
        if (*operand == TARGET_ABSOLUTE)
            return program_index(program, (uint32_t)own->offset);
    }
    return -1;
}

static void link_insns(struct program *program)
{
    for (uint32_t i = 0; i < program->count; i++) {
        struct insn *insn = &program->insns[i];
        if (falls_through(insn))
            insn->next = program_index(program, insn->pc + SASS_INSN_BYTES);
        insn->target = find_target(program, insn);
    }
}

/* The file's targets of SYNC, BRK and BRX. Addresses outside of code are left out. */
static void add_branch_targets(struct program *program)
{
    const struct image *image = program->image;
    struct branch_targets *all = arena_array(
        &program->arena, (size_t)image->indirect_branch_count + 1, sizeof *all);
    uint32_t count = 0;
    for (uint32_t i = 0; i < image->indirect_branch_count; i++) {
        const struct indirect_branch *branch = &image->indirect_branches[i];
        int32_t index = program_index(program, branch->address);
        if (index < 0 || (count && all[count - 1].insn >= (uint32_t)index))
            continue;
        uint32_t *targets =
            arena_array(&program->arena, (size_t)branch->count + 1, sizeof *targets);
        struct branch_targets *fresh = &all[count++];
        *fresh = (struct branch_targets){.insn = (uint32_t)index, .targets = targets};
        for (uint32_t t = 0; t < branch->count; t++) {
            int32_t target = program_index(program, branch->targets[t]);
            if (target >= 0)
                targets[fresh->count++] = (uint32_t)target;
        }
    }
    program->branch_targets = all;
    program->branch_targets_count = count;
}

/* The SASS part of the instructions follows them in the same allocation. */
_Static_assert(sizeof(struct insn) % _Alignof(struct sass_insn) == 0, "one after the other");

static enum wc_status fill(struct error *err, const struct image *image, uint64_t features,
                           struct program *program)
{
    enum wc_status status = collect_ranges(err, image, program);
    if (status != WC_OK)
        return status;
    if (program->count == 0)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0, "no executable segment");
    struct sass_lookup lookup;
    struct sass_insn *own;
    status = program_allocate(err, program, sizeof *program->insns + sizeof *own);
    if (status != WC_OK)
        return status;
    own = (struct sass_insn *)(program->insns + program->count);
    sass_lookup_build(&lookup);
    for (uint32_t i = 0; i < image->segment_count && status == WC_OK; i++)
        if (holds_code(&image->segments[i]))
            status = decode_segment(err, &image->segments[i], &lookup, features, program, own);
    if (status != WC_OK)
        return status;
    link_insns(program);
    program_find_functions(program);
    add_branch_targets(program);
    return WC_OK;
}

enum wc_status sass_decode(struct error *err, const struct image *image, uint64_t features,
                           struct program **out)
{
    return program_make(err, &isa_sass, image, features, fill, out);
}

/* ---- Operations of struct isa ---- */

static const char *register_name(uint32_t reg)
{
    static const char *const names[SASS_NAMES_ALL] = {
#include "isa/sass/register_names.h"
    };
    return reg < SASS_NAMES_ALL ? names[reg] : names[SASS_RZ];
}

static void print_control(const struct insn *insn, struct text *out)
{
    sass_control_print(&sass_of(insn)->control, out);
}

static const struct op *row(size_t i)
{
    const struct sass_row *found = sass_row_at(i);
    return found ? &found->op : NULL;
}

static const char *row_feature(size_t i)
{
    return sass_row_at(i)->row_flags & ROW_DOT_PRODUCT ? "sm_61" : NULL;
}

static bool lacks(const struct insn *insn, struct text *out)
{
    const struct sass_insn *own = sass_of(insn);
    if (!insn->op)
        return false;
    if (own->run == sass_call_host && own->b.value == HOST_FUNCTION_UNKNOWN)
        text_add(out, "this function, which the file does not define");
    else if (own->run == sass_illegal)
        text_add(out, "the dot products of sm_61");
    else
        return false;
    return true;
}

/* Instructions of these opcodes are left out as a group. */
static const char *unknown_kind(const struct insn *insn)
{
    enum { SURFACE_FIRST = 0xea, SURFACE_LAST = 0xeb };
    const uint64_t opcode = insn->bits >> 56;
    if (sass_is_texture(insn))
        return "a texture instruction: only plain fetches in one or two dimensions are modelled";
    if (opcode >= SURFACE_FIRST && opcode <= SURFACE_LAST)
        return "a surface instruction: only loads and stores in one or two dimensions are modelled";
    return NULL;
}

const struct isa isa_sass = {
    .unknown_kind = unknown_kind,
    .lacks = lacks,
    .name = "sass",
    .register_count = SASS_NAMES,
    .insn_bytes_min = SASS_INSN_BYTES,
    .group_bytes = SASS_GROUP_BYTES,
    .default_features = SASS_DOT_PRODUCT,
    .decode = sass_decode,
    .print = sass_print,
    .print_control = print_control,
    .register_name = register_name,
    .read_register = sass_read_register,
    .dependence = sass_dependence,
    .acting = sass_acting,
    .name_count = SASS_NAMES_ALL,
    .name_kind = sass_name_kind,
    .stored = sass_stored,
    .row = row,
    .row_feature = row_feature,
};
