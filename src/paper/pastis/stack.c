/* SPDX-License-Identifier: Apache-2.0 */
/* stack.c - divergence and reconvergence: the stack of figures 5 to 7, and which side of a branch
 * runs first. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hw/reconverge_tokens.h"
#include "paper/pastis/pastis.h"

enum { ROOM = 8, LAST = 0xFFFF /* the figures' last address */ };

/* ---- figures 5 to 7 ---- */

struct shown {
    char entries[PASTIS_ENTRIES_MAX][40]; /* as published ones: "0x48 0x70 0xC0000000" */
    size_t count;
};

/* The lines of the stack's own text, with one blank between columns and without their names. */
static void show(const struct token_stack *stack, struct shown *shown)
{
    struct token_row rows[ROOM + 1];
    struct text text = {0};
    char npc[12], rpc[12], mask[12];
    uint32_t count = tokens_rows(stack, LAST, rows);
    token_rows_text(&text, rows, count, PASTIS_LANES, TOKENS_LANE0_HIGHEST);
    const char *line = text_string(&text);
    for (shown->count = 0; shown->count < count && shown->count < PASTIS_ENTRIES_MAX;
         shown->count++) {
        if (sscanf(line, "%11s %11s %11s", npc, rpc, mask) == 3)
            snprintf(shown->entries[shown->count], sizeof shown->entries[0], "%s %s %s", npc, rpc,
                     mask);
        line = strchr(line, '\n') + 1;
    }
    text_free(&text);
}

/* The example of section III-A, step by step. */
static void step(struct token_stack *stack, size_t state)
{
    static const uint64_t all = UINT32_MAX, first_two = 3;
    switch (state) {
    case 0:
        tokens_reset(stack, 0x8, all);
        break;
    case 1:
        tokens_push(stack, TOKEN_SSY, 0x70, 0x10);
        break;
    case 2:
        tokens_branch(stack, first_two, 0x48, 0x18);
        break;
    case 3:
        tokens_leave(stack, TOKEN_SSY, all, 0x50);
        break;
    default:
        tokens_leave(stack, TOKEN_SSY, all, 0x28);
    }
}

static void show_all(struct shown shown[PASTIS_STATES])
{
    struct token entries[ROOM];
    struct token_stack stack = {.entries = entries, .size = ROOM, .rule = TOKENS_TYPED};
    for (size_t i = 0; i < PASTIS_STATES; i++) {
        step(&stack, i);
        show(&stack, &shown[i]);
    }
}

static bool same_state(const struct published_state *theirs, const struct shown *ours)
{
    bool same = theirs->entry_count == ours->count;
    for (size_t i = 0; same && i < ours->count; i++)
        same = strcmp(theirs->entries[i], ours->entries[i]) == 0;
    return same;
}

size_t pastis_equal_states(const struct pastis *pastis)
{
    struct shown shown[PASTIS_STATES];
    size_t equal = 0;
    show_all(shown);
    for (size_t i = 0; i < PASTIS_STATES; i++)
        equal += same_state(&pastis->published.stack[i], &shown[i]);
    return equal;
}

void pastis_table_stack(struct pastis *pastis, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"state", "", true, true}, {"paper", "paper: npc rpc mask", true, false},
        {"ours", "ours: npc rpc mask", true, false},
    };
    struct shown shown[PASTIS_STATES];
    show_all(shown);
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < PASTIS_STATES; i++) {
        const struct published_state *theirs = &pastis->published.stack[i];
        size_t max = theirs->entry_count > shown[i].count ? theirs->entry_count : shown[i].count;
        for (size_t k = 0; k < max; k++) {
            paper_table_text(table, "%s", theirs->state);
            paper_table_text(table, "%s", k < theirs->entry_count ? theirs->entries[k] : "-");
            paper_table_text(table, "%s", k < shown[i].count ? shown[i].entries[k] : "-");
        }
    }
    paper_table_note(table, "The running lanes are on top; lane 0 is the highest bit, as in the "
                            "paper's figures. In the rest of this program it is the lowest.");
}

/* ---- which side runs first ---- */

/* Arms of papers/pastis/arms.cl as its binary branches to them, in the order in which they must run
 * when the taken side comes first. One lane speaks for its arm. */
static const struct arm {
    unsigned run;
    const char *probe, *lanes, *side;
    uint32_t lane;
    int32_t place;
} arms[] = {
    {RUN_SIDES, "SSY, SYNC", "0 to 9", "taken", 0, 1},
    {RUN_SIDES, "SSY, SYNC", "10 to 31", "not taken", 10, 2},
    {RUN_ARMS, "PBK, BRK, nested", "even from 10", "taken, then taken", 10, 1},
    {RUN_ARMS, "PBK, BRK, nested", "odd from 11", "taken, then not taken", 11, 2},
    {RUN_ARMS, "PBK, BRK, nested", "0 to 9", "not taken", 0, 3},
};

enum { ARMS = sizeof arms / sizeof *arms };

static double place_of(const struct pastis *pastis, const struct arm *arm)
{
    const int32_t *order =
        pastis_buffer(&pastis->runs, arm->run, "order", PASTIS_LANES * sizeof *order);
    return order ? order[arm->lane] : NAN;
}

double pastis_taken_first(const struct pastis *pastis, size_t *probes)
{
    size_t first = 0;
    *probes = ARMS;
    for (size_t i = 0; i < ARMS; i++) {
        double place = place_of(pastis, &arms[i]);
        if (isnan(place))
            return NAN;
        first += place == arms[i].place;
    }
    return (double)first;
}

void pastis_table_arms(struct pastis *pastis, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"probe", "probe", true, true}, {"lanes", "lanes", true, false},
        {"side", "side of the branch", true, false}, {"paper", "runs: paper", false, false},
        {"ours", "ours", false, false},
    };
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < ARMS; i++) {
        paper_table_text(table, "%s", arms[i].probe);
        paper_table_text(table, "%s", arms[i].lanes);
        paper_table_text(table, "%s", arms[i].side);
        paper_table_number(table, arms[i].place, 0);
        paper_table_number(table, place_of(pastis, &arms[i]), 0);
    }
    paper_table_note(table, "\"In our experiments, the first threads to execute are always the "
                            "ones taking the branch.\" Each arm takes a number when it runs.");
}
