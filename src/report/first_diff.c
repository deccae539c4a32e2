/* SPDX-License-Identifier: Apache-2.0 */
/* first_diff.c - compares two step logs warp by warp.
 *
 * In both logs, lines are sorted by warp, keeping the order within a warp; then they are compared
 * pairwise. The line in the first log decides which of the differing warps is "first". */
#include "report/first_diff.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "load/input.h"

enum { FIELDS = 5, CHANGES = 4, LANES_TOLD_MAX = 1024 };
#define LOG_BYTES_MAX (4ull << 30)

/* One instruction. Fields end at a tab or at the end of the line. */
struct step {
    const char *field[FIELDS];
    size_t length[FIELDS];
    uint32_t line; /* in its file, from 1 */
};

struct log {
    const char *path;
    char *text;
    struct step *steps;
    size_t count, room;
};

/* ---- reading ---- */

static enum wc_status add_step(struct error *err, struct log *log, const char *line, size_t length,
                               uint32_t number)
{
    if (log->count == log->room) {
        size_t room = log->room ? 2 * log->room : 1024;
        struct step *more = realloc(log->steps, room * sizeof *more);
        if (!more)
            return fail_memory(err);
        log->steps = more;
        log->room = room;
    }
    struct step *step = &log->steps[log->count++];
    const char *at = line, *end = line + length;
    step->line = number;
    for (unsigned i = 0; i < FIELDS; i++) {
        const char *tab = i + 1 < FIELDS ? memchr(at, '\t', (size_t)(end - at)) : end;
        if (!tab)
            return fail_at(err, WC_BAD_INPUT, log->path, (int)number, 1,
                           "%u field%s; expected %d fields separated by tabs", i + 1,
                           i ? "s" : "", FIELDS);
        step->field[i] = at;
        step->length[i] = (size_t)(tab - at);
        at = tab + (i + 1 < FIELDS);
    }
    return WC_OK;
}

static enum wc_status read_log(struct error *err, struct log *log)
{
    size_t length = 0;
    enum wc_status status = input_read_all(err, log->path, LOG_BYTES_MAX, &log->text, &length);
    if (status != WC_OK)
        return status;
    const char *at = log->text, *end = at + length;
    for (uint32_t number = 1; status == WC_OK && at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        if (stop > at && *at != '#')
            status = add_step(err, log, at, (size_t)(stop - at), number);
        at = stop + 1;
    }
    return status;
}

static int compare_field(const struct step *a, const struct step *b, unsigned field)
{
    size_t x = a->length[field], y = b->length[field];
    int order = memcmp(a->field[field], b->field[field], x < y ? x : y);
    return order ? order : (x > y) - (x < y);
}

static int by_warp(const void *x, const void *y)
{
    const struct step *a = x, *b = y;
    int order = compare_field(a, b, 0);
    return order ? order : (a->line > b->line) - (a->line < b->line);
}

/* ---- the changes of an instruction, one lane at a time ---- */

struct change {
    const char *name, *value; /* "R4" or "global"; "@10000000=00000005" or "=00000005" */
    size_t name_length, value_length;
    uint64_t lane;
};

struct changes {
    const char *at, *end;
    struct change now;
    uint64_t last; /* current lane of the piece */
    bool under_way;
};

/* A piece is NAME:LANE[-LANE]REST. False at the end, or at anything else. */
static bool next_change(struct changes *changes)
{
    if (changes->under_way && changes->now.lane < changes->last) {
        changes->now.lane++;
        return true;
    }
    while (changes->at < changes->end && *changes->at == ' ')
        changes->at++;
    const char *blank = memchr(changes->at, ' ', (size_t)(changes->end - changes->at));
    const char *stop = blank ? blank : changes->end;
    const char *colon = memchr(changes->at, ':', (size_t)(stop - changes->at));
    if (!colon)
        return false;
    char *rest;
    uint64_t first = strtoull(colon + 1, &rest, 10);
    changes->last = *rest == '-' ? strtoull(rest + 1, &rest, 10) : first;
    if (rest > stop || changes->last < first || changes->last >= LANES_TOLD_MAX)
        return false;
    changes->now = (struct change){.name = changes->at, .value = rest, .lane = first,
                                   .name_length = (size_t)(colon - changes->at),
                                   .value_length = (size_t)(stop - rest)};
    changes->under_way = true;
    changes->at = stop;
    return true;
}

static bool same_bytes(const char *a, size_t a_length, const char *b, size_t b_length)
{
    return a_length == b_length && memcmp(a, b, a_length) == 0;
}

static bool same_change(const struct change *a, const struct change *b)
{
    return a->lane == b->lane && same_bytes(a->name, a->name_length, b->name, b->name_length) &&
           same_bytes(a->value, a->value_length, b->value, b->value_length);
}

static void tell_change(const char *path, bool there, const struct change *change,
                        struct text *out)
{
    if (!there)
        text_add(out, "\n  %s: no other change", path);
    else
        text_add(out, "\n  %s: lane %" PRIu64 ": %.*s%.*s", path, change->lane,
                 (int)change->name_length, change->name, (int)change->value_length, change->value);
}

