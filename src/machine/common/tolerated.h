/* SPDX-License-Identifier: Apache-2.0 */
/* tolerated.h - accesses outside all allocations that did not stop a run, for its report. */
#ifndef WARPCLOCK_MACHINE_COMMON_TOLERATED_H
#define WARPCLOCK_MACHINE_COMMON_TOLERATED_H

#include <stdint.h>

struct arena;
struct fault;
struct warp;

/* The first such access of an instruction. */
struct tolerated_access {
    const char *kernel;
    const char *text;    /* what happened, where, and the nearest buffer */
    const char *nearest; /* "buffer a", or NULL */
    const char *file;    /* of the source line, or NULL */
    uint32_t line, lane;
    uint64_t pc, address;
    uint8_t bytes;
    uint64_t count; /* accesses by this instruction, a lane's each one */
};

enum { TOLERATED_LISTED_MAX = 8 };

struct tolerated {
    struct arena *arena; /* for texts */
    uint64_t count;      /* of all instructions */
    struct tolerated_access list[TOLERATED_LISTED_MAX]; /* of the first ones */
    uint32_t listed;
};

/* Notes an access of the warp's current instruction; `run` is the struct run_state. */
void tolerated_note(void *run, struct warp *warp, const struct fault *fault);

#endif
