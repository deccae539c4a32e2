/* SPDX-License-Identifier: Apache-2.0 */
/* request_course.h - a request that the machine's own memory controller is serving, and where
 * courses of the same request meet.
 *
 * The commands of a request and their order in each bank's FIFO depend on its bursts only, not on
 * time. The rest of a course is therefore given by how far front end, generator and banks are, by
 * the waits of DDR4, and by the arbiter's pair. Two courses that agree in these after the same
 * number of accesses end after the same time. */
#ifndef WARPCLOCK_BOUND_SIM_D_REQUEST_COURSE_H
#define WARPCLOCK_BOUND_SIM_D_REQUEST_COURSE_H

#include "bound/engine/watch.h"
#include "machine/sim_d/controller.h"

struct arena;

/* Cycles are counted from the one in which the front end takes the request. */
struct course {
    struct controller controller;
    cycle_t next; /* the next step; NEVER: there is none */
    cycle_t last;
};

/* No activate is allowed before cycle `gate`: a refresh was sent nRFC before it. */
void course_start(struct course *course, const struct ddr4_numbers *dram,
                  const struct sim_d_request *request, cycle_t gate);
void course_set_gate(struct course *course, cycle_t gate);
void course_step(struct course *course);
/* To the first access. Returns the active pairs, a bit each, with which the course would have been
 * the same: the arbiter has needed the pair for no tie that another one decides differently. */
uint32_t course_access(struct course *course);

enum { COURSE_BUCKETS = 1024 };

/* Places that courses of one request have passed. */
struct course_marks {
    struct arena *arena;
    struct course_mark *mark;
    uint32_t count, space;
    uint32_t bucket[COURSE_BUCKETS]; /* by place: 1 + the newest mark; 0: none */
    struct watch *watch;             /* or NULL */
    enum watch_verdict verdict;      /* unless WATCH_GO_ON, courses end where they are */
};
/* Forgets the places of another request. */
void course_marks_clear(struct course_marks *marks);

/* Steps to the end, or to a place that another course has passed. Returns the completion. */
cycle_t course_finish(struct course *course, struct course_marks *marks);

#endif
