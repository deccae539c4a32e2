/* SPDX-License-Identifier: Apache-2.0 */
/* decode.c - decodes the code of an image into one program, once, at load time.
 *
 * Instructions are decoded one after the other, restarting at every function: a literal never
 * extends into the next one. If a kernel's symbol is before its entry, the bytes between are its
 * header (code objects of version 2), not code. A word that no row matches stays in the program and
 * traps. */
#include "isa/gcn3/table.h"

#include "base/allowance.h"
#include "load/image.h"

#include <inttypes.h>
#include <stdlib.h>

enum { WORD_BYTES = 4, HEADER_BYTES = 256 /* an amd_kernel_code_t */ };

/* An address where an instruction must start; none extends across it. */
struct cut {
    uint64_t address, resume;
};

/* Code without a cut. */
struct piece {
    uint64_t base, bytes;
    const uint8_t *data;
};

struct pieces {
    struct piece *piece;
    uint32_t count;
    uint64_t at; /* everything before this address is cut */
};

static uint32_t word_at(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static int compare_cuts(const void *a, const void *b)
{
    const struct cut *left = a, *right = b;
    return (left->address > right->address) - (left->address < right->address);
}

static int compare_segments(const void *a, const void *b)
{
    const struct segment *left = a, *right = b;
    return (left->address > right->address) - (left->address < right->address);
}

/* Code follows its header, or is somewhere else (pass/split/object.h). */
static uint64_t header_end(const struct symbol *symbol, const struct kernel *kernel)
{
    return kernel->entry - symbol->address < HEADER_BYTES ? kernel->entry
                                                          : symbol->address + HEADER_BYTES;
}

/* Functions, and kernels with their headers; sorted. Unaligned addresses cut nothing. */
static struct cut *collect_cuts(struct arena *arena, const struct image *image, uint32_t *count)
{
    size_t max = (size_t)image->symbol_count + 2 * (size_t)image->kernel_count + 1;
    struct cut *cuts = arena_array(arena, max, sizeof *cuts);
    uint32_t used = 0;
    for (uint32_t i = 0; i < image->symbol_count; i++)
        if (image->symbols[i].is_function)
            cuts[used++] = (struct cut){image->symbols[i].address, image->symbols[i].address};
    for (uint32_t i = 0; i < image->kernel_count; i++) {
        const struct kernel *kernel = &image->kernels[i];
        const struct symbol *symbol = image_symbol(image, kernel->name);
        bool has_header = symbol && symbol->address < kernel->entry;
        cuts[used++] = (struct cut){kernel->entry, kernel->entry};
        if (has_header)
            cuts[used++] = (struct cut){symbol->address, header_end(symbol, kernel)};
    }
    *count = 0;
    for (uint32_t i = 0; i < used; i++)
        if (cuts[i].address % WORD_BYTES == 0 && cuts[i].resume % WORD_BYTES == 0)
            cuts[(*count)++] = cuts[i];
    qsort(cuts, *count, sizeof *cuts, compare_cuts);
    return cuts;
}

static void add_piece(struct pieces *pieces, const struct segment *segment, uint64_t end)
{
    if (end > pieces->at && end - pieces->at >= WORD_BYTES)
        pieces->piece[pieces->count++] = (struct piece){
            .base = pieces->at, .bytes = (end - pieces->at) / WORD_BYTES * WORD_BYTES,
            .data = segment->bytes + (pieces->at - segment->address),
        };
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Segments and cuts are sorted: returns the number of cuts before the segment's end. */
static uint32_t cut_segment(struct pieces *pieces, const struct segment *segment,
                            const struct cut *cuts, uint32_t cut_count)
{
    uint64_t end = segment->address + segment->file_bytes;
    uint64_t start = (segment->address + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
    uint32_t used = 0;
    pieces->at = later(pieces->at, start);
    for (; used < cut_count && cuts[used].address < end; used++) {
        add_piece(pieces, segment, cuts[used].address);
        pieces->at = later(pieces->at, cuts[used].resume);
    }
    add_piece(pieces, segment, end);
    return used;
}

static enum wc_status check_segment(struct error *err, const struct image *image,
                                    const struct segment *segment, const struct segment *before)
{
    const uint64_t end = 1ull << 48;
    if (segment->address >= end || segment->file_bytes > end - segment->address)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "code at 0x%" PRIx64 " with %" PRIu64 " bytes is outside the 48-bit "
                       "address space", segment->address, segment->file_bytes);
    if (before && before->address + before->file_bytes > segment->address)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "two executable segments overlap at 0x%" PRIx64, segment->address);
    return WC_OK;
}

/* Segments with code, reduced to it, sorted by address. */
static enum wc_status collect_segments(struct error *err, const struct image *image,
                                       struct arena *arena, const struct segment **out,
                                       uint32_t *count)
{
    struct segment *segments =
        arena_array(arena, (size_t)image->segment_count + 1, sizeof *segments);
    enum wc_status status = WC_OK;
    *count = 0;
    for (uint32_t i = 0; i < image->segment_count; i++) {
        segments[*count] = segment_code(&image->segments[i]);
        *count += segments[*count].file_bytes >= WORD_BYTES;
    }
    qsort(segments, *count, sizeof *segments, compare_segments);
    for (uint32_t i = 0; i < *count && status == WC_OK; i++)
        status = check_segment(err, image, &segments[i], i ? &segments[i - 1] : NULL);
    *out = segments;
    return status;
}

static enum wc_status collect_pieces(struct error *err, const struct image *image,
                                     struct program *program, struct pieces *pieces)
{
    const struct segment *segments;
    uint32_t segment_count, cut_count;
    const struct cut *cuts = collect_cuts(&program->arena, image, &cut_count);
    enum wc_status status =
        collect_segments(err, image, &program->arena, &segments, &segment_count);
    if (status != WC_OK)
        return status;
    /* A cut ends at most one piece, and so does the end of a segment. */
    status = allocate_checked(err, "pieces of code",
                              ((uint64_t)segment_count + cut_count + 1) * sizeof *pieces->piece,
                              (void **)&pieces->piece);
    for (uint32_t i = 0, used = 0; i < segment_count && status == WC_OK; i++)
        used += cut_segment(pieces, &segments[i], cuts + used, cut_count - used);
    return status;
}

/* One instruction of a piece, limited to the piece. */
static void decode_at(const struct gcn3_lookup *lookup, const struct piece *piece, uint64_t offset,
                      uint64_t features, struct insn *insn, struct gcn3_insn *own)
{
    uint64_t left = piece->bytes - offset;
    const uint8_t *data = piece->data + offset;
    uint32_t words[2] = {word_at(data), left >= 8 ? word_at(data + WORD_BYTES) : 0};
    gcn3_decode_words(lookup, words, left >= 8 ? 8 : 4, piece->base + offset, features, insn, own);
}

static uint64_t count_piece(const struct gcn3_lookup *lookup, const struct piece *piece)
{
    uint64_t count = 0;
    struct insn insn;
    struct gcn3_insn own;
    for (uint64_t offset = 0; offset < piece->bytes; offset += own.bytes, count++)
        decode_at(lookup, piece, offset, 0, &insn, &own);
    return count;
}

static enum wc_status make_ranges(struct error *err, const struct gcn3_lookup *lookup,
                                  const struct pieces *pieces, struct program *program)
{
    uint64_t total = 0;
    program->ranges =
        arena_array(&program->arena, (size_t)pieces->count + 1, sizeof *program->ranges);
    for (uint32_t i = 0; i < pieces->count; i++) {
        const struct piece *piece = &pieces->piece[i];
        uint64_t count = count_piece(lookup, piece);
        program->ranges[i] = (struct code_range){
            .base = piece->base, .bytes = piece->bytes, .first = (uint32_t)total,
            .count = (uint32_t)count,
        };
        total += count;
        if (total > INT32_MAX)
            return fail_at(err, WC_BAD_INPUT, program->image->path, 0, 0, "more than the "
                           "maximum of %d instructions for a program", INT32_MAX);
    }
    program->range_count = pieces->count;
    program->count = (uint32_t)total;
    if (total == 0)
        return fail_at(err, WC_BAD_INPUT, program->image->path, 0, 0,
                       "no executable segment");
    return WC_OK;
}

static enum wc_status decode_piece(struct error *err, const struct gcn3_lookup *lookup,
                                   const struct piece *piece, uint64_t features, struct insn *insn,
                                   struct gcn3_insn *own)
{
    enum wc_status status = WC_OK;
    for (uint64_t offset = 0, i = 0; offset < piece->bytes && status == WC_OK;
         offset += own++->bytes, insn++) {
        decode_at(lookup, piece, offset, features, insn, own);
        if (i++ % PROGRAM_STRIDE == 0)
            status = allow_work(err);
    }
    return status;
}

static bool falls_through(const struct insn *insn)
{
    return insn->op && insn->flow != FLOW_JUMP && insn->flow != FLOW_INDIRECT &&
           insn->flow != FLOW_RETURN && insn->flow != FLOW_EXIT;
}

static void link_insns(struct program *program)
{
    for (uint32_t i = 0; i < program->count; i++) {
        struct insn *insn = &program->insns[i];
        const struct gcn3_insn *own = gcn3_of(insn);
        uint64_t behind = insn->pc + own->bytes;
        if (falls_through(insn))
            insn->next = program_index(program, behind);
        if (insn->op && own->row->immediate == IMM_BRANCH)
            insn->target = program_index(program, behind + (uint64_t)(int64_t)insn->imm);
    }
}

/* The GCN3 part of the instructions follows them in the same allocation. */
static enum wc_status decode_all(struct error *err, const struct gcn3_lookup *lookup,
                                 const struct pieces *pieces, uint64_t features,
                                 struct program *program)
{
    enum wc_status status =
        program_allocate(err, program, sizeof(struct insn) + sizeof(struct gcn3_insn));
    if (status != WC_OK)
        return status;
    struct gcn3_insn *own = (struct gcn3_insn *)(program->insns + program->count);
    for (uint32_t i = 0; i < pieces->count && status == WC_OK; i++)
        status = decode_piece(err, lookup, &pieces->piece[i], features,
                              program->insns + program->ranges[i].first,
                              own + program->ranges[i].first);
    if (status != WC_OK)
        return status;
    link_insns(program);
    gcn3_find_functions(program);
    return WC_OK;
}
_Static_assert(sizeof(struct insn) % _Alignof(struct gcn3_insn) == 0, "one after the other");

static enum wc_status fill(struct error *err, const struct image *image, uint64_t features,
                           struct program *program)
{
    struct gcn3_lookup lookup;
    struct pieces pieces = {0};
    enum wc_status status = collect_pieces(err, image, program, &pieces);
    gcn3_lookup_build(&lookup, gcn3_version_of(image->architecture));
    if (status == WC_OK)
        status = make_ranges(err, &lookup, &pieces, program);
    if (status == WC_OK)
        status = decode_all(err, &lookup, &pieces, features, program);
    free(pieces.piece);
    return status;
}

enum wc_status gcn3_decode(struct error *err, const struct image *image, uint64_t features,
                           struct program **out)
{
    return program_make(err, &isa_gcn3, image, features, fill, out);
}
