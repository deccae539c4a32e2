/* SPDX-License-Identifier: Apache-2.0 */
/* make_elf.h - RV32 ELF files made by hand, for the edges that no linker produces. */
#ifndef WARPCLOCK_TESTS_MAKE_ELF_H
#define WARPCLOCK_TESTS_MAKE_ELF_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

enum { MADE_SEGMENTS_MAX = 4, MADE_SYMBOLS_MAX = 8, MADE_BYTES_MAX = 4096 };

struct made_symbol {
    const char *name;
    uint32_t value, size;
    uint8_t info; /* ELF32_ST_INFO(bind, type) */
    uint16_t section;
};

/* What goes into the file. p_offset and p_filesz 0 of a PT_LOAD mean: the code. */
struct recipe {
    Elf32_Phdr segments[MADE_SEGMENTS_MAX];
    size_t segment_count;
    struct made_symbol symbols[MADE_SYMBOLS_MAX];
    size_t symbol_count;
    const char *notes; /* .warpclock.kernels, lines ended by newline; NULL: no such section */
};

/* The file, and where its parts came to lie; headers may be changed in place afterwards. */
struct made_elf {
    _Alignas(8) uint8_t bytes[MADE_BYTES_MAX];
    size_t size;
    Elf32_Ehdr *header;
    Elf32_Phdr *segments;
    Elf32_Shdr *sections; /* 1 .text, 2 .symtab, 3 .strtab, 4 .shstrtab, 5 .warpclock.kernels */
    Elf32_Sym *symbols;
};

enum { MADE_CODE_BYTES = 16, MADE_TEXT = 1, MADE_SYMTAB, MADE_STRTAB, MADE_NAMES, MADE_NOTES };

/* One executable segment at 0x80000000 with the function `kern` at its start. */
struct recipe plain_recipe(void);

void make_elf(struct made_elf *out, const struct recipe *recipe);

#endif
