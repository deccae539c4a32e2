/* SPDX-License-Identifier: Apache-2.0 */
/* kernel.c - an image around hand-made code, and its launch. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

void kernel_begin(struct rig *rig, const struct image *like, const struct kernel *kernel)
{
    rig->made.code = calloc(1, KERNEL_BYTES_MAX);
    assert_non_null(rig->made.code);
    rig->made.image = *like;
    rig->kernel = *kernel;
    rig->kernel.name = "kernel";
    rig->kernel.entry = KERNEL_BASE;
}

uint8_t *kernel_extend(struct rig *rig, uint32_t bytes)
{
    uint8_t *end = rig->made.code + rig->made.bytes;
    assert_true(rig->made.bytes + bytes <= KERNEL_BYTES_MAX);
    rig->made.bytes += bytes;
    return end;
}

static void make_image(struct rig *rig)
{
    struct made_kernel *made = &rig->made;
    made->segment = (struct segment){.address = KERNEL_BASE, .size = made->bytes,
                                     .bytes = made->code, .file_bytes = made->bytes,
                                     .readable = true, .executable = true};
    made->symbol = (struct symbol){.name = "kernel", .address = KERNEL_BASE, .size = made->bytes,
                                   .is_function = true, .is_global = true};
    made->image.path = "hand-made";
    made->image.entry = KERNEL_BASE;
    made->image.segments = &made->segment;
    made->image.segment_count = 1;
    made->image.symbols = &made->symbol;
    made->image.symbol_count = 1;
    made->image.kernels = &rig->kernel;
    made->image.kernel_count = 1;
}

static void decode(struct rig *rig)
{
    rig->kernel.bytes = rig->made.bytes;
    make_image(rig);
    rig_decode(rig, &rig->made.image);
    assert_int_equal(rig->program->count, rig->made.count);
    rig->launch.name = rig->kernel.name;
    rig->launch.kernel = &rig->kernel;
}

static enum wc_status admit(struct rig *rig, const uint32_t grid[3], const uint32_t block[3])
{
    if (!rig->program)
        decode(rig);
    memcpy(rig->launch.grid, grid, sizeof rig->launch.grid);
    memcpy(rig->launch.block, block, sizeof rig->launch.block);
    return rig->ops->admit(&rig->err, rig->machine, &rig->launch);
}

enum wc_status rig_admit(struct rig *rig, uint32_t groups, uint32_t items)
{
    return admit(rig, (uint32_t[]){groups, 1, 1}, (uint32_t[]){items, 1, 1});
}

enum wc_status rig_try(struct rig *rig, uint32_t groups, uint32_t items, bool every_cycle)
{
    enum wc_status status = rig_admit(rig, groups, items);
    return status == WC_OK ? rig_clock(rig, RIG_CYCLES_MAX, every_cycle) : status;
}

void rig_run(struct rig *rig, uint32_t groups, uint32_t items)
{
    rig_expect_ok(rig, rig_try(rig, groups, items, false));
}

enum wc_status rig_run_shape(struct rig *rig, const uint32_t grid[3], const uint32_t block[3])
{
    enum wc_status status = admit(rig, grid, block);
    return status == WC_OK ? rig_functional(rig) : status;
}

enum wc_status rig_run_functional(struct rig *rig, uint32_t groups, uint32_t items)
{
    return rig_run_shape(rig, (uint32_t[]){groups, 1, 1}, (uint32_t[]){items, 1, 1});
}
