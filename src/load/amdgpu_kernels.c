/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu_kernels.c - kernel descriptors: entry points and the hardware set-up of kernels.
 *
 * From version 3 on a kernel NAME has a descriptor NAME.kd of 64 bytes in the constant data; in
 * version 2 a header of 256 bytes, amd_kernel_code_t, precedes its code. Both are defined in LLVM's
 * User Guide for AMDGPU Backend. */
#include <stdio.h>
#include <string.h>

#include "load/amdgpu.h"
#include "load/amdgpu_parts.h"

enum { KERNELS_MAX = 4096, DESCRIPTOR_BYTES = 64, HEADER_BYTES = 256, HEADER_READ = 128 };
enum { LDS_BYTES_MAX = 1 << 20, PRIVATE_BYTES_MAX = 1 << 24, ARGUMENT_BYTES_MAX = 1 << 20 };

const uint8_t *amdgpu_bytes_at(const struct amdgpu *object, uint64_t address, uint64_t size)
{
    for (uint32_t i = 0; i < object->image->segment_count; i++) {
        const struct segment *segment = &object->image->segments[i];
        const uint64_t offset = address - segment->address;
        if (offset <= segment->file_bytes && size <= segment->file_bytes - offset)
            return segment->bytes + offset;
    }
    return NULL;
}

static uint32_t half(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8;
}

static uint32_t word(const uint8_t *bytes)
{
    return half(bytes) | half(bytes + 2) << 16;
}

static uint64_t double_word(const uint8_t *bytes)
{
    return word(bytes) | (uint64_t)word(bytes + 4) << 32;
}

/* The contents of both forms. */
struct description {
    uint64_t lds, scratch, arguments, entry;
    struct amdgpu_kernel amdgpu;
};

static void read_descriptor(const uint8_t *bytes, struct description *out)
{
    out->lds = word(bytes);
    out->scratch = word(bytes + 4);
    out->arguments = word(bytes + 8);
    out->entry += double_word(bytes + 16);
    out->amdgpu.rsrc1 = word(bytes + 48);
    out->amdgpu.rsrc2 = word(bytes + 52);
    out->amdgpu.properties = half(bytes + 56);
    out->amdgpu.argument_alignment = 16;
    out->amdgpu.dynamic_stack = out->amdgpu.properties >> 11 & 1;
}

static void read_header(const uint8_t *bytes, struct description *out)
{
    out->lds = word(bytes + 64);
    out->scratch = word(bytes + 60);
    out->arguments = double_word(bytes + 72);
    out->entry += double_word(bytes + 16);
    out->amdgpu.rsrc1 = word(bytes + 48);
    out->amdgpu.rsrc2 = word(bytes + 52);
    out->amdgpu.properties = word(bytes + 56);
    out->amdgpu.argument_alignment = 1u << (bytes[100] & 15);
    out->amdgpu.dynamic_stack = out->amdgpu.properties >> 20 & 1;
}

/* The header's chip has the instruction set of the file's chip, for which the code is decoded. */
static enum wc_status check_header(struct error *err, const struct image *image,
                                   const struct symbol *symbol, const uint8_t *bytes)
{
    enum { KIND_AMDGPU = 1, AT_KIND = 8, AT_MAJOR = 10, AT_MINOR = 12, AT_STEPPING = 14 };
    const uint32_t major = half(bytes + AT_MAJOR), minor = half(bytes + AT_MINOR);
    const uint32_t stepping = half(bytes + AT_STEPPING);
    const bool is_gcn3 = image->architecture / 100 == 8;
    char chip[24];
    snprintf(chip, sizeof chip, "gfx%u%u%x", major, minor, stepping);
    if (half(bytes + AT_KIND) == KIND_AMDGPU && amdgpu_chip_rank(chip) &&
        major == image->architecture / 100)
        return WC_OK;
    return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                   "kernel '%s' is for machine kind %u, %s; expected kind 1, %s",
                   symbol->name, half(bytes + AT_KIND), chip,
                   is_gcn3 ? "gfx801 or gfx803" : "gfx900 or gfx906");
}

static bool is_code(const struct image *image, uint64_t address)
{
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *segment = &image->segments[i];
        if (segment->executable && address - segment->address < segment->file_bytes)
            return true;
    }
    return false;
}

static enum wc_status check_description(struct error *err, const struct image *image,
                                        const char *name, const struct description *told)
{
    const struct {
        const char *what;
        uint64_t value, max;
    } numbers[] = {
        {"local memory", told->lds, LDS_BYTES_MAX},
        {"private memory per work-item", told->scratch, PRIVATE_BYTES_MAX},
        {"arguments", told->arguments, ARGUMENT_BYTES_MAX},
    };
    if (!is_code(image, told->entry) || told->entry % 4)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "entry of kernel '%s' at 0x%llx is not in executable code", name,
                       (unsigned long long)told->entry);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].value > numbers[i].max)
            return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                           "kernel '%s' needs 0x%llx bytes of %s; the maximum is 0x%llx", name,
                           (unsigned long long)numbers[i].value, numbers[i].what,
                           (unsigned long long)numbers[i].max);
    }
    return WC_OK;
}

