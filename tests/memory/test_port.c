/* SPDX-License-Identifier: Apache-2.0 */
/* test_port.c - a warp's loads, stores and atomics on device memory, on every way through the port.
 *
 * The port has fast ways (one allocation, consecutive words, one word for all) and a slow one; the
 * tests compare what comes out with a plain loop over the lanes, whichever way was taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "memory/port.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum {
    LANES = 32,
    A = 0x10000, A_SIZE = 0x1000,
    B = 0x12000, B_SIZE = 0x100,
    CODE = 0x80000000u, CODE_SIZE = 0x80,
    LOCAL = 0xff000000u, LOCAL_SIZE = 0x400,
    CONSOLE = 0xff004000u, CONSOLE_SIZE = 64,
    UNTOUCHED = 0x5a5a5a5a,
};

struct stage {
    struct warp warp;
    struct effect effect;
    struct memory memory;
    struct memory_port port;
    struct error err;
    char said[256]; /* by the console: slot, character */
    uint32_t said_count;
    alignas(64) uint32_t address[LANES_MAX];
    alignas(64) uint32_t row[LANES_MAX];
};

static void hear(void *user, uint32_t slot, uint8_t byte)
{
    struct stage *stage = user;
    stage->said[stage->said_count++] = (char)('0' + slot);
    stage->said[stage->said_count++] = (char)byte;
}

static void place(struct stage *stage, enum allocation_kind kind, const char *name, uint32_t base,
                  uint32_t size, bool writable)
{
    struct allocation *made;
    assert_int_equal(memory_place(&stage->err, &stage->memory, kind, name, base, size, writable,
                                  &made), WC_OK);
    for (uint32_t i = 0; i < size; i++)
        made->bytes[i] = (uint8_t)(base / 0x1000 + i * 37 + (i >> 3));
}

static struct stage *open_stage_of(uint32_t lanes)
{
    struct stage *stage = aligned_alloc(64, (sizeof *stage + 63) / 64 * 64);
    assert_non_null(stage);
    memset(stage, 0, sizeof *stage);
    place(stage, ALLOCATION_BUFFER, "buffer a", A, A_SIZE, true);
    place(stage, ALLOCATION_BUFFER, "buffer b", B, B_SIZE, true);
    place(stage, ALLOCATION_CODE, "code", CODE, CODE_SIZE, false);
    place(stage, ALLOCATION_CONSOLE, "console", CONSOLE, CONSOLE_SIZE, true);
    memory_port_reset(&stage->port, &stage->memory);
    stage->port.local = (struct allocation){.base = LOCAL, .size = LOCAL_SIZE, .writable = true,
                                            .bytes = calloc(LOCAL_SIZE, 1), .name = "local memory",
                                            .kind = ALLOCATION_LOCAL};
    stage->port.console = hear;
    stage->port.user = stage;
    stage->warp = (struct warp){.lanes = lanes, .memory = &stage->port,
                                .stride = (lanes + LANE_PADDING - 1) / LANE_PADDING * LANE_PADDING};
    warp_set_mask(&stage->warp, lanes_all(lanes));
    for (unsigned lane = 0; lane < LANES_MAX; lane++)
        stage->row[lane] = UNTOUCHED + lane;
    return stage;
}

static struct stage *open_stage(void)
{
    return open_stage_of(LANES);
}

static void close_stage(struct stage *stage)
{
    free(stage->port.local.bytes);
    memory_free(&stage->memory);
    error_clear(&stage->err);
    free(stage);
}

static void point(struct stage *stage, uint32_t first, uint32_t step)
{
    for (unsigned lane = 0; lane < LANES_MAX; lane++)
        stage->address[lane] = first + step * lane;
}

static uint8_t *host(struct stage *stage, uint32_t address, unsigned bytes)
{
    struct allocation *a = memory_port_find(&stage->port, address, bytes);
    assert_non_null(a);
    return a->bytes + (address - a->base);
}

/* What one lane should read, by the book. */
static uint32_t expected_load(struct stage *stage, uint32_t address, unsigned bytes,
                              enum widen widen)
{
    const uint8_t *at = host(stage, address, bytes);
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint32_t)at[i] << 8 * i;
    if (widen == WIDEN_SIGN && bytes < 4 && value >> (8 * bytes - 1))
        value |= ~0u << 8 * bytes;
    return value;
}

static void load(struct stage *stage, unsigned bytes, enum widen widen)
{
    memory_port_load(&stage->warp, &stage->effect, stage->row, stage->address, bytes, widen);
}

