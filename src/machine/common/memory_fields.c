/* SPDX-License-Identifier: Apache-2.0 */
/* memory_fields.c - reads the parameters of caches and DRAM, and builds caches from them. */
#include "machine/common/memory_fields.h"

#include <stdio.h>

#define CACHE(member) offsetof(struct cache_numbers, member)

static const struct field cache_fields[] = {
    {.name = "bytes", .kind = FIELD_U32, .offset = CACHE(bytes),
     .min = 64, .max = 1u << 26},
    {.name = "line", .kind = FIELD_U32, .offset = CACHE(line_bytes),
     .min = 4, .max = 1024},
    {.name = "ways", .kind = FIELD_U32, .offset = CACHE(ways),
     .min = 1, .max = 256},
    {.name = "banks", .kind = FIELD_U32, .offset = CACHE(banks),
     .min = 1, .max = 64},
    {.name = "mshrs", .kind = FIELD_U32, .offset = CACHE(mshrs),
     .min = 1, .max = 1024},
    {.name = "latency", .kind = FIELD_U64, .offset = CACHE(latency),
     .min = 1, .max = CYCLES_MAX},
    {.name = "forward", .kind = FIELD_U64, .offset = CACHE(forward),
     .min = 0, .max = CYCLES_MAX},
    {.name = "delivery", .kind = FIELD_U64, .offset = CACHE(delivery),
     .min = 0, .max = CYCLES_MAX},
    {0},
};

#define DRAM(member) offsetof(struct dram_numbers, member)

static const struct field dram_fields[] = {
    {.name = "banks", .kind = FIELD_U32, .offset = DRAM(banks),
     .min = 1, .max = DRAM_BANKS_MAX},
    {.name = "line", .kind = FIELD_U32, .offset = DRAM(line_bytes),
     .min = 4, .max = 4096},
    {.name = "queue", .kind = FIELD_U32, .offset = DRAM(queue),
     .min = 1, .max = DRAM_QUEUE_MAX},
    {.name = "row", .kind = FIELD_U32, .offset = DRAM(row_bytes),
     .min = 64, .max = 1u << 24},
    {.name = "row_hit", .kind = FIELD_U64, .offset = DRAM(row_hit),
     .min = 1, .max = CYCLES_MAX},
    {.name = "row_closed", .kind = FIELD_U64, .offset = DRAM(row_closed),
     .min = 1, .max = CYCLES_MAX},
    {.name = "row_conflict", .kind = FIELD_U64, .offset = DRAM(row_conflict),
     .min = 1, .max = CYCLES_MAX},
    {.name = "burst", .kind = FIELD_U64, .offset = DRAM(burst),
     .min = 1, .max = RESERVATION_WINDOW / 4},
    {.name = "overhead", .kind = FIELD_U64, .offset = DRAM(overhead),
     .min = 0, .max = CYCLES_MAX},
    {.name = "cycle", .kind = FIELD_U64, .offset = DRAM(cycle),
     .min = 0, .max = CYCLES_MAX},
    {0},
};

static bool is_power_of_two(uint32_t value)
{
    return value && !(value & (value - 1));
}

static enum wc_status check_shape(struct error *err, const char *name,
                                  const struct cache_numbers *numbers)
{
    uint64_t set = (uint64_t)numbers->line_bytes * numbers->ways;
    if (!is_power_of_two(numbers->line_bytes) || numbers->line_bytes < 4 ||
        !is_power_of_two(numbers->banks) || numbers->bytes < set || numbers->bytes % set ||
        !is_power_of_two((uint32_t)(numbers->bytes / set)))
        return fail(err, WC_BAD_INPUT,
                    "%s: %u bytes in %u banks do not form sets of %u ways with %u-byte lines; "
                    "expected powers of two for line size, banks and sets",
                    name, numbers->bytes, numbers->banks, numbers->ways, numbers->line_bytes);
    return WC_OK;
}

enum wc_status cache_fields_read(struct error *err, struct parameters *parameters,
                                 const char *name, struct cache_numbers *numbers)
{
    static const char *const replacements[] = {"fifo", "lru", NULL};
    char prefix[32], choice[48];
    unsigned replacement = 0;
    snprintf(prefix, sizeof prefix, "%s.", name);
    snprintf(choice, sizeof choice, "%s.replacement", name);
    enum wc_status status = fields_read(err, parameters, prefix, cache_fields, numbers);
    if (status == WC_OK)
        status = parameter_choice(err, parameters, choice, replacements, &replacement);
    numbers->replacement = replacement ? CACHE_LRU : CACHE_FIFO;
    return status == WC_OK ? check_shape(err, name, numbers) : status;
}

enum wc_status caches_read(struct error *err, struct parameters *parameters,
                           const struct named_cache *caches, size_t count)
{
    const struct named_cache *last = &caches[count - 1];
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < count; i++)
        status = cache_fields_read(err, parameters, caches[i].name, caches[i].numbers);
    for (size_t i = 0; status == WC_OK && i < count; i++) {
        if (caches[i].numbers->line_bytes > last->numbers->line_bytes)
            status = fail(err, WC_BAD_INPUT,
                          "%s.line: %u bytes are less than a line of %s, %u bytes",
                          last->name, last->numbers->line_bytes, caches[i].name,
                          caches[i].numbers->line_bytes);
    }
    return status;
}

enum wc_status check_power_of_two(struct error *err, const char *name, uint32_t number)
{
    return is_power_of_two(number)
               ? WC_OK
               : fail(err, WC_BAD_INPUT, "%s: %u is not a power of two", name, number);
}

