/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu_relocations.c - addresses in constant data, which the linker leaves to the loader.
 *
 * Applied to the image's own copy of the file. Code is position-independent. */
#include <string.h>

#include "load/amdgpu_parts.h"

enum { R_AMDGPU_NONE = 0, R_AMDGPU_ABS64 = 3, R_AMDGPU_RELATIVE64 = 13 };

/* Its value, from the base of the object on. */
static enum wc_status symbol_address(struct error *err, const struct amdgpu *object,
                                     const struct elf_section *table, uint64_t index,
                                     uint64_t *out)
{
    struct elf_section symbols;
    enum wc_status status = elf_section_at(err, &object->elf, table->header.sh_link, &symbols);
    if (status != WC_OK)
        return status;
    const uint64_t count = symbols.bytes ? symbols.header.sh_size / sizeof(Elf64_Sym) : 0;
    if (index >= count)
        return elf_fail(err, object->image, table->header.sh_offset,
                        "relocation refers to symbol %llu; the table has %llu",
                        (unsigned long long)index, (unsigned long long)count);
    const GElf_Sym symbol = elf_symbol_at(&object->elf, &symbols, index);
    if (symbol.st_shndx == SHN_UNDEF)
        return elf_fail(err, object->image, table->header.sh_offset,
                        "relocation refers to undefined symbol %llu",
                        (unsigned long long)index);
    *out = symbol.st_value;
    return WC_OK;
}

static enum wc_status apply(struct error *err, const struct amdgpu *object,
                            const struct elf_section *table, const Elf64_Rela *entry)
{
    const uint64_t type = ELF64_R_TYPE(entry->r_info);
    uint64_t value = 0;
    enum wc_status status = WC_OK;
    if (type == R_AMDGPU_NONE)
        return WC_OK;
    if (type != R_AMDGPU_ABS64 && type != R_AMDGPU_RELATIVE64)
        return elf_fail(err, object->image, table->header.sh_offset,
                        "relocation type %llu is not supported; expected %d or %d (absolute "
                        "address)",
                        (unsigned long long)type, R_AMDGPU_ABS64, R_AMDGPU_RELATIVE64);
    const uint8_t *place = amdgpu_bytes_at(object, object->image->base + entry->r_offset,
                                           sizeof value);
    if (!place)
        return elf_fail(err, object->image, table->header.sh_offset,
                        "relocation at address 0x%llx is outside the file's data",
                        (unsigned long long)entry->r_offset);
    if (type == R_AMDGPU_ABS64)
        status = symbol_address(err, object, table, ELF64_R_SYM(entry->r_info), &value);
    value += object->image->base + (uint64_t)entry->r_addend;
    if (status == WC_OK)
        memcpy((uint8_t *)object->image->file + (place - (uint8_t *)object->image->file), &value,
               sizeof value);
    return status;
}

static enum wc_status apply_table(struct error *err, const struct amdgpu *object,
                                  const struct elf_section *table)
{
    enum wc_status status = WC_OK;
    for (uint64_t i = 0; status == WC_OK && i < table->header.sh_size / sizeof(Elf64_Rela); i++) {
        Elf64_Rela entry;
        memcpy(&entry, table->bytes + i * sizeof entry, sizeof entry);
        status = apply(err, object, table, &entry);
    }
    return status;
}

/* Relocations without SHF_ALLOC were applied by the linker and kept for other tools. */
enum wc_status amdgpu_relocate(struct error *err, struct amdgpu *object)
{
    enum wc_status status = WC_OK;
    for (size_t i = 1; status == WC_OK && i < object->elf.section_count; i++) {
        struct elf_section section;
        status = elf_section_at(err, &object->elf, i, &section);
        if (status == WC_OK && section.header.sh_type == SHT_RELA &&
            (section.header.sh_flags & SHF_ALLOC))
            status = apply_table(err, object, &section);
    }
    return status;
}
