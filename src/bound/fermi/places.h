/* SPDX-License-Identifier: Apache-2.0 */
/* places.h - what the walk must know of a program: its loops, and after which branches the machine
 * brings lanes together again. */
#ifndef WARPCLOCK_BOUND_FERMI_PLACES_H
#define WARPCLOCK_BOUND_FERMI_PLACES_H

#include "machine/fermi/clock.h"

struct fermi_loop {
    uint32_t header; /* instruction */
    uint32_t parent; /* loop, or NO_NODE */
    uint32_t exit;   /* a branch that may leave it */
};

struct fermi_places {
    const struct fermi *fermi;
    uint32_t *loop;  /* by instruction: the innermost loop around it, or NO_NODE */
    uint32_t *heads; /* by instruction: the loop that begins there, or NO_NODE */
    bool *holds;     /* by branch: no lane passes its meeting place before all lanes that parted
                      * here are there or have ended */
    struct fermi_loop *loops;
    uint32_t loop_count;
    uint32_t irreducible; /* an instruction where a cycle is entered in the middle, or NO_NODE */
};

/* For the launch that the machine is prepared for. */
void fermi_places_make(struct fermi_places *places, struct arena *arena,
                       const struct fermi *fermi);

/* Whether an instruction is in a loop, or in one inside it. */
bool fermi_places_inside(const struct fermi_places *places, uint32_t index, uint32_t loop);

#endif
