/* SPDX-License-Identifier: Apache-2.0 */
/* dependence.c - fills the list of what an instruction reads and writes. */
#include "isa/dependence.h"

static void add(struct dependence *list, struct register_use *uses, uint8_t *used, unsigned max,
                struct register_use use)
{
    if (!use.count)
        return;
    if (*used == max)
        list->is_full = true;
    else
        uses[(*used)++] = use;
}

void dependence_read(struct dependence *list, uint32_t first, uint32_t count, enum read_role role)
{
    add(list, list->read, &list->reads, READS_MAX,
        (struct register_use){(uint16_t)first, (uint16_t)count, (uint8_t)role});
}

void dependence_write(struct dependence *list, uint32_t first, uint32_t count,
                      enum write_extent extent)
{
    add(list, list->write, &list->writes, WRITES_MAX,
        (struct register_use){(uint16_t)first, (uint16_t)count, (uint8_t)extent});
}
