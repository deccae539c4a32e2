/* SPDX-License-Identifier: Apache-2.0 */
/* program.c - a program from its file to the machine. */
#include "program.h"

#include "events.h"

struct rig *rig_new_program(const char *machine, const char *elf, const char *settings)
{
    struct rig *rig = rig_new(machine, settings);
    rig_expect_ok(rig, image_open(&rig->err, elf, &rig->loaded));
    rig_load(rig, rig->loaded);
    rig_decode(rig, rig->loaded);
    rig->launch.name = "program";
    return rig;
}

uint64_t rig_address(const struct rig *rig, const char *symbol)
{
    const struct symbol *found = image_symbol(rig->loaded, symbol);
    if (!found)
        fail_msg("the program has no symbol %s", symbol);
    return found->address;
}

const struct event *rig_issue_at(const struct rig *rig, uint32_t warp, const char *symbol)
{
    const struct event *event = rig_find(rig, EVENT_ISSUE, warp, rig_address(rig, symbol), 0);
    if (!event)
        fail_msg("warp %u does not issue %s", warp, symbol);
    return event;
}
