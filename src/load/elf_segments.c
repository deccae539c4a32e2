/* SPDX-License-Identifier: Apache-2.0 */
/* elf_segments.c - PT_LOAD and PT_TLS: contents and addresses of device memory. */
#include <stdlib.h>

#include "load/elf_file.h"

enum { SEGMENTS_MAX = 1024, SEGMENT_BYTES_MAX = 1 << 30 };

static uint64_t min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t max(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t header_offset(const struct elf_file *file, size_t i)
{
    return file->header.e_phoff + i * file->header.e_phentsize;
}

/* Machines with 64-bit pointers have fewer address bits. */
static unsigned address_bits(const struct elf_file *file)
{
    return gelf_getclass(file->elf) == ELFCLASS64 ? 48 : 32;
}

/* RV32 is loaded at p_paddr, as Vortex's own loader does (facts: memory map); p_vaddr is normally
 * the same. */
static uint64_t place_of(const struct elf_file *file, const GElf_Phdr *header)
{
    return gelf_getclass(file->elf) == ELFCLASS64 ? header->p_vaddr : header->p_paddr;
}

static enum wc_status check_segment(struct error *err, const struct elf_file *file, size_t i,
                                    const GElf_Phdr *header)
{
    const unsigned long long offset = header->p_offset, in_file = header->p_filesz;
    const unsigned long long in_memory = header->p_memsz;
    const unsigned long long address = place_of(file, header);
    const uint64_t address_end = 1ull << address_bits(file);
    const uint64_t at = header_offset(file, i);
    if (!elf_holds(file->image, offset, in_file))
        return elf_fail(err, file->image, at,
                        "program header %zu: 0x%llx bytes at 0x%llx; the file ends at 0x%llx",
                        i, in_file, offset, (unsigned long long)file->image->file_bytes);
    if (in_file > in_memory)
        return elf_fail(err, file->image, at,
                        "program header %zu: 0x%llx bytes in the file but 0x%llx in memory", i,
                        in_file, in_memory);
    if (in_memory > SEGMENT_BYTES_MAX)
        return elf_fail(err, file->image, at,
                        "program header %zu: 0x%llx bytes of memory; the maximum is 0x%x", i,
                        in_memory, SEGMENT_BYTES_MAX);
    if (address > address_end || in_memory > address_end - address)
        return elf_fail(err, file->image, at,
                        "program header %zu: 0x%llx bytes at address 0x%llx, past the end of the "
                        "%u-bit address space",
                        i, in_memory, address, address_bits(file));
    return WC_OK;
}

static enum wc_status add_segment(struct error *err, const struct elf_file *file, size_t i,
                                  const GElf_Phdr *header)
{
    struct image *image = file->image;
    enum wc_status status = check_segment(err, file, i, header);
    if (status != WC_OK || header->p_memsz == 0)
        return status;
    if (image->segment_count == SEGMENTS_MAX)
        return elf_fail(err, image, header_offset(file, i),
                        "more than the maximum of %d loadable segments",
                        SEGMENTS_MAX);
    image->segments = arena_grow(&image->arena, image->segments, image->segment_count,
                                 sizeof *image->segments);
    image->segments[image->segment_count++] = (struct segment){
        .address = place_of(file, header),
        .size = header->p_memsz,
        .bytes = (const uint8_t *)image->file + header->p_offset,
        .file_bytes = header->p_filesz,
        .file_offset = header->p_offset,
        .readable = header->p_flags & PF_R,
        .writable = header->p_flags & PF_W,
        .executable = header->p_flags & PF_X,
    };
    return WC_OK;
}

static int by_address(const void *left, const void *right)
{
    const struct segment *a = left, *b = right;
    return (a->address > b->address) - (a->address < b->address);
}

/* Sorts, then checks neighbours and the sum. */
static enum wc_status check_layout(struct error *err, struct image *image)
{
    uint64_t total = 0;
    if (image->segment_count == 0)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "the ELF file has no loadable segment; expected a linked program");
    qsort(image->segments, image->segment_count, sizeof *image->segments, by_address);
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *here = &image->segments[i];
        total += here->size;
        if (i > 0 && here[-1].address + here[-1].size > here->address)
            return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                           "the segments at addresses 0x%llx (0x%llx bytes) and 0x%llx overlap",
                           (unsigned long long)here[-1].address, (unsigned long long)here[-1].size,
                           (unsigned long long)here->address);
    }
    if (total > SEGMENT_BYTES_MAX)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "the segments need 0x%llx bytes of memory; the maximum is 0x%x",
                       (unsigned long long)total, SEGMENT_BYTES_MAX);
    return WC_OK;
}

