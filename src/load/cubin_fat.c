/* SPDX-License-Identifier: Apache-2.0 */
/* cubin_fat.c - fat binaries (nvcc -fatbin): several cubins, and PTX, in one file.
 *
 * A header {magic, u16 version, u16 header bytes, u64 bytes after it}, then members, each with its
 * own header with kind, size and architecture. */
#include <string.h>

#include "base/text.h"
#include "load/cubin.h"
#include "load/elf_file.h"

static const uint8_t MAGIC[4] = {0x50, 0xED, 0x55, 0xBA};
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

bool is_fat_binary(const uint8_t *bytes, uint64_t size)
{
    return size >= sizeof MAGIC && !memcmp(bytes, MAGIC, sizeof MAGIC);
}

static bool is_compressed(const struct member_header *header)
{
    enum { COMPRESSED_LZ4 = 0x2000, COMPRESSED_ZSTD = 0x8000 };
    return header->flags & (COMPRESSED_LZ4 | COMPRESSED_ZSTD);
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

static enum wc_status refuse_all(struct error *err, const struct image *image,
                                 const struct text *found)
{
    fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
            "the fat binary contains %s; expected a cubin for sm_50 to sm_62",
            found->length ? text_string(found) : "nothing");
    hint(err, "compile with -gencode arch=compute_61,code=sm_61");
    return WC_BAD_INPUT;
}

/* The member becomes the image's file. */
static enum wc_status load_member(struct error *err, struct image *image,
                                  const struct member *member)
{
    const uint32_t sm = member->header.architecture;
    if (is_compressed(&member->header)) {
        fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                "the cubin for sm_%u in this fat binary is compressed", sm);
        hint(err, "build it with nvcc -Xfatbin -compress=false, or extract the cubin: "
             "cuobjdump -xelf all FILE");
        return WC_BAD_INPUT;
    }
    image->path = arena_format(&image->arena, "%s(sm_%u)", image->path, sm);
    image->file_bytes = member->header.bytes;
    memmove(image->file, (const uint8_t *)image->file + member->at, image->file_bytes);
    if (image->file_bytes < EI_NIDENT || memcmp(image->file, ELFMAG, SELFMAG) != 0)
        return elf_fail(err, image, 0, "fat binary member is not an ELF file");
    return cubin_load(err, image);
}

enum wc_status cubin_fat_load(struct error *err, struct image *image)
{
    struct fat_header header;
    if (image->file_bytes < sizeof header)
        return elf_fail(err, image, 0, "the fat binary is truncated in its header");
    memcpy(&header, image->file, sizeof header);
    if (header.header_bytes < sizeof header ||
        !elf_holds(image, header.header_bytes, header.bytes))
        return elf_fail(err, image, 0,
                        "fat binary of 0x%llx bytes after its header of 0x%x; the file ends at "
                        "0x%llx",
                        (unsigned long long)header.bytes, header.header_bytes,
                        (unsigned long long)image->file_bytes);
    struct text found = {0};
    struct member member, best = {0};
    uint64_t next = header.header_bytes;
    const uint64_t end = next + header.bytes;
    enum wc_status status = WC_OK;
    for (uint32_t i = 0; status == WC_OK && next < end && i < MEMBERS_MAX; i++) {
        status = read_member(err, image, &next, &member);
        if (status != WC_OK)
            break;
        const bool is_elf = member.header.kind == KIND_ELF;
        const uint32_t sm = member.header.architecture;
        text_add(&found, "%s%ssm_%u", found.length ? ", " : "", is_elf ? "" : "PTX for ", sm);
        if (is_elf && cubin_architecture_supported(sm) && sm > best.header.architecture)
            best = member;
    }
    if (status == WC_OK)
        status = best.at ? load_member(err, image, &best) : refuse_all(err, image, &found);
    text_free(&found);
    return status;
}
