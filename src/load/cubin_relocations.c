/* SPDX-License-Identifier: Apache-2.0 */
/* cubin_relocations.c - addresses that depend on the placement of the sections.
 *
 * Applied to the image's own copy of the file. Code has addresses of variables and functions in its
 * 32-bit immediates (ptxas up to 12.3), or reads them from bank 4 (from 12.4 on); .debug_line has
 * the addresses of the code. */
#include <string.h>

#include "load/cubin_parts.h"
#include "load/elf_text.h"

/* What a relocation changes: bits `low` to `low + width - 1` of a little-endian word get the value
 * from bit `from` on. Numbers and names are those that cuobjdump -elf shows. A generic address (G)
 * of global memory is the address. */
static const struct relocation_type {
    uint32_t type;
    uint8_t bytes, low, width, from;
    bool is_header; /* index of a texture or sampler header: code reads it as an operand of TEX */
} relocation_types[] = {
    {1, 4, 0, 32, 0, false},  /* R_CUDA_32 */
    {2, 8, 0, 64, 0, false},  /* R_CUDA_64 */
    {3, 4, 0, 32, 0, false},  /* R_CUDA_G32 */
    {4, 8, 0, 64, 0, false},  /* R_CUDA_G64 */
    {6, 4, 0, 20, 0, true},   /* R_CUDA_TEX_HEADER_INDEX */
    {7, 4, 20, 12, 0, true},  /* R_CUDA_SAMP_HEADER_INDEX */
    {42, 8, 20, 32, 0, false}, /* R_CUDA_ABS32_20: JCAL, MOV32I */
    {43, 8, 20, 32, 0, false}, /* R_CUDA_ABS32_LO_20: MOV32I */
    {44, 8, 20, 32, 32, false}, /* R_CUDA_ABS32_HI_20 */
    {45, 8, 20, 24, 0, false}, /* R_CUDA_ABS24_20 */
    {46, 8, 20, 16, 0, false}, /* R_CUDA_ABS16_20 */
    {52, 4, 0, 20, 0, true},  /* R_CUDA_SURF_HEADER_INDEX */
};

static const struct relocation_type *find_type(uint32_t type)
{
    for (size_t i = 0; i < sizeof relocation_types / sizeof *relocation_types; i++) {
        if (relocation_types[i].type == type)
            return &relocation_types[i];
    }
    return NULL;
}

static uint64_t mask_of(const struct relocation_type *type)
{
    return (type->width < 64 ? (1ull << type->width) - 1 : ~0ull) << type->low;
}

static bool is_debug(const struct cubin_section *target)
{
    return starts_with(target->elf.name, ".debug_") || starts_with(target->elf.name, ".nv_debug");
}

static bool counts(const struct cubin_section *target)
{
    return target->address || starts_with(target->elf.name, ".nv.constant") ||
           !strcmp(target->elf.name, ".debug_line");
}

/* Variables in shared memory are not placed: an address there is an offset. A function that the
 * file does not define has a stub (cubin_host.c). */
static enum wc_status symbol_address(struct error *err, const struct cubin *cubin,
                                     const struct elf_section *table, uint32_t index,
                                     uint64_t *out)
{
    Elf64_Sym symbol;
    if (!cubin_symbol(cubin, index, &symbol))
        return elf_fail(err, cubin->image, table->header.sh_offset,
                        "relocation refers to symbol %u; the table has %u", index,
                        cubin->symbol_count);
    const struct cubin_section *section = cubin_section_of(cubin, &symbol);
    const uint64_t stub = cubin_host_function(cubin, index);
    if (stub) {
        *out = stub;
        return WC_OK;
    }
    if (!section || (!section->address && !starts_with(section->elf.name, ".nv.shared")))
        return elf_fail(err, cubin->image, table->header.sh_offset,
                        "relocation refers to '%s', which is not defined in this file",
                        printable_text(&cubin->image->arena, cubin_symbol_name(cubin, &symbol)));
    *out = section->address + symbol.st_value;
    return WC_OK;
}

/* Without an addend of its own the entry adds to the field's contents. The upper half of a 64-bit
 * address has no room for them. */
static void change_field(const struct relocation_type *type, uint8_t *place, uint64_t value,
                         const Elf64_Rela *entry, bool has_addend)
{
    uint64_t word = 0;
    memcpy(&word, place, type->bytes);
    const uint64_t mask = mask_of(type);
    value += has_addend ? (uint64_t)entry->r_addend : type->from ? 0 : (word & mask) >> type->low;
    word = (word & ~mask) | (value >> type->from << type->low & mask);
    memcpy(place, &word, type->bytes);
}

