/* SPDX-License-Identifier: Apache-2.0 */
/* test_sharedmem.c - pools, bank conflicts and durations of the PasTiS paper, cell by cell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/sharedmem.h"

#include <cmocka.h>

enum { LANES = 32 };

/* PasTiS: banks and words section II-E; times the formula of section III-B, which is given for "the
 * memory instruction", so for loads and stores alike. assumed: two cycles a transaction, the
 * step of the duration. */
#define PAPER_TIMES {.fixed = 22, .base = {1, 8, 16}, .conflict = 2}
static const struct sharedmem_numbers numbers = {
    .lanes = LANES,
    .banks = 32,
    .word_bytes = 4,
    .times = {[SHAREDMEM_LOAD] = PAPER_TIMES, [SHAREDMEM_STORE] = PAPER_TIMES},
    .transaction = 2,
};

static const uint32_t width_bytes[SHAREDMEM_WIDTHS] = {4, 8, 16};

static struct sharedmem_access measure(uint32_t bytes, const uint64_t *address, uint64_t mask)
{
    struct sharedmem_access access;
    sharedmem_measure(&numbers, SHAREDMEM_LOAD, bytes, address, mask, &access);
    return access;
}

/* Lane 0 is the lowest bit of a mask, or the highest (figure 6 of the paper). */
static unsigned lane_in_order(unsigned lane, bool mirrored)
{
    return mirrored ? LANES - 1 - lane : lane;
}

static uint32_t first_lanes(unsigned count, bool mirrored)
{
    uint32_t mask = count == 32 ? UINT32_MAX : (1u << count) - 1;
    return mirrored ? mask << (32 - count) : mask;
}

static struct sharedmem_access strided(uint32_t bytes, uint64_t stride, unsigned count,
                                       bool mirrored)
{
    uint64_t address[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        address[lane_in_order(lane, mirrored)] = lane * stride;
    return measure(bytes, address, first_lanes(count, mirrored));
}

static void assert_cost(struct sharedmem_access access, uint32_t transactions, cycle_t duration)
{
    assert_int_equal(access.transactions, transactions);
    assert_int_equal(access.duration, duration);
}

static void assert_strided(uint32_t bytes, uint64_t stride, unsigned count, uint32_t transactions,
                           cycle_t duration)
{
    assert_cost(strided(bytes, stride, count, false), transactions, duration);
    assert_cost(strided(bytes, stride, count, true), transactions, duration);
}

/* PAS-50 */
static void neighbouring_words_lie_in_neighbouring_banks(void **unused)
{
    (void)unused;
    for (uint64_t word = 0; word < 32; word++)
        for (uint64_t byte = 0; byte < 4; byte++)
            assert_int_equal(sharedmem_bank(&numbers, 4 * word + byte), word);
    assert_int_equal(sharedmem_bank(&numbers, 128), 0);
    assert_int_equal(sharedmem_bank(&numbers, 128 * 77 + 20), 5);
}

/* PAS-51: lanes 0 and 16 of 64-bit accesses are in different pools, 0 and 1 in one. */
static void lanes_conflict_only_inside_their_pool(void **unused)
{
    (void)unused;
    uint64_t address[LANES] = {[0] = 0, [1] = 128, [16] = 256};
    assert_cost(measure(8, address, 1u << 0 | 1u << 16), 2, 30);
    assert_cost(measure(8, address, 1u << 0 | 1u << 1), 3, 32);
    assert_cost(measure(4, address, 1u << 0 | 1u << 16), 2, 25); /* words: all in one pool */
    /* 128 bits: the last lane of a pool and the first of the next */
    uint64_t quads[LANES] = {[7] = 0, [8] = 128, [15] = 256, [16] = 384, [23] = 512, [24] = 640};
    assert_cost(measure(16, quads, 1u << 7 | 1u << 8), 4, 38);
    assert_cost(measure(16, quads, 1u << 8 | 1u << 15), 5, 40);
    assert_cost(measure(16, quads, 1u << 15 | 1u << 16), 4, 38);
    assert_cost(measure(16, quads, 1u << 16 | 1u << 23), 5, 40);
    assert_cost(measure(16, quads, 1u << 23 | 1u << 24), 4, 38);
}

/* PAS-51: two half-full pools could share a transaction, and do not. */
static void pools_on_different_banks_are_not_merged(void **unused)
{
    (void)unused;
    uint64_t address[LANES] = {[0] = 0, [16] = 8};
    struct sharedmem_access access = measure(8, address, 1u << 0 | 1u << 16);
    assert_int_equal(access.pools, 2);
    assert_int_equal(access.pool[0], 1);
    assert_int_equal(access.pool[1], 1);
}

/* PAS-52: table I of the paper, 12 cells. The authors' first guess, fewer transactions for fewer
 * lanes, would fail in the first three rows. */
static void consecutive_accesses_give_table_1(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t mask, transactions[SHAREDMEM_WIDTHS];
    } table[] = {
        {0x000000FF, {1, 2, 4}},
        {0x0000FFFF, {1, 2, 4}},
        {0x00FFFFFF, {1, 2, 4}},
        {0xFFFFFFFF, {1, 2, 4}},
    };
    for (unsigned row = 0; row < 4; row++) {
        assert_int_equal(first_lanes(8 * (row + 1), false), table[row].mask);
        for (unsigned width = 0; width < SHAREDMEM_WIDTHS; width++)
            assert_strided(width_bytes[width], width_bytes[width], 8 * (row + 1),
                           table[row].transactions[width], (cycle_t[]){23, 30, 38}[width]);
    }
}

