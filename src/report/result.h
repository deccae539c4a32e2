/* SPDX-License-Identifier: Apache-2.0 */
/* result.h - what is known after a run, and its forms for people and for programs. */
#ifndef WARPCLOCK_REPORT_RESULT_H
#define WARPCLOCK_REPORT_RESULT_H

#include "base/arena.h"
#include "base/text.h"
#include "load/array.h"
#include "machine/statistics.h"

struct result_launch {
    const char *kernel;
    struct statistics statistics;
};

struct result_check {
    const char *buffer;
    bool ok;
    const char *text; /* "ok", or where and how it differs */
    uint64_t elements;
    struct array_difference difference;
};

/* A parameter that job or caller set. */
struct result_setting {
    const char *name, *value;
};

struct wc_result {
    struct arena arena;
    enum wc_status status;  /* how the run ended */
    struct {
        const char *place, *message, *hint; /* as in struct error; all NULL when all went well */
    } error;
    const char *job;        /* path, or NULL */
    const char *kernel;     /* name; of several launches the distinct ones, joined by commas */
    const char *machine;
    struct result_setting *settings;
    size_t setting_count;
    const char *isa;
    bool functional;        /* results only, no clock */
    struct statistics statistics; /* of all launches together */
    struct result_launch *launches;
    size_t launch_count;
    size_t launches_planned;
    struct result_check *checks;
    size_t check_count;
    const char **saved; /* files written */
    size_t saved_count;
    bool has_verdict, has_exit_code;
    uint32_t verdict, exit_code;
    double host_seconds;
};

void result_write_text(const struct wc_result *result, bool color, struct text *out);
void result_write_json(const struct wc_result *result, struct text *out);

#endif
