/* SPDX-License-Identifier: Apache-2.0 */
/* access.c - blocks and banks of an access, as machine/fermi/memory.c counts them.
 *
 * Fewer lanes never ask for more. The stack of a thread depends on its warp slot, which is not
 * known before the run: each lane has a block of its own there. */
#include "bound/fermi/access.h"

#include "hw/coalescer.h"

static bool is_shared(const struct fermi *fermi, uint64_t address)
{
    return address >= fermi->numbers.local_base;
}

static bool is_stack(const struct fermi *fermi, uint64_t address)
{
    const struct fermi_numbers *n = &fermi->numbers;
    return address < n->stack_top &&
           address >= n->stack_top - (uint64_t)n->warps * n->width * n->stack_bytes;
}

static void ask_line(const struct fermi_noted *noted, uint64_t line)
{
    struct cached_line *found = lines_note(noted->lines, line);
    found->asked = count_add(found->asked, noted->times);
}

static void ask_anywhere(const struct fermi_noted *noted, uint64_t lanes)
{
    noted->lines->anywhere = count_add(noted->lines->anywhere, count_times(lanes, noted->times));
}

/* ---- addresses that are not known ---- */

static void unknown(const struct walk_access *access, const struct fermi_noted *noted,
                    struct fermi_asked *out)
{
    const uint32_t lanes = (uint32_t)__builtin_popcountll(access->lanes);
    const struct allocation *object = access->object;
    const bool local = object && object->kind == ALLOCATION_LOCAL;
    const bool global = object && object->kind == ALLOCATION_BUFFER;
    out->blocks = local ? 0 : lanes;
    out->passes = out->accesses = global ? 0 : lanes;
    out->one_pass = local || lanes == 1;
    if (access->kind != ACCESS_LOAD || local)
        return;
    if (global && lines_takes(noted->lines, access->base, access->size)) {
        struct cached_object *object_lines =
            lines_note_object(noted->lines, access->base, access->size);
        object_lines->asked = count_add(object_lines->asked, count_times(lanes, noted->times));
    } else {
        ask_anywhere(noted, lanes);
    }
}

/* ---- known addresses ---- */

/* One wave of global memory: its different blocks. */
static uint32_t blocks_of(const struct fermi *fermi, const struct walk_access *access,
                          uint64_t lanes, bool apart, const struct fermi_noted *noted)
{
    const uint32_t block = fermi->clock->numbers.l1.line_bytes;
    uint32_t count = 0;
    for (uint64_t rest = lanes; rest; count++) {
        const uint64_t address = access->address[__builtin_ctzll(rest)], line = address / block;
        const bool alone = apart || is_stack(fermi, address);
        uint64_t same = rest & -rest;
        for (uint64_t more = alone ? 0 : rest & (rest - 1); more; more &= more - 1) {
            if (access->address[__builtin_ctzll(more)] / block == line)
                same |= more & -more;
        }
        if (access->kind == ACCESS_LOAD && is_stack(fermi, address))
            ask_anywhere(noted, 1);
        else if (access->kind == ACCESS_LOAD)
            ask_line(noted, line);
        rest &= ~same;
    }
    return count;
}

/* One wave of shared memory: words in the most used bank. */
static uint32_t passes_of(const struct fermi *fermi, const struct walk_access *access,
                          uint64_t lanes)
{
    const uint32_t banks = fermi->clock->numbers.shared_banks;
    uint64_t seen[LANES_MAX];
    uint8_t used[64] = {0};
    uint32_t count = 0, max = 0;
    for (; lanes; lanes &= lanes - 1) {
        const uint64_t word = access->address[__builtin_ctzll(lanes)] / 4;
        bool known = false;
        for (uint32_t i = 0; i < count && !known; i++)
            known = seen[i] == word;
        if (known)
            continue;
        seen[count++] = word;
        used[word % banks]++;
        max = used[word % banks] > max ? used[word % banks] : max;
    }
    return max;
}

static void known(const struct fermi *fermi, const struct walk_access *access, bool apart,
                  const struct fermi_noted *noted, struct fermi_asked *out)
{
    const uint32_t width = fermi->clock->numbers.lsu;
    for (uint32_t first = 0; first < fermi->numbers.width; first += width) {
        const uint64_t lanes = access->lanes & lanes_all(width) << first;
        uint64_t shared = 0;
        for (uint64_t rest = lanes; rest; rest &= rest - 1) {
            if (is_shared(fermi, access->address[__builtin_ctzll(rest)]))
                shared |= rest & -rest;
        }
        const uint32_t alone = (uint32_t)__builtin_popcountll(shared);
        const uint32_t blocks = blocks_of(fermi, access, lanes & ~shared, apart, noted);
        out->blocks += blocks;
        out->passes += apart ? alone : passes_of(fermi, access, shared);
        out->accesses += apart ? alone : shared != 0;
        out->one_pass = out->one_pass && blocks <= 1;
    }
}

void fermi_access(const struct fermi *fermi, const struct walk_access *access, bool apart,
                  const struct fermi_noted *noted, struct fermi_asked *out)
{
    const uint32_t lanes = (uint32_t)__builtin_popcountll(access->lanes);
    *out = (struct fermi_asked){.bytes = lanes * access->bytes, .one_pass = true};
    if (access->known)
        known(fermi, access, apart, noted, out);
    else
        unknown(access, noted, out);
    if (access->kind == ACCESS_ATOMIC && lanes)
        out->serial = (access->known && !apart
                           ? coalesce_most_equal(access->address, access->lanes) : lanes) - 1;
}
