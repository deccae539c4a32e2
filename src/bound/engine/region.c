/* SPDX-License-Identifier: Apache-2.0 */
/* region.c - recording a region, and remembering what was found for the same one before. */
#include "bound/engine/region.h"

#include <stdlib.h>
#include <string.h>

#include "bound/engine/region_total.h"

struct known_region {
    struct known_region *next;
    uint64_t hash;
    struct region_graph graph; /* in the arena, with its answer */
    struct region_answer answer;
    struct region_lean lean;
};

enum { BUCKETS = 4096 };

struct regions {
    struct arena arena; /* of the answers */
    struct region_recorder recorder;
    const struct region_costs *costs;
    const struct program *program;
    struct profile *sum, *block; /* of the region and of a block; NULL: not asked for */
    struct known_region *buckets[BUCKETS];
    uint64_t count, different;
    struct region_total *totals;
    uint32_t total_count;
};

struct regions *regions_new(const struct region_costs *costs, const struct program *program,
                            bool profiled)
{
    struct regions *regions = calloc(1, sizeof *regions);
    if (!regions)
        return NULL;
    regions->costs = costs;
    regions->program = program;
    regions->recorder.worst_access = costs->worst_access;
    regions->recorder.graph.access_bytes = costs->access_bytes;
    if (profiled) {
        regions->sum = profile_new(&regions->arena, program->count);
        regions->block = profile_new(&regions->arena, program->count);
    }
    return regions;
}

void regions_free(struct regions *regions)
{
    if (!regions)
        return;
    recorder_free(&regions->recorder);
    arena_free(&regions->arena);
    free(regions);
}

void regions_limit(struct regions *regions, uint32_t header, uint64_t total)
{
    regions->totals = arena_grow(&regions->arena, regions->totals, regions->total_count,
                                 sizeof *regions->totals);
    regions->totals[regions->total_count++] =
        (struct region_total){.header = header, .total = total};
}

bool regions_rounds(const struct regions *regions, uint64_t max, struct work *work)
{
    return region_totals_work(regions->totals, regions->total_count, max, work);
}

void regions_profile_rounds(const struct regions *regions, struct profile *into)
{
    region_totals_profile(regions->totals, regions->total_count, into);
}

void region_begin(struct regions *regions, uint32_t at)
{
    recorder_begin(&regions->recorder, at);
}

void region_node(struct regions *regions, uint32_t index, const void *access)
{
    recorder_node(&regions->recorder, index, access);
}

void region_edge(struct regions *regions, uint32_t from, uint32_t to)
{
    recorder_edge(&regions->recorder, &regions->program->insns[from], from, to);
}

void region_unpaired(struct regions *regions, uint32_t index)
{
    recorder_unpaired(&regions->recorder, index);
}

void region_loop(struct regions *regions, uint32_t header, uint64_t iterations)
{
    recorder_loop(&regions->recorder, header, iterations);
}

static struct known_region *find(struct regions *regions, const struct region_graph *graph,
                                 uint64_t hash)
{
    struct known_region *known = regions->buckets[hash % BUCKETS];
    while (known && (known->hash != hash || !region_graph_equal(&known->graph, graph)))
        known = known->next;
    return known;
}

static struct known_region *add(struct regions *regions, const struct region_graph *graph,
                                uint64_t hash)
{
    struct known_region *known = arena_alloc(&regions->arena, sizeof *known);
    *known = (struct known_region){.next = regions->buckets[hash % BUCKETS], .hash = hash,
                                   .graph = region_graph_copy(&regions->arena, graph)};
    regions->buckets[hash % BUCKETS] = known;
    regions->different++;
    return known;
}

static enum wc_status solve(struct error *err, struct regions *regions, struct ilp_solver *solver,
                            struct known_region *known)
{
    const struct region_profiles profiles = {regions->sum, regions->block};
    enum wc_status status =
        region_graph_solve(err, solver, regions->costs, regions->program, &known->graph,
                           &regions->arena, regions->sum ? &profiles : NULL, &known->answer);
    if (regions->sum && status == WC_OK)
        known->answer.profile = profile_keep(&regions->arena, regions->sum);
    if (regions->sum)
        profile_clear(regions->sum);
    return status;
}

/* ... without the rounds of loops with a total. */
static enum wc_status solve_lean(struct error *err, struct regions *regions,
                                 struct ilp_solver *solver, struct known_region *known)
{
    const struct region_profiles profiles = {regions->sum, regions->block};
    struct region_answer *answer = &known->answer;
    enum wc_status status =
        region_graph_lean(err, solver, regions->costs, regions->program, &known->graph,
                          &regions->arena, regions->totals, regions->total_count,
                          regions->sum ? &profiles : NULL, answer, &known->lean);
    answer->lean = known->lean.lean;
    answer->lean_profile = answer->profile;
    if (regions->sum && known->lean.has_rounds)
        answer->lean_profile = profile_keep(&regions->arena, regions->sum);
    if (regions->sum)
        profile_clear(regions->sum);
    return status;
}

enum wc_status region_end(struct error *err, struct regions *regions, struct ilp_solver *solver,
                          uint32_t to, struct region_answer *answer)
{
    struct region_graph *graph = recorder_end(&regions->recorder, to);
    uint64_t hash = region_graph_hash(graph);
    struct known_region *known = find(regions, graph, hash);
    enum wc_status status = WC_OK;
    regions->count++;
    if (!known) {
        known = add(regions, graph, hash);
        status = solve(err, regions, solver, known);
        if (status == WC_OK)
            status = solve_lean(err, regions, solver, known);
    }
    *answer = known->answer;
    region_totals_add(regions->totals, regions->total_count, &known->lean);
    return status;
}

uint64_t regions_count(const struct regions *regions, uint64_t *different)
{
    *different = regions->different;
    return regions->count;
}
