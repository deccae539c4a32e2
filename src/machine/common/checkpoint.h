/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint.h - a clocked run that is written to a file now and then, and continues from it.
 *
 * The file has the launch that runs, at the beginning of a cycle, and what its caller adds: the
 * launches before it. It replaces the one before it as a whole (load/output.h). */
#ifndef WARPCLOCK_MACHINE_COMMON_CHECKPOINT_H
#define WARPCLOCK_MACHINE_COMMON_CHECKPOINT_H

#include "hw/cycle.h"
#include "machine/common/machine_image.h"

struct checkpoint {
    const char *path;
    bool (*due)(void *user); /* is it time to write? */
    void (*walk)(void *user, struct state_io *io); /* what comes first in the file ... */
    void (*walk_observers)(void *user, struct state_io *io); /* ... and last */
    void *user;
    struct state_io *from; /* the next launch continues from here; NULL: from its beginning */
    cycle_t continued;     /* the cycle of that */
    struct machine_image launch;
};

/* A launch has been prepared, on a machine that has run no other one: the process that continues a
 * later launch has run none before it. *continued: it goes on in cycle *now. */
enum wc_status checkpoint_begin(struct run_state *run, cycle_t *now, bool *continued);
/* Between two cycles, where limits were checked with this result: writes the file if it is time, or
 * if the run ends here and can go on. */
enum wc_status checkpoint_tell(struct run_state *run, cycle_t now, enum wc_status status);
/* The launch is over. */
void checkpoint_end(struct run_state *run);

#endif
