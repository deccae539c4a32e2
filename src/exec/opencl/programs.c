/* SPDX-License-Identifier: Apache-2.0 */
/* programs.c - programs of source or binary, and what building them gives. */
#include <stdlib.h>
#include <string.h>

#include "exec/opencl/state.h"

/* ---- making ---- */

static cl_program program_new(cl_context context)
{
    cl_program program = object_new(OBJECT_PROGRAM, sizeof *program);
    if (!program)
        return NULL;
    context->object.references++;
    program->context = context;
    program->build_status = CL_BUILD_NONE;
    return program;
}

/* All texts in one; a length of 0 means that the text ends with a 0. For free(). */
static char *join(cl_uint count, const char **texts, const size_t *lengths)
{
    size_t total = 0, at = 0;
    for (cl_uint i = 0; i < count; i++)
        total += lengths && lengths[i] ? lengths[i] : strlen(texts[i]);
    char *all = malloc(total + 1);
    for (cl_uint i = 0; all && i < count; i++) {
        const size_t length = lengths && lengths[i] ? lengths[i] : strlen(texts[i]);
        memcpy(all + at, texts[i], length);
        at += length;
    }
    if (all)
        all[total] = '\0';
    return all;
}

static cl_int check_texts(cl_context context, cl_uint count, const char **texts)
{
    if (!object_is(context, OBJECT_CONTEXT))
        return CL_INVALID_CONTEXT;
    for (cl_uint i = 0; texts && i < count; i++) {
        if (!texts[i])
            return CL_INVALID_VALUE;
    }
    return texts && count ? CL_SUCCESS : CL_INVALID_VALUE;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts,
                                     const size_t *lengths, cl_int *error)
{
    HOLD_LOCK;
    cl_int problem = check_texts(context, count, texts);
    char *source = problem == CL_SUCCESS ? join(count, texts, lengths) : NULL;
    cl_program program = source ? program_new(context) : NULL;
    if (problem == CL_SUCCESS && !program)
        problem = CL_OUT_OF_HOST_MEMORY;
    store_error(error, problem);
    if (program)
        program->source = source;
    else
        free(source);
    return program;
}

/* ---- what a binary has ---- */

static void free_descriptions(cl_program program)
{
    for (cl_uint i = 0; i < program->kernel_count; i++) {
        struct kernel_description *kernel = &program->kernels[i];
        for (uint32_t k = 0; kernel->parameters && k < kernel->facts.parameter_count; k++) {
            free((char *)(uintptr_t)kernel->parameters[k].name);
            free((char *)(uintptr_t)kernel->parameters[k].type);
        }
        free(kernel->parameters);
        free(kernel->name);
    }
    free(program->kernels);
    program->kernels = NULL;
    program->kernel_count = 0;
}

/* Texts are copied: the module may leave the machine. */
static bool describe(const wc_module *module, const char *name, struct kernel_description *out)
{
    out->facts.size = sizeof out->facts;
    out->name = strdup(name);
    if (!out->name || wc_module_kernel(module, name, &out->facts) != WC_OK)
        return false;
    const uint32_t count = out->facts.parameter_count;
    out->parameters = calloc(count + 1, sizeof *out->parameters);
    for (uint32_t i = 0; out->parameters && i < count; i++) {
        struct wc_parameter_facts *facts = &out->parameters[i];
        facts->size = sizeof *facts;
        if (wc_module_parameter_facts(module, name, i, facts) != WC_OK)
            return false;
        facts->name = facts->name ? strdup(facts->name) : NULL;
        facts->type = facts->type ? strdup(facts->type) : NULL;
    }
    return out->parameters;
}

