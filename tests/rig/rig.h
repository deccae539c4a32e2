/* SPDX-License-Identifier: Apache-2.0 */
/* rig.h - any machine, ready to run a small program with and without a clock.
 *
 * rig.c      the machine, its memory, and runs that are recorded and checked
 * events.h   looking through what a run did
 * program.h  programs in ELF files
 * kernel.h   kernels that a test writes instruction by instruction, and their shapes; the
 *            instructions are in sass.h and gcn3.h */
#ifndef WARPCLOCK_TESTS_RIG_RIG_H
#define WARPCLOCK_TESTS_RIG_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/common/invariants.h"
#include "machine/common/observer.h"
#include "machine/machine.h"

#include <cmocka.h>

enum { RIG_OUT_BYTES = 65536, RIG_ARGUMENTS = 2, RIG_CYCLES_MAX = 1000000 };

struct recorder {
    struct observer observer; /* first */
    struct event *events;
    size_t count, room;
};

/* A kernel that a test writes: its image points into here. */
struct made_kernel {
    uint8_t *code;
    uint32_t bytes, count; /* of code; instructions, filling included */
    uint32_t added;        /* instructions by the test */
    struct image image;
    struct segment segment;
    struct symbol symbol;
};

struct rig {
    struct error err;
    struct parameters parameters;
    const struct machine_ops *ops;
    struct machine *machine;
    struct memory memory;
    struct argument arguments[RIG_ARGUMENTS]; /* the buffer `out`, and a number */
    uint64_t out;
    uint32_t *out_words;
    struct image *loaded;       /* from a file; NULL: the kernel is made by hand */
    struct made_kernel made;
    struct kernel kernel;       /* of hand-made code; tests may change it before the first run */
    struct amdgpu_kernel own;   /* ... where kernel.amdgpu points to on GCN3 */
    struct program *program;
    struct launch launch;
    struct outcome outcome;     /* of the last run */
    struct recorder recorder;   /* of the last clocked run */
    struct invariants *invariants;
};

/* A machine by the name of its file; settings are "key=value", separated by blanks. */
struct rig *rig_new(const char *machine, const char *settings);
void rig_free(struct rig *rig);

/* Segments of an image go to memory ... */
void rig_load(struct rig *rig, const struct image *image);
/* ... and its code becomes the program to launch. */
void rig_decode(struct rig *rig, const struct image *image);

/* Runs the launch with a clock. All events are recorded and checked against the invariants. */
enum wc_status rig_clock(struct rig *rig, uint64_t max_cycles, bool every_cycle);
/* ... and without one. */
enum wc_status rig_functional(struct rig *rig);

void rig_expect_ok(const struct rig *rig, enum wc_status status);
/* The last error's message has these words. */
void rig_expect_words(const struct rig *rig, const char *words);

#endif
