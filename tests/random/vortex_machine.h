/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_machine.h - Vortex machines with random numbers: every parameter of the machine file, over
 * its range there. */
#ifndef WARPCLOCK_TESTS_VORTEX_MACHINE_H
#define WARPCLOCK_TESTS_VORTEX_MACHINE_H

#include "base/text.h"
#include "load/parameters.h"
#include "vortex_program.h"

/* What a program needs of its machine. */
struct machine_needs {
    const struct program_shape *shape; /* NULL: any */
    struct program_needs program;
    bool compiled; /* its start-up code knows the size of the stacks */
};

/* Settings "key=value", separated by blanks. The numbers may not fit each other: a machine that is
 * refused is drawn again. */
void machine_draw(struct dice *dice, const struct parameters *parameters,
                  const struct machine_needs *needs, struct text *settings);

/* Does a refusal of the model say that its numbers do not fit each other, or not the job? */
bool machine_is_misfit(const char *message);

#endif
