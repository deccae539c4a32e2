/* SPDX-License-Identifier: Apache-2.0 */
/* api_run.c - calls that run, and calls of results and comparisons. */
#include <string.h>

#include "api_player.h"
#include "folder.h"

/* A result may come with a failure, too. */
static void check_result(const struct player *player, unsigned slot)
{
    if (wc_error_status(player->context) == WC_OK && !player->result[slot])
        finding("a run without a result");
}

static const char *maybe_output(struct player *player)
{
    return next_byte(player) % 8 ? NULL : next_output(player);
}

/* One statement per argument: the order in which initialisers are evaluated is the compiler's. */
static struct wc_run_options next_options(struct player *player, uint64_t dump_at[2])
{
    uint8_t bits = next_byte(player), more = next_byte(player);
    struct wc_run_options options = WC_RUN_OPTIONS(
        .functional = bits & 1, .check = bits & 2, .every_cycle = bits & 4, .bound = bits & 8,
        .bound_may_fail = bits & 16, .no_run = (bits & 0xE0) == 0x20, .explain = bits & 64,
        .bound_method = (enum wc_bound_method)(more % 3), .max_seconds = 1, .dump_at = dump_at,
        .dump_at_count = more / 64 % 3, .profile = more & 32);
    options.max_cycles = 1 + 50u * next_byte(player);
    options.deadline = next_number(player);
    options.steps = maybe_output(player);
    options.trace = maybe_output(player);
    options.dump = maybe_output(player);
    dump_at[0] = next_number(player);
    dump_at[1] = next_number(player);
    return options;
}

static void explain(struct player *player, wc_job *job, const struct wc_run_options *options)
{
    wc_explanation *explanation;
    char *text;
    take_status(player, wc_explain(job, options, &explanation));
    if (!explanation)
        return;
    take_status(player, wc_explanation_text(explanation, WC_JSON, &text));
    take_words(text);
    wc_text_free(text);
    wc_explanation_free(explanation);
}

static void call_run(struct player *player)
{
    wc_job *job = player->job[next_slot(player)];
    unsigned slot = next_slot(player);
    uint64_t dump_at[2];
    struct wc_run_options options = next_options(player, dump_at);
    if (!job)
        return;
    wc_result_free(player->result[slot]);
    take_status(player, wc_run(job, &options, &player->result[slot]));
    check_result(player, slot);
    if (options.explain || options.bound)
        explain(player, job, &options);
}

enum { PARAMETERS = 8 };

static void next_parameters(struct player *player, struct wc_parameter *parameters)
{
    for (unsigned i = 0; i < PARAMETERS; i++) {
        parameters[i].kind = (enum wc_parameter_kind)(next_byte(player) % WC_PARAMETER_BYTES);
        parameters[i].val.ptr = next_pointer(player);
    }
}

/* Grids are small: these calls have no limit of cycles. */
static void call_simulate_launch(struct player *player)
{
    unsigned slot = next_slot(player);
    const char *file = next_input(player);
    struct wc_parameter parameters[PARAMETERS];
    uint64_t bytes[PARAMETERS];
    next_parameters(player, parameters);
    for (unsigned i = 0; i < PARAMETERS; i++)
        bytes[i] = next_byte(player) * 8u;
    uint8_t bits = next_byte(player);
    struct wc_simulation simulation = WC_SIMULATION(
        .parameters = parameters, .parameter_count = bits / 8 % (PARAMETERS + 1), .bytes = bytes,
        .functional = bits & 1, .grid = {bits / 2 % 4});
    simulation.block[0] = next_byte(player);
    simulation.shared = (uint32_t)next_number(player);
    simulation.kernel = next_byte(player) & 1 ? NULL : next_name(player);
    simulation.machine = next_byte(player) & 1 ? NULL : next_name(player);
    wc_result_free(player->result[slot]);
    take_status(player,
                wc_simulate_launch(player->context, file, &simulation, &player->result[slot]));
    check_result(player, slot);
}

