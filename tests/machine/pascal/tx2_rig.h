/* SPDX-License-Identifier: Apache-2.0 */
/* tx2_rig.h - the Jetson TX2 with a hand-made kernel. */
#ifndef WARPCLOCK_TESTS_MACHINE_PASCAL_TX2_RIG_H
#define WARPCLOCK_TESTS_MACHINE_PASCAL_TX2_RIG_H

#include "machine/pascal/model.h"

#include "sass.h"

static inline struct rig *tx2_rig(const char *settings)
{
    return sass_rig("jetson-tx2", settings);
}

#endif
