/* SPDX-License-Identifier: Apache-2.0 */
/* warpclock.h - the public face of libwarpclock: how long does a GPU kernel take, and why?
 *
 * Every call works on a wc_context. Handles are opaque; there is no global state (but a reserve of
 * memory for the process), nothing is printed and nothing exits. Without memory a call returns
 * WC_INTERNAL, "out of memory"; later calls work again when there is some. One thing can end the
 * process: the solver of worst-path bounds (CBC), if the memory that was probed before it started
 * is not enough. A function that can fail returns a wc_status and leaves a text in its context
 * (wc_error_message and friends). Functions that take a result, a comparison or a paper only have
 * no context to leave it in; WC_INTERNAL from them means no memory. Texts that are handed out as
 * `char **` belong to the caller, who releases them with wc_text_free(). A context and what was
 * made from it belong to one thread at a time; only wc_interrupt() may be called from anywhere.
 * Threads may use different contexts at the same time.
 *
 *     wc_context *context = wc_context_new();
 *     wc_job *job;
 *     wc_result *result;
 *     if (wc_job_open(context, "kernels/sgemm/vortex-tiny.yaml", &job) == WC_OK &&
 *         wc_run(job, &WC_RUN_OPTIONS(.functional = true), &result) == WC_OK) {
 *         char *text;
 *         wc_result_text(result, WC_TEXT, &text);
 *         puts(text);
 *         wc_text_free(text);
 *         wc_result_free(result);
 *     } else {
 *         fprintf(stderr, "%s\n", wc_error_message(context));
 *     }
 *     wc_job_free(job);
 *     wc_context_free(context);
 *
 * The functions that free take NULL. Elsewhere NULL is WC_BAD_INPUT (false, NULL or 0 from
 * functions that return no status) unless a comment gives it a meaning, and so are enumerators that
 * do not exist and arrays that this process cannot read; strings and structs must be readable. A
 * failed call sets what it hands out to NULL. Functions of results, comparisons and papers have no
 * context and leave no text.
 *
 * Contexts and what was made from them are freed in any order, each once. Calls with a handle of a
 * freed context are WC_BAD_INPUT. So are calls from a callback with the context that called it,
 * apart from wc_interrupt(), the wc_error functions and those that free, which take effect after
 * the call. A handle that was freed must not be used again; the library cannot notice it.
 *
 * The macros with designated initialisers are for C; C++ programs fill a struct and set its size.
 *
 * How the interface grows, from 1.0.0 on. Functions and enumerators are added, never changed. A
 * struct of options begins with its size, which the caller sets:
 *
 *     struct wc_run_options options = {.size = sizeof options, .max_cycles = 1000000};
 *
 * New fields are appended and mean the old behaviour when they are 0. The library reads a smaller
 * struct, of a program built against an older header, as if the missing fields were 0. It refuses a
 * larger one, built against a newer header, if a field that it does not know is set. A struct that
 * the library fills (struct wc_progress) is handed out by pointer; in a newer library it may be
 * longer, and the fields known here keep their place. struct wc_parameter is an element of arrays,
 * so it does not grow.
 */
#ifndef WARPCLOCK_H
#define WARPCLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; wc_version() is the one of the library that was loaded. */
#define WC_VERSION_MAJOR 0
#define WC_VERSION_MINOR 1
#define WC_VERSION_PATCH 0
#define WC_VERSION_NUMBER(major, minor, patch) ((major) * 10000 + (minor) * 100 + (patch))
#define WC_VERSION WC_VERSION_NUMBER(WC_VERSION_MAJOR, WC_VERSION_MINOR, WC_VERSION_PATCH)
#define WC_VERSION_STRING "0.1.0"

#if defined(__GNUC__)
#define WC_API __attribute__((visibility("default")))
#else
#define WC_API
#endif

/* The values are the exit statuses of the command. */
enum wc_status {
    WC_OK = 0,             /* done, and every expectation held */
    WC_MISMATCH = 1,       /* an expected output differed, or a run took longer than its bound */
    WC_BAD_INPUT = 2,      /* bad use or a bad file */
    WC_KERNEL_FAULT = 3,   /* the kernel faulted, or needs what the machine does not have */
    WC_DEADLOCK = 4,       /* nothing can go on, or a limit of cycles or seconds was reached */
    WC_INTERNAL = 70,      /* a bug in warpclock, or no memory left */
    WC_INTERRUPTED = 130,  /* wc_interrupt() was called */
};

/* A texture or a surface of a cubin: how device memory is read through it. */
enum wc_texel { WC_TEXEL_UNSIGNED, WC_TEXEL_SIGNED, WC_TEXEL_FLOAT };
enum wc_texture_edge { WC_EDGE_WRAP, WC_EDGE_CLAMP, WC_EDGE_MIRROR, WC_EDGE_BORDER };
struct wc_texture {
    size_t size;            /* of this struct */
    const char *name;       /* of the texture or surface reference in the binary, or NULL */
    uint64_t address;       /* of its first texel */
    uint64_t pitch;         /* bytes from a row to the next */
    uint32_t width, height; /* texels; height 1: one dimension */
    uint8_t channels, channel_bytes; /* 1, 2 or 4 each; floating point has 2 or 4 bytes */
    enum wc_texel texel;
    bool linear;            /* filters between texels, if they are read as floating point */
    bool normalized;        /* coordinates from 0 to 1 */
    bool fractions;         /* integers are read as floating point: fractions of their maximum */
    enum wc_texture_edge edge[2]; /* what is outside, in x and y */
    float border[4];
};
#define WC_TEXTURE(...) ((struct wc_texture){.size = sizeof(struct wc_texture), __VA_ARGS__})

