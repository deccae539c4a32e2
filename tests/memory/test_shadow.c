/* SPDX-License-Identifier: Apache-2.0 */
/* test_shadow.c - labels follow loads, stores and atomics byte by byte; a snapshot returns to the
 * contents of its time (HOUSE-46). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "memory/port.h"
#include "memory/shadow.h"
#include "memory/snapshot.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { LANES = 4, BASE = 0x10000, SIZE = 0x8000, SOURCE = 7, OTHER = 9 };

struct stage {
    struct warp warp;
    struct effect effect;
    struct memory memory;
    struct memory_port port;
    struct shadow shadow;
    struct error err;
    struct allocation *a;
    alignas(64) uint32_t address[LANES_MAX];
    alignas(64) uint32_t row[LANES_MAX];
};

static struct stage *open_stage(uint8_t first_label)
{
    struct stage *stage = aligned_alloc(64, (sizeof *stage + 63) / 64 * 64);
    assert_non_null(stage);
    memset(stage, 0, sizeof *stage);
    assert_int_equal(memory_place(&stage->err, &stage->memory, ALLOCATION_BUFFER, "buffer a", BASE,
                                  SIZE, true, &stage->a), WC_OK);
    stage->a->labels = calloc(SIZE, 1);
    stage->a->first_label = first_label;
    memory_port_reset(&stage->port, &stage->memory);
    stage->port.shadow = &stage->shadow;
    stage->warp.memory = &stage->port;
    stage->warp.lanes = LANES;
    stage->warp.stride = LANE_PADDING;
    warp_set_mask(&stage->warp, lanes_all(LANES));
    for (uint32_t i = 0; i < LANES; i++)
        stage->address[i] = BASE + 16 * i;
    return stage;
}

static void close_stage(struct stage *stage)
{
    memory_free(&stage->memory);
    free(stage);
}

static uint64_t loaded(struct stage *stage, unsigned bytes)
{
    stage->shadow = (struct shadow){0};
    memory_port_load(&stage->warp, &stage->effect, stage->row, stage->address, bytes, WIDEN_ZERO);
    return stage->shadow.loaded;
}

static void store(struct stage *stage, unsigned bytes, uint64_t depending, uint8_t label)
{
    stage->shadow = (struct shadow){.stored = depending, .stored_label = label};
    memory_port_store(&stage->warp, &stage->effect, stage->row, stage->address, bytes);
}

static void test_untouched_memory_has_the_first_label(void **state)
{
    (void)state;
    struct stage *clean = open_stage(0), *unset = open_stage(SOURCE);
    assert_int_equal(loaded(clean, 4), 0);
    assert_int_equal(loaded(unset, 4), 0xf);
    assert_int_equal(unset->shadow.loaded_label, SOURCE);
    close_stage(clean);
    close_stage(unset);
}

static void test_a_store_sets_the_labels_of_its_bytes_alone(void **state)
{
    (void)state;
    struct stage *stage = open_stage(SOURCE);
    store(stage, 4, 0x5, OTHER);
    assert_int_equal(loaded(stage, 4), 0x5);
    assert_int_equal(stage->shadow.loaded_label, OTHER);
    store(stage, 1, 0, 0); /* one byte of four: the others still depend */
    assert_int_equal(loaded(stage, 4), 0x5);
    assert_int_equal(loaded(stage, 1), 0);
    stage->address[1] += 4;
    assert_int_equal(loaded(stage, 4) & 2, 2); /* the next word has its first label */
    close_stage(stage);
}

static void test_a_lane_that_does_not_act_stores_nothing(void **state)
{
    (void)state;
    struct stage *stage = open_stage(SOURCE);
    warp_set_mask(&stage->warp, 0x3);
    store(stage, 4, 0, 0);
    warp_set_mask(&stage->warp, 0xf);
    assert_int_equal(loaded(stage, 4), 0xc);
    close_stage(stage);
}

static void test_the_last_lane_decides_the_label_where_stores_collide(void **state)
{
    (void)state;
    struct stage *stage = open_stage(0);
    for (uint32_t i = 0; i < LANES; i++)
        stage->address[i] = BASE;
    store(stage, 4, 0x7, OTHER);
    assert_int_equal(loaded(stage, 4), 0);
    store(stage, 4, 0x8, OTHER);
    assert_int_equal(loaded(stage, 4), 0xf);
    close_stage(stage);
}

