/* SPDX-License-Identifier: Apache-2.0 */
/* result_json.c - a run, a bound or both as a JSON document, schema 1.
 *
 * Values that a functional run does not have (cycles, stalls, transactions) are null, not 0; for a
 * bound without a run that is every statistic. Keys of a bound are present only if there is one. */
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "report/explain.h"
#include "report/place_json.h"
#include "report/result.h"
#include "report/statistics_json.h"

static enum statistics_known known(const struct wc_result *r)
{
    return r->no_run ? KNOWN_NOTHING : r->functional ? KNOWN_COUNTS : KNOWN_ALL;
}

static const char *mode_name(const struct wc_result *r)
{
    return r->no_run ? "bound" : r->functional ? "functional" : "timed";
}

static json_t *terms_json(const struct bound *bound)
{
    json_t *terms = json_object();
    for (const struct term *term = bound->tree->first; term; term = term->next)
        json_put(&terms, term->as.name, json_integer((json_int_t)term->value));
    for (const struct term *term = bound->beside ? bound->beside->first : NULL; term;
         term = term->next)
        json_put(&terms, term->as.name, json_integer((json_int_t)term->value));
    return terms;
}

static json_t *tree_json(const struct term *term)
{
    json_t *node = json_pack("{s:s, s:s, s:s, s:I, s:s?}", "name", term->as.name, "kind",
                             term_kind_name(term->kind), "unit",
                             term->as.unit ? term->as.unit : "cycles", "value",
                             (json_int_t)term->value, "about", term->as.about);
    if (!term->first)
        return node;
    json_t *terms = json_array();
    for (const struct term *child = term->first; child; child = child->next)
        json_append(&terms, tree_json(child));
    json_put(&node, "terms", terms);
    return node;
}

static json_t *beside_json(const struct term *beside)
{
    json_t *list = json_array();
    for (const struct term *term = beside->first; term; term = term->next)
        json_append(&list, json_pack("{s:s, s:I, s:s?}", "name", term->as.name, "cycles",
                                     (json_int_t)term->value, "about", term->as.about));
    return list;
}

static json_t *phases_json(const struct bound_phases *phases)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < phases->count; i++) {
        const struct bound_phase *phase = &phases->list[i];
        json_append(&list, json_pack("{s:s, s:I, s:s?}", "resource", phase->resource, "cycles",
                                     (json_int_t)phase->cycles, "place", phase->place));
    }
    json_t *object = json_pack("{s:I, s:I}", "as_access", (json_int_t)phases->as_access,
                               "as_compute", (json_int_t)phases->as_compute);
    json_put(&object, "list", list);
    return object;
}

static json_t *assumptions_json(const struct bound *bound)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < bound->assumption_count; i++) {
        const struct bound_assumption *a = &bound->assumptions[i];
        json_t *one = json_object();
        json_put(&one, "text", json_outside_string(a->text));
        json_put(&one, "place", a->place ? json_outside_string(a->place) : json_null());
        json_append(&list, one);
    }
    return list;
}

static void add_bound(json_t **into, const struct bound *bound, double tightness)
{
    json_put(into, "bound", json_integer((json_int_t)bound->cycles));
    json_put(into, "bound_terms", terms_json(bound));
    json_put(into, "bound_tree", tree_json(bound->tree));
    json_put(into, "assumptions", assumptions_json(bound));
    if (bound->beside)
        json_put(into, "bound_beside", beside_json(bound->beside));
    if (bound->phases)
        json_put(into, "phases", phases_json(bound->phases));
    if (bound->explanation)
        explain_add_json(into, bound->explanation, bound->cycles);
    if (tightness > 0)
        json_put(into, "tightness", json_figure(tightness));
    json_put(into, "bound_details",
             json_pack("{s:I, s:I, s:I, s:o}", "steps", (json_int_t)bound->steps, "regions",
                       (json_int_t)bound->regions, "solved", (json_int_t)bound->solved,
                       "path_known", json_figure(bound->path_known)));
}

/* As in `loops:` of a job. */
static json_t *loop_name(const struct result_loop *loop)
{
    struct text name = {0};
    if (loop->file)
        text_add(&name, "%s:%" PRIu32, loop->file, loop->line);
    else
        text_add(&name, "0x%08" PRIx64, loop->address);
    json_t *string = json_outside_string(text_string(&name));
    text_free(&name);
    return string;
}

