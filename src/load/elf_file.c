/* SPDX-License-Identifier: Apache-2.0 */
/* elf_file.c - checks the two header tables of an ELF file and gives access to its sections. */
#include "load/elf_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Linkers write a few dozen; a table of millions would only cost time. */
enum { SECTIONS_MAX = 1 << 16, STRING_BYTES_MAX = 4096 };

enum wc_status elf_fail(struct error *err, const struct image *image, uint64_t offset,
                        const char *format, ...)
{
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return fail_at(err, WC_BAD_INPUT, image->path, 0, 0, "offset 0x%llx: %s",
                   (unsigned long long)offset, what);
}

enum wc_status elf_refuse(struct error *err, const struct image *image, const char *found,
                          const char *help)
{
    fail_at(err, WC_BAD_INPUT, image->path, 0, 0, "%s", found);
    hint(err, "%s", help);
    return WC_BAD_INPUT;
}

enum wc_status elf_check_identity(struct error *err, const struct image *image, int elf_class)
{
    const uint8_t *bytes = image->file;
    if (bytes[EI_CLASS] != elf_class)
        return elf_fail(err, image, EI_CLASS, "ELF class %d; expected %d (%s bit)",
                        bytes[EI_CLASS], elf_class, elf_class == ELFCLASS64 ? "64" : "32");
    if (bytes[EI_DATA] != ELFDATA2LSB)
        return elf_fail(err, image, EI_DATA, "ELF data encoding %d; expected %d (little-endian)",
                        bytes[EI_DATA], ELFDATA2LSB);
    return WC_OK;
}

bool elf_holds(const struct image *image, uint64_t offset, uint64_t size)
{
    return offset <= image->file_bytes && size <= image->file_bytes - offset;
}

static enum wc_status check_table(struct error *err, const struct image *image, const char *what,
                                  uint64_t offset, uint64_t count, uint64_t bytes_each)
{
    if (elf_holds(image, offset, count * bytes_each))
        return WC_OK;
    return elf_fail(err, image, offset,
                    "the table of %llu %s headers extends past the end of the file at %llu bytes",
                    (unsigned long long)count, what, (unsigned long long)image->file_bytes);
}

static size_t field_offset(const struct elf_file *file, size_t in_32, size_t in_64)
{
    return gelf_getclass(file->elf) == ELFCLASS64 ? in_64 : in_32;
}

static enum wc_status check_segments(struct error *err, struct elf_file *file)
{
    const GElf_Ehdr *header = &file->header;
    if (elf_getphdrnum(file->elf, &file->segment_count) != 0)
        return elf_fail(err, file->image, header->e_phoff, "program headers: %s", elf_errmsg(-1));
    const size_t bytes = gelf_fsize(file->elf, ELF_T_PHDR, 1, EV_CURRENT);
    if (file->segment_count && header->e_phentsize != bytes)
        return elf_fail(err, file->image, field_offset(file, offsetof(Elf32_Ehdr, e_phentsize),
                                                       offsetof(Elf64_Ehdr, e_phentsize)),
                        "a program header has %u bytes; expected %zu", header->e_phentsize, bytes);
    /* libelf counts only those inside a truncated file. */
    uint64_t promised = header->e_phnum == PN_XNUM ? file->segment_count : header->e_phnum;
    return check_table(err, file->image, "program", header->e_phoff, promised, bytes);
}

static enum wc_status check_sections(struct error *err, struct elf_file *file)
{
    const GElf_Ehdr *header = &file->header;
    if (header->e_shoff == 0)
        return WC_OK; /* stripped of all sections: segments are enough to run */
    const size_t bytes = file->section_header_bytes =
        gelf_fsize(file->elf, ELF_T_SHDR, 1, EV_CURRENT);
    uint64_t promised = header->e_shnum ? header->e_shnum : 1;
    enum wc_status status =
        check_table(err, file->image, "section", header->e_shoff, promised, bytes);
    if (status != WC_OK)
        return status;
    if (header->e_shentsize != bytes)
        return elf_fail(err, file->image, field_offset(file, offsetof(Elf32_Ehdr, e_shentsize),
                                                       offsetof(Elf64_Ehdr, e_shentsize)),
                        "a section header has %u bytes; expected %zu", header->e_shentsize, bytes);
    if (elf_getshdrnum(file->elf, &file->section_count) != 0)
        return elf_fail(err, file->image, header->e_shoff, "section headers: %s", elf_errmsg(-1));
    if (file->section_count > SECTIONS_MAX)
        return elf_fail(err, file->image, header->e_shoff, "%zu sections; the maximum is %d",
                        file->section_count, SECTIONS_MAX);
    return check_table(err, file->image, "section", header->e_shoff, file->section_count, bytes);
}