/* Element types of buffers and scalar arguments. */
enum wc_type {
    WC_I8, WC_U8, WC_I16, WC_U16, WC_I32, WC_U32, WC_I64, WC_U64, WC_F16, WC_F32, WC_F64,
};

enum wc_format {
    WC_TEXT,       /* for people */
    WC_TEXT_COLOR, /* for people at a terminal */
    WC_JSON,       /* for programs */
    WC_DOT,        /* for Graphviz (control-flow graphs only) */
    WC_HTML,       /* one page for a browser, complete in itself (results, comparisons, papers) */
    WC_SVG,        /* a figure as a drawing ... */
    WC_CSV,        /* ... and its numbers as a table (figures of comparisons and papers only) */
};

typedef struct wc_context wc_context;
typedef struct wc_job wc_job;
typedef struct wc_binary wc_binary;
typedef struct wc_result wc_result;
typedef struct wc_comparison wc_comparison;
typedef struct wc_device wc_device;
typedef struct wc_module wc_module;

/* ---- context ---- */

/* "0.1.0", as WC_VERSION_STRING. */
WC_API const char *wc_version(void);
/* Version, licence and the libraries linked, one per line. */
WC_API const char *wc_version_details(void);

WC_API wc_context *wc_context_new(void);
WC_API void wc_context_free(wc_context *context);

/* The latest failure: the place in a file (or NULL), what happened, and one line of help (or NULL).
 * They stay valid until the next call that is made with this context. */
WC_API enum wc_status wc_error_status(const wc_context *context);
WC_API const char *wc_error_place(const wc_context *context);
WC_API const char *wc_error_message(const wc_context *context);
WC_API const char *wc_error_hint(const wc_context *context);
/* What the kernel did wrong, if it is WC_KERNEL_FAULT of a kernel that ran. */
enum wc_fault {
    WC_FAULT_NONE,        /* another failure, or a kernel that was refused before it ran */
    WC_FAULT_ADDRESS,     /* an access outside all buffers, or a store to read-only memory */
    WC_FAULT_MISALIGNED,  /* an access that is not aligned as its memory needs */
    WC_FAULT_INSTRUCTION, /* an instruction or register that the machine does not have */
    WC_FAULT_TRAP,        /* a trap or breakpoint: the program gave up */
    WC_FAULT_ASSERT,      /* an assertion of a cubin failed */
    WC_FAULT_OTHER,       /* what the message says */
};
WC_API enum wc_fault wc_error_fault(const wc_context *context);
/* Whether it is a refused output: one that would have replaced an input or another output. Nothing
 * was written or run. */
WC_API bool wc_error_refused(const wc_context *context);

/* Another folder to look for machine files in, before the ones already there. */
WC_API void wc_context_add_machine_folder(wc_context *context, const char *folder);

/* Called a few times a second during long work. `total` is 0 when the end is not known. */
struct wc_progress {
    const char *activity; /* what is being done: the kernel's name */
    uint64_t done, total; /* launches */
    uint64_t instructions; /* warp-instructions so far */
    uint64_t cycles;       /* so far; 0: without a clock */
    double share;          /* of the launch that is under way, 0 to 1; 0: not known */
};
typedef void wc_progress_fn(void *user, const struct wc_progress *progress);
WC_API void wc_context_on_progress(wc_context *context, wc_progress_fn *fn, void *user);

/* Called with what the program on the machine writes to its console, a line at a time. */
typedef void wc_console_fn(void *user, const char *bytes, size_t length);
WC_API void wc_context_on_console(wc_context *context, wc_console_fn *fn, void *user);

/* The memory that one input may need, in bytes: a binary with its decoded instructions, an array,
 * all buffers of a job together. 0: the default, 4 GiB. An input that needs more is WC_BAD_INPUT,
 * before the memory is taken. */
WC_API void wc_context_max_memory(wc_context *context, uint64_t bytes);

/* Asks the call under way, or the next one, to stop soon: it returns WC_INTERRUPTED. Safe in a
 * signal handler and from another thread. */
WC_API void wc_interrupt(wc_context *context);

WC_API void wc_text_free(char *text);

/* The candidate that `name` was probably meant to be, or NULL when none is near. */
WC_API const char *wc_nearest(const char *name, const char *const *candidates, size_t count);

/* ---- files ---- */

/* No run writes to a file that it reads: its job, kernels, arrays, machine and what that is based
 * on. Nor do two outputs write to the same file. Files are compared by device and inode, with links
 * resolved. Such a run is refused, and all outputs are opened, before the first cycle.
 *
 * A context that protects its inputs also remembers, from this call on, what other calls read and
 * what its jobs save: no output of a later call replaces it. For programs that are one command. */
