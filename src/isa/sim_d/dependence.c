/* SPDX-License-Identifier: Apache-2.0 */
/* dependence.c - which state an instruction of Sim-D depends on.
 *
 * Requests move words of a whole work-group, which the follower of values (machine/common/taint.h)
 * does not see: nothing can be concluded from any list, and every list says so. */
#include "isa/dependence.h"
#include "isa/sim_d/table.h"

void sim_d_dependence(const struct insn *insn, const struct warp *warp, struct dependence *out)
{
    (void)insn;
    (void)warp;
    *out = (struct dependence){.is_full = true};
}