static void assert_access(struct stage *stage, enum access_kind kind, unsigned bytes)
{
    assert_int_equal(stage->effect.kind, EFFECT_MEMORY);
    assert_int_equal(stage->effect.access.kind, kind);
    assert_int_equal(stage->effect.access.bytes, bytes);
    assert_true(stage->effect.access.mask == stage->warp.mask);
    for (unsigned lane = 0; lane < stage->warp.lanes; lane++) {
        if (stage->warp.mask >> lane & 1)
            assert_int_equal(stage->effect.access.address[lane], stage->address[lane]);
    }
}

static void assert_loads(struct stage *stage, unsigned bytes, enum widen widen)
{
    for (unsigned lane = 0; lane < LANES_MAX; lane++)
        stage->row[lane] = UNTOUCHED + lane;
    load(stage, bytes, widen);
    assert_access(stage, ACCESS_LOAD, bytes);
    for (unsigned lane = 0; lane < stage->warp.stride; lane++) {
        uint32_t want = stage->warp.mask >> lane & 1
                            ? expected_load(stage, stage->address[lane], bytes, widen)
                            : UNTOUCHED + lane;
        if (stage->row[lane] != want)
            fail_msg("lane %u of mask 0x%llx: 0x%x instead of 0x%x", lane,
                     (unsigned long long)stage->warp.mask, stage->row[lane], want);
    }
}

static const uint64_t masks[] = {0xffffffff, 0x1, 0x80000000, 0x7fffffff, 0xfffffffe, 0x0f0ff00f,
                                 0xaaaaaaaa, 0x55555555, 0x00010000};

static void assert_loads_with_all_masks(struct stage *stage)
{
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        warp_set_mask(&stage->warp, masks[i]);
        for (unsigned bytes = 1; bytes <= 4; bytes *= 2) {
            assert_loads(stage, bytes, WIDEN_ZERO);
            assert_loads(stage, bytes, WIDEN_SIGN);
        }
    }
}

static void consecutive_loads_read_each_lanes_own_word(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    point(stage, A + 0x100, 4);
    assert_loads_with_all_masks(stage);
    close_stage(stage);
}

static void one_address_for_all_is_a_broadcast(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    point(stage, A + 0x7c, 0);
    assert_loads_with_all_masks(stage);
    close_stage(stage);
}

static void scattered_loads_read_where_each_lane_points(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    for (unsigned lane = 0; lane < LANES_MAX; lane++)
        stage->address[lane] = A + lane * 2654435761u % A_SIZE / 4 * 4;
    assert_loads_with_all_masks(stage);
    point(stage, A + A_SIZE - 4, -8u); /* downwards */
    assert_loads_with_all_masks(stage);
    close_stage(stage);
}

static void loads_may_touch_two_allocations_at_once(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    for (unsigned lane = 0; lane < LANES_MAX; lane++)
        stage->address[lane] = (lane % 2 ? A : B) + 4 * lane;
    assert_loads_with_all_masks(stage);
    close_stage(stage);
}

static void loads_may_mix_local_and_global_memory(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    for (unsigned i = 0; i < LOCAL_SIZE; i++)
        stage->port.local.bytes[i] = (uint8_t)(200 - i);
    for (unsigned lane = 0; lane < LANES_MAX; lane++)
        stage->address[lane] = (lane % 3 ? A : LOCAL) + 4 * lane;
    assert_loads_with_all_masks(stage);
    point(stage, LOCAL, 4);
    assert_loads_with_all_masks(stage);
    close_stage(stage);
}

/* The last active lane reads the allocation's last word; lanes behind it would lie outside. */
static void inactive_lanes_beyond_the_end_of_an_allocation_do_no_harm(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    for (unsigned active = 1; active <= LANES; active++) {
        warp_set_mask(&stage->warp, lanes_all(active));
        point(stage, A + A_SIZE - 4 * active, 4);
        assert_loads(stage, 4, WIDEN_ZERO);
        memory_port_store(&stage->warp, &stage->effect, stage->row, stage->address, 4);
        assert_access(stage, ACCESS_STORE, 4);
    }
    close_stage(stage);
}

/* A warp of five lanes has rows padded to sixteen: the padding reads nothing either. */
static void padding_lanes_beyond_the_end_of_an_allocation_do_no_harm(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage_of(5);
    point(stage, A + A_SIZE - 4 * 5, 4);
    assert_loads(stage, 4, WIDEN_ZERO);
    close_stage(stage);
}

