/* SPDX-License-Identifier: Apache-2.0 */
/* test_cache.c - hits, misses, fills, banks, miss-status registers, replacement, by the cycle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/cache.h"

#include <cmocka.h>

/* Memory behind: takes everything at once and answers 100 cycles later. */
struct slow {
    struct memory_level level; /* first */
    uint32_t loads, stores;
    uint64_t address;
    cycle_t asked;
    uint32_t bytes;
};

static struct memory_answer answer_late(struct memory_level *level, uint64_t address,
                                        uint32_t bytes, bool store, cycle_t now)
{
    struct slow *slow = (struct slow *)level;
    *(store ? &slow->stores : &slow->loads) += 1;
    slow->address = address;
    slow->bytes = bytes;
    slow->asked = now;
    return (struct memory_answer){.taken = now, .done = now + 100};
}

enum { LINES_MAX = 64 };

struct bench {
    struct slow slow;
    struct cache_numbers numbers;
    struct cache_line lines[LINES_MAX];
    cycle_t banks[4], mshrs[4];
    struct cache cache;
};

/* 16 lines of 64 bytes; 4 cycles to a hit, 2 to the request below, 1 from the line to the data. */
static const struct cache_numbers plain = {.bytes = 1024, .line_bytes = 64, .ways = 1, .banks = 1,
                                           .mshrs = 4, .latency = 4, .forward = 2, .delivery = 1};

static void build(struct bench *bench, struct cache_numbers numbers)
{
    *bench = (struct bench){.slow = {.level = {answer_late}}, .numbers = numbers};
    cache_build(&bench->cache, &bench->numbers, &bench->slow.level,
                (struct cache_storage){bench->lines, bench->banks, bench->mshrs});
}

static struct memory_answer load(struct bench *bench, uint64_t address, cycle_t now)
{
    return memory_request(&bench->cache.level, address, 4, false, now);
}

static void the_first_load_of_a_line_misses_and_waits_for_the_level_below(void **unused)
{
    (void)unused;
    struct bench bench;
    build(&bench, plain);
    struct memory_answer answer = load(&bench, 0x1044, 10);
    assert_false(answer.hit);
    assert_int_equal(answer.taken, 10);
    assert_int_equal(bench.slow.asked, 12);
    assert_int_equal(bench.slow.address, 0x1040); /* the line, not the word */
    assert_int_equal(answer.done, 112 + 1);
    assert_int_equal(bench.cache.load_misses, 1);
}

/* On its way at 111, there at 112. */
static void a_line_is_there_from_the_cycle_of_its_fill_on(void **unused)
{
    (void)unused;
    struct bench bench;
    build(&bench, plain);
    load(&bench, 0x1000, 10);
    struct memory_answer before = load(&bench, 0x1000, 111), there = load(&bench, 0x1000, 112);
    assert_false(before.hit);
    assert_int_equal(before.done, 111 + 4);
    assert_true(there.hit);
    assert_int_equal(there.done, 112 + 4);
    assert_int_equal(bench.slow.loads, 1);
}

static void a_load_of_a_line_on_its_way_waits_for_the_same_fill(void **unused)
{
    (void)unused;
    struct bench bench;
    build(&bench, plain);
    load(&bench, 0x1000, 10);
    struct memory_answer second = load(&bench, 0x1030, 50);
    assert_false(second.hit);
    assert_int_equal(second.taken, 50);
    assert_int_equal(second.done, 113);
    assert_int_equal(bench.slow.loads, 1);
    assert_int_equal(bench.cache.load_misses, 2);
}

static void a_bank_takes_one_request_a_cycle(void **unused)
{
    (void)unused;
    struct bench bench;
    build(&bench, plain);
    load(&bench, 0, 0);
    load(&bench, 64, 1);
    assert_int_equal(load(&bench, 0, 200).done, 204);
    struct memory_answer second = load(&bench, 64, 200);
    assert_int_equal(second.taken, 201);
    assert_int_equal(second.done, 205);
    assert_int_equal(load(&bench, 0, 202).taken, 202);
}

