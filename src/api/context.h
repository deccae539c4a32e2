/* SPDX-License-Identifier: Apache-2.0 */
/* context.h - the opaque handles of warpclock.h. */
#ifndef WARPCLOCK_API_CONTEXT_H
#define WARPCLOCK_API_CONTEXT_H

#include <signal.h>

#include "base/arena.h"
#include "base/error.h"
#include "isa/insn.h"
#include "load/files.h"
#include "load/image.h"
#include "load/job.h"
#include "load/parameters.h"
#include "warpclock.h"

struct wc_context {
    struct arena arena;
    struct error error;
    const char **folders; /* of machine files, NULL-terminated */
    size_t folder_count;
    const char **machines; /* names, built on first use */
    size_t machine_count;
    wc_progress_fn *progress;
    void *progress_user;
    wc_console_fn *console;
    void *console_user;
    volatile sig_atomic_t interrupted;
    struct files files; /* inputs, if it protects them, and outputs of the caller */
    bool protects;
};

/* Host memory of the caller used as a buffer. */
struct bound_memory {
    size_t buffer;
    void *host;
    bool read_only;
};

/* Memory of the caller that the kernel accesses in place. */
struct lent_memory {
    void *host;
    uint64_t bytes; /* 0: the whole mapping */
};

struct wc_job {
    wc_context *context;
    struct job job;
    struct job_set *sets; /* of wc_job_set: overrides the job */
    size_t set_count;
    const char *machine; /* of wc_job_machine, or NULL */
    struct bound_memory *bound;
    size_t bound_count;
    struct lent_memory *lent;
    size_t lent_count;
    bool files_known; /* to its context */
};

struct wc_binary {
    wc_context *context;
    struct image *image;
    struct program *program;
};

/* Every public function starts with this: clears the last error. */
struct error *context_begin(wc_context *context);

/* A machine by name, with the settings of the job and the caller applied. */
enum wc_status context_load_machine(wc_context *context, const char *name,
                                    struct parameters *parameters);

/* Passes a text to the caller. */
enum wc_status context_hand_out(struct text *text, char **out);

#endif
