/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_elf.c - any bytes through the kernel-binary loader, and through `info` when they load. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "load/image.h"
#include "report/info.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask(const struct image *image)
{
    struct error err = {0};
    const struct kernel *kernel;
    struct source_line line;
    struct text text = {0};
    image_kernel(&err, image, NULL, &kernel);
    image_symbol(image, "__warpclock_launch");
    info_write(image, NULL, WC_TEXT, &text);
    info_write(image, NULL, WC_JSON, &text);
    text_free(&text);
    for (uint32_t i = 0; i < image->symbol_count && i < 100; i++)
        image_source_line(image, image->symbols[i].address, &line);
    error_clear(&err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct image *image;
    if (image_parse(&err, "fuzz", data, size, &image) == WC_OK)
        ask(image);
    else if (!err.message || image)
        abort();
    image_free(image);
    error_clear(&err);
    return 0;
}
