/* SPDX-License-Identifier: Apache-2.0 */
/* options_common.c - rows used by several option tables. */
#include "options.h"

#include <string.h>

static const char *const color_choices[] = {"auto", "always", "never", NULL};

const struct option option_help = {
    .name = "help", .letter = 'h', .kind = OPTION_FLAG,
    .summary = "show this help",
    .field = offsetof(struct arguments, help),
};

const struct option option_version = {
    .name = "version", .letter = 'V', .kind = OPTION_FLAG,
    .summary = "show version, licence and libraries",
    .field = offsetof(struct arguments, version),
};

const struct option option_quiet = {
    .name = "quiet", .letter = 'q', .kind = OPTION_FLAG,
    .summary = "print no report and no progress, only errors",
    .field = offsetof(struct arguments, quiet),
};

const struct option option_verbose = {
    .name = "verbose", .letter = 'v', .kind = OPTION_FLAG,
    .summary = "print every statistic after the summary",
    .field = offsetof(struct arguments, verbose),
};

const struct option option_color = {
    .name = "color", .kind = OPTION_CHOICE, .value = "WHEN",
    .summary = "auto, always or never (auto: on a terminal)",
    .choices = color_choices, .completes = COMPLETES_CHOICES,
    .field = offsetof(struct arguments, color),
};

const struct option option_json = {
    .name = "json", .kind = OPTION_TEXT, .value = "FILE",
    .summary = "also write JSON; '-' prints JSON and nothing else",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, json),
};

const struct option option_report = {
    .name = "report", .kind = OPTION_FILE, .value = "FILE.html",
    .summary = "write a page for a browser that shows everything",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, report),
};

const struct option option_trace = {
    .name = "trace", .kind = OPTION_FILE, .value = "FILE",
    .summary = "write a timeline, for ui.perfetto.dev or as .csv",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, trace),
};

const struct option option_trace_window = {
    .name = "trace-window", .kind = OPTION_SPAN, .rare = true, .value = "A:B",
    .summary = "... only from cycle A up to before cycle B",
    .field = offsetof(struct arguments, trace_window),
};

const struct option option_machine = {
    .name = "machine", .letter = 'm', .kind = OPTION_TEXT, .value = "NAME",
    .summary = "machine model (default: the job's machine)",
    .completes = COMPLETES_MACHINES,
    .field = offsetof(struct arguments, machine),
};

const struct option option_set = {
    .name = "set", .kind = OPTION_SETTING, .value = "KEY=VALUE",
    .summary = "set a machine parameter; may be repeated",
    .completes = COMPLETES_SETTINGS,
    .field = offsetof(struct arguments, sets),
};

const struct option option_split = {
    .name = "split", .kind = OPTION_TEXT, .rare = true, .value = "FILE",
    .summary = "table of split points for GCN3 binaries, see 'split'",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, split),
};

const struct option option_functional = {
    .name = "functional", .letter = 'f', .kind = OPTION_FLAG,
    .summary = "compute results without timing (fastest)",
    .field = offsetof(struct arguments, functional),
};

const struct option option_max_cycles = {
    .name = "max-cycles", .kind = OPTION_NUMBER, .value = "N",
    .summary = "stop after N cycles (status 4)",
    .field = offsetof(struct arguments, max_cycles),
};

const struct option option_deadline = {
    .name = "deadline", .kind = OPTION_TIME, .value = "TIME",
    .summary = "status 1 if it takes longer: cycles, or 20us, 2ms",
    .field = offsetof(struct arguments, deadline),
};

/* In the order of enum wc_bound_method. */
static const char *const methods[] = {"auto", "exact", "analysis", NULL};

const struct option option_method = {
    .name = "method", .kind = OPTION_CHOICE, .rare = true, .value = "HOW",
    .summary = "auto, exact or analysis (auto: the first that works)",
    .choices = methods, .completes = COMPLETES_CHOICES,
    .field = offsetof(struct arguments, method),
};

enum wc_bound_method arguments_method(const struct arguments *arguments)
{
    unsigned i = 0;

    while (arguments->method && strcmp(methods[i], arguments->method) != 0)
        i++;
    return (enum wc_bound_method)i;
}

const struct option option_explain = {
    .name = "explain", .kind = OPTION_FLAG,
    .summary = "show the lines and loops that make up the bound",
    .field = offsetof(struct arguments, explain),
};

const struct option option_max_seconds = {
    .name = "max-seconds", .kind = OPTION_NUMBER, .rare = true, .value = "N",
    .summary = "stop the analysis after N seconds (status 4)",
    .field = offsetof(struct arguments, max_seconds),
};

const struct option option_max_memory = {
    .name = "max-memory", .kind = OPTION_SIZE, .rare = true, .value = "SIZE",
    .summary = "refuse inputs that need more memory (default: 4G)",
    .field = offsetof(struct arguments, max_memory),
};

const struct option option_kernel = {
    .name = "kernel", .letter = 'k', .kind = OPTION_TEXT, .value = "NAME",
    .summary = "only this kernel (default: all in the file)",
    .field = offsetof(struct arguments, kernel),
};

const struct option *const global_options[] = {
    &option_quiet, &option_color, &option_help, &option_version, NULL,
};
