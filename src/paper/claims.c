/* SPDX-License-Identifier: Apache-2.0 */
/* claims.c - reads headline figures and makes their table. */
#include "paper/claims.h"

#include <string.h>

static void read_limits(struct published_reader *reader, const struct yaml_node *node,
                        struct claim *claim)
{
    const struct yaml_node *list = yaml_get(node, "limits");
    if (!list)
        return;
    if (list->kind != YAML_SEQUENCE || list->count > CLAIM_LIMITS_MAX) {
        reader->status = yaml_fail(reader->err, list, "expected a list of up to %d numbers",
                                   CLAIM_LIMITS_MAX);
        return;
    }
    claim->limit_count = list->count;
    published_numbers(reader, list, NULL, claim->limits, list->count);
}

static void read_claim(struct published_reader *reader, const struct yaml_pair *pair,
                       struct claims *claims)
{
    if (claims->count == CLAIMS_MAX) {
        reader->status =
            yaml_fail(reader->err, pair->key, "more than the maximum of %d claims", CLAIMS_MAX);
        return;
    }
    struct claim *claim = &claims->list[claims->count++];
    claim->id = pair->key->text;
    claim->headline = published_text(reader, pair->value, "headline");
    claim->paper = published_text(reader, pair->value, "paper");
    claim->pass = published_text(reader, pair->value, "pass");
    if (reader->status == WC_OK)
        read_limits(reader, pair->value, claim);
    if (reader->status == WC_OK && yaml_get(pair->value, "outside"))
        claim->outside = published_text(reader, pair->value, "outside");
    if (reader->status == WC_OK && yaml_get(pair->value, "inside"))
        claim->inside = published_text(reader, pair->value, "inside");
}

void claims_load(struct published_reader *reader, const struct yaml_node *root,
                 struct claims *claims)
{
    const struct yaml_node *list = published_mapping(reader, root, "acceptance");
    for (size_t i = 0; reader->status == WC_OK && i < list->count; i++)
        read_claim(reader, &list->pairs[i], claims);
}

static const struct measure *find_measure(const char *id, const struct measure *measures,
                                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(measures[i].id, id) == 0)
            return &measures[i];
    }
    return NULL;
}

enum wc_status claims_check(struct error *err, const char *file, const struct claims *claims,
                            const struct measure *measures, size_t measure_count)
{
    for (size_t i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        const struct measure *measure = find_measure(claim->id, measures, measure_count);
        if (!measure)
            return fail_at(err, WC_BAD_INPUT, file, 0, 0, "unknown claim '%s'", claim->id);
        if (measure->limits != claim->limit_count)
            return fail_at(err, WC_BAD_INPUT, file, 0, 0, "'%s' has %zu limits; expected %zu",
                           claim->id, claim->limit_count, measure->limits);
    }
    return WC_OK;
}

static void add_claim(const struct claim *claim, const struct measure *measure, const void *paper,
                      struct paper_table *table)
{
    static const char *const words[] = {[VERDICT_PASS] = "pass", [VERDICT_OUTSIDE] = "outside",
                                        [VERDICT_UNKNOWN] = "no run"};
    struct text ours = {0};
    enum verdict verdict = measure->measure(paper, claim->limits, &ours);
    paper_table_text(table, "%s", claim->id);
    paper_table_text(table, "%s", claim->headline);
    paper_table_text(table, "%s", claim->paper);
    paper_table_text(table, "%s", words[verdict]);
    paper_table_text(table, "%s", verdict == VERDICT_UNKNOWN ? "-" : text_string(&ours));
    if (verdict == VERDICT_OUTSIDE)
        paper_table_note(table, "%s is outside the limit (%s). %s", claim->id, claim->pass,
                         claim->outside ? claim->outside : "This is a defect of the model.");
    else if (verdict == VERDICT_PASS && claim->inside)
        paper_table_note(table, "%s is inside the limit (%s). %s", claim->id, claim->pass,
                         claim->inside);
    text_free(&ours);
}

void claims_table(const struct claims *claims, const struct measure *measures,
                  size_t measure_count, const void *paper, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"id", "", true, false}, {"headline", "headline", true, false},
        {"paper", "paper", true, false}, {"verdict", "", true, false},
        {"ours", "ours", true, false},
    };
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < claims->count; i++) {
        const struct claim *claim = &claims->list[i];
        add_claim(claim, find_measure(claim->id, measures, measure_count), paper, table);
    }
}