static bool describe_all(cl_program program)
{
    const wc_module *module = program->module->module;
    cl_uint count = 0;
    while (wc_module_kernel_name(module, count))
        count++;
    program->kernels = calloc(count + 1, sizeof *program->kernels);
    for (cl_uint i = 0; program->kernels && i < count; i++) {
        program->kernel_count = i + 1;
        struct kernel_description *kernel = &program->kernels[i];
        if (!describe(module, wc_module_kernel_name(module, i), kernel))
            return false;
        kernel->function = function_add(program->module, kernel->name, NULL);
        if (!kernel->function || function_know(kernel->function) != 0)
            return false;
    }
    return program->kernels;
}

/* The machine forgets a binary; the module keeps its bytes. */
static void remove_placed(void)
{
    if (!opencl.placed)
        return;
    wc_module_free(opencl.placed->module->module);
    opencl.placed->module->module = NULL;
    opencl.placed = NULL;
}

cl_int program_place(cl_program program)
{
    if (opencl.placed == program)
        return CL_SUCCESS;
    remove_placed();
    if (module_load(program->module) != 0)
        return CL_INVALID_BINARY;
    opencl.placed = program;
    return CL_SUCCESS;
}

static void drop_binary(cl_program program)
{
    offsets_forget(program);
    if (opencl.placed == program)
        remove_placed();
    free_descriptions(program);
    if (program->module)
        module_drop(program->module);
    program->module = NULL;
}