/* The launch has the handle. Unified textures have no sampler of their own. */
static void add_reference(const struct cubin *cubin, const struct elf_section *elf,
                          const Elf64_Rela *entry)
{
    static const char bank[] = ".nv.constant0.";
    enum { SAMPLER = 7 };
    struct image *image = cubin->image;
    Elf64_Sym symbol;
    if (ELF64_R_TYPE(entry->r_info) == SAMPLER || !starts_with(elf->name, bank) ||
        !cubin_symbol(cubin, (uint32_t)ELF64_R_SYM(entry->r_info), &symbol))
        return;
    image->texture_references =
        arena_grow(&image->arena, image->texture_references, image->texture_reference_count,
                   sizeof *image->texture_references);
    image->texture_references[image->texture_reference_count++] = (struct texture_reference){
        .kernel = arena_strdup(&image->arena, elf->name + sizeof bank - 1),
        .name = arena_strdup(&image->arena, cubin_symbol_name(cubin, &symbol)),
        .offset = (uint32_t)entry->r_offset};
}

/* "kernel" of a section ".nv.constant0.kernel", or NULL. */
static const char *bank_owner(const char *section)
{
    static const char bank[] = ".nv.constant";
    return starts_with(section, bank) ? strchr(section + sizeof bank - 1, '.') : NULL;
}

/* Only kernels that need the word are refused, when they run. */
static void add_unresolved(const struct cubin *cubin, const struct cubin_section *target,
                           const Elf64_Rela *entry)
{
    enum { INSTRUCTION = 8 };
    struct image *image = cubin->image;
    const char *owner = bank_owner(target->elf.name);
    const bool is_code = target->elf.header.sh_flags & SHF_EXECINSTR;
    Elf64_Sym symbol;
    const char *name = cubin_symbol(cubin, (uint32_t)ELF64_R_SYM(entry->r_info), &symbol)
                           ? cubin_symbol_name(cubin, &symbol)
                           : "no symbol";
    image->unresolved = arena_grow(&image->arena, image->unresolved, image->unresolved_count,
                                   sizeof *image->unresolved);
    image->unresolved[image->unresolved_count++] = (struct unresolved){
        .instruction = is_code ? target->address + entry->r_offset / INSTRUCTION * INSTRUCTION : 0,
        .kernel = owner ? arena_strdup(&image->arena, owner + 1) : NULL,
        .problem = arena_format(&image->arena, "relocation type %u (%s) in %s",
                                (uint32_t)ELF64_R_TYPE(entry->r_info),
                                printable_text(&image->arena, name),
                                printable_text(&image->arena, target->elf.name))};
}

static enum wc_status apply(struct error *err, const struct cubin *cubin,
                            const struct elf_section *table, const struct cubin_section *target,
                            const Elf64_Rela *entry, bool has_addend)
{
    const struct elf_section *elf = &target->elf;
    const struct relocation_type *type = find_type((uint32_t)ELF64_R_TYPE(entry->r_info));
    uint64_t value = 0;
    if (!type && is_debug(target))
        return WC_OK;
    if (entry->r_offset > elf->header.sh_size ||
        (type ? type->bytes : 1) > elf->header.sh_size - entry->r_offset)
        return elf_fail(err, cubin->image, table->header.sh_offset,
                        "relocation at offset 0x%llx of a section of 0x%llx bytes",
                        (unsigned long long)entry->r_offset,
                        (unsigned long long)elf->header.sh_size);
    if (!type) {
        add_unresolved(cubin, target, entry);
        return WC_OK;
    }
    if (type->is_header) {
        add_reference(cubin, elf, entry);
        return WC_OK;
    }
    enum wc_status status =
        symbol_address(err, cubin, table, (uint32_t)ELF64_R_SYM(entry->r_info), &value);
    if (status == WC_OK)
        change_field(type, (uint8_t *)cubin->image->file + elf->header.sh_offset + entry->r_offset,
                     value, entry, has_addend);
    return status;
}

static enum wc_status apply_table(struct error *err, const struct cubin *cubin,
                                  const struct elf_section *table)
{
    const bool has_addend = table->header.sh_type == SHT_RELA;
    const size_t bytes = has_addend ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
    const uint64_t target = table->header.sh_info;
    if (target == 0 || target >= cubin->elf.section_count)
        return elf_fail(err, cubin->image, table->header.sh_offset,
                        "relocations for section %llu; the file has %zu sections",
                        (unsigned long long)target,
                        cubin->elf.section_count);
    const struct cubin_section *section = &cubin->sections[target];
    if (!section->elf.bytes || !table->bytes || !counts(section))
        return WC_OK;
    enum wc_status status = WC_OK;
    for (uint64_t i = 0; status == WC_OK && i < table->header.sh_size / bytes; i++) {
        Elf64_Rela entry = {0};
        memcpy(&entry, table->bytes + i * bytes, bytes);
        status = apply(err, cubin, table, section, &entry, has_addend);
    }
    return status;
}

enum wc_status cubin_relocate(struct error *err, struct cubin *cubin)
{
    enum wc_status status = WC_OK;
    for (size_t i = 1; status == WC_OK && i < cubin->elf.section_count; i++) {
        const struct elf_section *section = &cubin->sections[i].elf;
        if (section->header.sh_type == SHT_REL || section->header.sh_type == SHT_RELA)
            status = apply_table(err, cubin, section);
    }
    return status;
}
