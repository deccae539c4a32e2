/* SPDX-License-Identifier: Apache-2.0 */
/* context.h - what the opaque handles of warpclock.h hold. */
#ifndef WARPCLOCK_API_CONTEXT_H
#define WARPCLOCK_API_CONTEXT_H

#include <signal.h>

#include "base/arena.h"
#include "base/error.h"
#include "isa/insn.h"
#include "load/image.h"
#include "load/job.h"
#include "load/parameters.h"
#include "warpclock.h"

struct wc_context {
    struct arena arena;
    struct error error;
    const char **folders; /* of machine files, NULL behind the last */
    size_t folder_count;
    const char **machines; /* names, made when first asked for */
    size_t machine_count;
    wc_progress_fn *progress;
    void *progress_user;
    wc_console_fn *console;
    void *console_user;
    volatile sig_atomic_t interrupted;
};

/* Host memory of the caller that stands for a buffer. */
struct bound_memory {
    size_t buffer;
    void *host;
    bool read_only;
};

/* Memory of the caller that the kernel reaches in place. */
struct lent_memory {
    void *host;
    uint64_t bytes; /* 0: as far as its mapping reaches */
};

struct wc_job {
    wc_context *context;
    struct job job;
    struct job_set *sets; /* of wc_job_set: stronger than the job's own */
    size_t set_count;
    const char *machine; /* of wc_job_machine, or NULL */
    struct bound_memory *bound;
    size_t bound_count;
    struct lent_memory *lent;
    size_t lent_count;
};

struct wc_binary {
    wc_context *context;
    struct image *image;
    struct program *program;
};

/* Every public function begins with this: the last failure is forgotten. */
struct error *context_begin(wc_context *context);

/* A machine by name with the job's and the caller's settings in force. */
enum wc_status context_load_machine(wc_context *context, const char *name,
                                    struct parameters *parameters);

/* Hands a text out of the library. */
enum wc_status context_hand_out(struct text *text, char **out);

#endif
