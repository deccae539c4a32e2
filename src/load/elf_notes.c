/* SPDX-License-Identifier: Apache-2.0 */
/* elf_notes.c - parts of ELF files common to all machines: the suite's notes, and DWARF lines. */
#include "load/elf_file.h"
#include "load/kernel_notes.h"
#include "load/lines.h"

/* Without symbols a kernel's name cannot be resolved: a stripped file has no kernels. */
enum wc_status elf_load_notes(struct error *err, const struct elf_file *file)
{
    struct elf_section notes;
    bool found;
    enum wc_status status = elf_section_named(err, file, KERNEL_NOTES_SECTION, &notes, &found);
    if (status != WC_OK || !found || !notes.bytes || file->image->symbol_count == 0)
        return status;
    if (notes.header.sh_flags & SHF_COMPRESSED)
        return elf_fail(err, file->image, notes.header.sh_offset,
                        "section " KERNEL_NOTES_SECTION " is compressed; expected plain text");
    return kernel_notes_read(err, file->image, notes.bytes, notes.header.sh_size);
}

enum wc_status elf_load_kernel_notes(struct error *err, const struct elf_file *file)
{
    struct image *image = file->image;
    enum wc_status status = elf_load_notes(err, file);
    if (status == WC_OK && image->kernel_count == 0) {
        image->kernels = image->functions;
        image->kernel_count = image->function_count;
    }
    return status;
}

enum wc_status elf_load_lines(struct error *err, const struct elf_file *file)
{
    struct elf_section section;
    bool found;
    enum wc_status status = elf_section_named(err, file, ".debug_line", &section, &found);
    if (status == WC_OK && found && section.header.sh_size)
        file->image->lines = lines_new(&file->image->arena, file->image);
    return status;
}
