/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu.c - checks that a code object is for a supported machine and reads its parts in order. */
#include "load/amdgpu.h"

#include <string.h>

#include "load/amdgpu_parts.h"

/* EF_AMDGPU_MACH: the low byte of e_flags. */
static const struct {
    uint8_t mach;
    uint16_t chip; /* 0x803: gfx803 */
} chips[] = {
    {0x20, 0x600},  {0x21, 0x601},  {0x22, 0x700},  {0x23, 0x701},  {0x24, 0x702},
    {0x25, 0x703},  {0x26, 0x704},  {0x28, 0x801},  {0x29, 0x802},  {0x2A, 0x803},
    {0x2B, 0x810},  {0x2C, 0x900},  {0x2D, 0x902},  {0x2E, 0x904},  {0x2F, 0x906},
    {0x30, 0x908},  {0x31, 0x909},  {0x32, 0x90C},  {0x33, 0x1010}, {0x34, 0x1011},
    {0x35, 0x1012}, {0x36, 0x1030}, {0x37, 0x1031}, {0x38, 0x1032}, {0x39, 0x1033},
    {0x3A, 0x602},  {0x3B, 0x705},  {0x3C, 0x805},  {0x3D, 0x1035}, {0x3E, 0x1034},
    {0x3F, 0x90A},  {0x40, 0x940},  {0x41, 0x1100}, {0x42, 0x1013}, {0x43, 0x1150},
    {0x44, 0x1103}, {0x45, 0x1036}, {0x46, 0x1101}, {0x47, 0x1102}, {0x48, 0x1200},
    {0x4A, 0x1151}, {0x4B, 0x941},  {0x4C, 0x942},  {0x4E, 0x1201},
};

static uint32_t chip_of(uint32_t mach)
{
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++) {
        if (chips[i].mach == mach)
            return chips[i].chip;
    }
    return 0;
}

/* What changes the meaning of every other byte, before libelf sees the file. */
static enum wc_status check_identity(struct error *err, const struct image *image)
{
    enum { ELFOSABI_AMDGPU_HSA = 64 };
    const uint8_t *bytes = image->file;
    enum wc_status status = elf_check_identity(err, image, ELFCLASS64);
    if (status != WC_OK || bytes[EI_OSABI] == ELFOSABI_AMDGPU_HSA)
        return status;
    elf_fail(err, image, EI_OSABI, "code object for operating system %d; expected %d (HSA)",
             bytes[EI_OSABI], ELFOSABI_AMDGPU_HSA);
    hint(err, "compile with -target amdgcn-amd-amdhsa");
    return WC_BAD_INPUT;
}

/* e_ident[EI_ABIVERSION] counts from version 2. */
static enum wc_status check_version(struct error *err, struct amdgpu *object)
{
    static const char *const formats[] = {"AMDGPU code object v2", "AMDGPU code object v3",
                                          "AMDGPU code object v4", "AMDGPU code object v5"};
    enum { FIRST = 2, LAST = 5 };
    const uint8_t *bytes = object->image->file;
    object->version = bytes[EI_ABIVERSION] + FIRST;
    if (object->version <= LAST) {
        object->image->format = formats[object->version - FIRST];
        return WC_OK;
    }
    elf_fail(err, object->image, EI_ABIVERSION, "code object version %u; expected %d to %d",
             object->version, FIRST, LAST);
    hint(err, "compile with -mcode-object-version=4");
    return WC_BAD_INPUT;
}

uint32_t amdgpu_chip_rank(const char *chip)
{
    /* From the last choice to the first: GCN3 before GCN5. */
    static const char *const known[] = {"gfx900", "gfx906", "gfx801", "gfx803"};
    for (uint32_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!strcmp(chip, known[i]))
            return i + 1;
    }
    return 0;
}

/* The first compilers of version 2 set no chip in e_flags, but in a note and in the kernels'
 * headers, which are checked later. */
static enum wc_status find_chip(struct error *err, struct amdgpu *object, uint32_t mach,
                                uint32_t *chip)
{
    *chip = chip_of(mach);
    if (mach != 0 || object->version != 2)
        return WC_OK;
    enum wc_status status = amdgpu_noted_chip(err, object, chip);
    if (status == WC_OK && !*chip)
        *chip = 0x803;
    return status;
}

