/* SPDX-License-Identifier: Apache-2.0 */
/* HOUSE-64: kept inputs of every instruction set pass every phase of the fuzz target that goes
 * through everything. A target whose inputs are all refused would find nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include "fuzz/through.h"
#include "load/input.h"

#include <cmocka.h>

#define EVERY_MACHINE                                                                             \
    (1u << PHASE_INSPECTED | 1u << PHASE_GRAPHED | 1u << PHASE_FUNCTIONAL | 1u << PHASE_CLOCKED | \
     1u << PHASE_BOUNDED)

static unsigned phases_of(const char *path)
{
    struct error err = {0};
    char *bytes = NULL;
    size_t length = 0;
    assert_int_equal(input_read_all(&err, path, 1 << 20, &bytes, &length), WC_OK);
    unsigned passed = through((const uint8_t *)bytes, length);
    free(bytes);
    return passed;
}

static void every_instruction_set_goes_through(void **state)
{
    (void)state;
    const unsigned analysed = EVERY_MACHINE | 1u << PHASE_ANALYSED;
    assert_int_equal(phases_of("fuzz/corpus/kernel/saxpy-vortex"), analysed);
    assert_int_equal(phases_of("fuzz/corpus/kernel/saxpy-pascal"), EVERY_MACHINE);
    assert_int_equal(phases_of("fuzz/corpus/kernel/saxpy-gcn3"), analysed);
}

static void memory_of_one_warp_is_compared(void **state)
{
    (void)state;
    assert_true(phases_of("fuzz/corpus/kernel/one-warp-vortex") & 1u << PHASE_COMPARED);
    assert_true(phases_of("fuzz/corpus/kernel/one-warp-pascal") & 1u << PHASE_COMPARED);
    assert_true(phases_of("fuzz/corpus/kernel/one-warp-gcn3") & 1u << PHASE_COMPARED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_set_goes_through),
        cmocka_unit_test(memory_of_one_warp_is_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