static enum wc_status add_thread_local(struct error *err, const struct elf_file *file, size_t i,
                                       const GElf_Phdr *header)
{
    if (header->p_memsz > SEGMENT_BYTES_MAX)
        return elf_fail(err, file->image, header_offset(file, i),
                        "program header %zu: 0x%llx bytes of thread-local memory; "
                        "the maximum is 0x%x",
                        i, (unsigned long long)header->p_memsz, SEGMENT_BYTES_MAX);
    file->image->thread_local_bytes = (uint32_t)header->p_memsz;
    return WC_OK;
}

/* ---- code ---- */

/* A range of bytes of a segment, from its start. */
struct extent {
    uint64_t start, end; /* end <= start: empty */
};

/* The part of a section that is in the bytes of a segment. */
static struct extent part_of(const struct segment *segment, const GElf_Shdr *section)
{
    const uint64_t from = segment->file_offset;
    const uint64_t section_end = section->sh_offset + section->sh_size;
    if (section->sh_type == SHT_NOBITS || section->sh_offset >= from + segment->file_bytes ||
        section_end <= from)
        return (struct extent){0, 0};
    return (struct extent){max(from, section->sh_offset) - from,
                           min(from + segment->file_bytes, section_end) - from};
}

static void declare_code(struct segment *segment, struct extent part)
{
    if (part.start >= part.end)
        return;
    if (segment->code_bytes) {
        part.end = max(part.end, segment->code_start + segment->code_bytes);
        part.start = min(part.start, segment->code_start);
    }
    segment->code_start = part.start;
    segment->code_bytes = part.end - part.start;
}

/* A program that starts outside of its sections of code has wrong ones. */
static void check_entry(struct segment *segment, uint64_t entry)
{
    const uint64_t offset = entry - segment->address;
    if (offset < segment->file_bytes && offset - segment->code_start >= segment->code_bytes)
        segment->code_bytes = 0;
}

/* Sections with contents in the file, in the order of their offsets. */
struct sections {
    GElf_Shdr *list;
    size_t count;
};

static int by_offset(const void *left, const void *right)
{
    const GElf_Shdr *a = left, *b = right;
    return (a->sh_offset > b->sh_offset) - (a->sh_offset < b->sh_offset);
}

static enum wc_status list_sections(struct error *err, const struct elf_file *file,
                                    struct sections *out)
{
    out->list = arena_array(&file->image->arena, file->section_count + 1, sizeof *out->list);
    for (size_t i = 1; i < file->section_count; i++) {
        struct elf_section section;
        enum wc_status status = elf_section_at(err, file, i, &section);
        if (status != WC_OK)
            return status;
        if (section.bytes && section.header.sh_size &&
            section.header.sh_flags & (SHF_ALLOC | SHF_EXECINSTR))
            out->list[out->count++] = section.header;
    }
    qsort(out->list, out->count, sizeof *out->list, by_offset);
    return WC_OK;
}

static bool is_code(const GElf_Shdr *section)
{
    return section->sh_flags & SHF_EXECINSTR;
}

/* Files whose segments are not marked as code, although sections are: the sections are right. */
static void mark_executable(struct image *image, const struct sections *sections, uint64_t entry)
{
    bool any = false;
    for (uint32_t k = 0; k < image->segment_count; k++)
        any |= image->segments[k].executable;
    for (uint32_t k = 0; !any && k < image->segment_count; k++) {
        struct segment *segment = &image->segments[k];
        for (size_t i = 0; i < sections->count; i++) {
            const struct extent part = part_of(segment, &sections->list[i]);
            segment->executable |= is_code(&sections->list[i]) && part.start < part.end;
        }
    }
    for (uint32_t k = 0; k < image->segment_count; k++)
        any |= image->segments[k].executable;
    for (uint32_t k = 0; !any && k < image->segment_count; k++) /* the last resort */
        image->segments[k].executable =
            entry - image->segments[k].address < image->segments[k].file_bytes;
}

