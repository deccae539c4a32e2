/* SPDX-License-Identifier: Apache-2.0 */
/* runs.c - one run per case: its code rewritten, its blocks measured. */
#include "paper/pws/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pass/points/points.h"

const char *pws_mode_name(enum pws_mode mode)
{
    static const char *const names[PWS_MODES] = {"no splitting", "DWS", "PWS"};
    return names[mode];
}

void pws_runs_begin(struct pws_runs *runs, wc_context *context, const char *folder,
                    struct arena *arena)
{
    *runs = (struct pws_runs){.collecting = true};
    paper_runs_begin(&runs->made, context, folder, arena);
}

/* ---- the list ---- */

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_case(const struct pws_case *a, const struct pws_case *b)
{
    return is_same(a->job, b->job) && is_same(a->entry, b->entry) && a->mode == b->mode &&
           a->splits == b->splits && a->marks == b->marks && a->optimal == b->optimal &&
           a->total == b->total && a->reprovision == b->reprovision;
}

const struct pws_run *pws_run(struct pws_runs *runs, const struct pws_case *what)
{
    static const struct pws_run unknown = {.known = false};
    for (size_t i = 0; i < runs->count; i++) {
        if (is_case(&runs->list[i]->what, what))
            return runs->list[i];
    }
    if (!runs->collecting)
        return &unknown;
    struct pws_run *run = arena_alloc(runs->made.arena, sizeof *run);
    run->what = *what;
    run->what.job = arena_strdup(runs->made.arena, what->job);
    runs->list =
        arena_grow(runs->made.arena, runs->list, runs->count, sizeof *runs->list);
    runs->list[runs->count++] = run;
    return run;
}

/* ---- split points ---- */

static uint32_t level_of(const struct split_sites *sites, uint32_t site)
{
    uint32_t level = 0;
    while ((site = sites->list[site].parent) != NO_SITE)
        level++;
    return level;
}

/* The addresses of the first `count` branches that can split, the outermost first. */
static const char **outermost(struct arena *arena, const struct points *all, uint32_t count)
{
    const char **marks = arena_array(arena, count, sizeof *marks);
    const struct split_sites *sites = &all->kernels[0].sites;
    uint32_t found = 0;
    for (uint32_t level = 0; found < count && level <= sites->count; level++) {
        for (uint32_t i = 0; found < count && i < sites->count; i++) {
            if (!sites->list[i].refused && level_of(sites, i) == level)
                marks[found++] = arena_format(
                    arena, "0x%llx",
                    (unsigned long long)all->program->insns[sites->list[i].open].pc);
        }
    }
    return marks;
}

static enum wc_status choose(struct error *err, struct arena *arena, const struct pws_case *what,
                             const struct program *program, struct points *points)
{
    struct points_request request = {.kernel = what->entry, .depth = what->splits,
                                     .optimal = what->optimal};
    if (what->marks != PWS_ALL_MARKS) {
        struct points all = {0};
        enum wc_status status = points_find(err, program, &request, &all);
        if (status == WC_OK) {
            request.marks = outermost(arena, &all, what->marks);
            request.mark_count = what->marks;
        }
        points_free(&all);
        if (status != WC_OK)
            return status;
    }
    return points_find(err, program, &request, points);
}

/* The bytes of the file with split points; of the job's arena. */
static enum wc_status rewrite(struct error *err, struct arena *arena, const struct pws_case *what,
                              struct replaced_file *file)
{
    struct image *image = NULL;
    struct program *program = NULL;
    struct points points = {0};
    uint8_t *bytes = NULL;
    enum wc_status status = image_open(err, file->path, &image);
    if (status != WC_OK)
        return status;
    const struct isa *isa = isa_find(image->isa);
    status = isa->decode(err, image, isa->default_features, &program);
    if (status == WC_OK)
        status = choose(err, arena, what, program, &points);
    if (status == WC_OK)
        status = points_apply(err, &points, &bytes, &file->size);
    if (status == WC_OK)
        file->bytes = memcpy(arena_alloc(arena, file->size), bytes, file->size);
    free(bytes);
    points_free(&points);
    program_free(program);
    image_free(image);
    return status;
}

/* ---- one run ---- */

struct preparation {
    const struct pws_case *what;
    struct measurement *measurement;
};

static enum wc_status replace_binary(const struct pws_case *what, wc_job *job)
{
    struct arena *arena = &job->job.arena;
    job->replaced = arena_array(arena, 1, sizeof *job->replaced);
    job->replaced[0].path = job->job.launches[0].kernel; /* a job of a paper has one binary */
    enum wc_status status = rewrite(&job->context->error, arena, what, &job->replaced[0]);
    job->replaced_count = status == WC_OK;
    return status;
}

