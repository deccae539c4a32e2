/* SPDX-License-Identifier: Apache-2.0 */
/* job.h - one job: the launches, their data, and the expected results.
 *
 * A job is built from a YAML file (job_load) or piece by piece by the C interface (job_init and the
 * job_add functions, then job_check). Both give the same struct. Its strings and lists are in its
 * arena; the contents of its buffers are separate and are made by job_load_data. */
#ifndef WARPCLOCK_LOAD_JOB_H
#define WARPCLOCK_LOAD_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "load/array.h"
#include "load/fill.h"
#include "load/value_range.h"

/* Position in the job file; 0 when the job was not read from a file. */
struct job_place {
    int line, column;
};

enum job_source {
    JOB_SOURCE_FILL,   /* .fill */
    JOB_SOURCE_FILE,   /* .file */
    JOB_SOURCE_MEMORY, /* the caller fills .contents */
    JOB_SOURCE_KERNEL  /* nothing given: defined by the .data section of a .sas kernel, or the
                        * contents of a symbol in its binary */
};

/* A buffer, or the initial contents of a symbol. */
struct job_buffer {
    const char *name;
    struct array_declared declared;
    enum job_source source;
    const char *file; /* resolved path */
    struct fill fill;
    /* Elements that are addresses of other buffers, from the first one on. */
    struct job_arg *pointers;
    size_t pointer_count;
    uint64_t address; /* of its first byte on the device; 0: any */
    struct array contents; /* bytes NULL until job_load_data, and after they were handed over */
    bool fixed; /* the contents belong to the job: its bound may depend on them */
    bool assumed; /* every element is in `assume` whenever a launch begins */
    struct value_range assume;
    struct job_place assume_place;
    struct job_place place;
};

/* A caller's address, in `bits`, and the bytes of a structure only in jobs built by calls. */
enum job_arg_kind {
    JOB_ARG_BUFFER, JOB_ARG_SCALAR, JOB_ARG_LOCAL, JOB_ARG_POINTER, JOB_ARG_BYTES,
    JOB_ARG_STRUCTURE,
};

struct job_arg {
    enum job_arg_kind kind;
    size_t buffer;        /* JOB_ARG_BUFFER: index in job->buffers */
    uint64_t offset;      /* JOB_ARG_BUFFER: bytes from its start */
    struct job_arg *members; /* JOB_ARG_STRUCTURE, also a vector: with natural alignment */
    size_t member_count;
    bool is_vector;       /* JOB_ARG_STRUCTURE: two or four members are aligned as a whole */
    enum wc_type type;    /* JOB_ARG_SCALAR */
    uint64_t bits;        /* JOB_ARG_SCALAR: the value's bits, in the low type_bytes(type) bytes */
    uint64_t local_bytes; /* JOB_ARG_LOCAL, and the size of JOB_ARG_BYTES */
    const void *data;     /* JOB_ARG_BYTES */
    struct job_place place;
};

/* A loop bound: maximum iterations per entry, and of all work-items in the launch. */
struct job_loop {
    const char *name; /* "0x1a8" or "k.cl:17" */
    uint64_t max;
    uint64_t total; /* 0: not given */
    bool has_max;   /* else `max` is the total */
    struct job_place place;
};

/* After `max` and `total` were set, or one: an entry has no more iterations than all of them. */
static inline void job_loop_complete(struct job_loop *loop)
{
    loop->has_max = loop->max != 0;
    if (!loop->max || (loop->total && loop->total < loop->max))
        loop->max = loop->total;
}

/* Cycles, or nanoseconds; neither: it is not given. */
struct job_time {
    uint64_t cycles;
    double ns;
};

static inline bool job_time_is_given(const struct job_time *time)
{
    return time->cycles || time->ns > 0;
}

/* How kernels read a buffer through a handle. */
struct job_texture {
    struct wc_texture texture; /* its address is found when the job runs */
    size_t buffer;
    uint64_t offset; /* of its first texel in the buffer */
    struct job_place place;
};

struct job_launch {
    const char *kernel; /* resolved path */
    const char *entry;  /* or NULL: the file's only kernel */
    const char *split;  /* resolved path of a table of split points, or NULL (PWS-33) */
    bool has_grid, has_block, has_ndrange;
    uint32_t grid[3], block[3]; /* 1 where fewer than three were given */
    uint32_t ndrange[2];        /* work-items, for .sas */
    uint32_t width;             /* work-group width for ndrange; 0: not given */
    uint64_t shared;            /* bytes of dynamic shared memory, apart from {local: N} */
    uint64_t stack;             /* bytes of stack per thread; 0: default */
    bool cooperative;           /* all blocks are resident at once */
    struct job_arg *args;
    size_t arg_count;
    struct job_loop *loops;
    size_t loop_count;
    struct job_time period, deadline; /* of a periodic kernel */
    uint64_t priority;         /* the lowest number first */
    bool has_priority;
    struct job_place place;        /* of the launch */
    struct job_place kernel_place; /* of the `kernel:` value in force */
    struct job_place ndrange_place, width_place;
};

enum job_expect_kind { JOB_EXPECT_FILE, JOB_EXPECT_EQUAL, JOB_EXPECT_SHA256 };

