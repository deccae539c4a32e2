/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - a launch description becomes constant banks, shared and local memory.
 *
 * Before its first cycle a kernel's parameters stand in constant bank 0 where the file says, after
 * the numbers that compiled code reads there (PAS-23). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "machine/common/grid.h"
#include "machine/common/pack.h"
#include "machine/pascal/model.h"

/* Offsets of bank 0, as compiled code has them. */
enum {
    BANK_SHARED_WINDOW = 0x00, /* low word; the high one is BANK_HIGH further on */
    BANK_LOCAL_WINDOW = 0x04,
    BANK_BLOCK = 0x08,
    BANK_GRID = 0x14,
    BANK_STACK = 0x20,         /* what R1 starts with */
    BANK_DYNAMIC_SHARED = 0xfc,
    BANK_HIGH = 0x100,
    BANK_CLOCK_RETRIES = 0x10c,
    BANK_PARAMETERS = 0x140,   /* where the file does not say */
};

enum { POINTER_BYTES = 8 }; /* of shared memory too */

static uint32_t local_bytes(const struct kernel *kernel)
{
    return (uint32_t)round_up_to(kernel->stack_bytes, LOCAL_ALIGN);
}

struct pascal_footprint pascal_footprint_of(const struct pascal_numbers *n,
                                            const struct launch *launch)
{
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    uint32_t warps = (threads + SASS_LANES - 1) / SASS_LANES;
    uint32_t registers = pascal_round_up(launch->kernel->registers * SASS_LANES, n->register_unit);
    return (struct pascal_footprint){
        .threads = threads, .warps = warps, .registers = registers * warps,
        .shared = pascal_round_up((uint32_t)pack_local_bytes(launch), n->shared_unit)};
}

/* ---- what a launch may ask for ---- */

static enum wc_status check_sizes(struct error *err, const struct pascal_numbers *n,
                                  const struct launch *launch)
{
    static const uint32_t block_max[] = {1024, 1024, 64};
    static const uint32_t grid_max[] = {0x7fffffff, 65535, 65535};
    const uint32_t *block = launch->block, *grid = launch->grid;
    const struct kernel *kernel = launch->kernel;
    for (unsigned i = 0; i < 3; i++) {
        if (block[i] == 0 || block[i] > block_max[i])
            return fail(err, WC_BAD_INPUT, "%s: a block of %u in dimension %c; the most is %u",
                        launch->name, block[i], "xyz"[i], block_max[i]);
        if (grid[i] == 0 || grid[i] > grid_max[i])
            return fail(err, WC_BAD_INPUT,
                        "%s: a grid of %u blocks in dimension %c; the most is %u", launch->name,
                        grid[i], "xyz"[i], grid_max[i]);
    }
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    uint64_t max = n->block_threads < n->threads ? n->block_threads : n->threads;
    if (threads > max)
        return fail(err, WC_BAD_INPUT,
                    "%s: a block of %" PRIu64 " threads; this machine takes %" PRIu64
                    " (block.threads, sm.threads)",
                    launch->name, threads, max);
    if (kernel->max_threads && threads > kernel->max_threads)
        return fail(err, WC_BAD_INPUT,
                    "%s: a block of %" PRIu64 " threads; the kernel is compiled for %u at most",
                    launch->name, threads, kernel->max_threads);
    return WC_OK;
}

static enum wc_status check_resources(struct error *err, const struct pascal_numbers *n,
                                      const struct launch *launch)
{
    const struct kernel *kernel = launch->kernel;
    uint64_t shared = pack_local_bytes(launch);
    if (kernel->registers > n->thread_registers)
        return fail(err, WC_BAD_INPUT, "%s: %u registers a thread; this machine has %u "
                    "(thread.registers)", launch->name, kernel->registers, n->thread_registers);
    if (shared > n->block_shared)
        return fail(err, WC_BAD_INPUT, "%s: a block takes %" PRIu64 " bytes of shared memory; this "
                    "machine has %u for it (block.shared)", launch->name, shared, n->block_shared);
    if (kernel->stack_bytes > n->local_bytes)
        return fail(err, WC_BAD_INPUT, "%s: %u bytes of local memory a thread; this machine has %u "
                    "(thread.local)", launch->name, kernel->stack_bytes, n->local_bytes);
    struct pascal_footprint need = pascal_footprint_of(n, launch);
    if (need.registers > n->registers)
        return fail(err, WC_BAD_INPUT, "%s: a block takes %u registers (%u warps of %u a thread); "
                    "an SM has %u (sm.registers)", launch->name, need.registers, need.warps,
                    kernel->registers, n->registers);
    if (need.warps > n->warps)
        return fail(err, WC_BAD_INPUT, "%s: a block of %u warps; an SM has %u (sm.warps)",
                    launch->name, need.warps, n->warps);
    if (need.shared > n->shared_bytes)
        return fail(err, WC_BAD_INPUT, "%s: a block takes %u bytes of shared memory; an SM has %u "
                    "(sm.shared)", launch->name, need.shared, n->shared_bytes);
    return WC_OK;
}

