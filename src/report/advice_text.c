/* SPDX-License-Identifier: Apache-2.0 */
/* advice_text.c - sentences in lines of a screen, and as JSON. */
#include <string.h>

#include "base/json.h"
#include "report/advice.h"

enum { COLUMNS = 79 };

/* Breaks between words; the lines after the first are indented. */
static void write_wrapped(const char *text, struct text *out)
{
    size_t column = 2;
    text_add(out, "- ");
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column > 2 && column + word > COLUMNS) {
            text_add(out, "\n  ");
            column = 2;
        }
        text_add(out, "%s%.*s", column > 2 ? " " : "", (int)word, text);
        column += word + (column > 2);
        text += word;
        text += strspn(text, " ");
    }
    text_add(out, "\n");
}

void advice_write_text(const struct advice *advice, struct text *out)
{
    for (size_t i = 0; i < advice->sentence_count; i++)
        write_wrapped(advice->sentences[i].text, out);
}

static json_t *sentence_json(const struct sentence *sentence)
{
    return json_pack("{s:s, s:o, s:s?, s:o}", "topic", sentence->topic, "text",
                     json_outside_string(sentence->text), "number", sentence->number, "value",
                     json_figure(sentence->value));
}

static json_t *what_if_json(const struct what_if *what_if)
{
    return json_pack("{s:s, s:o, s:I}", "key", what_if->key, "value",
                     json_outside_string(what_if->value), "cycles", (json_int_t)what_if->cycles);
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
    json_t *root = json_object(), *what_ifs = json_array();
    for (size_t i = 0; i < advice->what_if_count; i++)
        json_append(&what_ifs, what_if_json(&advice->what_ifs[i]));
    json_put(&root, "schema", json_integer(1));
    json_put(&root, "warpclock", json_string(wc_version()));
    json_put(&root, "job", json_outside_string(r->job));
    json_put(&root, "kernel", json_outside_string(r->kernel));
    json_put(&root, "machine", json_outside_string(r->machine));
    json_put(&root, "cycles", json_integer((json_int_t)r->statistics.count[STAT_CYCLES]));
    json_put(&root, "sentences", advice_sentences_json(advice));
    json_put(&root, "what_if", what_ifs);
    json_text_add(root, out);
}
