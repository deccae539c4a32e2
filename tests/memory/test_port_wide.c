/* SPDX-License-Identifier: Apache-2.0 */
/* test_port_wide.c - accesses of up to 16 bytes a lane at 64-bit addresses, by 64 lanes and by odd
 * numbers of them, on every way through the port; the model is a plain loop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "memory/port_wide.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { SIZE = 4096, ROUNDS = 4000 };

static const uint64_t A = 0xfff000000000, B = 0x1000;

struct stage {
    uint64_t dice;
    struct warp warp;
    struct effect effect;
    struct memory memory;
    struct memory_port port;
    struct error err;
    struct wide_rows rows;
    alignas(64) uint32_t row[WIDE_WORDS_MAX][LANES_MAX], before[WIDE_WORDS_MAX][LANES_MAX];
    uint8_t want[2][SIZE];
};

static uint64_t roll(struct stage *s) { return dice_roll(&s->dice); }

static uint8_t *host(struct stage *s, uint64_t address)
{
    return memory_bytes(&s->memory, address, 1);
}

static struct stage *open_stage(void)
{
    struct stage *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);
    assert_non_null(s);
    memset(s, 0, sizeof *s);
    assert_int_equal(memory_place(&s->err, &s->memory, ALLOCATION_BUFFER, "a", A, SIZE, true, NULL),
                     WC_OK);
    assert_int_equal(memory_place(&s->err, &s->memory, ALLOCATION_BUFFER, "b", B, SIZE, true, NULL),
                     WC_OK);
    assert_int_equal(memory_place(&s->err, &s->memory, ALLOCATION_CONSOLE, "console", 0x10000, 64,
                                  true, NULL), WC_OK);
    memory_port_reset(&s->port, &s->memory);
    s->warp.memory = &s->port;
    for (unsigned i = 0; i < WIDE_WORDS_MAX; i++)
        s->rows.row[i] = s->row[i];
    return s;
}

static void close_stage(struct stage *s)
{
    memory_free(&s->memory);
    error_clear(&s->err);
    free(s);
}

/* Another number of lanes, other bytes everywhere, and addresses in one of the usual ways. */
static unsigned shuffle(struct stage *s)
{
    static const uint32_t lanes[] = {64, 32, 64, 16, 4, 61};
    s->warp.lanes = lanes[roll(s) % 6];
    s->warp.stride = (s->warp.lanes + LANE_PADDING - 1) / LANE_PADDING * LANE_PADDING;
    uint64_t all = lanes_all(s->warp.lanes), mask = roll(s) % 2 ? all : roll(s) & all;
    warp_set_mask(&s->warp, mask ? mask : 1);
    for (unsigned i = 0; i < WIDE_WORDS_MAX; i++)
        for (unsigned lane = 0; lane < LANES_MAX; lane++)
            s->row[i][lane] = s->before[i][lane] = (uint32_t)roll(s);
    for (unsigned i = 0; i < SIZE; i++) {
        host(s, A)[i] = s->want[0][i] = (uint8_t)roll(s);
        host(s, B)[i] = s->want[1][i] = (uint8_t)roll(s);
    }
    unsigned bytes = 1u << roll(s) % 5, places = SIZE / bytes, way = roll(s) % 4;
    unsigned first = roll(s) % 3 ? roll(s) % places : places - s->warp.lanes;
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        unsigned at = way == 0 ? first + lane : way == 1 ? first : (unsigned)(roll(s) % places);
        uint64_t base = way == 3 && roll(s) % 2 ? B : A;
        s->effect.access.address[lane] = base + at % places * (uint64_t)bytes;
    }
    s->effect.access.space = 2;
    return bytes;
}

static uint8_t *want_at(struct stage *s, uint64_t address)
{
    return address >= A ? s->want[0] + (address - A) : s->want[1] + (address - B);
}

static void assert_access(struct stage *s, enum access_kind kind, unsigned bytes)
{
    assert_int_equal(s->effect.kind, EFFECT_MEMORY);
    assert_int_equal(s->effect.access.kind, kind);
    assert_int_equal(s->effect.access.bytes, bytes);
    assert_int_equal(s->effect.access.space, 2);
    assert_true(s->effect.access.mask == s->warp.mask);
    assert_memory_equal(host(s, A), s->want[0], SIZE);
    assert_memory_equal(host(s, B), s->want[1], SIZE);
}

static uint32_t expected_word(struct stage *s, unsigned lane, unsigned i, unsigned bytes,
                              enum widen widen)
{
    const uint8_t *at = want_at(s, s->effect.access.address[lane]) + 4 * i;
    uint32_t word = 0;
    unsigned count = bytes < 4 ? bytes : 4;
    for (unsigned k = 0; k < count; k++)
        word |= (uint32_t)at[k] << 8 * k;
    if (widen == WIDEN_SIGN && bytes < 4 && at[bytes - 1] > 127)
        word |= ~0u << 8 * bytes;
    return word;
}

static void loads_fill_rows_of_words(void **unused)
{
    struct stage *s = open_stage();
    (void)unused;
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned bytes = shuffle(s);
        enum widen widen = round % 2 ? WIDEN_SIGN : WIDEN_ZERO;
        memory_wide_load(&s->warp, &s->effect, NULL, &s->rows, bytes, widen);
        assert_access(s, ACCESS_LOAD, bytes);
        for (unsigned i = 0; i < WIDE_WORDS_MAX; i++)
            for (unsigned lane = 0; lane < s->warp.lanes; lane++) {
                bool loaded = s->warp.mask >> lane & 1 && 4 * i < bytes;
                assert_int_equal(s->row[i][lane],
                                 loaded ? expected_word(s, lane, i, bytes, widen)
                                        : s->before[i][lane]);
            }
    }
    close_stage(s);
}

