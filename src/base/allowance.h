/* SPDX-License-Identifier: Apache-2.0 */
/* allowance.h - what the caller of the library allows: how much memory its inputs may need, and
 * whether work goes on. The struct error of a call leads to it. */
#ifndef WARPCLOCK_BASE_ALLOWANCE_H
#define WARPCLOCK_BASE_ALLOWANCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

#define ALLOWANCE_MEMORY (UINT64_C(4) << 30) /* unless the caller says otherwise */

struct allowance {
    uint64_t max_memory;    /* bytes that one input may need, decoded or expanded */
    atomic_bool *interrupt; /* set from outside: stop soon; or NULL */
};

/* WC_BAD_INPUT with a hint that names the limit if `what` needs more than is allowed. */
enum wc_status allow_memory(struct error *err, const char *what, uint64_t bytes);

/* WC_INTERRUPTED after the caller asked to stop, which is served then. Phases that can take long
 * call this every few milliseconds. */
enum wc_status allow_work(struct error *err);

#endif
