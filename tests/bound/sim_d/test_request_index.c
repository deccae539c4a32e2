/* SPDX-License-Identifier: Apache-2.0 */
/* test_request_index.c - index streams against the closed form: patterns that were built to be
 * slow, and a search that makes them slower. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../dice.h"
#include "bound/sim_d/request_index.h"
#include "hw/ddr4.h"
#include "machine/sim_d/closed_form.h"
#include "machine/sim_d/controller.h"

#include <cmocka.h>

enum { PAIR_WORDS = 4096, PLACES = 64 };

/* Words of a buffer, one per row of a bank, and a stream over them. */
struct attack {
    const struct ddr4_numbers *dram;
    bool write;
    uint32_t words; /* of the buffer, which starts at address 0 */
    uint32_t place[PLACES], places;
    cycle_t gate;
    uint32_t pair;
};

struct stream {
    uint8_t place[SIM_D_LANES];
    uint64_t enabled[SIM_D_LANE_WORDS];
};

static cycle_t served(const struct attack *attack, const struct stream *stream)
{
    uint32_t index[SIM_D_LANES];
    struct sim_d_request request = {.server = SIM_D_DRAM_INDEX, .write = attack->write,
                                    .index = index, .enabled = stream->enabled};
    struct controller controller;
    cycle_t started;
    for (unsigned lane = 0; lane < SIM_D_LANES; lane++)
        index[lane] = attack->place[stream->place[lane] % attack->places];
    controller_build(&controller, attack->dram, 0);
    controller.arbiter.pair = attack->pair;
    controller.ddr4.rank.ready[DDR4_ROW] = attack->gate;
    return controller_serve(&controller, &request, 0, &started);
}

static uint32_t below(uint64_t *dice, uint32_t limit)
{
    return (uint32_t)(dice_roll(dice) % limit);
}

/* A range of lanes gets a short sequence of places, again and again. */
static void change_range(const struct attack *attack, struct stream *stream, uint64_t *dice)
{
    uint32_t from = below(dice, SIM_D_LANES), count = 1 + below(dice, SIM_D_LANES - from);
    uint32_t period = 1 + below(dice, 8), first = below(dice, attack->places);
    uint8_t sequence[8];
    if (below(dice, 3) == 0) /* the ends matter most */
        from = below(dice, 2) ? SIM_D_LANES - 1 - below(dice, 40) : 0, count = 40;
    for (unsigned i = 0; i < 8; i++)
        sequence[i] = (uint8_t)(below(dice, 2) ? below(dice, attack->places) : first);
    for (uint32_t i = 0; i < count && from + i < SIM_D_LANES; i++)
        stream->place[from + i] = sequence[i % period];
}

static void change(const struct attack *attack, struct stream *stream, uint64_t *dice,
                   uint32_t lanes)
{
    uint32_t lane = below(dice, SIM_D_LANES), other = below(dice, SIM_D_LANES);
    switch (below(dice, 4)) {
    case 0:
        stream->place[lane] = (uint8_t)below(dice, attack->places);
        break;
    case 1: /* a lane goes off, another one on: their number stays */
        if (lanes < SIM_D_LANES && (stream->enabled[lane / 64] >> lane % 64 & 1) &&
            !(stream->enabled[other / 64] >> other % 64 & 1)) {
            stream->enabled[lane / 64] ^= UINT64_C(1) << lane % 64;
            stream->enabled[other / 64] ^= UINT64_C(1) << other % 64;
        }
        break;
    default:
        change_range(attack, stream, dice);
    }
}

/* Enables as many lanes, the first or the last ones. */
static void enable(struct stream *stream, uint32_t lanes, bool last)
{
    memset(stream->enabled, 0, sizeof stream->enabled);
    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t lane = last ? SIM_D_LANES - 1 - i : i;
        stream->enabled[lane / 64] |= UINT64_C(1) << lane % 64;
    }
}

static struct request_delay bound_of(const struct attack *attack, uint32_t lanes)
{
    return request_index_delay(attack->dram, &(struct request_shape){
        .kind = COST_INDEX, .write = attack->write, .words = attack->words, .lanes = lanes,
        .address_known = true});
}