static void stores_write_rows_of_words_the_highest_lane_last(void **unused)
{
    struct stage *s = open_stage();
    (void)unused;
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned bytes = shuffle(s);
        for (unsigned lane = 0; lane < s->warp.lanes; lane++)
            for (unsigned k = 0; k < bytes && s->warp.mask >> lane & 1; k++)
                want_at(s, s->effect.access.address[lane])[k] =
                    (uint8_t)(s->row[k / 4][lane] >> 8 * (k % 4));
        memory_wide_store(&s->warp, &s->effect, NULL, &s->rows, bytes);
        assert_access(s, ACCESS_STORE, bytes);
    }
    close_stage(s);
}

static uint64_t rotate_and_add(uint64_t old, uint64_t value, uint64_t other)
{
    return (old << 7 | old >> 57) + value * other;
}

static void atomics_go_from_the_lowest_lane_up(void **unused)
{
    struct stage *s = open_stage();
    (void)unused;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t value[LANES_MAX], other[LANES_MAX], old[LANES_MAX] = {0};
        unsigned bytes = shuffle(s);
        if (bytes != 4 && bytes != 8)
            continue;
        for (unsigned lane = 0; lane < LANES_MAX; lane++)
            value[lane] = roll(s), other[lane] = roll(s);
        struct wide_atomic atomic = {rotate_and_add, value, round % 2 ? other : NULL, old};
        memory_wide_atomic(&s->warp, &s->effect, NULL, &atomic, bytes);
        for (unsigned lane = 0; lane < s->warp.lanes; lane++) {
            uint64_t now = 0;
            if (!(s->warp.mask >> lane & 1))
                continue;
            memcpy(&now, want_at(s, s->effect.access.address[lane]), bytes);
            assert_true(old[lane] == now);
            now = rotate_and_add(now, value[lane], round % 2 ? other[lane] : 0);
            memcpy(want_at(s, s->effect.access.address[lane]), &now, bytes);
        }
        assert_access(s, ACCESS_ATOMIC, bytes);
    }
    close_stage(s);
}

/* A memory of its own is looked at alone; the end of the address space is not near its start. */
static void one_memory_alone_has_its_own_bounds(void **unused)
{
    struct stage *s = open_stage();
    uint8_t bytes[64];
    struct allocation only = {.size = sizeof bytes, .bytes = bytes, .writable = true};
    (void)unused;
    static const uint64_t outside[] = {64, 56, 0xfff000000000, ~0ull - 15};
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
    s->warp.lanes = 1, s->warp.stride = LANE_PADDING;
    warp_set_mask(&s->warp, 1);
    s->effect.access.address[0] = 48;
    memory_wide_load(&s->warp, &s->effect, &only, &s->rows, 16, WIDEN_ZERO);
    assert_int_equal(s->effect.kind, EFFECT_MEMORY);
    assert_int_equal(s->row[3][0], 0x3f3e3d3c);
    for (unsigned i = 0; i < 4; i++) {
        s->effect.access.address[0] = outside[i];
        memory_wide_load(&s->warp, &s->effect, &only, &s->rows, 16, WIDEN_ZERO);
        assert_int_equal(s->effect.kind, EFFECT_FAULT);
        assert_int_equal(s->effect.fault.kind, i == 1 ? FAULT_MISALIGNED : FAULT_OUT_OF_BOUNDS);
        assert_true(s->effect.fault.address == outside[i]);
    }
    only.writable = false;
    s->effect.access.address[0] = 0;
    memory_wide_store(&s->warp, &s->effect, &only, &s->rows, 4);
    assert_int_equal(s->effect.fault.kind, FAULT_READ_ONLY);
    close_stage(s);
}

/* Consoles take bytes one by one, by way of port.h. */
static void a_console_is_not_wide_memory(void **unused)
{
    struct stage *s = open_stage();
    (void)unused;
    s->warp.lanes = 1, s->warp.stride = LANE_PADDING;
    warp_set_mask(&s->warp, 1);
    s->effect.access.address[0] = 0x10000;
    memory_wide_store(&s->warp, &s->effect, NULL, &s->rows, 4);
    assert_int_equal(s->effect.kind, EFFECT_FAULT);
    assert_int_equal(s->effect.fault.kind, FAULT_OUT_OF_BOUNDS);
    close_stage(s);
}

static void no_active_lane_touches_nothing(void **unused)
{
    struct stage *s = open_stage();
    (void)unused;
    shuffle(s);
    warp_set_mask(&s->warp, 0);
    memory_wide_store(&s->warp, &s->effect, NULL, &s->rows, 4);
    assert_access(s, ACCESS_STORE, 4);
    memory_wide_load(&s->warp, &s->effect, NULL, &s->rows, 4, WIDEN_ZERO);
    assert_memory_equal(s->row, s->before, sizeof s->row);
    close_stage(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_fill_rows_of_words),
        cmocka_unit_test(stores_write_rows_of_words_the_highest_lane_last),
        cmocka_unit_test(atomics_go_from_the_lowest_lane_up),
        cmocka_unit_test(one_memory_alone_has_its_own_bounds),
        cmocka_unit_test(a_console_is_not_wide_memory),
        cmocka_unit_test(no_active_lane_touches_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