enum wc_status elf_file_open(struct error *err, struct image *image, struct elf_file *file)
{
    *file = (struct elf_file){.image = image};
    const uint8_t *bytes = image->file;
    const bool is_64 = image->file_bytes > EI_CLASS && bytes[EI_CLASS] == ELFCLASS64;
    if (image->file_bytes < (is_64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr)))
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "the ELF file is truncated in its header, after %llu bytes",
                       (unsigned long long)image->file_bytes);
    elf_version(EV_CURRENT);
    file->elf = elf_memory(image->file, image->file_bytes);
    if (!file->elf || !gelf_getehdr(file->elf, &file->header))
        return elf_fail(err, image, 0, "invalid ELF header: %s", elf_errmsg(-1));
    enum wc_status status = check_segments(err, file);
    return status == WC_OK ? check_sections(err, file) : status;
}

void elf_file_close(struct elf_file *file)
{
    elf_end(file->elf); /* takes NULL too */
    file->elf = NULL;
}

const char *elf_string(const struct elf_section *strings, uint64_t offset)
{
    if (!strings->bytes || offset >= strings->header.sh_size)
        return NULL;
    uint64_t left = strings->header.sh_size - offset;
    const char *text = (const char *)strings->bytes + offset;
    return memchr(text, '\0', left < STRING_BYTES_MAX ? left : STRING_BYTES_MAX) ? text : NULL;
}

/* All of a section but its name. */
static enum wc_status read_header(struct error *err, const struct elf_file *file, size_t index,
                                  struct elf_section *out)
{
    *out = (struct elf_section){.index = index, .name = ""};
    uint64_t at = file->header.e_shoff + index * file->section_header_bytes;
    if (index >= file->section_count)
        return elf_fail(err, file->image, file->header.e_shoff,
                        "reference to section %zu; the file has %zu sections", index,
                        file->section_count);
    Elf_Scn *section = elf_getscn(file->elf, index);
    if (!section || !gelf_getshdr(section, &out->header))
        return elf_fail(err, file->image, at, "section header %zu: %s", index, elf_errmsg(-1));
    const GElf_Shdr *header = &out->header;
    if (header->sh_type == SHT_NOBITS || header->sh_type == SHT_NULL)
        return WC_OK;
    if (!elf_holds(file->image, header->sh_offset, header->sh_size))
        return elf_fail(err, file->image, at,
                        "section header %zu: 0x%llx bytes at 0x%llx; the file ends at 0x%llx",
                        index, (unsigned long long)header->sh_size,
                        (unsigned long long)header->sh_offset,
                        (unsigned long long)file->image->file_bytes);
    out->bytes = (const uint8_t *)file->image->file + header->sh_offset;
    return WC_OK;
}

enum wc_status elf_section_at(struct error *err, const struct elf_file *file, size_t index,
                              struct elf_section *out)
{
    size_t names_index;
    struct elf_section names;
    enum wc_status status = read_header(err, file, index, out);
    if (status != WC_OK || elf_getshdrstrndx(file->elf, &names_index) != 0 || names_index == 0)
        return status;
    status = read_header(err, file, names_index, &names);
    if (status != WC_OK)
        return status;
    const char *name = elf_string(&names, out->header.sh_name);
    if (name)
        out->name = name;
    return WC_OK;
}

enum wc_status elf_section_named(struct error *err, const struct elf_file *file, const char *name,
                                 struct elf_section *out, bool *found)
{
    *found = false;
    for (size_t i = 1; i < file->section_count; i++) {
        enum wc_status status = elf_section_at(err, file, i, out);
        if (status != WC_OK)
            return status;
        if (!strcmp(out->name, name)) {
            *found = true;
            return WC_OK;
        }
    }
    return WC_OK;
}

enum wc_status elf_section_typed(struct error *err, const struct elf_file *file, uint32_t type,
                                 struct elf_section *out, bool *found)
{
    *found = false;
    for (size_t i = 1; i < file->section_count; i++) {
        enum wc_status status = elf_section_at(err, file, i, out);
        if (status != WC_OK)
            return status;
        if (out->header.sh_type == type) {
            *found = true;
            return WC_OK;
        }
    }
    return WC_OK;
}

enum wc_status elf_program_section(struct error *err, struct image *image, const char *name,
                                   const char *language, uint64_t *at, uint64_t *size)
{
    struct elf_file elf;
    struct elf_section section;
    bool found = false;
    enum wc_status status = elf_check_identity(err, image, ELFCLASS64);
    if (status != WC_OK)
        return status;
    status = elf_file_open(err, image, &elf);
    if (status == WC_OK)
        status = elf_section_named(err, &elf, name, &section, &found);
    elf_file_close(&elf);
    if (status != WC_OK)
        return status;
    if (!found || !section.bytes)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "this program has no section %s: it contains no %s code", name, language);
    *at = section.header.sh_offset;
    *size = section.header.sh_size;
    return WC_OK;
}
