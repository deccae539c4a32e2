/* SPDX-License-Identifier: Apache-2.0 */
/* context.h - the opaque handles of warpclock.h. */
#ifndef WARPCLOCK_API_CONTEXT_H
#define WARPCLOCK_API_CONTEXT_H

#include "base/allowance.h"
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
    atomic_bool interrupted; /* from a signal handler or another thread */
    struct allowance allowance;
    struct files files; /* inputs, if it protects them, and outputs of the caller */
    bool protects;
    size_t users;     /* the caller and the handles made from it: freed with the last one */
    bool closed;      /* by wc_context_free(); handles are left */
    bool in_callback; /* of the caller */
};

/* Host memory of the caller used as a buffer. */
struct bound_memory {
    size_t buffer;
    void *host;
    bool read_only;
};

/* Contents that take the place of a file's. */
struct replaced_file {
    const char *path;
    const uint8_t *bytes;
    uint64_t size;
};

/* Memory of the caller that the kernel accesses in place. */
struct lent_memory {
    void *host;
    uint64_t bytes; /* 0: the whole mapping, or what is mapped for the job */
    size_t argument; /* its number, from 1; 0: it is mapped for the whole job */
    bool read_only;
};
/* Whether an address is in memory that is mapped for the whole job. */
bool job_maps(const struct wc_job *job, const void *host);


struct wc_job {
    wc_context *context;
    struct job job;
    struct job_set *sets; /* of wc_job_set: overrides the job */
    size_t set_count;
    const char *machine; /* of wc_job_machine, or NULL */
    const char *split;   /* of wc_job_split, or NULL */
    struct bound_memory *bound;
    size_t bound_count;
    struct lent_memory *lent;
    size_t lent_count;
    struct replaced_file *replaced; /* binaries of the job, for papers' runs */
    size_t replaced_count;
    struct observer *observer; /* of its clocked runs, or NULL */
    struct bound_memory *symbols; /* `buffer` is an index of the job's symbols */
    size_t symbol_count;
    bool built;       /* by calls: they change its last launch */
    bool files_known; /* to its context */
    bool running;
    bool released; /* by wc_job_free() in a callback of its run: freed after it */
};

struct wc_binary {
    wc_context *context;
    struct image *image;
    struct program *program;
    size_t users; /* the caller, what was made from it, and calls under way */
};

/* Whether a call can be made: there is a context, it was not freed before its handle, and the call
 * does not come from a callback of the same context. */
bool context_is_open(const wc_context *context);

/* Every public function that can fail starts with this: clears the last error. NULL if the call
 * cannot be made; then there is nothing but the status to report it with. */
struct error *context_begin(wc_context *context);
struct error *job_begin(wc_job *job);

/* A handle keeps its context until it is freed itself, in any order. */
wc_context *context_keep(wc_context *context);
void context_drop(wc_context *context);

wc_binary *binary_keep(wc_binary *binary);
void binary_drop(wc_binary *binary);

/* Calls the caller's functions; every call with the same context from there is refused. */
bool context_hand_part(wc_context *context, wc_write_fn *write, void *user, const char *bytes,
                       size_t length);
void context_tell_progress(wc_context *context, const struct wc_progress *progress);
void context_tell_console(wc_context *context, const char *bytes, size_t length);

/* A machine by name, with the settings of the job and the caller applied. */
enum wc_status context_load_machine(wc_context *context, const char *name,
                                    struct parameters *parameters);

/* Passes a text to the caller, if it is complete. Without a context the status is the whole
 * report. */
enum wc_status context_hand_out(wc_context *context, struct text *text, char **out);

#endif
