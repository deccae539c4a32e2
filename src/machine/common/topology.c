/* SPDX-License-Identifier: Apache-2.0 */
/* topology.c - names of a machine's parts. */
#include "machine/common/topology.h"

uint32_t topology_units(const struct topology *topology)
{
    return topology->core.count * topology->unit.count;
}

static void write_part(const struct topology_part *part, uint32_t number, bool padded,
                       struct text *out)
{
    int width = 1;
    for (uint32_t end = 10; padded && end < part->count; end *= 10)
        width++;
    text_add(out, "%s %0*u", part->name, width, number);
}

uint32_t topology_issuers(const struct topology *topology)
{
    return topology->lockstep ? 1 : topology->slot.count;
}

const char *topology_issuer(const struct topology *topology)
{
    return topology->lockstep ? topology->group : topology->warp;
}

void topology_write_unit(const struct topology *topology, uint32_t unit, bool padded,
                         struct text *out)
{
    write_part(&topology->core, unit / topology->unit.count, padded, out);
    if (!topology->unit.name)
        return;
    const uint32_t number = unit % topology->unit.count, helped = topology->helped;
    const struct topology_part simds = {topology->unit.name, helped};
    text_add(out, " ");
    write_part(topology->helper ? &simds : &topology->unit,
               topology->helper ? number % helped : number, padded, out);
    if (topology->helper && number >= helped)
        text_add(out, " %s %u", topology->helper, number / helped);
}
