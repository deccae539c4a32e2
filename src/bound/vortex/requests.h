/* SPDX-License-Identifier: Apache-2.0 */
/* requests.h - requests to the data cache that an access makes at most.
 *
 * Groups of lanes share a request for the same line only in the same cycle. Fewer lanes can bring
 * the groups out of step: then they make more requests. So where it is not known which lanes take
 * part, each group has its own, except for a line that is its only one: it asks for that first,
 * whichever of its lanes are missing. */
#ifndef WARPCLOCK_BOUND_VORTEX_REQUESTS_H
#define WARPCLOCK_BOUND_VORTEX_REQUESTS_H

#include "bound/engine/walk.h"
#include "machine/vortex/clock.h"

/* Of an access to known addresses, by those of its lanes that go to the data cache. */
void requests_of(const struct vortex_clock_numbers *clock, const struct walk_access *access,
                 uint64_t lanes, struct coalesced *out);

#endif
