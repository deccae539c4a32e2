/* SPDX-License-Identifier: Apache-2.0 */
/* image_format.h - the table of file formats: how to recognise and how to read each. */
#ifndef WARPCLOCK_LOAD_IMAGE_FORMAT_H
#define WARPCLOCK_LOAD_IMAGE_FORMAT_H

#include "load/image.h"

struct image_format {
    const char *name; /* with its article, for messages: "a RISC-V ELF file" */
    bool (*recognise)(const uint8_t *bytes, uint64_t size);
    /* Fills an image whose path, file and file_bytes are set. */
    enum wc_status (*load)(struct error *err, struct image *image);
};

/* The format of a file, or NULL if it is not supported. A text has no magic number: its name, in
 * `path`, counts too. */
const struct image_format *image_format_find(const char *path, const uint8_t *bytes,
                                             uint64_t size);

/* Name of an unsupported file's format with an article: "a Mach-O file". */
const char *foreign_file_name(const uint8_t *bytes, uint64_t size);

#endif
