/* SPDX-License-Identifier: Apache-2.0 */
/* state.h - the device that a program sees: its memory, modules, streams and events. CUDA and HIP
 * are names and layouts in front of it.
 *
 * All interfaces of one library share one state. It is the only variable of the library that
 * changes: CUDA and HIP have no handle to keep it in. Every API function enters it, which takes the
 * lock and starts the device, and leaves it. Work is done when
 * it is asked for: streams are in order because nothing is ever pending. */
#ifndef WARPCLOCK_EXEC_COMMON_STATE_H
#define WARPCLOCK_EXEC_COMMON_STATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "warpclock.h"

/* Codes of CUDA and HIP, which have the same numbers. */
typedef unsigned exec_error;
enum {
    ERROR_NONE = 0,
    ERROR_INVALID_VALUE = 1,
    ERROR_OUT_OF_MEMORY = 2,
    ERROR_INVALID_CONFIGURATION = 9,
    ERROR_INVALID_PITCH = 12,
    ERROR_INVALID_SYMBOL = 13,
    ERROR_INVALID_DIRECTION = 21,
    ERROR_MISSING_CONFIGURATION = 52,
    ERROR_INVALID_FUNCTION = 98,
    ERROR_NO_DEVICE = 100,
    ERROR_INVALID_IMAGE = 200,
    ERROR_NO_BINARY = 209,
    ERROR_FILE_NOT_FOUND = 301,
    ERROR_INVALID_HANDLE = 400,
    ERROR_NOT_FOUND = 500,
    ERROR_NOT_READY = 600,
    ERROR_ILLEGAL_ADDRESS = 700,
    ERROR_LAUNCH_TIMEOUT = 702,
    ERROR_ASSERT = 710,
    ERROR_ALREADY_REGISTERED = 712,
    ERROR_NOT_REGISTERED = 713,
    ERROR_ILLEGAL_INSTRUCTION = 715,
    ERROR_MISALIGNED_ADDRESS = 716,
    ERROR_LAUNCH_FAILURE = 719,
    ERROR_NOT_SUPPORTED = 801,
};

/* What differs between the libraries: each defines one. */
struct exec_function;
struct exec_interface {
    const char *machine; /* without EXEC_MACHINE */
    const char *programs, *isa; /* whose instructions a machine must have; NULL: any */
    const char *device;  /* its name */
    int (*version)(void); /* of the interface */
    int wrapper_magic;   /* of a binary that the compiler registers */
    const char *elf_ending, *bundle_ending; /* of recorded binaries */
    bool has_fault_codes; /* for wrong instructions and alignment */
    uint32_t (*block_threads)(void), (*block_shared)(void), (*unit_shared)(void); /* the maximum */
    /* Blocks of a kernel that fit into an SM or compute unit at once. */
    int (*occupancy)(const struct exec_function *function, int threads, size_t shared);
    bool has_handles; /* programs know memory by handles: its addresses need not be the host's */
};
extern const struct exec_interface exec_interface;

/* Kinds of memory, as the attributes of a CUDA pointer have them. */
enum range_kind { RANGE_HOST = 1, RANGE_DEVICE = 2, RANGE_MANAGED = 3 };

/* Settings of a pool that programs write and read back, and what is taken from it. */
enum { POOL_REUSES = 3 };
struct exec_pool {
    struct exec_pool *next;
    int reuse[POOL_REUSES]; /* change nothing: memory is there at once */
    uint64_t threshold;
    uint64_t used, high; /* bytes */
    bool is_default;
    bool dropped; /* by the program; some of its memory is in use */
};

struct range {
    uint64_t base, bytes;
    enum range_kind kind;
    bool registered; /* memory that is there anyway: of the host, or __managed__ */
    struct exec_pool *pool; /* that it was taken from, or NULL */
};

struct ranges {
    struct range *list; /* by base */
    size_t count;
    uint64_t low, high, align; /* of the memory that is handed out */
    uint64_t shift;            /* from an address to the host's; 0 unless has_handles */
    uint64_t used;             /* bytes of device and managed memory */
};

/* A binary that the program registered, or loaded as a module. */
struct exec_module {
    struct exec_module *next;
    const void *bytes;
    uint64_t size;
    void *owned;       /* the same bytes, if they belong to the module */
    wc_module *module; /* NULL: not loaded yet */
    exec_error error; /* of loading */
    unsigned number;   /* from 1 */
    bool is_recorded;  /* its file is in the folder of jobs */
};

struct kernel_parameter {
    uint32_t offset, bytes;
    enum wc_parameter_use use;
    bool is_float;
};

/* A kernel of a module, and the host function that stands for it. */
struct exec_function {
    struct exec_function *next;
    struct exec_module *module;
    const void *host; /* or NULL */
    char *name;
    bool known; /* the following were read from the binary */
    struct wc_kernel_facts facts;
    struct kernel_parameter *parameters;
    int max_dynamic_shared; /* set by the program; 0: the default */
    bool warned;            /* its accesses outside all buffers were reported */
};

