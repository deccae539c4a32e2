/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_machine.c - drawing the parameters of a machine.
 *
 * Whatever has a range is drawn from it, small and large numbers alike; whatever has choices, from
 * these. The rules below are for parameters that the machine file does not describe so. */
#include "vortex_machine.h"

#include <stdio.h>
#include <string.h>

enum rule_kind {
    RULE_RANGE,  /* a multiple of `step` from `min` to `max`; 0: as in the machine file */
    RULE_POWER,  /* a power of two */
    RULE_EVENLY, /* from min to max, all alike: addresses */
    RULE_POLICY,
    RULE_SHAPE,  /* unless the program decides */
    RULE_STACK,  /* a multiple of `step`, unless the start-up code decides */
};

struct rule {
    const char *name; /* "*.line": of any part */
    enum rule_kind kind;
    uint32_t min, max, step;
};

static const struct rule rules[] = {
    /* More cores take longer, and do nothing else than three. */
    {.name = "cores", .kind = RULE_SHAPE, .max = 3},
    {.name = "warps", .kind = RULE_SHAPE},
    {.name = "threads", .kind = RULE_SHAPE},
    /* Stacks, local memory, console and exit code have a part of the address space each. */
    {.name = "heap.base", .kind = RULE_EVENLY, .max = 0x60000000, .step = 4},
    {.name = "heap.end", .kind = RULE_EVENLY, .min = 0x70000000, .max = 0x80000000, .step = 4},
    {.name = "stack.top", .kind = RULE_EVENLY, .min = 0xd0000000, .max = 0xff000000, .step = 16},
    {.name = "local.base", .kind = RULE_EVENLY, .min = 0xff100000, .max = 0xff800000, .step = 16},
    {.name = "console.base", .kind = RULE_EVENLY, .min = 0xa0000000, .max = 0xa0100000},
    {.name = "exit.address", .kind = RULE_EVENLY, .min = 0xa8000000, .max = 0xa8001000, .step = 4},
    {.name = "stack.bytes_per_thread", .kind = RULE_STACK, .step = 16},
    {.name = "heap.align", .kind = RULE_POWER},
    {.name = "*.line", .kind = RULE_POWER},
    {.name = "*.bytes", .kind = RULE_POWER},
    {.name = "*.ways", .kind = RULE_POWER},
    {.name = "icache.banks", .kind = RULE_POWER},
    {.name = "dcache.banks", .kind = RULE_POWER},
    {.name = "l2.banks", .kind = RULE_POWER},
    {.name = "dram.row", .kind = RULE_POWER},
    {.name = "fetch", .kind = RULE_POLICY},
    {.name = "issue", .kind = RULE_POLICY},
    {.name = "functional.order", .kind = RULE_POLICY},
};

static bool is_named(const char *pattern, const char *name)
{
    const char *end = strrchr(name, '.');
    return strcmp(pattern, name) == 0 ||
           (pattern[0] == '*' && end && strcmp(pattern + 1, end) == 0);
}

static const struct rule *rule_of(const struct parameter *parameter)
{
    static const struct rule otherwise = {.kind = RULE_RANGE};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (is_named(rules[i].name, parameter->name))
            return &rules[i];
    }
    return &otherwise;
}

/* ---- numbers ---- */

struct range {
    uint64_t min, max, step;
};

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* What the program needs of this parameter at least. */
static uint64_t needed(const char *name, const struct program_needs *needs)
{
    return strcmp(name, "stack.bytes_per_thread") == 0 ? needs->stack_bytes
           : strcmp(name, "local.bytes") == 0          ? needs->local_bytes
           : strcmp(name, "barrier.count") == 0        ? needs->barriers
                                                       : 0;
}

static struct range range_of(const struct parameter *parameter, const struct rule *rule,
                             const struct program_needs *needs)
{
    struct range range = {larger(rule->min, (uint64_t)parameter->min.integer),
                          rule->max ? rule->max : (uint64_t)parameter->max.integer,
                          rule->step ? rule->step : 1};
    range.min = larger(range.min, needed(parameter->name, needs));
    range.min = (range.min + range.step - 1) / range.step * range.step;
    return range;
}

/* Small numbers are as frequent as large ones; both ends of the range are frequent. */
static uint64_t draw_number(struct dice *dice, struct range range)
{
    uint64_t span = (range.max - range.min) / range.step;
    unsigned bits = dice_below(dice, 65 - (unsigned)__builtin_clzll(span | 1));
    uint64_t above = bits ? (1ull << (bits - 1)) + dice_next(dice) % (1ull << (bits - 1)) : 0;
    if (dice_one_in(dice, 4))
        above = dice_one_in(dice, 2) ? span : 0;
    return range.min + (above < span ? above : span) * range.step;
}

/* Small caches show more than large ones. */
static uint64_t draw_power(struct dice *dice, struct range range)
{
    uint64_t power = 1;
    while (power < range.min)
        power *= 2;
    for (unsigned i = dice_below(dice, 1 + dice_below(dice, 16)); i && 2 * power <= range.max; i--)
        power *= 2;
    return power;
}

