/* SPDX-License-Identifier: Apache-2.0 */
/* static.c - programs with the CUDA runtime inside, as nvcc links them by default.
 *
 * Such a program calls its own cudaMalloc(), which no library can replace. Its symbol table still
 * has the names: before main() every function of the runtime that this library also has becomes
 * a jump to ours. A stripped program has no names; it gets a message with the flag that helps. */
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exec/cuda/cuda.h"

#if defined(__x86_64__)
enum { JUMP_BYTES = 12 };
static void write_jump(uint8_t *at, const void *target)
{
    static const uint8_t code[JUMP_BYTES] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0};
    memcpy(at, code, sizeof code); /* movabs $target, %rax; jmp *%rax */
    memcpy(at + 2, &target, sizeof target);
}
#elif defined(__aarch64__)
enum { JUMP_BYTES = 16 };
static void write_jump(uint8_t *at, const void *target)
{
    static const uint32_t code[2] = {0x58000050, 0xd61f0200}; /* ldr x16, .+8; br x16 */
    memcpy(at, code, sizeof code);
    memcpy(at + 8, &target, sizeof target);
    __builtin___clear_cache((char *)at, (char *)at + JUMP_BYTES);
}
#else
enum { JUMP_BYTES = 0 };
static void write_jump(uint8_t *at, const void *target)
{
    (void)at, (void)target;
}
#endif

/* The program's file, mapped. */
struct file {
    const uint8_t *bytes;
    uint64_t size;
};

static bool open_program(struct file *file)
{
    struct stat about;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    bool opened = fd >= 0 && fstat(fd, &about) == 0 && about.st_size > (off_t)sizeof(Elf64_Ehdr);
    if (opened) {
        file->size = (uint64_t)about.st_size;
        file->bytes = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE, fd, 0);
        opened = file->bytes != MAP_FAILED;
    }
    if (fd >= 0)
        close(fd);
    return opened;
}

static bool read_header(const struct file *file, Elf64_Ehdr *header)
{
    memcpy(header, file->bytes, sizeof *header);
    return !memcmp(header->e_ident, ELFMAG, SELFMAG) &&
           header->e_ident[EI_CLASS] == ELFCLASS64 &&
           header->e_shentsize == sizeof(Elf64_Shdr) && header->e_shoff <= file->size &&
           header->e_shnum <= (file->size - header->e_shoff) / sizeof(Elf64_Shdr);
}

static Elf64_Shdr section_at(const struct file *file, const Elf64_Ehdr *header, unsigned i)
{
    Elf64_Shdr section = {0};
    if (i < header->e_shnum)
        memcpy(&section, file->bytes + header->e_shoff + i * sizeof section, sizeof section);
    if (section.sh_type != SHT_NOBITS &&
        (section.sh_offset > file->size || section.sh_size > file->size - section.sh_offset))
        section.sh_size = 0;
    return section;
}

static const char *string_at(const struct file *file, const Elf64_Shdr *strings, uint32_t at)
{
    const char *text = (const char *)file->bytes + strings->sh_offset;
    return at < strings->sh_size && memchr(text + at, 0, strings->sh_size - at) ? text + at : "";
}

/* ---- redirecting ---- */

static bool is_cuda_name(const char *name)
{
    return !strncmp(name, "cuda", 4) || !strncmp(name, "__cuda", 6);
}

static bool make_writable(void *at, bool writable)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t first = (uintptr_t)at / page * page;
    return mprotect((void *)first, (uintptr_t)at + JUMP_BYTES - first,
                    PROT_READ | PROT_EXEC | (writable ? PROT_WRITE : 0)) == 0;
}

static bool redirect(uint8_t *at, uint64_t size, const void *target)
{
    if (!JUMP_BYTES || size < JUMP_BYTES || !target || !make_writable(at, true))
        return false;
    write_jump(at, target);
    return make_writable(at, false);
}

/* Of the runtime inside: by functions that came with a release. */
static unsigned release_inside;

unsigned cuda_release_inside(void)
{
    return release_inside;
}

static void note_release(const char *name)
{
    static const struct {
        const char *name;
        unsigned release;
    } firsts[] = {{"cudaGetDeviceProperties_v2", 12}, {"cudaStreamGetAttribute", 11},
                  {"cudaGetDeviceProperties", 10}};
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        if (!strcmp(name, firsts[i].name) && firsts[i].release > release_inside)
            release_inside = firsts[i].release;
    }
}

/* Functions of the program that were redirected. */
static unsigned redirect_all(const struct file *file, const Elf64_Ehdr *header,
                             const Elf64_Shdr *symbols, uint64_t base, void *library)
{
    const Elf64_Shdr strings = section_at(file, header, symbols->sh_link);
    unsigned count = 0;
    for (uint64_t i = 0; i < symbols->sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, file->bytes + symbols->sh_offset + i * sizeof symbol, sizeof symbol);
        const char *name = string_at(file, &strings, symbol.st_name);
        if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF ||
            !is_cuda_name(name))
            continue;
        note_release(name);
        count += redirect((uint8_t *)(base + symbol.st_value), symbol.st_size,
                          dlsym(library, name));
    }
    return count;
}

static int find_base(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uint64_t *)base = info->dlpi_addr; /* the first one is the program */
    return 1;
}

static bool names_shared_runtime(const struct file *file)
{
    static const char name[] = "libcudart.so";
    return memmem(file->bytes, file->size, name, sizeof name - 1);
}

static void look_at(const struct file *file, void *library)
{
    Elf64_Ehdr header;
    uint64_t base = 0;
    unsigned count = 0;
    bool has_kernels = false;
    if (!read_header(file, &header))
        return;
    const Elf64_Shdr names = section_at(file, &header, header.e_shstrndx);
    dl_iterate_phdr(find_base, &base);
    for (unsigned i = 0; i < header.e_shnum; i++) {
        const Elf64_Shdr section = section_at(file, &header, i);
        has_kernels |= !strcmp(string_at(file, &names, section.sh_name), ".nv_fatbin");
        if (section.sh_type == SHT_SYMTAB)
            count += redirect_all(file, &header, &section, base, library);
    }
    if (has_kernels && !count && !names_shared_runtime(file)) {
        exec_complain("this program contains the CUDA runtime and no symbol table, so its calls "
                      "cannot be intercepted; link it with 'nvcc -cudart shared', or do not strip "
                      "it");
        _exit(WC_BAD_INPUT); /* the runtime inside would look for a driver, and crash */
    }
}

__attribute__((constructor)) static void redirect_program(void)
{
    struct file file;
    Dl_info self;
    void *library = dladdr(&exec, &self) ? dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    if (!library || !open_program(&file))
        return;
    look_at(&file, library);
    munmap((void *)(uintptr_t)file.bytes, file.size);
}
