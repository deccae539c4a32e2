/* SPDX-License-Identifier: Apache-2.0 */
/* record.c - counting by warp, instruction and edge. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

static struct tally *tallies_of(const struct record *record, uint32_t core, uint32_t warp)
{
    return record->tallies + ((size_t)core * record->warps + warp) * record->program->count;
}

static void count_edge(struct tally *tally, uint32_t to, uint64_t times)
{
    for (int i = 0; i < EDGES_MAX; i++) {
        if (tally->edges[i] == 0)
            tally->to[i] = to;
        if (tally->to[i] == to) {
            tally->edges[i] += times;
            return;
        }
    }
    fail_msg("more than %d edges out of an instruction", EDGES_MAX);
}

static uint64_t mix(uint64_t path, uint32_t index)
{
    return (path ^ index) * 0x9e3779b97f4a7c15u + (path >> 29);
}

/* ---- what the walk tells ---- */

static void begin(struct walk_sink *sink, uint32_t core, uint32_t slot, uint32_t phase)
{
    struct record *record = (struct record *)sink;
    record->current = tallies_of(record, core, slot);
    record->walked = &record->path[core * record->warps + slot];
    record->activations++;
    record->last_phase = phase;
    assert_false(record->in_region);
}

static void node(struct walk_sink *sink, uint32_t index, const struct walk_access *access)
{
    struct record *record = (struct record *)sink;
    assert_true(index < record->program->count);
    const struct insn *insn = &record->program->insns[index];
    assert_int_equal(access != NULL, (insn->flags & (INSN_LOAD | INSN_STORE)) != 0);
    record->current[index].nodes++;
    record->nodes++;
    *record->walked = mix(*record->walked, index);
    record->accesses += access != NULL;
    record->known_accesses += access && access->known;
}

static void edge(struct walk_sink *sink, uint32_t from, uint32_t to)
{
    struct record *record = (struct record *)sink;
    count_edge(&record->current[from], to, 1);
}

static void region_begin(struct walk_sink *sink, uint32_t at)
{
    struct record *record = (struct record *)sink;
    (void)at;
    assert_false(record->in_region);
    record->in_region = true;
    record->regions++;
}

static void region_end(struct walk_sink *sink, uint32_t to)
{
    struct record *record = (struct record *)sink;
    (void)to;
    assert_true(record->in_region);
    assert_int_equal(record->mark_count, 0);
    record->in_region = false;
}

static void loop(struct walk_sink *sink, uint32_t header, uint64_t iterations)
{
    struct record *record = (struct record *)sink;
    assert_true(record->in_region);
    assert_true(header < record->program->count);
    record->loops++;
    if (iterations > record->max_iterations)
        record->max_iterations = iterations;
}

static void mark(struct walk_sink *sink)
{
    struct record *record = (struct record *)sink;
    size_t bytes = record->program->count * sizeof(struct tally);
    assert_true(record->in_region && record->mark_count < MARKS_MAX);
    struct tally *copy = malloc(bytes);
    assert_non_null(copy);
    memcpy(copy, record->current, bytes);
    record->marks[record->mark_count++] = copy;
}

static void repeat(struct walk_sink *sink, uint64_t times)
{
    struct record *record = (struct record *)sink;
    assert_true(record->mark_count > 0);
    struct tally *before = record->marks[--record->mark_count];
    for (uint32_t i = 0; i < record->program->count; i++) {
        struct tally *now = &record->current[i];
        record->nodes += (now->nodes - before[i].nodes) * times;
        now->nodes += (now->nodes - before[i].nodes) * times;
        for (int k = 0; k < EDGES_MAX; k++)
            now->edges[k] += (now->edges[k] - before[i].edges[k]) * times;
    }
    free(before);
}

static void barrier(struct walk_sink *sink, uint32_t id, uint32_t warps, bool certain)
{
    struct record *record = (struct record *)sink;
    (void)id;
    assert_true(!certain || warps > 0);
    assert_true(!certain || !record->in_region);
    record->barriers++;
    record->uncertain_barriers += !certain;
}

static void end(struct walk_sink *sink)
{
    struct record *record = (struct record *)sink;
    assert_false(record->in_region);
    record->ended++;
}

static const struct walk_sink_ops ops = {
    .begin = begin, .node = node, .edge = edge, .region_begin = region_begin,
    .region_end = region_end, .loop = loop, .mark = mark, .repeat = repeat, .barrier = barrier,
    .end = end,
};

/* ---- what a run does ---- */

