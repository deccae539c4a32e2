/* SPDX-License-Identifier: Apache-2.0 */
/* unit_names.h - functional units as timelines call them. */
#ifndef WARPCLOCK_REPORT_UNIT_NAMES_H
#define WARPCLOCK_REPORT_UNIT_NAMES_H

#include "isa/insn.h"

static inline const char *unit_name(enum unit_kind unit)
{
    static const char *const names[UNIT_COUNT] = {
        [UNIT_ALU] = "ALU", [UNIT_FPU] = "FPU", [UNIT_LSU] = "load/store", [UNIT_SFU] = "SFU",
        [UNIT_FP64] = "FP64"};
    return names[unit];
}

#endif
