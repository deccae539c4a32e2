/* SPDX-License-Identifier: Apache-2.0 */
/* page_result.c - what the page of a result or a comparison has: its JSON document, and beside it
 * what only the page shows. */
#include "base/json.h"
#include "report/advice.h"
#include "report/page.h"

/* The same is in the document as a whole, or it is for programs. */
static void shorten_launches(json_t *document)
{
    static const char *const left_out[] = {"explain", "explain_loops", "expectations", "bound_tree",
                                           "assumptions", "phases"};
    size_t i;
    json_t *launch;
    json_array_foreach(json_object_get(document, "launches"), i, launch) {
        for (size_t k = 0; k < sizeof left_out / sizeof *left_out; k++)
            json_object_del(launch, left_out[k]);
    }
}

/* The meaning of every statistic of the machine. */
static json_t *statistics_json_of(const struct statistics_table *table)
{
    json_t *list = json_array();
    for (size_t id = statistic_next(table, 0); table && id < STAT_MAX;
         id = statistic_next(table, id + 1)) {
        const struct statistic *s = statistic(table, id);
        json_append(&list, json_pack("{s:s, s:s, s:s}", "name", s->name, "unit", s->unit, "about",
                                     s->about));
    }
    return list;
}

static json_t *advice_json(const struct wc_result *r)
{
    struct arena arena = {0};
    struct advice advice = {.arena = &arena};
    if (r->no_run || r->functional || !r->profile)
        return json_array();
    advice_of_result(&advice, r);
    json_t *sentences = advice_sentences_json(&advice);
    arena_free(&arena);
    return sentences;
}

static json_t *kept_json(const char *part)
{
    return part ? json_loads(part, 0, NULL) : json_null();
}

void page_write_result(const struct wc_result *r, struct text *out)
{
    struct text title = {0};
    json_t *data = json_object(), *document = result_json(r);
    shorten_launches(document);
    text_add(&title, "%s on %s", r->kernel ? r->kernel : "?", r->machine ? r->machine : "?");
    json_put(&data, "result", document);
    json_put(&data, "advice", advice_json(r));
    json_put(&data, "statistics", statistics_json_of(r->statistics.table));
    json_put(&data, "machine", kept_json(r->page.machine));
    json_put(&data, "code", kept_json(r->page.code));
    json_put(&data, "timeline", kept_json(r->page.timeline));
    page_write(text_string(&title), data, out);
    text_free(&title);
}

void page_write_comparison(const struct wc_comparison *comparison, struct text *out)
{
    json_t *data = json_object();
    json_put(&data, "comparison", comparison_json(comparison));
    page_write("comparison", data, out);
}
