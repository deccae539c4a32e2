/* SPDX-License-Identifier: Apache-2.0 */
/* advice_text.c - sentences as text, one a line, and as JSON. */
#include "base/json.h"
#include "report/advice.h"

void advice_write_text(const struct advice *advice, struct text *out)
{
    for (size_t i = 0; i < advice->sentence_count; i++)
        text_add(out, "- %s\n", advice->sentences[i].text);
}

static json_t *sentence_json(const struct sentence *sentence)
{
    return json_pack("{s:s, s:o, s:s?, s:o}", "topic", sentence->topic, "text",
                     json_outside_string(sentence->text), "number", sentence->number, "value",
                     json_figure(sentence->value));
}

json_t *advice_sentences_json(const struct advice *advice)
{
    json_t *sentences = json_array();
    for (size_t i = 0; i < advice->sentence_count; i++)
        json_append(&sentences, sentence_json(&advice->sentences[i]));
    return sentences;
}

void advice_write_json(const struct advice *advice, const struct wc_result *r, struct text *out)
{
    json_t *root = json_object();
    json_put(&root, "schema", json_integer(1));
    json_put(&root, "warpclock", json_string(wc_version()));
    json_put(&root, "job", json_outside_string(r->job));
    json_put(&root, "kernel", json_outside_string(r->kernel));
    json_put(&root, "machine", json_outside_string(r->machine));
    json_put(&root, "cycles", json_integer((json_int_t)r->statistics.count[STAT_CYCLES]));
    json_put(&root, "sentences", advice_sentences_json(advice));
    json_put(&root, "what_if", result_what_ifs_json(r));
    json_text_add(root, out);
}
