/* SPDX-License-Identifier: Apache-2.0 */
/* topology.h - the parts of a machine: what their makers call them, and how many there are.
 *
 * A machine has cores. A core may be divided into units, each with its own issue stage; an
 * undivided core is its only unit. A unit has slots that hold warps, and a warp has lanes. Messages
 * and timelines take the names of parts from here. */
#ifndef WARPCLOCK_MACHINE_COMMON_TOPOLOGY_H
#define WARPCLOCK_MACHINE_COMMON_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct topology_part {
    const char *name; /* singular: "SM" */
    uint32_t count;   /* per part above */
};

struct topology {
    struct topology_part core; /* of the machine: "core", "SM", "CU" */
    struct topology_part unit; /* of a core: "processing block", "SIMD"; no name: it is the core */
    struct topology_part slot; /* of a unit: "warp slot", "wavefront context" */
    struct topology_part lane; /* of a slot, by what runs in it: "thread", "work-item" */
    const char *helper;        /* units from number `helped` of a core on help unit number modulo
                                * `helped`, and are called this: "SpSIMD"; NULL: there are none */
    uint32_t helped;
    const char *warp;          /* what a slot holds: "warp", "wavefront" */
    const char *group;         /* warps with a barrier and local memory: "block", "work-group" */
    bool lockstep;             /* the warps of a unit are one group and issue as one: events name
                                * its slot 0 */
};

/* Of the whole machine. Units are numbered core by core, as in struct warp and events. */
uint32_t topology_units(const struct topology *topology);
/* Of a unit, what issues on its own: their number and name. */
uint32_t topology_issuers(const struct topology *topology);
const char *topology_issuer(const struct topology *topology);
/* "SM 1 processing block 2", "core 1". Padded, so that names sort like numbers. */
void topology_write_unit(const struct topology *topology, uint32_t unit, bool padded,
                         struct text *out);

#endif
