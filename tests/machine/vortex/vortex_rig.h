/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_rig.h - the Vortex machine with a program of this folder. */
#ifndef WARPCLOCK_TESTS_MACHINE_VORTEX_RIG_H
#define WARPCLOCK_TESTS_MACHINE_VORTEX_RIG_H

#include <stdio.h>

#include "machine/vortex/statistics.h"

#include "events.h"
#include "program.h"

/* A program by its path. */
static inline struct rig *rig_open(const char *elf, const char *settings)
{
    return rig_new_program("vortex", elf, settings);
}

/* A program of programs/ by its name; it has run and ended well. */
static inline struct rig *rig_ran(const char *program, const char *settings)
{
    char path[256];
    snprintf(path, sizeof path, "tests/machine/vortex/elf/%s.elf", program);
    struct rig *rig = rig_open(path, settings);
    rig_expect_ok(rig, rig_clock(rig, 100000, false));
    return rig;
}

#endif