static uint32_t sum(uint32_t old, uint32_t operand)
{
    return old + operand;
}

static void test_an_atomic_joins_old_and_new(void **state)
{
    (void)state;
    struct stage *stage = open_stage(0);
    uint32_t operand[LANES_MAX] = {1, 2, 3, 4};
    for (uint32_t i = 0; i < LANES; i++)
        stage->address[i] = BASE;
    stage->shadow = (struct shadow){.stored = 0x2, .stored_label = OTHER};
    memory_port_atomic(&stage->warp, &stage->effect, stage->row, stage->address, operand, sum);
    /* Lanes 2 and 3 read what lane 1 has left. */
    assert_int_equal(stage->shadow.loaded, 0xc);
    assert_int_equal(loaded(stage, 4), 0xf);
    close_stage(stage);
}

static void test_memory_without_labels_loses_only_data_that_depend(void **state)
{
    (void)state;
    struct stage *stage = open_stage(0);
    free(stage->a->labels);
    stage->a->labels = NULL;
    store(stage, 4, 0, 0);
    assert_false(stage->shadow.lost);
    store(stage, 4, 0x1, OTHER);
    assert_true(stage->shadow.lost);
    close_stage(stage);
}

static void test_what_the_host_writes_depends_on_nothing(void **state)
{
    (void)state;
    struct stage *stage = open_stage(SOURCE);
    shadow_clean(&stage->memory, BASE, 20);
    assert_int_equal(loaded(stage, 4), 0xc);
    close_stage(stage);
}

static void test_a_copy_by_the_host_takes_the_labels_along(void **state)
{
    (void)state;
    struct stage *stage = open_stage(0);
    store(stage, 4, 0x2, OTHER);
    shadow_copy(&stage->memory, BASE + 32, BASE + 16, 4);
    shadow_copy(&stage->memory, BASE + 16, BASE + 48, 4);
    assert_int_equal(loaded(stage, 4), 0x4);
    assert_int_equal(stage->shadow.loaded_label, OTHER);
    close_stage(stage);
}

/* A store prints and leaves nothing; an atomic changes the bytes that loads read. */
static void test_the_console_keeps_what_atomics_leave_there(void **state)
{
    (void)state;
    struct stage *stage = open_stage(0);
    uint32_t operand[LANES_MAX] = {0};
    stage->a->kind = ALLOCATION_CONSOLE;
    store(stage, 4, 0xf, OTHER);
    assert_int_equal(loaded(stage, 4), 0);
    stage->shadow = (struct shadow){.stored = 0x2, .stored_label = OTHER};
    memory_port_atomic(&stage->warp, &stage->effect, stage->row, stage->address, operand, sum);
    assert_int_equal(loaded(stage, 4), 0x2);
    close_stage(stage);
}

static void test_a_snapshot_restores_pages_and_zeros(void **state)
{
    (void)state;
    struct stage *stage = open_stage(0);
    struct snapshot snapshot;
    uint8_t *bytes = stage->a->bytes;
    memset(bytes + 100, 0xaa, 50);
    bytes[SIZE - 1] = 3;
    assert_int_equal(snapshot_take(&stage->err, &stage->memory, &snapshot), WC_OK);
    memset(bytes, 0x55, SIZE);
    snapshot_restore(&snapshot, &stage->memory);
    for (uint32_t i = 0; i < SIZE; i++) {
        uint8_t expected = i >= 100 && i < 150 ? 0xaa : i == SIZE - 1 ? 3 : 0;
        assert_int_equal(bytes[i], expected);
    }
    snapshot_free(&snapshot);
    close_stage(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_untouched_memory_has_the_first_label),
        cmocka_unit_test(test_a_store_sets_the_labels_of_its_bytes_alone),
        cmocka_unit_test(test_a_lane_that_does_not_act_stores_nothing),
        cmocka_unit_test(test_the_last_lane_decides_the_label_where_stores_collide),
        cmocka_unit_test(test_an_atomic_joins_old_and_new),
        cmocka_unit_test(test_memory_without_labels_loses_only_data_that_depend),
        cmocka_unit_test(test_what_the_host_writes_depends_on_nothing),
        cmocka_unit_test(test_a_copy_by_the_host_takes_the_labels_along),
        cmocka_unit_test(test_the_console_keeps_what_atomics_leave_there),
        cmocka_unit_test(test_a_snapshot_restores_pages_and_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
