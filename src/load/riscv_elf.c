/* SPDX-License-Identifier: Apache-2.0 */
/* riscv_elf.c - RV32 programs and kernels as clang, gcc and the Vortex tools link them. */
#include "load/riscv_elf.h"

#include <string.h>

#include "load/elf_file.h"

static enum wc_status check_identity(struct error *err, const struct image *image)
{
    const uint8_t *bytes = image->file;
    const char *help = "compile with --target=riscv32-unknown-elf";
    if (bytes[EI_CLASS] == ELFCLASS64)
        return elf_refuse(err, image, "64-bit RISC-V (RV64) ELF file; expected RV32", help);
    if (bytes[EI_CLASS] == ELFCLASS32 && bytes[EI_DATA] == ELFDATA2MSB)
        return elf_refuse(err, image, "big-endian RISC-V ELF file; expected little-endian",
                          help);
    return elf_check_identity(err, image, ELFCLASS32);
}

static enum wc_status check_type(struct error *err, const struct image *image, uint16_t type)
{
    const char *help = "link it statically, at fixed addresses";
    switch (type) {
    case ET_EXEC:
        return WC_OK;
    case ET_REL:
        return elf_refuse(err, image,
                          "object file, not linked; expected a program", help);
    case ET_DYN:
        return elf_refuse(err, image,
                          "shared or position-independent ELF file; expected fixed addresses",
                          help);
    case ET_CORE:
        return elf_refuse(err, image, "core dump; expected a program",
                          "use the program itself");
    default:
        return elf_fail(err, image, offsetof(Elf32_Ehdr, e_type), "ELF type %u; expected %d "
                        "(linked program)", type, ET_EXEC);
    }
}

/* e_flags of the RISC-V ELF psABI. The float ABI decides where arguments go. */
static enum wc_status check_flags(struct error *err, const struct image *image, uint32_t flags)
{
    if (flags & EF_RISCV_RVC)
        return elf_refuse(err, image, "the program uses compressed instructions (C extension)",
                          "compile with -march=rv32imf; no machine has the C extension");
    if (flags & EF_RISCV_RVE)
        return elf_refuse(err, image, "the program is for 16 registers (RV32E); expected RV32I",
                          "compile with -march=rv32imf -mabi=ilp32f");
    uint32_t abi = flags & EF_RISCV_FLOAT_ABI;
    if (abi == EF_RISCV_FLOAT_ABI_DOUBLE || abi == EF_RISCV_FLOAT_ABI_QUAD)
        return elf_refuse(err, image,
                          abi == EF_RISCV_FLOAT_ABI_DOUBLE
                              ? "the program passes arguments in double registers (ABI ilp32d); "
                                "expected ilp32 or ilp32f"
                              : "the program passes arguments in quad registers; "
                                "expected ABI ilp32 or ilp32f",
                          "compile with -march=rv32imf -mabi=ilp32f");
    return WC_OK;
}

static void add_kernel(struct image *image, const struct symbol *symbol, const char *name)
{
    image->kernels = arena_grow(&image->arena, image->kernels, image->kernel_count,
                                sizeof *image->kernels);
    image->kernels[image->kernel_count++] =
        (struct kernel){.name = name, .entry = symbol->address, .bytes = symbol->size};
}

/* Programs for the hardware dispatcher of Vortex 3.0: its compiler gives each kernel a second name,
 * and without those the library calls kernel_main. */
static enum wc_status list_dispatched(struct error *err, const struct elf_file *file)
{
    static const char prefix[] = "__vx_kentry_", only[] = "kernel_main";
    struct image *image = file->image;
    (void)err;
    if (image->kernel_count || !image_symbol(image, "__vx_cta_entry"))
        return WC_OK;
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        const struct symbol *symbol = &image->symbols[i];
        if (!strncmp(symbol->name, prefix, sizeof prefix - 1))
            add_kernel(image, symbol, symbol->name + sizeof prefix - 1);
    }
    const struct symbol *main = image->kernel_count ? NULL : image_symbol(image, only);
    if (main)
        add_kernel(image, main, only);
    return WC_OK;
}

static enum wc_status load_parts(struct error *err, const struct elf_file *file)
{
    static enum wc_status (*const parts[])(struct error *, const struct elf_file *) = {
        elf_load_segments, elf_load_symbols, elf_list_functions, elf_load_notes, list_dispatched,
        elf_load_lines};
    enum wc_status status = check_type(err, file->image, file->header.e_type);
    if (status == WC_OK)
        status = check_flags(err, file->image, file->header.e_flags);
    for (size_t i = 0; status == WC_OK && i < sizeof parts / sizeof *parts; i++)
        status = parts[i](err, file);
    return status;
}

enum wc_status riscv_elf_load(struct error *err, struct image *image)
{
    struct elf_file file;
    enum wc_status status = check_identity(err, image);
    if (status != WC_OK)
        return status;
    status = elf_file_open(err, image, &file);
    if (status == WC_OK)
        status = load_parts(err, &file);
    image->format = "RISC-V ELF";
    image->isa = "rv32";
    image->is_32_bit = true;
    image->entry = file.header.e_entry;
    elf_file_close(&file);
    return status;
}
