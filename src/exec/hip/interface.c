/* SPDX-License-Identifier: Apache-2.0 */
/* interface.c - what is different with HIP, and the occupancy of a compute unit. */
#include "exec/cuda/cuda.h"
#include "exec/hip/hip.h"

/* ---- release ---- */

unsigned hip_release(void)
{
    const char *release = process_needs("libamdhip64.so.");
    return release && release[0] == '6' ? 6 : 5;
}

struct cuda_memory_types cuda_memory_types(void)
{
    const struct cuda_memory_types first = {
        .host = 0, .device = 1, .managed = 1, .array = 2, .unified = 3};
    const struct cuda_memory_types since_6 = {
        .host = 1, .device = 2, .managed = 3, .array = 10, .unified = 11};
    return hip_release() >= 6 ? since_6 : first;
}

/* ---- compute units ---- */

static uint32_t block_threads(void)
{
    return (uint32_t)exec_number("group.items", 1024);
}

static uint32_t block_shared(void)
{
    return (uint32_t)exec_number("group.lds", 65536);
}

static uint32_t unit_shared(void)
{
    return (uint32_t)exec_number("cu.lds", 65536);
}

static uint32_t min_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

int hip_occupancy(const struct exec_function *function, int threads, size_t dynamic)
{
    const uint32_t waves = ((uint32_t)threads + HIP_WAVEFRONT - 1) / HIP_WAVEFRONT;
    const size_t shared = function->facts.shared + dynamic;
    const uint32_t vgprs = function->facts.registers;
    uint32_t per_simd = (uint32_t)exec_number("simd.waves", 10);
    uint32_t blocks = (uint32_t)exec_number("cu.groups", 40);
    if (threads <= 0 || (uint32_t)threads > block_threads() || shared > block_shared())
        return 0;
    if (vgprs)
        per_simd = min_of(per_simd, (uint32_t)exec_number("simd.vgprs", 2048) / vgprs);
    blocks = min_of(blocks, per_simd * (uint32_t)exec_number("cu.simds", 4) / waves);
    return (int)(shared ? min_of(blocks, unit_shared() / (uint32_t)shared) : blocks);
}

static int version(void)
{
    return hip_release() >= 6 ? 60032830 : 50221153;
}

const struct exec_interface exec_interface = {
    .machine = "gcn3", .programs = "HIP", .isa = "gcn3",
    .device = "AMD GCN3 (warpclock)", .version = version,
    .wrapper_magic = 0x48495046, .elf_ending = "hsaco", .bundle_ending = "hipfb",
    .block_threads = block_threads, .block_shared = block_shared, .unit_shared = unit_shared,
    .occupancy = hip_occupancy};