/* ---- settings ---- */

static void set(struct text *settings, const char *name, const char *value)
{
    text_add(settings, "%s%s=%s", settings->length ? " " : "", name, value);
}

static void draw_integer(struct dice *dice, const struct parameter *parameter,
                         const struct rule *rule, const struct program_needs *needs,
                         struct text *settings)
{
    struct range range = range_of(parameter, rule, needs);
    uint64_t number = rule->kind == RULE_POWER    ? draw_power(dice, range)
                      : rule->kind == RULE_EVENLY ? range.min + dice_next(dice) %
                                                        ((range.max - range.min) / range.step) *
                                                        range.step
                                                  : draw_number(dice, range);
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    set(settings, parameter->name, text);
}

static void draw_choice(struct dice *dice, const struct parameter *parameter,
                        const struct rule *rule, struct text *settings)
{
    static const char *const policies[] = {"fp", "lrr", "gtlrr", "gtlo"};
    static const char *const flags[] = {"false", "true"};
    if (rule->kind == RULE_POLICY)
        set(settings, parameter->name, policies[dice_below(dice, 4)]);
    else if (parameter->kind == PARAMETER_BOOL)
        set(settings, parameter->name, flags[dice_below(dice, 2)]);
    else if (parameter->one_of_count)
        set(settings, parameter->name,
            parameter->one_of[dice_below(dice, (uint32_t)parameter->one_of_count)]);
}

/* What is odd together: then one term can be most of the bound. */
static const char *const focuses[][5] = {
    {"dcache.", "l2.", "dram.", "lsu."},
    {"icache.", "l2.", "dram.", "front."},
    {"icache.latency", "front.", "fetch", "issue"},
    {"dcache.", "dram.", "heap.", "stack."},
    {"wspawn.", "barrier."},
    {"local.", "lsu.", "heap."},
    {"units."},
    {""}, /* everything */
};
enum { FOCUSES = sizeof focuses / sizeof *focuses };

static bool is_in_focus(const char *name, uint32_t focus)
{
    bool found = false;
    for (size_t i = 0; focuses[focus][i]; i++)
        found |= strncmp(name, focuses[focus][i], strlen(focuses[focus][i])) == 0;
    return found;
}

/* One parameter in how many is drawn. */
static uint32_t rarity_of(const char *name, uint32_t focus)
{
    enum { ODD = 2, USUAL = 20, UNIT = 4 };
    bool switches = strcmp(name, "l2.present") == 0; /* other numbers have no effect without it */
    uint32_t rarity = !is_in_focus(name, focus) ? USUAL : switches ? 1 : ODD;
    return strncmp(name, "units.", 6) ? rarity : UNIT * rarity; /* there are many */
}

/* A need that the machine does not meet by itself is always drawn. */
static bool is_drawn(struct dice *dice, const struct parameter *parameter, const struct rule *rule,
                     const struct machine_needs *needs, uint32_t focus)
{
    bool lacks = parameter->kind == PARAMETER_INTEGER &&
                 (uint64_t)parameter->value.integer < needed(parameter->name, &needs->program);
    if ((rule->kind == RULE_SHAPE && needs->shape) ||
        (rule->kind == RULE_STACK && needs->compiled))
        return false;
    return lacks || dice_one_in(dice, rarity_of(parameter->name, focus));
}

/* SWaS has one scheduler for both. */
static void draw_frontend(struct dice *dice, struct text *settings)
{
    static const char *const frontends[] = {"swas", "swas", "paper", "stock"};
    set(settings, "frontend", frontends[dice_below(dice, 4)]);
}

static bool is_swas(const struct text *settings)
{
    return strncmp(text_string(settings), "frontend=swas", 13) == 0;
}

void machine_draw(struct dice *dice, const struct parameters *parameters,
                  const struct machine_needs *needs, struct text *settings)
{
    uint32_t focus = dice_below(dice, FOCUSES);
    draw_frontend(dice, settings);
    for (size_t i = 0; i < parameters->count; i++) {
        const struct parameter *parameter = &parameters->list[i];
        const struct rule *rule = rule_of(parameter);
        bool shared = is_swas(settings) && strcmp(parameter->name, "fetch") == 0;
        if (shared || strcmp(parameter->name, "frontend") == 0 ||
            !is_drawn(dice, parameter, rule, needs, focus))
            continue;
        if (parameter->kind == PARAMETER_INTEGER)
            draw_integer(dice, parameter, rule, &needs->program, settings);
        else
            draw_choice(dice, parameter, rule, settings);
    }
}

bool machine_is_misfit(const char *message)
{
    static const char *const refusals[] = {
        "the core has", "SWaS needs", "less than a line", "maximum of the model",
        "do not form sets", "overlaps", "do not fit below", "no numbers of DDR4",
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (message && strstr(message, refusals[i]))
            return true;
    }
    return false;
}
