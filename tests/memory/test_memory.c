/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory.c - the table of allocations: placing, gaps, finding at the edges, naming. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "memory/memory.h"

#include <cmocka.h> /* last: it has a macro named fail */

struct stage {
    struct memory memory;
    struct error err;
};

static void place(struct stage *stage, const char *name, uint64_t base, uint64_t size)
{
    assert_int_equal(memory_place(&stage->err, &stage->memory, ALLOCATION_BUFFER, name, base, size,
                                  true, NULL), WC_OK);
}

static enum wc_status try_place(struct stage *stage, const char *name, uint64_t base, uint64_t size)
{
    error_clear(&stage->err);
    return memory_place(&stage->err, &stage->memory, ALLOCATION_BUFFER, name, base, size, true,
                        NULL);
}

static enum wc_status allocate(struct stage *stage, uint64_t size, uint64_t align, uint64_t low,
                               uint64_t high, uint64_t *base)
{
    error_clear(&stage->err);
    return memory_allocate(&stage->err, &stage->memory, ALLOCATION_BUFFER, "new", size, align, low,
                           high, base);
}

static void close_stage(struct stage *stage)
{
    memory_free(&stage->memory);
    error_clear(&stage->err);
}

static void assert_says(const struct stage *stage, const char *part)
{
    assert_non_null(stage->err.message);
    if (!strstr(stage->err.message, part))
        fail_msg("'%s' does not say '%s'", stage->err.message, part);
}

static void a_placed_allocation_is_zeroed_and_has_what_it_was_given(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    struct allocation *made = NULL;
    assert_int_equal(memory_place(&stage.err, &stage.memory, ALLOCATION_CODE, "segment .text",
                                  0x80000000u, 64, false, &made), WC_OK);
    assert_int_equal(made->base, 0x80000000u);
    assert_int_equal(made->size, 64);
    assert_int_equal(made->kind, ALLOCATION_CODE);
    assert_string_equal(made->name, "segment .text");
    assert_false(made->writable);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(made->bytes[i], 0);
    close_stage(&stage);
}

static void allocations_come_out_sorted_whatever_the_order_of_placing(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    for (unsigned i = 0; i < 40; i++)
        place(&stage, "one", 0x1000 + i * 7 % 40 * 0x100, 0x80);
    assert_int_equal(stage.memory.count, 40);
    for (unsigned i = 0; i < 40; i++)
        assert_int_equal(stage.memory.table[i].base, 0x1000 + i * 0x100);
    close_stage(&stage);
}

static void an_overlap_is_refused_and_both_are_named(void **unused)
{
    (void)unused;
    static const struct {
        uint64_t base, size;
    } bad[] = {
        {0x1000, 0x100}, {0x10ff, 1}, {0x0fff, 2}, {0x0f00, 0x1000}, {0x1080, 0x10},
        {0x0f01, 0x100},
    };
    struct stage stage = {0};
    place(&stage, "buffer a", 0x1000, 0x100);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(try_place(&stage, "buffer b", bad[i].base, bad[i].size), WC_BAD_INPUT);
        assert_says(&stage, "buffer a");
        assert_says(&stage, "buffer b");
        assert_says(&stage, "0x1000..0x10ff");
        assert_int_equal(stage.memory.count, 1);
    }
    close_stage(&stage);
}

static void neighbours_that_only_touch_are_no_overlap(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    place(&stage, "middle", 0x1000, 0x100);
    place(&stage, "above", 0x1100, 1);
    place(&stage, "below", 0x0fff, 1);
    assert_int_equal(stage.memory.count, 3);
    close_stage(&stage);
}

static void nothing_at_all_and_a_wrap_of_the_address_are_refused(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    assert_int_equal(try_place(&stage, "empty", 0x1000, 0), WC_BAD_INPUT);
    assert_says(&stage, "empty");
    assert_int_equal(try_place(&stage, "wraps", UINT64_MAX, 2), WC_BAD_INPUT);
    assert_says(&stage, "wraps");
    assert_int_equal(stage.memory.count, 0);
    close_stage(&stage);
}

static void allocate_takes_the_first_gap_that_fits(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    uint64_t base;
    place(&stage, "a", 0x1000, 0x100);
    place(&stage, "b", 0x11c0, 0x40);  /* a gap of 0xc0 before it */
    place(&stage, "c", 0x1380, 0x10);  /* a gap of 0x180 before it */
    /* 0x40 of a gap stay empty on either side: an overrun must not land in a neighbour. */
    assert_int_equal(allocate(&stage, 0x41, 64, 0x1000, 0x10000, &base), WC_OK);
    assert_int_equal(base, 0x1240);
    assert_int_equal(allocate(&stage, 0x40, 64, 0x1000, 0x10000, &base), WC_OK);
    assert_int_equal(base, 0x1140);
    assert_int_equal(allocate(&stage, 0x1000, 64, 0x1000, 0x10000, &base), WC_OK);
    assert_int_equal(base, 0x1400);
    close_stage(&stage);
}

static void allocate_aligns_and_stays_between_its_bounds(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    uint64_t base;
    assert_int_equal(allocate(&stage, 16, 64, 0x1001, 0x1080, &base), WC_OK);
    assert_int_equal(base, 0x1040);
    assert_int_equal(allocate(&stage, 1, 64, 0x1001, 0x1080, &base), WC_BAD_INPUT);
    assert_says(&stage, "no free range of 1 bytes");
    assert_int_equal(allocate(&stage, 0x20, 16, 0x1001, 0x1080, &base), WC_OK);
    assert_int_equal(base, 0x1010); /* before the first one */
    close_stage(&stage);
}

