/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_diverge.c - any text through the divergence pass. What it accepts it must refuse the second
 * time when it has inserted anything, and leave alone otherwise. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pass/diverge/diverge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run_again(const struct text *first, const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct text again = {0};
    bool changed = first->length != size || (size && memcmp(first->bytes, data, size));
    enum wc_status status = diverge(&err, "again", text_string(first), first->length, &again);
    if ((status == WC_OK) == changed)
        abort();
    error_clear(&err);
    text_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct text out = {0};
    if (diverge(&err, "fuzz", (const char *)data, size, &out) == WC_OK)
        run_again(&out, data, size);
    else if (!err.message || out.length)
        abort();
    error_clear(&err);
    text_free(&out);
    return 0;
}
