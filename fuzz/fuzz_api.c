/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_api.c - a string of bytes as a sequence of calls of the C interface, in any order, with
 * arguments of the right types: NULL, enumerators that do not exist and sizes that run out of the
 * caller's memory included. Every function of warpclock.h is among them. */
#include <string.h>
#include <sys/mman.h>

#include "api_player.h"
#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GUARD_BYTES = 1 << 16, CALLS_MAX = 64 };

/* ---- files and memory that the calls find ---- */

/* Kernels of the suite are part of the program, so that it needs no files. */
#define EMBED(name, file)                                                       \
    __asm__(".section .rodata\n.global " #name "\n" #name ":\n.incbin \"" KERNELS \
            "/" file "\"\n" #name "_end:\n.byte 0\n.global " #name "_end\n.previous\n"); \
    extern const char name[], name##_end[]
EMBED(vortex_saxpy, "saxpy/vortex.elf");
EMBED(pascal_saxpy, "saxpy/pascal.cubin");
EMBED(gcn3_saxpy, "saxpy/gcn3.hsaco");

#define JOB(kernel, more)                                                                       \
    "kernel: " kernel "\n" more                                                                 \
    "buffers: {x: {type: f32, shape: [20], fill: 1}, y: {type: f32, shape: [20], fill: iota}}\n" \
    "entry: saxpy\ngrid: [2, 1, 1]\nblock: [10, 1, 1]\nargs: [x, y, {f32: 0.5}, {i32: 20}]\n"

static void write_text(const char *name, const char *text)
{
    folder_write(name, text, strlen(text));
}

/* Calls may have replaced some of them. */
static void write_files(void)
{
    folder_write("vortex.elf", vortex_saxpy, (size_t)(vortex_saxpy_end - vortex_saxpy));
    folder_write("pascal.cubin", pascal_saxpy, (size_t)(pascal_saxpy_end - pascal_saxpy));
    folder_write("gcn3.hsaco", gcn3_saxpy, (size_t)(gcn3_saxpy_end - gcn3_saxpy));
    write_text("vortex.yaml", JOB("vortex.elf", "set: {warps: 2, threads: 8}\n"));
    write_text("pascal.yaml", JOB("pascal.cubin", ""));
    write_text("gcn3.yaml", JOB("gcn3.hsaco", ""));
    write_text("log.steps", "0:g0,0,0:w0\t0x10\t0xf\tnop\tx1:0-3=00000001\n");
}

/* A kernel that leaves the memory is found by the pages around it, if the library misses it. */
static uint8_t *caller_memory(void)
{
    static uint8_t *memory;
    const size_t bytes = GUARD_BYTES + MEMORY_BYTES + GUARD_BYTES;
    if (memory)
        return memory;
    uint8_t *all = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all + GUARD_BYTES, MEMORY_BYTES, PROT_READ | PROT_WRITE))
        finding("no memory of the caller");
    memory = all + GUARD_BYTES;
    return memory;
}

/* ---- playing ---- */

static void play(struct player *player)
{
    static const struct calls *const kinds[] = {&job_calls, &run_calls, &binary_calls,
                                                &context_calls, &device_calls};
    uint8_t kind = next_byte(player), number = next_byte(player);
    const struct calls *calls = kinds[kind % 5];
    calls->list[number % calls->count](player);
}

static void free_all(struct player *player)
{
    wc_device_free(player->device);
    for (unsigned i = 0; i < SLOTS; i++) {
        wc_output_free(player->output[i]);
        wc_comparison_free(player->comparison[i]);
        wc_result_free(player->result[i]);
        wc_splitting_free(player->splitting[i]);
        wc_binary_free(player->binary[i]);
        wc_job_free(player->job[i]);
    }
    wc_context_free(player->context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct player player = {.at = data, .end = data + size, .memory = caller_memory(),
                            .context = wc_context_new(), .cubin = pascal_saxpy,
                            .cubin_bytes = (size_t)(pascal_saxpy_end - pascal_saxpy)};
    if (!player.context)
        return 0;
    memset(player.memory, 0, MEMORY_BYTES);
    write_files();
    wc_context_add_machine_folder(player.context, machines_folder());
    for (int i = 0; i < CALLS_MAX && player.at < player.end; i++)
        play(&player);
    free_all(&player);
    return 0;
}
