/* SPDX-License-Identifier: Apache-2.0 */
/* address.c - a register, or a pair of them, plus an offset. */
#include "isa/sass/address.h"

#include "memory/shadow.h"

LANEWISE static void add_wide(const struct warp *warp, uint32_t row, int64_t offset,
                              uint64_t *address)
{
    const uint32_t *low = sass_row(warp, row), *high = sass_row(warp, sass_row_behind(row, 1));
    SASS_EACH_LANE(lane, warp)
        address[lane] = ((uint64_t)high[lane] << 32 | low[lane]) + (uint64_t)offset;
}

LANEWISE static void add_narrow(const struct warp *warp, uint32_t row, uint32_t offset,
                                uint64_t *address)
{
    const uint32_t *low = sass_row(warp, row);
    SASS_EACH_LANE(lane, warp)
        address[lane] = (uint32_t)(low[lane] + offset);
}

void sass_addresses(const struct warp *warp, const struct sass_insn *own, struct effect *effect)
{
    const uint32_t row = own->a.kind == SASS_REGISTER ? own->a.row : SASS_ZERO;
    if (own->modifier[SASS_WIDE])
        add_wide(warp, row, own->offset, effect->access.address);
    else
        add_narrow(warp, row, (uint32_t)own->offset, effect->access.address);
}

struct allocation sass_shared_memory(const struct sass_state *state)
{
    return (struct allocation){.size = state->launch->shared_bytes, .bytes = state->block->shared,
                               .name = "shared memory", .writable = true,
                               .labels = state->block->shared_labels, .first_label = LABEL_MEMORY};
}