/* Never more than the bound. Returns the longest time. */
static cycle_t climb(struct attack *attack, uint32_t lanes, uint64_t seed, unsigned steps)
{
    struct stream best = {0}, next;
    uint64_t dice = seed;
    struct request_delay bound = bound_of(attack, lanes);
    cycle_t longest = 0;
    enable(&best, lanes, seed % 2);
    for (unsigned lane = 0; lane < SIM_D_LANES; lane++)
        best.place[lane] = (uint8_t)(seed % 3 ? lane : below(&dice, attack->places));
    for (unsigned i = 0; i < steps; i++) {
        next = best;
        if (i != 0)
            change(attack, &next, &dice, lanes);
        attack->pair = 2 * below(&dice, attack->dram->banks / 2);
        attack->gate = below(&dice, 4) == 0 ? attack->dram->rfc - 1 : 0;
        cycle_t time = served(attack, &next);
        assert_true(time + 3 <= bound.refreshed);
        if (attack->gate != 0)
            continue;
        assert_true(time <= bound.served);
        if (time >= longest) {
            longest = time;
            best = next;
        }
    }
    return longest;
}

/* One row; two banks of a pair; two pairs; all banks; two rows of one bank; of all banks. */
static struct attack attack_of(const struct ddr4_numbers *dram, unsigned kind, bool write)
{
    struct attack attack = {.dram = dram, .write = write, .places = 1, .words = 16};
    uint32_t pairs = dram->banks / 2, rows = kind == 5 ? 2 : 1;
    uint32_t used = kind == 3 || kind == 5 ? pairs : kind;
    if (kind == 4) {
        attack.place[attack.places++] = pairs * PAIR_WORDS;
        attack.words = attack.place[1] + 1;
    } else if (kind != 0) {
        attack.places = 0;
        for (uint32_t i = 0; i < used * rows; i++) {
            attack.place[attack.places++] = i * PAIR_WORDS;
            attack.place[attack.places++] = i * PAIR_WORDS + 16;
        }
        attack.words = used * rows * PAIR_WORDS;
    }
    return attack;
}

/* SIMD-60, over every DRAM, kind of pattern, direction and some numbers of lanes. */
static void no_stream_takes_longer_than_its_bound(void **unused)
{
    (void)unused;
    static const uint32_t lanes[] = {SIM_D_LANES, 1, 7, 100, 1023};
    for (unsigned row = 0; row < ddr4_table_rows; row++) {
        for (unsigned kind = 0; kind < 6; kind++) {
            for (unsigned i = 0; i < 10; i++) {
                struct attack attack = attack_of(&ddr4_table[row], kind, i % 2);
                climb(&attack, lanes[i / 2], 100 * row + 10 * kind + i, i < 2 ? 40 : 15);
            }
        }
    }
}

/* The bound is met where rows meet in a bank, and where there is one row. Equation 16 with its 3
 * cycles is 1 DC too short for both. */
static void the_bound_is_exact_for_one_bank(void **unused)
{
    (void)unused;
    static const unsigned kinds[] = {0, 4};
    for (unsigned row = 0; row < ddr4_table_rows; row++) {
        for (unsigned i = 0; i < 4; i++) {
            struct attack attack = attack_of(&ddr4_table[row], kinds[i / 2], i % 2);
            struct stream stream;
            enable(&stream, SIM_D_LANES, false);
            for (unsigned lane = 0; lane < SIM_D_LANES; lane++)
                stream.place[lane] = (uint8_t)lane;
            cycle_t time = served(&attack, &stream);
            assert_int_equal(time, bound_of(&attack, 0).served);
            assert_int_equal(time, sim_d_index_delay(attack.dram, SIM_D_LANES,
                                                     i < 2 ? 1 : attack.dram->banks + 1,
                                                     attack.write) + 4);
            assert_true(time > sim_d_index_delay(attack.dram, SIM_D_LANES,
                                                 i < 2 ? 1 : attack.dram->banks + 1,
                                                 attack.write) + SIM_D_PIPELINE_FILL);
        }
    }
}

/* SIMD-60: as printed, the case of three rows is shorter than the case of one row on DDR4 with
 * four bank groups, although all indexes may hit one row. */
static void equation_16_is_not_monotone(void **unused)
{
    (void)unused;
    const struct ddr4_numbers *n = ddr4_find("3200AA", "x8");
    cycle_t printed = n->rcd + n->rrd_l + n->rrd_s - 1 + 1021 * n->ccd_l + n->rtp + n->rp;
    struct attack attack = attack_of(n, 2, false);
    struct stream stream = {0};
    enable(&stream, SIM_D_LANES, false);
    assert_int_equal(printed, 8235);
    assert_true(served(&attack, &stream) > printed + SIM_D_PIPELINE_FILL);
}

/* All bursts of a buffer, one after the other. */
static struct buffer_rows rows_by_map(const struct ddr4_numbers *dram, uint32_t first,
                                      uint32_t bursts)
{
    uint32_t seen[DDR4_BANKS_MAX] = {0}; /* a bit per row */
    struct buffer_rows counted = {0};
    for (uint32_t burst = first; burst < first + bursts; burst++) {
        struct ddr4_command at = sim_d_map(dram, burst * 64);
        seen[at.bank] |= 1u << at.row;
    }
    for (unsigned bank = 0; bank < dram->banks; bank++) {
        counted.rows += (unsigned)__builtin_popcount(seen[bank]);
        counted.conflict |= __builtin_popcount(seen[bank]) > 1;
    }
    return counted;
}

