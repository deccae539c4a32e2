/* SPDX-License-Identifier: Apache-2.0 */
/* unit.c - busy time of a functional unit. */
#include "hw/unit.h"

void unit_reset(struct unit *unit)
{
    *unit = (struct unit){0};
}