struct job_expect {
    const char *buffer_name;
    size_t buffer; /* index, or JOB_NO_BUFFER: of a .sas kernel, or a variable of a binary */
    enum job_expect_kind kind;
    const char *file;       /* resolved path */
    size_t equal;           /* index of the other buffer, or JOB_NO_BUFFER */
    const char *equal_name; /* JOB_EXPECT_EQUAL */
    char sha256[65];        /* lower case */
    bool exact;             /* neither rtol nor atol was given */
    double rtol, atol;
    struct job_place place;
};

struct job_save {
    const char *buffer_name;
    size_t buffer; /* index, or JOB_NO_BUFFER */
    const char *file; /* resolved path */
    struct job_place place;
};

/* `set:` of the job, in order: defaults for --set. */
struct job_set {
    const char *key, *value;
    const char *origin; /* "job.yaml:7:3", for parameters_set */
};

#define JOB_NO_BUFFER SIZE_MAX
#define JOB_PERIOD_MAX (UINT64_C(1) << 48) /* cycles */
enum { JOB_LAUNCHES_MAX = 100000, JOB_BUFFERS_MAX = 1024, JOB_ARGS_MAX = 1024 };

struct job {
    struct arena arena;
    const char *path;    /* as given, for messages; NULL when built by calls */
    const char *folder;  /* relative paths start here; "" = the working folder */
    const char *about;   /* or NULL */
    const char *machine; /* or NULL: the kernel's file type decides */
    bool tolerant;       /* accesses outside all allocations are reported and do not stop the run */
    uint64_t heap;       /* bytes for device-side malloc(); 0: default */
    struct job_set *sets;
    size_t set_count;
    struct job_buffer *buffers, *symbols;
    size_t buffer_count, symbol_count;
    struct job_texture *textures;
    size_t texture_count;
    struct job_launch *launches; /* at least one */
    size_t launch_count;
    const char *scheduler; /* of periodic launches, or NULL: by priority */
    struct job_place scheduler_place;
    struct job_expect *expects;
    size_t expect_count;
    struct job_save *saves;
    size_t save_count;
};

/* Its launches are periodic kernels (docs/bound.md). */
static inline bool job_is_periodic(const struct job *job)
{
    return job->launch_count && job_time_is_given(&job->launches[0].period);
}

/* Reads and checks a job file. *job is overwritten and must be released, also after a failure.
 * Errors in the file itself are found here, with line and column; the files it names are opened by
 * job_load_data (arrays) and by the loader of the kernel. */
enum wc_status job_load(struct error *err, const char *path, struct job *job);
/* The same from memory; `path` is used in messages, and relative paths start in its folder. */
enum wc_status job_parse(struct error *err, const char *path, const char *text, size_t length,
                         struct job *job);
void job_free(struct job *job);

/* Builds a job by calls. The add functions return the new zeroed element, valid until the next one
 * is added to the same list; names are copied. */
void job_init(struct job *job);
struct job_buffer *job_add_buffer(struct job *job, const char *name);
struct job_buffer *job_add_symbol(struct job *job, const char *name);
struct job_launch *job_add_launch(struct job *job, const char *kernel); /* grid, block all 1 */
struct job_arg *job_add_arg(struct job *job, struct job_launch *launch, enum job_arg_kind kind);
struct job_loop *job_add_loop(struct job *job, struct job_launch *launch, const char *name);
struct job_expect *job_add_expect(struct job *job, const char *buffer);
struct job_save *job_add_save(struct job *job, const char *buffer, const char *file);
/* Checks names and limits of a whole job and resolves the indexes of expects and saves. */
enum wc_status job_check(struct error *err, struct job *job);

/* "0x1a8", or "k.cl:17". */
bool job_is_loop_name(const char *name);

/* Index of a buffer, or JOB_NO_BUFFER. */
size_t job_find_buffer(const struct job *job, const char *name);

/* Adds to the error of a file which entry of the job names it ("expect: " and a buffer, or a buffer
 * alone), and how to get it if it belongs to the kernel suite. */
void job_name_file(struct error *err, const struct job *job, const char *key, const char *name,
                   struct job_place place, const char *file);

/* Makes the contents of every buffer and symbol. A buffer that only a .sas kernel declares stays
 * empty; its loader completes .declared and calls job_load_buffer. */
enum wc_status job_load_data(struct error *err, struct job *job);
enum wc_status job_load_symbols(struct error *err, struct job *job);
/* One buffer; again after its bytes were handed over and set to NULL. */
enum wc_status job_load_buffer(struct error *err, const struct job *job,
                               struct job_buffer *buffer);

/* Compares a buffer's final contents with the expected ones; `others` has the final contents of all
 * buffers in the job's order (for `equal`). WC_OK with difference->count 0 or more; other statuses
 * only if the comparison was impossible (file missing, other type or shape). For sha256 a
 * difference has count = all elements and the two hashes as hex in *hash_got. */
enum wc_status job_verify(struct error *err, const struct job *job,
                          const struct job_expect *expect, const struct array *got,
                          const struct array *others, struct array_difference *difference,
                          char hash_got[65]);

#endif
