/* SPDX-License-Identifier: Apache-2.0 */
/* result.h - the result of a run, and its text and JSON forms. */
#ifndef WARPCLOCK_REPORT_RESULT_H
#define WARPCLOCK_REPORT_RESULT_H

#include "base/arena.h"
#include "base/text.h"
#include "bound/engine/bound.h"
#include "bound/periodic/periodic.h"
#include "load/array.h"
#include "load/image.h"
#include "machine/common/statistics.h"
#include "machine/common/tolerated.h"
#include "machine/common/topology.h"
#include "report/costs.h"
#include "report/profile.h"

/* A loop of a launch's program with a bound from the job or the source. */
struct result_loop {
    const char *function;
    const char *file; /* NULL: known only by its address */
    uint32_t line;
    uint64_t address, iterations;
    bool from_job; /* else from the source */
    bool needed;   /* the bound depends on it: nothing else ends the loop earlier */
    bool counted;  /* the run counted its iterations */
    bool copies;   /* its code is there several times: a round may be several iterations */
    uint64_t observed; /* maximum of an entry */
    uint64_t total, observed_total; /* of all work-items in the launch; total 0: not given */
};

/* A fact of the job about a loop that the run does not check, or not all of it. */
struct result_doubt {
    const char *fact, *why; /* the loop's name; a sentence */
};

/* What makes the cycles of a launch depend on data: the first decision. */
struct result_dependence {
    const char *source;      /* "buffer a" */
    const char *subject;     /* what depends on it: a register */
    const char *instruction; /* that decides by it, disassembled; NULL: the machine itself */
    uint64_t address;
    const char *file; /* source line of the instruction, or NULL */
    uint32_t line;
    uint64_t cycle;
};

struct result_launch {
    const char *kernel;
    struct statistics statistics;
    bool ended; /* it ran to its end */
    bool has_bound;
    struct bound bound;
    bool exact; /* every run takes these cycles, whatever buffers contain that are not fixed */
    const struct result_dependence *depends_on; /* why not; NULL: nobody asked, or exact */
    bool left_buffer; /* an access was not where the bound assumes it, which is not our error */
    struct expectations expectations; /* of the bound, compared with the run; may be none */
    struct result_loop *loops;
    size_t loop_count;
    /* Bounds of the source that match no loop of the binary; listed with its first launch. */
    struct loop_note *unfitting;
    size_t unfitting_count;
};

/* A periodic kernel. */
struct result_periodic {
    size_t launch; /* from 1 */
    const char *kernel;
    uint64_t period, deadline, priority;
    uint64_t cycles; /* its bound */
    struct periodic_response response;
};

struct result_check {
    const char *buffer;
    bool ok;
    const char *text; /* "ok", or where and how it differs */
    uint64_t elements;
    struct array_difference difference;
};

/* A parameter set by the job or the caller. */
struct result_setting {
    const char *name, *value;
};

/* A run, or a bound, with one thing changed. */
struct what_if {
    const char *key, *value; /* a parameter; "machine" and its name; "fixed" and names of buffers;
                              * "loops" and a loop with its bound */
    uint64_t cycles;
    bool of_bound; /* they are those of the bound */
};

