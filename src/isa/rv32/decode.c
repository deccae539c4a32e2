/* SPDX-License-Identifier: Apache-2.0 */
/* decode.c - decodes the code of an image into one program, when it is loaded.
 *
 * Every aligned word of it is decoded, including data between functions: reachability is
 * determined elsewhere. Words that match no row stay in the program and trap. */
#include "isa/rv32/table.h"

#include "base/allowance.h"
#include "load/image.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { INSN_BYTES = 4 };

static uint32_t word_at(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* The bytes before the first aligned word of a segment. */
static uint64_t unaligned_head(const struct segment *segment)
{
    return -segment->address & (INSN_BYTES - 1);
}

static uint64_t word_count(const struct segment *segment)
{
    uint64_t head = unaligned_head(segment);
    return segment->file_bytes < head ? 0 : (segment->file_bytes - head) / INSN_BYTES;
}

static bool holds_code(const struct segment *segment)
{
    return word_count(segment) > 0;
}

static enum wc_status check_segment(struct error *err, const struct image *image,
                                    const struct segment *segment)
{
    const uint64_t end = 1ull << 32;
    if (segment->address >= end || segment->file_bytes > end - segment->address)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "code at 0x%" PRIx64 " with %" PRIu64 " bytes is outside the 32-bit "
                       "address space", segment->address, segment->file_bytes);
    return WC_OK;
}

static int compare_ranges(const void *a, const void *b)
{
    const struct code_range *left = a, *right = b;
    return (left->base > right->base) - (left->base < right->base);
}

static enum wc_status check_overlap(struct error *err, const struct image *image,
                                    const struct program *program)
{
    for (uint32_t i = 1; i < program->range_count; i++) {
        const struct code_range *before = &program->ranges[i - 1], *range = &program->ranges[i];
        if (before->base + before->bytes > range->base)
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
        const struct segment code = segment_code(&image->segments[i]);
        if (!holds_code(&code))
            continue;
        enum wc_status status = check_segment(err, image, &code);
        if (status != WC_OK)
            return status;
        program->ranges[program->range_count++] = (struct code_range){
            .base = code.address + unaligned_head(&code),
            .bytes = word_count(&code) * INSN_BYTES,
        };
    }
    qsort(program->ranges, program->range_count, sizeof *program->ranges, compare_ranges);
    for (uint32_t i = 0; i < program->range_count; i++) {
        struct code_range *range = &program->ranges[i];
        range->first = (uint32_t)total;
        range->count = (uint32_t)(range->bytes / INSN_BYTES);
        total += range->count;
    }
    if (total > INT32_MAX)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0, "%" PRIu64 " instructions exceed "
                       "the maximum for a program", total);
    program->count = (uint32_t)total;
    return check_overlap(err, image, program);
}

static enum wc_status decode_segment(struct error *err, const struct segment *segment,
                                     const struct rv32_lookup *lookup, uint64_t features,
                                     struct program *program)
{
    uint64_t head = unaligned_head(segment), base = segment->address + head;
    int32_t first = program_index(program, base);
    uint64_t count = word_count(segment);
    enum wc_status status = WC_OK;
    for (uint64_t i = 0; i < count && status == WC_OK; i++) {
        rv32_decode_word(lookup, word_at(segment->bytes + head + i * INSN_BYTES),
                         (uint32_t)(base + i * INSN_BYTES), features,
                         &program->insns[(uint64_t)first + i]);
        if (i % PROGRAM_STRIDE == 0)
            status = allow_work(err);
    }
    return status;
}

static bool falls_through(const struct insn *insn)
{
    return insn->flow != FLOW_JUMP && insn->flow != FLOW_INDIRECT && insn->flow != FLOW_RETURN &&
           insn->flow != FLOW_EXIT && insn->op != NULL;
}

static bool has_target(const struct insn *insn)
{
    bool direct = insn->flow == FLOW_BRANCH || insn->flow == FLOW_JUMP || insn->flow == FLOW_CALL;
    return direct && strpbrk(rv32_row_of(insn->op)->operands, "bj");
}

static void link_insns(struct program *program)
{
    for (uint32_t i = 0; i < program->count; i++) {
        struct insn *insn = &program->insns[i];
        if (falls_through(insn))
            insn->next = program_index(program, insn->pc + INSN_BYTES);
        if (has_target(insn))
            insn->target = program_index(program, (uint32_t)insn->pc + (uint32_t)insn->imm);
    }
}

/* Words whose low bits are not 11 are pairs of 16-bit instructions. */
static enum wc_status check_entry(struct error *err, const struct program *program,
                                  const char *what, uint64_t entry)
{
    const char *path = program->image->path;
    int32_t index = program_index(program, entry & ~3ull);
    if (index >= 0 && (entry % INSN_BYTES != 0 || (program->insns[index].bits & 3) != 3)) {
        fail_at(err, WC_BAD_INPUT, path, 0, 0, "%s at 0x%" PRIx64 " is compressed code; the C "
                "extension is not supported", what, entry);
        hint(err, "compile with -march=rv32imf instead of -march=rv32imfc");
        return WC_BAD_INPUT;
    }
    return WC_OK;
}

static enum wc_status check_entries(struct error *err, const struct program *program)
{
    const struct image *image = program->image;
    enum wc_status status = check_entry(err, program, "the entry", image->entry);
    for (uint32_t i = 0; i < image->kernel_count && status == WC_OK; i++)
        status = check_entry(err, program, image->kernels[i].name, image->kernels[i].entry);
    return status;
}

static enum wc_status fill(struct error *err, const struct image *image, uint64_t features,
                           struct program *program)
{
    struct rv32_lookup lookup;
    enum wc_status status = collect_ranges(err, image, program);
    if (status != WC_OK)
        return status;
    if (program->count == 0)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0, "no executable segment");
    status = program_allocate(err, program, sizeof *program->insns);
    if (status != WC_OK)
        return status;
    rv32_lookup_build(&lookup);
    for (uint32_t i = 0; i < image->segment_count && status == WC_OK; i++) {
        const struct segment code = segment_code(&image->segments[i]);
        if (holds_code(&code))
            status = decode_segment(err, &code, &lookup, features, program);
    }
    if (status != WC_OK)
        return status;
    link_insns(program);
    program_find_functions(program);
    return check_entries(err, program);
}

enum wc_status rv32_decode(struct error *err, const struct image *image, uint64_t features,
                           struct program **out)
{
    return program_make(err, &isa_rv32, image, features, fill, out);
}
