/* SPDX-License-Identifier: Apache-2.0 */
/* advice_what_if.c - sentences about runs and bounds with one thing changed. */
#include <string.h>

#include "report/advice_parts.h"

static bool is(const struct what_if *what_if, const char *key)
{
    return strcmp(what_if->key, key) == 0;
}

/* "warps=8", "fermi-sbi", "`fixed: true` on buffers a, b", "`psort.cl:16: 99` under `loops:`" */
static void write_change(const struct what_if *what_if, struct text *text)
{
    if (is(what_if, "fixed"))
        text_add(text, "`fixed: true` on buffer%s %s", strchr(what_if->value, ',') ? "s" : "",
                 what_if->value);
    else if (is(what_if, "loops"))
        text_add(text, "`%s` under `loops:`", what_if->value);
    else if (is(what_if, "machine"))
        text_add(text, "machine %s", what_if->value);
    else
        text_add(text, "%s=%s", what_if->key, what_if->value);
}

/* The cycles of the result that it is compared with. */
static uint64_t before(const struct wc_result *r, const struct what_if *what_if)
{
    return what_if->of_bound && result_bound(r) ? result_bound(r)->cycles
                                                : r->statistics.count[STAT_CYCLES];
}

/* An iteration of a loop may be a small part of a bound. */
static bool is_same(const struct wc_result *r, const struct what_if *what_if)
{
    const double ratio = share_of(before(r, what_if), what_if->cycles);
    if (is(what_if, "loops"))
        return what_if->cycles >= before(r, what_if);
    return !is(what_if, "fixed") && ratio > 0.99 && ratio < 1.01;
}

static const char *number_of(struct advice *advice, const struct wc_result *r,
                             const struct what_if *what_if)
{
    return arena_format(advice->arena, "what_if[%zu].cycles", (size_t)(what_if - r->what_ifs));
}

/* What makes it slower is worth knowing, too: it comes last. */
static void write_speed(uint64_t before, uint64_t cycles, struct text *text)
{
    char number[32];
    text_add(text, " it takes %s cycles, ", result_grouped(cycles, number));
    if (cycles > before)
        text_add(text, "%.2f times as long: this is slower.", share_of(cycles, before));
    else
        text_add(text, "%.2f times as fast.", share_of(before, cycles));
}

static void say_one(struct advice *advice, const struct wc_result *r,
                    const struct what_if *what_if)
{
    char number[32], fewer[32];
    struct text text = {0};
    result_grouped(what_if->cycles, number);
    text_add(&text, "With ");
    write_change(what_if, &text);
    if (is(what_if, "fixed"))
        text_add(&text, " every run takes exactly %s cycles.", number);
    else if (is(what_if, "loops"))
        text_add(&text, " the bound is %s cycles, %s fewer.", number,
                 result_grouped(before(r, what_if) - what_if->cycles, fewer));
    else
        write_speed(before(r, what_if), what_if->cycles, &text);
    advice_say(advice, "what if", number_of(advice, r, what_if), (double)what_if->cycles, &text);
}

/* It is worth knowing what does not help. */
static void say_useless(struct advice *advice, const struct wc_result *r)
{
    struct text text = {0};
    const struct what_if *first = NULL;
    for (size_t i = 0; i < r->what_if_count; i++) {
        if (!is_same(r, &r->what_ifs[i]))
            continue;
        text_add(&text, "%s", first ? ", " : "These make no difference: ");
        write_change(&r->what_ifs[i], &text);
        first = first ? first : &r->what_ifs[i];
    }
    text_add(&text, ".");
    if (first)
        advice_say(advice, "what if", number_of(advice, r, first), (double)first->cycles, &text);
    else
        text_free(&text);
}

void advice_say_what_ifs(struct advice *advice, const struct wc_result *r)
{
    for (size_t i = 0; i < r->what_if_count; i++) {
        if (!is_same(r, &r->what_ifs[i]))
            say_one(advice, r, &r->what_ifs[i]);
    }
    say_useless(advice, r);
}
