/* SPDX-License-Identifier: Apache-2.0 */
/* object.c - writes the new code into a copy of the file. The tables of the
 * original are checked first (object_check.h). */
#include "pass/split/object.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/allowance.h"
#include "pass/split/lines.h"
#include "pass/split/object_check.h"

static const char section_name[] = ".text.split";

enum {
    PAGE = 4096,
    SPARE = 1 << 16, /* bytes to grow by */
    DESCRIPTOR_ENTRY = 16, /* kernel_code_entry_byte_offset, in descriptors of all versions */
    SYMBOL_KERNEL = 10,    /* STT_AMDGPU_HSA_KERNEL: leads to the descriptor, not to code */
};

/* The file under construction. */
struct object {
    const struct image *image;
    uint8_t *bytes;
    uint64_t size, room;
    uint64_t code_offset, code_bytes;
    uint32_t section; /* number of the new one */
};

static uint64_t align_up(uint64_t value, uint64_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

static Elf64_Ehdr header_of(const uint8_t *bytes)
{
    Elf64_Ehdr header;
    memcpy(&header, bytes, sizeof header);
    return header;
}

static Elf64_Phdr segment_at(const uint8_t *bytes, uint32_t number)
{
    Elf64_Phdr segment;
    memcpy(&segment, bytes + header_of(bytes).e_phoff + number * sizeof segment, sizeof segment);
    return segment;
}

static Elf64_Shdr section_at(const uint8_t *bytes, uint32_t number)
{
    Elf64_Shdr section;
    memcpy(&section, bytes + header_of(bytes).e_shoff + number * sizeof section, sizeof section);
    return section;
}

static void put_section(uint8_t *bytes, uint32_t number, const Elf64_Shdr *section)
{
    memcpy(bytes + header_of(bytes).e_shoff + number * sizeof *section, section, sizeof *section);
}

static bool find_section(const uint8_t *bytes, const char *name, uint32_t *number)
{
    const Elf64_Ehdr header = header_of(bytes);
    const Elf64_Shdr names = section_at(bytes, header.e_shstrndx);
    for (*number = 1; *number < header.e_shnum; ++*number) {
        const Elf64_Shdr section = section_at(bytes, *number);
        const char *own = (const char *)bytes + names.sh_offset + section.sh_name;
        if (section.sh_name < names.sh_size && strcmp(own, name) == 0)
            return true;
    }
    return false;
}

/* ---- where things go ---- */

/* The program headers come first in the new segment. */
static uint64_t headers_bytes(const uint8_t *bytes)
{
    return align_up((header_of(bytes).e_phnum + 1u) * sizeof(Elf64_Phdr), SPLIT_ALIGNMENT);
}

static uint64_t segment_offset(const struct image *image)
{
    return align_up(image->file_bytes, SPLIT_ALIGNMENT);
}

/* Offset and address of a segment are equal modulo the page size. */
static uint64_t segment_address(const struct image *image)
{
    const uint8_t *bytes = image->file;
    uint64_t end = 0;
    for (uint32_t i = 0; i < header_of(bytes).e_phnum; i++) {
        const Elf64_Phdr segment = segment_at(bytes, i);
        uint64_t last = segment.p_vaddr + segment.p_memsz;
        if (segment.p_type == PT_LOAD || segment.p_type == PT_GNU_RELRO)
            end = last > end ? last : end;
    }
    return align_up(end, PAGE) + segment_offset(image) % PAGE;
}

enum wc_status split_object_base(struct error *err, const struct image *image, uint64_t *base)
{
    const uint8_t *bytes = image->file;
    uint32_t number;
    enum wc_status status = split_object_check(err, image);
    if (status != WC_OK)
        return status;
    if (find_section(bytes, section_name, &number))
        return fail(err, WC_BAD_INPUT, "the file has split points already (section %s); "
                    "expected the original", section_name);
    *base = segment_address(image) + headers_bytes(bytes);
    return WC_OK;
}

/* ---- appending ---- */

/* Room for `size` zero bytes at an aligned offset, or NULL. */
static uint8_t *append(struct object *o, uint64_t size, uint64_t alignment, uint64_t *offset)
{
    *offset = align_up(o->size, alignment);
    if (*offset + size > o->room) {
        uint64_t room = *offset + size + SPARE;
        uint8_t *bytes = realloc(o->bytes, room);
        if (!bytes)
            return NULL;
        o->bytes = bytes;
        o->room = room;
    }
    memset(o->bytes + o->size, 0, *offset + size - o->size);
    o->size = *offset + size;
    return o->bytes + *offset;
}

/* ---- segments ---- */

static bool add_code(struct object *o, const struct moved *moved, uint32_t count, uint64_t base)
{
    const struct moved *last = &moved[count - 1];
    uint64_t offset, bytes = last->address + 4ull * last->code.count - base;
    const uint64_t headers = headers_bytes(o->image->file);
    if (!append(o, headers + bytes, SPLIT_ALIGNMENT, &offset))
        return false;
    o->code_offset = offset + headers;
    o->code_bytes = bytes;
    for (uint32_t i = 0; i < count; i++)
        memcpy(o->bytes + o->code_offset + (moved[i].address - base), moved[i].code.words,
               4ull * moved[i].code.count);
    return true;
}

static void add_segment(struct object *o)
{
    Elf64_Ehdr header = header_of(o->bytes);
    const uint64_t offset = segment_offset(o->image), address = segment_address(o->image);
    const uint64_t bytes = headers_bytes(o->image->file) + o->code_bytes;
    const Elf64_Phdr code = {.p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_offset = offset,
                             .p_vaddr = address, .p_paddr = address, .p_filesz = bytes,
                             .p_memsz = bytes, .p_align = PAGE};
    for (uint32_t i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment = segment_at(o->image->file, i);
        if (segment.p_type == PT_PHDR) {
            segment.p_offset = offset;
            segment.p_vaddr = segment.p_paddr = address;
            segment.p_filesz = segment.p_memsz = (header.e_phnum + 1u) * sizeof segment;
        }
        memcpy(o->bytes + offset + i * sizeof segment, &segment, sizeof segment);
    }
    memcpy(o->bytes + offset + header.e_phnum * sizeof code, &code, sizeof code);
    header.e_phoff = offset;
    header.e_phnum++;
    memcpy(o->bytes, &header, sizeof header);
}

/* ---- sections ---- */

/* A longer table of names; *name is the offset of the new one. */
static bool add_name(struct object *o, Elf64_Shdr *names, uint32_t *name)
{
    uint64_t offset;
    const uint64_t old = names->sh_offset;
    if (!append(o, names->sh_size + sizeof section_name, 1, &offset))
        return false;
    memcpy(o->bytes + offset, o->bytes + old, names->sh_size);
    memcpy(o->bytes + offset + names->sh_size, section_name, sizeof section_name);
    *name = (uint32_t)names->sh_size;
    names->sh_offset = offset;
    names->sh_size += sizeof section_name;
    return true;
}

static bool add_section(struct object *o, uint64_t base)
{
    Elf64_Ehdr header = header_of(o->bytes);
    Elf64_Shdr names = section_at(o->bytes, header.e_shstrndx);
    Elf64_Shdr code = {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                       .sh_addr = base, .sh_offset = o->code_offset, .sh_size = o->code_bytes,
                       .sh_addralign = SPLIT_ALIGNMENT};
    uint64_t offset;
    if (!add_name(o, &names, &code.sh_name) ||
        !append(o, (header.e_shnum + 1u) * sizeof code, 8, &offset))
        return false;
    memcpy(o->bytes + offset, o->bytes + header.e_shoff, header.e_shnum * sizeof code);
    o->section = header.e_shnum;
    header.e_shoff = offset;
    header.e_shnum++;
    memcpy(o->bytes, &header, sizeof header);
    put_section(o->bytes, o->section, &code);
    put_section(o->bytes, header.e_shstrndx, &names);
    return true;
}

/* ---- what leads to the code ---- */

static void move_symbol(const struct object *o, uint8_t *at, const struct moved *moved,
                        uint32_t count)
{
    Elf64_Sym symbol;
    memcpy(&symbol, at, sizeof symbol);
    for (uint32_t i = 0; i < count; i++) {
        if (symbol.st_value != moved[i].kernel->entry || symbol.st_shndx == SHN_UNDEF ||
            ELF64_ST_TYPE(symbol.st_info) == SYMBOL_KERNEL)
            continue;
        symbol.st_value = moved[i].address;
        symbol.st_size = 4ull * moved[i].code.count;
        symbol.st_shndx = (uint16_t)o->section;
        memcpy(at, &symbol, sizeof symbol);
        return;
    }
}

static void move_symbols(struct object *o, const struct moved *moved, uint32_t count)
{
    const Elf64_Ehdr header = header_of(o->bytes);
    for (uint32_t i = 0; i < header.e_shnum; i++) {
        const Elf64_Shdr table = section_at(o->bytes, i);
        if (table.sh_type != SHT_SYMTAB && table.sh_type != SHT_DYNSYM)
            continue;
        for (uint64_t k = 0; k < table.sh_size / sizeof(Elf64_Sym); k++)
            move_symbol(o, o->bytes + table.sh_offset + k * sizeof(Elf64_Sym), moved, count);
    }
}

/* The place in the file of an address. */
static uint8_t *byte_at(const struct object *o, uint64_t address, uint64_t size)
{
    for (uint32_t i = 0; i < header_of(o->bytes).e_phnum; i++) {
        const Elf64_Phdr segment = segment_at(o->bytes, i);
        uint64_t within = address - segment.p_vaddr;
        if (segment.p_type == PT_LOAD && within < segment.p_filesz &&
            segment.p_filesz - within >= size)
            return o->bytes + segment.p_offset + within;
    }
    return NULL;
}

static enum wc_status move_entries(struct error *err, const struct object *o,
                                   const struct moved *moved, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t descriptor = moved[i].kernel->amdgpu->descriptor;
        const int64_t entry = (int64_t)(moved[i].address - descriptor);
        uint8_t *at = byte_at(o, descriptor + DESCRIPTOR_ENTRY, sizeof entry);
        if (!at)
            return fail(err, WC_BAD_INPUT, "the descriptor of kernel %s is not in the file",
                        moved[i].kernel->name);
        memcpy(at, &entry, sizeof entry);
    }
    return WC_OK;
}