/* A wavefront gets VGPRs in units of 4 and SGPRs in units of 8: the number in rsrc1 plus one. */
static const struct amdgpu_kernel *own_part(const struct amdgpu *object, uint64_t descriptor,
                                            const struct description *told)
{
    struct amdgpu_kernel *out = arena_alloc(&object->image->arena, sizeof *out);
    *out = told->amdgpu;
    out->version = object->version;
    out->descriptor = descriptor;
    out->vgprs = 4 * ((out->rsrc1 & 0x3F) + 1);
    out->sgprs = 8 * ((out->rsrc1 >> 6 & 0xF) + 1);
    out->wavefront = 64;
    return out;
}

static enum wc_status add_kernel(struct error *err, const struct amdgpu *object, const char *name,
                                 uint64_t descriptor, uint64_t code_bytes,
                                 const struct description *told)
{
    struct image *image = object->image;
    enum wc_status status = check_description(err, image, name, told);
    if (status != WC_OK)
        return status;
    if (image->function_count == KERNELS_MAX)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "more than the maximum of %d kernels", KERNELS_MAX);
    const struct amdgpu_kernel *own = own_part(object, descriptor, told);
    image->functions = arena_grow(&image->arena, image->functions, image->function_count,
                                  sizeof *image->functions);
    image->functions[image->function_count++] = (struct kernel){
        .name = name,
        .entry = told->entry,
        .bytes = code_bytes,
        .local_bytes = (uint32_t)told->lds,
        .registers = own->vgprs,
        .stack_bytes = (uint32_t)told->scratch,
        .parameter_bytes = (uint32_t)told->arguments,
        .amdgpu = own,
    };
    return WC_OK;
}

static enum wc_status add_described(struct error *err, const struct amdgpu *object,
                                    const struct symbol *symbol)
{
    struct image *image = object->image;
    const uint8_t *bytes = amdgpu_bytes_at(object, symbol->address, DESCRIPTOR_BYTES);
    if (!bytes)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "the descriptor %s at 0x%llx is outside the file's data; expected %d bytes",
                       symbol->name, (unsigned long long)symbol->address, DESCRIPTOR_BYTES);
    struct description told = {.entry = symbol->address};
    read_descriptor(bytes, &told);
    const char *name = arena_strndup(&image->arena, symbol->name, strlen(symbol->name) - 3);
    const struct symbol *code = image_symbol(image, name);
    const bool is_own = code && code->address == told.entry;
    return add_kernel(err, object, name, symbol->address, is_own ? code->size : 0, &told);
}

/* The code after the header becomes a function of the same name. */
static enum wc_status add_headed(struct error *err, const struct amdgpu *object, uint32_t index)
{
    struct image *image = object->image;
    const struct symbol symbol = image->symbols[index];
    const uint8_t *bytes = amdgpu_bytes_at(object, symbol.address, HEADER_READ);
    if (!bytes)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "the header of kernel '%s' at 0x%llx is outside the file's data",
                       symbol.name, (unsigned long long)symbol.address);
    struct description told = {.entry = symbol.address};
    enum wc_status status = check_header(err, image, &symbol, bytes);
    read_header(bytes, &told);
    const uint64_t header = told.entry - symbol.address;
    const uint64_t code_bytes = symbol.size > header ? symbol.size - header : 0;
    if (status == WC_OK)
        status = add_kernel(err, object, symbol.name, symbol.address, code_bytes, &told);
    if (status != WC_OK)
        return status;
    image->symbols[index].size = HEADER_BYTES;
    image->symbols =
        arena_grow(&image->arena, image->symbols, image->symbol_count, sizeof *image->symbols);
    image->symbols[image->symbol_count++] = (struct symbol){
        .name = symbol.name, .address = told.entry, .size = code_bytes, .is_function = true,
        .is_global = symbol.is_global};
    return WC_OK;
}

static bool is_descriptor(const struct symbol *symbol)
{
    const size_t length = strlen(symbol->name);
    return symbol->size == DESCRIPTOR_BYTES && !symbol->is_function && length > 3 &&
           !strcmp(symbol->name + length - 3, ".kd");
}

enum wc_status amdgpu_load_kernels(struct error *err, struct amdgpu *object)
{
    struct image *image = object->image;
    enum wc_status status = WC_OK;
    const uint32_t count = image->symbol_count; /* those of the file */
    for (uint32_t i = 0; status == WC_OK && i < count; i++) {
        if (object->version == 2 && image->symbols[i].is_kernel_header)
            status = add_headed(err, object, i);
        else if (object->version > 2 && is_descriptor(&image->symbols[i]))
            status = add_described(err, object, &image->symbols[i]);
    }
    elf_sort_symbols(image);
    if (status == WC_OK && image->function_count == 0)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "the code object has no kernel");
    return status;
}
