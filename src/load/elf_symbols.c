/* SPDX-License-Identifier: Apache-2.0 */
/* elf_symbols.c - the names of the source, and the global functions among them. */
#include <stdlib.h>
#include <string.h>

#include "load/elf_file.h"
#include "load/elf_text.h"

/* Names may share bytes of the string table: their sum may exceed the file's size. */
enum { SYMBOLS_MAX = 1 << 18, NAME_BYTES_MAX = 64 << 20 };

static bool is_executable(const struct image *image, uint64_t address)
{
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *segment = &image->segments[i];
        if (segment->executable && address - segment->address < segment->size)
            return true;
    }
    return false;
}

/* STT_AMDGPU_HSA_KERNEL of code objects v2: it refers to a kernel's header. */
static bool is_kernel_header(const struct elf_file *file, const GElf_Sym *symbol)
{
    return file->header.e_machine == EM_AMDGPU && GELF_ST_TYPE(symbol->st_info) == STT_LOOS;
}

/* Not those of the assembler: mapping symbols ($x, $d: RISC-V ELF psABI) and local labels. */
static bool is_worth_keeping(const struct elf_file *file, const GElf_Sym *symbol, const char *name)
{
    if (is_kernel_header(file, symbol))
        return true;
    switch (GELF_ST_TYPE(symbol->st_info)) {
    case STT_NOTYPE:
    case STT_OBJECT:
    case STT_FUNC:
        return symbol->st_shndx != SHN_UNDEF && name[0] && name[0] != '$' &&
               strncmp(name, ".L", 2) != 0;
    default: /* sections, files; thread-local symbols, whose value is not an address */
        return false;
    }
}

/* Assembly sources seldom use .type: a global label in code counts as a function. */
static bool is_function(const struct image *image, const GElf_Sym *symbol)
{
    if (GELF_ST_TYPE(symbol->st_info) == STT_FUNC)
        return true;
    return GELF_ST_TYPE(symbol->st_info) == STT_NOTYPE && symbol->st_shndx < SHN_LORESERVE &&
           GELF_ST_BIND(symbol->st_info) != STB_LOCAL && is_executable(image, symbol->st_value);
}

/* A variable in thread-local memory, whose value is an offset: __local arrays on Vortex. */
static void add_thread_local(struct image *image, const GElf_Sym *symbol, const char *name)
{
    if (symbol->st_shndx == SHN_UNDEF || !symbol->st_size)
        return;
    image->thread_locals = arena_grow(&image->arena, image->thread_locals,
                                      image->thread_local_count, sizeof *image->thread_locals);
    image->thread_locals[image->thread_local_count++] = (struct symbol){
        .name = printable_text(&image->arena, name),
        .address = symbol->st_value,
        .size = symbol->st_size,
    };
}

static void add_symbol(const struct elf_file *file, const GElf_Sym *symbol, const char *name)
{
    struct image *image = file->image;
    image->symbols =
        arena_grow(&image->arena, image->symbols, image->symbol_count, sizeof *image->symbols);
    image->symbols[image->symbol_count++] = (struct symbol){
        .name = printable_text(&image->arena, name),
        .address = symbol->st_value,
        .size = symbol->st_size,
        .is_function = is_function(image, symbol),
        .is_global = GELF_ST_BIND(symbol->st_info) != STB_LOCAL,
        .is_kernel_header = is_kernel_header(file, symbol),
    };
}

GElf_Sym elf_symbol_at(const struct elf_file *file, const struct elf_section *table, uint64_t i)
{
    GElf_Sym wide;
    Elf32_Sym narrow; /* both copied: the table may be at any offset of the file */
    if (gelf_getclass(file->elf) == ELFCLASS64) {
        memcpy(&wide, table->bytes + i * sizeof wide, sizeof wide);
        return wide;
    }
    memcpy(&narrow, table->bytes + i * sizeof narrow, sizeof narrow);
    return (GElf_Sym){.st_name = narrow.st_name,
                      .st_value = narrow.st_value,
                      .st_size = narrow.st_size,
                      .st_info = narrow.st_info,
                      .st_other = narrow.st_other,
                      .st_shndx = narrow.st_shndx};
}

static enum wc_status read_symbols(struct error *err, const struct elf_file *file,
                                   const struct elf_section *table,
                                   const struct elf_section *strings)
{
    struct image *image = file->image;
    const size_t bytes_each = gelf_fsize(file->elf, ELF_T_SYM, 1, EV_CURRENT);
    uint64_t count = table->header.sh_size / bytes_each;
    if (count > SYMBOLS_MAX)
        return elf_fail(err, image, table->header.sh_offset, "%llu symbols; the maximum is %d",
                        (unsigned long long)count, SYMBOLS_MAX);
    uint64_t name_bytes = 0;
    for (uint64_t i = 0; i < count; i++) {
        const GElf_Sym symbol = elf_symbol_at(file, table, i);
        const char *name = elf_string(strings, symbol.st_name);
        if (!name)
            return elf_fail(err, image, table->header.sh_offset + i * bytes_each,
                            "the name of symbol %llu at 0x%x of a string table of 0x%llx bytes is "
                            "not terminated",
                            (unsigned long long)i, symbol.st_name,
                            (unsigned long long)strings->header.sh_size);
        name_bytes += strlen(name);
        if (name_bytes > NAME_BYTES_MAX)
            return elf_fail(err, image, table->header.sh_offset,
                            "symbol names exceed the maximum of %d bytes", NAME_BYTES_MAX);
        if (is_worth_keeping(file, &symbol, name))
            add_symbol(file, &symbol, name);
        else if (GELF_ST_TYPE(symbol.st_info) == STT_TLS)
            add_thread_local(image, &symbol, name);
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

void elf_sort_symbols(struct image *image)
{
    if (image->symbol_count)
        qsort(image->symbols, image->symbol_count, sizeof *image->symbols, by_address_then_name);
    if (image->thread_local_count)
        qsort(image->thread_locals, image->thread_local_count, sizeof *image->thread_locals,
              by_address_then_name);
}

enum wc_status elf_list_functions(struct error *err, const struct elf_file *file)
{
    struct image *image = file->image;
    (void)err;
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
    return WC_OK;
}

/* A stripped shared object still has the symbols that its loader needs. */
static enum wc_status find_table(struct error *err, const struct elf_file *file,
                                 struct elf_section *table, bool *found)
{
    enum wc_status status = elf_section_typed(err, file, SHT_SYMTAB, table, found);
    if (status == WC_OK && !*found)
        status = elf_section_typed(err, file, SHT_DYNSYM, table, found);
    return status;
}

enum wc_status elf_load_symbols(struct error *err, const struct elf_file *file)
{
    struct image *image = file->image;
    struct elf_section table, strings;
    bool found;
    enum wc_status status = find_table(err, file, &table, &found);
    if (status != WC_OK || !found)
        return status;
    status = elf_section_at(err, file, table.header.sh_link, &strings);
    if (status == WC_OK && strings.header.sh_type != SHT_STRTAB)
        status = elf_fail(err, image, table.header.sh_offset,
                          "the symbol table refers to section %zu for names, which is not a "
                          "string table",
                          strings.index);
    if (status == WC_OK)
        status = read_symbols(err, file, &table, &strings);
    if (status == WC_OK)
        elf_sort_symbols(image);
    return status;
}
