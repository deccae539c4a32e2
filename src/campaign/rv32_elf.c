/* SPDX-License-Identifier: Apache-2.0 */
/* rv32_elf.c - RV32 words as an ELF file with a kernel and the functions that it calls. */
#include <elf.h>
#include <string.h>

#include "campaign/rv32_writer.h"

enum { TEXT = 1, SYMTAB, STRTAB, NAMES, NOTES, SECTIONS };
static const char section_names[] = "\0.text\0.symtab\0.strtab\0.shstrtab\0.warpclock.kernels";
enum { NAME_TEXT = 1, NAME_SYMTAB = 7, NAME_STRTAB = 15, NAME_NAMES = 23, NAME_NOTES = 33 };

/* Names of symbols. */
static const char symbol_names[] = "\0kernel\0kernel.local\0function0\0function1";
enum { KERNEL_NAME = 1, LOCAL_NAME = 8, FUNCTION_NAME = 21, FUNCTION_NAME_BYTES = 10 };
enum { KERNEL = 1, LOCAL, FIRST_FUNCTION, SYMBOLS = FIRST_FUNCTION + FUNCTIONS_MAX };
_Static_assert(sizeof symbol_names == FUNCTION_NAME + FUNCTIONS_MAX * FUNCTION_NAME_BYTES,
               "each function has a name");

struct elf {
    Elf32_Ehdr header;
    Elf32_Phdr segments[2]; /* code, thread-local data */
    Elf32_Shdr sections[SECTIONS];
    Elf32_Sym symbols[SYMBOLS];
    char strings[sizeof symbol_names + 3], names[sizeof section_names + 3];
};

static void describe_sections(struct elf *elf, uint32_t bytes, uint32_t notes)
{
    elf->sections[TEXT] = (Elf32_Shdr){
        .sh_name = NAME_TEXT, .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
        .sh_addr = (uint32_t)CODE_BASE, .sh_offset = sizeof *elf, .sh_size = bytes,
        .sh_addralign = 4};
    elf->sections[SYMTAB] = (Elf32_Shdr){
        .sh_name = NAME_SYMTAB, .sh_type = SHT_SYMTAB, .sh_offset = offsetof(struct elf, symbols),
        .sh_size = sizeof elf->symbols, .sh_link = STRTAB, .sh_info = 1, .sh_addralign = 4,
        .sh_entsize = sizeof(Elf32_Sym)};
    elf->sections[STRTAB] = (Elf32_Shdr){
        .sh_name = NAME_STRTAB, .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct elf, strings),
        .sh_size = sizeof elf->strings, .sh_addralign = 1};
    elf->sections[NAMES] = (Elf32_Shdr){
        .sh_name = NAME_NAMES, .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct elf, names),
        .sh_size = sizeof elf->names, .sh_addralign = 1};
    elf->sections[NOTES] = (Elf32_Shdr){
        .sh_name = NAME_NOTES, .sh_type = SHT_PROGBITS,
        .sh_offset = (uint32_t)sizeof *elf + bytes, .sh_size = notes, .sh_addralign = 1};
}

static Elf32_Sym function_symbol(uint32_t name, uint32_t word, uint32_t words)
{
    return (Elf32_Sym){.st_name = name, .st_value = (uint32_t)CODE_BASE + 4 * word,
                       .st_size = 4 * words, .st_shndx = TEXT,
                       .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC)};
}

/* A function that nobody calls has no words, and its symbol says so. */
static void describe_functions(struct elf *elf, const struct functions *functions, uint32_t count)
{
    elf->symbols[KERNEL] = function_symbol(KERNEL_NAME, 0, functions_begin(functions, count));
    for (uint32_t i = 0; i < FUNCTIONS_MAX; i++)
        elf->symbols[FIRST_FUNCTION + i] =
            function_symbol(FUNCTION_NAME + i * FUNCTION_NAME_BYTES, functions->first[i],
                            functions_length(functions, i, count));
}

void rv32_write_elf(const struct rv32_writer *w, const char *notes, uint32_t local,
                    struct text *bytes)
{
    const struct code *code = &w->code;
    const uint32_t size = 4 * code->count, note_bytes = notes ? (uint32_t)strlen(notes) : 0;
    struct elf elf = {
        .header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                   .e_type = ET_EXEC, .e_machine = EM_RISCV, .e_version = EV_CURRENT,
                   .e_entry = (uint32_t)CODE_BASE, .e_phoff = offsetof(struct elf, segments),
                   .e_shoff = offsetof(struct elf, sections),
                   .e_flags = EF_RISCV_FLOAT_ABI_SINGLE, .e_ehsize = sizeof(Elf32_Ehdr),
                   .e_phentsize = sizeof(Elf32_Phdr), .e_phnum = local ? 2 : 1,
                   .e_shentsize = sizeof(Elf32_Shdr), .e_shnum = notes ? SECTIONS : NOTES,
                   .e_shstrndx = NAMES},
        .segments = {{.p_type = PT_LOAD, .p_offset = sizeof elf, .p_vaddr = (uint32_t)CODE_BASE,
                      .p_paddr = (uint32_t)CODE_BASE, .p_filesz = size, .p_memsz = size,
                      .p_flags = PF_R | PF_X, .p_align = 4},
                     {.p_type = PT_TLS, .p_offset = sizeof elf, .p_memsz = local,
                      .p_flags = PF_R, .p_align = 4}},
        .symbols = {[LOCAL] = {.st_name = LOCAL_NAME, .st_size = local,
                               .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_TLS), .st_shndx = TEXT}}};
    describe_functions(&elf, &w->functions, code->count);
    memcpy(elf.strings, symbol_names, sizeof symbol_names);
    memcpy(elf.names, section_names, sizeof section_names);
    describe_sections(&elf, size, note_bytes);
    text_add_bytes(bytes, (const char *)&elf, sizeof elf);
    text_add_bytes(bytes, (const char *)code->words, size);
    if (notes)
        text_add_bytes(bytes, notes, note_bytes);
}