/* PAS-52: table II of the paper, 96 cells, as printed; row n has the n first lanes active, each at
 * another word of one bank. PAS-53: the durations that follow, 23, 30, 38 to 85, 90, 94. */
static void different_words_of_one_bank_give_table_2(void **unused)
{
    (void)unused;
    static const uint32_t transactions[LANES][SHAREDMEM_WIDTHS] = {
        {1, 2, 4},    {2, 3, 5},    {3, 4, 6},    {4, 5, 7},    {5, 6, 8},    {6, 7, 9},
        {7, 8, 10},   {8, 9, 11},   {9, 10, 11},  {10, 11, 12}, {11, 12, 13}, {12, 13, 14},
        {13, 14, 15}, {14, 15, 16}, {15, 16, 17}, {16, 17, 18}, {17, 17, 18}, {18, 18, 19},
        {19, 19, 20}, {20, 20, 21}, {21, 21, 22}, {22, 22, 23}, {23, 23, 24}, {24, 24, 25},
        {25, 25, 25}, {26, 26, 26}, {27, 27, 27}, {28, 28, 28}, {29, 29, 29}, {30, 30, 30},
        {31, 31, 31}, {32, 32, 32},
    };
    static const cycle_t duration[LANES][SHAREDMEM_WIDTHS] = {
        {23, 30, 38}, {25, 32, 40}, {27, 34, 42}, {29, 36, 44}, {31, 38, 46}, {33, 40, 48},
        {35, 42, 50}, {37, 44, 52}, {39, 46, 52}, {41, 48, 54}, {43, 50, 56}, {45, 52, 58},
        {47, 54, 60}, {49, 56, 62}, {51, 58, 64}, {53, 60, 66}, {55, 60, 66}, {57, 62, 68},
        {59, 64, 70}, {61, 66, 72}, {63, 68, 74}, {65, 70, 76}, {67, 72, 78}, {69, 74, 80},
        {71, 76, 80}, {73, 78, 82}, {75, 80, 84}, {77, 82, 86}, {79, 84, 88}, {81, 86, 90},
        {83, 88, 92}, {85, 90, 94},
    };
    for (unsigned row = 0; row < LANES; row++)
        for (unsigned width = 0; width < SHAREDMEM_WIDTHS; width++)
            assert_strided(width_bytes[width], 128, row + 1, transactions[row][width],
                           duration[row][width]);
}

/* PAS-54: 32 bytes are eight words, 32 half words sixteen; a byte of another row conflicts. */
static void bytes_and_half_words_follow_the_rule_of_words(void **unused)
{
    (void)unused;
    assert_strided(1, 1, 32, 1, 23);
    assert_strided(2, 2, 32, 1, 23);
    assert_strided(1, 128, 2, 2, 25);
    assert_strided(2, 64, 32, 16, 53);
    uint64_t address[LANES] = {[0] = 3, [1] = 128, [2] = 130};
    assert_cost(measure(1, address, 0x7), 2, 25); /* the last two lie in one word */
}

