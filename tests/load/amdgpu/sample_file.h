/* SPDX-License-Identifier: Apache-2.0 */
/* sample_file.h - tests/load/amdgpu/sample-v*.hsaco in memory, to be changed and loaded. */
#ifndef WARPCLOCK_TESTS_AMDGPU_SAMPLE_FILE_H
#define WARPCLOCK_TESTS_AMDGPU_SAMPLE_FILE_H

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load/image.h"

struct file {
    uint8_t bytes[1 << 16];
    size_t size;
};

/* Of a code object version. Tests run in the source tree's root. */
static inline void file_read_sample(struct file *file, uint32_t version)
{
    char path[64];
    snprintf(path, sizeof path, "tests/load/amdgpu/sample-v%u.hsaco", version);
    FILE *stream = fopen(path, "rb");
    if (!stream)
        abort();
    file->size = fread(file->bytes, 1, sizeof file->bytes, stream);
    fclose(stream);
}

/* A copy of just its size: a read beyond it is one that sanitizers see. */
static inline enum wc_status file_load(struct error *err, const struct file *file,
                                       struct image **image)
{
    uint8_t *exact = malloc(file->size ? file->size : 1);
    if (!exact)
        abort();
    memcpy(exact, file->bytes, file->size);
    enum wc_status status = image_parse(err, "sample.hsaco", exact, file->size, image);
    free(exact);
    return status;
}

static inline Elf64_Shdr *file_section(struct file *file, const char *name)
{
    Elf64_Ehdr *header = (Elf64_Ehdr *)(void *)file->bytes;
    Elf64_Shdr *sections = (Elf64_Shdr *)(void *)(file->bytes + header->e_shoff);
    const char *names = (const char *)file->bytes + sections[header->e_shstrndx].sh_offset;
    for (int i = 0; i < header->e_shnum; i++) {
        if (!strcmp(names + sections[i].sh_name, name))
            return &sections[i];
    }
    abort();
}

/* The first place in the file where these bytes stand. */
static inline uint8_t *file_find(struct file *file, const void *bytes, size_t size)
{
    uint8_t *found = memmem(file->bytes, file->size, bytes, size);
    if (!found)
        abort();
    return found;
}

#endif