static uint32_t near_a_pair(uint64_t *dice)
{
    return below(dice, 2) ? below(dice, 3000) : 256 * (1 + below(dice, 9)) - 2 + below(dice, 5);
}

/* Rows and conflicts of a known address, and that no address has more than an unknown one. */
static void rows_of_a_buffer_are_counted(void **unused)
{
    (void)unused;
    uint64_t dice = 1;
    for (unsigned i = 0; i < 1000; i++) {
        const struct ddr4_numbers *dram = &ddr4_table[i % ddr4_table_rows];
        uint32_t first = near_a_pair(&dice), bursts = 1 + near_a_pair(&dice), address = 64 * first;
        struct buffer_rows want = rows_by_map(dram, first, bursts);
        struct buffer_rows known = request_buffer_rows(dram, &address, bursts * 16);
        assert_int_equal(known.rows, want.rows);
        assert_int_equal(known.conflict, want.conflict);
        struct buffer_rows any = request_buffer_rows(dram, NULL, bursts * 16);
        assert_true(any.rows >= want.rows && any.conflict >= want.conflict);
    }
}

/* The count for any address is the max over all of them, at the sizes where it changes. */
static void rows_of_a_buffer_anywhere_are_the_max(void **unused)
{
    (void)unused;
    static const uint32_t sizes[] = {1,    2,    17,   18,   33,    34,    2065,  4097, 4098,
                                     4113, 4114, 4129, 4130, 12304, 12305, 12306, 16384};
    for (unsigned row = 0; row < ddr4_table_rows; row++) {
        for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            struct buffer_rows max = {0};
            for (uint32_t word = 0; word < PAIR_WORDS; word++) {
                uint32_t address = 4 * word;
                struct buffer_rows at = request_buffer_rows(&ddr4_table[row], &address, sizes[i]);
                max.rows = at.rows > max.rows ? at.rows : max.rows;
                max.conflict |= at.conflict;
            }
            struct buffer_rows any = request_buffer_rows(&ddr4_table[row], NULL, sizes[i]);
            assert_int_equal(any.rows, max.rows);
            assert_int_equal(any.conflict, max.conflict);
        }
    }
    assert_int_equal(sim_d_buffer_rows(34), 3); /* the equation's count: one too few */
    assert_int_equal(request_buffer_rows(&ddr4_table[0], NULL, 34).rows, 4);
}

/* A buffer of 64 KiB has no two rows in a bank if it is aligned: 9 times shorter. */
static void a_known_address_can_exclude_conflicts(void **unused)
{
    (void)unused;
    const struct ddr4_numbers *dram = ddr4_find("3200AA", "x16");
    struct request_shape shape = {.kind = COST_INDEX, .words = 16384};
    assert_int_equal(request_index_delay(dram, &shape).served, 75780);
    shape.address_known = true;
    assert_true(request_index_delay(dram, &shape).served < 8500);
    shape.address = 64;
    assert_int_equal(request_index_delay(dram, &shape).served, 75780);
}

/* Known indexes are simulated. */
static void known_indexes_are_exact(void **unused)
{
    (void)unused;
    const struct ddr4_numbers *dram = ddr4_find("3200AA", "x16");
    uint32_t index[SIM_D_LANES];
    struct stream stream;
    struct attack attack = {.dram = dram, .places = 1};
    enable(&stream, SIM_D_LANES, false);
    memset(stream.place, 0, sizeof stream.place);
    memset(index, 0, sizeof index);
    struct request_shape shape = {.kind = COST_INDEX, .words = 1 << 20, .address_known = true,
                                  .index = index, .enabled = stream.enabled};
    struct request_delay delay = request_index_delay(dram, &shape);
    assert_int_equal(delay.served, served(&attack, &stream));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_stream_takes_longer_than_its_bound),
        cmocka_unit_test(the_bound_is_exact_for_one_bank),
        cmocka_unit_test(equation_16_is_not_monotone),
        cmocka_unit_test(rows_of_a_buffer_are_counted),
        cmocka_unit_test(rows_of_a_buffer_anywhere_are_the_max),
        cmocka_unit_test(a_known_address_can_exclude_conflicts),
        cmocka_unit_test(known_indexes_are_exact),
    };
    return cmocka_run_group_tests_name("request index", tests, NULL, NULL);
}
