/* SPDX-License-Identifier: Apache-2.0 */
/* make_elf.c - lays out header, segments, code, symbols, notes and sections one after the other. */
#include "make_elf.h"

#include <string.h>

static const char section_names[] =
    "\0.text\0.symtab\0.strtab\0.shstrtab\0.warpclock.kernels";

static size_t reserve(struct made_elf *out, size_t bytes)
{
    size_t at = (out->size + 3) & ~(size_t)3;
    out->size = at + bytes;
    return at;
}

static size_t put(struct made_elf *out, const void *bytes, size_t count)
{
    size_t at = reserve(out, count);
    memcpy(out->bytes + at, bytes, count);
    return at;
}

static uint32_t section_name(const char *name)
{
    for (size_t at = 1; at < sizeof section_names; at += strlen(section_names + at) + 1) {
        if (!strcmp(section_names + at, name))
            return (uint32_t)at;
    }
    return 0;
}

static void set_section(struct made_elf *out, int index, const char *name, uint32_t type,
                        size_t offset, size_t bytes)
{
    out->sections[index].sh_name = section_name(name);
    out->sections[index].sh_type = type;
    out->sections[index].sh_offset = (uint32_t)offset;
    out->sections[index].sh_size = (uint32_t)bytes;
    out->sections[index].sh_addralign = 1;
}

static void put_segments(struct made_elf *out, const struct recipe *recipe)
{
    const uint32_t code[MADE_CODE_BYTES / 4] = {0x00100513, 0x00008067, 0x00000013, 0x00000013};
    size_t table = put(out, recipe->segments, recipe->segment_count * sizeof(Elf32_Phdr));
    size_t at = put(out, code, sizeof code);
    out->segments = (Elf32_Phdr *)(void *)(out->bytes + table);
    out->header->e_phoff = (uint32_t)table;
    for (size_t i = 0; i < recipe->segment_count; i++) {
        Elf32_Phdr *segment = &out->segments[i];
        if (segment->p_type != PT_LOAD || segment->p_offset || segment->p_filesz)
            continue;
        segment->p_offset = (uint32_t)at;
        segment->p_filesz = sizeof code;
    }
    set_section(out, MADE_TEXT, ".text", SHT_PROGBITS, at, sizeof code);
}

static void put_symbols(struct made_elf *out, const struct recipe *recipe)
{
    char strings[512] = "";
    size_t used = 1, count = recipe->symbol_count + 1;
    size_t table = reserve(out, count * sizeof(Elf32_Sym));
    out->symbols = (Elf32_Sym *)(void *)(out->bytes + table);
    for (size_t i = 1; i < count; i++) {
        const struct made_symbol *symbol = &recipe->symbols[i - 1];
        out->symbols[i] = (Elf32_Sym){.st_name = (uint32_t)used,
                                      .st_value = symbol->value,
                                      .st_size = symbol->size,
                                      .st_info = symbol->info,
                                      .st_shndx = symbol->section};
        strcpy(strings + used, symbol->name);
        used += strlen(symbol->name) + 1;
    }
    set_section(out, MADE_SYMTAB, ".symtab", SHT_SYMTAB, table, count * sizeof(Elf32_Sym));
    out->sections[MADE_SYMTAB].sh_link = MADE_STRTAB;
    out->sections[MADE_SYMTAB].sh_entsize = sizeof(Elf32_Sym);
    set_section(out, MADE_STRTAB, ".strtab", SHT_STRTAB, put(out, strings, used), used);
}

void make_elf(struct made_elf *out, const struct recipe *recipe)
{
    memset(out, 0, sizeof *out);
    out->header = (Elf32_Ehdr *)(void *)out->bytes;
    *out->header = (Elf32_Ehdr){
        .e_ident = {0x7F, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_EXEC,
        .e_machine = EM_RISCV,
        .e_version = EV_CURRENT,
        .e_entry = 0x80000000,
        .e_flags = EF_RISCV_FLOAT_ABI_SINGLE,
        .e_ehsize = sizeof(Elf32_Ehdr),
        .e_phentsize = sizeof(Elf32_Phdr),
        .e_phnum = (Elf32_Half)recipe->segment_count,
        .e_shentsize = sizeof(Elf32_Shdr),
        .e_shnum = recipe->notes ? MADE_NOTES + 1 : MADE_NOTES,
        .e_shstrndx = MADE_NAMES,
    };
    out->size = sizeof(Elf32_Ehdr);
    size_t table = reserve(out, out->header->e_shnum * sizeof(Elf32_Shdr));
    out->header->e_shoff = (uint32_t)table;
    out->sections = (Elf32_Shdr *)(void *)(out->bytes + table);
    put_segments(out, recipe);
    put_symbols(out, recipe);
    set_section(out, MADE_NAMES, ".shstrtab", SHT_STRTAB,
                put(out, section_names, sizeof section_names), sizeof section_names);
    if (recipe->notes)
        set_section(out, MADE_NOTES, ".warpclock.kernels", SHT_PROGBITS,
                    put(out, recipe->notes, strlen(recipe->notes)), strlen(recipe->notes));
}

struct recipe plain_recipe(void)
{
    return (struct recipe){
        .segments = {{.p_type = PT_LOAD,
                      .p_vaddr = 0x80000000,
                      .p_paddr = 0x80000000,
                      .p_memsz = MADE_CODE_BYTES,
                      .p_flags = PF_R | PF_X}},
        .segment_count = 1,
        .symbols = {{"kern", 0x80000000, 8, ELF32_ST_INFO(STB_GLOBAL, STT_FUNC), MADE_TEXT}},
        .symbol_count = 1,
    };
}
