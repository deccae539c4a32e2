/* SPDX-License-Identifier: Apache-2.0 */
/* state_dump.h - the complete state of a machine at the end of chosen cycles, as JSON (PAS-97).
 *
 * Cycles count over the whole run, across launches. The loop that skips idle cycles asks for all
 * dumps before its next cycle: nothing changed in between, so a dump does not depend on
 * skipping. */
#ifndef WARPCLOCK_MACHINE_COMMON_STATE_DUMP_H
#define WARPCLOCK_MACHINE_COMMON_STATE_DUMP_H

#include "load/output.h"
#include "machine/machine.h"

struct state_dump {
    struct output output;
    uint64_t *at;        /* earliest first */
    size_t count, next;  /* the first one not taken yet */
    uint64_t base;       /* cycles of the previous launches */
    struct json_t *states;
};

enum wc_status state_dump_open(struct error *err, const char *path, const uint64_t *at,
                               size_t count, struct state_dump **out);
/* Takes the states of all cycles before `cycle` of the current launch. */
void state_dump_until(struct state_dump *dump, const struct machine *machine, uint64_t cycle);
/* A launch has ended after `cycles`. */
void state_dump_launch_ended(struct state_dump *dump, uint64_t cycles);
/* The file appears whole if `keep`, otherwise not at all; then a cycle that the run did not reach
 * is an error. Frees; NULL is allowed. */
enum wc_status state_dump_close(struct error *err, struct state_dump *dump, bool keep);

#endif
