/* SPDX-License-Identifier: Apache-2.0 */
/* image.c - makes an image from a file's bytes, and answers queries about it. */
#include "load/image.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "load/elf_identity.h"
#include "load/image_format.h"
#include "load/input.h"
#include "load/lines.h"
#include "load/sas.h"


static enum wc_status refuse(struct error *err, const char *path, const uint8_t *bytes,
                             uint64_t size)
{
    const char *expected = "expected a kernel binary: a RISC-V (RV32) ELF file, an NVIDIA cubin, "
                           "an AMDGPU code object, or a Sim-D program (.sas)";
    if (!is_elf(bytes, size))
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "this is %s; %s",
                       foreign_file_name(bytes, size), expected);
    int machine = elf_machine(bytes, size);
    if (machine < 0)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0,
                       "the ELF file is truncated in its header, after %llu bytes",
                       (unsigned long long)size);
    const char *name = elf_machine_name(machine);
    if (name)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "this is an ELF file for %s; %s", name,
                       expected);
    return fail_at(err, WC_BAD_INPUT, path, 0, 0, "this is an ELF file for machine number %d; %s",
                   machine, expected);
}

static enum wc_status load(struct error *err, struct image *image)
{
    const struct image_format *format =
        image_format_find(image->path, image->file, image->file_bytes);
    if (!format)
        return refuse(err, image->path, image->file, image->file_bytes);
    return format->load(err, image);
}

/* Takes over `bytes` in any case. */
static enum wc_status parse_owned(struct error *err, const char *path, uint32_t part, void *bytes,
                                  uint64_t size, uint64_t base, struct image **out)
{
    struct arena arena = {NULL};
    struct image *image = arena_alloc(&arena, sizeof *image);
    image->arena = arena;
    image->path = arena_strdup(&image->arena, path);
    image->file = bytes;
    image->file_bytes = size;
    image->base = base;
    image->part = part;
    errno = 0;
    enum wc_status status = load(err, image);
    if (errno == ENOMEM)
        status = error_out_of_memory(err);
    if (status != WC_OK) {
        image_free(image);
        image = NULL;
    }
    *out = image;
    return status;
}

enum wc_status image_parse(struct error *err, const char *path, const void *bytes, uint64_t size,
                           struct image **out)
{
    return image_parse_at(err, path, bytes, size, 0, out);
}

enum wc_status image_parse_at(struct error *err, const char *path, const void *bytes,
                              uint64_t size, uint64_t base, struct image **out)
{
    void *copy;
    *out = NULL;
    if (size > IMAGE_BYTES_MAX)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0,
                       "%llu bytes; the maximum for a kernel binary is %d",
                       (unsigned long long)size, IMAGE_BYTES_MAX);
    enum wc_status status = allocate_checked(err, "the kernel binary", size, &copy);
    if (status != WC_OK)
        return status;
    if (size)
        memcpy(copy, bytes, size);
    return parse_owned(err, path, 0, copy, size, base, out);
}

static enum wc_status check_kind(struct error *err, const char *path, int fd, uint64_t *size)
{
    struct stat about;
    if (fstat(fd, &about) != 0)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot read: %s", strerror(errno));
    if (!S_ISREG(about.st_mode))
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "this is %s; expected a kernel binary",
                       S_ISDIR(about.st_mode) ? "a directory" : "not a regular file");
    *size = (uint64_t)about.st_size;
    if (*size > IMAGE_BYTES_MAX)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0,
                       "%llu bytes; the maximum for a kernel binary is %d",
                       (unsigned long long)*size, IMAGE_BYTES_MAX);
    return WC_OK;
}

static enum wc_status read_file(struct error *err, const char *path, int fd, void **bytes,
                                uint64_t *size)
{
    enum wc_status status = check_kind(err, path, fd, size);
    if (status == WC_OK)
        status = allocate_checked(err, "the kernel binary", *size, bytes);
    if (status == WC_OK)
        status = input_read_at(err, path, fd, 0, *bytes, *size);
    return status;
}

/* Non-blocking: a named pipe without a writer would block forever. */
static int open_file(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/* FILE, or FILE#N: part N of a program with several binaries. */
static int open_part(const char *path, uint32_t *part)
{
    enum { DIGITS_MAX = 6 };
    const int fd = open_file(path);
    const char *mark = strrchr(path, '#');
    *part = 0;
    if (fd >= 0 || errno != ENOENT || !mark || mark[1] < '1' || mark[1] > '9' ||
        strlen(mark + 1) > DIGITS_MAX || mark[1 + strspn(mark + 1, "0123456789")])
        return fd;
    char *file = strndup(path, (size_t)(mark - path));
    *part = (uint32_t)strtoul(mark + 1, NULL, 10);
    const int opened = file ? open_file(file) : -1;
    free(file);
    return opened;
}

enum wc_status image_open(struct error *err, const char *path, struct image **out)
{
    void *bytes = NULL;
    uint64_t size = 0;
    uint32_t part;
    *out = NULL;
    const int fd = open_part(path, &part);
    if (fd < 0)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot open: %s", strerror(errno));
    enum wc_status status = read_file(err, path, fd, &bytes, &size);
    close(fd);
    if (status != WC_OK) {
        free(bytes);
        return status;
    }
    return parse_owned(err, path, part, bytes, size, 0, out);
}

void image_free(struct image *image)
{
    if (!image)
        return;
    free(image->file);
    struct arena arena = image->arena; /* the image itself is in it */
    arena_free(&arena);
}

struct segment segment_code(const struct segment *segment)
{
    struct segment code = *segment;
    if (!segment->executable)
        code.file_bytes = 0;
    else if (segment->code_bytes) {
        code.address += segment->code_start;
        code.bytes += segment->code_start;
        code.file_offset += segment->code_start;
        code.file_bytes = segment->code_bytes;
    }
    return code;
}

const struct symbol *image_symbol(const struct image *image, const char *name)
{
    const struct symbol *local = NULL;
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        const struct symbol *symbol = &image->symbols[i];
        if (strcmp(symbol->name, name))
            continue;
        if (symbol->is_global)
            return symbol;
        if (!local)
            local = symbol;
    }
    return local;
}

/* The address 0 of its lines: a code object's are those of its file. */
static uint64_t lines_base(const struct image *image)
{
    return strcmp(image->isa, "gcn3") ? 0 : image->base;
}

bool image_source_line(const struct image *image, uint64_t address, struct source_line *out)
{
    if (image->sas)
        return sas_source_line(image, address, out);
    return image->lines && lines_find(image->lines, address - lines_base(image), out);
}

const char *image_lines_problem(const struct image *image)
{
    return image->lines ? lines_problem(image->lines) : NULL;
}