/* A variable of a module, and the host variable that stands for it. */
struct variable {
    struct variable *next;
    struct exec_module *module;
    const void *host;
    char *name;
    void **managed; /* of a __managed__ one: the host's pointer to it; else NULL */
    const void *initial; /* its first contents, if kernels read it through a pointer too; or NULL */
    uint64_t bytes;
};

struct exec_stream {
    struct exec_stream *next;
    unsigned flags;
    int priority;
};

struct exec_event {
    struct exec_event *next;
    unsigned flags;
    bool recorded;
    double ns;
};

/* A texture or surface: an object of the program, or a bound reference. */
struct exec_texture {
    struct wc_texture texture;
    const struct exec_module *module; /* of a reference */
    const void *host;                 /* the host variable that stands for it, or NULL */
    bool live;
};

/* The command's descriptor of it, and what tells the file from others. */
struct report_file {
    int process, descriptor;
    unsigned long long device, inode;
};

struct recorder;

struct exec {
    pthread_mutex_t lock;
    bool started;
    exec_error start_error; /* why there is no device */
    exec_error sticky;      /* of a kernel that went wrong: every later call fails */
    wc_context *context;
    wc_device *device;
    struct ranges ranges;
    struct exec_module *modules;
    struct exec_function *functions;
    struct variable *variables;
    struct exec_stream *streams;
    struct exec_event *events;
    struct exec_pool *pools, *pool; /* all; the current one, NULL: the default */
    struct exec_texture *textures; /* by handle, the first one is 1 */
    size_t texture_count;
    unsigned module_count;
    bool functional;
    bool tolerant; /* accesses outside all buffers are reported and do not stop a launch */
    uint64_t max_cycles;
    uint64_t stack_bytes, heap_bytes; /* limits that the program set; 0: default */
    double ns;                        /* simulated time since the device was started */
    bool reports;                     /* launches, to the command */
    struct report_file report_file;
    struct recorder *recorder;        /* or NULL */
};

extern struct exec exec;

/* Takes the lock and starts the device. The error is the one of the start or of a kernel before. */
exec_error exec_enter(void);
/* Releases the lock and keeps an error as the latest one. */
exec_error exec_leave(exec_error error);
exec_error exec_last_error(bool clear);
/* Without a device: registration before main(). */
void exec_lock(void);
void exec_unlock(void);

/* Prints "warpclock: ..." on standard error. */
void exec_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The library's latest error as a line on standard error; `about` starts it. */
void exec_complain_library(const char *about);

/* Simulated time, or in a run without a clock the host's. */
double exec_now_ns(void);
/* A number of the machine; `otherwise` if the machine has none of that name. */
double exec_number(const char *name, double otherwise);

/* ---- ranges.c: memory ---- */
exec_error ranges_open(struct ranges *ranges, const wc_device *device);
exec_error ranges_take(uint64_t bytes, enum range_kind kind, void **out);
/* Device memory that counts as the pool's. */
exec_error ranges_take_from(struct exec_pool *pool, uint64_t bytes, void **out);
exec_error ranges_give_back(void *pointer);
exec_error ranges_register(void *pointer, uint64_t bytes, enum range_kind kind);
exec_error ranges_unregister(void *pointer);
/* The range that holds an address, or NULL. */
const struct range *ranges_find(uint64_t address);
void ranges_drop_all(void);
uint64_t exec_total_memory(void);
/* Where the bytes of a device address are; NULL: not all of them are the device's. */
void *ranges_device_bytes(const void *pointer, uint64_t bytes);

/* ---- process.c ---- */
/* A library that the program or one of its libraries needs: the first whose name begins with
 * `start`, after that; NULL: none. */
const char *process_needs(const char *start);

/* ---- pools.c ---- */
exec_error pool_new(struct exec_pool **out);
exec_error pool_default(struct exec_pool **out);
exec_error pool_current(struct exec_pool **out);
exec_error pool_check(const struct exec_pool *pool);
exec_error pool_drop(struct exec_pool *pool);
/* Counts memory of a pool. */
void pool_take(struct exec_pool *pool, uint64_t bytes);
void pool_give_back(struct exec_pool *pool, uint64_t bytes);

/* ---- copies.c ---- */
enum copy_kind { COPY_WITHIN_HOST, COPY_TO_DEVICE, COPY_TO_HOST, COPY_WITHIN_DEVICE, COPY_ANY };
exec_error exec_copy(void *to, const void *from, size_t bytes, int kind);
exec_error exec_copy_lines(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                            size_t width, size_t height, int kind);
exec_error exec_fill(void *to, const void *pattern, size_t pattern_bytes, size_t count);