WC_API void wc_context_protect_inputs(wc_context *context);
/* Files that the caller reads or writes itself; no output of this context may be one of them.
 * `what` is for messages: "the listing". "/dev/stdin", "/dev/stdout" are the caller's streams. */
WC_API enum wc_status wc_context_add_input(wc_context *context, const char *path,
                                           const char *what);
WC_API enum wc_status wc_context_add_output(wc_context *context, const char *path,
                                            const char *what);

/* A file that is written whole or not at all. Opening it before long work reports at once what
 * would keep it from being written: a missing folder, a directory, a FIFO that nobody reads. An
 * existing file is replaced by wc_output_commit() and not before; wc_output_free() without it
 * leaves nothing behind. Devices, FIFOs and streams (/dev/stdout) are written in place. */
typedef struct wc_output wc_output;
WC_API enum wc_status wc_output_open(wc_context *context, const char *path, const char *what,
                                     wc_output **out);
/* The name of the unfinished file, for a signal handler that ends the process and removes it; NULL
 * where the system keeps it without a name and removes it by itself. It belongs to the output. */
WC_API const char *wc_output_temporary(const wc_output *output);
/* A failure is reported by wc_output_commit(). Whether this process can read the bytes is checked
 * from 64 KiB on. */
WC_API void wc_output_write(wc_output *output, const char *bytes, size_t length);
/* Once per output. */
WC_API enum wc_status wc_output_commit(wc_output *output);
WC_API void wc_output_free(wc_output *output);

/* The same in one call. */
WC_API enum wc_status wc_write_file(wc_context *context, const char *path, const char *bytes,
                                    size_t length);

/* Whether two paths mean the same file: links to it, or the same name in the same folder. */
WC_API bool wc_same_file(const char *a, const char *b);

/* ---- jobs ---- */

WC_API enum wc_status wc_job_open(wc_context *context, const char *path, wc_job **out);
/* The same with the text given: `path` is for messages, and for the names of files in it. */
WC_API enum wc_status wc_job_parse(wc_context *context, const char *path, const char *text,
                                   size_t length, wc_job **out);
WC_API void wc_job_free(wc_job *job);

/* The same without a file: an empty job, then its parts. Host memory that is bound as a buffer is
 * read when the run starts and, unless `read_only`, written back when it has ended; NULL means
 * zeros that are not written back. A range that this process cannot read, or write where it is
 * written back, is WC_BAD_INPUT at both times, if the system lists its mappings (/proc/self/maps).
 * A job from a file can be changed too; grid, shared memory and arguments only if it has one
 * launch. Where a job built by calls has several, calls change the last one. */
WC_API enum wc_status wc_job_new(wc_context *context, const char *kernel_file, const char *entry,
                                 wc_job **out);
/* Another launch after those that the job has; NULL: of the first one's file. */
WC_API enum wc_status wc_job_launch(wc_job *job, const char *kernel_file, const char *entry);
WC_API enum wc_status wc_job_grid(wc_job *job, const uint32_t grid[3], const uint32_t block[3]);
/* For .sas kernels instead of a grid: work-items, and the width of a work-group; 0: by the number
 * of work-items (`ndrange:` and `width:` of a job file). */
WC_API enum wc_status wc_job_ndrange(wc_job *job, const uint32_t ndrange[2], uint32_t width);
WC_API enum wc_status wc_job_shared(wc_job *job, uint32_t bytes);
/* Bytes of stack per thread for cubins (`stack:` of a job file); 0: the default. */
WC_API enum wc_status wc_job_stack(wc_job *job, uint32_t bytes);
/* All blocks of the grid are on the machine at once, so they can wait for each other: grid.sync()
 * of cubins (`cooperative:` of a job file). A grid that does not fit is refused. */
WC_API enum wc_status wc_job_cooperative(wc_job *job, bool cooperative);
/* A bound for the worst-case analysis (`loops:` of a job file): the loop at an address or source
 * line ("0x1a8", "k.cl:17") has at most `max` iterations per entry, and all work-items together at
 * most `total`; one of them may be 0: not given. */
WC_API enum wc_status wc_job_loop(wc_job *job, const char *name, uint64_t max, uint64_t total);
/* Memory of the caller as the contents of a variable of the binaries, __device__ or __constant__:
 * read when the run starts and, unless `read_only`, written back from the last binary when it has
 * ended. It must be readable, and writable where it is written back. */
WC_API enum wc_status wc_job_symbol(wc_job *job, const char *name, enum wc_type type,
                                    uint64_t count, void *host, bool read_only);
WC_API enum wc_status wc_job_buffer(wc_job *job, const char *name, enum wc_type type,
                                    uint64_t count, void *host, bool read_only);
/* Extents of a buffer's elements, the last one being contiguous; 1 to 8, and their product is the
 * buffer's count. Sim-D's programs read lines of the last extent. */
WC_API enum wc_status wc_job_buffer_shape(wc_job *job, const char *name, const uint64_t *shape,
                                          size_t rank);
/* The contents of a buffer belong to the job (`fixed: true` of a job file): a bound may depend on
 * them. */
