/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_steps.c - two step logs, separated by a NUL byte, through the search for their first
 * difference. The answer does not depend on which of them is first, and a log equals itself. */
#include <stdint.h>
#include <string.h>

#include "folder.h"
#include "report/first_diff.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum wc_status compare(const char *a, const char *b)
{
    struct error err = {0};
    struct text out = {0};
    enum wc_status status = first_diff(&err, a, b, &out);
    if (status != WC_OK && status != WC_MISMATCH && status != WC_BAD_INPUT)
        finding("status %d: %s", status, err.message);
    if ((status == WC_BAD_INPUT) != (err.message != NULL))
        finding("status %d %s a message", status, err.message ? "with" : "without");
    if ((status == WC_BAD_INPUT) != (out.length == 0))
        finding("status %d with an answer of %zu bytes", status, out.length);
    error_clear(&err);
    text_free(&out);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *nul = size ? memchr(data, 0, size) : NULL;
    size_t length = nul ? (size_t)(nul - data) : size;
    const char *a = folder_write("a.steps", data, length);
    const char *b = folder_write("b.steps", nul ? nul + 1 : data, nul ? size - length - 1 : 0);
    enum wc_status status = compare(a, b);
    if (compare(b, a) != status)
        finding("a and b: %d, b and a: %d", status, compare(b, a));
    if (status != WC_BAD_INPUT && compare(a, a) != WC_OK)
        finding("a log differs from itself");
    return 0;
}
