/* SPDX-License-Identifier: Apache-2.0 */
/* program.h - programs in ELF files, whose places have the names of their symbols. */
#ifndef WARPCLOCK_TESTS_RIG_PROGRAM_H
#define WARPCLOCK_TESTS_RIG_PROGRAM_H

#include "rig.h"

/* A machine with the program of a file on it. */
struct rig *rig_new_program(const char *machine, const char *elf, const char *settings);

uint64_t rig_address(const struct rig *rig, const char *symbol);
/* The first issue of the instruction at a symbol by a warp of core 0; the test fails without. */
const struct event *rig_issue_at(const struct rig *rig, uint32_t warp, const char *symbol);

#endif