/* PAS-54 */
static void an_access_of_no_lane_costs_nothing(void **unused)
{
    (void)unused;
    struct sharedmem memory = {.numbers = &numbers};
    cycle_t taken = 0;
    uint64_t address[LANES] = {0};
    sharedmem_reset(&memory);
    struct sharedmem_access full = strided(4, 128, 32, false), none = measure(16, address, 0);
    assert_cost(none, 0, 0);
    assert_int_equal(none.pools, 0);
    sharedmem_request(&memory, &full, 10, &taken);
    assert_int_equal(sharedmem_request(&memory, &none, 11, &taken), 11);
    assert_int_equal(taken, 11);
    assert_int_equal(memory.accesses[SHAREDMEM_LOAD], 1);
    assert_int_equal(memory.free, 10 + 2 * 32);
}

/* PAS-56 */
static void strides_of_words_cost_what_the_formula_says(void **unused)
{
    (void)unused;
    static const struct {
        uint64_t words;
        uint32_t transactions;
        cycle_t duration;
    } strides[] = {
        {1, 1, 23},   {3, 1, 23}, {31, 1, 23}, {33, 1, 23}, {0, 1, 23}, /* 0: one word for all */
        {2, 2, 25},   {4, 4, 29}, {8, 8, 37},  {16, 16, 53}, {32, 32, 85},
    };
    for (unsigned i = 0; i < sizeof strides / sizeof strides[0]; i++)
        assert_strided(4, 4 * strides[i].words, 32, strides[i].transactions, strides[i].duration);
}

/* PAS-57 */
static void strides_of_double_words_cost_what_the_formula_says(void **unused)
{
    (void)unused;
    assert_strided(8, 8, 32, 2, 30);
    assert_strided(8, 128, 17, 17, 60);
    assert_strided(8, 2 * 8, 32, 4, 34);
    assert_strided(8, 4 * 8, 32, 8, 42);
    assert_strided(8, 16 * 8, 32, 32, 90);
    assert_strided(8, 0, 32, 2, 30);
}

/* PAS-58 */
static void strides_of_quad_words_cost_what_the_formula_says(void **unused)
{
    (void)unused;
    assert_strided(16, 16, 32, 4, 38);
    assert_strided(16, 128, 9, 11, 52);
    assert_strided(16, 2 * 16, 32, 8, 46);
    assert_strided(16, 4 * 16, 32, 16, 62);
    assert_strided(16, 8 * 16, 32, 32, 94);
    assert_strided(16, 0, 32, 4, 38);
}

/* Lanes from..to pile on one group of four banks, each in a row of its own. */
static void pile(uint64_t *address, unsigned from, unsigned to, uint64_t bank)
{
    for (unsigned lane = from; lane <= to; lane++)
        address[lane] = 128 * (lane - from) + 4 * bank;
}

/* PAS-59: figure 8 of the paper. It counts 9 for its two active pools; by table II the empty ones
 * cost a transaction each, so that the access has 11. The time is the same. */
static void figure_8_has_9_transactions_and_2_of_empty_pools(void **unused)
{
    (void)unused;
    uint64_t address[LANES] = {0};
    pile(address, 0, 4, 0);
    pile(address, 5, 7, 4);
    pile(address, 8, 11, 8);
    pile(address, 12, 15, 12);
    struct sharedmem_access access = measure(16, address, 0x0000FFFF);
    static const uint32_t of_pool[] = {5, 4, 1, 1};
    assert_int_equal(access.pools, 4);
    assert_memory_equal(access.pool, of_pool, sizeof of_pool);
    assert_int_equal(access.of_active_pools, 9);
    assert_cost(access, 11, 52);
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 16;
}