WC_API enum wc_status wc_job_buffer_fixed(wc_job *job, const char *name);
/* Whenever a launch begins, the buffer's elements are from *min to *max, values of its type
 * (`assume:` of a job file). Bounds depend on it, and a run checks it. NULL: no limit on that
 * side. */
WC_API enum wc_status wc_job_buffer_assume(wc_job *job, const char *name, const void *min,
                                           const void *max);
WC_API enum wc_status wc_job_arg_buffer(wc_job *job, const char *name);
/* A pointer to a byte of the buffer. */
WC_API enum wc_status wc_job_arg_buffer_at(wc_job *job, const char *name, uint64_t offset);
/* A texture or surface of the job (`textures:` of a job file). `texture->address` is the byte of
 * the buffer where it starts, its name the one of a reference in the binary, or any. Its handle is
 * an argument for kernels that take texture objects. */
WC_API enum wc_status wc_job_texture(wc_job *job, const char *buffer,
                                     const struct wc_texture *texture);
WC_API enum wc_status wc_job_arg_texture(wc_job *job, const char *name);
WC_API enum wc_status wc_job_arg_scalar(wc_job *job, enum wc_type type, const void *value);
/* A pointer into the caller's own memory: the kernel reads and writes there in place, at the same
 * address, while it runs; for machines with 64-bit addresses. With `bytes` every access is checked:
 * it may touch that many from there on. If the run finds that they are not all mapped, or that only
 * the first of them can be written, it is WC_BAD_INPUT; memory that is read-only throughout can be
 * read. The memory must stay mapped during the run. With 0 it may touch anything in the mapping
 * that holds the pointer and in those of the same rights that adjoin it: a kernel that goes beyond
 * its array can overwrite the program's heap, and there is no exact bound. Cycles depend on the
 * address as far as it chooses sets of caches, so they may change from run to run where the system
 * places memory at random (`setarch -R` stops that); with wc_job_buffer() they do not. */
WC_API enum wc_status wc_job_arg_pointer(wc_job *job, void *host, uint64_t bytes);
/* The same for all launches of the job and without an argument: kernels may touch these bytes, at
 * least 1, through pointers that are data. A pointer without a size that points there reaches them
 * and nothing else. */
WC_API enum wc_status wc_job_map(wc_job *job, void *host, uint64_t bytes);
/* The same for bytes that kernels may only read: a store there is a fault, also through arguments
 * of wc_job_arg_pointer() that point there. */
WC_API enum wc_status wc_job_map_read_only(wc_job *job, const void *host, uint64_t bytes);
/* A structure by value, as the device lays it out; copied. */
WC_API enum wc_status wc_job_arg_bytes(wc_job *job, const void *data, uint32_t bytes);
WC_API enum wc_status wc_job_arg_local(wc_job *job, uint32_t bytes);

/* What an access outside all buffers does (`on_out_of_bounds:` of a job file). */
enum wc_out_of_bounds {
    WC_OUT_OF_BOUNDS_STOP, /* it ends the run: WC_KERNEL_FAULT */
    WC_OUT_OF_BOUNDS_WARN, /* it reads 0 and stores nothing; the result reports it */
};
WC_API enum wc_status wc_job_on_out_of_bounds(wc_job *job, enum wc_out_of_bounds action);

/* The machine instead of the job's own, and any of its parameters by dotted path. */
WC_API enum wc_status wc_job_machine(wc_job *job, const char *machine);
WC_API enum wc_status wc_job_set(wc_job *job, const char *key, const char *value);
/* Split points for GCN3 code objects that have none, from a file that wc_splitting_table() made:
 * all launches run as if their binaries had been rewritten (`split:` of a job file). NULL: the
 * job's own. */
WC_API enum wc_status wc_job_split(wc_job *job, const char *table);
/* The machine the job will run on: chosen, its own, or by the type of its first kernel file; NULL
 * when that file cannot be read. */
WC_API const char *wc_job_machine_name(wc_job *job);

/* Whether a path is a file that the job reads (itself, a kernel, an array, its machine and what
 * that is based on), or one that it saves; NULL: whether it saves any. */
WC_API bool wc_job_reads(const wc_job *job, const char *path);
WC_API bool wc_job_writes(const wc_job *job, const char *path);

/* ---- running ---- */

/* How a bound is derived. */
enum wc_bound_method {
    WC_BOUND_AUTO,     /* exact where possible, otherwise by analysis */
    WC_BOUND_EXACT,    /* a run that proves that buffer contents do not matter, on any machine */
    WC_BOUND_ANALYSIS, /* the worst path, on machines that have an analysis */
};

