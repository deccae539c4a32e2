/* SPDX-License-Identifier: Apache-2.0 */
/* random.c - random abstract runs with a fixed seed. */
#include "paper/swas/random.h"

#include <stdlib.h>
#include <string.h>

#include "base/reserve.h"
#include "bound/engine/replay.h"
#include "paper/swas/micro.h"

enum {
    POLICIES = 3, KERNELS = 20000, PROGRAMS = 9000,
    SLOTS_MAX = 64, BOUND_WARPS = 6,           /* of a kernel under the bound */
    REPLAY_SLOTS = 2048, SCHEDULE_CYCLES = 65536, /* of a program on the front end */
    SEED_OF_KERNELS = 2024, SEED_OF_PROGRAMS = 41,
};

static const char *const policies[POLICIES] = {"lrr", "gtlrr", "gtlo"};

/* SplitMix64: small, and the same everywhere. */
static uint64_t draw(uint64_t *dice)
{
    uint64_t x = *dice += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint32_t between(uint64_t *dice, uint32_t min, uint32_t max)
{
    return min + (uint32_t)(draw(dice) % (max - min + 1));
}

/* ---- the bound ---- */

struct kernel {
    struct replay_slot slots[BOUND_WARPS][SLOTS_MAX];
    struct replay_warp warps[BOUND_WARPS];
    uint32_t warp_count;
};

/* One to five runs of one to five slots with waits of up to twelve cycles between them. */
static size_t make_slots(uint64_t *dice, bool units, struct replay_slot *slots)
{
    size_t count = 0;
    uint32_t runs = between(dice, 1, 5);
    for (uint32_t i = 0; i < runs; i++) {
        uint32_t length = between(dice, 1, 5), wait = between(dice, 0, 12);
        for (uint32_t k = 0; k < length; k++) {
            bool divides = units && between(dice, 0, 7) == 0;
            slots[count++] = (struct replay_slot){
                .gap = k ? 1 : wait + 1, .unit = divides ? (uint8_t)between(dice, 0, 1) : 0,
                .occupancy = divides ? between(dice, 2, 16) : 1};
        }
    }
    return count;
}

/* All warps run the same kernel, or with units each its own. */
static void make_kernel(uint64_t *dice, bool units, struct kernel *kernel)
{
    kernel->warp_count = between(dice, 1, BOUND_WARPS);
    size_t count = make_slots(dice, units, kernel->slots[0]);
    for (uint32_t i = 0; i < kernel->warp_count; i++) {
        if (units && i)
            count = make_slots(dice, units, kernel->slots[i]);
        kernel->warps[i] = (struct replay_warp){kernel->slots[units ? i : 0], count,
                                                units ? 3 * i : 0};
    }
}

static void try_kernel(const struct kernel *kernel, struct swas_bound_trials *trials)
{
    uint64_t bound = replay_bound(kernel->warps, kernel->warp_count);
    for (size_t i = 0; i < POLICIES; i++) {
        uint64_t makespan = replay_run(&(struct replay){.policy = scheduler_find(policies[i]),
                                                        .warps = kernel->warps,
                                                        .warp_count = kernel->warp_count});
        trials->runs++;
        trials->violations += makespan > bound;
        trials->equal += makespan == bound;
        trials->mean_ratio += (double)bound / (double)makespan;
    }
}

static struct swas_bound_trials try_kernels(bool units)
{
    struct swas_bound_trials trials = {0};
    struct kernel kernel;
    uint64_t dice = SEED_OF_KERNELS;
    for (size_t i = 0; i < KERNELS; i++) {
        make_kernel(&dice, units, &kernel);
        try_kernel(&kernel, &trials);
    }
    trials.mean_ratio /= (double)trials.runs;
    return trials;
}

struct swas_bound_trials swas_random_bound(void)
{
    return try_kernels(false);
}

struct swas_bound_trials swas_random_bound_with_units(void)
{
    return try_kernels(true);
}

/* ---- the lemmas ---- */

static void make_insn(uint64_t *dice, bool misses, uint32_t index, uint32_t count,
                      struct micro_insn *insn)
{
    *insn = (struct micro_insn){.latency = between(dice, 0, 3) ? 1 : between(dice, 2, 12)};
    if (misses && between(dice, 0, 4) == 0)
        insn->miss = between(dice, 2, 20);
    if (between(dice, 0, 4) || index + 1 == count)
        return;
    insn->branch = true;
    insn->target = between(dice, 0, count - 1);
    insn->taken = between(dice, 0, 3);
}

static void make_program(uint64_t *dice, bool misses, struct micro_insn *insns,
                         struct micro_program *program)
{
    program->insns = insns;
    program->count = between(dice, 1, 20);
    for (uint32_t i = 0; i < program->count; i++)
        make_insn(dice, misses, i, program->count, &insns[i]);
}

static void try_program(const struct micro *micro, struct swas_lemmas *lemmas)
{
    struct micro_result result;
    micro_run(micro, &result);
    lemmas->runs++;
    lemmas->underflows += result.underflow;
    for (uint32_t i = 0; i < micro->warps; i++) {
        const struct micro_count *count = &result.warp[i];
        lemmas->mismatches += count->slots != micro->depth + count->instructions + count->misses +
                                                  micro->depth * count->taken;
    }
}

/* The number-th front end with its programs, whose instructions are in `insns`. */
struct trial {
    struct micro micro;
    struct micro_insn insns[MICRO_WARPS_MAX][MICRO_PROGRAM_MAX];
    bool misses;
};

static void make_trial(uint64_t *dice, size_t number, struct trial *trial)
{
    struct micro *micro = &trial->micro;
    *micro = (struct micro){.warps = between(dice, 1, 5), .depth = between(dice, 2, 6),
                            .branch_resolve = between(dice, 1, 6)};
    micro->start_nops = micro->depth;
    trial->misses = number % 9 < 4;
    for (uint32_t i = 0; i < micro->warps; i++)
        make_program(dice, trial->misses, trial->insns[i], &micro->program[i]);
}

struct swas_lemmas swas_random_lemmas(void)
{
    struct swas_lemmas lemmas = {0};
    struct trial trial;
    uint64_t dice = SEED_OF_PROGRAMS;
    for (size_t i = 0; i < PROGRAMS * POLICIES; i++) {
        if (i % POLICIES == 0)
            make_trial(&dice, i / POLICIES, &trial);
        trial.micro.policy = scheduler_find(policies[i % POLICIES]);
        try_program(&trial.micro, &lemmas);
        lemmas.with_misses += trial.misses;
    }
    return lemmas;
}

/* ---- replays ---- */

/* The slots of a single warp. A slot's delay is known from the slots before it: a branch or a miss
 * delays the very next one, an operand the next instruction. */
struct recorder {
    const struct micro *micro;
    const struct micro_insn *insns;
    struct replay_slot slots[REPLAY_SLOTS];
    size_t count;
    uint32_t gap;      /* of the slot to come */
    uint32_t latency;  /* of the last instruction */
    uint32_t distance; /* slots since it; 0: there was none */
};

static void record(void *user, const struct micro_cycle *cycle)
{
    struct recorder *recorder = user;
    if (cycle->warp < 0 || recorder->count == REPLAY_SLOTS)
        return;
    bool real = cycle->issued.kind == MICRO_INSTRUCTION;
    const struct micro_insn *insn = real ? &recorder->insns[cycle->issued.insn] : NULL;
    recorder->slots[recorder->count++] = (struct replay_slot){
        .gap = recorder->gap, .needs = real ? recorder->distance : 0,
        .latency = recorder->latency};
    recorder->gap = real && insn->branch ? recorder->micro->branch_resolve : 1;
    if (cycle->missed && recorder->insns[cycle->fetched].miss > recorder->gap)
        recorder->gap = recorder->insns[cycle->fetched].miss;
    recorder->latency = real ? insn->latency : recorder->latency;
    recorder->distance = real ? 1 : recorder->distance + (recorder->distance > 0);
}

static void record_warp(const struct micro *together, uint32_t warp, struct recorder *recorder)
{
    struct micro alone = *together;
    struct micro_result result;
    alone.warps = 1;
    alone.program[0] = together->program[warp];
    alone.told = record;
    alone.user = recorder;
    *recorder = (struct recorder){.micro = together, .insns = alone.program[0].insns, .gap = 1};
    micro_run(&alone, &result);
}

struct schedule {
    int8_t warp[SCHEDULE_CYCLES];
    uint64_t cycles;
};

static void note_cycle(struct schedule *schedule, int warp)
{
    if (schedule->cycles < SCHEDULE_CYCLES)
        schedule->warp[schedule->cycles] = (int8_t)warp;
    schedule->cycles++;
}

static void note_replayed(void *user, uint64_t cycle, int warp)
{
    (void)cycle;
    note_cycle(user, warp);
}

static void note_run(void *user, const struct micro_cycle *cycle)
{
    note_cycle(user, cycle->warp);
}

/* Both schedules of one trial under its policy. */
struct replay_trial {
    struct recorder recorders[MICRO_WARPS_MAX];
    struct schedule run, replayed;
};

static bool is_same(const struct schedule *a, const struct schedule *b)
{
    return a->cycles == b->cycles && a->cycles <= SCHEDULE_CYCLES &&
           memcmp(a->warp, b->warp, a->cycles) == 0;
}

static void try_replay(struct micro *micro, struct replay_trial *trial,
                       struct swas_replays *replays)
{
    struct replay_warp warps[MICRO_WARPS_MAX];
    struct micro_result result;
    for (uint32_t i = 0; i < micro->warps; i++)
        warps[i] = (struct replay_warp){trial->recorders[i].slots, trial->recorders[i].count, 0};
    trial->run.cycles = trial->replayed.cycles = 0;
    micro->told = note_run;
    micro->user = &trial->run;
    micro_run(micro, &result);
    replay_run(&(struct replay){.policy = micro->policy, .warps = warps,
                                .warp_count = micro->warps, .told = note_replayed,
                                .user = &trial->replayed});
    replays->runs++;
    replays->cycles += trial->run.cycles;
    replays->different += !is_same(&trial->run, &trial->replayed);
}

struct swas_replays swas_random_replays(void)
{
    struct swas_replays replays = {0};
    struct replay_trial *schedules = memory_take(sizeof *schedules);
    struct trial trial;
    uint64_t dice = SEED_OF_PROGRAMS;
    for (size_t i = 0; i < PROGRAMS * POLICIES; i++) {
        if (i % POLICIES == 0)
            make_trial(&dice, i / POLICIES, &trial);
        trial.micro.policy = scheduler_find(policies[i % POLICIES]);
        for (uint32_t k = 0; i % POLICIES == 0 && k < trial.micro.warps; k++)
            record_warp(&trial.micro, k, &schedules->recorders[k]);
        try_replay(&trial.micro, schedules, &replays);
    }
    memory_give_back(schedules);
    return replays;
}
