/* SPDX-License-Identifier: Apache-2.0 */
/* launch.h - one launch of a job with everything resolved, independent of the machine. */
#ifndef WARPCLOCK_ABI_LAUNCH_H
#define WARPCLOCK_ABI_LAUNCH_H

#include "isa/insn.h"
#include "load/image.h"
#include "warpclock.h"

enum argument_kind { ARGUMENT_VALUE, ARGUMENT_BUFFER, ARGUMENT_LOCAL, ARGUMENT_BYTES };

struct argument {
    enum argument_kind kind;
    enum wc_type type; /* of a value, or of a buffer's elements */
    uint8_t element_bytes; /* of a buffer; 0: unknown */
    uint64_t line, lines;  /* of a buffer: elements of its last extent, and how often it has them */
    uint64_t bits;     /* the value, or the buffer's address */
    uint64_t bytes;    /* of local memory, or of a structure */
    const void *data;  /* of a structure passed by value */
};

struct launch {
    const char *name;             /* of the kernel, for messages */
    const struct image *image;
    const struct program *program;
    const struct kernel *kernel;  /* NULL: the program spawns its own warps */
    uint32_t grid[3], block[3];   /* with a kernel */
    uint32_t offset[3];           /* of global ids, in work-items; AMDGPU kernels only */
    uint32_t ndrange[2];          /* work-items in all; may end inside a group (Sim-D) */
    uint64_t shared;              /* bytes of dynamic local memory */
    uint32_t stack;               /* bytes of stack per thread that the job gives; 0: default */
    bool cooperative;             /* all blocks are resident at once and can wait for each other */
    const struct argument *args;
    size_t arg_count;
    const struct wc_texture *textures; /* the handle of the first one is 1 */
    uint32_t texture_count;
};

#endif