struct wc_run_options {
    size_t size;         /* of this struct: sizeof (struct wc_run_options) */
    bool functional;     /* results only, no clock */
    uint64_t max_cycles; /* 0: no limit; a functional run counts a warp-instruction as a cycle */
    const char *steps;   /* file for a log of what each instruction changed, or NULL */
    /* Of clocked runs: */
    const char *trace;   /* file for a timeline (Perfetto; .json: Chrome's; .csv: table; .kanata:
                            pipeline log; each also with .gz), or NULL */
    bool check;          /* an observer checks the model's invariants; a breach is WC_INTERNAL */
    bool every_cycle;    /* do not jump over cycles in which nothing happens; same results */
    const char *dump;    /* file for the whole state of the machine (JSON), or NULL */
    const uint64_t *dump_at; /* ... at the end of these cycles of the run */
    size_t dump_at_count;
    /* Worst-case bounds, where the machine has an analysis: */
    bool bound;          /* derive the bound of every launch too; WC_MISMATCH if it is exceeded */
    bool bound_may_fail; /* go on without one where it cannot be derived */
    bool no_run;         /* the bound only: nothing is simulated, checked or saved */
    uint64_t deadline;   /* cycles; 0: none. WC_MISMATCH if the bound or the run takes longer. Also
                            of a run without a bound */
    enum wc_bound_method bound_method;
    bool explain;        /* report what makes up the bound: lines and loops of the worst path */
    uint64_t max_seconds; /* 0: no limit; WC_DEADLOCK if the analyses together take longer */
    uint64_t max_memory; /* 0: that of the context; see wc_context_max_memory() */
    /* Of clocked runs: where the cycles went, by source line and instruction. */
    bool profile;             /* in the report */
    const char *profile_file; /* in a file: callgrind, .speedscope.json, .csv or JSON; or NULL */
    double deadline_ns;  /* the deadline in nanoseconds of the machine's clock; 0: `deadline` */
    uint64_t trace_begin, trace_end; /* cycles of the run that the timeline has, up to before
                                        the last; 0: all */
    bool report;         /* collect what WC_HTML shows: the result's JSON then has the profile and
                            the worst path, too. A short job runs again, with a parameter changed
                            or buffers fixed, where that could help (wc_explain) */
    bool verbose;        /* WC_TEXT has every statistic after the summary */
    /* Of a clocked run without observers (trace, steps, dump, profile, report, check): the file in
     * which it is saved now and then, and when it is interrupted or reaches max_cycles. If the file
     * exists the run continues from it, after max_cycles only with a higher limit; it is refused if
     * it is of another job, kernel, machine or build of the library. It is removed when the run is
     * complete. NULL: none. */
    const char *checkpoint;
    uint64_t checkpoint_seconds; /* between two writes; 0: 60 */
};

/* Options for one call: wc_run(job, &WC_RUN_OPTIONS(.bound = true, .deadline = 5000), &result). */
#define WC_RUN_OPTIONS(...) \
    ((struct wc_run_options){.size = sizeof(struct wc_run_options), __VA_ARGS__})

/* Runs all launches of the job, compares what it expects and saves what it asks to save.
 * When the run was cut short (WC_DEADLOCK, WC_INTERRUPTED, WC_KERNEL_FAULT) a result with what is
 * known so far comes out all the same; without one *out is NULL. A difference from an expected
 * output is WC_MISMATCH, and the result says where. `options` may be NULL: all of them 0. */
WC_API enum wc_status wc_run(wc_job *job, const struct wc_run_options *options, wc_result **out);
WC_API enum wc_status wc_result_text(const wc_result *result, enum wc_format format, char **out);
/* A statistic by its JSON name ("warp_instructions"), "bound" in cycles, "tightness", or
 * "out_of_bounds", the accesses that WC_OUT_OF_BOUNDS_WARN tolerated; false when the machine has
 * none of that name or the run could not measure it. */
WC_API bool wc_result_value(const wc_result *result, const char *name, double *out);
/* The first such access of an instruction, in words; NULL after the last one that is listed. The
 * text belongs to the result. */
WC_API const char *wc_result_out_of_bounds(const wc_result *result, size_t i);
WC_API void wc_result_free(wc_result *result);

/* Runs the job, and again with a parameter changed or buffers fixed where it is short, and says in
 * plain sentences what takes its time and what to try. Nothing is saved. Of the options the limits
 * count. A job with wrong outputs gives WC_MISMATCH and an explanation, and so does a run that was
 * cut short with its status. Runs with something changed are left out where a run writes to memory
 * of the caller. */
typedef struct wc_explanation wc_explanation;
WC_API enum wc_status wc_explain(wc_job *job, const struct wc_run_options *options,
                                 wc_explanation **out);
WC_API enum wc_status wc_explanation_text(const wc_explanation *explanation, enum wc_format format,
                                          char **out);
WC_API void wc_explanation_free(wc_explanation *explanation);

/* The statistics of the machine that a result is from have numbers, from 0 to
 * wc_statistic_count() - 1. Numbers differ between machines and versions of the library; names mean
 * the same everywhere. Past the last one the texts are NULL. */
WC_API size_t wc_statistic_count(const wc_result *result);
/* Its path in JSON: "stalls.fetch". */
WC_API const char *wc_statistic_name(const wc_result *result, size_t i);
/* "cycles" */
WC_API const char *wc_statistic_unit(const wc_result *result, size_t i);
/* Its meaning in one sentence. */
WC_API const char *wc_statistic_about(const wc_result *result, size_t i);
/* Of a derived one; NULL: counted. */
WC_API const char *wc_statistic_formula(const wc_result *result, size_t i);
/* Only clocked runs have it. */
WC_API bool wc_statistic_is_timed(const wc_result *result, size_t i);
/* The value over all launches; false when this run does not have it: a bound without a run, a timed
 * statistic of a functional run, or what a setting turned off. Counts are exact up to 2^53. */
