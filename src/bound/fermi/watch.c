/* SPDX-License-Identifier: Apache-2.0 */
/* watch.c - counting in a run, and comparing. */
#include "bound/fermi/watch.h"

#include <string.h>

#include "bound/engine/bound.h"

static void count_request(struct fermi_watch *w, const struct event *event)
{
    if (event->space == SPACE_LOCAL) {
        w->observed[WORK_SHARED]++;
        return;
    }
    w->observed[WORK_TRANSACTIONS]++;
    w->missed += event->fetched && !event->store;
}

static void see(struct observer *observer, const struct event *event)
{
    struct fermi_watch *w = (struct fermi_watch *)observer;
    if (event->kind == EVENT_MEMORY) {
        count_request(w, event);
    } else if (event->kind == EVENT_ISSUE) {
        const uint32_t index = (uint32_t)(event->insn - w->program->insns);
        w->seen[index]++;
        if (event->access)
            reach_check(&w->watch.reach, event, index, &w->watch.breach);
        w->observed[WORK_ISSUES]++;
    }
}

static void compare(struct bound_watch *watch, struct expectations *out)
{
    static const struct {
        enum fermi_work work;
        const char *name;
    } works[] = {{WORK_ISSUES, "instructions that issue"},
                 {WORK_TRANSACTIONS, "transactions of global memory"},
                 {WORK_SHARED, "accesses of shared memory"}};
    struct fermi_watch *w = (struct fermi_watch *)watch;
    for (uint32_t i = 0; i < w->program->count; i++) {
        if (w->runs[i] || w->seen[i])
            expectations_add(out, (struct expectation){
                "executions", bound_place(out->arena, w->program, i), NULL, w->runs[i],
                w->seen[i]});
    }
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        expectations_add(out, (struct expectation){"work", works[i].name, NULL,
                                                   w->predicted[works[i].work],
                                                   w->observed[works[i].work]});
    expectations_add(out, (struct expectation){"misses", "L1", NULL, w->misses, w->missed});
}

struct fermi_watch *fermi_watch_new(struct arena *arena, const struct fermi_tally *tally,
                                    uint64_t misses, const struct reach *reach)
{
    const struct program *program = tally->fermi->run.launch->program;
    struct fermi_watch *w = arena_alloc(arena, sizeof *w);
    *w = (struct fermi_watch){.watch = {.observer = {see}, .compare = compare},
                              .program = program, .misses = misses};
    w->runs = arena_array(arena, program->count + 1, sizeof *w->runs);
    w->seen = arena_array(arena, program->count + 1, sizeof *w->seen);
    w->watch.reach = *reach;
    for (uint32_t i = 0; i < program->count; i++)
        w->runs[i] = tally->shares[i].of[SHARE_ISSUE];
    memcpy(w->predicted, tally->work, sizeof w->predicted);
    return w;
}