static void lines_of_different_banks_are_taken_in_the_same_cycle(void **unused)
{
    (void)unused;
    struct bench bench;
    struct cache_numbers numbers = plain;
    numbers.banks = 2;
    build(&bench, numbers);
    load(&bench, 0, 0);
    load(&bench, 64, 0);
    load(&bench, 128, 1);
    assert_int_equal(load(&bench, 0, 200).taken, 200);
    assert_int_equal(load(&bench, 64, 200).taken, 200);
    assert_int_equal(load(&bench, 128, 200).taken, 201); /* the bank of line 0 */
}

/* Two registers: the third miss leaves when the first line is there, and its bank waits. */
static void a_miss_without_a_free_register_waits_for_one_and_holds_its_bank(void **unused)
{
    (void)unused;
    struct bench bench;
    struct cache_numbers numbers = plain;
    numbers.mshrs = 2;
    build(&bench, numbers);
    load(&bench, 0, 0);    /* fills at 102 */
    load(&bench, 64, 1);   /* at 103 */
    struct memory_answer third = load(&bench, 128, 2);
    assert_int_equal(third.taken, 102);
    assert_int_equal(third.done, 102 + 2 + 100 + 1);
    assert_int_equal(bench.cache.mshr_waits, 1);
    assert_int_equal(load(&bench, 0, 3).taken, 103);
}

/* Taken at 101, free at 102: the edge of the same register. */
static void a_register_is_free_in_the_cycle_of_its_fill(void **unused)
{
    (void)unused;
    struct bench bench;
    struct cache_numbers numbers = plain;
    numbers.mshrs = 1;
    build(&bench, numbers);
    load(&bench, 0, 0);
    assert_int_equal(cache_next_event(&bench.cache, 101), 102);
    assert_true(cache_next_event(&bench.cache, 102) == NEVER);
    struct memory_answer at_the_fill = load(&bench, 64, 102);
    assert_int_equal(at_the_fill.taken, 102);
    assert_int_equal(bench.cache.mshr_waits, 0);
    build(&bench, numbers);
    load(&bench, 0, 0);
    assert_int_equal(load(&bench, 64, 101).taken, 102);
    assert_int_equal(bench.cache.mshr_waits, 1);
}

static void lines_of_one_set_replace_each_other_in_a_direct_mapped_cache(void **unused)
{
    (void)unused;
    struct bench bench;
    build(&bench, plain);
    load(&bench, 0, 0);
    assert_true(load(&bench, 0, 200).hit);
    assert_false(load(&bench, 1024, 300).hit); /* 16 lines further */
    assert_false(load(&bench, 0, 500).hit);
    assert_false(load(&bench, 64, 700).hit); /* another set, never asked for */
    assert_true(load(&bench, 0, 800).hit);
}

/* Two ways: lines 0 and 8 of set 0, line 0 used again, then line 16 needs a place. */
static uint64_t line_that_went(enum cache_replacement replacement)
{
    struct bench bench;
    struct cache_numbers numbers = plain;
    numbers.ways = 2;
    numbers.replacement = replacement;
    build(&bench, numbers);
    load(&bench, 0, 0);
    load(&bench, 8 * 64, 200);
    assert_true(load(&bench, 0, 400).hit);
    assert_false(load(&bench, 16 * 64, 600).hit);
    return load(&bench, 0, 800).hit ? 8 : 0;
}

static void fifo_drops_the_line_that_came_first_and_lru_the_one_not_used(void **unused)
{
    (void)unused;
    assert_int_equal(line_that_went(CACHE_FIFO), 0);
    assert_int_equal(line_that_went(CACHE_LRU), 8);
}

