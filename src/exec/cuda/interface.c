/* SPDX-License-Identifier: Apache-2.0 */
/* interface.c - what is different with CUDA. */
#include <stdlib.h>

#include "exec/cuda/cuda.h"

static uint32_t block_threads(void)
{
    return (uint32_t)exec_number("block.threads", 1024);
}

static uint32_t block_shared(void)
{
    return (uint32_t)exec_number("block.shared", 49152);
}

static uint32_t unit_shared(void)
{
    return (uint32_t)exec_number("sm.shared", 65536);
}

unsigned cuda_release(void)
{
    const char *needed = process_needs("libcudart.so.");
    const unsigned inside = cuda_release_inside();
    const unsigned release = needed ? (unsigned)atoi(needed) : inside;
    return release >= 10 && release <= 12 ? release : 11;
}

static int version(void)
{
    return 11080;
}

/* Managed memory is the device's. */
struct cuda_memory_types cuda_memory_types(void)
{
    return (struct cuda_memory_types){.host = CU_MEMORYTYPE_HOST, .device = CU_MEMORYTYPE_DEVICE,
                                      .managed = CU_MEMORYTYPE_DEVICE,
                                      .array = CU_MEMORYTYPE_ARRAY,
                                      .unified = CU_MEMORYTYPE_UNIFIED};
}

const struct exec_interface exec_interface = {
    .machine = "jetson-tx2", .programs = "CUDA", .isa = "sass",
    .device = "NVIDIA Tegra X2 (warpclock)", .version = version,
    .wrapper_magic = 0x466243b1, .elf_ending = "cubin", .bundle_ending = "fatbin",
    .has_fault_codes = true, .block_threads = block_threads, .block_shared = block_shared,
    .unit_shared = unit_shared, .occupancy = cuda_occupancy};
