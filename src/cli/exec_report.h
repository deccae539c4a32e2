/* SPDX-License-Identifier: Apache-2.0 */
/* exec_report.h - the launches of a program: a table per kernel, and JSON per launch. */
#ifndef WARPCLOCK_CLI_EXEC_REPORT_H
#define WARPCLOCK_CLI_EXEC_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

struct exec_launch {
    char *line; /* the following are parts of it */
    const char *kernel, *name, *grid, *block, *job, *message;
    uint64_t shared, cycles, instructions;
    int status; /* a wc_status */
    double ns;
};

struct exec_report {
    struct exec_launch *list;
    size_t count;
    size_t begun; /* launches; those that did not end are not in the list */
    bool started; /* the program called CUDA */
};

/* Reads the lines that the libraries in the program's process wrote. */
void exec_report_read(struct exec_report *report, int descriptor);
void exec_report_free(struct exec_report *report);

/* The first launch that takes longer than the deadline, or `count`. */
size_t exec_report_late(const struct exec_report *report, const struct time_value *deadline);

/* The first launch that deadlocked or reached --max-cycles, or `count`. */
size_t exec_report_stuck(const struct exec_report *report);
/* The first launch whose job could not be written, or `count`. */
size_t exec_report_unrecorded(const struct exec_report *report);

/* The table, one row per kernel, and whether the deadline, if there is one, is met; for free(). */
char *exec_report_text(const struct exec_report *report, bool functional,
                       const struct time_value *deadline);
/* A JSON document, one object per launch; for free(). */
char *exec_report_json(const struct exec_report *report, const char *program, const char *machine,
                       bool functional, int program_status, const struct time_value *deadline);

#endif
