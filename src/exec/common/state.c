/* SPDX-License-Identifier: Apache-2.0 */
/* state.c - starts the device that `warpclock exec` asks for, and keeps the latest error. */
#include "exec/common/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "exec/environment.h"

struct exec exec = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

static _Thread_local exec_error last_error;

/* ---- messages ---- */

void exec_complain(const char *format, ...)
{
    va_list rest;
    fflush(stdout); /* messages come after what the program printed before */
    fputs("warpclock: ", stderr);
    va_start(rest, format);
    vfprintf(stderr, format, rest);
    va_end(rest);
    fputc('\n', stderr);
}

void exec_complain_library(const char *about)
{
    const char *hint = wc_error_hint(exec.context), *place = wc_error_place(exec.context);
    const char *message = wc_error_message(exec.context);
    const size_t length = strlen(about);
    const bool repeats = !strncmp(message, about, length) && message[length] == ':';
    exec_complain("%s%s%s%s%s", repeats ? "" : about, repeats ? "" : ": ", place ? place : "",
                  place ? ": " : "", message);
    if (hint)
        fprintf(stderr, "  hint: %s\n", hint);
}

/* ---- start ---- */

/* What a kernel prints goes where the program prints. */
static void print_console(void *user, const char *bytes, size_t length)
{
    (void)user;
    fwrite(bytes, 1, length, stdout);
}

/* The lines of EXEC_SETS; the copy that they point into stays. */
static size_t read_sets(const char ***out)
{
    const char *text = getenv(EXEC_SETS);
    char *copy = strdup(text ? text : ""), *rest = NULL;
    size_t count = 0, room = strlen(copy) / 2 + 1;
    *out = copy ? calloc(room, sizeof **out) : NULL;
    for (char *line = strtok_r(copy, "\n", &rest); *out && line && count < room;
         line = strtok_r(NULL, "\n", &rest))
        (*out)[count++] = line;
    return count;
}

static uint64_t read_number(const char *name)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : 0;
}

static void read_options(void)
{
    const char *folder = getenv(EXEC_RECORD);
    exec.functional = getenv(EXEC_FUNCTIONAL) != NULL;
    const char *outside = getenv(EXEC_OUT_OF_BOUNDS);
    exec.tolerant = outside && strcmp(outside, "warn") == 0;
    exec.max_cycles = read_number(EXEC_MAX_CYCLES);
    wc_context_max_memory(exec.context, read_number(EXEC_MAX_MEMORY));
    if (folder)
        exec.recorder = recorder_open(folder, read_number(EXEC_RECORD_LAUNCHES));
}

/* WARPCLOCK_PATH is a list like PATH. A folder added later is searched earlier: from its end on. */
static void add_machine_folders(void)
{
    const char *path = getenv("WARPCLOCK_PATH");
    char *list = path ? strdup(path) : NULL;
    for (char *end = list ? list + strlen(list) : NULL; end && end > list;) {
        char *colon = memrchr(list, ':', (size_t)(end - list));
        char *folder = colon ? colon + 1 : list;
        *end = '\0';
        if (*folder)
            wc_context_add_machine_folder(exec.context, folder);
        end = colon;
    }
    free(list);
}

/* The machine's instruction sets are one text: "rv32, sass". */
static exec_error check_machine(void)
{
    if (!exec_interface.isa || strstr(wc_device_text(exec.device, "isa"), exec_interface.isa))
        return ERROR_NONE;
    exec_complain("no device: machine %s cannot run %s programs\n  hint: --machine %s can",
                  wc_device_text(exec.device, "name"), exec_interface.programs,
                  exec_interface.machine);
    return ERROR_NO_DEVICE;
}

static exec_error start(void)
{
    const char *machine = getenv(EXEC_MACHINE), **sets;
    const size_t count = read_sets(&sets);
    exec.context = wc_context_new();
    if (!exec.context)
        return ERROR_OUT_OF_MEMORY;
    wc_context_on_console(exec.context, print_console, NULL);
    add_machine_folders();
    if (wc_device_new(exec.context, machine ? machine : exec_interface.machine, sets, count,
                      &exec.device) != WC_OK) {
        exec_complain_library("no device");
        return ERROR_NO_DEVICE;
    }
    read_options();
    exec.reports = report_find(&exec.report_file);
    if (!report_line(EXEC_STARTED))
        return ERROR_NO_DEVICE;
    const exec_error error = check_machine();
    return error == ERROR_NONE ? ranges_open(&exec.ranges, exec.device) : error;
}

/* ---- entering ---- */

void exec_lock(void)
{
    pthread_mutex_lock(&exec.lock);
}

void exec_unlock(void)
{
    pthread_mutex_unlock(&exec.lock);
}

exec_error exec_enter(void)
{
    exec_lock();
    if (!exec.started) {
        exec.started = true;
        exec.start_error = start();
    }
    return exec.start_error ? exec.start_error : exec.sticky;
}

exec_error exec_leave(exec_error error)
{
    if (error != ERROR_NONE && error != ERROR_NOT_READY)
        last_error = error;
    exec_unlock();
    return error;
}

exec_error exec_last_error(bool clear)
{
    const exec_error error = exec.sticky ? exec.sticky : last_error;
    if (clear)
        last_error = ERROR_NONE;
    return error;
}

/* ---- machine ---- */

double exec_now_ns(void)
{
    struct timespec t;
    if (!exec.functional)
        return exec.ns;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double exec_number(const char *name, double otherwise)
{
    double value;
    return wc_device_number(exec.device, name, &value) ? value : otherwise;
}