WC_API bool wc_result_statistic(const wc_result *result, size_t i, double *out);

/* The launches of a run in their order; of a run that was cut short, those that began. */
WC_API size_t wc_result_launch_count(const wc_result *result);
/* NULL past the last launch. It belongs to the result. */
WC_API const char *wc_result_launch_kernel(const wc_result *result, size_t launch);
/* A statistic of one launch, by its JSON name or by its number. */
WC_API bool wc_result_launch_value(const wc_result *result, size_t launch, const char *name,
                                   double *out);
WC_API bool wc_result_launch_statistic(const wc_result *result, size_t launch, size_t i,
                                       double *out);
/* The worst-case bound of one launch in cycles; false when none was asked for or derived. */
WC_API bool wc_result_launch_bound(const wc_result *result, size_t launch, uint64_t *cycles);

/* Where two logs of steps part: WC_OK when nowhere, WC_MISMATCH when *out names the first warp,
 * instruction, lane and register. */
WC_API enum wc_status wc_first_diff(wc_context *context, const char *a, const char *b, char **out);

/* ---- one call, as PasTiS has it ---- */

enum wc_parameter_kind {
    WC_PARAMETER_POINTER, WC_PARAMETER_INT, WC_PARAMETER_LONG, WC_PARAMETER_FLOAT,
    WC_PARAMETER_DOUBLE, WC_PARAMETER_BYTES,
};
struct wc_parameter {
    enum wc_parameter_kind kind;
    union {
        void *ptr; /* of the host, used in place */
        int32_t i;
        int64_t l;
        float f;
        double d;
        const void *bytes; /* a structure by value; its size is in wc_simulation */
    } val;
};

/* One launch in full; what is 0 or NULL has its default. */
struct wc_simulation {
    size_t size;                 /* of this struct: sizeof (struct wc_simulation) */
    const char *kernel;          /* NULL: the file's only one */
    uint32_t grid[3], block[3];  /* 0: 1 */
    const struct wc_parameter *parameters;
    size_t parameter_count;
    const uint64_t *bytes;       /* by parameter: the size of a structure, or of what a pointer
                                    points to; NULL or 0: as with wc_job_arg_pointer() */
    uint32_t shared;             /* bytes of dynamic shared memory */
    const char *machine;         /* NULL: by the type of the file */
    bool functional;             /* no clock */
};
#define WC_SIMULATION(...) \
    ((struct wc_simulation){.size = sizeof(struct wc_simulation), __VA_ARGS__})

/* Runs one kernel of a file. `out` may be NULL. */
WC_API enum wc_status wc_simulate_launch(wc_context *context, const char *file,
                                         const struct wc_simulation *simulation, wc_result **out);
/* kernel<<<blocks, threads>>>(parameters...) for the only kernel of the file. The array must hold
 * as many parameters as the file says the kernel takes; it is only checked that they can be read.
 * Pointers have no sizes either (wc_job_arg_pointer() with 0). *cycles, unless NULL, receives the
 * cycles taken. */
WC_API enum wc_status wc_simulate(wc_context *context, const char *file, uint32_t blocks,
                                  uint32_t threads, const struct wc_parameter *parameters,
                                  uint64_t *cycles);

/* ---- devices: memory and binaries that stay between launches, as a driver has them ---- */

/* A machine by name, with "key=value" texts. Its memory is the caller's. */
WC_API enum wc_status wc_device_new(wc_context *context, const char *machine,
                                    const char *const *sets, size_t set_count, wc_device **out);
/* Also frees its modules. */
WC_API void wc_device_free(wc_device *device);
/* The addresses that the machine has for buffers, and the alignment of their first byte. */
WC_API void wc_device_heap(const wc_device *device, uint64_t *base, uint64_t *end,
                           uint64_t *align);
/* A number of the machine by its dotted path ("sm.warps"); false: there is none. */
WC_API bool wc_device_number(const wc_device *device, const char *name, double *out);
/* Its "name", "isa" or "model", or a parameter as text ("isa.a"); NULL: there is none. */
WC_API const char *wc_device_text(const wc_device *device, const char *name);
/* Of its clock; 0: the machine file has none. */
WC_API uint32_t wc_device_clock_mhz(const wc_device *device);
/* Kernels may access these bytes of the caller, at the same address, from now on. They must stay
 * mapped until wc_device_unmap(). `name` is for messages. */
WC_API enum wc_status wc_device_map(wc_device *device, const char *name, void *host,
                                    uint64_t bytes);
WC_API enum wc_status wc_device_unmap(wc_device *device, void *host);
/* The same at an address of the device's own: for machines with 32-bit addresses. */
WC_API enum wc_status wc_device_map_at(wc_device *device, const char *name, uint64_t address,
                                       void *host, uint64_t bytes);
WC_API enum wc_status wc_device_unmap_at(wc_device *device, uint64_t address);
/* Where the bytes of a device address are, mapped memory or a variable of a module; NULL: not all
 * of them are in one. */
