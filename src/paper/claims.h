/* SPDX-License-Identifier: Apache-2.0 */
/* claims.h - a paper's headline figures, each with a verdict on ours.
 *
 * The published figures, the limits and the reasons for differences are data (`acceptance` in
 * published.yaml); a paper's own code defines how each is measured, by one row of a table of
 * measures. */
#ifndef WARPCLOCK_PAPER_CLAIMS_H
#define WARPCLOCK_PAPER_CLAIMS_H

#include "paper/published.h"
#include "paper/table.h"

enum { CLAIM_LIMITS_MAX = 6, CLAIMS_MAX = 32 };

/* A headline figure, and the range that counts as equal. */
struct claim {
    const char *id;       /* "A7" */
    const char *headline;
    const char *paper;    /* theirs, in words */
    const char *pass;     /* the condition for ours, in words ... */
    double limits[CLAIM_LIMITS_MAX]; /* ... and in numbers, in the order of those words */
    size_t limit_count;
    const char *outside;  /* why ours may differ; NULL: that would be a bug */
    const char *inside;   /* what a pass does not mean; or NULL */
};

struct claims {
    struct claim list[CLAIMS_MAX];
    size_t count;
};

enum verdict { VERDICT_PASS, VERDICT_OUTSIDE, VERDICT_UNKNOWN };

static inline enum verdict verdict_of(bool pass)
{
    return pass ? VERDICT_PASS : VERDICT_OUTSIDE;
}

struct measure {
    const char *id;
    /* Writes ours in words and returns whether it passes. `paper` is the paper's own struct. */
    enum verdict (*measure)(const void *paper, const double *limits, struct text *ours);
    size_t limits; /* that published.yaml has for it */
};

/* Reads `acceptance` of published.yaml. */
void claims_load(struct published_reader *reader, const struct yaml_node *root,
                 struct claims *claims);
/* Refuses claims that nothing measures, or with another number of limits. */
enum wc_status claims_check(struct error *err, const char *file, const struct claims *claims,
                            const struct measure *measures, size_t measure_count);
/* A row a claim. */
void claims_table(const struct claims *claims, const struct measure *measures,
                  size_t measure_count, const void *paper, struct paper_table *table);

#endif