struct wc_result {
    struct arena arena;
    enum wc_status status;  /* how the run ended */
    struct {
        const char *place, *message, *hint; /* as in struct error; all NULL on success */
    } error;
    const char *job;        /* path, or NULL */
    const char *kernel;     /* name; of several launches the distinct ones, joined by commas */
    const char *machine;
    struct result_setting *settings;
    size_t setting_count;
    const char *isa;
    struct topology topology; /* parts of the machine, and their names */
    bool functional;        /* results only, no timing */
    bool no_run;            /* only the bound: nothing was simulated, there are no statistics */
    bool bound_asked;
    uint64_t deadline; /* cycles; 0: none */
    uint32_t clock_mhz; /* of the machine; 0: unknown */
    bool explain_asked;
    const char **fixed; /* names of the buffers whose contents belong to the job */
    size_t fixed_count;
    const char **assumed; /* names of the buffers whose elements have a range */
    size_t assumed_count;
    struct result_doubt *doubts;
    size_t doubt_count;
    struct bound bound; /* the sum of the launches that have one */
    /* Periodic kernels and their scheduler; none: the job has no periods, or a bound is missing. */
    struct result_periodic *periodic;
    size_t periodic_count;
    const char *scheduler;
    double utilisation;
    const char *bound_problem; /* why the requested bound is missing, or NULL */
    struct statistics statistics; /* of all launches together */
    bool verbose; /* the text has all of them */
    struct result_cost costs[COSTS_MAX]; /* what warps waited for most; of a clocked run */
    size_t cost_count;
    struct what_if *what_ifs; /* runs before bounds, fewest cycles first */
    size_t what_if_count;
    const struct run_profile *profile; /* NULL: nobody asked */
    bool profile_asked; /* in the text, too */
    /* For a page, as JSON; NULL: nobody asked, or there is none. */
    struct {
        const char *machine, *code, *timeline;
    } page;
    struct result_launch *launches;
    size_t launch_count;
    size_t launches_planned;
    struct result_check *checks;
    size_t check_count;
    const char **saved; /* files written */
    size_t saved_count;
    struct tolerated tolerated; /* accesses outside all buffers that did not stop the run */
    bool has_verdict, has_exit_code;
    uint32_t verdict, exit_code;
    uint64_t illegal_at; /* the instruction that the program failed with, or 0 */
    double host_seconds;  /* of the simulation */
    size_t continued_launch;  /* from 1: a checkpoint was there, and the run went on ... */
    uint64_t continued_cycle; /* ... in this cycle of it; 0: it began anew */
    double bound_seconds; /* of the worst-case analysis */
};

/* The sum of all launches' bounds; NULL: one of them has none. */
const struct bound *result_bound(const struct wc_result *result);
/* Launches that ran to their end; a bound without a run has none. */
size_t result_launches_done(const struct wc_result *result);
/* A run that stopped before its end: its numbers are those of a part. */
bool result_is_cut(const struct wc_result *result);
/* The bound divided by the observed cycles; 0 if either is unknown. */
double result_tightness(const struct wc_result *result);
double result_launch_tightness(const struct wc_result *result, const struct result_launch *launch);

/* Neither the bound nor the run, if there was one, takes longer than the deadline. */
bool result_meets_deadline(const struct wc_result *result);
/* What is compared with the deadline: the larger one of the run and, if asked for, its bound. */
uint64_t result_longest(const struct wc_result *result);
/* Cycles as time: "1.234 us". */
const char *result_time_text(const struct wc_result *result, uint64_t cycles, char text[32]);

/* Cycles of all warps from their start to their end: issues, NOPs and waits. */
uint64_t result_warp_cycles(const struct wc_result *result);

/* The worst outcome of the periodic kernels. */
enum periodic_outcome result_schedule(const struct wc_result *result);

/* It ran more iterations than its bound or its total. */
bool result_is_exceeded(const struct result_loop *loop);
/* " ran 70 iterations; the job states a maximum of 63" */
void result_write_excess(const struct result_loop *loop, struct text *out);
/* The first such loop of the launch; NULL: none. */
const struct result_loop *result_exceeded_loop(const struct result_launch *launch);

/* The bound that the job or the source gives a loop of the worst path, if the analysis needs one;
 * NULL: the launch decides how often it runs. */
struct explain_loop;
const struct result_loop *result_given_loop(const struct wc_result *result,
                                            const struct explain_loop *loop);

/* Every launch is known to take the same cycles for all buffer contents. */
bool result_exact(const struct wc_result *result);
/* "bne a5, a4, 0x80 at spmv.cl:12 depends on buffer rows". */
void result_write_dependence(const struct result_dependence *dependence, struct text *out);

void result_write_text(const struct wc_result *result, bool color, struct text *out);
void result_write_json(const struct wc_result *result, struct text *out);
json_t *result_json(const struct wc_result *result);
json_t *result_what_ifs_json(const struct wc_result *result);

#endif