static void allocate_fills_its_range_to_the_last_byte(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    uint64_t base;
    assert_int_equal(allocate(&stage, 0x101, 16, 0x1000, 0x1100, &base), WC_BAD_INPUT);
    assert_int_equal(allocate(&stage, 0x100, 16, 0x1000, 0x1100, &base), WC_OK);
    assert_int_equal(base, 0x1000);
    close_stage(&stage);
}

static void release_drops_one_kind_and_keeps_the_others_findable(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    for (unsigned i = 0; i < 9; i++)
        assert_int_equal(memory_place(&stage.err, &stage.memory,
                                      i % 3 ? ALLOCATION_BUFFER : ALLOCATION_DATA, "x",
                                      0x1000 * (i + 1), 16, true, NULL), WC_OK);
    memory_release(&stage.memory, ALLOCATION_DATA);
    assert_int_equal(stage.memory.count, 6);
    for (unsigned i = 0; i < 9; i++)
        assert_int_equal(memory_find(&stage.memory, 0x1000 * (i + 1), 16) != NULL, i % 3 != 0);
    place(&stage, "again", 0x1000, 16);
    assert_non_null(memory_find(&stage.memory, 0x100f, 1));
    close_stage(&stage);
}

static void find_holds_to_the_last_byte_and_not_one_past_it(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    place(&stage, "a", 0x1000, 0x100);
    place(&stage, "b", 0x1100, 0x100); /* touches a: still another one */
    assert_string_equal(memory_find(&stage.memory, 0x1000, 0x100)->name, "a");
    assert_string_equal(memory_find(&stage.memory, 0x10ff, 1)->name, "a");
    assert_null(memory_find(&stage.memory, 0x10ff, 2));
    assert_null(memory_find(&stage.memory, 0x1000, 0x101));
    assert_string_equal(memory_find(&stage.memory, 0x1100, 4)->name, "b");
    assert_null(memory_find(&stage.memory, 0x0fff, 1));
    assert_null(memory_find(&stage.memory, 0x0ffe, 4));
    assert_null(memory_find(&stage.memory, 0x1200, 1));
    close_stage(&stage);
}

static void find_does_not_come_round_at_the_end_of_a_32_bit_space(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    place(&stage, "top", 0xffff0000u, 0x10000);
    place(&stage, "bottom", 0, 0x100);
    assert_string_equal(memory_find(&stage.memory, 0xffffffffu, 1)->name, "top");
    assert_string_equal(memory_find(&stage.memory, 0xfffffffcu, 4)->name, "top");
    assert_null(memory_find(&stage.memory, 0xfffffffeu, 4));
    assert_null(memory_find(&stage.memory, 0xffffffffu, 2));
    assert_string_equal(memory_find(&stage.memory, 0, 4)->name, "bottom");
    close_stage(&stage);
}

static void find_survives_sizes_that_would_wrap(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    place(&stage, "a", 0x1000, 0x100);
    assert_null(memory_find(&stage.memory, 0x1001, UINT64_MAX));
    assert_null(memory_find(&stage.memory, 0x10ff, UINT64_MAX - 0xf0));
    assert_null(memory_find(&stage.memory, UINT64_MAX, 1));
    close_stage(&stage);
}

static void bytes_points_into_the_allocation_or_nowhere(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    struct allocation *made;
    assert_int_equal(memory_place(&stage.err, &stage.memory, ALLOCATION_BUFFER, "a", 0x1000, 16,
                                  true, &made), WC_OK);
    uint8_t *bytes = made->bytes;
    assert_ptr_equal(memory_bytes(&stage.memory, 0x1004, 4), bytes + 4);
    assert_ptr_equal(memory_bytes(&stage.memory, 0x100f, 1), bytes + 15);
    assert_null(memory_bytes(&stage.memory, 0x1010, 1));
    assert_null(memory_bytes(&stage.memory, 0x100e, 4));
    close_stage(&stage);
}

static void the_nearest_allocation_is_the_one_with_the_closest_edge(void **unused)
{
    (void)unused;
    struct stage stage = {0};
    assert_null(memory_nearest(&stage.memory, 0x1000));
    place(&stage, "low", 0x1000, 0x100);
    place(&stage, "high", 0x2000, 0x100);
    assert_string_equal(memory_nearest(&stage.memory, 0)->name, "low");
    assert_string_equal(memory_nearest(&stage.memory, 0x10ff)->name, "low");
    assert_string_equal(memory_nearest(&stage.memory, 0x1100)->name, "low");
    assert_string_equal(memory_nearest(&stage.memory, 0x1fff)->name, "high");
    assert_string_equal(memory_nearest(&stage.memory, 0xffffffffu)->name, "high");
    close_stage(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_placed_allocation_is_zeroed_and_has_what_it_was_given),
        cmocka_unit_test(allocations_come_out_sorted_whatever_the_order_of_placing),
        cmocka_unit_test(an_overlap_is_refused_and_both_are_named),
        cmocka_unit_test(neighbours_that_only_touch_are_no_overlap),
        cmocka_unit_test(nothing_at_all_and_a_wrap_of_the_address_are_refused),
        cmocka_unit_test(allocate_takes_the_first_gap_that_fits),
        cmocka_unit_test(allocate_aligns_and_stays_between_its_bounds),
        cmocka_unit_test(allocate_fills_its_range_to_the_last_byte),
        cmocka_unit_test(release_drops_one_kind_and_keeps_the_others_findable),
        cmocka_unit_test(find_holds_to_the_last_byte_and_not_one_past_it),
        cmocka_unit_test(find_does_not_come_round_at_the_end_of_a_32_bit_space),
        cmocka_unit_test(find_survives_sizes_that_would_wrap),
        cmocka_unit_test(bytes_points_into_the_allocation_or_nowhere),
        cmocka_unit_test(the_nearest_allocation_is_the_one_with_the_closest_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
