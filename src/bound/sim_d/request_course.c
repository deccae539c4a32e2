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
    uint16_t wait[DDR4_BANKS_MAX + DDR4_GROUPS_MAX + 1][DDR4_CLASSES];
    uint16_t window[DDR4_WINDOW]; /* until each of the last activates leaves nFAW, oldest first */
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
    course->controller.quiet = 0;
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

/* The active pairs, a bit each, with which the arbiter chooses the same of the best commands. */
static uint32_t same_choice(const struct controller *c, uint32_t best)
{
    const unsigned banks = c->ddr4.numbers->banks;
    const int bank = arbiter_nearest(best, c->arbiter.pair, banks);
    uint32_t pairs = 0;
    for (uint32_t pair = 0; pair < banks / 2; pair++)
        pairs |= (uint32_t)(arbiter_nearest(best, 2 * pair, banks) == bank) << pair;
    return pairs;
}

uint32_t course_access(struct course *course)
{
    struct controller *c = &course->controller;
    uint32_t pairs = (1u << c->ddr4.numbers->banks / 2) - 1;
    while (course->next != NEVER && accesses(&c->ddr4) == 0) {
        uint32_t best = controller_best(c, course->next);
        if ((best & (best - 1)) != 0)
            pairs &= same_choice(c, best);
        course->last = course->next;
        course->next = controller_send(c, course->next, best);
    }
    return pairs;
}

static uint32_t left(cycle_t until, cycle_t now)
{
    return until > now ? (uint32_t)(until - now) : 0;
}

static void note_waits(uint16_t wait[DDR4_CLASSES], const struct ddr4_gate *gate, cycle_t now)
{
    for (unsigned class = 0; class < DDR4_CLASSES; class++)
        wait[class] = (uint16_t)left(gate->ready[class], now);
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
        place->window[DDR4_WINDOW - 1 - i] = (uint16_t)left(sent + ddr4->numbers->faw, now);
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
    _Static_assert(sizeof *place % sizeof(uint64_t) == 0, "a place is hashed by words");
    uint64_t word, hash = 0;
    for (size_t i = 0; i < sizeof *place; i += sizeof word) {
        memcpy(&word, (const char *)place + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return &marks->bucket[hash % COURSE_BUCKETS];
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

/* When the course ends if another one has passed the place where it is; else NEVER, and the place
 * is kept. */
static cycle_t end_from_here(const struct course *course, struct course_marks *marks)
{
    struct place place;
    note(&place, course);
    const struct course_mark *met = find(marks, &place);
    if (met != NULL)
        return course->next + (met->done - met->at);
    add(marks, &place, course->next);
    return NEVER;
}

static bool goes_on(struct course_marks *marks)
{
    if (marks->verdict == WATCH_GO_ON)
        marks->verdict = watch_look(marks->watch, 0);
    return marks->verdict == WATCH_GO_ON;
}

cycle_t course_finish(struct course *course, struct course_marks *marks)
{
    uint32_t first = marks->count;
    cycle_t done = NEVER;
    while (course->next != NEVER && goes_on(marks) &&
           (done = end_from_here(course, marks)) == NEVER)
        advance(course);
    if (done == NEVER)
        done = controller_end(&course->controller, course->last);
    while (first < marks->count)
        marks->mark[first++].done = done;
    return done;
}
