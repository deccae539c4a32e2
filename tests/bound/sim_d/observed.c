/* SPDX-License-Identifier: Apache-2.0 */
/* observed.c - the order of phases in simulated runs is the predicted one (SIMD-53).
 *
 *     observed PATTERN...
 *
 * Runs each job with the scratchpad as compute and as access, collects the phases of its events and
 * compares the order on each resource with schedule_serialise(). Two phases that start together on
 * different resources have no order in hardware, so resources are compared one by one. A work-group
 * may have fewer phases than others (SIMD-54): what it does not have is left out. Prints TAP. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bound/sim_d/serialisation.h"
#include "machine/common/observer.h"
#include "warpclock.h"

/* Its order has to differ. Requests without a single word, of a tile outside its buffer, take no
 * time: the first work-group of a pair can return to the compute unit before the second one is
 * in its slot, and runs two compute phases in a row. */
static const char *const exception = "kernels/reduction/sim-d-tiny.yaml";

/* The linker puts this in the place of observers_tell(). */
void __wrap_observers_tell(const struct observers *observers, const struct event *event);
void __real_observers_tell(const struct observers *observers, const struct event *event);

struct use {
    uint64_t group;
    size_t phase;
    uint32_t resource;
    cycle_t start;
};

static struct {
    enum schedule_policy policy;
    cycle_t issued[SCHEDULE_SLOTS]; /* the first issue since the last phase; NEVER: none */
    struct use *uses;               /* of the launch */
    size_t count, room;
    size_t launches, phases;        /* that were compared */
    char problem[256];              /* the first difference; "": none */
} seen;

static int by_start(const void *a, const void *b)
{
    const struct use *one = a, *two = b;
    return one->start < two->start ? -1 : one->start > two->start;
}

static int by_group(const void *a, const void *b)
{
    const struct use *one = a, *two = b;
    if (one->group != two->group)
        return one->group < two->group ? -1 : 1;
    return by_start(a, b);
}

/* ---- from events to phases ---- */

static void add_phase(const struct event *event)
{
    static const enum schedule_type types[PHASE_COUNT] = {
        [PHASE_COMPUTE] = SCHEDULE_COMPUTE, [PHASE_DRAM] = SCHEDULE_DRAM,
        [PHASE_SCRATCHPAD] = SCHEDULE_SCRATCHPAD};
    bool compute = event->phase == PHASE_COMPUTE;
    if (compute && seen.issued[event->core] == NEVER)
        return; /* it ended without an instruction of its own */
    if (seen.count == seen.room) {
        seen.room = seen.room ? 2 * seen.room : 1024;
        seen.uses = realloc(seen.uses, seen.room * sizeof *seen.uses);
        if (!seen.uses)
            abort();
    }
    seen.uses[seen.count++] = (struct use){
        .group = event->total, .start = compute ? seen.issued[event->core] : event->cycle,
        .resource = schedule_resource(seen.policy, types[event->phase], event->core)};
    seen.issued[event->core] = NEVER;
}

/* Neighbours on one resource are one phase; phases of a group are numbered. Returns the largest
 * number of them. */
static size_t join_phases(void)
{
    size_t kept = 0, max = 0;
    qsort(seen.uses, seen.count, sizeof *seen.uses, by_group);
    for (size_t i = 0; i < seen.count; i++) {
        struct use *last = kept ? &seen.uses[kept - 1] : NULL, use = seen.uses[i];
        bool same = last && last->group == use.group;
        if (same && last->resource == use.resource)
            continue;
        use.phase = same ? last->phase + 1 : 0;
        max = use.phase + 1 > max ? use.phase + 1 : max;
        seen.uses[kept++] = use;
    }
    seen.count = kept;
    return max;
}

/* ---- the comparison ---- */

/* Whether the launch had that phase, by a table of each group's number of phases. */
static size_t *count_phases(uint64_t groups)
{
    size_t *counts = calloc(groups, sizeof *counts);
    if (!counts)
        abort();
    for (size_t i = 0; i < seen.count; i++)
        counts[seen.uses[i].group]++;
    return counts;
}

