/* SPDX-License-Identifier: Apache-2.0 */
/* cubin_fat.c - fat binaries (nvcc -fatbin) and host programs that contain them: several cubins,
 * and PTX, in one file.
 *
 * A header {magic, u16 version, u16 header bytes, u64 bytes after it}, then members, each with its
 * own header with kind, size and architecture. A program has one fat binary per source file in its
 * section .nv_fatbin. */
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/allowance.h"
#include "base/text.h"
#include "load/cubin.h"
#include "load/elf_file.h"
#include "load/elf_identity.h"
#include "load/lz4.h"

static const uint8_t MAGIC[4] = {0x50, 0xED, 0x55, 0xBA};
static const char SECTION[] = ".nv_fatbin";
enum { MEMBERS_MAX = 256, KIND_PTX = 1, KIND_ELF = 2 };

/* Fields in a file, little-endian. */
struct fat_header {
    uint8_t magic[4];
    uint16_t version, header_bytes;
    uint64_t bytes;
};

struct member_header {
    uint16_t kind, version;
    uint32_t header_bytes;
    uint64_t bytes;
    uint32_t compressed_bytes, reserved;
    uint16_t minor, major;
    uint32_t architecture;
    uint32_t name_offset, name_bytes;
    uint64_t flags, zero, plain_bytes;
};
_Static_assert(sizeof(struct fat_header) == 16 && sizeof(struct member_header) == 64,
               "as in the file");

struct member {
    struct member_header header;
    uint64_t at; /* of its payload */
};

/* All members of a file: `best` is the one to load, of the image's part if that is given. */
struct members {
    struct text found;  /* "sm_61, PTX for sm_70" */
    struct member best; /* `at` 0: none */
    uint8_t *plain;     /* its bytes, decompressed */
    uint32_t count, usable; /* usable: fat binaries with kernels for a supported architecture */
};

bool is_fat_binary(const uint8_t *bytes, uint64_t size)
{
    return size >= sizeof MAGIC && !memcmp(bytes, MAGIC, sizeof MAGIC);
}

bool is_cuda_program(const uint8_t *bytes, uint64_t size)
{
    const int machine = elf_machine(bytes, size);
    return (machine == EM_X86_64 || machine == EM_AARCH64 || machine == EM_PPC64) &&
           memmem(bytes, size, SECTION, sizeof SECTION);
}

/* Reads the member at *next and advances past it. */
static enum wc_status read_member(struct error *err, const struct image *image, uint64_t *next,
                                  struct member *out)
{
    const uint64_t at = *next;
    if (!elf_holds(image, at, sizeof out->header))
        return elf_fail(err, image, at, "the fat binary is truncated in a member header");
    memcpy(&out->header, (const uint8_t *)image->file + at, sizeof out->header);
    const struct member_header *header = &out->header;
    if (header->header_bytes < sizeof *header || !elf_holds(image, at, header->header_bytes))
        return elf_fail(err, image, at, "member header of %u bytes; expected at least %zu",
                        header->header_bytes, sizeof *header);
    out->at = at + header->header_bytes;
    if (!elf_holds(image, out->at, header->bytes))
        return elf_fail(err, image, at,
                        "a member of 0x%llx bytes extends past the end of the file at 0x%llx",
                        (unsigned long long)header->bytes, (unsigned long long)image->file_bytes);
    *next = out->at + header->bytes;
    return WC_OK;
}

/* ---- payloads ---- */

static bool decompress_lz4(const uint8_t *from, uint64_t bytes, uint8_t *to, uint64_t size)
{
    return lz4_decompress(from, bytes, to, size);
}

/* One frame; what follows it is padding. */
static bool decompress_zstd(const uint8_t *from, uint64_t bytes, uint8_t *to, uint64_t size)
{
    const size_t frame = ZSTD_findFrameCompressedSize(from, bytes);
    return !ZSTD_isError(frame) && ZSTD_decompress(to, size, from, frame) == size;
}

/* nvcc up to 12.3 compresses with LZ4, later ones with zstd. */
static const struct compression {
    uint64_t flag;
    const char *name;
    bool (*decompress)(const uint8_t *from, uint64_t bytes, uint8_t *to, uint64_t size);
} compressions[] = {
    {0x2000, "LZ4", decompress_lz4},
    {0x8000, "zstd", decompress_zstd},
};

static enum wc_status decompress(struct error *err, const struct image *image,
                                 const struct member *member, const struct compression *how,
                                 uint8_t **out, uint64_t *size)
{
    const struct member_header *header = &member->header;
    void *bytes;
    *size = header->plain_bytes;
    if (*size > IMAGE_BYTES_MAX || header->compressed_bytes > header->bytes)
        return elf_fail(err, image, member->at,
                        "a compressed member of 0x%x bytes in 0x%llx, with 0x%llx bytes when "
                        "decompressed; the maximum is 0x%x",
                        header->compressed_bytes, (unsigned long long)header->bytes,
                        (unsigned long long)*size, IMAGE_BYTES_MAX);
    enum wc_status status = allocate_checked(err, "the decompressed cubin", *size, &bytes);
    *out = bytes;
    if (status == WC_OK && !how->decompress((const uint8_t *)image->file + member->at,
                                            header->compressed_bytes, *out, *size))
        status = elf_fail(err, image, member->at, "the compressed cubin (%s) is damaged",
                          how->name);
    return status;
}