static void an_empty_way_is_filled_before_a_line_is_dropped(void **unused)
{
    (void)unused;
    struct bench bench;
    struct cache_numbers numbers = plain;
    numbers.ways = 4;
    build(&bench, numbers);
    for (uint64_t i = 0; i < 4; i++)
        load(&bench, i * 4 * 64, 200 * i); /* four lines of set 0 */
    for (uint64_t i = 0; i < 4; i++)
        assert_true(load(&bench, i * 4 * 64, 1000 + 10 * i).hit);
}

static void a_store_goes_below_and_allocates_nothing(void **unused)
{
    (void)unused;
    struct bench bench;
    build(&bench, plain);
    struct memory_answer answer = memory_request(&bench.cache.level, 0x1000, 64, true, 10);
    assert_int_equal(answer.taken, 10);
    assert_int_equal(answer.done, 12); /* nobody waits for it behind the level below */
    assert_int_equal(bench.slow.stores, 1);
    assert_int_equal(bench.slow.address, 0x1000);
    assert_false(load(&bench, 0x1000, 500).hit);
    assert_int_equal(bench.cache.stores, 1);
}

static void a_store_leaves_a_line_that_is_there(void **unused)
{
    (void)unused;
    struct bench bench;
    build(&bench, plain);
    load(&bench, 0x1000, 0);
    memory_request(&bench.cache.level, 0x1000, 64, true, 200);
    assert_true(load(&bench, 0x1000, 201).hit);
}

static void a_reset_cache_is_empty_and_its_banks_are_free(void **unused)
{
    (void)unused;
    struct bench bench;
    build(&bench, plain);
    load(&bench, 0, 1000);
    cache_reset(&bench.cache);
    struct memory_answer answer = load(&bench, 0, 0);
    assert_false(answer.hit);
    assert_int_equal(answer.taken, 0);
    assert_int_equal(bench.cache.loads, 1);
}

static struct cache_numbers written_back(void)
{
    struct cache_numbers numbers = plain;
    numbers.write_back = true;
    return numbers;
}

static void a_store_to_a_write_back_cache_stays_there_and_can_be_loaded(void **unused)
{
    (void)unused;
    struct bench bench;
    build(&bench, written_back());
    struct memory_answer answer = memory_request(&bench.cache.level, 0x1000, 64, true, 10);
    assert_int_equal(answer.taken, 10);
    assert_int_equal(bench.slow.stores + bench.slow.loads, 0);
    assert_true(load(&bench, 0x1000, 11).hit);
    assert_int_equal(bench.cache.store_misses, 1);
}

static void a_line_that_was_written_goes_below_when_it_is_replaced(void **unused)
{
    (void)unused;
    struct bench bench;
    build(&bench, written_back());
    memory_request(&bench.cache.level, 0x1000, 64, true, 10);
    load(&bench, 0x1400, 20); /* the same set */
    assert_int_equal(bench.slow.stores, 1);
    assert_int_equal(bench.slow.address, 0x1000);
    load(&bench, 0x1800, 500); /* what was only read does not */
    assert_int_equal(bench.slow.stores, 1);
}

/* ---- against a plain model ---- */

enum { TRACE = 20000, MODEL_SETS = 4, MODEL_WAYS_MAX = 4, SECTOR = 16 };

struct modelled {
    uint64_t line, stamp;
    bool there, has[64 / SECTOR];
};

