/* SPDX-License-Identifier: Apache-2.0 */
/* rig.h - a machine with a small program on it, run with a clock, and everything it told. */
#ifndef WARPCLOCK_TESTS_CLOCK_RIG_H
#define WARPCLOCK_TESTS_CLOCK_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/common/invariants.h"
#include "machine/machine.h"
#include "machine/common/observer.h"
#include "machine/vortex/statistics.h"

#include <cmocka.h>

struct recorder {
    struct observer observer; /* first */
    struct event *events;
    size_t count, room;
};

struct rig {
    struct error err;
    struct parameters parameters;
    const struct machine_ops *ops;
    struct machine *machine;
    struct memory memory;
    struct image *image;
    struct program *program;
    struct argument arguments[2];
    uint64_t out; /* address of the buffer that the programs get */
    struct launch launch;
    struct outcome outcome;
    struct recorder recorder;
    struct invariants *invariants;
};

enum { OUT_BYTES = 8192 };

/* A program by its path; settings are "key=value", separated by blanks. Fails the test when the
 * machine cannot be made. */
struct rig *rig_open(const char *elf, const char *settings);
/* Runs with a clock; every run is held to the invariants as well. */
enum wc_status rig_run(struct rig *rig, uint64_t max_cycles, bool every_cycle);
/* Both for programs that end well: of tests/clock/elf. */
struct rig *rig_ran(const char *program, const char *settings);
void rig_close(struct rig *rig);

uint64_t rig_address(const struct rig *rig, const char *symbol);
uint64_t rig_count(const struct rig *rig, size_t id);

/* The first event of that kind at an address (of a fetch, or of an issued instruction), of that
 * warp of core 0, not before `from`; NULL: there is none. */
const struct event *rig_find(const struct rig *rig, enum event_kind kind, uint32_t warp,
                             uint64_t address, cycle_t from);
/* The same, and the test fails without. */
const struct event *rig_fetch(const struct rig *rig, uint32_t warp, uint64_t address, cycle_t from);
const struct event *rig_issue(const struct rig *rig, uint32_t warp, const char *symbol);
/* The event of that kind which a warp has next behind cycle `after`; NULL: none. */
const struct event *rig_next(const struct rig *rig, enum event_kind kind, uint32_t warp,
                             cycle_t after);
/* Who issued in that cycle; -1: nobody. */
int rig_issuer(const struct rig *rig, cycle_t cycle);

#endif