#define TIMES(member) offsetof(struct sharedmem_times, member)

enum wc_status sharedmem_fields_read(struct error *err, struct parameters *parameters,
                                     const char *prefix, const char *fixed,
                                     struct sharedmem_times *times)
{
    const struct field fields[] = {
        {.name = fixed, .kind = FIELD_U64, .offset = TIMES(fixed), .min = 0, .max = CYCLES_MAX},
        {.name = "base32", .kind = FIELD_U64, .offset = TIMES(base[0]),
         .min = 1, .max = CYCLES_MAX},
        {.name = "base64", .kind = FIELD_U64, .offset = TIMES(base[1]),
         .min = 1, .max = CYCLES_MAX},
        {.name = "base128", .kind = FIELD_U64, .offset = TIMES(base[2]),
         .min = 1, .max = CYCLES_MAX},
        {.name = "conflict", .kind = FIELD_U64, .offset = TIMES(conflict),
         .min = 0, .max = CYCLES_MAX},
        {0},
    };
    return fields_read(err, parameters, prefix, fields, times);
}

/* The parameters of DDR4. */
struct ddr4_choice {
    bool ddr4, closed_page;
    uint32_t core_clock;
    const char *speed, *organisation;
};

static const struct field ddr4_fields[] = {
    {.name = "model", .kind = FIELD_CHOICE, .offset = offsetof(struct ddr4_choice, ddr4),
     .chosen = "ddr4", .other = "simple"},
    {.name = "page", .kind = FIELD_CHOICE, .offset = offsetof(struct ddr4_choice, closed_page),
     .chosen = "closed", .other = "open"},
    {.name = "core_clock", .kind = FIELD_U32, .offset = offsetof(struct ddr4_choice, core_clock),
     .min = 1, .max = 1 << 20},
    {0},
};

static enum wc_status find_ddr4(struct error *err, const char *name,
                                const struct ddr4_choice *choice, struct dram_numbers *numbers)
{
    const struct ddr4_numbers *ddr4 = ddr4_find(choice->speed, choice->organisation);
    if (ddr4 == NULL)
        return fail(err, WC_BAD_INPUT,
                    "%s: no numbers of DDR4-%s in organisation %s; those of 3200AA are known for "
                    "x16 and x8, of 1866M for x16",
                    name, choice->speed, choice->organisation);
    numbers->ddr4 = ddr4;
    numbers->banks = ddr4->banks;
    numbers->line_bytes = ddr4->burst_bytes;
    numbers->closed_page = choice->closed_page;
    numbers->core_mhz = choice->core_clock;
    return WC_OK;
}

/* A machine file without these parameters has the simple model. */
static enum wc_status ddr4_fields_read(struct error *err, struct parameters *parameters,
                                       const char *name, struct dram_numbers *numbers)
{
    struct ddr4_choice choice = {0};
    char prefix[32], model[48], speed[48], organisation[48];
    snprintf(prefix, sizeof prefix, "%s.", name);
    snprintf(model, sizeof model, "%s.model", name);
    snprintf(speed, sizeof speed, "%s.speed", name);
    snprintf(organisation, sizeof organisation, "%s.organisation", name);
    if (parameters_find(parameters, model) == NULL)
        return WC_OK;
    enum wc_status status = fields_read(err, parameters, prefix, ddr4_fields, &choice);
    if (status == WC_OK)
        status = parameter_text(err, parameters, speed, &choice.speed);
    if (status == WC_OK)
        status = parameter_text(err, parameters, organisation, &choice.organisation);
    return status == WC_OK && choice.ddr4 ? find_ddr4(err, name, &choice, numbers) : status;
}

static enum wc_status mapping_read(struct error *err, struct parameters *parameters,
                                   const char *name, struct dram_numbers *numbers)
{
    static const char *const mappings[] = {
        [DRAM_INTERLEAVE] = "interleave", [DRAM_ROW] = "row", [DRAM_HASH] = "hash", NULL};
    char key[48];
    unsigned choice = 0;
    snprintf(key, sizeof key, "%s.mapping", name);
    enum wc_status status = parameter_choice(err, parameters, key, mappings, &choice);
    numbers->mapping = (enum dram_mapping)choice;
    return status;
}

enum wc_status dram_fields_read(struct error *err, struct parameters *parameters, const char *name,
                                struct dram_numbers *numbers)
{
    char prefix[32];
    snprintf(prefix, sizeof prefix, "%s.", name);
    enum wc_status status = fields_read(err, parameters, prefix, dram_fields, numbers);
    if (status == WC_OK)
        status = mapping_read(err, parameters, name, numbers);
    if (status == WC_OK && numbers->row_bytes < numbers->line_bytes)
        status = fail(err, WC_BAD_INPUT, "%s.row: %u bytes are less than a line of %u bytes", name,
                      numbers->row_bytes, numbers->line_bytes);
    return status == WC_OK ? ddr4_fields_read(err, parameters, name, numbers) : status;
}

void cache_allocate(struct arena *arena, struct cache *cache, const struct cache_numbers *numbers,
                    struct memory_level *next)
{
    cache_build(cache, numbers, next,
                (struct cache_storage){
                    .lines = arena_array(arena, cache_line_count(numbers), sizeof *cache->lines),
                    .bank_free = arena_array(arena, numbers->banks, sizeof(cycle_t)),
                    .mshr_free = arena_array(arena, numbers->mshrs, sizeof(cycle_t))});
}
