/* SPDX-License-Identifier: Apache-2.0 */
/* bound.c - bounds of launches that run one after the other. */
#include "bound/engine/bound.h"

#include <string.h>

/* The term of that name, a new one behind the others when there is none yet. NULL: no room; all
 * launches run on one machine, whose terms fit. */
static struct bound_term *find_term(struct bound *bound, const struct bound_term *like)
{
    for (size_t i = 0; i < bound->term_count; i++) {
        if (strcmp(bound->terms[i].name, like->name) == 0)
            return &bound->terms[i];
    }
    if (bound->term_count == BOUND_TERMS_MAX)
        return NULL;
    struct bound_term *added = &bound->terms[bound->term_count++];
    *added = (struct bound_term){.name = like->name, .about = like->about};
    return added;
}

/* The share of all instructions that lie outside of regions. */
static double mean_known(const struct bound *a, const struct bound *b)
{
    double steps = (double)a->steps + (double)b->steps;
    return steps > 0 ? (a->path_known * (double)a->steps + b->path_known * (double)b->steps) / steps
                     : b->path_known;
}

void bound_add(struct bound *sum, const struct bound *more)
{
    for (size_t i = 0; i < more->term_count; i++) {
        struct bound_term *term = find_term(sum, &more->terms[i]);
        if (term)
            term->cycles += more->terms[i].cycles;
    }
    sum->path_known = mean_known(sum, more);
    sum->cycles += more->cycles;
    sum->steps += more->steps;
    sum->regions += more->regions;
    sum->solved += more->solved;
}
