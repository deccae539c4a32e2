/* SPDX-License-Identifier: Apache-2.0 */
/* state.h - the OpenCL that a program sees: one platform with one device, and its objects.
 *
 * Commands are done when they are enqueued: queues are in order because nothing is ever pending.
 * Every API function holds the lock of the device (HOLD_LOCK). */
#ifndef WARPCLOCK_EXEC_OPENCL_STATE_H
#define WARPCLOCK_EXEC_OPENCL_STATE_H

#include <stdbool.h>

#include "exec/common/state.h"
#include "exec/opencl/opencl_abi.h"

enum object_kind {
    OBJECT_PLATFORM = 0x70437761, /* a word that no other memory has by chance */
    OBJECT_DEVICE, OBJECT_CONTEXT, OBJECT_QUEUE, OBJECT_MEMORY, OBJECT_PROGRAM, OBJECT_KERNEL,
    OBJECT_EVENT,
    OBJECT_END,
};

/* The start of every object. An ICD loader finds the functions in the first word. */
struct object {
    void *const *dispatch;
    enum object_kind kind;
    cl_uint references;
    struct object *next; /* of those whose last reference is gone */
};

struct _cl_platform_id {
    struct object object;
};

struct _cl_device_id {
    struct object object;
};

struct _cl_context {
    struct object object;
    cl_property *properties; /* as given, ended by 0; NULL: none */
    size_t property_count;   /* with the 0 */
};

struct _cl_command_queue {
    struct object object;
    cl_context context;
    cl_bitfield properties;
};

/* A part of a buffer that the program has mapped. */
struct mapping {
    struct mapping *next;
    uint8_t *at; /* the program's pointer */
    size_t offset, bytes;
    bool writes;
};

struct _cl_mem {
    struct object object;
    cl_context context;
    cl_mem parent; /* of a sub-buffer; else NULL */
    size_t origin; /* in the parent */
    cl_bitfield flags;
    void *host;        /* the program's memory of CL_MEM_USE_HOST_PTR; else NULL */
    uint64_t address;  /* on the device */
    uint8_t *contents; /* the same bytes, for the host */
    size_t bytes;
    struct mapping *mappings;
    struct memory_callback *callbacks;
    cl_mem next; /* of all buffers */
};

/* A kernel of a program as its binary describes it. */
struct kernel_description {
    struct exec_function *function;
    char *name;
    struct wc_kernel_facts facts;
    struct wc_parameter_facts *parameters; /* their texts belong to the description */
};

struct _cl_program {
    struct object object;
    cl_context context;
    char *source; /* NULL: made of a binary */
    char *options, *log;
    cl_int build_status;
    cl_uint binary_type;
    struct exec_module *module; /* its binary; NULL: not built */
    struct kernel_description *kernels;
    cl_uint kernel_count;
    struct variant *variants; /* with offsets of global ids compiled in */
};

struct _cl_kernel {
    struct object object;
    cl_program program;
    const struct kernel_description *description;
    uint8_t *arguments; /* as the kernel expects them */
    bool *given;
};

struct event_callback {
    struct event_callback *next;
    cl_notify_event *notify;
    void *user;
    cl_int status;
};

struct _cl_event {
    struct object object;
    cl_context context;
    cl_command_queue queue; /* NULL: a user event */
    cl_uint command;
    cl_int status;
    double begin_ns, end_ns;
    struct event_callback *callbacks; /* of a user event that is not complete */
};

struct opencl {
    cl_mem buffers;     /* all */
    cl_program placed;  /* whose binary is on the machine; NULL: none */
    struct object *freed[OBJECT_END - OBJECT_PLATFORM]; /* by kind: new objects take their memory */
};

extern struct opencl opencl;

/* ---- state.c ---- */
void *opencl_lock(void);
void opencl_unlock(void *const *lock);
/* Until the end of the function. */
#define HOLD_LOCK \
    void *const lock_held __attribute__((cleanup(opencl_unlock), unused)) = opencl_lock()

/* Starts the machine; an error: why there is no device. */
cl_int opencl_start(void);
/* Memory of the device, for the host too. */
cl_int opencl_take(size_t bytes, uint64_t *address, uint8_t **contents);
void opencl_give_back(uint64_t address);
extern struct _cl_platform_id opencl_platform;
extern struct _cl_device_id opencl_device;

/* A new object of `bytes` with one reference, or NULL. */
void *object_new(enum object_kind kind, size_t bytes);
/* Also for a handle whose object is gone: its memory stays, with no kind. */
bool object_is(const void *handle, enum object_kind kind);
/* True if that was the last reference: what the object owned is to be freed. */
bool object_release(void *handle);
/* An object without references, or NULL. */
void object_free(void *handle);

/* Answers a query: *bytes gets the size, `out` the value if it has room. */
cl_int answer(const void *value, size_t size, size_t room, void *out, size_t *bytes);
cl_int answer_text(const char *text, size_t room, void *out, size_t *bytes);
cl_int answer_uint(cl_uint value, size_t room, void *out, size_t *bytes);
cl_int answer_size(size_t value, size_t room, void *out, size_t *bytes);
cl_int answer_pointer(const void *value, size_t room, void *out, size_t *bytes);
/* Stores an error where the program wants it, which may be nowhere. */
void store_error(cl_int *error, cl_int value);

/* ---- icd.c ---- */
extern void *const opencl_dispatch[];

/* ---- platform.c ---- */
/* Work-items per group, per wavefront, and bytes of local memory per group. */
size_t device_group_items(void);
size_t device_wave_items(void);
size_t device_local_bytes(void);
/* Of a buffer's first byte. */
size_t device_base_align(void);

/* ---- buffers.c ---- */
/* The buffer if the bytes of an argument are its handle; else NULL. */
cl_mem memory_of_argument(const void *value);

/* ---- compiler.c ---- */
struct header {
    const char *name, *text;
};
/* Compiles for the machine. *binary and *log are for free(); the log is never NULL. */
cl_int compile(const char *source, const char *options, const struct header *headers,
               size_t header_count, uint8_t **binary, size_t *bytes, char **log);

/* ---- options.c ---- */
/* The words of build options that the compiler gets, NULL-terminated: one piece for free(). NULL:
 * *problem says which one is wrong, for free(). */
char **options_split(const char *options, char **problem);

/* ---- programs.c ---- */
/* Makes the program's binary the one on the machine: OpenCL C 1.2 has no variables that change, so
 * one is there at a time, at the same place as if it were alone. */
cl_int program_place(cl_program program);

const struct kernel_description *program_kernel(cl_program program, const char *name);

/* ---- offsets.c ---- */
/* On a machine whose launches have no offset, *program becomes one that adds it; it is 0 then. */
cl_int offsets_apply(cl_program *program, uint32_t offset[3]);
void offsets_forget(cl_program program);

/* ---- events.c ---- */
/* Every command: checks queue and wait list, then gives *event, unless NULL, its event. */
cl_int command_begin(cl_command_queue queue, cl_uint wait_count, const cl_event *waits,
                     double *begin_ns);
cl_int command_end(cl_command_queue queue, cl_uint command, double begin_ns, cl_int error,
                   cl_event *event);

#endif
