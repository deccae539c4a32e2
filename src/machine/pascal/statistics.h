/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.h - what the Pascal machine counts beside what every machine does: counters as the
 * PasTiS paper has them (PAS-96). */
#ifndef WARPCLOCK_MACHINE_PASCAL_STATISTICS_H
#define WARPCLOCK_MACHINE_PASCAL_STATISTICS_H

#include "machine/common/statistics.h"

enum pascal_statistic {
    STAT_PASTIS_SHARED_LOADS = STAT_COMMON,
    STAT_PASTIS_SHARED_STORES,
    STAT_PASTIS_END
};

extern const struct statistics_table pascal_statistics;

#endif