static enum wc_status prepare(void *user, wc_job *job)
{
    const struct preparation *preparation = user;
    const struct pws_case *what = preparation->what;
    if (what->entry)
        job->job.launches[0].entry = what->entry;
    job->observer = measurement_observer(preparation->measurement);
    return what->mode == PWS_PWS && what->marks > 0 ? replace_binary(what, job) : WC_OK;
}

static const char *number(struct arena *arena, uint32_t value)
{
    return arena_format(arena, "%u", value);
}

static struct paper_run describe(struct arena *arena, const struct pws_case *what)
{
    static const char *const machines[PWS_MODES] = {"gcn3", "gcn3-dws", "gcn3-pws"};
    struct paper_run run = {
        .job = what->job,
        .about = arena_format(arena, "%s%s%s, %s, S = %u", what->job, what->entry ? " " : "",
                              what->entry ? what->entry : "", pws_mode_name(what->mode),
                              what->splits),
        .machine = machines[what->mode],
        .prepare = prepare};
    size_t sets = 0;
    run.sets[sets++] = (struct paper_set){"splits", number(arena, what->splits)};
    if (what->total)
        run.sets[sets++] = (struct paper_set){"split.budget", number(arena, what->total)};
    if (what->reprovision)
        run.sets[sets++] = (struct paper_set){"split.reprovision", "true"};
    return run;
}

/* The numbers of the machine that ran. */
static enum wc_status read_numbers(wc_context *context, const struct paper_run *run,
                                   struct gcn3_numbers *out)
{
    struct error *err = &context->error;
    struct parameters parameters = {0};
    const struct machine_ops *ops;
    struct machine *machine = NULL;
    enum wc_status status = context_load_machine(context, run->machine, &parameters);
    for (size_t i = 0; status == WC_OK && run->sets[i].key; i++)
        status = parameters_set(err, &parameters, run->sets[i].key, run->sets[i].value, "paper");
    if (status == WC_OK && (status = machine_find(err, &parameters, &ops)) == WC_OK &&
        (status = ops->create(err, &parameters, &machine)) == WC_OK) {
        *out = ((const struct gcn3_machine *)machine)->numbers;
        ops->destroy(machine);
    }
    parameters_free(&parameters);
    return status;
}

static uint64_t digest(const struct paper_image *image)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < image->length; i++)
        hash = (hash ^ image->bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static void keep(struct pws_runs *runs, struct pws_run *run, const struct paper_run *made,
                 const wc_result *result, struct measurement *measurement)
{
    struct gcn3_numbers numbers;
    uint32_t count = 0;
    const struct measured_kernel *kernels = measurement_kernels(measurement, &count);
    run->known = wc_result_value(result, "cycles", &run->observed);
    if (!wc_result_value(result, "pws.splits", &run->splits))
        run->splits = 0;
    if (read_numbers(runs->made.context, made, &numbers) != WC_OK) {
        run->times.problem = "the machine's numbers are not known";
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        pws_analyse(runs->made.arena, &numbers, &kernels[i], &run->times);
}

static void make(struct pws_runs *runs, struct pws_run *run)
{
    struct measurement *measurement = measurement_new(runs->made.arena);
    struct paper_run made = describe(runs->made.arena, &run->what);
    struct paper_image image = {0};
    wc_result *result = NULL;
    made.user = &(struct preparation){&run->what, measurement};
    if (!paper_runs_make(&runs->made, &made, &result, &image))
        return;
    run->memory = digest(&image);
    keep(runs, run, &made, result, measurement);
    wc_result_free(result);
    paper_image_free(&image);
}

void pws_runs_make(struct pws_runs *runs)
{
    runs->collecting = false;
    runs->made.planned += runs->count;
    for (size_t i = 0; i < runs->count; i++)
        make(runs, runs->list[i]);
}

/* ---- results ---- */

double pws_observed(const struct pws_run *run)
{
    return run->known ? run->observed : NAN;
}

double pws_analytical(const struct pws_run *run, bool paper)
{
    const struct pws_times *t = &run->times;
    if (!run->known || t->problem)
        return NAN;
    if (run->what.mode == PWS_NONE)
        return (double)t->none;
    if (run->what.mode == PWS_DWS)
        return (double)t->dws[DWS_TIGHT];
    if (run->what.reprovision)
        return (double)t->reprovisioned;
    return (double)(paper ? t->pws_paper : t->pws);
}
