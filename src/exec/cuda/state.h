/* SPDX-License-Identifier: Apache-2.0 */
/* state.h - the CUDA that a program sees: one device, its memory, modules, streams and events.
 *
 * The runtime and the driver API of a process share one state, as with NVIDIA's libraries. It is
 * the only variable of this library that changes: the API has no handle to keep it in. Every API
 * function enters it, which takes the lock and starts the device, and leaves it. Work is done when
 * it is asked for: streams are in order because nothing is ever pending. */
#ifndef WARPCLOCK_EXEC_CUDA_STATE_H
#define WARPCLOCK_EXEC_CUDA_STATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exec/cuda/cuda_abi.h"
#include "warpclock.h"

/* Kinds of memory, as cudaPointerGetAttributes() has them. */
enum range_kind { RANGE_HOST = 1, RANGE_DEVICE = 2, RANGE_MANAGED = 3 };

struct range {
    uint64_t base, bytes;
    enum range_kind kind;
    bool registered; /* memory that is there anyway: cudaHostRegister(), __managed__ */
};

struct ranges {
    struct range *list; /* by base */
    size_t count;
    uint64_t low, high, align; /* of the memory that is handed out */
    uint64_t used;             /* bytes of device and managed memory */
};

/* A fat binary that the program registered, or a module of the driver API. */
struct CUmod_st {
    struct CUmod_st *next;
    const void *bytes;
    uint64_t size;
    void *owned;       /* the same bytes, if they belong to the module */
    wc_module *module; /* NULL: not loaded yet */
    cudaError_t error; /* of loading */
    unsigned number;   /* from 1 */
    bool is_recorded;  /* its file is in the folder of jobs */
};

struct kernel_parameter {
    uint32_t offset, bytes;
};

/* A kernel of a module, and the host function that stands for it. */
struct CUfunc_st {
    struct CUfunc_st *next;
    struct CUmod_st *module;
    const void *host; /* or NULL */
    char *name;
    bool known; /* the following were read from the binary */
    struct wc_kernel_facts facts;
    struct kernel_parameter *parameters;
    int max_dynamic_shared; /* set by the program; 0: the default */
};

/* A variable of a module, and the host variable that stands for it. */
struct variable {
    struct variable *next;
    struct CUmod_st *module;
    const void *host;
    char *name;
    void **managed; /* of a __managed__ one: the host's pointer to it; else NULL */
    uint64_t bytes;
};

struct CUstream_st {
    struct CUstream_st *next;
    unsigned flags;
    int priority;
};

struct CUevent_st {
    struct CUevent_st *next;
    unsigned flags;
    bool recorded;
    double ns;
};

struct recorder;

struct cuda {
    pthread_mutex_t lock;
    bool started;
    cudaError_t start_error; /* why there is no device */
    cudaError_t sticky;      /* of a kernel that went wrong: every later call fails */
    wc_context *context;
    wc_device *device;
    struct ranges ranges;
    struct CUmod_st *modules;
    struct CUfunc_st *functions;
    struct variable *variables;
    struct CUstream_st *streams;
    struct CUevent_st *events;
    unsigned module_count;
    bool functional;
    uint64_t max_cycles;
    uint64_t stack_bytes, heap_bytes; /* cudaDeviceSetLimit(); 0: default */
    double ns;                        /* simulated time since the device was started */
    unsigned context_depth;           /* of the driver API's stack */
    int report;                       /* file descriptor, or -1 */
    struct recorder *recorder;        /* or NULL */
};

extern struct cuda cuda;

/* Takes the lock and starts the device. The error is the one of the start or of a kernel before. */
cudaError_t cuda_enter(void);
/* Releases the lock and keeps an error for cudaGetLastError(). */
cudaError_t cuda_leave(cudaError_t error);
/* The same for the driver API, which keeps none. */
CUresult cuda_leave_driver(cudaError_t error);
cudaError_t cuda_last_error(bool clear);
/* Without a device: registration before main(). */
void cuda_lock(void);
void cuda_unlock(void);

