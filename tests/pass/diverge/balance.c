/* SPDX-License-Identifier: Apache-2.0 */
/* balance.c - see the header. Walks the lines with a stack of open SPLITs. */
#include "balance.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 20000, DEPTH_MAX = 70 };

/* The registers of open SPLITs, outermost first, each as one letter; or their stack words. */
struct state {
    char open[DEPTH_MAX + 1];
};

struct walk {
    char *lines[LINES_MAX];
    struct state at[LINES_MAX];
    bool seen[LINES_MAX];
    int stack[LINES_MAX * 2], depth;
    int count;
    char *copy;
    char problem[200];
};

static bool complain(struct walk *walk, int line, const char *what)
{
    snprintf(walk->problem, sizeof walk->problem, "line %d (%.60s): %s", line + 1,
             walk->lines[line], what);
    return false;
}

static int find_label(const struct walk *walk, const char *label)
{
    size_t length = strcspn(label, " \t#");
    for (int i = 0; i < walk->count; i++) {
        if (!strncmp(walk->lines[i], label, length) && walk->lines[i][length] == ':')
            return i;
    }
    return -1;
}

/* Control comes to a line with this state. */
static bool arrive(struct walk *walk, int from, int to, const struct state *state)
{
    if (to < 0 || to >= walk->count)
        return complain(walk, from, "leads out of the file");
    if (walk->seen[to])
        return !strcmp(walk->at[to].open, state->open) ||
               complain(walk, to, "is reached with different SPLITs open");
    walk->seen[to] = true;
    walk->at[to] = *state;
    walk->stack[walk->depth++] = to;
    return true;
}

/* Operand of ".insn r 0x0B, f3, 0, rd, rs1, rs2": s2..s11 as a letter; t6 stands for the stack word
 * that the line beside it loads or stores, beyond the letters. */
static char mask_place(const struct walk *walk, int line, int operand)
{
    const char *at = strchr(walk->lines[line], ',');
    int number = 0, offset = 0;
    for (int i = 1; i < operand && at; i++)
        at = strchr(at + 1, ',');
    if (at && sscanf(at + 1, " s%d", &number) == 1)
        return (char)('a' + number);
    if (line + 1 < walk->count && sscanf(walk->lines[line + 1], "\tsw\tt6, %d(sp)", &offset) == 1)
        return (char)(128 + offset / 4);
    if (line > 0 && sscanf(walk->lines[line - 1], "\tlw\tt6, %d(sp)", &offset) == 1)
        return (char)(128 + offset / 4);
    return 0;
}

static bool warp_control(struct walk *walk, int line, struct state *state)
{
    const char *text = walk->lines[line];
    int funct3 = -1, funct7 = -1;
    size_t open = strlen(state->open);
    sscanf(text, "\t.insn\tr 0x0B, %d, %d", &funct3, &funct7);
    if (funct7 != 0)
        return true; /* a vote or a shuffle */
    if (funct3 == 2) {
        char reg = mask_place(walk, line, 3);
        if (!reg || strchr(state->open, reg) || open == DEPTH_MAX)
            return complain(walk, line, "SPLIT into a register in use");
        state->open[open] = reg;
        state->open[open + 1] = 0;
    } else if (funct3 == 3) {
        if (!open || state->open[open - 1] != mask_place(walk, line, 4))
            return complain(walk, line, "JOIN does not match the innermost SPLIT");
        state->open[open - 1] = 0;
    } else if (funct3 == 5) {
        char reg = mask_place(walk, line, 5);
        if (!reg || strchr(state->open, reg))
            return complain(walk, line, "PRED by the register of an open SPLIT");
    }
    return true;
}

static bool step(struct walk *walk, int line)
{
    const char *text = walk->lines[line];
    struct state state = walk->at[line];
    int saved = 0;
    if (!strncmp(text, "\t.insn\tr 0x0B", 13) && !warp_control(walk, line, &state))
        return false;
    if (sscanf(text, "\tcsrr\ts%d, 0xCC4", &saved) == 1 && strchr(state.open, 'a' + saved))
        return complain(walk, line, "mask saved over an open SPLIT");
    if (!strncmp(text, "\tret", 4) || !strncmp(text, "\ttail", 5))
        return !state.open[0] || complain(walk, line, "returns inside a SPLIT");
    if (!strncmp(text, "\tj\t", 3))
        return arrive(walk, line, find_label(walk, text + 3), &state);
    if (text[0] == '\t' && text[1] == 'b') {
        const char *target = strrchr(text, ' ');
        if (!arrive(walk, line, find_label(walk, target + 1), &state))
            return false;
    }
    return arrive(walk, line, line + 1, &state);
}

static bool walk_functions(struct walk *walk)
{
    struct state none = {{0}};
    for (int i = 0; i < walk->count; i++) {
        char *line = walk->lines[i];
        bool function = line[0] && line[0] != '.' && line[0] != '\t' && line[0] != '#' &&
                        strchr(line, ':');
        if (function && !arrive(walk, i, i + 1, &none))
            return false;
    }
    while (walk->depth) {
        if (!step(walk, walk->stack[--walk->depth]))
            return false;
    }
    return true;
}

const char *find_imbalance(const char *text)
{
    static char problem[200];
    struct walk *walk = calloc(1, sizeof *walk);
    walk->copy = strdup(text);
    for (char *at = walk->copy; at && *at && walk->count < LINES_MAX;) {
        char *end = strchr(at, '\n');
        if (end)
            *end = 0;
        walk->lines[walk->count++] = at;
        at = end ? end + 1 : NULL;
    }
    bool balanced = walk_functions(walk);
    memcpy(problem, walk->problem, sizeof problem);
    free(walk->copy);
    free(walk);
    return balanced ? NULL : problem;
}

size_t count_lines(const char *text, const char *beginning)
{
    size_t count = 0, length = strlen(beginning);
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        count += !strncmp(at, beginning, length);
    return count;
}
