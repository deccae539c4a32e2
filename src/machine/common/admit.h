/* SPDX-License-Identifier: Apache-2.0 */
/* admit.h - launches that no machine can run are refused before anything has run. */
#ifndef WARPCLOCK_MACHINE_COMMON_ADMIT_H
#define WARPCLOCK_MACHINE_COMMON_ADMIT_H

#include "machine/machine.h"

/* The launch names a kernel with code. `file` is what the binary is: "a cubin". */
enum wc_status admit_kernel(struct error *err, const struct launch *launch, const char *file);

#endif
