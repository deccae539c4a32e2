/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu_notes.c - the ELF note with the metadata: MessagePack, or YAML text in version 2. */
#include <string.h>

#include "load/amdgpu_parts.h"

enum { NT_AMD_HSA_METADATA = 10, NT_AMDGPU_METADATA = 32, NOTE_ALIGNMENT = 4 };

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

static bool is_metadata(const struct amdgpu *object, const struct note *note)
{
    const char *name = object->version == 2 ? "AMD" : "AMDGPU";
    const uint32_t type = object->version == 2 ? NT_AMD_HSA_METADATA : NT_AMDGPU_METADATA;
    return note->type == type && note->name_bytes == strlen(name) + 1 &&
           !memcmp(note->name, name, note->name_bytes);
}

static enum wc_status find_in(struct error *err, const struct amdgpu *object,
                              const GElf_Phdr *header, struct note *out, bool *found)
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
        *found = is_metadata(object, out);
    }
    return WC_OK;
}

static enum wc_status find(struct error *err, const struct amdgpu *object, struct note *out,
                           bool *found)
{
    enum wc_status status = WC_OK;
    *found = false;
    for (size_t i = 0; status == WC_OK && !*found && i < object->elf.segment_count; i++) {
        GElf_Phdr header;
        if (gelf_getphdr(object->elf.elf, (int)i, &header) && header.p_type == PT_NOTE)
            status = find_in(err, object, &header, out, found);
    }
    return status;
}

/* Messages of the YAML parser count the note's own lines. */
static enum wc_status parse_text(struct error *err, struct image *image, const struct note *note,
                                 const struct yaml_node **root)
{
    const char *text = (const char *)note->payload;
    return yaml_parse(err, &image->arena, arena_format(&image->arena, "%s(metadata)", image->path),
                      text, strnlen(text, note->bytes), root);
}

enum wc_status amdgpu_load_metadata(struct error *err, struct amdgpu *object)
{
    struct image *image = object->image;
    const struct yaml_node *root = NULL;
    struct note note;
    bool found;
    enum wc_status status = find(err, object, &note, &found);
    if (status != WC_OK || !found)
        return status;
    if (object->version == 2)
        status = parse_text(err, image, &note, &root);
    else
        status = amdgpu_unpack(err, image, note.payload, note.bytes,
                               (uint64_t)(note.payload - (const uint8_t *)image->file), &root);
    return status == WC_OK ? amdgpu_describe_kernels(err, object, root) : status;
}
