/* SPDX-License-Identifier: Apache-2.0 */
/* timing.c - the clocked half of the machine: its numbers, building and resetting it. */
#include "machine/common/fields.h"
#include "machine/common/memory_fields.h"
#include "machine/fermi/clock.h"

#define CLOCK(member) offsetof(struct fermi_clock_numbers, member)

static const struct field clock_fields[] = {
    {.name = "scheduler.latency", .kind = FIELD_U32, .offset = CLOCK(scheduler),
     .min = 1, .max = 16},
    {.name = "delivery.latency", .kind = FIELD_U32, .offset = CLOCK(delivery),
     .min = 0, .max = 16},
    {.name = "execution.latency", .kind = FIELD_U32, .offset = CLOCK(execution),
     .min = 1, .max = 1024},
    {.name = "pools", .kind = FIELD_U32, .offset = CLOCK(pools), .min = 1, .max = FERMI_POOLS_MAX},
    {.name = "fetch.width", .kind = FIELD_U32, .offset = CLOCK(fetch), .min = 1, .max = 8},
    {.name = "scoreboard.entries", .kind = FIELD_U32, .offset = CLOCK(scoreboard),
     .min = 1, .max = SCOREBOARD_ENTRIES_MAX},
    {.name = "rows.mad", .kind = FIELD_U32, .offset = CLOCK(mad), .min = 1, .max = LANES_MAX},
    {.name = "rows.mads", .kind = FIELD_U32, .offset = CLOCK(mads),
     .min = 1, .max = FERMI_ROWS_MAX - 2},
    {.name = "rows.lsu", .kind = FIELD_U32, .offset = CLOCK(lsu), .min = 1, .max = LANES_MAX},
    {.name = "rows.sfu", .kind = FIELD_U32, .offset = CLOCK(sfu), .min = 1, .max = LANES_MAX},
    {.name = "constraints", .kind = FIELD_FLAG, .offset = CLOCK(constraints)},
    {.name = "swi", .kind = FIELD_FLAG, .offset = CLOCK(swi)},
    {.name = "swi_sets", .kind = FIELD_U32, .offset = CLOCK(lookup.sets),
     .min = 1, .max = FERMI_WARPS_MAX},
    {.name = "mem_split", .kind = FIELD_FLAG, .offset = CLOCK(mem_split)},
    {.name = "skip_empty_waves", .kind = FIELD_FLAG, .offset = CLOCK(skip_empty_waves)},
    {.name = "lsu_interweave", .kind = FIELD_FLAG, .offset = CLOCK(rules.two_memory)},
    {.name = "two_divergences", .kind = FIELD_FLAG, .offset = CLOCK(rules.two_divergences)},
    {.name = "divergence", .kind = FIELD_CHOICE, .offset = CLOCK(rules.posthoc),
     .chosen = "posthoc", .other = "at_issue"},
    {.name = "watchdog", .kind = FIELD_U32, .offset = CLOCK(watchdog), .min = 0, .max = CYCLES_MAX},
    {.name = "barrier.release", .kind = FIELD_U32, .offset = CLOCK(barrier_release),
     .min = 1, .max = CYCLES_MAX},
    {.name = "group.delay", .kind = FIELD_U32, .offset = CLOCK(group_delay),
     .min = 1, .max = CYCLES_MAX},
    {.name = "shared_memory.latency", .kind = FIELD_U32, .offset = CLOCK(shared_latency),
     .min = 0, .max = CYCLES_MAX},
    {.name = "shared_memory.banks", .kind = FIELD_U32, .offset = CLOCK(shared_banks),
     .min = 1, .max = 64},
    {.name = "contexts.cold", .kind = FIELD_U32, .offset = CLOCK(contexts.cct.nodes),
     .min = 1, .max = 4096},
    {.name = "contexts.per_warp", .kind = FIELD_U32, .offset = CLOCK(contexts.cold_max),
     .min = 0, .max = LANES_MAX},
    {.name = "contexts.sort_min", .kind = FIELD_U64, .offset = CLOCK(contexts.cct.sort_min),
     .min = 1, .max = 1024},
    {.name = "contexts.sort_max", .kind = FIELD_U64, .offset = CLOCK(contexts.cct.sort_max),
     .min = 1, .max = 1024},
    {.name = "contexts.spill", .kind = FIELD_U64, .offset = CLOCK(contexts.cct.spill),
     .min = 0, .max = CYCLES_MAX},
    {.name = "contexts.literal", .kind = FIELD_FLAG, .offset = CLOCK(contexts.literal)},
    {.name = "memory.latency", .kind = FIELD_U64, .offset = CLOCK(memory.latency),
     .min = 1, .max = CYCLES_MAX},
    {.name = "memory.bandwidth", .kind = FIELD_U32, .offset = CLOCK(memory.bytes),
     .min = 1, .max = 4096},
    {0},
};

