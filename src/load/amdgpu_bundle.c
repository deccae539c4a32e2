/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu_bundle.c - bundles of code objects (hipcc --genco, clang-offload-bundler), and host
 * programs that contain them.
 *
 * A bundle is a magic text, u64 number of members, then for each u64 offset from the magic, u64
 * size, u64 length of its name, and the name: "hipv4-amdgcn-amd-amdhsa--gfx803", with features
 * after a colon (LLVM, Clang Offload Bundler). The member of the host is empty. A program has one
 * bundle per source file in its section .hip_fatbin. */
#include <stdlib.h>
#include <string.h>

#include "base/allowance.h"
#include "base/text.h"
#include "load/amdgpu.h"
#include "load/elf_file.h"
#include "load/elf_identity.h"

static const char MAGIC[] = "__CLANG_OFFLOAD_BUNDLE__";
static const char COMPRESSED[] = "CCOB";
static const char SECTION[] = ".hip_fatbin";
enum { MAGIC_BYTES = sizeof MAGIC - 1, MEMBERS_MAX = 256, NAME_MAX_BYTES = 256 };

struct member {
    uint64_t at, bytes; /* in the file; 0: none */
    const char *chip;   /* "gfx803" */
};

/* All members of a file. */
struct members {
    struct arena *arena;
    struct text found;  /* "gfx906, gfx1030" */
    struct member best; /* the one to load */
    uint32_t usable;    /* bundles with one for a supported chip */
};

static bool starts_with(const uint8_t *bytes, uint64_t size, const char *magic, size_t length)
{
    return size >= length && !memcmp(bytes, magic, length);
}

bool is_amd_bundle(const uint8_t *bytes, uint64_t size)
{
    return starts_with(bytes, size, MAGIC, MAGIC_BYTES) ||
           starts_with(bytes, size, COMPRESSED, sizeof COMPRESSED - 1);
}

bool is_hip_program(const uint8_t *bytes, uint64_t size)
{
    const int machine = elf_machine(bytes, size);
    return (machine == EM_X86_64 || machine == EM_AARCH64 || machine == EM_PPC64) &&
           memmem(bytes, size, SECTION, sizeof SECTION);
}

/* ---- one bundle ---- */

/* Fields of the table, little-endian. */
struct entry {
    uint64_t offset, bytes, name_bytes;
};

/* The next `size` bytes of the table. */
static enum wc_status read_table(struct error *err, const struct image *image, uint64_t *at,
                                 void *out, uint64_t size)
{
    if (!elf_holds(image, *at, size))
        return elf_fail(err, image, *at, "the bundle is truncated in its table");
    memcpy(out, (const uint8_t *)image->file + *at, size);
    *at += size;
    return WC_OK;
}

/* "gfx803" of a member's name, or NULL: it is for the host. */
static const char *chip_in(struct arena *arena, const char *name, uint64_t length)
{
    static const char device[] = "amdgcn-amd-amdhsa-";
    const char *end = memchr(name, ':', length);
    const uint64_t size = end ? (uint64_t)(end - name) : length;
    if (!memmem(name, size, device, sizeof device - 1))
        return NULL;
    const char *from = memrchr(name, '-', size);
    return arena_strndup(arena, from + 1, size - (uint64_t)(from + 1 - name));
}

/* The table's entry at *next; advances past it. `start` is where the bundle begins. */
static enum wc_status read_member(struct error *err, const struct image *image, uint64_t start,
                                  uint64_t *next, struct members *all, struct member *out)
{
    struct entry entry = {0};
    const uint64_t place = *next;
    enum wc_status status = read_table(err, image, next, &entry, sizeof entry);
    if (status != WC_OK)
        return status;
    if (entry.name_bytes > NAME_MAX_BYTES)
        return elf_fail(err, image, place, "the name of a member has %llu bytes; the maximum is %d",
                        (unsigned long long)entry.name_bytes, NAME_MAX_BYTES);
    if (!elf_holds(image, *next, entry.name_bytes))
        return elf_fail(err, image, *next, "the bundle is truncated in its table");
    if (entry.offset > image->file_bytes || !elf_holds(image, start + entry.offset, entry.bytes))
        return elf_fail(err, image, place,
                        "a member of 0x%llx bytes extends past the end of the file at 0x%llx",
                        (unsigned long long)entry.bytes, (unsigned long long)image->file_bytes);
    *out = (struct member){start + entry.offset, entry.bytes,
                           chip_in(all->arena, (const char *)image->file + *next,
                                   entry.name_bytes)};
    *next += entry.name_bytes;
    return WC_OK;
}

