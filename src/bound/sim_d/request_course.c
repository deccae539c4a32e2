/* SPDX-License-Identifier: Apache-2.0 */
/* request_course.c - stepping, and the places where courses meet. */
#include "bound/sim_d/request_course.h"

#include <string.h>

#include "base/arena.h"

/* Courses are compared every so many accesses. */
enum { ACCESSES = 8 };

/* All that the rest of a course depends on. */
struct place {
    uint64_t accesses;
    uint32_t line, word, lane, bursts, waiting, pair;
    uint32_t flags; /* of the front end */
    uint8_t queued[DDR4_BANKS_MAX];
    uint32_t wait[DDR4_BANKS_MAX + DDR4_GROUPS_MAX + 1][DDR4_CLASSES];
    uint32_t window[DDR4_WINDOW]; /* until each of the last activates leaves nFAW, oldest first */
};

struct course_mark {
    struct place place;
    cycle_t at, done; /* of the course that passed it */
    uint32_t next;    /* as in course_marks.bucket */
};

void course_start(struct course *course, const struct ddr4_numbers *dram,
                  const struct sim_d_request *request, cycle_t gate)
{
    memset(course, 0, sizeof *course);
    controller_build(&course->controller, dram, 0);
    course_set_gate(course, gate);
    course->next = course->last = controller_start(&course->controller, request, 0);
}

void course_set_gate(struct course *course, cycle_t gate)
{
    cycle_t *ready = course->controller.ddr4.rank.ready;
    ready[DDR4_ROW] = ready[DDR4_REFRESH] = gate;
}

void course_step(struct course *course)
{
    course->last = course->next;
    course->next = controller_step(&course->controller, course->next);
}

static uint64_t accesses(const struct ddr4 *ddr4)
{
    return ddr4->issued[DDR4_RD] + ddr4->issued[DDR4_RDA] + ddr4->issued[DDR4_WR] +
           ddr4->issued[DDR4_WRA];
}

void course_access(struct course *course)
{
    while (course->next != NEVER && accesses(&course->controller.ddr4) == 0)
        course_step(course);
}

bool course_in_one_pair(const struct course *course)
{
    const struct controller *c = &course->controller;
    uint32_t pairs = 0;
    for (unsigned bank = 0; bank < DDR4_BANKS_MAX; bank++) {
        bool used = c->arbiter.fifo[bank].count != 0 || c->ddr4.bank[bank].ready[DDR4_ROW] != 0;
        pairs |= (uint32_t)used << bank / 2;
    }
    return (pairs & (pairs - 1)) == 0;
}

static uint32_t left(cycle_t until, cycle_t now)
{
    return until > now ? (uint32_t)(until - now) : 0;
}

static void note_waits(uint32_t wait[DDR4_CLASSES], const struct ddr4_gate *gate, cycle_t now)
{
    for (unsigned class = 0; class < DDR4_CLASSES; class++)
        wait[class] = left(gate->ready[class], now);
}

static void note_ddr4(struct place *place, const struct ddr4 *ddr4, cycle_t now)
{
    uint64_t activates = ddr4->issued[DDR4_ACT];
    for (unsigned i = 0; i < DDR4_BANKS_MAX; i++)
        note_waits(place->wait[i], &ddr4->bank[i], now);
    for (unsigned i = 0; i < DDR4_GROUPS_MAX; i++)
        note_waits(place->wait[DDR4_BANKS_MAX + i], &ddr4->group[i], now);
    note_waits(place->wait[DDR4_BANKS_MAX + DDR4_GROUPS_MAX], &ddr4->rank, now);
    for (uint64_t i = 0; i < DDR4_WINDOW && i < activates; i++) {
        cycle_t sent = ddr4->activated[(activates - 1 - i) % DDR4_WINDOW];
        place->window[DDR4_WINDOW - 1 - i] = left(sent + ddr4->numbers->faw, now);
    }
}

static void note(struct place *place, const struct course *course)
{
    const struct controller *c = &course->controller;
    memset(place, 0, sizeof *place);
    place->accesses = accesses(&c->ddr4);
    place->line = c->front.stride.line;
    place->word = c->front.stride.word;
    place->lane = c->front.index.lane;
    place->bursts = c->bursts;
    place->waiting = c->generator.count - c->generator.next;
    place->pair = c->arbiter.pair;
    place->flags = (uint32_t)c->front.has_ahead << 1 | c->front.ended;
    for (unsigned bank = 0; bank < DDR4_BANKS_MAX; bank++)
        place->queued[bank] = (uint8_t)c->arbiter.fifo[bank].count;
    note_ddr4(place, &c->ddr4, course->next);
}

void course_marks_clear(struct course_marks *marks)
{
    marks->count = 0;
    memset(marks->bucket, 0, sizeof marks->bucket);
}

static uint32_t *bucket_of(struct course_marks *marks, const struct place *place)
{
    return &marks->bucket[place->accesses / ACCESSES % COURSE_BUCKETS];
}

static const struct course_mark *find(struct course_marks *marks, const struct place *place)
{
    for (uint32_t i = *bucket_of(marks, place); i != 0; i = marks->mark[i - 1].next) {
        if (memcmp(&marks->mark[i - 1].place, place, sizeof *place) == 0)
            return &marks->mark[i - 1];
    }
    return NULL;
}

static void add(struct course_marks *marks, const struct place *place, cycle_t at)
{
    uint32_t *bucket = bucket_of(marks, place);
    if (marks->count == marks->space) {
        marks->mark = arena_grow(marks->arena, marks->mark, marks->space, sizeof *marks->mark);
        marks->space = marks->space ? 2 * marks->space : 1;
    }
    marks->mark[marks->count] = (struct course_mark){*place, at, NEVER, *bucket};
    *bucket = ++marks->count;
}

/* To the next number of accesses at which courses are compared. */
static void advance(struct course *course)
{
    uint64_t target = (accesses(&course->controller.ddr4) / ACCESSES + 1) * ACCESSES;
    while (course->next != NEVER && accesses(&course->controller.ddr4) < target)
        course_step(course);
}

cycle_t course_finish(struct course *course, struct course_marks *marks)
{
    uint32_t first = marks->count;
    cycle_t done = NEVER;
    for (advance(course); course->next != NEVER && done == NEVER; advance(course)) {
        struct place place;
        note(&place, course);
        const struct course_mark *met = find(marks, &place);
        if (met != NULL)
            done = course->next + (met->done - met->at);
        else
            add(marks, &place, course->next);
    }
    if (done == NEVER)
        done = controller_end(&course->controller, course->last);
    while (first < marks->count)
        marks->mark[first++].done = done;
    return done;
}
