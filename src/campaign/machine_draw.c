/* SPDX-License-Identifier: Apache-2.0 */
/* machine_draw.c - drawing the parameters of a machine.
 *
 * Whatever has a range is drawn from it, small and large numbers alike; whatever has choices, from
 * these. The rules below are for parameters that the machine file does not describe so. */
#include "campaign/machines.h"

#include <string.h>

enum rule_kind {
    RULE_RANGE,  /* a number of its range, up to `max` */
    RULE_POWER,  /* a power of two */
    RULE_POLICY, /* of a scheduler */
    RULE_NEVER,  /* it has other results, or the campaign sets it itself */
};

static const struct rule {
    const char *name; /* "*.line": of any part; "isa.*": any of a part */
    enum rule_kind kind;
    uint64_t max;
} rules[] = {
    /* The shape of Vortex is drawn to fit the program. */
    {.name = "cores", .kind = RULE_NEVER}, {.name = "warps", .kind = RULE_NEVER},
    {.name = "threads", .kind = RULE_NEVER}, {.name = "warp_width", .kind = RULE_NEVER},
    /* What programs can see; releases and quirks that set much else. */
    {.name = "isa.*", .kind = RULE_NEVER}, {.name = "csr.*", .kind = RULE_NEVER},
    {.name = "version", .kind = RULE_NEVER}, {.name = "compat", .kind = RULE_NEVER},
    {.name = "analysis", .kind = RULE_NEVER}, {.name = "structure.*", .kind = RULE_NEVER},
    {.name = "disagreement", .kind = RULE_NEVER},
    /* The parts of the address space. */
    {.name = "heap.*", .kind = RULE_NEVER}, {.name = "local.base", .kind = RULE_NEVER},
    {.name = "console.*", .kind = RULE_NEVER},
    {.name = "exit.*", .kind = RULE_NEVER}, {.name = "abi.*", .kind = RULE_NEVER},
    {.name = "apertures.*", .kind = RULE_NEVER}, {.name = "scratch.*", .kind = RULE_NEVER},
    {.name = "ram.bytes", .kind = RULE_NEVER},
    /* What a program needs: it goes wrong with less, rightly. */
    {.name = "stack", .kind = RULE_NEVER}, {.name = "stack.*", .kind = RULE_NEVER},
    {.name = "scopes.*", .kind = RULE_NEVER}, {.name = "imem", .kind = RULE_NEVER},
    {.name = "tokens.entries", .kind = RULE_NEVER},
    /* Larger ones take memory and do nothing else. */
    {.name = "cus", .max = 8}, {.name = "sms", .max = 4}, {.name = "contexts.cold", .max = 256},
    {.name = "*.mshrs", .max = 1024},
    {.name = "*.line", .kind = RULE_POWER}, {.name = "*.bytes", .kind = RULE_POWER, .max = 1 << 20},
    {.name = "*.ways", .kind = RULE_POWER}, {.name = "*.banks", .kind = RULE_POWER},
    {.name = "dram.row", .kind = RULE_POWER}, {.name = "scratchpad.width", .kind = RULE_POWER},
    {.name = "fetch", .kind = RULE_POLICY}, {.name = "issue", .kind = RULE_POLICY},
    {.name = "scheduler", .kind = RULE_POLICY}, {.name = "functional.order", .kind = RULE_POLICY},
};

static bool is_named(const char *pattern, const char *name)
{
    size_t length = strlen(pattern);
    const char *end = strrchr(name, '.');
    if (pattern[length - 1] == '*')
        return strncmp(pattern, name, length - 1) == 0;
    return strcmp(pattern, name) == 0 ||
           (pattern[0] == '*' && end && strcmp(pattern + 1, end) == 0);
}

static const struct rule *rule_of(const struct machine_parameter *parameter)
{
    static const struct rule otherwise = {.kind = RULE_RANGE};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (is_named(rules[i].name, parameter->name))
            return &rules[i];
    }
    return &otherwise;
}

/* Small numbers are as frequent as large ones; both ends of the range are frequent. */
static uint64_t draw_number(struct dice *dice, uint64_t min, uint64_t max)
{
    uint64_t span = max - min;
    unsigned bits = dice_below(dice, 65 - (unsigned)__builtin_clzll(span | 1));
    uint64_t above = bits ? (1ull << (bits - 1)) + dice_next(dice) % (1ull << (bits - 1)) : 0;
    if (dice_one_in(dice, 4))
        above = dice_one_in(dice, 2) ? span : 0;
    return min + (above < span ? above : span);
}

/* Small caches show more than large ones. */
static uint64_t draw_power(struct dice *dice, uint64_t min, uint64_t max)
{
    uint64_t power = 1;
    while (power < min)
        power *= 2;
    for (unsigned i = dice_below(dice, 1 + dice_below(dice, 16)); i && 2 * power <= max; i--)
        power *= 2;
    return power;
}

static const char *draw_value(struct dice *dice, const struct machine_parameter *parameter,
                              const struct rule *rule, struct arena *arena)
{
    static const char *const policies[] = {"fp", "lrr", "gtlrr", "gtlo", "oldest"};
    uint64_t max = rule->max && rule->max < parameter->max ? rule->max : parameter->max;
    size_t count = 0;
    if (rule->kind == RULE_POLICY)
        return policies[dice_below(dice, 5)];
    if (parameter->is_flag)
        return dice_one_in(dice, 2) ? "true" : "false";
    if (parameter->choices) {
        while (parameter->choices[count])
            count++;
        return parameter->choices[dice_below(dice, (uint32_t)count)];
    }
    return arena_format(arena, "%llu", (unsigned long long)(rule->kind == RULE_POWER
                            ? draw_power(dice, parameter->min, max)
                            : draw_number(dice, parameter->min, max)));
}

static bool can_be_drawn(const struct machine_parameter *parameter, const struct rule *rule)
{
    return rule->kind != RULE_NEVER && (rule->kind == RULE_POLICY || parameter->is_flag ||
                                        parameter->is_integer || parameter->choices);
}

/* The part of a machine that a parameter belongs to: what is before its first dot. */
static size_t part_of(const char *name)
{
    return strcspn(name, ".");
}

static bool are_of_one_part(const char *a, const char *b)
{
    return part_of(a) == part_of(b) && strncmp(a, b, part_of(a)) == 0;
}

/* A parameter of a random part; all parts are as frequent, however many parameters they have. */
static const char *draw_focus(struct dice *dice, const struct campaign_machine *machine)
{
    const char *focus = machine->parameters[0].name;
    uint32_t parts = 1;
    for (size_t i = 1; i < machine->parameter_count; i++) {
        const char *name = machine->parameters[i].name;
        if (!are_of_one_part(name, machine->parameters[i - 1].name) && dice_one_in(dice, ++parts))
            focus = name;
    }
    return focus;
}

/* Parameters of the same part are odd together: then one term can be most of the bound. */
void machine_draw(struct dice *dice, const struct campaign_machine *machine, struct arena *arena,
                  struct settings *settings)
{
    const char *focus = draw_focus(dice, machine);
    bool everything = dice_one_in(dice, 3);
    for (size_t i = 0; i < machine->parameter_count; i++) {
        const struct machine_parameter *parameter = &machine->parameters[i];
        const struct rule *rule = rule_of(parameter);
        bool near = are_of_one_part(focus, parameter->name);
        if (can_be_drawn(parameter, rule) && dice_one_in(dice, everything ? 4 : near ? 2 : 25))
            settings_add(settings, parameter->name, draw_value(dice, parameter, rule, arena));
    }
}