/* Segments may begin anywhere: words in them are then at odd places of the host. */
static void an_allocation_that_begins_at_an_odd_address_is_read_all_the_same(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    place(stage, ALLOCATION_DATA, "odd", 0x20001, 0x200, true);
    memory_port_reset(&stage->port, &stage->memory);
    point(stage, 0x20004, 4);
    assert_loads_with_all_masks(stage);
    point(stage, 0x20004, 8);
    assert_loads_with_all_masks(stage);
    point(stage, 0x20004, 0);
    assert_loads_with_all_masks(stage);
    close_stage(stage);
}

static void assert_stores(struct stage *stage, unsigned bytes)
{
    enum { SPACE = A_SIZE };
    static uint8_t want[SPACE];
    uint8_t *bytes_of_a = host(stage, A, SPACE);
    memcpy(want, bytes_of_a, SPACE);
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        stage->row[lane] = 0x81828384u * (lane + 3) ^ bytes;
        if (stage->warp.mask >> lane & 1)
            memcpy(want + (stage->address[lane] - A), &stage->row[lane], bytes);
    }
    memory_port_store(&stage->warp, &stage->effect, stage->row, stage->address, bytes);
    assert_access(stage, ACCESS_STORE, bytes);
    assert_memory_equal(bytes_of_a, want, SPACE);
}

/* The plain loop stores in lane order, so the highest lane wins where two collide. */
static void stores_write_active_lanes_only_and_the_highest_lane_wins(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    static const uint32_t steps[] = {4, 0, 8, 64, -4u};
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
        point(stage, A + 0x800, steps[s]);
        for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
            warp_set_mask(&stage->warp, masks[i]);
            for (unsigned bytes = 1; bytes <= 4; bytes *= 2)
                assert_stores(stage, bytes);
        }
    }
    for (unsigned lane = 0; lane < LANES_MAX; lane++)
        stage->address[lane] = A + lane % 5 * 4; /* collisions of six lanes each */
    warp_set_mask(&stage->warp, 0xffffffff);
    for (unsigned bytes = 1; bytes <= 4; bytes *= 2)
        assert_stores(stage, bytes);
    close_stage(stage);
}

static void stores_may_touch_two_allocations_and_local_memory_at_once(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    static const uint32_t bases[] = {A, B, LOCAL};
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        stage->address[lane] = bases[lane % 3] + 4 * lane;
        stage->row[lane] = 1000 + lane;
    }
    memory_port_store(&stage->warp, &stage->effect, stage->row, stage->address, 4);
    assert_access(stage, ACCESS_STORE, 4);
    for (unsigned lane = 0; lane < LANES; lane++)
        assert_int_equal(expected_load(stage, stage->address[lane], 4, WIDEN_ZERO), 1000 + lane);
    close_stage(stage);
}

static void assert_fault(struct stage *stage, enum fault_kind kind, enum access_kind access,
                         unsigned bytes, unsigned lane)
{
    assert_int_equal(stage->effect.kind, EFFECT_FAULT);
    assert_int_equal(stage->effect.fault.kind, kind);
    assert_int_equal(stage->effect.fault.access, access);
    assert_int_equal(stage->effect.fault.bytes, bytes);
    assert_int_equal(stage->effect.fault.lane, lane);
    assert_int_equal(stage->effect.fault.address, stage->address[lane]);
}

static void a_load_outside_names_the_first_lane_and_changes_no_register(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    point(stage, A + A_SIZE - 4 * 20, 4); /* lane 20 is the first one past the end */
    load(stage, 4, WIDEN_ZERO);
    assert_fault(stage, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 4, 20);
    for (unsigned lane = 0; lane < LANES; lane++)
        assert_int_equal(stage->row[lane], UNTOUCHED + lane);
    warp_set_mask(&stage->warp, 0xff0fffff); /* lanes 20 to 23 do not take part */
    load(stage, 4, WIDEN_ZERO);
    assert_fault(stage, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 4, 24);
    close_stage(stage);
}

static void a_store_outside_changes_nothing_in_any_lane(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    uint8_t before[A_SIZE];
    memcpy(before, host(stage, A, A_SIZE), A_SIZE);
    point(stage, A + A_SIZE - 4 * 31, 4);
    memory_port_store(&stage->warp, &stage->effect, stage->row, stage->address, 4);
    assert_fault(stage, FAULT_OUT_OF_BOUNDS, ACCESS_STORE, 4, 31);
    assert_memory_equal(host(stage, A, A_SIZE), before, A_SIZE);
    close_stage(stage);
}

