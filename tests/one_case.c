/* SPDX-License-Identifier: Apache-2.0 */
/* one_case.c - TEST_CASE=PATTERN in the environment of a test program runs only those of its cases
 * whose names match; * and ? are wildcards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void __attribute__((constructor)) set_filter(void)
{
    if (getenv("TEST_CASE"))
        cmocka_set_test_filter(getenv("TEST_CASE"));
}