static json_t *loop_json(const struct result_loop *loop)
{
    json_t *one =
        json_pack("{s:I, s:o, s:o, s:o, s:I, s:s, s:b, s:o}", "address", (json_int_t)loop->address,
                  "function", json_outside_string(loop->function), "file",
                  json_outside_string(loop->file), "line",
                  loop->file ? json_integer(loop->line) : json_null(), "iterations",
                  (json_int_t)loop->iterations, "from", loop->from_job ? "job" : "source",
                  "needed", loop->needed, "name", loop_name(loop));
    if (loop->total)
        json_put(&one, "total", json_integer((json_int_t)loop->total));
    if (loop->counted)
        json_put(&one, "observed", json_integer((json_int_t)loop->observed));
    if (loop->counted && loop->total)
        json_put(&one, "observed_total", json_integer((json_int_t)loop->observed_total));
    return one;
}

static json_t *loops_json(const struct result_launch *launch)
{
    json_t *loops = json_array();
    for (size_t i = 0; i < launch->loop_count; i++)
        json_append(&loops, loop_json(&launch->loops[i]));
    return loops;
}

static json_t *dependence_json(const struct result_dependence *d)
{
    json_t *object = json_pack("{s:o, s:s, s:I}", "source", json_outside_string(d->source),
                               "subject", d->subject, "cycle", (json_int_t)d->cycle);
    if (!d->instruction)
        return object;
    json_put(&object, "instruction", json_outside_string(d->instruction));
    json_put(&object, "address", json_integer((json_int_t)d->address));
    json_put(&object, "file", d->file ? json_outside_string(d->file) : json_null());
    json_put(&object, "line", d->file ? json_integer(d->line) : json_null());
    return object;
}

/* The decision that keeps the result from being exact, by its place: of the first launch that is
 * not. */
static json_t *decision_json(const struct wc_result *r)
{
    static const char prefix[] = "buffer ";
    const struct result_dependence *d = NULL;
    for (size_t i = 0; !d && i < r->launch_count; i++)
        d = r->launches[i].depends_on;
    if (!d)
        return json_null();
    const bool is_buffer = strncmp(d->source, prefix, sizeof prefix - 1) == 0;
    struct text line = {0};
    if (d->file)
        text_add(&line, "%s:%" PRIu32, d->file, d->line);
    json_t *object = json_pack(
        "{s:o, s:o, s:o}", "pc",
        d->instruction ? json_integer((json_int_t)d->address) : json_null(), "source",
        d->file ? json_outside_string(text_string(&line)) : json_null(), "buffer",
        is_buffer ? json_outside_string(d->source + sizeof prefix - 1) : json_null());
    text_free(&line);
    return object;
}

static void add_exactness(json_t **into, const struct result_launch *launch)
{
    if (launch->exact || launch->depends_on)
        json_put(into, "exact", json_boolean(launch->exact));
    if (launch->depends_on)
        json_put(into, "depends_on", dependence_json(launch->depends_on));
}

static json_t *expectations_json(const struct expectations *expectations)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < expectations->count; i++) {
        const struct expectation *e = &expectations->list[i];
        json_append(
            &list, json_pack("{s:s, s:o, s:o, s:I, s:I}", "kind", e->kind, "name",
                             json_outside_string(e->name), "place", json_outside_string(e->place),
                             "predicted", (json_int_t)e->predicted, "observed",
                             (json_int_t)e->observed));
    }
    return list;
}

static void add_launch_bound(json_t **into, const struct wc_result *r,
                             const struct result_launch *launch)
{
    add_exactness(into, launch);
    if (!launch->has_bound)
        return;
    add_bound(into, &launch->bound, result_launch_tightness(r, launch));
    json_put(into, "bound_loops", loops_json(launch));
    if (launch->expectations.count)
        json_put(into, "expectations", expectations_json(&launch->expectations));
}

/* Null: not decided. */
static json_t *outcome_json(enum periodic_outcome outcome)
{
    return outcome == PERIODIC_UNDECIDED ? json_null() : json_boolean(outcome == PERIODIC_MEETS);
}

static json_t *periodic_kernel_json(const struct result_periodic *kernel)
{
    const struct periodic_response *response = &kernel->response;
    json_t *bounded = response->bounded ? json_integer((json_int_t)response->cycles) : json_null();
    json_t *json = json_object();
    json_put(&json, "launch", json_integer((json_int_t)kernel->launch));
    json_put(&json, "kernel", json_outside_string(kernel->kernel));
    json_put(&json, "period", json_integer((json_int_t)kernel->period));
    json_put(&json, "deadline", json_integer((json_int_t)kernel->deadline));
    json_put(&json, "priority", json_integer((json_int_t)kernel->priority));
    json_put(&json, "bound", json_integer((json_int_t)kernel->cycles));
    json_put(&json, "blocking", json_integer((json_int_t)response->blocking));
    json_put(&json, "response", bounded);
    json_put(&json, "met", outcome_json(response->outcome));
    return json;
}

