/* SPDX-License-Identifier: Apache-2.0 */
/* cubin.c - checks that a cubin is for a supported machine and reads its parts in order. */
#include "load/cubin.h"

#include <string.h>

#include "load/cubin_parts.h"

static const struct {
    uint32_t first, last;
    const char *name;
} generations[] = {
    {10, 13, "Tesla"},     {20, 21, "Fermi"},   {30, 37, "Kepler"}, {50, 53, "Maxwell"},
    {60, 62, "Pascal"},    {70, 72, "Volta"},   {75, 75, "Turing"}, {80, 88, "Ampere"},
    {89, 89, "Ada"},       {90, 90, "Hopper"},  {100, 129, "Blackwell"},
};

const char *cubin_generation(uint32_t sm)
{
    for (size_t i = 0; i < sizeof generations / sizeof *generations; i++) {
        if (sm >= generations[i].first && sm <= generations[i].last)
            return generations[i].name;
    }
    return NULL;
}

bool cubin_architecture_supported(uint32_t sm)
{
    static const uint32_t supported[] = {50, 52, 53, 60, 61, 62};
    for (size_t i = 0; i < sizeof supported / sizeof *supported; i++) {
        if (sm == supported[i])
            return true;
    }
    return false;
}

static enum wc_status check_identity(struct error *err, const struct image *image)
{
    const uint8_t *bytes = image->file;
    if (bytes[EI_CLASS] == ELFCLASS32)
        return elf_refuse(err, image, "cubin with 32-bit addresses; expected 64-bit addresses",
                          "compile with -m64");
    return elf_check_identity(err, image, ELFCLASS64);
}

/* Toolkits up to 12 write the architecture into the low byte of e_flags; with ABI version 8 it
 * moved to the next one. */
static uint32_t architecture(const struct image *image, uint32_t flags)
{
    enum { ABI_VERSION_OF_BYTE_1 = 8 };
    const uint8_t *bytes = image->file;
    return (bytes[EI_ABIVERSION] >= ABI_VERSION_OF_BYTE_1 ? flags >> 8 : flags) & 0xFF;
}

static enum wc_status check_machine(struct error *err, struct image *image, const GElf_Ehdr *header)
{
    uint32_t sm = architecture(image, header->e_flags);
    image->architecture = sm;
    image->chip = arena_format(&image->arena, "sm_%u", sm);
    if (!cubin_architecture_supported(sm)) {
        const char *name = cubin_generation(sm);
        fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                "cubin for sm_%u%s%s%s; expected sm_50 to sm_62 (Maxwell, Pascal)", sm,
                name ? " (" : "", name ? name : "", name ? ")" : "");
        hint(err, "compile with -arch=sm_61");
        return WC_BAD_INPUT;
    }
    if (header->e_type == ET_REL)
        return elf_refuse(err, image,
                          "relocatable cubin, not linked; expected a linked cubin",
                          "link it with nvlink, or compile without -rdc=true");
    if (header->e_type != ET_EXEC)
        return elf_fail(err, image, offsetof(Elf64_Ehdr, e_type),
                        "ELF type %u; expected %d (linked cubin)", header->e_type, ET_EXEC);
    return WC_OK;
}

static enum wc_status load_notes(struct error *err, struct cubin *cubin)
{
    return elf_load_kernel_notes(err, &cubin->elf);
}

static enum wc_status load_lines(struct error *err, struct cubin *cubin)
{
    return elf_load_lines(err, &cubin->elf);
}

static enum wc_status load_parts(struct error *err, struct cubin *cubin)
{
    static enum wc_status (*const parts[])(struct error *, struct cubin *) = {
        cubin_place_sections, cubin_load_symbols, cubin_load_host_functions, cubin_load_memory,
        cubin_load_info,      cubin_relocate,     load_notes,                load_lines};
    enum wc_status status = check_machine(err, cubin->image, &cubin->elf.header);
    for (size_t i = 0; status == WC_OK && i < sizeof parts / sizeof *parts; i++)
        status = parts[i](err, cubin);
    return status;
}

enum wc_status cubin_load(struct error *err, struct image *image)
{
    struct cubin cubin = {.image = image};
    enum wc_status status = check_identity(err, image);
    if (status != WC_OK)
        return status;
    image->format = "NVIDIA cubin";
    image->isa = "sass";
    status = elf_file_open(err, image, &cubin.elf);
    if (status == WC_OK)
        status = load_parts(err, &cubin);
    if (status == WC_OK && image->kernel_count)
        image->entry = image->kernels[0].entry;
    elf_file_close(&cubin.elf);
    return status;
}
