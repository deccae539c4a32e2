/* SPDX-License-Identifier: Apache-2.0 */
/* sass_cubin.c - SASS words as a cubin: what cuobjdump -elf shows of one with a single kernel. */
#include <elf.h>
#include <string.h>

#include "campaign/sass_code.h"

enum { EM_NVIDIA_CUDA = 190, SM_62 = 62, ENTRY = 0x10, PARAMETER_BASE = 0x140,
       PARAMETER_BYTES = 20, PARAMETERS = 3, NV_INFO = 0x70000000 };
enum { TEXT = 1, SYMTAB, STRTAB, NAMES, INFO, CONSTANT, SHARED, SECTIONS };
static const char section_names[] =
    "\0.text.kernel\0.symtab\0.strtab\0.shstrtab\0.nv.info.kernel\0.nv.constant0.kernel"
    "\0.nv.shared.kernel";
enum { NAME_TEXT = 1, NAME_SYMTAB = 14, NAME_STRTAB = 22, NAME_NAMES = 30, NAME_INFO = 40,
       NAME_CONSTANT = 56, NAME_SHARED = 77 };

struct record {
    uint8_t format, attribute;
    uint16_t value;
};
/* PARAM_CBANK, CBANK_PARAM_SIZE, and KPARAM_INFO of two pointers and a number. */
struct info {
    struct record bank;
    uint32_t bank_words[2];
    struct record size;
    struct {
        struct record head;
        uint32_t words[3];
    } parameters[PARAMETERS];
};

struct cubin {
    Elf64_Ehdr header;
    Elf64_Shdr sections[SECTIONS];
    Elf64_Sym symbols[2];
    struct info info;
    uint8_t constants[PARAMETER_BASE + PARAMETER_BYTES];
    char strings[16], names[sizeof section_names + 5];
};

static struct info describe_parameters(void)
{
    enum { BYTES = 4, HALF = 3, PARAM_CBANK = 0x0a, PARAM_SIZE = 0x19, KPARAM = 0x17 };
    struct info info = {
        .bank = {BYTES, PARAM_CBANK, 8}, .bank_words = {1, PARAMETER_BYTES << 16 | PARAMETER_BASE},
        .size = {HALF, PARAM_SIZE, PARAMETER_BYTES}};
    for (uint32_t i = 0; i < PARAMETERS; i++) {
        uint32_t bytes = i < 2 ? 8 : 4;
        info.parameters[i].head = (struct record){BYTES, KPARAM, 12};
        info.parameters[i].words[1] = i | 8 * i << 16;
        info.parameters[i].words[2] = bytes << 18 | 0x1f000;
    }
    return info;
}

static Elf64_Shdr part(uint32_t name, uint32_t type, uint64_t offset, uint64_t size, uint64_t align)
{
    return (Elf64_Shdr){.sh_name = name, .sh_type = type, .sh_offset = offset, .sh_size = size,
                        .sh_addralign = align};
}

static void describe_sections(struct cubin *cubin, uint64_t code_bytes, uint32_t registers,
                              uint32_t shared)
{
    enum { ONE_BARRIER = 1 << 20, REGISTERS_SHIFT = 24 };
    Elf64_Shdr *s = cubin->sections;
    s[TEXT] = part(NAME_TEXT, SHT_PROGBITS, sizeof *cubin, code_bytes, 32);
    s[TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR | ONE_BARRIER;
    s[TEXT].sh_link = SYMTAB;
    s[TEXT].sh_info = registers << REGISTERS_SHIFT | 1;
    s[SYMTAB] = part(NAME_SYMTAB, SHT_SYMTAB, offsetof(struct cubin, symbols),
                     sizeof cubin->symbols, 8);
    s[SYMTAB].sh_link = STRTAB;
    s[SYMTAB].sh_info = 1;
    s[SYMTAB].sh_entsize = sizeof(Elf64_Sym);
    s[STRTAB] = part(NAME_STRTAB, SHT_STRTAB, offsetof(struct cubin, strings),
                     sizeof cubin->strings, 1);
    s[NAMES] = part(NAME_NAMES, SHT_STRTAB, offsetof(struct cubin, names), sizeof cubin->names, 1);
    s[INFO] = part(NAME_INFO, NV_INFO, offsetof(struct cubin, info), sizeof cubin->info, 4);
    s[CONSTANT] = part(NAME_CONSTANT, SHT_PROGBITS, offsetof(struct cubin, constants),
                       sizeof cubin->constants, 4);
    s[CONSTANT].sh_flags = SHF_ALLOC;
    s[SHARED] = part(NAME_SHARED, SHT_NOBITS, sizeof *cubin, shared, 16);
    s[SHARED].sh_flags = SHF_ALLOC | SHF_WRITE;
    s[INFO].sh_info = s[CONSTANT].sh_info = s[SHARED].sh_info = TEXT;
    s[INFO].sh_link = SYMTAB;
}

static void write_code(const struct sass_code *code, struct text *bytes)
{
    for (uint32_t i = 0; i < code->count; i += 3) {
        uint64_t group[4] = {code->controls[i] | (uint64_t)code->controls[i + 1] << 21 |
                                 (uint64_t)code->controls[i + 2] << 42,
                             code->words[i], code->words[i + 1], code->words[i + 2]};
        text_add_bytes(bytes, (const char *)group, sizeof group);
    }
}

void sass_write_cubin(struct sass_code *code, uint32_t registers, uint32_t shared,
                      struct text *bytes)
{
    const uint64_t nop = 0x50b0000000000f00;
    while (code->count % 3 && !code->wrong)
        sass_put(code, nop, 0, 0, 0, SASS_FIXED);
    const uint64_t size = code->count / 3 * 32ull;
    struct cubin cubin = {
        .header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT, 0x33, 7},
                   .e_type = ET_EXEC, .e_machine = EM_NVIDIA_CUDA, .e_version = EV_CURRENT,
                   .e_shoff = offsetof(struct cubin, sections), .e_flags = SM_62 << 16 | SM_62,
                   .e_ehsize = sizeof(Elf64_Ehdr), .e_shentsize = sizeof(Elf64_Shdr),
                   .e_shnum = SECTIONS, .e_shstrndx = NAMES},
        .symbols = {[1] = {.st_name = 1, .st_size = size, .st_other = ENTRY, .st_shndx = TEXT,
                           .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)}},
        .info = describe_parameters(),
        .strings = "\0kernel"};
    memcpy(cubin.names, section_names, sizeof section_names);
    describe_sections(&cubin, size, registers, shared);
    text_add_bytes(bytes, (const char *)&cubin, sizeof cubin);
    write_code(code, bytes);
}