static void compare_resource(const struct schedule_step *steps, size_t step_count,
                             const size_t *counts, uint32_t resource)
{
    size_t at = 0;
    for (size_t m = 0; m < step_count && !*seen.problem; m++) {
        const struct schedule_step *step = &steps[m];
        if (step->resource != resource || step->phase >= counts[step->group])
            continue;
        while (at < seen.count && seen.uses[at].resource != resource)
            at++;
        const struct use *use = at < seen.count ? &seen.uses[at++] : NULL;
        if (!use || use->group != step->group || use->phase != step->phase)
            snprintf(seen.problem, sizeof seen.problem,
                     "launch %zu, resource %u: expected phase %zu of group %llu, seen %zu of %llu "
                     "at %llu", seen.launches, resource, step->phase,
                     (unsigned long long)step->group, use ? use->phase : 0,
                     use ? (unsigned long long)use->group : 0,
                     use ? (unsigned long long)use->start : 0);
    }
}

static void compare_launch(void)
{
    size_t n = join_phases();
    uint64_t groups = seen.count ? seen.uses[seen.count - 1].group + 1 : 0;
    struct schedule_phase *phases = calloc(n + 1, sizeof *phases);
    struct schedule_step *steps = calloc(groups * n + 1, sizeof *steps);
    size_t *counts = count_phases(groups + 1);
    if (!phases || !steps)
        abort();
    for (size_t i = 0; i < n; i++)
        phases[i] = (struct schedule_phase){i % 2 ? SCHEDULE_DRAM : SCHEDULE_COMPUTE, 1};
    struct schedule_kernel kernel = {groups, phases, n};
    schedule_serialise(&kernel, steps);
    qsort(seen.uses, seen.count, sizeof *seen.uses, by_start);
    for (uint32_t i = 0; i < SCHEDULE_RESOURCES; i++)
        compare_resource(steps, groups * n, counts, i);
    seen.launches++;
    seen.phases += seen.count;
    free(phases);
    free(steps);
    free(counts);
}

void __wrap_observers_tell(const struct observers *observers, const struct event *event)
{
    if (event->kind == EVENT_LAUNCH) {
        seen.count = 0;
        seen.issued[0] = seen.issued[1] = NEVER;
    } else if (event->kind == EVENT_ISSUE && seen.issued[event->core] == NEVER) {
        seen.issued[event->core] = event->cycle;
    } else if (event->kind == EVENT_PHASE) {
        add_phase(event);
    } else if (event->kind == EVENT_FINISH) {
        compare_launch();
    }
    __real_observers_tell(observers, event);
}

/* ---- runs ---- */

static enum wc_status run(wc_context *context, const char *path, const char *policy)
{
    wc_job *job = NULL;
    wc_result *result = NULL;
    enum wc_status status = wc_job_open(context, path, &job);
    if (status == WC_OK)
        status = wc_job_set(job, "policy", policy);
    if (status == WC_OK)
        status = wc_run(job, &WC_RUN_OPTIONS(.check = true), &result);
    if (status != WC_OK)
        snprintf(seen.problem, sizeof seen.problem, "%s", wc_error_message(context));
    wc_result_free(result);
    wc_job_free(job);
    return status;
}

static bool check(wc_context *context, const char *path, size_t p, bool differs)
{
    static const struct { const char *name; enum schedule_policy policy; } policies[] = {
        {"compute", SCHEDULE_AS_COMPUTE}, {"access", SCHEDULE_AS_ACCESS}};
    seen.policy = policies[p].policy;
    seen.launches = seen.phases = 0;
    *seen.problem = '\0';
    enum wc_status status = run(context, path, policies[p].name);
    bool right = status == WC_OK && seen.phases && (*seen.problem != '\0') == differs;
    printf("%s %s, %s: %zu phases in %zu launches%s\n", right ? "ok" : "not ok", path,
           policies[p].name, seen.phases, seen.launches, differs ? " differ" : "");
    if (*seen.problem)
        printf("# %s\n", seen.problem);
    return right;
}

static bool check_all(wc_context *context, const glob_t *jobs)
{
    bool right = true;
    printf("1..%zu\n", 2 * jobs->gl_pathc);
    for (size_t i = 0; i < 2 * jobs->gl_pathc; i++) {
        const char *path = jobs->gl_pathv[i / 2];
        right = check(context, path, i % 2, strcmp(path, exception) == 0) && right;
    }
    return right && jobs->gl_pathc;
}

int main(int argc, char **argv)
{
    wc_context *context = wc_context_new();
    glob_t jobs = {0};
    wc_context_add_machine_folder(context, "machines");
    for (int i = 1; i < argc; i++)
        glob(argv[i], i > 1 ? GLOB_APPEND : 0, NULL, &jobs);
    bool right = check_all(context, &jobs);
    globfree(&jobs);
    free(seen.uses);
    wc_context_free(context);
    return !right;
}