/* ---- parameters ---- */

static uint32_t parameter_base(const struct launch *launch)
{
    return launch->kernel->parameter_base ? launch->kernel->parameter_base : BANK_PARAMETERS;
}

/* The end of the arguments in bank 0. */
static uint64_t arguments_end(const struct launch *launch)
{
    return parameter_base(launch) + pack_arguments(launch, POINTER_BYTES, NULL);
}

enum wc_status pascal_admit(struct error *err, struct machine *machine,
                            const struct launch *launch)
{
    const struct pascal_numbers *n = &((const struct pascal *)machine)->numbers;
    if (!launch->kernel)
        return fail(err, WC_BAD_INPUT,
                    "a cubin holds kernels: the job must say 'grid' and 'block'");
    if (program_index(launch->program, launch->kernel->entry) < 0)
        return fail_at(err, WC_BAD_INPUT, launch->image->path, 0, 0,
                       "%s begins at 0x%" PRIx64 ", where there is no code", launch->name,
                       launch->kernel->entry);
    enum wc_status status = check_sizes(err, n, launch);
    if (status == WC_OK)
        status = check_resources(err, n, launch);
    if (status == WC_OK && arguments_end(launch) > PASCAL_BANK_BYTES)
        status = fail(err, WC_BAD_INPUT, "%s: the arguments do not fit into constant bank 0",
                      launch->name);
    return status;
}

/* ---- constant banks ---- */

static void put_word(struct pascal *pascal, uint32_t offset, uint32_t word)
{
    memcpy(pascal->bank + offset, &word, sizeof word);
}

static void put_window(struct pascal *pascal, uint32_t offset, uint64_t window)
{
    put_word(pascal, offset, (uint32_t)window);
    put_word(pascal, offset + BANK_HIGH, (uint32_t)(window >> 32));
}

static void put_sizes(struct pascal *pascal)
{
    const struct launch *launch = pascal->launch;
    put_window(pascal, BANK_SHARED_WINDOW, pascal->numbers.shared_window);
    put_window(pascal, BANK_LOCAL_WINDOW, pascal->numbers.local_window);
    for (uint32_t i = 0; i < 3; i++) {
        put_word(pascal, BANK_BLOCK + 4 * i, launch->block[i]);
        put_word(pascal, BANK_GRID + 4 * i, launch->grid[i]);
    }
    put_word(pascal, BANK_STACK, pascal->sass.local_bytes);
    put_word(pascal, BANK_DYNAMIC_SHARED,
             pascal->sass.shared_bytes - launch->kernel->local_bytes);
    put_word(pascal, BANK_CLOCK_RETRIES, 1);
}

/* Variables in constant memory stand in device memory too, where a job may have set them. */
static const uint8_t *bank_bytes(const struct pascal *pascal, const struct constant_bank *bank)
{
    const uint8_t *placed =
        bank->address ? memory_bytes(pascal->memory, bank->address, bank->size) : NULL;
    return placed ? placed : bank->bytes;
}

static void find_banks(struct pascal *pascal)
{
    const struct launch *launch = pascal->launch;
    uint64_t end = arguments_end(launch);
    const struct kernel *kernel = launch->kernel;
    memset(pascal->bank, 0, sizeof pascal->bank);
    memset(pascal->sass.bank, 0, sizeof pascal->sass.bank);
    for (uint32_t i = 0; i < launch->image->bank_count; i++) {
        const struct constant_bank *from = &launch->image->banks[i];
        if (from->bank < SASS_BANKS && (!from->kernel || !strcmp(from->kernel, kernel->name)))
            pascal->sass.bank[from->bank] =
                (struct sass_bank){bank_bytes(pascal, from), from->size};
    }
    struct sass_bank *first = &pascal->sass.bank[0];
    uint32_t size = first->size < PASCAL_BANK_BYTES ? first->size : PASCAL_BANK_BYTES;
    if (size)
        memcpy(pascal->bank, first->bytes, size);
    end = end < parameter_base(launch) ? parameter_base(launch) : end;
    size = end > size ? (uint32_t)end : size;
    *first = (struct sass_bank){pascal->bank, pascal_round_up(size, 4)};
}

