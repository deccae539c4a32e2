/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_program.h - random Vortex programs that end, and that no schedule can make end otherwise.
 *
 * A program spawns its own warps. A thread writes only its own words, in global and in local
 * memory and on its stack; what others wrote is read only after a barrier that all warps pass, and
 * is then not written before the next one: memory has two areas that change roles at each such
 * barrier. They are in the output buffer, or in variables of the image. Counters that all threads
 * share are only changed by atomic operations that commute, and never read. Lanes agree wherever
 * the hardware asks one of them: a branch on a value that lanes do not share follows a SPLIT or a
 * PRED. Loops and recursion end: what is loaded is cut to a few bits before it counts. At its end
 * every thread stores all registers that have data.
 *
 * A job launches the program once or several times; memory stays as it is in between. */
#ifndef WARPCLOCK_TESTS_VORTEX_PROGRAM_H
#define WARPCLOCK_TESTS_VORTEX_PROGRAM_H

#include <stddef.h>

#include "vortex_code.h"

/* A loop takes four words at least. */
enum { PROGRAM_INPUT_WORDS = 1024, PROGRAM_LOOPS_MAX = CODE_WORDS_MAX / 4, PROGRAM_FUNCTIONS = 4,
       PROGRAM_SMALL_MAX = 20, PROGRAM_CONSTANTS_MAX = 1024, PROGRAM_VARIABLES_MAX = 16512,
       PROGRAM_SEGMENTS = 5, PROGRAM_LAUNCHES_MAX = 3 };

/* Arguments by mscratch, a word each. */
enum program_argument {
    ARG_INPUT, ARG_OUTPUT, ARG_LOCAL, ARG_SMALL, /* pointers */
    ARG_STACK_TOP, ARG_STACK_BYTES, ARG_BARRIER_SHIFT, /* numbers of the machine */
    ARG_LAUNCH, /* 0, 1, ... */
    PROGRAM_ARGUMENTS
};

/* A loop that ends by data: its header's address, and how often its back edge and its body run at
 * most each time the loop is entered. */
struct program_loop {
    uint32_t address, max, bodies;
};

struct program_shape {
    uint32_t cores, warps, threads; /* of the machine */
};

/* What a machine must have at least. */
struct program_needs {
    uint32_t stack_bytes; /* of a thread */
    uint32_t local_bytes;
    uint32_t barriers;
};

struct program_segment {
    uint32_t address, bytes;
    uint32_t file_bytes; /* the rest is zero */
    const uint32_t *words;
    bool executable, writable;
};

struct vortex_program {
    uint64_t seed;
    uint32_t size; /* of the body, in eights of instructions */
    struct program_shape shape;
    struct program_needs needs;
    uint32_t launches;
    struct code code;
    uint32_t functions[PROGRAM_FUNCTIONS]; /* word at which each starts, rising; the last is the
                                            * entry */
    struct program_loop loops[PROGRAM_LOOPS_MAX];
    uint32_t loop_count;
    uint32_t input[PROGRAM_INPUT_WORDS];
    uint32_t small[PROGRAM_SMALL_MAX], small_count; /* a buffer that ends within a line */
    uint32_t constants[PROGRAM_CONSTANTS_MAX], constant_count;
    uint32_t variables[PROGRAM_VARIABLES_MAX], variable_count;
    struct program_segment segments[PROGRAM_SEGMENTS];
    uint32_t segment_count;
    uint32_t output_bytes;
};

extern const char *const program_function_names[PROGRAM_FUNCTIONS];

/* The shapes that programs are made for. */
const struct program_shape *program_shape(size_t i); /* NULL after the last one */

/* The program of a seed; size 0: the size that the seed chooses. */
void program_generate(struct vortex_program *program, uint64_t seed, uint32_t size);

/* An ELF file of the program: free() it. */
void *program_elf(const struct vortex_program *program, size_t *bytes);

/* What a machine tells the programs about itself. */
struct program_place {
    uint32_t stack_top, stack_bytes, barrier_shift;
};
/* ELF, input, expected output and a job, in a folder that is made: `warpclock run` repeats the
 * program. False: errno says why. */
bool program_keep(const struct vortex_program *program, const char *folder, const void *output,
                  const char *job_lines, const struct program_place *place);

#endif