static void add_periodic(json_t **into, const struct wc_result *r)
{
    json_t *kernels = json_array(), *periodic = json_object();
    for (size_t i = 0; i < r->periodic_count; i++)
        json_append(&kernels, periodic_kernel_json(&r->periodic[i]));
    json_put(&periodic, "scheduler", json_string(r->scheduler));
    json_put(&periodic, "utilisation", json_figure(r->utilisation));
    json_put(&periodic, "schedulable", outcome_json(result_schedule(r)));
    json_put(&periodic, "kernels", kernels);
    json_put(into, "periodic", periodic);
}

static void add_whole_bound(json_t **into, const struct wc_result *r)
{
    if (r->bound_asked && result_bound(r))
        add_bound(into, result_bound(r), result_tightness(r));
    if (r->bound_asked) {
        json_put(into, "exact", json_boolean(result_exact(r)));
        json_put(into, "depends_on", decision_json(r));
        json_put(into, "bound_seconds", json_figure(r->bound_seconds));
    }
    if (r->deadline)
        json_put(into, "deadline",
                 json_pack("{s:I, s:b, s:o}", "cycles", (json_int_t)r->deadline, "met",
                           result_meets_deadline(r), "margin",
                           r->bound_asked && !result_bound(r)
                               ? json_null()
                               : json_integer((json_int_t)(r->deadline - result_longest(r)))));
    if (r->periodic_count)
        add_periodic(into, r);
    if (r->bound_problem)
        json_put(into, "bound_problem", json_outside_string(r->bound_problem));
}

static json_t *launches_json(const struct wc_result *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->launch_count; i++) {
        json_t *launch = json_object();
        json_put(&launch, "kernel", json_outside_string(r->launches[i].kernel));
        statistics_json(&launch, &r->launches[i].statistics, known(r));
        add_launch_bound(&launch, r, &r->launches[i]);
        json_append(&list, launch);
    }
    return list;
}

static json_t *checks_json(const struct wc_result *r)
{
    json_t *checks = json_object();
    for (size_t i = 0; i < r->check_count; i++)
        json_put(&checks, r->checks[i].buffer, json_outside_string(r->checks[i].text));
    return checks;
}

static void add_difference(json_t **into, const struct array_difference *difference)
{
    json_put(into, "first", json_integer((json_int_t)difference->first));
    json_put(into, "expected", json_outside_string(difference->expected));
    json_put(into, "got", json_outside_string(difference->got));
}

static json_t *check_details_json(const struct wc_result *r)
{
    json_t *checks = json_object();
    for (size_t i = 0; i < r->check_count; i++) {
        const struct result_check *check = &r->checks[i];
        json_t *detail = json_pack("{s:b, s:I, s:I}", "ok", check->ok, "elements",
                                   (json_int_t)check->elements, "different",
                                   (json_int_t)check->difference.count);
        if (!check->ok)
            add_difference(&detail, &check->difference);
        json_put(&checks, check->buffer, detail);
    }
    return checks;
}

static json_t *settings_json(const struct wc_result *r)
{
    json_t *settings = json_object();
    for (size_t i = 0; i < r->setting_count; i++)
        json_put(&settings, r->settings[i].name, json_outside_string(r->settings[i].value));
    return settings;
}

static json_t *part_json(const struct topology_part *part)
{
    return json_pack("{s:s?, s:I}", "name", part->name, "count", (json_int_t)part->count);
}

static json_t *topology_json(const struct topology *topology)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:s, s:s}", "core", part_json(&topology->core), "unit",
                     part_json(&topology->unit), "slot", part_json(&topology->slot), "lane",
                     part_json(&topology->lane), "warp", topology->warp, "group",
                     topology->group);
}

static json_t *tolerated_json(const struct tolerated *all)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < all->listed; i++) {
        const struct tolerated_access *a = &all->list[i];
        json_append(&list,
                    json_pack("{s:I, s:o, s:I, s:I, s:o, s:o, s:I, s:I, s:o, s:o}", "count",
                              (json_int_t)a->count, "kernel", json_outside_string(a->kernel),
                              "lane", (json_int_t)a->lane, "pc", (json_int_t)a->pc, "file",
                              json_outside_string(a->file), "line",
                              a->file ? json_integer(a->line) : json_null(), "address",
                              (json_int_t)a->address, "bytes", (json_int_t)a->bytes, "nearest",
                              json_outside_string(a->nearest), "text",
                              json_outside_string(a->text)));
    }
    return json_pack("{s:I, s:o}", "count", (json_int_t)all->count, "instructions", list);
}

static void add_speed(json_t **root, const struct wc_result *r)
{
    double instructions = (double)r->statistics.count[STAT_WARP_INSTRUCTIONS];
    double kips = r->host_seconds > 0 ? instructions / r->host_seconds / 1e3 : 0;
    json_put(root, "host_seconds",
             json_figure(r->no_run ? r->bound_seconds : r->host_seconds));
    json_put(root, "simulated_kips", r->no_run ? json_null() : json_figure(kips));
}

