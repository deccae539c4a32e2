/* SPDX-License-Identifier: Apache-2.0 */
/* encoder.h - a tree becomes a binary of an instruction set.
 *
 * To add an instruction set: write encode_NAME.c with its struct encoder, and list it in
 * encoders.c. */
#ifndef WARPCLOCK_CAMPAIGN_ENCODER_H
#define WARPCLOCK_CAMPAIGN_ENCODER_H

#include <stddef.h>

#include "campaign/tree.h"

/* What a program for Vortex knows of its machine: it starts its own warps. */
struct shape {
    uint32_t cores, warps, threads;
};

enum { BOUNDS_MAX = 128, CALLS_MAX = 128 };

/* A file, and what a job has to say about it. */
struct binary {
    struct text bytes;
    struct loop_bound {
        uint64_t address;
        uint32_t most;
    } loops[BOUNDS_MAX]; /* that depend on data */
    uint32_t loop_count;
    const char *wrong;   /* why there is no file; NULL: there is one */
};
void binary_loop(struct binary *binary, uint64_t address, uint32_t most);
void binary_free(struct binary *binary);

/* Functions are behind the kernel: calls are noted, and get their targets when all is written. */
struct functions {
    uint32_t first[FUNCTIONS_MAX]; /* word; 0: nobody calls it */
    struct call {
        uint32_t at, function;
    } calls[CALLS_MAX];
    uint32_t count;
};
/* False: there are too many calls. */
bool functions_note(struct functions *functions, uint32_t at, uint32_t function);
/* The words from the i-th one on, up to the next one or `end`; 0: there is no such function. */
uint32_t functions_length(const struct functions *functions, uint32_t i, uint32_t end);
/* Words before the first function: those of the kernel. */
uint32_t functions_begin(const struct functions *functions, uint32_t end);

struct encoder {
    const char *name;     /* "vortex"; --isa takes it, too */
    const char *isa;      /* as machines name it */
    const char *model;    /* of the machines it is for; NULL: all that run the instruction set */
    const char *version;  /* their isa.version; NULL: whatever it is */
    const char *file;     /* name of the binary */
    unsigned features;    /* that it can encode */
    bool has_shape;       /* struct shape is used: the job has no grid */
    bool (*encode)(const struct tree *tree, const struct shape *shape, struct binary *binary);
};

extern const struct encoder *const encoders[]; /* NULL-terminated */
extern const struct encoder encoder_rv32, encoder_vortex, encoder_gcn3, encoder_gcn5,
    encoder_sim_d, encoder_sass;

#endif