/* Does data that the program writes, or data between two parts of code, share the segment? */
static bool needs_split(const struct segment *segment, const struct sections *sections)
{
    bool mixed = segment->writable;
    if (!segment->executable || !segment->code_bytes)
        return false;
    for (size_t i = 0; i < sections->count; i++) {
        const GElf_Shdr *section = &sections->list[i];
        const struct extent part = part_of(segment, section);
        if (is_code(section) || part.start >= part.end)
            continue;
        mixed |= section->sh_flags & SHF_WRITE ||
                 (part.start >= segment->code_start &&
                  part.start < segment->code_start + segment->code_bytes);
    }
    return mixed;
}

/* The bytes from `start` to `end` of a segment; the end of the last piece is the segment's. */
static void add_piece(struct image *image, const struct segment *whole, struct extent at,
                      bool is_code, bool writable)
{
    const uint64_t in_file = min(at.end, whole->file_bytes);
    if (at.start >= at.end)
        return;
    image->segments = arena_grow(&image->arena, image->segments, image->segment_count,
                                 sizeof *image->segments);
    image->segments[image->segment_count++] = (struct segment){
        .address = whole->address + at.start,
        .size = at.end - at.start,
        .bytes = whole->bytes + at.start,
        .file_bytes = in_file > at.start ? in_file - at.start : 0,
        .file_offset = whole->file_offset + at.start,
        .readable = true,
        .writable = writable,
        .executable = is_code,
        .code_bytes = is_code ? at.end - at.start : 0,
    };
}

/* One segment per part of code, and one for what is between two of them. What is not code is
 * writable if the segment or one of its sections is: on these machines it is all one memory. */
static void split_segment(struct image *image, struct segment *segment,
                          const struct sections *sections)
{
    const struct segment whole = *segment;
    bool writable = whole.writable;
    uint64_t next = 0;
    for (size_t i = 0; i < sections->count; i++) {
        const struct extent part = part_of(&whole, &sections->list[i]);
        writable |= part.start < part.end && sections->list[i].sh_flags & SHF_WRITE;
    }
    segment->size = 0; /* replaced by its pieces */
    for (size_t i = 0; i < sections->count; i++) {
        struct extent part = part_of(&whole, &sections->list[i]);
        part.start = max(part.start, next);
        if (!is_code(&sections->list[i]) || part.start >= part.end)
            continue;
        add_piece(image, &whole, (struct extent){next, part.start}, false, writable);
        add_piece(image, &whole, part, true, false);
        next = part.end;
    }
    add_piece(image, &whole, (struct extent){next, whole.size}, false, writable);
}

static void drop_replaced(struct image *image)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < image->segment_count; k++) {
        if (image->segments[k].size)
            image->segments[kept++] = image->segments[k];
    }
    image->segment_count = kept;
    qsort(image->segments, image->segment_count, sizeof *image->segments, by_address);
}

/* Linkers put headers, constants and even variables beside the code: where the file has sections,
 * they say what is code. Without sections the segments do, and then the entry. */
static enum wc_status declare_sections(struct error *err, const struct elf_file *file)
{
    struct image *image = file->image;
    struct sections sections = {0};
    enum wc_status status = list_sections(err, file, &sections);
    if (status != WC_OK)
        return status;
    mark_executable(image, &sections, file->header.e_entry);
    const uint32_t count = image->segment_count;
    for (uint32_t k = 0; k < count; k++) {
        struct segment *segment = &image->segments[k];
        for (size_t i = 0; segment->executable && i < sections.count; i++) {
            if (is_code(&sections.list[i]))
                declare_code(segment, part_of(segment, &sections.list[i]));
        }
        check_entry(segment, file->header.e_entry);
    }
    for (uint32_t k = 0; k < count; k++) {
        const struct segment segment = image->segments[k];
        if (needs_split(&segment, &sections))
            split_segment(image, &image->segments[k], &sections);
    }
    drop_replaced(image);
    return WC_OK;
}

enum wc_status elf_load_segments(struct error *err, const struct elf_file *file)
{
    for (size_t i = 0; i < file->segment_count; i++) {
        GElf_Phdr header;
        enum wc_status status = WC_OK;
        if (!gelf_getphdr(file->elf, (int)i, &header))
            return elf_fail(err, file->image, header_offset(file, i), "program header %zu: %s", i,
                            elf_errmsg(-1));
        if (header.p_type == PT_LOAD)
            status = add_segment(err, file, i, &header);
        else if (header.p_type == PT_TLS)
            status = add_thread_local(err, file, i, &header);
        if (status != WC_OK)
            return status;
    }
    enum wc_status status = check_layout(err, file->image);
    return status == WC_OK ? declare_sections(err, file) : status;
}