static enum wc_status check_chip(struct error *err, struct amdgpu *object)
{
    const uint32_t mach = object->elf.header.e_flags & 0xFF;
    uint32_t chip;
    enum wc_status status = find_chip(err, object, mach, &chip);
    if (status != WC_OK)
        return status;
    object->image->chip = arena_format(&object->image->arena, "gfx%x", chip);
    object->image->architecture = (chip >> 8) * 100 + (chip & 15);
    if (amdgpu_chip_rank(object->image->chip))
        return WC_OK;
    if (chip)
        fail_at(err, WC_BAD_INPUT, object->image->path, 0, 0,
                "code object for %s; expected gfx801 or gfx803 (GCN3), gfx900 or gfx906 "
                "(GCN5)", object->image->chip);
    else
        elf_fail(err, object->image, offsetof(Elf64_Ehdr, e_flags),
                 "code object for chip number 0x%x; expected 0x28 (gfx801), 0x2a (gfx803), "
                 "0x2c (gfx900) or 0x2f (gfx906)",
                 mach);
    hint(err, "compile with -mcpu=gfx803");
    return WC_BAD_INPUT;
}

static enum wc_status check_type(struct error *err, struct amdgpu *object)
{
    const uint16_t type = object->elf.header.e_type;
    if (type == ET_REL)
        return elf_refuse(err, object->image,
                          "object file, not linked; expected a code object",
                          "link it with ld.lld -shared IN.o -o OUT.hsaco");
    if (type != ET_DYN)
        return elf_fail(err, object->image, offsetof(Elf64_Ehdr, e_type),
                        "ELF type %u; expected %d (shared object)", type, ET_DYN);
    return WC_OK;
}

/* Where the first section with contents of memory begins in the file, or `end`. */
static uint64_t first_section(const struct elf_file *file, uint64_t end)
{
    uint64_t first = end;
    for (size_t i = 1; i < file->section_count; i++) {
        GElf_Shdr header;
        Elf_Scn *section = elf_getscn(file->elf, i);
        if (section && gelf_getshdr(section, &header) && header.sh_flags & SHF_ALLOC &&
            header.sh_offset < first)
            first = header.sh_offset;
    }
    return first;
}

/* Program headers follow the header of the file, unless a tool has moved them: those that were
 * there before the first section are of no use then. */
static uint64_t end_of_headers(const struct elf_file *file, uint64_t segment_end)
{
    const GElf_Ehdr *header = &file->header;
    const uint64_t end = header->e_phoff + (uint64_t)header->e_phnum * header->e_phentsize;
    if (end <= segment_end)
        return end;
    const uint64_t first = first_section(file, segment_end);
    return first >= header->e_ehsize && first < segment_end ? first : header->e_ehsize;
}

/* The headers are for the loader, not the kernel: an access through a null pointer must fail. */
static void leave_out_headers(const struct amdgpu *object)
{
    for (uint32_t i = 0; i < object->image->segment_count; i++) {
        struct segment *segment = &object->image->segments[i];
        const uint64_t end = end_of_headers(&object->elf, segment->file_bytes);
        if (segment->address != 0 || segment->file_offset != 0 || segment->file_bytes < end)
            continue;
        segment->address += end;
        segment->size -= end;
        segment->bytes += end;
        segment->file_bytes -= end;
        segment->file_offset += end;
    }
}

static enum wc_status load_segments(struct error *err, struct amdgpu *object)
{
    enum wc_status status = elf_load_segments(err, &object->elf);
    if (status == WC_OK)
        leave_out_headers(object);
    for (uint32_t i = 0; status == WC_OK && i < object->image->segment_count; i++)
        object->image->segments[i].address += object->image->base;
    return status;
}

static enum wc_status load_symbols(struct error *err, struct amdgpu *object)
{
    enum wc_status status = elf_load_symbols(err, &object->elf);
    for (uint32_t i = 0; status == WC_OK && i < object->image->symbol_count; i++)
        object->image->symbols[i].address += object->image->base;
    return status;
}

static enum wc_status load_notes(struct error *err, struct amdgpu *object)
{
    return elf_load_kernel_notes(err, &object->elf);
}

static enum wc_status load_lines(struct error *err, struct amdgpu *object)
{
    return elf_load_lines(err, &object->elf);
}

/* Relocations before names: in a damaged file they may change any bytes. */
static enum wc_status load_parts(struct error *err, struct amdgpu *object)
{
    static enum wc_status (*const parts[])(struct error *, struct amdgpu *) = {
        check_type,      check_version,       check_chip,           load_segments,
        amdgpu_relocate, load_symbols,        amdgpu_load_kernels,  amdgpu_load_metadata,
        load_notes,      load_lines};
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < sizeof parts / sizeof *parts; i++)
        status = parts[i](err, object);
    return status;
}

enum wc_status amdgpu_load(struct error *err, struct image *image)
{
    struct amdgpu object = {.image = image};
    enum wc_status status = check_identity(err, image);
    if (status != WC_OK)
        return status;
    image->isa = "gcn3";
    status = elf_file_open(err, image, &object.elf);
    if (status == WC_OK)
        status = load_parts(err, &object);
    if (status == WC_OK)
        image->entry = image->functions[0].entry;
    elf_file_close(&object.elf);
    return status;
}
