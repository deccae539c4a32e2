/* SPDX-License-Identifier: Apache-2.0 */
/* elf_symbols.c - the names that people wrote, and the global functions among them. */
#include <stdlib.h>
#include <string.h>

#include "load/elf_file.h"
#include "load/elf_text.h"

/* Names may share bytes of the string table: their sum is no matter of the file's size. */
enum { SYMBOLS_MOST = 1 << 18, NAME_BYTES_MOST = 64 << 20 };

static bool is_executable(const struct image *image, uint64_t address)
{
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *segment = &image->segments[i];
        if (segment->executable && address - segment->address < segment->size)
            return true;
    }
    return false;
}

/* Not the assembler's own: mapping symbols ($x, $d: RISC-V ELF psABI) and local labels. */
static bool is_worth_keeping(const Elf32_Sym *symbol, const char *name)
{
    switch (ELF32_ST_TYPE(symbol->st_info)) {
    case STT_NOTYPE:
    case STT_OBJECT:
    case STT_FUNC:
        return symbol->st_shndx != SHN_UNDEF && name[0] && name[0] != '$' &&
               strncmp(name, ".L", 2) != 0;
    default: /* sections, files; thread-local ones, whose value is no address */
        return false;
    }
}

/* Assembly sources seldom say .type: a global label in code counts as a function. */
static bool is_function(const struct image *image, const Elf32_Sym *symbol)
{
    if (ELF32_ST_TYPE(symbol->st_info) == STT_FUNC)
        return true;
    return ELF32_ST_TYPE(symbol->st_info) == STT_NOTYPE && symbol->st_shndx < SHN_LORESERVE &&
           ELF32_ST_BIND(symbol->st_info) != STB_LOCAL && is_executable(image, symbol->st_value);
}

static void add_symbol(struct image *image, const Elf32_Sym *symbol, const char *name)
{
    image->symbols =
        arena_grow(&image->arena, image->symbols, image->symbol_count, sizeof *image->symbols);
    image->symbols[image->symbol_count++] = (struct symbol){
        .name = printable_text(&image->arena, name),
        .address = symbol->st_value,
        .size = symbol->st_size,
        .is_function = is_function(image, symbol),
        .is_global = ELF32_ST_BIND(symbol->st_info) != STB_LOCAL,
    };
}

static enum wc_status read_symbols(struct error *err, struct image *image,
                                   const struct elf_section *table,
                                   const struct elf_section *strings)
{
    uint64_t count = table->header.sh_size / sizeof(Elf32_Sym);
    if (count > SYMBOLS_MOST)
        return elf_fail(err, image, table->header.sh_offset, "%llu symbols; at most %d are read",
                        (unsigned long long)count, SYMBOLS_MOST);
    uint64_t name_bytes = 0;
    for (uint64_t i = 0; i < count; i++) {
        Elf32_Sym symbol; /* copied: the table may stand at any offset of the file */
        memcpy(&symbol, table->bytes + i * sizeof symbol, sizeof symbol);
        const char *name = elf_string(strings, symbol.st_name);
        if (!name)
            return elf_fail(err, image, table->header.sh_offset + i * sizeof symbol,
                            "symbol %llu has its name at 0x%x of a string table of 0x%llx bytes, "
                            "where no name ends",
                            (unsigned long long)i, symbol.st_name,
                            (unsigned long long)strings->header.sh_size);
        name_bytes += strlen(name);
        if (name_bytes > NAME_BYTES_MOST)
            return elf_fail(err, image, table->header.sh_offset,
                            "the names of the symbols have more than %d bytes", NAME_BYTES_MOST);
        if (is_worth_keeping(&symbol, name))
            add_symbol(image, &symbol, name);
    }
    return WC_OK;
}

static int by_address_then_name(const void *left, const void *right)
{
    const struct symbol *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    int order = strcmp(a->name, b->name);
    return order ? order : (a->is_global < b->is_global) - (a->is_global > b->is_global);
}

static void list_functions(struct image *image)
{
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        const struct symbol *symbol = &image->symbols[i];
        if (!symbol->is_function || !symbol->is_global)
            continue;
        image->functions = arena_grow(&image->arena, image->functions, image->function_count,
                                      sizeof *image->functions);
        image->functions[image->function_count++] = (struct kernel){
            .name = symbol->name,
            .entry = symbol->address,
            .bytes = symbol->size,
        };
    }
}

enum wc_status elf_load_symbols(struct error *err, const struct elf_file *file)
{
    struct image *image = file->image;
    struct elf_section table, strings;
    bool found;
    enum wc_status status = elf_section_typed(err, file, SHT_SYMTAB, &table, &found);
    if (status != WC_OK || !found)
        return status;
    status = elf_section_at(err, file, table.header.sh_link, &strings);
    if (status == WC_OK && strings.header.sh_type != SHT_STRTAB)
        status = elf_fail(err, image, table.header.sh_offset,
                          "the symbols take their names from section %zu, which is no string table",
                          strings.index);
    if (status == WC_OK)
        status = read_symbols(err, image, &table, &strings);
    if (status != WC_OK)
        return status;
    if (image->symbol_count)
        qsort(image->symbols, image->symbol_count, sizeof *image->symbols, by_address_then_name);
    list_functions(image);
    return WC_OK;
}