/* Prints "warpclock: ..." on standard error. */
void cuda_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The library's latest error as a line on standard error; `about` starts it. */
void cuda_complain_library(const char *about);

/* Simulated time, or in a run without a clock the host's. */
double cuda_now_ns(void);
/* A number of the machine; `otherwise` if the machine has none of that name. */
double cuda_number(const char *name, double otherwise);

/* ---- ranges.c: memory ---- */
cudaError_t ranges_open(struct ranges *ranges, const wc_device *device);
cudaError_t ranges_take(uint64_t bytes, enum range_kind kind, void **out);
cudaError_t ranges_give_back(void *pointer);
cudaError_t ranges_register(void *pointer, uint64_t bytes, enum range_kind kind);
cudaError_t ranges_unregister(void *pointer);
/* The range that holds an address, or NULL. */
const struct range *ranges_find(uint64_t address);
void ranges_drop_all(void);
/* Where the bytes of a device address are; NULL: not all of them are the device's. */
void *ranges_device_bytes(const void *pointer, uint64_t bytes);

/* ---- copies.c ---- */
cudaError_t cuda_copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cuda_copy_lines(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                            size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cuda_fill(void *to, const void *pattern, size_t pattern_bytes, size_t count);
cudaError_t cuda_fill_lines(void *to, size_t pitch, int value, size_t width, size_t height);

/* ---- modules.c ---- */
struct CUmod_st *module_add(const void *bytes, uint64_t size, void *owned);
void module_drop(struct CUmod_st *module);
/* The size of a fat binary or a cubin at an address; 0: it is neither. */
uint64_t module_bytes(const void *bytes);
cudaError_t module_load(struct CUmod_st *module);
bool module_is_known(const struct CUmod_st *module);
struct CUfunc_st *function_add(struct CUmod_st *module, const char *name, const void *host);
/* By the host function that stands for it, or by its handle; with its facts. */
cudaError_t function_find(const void *host, struct CUfunc_st **out);
cudaError_t function_know(struct CUfunc_st *function);
bool function_is_known(const struct CUfunc_st *function);
struct variable *variable_add(struct CUmod_st *module, const char *name, const void *host);
cudaError_t variable_find(const void *host, uint64_t *address, uint64_t *bytes);

/* ---- launch.c ---- */
struct launch_sizes {
    uint32_t grid[3], block[3];
    uint64_t shared;
};
/* `arguments` point to the values, in order. */
cudaError_t cuda_launch(struct CUfunc_st *function, const struct launch_sizes *sizes,
                        void *const *arguments);
/* The same with all parameters in one piece. */
cudaError_t cuda_launch_packed(struct CUfunc_st *function, const struct launch_sizes *sizes,
                               const void *packed, size_t bytes);
int cuda_occupancy(const struct CUfunc_st *function, int threads, size_t shared);

/* ---- handles.c ---- */
cudaError_t stream_new(unsigned flags, int priority, struct CUstream_st **out);
cudaError_t stream_drop(struct CUstream_st *stream);
/* Success for the default streams too. */
cudaError_t stream_check(const struct CUstream_st *stream);
cudaError_t event_new(unsigned flags, struct CUevent_st **out);
cudaError_t event_drop(struct CUevent_st *event);
cudaError_t event_record(struct CUevent_st *event, const struct CUstream_st *stream);
cudaError_t event_check(const struct CUevent_st *event);
cudaError_t event_elapsed(float *ms, const struct CUevent_st *start, const struct CUevent_st *end);

/* ---- properties.c ---- */
cudaError_t cuda_attribute(int attribute, int *value);
uint64_t cuda_total_memory(void);

/* ---- record.c ---- */
struct recorder *recorder_open(const char *folder, uint64_t max_launches);
/* Before and after a launch. *path is the job, or NULL; it belongs to the recorder. False: the job
 * could not be written. */
void recorder_begin(struct recorder *recorder, struct CUfunc_st *function,
                    const struct launch_sizes *sizes, const uint8_t *arguments);
bool recorder_end(struct recorder *recorder, bool ran, const char **path);

#endif