static uint64_t dice(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* One load of the model; true: it had the sector. */
static bool model_load(struct modelled *set, uint32_t ways, bool lru, uint64_t line,
                       uint32_t sector, uint64_t time)
{
    struct modelled *victim = &set[0];
    for (uint32_t way = 0; way < ways; way++) {
        if (set[way].there && set[way].line == line) {
            bool had = set[way].has[sector];
            set[way].has[sector] = true;
            set[way].stamp = lru ? time : set[way].stamp;
            return had;
        }
        if (victim->there && (!set[way].there || set[way].stamp < victim->stamp))
            victim = &set[way];
    }
    *victim = (struct modelled){.line = line, .stamp = time, .there = true};
    victim->has[sector] = true;
    return false;
}

/* PAS-72: on a random trace, each load long behind the one before, hit by hit. */
static void hits_are_those_of_a_plain_model_for_lru_fifo_and_direct(void **unused)
{
    (void)unused;
    for (unsigned kind = 0; kind < 6; kind++) {
        const uint32_t ways = kind % 3 == 0 ? 1 : MODEL_WAYS_MAX, sector = kind < 3 ? 64 : SECTOR;
        struct cache_numbers numbers = {.bytes = 64 * MODEL_SETS * ways, .line_bytes = 64,
                                        .ways = ways, .banks = 1, .mshrs = 4, .latency = 4,
                                        .forward = 2, .delivery = 1,
                                        .sector_bytes = kind < 3 ? 0 : SECTOR,
                                        .replacement = kind % 3 == 1 ? CACHE_FIFO : CACHE_LRU};
        struct modelled model[MODEL_SETS][MODEL_WAYS_MAX] = {0};
        uint64_t state = 42 + kind, misses = 0;
        struct bench bench;
        build(&bench, numbers);
        for (uint64_t i = 1; i <= TRACE; i++) {
            uint64_t address = dice(&state) % (64 * MODEL_SETS * ways * 2) & ~3ull;
            bool had = model_load(model[address / 64 % MODEL_SETS], ways, kind % 3 != 1,
                                  address / 64, (uint32_t)(address % 64 / sector), i);
            assert_int_equal(load(&bench, address, 1000 * i).hit, had);
            if (!had) {
                assert_int_equal(bench.slow.bytes, sector);
                assert_int_equal(bench.slow.address, address / sector * sector);
            }
            misses += !had;
        }
        assert_int_equal(bench.cache.load_misses, misses);
        assert_in_range(misses, TRACE / 10, TRACE - TRACE / 10);
    }
}

/* PAS-73 */
static void preloaded_lines_hit_in_cycle_0(void **unused)
{
    (void)unused;
    struct bench bench;
    build(&bench, plain);
    cache_preload(&bench.cache, 0x1010, 0x40); /* parts of two lines */
    assert_true(load(&bench, 0x1000, 0).hit);
    assert_true(load(&bench, 0x1040, 1).hit);
    assert_false(load(&bench, 0x1080, 2).hit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_load_of_a_line_misses_and_waits_for_the_level_below),
        cmocka_unit_test(a_line_is_there_from_the_cycle_of_its_fill_on),
        cmocka_unit_test(a_load_of_a_line_on_its_way_waits_for_the_same_fill),
        cmocka_unit_test(a_bank_takes_one_request_a_cycle),
        cmocka_unit_test(lines_of_different_banks_are_taken_in_the_same_cycle),
        cmocka_unit_test(a_miss_without_a_free_register_waits_for_one_and_holds_its_bank),
        cmocka_unit_test(a_register_is_free_in_the_cycle_of_its_fill),
        cmocka_unit_test(lines_of_one_set_replace_each_other_in_a_direct_mapped_cache),
        cmocka_unit_test(fifo_drops_the_line_that_came_first_and_lru_the_one_not_used),
        cmocka_unit_test(an_empty_way_is_filled_before_a_line_is_dropped),
        cmocka_unit_test(a_store_goes_below_and_allocates_nothing),
        cmocka_unit_test(a_store_leaves_a_line_that_is_there),
        cmocka_unit_test(a_reset_cache_is_empty_and_its_banks_are_free),
        cmocka_unit_test(a_store_to_a_write_back_cache_stays_there_and_can_be_loaded),
        cmocka_unit_test(a_line_that_was_written_goes_below_when_it_is_replaced),
        cmocka_unit_test(hits_are_those_of_a_plain_model_for_lru_fifo_and_direct),
        cmocka_unit_test(preloaded_lines_hit_in_cycle_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
