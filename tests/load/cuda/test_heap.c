/* SPDX-License-Identifier: Apache-2.0 */
/* test_heap.c - the heap of device-side malloc(). PAS-22 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "abi/cuda_host.h"

#include <cmocka.h> /* last: its fail() is a macro */

enum { BYTES = 4096, BASE = 0x1000 };

static struct allocation fresh(void)
{
    static uint8_t bytes[BYTES];
    memset(bytes, 0, sizeof bytes);
    return (struct allocation){.base = BASE, .size = BYTES, .bytes = bytes};
}

static void blocks_are_aligned_and_do_not_overlap(void **state)
{
    (void)state;
    const struct allocation heap = fresh();
    uint64_t end = BASE;
    for (uint64_t bytes = 1; bytes < 40; bytes++) {
        const uint64_t block = cuda_heap_take(&heap, bytes);
        assert_true(block >= end && block % 16 == 0);
        assert_true(block + bytes <= BASE + BYTES);
        memset(heap.bytes + (block - BASE), 0xff, bytes);
        end = block + bytes;
    }
}

static void what_was_given_back_is_taken_again(void **state)
{
    (void)state;
    const struct allocation heap = fresh();
    const uint64_t a = cuda_heap_take(&heap, 100), b = cuda_heap_take(&heap, 100);
    const uint64_t c = cuda_heap_take(&heap, 100);
    assert_true(cuda_heap_give_back(&heap, b));
    assert_false(cuda_heap_give_back(&heap, b)); /* twice */
    assert_int_equal(cuda_heap_take(&heap, 60), b);
    assert_true(cuda_heap_give_back(&heap, a));
    assert_true(cuda_heap_give_back(&heap, b));
    assert_true(cuda_heap_give_back(&heap, c));
    assert_int_equal(cuda_heap_take(&heap, BYTES - 16), a); /* all of it is one block again */
    assert_int_equal(cuda_heap_take(&heap, 1), 0);
}

static void more_than_the_heap_has_is_null(void **state)
{
    (void)state;
    const struct allocation heap = fresh();
    assert_int_equal(cuda_heap_take(&heap, 0), 0);
    assert_int_equal(cuda_heap_take(&heap, BYTES - 15), 0);
    assert_int_equal(cuda_heap_take(&heap, UINT64_MAX), 0);
    assert_false(cuda_heap_give_back(&heap, BASE));
    assert_false(cuda_heap_give_back(&heap, UINT64_MAX));
}

/* A kernel may write over the headers. */
static void a_damaged_heap_gives_nothing(void **state)
{
    (void)state;
    const struct allocation heap = fresh();
    const uint64_t block = cuda_heap_take(&heap, 16);
    memset(heap.bytes, 0xa5, BYTES);
    assert_int_equal(cuda_heap_take(&heap, 16), 0);
    assert_true(!cuda_heap_give_back(&heap, block + 16));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_aligned_and_do_not_overlap),
        cmocka_unit_test(what_was_given_back_is_taken_again),
        cmocka_unit_test(more_than_the_heap_has_is_null),
        cmocka_unit_test(a_damaged_heap_gives_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
