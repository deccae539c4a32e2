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

/* The part of a section that is in a segment of the file. */
static void declare_code(struct segment *segment, const GElf_Shdr *section)
{
    const uint64_t segment_end = segment->file_offset + segment->file_bytes;
    const uint64_t section_end = section->sh_offset + section->sh_size;
    uint64_t start = max(segment->file_offset, section->sh_offset) - segment->file_offset;
    uint64_t end = min(segment_end, section_end) - segment->file_offset;
    if (section->sh_offset >= segment_end || section_end <= segment->file_offset || start >= end)
        return;
    if (segment->code_bytes) {
        end = max(end, segment->code_start + segment->code_bytes);
        start = min(start, segment->code_start);
    }
    segment->code_start = start;
    segment->code_bytes = end - start;
}

/* A program that starts outside of its sections of code has wrong ones. */
static void check_entry(struct segment *segment, uint64_t entry)
{
    const uint64_t offset = entry - segment->address;
    if (offset < segment->file_bytes && offset - segment->code_start >= segment->code_bytes)
        segment->code_bytes = 0;
}

/* Linkers put headers and constants beside the code: where the file has sections, they say what is
 * code. */
static enum wc_status declare_sections(struct error *err, const struct elf_file *file)
{
    struct image *image = file->image;
    for (size_t i = 1; i < file->section_count; i++) {
        struct elf_section section;
        enum wc_status status = elf_section_at(err, file, i, &section);
        if (status != WC_OK)
            return status;
        for (uint32_t k = 0; section.bytes && k < image->segment_count; k++) {
            if (image->segments[k].executable && (section.header.sh_flags & SHF_EXECINSTR))
                declare_code(&image->segments[k], &section.header);
        }
    }
    for (uint32_t k = 0; k < image->segment_count; k++)
        check_entry(&image->segments[k], file->header.e_entry);
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
