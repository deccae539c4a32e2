/* SPDX-License-Identifier: Apache-2.0 */
/* events.h - what the last clocked run of a rig did. */
#ifndef WARPCLOCK_TESTS_RIG_EVENTS_H
#define WARPCLOCK_TESTS_RIG_EVENTS_H

#include "rig.h"

uint64_t rig_count(const struct rig *rig, size_t id);

/* The first issue of an instruction, by its number in the program, in slot `warp` of partition
 * `core`; NULL: there is none. */
const struct event *rig_issue(const struct rig *rig, uint32_t core, uint32_t warp,
                              uint32_t number);
/* Its cycle; the test fails without. */
cycle_t rig_cycle(const struct rig *rig, uint32_t core, uint32_t warp, uint32_t number);
/* How many warps issued it in all. */
uint32_t rig_issues(const struct rig *rig, uint32_t number);
/* Cycles that a warp waited for that reason. */
uint64_t rig_waited(const struct rig *rig, uint32_t core, uint32_t warp, enum stall_reason reason);

/* The rest is for machines with one core. */

/* The first event of that kind at an address (of a fetch, or of an issued instruction), of that
 * warp, not before `from`; NULL: there is none. */
const struct event *rig_find(const struct rig *rig, enum event_kind kind, uint32_t warp,
                             uint64_t address, cycle_t from);
/* ... of fetches; the test fails without. */
const struct event *rig_fetch(const struct rig *rig, uint32_t warp, uint64_t address, cycle_t from);
/* The next event of that kind that a warp has after cycle `after`; NULL: none. */
const struct event *rig_next(const struct rig *rig, enum event_kind kind, uint32_t warp,
                             cycle_t after);
/* Who issued in that cycle; -1: nobody. */
int rig_issuer(const struct rig *rig, cycle_t cycle);

#endif
