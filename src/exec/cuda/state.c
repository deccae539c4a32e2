/* SPDX-License-Identifier: Apache-2.0 */
/* state.c - starts the device that `warpclock exec` asks for, and keeps the latest error. */
#include "exec/cuda/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "exec/environment.h"

struct cuda cuda = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, .report = -1};

static _Thread_local cudaError_t last_error;

/* ---- messages ---- */

void cuda_complain(const char *format, ...)
{
    va_list rest;
    fflush(stdout); /* messages come after what the program printed before */
    fputs("warpclock: ", stderr);
    va_start(rest, format);
    vfprintf(stderr, format, rest);
    va_end(rest);
    fputc('\n', stderr);
}

void cuda_complain_library(const char *about)
{
    const char *hint = wc_error_hint(cuda.context), *place = wc_error_place(cuda.context);
    const char *message = wc_error_message(cuda.context);
    const size_t length = strlen(about);
    const bool repeats = !strncmp(message, about, length) && message[length] == ':';
    cuda_complain("%s%s%s%s%s", repeats ? "" : about, repeats ? "" : ": ", place ? place : "",
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
    const char *folder = getenv(EXEC_RECORD), *report = getenv(EXEC_REPORT);
    cuda.functional = getenv(EXEC_FUNCTIONAL) != NULL;
    cuda.max_cycles = read_number(EXEC_MAX_CYCLES);
    cuda.report = report ? atoi(report) : -1;
    wc_context_max_memory(cuda.context, read_number(EXEC_MAX_MEMORY));
    if (cuda.report >= 0 && write(cuda.report, EXEC_STARTED, sizeof EXEC_STARTED - 1) < 0)
        cuda.report = -1;
    if (folder)
        cuda.recorder = recorder_open(folder, read_number(EXEC_RECORD_LAUNCHES));
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
            wc_context_add_machine_folder(cuda.context, folder);
        end = colon;
    }
    free(list);
}

static cudaError_t start(void)
{
    const char *machine = getenv(EXEC_MACHINE), **sets;
    const size_t count = read_sets(&sets);
    cuda.context = wc_context_new();
    if (!cuda.context)
        return cudaErrorMemoryAllocation;
    wc_context_on_console(cuda.context, print_console, NULL);
    add_machine_folders();
    if (wc_device_new(cuda.context, machine ? machine : "jetson-tx2", sets, count,
                      &cuda.device) != WC_OK) {
        cuda_complain_library("no device");
        return cudaErrorNoDevice;
    }
    read_options();
    return ranges_open(&cuda.ranges, cuda.device);
}

/* ---- entering ---- */

void cuda_lock(void)
{
    pthread_mutex_lock(&cuda.lock);
}

void cuda_unlock(void)
{
    pthread_mutex_unlock(&cuda.lock);
}

cudaError_t cuda_enter(void)
{
    cuda_lock();
    if (!cuda.started) {
        cuda.started = true;
        cuda.start_error = start();
    }
    return cuda.start_error ? cuda.start_error : cuda.sticky;
}

cudaError_t cuda_leave(cudaError_t error)
{
    if (error != cudaSuccess && error != cudaErrorNotReady)
        last_error = error;
    cuda_unlock();
    return error;
}

CUresult cuda_leave_driver(cudaError_t error)
{
    cuda_unlock();
    return (CUresult)error; /* the codes of both interfaces have the same numbers */
}

cudaError_t cuda_last_error(bool clear)
{
    const cudaError_t error = cuda.sticky ? cuda.sticky : last_error;
    if (clear)
        last_error = cudaSuccess;
    return error;
}

/* ---- machine ---- */

double cuda_now_ns(void)
{
    struct timespec t;
    if (!cuda.functional)
        return cuda.ns;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double cuda_number(const char *name, double otherwise)
{
    double value;
    return wc_device_number(cuda.device, name, &value) ? value : otherwise;
}