/* ---- debug information ---- */

/* Compressed, or without contents: nothing can follow. */
static bool is_packed(const struct object *o, uint32_t number)
{
    const Elf64_Shdr section = section_at(o->bytes, number);
    return section.sh_flags & SHF_COMPRESSED || section.sh_type == SHT_NOBITS;
}

/* The section has these bytes after its own. */
static bool extend(struct object *o, uint32_t number, const struct text *more)
{
    Elf64_Shdr section = section_at(o->bytes, number);
    const uint64_t old = section.sh_offset;
    uint64_t offset;
    if (!append(o, section.sh_size + more->length, 1, &offset))
        return false;
    memcpy(o->bytes + offset, o->bytes + old, section.sh_size);
    memcpy(o->bytes + offset + section.sh_size, more->bytes, more->length);
    section.sh_offset = offset;
    section.sh_size += more->length;
    put_section(o->bytes, number, &section);
    return true;
}

static bool add_lines(struct object *o, const struct program *program, const struct moved *moved,
                      uint32_t count)
{
    uint32_t abbreviations, info, lines;
    if (!find_section(o->bytes, ".debug_abbrev", &abbreviations) ||
        !find_section(o->bytes, ".debug_info", &info) ||
        !find_section(o->bytes, ".debug_line", &lines) || is_packed(o, abbreviations) ||
        is_packed(o, info) || is_packed(o, lines))
        return true;
    struct split_lines more = split_lines_make(
        program, moved, count, (uint32_t)section_at(o->bytes, abbreviations).sh_size,
        (uint32_t)section_at(o->bytes, lines).sh_size);
    bool done = !more.lines.length ||
                (extend(o, abbreviations, &more.abbreviations) && extend(o, info, &more.info) &&
                 extend(o, lines, &more.lines));
    split_lines_free(&more);
    return done;
}

