/* SPDX-License-Identifier: Apache-2.0 */
/* test_request_streams.c - random requests of two slots on the real memory system, never longer
 * than their costs: other requests before them, all phases of refresh and of the clocks. SIMD-24,
 * SIMD-59, SIMD-60, SIMD-61. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../dice.h"
#include "base/arena.h"
#include "bound/sim_d/request_cost.h"
#include "hw/ddr4.h"

#include <cmocka.h>

enum { REQUESTS = 40, SENT_EARLY = 3, CROSSING = 3 };

/* What the test knows about the past. */
struct stream {
    struct arena arena;
    struct sim_d_memory_numbers numbers;
    struct sim_d_memory *memory;
    struct sim_d_memory_watcher watcher;
    struct request_costs *costs;
    uint64_t dice, refreshes;
    uint32_t pair; /* of the last access */
    uint32_t index[SIM_D_SLOTS][SIM_D_LANES];
    uint64_t enabled[SIM_D_SLOTS][SIM_D_LANE_WORDS];
    cycle_t now;                /* CC */
    cycle_t back[SIM_D_SLOTS];  /* the slot runs again, CC */
    cycle_t dram, pad[SIM_D_SLOTS]; /* completion of the last request, DC */
    bool tight;                 /* of the shape: everything is known */
};

static void saw_command(void *context, const struct ddr4_command *command,
                        const struct sim_d_request *request)
{
    struct stream *s = context;
    enum ddr4_class class = ddr4_class(command->kind);
    (void)request;
    s->refreshes += command->kind == DDR4_REF;
    if (class == DDR4_READ || class == DDR4_WRITE)
        s->pair = command->bank & ~1u;
}

static uint32_t below(struct stream *s, uint32_t limit)
{
    return (uint32_t)(dice_roll(&s->dice) % limit);
}

static void build(struct stream *s, const struct ddr4_numbers *dram, uint64_t seed)
{
    static const uint32_t mhz[] = {1000, 1000, 1000, 500, 1333, 2000};
    static const uint32_t widths[] = {4, 8, 16, 32};
    memset(s, 0, sizeof *s);
    s->dice = seed;
    s->numbers = (struct sim_d_memory_numbers){
        .dram = dram, .compute_mhz = mhz[below(s, 6)], .scratchpad_words = widths[below(s, 4)],
        .refresh_phase = below(s, dram->refi), .one_access = below(s, 2)};
    s->memory = sim_d_memory_create(&s->arena, &s->numbers);
    s->watcher = (struct sim_d_memory_watcher){s, saw_command, NULL, NULL};
    sim_d_memory_watch(s->memory, &s->watcher);
    s->costs = request_costs_create(&s->arena, &s->numbers, COST_SAFE);
    s->now = 1 + below(s, 3000);
}

static struct request_shape random_shape(struct stream *s)
{
    uint32_t words = 1 + below(s, below(s, 4) ? 64 : 2000);
    uint32_t period = words + below(s, 3) * below(s, below(s, 2) ? 2000 : 20000);
    struct request_shape shape = {.kind = COST_TILE, .write = below(s, 2), .words = words,
                                  .period = period, .address_known = true,
                                  .address = 4 * below(s, 1 << 22)};
    shape.count = words > 100 ? 1 : below(s, 40);
    static const enum cost_kind kinds[] = {COST_TILE, COST_TILE, COST_TILE, COST_BUFFER,
                                           COST_SCALAR, COST_INDEX, COST_PAD, COST_PAD};
    shape.kind = kinds[below(s, 8)];
    return shape;
}

static void fill_index(struct stream *s, struct request_shape *shape, uint32_t slot)
{
    static const uint32_t steps[] = {0, 1, 16, 4096, 16384, 32768};
    uint32_t step = steps[below(s, 6)], sparse = below(s, 3);
    shape->words = 1u << below(s, 20);
    for (unsigned lane = 0; lane < SIM_D_LANES; lane++)
        s->index[slot][lane] = (step ? lane * step : (uint32_t)dice_roll(&s->dice)) % shape->words;
    for (unsigned i = 0; i < SIM_D_LANE_WORDS; i++)
        s->enabled[slot][i] = sparse ? dice_roll(&s->dice) | (sparse == 1 ? ~UINT64_C(0) : 0) : 0;
    s->enabled[slot][below(s, SIM_D_LANE_WORDS)] |= 1;
    if (below(s, 2)) {
        shape->index = s->index[slot];
        shape->enabled = s->enabled[slot];
    }
}

