/* SPDX-License-Identifier: Apache-2.0 */
/* host.h - what turns the OpenCL C of kernels.py into a host program that knows their results.
 *
 * Each work-item is a coroutine, so that the work-items of a group can meet at a barrier. A __local
 * array is a static one: groups run one after the other, and every kernel fills its array first.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define __kernel static
#define __global
#define __local static
#define CLK_LOCAL_MEM_FENCE 0
#define ITEM_STACK_BYTES 65536
#define MAX_WORDS 1024

typedef uint32_t uint;
typedef uint64_t ulong;
typedef void kernel(const uint *in, uint *out, uint n);

struct item {
    ucontext_t context;
    int ended;
    char stack[ITEM_STACK_BYTES];
};

/* The launch that is running: work-item functions have no arguments that lead to it. */
static struct {
    kernel *entry;
    uint in[MAX_WORDS], out[MAX_WORDS];
    uint items, group_size, group, local;
    struct item *item;
    ucontext_t scheduler;
} launch;

static inline uint get_local_id(uint dimension)
{
    (void)dimension;
    return launch.local;
}

static inline uint get_group_id(uint dimension)
{
    (void)dimension;
    return launch.group;
}

static inline uint get_local_size(uint dimension)
{
    (void)dimension;
    return launch.group_size;
}

static inline uint get_global_id(uint dimension)
{
    (void)dimension;
    return launch.group * launch.group_size + launch.local;
}

static inline void barrier(int fence)
{
    (void)fence;
    swapcontext(&launch.item->context, &launch.scheduler);
}

static inline uint as_uint(float value)
{
    uint bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void item_main(void)
{
    launch.entry(launch.in, launch.out, launch.items);
    launch.item->ended = 1;
}

static void start(struct item *item)
{
    item->ended = 0;
    getcontext(&item->context);
    item->context.uc_stack.ss_sp = item->stack;
    item->context.uc_stack.ss_size = ITEM_STACK_BYTES;
    item->context.uc_link = &launch.scheduler;
    makecontext(&item->context, item_main, 0);
}

/* From barrier to barrier; the work-items come to each of them all or none. */
static void run_group(struct item *items)
{
    uint ended;

    for (uint i = 0; i < launch.group_size; i++)
        start(&items[i]);
    do {
        ended = 0;
        for (launch.local = 0; launch.local < launch.group_size; launch.local++) {
            launch.item = &items[launch.local];
            swapcontext(&launch.scheduler, &launch.item->context);
            ended += (uint)launch.item->ended;
        }
    } while (ended == 0);
    if (ended != launch.group_size) {
        fprintf(stderr, "a barrier that not all work-items come to\n");
        exit(1);
    }
}

/* Reads `in` from standard input; writes the outputs of all kernels, one behind the other. */
static int run_kernels(kernel *const *kernels, uint count, uint items, uint group_size)
{
    struct item *stacks = calloc(group_size, sizeof *stacks);

    launch.items = items;
    launch.group_size = group_size;
    if (!stacks || fread(launch.in, 4, MAX_WORDS, stdin) == 0)
        return 1;
    for (uint k = 0; k < count; k++) {
        launch.entry = kernels[k];
        for (launch.group = 0; launch.group < items / group_size; launch.group++)
            run_group(stacks);
        fwrite(launch.out, 4, items, stdout);
    }
    free(stacks);
    return ferror(stdout) != 0;
}