/* ---- numbers ---- */

static enum wc_status read_own(struct error *err, struct parameters *parameters, void *into)
{
    return fields_read(err, parameters, "", clock_fields, into);
}

static enum wc_status read_choices(struct error *err, struct parameters *parameters, void *into)
{
    static const char *const seconds[] = {"none", "same_warp", "any", NULL};
    static const char *const models[] = {"exact", "hardware", NULL};
    static const char *const pcdivs[] = {"idom", "isa", "region", NULL};
    static const char *const intervals[] = {"open", "closed", NULL};
    static const char *const sets[] = {"same", "next", NULL};
    static const char *const ties[] = {"random", "first", NULL};
    static const char *const readings[] = {"meant", "letter", NULL};
    const char *shuffles[LANE_SHUFFLES + 1] = {NULL};
    struct fermi_clock_numbers *n = into;
    for (unsigned i = 0; i < LANE_SHUFFLES; i++)
        shuffles[i] = lane_shuffle_name((enum lane_shuffle)i);
    const struct {
        const char *name;
        const char *const *choices;
        unsigned *at;
    } rows[] = {{"sbi", seconds, &n->second},
                {"shuffle", shuffles, &n->shuffle},
                {"shuffle_reading", readings, &n->shuffle_reading},
                {"pcdiv", pcdivs, &n->pcdiv},
                {"interval", intervals, &n->interval},
                {"contexts.model", models, &n->contexts_model},
                {"swi_set", sets, &n->lookup_set},
                {"swi_tie", ties, &n->lookup_tie}};
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < sizeof rows / sizeof *rows; i++)
        status = parameter_choice(err, parameters, rows[i].name, rows[i].choices, rows[i].at);
    return status;
}

static enum wc_status read_seed(struct error *err, struct parameters *parameters, void *into)
{
    uint64_t seed = 0;
    enum wc_status status = parameter_uint(err, parameters, "swi_seed", UINT16_MAX, &seed);
    if (status == WC_OK && !seed)
        status = fail(err, WC_BAD_INPUT, "swi_seed: 0 would never change; expected 1 to 65535");
    ((struct fermi_clock_numbers *)into)->lookup.seed = (uint16_t)seed;
    return status;
}

static enum wc_status read_l1(struct error *err, struct parameters *parameters, void *into)
{
    return cache_fields_read(err, parameters, "l1", &((struct fermi_clock_numbers *)into)->l1);
}

static enum wc_status check_numbers(struct error *err, const struct fermi *fermi)
{
    const struct fermi_clock_numbers *n = &fermi->clock->numbers;
    if (!fermi->numbers.frontier && (n->second != FERMI_SECOND_NONE || n->swi || n->mem_split))
        return fail(err, WC_BAD_INPUT, "sbi, swi and mem_split need thread frontiers "
                    "(reconvergence=frontier)");
    if ((n->swi || n->second != FERMI_SECOND_NONE) && n->pools > 1)
        return fail(err, WC_BAD_INPUT, "pools: SBI and SWI have one pool of warps; found %u",
                    n->pools);
    if (fermi->numbers.warps * n->contexts.hot > MASK_LOOKUP_MAX)
        return fail(err, WC_BAD_INPUT, "warps: %u warps with %u hot splits each; the maximum is "
                    "%d splits", fermi->numbers.warps, n->contexts.hot, MASK_LOOKUP_MAX);
    if (n->fetch < n->pools)
        return fail(err, WC_BAD_INPUT, "fetch.width: %u is less than one per pool", n->fetch);
    if (n->watchdog && n->watchdog < FERMI_WATCHDOG_MIN)
        return fail(err, WC_BAD_INPUT, "watchdog: %u cycles; expected 0, or at least %d, in which "
                    "a split can be fetched and issue", n->watchdog, FERMI_WATCHDOG_MIN);
    return WC_OK;
}