/* The time of the run, or of its bound if there was none. */
static void add_time(json_t **root, const struct wc_result *r)
{
    if (!r->clock_mhz || r->functional)
        return;
    const uint64_t cycles = r->no_run ? result_longest(r) : r->statistics.count[STAT_CYCLES];
    json_put(root, "clock_mhz", json_integer(r->clock_mhz));
    json_put(root, "nanoseconds",
             r->no_run && !result_bound(r) ? json_null()
                                           : json_figure((double)cycles * 1e3 / r->clock_mhz));
    if (r->bound_asked && result_bound(r))
        json_put(root, "bound_nanoseconds",
                 json_figure((double)result_bound(r)->cycles * 1e3 / r->clock_mhz));
}

static void add_ending(json_t **root, const struct wc_result *r)
{
    add_time(root, r);
    if (r->continued_launch)
        json_put(root, "continued",
                 json_pack("{s:I, s:I}", "launch", (json_int_t)r->continued_launch, "cycle",
                           (json_int_t)r->continued_cycle));
    if (r->has_verdict)
        json_put(root, "verdict", json_integer(r->verdict));
    if (r->has_exit_code)
        json_put(root, "exit_code", json_integer(r->exit_code));
    if (r->error.message)
        json_put(root, "error",
                 json_pack("{s:i, s:o, s:o, s:o}", "status", r->status, "place",
                           json_outside_string(r->error.place), "message",
                           json_outside_string(r->error.message), "hint",
                           json_outside_string(r->error.hint)));
}

static json_t *costs_json(const struct wc_result *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->cost_count; i++) {
        const struct result_cost *cost = &r->costs[i];
        json_t *object = json_pack("{s:s, s:I, s:f, s:I}", "reason", stall_name(cost->reason),
                                   "cycles", (json_int_t)cost->cycles, "share",
                                   (double)cost->cycles / (double)result_warp_cycles(r),
                                   "line_cycles", (json_int_t)cost->place_cycles);
        place_add_json(&object, &cost->place);
        json_put(&object, "address", json_integer((json_int_t)cost->place.address));
        json_append(&list, object);
    }
    return list;
}

json_t *result_what_ifs_json(const struct wc_result *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->what_if_count; i++) {
        const struct what_if *what_if = &r->what_ifs[i];
        json_append(&list, json_pack("{s:s, s:o, s:I}", "key", what_if->key, "value",
                                     json_outside_string(what_if->value), "cycles",
                                     (json_int_t)what_if->cycles));
    }
    return list;
}

static json_t *doubts_json(const struct wc_result *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->doubt_count; i++)
        json_append(&list, json_pack("{s:o, s:s}", "fact", json_outside_string(r->doubts[i].fact),
                                     "why", r->doubts[i].why));
    return list;
}

json_t *result_json(const struct wc_result *r)
{
    json_t *root = json_object();
    json_put(&root, "schema", json_integer(1));
    json_put(&root, "warpclock", json_string(wc_version()));
    json_put(&root, "job", json_outside_string(r->job));
    json_put(&root, "kernel", json_outside_string(r->kernel));
    json_put(&root, "machine", json_outside_string(r->machine));
    json_put(&root, "isa", json_outside_string(r->isa));
    json_put(&root, "settings", settings_json(r));
    json_put(&root, "topology", topology_json(&r->topology));
    json_put(&root, "mode", json_string(mode_name(r)));
    json_put(&root, "status", json_integer(r->status));
    statistics_json(&root, &r->statistics, known(r));
    json_put(&root, "costs", costs_json(r));
    if (r->profile)
        json_put(&root, "profile", profile_json(r->profile));
    add_whole_bound(&root, r);
    if (r->what_ifs)
        json_put(&root, "what_if", result_what_ifs_json(r));
    json_put(&root, "launches", launches_json(r));
    json_put(&root, "launches_done", json_integer((json_int_t)result_launches_done(r)));
    json_put(&root, "launches_planned", json_integer((json_int_t)r->launches_planned));
    json_put(&root, "checks", checks_json(r));
    json_put(&root, "check_details", check_details_json(r));
    if (r->tolerated.count)
        json_put(&root, "out_of_bounds", tolerated_json(&r->tolerated));
    if (r->doubt_count)
        json_put(&root, "facts_in_doubt", doubts_json(r));
    add_speed(&root, r);
    add_ending(&root, r);
    return root;
}

void result_write_json(const struct wc_result *r, struct text *out)
{
    json_text_add(result_json(r), out);
}
