/* SPDX-License-Identifier: Apache-2.0 */
/* loop_copies.h - loops of which the compiler has made several copies: unrolled, or with iterations
 * before or after the loop. Then a round of the machine code may be several iterations of the
 * source, and what counts rounds counts too few of these. */
#ifndef WARPCLOCK_FLOW_LOOP_COPIES_H
#define WARPCLOCK_FLOW_LOOP_COPIES_H

#include "flow/cfg.h"

/* Whether each access of memory and each operation in floating point of the loop, loops inside it
 * aside, is in the function more than once: the same instruction of the same place in the source. A
 * place is a line and column; where a table has no columns, two loads of a line look like copies. A
 * loop without such instructions, or whose copies share one, is not found. */
bool loop_has_copies(const struct cfg *cfg, uint32_t loop);

#endif
