/* SPDX-License-Identifier: Apache-2.0 */
/* allowance.c - memory and time that a caller allows. */
#include "base/allowance.h"

#include <stddef.h>

enum wc_status allow_memory(struct error *err, const char *what, uint64_t bytes)
{
    const struct allowance *allowance = err->allowance;
    if (!allowance || !allowance->max_memory || bytes <= allowance->max_memory)
        return WC_OK;
    fail(err, WC_BAD_INPUT, "%s: %llu bytes of memory exceed the limit of %llu", what,
         (unsigned long long)bytes, (unsigned long long)allowance->max_memory);
    hint(err, "raise the limit with --max-memory (max_memory in the C interface)");
    return WC_BAD_INPUT;
}

enum wc_status allow_work(struct error *err)
{
    const struct allowance *allowance = err->allowance;
    if (!allowance || !allowance->interrupt || !atomic_load(allowance->interrupt))
        return WC_OK;
    atomic_store(allowance->interrupt, false);
    return fail(err, WC_INTERRUPTED, "interrupted");
}