WC_API void *wc_device_bytes(const wc_device *device, uint64_t address, uint64_t bytes);
/* Bytes for malloc() in kernels, before the first module that calls it; 0: the default, 8 MiB. */
WC_API enum wc_status wc_device_malloc_heap(wc_device *device, uint64_t bytes);

/* A kernel binary in memory; copied. `name` is for messages. Its
 * variables keep their contents between launches. */
WC_API enum wc_status wc_module_load(wc_device *device, const char *name, const void *bytes,
                                     uint64_t size, wc_module **out);
WC_API void wc_module_free(wc_module *module);
/* A variable by name, or the i-th one; false: there is none. */
WC_API bool wc_module_variable(const wc_module *module, const char *name, uint64_t *address,
                               uint64_t *bytes);
WC_API const char *wc_module_variable_name(const wc_module *module, size_t i);

/* What a binary says about a kernel; filled up to the `size` that the caller sets. */
struct wc_kernel_facts {
    size_t size;
    uint32_t registers, shared, local, constant; /* per thread; bytes per block, thread, module */
    uint32_t max_threads;                        /* per block; 0: any */
    uint32_t parameter_count, parameter_bytes;   /* the bytes of all of them with their gaps */
    uint32_t architecture;                       /* 61 for sm_61 */
    uint32_t required_block[3];                  /* all 0: any */
};
/* The name of the i-th kernel; NULL: there is none. */
WC_API const char *wc_module_kernel_name(const wc_module *module, size_t i);
WC_API enum wc_status wc_module_kernel(const wc_module *module, const char *kernel,
                                       struct wc_kernel_facts *out);
/* Place and size of a parameter among the bytes of all; false: there is no such parameter. */
WC_API bool wc_module_parameter(const wc_module *module, const char *kernel, size_t i,
                                uint32_t *offset, uint32_t *bytes);

/* What a parameter is; a binary that has only its size says nothing else about it. */
enum wc_parameter_use {
    WC_USE_UNKNOWN, WC_USE_VALUE, WC_USE_GLOBAL, WC_USE_CONSTANT,
    WC_USE_LOCAL, /* its bytes of the arguments are the size of this local memory */
};
struct wc_parameter_facts {
    size_t size; /* of this struct, set by the caller */
    enum wc_parameter_use use;
    uint32_t offset, bytes;
    const char *name, *type; /* of the source; NULL: unknown */
};
WC_API enum wc_status wc_module_parameter_facts(const wc_module *module, const char *kernel,
                                                size_t i, struct wc_parameter_facts *out);

struct wc_device_launch {
    size_t size;                /* of this struct */
    const char *kernel;
    uint32_t grid[3], block[3];
    uint32_t shared, stack;     /* bytes of dynamic shared memory per block; of stack per thread */
    const void *arguments;      /* parameter_bytes of them, as the kernel expects them */
    bool functional;            /* no clock */
    uint64_t max_cycles;        /* 0: no limit */
    bool cooperative;           /* as wc_job_cooperative() */
    uint32_t offset[3];         /* added to global ids (OpenCL); GCN3 only */
    enum wc_out_of_bounds on_out_of_bounds;
    const struct wc_texture *textures; /* the handle of the first one is 1 */
    size_t texture_count;
};
#define WC_DEVICE_LAUNCH(...) \
    ((struct wc_device_launch){.size = sizeof(struct wc_device_launch), __VA_ARGS__})
/* Runs a kernel to its end. As with wc_run() a launch that was cut short has a result too; one that
 * is refused (WC_BAD_INPUT) has none. */
WC_API enum wc_status wc_device_run(wc_module *module, const struct wc_device_launch *launch,
                                    wc_result **out);

/* ---- comparing: rows are jobs, columns machines ---- */

WC_API enum wc_status wc_comparison_new(wc_context *context, wc_comparison **out);
/* `result` may be NULL for a cell that could not be run; `note` then says why. */
WC_API enum wc_status wc_comparison_add(wc_comparison *comparison, const char *job,
                                        const char *machine, const wc_result *result,
                                        const char *note);
WC_API enum wc_status wc_comparison_text(const wc_comparison *comparison, enum wc_format format,
                                         char **out);
/* The name of its i-th figure, for a file: "cycles" (with bounds, if they were asked for),
 * "speed-up" over the first column; NULL after the last one. */
WC_API const char *wc_comparison_figure_name(const wc_comparison *comparison, size_t i);
/* As WC_SVG or WC_CSV. */
WC_API enum wc_status wc_comparison_figure(const wc_comparison *comparison, size_t i,
                                           enum wc_format format, char **out);
WC_API void wc_comparison_free(wc_comparison *comparison);

/* ---- kernel binaries ---- */

WC_API enum wc_status wc_binary_open(wc_context *context, const char *path, wc_binary **out);
WC_API void wc_binary_free(wc_binary *binary);
WC_API enum wc_status wc_binary_info(wc_binary *binary, enum wc_format format, char **out);
/* `kernel` NULL means all of them. */
WC_API enum wc_status wc_binary_disassemble(wc_binary *binary, const char *kernel,
                                            enum wc_format format, char **out);
