/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_program_files.c - a random program as an ELF file, and as a job that repeats it. */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "vortex_program.h"

/* ---- the ELF file: a symbol for each function ---- */

enum { TEXT = 1, SYMTAB, STRTAB, NAMES, SECTIONS };
static const char section_names[] = "\0.text\0.symtab\0.strtab\0.shstrtab";

struct elf {
    Elf32_Ehdr header;
    Elf32_Phdr segments[PROGRAM_SEGMENTS];
    Elf32_Shdr sections[SECTIONS];
    Elf32_Sym symbols[1 + PROGRAM_FUNCTIONS];
    char strings[32], names[sizeof section_names];
    _Alignas(4) uint32_t contents[];
};

/* The end of a function is its last word: after it a segment may end. */
static void name_functions(struct elf *elf, const struct vortex_program *program)
{
    size_t used = 1;
    for (uint32_t i = 0; i < PROGRAM_FUNCTIONS; i++) {
        uint32_t end = i + 1 < PROGRAM_FUNCTIONS ? program->functions[i + 1] : program->code.count;
        elf->symbols[1 + i] =
            (Elf32_Sym){.st_name = (uint32_t)used,
                        .st_value = code_place(&program->code, program->functions[i]),
                        .st_size = 4 * (end - program->functions[i]),
                        .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = TEXT};
        strcpy(elf->strings + used, program_function_names[i]);
        used += strlen(program_function_names[i]) + 1;
    }
}

static void describe_sections(struct elf *elf, const struct vortex_program *program)
{
    elf->sections[TEXT] = (Elf32_Shdr){
        .sh_name = 1, .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
        .sh_addr = (uint32_t)CODE_BASE, .sh_offset = elf->segments[3].p_offset,
        .sh_size = program->segments[3].bytes, .sh_addralign = 4};
    elf->sections[SYMTAB] = (Elf32_Shdr){
        .sh_name = 7, .sh_type = SHT_SYMTAB, .sh_offset = offsetof(struct elf, symbols),
        .sh_size = sizeof elf->symbols, .sh_link = STRTAB, .sh_info = 1, .sh_addralign = 4,
        .sh_entsize = sizeof(Elf32_Sym)};
    elf->sections[STRTAB] = (Elf32_Shdr){
        .sh_name = 15, .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct elf, strings),
        .sh_size = sizeof elf->strings, .sh_addralign = 1};
    elf->sections[NAMES] = (Elf32_Shdr){
        .sh_name = 23, .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct elf, names),
        .sh_size = sizeof elf->names, .sh_addralign = 1};
}

static void copy_segments(struct elf *elf, const struct vortex_program *program)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < program->segment_count; i++) {
        const struct program_segment *segment = &program->segments[i];
        elf->segments[i] = (Elf32_Phdr){
            .p_type = PT_LOAD, .p_offset = (uint32_t)offsetof(struct elf, contents) + used,
            .p_vaddr = segment->address, .p_paddr = segment->address,
            .p_filesz = segment->file_bytes, .p_memsz = segment->bytes,
            .p_flags = PF_R | (segment->executable ? PF_X : 0) | (segment->writable ? PF_W : 0),
            .p_align = 4};
        memcpy(elf->contents + used / 4, segment->words, segment->file_bytes);
        used += segment->file_bytes;
    }
}

void *program_elf(const struct vortex_program *program, size_t *bytes)
{
    *bytes = sizeof(struct elf);
    for (uint32_t i = 0; i < program->segment_count; i++)
        *bytes += program->segments[i].file_bytes;
    struct elf *elf = calloc(1, *bytes);
    if (!elf)
        abort();
    elf->header = (Elf32_Ehdr){
        .e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_EXEC, .e_machine = EM_RISCV, .e_version = EV_CURRENT,
        .e_entry = code_place(&program->code, program->functions[PROGRAM_FUNCTIONS - 1]),
        .e_phoff = offsetof(struct elf, segments), .e_shoff = offsetof(struct elf, sections),
        .e_flags = EF_RISCV_FLOAT_ABI_SINGLE, .e_ehsize = sizeof(Elf32_Ehdr),
        .e_phentsize = sizeof(Elf32_Phdr), .e_phnum = (uint16_t)program->segment_count,
        .e_shentsize = sizeof(Elf32_Shdr), .e_shnum = SECTIONS, .e_shstrndx = NAMES};
    copy_segments(elf, program);
    name_functions(elf, program);
    describe_sections(elf, program);
    memcpy(elf->names, section_names, sizeof section_names);
    return elf;
}

/* ---- a folder with everything that repeats it ---- */

static bool write_file(const char *folder, const char *name, const void *bytes, size_t count)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool written = fwrite(bytes, 1, count, file) == count;
    return fclose(file) == 0 && written;
}

static void write_arguments(const struct vortex_program *program,
                            const struct program_place *place, uint32_t launch, FILE *job)
{
    fprintf(job, "[in, out, {local: %u}, small, {u32: %u}, {u32: %u}, {u32: %u}, {u32: %u}]",
            program->needs.local_bytes, place->stack_top, place->stack_bytes,
            place->barrier_shift, launch);
}

static void write_loops(const struct vortex_program *program, FILE *job)
{
    if (program->loop_count)
        fprintf(job, "loops:\n");
    for (uint32_t i = 0; i < program->loop_count; i++)
        fprintf(job, "  \"0x%x\": %u\n", program->loops[i].address, program->loops[i].bodies);
}

static bool write_job(const struct vortex_program *program, const char *folder,
                      const char *job_lines, const struct program_place *place)
{
    char *text = NULL;
    size_t length = 0;
    FILE *job = open_memstream(&text, &length);
    if (!job)
        return false;
    fprintf(job, "about: \"random program of seed %llu, size %u\"\nkernel: program.elf\n%s",
            (unsigned long long)program->seed, program->size, job_lines);
    fprintf(job, "buffers:\n  small: {type: u32, file: small.bin}\n"
                 "  in: {type: u32, file: in.bin}\n"
                 "  out: {type: u32, shape: [%u], fill: 0}\nlaunches:\n",
            program->output_bytes / 4);
    for (uint32_t i = 0; i < program->launches; i++) {
        fprintf(job, "  - args: ");
        write_arguments(program, place, i, job);
        fprintf(job, "\n");
    }
    fprintf(job, "expect:\n  out: {file: out.bin}\n");
    write_loops(program, job);
    fclose(job);
    bool written = write_file(folder, "job.yaml", text, length);
    free(text);
    return written;
}

bool program_keep(const struct vortex_program *program, const char *folder, const void *output,
                  const char *job_lines, const struct program_place *place)
{
    size_t bytes;
    if (mkdir(folder, 0777) && errno != EEXIST)
        return false;
    void *elf = program_elf(program, &bytes);
    bool written = write_file(folder, "program.elf", elf, bytes) &&
                   write_file(folder, "in.bin", program->input, sizeof program->input) &&
                   write_file(folder, "small.bin", program->small, 4 * program->small_count) &&
                   write_file(folder, "out.bin", output, program->output_bytes) &&
                   write_job(program, folder, job_lines, place);
    free(elf);
    return written;
}
