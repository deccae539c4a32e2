/* SPDX-License-Identifier: Apache-2.0 */
/* textures.h - CUDA arrays, and textures and surfaces of them. */
#ifndef WARPCLOCK_EXEC_CUDA_TEXTURES_H
#define WARPCLOCK_EXEC_CUDA_TEXTURES_H

#include "exec/cuda/cuda.h"

struct cudaArray {
    struct cudaArray *next;
    void *memory;
    size_t pitch, width, height; /* bytes; texels */
    struct cudaChannelFormatDesc format;
};

/* Like the device, the list has no other place: the API has no handle for it. */
extern struct cuda_arrays {
    struct cudaArray *first;
} cuda_arrays;

bool cuda_array_is_known(const struct cudaArray *array);
/* Channels and texels of a format; false: no texture has it. */
bool cuda_texture_format(const struct cudaChannelFormatDesc *format, struct wc_texture *out);

#endif