enum wc_status split_object_make(struct error *err, const struct program *program,
                                 const struct moved *moved, uint32_t count, uint8_t **out,
                                 uint64_t *size)
{
    const struct image *image = program->image;
    struct object o = {.image = image, .room = image->file_bytes};
    uint64_t base = 0;
    enum wc_status status = split_object_base(err, image, &base);
    if (status == WC_OK)
        status = allow_memory(err, "the new code object", o.room + SPARE);
    if (status != WC_OK)
        return status;
    o.bytes = malloc(o.room);
    if (o.bytes) {
        memcpy(o.bytes, image->file, o.room);
        o.size = o.room;
    }
    if (!o.bytes || !add_code(&o, moved, count, base) || !add_section(&o, base) ||
        !add_lines(&o, program, moved, count)) {
        free(o.bytes);
        return fail_memory(err);
    }
    add_segment(&o);
    move_symbols(&o, moved, count);
    status = move_entries(err, &o, moved, count);
    if (status == WC_OK && o.size > IMAGE_BYTES_MAX) /* nobody could read it */
        status = fail(err, WC_BAD_INPUT, "with split points the file would have %llu bytes; the "
                      "maximum for a kernel binary is %d", (unsigned long long)o.size,
                      IMAGE_BYTES_MAX);
    if (status != WC_OK) {
        free(o.bytes);
        return status;
    }
    *out = o.bytes;
    *size = o.size;
    return WC_OK;
}
