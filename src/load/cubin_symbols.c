/* SPDX-License-Identifier: Apache-2.0 */
/* cubin_symbols.c - the names in a cubin: kernels, device functions, variables. */
#include <stdlib.h>
#include <string.h>

#include "load/cubin_parts.h"
#include "load/elf_text.h"

enum { SYMBOLS_MAX = 1 << 18, KERNELS_MAX = 4096, NAME_BYTES_MAX = 64 << 20 };

bool cubin_symbol(const struct cubin *cubin, uint32_t index, Elf64_Sym *out)
{
    if (index >= cubin->symbol_count)
        return false;
    /* copied: the table may be at any offset of the file */
    memcpy(out, cubin->symbols.bytes + (uint64_t)index * sizeof *out, sizeof *out);
    return true;
}

const char *cubin_symbol_name(const struct cubin *cubin, const Elf64_Sym *symbol)
{
    const char *name = elf_string(&cubin->names, symbol->st_name);
    return name ? name : "";
}

bool cubin_is_entry(const Elf64_Sym *symbol)
{
    enum { STO_CUDA_ENTRY = 0x10 };
    return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && (symbol->st_other & STO_CUDA_ENTRY);
}

struct cubin_section *cubin_section_of(const struct cubin *cubin, const Elf64_Sym *symbol)
{
    return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < cubin->elf.section_count
               ? &cubin->sections[symbol->st_shndx]
               : NULL;
}

static enum wc_status find_table(struct error *err, struct cubin *cubin)
{
    bool found;
    enum wc_status status =
        elf_section_typed(err, &cubin->elf, SHT_SYMTAB, &cubin->symbols, &found);
    if (status != WC_OK)
        return status;
    if (!found)
        return fail_at(err, WC_BAD_INPUT, cubin->image->path, 0, 0,
                       "the cubin has no symbol table");
    status = elf_section_at(err, &cubin->elf, cubin->symbols.header.sh_link, &cubin->names);
    if (status == WC_OK && cubin->names.header.sh_type != SHT_STRTAB)
        status = elf_fail(err, cubin->image, cubin->symbols.header.sh_offset,
                          "the symbol table refers to section %zu for names, which is not a "
                          "string table",
                          cubin->names.index);
    const uint64_t count = cubin->symbols.header.sh_size / sizeof(Elf64_Sym);
    if (status == WC_OK && count > SYMBOLS_MAX)
        status = elf_fail(err, cubin->image, cubin->symbols.header.sh_offset,
                          "%llu symbols; the maximum is %d", (unsigned long long)count,
                          SYMBOLS_MAX);
    cubin->symbol_count = status == WC_OK ? (uint32_t)count : 0;
    return status;
}

/* Code is found by the name of its section: an alias of a kernel is a symbol, not a kernel. */
static enum wc_status add_kernel(struct error *err, struct cubin *cubin, const Elf64_Sym *symbol,
                                 const char *name)
{
    enum { REGISTERS_SHIFT = 24, BARRIERS_SHIFT = 20, BARRIERS_MASK = 0x7F };
    struct image *image = cubin->image;
    struct cubin_section *code = cubin_section_of(cubin, symbol);
    const GElf_Shdr *header = &code->elf.header;
    if (code->function || !starts_with(code->elf.name, ".text.") ||
        strcmp(code->elf.name + strlen(".text."), name) != 0)
        return WC_OK;
    if (image->function_count == KERNELS_MAX)
        return elf_fail(err, image, cubin->symbols.header.sh_offset,
                        "more than the maximum of %d kernels",
                        KERNELS_MAX);
    if (symbol->st_value > header->sh_size || symbol->st_size > header->sh_size - symbol->st_value)
        return elf_fail(err, image, cubin->symbols.header.sh_offset,
                        "kernel '%s' has 0x%llx bytes at 0x%llx of a section of 0x%llx bytes",
                        name, (unsigned long long)symbol->st_size,
                        (unsigned long long)symbol->st_value, (unsigned long long)header->sh_size);
    image->functions = arena_grow(&image->arena, image->functions, image->function_count,
                                  sizeof *image->functions);
    image->functions[image->function_count++] = (struct kernel){
        .name = name,
        .entry = code->address + symbol->st_value,
        .bytes = symbol->st_size,
        .registers = (uint32_t)(header->sh_info >> REGISTERS_SHIFT),
        .barriers = (uint32_t)(header->sh_flags >> BARRIERS_SHIFT) & BARRIERS_MASK,
    };
    code->function = image->function_count;
    return WC_OK;
}

static enum wc_status add_symbol(struct error *err, struct cubin *cubin, const Elf64_Sym *symbol,
                                 uint64_t *name_bytes)
{
    struct image *image = cubin->image;
    const struct cubin_section *section = cubin_section_of(cubin, symbol);
    const char *name = cubin_symbol_name(cubin, symbol);
    const int type = ELF64_ST_TYPE(symbol->st_info);
    if (!section || !section->address || !*name || (type != STT_FUNC && type != STT_OBJECT))
        return WC_OK;
    *name_bytes += strlen(name);
    if (*name_bytes > NAME_BYTES_MAX)
        return elf_fail(err, image, cubin->symbols.header.sh_offset,
                        "symbol names exceed the maximum of %d bytes", NAME_BYTES_MAX);
    /* A copy: relocations may change any bytes of the file. */
    const char *shown = printable_text(&image->arena, arena_strdup(&image->arena, name));
    image->symbols =
        arena_grow(&image->arena, image->symbols, image->symbol_count, sizeof *image->symbols);
    image->symbols[image->symbol_count++] = (struct symbol){
        .name = shown,
        .address = section->address + symbol->st_value,
        .size = symbol->st_size,
        .is_function = type == STT_FUNC,
        .is_global = ELF64_ST_BIND(symbol->st_info) != STB_LOCAL,
    };
    return cubin_is_entry(symbol) ? add_kernel(err, cubin, symbol, shown) : WC_OK;
}

static int by_address_then_name(const void *left, const void *right)
{
    const struct symbol *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return strcmp(a->name, b->name);
}

void cubin_sort_symbols(struct image *image)
{
    if (image->symbol_count)
        qsort(image->symbols, image->symbol_count, sizeof *image->symbols, by_address_then_name);
}

enum wc_status cubin_load_symbols(struct error *err, struct cubin *cubin)
{
    struct image *image = cubin->image;
    uint64_t name_bytes = 0;
    enum wc_status status = find_table(err, cubin);
    for (uint32_t i = 0; status == WC_OK && i < cubin->symbol_count; i++) {
        Elf64_Sym symbol;
        cubin_symbol(cubin, i, &symbol);
        status = add_symbol(err, cubin, &symbol, &name_bytes);
    }
    if (status == WC_OK && image->function_count == 0)
        status = fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                         "the cubin has no kernel");
    cubin_sort_symbols(image);
    return status;
}