/* Counts by the definition: for each bank the words of it that anybody in the pool wants. */
static uint32_t counted(uint32_t bytes, const uint64_t *address, uint32_t mask, unsigned rows)
{
    unsigned words = bytes > 4 ? bytes / 4 : 1, size = LANES / words;
    uint32_t transactions = 0;
    for (unsigned pool = 0; pool < words; pool++) {
        uint32_t max = 1;
        for (unsigned bank = 0; bank < 32; bank++) {
            uint32_t wanted = 0;
            for (unsigned row = 0; row < rows; row++) {
                uint64_t byte = row * 128 + bank * 4;
                bool wants = false;
                for (unsigned lane = pool * size; lane < (pool + 1) * size; lane++)
                    wants |= (mask >> lane & 1) && address[lane] < byte + 4 &&
                             byte < address[lane] + bytes;
                wanted += wants;
            }
            max = wanted > max ? wanted : max;
        }
        transactions += max;
    }
    return transactions;
}

/* PAS-52, PAS-92: 2000 layouts that no table has. */
static void random_layouts_agree_with_a_count_by_definition(void **unused)
{
    (void)unused;
    uint64_t state = 0x9e3779b97f4a7c15;
    for (unsigned turn = 0; turn < 2000; turn++) {
        uint32_t bytes = 1u << next_random(&state) % 5, mask = (uint32_t)next_random(&state);
        unsigned rows = 1 + next_random(&state) % 12, banks = 1 + next_random(&state) % 32;
        uint64_t address[LANES];
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint64_t in_row = next_random(&state) % (4 * banks) / bytes * bytes;
            address[lane] = next_random(&state) % rows * 128 + in_row;
        }
        assert_int_equal(measure(bytes, address, mask | 1).transactions,
                         counted(bytes, address, mask | 1, rows));
    }
}

static void loads_and_stores_have_their_own_times_and_counters(void **unused)
{
    (void)unused;
    struct sharedmem_numbers slow_stores = numbers;
    slow_stores.times[SHAREDMEM_STORE] =
        (struct sharedmem_times){.fixed = 30, .base = {2, 3, 4}, .conflict = 5};
    struct sharedmem memory = {.numbers = &slow_stores};
    struct sharedmem_access load, store;
    uint64_t address[LANES] = {[1] = 128, [2] = 256};
    cycle_t taken;
    sharedmem_reset(&memory);
    sharedmem_measure(&slow_stores, SHAREDMEM_LOAD, 8, address, 0x7, &load);
    sharedmem_measure(&slow_stores, SHAREDMEM_STORE, 8, address, 0x7, &store);
    assert_cost(load, 4, 22 + 8 + 2 * 2);
    assert_cost(store, 4, 30 + 3 + 5 * 2);
    sharedmem_request(&memory, &load, 0, &taken);
    sharedmem_request(&memory, &load, 100, &taken);
    assert_int_equal(sharedmem_request(&memory, &store, 200, &taken), 243);
    assert_int_equal(memory.accesses[SHAREDMEM_LOAD], 2);
    assert_int_equal(memory.accesses[SHAREDMEM_STORE], 1);
    assert_int_equal(memory.transactions[SHAREDMEM_LOAD], 8);
    assert_int_equal(memory.transactions[SHAREDMEM_STORE], 4);
    assert_int_equal(memory.conflicts, 6);
}

/* Three transactions of two cycles from 20: busy at 25, free at 26. */
static void an_access_waits_for_the_transactions_of_the_one_before(void **unused)
{
    (void)unused;
    struct sharedmem memory = {.numbers = &numbers};
    struct sharedmem_access three = strided(4, 128, 3, false), one = strided(4, 4, 32, false);
    cycle_t taken;
    sharedmem_reset(&memory);
    assert_int_equal(sharedmem_request(&memory, &three, 20, &taken), 20 + 27);
    assert_int_equal(taken, 20);
    assert_int_equal(sharedmem_next_event(&memory, 25), 26);
    assert_true(sharedmem_next_event(&memory, 26) == NEVER);
    assert_int_equal(sharedmem_request(&memory, &one, 21, &taken), 26 + 23);
    assert_int_equal(taken, 26);
    assert_int_equal(sharedmem_request(&memory, &one, 28, &taken), 28 + 23);
    assert_int_equal(taken, 28);
}