/* ---- registers and threads ---- */

/* Every register that any instruction of the file names, so that none is outside of its warp's. */
static uint32_t registers_named(const struct program *program)
{
    uint32_t max = 0;
    for (uint32_t i = 0; i < program->count; i++) {
        const struct insn *insn = &program->insns[i];
        const struct regs *lists[] = {insn->src, insn->dst};
        const unsigned counts[] = {SOURCES_MAX, TARGETS_MAX};
        for (unsigned list = 0; list < 2; list++) {
            for (unsigned k = 0; k < counts[list]; k++) {
                uint32_t end = lists[list][k].first + lists[list][k].count;
                if (lists[list][k].count && lists[list][k].first < SASS_RZ && end > max)
                    max = end;
            }
        }
    }
    return max < SASS_RZ ? max : SASS_RZ;
}

static void place_registers(struct pascal *pascal)
{
    uint32_t named = registers_named(pascal->launch->program);
    uint32_t told = pascal->launch->kernel->registers;
    pascal->rows = sass_rows(named > told ? named : told) + 4;
    pascal->rows = pascal->rows < pascal->row_room ? pascal->rows : pascal->row_room;
    for (uint32_t i = 0; i < pascal->numbers.sms; i++) {
        struct pascal_sm *sm = &pascal->sms[i];
        for (uint32_t slot = 0; slot < pascal->numbers.warps; slot++)
            sm->warps[slot].warp.reg =
                sm->registers + (size_t)slot * pascal->rows * SASS_LANES;
    }
}

static void number_threads(struct pascal *pascal)
{
    const uint32_t *block = pascal->launch->block;
    for (uint32_t i = 0; i < pascal->footprint.warps * SASS_LANES; i++) {
        struct grid_place place = grid_place(block, i);
        for (unsigned k = 0; k < 3; k++)
            pascal->thread[i / SASS_LANES][k][i % SASS_LANES] = place.at[k];
    }
}

static enum wc_status place_local(struct pascal *pascal)
{
    const struct pascal_numbers *n = &pascal->numbers;
    uint64_t warp_bytes = (uint64_t)SASS_LANES * pascal->sass.local_bytes;
    void *bytes = NULL;
    enum wc_status status = WC_OK;
    if (warp_bytes)
        status = allocate_checked(pascal->err, "local memory", warp_bytes * n->warps * n->sms,
                                  &bytes);
    pascal->local = bytes;
    for (uint32_t i = 0; status == WC_OK && i < n->sms; i++) {
        for (uint32_t slot = 0; slot < n->warps; slot++) {
            uint64_t at = ((uint64_t)i * n->warps + slot) * warp_bytes;
            struct sass_state *state = &pascal->sms[i].warps[slot].state;
            state->local = warp_bytes ? pascal->local + at : NULL;
            state->local_address = n->local_base + at;
        }
    }
    return status;
}

enum wc_status pascal_prepare(struct pascal *pascal)
{
    const struct pascal_numbers *n = &pascal->numbers;
    const struct launch *launch = pascal->launch;
    pascal->footprint = pascal_footprint_of(n, launch);
    pascal->entry = (uint32_t)program_index(launch->program, launch->kernel->entry);
    pascal->sass = (struct sass_launch){
        .program = launch->program,
        .grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
        .block = {launch->block[0], launch->block[1], launch->block[2]},
        .shared_window = n->shared_window,
        .local_window = n->local_window,
        .shared_bytes = (uint32_t)pack_local_bytes(launch),
        .local_bytes = local_bytes(launch->kernel),
        .virtual_config = n->warps << 8 | n->sms << 20,
        .cycle = &pascal->cycle,
    };
    find_banks(pascal);
    put_sizes(pascal);
    pack_arguments(launch, POINTER_BYTES, pascal->bank + parameter_base(launch));
    place_registers(pascal);
    number_threads(pascal);
    return place_local(pascal);
}
