/* SPDX-License-Identifier: Apache-2.0 */
/* object_check.c - whether the tables of a file are where they say. The loader needs few of them,
 * so it reads files whose others are damaged. */
#include "pass/split/object_check.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

static enum wc_status damaged(struct error *err, const char *what)
{
    return fail(err, WC_BAD_INPUT, "the file cannot be rewritten: %s", what);
}

static bool is_inside(const struct image *image, uint64_t offset, uint64_t size)
{
    return offset <= image->file_bytes && size <= image->file_bytes - offset;
}

static const char *problem_of_header(const struct image *image, const Elf64_Ehdr *header)
{
    if (header->e_shnum == 0)
        return "it has no section headers";
    if (header->e_phentsize != sizeof(Elf64_Phdr) || header->e_shentsize != sizeof(Elf64_Shdr) ||
        !is_inside(image, header->e_phoff, header->e_phnum * sizeof(Elf64_Phdr)) ||
        !is_inside(image, header->e_shoff, header->e_shnum * sizeof(Elf64_Shdr)))
        return "its tables of segments and sections are damaged";
    if (header->e_phnum >= PN_XNUM - 1 || header->e_shnum >= SHN_LORESERVE - 1)
        return "it has too many segments or sections";
    if (header->e_shstrndx == SHN_UNDEF || header->e_shstrndx >= header->e_shnum)
        return "its sections have no names";
    return NULL;
}

static const char *problem_of_segment(const struct image *image, const Elf64_Phdr *segment)
{
    const bool loaded = segment->p_type == PT_LOAD || segment->p_type == PT_GNU_RELRO;
    const uint64_t limit = UINT64_C(1) << 47; /* of the address space of a wavefront */
    if (loaded && (segment->p_vaddr > limit || segment->p_memsz > limit - segment->p_vaddr))
        return "a segment has no room for code after it";
    if (segment->p_type == PT_LOAD && !is_inside(image, segment->p_offset, segment->p_filesz))
        return "a segment is not in the file";
    return NULL;
}

static const char *problem_of_section(const struct image *image, const Elf64_Shdr *section)
{
    if (section->sh_type != SHT_NOBITS && section->sh_type != SHT_NULL &&
        !is_inside(image, section->sh_offset, section->sh_size))
        return "a section is not in the file";
    return NULL;
}

/* Names end in the table. */
static const char *problem_of_names(const struct image *image, const Elf64_Ehdr *header)
{
    Elf64_Shdr names;
    const uint8_t *bytes = image->file;
    memcpy(&names, bytes + header->e_shoff + header->e_shstrndx * sizeof names, sizeof names);
    if (names.sh_type != SHT_STRTAB || names.sh_size == 0 ||
        bytes[names.sh_offset + names.sh_size - 1] != '\0')
        return "its sections have no names";
    return NULL;
}

enum wc_status split_object_check(struct error *err, const struct image *image)
{
    const uint8_t *bytes = image->file;
    Elf64_Ehdr header;
    if (image->file_bytes < sizeof header)
        return damaged(err, "it is too short");
    memcpy(&header, bytes, sizeof header);
    const char *problem = problem_of_header(image, &header);
    for (uint32_t i = 0; !problem && i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, bytes + header.e_phoff + i * sizeof segment, sizeof segment);
        problem = problem_of_segment(image, &segment);
    }
    for (uint32_t i = 0; !problem && i < header.e_shnum; i++) {
        Elf64_Shdr section;
        memcpy(&section, bytes + header.e_shoff + i * sizeof section, sizeof section);
        problem = problem_of_section(image, &section);
    }
    if (!problem)
        problem = problem_of_names(image, &header);
    return problem ? damaged(err, problem) : WC_OK;
}