/* The bytes of a member in memory of their own. */
static enum wc_status take_payload(struct error *err, const struct image *image,
                                   const struct member *member, uint8_t **out, uint64_t *size)
{
    void *bytes;
    *out = NULL;
    *size = member->header.bytes;
    for (size_t i = 0; i < sizeof compressions / sizeof *compressions; i++) {
        if (member->header.flags & compressions[i].flag)
            return decompress(err, image, member, &compressions[i], out, size);
    }
    enum wc_status status = allocate_checked(err, "the cubin", *size, &bytes);
    *out = bytes;
    if (status == WC_OK)
        memcpy(*out, (const uint8_t *)image->file + member->at, *size);
    return status;
}

/* The stub that nvcc links into programs has a cubin without code. */
static bool has_code(const uint8_t *bytes, uint64_t size)
{
    static const char code[] = ".text.";
    return memmem(bytes, size, code, sizeof code - 1);
}

/* ---- one fat binary ---- */

static enum wc_status choose_member(struct error *err, const struct image *image, uint64_t next,
                                    uint64_t end, struct members *all, struct member *best)
{
    enum wc_status status = WC_OK;
    struct member member;
    while (status == WC_OK && next < end && all->count++ < MEMBERS_MAX) {
        status = read_member(err, image, &next, &member);
        if (status != WC_OK)
            break;
        const bool is_elf = member.header.kind == KIND_ELF;
        const uint32_t sm = member.header.architecture;
        text_add(&all->found, "%s%ssm_%u", all->found.length ? ", " : "",
                 is_elf ? "" : "PTX for ", sm);
        if (is_elf && cubin_architecture_supported(sm) && sm > best->header.architecture)
            *best = member;
    }
    return status;
}

/* The fat binary at *at; advances past it. */
static enum wc_status read_fat(struct error *err, const struct image *image, uint64_t *at,
                               struct members *all)
{
    struct fat_header header;
    struct member best = {0};
    uint8_t *plain = NULL;
    uint64_t size = 0;
    if (!elf_holds(image, *at, sizeof header))
        return elf_fail(err, image, *at, "the fat binary is truncated in its header");
    memcpy(&header, (const uint8_t *)image->file + *at, sizeof header);
    if (header.header_bytes < sizeof header ||
        !elf_holds(image, *at + header.header_bytes, header.bytes))
        return elf_fail(err, image, *at,
                        "fat binary of 0x%llx bytes after its header of 0x%x; the file ends at "
                        "0x%llx",
                        (unsigned long long)header.bytes, header.header_bytes,
                        (unsigned long long)image->file_bytes);
    const uint64_t first = *at + header.header_bytes;
    *at = first + header.bytes;
    enum wc_status status = choose_member(err, image, first, *at, all, &best);
    if (status == WC_OK && best.at)
        status = take_payload(err, image, &best, &plain, &size);
    const bool usable = status == WC_OK && best.at && has_code(plain, size);
    all->usable += usable;
    if (!usable || (image->part && image->part != all->usable)) {
        free(plain);
        return status;
    }
    free(all->plain);
    all->best = best;
    all->best.header.bytes = size;
    all->plain = plain;
    return WC_OK;
}

/* ---- the file ---- */

static enum wc_status refuse_all(struct error *err, const struct image *image,
                                 const struct members *all)
{
    fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
            "the file contains %s; expected a cubin with code for sm_50 to sm_62",
            all->found.length ? text_string(&all->found) : "nothing");
    hint(err, "compile with -gencode arch=compute_61,code=sm_61");
    return WC_BAD_INPUT;
}

static enum wc_status refuse_several(struct error *err, const struct image *image, uint32_t count)
{
    fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
            "%u source files with kernels are in this program; expected the number of one", count);
    hint(err, "%s#1 to %s#%u; 'warpclock info %s#1' lists the kernels of the first", image->path,
         image->path, count, image->path);
    return WC_BAD_INPUT;
}

static enum wc_status refuse_part(struct error *err, const struct image *image, uint32_t count)
{
    return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                   "%u source files with kernels are in this file; there is no #%u", count,
                   image->part);
}

/* The member becomes the image's file. */
static enum wc_status load_best(struct error *err, struct image *image, struct members *all)
{
    if (all->usable == 0)
        return refuse_all(err, image, all);
    if (image->part > all->usable)
        return refuse_part(err, image, all->usable);
    if (all->usable > 1 && !image->part)
        return refuse_several(err, image, all->usable);
    image->path =
        arena_format(&image->arena, "%s(sm_%u)", image->path, all->best.header.architecture);
    free(image->file);
    image->file = all->plain;
    image->file_bytes = all->best.header.bytes;
    all->plain = NULL;
    if (image->file_bytes < EI_NIDENT || memcmp(image->file, ELFMAG, SELFMAG) != 0)
        return elf_fail(err, image, 0, "fat binary member is not an ELF file");
    return cubin_load(err, image);
}

static enum wc_status load_range(struct error *err, struct image *image, uint64_t at, uint64_t end)
{
    struct members all = {0};
    enum wc_status status = WC_OK;
    while (status == WC_OK && at < end) {
        const bool here = is_fat_binary((const uint8_t *)image->file + at, end - at);
        if (here)
            status = read_fat(err, image, &at, &all);
        else
            at++; /* padding */
    }
    if (status == WC_OK)
        status = load_best(err, image, &all);
    text_free(&all.found);
    free(all.plain);
    return status;
}

enum wc_status cubin_fat_load(struct error *err, struct image *image)
{
    return load_range(err, image, 0, image->file_bytes);
}

enum wc_status cuda_program_load(struct error *err, struct image *image)
{
    uint64_t at, size;
    enum wc_status status = elf_program_section(err, image, SECTION, "CUDA", &at, &size);
    return status == WC_OK ? load_range(err, image, at, at + size) : status;
}
