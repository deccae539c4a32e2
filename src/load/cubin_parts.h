/* SPDX-License-Identifier: Apache-2.0 */
/* cubin_parts.h - interfaces between the parts of the cubin loader. */
#ifndef WARPCLOCK_LOAD_CUBIN_PARTS_H
#define WARPCLOCK_LOAD_CUBIN_PARTS_H

#include "load/elf_file.h"

struct cubin_section {
    struct elf_section elf;
    uint64_t address;      /* in device memory; 0: not loaded */
    uint32_t function;     /* 1 + index of the kernel whose code it is; 0: none */
    /* Of a kernel's code: bytes of stack by .nv.info for the kernel alone, for the kernel with what
     * it calls, and the largest frame of the other functions in the section. */
    uint32_t frame, min_stack, callee_frame;
};

struct cubin {
    struct elf_file elf;
    struct image *image;
    struct cubin_section *sections; /* elf.section_count of them */
    struct elf_section symbols, names;
    uint32_t symbol_count;
    uint64_t *host_functions; /* by symbol: the address of its stub, or 0; NULL: there are none */
    uint64_t end;             /* of the memory that the sections occupy */
};

/* Each fills a part of the image, in this order. */
enum wc_status cubin_place_sections(struct error *err, struct cubin *cubin);
enum wc_status cubin_load_symbols(struct error *err, struct cubin *cubin);
enum wc_status cubin_load_host_functions(struct error *err, struct cubin *cubin);
enum wc_status cubin_load_memory(struct error *err, struct cubin *cubin);
enum wc_status cubin_load_info(struct error *err, struct cubin *cubin);
enum wc_status cubin_relocate(struct error *err, struct cubin *cubin);

/* Symbol `index` of the table; false when there is no such symbol. */
bool cubin_symbol(const struct cubin *cubin, uint32_t index, Elf64_Sym *out);
const char *cubin_symbol_name(const struct cubin *cubin, const Elf64_Sym *symbol);
bool cubin_is_entry(const Elf64_Sym *symbol);
/* The section of a symbol, or NULL. */
struct cubin_section *cubin_section_of(const struct cubin *cubin, const Elf64_Sym *symbol);

/* The stub of a function that the file refers to and does not define, or 0. */
uint64_t cubin_host_function(const struct cubin *cubin, uint32_t symbol);
/* After symbols were added. */
void cubin_sort_symbols(struct image *image);
/* The address of the next `size` bytes of device memory; `offset` is for messages. */
enum wc_status cubin_take_memory(struct error *err, const struct cubin *cubin, uint64_t offset,
                                 uint64_t size, uint64_t *address);

/* The kernel of a section ".nv.info.NAME"; `prefix` is the part before NAME. NULL if there is
 * none. */
struct kernel *cubin_kernel_of(const struct cubin *cubin, const struct cubin_section *section,
                               const char *prefix);

bool starts_with(const char *text, const char *prefix);

#endif