static struct sim_d_request request_of(const struct stream *s, const struct request_shape *shape,
                                       uint32_t slot)
{
    static const enum sim_d_server servers[] = {SIM_D_DRAM_TILE, SIM_D_DRAM_TILE, SIM_D_DRAM_TILE,
                                                SIM_D_DRAM_INDEX, SIM_D_SCRATCHPAD};
    bool lines = shape->kind == COST_TILE || shape->kind == COST_PAD;
    return (struct sim_d_request){
        .server = servers[shape->kind], .write = shape->write, .slot = (uint8_t)slot,
        .tile = {shape->kind == COST_PAD ? shape->address & 0xffc : shape->address, shape->words,
                 lines ? shape->period : shape->words, lines ? shape->count : 1},
        .index = s->index[slot], .enabled = s->enabled[slot]};
}

/* The end of what the request has to wait for, in DC. */
static cycle_t busy_until(const struct stream *s, uint32_t slot, bool pad)
{
    if (s->numbers.one_access)
        return later(s->dram, later(s->pad[0], s->pad[1]));
    return pad ? s->pad[slot] : s->dram;
}

static void check(const struct stream *s, const struct request_shape *shape,
                  struct request_cost cost, const struct sim_d_done *done, cycle_t sent,
                  cycle_t busy, uint64_t refreshes)
{
    cycle_t ready = later(sim_d_dram_cycle(s->memory, sent) + CROSSING, busy);
    cycle_t refresh_dc = s->numbers.dram->mhz * cost.refresh / s->numbers.compute_mhz;
    if (shape->kind == COST_PAD)
        refreshes = 0;
    if (!s->numbers.one_access)
        assert_true(done->done - ready <= cost.dc + refreshes * refresh_dc);
    cycle_t from = later(sent + SENT_EARLY, sim_d_compute_cycle(s->memory, busy));
    cycle_t back = sim_d_compute_cycle(s->memory, done->done);
    assert_true(back <= from + cost.cc + refreshes * cost.refresh);
}

static void send_one(struct stream *s, uint32_t slot)
{
    struct request_shape shape = random_shape(s);
    if (shape.kind == COST_INDEX)
        fill_index(s, &shape, slot);
    struct sim_d_request request = request_of(s, &shape, slot);
    bool pad = shape.kind == COST_PAD;
    shape.pair_known = below(s, 2);
    shape.pair = s->pair;
    uint64_t refreshes = s->refreshes;
    cycle_t sent = later(s->now, s->back[slot]), busy = busy_until(s, slot, pad);
    struct request_cost cost = request_cost(s->costs, &shape);
    struct sim_d_done done;
    sim_d_memory_submit(s->memory, &request, sim_d_dram_cycle(s->memory, sent));
    do
        assert_true(sim_d_memory_take(s->memory, SIM_D_ALL_SLOTS, NEVER - 1, &done));
    while (done.request.slot != slot);
    check(s, &shape, cost, &done, sent, busy, s->refreshes - refreshes);
    *(pad ? &s->pad[slot] : &s->dram) = done.done;
    s->back[slot] = sim_d_compute_cycle(s->memory, done.done);
    s->now = sent + (below(s, 3) ? below(s, 10) : below(s, 3000));
}

static void requests_take_no_longer_than_their_costs(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct stream s;
        build(&s, &ddr4_table[seed % ddr4_table_rows], seed);
        for (unsigned i = 0; i < REQUESTS; i++)
            send_one(&s, i % SIM_D_SLOTS);
        arena_free(&s.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(requests_take_no_longer_than_their_costs)};
    return cmocka_run_group_tests_name("request streams", tests, NULL, NULL);
}