/* The same for large binaries: handed out in parts as it is made. `write` returns false to end it,
 * which is WC_INTERRUPTED. */
typedef bool wc_write_fn(void *user, const char *bytes, size_t length);
WC_API enum wc_status wc_binary_disassemble_to(wc_binary *binary, const char *kernel,
                                               enum wc_format format, wc_write_fn *write,
                                               void *user);
WC_API enum wc_status wc_binary_flow_graph(wc_binary *binary, const char *kernel,
                                           enum wc_format format, char **out);
WC_API enum wc_status wc_binary_flow_graph_to(wc_binary *binary, const char *kernel,
                                              enum wc_format format, wc_write_fn *write,
                                              void *user);

/* ---- machines and reference ---- */

WC_API enum wc_status wc_machines_text(wc_context *context, enum wc_format format, char **out);
/* Every parameter with value, unit and source. `sets` are "key=value" texts, applied in order. */
WC_API enum wc_status wc_machine_text(wc_context *context, const char *machine,
                                      const char *const *sets, size_t set_count,
                                      enum wc_format format, char **out);
/* The i-th machine's name, NULL after the last one (wc_error_status() is then WC_OK). */
WC_API const char *wc_machine_name(wc_context *context, size_t i);
/* Every statistic with unit, meaning and formula. */
WC_API enum wc_status wc_statistics_text(wc_context *context, enum wc_format format, char **out);
/* Names of the instruction sets; NULL after the last one. */
WC_API extern const char *const wc_instruction_sets[];
/* Every instruction of an instruction set ("rv32"), as its table has it. */
WC_API enum wc_status wc_instructions_text(wc_context *context, const char *isa,
                                           enum wc_format format, char **out);

/* ---- compiler passes ---- */

/* Inserts SPLIT, JOIN and PRED into structured RISC-V compiler assembly. `name` is for messages. */
WC_API enum wc_status wc_diverge(wc_context *context, const char *name, const char *assembly,
                                 size_t length, char **out);

/* How split points are chosen among the marked branches (PWS). */
enum wc_split_select {
    WC_SPLIT_PAPER,   /* SELECT, the paper's Algorithm 1 */
    WC_SPLIT_OPTIMAL, /* the smallest worst case of a wavefront, by an estimate of block costs */
};

struct wc_split_options {
    size_t size;        /* of this struct: sizeof (struct wc_split_options) */
    const char *kernel; /* NULL: all kernels of the file */
    uint32_t depth;     /* S: contexts per wavefront for its parts; 0: 3, as gcn3-pws has */
    enum wc_split_select select;
    const char *const *marks; /* "0x1a8" or "k.cl:17": only these branches; none: those that split
                                 instructions of the code mark, or else all */
    size_t mark_count;
    bool tags;          /* merges name their split */
};
#define WC_SPLIT_OPTIONS(...) \
    ((struct wc_split_options){.size = sizeof(struct wc_split_options), __VA_ARGS__})

typedef struct wc_splitting wc_splitting;

/* Inserts split and merge instructions into a GCN3 code object. `options` may be NULL. A
 * kernel whose control flow has no structure is left as it is, unless it is the only one. */
WC_API enum wc_status wc_split(wc_binary *binary, const struct wc_split_options *options,
                               wc_splitting **out);
/* Every divergent branch: where it is, whether it splits, and if it cannot, why. */
WC_API enum wc_status wc_splitting_text(const wc_splitting *splitting, enum wc_format format,
                                        char **out);
/* The new file; without split points a copy of the original. It belongs to the handle. */
WC_API const void *wc_splitting_bytes(const wc_splitting *splitting, size_t *size);
/* The split points, for runs of the unmodified file (wc_job_split()). */
WC_API enum wc_status wc_splitting_table(const wc_splitting *splitting, char **out);
WC_API void wc_splitting_free(wc_splitting *splitting);

/* ---- papers: their experiments again, their figures beside ours ---- */

typedef struct wc_paper wc_paper;

/* The i-th paper's name ("swas", "pastis" ...), and its i-th table's; NULL after the last one. */
WC_API const char *wc_paper_name(size_t i);
WC_API const char *wc_paper_table_name(const char *paper, size_t i);
/* Makes the runs that a table needs, or all tables when it is NULL. When runs go wrong a
 * report with gaps comes out all the same; without one, as after an interrupt, *out is NULL. */
WC_API enum wc_status wc_paper_rerun(wc_context *context, const char *paper, const char *table,
                                     wc_paper **out);
WC_API enum wc_status wc_paper_text(const wc_paper *paper, enum wc_format format, char **out);
/* The name of its i-th figure, for a file; NULL after the last one. A table with numbers has one,
 * or one per pair of published and own numbers. */
WC_API const char *wc_paper_figure_name(const wc_paper *paper, size_t i);
/* As WC_SVG or WC_CSV. */
WC_API enum wc_status wc_paper_figure(const wc_paper *paper, size_t i, enum wc_format format,
                                      char **out);
WC_API void wc_paper_free(wc_paper *paper);

#ifdef __cplusplus
}
#endif

#endif