static void call_simulate(struct player *player)
{
    const char *file = next_input(player);
    struct wc_parameter parameters[PARAMETERS];
    uint64_t cycles = 0;
    next_parameters(player, parameters);
    uint32_t blocks = next_byte(player) % 4, threads = next_byte(player);
    take_status(player, wc_simulate(player->context, file, blocks, threads, parameters, &cycles));
}

/* ---- results ---- */

static void call_result_text(struct player *player)
{
    const wc_result *result = player->result[next_slot(player)];
    char *text;
    if (!result)
        return;
    if (wc_result_text(result, next_format(player), &text) == WC_OK)
        take_words(text);
    wc_text_free(text);
}

static void call_result_free(struct player *player)
{
    unsigned slot = next_slot(player);
    wc_result_free(player->result[slot]);
    player->result[slot] = NULL;
}

static void call_statistic(struct player *player)
{
    const wc_result *result = player->result[next_slot(player)];
    size_t i = next_number(player);
    double value;
    if (!result)
        return;
    take_words(wc_statistic_name(result, i));
    take_words(wc_statistic_unit(result, i));
    take_words(wc_statistic_about(result, i));
    take_words(wc_statistic_formula(result, i));
    wc_statistic_is_timed(result, i);
    take_words(wc_result_out_of_bounds(result, i));
    if (wc_result_statistic(result, i, &value) && i >= wc_statistic_count(result))
        finding("statistic %zu of %zu", i, wc_statistic_count(result));
    wc_result_value(result, next_name(player), &value);
}

static void call_launch(struct player *player)
{
    const wc_result *result = player->result[next_slot(player)];
    size_t launch = next_number(player);
    double value;
    uint64_t cycles;
    if (!result)
        return;
    const char *kernel = wc_result_launch_kernel(result, launch);
    if ((launch < wc_result_launch_count(result)) != (kernel != NULL))
        finding("launch %zu of %zu %s a name", launch, wc_result_launch_count(result),
                kernel ? "with" : "without");
    take_words(kernel);
    wc_result_launch_value(result, launch, next_name(player), &value);
    wc_result_launch_statistic(result, launch, next_number(player), &value);
    wc_result_launch_bound(result, launch, &cycles);
}

/* ---- comparisons ---- */

static void call_comparison_new(struct player *player)
{
    unsigned slot = next_slot(player);
    wc_comparison_free(player->comparison[slot]);
    take_status(player, wc_comparison_new(player->context, &player->comparison[slot]));
}

static void call_comparison_add(struct player *player)
{
    wc_comparison *comparison = player->comparison[next_slot(player)];
    const wc_result *result = player->result[next_slot(player)];
    const char *job = next_name(player), *machine = next_name(player), *note = next_name(player);
    if (comparison)
        wc_comparison_add(comparison, job, machine, result, result ? NULL : note);
}

static void call_comparison_text(struct player *player)
{
    const wc_comparison *comparison = player->comparison[next_slot(player)];
    char *text;
    if (!comparison)
        return;
    if (wc_comparison_text(comparison, next_format(player), &text) == WC_OK)
        take_words(text);
    wc_text_free(text);
    for (size_t i = 0; wc_comparison_figure_name(comparison, i); i++) {
        if (wc_comparison_figure(comparison, i, WC_SVG, &text) == WC_OK)
            take_words(text);
        wc_text_free(text);
    }
}

static void call_comparison_free(struct player *player)
{
    unsigned slot = next_slot(player);
    wc_comparison_free(player->comparison[slot]);
    player->comparison[slot] = NULL;
}

static call_fn *const list[] = {
    call_run, call_run, call_simulate_launch, call_simulate, call_result_text, call_result_free,
    call_statistic, call_launch, call_comparison_new, call_comparison_add, call_comparison_text,
    call_comparison_free,
};
const struct calls run_calls = {list, sizeof list / sizeof *list};
