/* SPDX-License-Identifier: Apache-2.0 */
/* shrink.c - the smallest case that still fails.
 *
 * Every simplification of settings, machine shape and program is tried; one with which the same
 * check still fails stays. This goes on until none of them helps. */
#include "campaign/checks.h"

#include <string.h>
#include <time.h>

enum { STEPS_MAX = 3000, SECONDS_MAX = 60 };

struct shrinker {
    const struct bench *bench;
    struct campaign_case *kase;
    struct way *way;
    struct trial *trial; /* of what is smallest by now */
    uint32_t steps;
    bool helped, stopped;
    time_t start;
};

/* Does the same check fail still? Then this is the new trial. */
static bool still_fails(struct shrinker *s)
{
    struct trial trial = {0};
    s->steps++;
    s->bench->try_way(s->bench, s->kase, s->way, &trial);
    s->stopped |= trial.verdict == VERDICT_INTERRUPTED;
    bool fails = trial.verdict == VERDICT_FINDING && trial.check == s->trial->check &&
                 trial.crashed == s->trial->crashed;
    if (fails) {
        trial_free(s->trial);
        *s->trial = trial;
        s->helped = true;
    } else {
        trial_free(&trial);
    }
    return fails;
}

static bool goes_on(const struct shrinker *s)
{
    return !s->stopped && s->steps < STEPS_MAX && time(NULL) - s->start < SECONDS_MAX;
}

static void shrink_settings(struct shrinker *s)
{
    for (uint32_t i = s->way->settings.count; i-- > 0 && goes_on(s);) {
        struct settings was = s->way->settings;
        struct settings *now = &s->way->settings;
        memmove(&now->list[i], &now->list[i + 1], (now->count - i - 1) * sizeof *now->list);
        now->count--;
        if (!still_fails(s))
            *now = was;
    }
}

static void shrink_shape(struct shrinker *s)
{
    struct shape was = s->way->shape;
    struct shape *now = &s->way->shape;
    uint32_t needed = now->threads ? (s->kase->tree.block + now->threads - 1) / now->threads : 0;
    if (now->cores > 1) {
        now->cores = 1;
        if (!still_fails(s))
            *now = was;
    }
    was = *now;
    if (now->warps > needed) {
        now->warps = needed;
        if (!still_fails(s))
            *now = was;
    }
}

static void shrink_tree(struct shrinker *s)
{
    struct tree *tree = &s->kase->tree;
    struct tree_edit edit;
    enum edited edited;
    for (size_t i = 0; goes_on(s) && (edited = tree_edit(tree, i, &edit)) != EDIT_END; i++) {
        if (edited == EDIT_NOTHING)
            continue;
        if (still_fails(s))
            i--; /* the same number is another one now */
        else
            tree_undo(tree, &edit);
    }
}

static void shrink_facts(struct shrinker *s)
{
    struct tree *tree = &s->kase->tree;
    enum input_fact fact = tree->fact;
    tree->fact = FACT_NONE;
    if (fact != FACT_NONE && !still_fails(s))
        tree->fact = fact;
}

void case_shrink(const struct bench *bench, struct campaign_case *kase, struct way *way,
                 struct trial *trial, uint32_t *steps)
{
    struct shrinker s = {.bench = bench, .kase = kase, .way = way, .trial = trial,
                         .start = time(NULL)};
    do {
        s.helped = false;
        shrink_settings(&s);
        shrink_shape(&s);
        shrink_tree(&s);
        shrink_facts(&s);
    } while (s.helped && goes_on(&s));
    *steps = s.steps;
}