/* Takes over `binary`. */
static cl_int take_binary(cl_program program, uint8_t *binary, size_t bytes)
{
    drop_binary(program);
    program->module = module_add(binary, bytes, binary);
    if (!program->module) {
        free(binary);
        return CL_OUT_OF_HOST_MEMORY;
    }
    const cl_int error = program_place(program);
    if (error != CL_SUCCESS)
        return error;
    return describe_all(program) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

static cl_int check_binaries(cl_context context, cl_uint count, const cl_device_id *devices,
                             const size_t *lengths, const unsigned char **binaries)
{
    if (!object_is(context, OBJECT_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (count != 1 || !devices || !lengths || !binaries || !lengths[0] || !binaries[0])
        return CL_INVALID_VALUE;
    return object_is(devices[0], OBJECT_DEVICE) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count,
                                     const cl_device_id *devices, const size_t *lengths,
                                     const unsigned char **binaries, cl_int *statuses,
                                     cl_int *error)
{
    HOLD_LOCK;
    cl_int problem = check_binaries(context, count, devices, lengths, binaries);
    cl_program program = problem == CL_SUCCESS ? program_new(context) : NULL;
    uint8_t *copy = program ? malloc(lengths[0]) : NULL;
    if (copy)
        memcpy(copy, binaries[0], lengths[0]);
    if (problem == CL_SUCCESS)
        problem = copy ? take_binary(program, copy, lengths[0]) : CL_OUT_OF_HOST_MEMORY;
    if (statuses && program)
        statuses[0] = problem;
    store_error(error, problem);
    if (program && problem == CL_SUCCESS)
        program->binary_type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    else if (program)
        clReleaseProgram(program);
    return problem == CL_SUCCESS ? program : NULL;
}

const struct kernel_description *program_kernel(cl_program program, const char *name)
{
    for (cl_uint i = 0; i < program->kernel_count; i++) {
        if (!strcmp(program->kernels[i].name, name))
            return &program->kernels[i];
    }
    return NULL;
}

/* ---- references ---- */

cl_int clRetainProgram(cl_program program)
{
    HOLD_LOCK;
    if (!object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    program->object.references++;
    return CL_SUCCESS;
}

cl_int clReleaseProgram(cl_program program)
{
    HOLD_LOCK;
    if (!object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    if (program->object.references > 1) {
        program->object.references--;
        return CL_SUCCESS;
    }
    cl_context context = program->context;
    drop_binary(program);
    free(program->source);
    free(program->options);
    free(program->log);
    object_release(program);
    return clReleaseContext(context);
}

/* ---- building ---- */

static cl_int check_build(cl_program program, cl_uint count, const cl_device_id *devices,
                          cl_notify_program *notify, const void *user)
{
    if (!object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    if (!count != !devices || (user && !notify))
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < count; i++) {
        if (!object_is(devices[i], OBJECT_DEVICE))
            return CL_INVALID_DEVICE;
    }
    return program->source || program->module ? CL_SUCCESS : CL_INVALID_OPERATION;
}

/* Not every program shows its log. */
static void show_failure(const cl_program program)
{
    exec_complain("a program cannot be compiled for machine %s:\n%s",
                  wc_device_text(exec.device, "name"), program->log);
}

static cl_int build(cl_program program, const char *options, const struct header *headers,
                    size_t header_count)
{
    uint8_t *binary;
    size_t bytes = 0;
    free(program->options);
    free(program->log);
    program->options = strdup(options ? options : "");
    program->log = NULL;
    if (!program->source) /* a binary is built already */
        return CL_SUCCESS;
    cl_int error = compile(program->source, options, headers, header_count, &binary, &bytes,
                           &program->log);
    if (error == CL_SUCCESS)
        error = take_binary(program, binary, bytes);
    else
        show_failure(program);
    return error;
}

static cl_int build_and_notify(cl_program program, const char *options,
                               const struct header *headers, size_t header_count,
                               cl_uint binary_type, cl_notify_program *notify, void *user)
{
    const cl_int error = build(program, options, headers, header_count);
    program->build_status = error == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    program->binary_type = error == CL_SUCCESS ? binary_type : CL_PROGRAM_BINARY_TYPE_NONE;
    if (notify)
        notify(program, user);
    return error;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                      const char *options, cl_notify_program *notify, void *user)
{
    HOLD_LOCK;
    const cl_int error = check_build(program, count, devices, notify, user);
    if (error != CL_SUCCESS)
        return error;
    return build_and_notify(program, options, NULL, 0, CL_PROGRAM_BINARY_TYPE_EXECUTABLE, notify,
                            user);
}

static struct header *read_headers(cl_uint count, const cl_program *programs, const char **names)
{
    struct header *headers = calloc(count + 1, sizeof *headers);
    for (cl_uint i = 0; headers && i < count; i++) {
        if (!object_is(programs[i], OBJECT_PROGRAM) || !programs[i]->source || !names[i]) {
            free(headers);
            return NULL;
        }
        headers[i] = (struct header){names[i], programs[i]->source};
    }
    return headers;
}

cl_int clCompileProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                        const char *options, cl_uint header_count, const cl_program *headers,
                        const char **header_names, cl_notify_program *notify, void *user)
{
    HOLD_LOCK;
    cl_int error = check_build(program, count, devices, notify, user);
    if (error == CL_SUCCESS && (!header_count != !headers || !header_count != !header_names))
        error = CL_INVALID_VALUE;
    struct header *list =
        error == CL_SUCCESS ? read_headers(header_count, headers, header_names) : NULL;
    if (error != CL_SUCCESS || !list)
        return error != CL_SUCCESS ? error : CL_INVALID_VALUE;
    error = build_and_notify(program, options, list, header_count,
                             CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, notify, user);
    free(list);
    return error == CL_BUILD_PROGRAM_FAILURE ? CL_COMPILE_PROGRAM_FAILURE : error;
}

/* A compiled program is complete: one that needs functions of another does not compile. */
static cl_int check_link(cl_context context, cl_uint count, const cl_program *programs)
{
    if (!object_is(context, OBJECT_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!count || !programs)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < count; i++) {
        if (!object_is(programs[i], OBJECT_PROGRAM))
            return CL_INVALID_PROGRAM;
    }
    if (count > 1)
        exec_complain("clLinkProgram: several programs cannot be linked; "
                      "give clBuildProgram all sources");
    return count > 1 || !programs[0]->module ? CL_INVALID_OPERATION : CL_SUCCESS;
}

cl_program clLinkProgram(cl_context context, cl_uint device_count, const cl_device_id *devices,
                         const char *options, cl_uint count, const cl_program *programs,
                         cl_notify_program *notify, void *user, cl_int *error)
{
    HOLD_LOCK;
    (void)device_count, (void)devices, (void)options;
    const cl_int problem = check_link(context, count, programs);
    cl_program program = NULL;
    if (problem == CL_SUCCESS) {
        const unsigned char *binary = programs[0]->module->bytes;
        const cl_device_id device = &opencl_device;
        const size_t bytes = programs[0]->module->size;
        program = clCreateProgramWithBinary(context, 1, &device, &bytes, &binary, NULL, error);
    } else {
        store_error(error, problem);
    }
    if (program)
        program->build_status = CL_BUILD_SUCCESS;
    if (notify)
        notify(program, user);
    return program;
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform)
{
    return object_is(platform, OBJECT_PLATFORM) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

cl_int clUnloadCompiler(void)
{
    return CL_SUCCESS;
}

/* ---- queries ---- */

static cl_int answer_names(const cl_program program, size_t room, void *out, size_t *bytes)
{
    size_t length = 1;
    for (cl_uint i = 0; i < program->kernel_count; i++)
        length += strlen(program->kernels[i].name) + 1;
    char *names = calloc(1, length);
    if (!names)
        return CL_OUT_OF_HOST_MEMORY;
    for (cl_uint i = 0; i < program->kernel_count; i++) {
        strcat(names, i ? ";" : "");
        strcat(names, program->kernels[i].name);
    }
    const cl_int error = answer_text(names, room, out, bytes);
    free(names);
    return error;
}

/* `out` is an array of the program's pointers, which get the bytes. */
static cl_int answer_binaries(const cl_program program, size_t room, void *out, size_t *bytes)
{
    unsigned char **to = out;
    if (bytes)
        *bytes = sizeof *to;
    if (out && room < sizeof *to)
        return CL_INVALID_VALUE;
    if (out && to[0] && program->module)
        memcpy(to[0], program->module->bytes, program->module->size);
    return CL_SUCCESS;
}

cl_int clGetProgramInfo(cl_program program, cl_uint name, size_t room, void *out, size_t *bytes)
{
    HOLD_LOCK;
    if (!object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    const bool asks_kernels = name == CL_PROGRAM_NUM_KERNELS || name == CL_PROGRAM_KERNEL_NAMES;
    if (asks_kernels && !program->kernels)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
        return answer_uint(program->object.references, room, out, bytes);
    case CL_PROGRAM_CONTEXT:
        return answer_pointer(program->context, room, out, bytes);
    case CL_PROGRAM_NUM_DEVICES:
        return answer_uint(1, room, out, bytes);
    case CL_PROGRAM_DEVICES:
        return answer_pointer(&opencl_device, room, out, bytes);
    case CL_PROGRAM_SOURCE:
        return answer_text(program->source ? program->source : "", room, out, bytes);
    case CL_PROGRAM_BINARY_SIZES:
        return answer_size(program->module ? program->module->size : 0, room, out, bytes);
    case CL_PROGRAM_BINARIES:
        return answer_binaries(program, room, out, bytes);
    case CL_PROGRAM_NUM_KERNELS:
        return answer_size(program->kernel_count, room, out, bytes);
    case CL_PROGRAM_KERNEL_NAMES:
        return answer_names(program, room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_uint name, size_t room,
                             void *out, size_t *bytes)
{
    HOLD_LOCK;
    if (!object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    if (!object_is(device, OBJECT_DEVICE))
        return CL_INVALID_DEVICE;
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
        return answer_uint((cl_uint)program->build_status, room, out, bytes);
    case CL_PROGRAM_BUILD_OPTIONS:
        return answer_text(program->options ? program->options : "", room, out, bytes);
    case CL_PROGRAM_BUILD_LOG:
        return answer_text(program->log ? program->log : "", room, out, bytes);
    case CL_PROGRAM_BINARY_TYPE:
        return answer_uint(program->binary_type, room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}
