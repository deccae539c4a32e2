/* SPDX-License-Identifier: Apache-2.0 */
/* program.h - what nvcc puts into a program: its fat binary, and host functions that stand for
 * kernels. */
#ifndef WARPCLOCK_TESTS_EXEC_CUDA_PROGRAM_H
#define WARPCLOCK_TESTS_EXEC_CUDA_PROGRAM_H

#include <stdio.h>
#include <stdlib.h>

#include "exec/cuda/cuda_abi.h"

static int failures;

static inline void expect(int holds, const char *what)
{
    if (holds)
        return;
    printf("FAIL: %s\n", what);
    failures++;
}

struct host_kernel {
    const char *host, *name;
};

static inline void *file_bytes(const char *path)
{
    FILE *file = fopen(path, "rb");
    long size;
    if (!file || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) <= 0)
        exit(99);
    rewind(file);
    void *bytes = malloc((size_t)size);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
        exit(99);
    fclose(file);
    return bytes;
}

/* The handle of the fat binary; `wrapper` lasts as long as the program. */
static inline void **register_kernels(const char *path, const struct host_kernel *kernels,
                                      size_t count)
{
    static struct {
        int magic, version;
        const void *data;
        void *rest;
    } wrappers[8];
    static unsigned used;
    wrappers[used].magic = 0x466243b1;
    wrappers[used].version = 1;
    wrappers[used].data = file_bytes(path);
    void **module = __cudaRegisterFatBinary(&wrappers[used++]);
    for (size_t i = 0; i < count; i++)
        __cudaRegisterFunction(module, kernels[i].host, NULL, kernels[i].name, -1, NULL, NULL,
                               NULL, NULL, NULL);
    __cudaRegisterFatBinaryEnd(module);
    return module;
}

#endif
