/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.h - statistics of the Pascal machine in addition to the common ones: the counters of
 * the PasTiS paper (PAS-96). */
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
