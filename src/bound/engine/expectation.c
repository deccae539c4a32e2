/* SPDX-License-Identifier: Apache-2.0 */
/* expectation.c - lists of predicted and observed numbers. */
#include "bound/engine/expectation.h"

#include <inttypes.h>
#include <string.h>

void expectations_add(struct expectations *e, struct expectation expectation)
{
    if (e->count == e->room) {
        struct expectation *more =
            arena_array(e->arena, e->room ? 2 * (size_t)e->room : 64, sizeof *more);
        if (e->count)
            memcpy(more, e->list, e->count * sizeof *more);
        e->room = e->room ? 2 * e->room : 64;
        e->list = more;
    }
    e->list[e->count++] = expectation;
}

const struct expectation *expectations_exceeded(const struct expectations *e)
{
    for (uint32_t i = 0; i < e->count; i++) {
        if (e->list[i].observed > e->list[i].predicted)
            return &e->list[i];
    }
    return NULL;
}

const struct expectation *expectations_refuted(const struct expectations *e)
{
    for (uint32_t i = 0; i < e->count; i++) {
        if (e->list[i].stated && e->list[i].observed > e->list[i].predicted)
            return &e->list[i];
    }
    return NULL;
}

void expectation_write(const struct expectation *e, struct text *out)
{
    text_add(out, "%s of %s: observed %" PRIu64 ", predicted at most %" PRIu64, e->kind, e->name,
             e->observed, e->predicted);
    if (e->place)
        text_add(out, " (%s)", e->place);
}
