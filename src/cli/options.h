/* SPDX-License-Identifier: Apache-2.0 */
/* options.h - the options of a command as a table.
 *
 * One table per command drives everything that knows its options: the parser, --help, the shell
 * completions and the check of the manual pages. A row names a field of struct arguments by its
 * offset; the kind of the row determines the field's type. */
#ifndef WARPCLOCK_CLI_OPTIONS_H
#define WARPCLOCK_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diagnostic.h"

/* Words of the command line, in order. */
struct text_list {
    const char **items;
    size_t count;
};

/* A time in cycles, or in nanoseconds of the machine's clock; the other one is 0. */
struct time_value {
    uint64_t cycles;
    double ns;
};

/* Cycles from `begin` up to before `end`; 0: without an end. */
struct span {
    uint64_t begin, end;
};

/* Parsed options; a field without its option is zero. */
struct arguments {
    bool help, version, quiet, verbose, functional, check, every_cycle, dot, names, bound,
        explain, list, tags, profile, merge, slurm, no_wait, summary;
    const char *color, *json, *kernel, *machine, *output, *table, *trace, *steps, *dump,
        *method, *split, *select, *profile_file, *record, *report, *db, *shard, *format,
        *slurm_options, *publish, *retry, *on_out_of_bounds, *svg, *csv, *isa, *keep, *checkpoint;
    uint64_t max_cycles, max_seconds, max_memory, depth, record_launches, jobs, tasks, seed, first,
        again, runs, seconds, checkpoint_seconds;
    struct time_value deadline;
    struct span trace_window;
    struct text_list machines, sets, varied, dump_at, operands, marks;
};

void arguments_free(struct arguments *arguments);

enum option_kind {
    OPTION_FLAG,    /* bool */
    OPTION_TEXT,    /* const char *; the last one wins, so a wrapper can be overridden */
    OPTION_CHOICE,  /* const char *, one of `choices` */
    OPTION_NUMBER,  /* uint64_t, from 1 to `max` */
    OPTION_TIME,    /* struct time_value: cycles, or with a unit */
    OPTION_FILE,    /* const char *, a file that is written; not standard output */
    OPTION_SPAN,    /* struct span: A:B, one of them may be missing */
    OPTION_SIZE,    /* uint64_t, bytes: a number, K, M, G or T may follow */
    OPTION_SETTING, /* struct text_list of KEY=VALUE; repeating adds */
    OPTION_VARIED,  /* struct text_list of KEY=VALUE,...; repeating adds */
    OPTION_NAMES,   /* struct text_list of names separated by commas; repeating adds */
};

/* What a shell offers for a value or an operand. */
enum completes {
    COMPLETES_NOTHING,
    COMPLETES_FILES,
    COMPLETES_MACHINES,
    COMPLETES_COMMANDS,
    COMPLETES_CHOICES,
    COMPLETES_SETTINGS, /* parameters of machines */
};

struct option {
    const char *name;           /* without the dashes */
    char letter;                /* its short form, or 0 */
    enum option_kind kind;
    const char *value;          /* name of the value in --help; NULL for a flag */
    const char *summary;
    const char *const *choices; /* NULL-terminated */
    enum completes completes;
    bool rare;                  /* --help only names it; the manual explains it */
    uint64_t max;               /* of a number; 0: any */
    size_t field;               /* offset in struct arguments */
};

/* Options shared by several commands. */
extern const struct option option_help, option_version, option_quiet, option_verbose, option_color,
    option_json, option_report, option_machine, option_set, option_split, option_functional,
    option_max_cycles, option_kernel, option_deadline, option_method, option_explain,
    option_max_seconds, option_max_memory, option_trace, option_trace_window;

/* The method of a bound that --method names; without the option the default. */
enum wc_bound_method arguments_method(const struct arguments *arguments);

/* Options allowed before the command's name. */
extern const struct option *const global_options[];

/* Parses argv[0..count) with `table` (NULL-terminated) and returns the number of words read: all,
 * or those before the first operand if `leading_only`. `command` is for messages, NULL before a
 * command. The first error goes to `problem`; parsing continues, because --json decides how the
 * error is reported. */
size_t options_parse(const struct option *const *table, const char *command, size_t count,
                     char *const *argv, bool leading_only, struct arguments *arguments,
                     struct diagnostic *problem);

/* A word that belongs to the program that a command runs. */
void options_add_operand(struct arguments *arguments, const char *word);

#endif
