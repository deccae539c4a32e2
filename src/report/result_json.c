/* SPDX-License-Identifier: Apache-2.0 */
/* result_json.c - a run as a JSON document, schema 1.
 *
 * What a functional run cannot know (cycles, stalls, transactions) is null, not 0. */

#include "report/json_text.h"
#include "report/result.h"
#include "report/statistics_json.h"

static json_t *launches_json(const struct wc_result *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->launch_count; i++) {
        json_t *launch = json_object();
        json_object_set_new(launch, "kernel", json_string(r->launches[i].kernel));
        json_array_append_new(
            list, statistics_json(launch, &r->launches[i].statistics, r->functional));
    }
    return list;
}

static json_t *checks_json(const struct wc_result *r)
{
    json_t *checks = json_object();
    for (size_t i = 0; i < r->check_count; i++)
        json_object_set_new(checks, r->checks[i].buffer, json_outside_string(r->checks[i].text));
    return checks;
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
            json_object_update_new(
                detail, json_pack("{s:I, s:s, s:s}", "first",
                                  (json_int_t)check->difference.first, "expected",
                                  check->difference.expected, "got", check->difference.got));
        json_object_set_new(checks, check->buffer, detail);
    }
    return checks;
}

static json_t *settings_json(const struct wc_result *r)
{
    json_t *settings = json_object();
    for (size_t i = 0; i < r->setting_count; i++)
        json_object_set_new(settings, r->settings[i].name, json_string(r->settings[i].value));
    return settings;
}

static void add_ending(json_t *root, const struct wc_result *r)
{
    if (r->has_verdict)
        json_object_set_new(root, "verdict", json_integer(r->verdict));
    if (r->has_exit_code)
        json_object_set_new(root, "exit_code", json_integer(r->exit_code));
    if (r->error.message)
        json_object_set_new(root, "error",
                            json_pack("{s:i, s:o, s:o, s:o}", "status", r->status, "place",
                                      json_outside_string(r->error.place), "message",
                                      json_outside_string(r->error.message), "hint",
                                      json_outside_string(r->error.hint)));
}

void result_write_json(const struct wc_result *r, struct text *out)
{
    double instructions = (double)r->statistics.count[STAT_WARP_INSTRUCTIONS];
    json_t *root = json_object();
    json_object_set_new(root, "schema", json_integer(1));
    json_object_set_new(root, "warpclock", json_string(wc_version()));
    json_object_set_new(root, "job", json_outside_string(r->job));
    json_object_set_new(root, "kernel", json_outside_string(r->kernel));
    json_object_set_new(root, "machine", json_outside_string(r->machine));
    json_object_set_new(root, "isa", json_outside_string(r->isa));
    json_object_set_new(root, "settings", settings_json(r));
    json_object_set_new(root, "mode", json_string(r->functional ? "functional" : "timed"));
    json_object_set_new(root, "status", json_integer(r->status));
    statistics_json(root, &r->statistics, r->functional);
    json_object_set_new(root, "launches", launches_json(r));
    json_object_set_new(root, "launches_planned", json_integer((json_int_t)r->launches_planned));
    json_object_set_new(root, "checks", checks_json(r));
    json_object_set_new(root, "check_details", check_details_json(r));
    json_object_set_new(root, "host_seconds", json_real(r->host_seconds));
    json_object_set_new(root, "simulated_kips",
                        json_real(r->host_seconds > 0 ? instructions / r->host_seconds / 1e3 : 0));
    add_ending(root, r);
    json_text_add(root, out);
}
