/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_amdgpu.c - any bytes through the loader for AMDGPU code objects and the decoder, behind what
 * says that they are one: the first bytes of an ELF header are made right, so that the rest is
 * looked at. The version, 2 to 5, is taken from the input. Bundles of code objects, and programs
 * with them, are left as they are. */
#include <elf.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "isa/insn.h"
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
    for (uint32_t i = 0; i < image->function_count && i < 100; i++)
        sum += image_source_line(image, image->functions[i].entry, &line);
    return sum;
}

static void ask(const struct image *image)
{
    struct error err = {0};
    struct text text = {0};
    struct program *program = NULL;
    const struct kernel *kernel;
    volatile uint64_t sum = read_all(image);
    (void)sum;
    image_kernel(&err, image, NULL, &kernel);
    error_clear(&err);
    info_write(image, NULL, WC_TEXT, &text);
    info_write(image, NULL, WC_JSON, &text);
    text_free(&text);
    if (isa_find(image->isa)->decode(&err, image, 0, &program) == WC_OK)
        program_free(program);
    error_clear(&err);
}

/* Neither a bundle nor a program for x86-64. */
static bool is_bare(const uint8_t *data, size_t size)
{
    static const char magic[] = "__CLANG_OFFLOAD";
    const size_t at = offsetof(Elf64_Ehdr, e_machine);
    return size >= sizeof(Elf64_Ehdr) && memcmp(data, magic, sizeof magic - 1) != 0 &&
           (memcmp(data, ELFMAG, SELFMAG) != 0 || data[at] != EM_X86_64);
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
    if (is_bare(data, size)) {
        const uint8_t version = data[EI_ABIVERSION] % 4;
        memcpy(&header, copy, sizeof header);
        memcpy(header.e_ident, "\x7F" "ELF\x02\x01\x01\x40", 8);
        header.e_ident[EI_ABIVERSION] = version;
        header.e_type = ET_DYN;
        header.e_machine = EM_AMDGPU;
        header.e_flags = 0x2A; /* gfx803 */
        header.e_ehsize = sizeof header;
        header.e_phentsize = sizeof(Elf64_Phdr);
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