static void tell_changes(const struct log *a, const struct step *x, const struct log *b,
                         const struct step *y, struct text *out)
{
    struct changes p = {.at = x->field[CHANGES], .end = x->field[CHANGES] + x->length[CHANGES]};
    struct changes q = {.at = y->field[CHANGES], .end = y->field[CHANGES] + y->length[CHANGES]};
    bool in_a, in_b;
    do {
        in_a = next_change(&p);
        in_b = next_change(&q);
    } while (in_a && in_b && same_change(&p.now, &q.now));
    tell_change(a->path, in_a, &p.now, out);
    tell_change(b->path, in_b, &q.now, out);
}

/* ---- the first difference ---- */

/* The n-th instructions of one warp; one may be missing. */
struct parting {
    const struct step *a, *b; /* NULL: the log has no more instructions of this warp */
    uint64_t number;          /* of the instruction in its warp, from 1 */
};

/* The start of a warp and the instruction at an address do not depend on data: these are two
 * kernels, or two builds of one. */
static bool is_other_code(const struct parting *parting)
{
    bool same_pc = compare_field(parting->a, parting->b, 1) == 0;
    return same_pc ? compare_field(parting->a, parting->b, 3) != 0 : parting->number == 1;
}

static void tell(const struct parting *parting, const struct log *a, const struct log *b,
                 struct text *out)
{
    static const char *const what[CHANGES] = {"", "pc", "lanes", "instruction"};
    const struct step *one = parting->a ? parting->a : parting->b;
    text_add(out, "warp %.*s, instruction %" PRIu64 ": %.*s %.*s", (int)one->length[0],
             one->field[0], parting->number, (int)one->length[1], one->field[1],
             (int)one->length[3], one->field[3]);
    if (!parting->a || !parting->b) {
        text_add(out, "\n  %s has no more instructions of this warp\n",
                 parting->a ? b->path : a->path);
        return;
    }
    if (is_other_code(parting))
        text_add(out, "\n  the logs come from different kernels or different builds of one kernel");
    for (unsigned i = 1; i < CHANGES; i++) {
        if (compare_field(parting->a, parting->b, i) == 0)
            continue;
        text_add(out, "\n  %s:%" PRIu32 ": %s %.*s", a->path, parting->a->line, what[i],
                 (int)parting->a->length[i], parting->a->field[i]);
        text_add(out, "\n  %s:%" PRIu32 ": %s %.*s\n", b->path, parting->b->line, what[i],
                 (int)parting->b->length[i], parting->b->field[i]);
        return;
    }
    tell_changes(a, parting->a, b, parting->b, out);
    text_add(out, "\n");
}

static bool same_step(const struct step *a, const struct step *b)
{
    for (unsigned i = 0; i < FIELDS; i++) {
        if (compare_field(a, b, i) != 0)
            return false;
    }
    return true;
}

/* Earlier in the first log; what is missing there comes last. */
static bool is_before(const struct parting *x, const struct parting *y)
{
    uint32_t a = x->a ? x->a->line : UINT32_MAX, b = y->a ? y->a->line : UINT32_MAX;
    return a < b;
}

static void consider(struct parting *first, const struct step *a, const struct step *b,
                     uint64_t number)
{
    struct parting parting = {a, b, number};
    if ((!first->a && !first->b) || is_before(&parting, first))
        *first = parting;
}

/* The end of the warp at i. */
static size_t skip_warp(const struct log *log, size_t i)
{
    size_t end = i + 1;
    while (end < log->count && compare_field(&log->steps[end], &log->steps[i], 0) == 0)
        end++;
    return end;
}

static void compare_warp(const struct log *a, size_t i, size_t i_end, const struct log *b,
                         size_t j, size_t j_end, struct parting *first)
{
    uint64_t number = 1;
    while (i < i_end && j < j_end && same_step(&a->steps[i], &b->steps[j]))
        i++, j++, number++;
    if (i < i_end || j < j_end)
        consider(first, i < i_end ? &a->steps[i] : NULL, j < j_end ? &b->steps[j] : NULL, number);
}

static uint64_t compare_warps(const struct log *a, const struct log *b, struct parting *first)
{
    uint64_t warps = 0;
    for (size_t i = 0, j = 0; i < a->count || j < b->count; warps++) {
        int order = i == a->count   ? 1
                    : j == b->count ? -1
                                    : compare_field(&a->steps[i], &b->steps[j], 0);
        size_t i_end = order <= 0 ? skip_warp(a, i) : i, j_end = order >= 0 ? skip_warp(b, j) : j;
        compare_warp(a, i, i_end, b, j, j_end, first);
        i = i_end;
        j = j_end;
    }
    return warps;
}

static void log_free(struct log *log)
{
    free(log->steps);
    free(log->text);
}

enum wc_status first_diff(struct error *err, const char *path_a, const char *path_b,
                          struct text *out)
{
    struct log a = {.path = path_a}, b = {.path = path_b};
    struct parting first = {0};
    enum wc_status status = read_log(err, &a);
    if (status == WC_OK)
        status = read_log(err, &b);
    if (status == WC_OK) {
        if (a.count)
            qsort(a.steps, a.count, sizeof *a.steps, by_warp);
        if (b.count)
            qsort(b.steps, b.count, sizeof *b.steps, by_warp);
        uint64_t warps = compare_warps(&a, &b, &first);
        if (!first.a && !first.b)
            text_add(out, "no difference in %zu instructions of %" PRIu64 " warps\n", a.count,
                     warps);
        else {
            tell(&first, &a, &b, out);
            status = WC_MISMATCH;
        }
    }
    log_free(&a);
    log_free(&b);
    return status;
}
