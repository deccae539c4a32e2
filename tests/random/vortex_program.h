/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_program.h - random Vortex programs that end, and that no schedule can make end otherwise.
 *
 * A program spawns its own warps. A thread writes only its own words, in global and in local
 * memory; what others wrote is read only behind a barrier that all warps pass, and is then not
 * written before the next one: memory is cut into two areas that change roles at each such barrier.
 * Lanes agree wherever the hardware asks one of them: a branch on a value that lanes do not share
 * stands behind a SPLIT or a PRED. Loops end: what is loaded is cut to a few bits before it counts.
 * At its end every thread stores all registers that carry data.
 *
 * Arguments by mscratch: the input words, the output, and local memory. */
#ifndef WARPCLOCK_TESTS_VORTEX_PROGRAM_H
#define WARPCLOCK_TESTS_VORTEX_PROGRAM_H

#include <stddef.h>

#include "vortex_code.h"

/* A loop takes four words at least. */
enum { PROGRAM_INPUT_WORDS = 1024, PROGRAM_LOOPS_MAX = CODE_WORDS_MAX / 4,
       PROGRAM_FUNCTIONS = 3 };

/* A loop that ends by data: its header's address, and how often its back edge runs at most each
 * time the loop is entered. */
struct program_loop {
    uint32_t address, max;
};

struct program_shape {
    uint32_t cores, warps, threads; /* of the machine */
};

struct vortex_program {
    uint64_t seed;
    uint32_t size; /* of the body, in eights of instructions */
    struct program_shape shape;
    struct code code;
    uint32_t functions[PROGRAM_FUNCTIONS]; /* word at which each starts, rising; the last is the
                                            * entry */
    struct program_loop loops[PROGRAM_LOOPS_MAX];
    uint32_t loop_count;
    uint32_t input[PROGRAM_INPUT_WORDS];
    uint32_t output_bytes, local_bytes;
};

extern const char *const program_function_names[PROGRAM_FUNCTIONS];

/* The shapes that programs are made for. */
const struct program_shape *program_shape(size_t i); /* NULL behind the last one */

/* The program of a seed; size 0: the size that the seed chooses. */
void program_generate(struct vortex_program *program, uint64_t seed, uint32_t size);

/* An ELF file of the program: free() it. */
void *program_elf(const struct vortex_program *program, size_t *bytes);
/* ELF, input, expected output and a job, in a folder that is made: `warpclock run` repeats the
 * program. False: errno says why. */
bool program_keep(const struct vortex_program *program, const char *folder, const void *output,
                  const char *job_lines);

#endif
