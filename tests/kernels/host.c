/* SPDX-License-Identifier: Apache-2.0 */
/* host.c - runs OpenCL kernels, compiled for this host, one work-group after the other.
 *
 * Each work-item of a group is a coroutine; a barrier passes control on until all of them stand
 * there. That proves the kernels' sources apart from any simulator. The work-item functions carry
 * the names that OpenCL C gives them. x86-64 only: a kernel is called through one type for all,
 * which works because the System V convention counts integer and float registers apart.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

#define ITEM_STACK_BYTES 65536

typedef uint64_t u;
typedef void kernel(u, u, u, u, u, u, float, float, float, float, float, float, float, float, u, u,
                    u, u, u, u, u, u, u, u);

struct item {
    ucontext_t context;
    uint32_t local_id[3];
    bool ended;
    char *stack;
};

/* The launch that is running: the callbacks of a kernel have no other way to it. */
static struct {
    kernel *entry;
    const u *integers;
    const float *floats;
    const uint32_t *grid, *block;
    uint32_t group[3];
    struct item *item; /* the one that runs */
    ucontext_t scheduler;
} launch;

size_t get_global_id(unsigned d) __asm__("_Z13get_global_idj");
size_t get_local_id(unsigned d) __asm__("_Z12get_local_idj");
size_t get_group_id(unsigned d) __asm__("_Z12get_group_idj");
size_t get_local_size(unsigned d) __asm__("_Z14get_local_sizej");
size_t get_num_groups(unsigned d) __asm__("_Z14get_num_groupsj");
size_t get_global_size(unsigned d) __asm__("_Z15get_global_sizej");
size_t get_global_offset(unsigned d) __asm__("_Z17get_global_offsetj");
unsigned get_work_dim(void) __asm__("_Z12get_work_dimv");
void barrier(unsigned flags) __asm__("_Z7barrierj");
int run_launch(kernel *entry, const uint32_t *grid, const uint32_t *block, const u *integers,
               const float *floats);

size_t get_local_id(unsigned d)
{
    return launch.item->local_id[d];
}

size_t get_group_id(unsigned d)
{
    return launch.group[d];
}

size_t get_local_size(unsigned d)
{
    return launch.block[d];
}

size_t get_num_groups(unsigned d)
{
    return launch.grid[d];
}

size_t get_global_size(unsigned d)
{
    return (size_t)launch.grid[d] * launch.block[d];
}

size_t get_global_id(unsigned d)
{
    return (size_t)launch.group[d] * launch.block[d] + launch.item->local_id[d];
}

size_t get_global_offset(unsigned d)
{
    (void)d;
    return 0;
}

/* As in the run time: trailing dimensions of size 1 do not count. */
unsigned get_work_dim(void)
{
    return get_global_size(2) > 1 ? 3 : get_global_size(1) > 1 ? 2 : 1;
}

void barrier(unsigned flags)
{
    (void)flags;
    swapcontext(&launch.item->context, &launch.scheduler);
}

static void item_main(void)
{
    const u *i = launch.integers;
    const float *f = launch.floats;

    launch.entry(i[0], i[1], i[2], i[3], i[4], i[5], f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7],
                 i[6], i[7], i[8], i[9], i[10], i[11], i[12], i[13], i[14], i[15]);
    launch.item->ended = true;
}

static void prepare(struct item *item, uint32_t linear)
{
    item->local_id[0] = linear % launch.block[0];
    item->local_id[1] = linear / launch.block[0] % launch.block[1];
    item->local_id[2] = linear / launch.block[0] / launch.block[1];
    item->ended = false;
    getcontext(&item->context);
    item->context.uc_stack.ss_sp = item->stack;
    item->context.uc_stack.ss_size = ITEM_STACK_BYTES;
    item->context.uc_link = &launch.scheduler;
    makecontext(&item->context, item_main, 0);
}

/* Rounds from barrier to barrier. False when some items ended and others wait. */
static bool run_group(struct item *items, uint32_t count)
{
    uint32_t ended;

    for (uint32_t i = 0; i < count; i++)
        prepare(&items[i], i);
    do {
        ended = 0;
        for (uint32_t i = 0; i < count; i++) {
            launch.item = &items[i];
            swapcontext(&launch.scheduler, &items[i].context);
            ended += items[i].ended;
        }
    } while (ended == 0);
    return ended == count;
}

static bool run_groups(struct item *items, uint32_t count)
{
    const uint32_t *grid = launch.grid;

    for (launch.group[2] = 0; launch.group[2] < grid[2]; launch.group[2]++)
        for (launch.group[1] = 0; launch.group[1] < grid[1]; launch.group[1]++)
            for (launch.group[0] = 0; launch.group[0] < grid[0]; launch.group[0]++)
                if (!run_group(items, count))
                    return false;
    return true;
}

/* 0: done; 1: out of memory; 2: not all items of a group came to a barrier */
int run_launch(kernel *entry, const uint32_t *grid, const uint32_t *block, const u *integers,
               const float *floats)
{
    uint32_t count = block[0] * block[1] * block[2];
    struct item *items = calloc(count, sizeof *items);
    char *stacks = malloc((size_t)count * ITEM_STACK_BYTES);
    int status = 1;

    launch.entry = entry;
    launch.grid = grid;
    launch.block = block;
    launch.integers = integers;
    launch.floats = floats;
    if (items && stacks) {
        for (uint32_t i = 0; i < count; i++)
            items[i].stack = stacks + (size_t)i * ITEM_STACK_BYTES;
        status = run_groups(items, count) ? 0 : 2;
    }
    free(items);
    free(stacks);
    return status;
}
