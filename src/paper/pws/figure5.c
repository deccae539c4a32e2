/* SPDX-License-Identifier: Apache-2.0 */
/* figure5.c - Figure 5: the lanes of a wavefront that splits twice, as the machine runs it. */
#include <string.h>

#include "machine/common/observer.h"
#include "paper/pws/pws.h"

enum { ITEMS = 4, PARTS_MAX = 8 };

struct lanes {
    uint32_t core, slot;
    uint64_t mask;
};

/* Follows splits and merges; a line after each. */
struct figure5 {
    struct observer observer; /* first */
    struct arena *arena;
    struct lanes parts[PARTS_MAX]; /* in the order of their creation */
    size_t part_count;
    const char *steps[PWS_STEPS];
    size_t step_count;
};

static struct lanes *find(struct figure5 *watch, uint32_t core, uint32_t slot)
{
    for (size_t i = 0; i < watch->part_count; i++) {
        if (watch->parts[i].core == core && watch->parts[i].slot == slot)
            return &watch->parts[i];
    }
    if (watch->part_count == PARTS_MAX)
        return &watch->parts[PARTS_MAX - 1];
    watch->parts[watch->part_count] = (struct lanes){core, slot, 0};
    return &watch->parts[watch->part_count++];
}

/* "SWF1 1101, SWF2 0010", the first work-item to the left. */
static void note(struct figure5 *watch)
{
    struct text line = {0};
    for (size_t i = 0; i < watch->part_count; i++) {
        uint64_t mask = watch->parts[i].mask;
        if (!mask)
            continue;
        text_add(&line, "%sSWF%zu ", i ? ", " : "", i + 1);
        for (unsigned item = 0; item < ITEMS; item++)
            text_add(&line, "%u", (unsigned)(mask >> item & 1));
    }
    if (watch->step_count < PWS_STEPS)
        watch->steps[watch->step_count++] = arena_strdup(watch->arena, text_string(&line));
    text_free(&line);
}

static void on_event(struct observer *observer, const struct event *event)
{
    struct figure5 *watch = (struct figure5 *)observer;
    if (event->kind == EVENT_START && !watch->part_count) {
        find(watch, event->core, event->warp)->mask = (1u << ITEMS) - 1;
        note(watch);
        return;
    }
    if (event->kind != EVENT_SPLIT && event->kind != EVENT_MERGE)
        return;
    find(watch, event->core, event->warp)->mask &= ~event->mask;
    find(watch, event->other_core, event->other)->mask |= event->mask & ((1u << ITEMS) - 1);
    note(watch);
}

static enum wc_status prepare(void *user, wc_job *job)
{
    job->observer = user;
    return WC_OK;
}

static const struct figure5 *run(struct pws *pws)
{
    if (pws->figure5)
        return pws->figure5;
    struct figure5 *watch = arena_alloc(pws->arena, sizeof *watch);
    struct paper_image image = {0};
    wc_result *result = NULL;
    watch->observer.event = on_event;
    watch->arena = pws->arena;
    pws->figure5 = watch;
    pws->runs.made.planned++;
    if (paper_runs_make(&pws->runs.made,
                        &(struct paper_run){.job = "jobs/figure5.yaml", .about = "figure 5",
                                            .prepare = prepare, .user = watch, .check = true},
                        &result, &image)) {
        wc_result_free(result);
        paper_image_free(&image);
    }
    return watch;
}

size_t pws_equal_masks(struct pws *pws)
{
    size_t equal = 0;
    if (pws->runs.collecting)
        return 0;
    const struct figure5 *watch = run(pws);
    for (size_t i = 0; i < watch->step_count; i++)
        equal += strcmp(watch->steps[i], pws->published.figure_5[i]) == 0;
    return equal;
}

void pws_table_figure5(struct pws *pws, struct paper_table *table)
{
    static const struct paper_column columns[] = {{"after", "after", true, false},
                                                  {"paper", "paper", true, false},
                                                  {"ours", "ours", true, false}};
    static const char *const after[PWS_STEPS] = {"start", "first split", "second split",
                                                 "first merge", "second merge"};
    paper_table_columns(table, columns, 3);
    if (pws->runs.collecting)
        return;
    const struct figure5 *watch = run(pws);
    for (size_t i = 0; i < PWS_STEPS; i++) {
        paper_table_text(table, "%s", after[i]);
        paper_table_text(table, "%s", pws->published.figure_5[i]);
        paper_table_text(table, "%s", i < watch->step_count ? watch->steps[i] : "-");
    }
    paper_table_note(table, "A run of papers/pws/figure5.s on gcn3-pws; 0010 of SWF2 is the "
                            "complement of the printed 1101.");
}
