/* SPDX-License-Identifier: Apache-2.0 */
/* cubin_place.c - placement of a cubin's sections; constant banks and shared memory. */
#include <stdlib.h>
#include <string.h>

#include "load/cubin_parts.h"

enum { SECTIONS_MAX = 1 << 14, BYTES_MAX = 1 << 30, BANK_MAX = 17, BANK_BYTES_MAX = 64 << 10 };
static const uint64_t FIRST_ADDRESS = 0x1000, ALIGNMENT = 256;

bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_code(const struct elf_section *section)
{
    return section->bytes && starts_with(section->name, ".text.");
}

/* __device__ variables, zeroed and initialised; __constant__ variables. */
static bool is_data(const struct elf_section *section)
{
    return starts_with(section->name, ".nv.global") || !strcmp(section->name, ".nv.constant3");
}

static void add_segment(struct image *image, const struct elf_section *section, uint64_t address)
{
    const uint64_t in_file = section->bytes ? section->header.sh_size : 0;
    image->segments = arena_grow(&image->arena, image->segments, image->segment_count,
                                 sizeof *image->segments);
    image->segments[image->segment_count++] = (struct segment){
        .address = address,
        .size = section->header.sh_size,
        .bytes = section->bytes,
        .file_bytes = in_file,
        .file_offset = section->header.sh_offset,
        .readable = true,
        .writable = starts_with(section->name, ".nv.global"),
        .executable = is_code(section),
    };
}

enum wc_status cubin_take_memory(struct error *err, const struct cubin *cubin, uint64_t offset,
                                 uint64_t size, uint64_t *address)
{
    const uint64_t base = (cubin->end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const uint64_t taken = base - cubin->image->base;
    if (taken > BYTES_MAX || size > BYTES_MAX - taken)
        return elf_fail(err, cubin->image, offset,
                        "0x%llx bytes of device memory; the maximum for all sections is 0x%x",
                        (unsigned long long)size, BYTES_MAX);
    *address = base;
    return WC_OK;
}

static enum wc_status place(struct error *err, struct cubin *cubin, struct cubin_section *section)
{
    const uint64_t size = section->elf.header.sh_size;
    if (size == 0)
        return WC_OK;
    enum wc_status status = cubin_take_memory(err, cubin, section->elf.header.sh_offset, size,
                                              &section->address);
    if (status != WC_OK)
        return status;
    add_segment(cubin->image, &section->elf, section->address);
    cubin->end = section->address + size;
    return WC_OK;
}

enum wc_status cubin_place_sections(struct error *err, struct cubin *cubin)
{
    const size_t count = cubin->elf.section_count;
    cubin->end = cubin->image->base + FIRST_ADDRESS;
    if (count > SECTIONS_MAX)
        return elf_fail(err, cubin->image, cubin->elf.header.e_shoff,
                        "%zu sections; the maximum is %d", count, SECTIONS_MAX);
    cubin->sections = arena_array(&cubin->image->arena, count + 1, sizeof *cubin->sections);
    for (size_t i = 1; i < count; i++) {
        struct cubin_section *section = &cubin->sections[i];
        enum wc_status status = elf_section_at(err, &cubin->elf, i, &section->elf);
        /* A copy: relocations may change any bytes of the file. */
        section->elf.name = arena_strdup(&cubin->image->arena, section->elf.name);
        if (status == WC_OK && is_code(&section->elf))
            status = place(err, cubin, section);
        if (status != WC_OK)
            return status;
    }
    if (cubin->image->segment_count == 0)
        return fail_at(err, WC_BAD_INPUT, cubin->image->path, 0, 0,
                       "the cubin has no code; expected one section .text.NAME per kernel");
    enum wc_status status = WC_OK;
    for (size_t i = 1; status == WC_OK && i < count; i++) {
        if (is_data(&cubin->sections[i].elf))
            status = place(err, cubin, &cubin->sections[i]);
    }
    return status;
}

/* sh_info of a kernel's sections is the index of its code; the name has the same information. */
struct kernel *cubin_kernel_of(const struct cubin *cubin, const struct cubin_section *section,
                               const char *prefix)
{
    struct image *image = cubin->image;
    const char *name = section->elf.name + strlen(prefix);
    const uint64_t code = section->elf.header.sh_info;
    if (code < cubin->elf.section_count && cubin->sections[code].function) {
        struct kernel *kernel = &image->functions[cubin->sections[code].function - 1];
        if (!strcmp(cubin->sections[code].elf.name + strlen(".text."), name))
            return kernel;
    }
    for (uint32_t i = 0; i < image->function_count; i++) {
        if (!strcmp(image->functions[i].name, name))
            return &image->functions[i];
    }
    return NULL;
}

/* ".nv.constant2.NAME": for one kernel; ".nv.constant3": for all. */
static enum wc_status add_bank(struct error *err, const struct cubin *cubin,
                               const struct cubin_section *section)
{
    struct image *image = cubin->image;
    const struct elf_section *elf = &section->elf;
    const char *const start = elf->name + strlen(".nv.constant");
    char *end;
    unsigned long bank = *start >= '0' && *start <= '9' ? strtoul(start, &end, 10) : ~0ul;
    if (bank > BANK_MAX || (*end && *end != '.') || !elf->bytes)
        return WC_OK; /* newer toolkits keep other tables under such names */
    if (elf->header.sh_size > BANK_BYTES_MAX)
        return elf_fail(err, image, elf->header.sh_offset,
                        "constant bank %lu has 0x%llx bytes; the maximum is 0x%x", bank,
                        (unsigned long long)elf->header.sh_size, BANK_BYTES_MAX);
    const struct kernel *kernel = NULL;
    if (*end) {
        char prefix[32] = {0};
        memcpy(prefix, elf->name, (size_t)(end + 1 - elf->name) < sizeof prefix
                                      ? (size_t)(end + 1 - elf->name) : sizeof prefix - 1);
        kernel = cubin_kernel_of(cubin, section, prefix);
        if (!kernel)
            return WC_OK;
    }
    image->banks =
        arena_grow(&image->arena, image->banks, image->bank_count, sizeof *image->banks);
    image->banks[image->bank_count++] = (struct constant_bank){
        .kernel = kernel ? kernel->name : NULL,
        .bank = (uint32_t)bank,
        .bytes = elf->bytes,
        .size = (uint32_t)elf->header.sh_size,
        .address = section->address,
    };
    return WC_OK;
}

static enum wc_status add_shared(struct error *err, const struct cubin *cubin,
                                 const struct cubin_section *section)
{
    struct kernel *kernel = cubin_kernel_of(cubin, section, ".nv.shared.");
    const uint64_t size = section->elf.header.sh_size;
    if (!kernel)
        return WC_OK;
    if (size > BYTES_MAX)
        return elf_fail(err, cubin->image, section->elf.header.sh_offset,
                        "0x%llx bytes of shared memory; the maximum is 0x%x",
                        (unsigned long long)size, BYTES_MAX);
    kernel->local_bytes = (uint32_t)size;
    return WC_OK;
}

enum wc_status cubin_load_memory(struct error *err, struct cubin *cubin)
{
    enum wc_status status = WC_OK;
    for (size_t i = 1; status == WC_OK && i < cubin->elf.section_count; i++) {
        const struct cubin_section *section = &cubin->sections[i];
        if (starts_with(section->elf.name, ".nv.constant"))
            status = add_bank(err, cubin, section);
        else if (starts_with(section->elf.name, ".nv.shared."))
            status = add_shared(err, cubin, section);
    }
    return status;
}
