/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_cubin.c - any bytes through the loader for cubins and fat binaries, behind what says that
 * they are one: the first bytes of an ELF header are made right, so that the rest is looked at. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "load/image.h"
#include "report/info.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* All that the image points to can be read. */
static uint64_t read_all(const struct image *image)
{
    struct source_line line;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < image->segment_count; i++) {
        for (uint64_t at = 0; at < image->segments[i].file_bytes; at++)
            sum += image->segments[i].bytes[at];
    }
    for (uint32_t i = 0; i < image->bank_count; i++) {
        for (uint32_t at = 0; at < image->banks[i].size; at++)
            sum += image->banks[i].bytes[at];
    }
    for (uint32_t i = 0; i < image->indirect_branch_count; i++) {
        for (uint32_t at = 0; at < image->indirect_branches[i].count; at++)
            sum += image->indirect_branches[i].targets[at];
    }
    for (uint32_t i = 0; i < image->function_count && i < 100; i++)
        sum += image_source_line(image, image->functions[i].entry, &line);
    return sum;
}

static void ask(const struct image *image)
{
    struct error err = {0};
    struct text text = {0};
    const struct kernel *kernel;
    volatile uint64_t sum = read_all(image);
    (void)sum;
    image_kernel(&err, image, NULL, &kernel);
    info_write(image, NULL, WC_TEXT, &text);
    info_write(image, NULL, WC_JSON, &text);
    text_free(&text);
    error_clear(&err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct image *image;
    Elf64_Ehdr header;
    uint8_t *copy = malloc(size + 1);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    if (size >= sizeof header && copy[0] != 0x50) { /* 0x50: a fat binary's first byte */
        memcpy(&header, copy, sizeof header);
        memcpy(header.e_ident, "\x7F" "ELF\x02\x01\x01\x33\x07", 9);
        header.e_type = ET_EXEC;
        header.e_machine = EM_CUDA;
        header.e_flags = 0x3D053D; /* sm_61 */
        header.e_ehsize = sizeof header;
        header.e_shentsize = sizeof(Elf64_Shdr);
        memcpy(copy, &header, sizeof header);
    }
    if (image_parse(&err, "fuzz", copy, size, &image) == WC_OK)
        ask(image);
    else if (!err.message || image)
        abort();
    image_free(image);
    error_clear(&err);
    free(copy);
    return 0;
}
