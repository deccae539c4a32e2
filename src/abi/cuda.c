/* SPDX-License-Identifier: Apache-2.0 */
/* cuda.c - constant banks of a launch.
 *
 * Before the first cycle the kernel's parameters are in constant bank 0 at the offset in the file,
 * after the numbers that compiled code reads there (PAS-23). */
#include "abi/cuda.h"

#include <string.h>

#include "abi/pack.h"

/* Offsets of bank 0, as compiled code uses them. */
enum {
    BANK_SHARED_WINDOW = 0x00, /* low word; the high one follows at BANK_HIGH */
    BANK_LOCAL_WINDOW = 0x04,
    BANK_BLOCK = 0x08,
    BANK_GRID = 0x14,
    BANK_STACK = 0x20,         /* initial value of R1 */
    BANK_WORKSPACE_HIGH = 0x34, /* %envreg1 and %envreg2: the workspace of a cooperative launch */
    BANK_WORKSPACE_LOW = 0x38,
    BANK_DYNAMIC_SHARED = 0xfc,
    BANK_HIGH = 0x100,
    BANK_CLOCK_RETRIES = 0x10c,
    BANK_PARAMETERS = 0x140,   /* default, if the file has none */
};

enum { POINTER_BYTES = 8 }; /* also of shared memory */

uint32_t cuda_local_bytes(const struct launch *launch)
{
    const struct kernel *kernel = launch->kernel;
    const uint32_t limit = launch->stack          ? launch->stack
                           : kernel->stack_unknown ? CUDA_STACK_BYTES : 0;
    return (uint32_t)round_up_to(limit > kernel->stack_bytes ? limit : kernel->stack_bytes,
                                 LOCAL_ALIGN);
}

static uint32_t parameter_base(const struct launch *launch)
{
    return launch->kernel->parameter_base ? launch->kernel->parameter_base : BANK_PARAMETERS;
}

/* The end of the arguments in bank 0. */
static uint64_t arguments_end(const struct launch *launch)
{
    return parameter_base(launch) + pack_arguments(launch, POINTER_BYTES, NULL);
}

enum wc_status cuda_check_arguments(struct error *err, const struct launch *launch)
{
    if (arguments_end(launch) > CUDA_BANK_BYTES)
        return fail(err, WC_BAD_INPUT, "%s: the arguments do not fit into constant bank 0",
                    launch->name);
    return WC_OK;
}

/* Variables in constant memory are also in device memory, where a job may have set them. */
static const uint8_t *bank_bytes(const struct memory *memory, const struct constant_bank *bank)
{
    const uint8_t *placed = bank->address ? memory_bytes(memory, bank->address, bank->size) : NULL;
    return placed ? placed : bank->bytes;
}

static void find_banks(struct sass_launch *sass, uint8_t *bank, const struct memory *memory,
                       const struct launch *launch)
{
    uint64_t end = arguments_end(launch);
    const struct kernel *kernel = launch->kernel;
    memset(bank, 0, CUDA_BANK_BYTES);
    memset(sass->bank, 0, sizeof sass->bank);
    for (uint32_t i = 0; i < launch->image->bank_count; i++) {
        const struct constant_bank *from = &launch->image->banks[i];
        if (from->bank < SASS_BANKS && (!from->kernel || !strcmp(from->kernel, kernel->name)))
            sass->bank[from->bank] = (struct sass_bank){bank_bytes(memory, from), from->size};
    }
    struct sass_bank *first = &sass->bank[0];
    uint32_t size = first->size < CUDA_BANK_BYTES ? first->size : CUDA_BANK_BYTES;
    if (size)
        memcpy(bank, first->bytes, size);
    end = end < parameter_base(launch) ? parameter_base(launch) : end;
    size = end > size ? (uint32_t)end : size;
    *first = (struct sass_bank){bank, (uint32_t)round_up_to(size, 4)};
}

static void put_word(uint8_t *bank, uint32_t offset, uint32_t word)
{
    memcpy(bank + offset, &word, sizeof word);
}

static void put_window(uint8_t *bank, uint32_t offset, uint64_t window)
{
    put_word(bank, offset, (uint32_t)window);
    put_word(bank, offset + BANK_HIGH, (uint32_t)(window >> 32));
}

static void put_sizes(const struct sass_launch *sass, uint8_t *bank, const struct launch *launch)
{
    put_window(bank, BANK_SHARED_WINDOW, sass->shared_window);
    put_window(bank, BANK_LOCAL_WINDOW, sass->local_window);
    for (uint32_t i = 0; i < 3; i++) {
        put_word(bank, BANK_BLOCK + 4 * i, launch->block[i]);
        put_word(bank, BANK_GRID + 4 * i, launch->grid[i]);
    }
    put_word(bank, BANK_STACK, sass->local_bytes);
    put_word(bank, BANK_DYNAMIC_SHARED, sass->shared_bytes - launch->kernel->local_bytes);
    put_word(bank, BANK_CLOCK_RETRIES, 1);
    put_word(bank, BANK_WORKSPACE_LOW, (uint32_t)sass->workspace);
    put_word(bank, BANK_WORKSPACE_HIGH, (uint32_t)(sass->workspace >> 32));
}

/* The texture with that name; 0: it is not bound, and instructions that use it fault. */
static uint32_t handle_of(const struct launch *launch, const char *name)
{
    for (uint32_t i = 0; i < launch->texture_count; i++) {
        if (launch->textures[i].name && !strcmp(launch->textures[i].name, name))
            return i + 1;
    }
    return 0;
}

static void put_references(uint8_t *bank, const struct launch *launch)
{
    for (uint32_t i = 0; i < launch->image->texture_reference_count; i++) {
        const struct texture_reference *r = &launch->image->texture_references[i];
        if (!strcmp(r->kernel, launch->kernel->name) && r->offset <= CUDA_BANK_BYTES - 4)
            put_word(bank, r->offset, handle_of(launch, r->name));
    }
}

enum wc_status cuda_place_workspace(struct error *err, struct memory *memory, uint64_t address)
{
    struct allocation *placed;
    const uint32_t size = CUDA_WORKSPACE_BYTES;
    enum wc_status status =
        memory_place(err, memory, ALLOCATION_DATA, "the workspace of the cooperative launch",
                     address, size, true, &placed);
    if (status == WC_OK)
        memcpy(placed->bytes, &size, sizeof size);
    return status;
}

void cuda_fill_banks(struct sass_launch *sass, uint8_t bank[CUDA_BANK_BYTES],
                     const struct memory *memory, const struct launch *launch)
{
    find_banks(sass, bank, memory, launch);
    put_sizes(sass, bank, launch);
    pack_arguments(launch, POINTER_BYTES, bank + parameter_base(launch));
    put_references(bank, launch);
}
