/* SPDX-License-Identifier: Apache-2.0 */
/* cubin_relocations.c - addresses that depend on the placement of the sections.
 *
 * Applied to the image's own copy of the file. Bank 4 has the addresses of variables, .debug_line
 * the addresses of the code; the code of a linked cubin is never changed. */
#include <string.h>

#include "load/cubin_parts.h"
#include "load/elf_text.h"

/* Absolute words, as address (1, 2) and as generic address (3, 4), which for global memory is the
 * same. */
static uint32_t word_bytes(uint32_t type)
{
    enum { R_CUDA_32 = 1, R_CUDA_64 = 2, R_CUDA_G32 = 3, R_CUDA_G64 = 4 };
    switch (type) {
    case R_CUDA_32:
    case R_CUDA_G32:
        return 4;
    case R_CUDA_64:
    case R_CUDA_G64:
        return 8;
    default:
        return 0;
    }
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

/* Variables in shared memory are not placed: an address there is an offset. */
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
    if (!section || (!section->address && !starts_with(section->elf.name, ".nv.shared")))
        return elf_fail(err, cubin->image, table->header.sh_offset,
                        "relocation refers to '%s', which is not defined in this file",
                        printable_text(&cubin->image->arena, cubin_symbol_name(cubin, &symbol)));
    *out = section->address + symbol.st_value;
    return WC_OK;
}

static enum wc_status apply(struct error *err, const struct cubin *cubin,
                            const struct elf_section *table, const struct cubin_section *target,
                            const Elf64_Rela *entry, bool has_addend)
{
    const struct elf_section *elf = &target->elf;
    const uint32_t type = (uint32_t)ELF64_R_TYPE(entry->r_info), bytes = word_bytes(type);
    uint64_t value = 0, addend = (uint64_t)entry->r_addend;
    if (!bytes && is_debug(target))
        return WC_OK;
    if (!bytes)
        return elf_fail(err, cubin->image, table->header.sh_offset,
                        "relocation type %u in %s is not supported; expected 1 to 4 (absolute "
                        "address)",
                        type, printable_text(&cubin->image->arena, elf->name));
    if (entry->r_offset > elf->header.sh_size || bytes > elf->header.sh_size - entry->r_offset)
        return elf_fail(err, cubin->image, table->header.sh_offset,
                        "relocation at offset 0x%llx of a section of 0x%llx bytes",
                        (unsigned long long)entry->r_offset,
                        (unsigned long long)elf->header.sh_size);
    enum wc_status status =
        symbol_address(err, cubin, table, (uint32_t)ELF64_R_SYM(entry->r_info), &value);
    if (status != WC_OK)
        return status;
    uint8_t *place = (uint8_t *)cubin->image->file + elf->header.sh_offset + entry->r_offset;
    if (!has_addend)
        memcpy(&addend, place, bytes);
    value += addend;
    memcpy(place, &value, bytes);
    return WC_OK;
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
