/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu_notes.c - the ELF note with the metadata: MessagePack, or YAML text in version 2. */
#include <string.h>

#include "load/amdgpu_parts.h"

enum { NOTE_ALIGNMENT = 4 };
enum { NT_AMD_HSA_ISA_VERSION = 3, NT_AMD_HSA_METADATA = 10, NT_AMDGPU_METADATA = 32 };

struct note {
    uint32_t name_bytes, bytes, type; /* as in the file */
    const char *name;
    const uint8_t *payload;
};

static uint64_t aligned(uint64_t size)
{
    return (size + NOTE_ALIGNMENT - 1) / NOTE_ALIGNMENT * NOTE_ALIGNMENT;
}

/* The note at `at` of a note segment; `next` is the position after it. */
static bool read_note(const uint8_t *bytes, uint64_t size, uint64_t at, struct note *out,
                      uint64_t *next)
{
    enum { HEADER_BYTES = 12 };
    if (size - at < HEADER_BYTES)
        return false;
    memcpy(out, bytes + at, HEADER_BYTES);
    const uint64_t name_at = at + HEADER_BYTES, payload_at = name_at + aligned(out->name_bytes);
    if (payload_at > size || out->bytes > size - payload_at)
        return false;
    out->name = (const char *)bytes + name_at;
    out->payload = bytes + payload_at;
    *next = payload_at + aligned(out->bytes);
    return true;
}

/* A note to look for. */
struct wanted {
    const char *name;
    uint32_t type;
};

static bool is_wanted(const struct wanted *wanted, const struct note *note)
{
    return note->type == wanted->type && note->name_bytes == strlen(wanted->name) + 1 &&
           !memcmp(note->name, wanted->name, note->name_bytes);
}

static enum wc_status find_in(struct error *err, const struct amdgpu *object,
                              const GElf_Phdr *header, const struct wanted *wanted,
                              struct note *out, bool *found)
{
    struct image *image = object->image;
    if (!elf_holds(image, header->p_offset, header->p_filesz))
        return elf_fail(err, image, header->p_offset,
                        "the note segment extends past the end of the file");
    const uint8_t *bytes = (const uint8_t *)image->file + header->p_offset;
    for (uint64_t at = 0, next; !*found && at < header->p_filesz; at = next) {
        if (!read_note(bytes, header->p_filesz, at, out, &next))
            return elf_fail(err, image, header->p_offset + at,
                            "a note extends past the end of its segment of 0x%llx bytes",
                            (unsigned long long)header->p_filesz);
        *found = is_wanted(wanted, out);
    }
    return WC_OK;
}

static enum wc_status find(struct error *err, const struct amdgpu *object,
                           const struct wanted *wanted, struct note *out, bool *found)
{
    enum wc_status status = WC_OK;
    *found = false;
    for (size_t i = 0; status == WC_OK && !*found && i < object->elf.segment_count; i++) {
        GElf_Phdr header;
        if (gelf_getphdr(object->elf.elf, (int)i, &header) && header.p_type == PT_NOTE)
            status = find_in(err, object, &header, wanted, out, found);
    }
    return status;
}

/* u16 vendor bytes, u16 architecture bytes, u32 major, minor, stepping, then both names. */
enum wc_status amdgpu_noted_chip(struct error *err, const struct amdgpu *object, uint32_t *chip)
{
    static const struct wanted wanted = {"AMD", NT_AMD_HSA_ISA_VERSION};
    enum { AT_NUMBERS = 4, PART_MAX = 15 };
    struct note note;
    uint32_t number[3]; /* major, minor, stepping */
    bool found;
    enum wc_status status = find(err, object, &wanted, &note, &found);
    if (status != WC_OK || !found || note.bytes < AT_NUMBERS + sizeof number)
        return status;
    memcpy(number, note.payload + AT_NUMBERS, sizeof number);
    if (number[0] > PART_MAX || number[1] > PART_MAX || number[2] > PART_MAX)
        return fail_at(err, WC_BAD_INPUT, object->image->path, 0, 0,
                       "code object for version %u.%u.%u of AMD's instruction set; expected "
                       "8.0.1 (gfx801) or 8.0.3 (gfx803)", number[0], number[1], number[2]);
    *chip = number[0] << 8 | number[1] << 4 | number[2];
    return WC_OK;
}

/* Messages of the YAML parser count the note's own lines. */
static enum wc_status parse_text(struct error *err, struct image *image, const struct note *note,
                                 const struct yaml_node **root)
{
    const char *text = (const char *)note->payload;
    return yaml_parse(err, &image->arena, arena_format(&image->arena, "%s(metadata)", image->path),
                      text, strnlen(text, note->bytes), root);
}

enum wc_status amdgpu_read_metadata(struct error *err, struct amdgpu *object,
                                    const struct yaml_node **root)
{
    struct image *image = object->image;
    static const struct wanted text = {"AMD", NT_AMD_HSA_METADATA};
    static const struct wanted packed = {"AMDGPU", NT_AMDGPU_METADATA};
    struct note note;
    bool found;
    enum wc_status status =
        find(err, object, object->version == 2 ? &text : &packed, &note, &found);
    *root = NULL;
    if (status != WC_OK || !found)
        return status;
    if (object->version == 2)
        return parse_text(err, image, &note, root);
    return amdgpu_unpack(err, image, note.payload, note.bytes,
                         (uint64_t)(note.payload - (const uint8_t *)image->file), root);
}

enum wc_status amdgpu_load_metadata(struct error *err, struct amdgpu *object)
{
    const struct yaml_node *root;
    enum wc_status status = amdgpu_read_metadata(err, object, &root);
    return status == WC_OK && root ? amdgpu_describe_kernels(err, object, root) : status;
}