static void addresses_do_not_come_round_at_the_end_of_the_space(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    place(stage, ALLOCATION_BUFFER, "top", 0xffffff00u, 0x100, true);
    memory_port_reset(&stage->port, &stage->memory);
    point(stage, 0xffffff80u, 4); /* lanes 0..31 end exactly at 2^32 */
    assert_loads(stage, 4, WIDEN_ZERO);
    point(stage, 0xffffff84u, 4); /* lane 31 is at 0 */
    load(stage, 4, WIDEN_ZERO);
    assert_fault(stage, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 4, 31);
    close_stage(stage);
}

static void a_misaligned_lane_is_a_fault_of_that_lane(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    for (unsigned bytes = 2; bytes <= 4; bytes *= 2) {
        point(stage, A, 4);
        stage->address[7] += bytes / 2;
        load(stage, bytes, WIDEN_SIGN);
        assert_fault(stage, FAULT_MISALIGNED, ACCESS_LOAD, bytes, 7);
        memory_port_store(&stage->warp, &stage->effect, stage->row, stage->address, bytes);
        assert_fault(stage, FAULT_MISALIGNED, ACCESS_STORE, bytes, 7);
    }
    assert_loads(stage, 1, WIDEN_ZERO); /* bytes are never misaligned */
    close_stage(stage);
}

static void the_first_faulting_lane_is_named_whatever_its_fault(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    point(stage, A, 4);
    stage->address[9] = 0x666 * 4;
    stage->address[5] += 1;
    load(stage, 4, WIDEN_ZERO);
    assert_fault(stage, FAULT_MISALIGNED, ACCESS_LOAD, 4, 5);
    stage->address[3] = 0x666 * 4;
    load(stage, 4, WIDEN_ZERO);
    assert_fault(stage, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 4, 3);
    close_stage(stage);
}

static void read_only_memory_can_be_loaded_and_not_stored(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    uint8_t before[CODE_SIZE];
    point(stage, CODE, 4);
    memcpy(before, host(stage, CODE, CODE_SIZE), CODE_SIZE);
    assert_loads(stage, 4, WIDEN_ZERO);
    memory_port_store(&stage->warp, &stage->effect, stage->row, stage->address, 4);
    assert_fault(stage, FAULT_READ_ONLY, ACCESS_STORE, 4, 0);
    point(stage, A, 4);
    stage->address[12] = CODE; /* the others are fine, and still nothing is stored */
    uint32_t was = expected_load(stage, A, 4, WIDEN_ZERO);
    memory_port_store(&stage->warp, &stage->effect, stage->row, stage->address, 4);
    assert_fault(stage, FAULT_READ_ONLY, ACCESS_STORE, 4, 12);
    assert_int_equal(expected_load(stage, A, 4, WIDEN_ZERO), was);
    assert_memory_equal(host(stage, CODE, CODE_SIZE), before, CODE_SIZE);
    close_stage(stage);
}

static void console_bytes_are_told_in_lane_order_with_their_slot(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    point(stage, CONSOLE, 1);
    warp_set_mask(&stage->warp, 0x1b);
    for (unsigned lane = 0; lane < LANES; lane++)
        stage->row[lane] = 0x7700 + 'a' + lane;
    memory_port_store(&stage->warp, &stage->effect, stage->row, stage->address, 1);
    assert_access(stage, ACCESS_STORE, 1);
    assert_string_equal(stage->said, "0a1b3d4e");
    stage->address[1] = A; /* one of them writes to memory instead */
    memory_port_store(&stage->warp, &stage->effect, stage->row, stage->address, 1);
    assert_string_equal(stage->said, "0a1b3d4e0a3d4e");
    assert_int_equal(expected_load(stage, A, 1, WIDEN_ZERO), 'b');
    close_stage(stage);
}

static void a_fault_of_one_lane_silences_the_console_of_all(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    point(stage, CONSOLE, 1);
    stage->address[31] = 8;
    memory_port_store(&stage->warp, &stage->effect, stage->row, stage->address, 1);
    assert_fault(stage, FAULT_OUT_OF_BOUNDS, ACCESS_STORE, 1, 31);
    assert_int_equal(stage->said_count, 0);
    close_stage(stage);
}

static uint32_t sum(uint32_t old, uint32_t operand)
{
    return old + operand;
}

static void atomics_of_colliding_lanes_happen_one_after_the_other(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    alignas(64) uint32_t operand[LANES_MAX];
    uint32_t start = expected_load(stage, B, 4, WIDEN_ZERO), total = start;
    for (unsigned lane = 0; lane < LANES_MAX; lane++)
        operand[lane] = 10 + lane;
    point(stage, B, 0);
    warp_set_mask(&stage->warp, 0x80010103);
    memory_port_atomic(&stage->warp, &stage->effect, stage->row, stage->address, operand, sum);
    assert_access(stage, ACCESS_ATOMIC, 4);
    for (unsigned lane = 0; lane < LANES; lane++) {
        bool active = stage->warp.mask >> lane & 1;
        assert_int_equal(stage->row[lane], active ? total : UNTOUCHED + lane);
        total += active ? operand[lane] : 0;
    }
    assert_int_equal(expected_load(stage, B, 4, WIDEN_ZERO), total);
    close_stage(stage);
}