static void observe(struct observer *observer, const struct event *event)
{
    struct record *record =
        (struct record *)((char *)observer - offsetof(struct record, observer));
    if (event->kind != EVENT_ISSUE && event->kind != EVENT_START)
        return;
    size_t who = (size_t)event->core * record->warps + event->warp;
    if (event->kind == EVENT_START) {
        record->last[who] = UINT32_MAX;
        return;
    }
    struct tally *tallies = tallies_of(record, event->core, event->warp);
    uint32_t index = (uint32_t)(event->insn - record->program->insns);
    tallies[index].nodes++;
    record->nodes++;
    record->path[who] = mix(record->path[who], index);
    if (record->last[who] != UINT32_MAX)
        count_edge(&tallies[record->last[who]], index, 1);
    record->last[who] = index;
}

struct record *record_new(const struct program *program, uint32_t cores, uint32_t warps)
{
    struct record *record = calloc(1, sizeof *record);
    assert_non_null(record);
    record->sink.ops = &ops;
    record->observer.event = observe;
    record->program = program;
    record->cores = cores;
    record->warps = warps;
    record->tallies = calloc((size_t)cores * warps * program->count, sizeof *record->tallies);
    record->last = malloc((size_t)cores * warps * sizeof *record->last);
    record->path = calloc((size_t)cores * warps, sizeof *record->path);
    assert_true(record->tallies && record->last && record->path);
    memset(record->last, 0xff, (size_t)cores * warps * sizeof *record->last);
    return record;
}

void record_free(struct record *record)
{
    free(record->tallies);
    free(record->last);
    free(record->path);
    free(record);
}

static uint64_t edges_to(const struct tally *tally, uint32_t to)
{
    for (int i = 0; i < EDGES_MAX; i++) {
        if (tally->edges[i] && tally->to[i] == to)
            return tally->edges[i];
    }
    return 0;
}

uint64_t record_nodes_at(const struct record *record, uint64_t pc)
{
    int32_t index = program_index(record->program, pc);
    uint64_t count = 0;
    assert_true(index >= 0);
    for (uint32_t who = 0; who < record->cores * record->warps; who++)
        count += record->tallies[(size_t)who * record->program->count + (uint32_t)index].nodes;
    return count;
}

uint64_t record_edges_from(const struct record *record, uint64_t pc, uint64_t to_pc)
{
    int32_t from = program_index(record->program, pc), to = program_index(record->program, to_pc);
    uint64_t count = 0;
    assert_true(from >= 0 && to >= 0);
    for (uint32_t who = 0; who < record->cores * record->warps; who++)
        count += edges_to(&record->tallies[(size_t)who * record->program->count + (uint32_t)from],
                          (uint32_t)to);
    return count;
}

/* ---- comparing ---- */

static void check_tally(const struct record *record, const struct tally *walk,
                        const struct tally *run, uint32_t index, uint32_t warp, const char *what)
{
    unsigned long long pc = record->program->insns[index].pc;
    if (run->nodes > walk->nodes)
        fail_msg("%s: warp %u runs 0x%llx %llu times, the walk told %llu", what, warp, pc,
                 (unsigned long long)run->nodes, (unsigned long long)walk->nodes);
    for (int i = 0; i < EDGES_MAX; i++) {
        if (run->edges[i] > edges_to(walk, run->to[i]))
            fail_msg("%s: warp %u goes from 0x%llx to 0x%llx %llu times, the walk told %llu", what,
                     warp, pc, (unsigned long long)record->program->insns[run->to[i]].pc,
                     (unsigned long long)run->edges[i],
                     (unsigned long long)edges_to(walk, run->to[i]));
    }
}

void record_check_covered(const struct record *walk, const struct record *run, const char *what)
{
    uint32_t count = walk->program->count;
    for (uint32_t who = 0; who < walk->cores * walk->warps; who++) {
        for (uint32_t i = 0; i < count; i++) {
            size_t at = (size_t)who * count + i;
            check_tally(walk, &walk->tallies[at], &run->tallies[at], i, who, what);
        }
    }
}

void record_check_same(const struct record *walk, const struct record *run, const char *what)
{
    if (walk->nodes != run->nodes)
        fail_msg("%s: the run has %llu warp-instructions, the walk %llu", what,
                 (unsigned long long)run->nodes, (unsigned long long)walk->nodes);
    for (uint32_t who = 0; who < walk->cores * walk->warps; who++) {
        if (walk->path[who] != run->path[who])
            fail_msg("%s: warp %u walks another path than it runs", what, who);
    }
}