/* The bundle at *at; advances past its table and members. */
static enum wc_status read_bundle(struct error *err, const struct image *image, uint64_t *at,
                                  struct members *all)
{
    const uint64_t start = *at;
    struct member best = {0}, member = {0};
    uint64_t count = 0, next = start + MAGIC_BYTES, end;
    enum wc_status status = read_table(err, image, &next, &count, sizeof count);
    if (status == WC_OK && count > MEMBERS_MAX)
        return elf_fail(err, image, start, "a bundle of %llu members; the maximum is %d",
                        (unsigned long long)count, MEMBERS_MAX);
    end = next;
    for (uint64_t i = 0; status == WC_OK && i < count; i++) {
        status = read_member(err, image, start, &next, all, &member);
        if (status != WC_OK || !member.chip)
            continue;
        text_add(&all->found, "%s%s", all->found.length ? ", " : "", member.chip);
        if (amdgpu_chip_rank(member.chip) > (best.at ? amdgpu_chip_rank(best.chip) : 0))
            best = member;
        end = member.at + member.bytes > end ? member.at + member.bytes : end;
    }
    *at = next > end ? next : end;
    if (status == WC_OK && best.at) {
        all->best = best;
        all->usable++;
    }
    return status;
}

/* ---- the file ---- */

static enum wc_status refuse_all(struct error *err, const struct image *image,
                                 const struct members *all)
{
    fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
            "the file contains code for %s; expected gfx801, gfx803, gfx900 or gfx906",
            all->found.length ? text_string(&all->found) : "no AMD GPU");
    hint(err, "compile with --offload-arch=gfx803");
    return WC_BAD_INPUT;
}

static enum wc_status refuse_several(struct error *err, const struct image *image, uint32_t count)
{
    fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
            "%u source files with kernels are in this program; expected one", count);
    hint(err, "compile each with --genco --offload-arch=gfx803");
    return WC_BAD_INPUT;
}

/* The member becomes the image's file. */
static enum wc_status load_best(struct error *err, struct image *image, const struct members *all)
{
    void *bytes;
    if (all->usable == 0)
        return refuse_all(err, image, all);
    if (all->usable > 1)
        return refuse_several(err, image, all->usable);
    const uint64_t size = all->best.bytes;
    enum wc_status status = allocate_checked(err, "the code object", size, &bytes);
    if (status != WC_OK)
        return status;
    memcpy(bytes, (const uint8_t *)image->file + all->best.at, size);
    free(image->file);
    image->file = bytes;
    image->file_bytes = size;
    image->path = arena_format(&image->arena, "%s(%s)", image->path, all->best.chip);
    if (elf_machine(bytes, size) != EM_AMDGPU)
        return elf_fail(err, image, 0, "the member of the bundle is not an AMDGPU code object");
    return amdgpu_load(err, image);
}

static enum wc_status refuse_compressed(struct error *err, const struct image *image, uint64_t at)
{
    elf_fail(err, image, at, "a compressed bundle of code objects; expected no compression");
    hint(err, "compile with --no-offload-compress");
    return WC_BAD_INPUT;
}

static enum wc_status load_range(struct error *err, struct image *image, uint64_t at, uint64_t end)
{
    struct members all = {.arena = &image->arena};
    enum wc_status status = WC_OK;
    while (status == WC_OK && at < end) {
        const uint8_t *here = (const uint8_t *)image->file + at;
        if (starts_with(here, end - at, MAGIC, MAGIC_BYTES))
            status = read_bundle(err, image, &at, &all);
        else if (starts_with(here, end - at, COMPRESSED, sizeof COMPRESSED - 1))
            status = refuse_compressed(err, image, at);
        else
            at++; /* padding */
    }
    if (status == WC_OK)
        status = load_best(err, image, &all);
    text_free(&all.found);
    return status;
}

enum wc_status amd_bundle_load(struct error *err, struct image *image)
{
    return load_range(err, image, 0, image->file_bytes);
}

enum wc_status hip_program_load(struct error *err, struct image *image)
{
    uint64_t at, size;
    enum wc_status status = elf_program_section(err, image, SECTION, "HIP", &at, &size);
    return status == WC_OK ? load_range(err, image, at, at + size) : status;
}