enum wc_status fermi_clock_read(struct error *err, struct parameters *parameters,
                                struct fermi *fermi)
{
    static fields_reader *const readers[] = {read_own, read_choices, read_seed, read_l1, NULL};
    fermi->clock = arena_alloc(&fermi->run.arena, sizeof *fermi->clock);
    struct fermi_clock_numbers *n = &fermi->clock->numbers;
    enum wc_status status = fields_read_all(err, parameters, n, readers);
    n->contexts.model = n->contexts_model ? CONTEXTS_HARDWARE : CONTEXTS_EXACT;
    n->contexts.warps = n->lookup.warps = fermi->numbers.warps;
    n->contexts.hot = n->second == FERMI_SECOND_NONE ? 1 : 2;
    n->memory.per = 1;
    n->contexts.cct.spilled = fermi->numbers.warps * fermi->numbers.width;
    n->lookup.set = (enum mask_lookup_set)n->lookup_set;
    n->lookup.tie = (enum mask_lookup_tie)n->lookup_tie;
    fermi->run.dispatch_delay = n->group_delay;
    return status == WC_OK ? check_numbers(err, fermi) : status;
}

const struct contexts_numbers *fermi_clock_contexts(struct fermi *fermi)
{
    return &fermi->clock->numbers.contexts;
}

/* ---- building ---- */

static void add_row(struct fermi_clock *clock, enum fermi_row_kind kind, uint32_t width)
{
    clock->row[clock->rows++] = (struct fermi_row){.kind = kind, .width = width};
}

void fermi_clock_build(struct fermi *fermi)
{
    struct fermi_clock *clock = fermi->clock;
    const struct fermi_clock_numbers *n = &clock->numbers;
    const uint32_t warps = fermi->numbers.warps;
    clock->timing = arena_array_aligned(&fermi->run.arena, warps, sizeof *clock->timing);
    for (uint32_t i = 0; i < warps; i++) {
        clock->pool[i % n->pools].warps |= 1ull << i;
        clock->timing[i].map =
            lane_map_make((enum lane_shuffle)n->shuffle, (enum lane_reading)n->shuffle_reading,
                          fermi->numbers.width, warps, i);
    }
    for (uint32_t i = 0; i < n->mads; i++)
        add_row(clock, FERMI_MAD, n->mad);
    add_row(clock, FERMI_LSU, n->lsu);
    add_row(clock, FERMI_SFU, n->sfu);
    throughput_build(&clock->memory, &n->memory);
    cache_allocate(&fermi->run.arena, &clock->l1, &n->l1, &clock->memory.level);
}

struct constraint fermi_constraint(const struct fermi *fermi)
{
    const struct fermi_clock_numbers *n = &fermi->clock->numbers;
    const struct reconvergence *places = &fermi->reconvergence;
    const uint32_t *const divergence[] = {places->divergence, places->token, places->region};
    return (struct constraint){.interval = (enum constraint_interval)n->interval,
                               .divergence = divergence[n->pcdiv]};
}

void fermi_clock_reset(struct run_state *run)
{
    struct fermi *fermi = (struct fermi *)run;
    struct fermi_clock *clock = fermi->clock;
    for (uint32_t i = 0; i < fermi->numbers.warps; i++)
        clock->timing[i] = (struct fermi_timing){.map = clock->timing[i].map};
    for (uint32_t i = 0; i < clock->rows; i++)
        clock->row[i].free = clock->row[i].lanes = 0;
    for (uint32_t i = 0; i < FERMI_POOLS_MAX; i++)
        clock->pool[i].next = 0;
    for (unsigned i = 0; i < STALL_COUNT; i++)
        clock->stall[i] = 0;
    clock->running = clock->branching = clock->wanting = 0;
    clock->waiting[0].open = clock->waiting[1].open = 0;
    clock->issued_count = 0;
    for (uint32_t i = 0; i < fermi->numbers.warps; i++)
        fermi->warps[i].postdom.depth_max = 0; /* of earlier launches */
    clock->first = (struct fermi_pick){0};
    clock->first_warp = 0;
    cascade_reset(&clock->cascade);
    mask_lookup_reset(&clock->lookup, &clock->numbers.lookup);
    clock->constraint = fermi_constraint(fermi);
    clock->parted = false;
    clock->reordered = 0;
    clock->order = 0;
    cache_reset(&clock->l1);
    throughput_reset(&clock->memory);
}
