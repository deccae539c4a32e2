/* SPDX-License-Identifier: Apache-2.0 */
/* place.h - the place of a fault in a kernel, as text for an error message. */
#ifndef WARPCLOCK_MACHINE_COMMON_PLACE_H
#define WARPCLOCK_MACHINE_COMMON_PLACE_H

#include "isa/warp.h"
#include "machine/machine.h"
#include "memory/port.h"

/* The subject of a message: warp, lane and group may be missing. */
struct place {
    const struct machine *machine; /* it names the parts */
    const struct launch *launch;
    const struct warp *warp;
    const struct insn *insn;
    bool has_lane, has_group;
    uint32_t lane;
    uint32_t group[3];
};

/* "kernel saxpy, work-group (3, 0, 0), core 0 warp 5 lane 7, pc 0x80000124 <saxpy+0x24> (lw a0,
 * 0(a1)) at saxpy.cl:9" */
void place_write(const struct place *place, struct text *out);

/* An access that is not allowed: "load of 4 bytes at 0x1000 is outside all allocations; nearest:
 * buffer a at ..." */
void place_write_access(const struct memory_port *port, const struct fault *fault,
                        struct text *out);

/* Reports a fault of the kernel: what happened, the place, the buffer nearest to the address. */
enum wc_status place_fail_fault(struct error *err, const struct place *place,
                                const struct memory_port *port, const struct fault *fault);
/* The same with another message. */
enum wc_status place_fail(struct error *err, enum wc_status status, const struct place *place,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
