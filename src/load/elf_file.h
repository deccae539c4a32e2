/* SPDX-License-Identifier: Apache-2.0 */
/* elf_file.h - a little-endian ELF file whose tables have been checked against its length.
 *
 * libelf reads the structures but does not verify them. Every offset and size that leaves this file
 * has been compared with the bytes of the file. */
#ifndef WARPCLOCK_LOAD_ELF_FILE_H
#define WARPCLOCK_LOAD_ELF_FILE_H

#include <gelf.h>

#include "load/image.h"

struct elf_file {
    struct image *image;
    Elf *elf;
    GElf_Ehdr header;
    size_t segment_count, section_count;
    size_t section_header_bytes; /* of one: the class decides */
};

struct elf_section {
    size_t index;
    GElf_Shdr header;
    const char *name;     /* "" when it has none */
    const uint8_t *bytes; /* header.sh_size of them; NULL for a section that has none in the file */
};

enum wc_status elf_file_open(struct error *err, struct image *image, struct elf_file *file);
void elf_file_close(struct elf_file *file);

/* WC_BAD_INPUT with the place in the file: "x.elf: offset 0x34: ...". */
enum wc_status elf_fail(struct error *err, const struct image *image, uint64_t offset,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));

/* WC_BAD_INPUT with a hint: the file is intact but not supported. */
enum wc_status elf_refuse(struct error *err, const struct image *image, const char *found,
                          const char *help);
/* Class (ELFCLASS32, ELFCLASS64) and byte order, before libelf sees the file: they change what
 * every other byte means. */
enum wc_status elf_check_identity(struct error *err, const struct image *image, int elf_class);

/* Are `size` bytes from `offset` inside the file? */
bool elf_holds(const struct image *image, uint64_t offset, uint64_t size);

enum wc_status elf_section_at(struct error *err, const struct elf_file *file, size_t index,
                              struct elf_section *out);
/* The first section with that name or type; `found` says whether there is one. */
enum wc_status elf_section_named(struct error *err, const struct elf_file *file, const char *name,
                                 struct elf_section *out, bool *found);
enum wc_status elf_section_typed(struct error *err, const struct elf_file *file, uint32_t type,
                                 struct elf_section *out, bool *found);

/* Where the section with device code is in a program for a 64-bit host; `language` is for
 * messages. */
enum wc_status elf_program_section(struct error *err, struct image *image, const char *name,
                                   const char *language, uint64_t *at, uint64_t *size);

/* The string at an offset of a string table, or NULL if it does not end inside the table or is
 * longer than any plausible name. */
const char *elf_string(const struct elf_section *strings, uint64_t offset);

/* Fill the image. Segments come first: symbols need to know what is executable. Functions are the
 * global ones among the symbols. */
enum wc_status elf_load_segments(struct error *err, const struct elf_file *file);
enum wc_status elf_load_symbols(struct error *err, const struct elf_file *file);
enum wc_status elf_list_functions(struct error *err, const struct elf_file *file);

/* Symbol `i` of a table that has it. */
GElf_Sym elf_symbol_at(const struct elf_file *file, const struct elf_section *table, uint64_t i);
/* After symbols were added to an image. */
void elf_sort_symbols(struct image *image);

/* The same for files of every machine: .warpclock.kernels and .debug_line, if present. Notes refer
 * to functions, which come first. */
enum wc_status elf_load_notes(struct error *err, const struct elf_file *file);
/* The same where every function is a kernel, which the file itself describes: notes only add. */
enum wc_status elf_load_kernel_notes(struct error *err, const struct elf_file *file);
enum wc_status elf_load_lines(struct error *err, const struct elf_file *file);

#endif