static void atomics_check_every_lane_before_the_first_one(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    uint32_t was = expected_load(stage, B, 4, WIDEN_ZERO);
    point(stage, B, 0);
    stage->address[30] = CODE;
    memory_port_atomic(&stage->warp, &stage->effect, stage->row, stage->address, stage->row, sum);
    assert_fault(stage, FAULT_READ_ONLY, ACCESS_ATOMIC, 4, 30);
    assert_int_equal(expected_load(stage, B, 4, WIDEN_ZERO), was);
    stage->address[30] = B + 2;
    memory_port_atomic(&stage->warp, &stage->effect, stage->row, stage->address, stage->row, sum);
    assert_fault(stage, FAULT_MISALIGNED, ACCESS_ATOMIC, 4, 30);
    close_stage(stage);
}

static const char *nearest(struct stage *stage, uint64_t address)
{
    static struct allocation near;
    return memory_port_nearest(&stage->port, address, &near) ? near.name : NULL;
}

static void the_nearest_allocation_includes_local_memory(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    assert_string_equal(nearest(stage, LOCAL + LOCAL_SIZE),
                        "local memory");
    assert_string_equal(nearest(stage, LOCAL - 1), "local memory");
    assert_string_equal(nearest(stage, CONSOLE - 1), "console");
    assert_string_equal(nearest(stage, A + A_SIZE), "buffer a");
    stage->port.local.size = 0;
    assert_string_equal(nearest(stage, LOCAL), "console");
    close_stage(stage);
}

static void without_local_memory_its_addresses_are_outside(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    stage->port.local.size = 0;
    point(stage, LOCAL, 4);
    load(stage, 4, WIDEN_ZERO);
    assert_fault(stage, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 4, 0);
    close_stage(stage);
}

/* HOUSE-15: local memory of other groups is outside, though the table reserves its addresses. */
static void local_memory_of_others_is_outside(void **unused)
{
    (void)unused;
    struct stage *stage = open_stage();
    place(stage, ALLOCATION_LOCAL, "reserved", LOCAL, 2 * LOCAL_SIZE, true);
    point(stage, LOCAL + LOCAL_SIZE, 4);
    load(stage, 4, WIDEN_ZERO);
    assert_fault(stage, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 4, 0);
    close_stage(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(consecutive_loads_read_each_lanes_own_word),
        cmocka_unit_test(one_address_for_all_is_a_broadcast),
        cmocka_unit_test(scattered_loads_read_where_each_lane_points),
        cmocka_unit_test(loads_may_touch_two_allocations_at_once),
        cmocka_unit_test(loads_may_mix_local_and_global_memory),
        cmocka_unit_test(inactive_lanes_beyond_the_end_of_an_allocation_do_no_harm),
        cmocka_unit_test(padding_lanes_beyond_the_end_of_an_allocation_do_no_harm),
        cmocka_unit_test(an_allocation_that_begins_at_an_odd_address_is_read_all_the_same),
        cmocka_unit_test(stores_write_active_lanes_only_and_the_highest_lane_wins),
        cmocka_unit_test(stores_may_touch_two_allocations_and_local_memory_at_once),
        cmocka_unit_test(a_load_outside_names_the_first_lane_and_changes_no_register),
        cmocka_unit_test(a_store_outside_changes_nothing_in_any_lane),
        cmocka_unit_test(addresses_do_not_come_round_at_the_end_of_the_space),
        cmocka_unit_test(a_misaligned_lane_is_a_fault_of_that_lane),
        cmocka_unit_test(the_first_faulting_lane_is_named_whatever_its_fault),
        cmocka_unit_test(read_only_memory_can_be_loaded_and_not_stored),
        cmocka_unit_test(console_bytes_are_told_in_lane_order_with_their_slot),
        cmocka_unit_test(a_fault_of_one_lane_silences_the_console_of_all),
        cmocka_unit_test(atomics_of_colliding_lanes_happen_one_after_the_other),
        cmocka_unit_test(atomics_check_every_lane_before_the_first_one),
        cmocka_unit_test(the_nearest_allocation_includes_local_memory),
        cmocka_unit_test(without_local_memory_its_addresses_are_outside),
        cmocka_unit_test(local_memory_of_others_is_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