/* The paper has no contention between its processing blocks. */
static void accesses_of_no_occupancy_do_not_wait(void **unused)
{
    (void)unused;
    struct sharedmem_numbers uncontended = numbers;
    uncontended.transaction = 0;
    struct sharedmem memory = {.numbers = &uncontended};
    struct sharedmem_access all = strided(16, 128, 32, false);
    cycle_t taken;
    sharedmem_reset(&memory);
    assert_int_equal(sharedmem_request(&memory, &all, 7, &taken), 7 + 94);
    assert_int_equal(sharedmem_request(&memory, &all, 7, &taken), 7 + 94);
    assert_int_equal(taken, 7);
}

static void a_reset_forgets_the_time_and_keeps_the_numbers(void **unused)
{
    (void)unused;
    struct sharedmem memory = {.numbers = &numbers};
    struct sharedmem_access all = strided(4, 128, 32, false);
    cycle_t taken;
    sharedmem_reset(&memory);
    sharedmem_request(&memory, &all, 20, &taken);
    sharedmem_reset(&memory);
    assert_int_equal(memory.free, 0);
    assert_int_equal(memory.conflicts, 0);
    assert_int_equal(memory.transactions[SHAREDMEM_LOAD], 0);
    assert_ptr_equal(memory.numbers, &numbers);
}

static void sixty_four_lanes_can_all_conflict(void **unused)
{
    (void)unused;
    struct sharedmem_numbers wide = numbers;
    wide.lanes = 64;
    uint64_t address[64];
    for (unsigned lane = 0; lane < 64; lane++)
        address[lane] = lane * 128;
    struct sharedmem_access access;
    sharedmem_measure(&wide, SHAREDMEM_LOAD, 4, address, ~0ull, &access);
    assert_cost(access, 64, 23 + 2 * 63);
}

/* Half of 64 lanes at a time: words of one bank in different halves do not meet. */
static void a_pool_may_be_a_part_of_the_warp(void **unused)
{
    struct sharedmem_numbers half = numbers;
    struct sharedmem_access access;
    uint64_t address[64];
    (void)unused;
    half.lanes = 64;
    half.pool_lanes = 32;
    for (uint64_t lane = 0; lane < 64; lane++)
        address[lane] = 4 * lane;
    sharedmem_measure(&half, SHAREDMEM_LOAD, 4, address, ~0ull, &access);
    assert_int_equal(access.pools, 2);
    assert_int_equal(access.transactions, 2);
    address[1] = 128; /* the bank of lane 0 */
    sharedmem_measure(&half, SHAREDMEM_LOAD, 4, address, ~0ull, &access);
    assert_int_equal(access.transactions, 3);
    for (uint64_t lane = 0; lane < 64; lane++)
        address[lane] = 16 * lane;
    sharedmem_measure(&half, SHAREDMEM_LOAD, 16, address, ~0ull, &access);
    assert_int_equal(access.pools, 8);
    assert_int_equal(access.transactions, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbouring_words_lie_in_neighbouring_banks),
        cmocka_unit_test(lanes_conflict_only_inside_their_pool),
        cmocka_unit_test(pools_on_different_banks_are_not_merged),
        cmocka_unit_test(consecutive_accesses_give_table_1),
        cmocka_unit_test(different_words_of_one_bank_give_table_2),
        cmocka_unit_test(bytes_and_half_words_follow_the_rule_of_words),
        cmocka_unit_test(an_access_of_no_lane_costs_nothing),
        cmocka_unit_test(strides_of_words_cost_what_the_formula_says),
        cmocka_unit_test(strides_of_double_words_cost_what_the_formula_says),
        cmocka_unit_test(strides_of_quad_words_cost_what_the_formula_says),
        cmocka_unit_test(figure_8_has_9_transactions_and_2_of_empty_pools),
        cmocka_unit_test(random_layouts_agree_with_a_count_by_definition),
        cmocka_unit_test(loads_and_stores_have_their_own_times_and_counters),
        cmocka_unit_test(an_access_waits_for_the_transactions_of_the_one_before),
        cmocka_unit_test(accesses_of_no_occupancy_do_not_wait),
        cmocka_unit_test(a_reset_forgets_the_time_and_keeps_the_numbers),
        cmocka_unit_test(sixty_four_lanes_can_all_conflict),
        cmocka_unit_test(a_pool_may_be_a_part_of_the_warp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