/* Where a box of bytes, lines and slices is in memory. */
struct exec_box {
    const void *memory;
    size_t pitch, slice; /* bytes from line to line, from slice to slice */
    size_t x, y, z;      /* bytes, lines and slices in front of the box */
};
/* Sizes are in bytes, lines and slices. `memory` is in one piece up to the end of the box. */
exec_error exec_copy_box(const struct exec_box *to, const struct exec_box *from,
                         const size_t size[3], int kind);
exec_error exec_fill_box(const struct exec_box *to, const size_t size[3], const void *pattern,
                         size_t pattern_bytes);
/* Bytes of a slice; SIZE_MAX, which no box has: too many. */
size_t exec_slice(size_t pitch, size_t lines);
/* Bytes in front of a box that is not empty, and up to its end; false: more than memory has. */
bool box_range(const struct exec_box *box, const size_t size[3], size_t *first, size_t *end);
/* Whether so many bytes can be a program's memory. */
bool host_has(const void *pointer, size_t bytes);

/* ---- modules.c ---- */
struct exec_module *module_add(const void *bytes, uint64_t size, void *owned);
void module_drop(struct exec_module *module);
/* The size of a fat binary, a bundle or an ELF file at an address; 0: it is none of them. */
uint64_t module_bytes(const void *bytes);
exec_error module_load(struct exec_module *module);
/* A loaded module from a file, or from bytes that the caller may free. */
exec_error module_open_file(const char *path, struct exec_module **out);
exec_error module_open_bytes(const void *bytes, uint64_t size, struct exec_module **out);
bool module_is_known(const struct exec_module *module);
struct exec_function *function_add(struct exec_module *module, const char *name, const void *host);
/* By the host function that stands for it, or by its handle; with its facts. */
exec_error function_find(const void *host, struct exec_function **out);
exec_error function_know(struct exec_function *function);
/* The kernel of a module with that name, made on first use. */
exec_error function_named(struct exec_module *module, const char *name,
                          struct exec_function **out);
bool function_is_known(const struct exec_function *function);
struct variable *variable_add(struct exec_module *module, const char *name, const void *host);
exec_error variable_find(const void *host, uint64_t *address, uint64_t *bytes);

/* ---- textures.c ---- */
/* `module` and `host` of a reference, else NULL; `handle` may be NULL. */
exec_error texture_add(const struct wc_texture *texture, const struct exec_module *module,
                       const void *host, uint64_t *handle);
exec_error texture_drop(uint64_t handle);
void texture_drop_host(const void *host);
/* All of them, for launches of a module; for free(). */
struct wc_texture *textures_of(const struct exec_module *module);

/* ---- launch.c ---- */
struct launch_sizes {
    uint32_t grid[3], block[3];
    uint64_t shared;
    bool cooperative; /* all blocks are resident at once */
    uint32_t offset[3]; /* of global ids */
};
/* `arguments` point to the values, in order. */
exec_error exec_launch(struct exec_function *function, const struct launch_sizes *sizes,
                        void *const *arguments);
/* The same with all parameters in one piece. */
exec_error exec_launch_packed(struct exec_function *function, const struct launch_sizes *sizes,
                               const void *packed, size_t bytes);

/* ---- calls.c: between the two halves of a <<<...>>> call ---- */
struct exec_call {
    struct launch_sizes sizes;
    struct exec_stream *stream;
    uint8_t *arguments; /* of the latest call, as far as they were added; NULL: none */
    size_t argument_bytes;
};
bool calls_push(struct exec_call call);
exec_error calls_add_argument(const void *argument, size_t bytes, size_t offset);
/* `arguments` are for free(). */
bool calls_pop(struct exec_call *out);

/* ---- handles.c ---- */
exec_error stream_new(unsigned flags, int priority, struct exec_stream **out);
exec_error stream_drop(struct exec_stream *stream);
/* Success for the default streams too. */
exec_error stream_check(const struct exec_stream *stream);
exec_error event_new(unsigned flags, struct exec_event **out);
exec_error event_drop(struct exec_event *event);
exec_error event_record(struct exec_event *event, const struct exec_stream *stream);
exec_error event_check(const struct exec_event *event);
exec_error event_elapsed(float *ms, const struct exec_event *start, const struct exec_event *end);

/* ---- report.c ---- */
/* False: nobody wants reports. */
bool report_find(struct report_file *file);
/* False: a line is lost, and standard error says so. */
bool report_line(const char *line);

/* ---- record.c ---- */
struct recorder *recorder_open(const char *folder, uint64_t max_launches);
/* Before and after a launch. *path is the job, or NULL: it was refused, or is not to be recorded;
 * it belongs to the recorder. False: the job could not be written. */
void recorder_begin(struct recorder *recorder, struct exec_function *function,
                    const struct launch_sizes *sizes, const uint8_t *arguments);
bool recorder_end(struct recorder *recorder, enum wc_status status, const char **path);

#endif
