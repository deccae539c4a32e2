/* SPDX-License-Identifier: Apache-2.0 */
/* gcn3_object.c - a code object of version 2 (LLVM, User Guide for AMDGPU Backend): a header of 256
 * bytes before the code, and metadata as text. */
#include "campaign/gcn3_object.h"

#include <elf.h>
#include <string.h>

enum { EM_GCN3 = 224, OSABI_HSA = 64, MACH_GFX803 = 0x2a, MACH_GFX900 = 0x2c, STT_KERNEL = 10,
       NOTE_METADATA = 10 };
enum { TEXT = 1, SYMTAB, STRTAB, NAMES, SECTIONS };
static const char section_names[] = "\0.text\0.symtab\0.strtab\0.shstrtab";
enum { NAME_TEXT = 1, NAME_SYMTAB = 7, NAME_STRTAB = 15, NAME_NAMES = 23 };
enum { CODE_ADDRESS = 0x1000, HEADER_BYTES = 256 };
static const char symbol_names[] = "\0kernel\0function0\0function1";
enum { KERNEL_NAME = 1, FUNCTION_NAME = 8, FUNCTION_NAME_BYTES = 10 };
enum { KERNEL = 1, FIRST_FUNCTION, SYMBOLS = FIRST_FUNCTION + FUNCTIONS_MAX };
_Static_assert(sizeof symbol_names == FUNCTION_NAME + FUNCTIONS_MAX * FUNCTION_NAME_BYTES,
               "each function has a name");

/* amd_kernel_code_t, as far as it says anything here. */
struct kernel_header {
    uint32_t version[2];
    uint16_t machine_kind, machine_version[3];
    int64_t entry;                     /* from the header */
    uint64_t reserved[3];
    uint32_t rsrc1, rsrc2, properties;
    uint32_t private_bytes, lds_bytes, gds_bytes;
    uint64_t argument_bytes;
    uint32_t fence;
    uint16_t sgprs, vgprs;
    uint16_t debug[4];
    uint8_t argument_align, lds_align, private_align, wavefront;
    uint8_t rest[HEADER_BYTES - 104];
};
_Static_assert(sizeof(struct kernel_header) == HEADER_BYTES, "the header has 256 bytes");

static const char metadata[] =
    "---\nVersion: [ 1, 0 ]\nKernels:\n  - Name: kernel\n    SymbolName: 'kernel@kd'\n    Args:\n"
    "      - {Name: in, Size: 8, Align: 8, ValueKind: GlobalBuffer, AddrSpaceQual: Global}\n"
    "      - {Name: out, Size: 8, Align: 8, ValueKind: GlobalBuffer, AddrSpaceQual: Global}\n"
    "      - {Name: launch, Size: 4, Align: 4, ValueKind: ByValue, ValueType: U32}\n...\n";

struct note {
    Elf64_Nhdr header;
    char name[4];
    char text[(sizeof metadata + 3) / 4 * 4];
};

struct object {
    Elf64_Ehdr header;
    Elf64_Phdr segments[2];
    Elf64_Shdr sections[SECTIONS];
    Elf64_Sym symbols[SYMBOLS];
    struct note note;
    char strings[sizeof symbol_names + 4], names[sizeof section_names + 4];
    _Alignas(HEADER_BYTES) struct kernel_header kernel;
};

uint64_t gcn3_object_address(uint32_t word)
{
    return CODE_ADDRESS + HEADER_BYTES + 4ull * word;
}

static struct kernel_header describe_kernel(uint32_t lds, bool gcn5)
{
    enum { VGPRS = 32, SGPRS = 64, FLOAT_MODE = 0xc0 << 12, CLAMP = 1 << 21, IEEE = 1 << 23 };
    enum { USER_SGPRS = 2 << 1, GROUP_ID_X = 1 << 7, ARGUMENT_POINTER = 1 << 3 };
    return (struct kernel_header){
        .version = {1, 1}, .machine_kind = 1,
        .machine_version = {gcn5 ? 9 : 8, 0, gcn5 ? 0 : 3}, .entry = HEADER_BYTES,
        .rsrc1 = (VGPRS / 4 - 1) | (SGPRS / 8 - 1) << 6 | FLOAT_MODE | CLAMP | IEEE,
        .rsrc2 = USER_SGPRS | GROUP_ID_X, .properties = ARGUMENT_POINTER, .lds_bytes = lds,
        .argument_bytes = 24, .sgprs = SGPRS, .vgprs = VGPRS, .argument_align = 4, .lds_align = 4,
        .private_align = 4, .wavefront = 6};
}

static void describe_sections(struct object *object, uint64_t bytes)
{
    object->sections[TEXT] = (Elf64_Shdr){
        .sh_name = NAME_TEXT, .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
        .sh_addr = CODE_ADDRESS, .sh_offset = offsetof(struct object, kernel), .sh_size = bytes,
        .sh_addralign = HEADER_BYTES};
    object->sections[SYMTAB] = (Elf64_Shdr){
        .sh_name = NAME_SYMTAB, .sh_type = SHT_SYMTAB,
        .sh_offset = offsetof(struct object, symbols), .sh_size = sizeof object->symbols,
        .sh_link = STRTAB, .sh_info = 1, .sh_addralign = 8, .sh_entsize = sizeof(Elf64_Sym)};
    object->sections[STRTAB] = (Elf64_Shdr){
        .sh_name = NAME_STRTAB, .sh_type = SHT_STRTAB,
        .sh_offset = offsetof(struct object, strings), .sh_size = sizeof object->strings,
        .sh_addralign = 1};
    object->sections[NAMES] = (Elf64_Shdr){
        .sh_name = NAME_NAMES, .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct object, names),
        .sh_size = sizeof object->names, .sh_addralign = 1};
}

static void describe_segments(struct object *object, uint64_t bytes)
{
    object->segments[0] = (Elf64_Phdr){
        .p_type = PT_LOAD, .p_offset = offsetof(struct object, kernel), .p_vaddr = CODE_ADDRESS,
        .p_paddr = CODE_ADDRESS, .p_filesz = bytes, .p_memsz = bytes, .p_flags = PF_R | PF_X,
        .p_align = HEADER_BYTES};
    object->segments[1] = (Elf64_Phdr){
        .p_type = PT_NOTE, .p_offset = offsetof(struct object, note),
        .p_filesz = sizeof object->note, .p_memsz = sizeof object->note, .p_flags = PF_R,
        .p_align = 4};
}

static Elf64_Sym code_symbol(uint32_t name, uint64_t address, uint64_t bytes, uint8_t type)
{
    return (Elf64_Sym){.st_name = name, .st_value = address, .st_size = bytes, .st_shndx = TEXT,
                       .st_info = ELF64_ST_INFO(STB_GLOBAL, type)};
}

/* The kernel's header belongs to it. A function that nobody calls has no words. */
static void describe_symbols(struct object *object, const struct functions *functions,
                             uint32_t count)
{
    const uint64_t kernel = HEADER_BYTES + 4ull * functions_begin(functions, count);
    object->symbols[KERNEL] = code_symbol(KERNEL_NAME, CODE_ADDRESS, kernel, STT_KERNEL);
    for (uint32_t i = 0; i < FUNCTIONS_MAX; i++)
        object->symbols[FIRST_FUNCTION + i] =
            code_symbol(FUNCTION_NAME + i * FUNCTION_NAME_BYTES,
                        gcn3_object_address(functions->first[i]),
                        4ull * functions_length(functions, i, count), STT_FUNC);
}

void gcn3_write_object(const struct gcn3_code *code, const struct functions *functions,
                       uint32_t lds, bool gcn5, struct text *bytes)
{
    const uint64_t size = HEADER_BYTES + 4ull * code->count;
    struct object object = {
        .header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT, OSABI_HSA},
                   .e_type = ET_DYN, .e_machine = EM_GCN3, .e_version = EV_CURRENT,
                   .e_phoff = offsetof(struct object, segments),
                   .e_shoff = offsetof(struct object, sections),
                   .e_flags = gcn5 ? MACH_GFX900 : MACH_GFX803,
                   .e_ehsize = sizeof(Elf64_Ehdr), .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 2,
                   .e_shentsize = sizeof(Elf64_Shdr), .e_shnum = SECTIONS, .e_shstrndx = NAMES},
        .note = {.header = {.n_namesz = 4, .n_descsz = sizeof metadata, .n_type = NOTE_METADATA},
                 .name = "AMD"},
        .kernel = describe_kernel(lds, gcn5)};
    memcpy(object.note.text, metadata, sizeof metadata);
    memcpy(object.names, section_names, sizeof section_names);
    memcpy(object.strings, symbol_names, sizeof symbol_names);
    describe_symbols(&object, functions, code->count);
    describe_sections(&object, size);
    describe_segments(&object, size);
    text_add_bytes(bytes, (const char *)&object, sizeof object);
    text_add_bytes(bytes, (const char *)code->words, 4ull * code->count);
}
