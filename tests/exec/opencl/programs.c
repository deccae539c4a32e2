/* SPDX-License-Identifier: Apache-2.0 */
/* programs.c - OpenCL host programs, one per way of using the interface.
 *
 *     programs build SOURCE.cl FOLDER OUT    compiles the kernels and writes their binary
 *     programs NAME BINARY                   runs one of the programs below with that binary
 *
 * Each checks its own results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/opencl/opencl_abi.h"

enum { COUNT = 1000, GROUP = 64, SCALE = 3 };

static int failures;
static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void expect(int holds, const char *what)
{
    if (holds)
        return;
    printf("FAIL: %s\n", what);
    failures++;
}

static void start(void)
{
    cl_int error;

    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL) != CL_SUCCESS)
        exit(98);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    expect(error == CL_SUCCESS, "context");
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    expect(error == CL_SUCCESS, "queue");
}

static unsigned char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = calloc(1, 1 << 20);

    *size = file && bytes ? fread(bytes, 1, (1 << 20) - 1, file) : 0;
    if (!*size)
        exit(99);
    fclose(file);
    return bytes;
}

static void load(const char *path)
{
    size_t size;
    const unsigned char *bytes = read_file(path, &size);
    cl_int status, error;

    program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &status, &error);
    expect(error == CL_SUCCESS && status == CL_SUCCESS, "program with binary");
    expect(clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS, "build of a binary");
    free((void *)(uintptr_t)bytes);
}

static cl_kernel kernel_of(const char *name)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);

    expect(error == CL_SUCCESS, name);
    return kernel;
}

static cl_mem buffer_of(size_t bytes, const void *from)
{
    cl_int error;
    cl_mem memory = clCreateBuffer(context, from ? CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE, bytes,
                                   (void *)(uintptr_t)from, &error);

    expect(error == CL_SUCCESS, "buffer");
    return memory;
}

static cl_int launch(cl_kernel kernel, size_t global, size_t local)
{
    return clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local ? &local : NULL, 0, NULL,
                                  NULL);
}

static int first_word(cl_mem memory)
{
    int word = 0;

    clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof word, &word, 0, NULL, NULL);
    return word;
}

/* ---- compiling ---- */

static void write_binary(const char *path)
{
    size_t size = 0;
    unsigned char *bytes;
    FILE *file = fopen(path, "wb");

    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    bytes = calloc(1, size + 1);
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL);
    expect(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "binary written");
    free(bytes);
}

static void show_log(void)
{
    char log[4096] = "";

    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    printf("log: %s\n", log);
}

static void build(const char *source, const char *folder, const char *out)
{
    size_t size;
    const char *text = (const char *)read_file(source, &size);
    char options[4096], names[512] = "";
    cl_int error, status = 1;

    program = clCreateProgramWithSource(context, 1, &text, &size, &error);
    expect(error == CL_SUCCESS, "program with source");
    snprintf(options, sizeof options,
             "-cl-fast-relaxed-math -D \"FACTOR=%d\" -I \"%s\" -DX='1 + 2'", SCALE, folder);
    error = clBuildProgram(program, 1, &device, options, NULL, NULL);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL);
    expect(error == CL_SUCCESS && status == CL_BUILD_SUCCESS, "build");
    if (error != CL_SUCCESS) {
        show_log();
        return;
    }
    clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL);
    expect(strstr(names, "vector") && strstr(names, ";"), "names of kernels");
    write_binary(out);
}

static void refuse_source(const char *text, const char *options, cl_int expected)
{
    cl_int error, status = 1;

    program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    error = clBuildProgram(program, 0, NULL, options, NULL, NULL);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL);
    expect(error == expected && status == CL_BUILD_ERROR, "a bad program");
    show_log();
    expect(!clCreateKernel(program, "f", &error) && error == CL_INVALID_PROGRAM_EXECUTABLE,
           "no kernel of a bad program");
    clReleaseProgram(program);
}

static void bad(void)
{
    refuse_source("__kernel void f(__global int *a) { a[0] = unknown; }", NULL,
                  CL_BUILD_PROGRAM_FAILURE);
    refuse_source("__kernel void f(__global int *a) { printf(\"%d\", a[0]); }", NULL,
                  CL_BUILD_PROGRAM_FAILURE);
    refuse_source("__kernel void f(__global int *a) { a[0] = 1; }", "-cl-std=CL3.0",
                  CL_INVALID_BUILD_OPTIONS);
}

static void headers(void)
{
    const char *text = "#include \"inc/one.h\"\n__kernel void f(__global int *a) { a[0] = ONE; }";
    const char *header = "#define ONE 1\n", *name = "inc/one.h";
    cl_int error;
    cl_program compiled = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    cl_program included = clCreateProgramWithSource(context, 1, &header, NULL, NULL);
    cl_mem out = buffer_of(4, NULL);

    expect(clCompileProgram(compiled, 0, NULL, NULL, 1, &included, &name, NULL, NULL) == CL_SUCCESS,
           "compile with a header");
    program = clLinkProgram(context, 0, NULL, NULL, 1, &compiled, NULL, NULL, &error);
    expect(error == CL_SUCCESS, "link");
    cl_kernel kernel = kernel_of("f");
    clSetKernelArg(kernel, 0, sizeof out, &out);
    expect(clEnqueueTask(queue, kernel, 0, NULL, NULL) == CL_SUCCESS && first_word(out) == 1,
           "a linked kernel");
}

/* ---- kernels ---- */

static void vector(void)
{
    float a[COUNT], b[COUNT], c[COUNT], factor = 2;
    int n = COUNT;
    cl_ulong begin = 1, end = 0;
    size_t global = 1024, local = GROUP;
    cl_event done;
    cl_kernel kernel = kernel_of("vector");

    for (int i = 0; i < COUNT; i++) {
        a[i] = (float)i;
        b[i] = 1;
    }
    cl_mem buffers[] = {buffer_of(sizeof a, a), buffer_of(sizeof b, b), buffer_of(sizeof c, NULL)};
    for (cl_uint i = 0; i < 3; i++)
        expect(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]) == CL_SUCCESS, "buffer");
    clSetKernelArg(kernel, 3, sizeof n, &n);
    clSetKernelArg(kernel, 4, sizeof factor, &factor);
    expect(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &done) ==
           CL_SUCCESS, "launch");
    expect(clEnqueueReadBuffer(queue, buffers[2], CL_FALSE, 0, sizeof c, c, 1, &done, NULL) ==
           CL_SUCCESS, "read");
    clFinish(queue);
    for (int i = 0; i < COUNT; i++)
        expect(c[i] == (float)(i + 1) * 2 + SCALE, "an element");
    clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
    clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    printf("ns: %llu\n", (unsigned long long)(end - begin));
    for (cl_uint i = 0; i < 3; i++)
        expect(clReleaseMemObject(buffers[i]) == CL_SUCCESS, "release");
    clReleaseEvent(done);
    clReleaseKernel(kernel);
}

static void sums(void)
{
    int in[4 * GROUP], out[4];
    cl_ulong local = 0;
    cl_kernel kernel = kernel_of("sums");

    for (int i = 0; i < 4 * GROUP; i++)
        in[i] = i;
    cl_mem from = buffer_of(sizeof in, in), to = buffer_of(sizeof out, NULL);
    clSetKernelArg(kernel, 0, sizeof from, &from);
    clSetKernelArg(kernel, 1, sizeof to, &to);
    expect(clSetKernelArg(kernel, 2, GROUP * sizeof(int), &local) == CL_INVALID_ARG_VALUE &&
           clSetKernelArg(kernel, 2, 0, NULL) == CL_INVALID_ARG_SIZE, "wrong local memory");
    expect(launch(kernel, 4 * GROUP, GROUP) == CL_INVALID_KERNEL_ARGS, "an argument is missing");
    clSetKernelArg(kernel, 2, GROUP * sizeof(int), NULL);
    expect(launch(kernel, 4 * GROUP, GROUP) == CL_SUCCESS, "launch");
    clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
    for (int i = 0; i < 4; i++)
        expect(out[i] == SCALE * (GROUP * GROUP * i + GROUP * (GROUP - 1) / 2), "a sum");
    clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local, NULL);
    expect(local >= GROUP * sizeof(int), "local memory of the kernel");
}

static void sizes(void)
{
    enum { X = 6, Y = 4, Z = 2 };
    int all[X * Y * Z], one = 0;
    const size_t global[] = {X, Y, Z}, local[] = {3, 2, 1};
    size_t wave = 0, max = 0, required[3] = {0};
    cl_mem out = buffer_of(sizeof all, NULL);
    cl_kernel kernel = kernel_of("places"), chosen = kernel_of("sizes"),
              fixed = kernel_of("required");

    clSetKernelArg(kernel, 0, sizeof out, &out);
    expect(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL, NULL) ==
           CL_SUCCESS, "three dimensions");
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof all, all, 0, NULL, NULL);
    for (int i = 0; i < X * Y * Z; i++)
        expect(all[i] == i % X + 100 * (i / X % Y) + 10000 * (i / (X * Y)), "a place");
    clSetKernelArg(chosen, 0, sizeof out, &out);
    expect(launch(chosen, 96, 0) == CL_SUCCESS, "a size is chosen");
    one = first_word(out);
    expect(one > 1 && 96 % one == 0, "the size divides the range");
    expect(launch(chosen, 96, 7) == CL_INVALID_WORK_GROUP_SIZE, "a size that does not divide");
    clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof max, &max, NULL);
    expect(launch(chosen, 4 * max, 2 * max) < 0, "too many work-items in a group");
    expect(launch(chosen, 0, 0) == CL_INVALID_GLOBAL_WORK_SIZE, "no work-items");
    clSetKernelArg(fixed, 0, sizeof out, &out);
    expect(launch(fixed, 16, 0) == CL_SUCCESS && first_word(out) == 8, "a required size");
    expect(launch(fixed, 16, 4) == CL_INVALID_WORK_GROUP_SIZE, "another than the required size");
    clGetKernelWorkGroupInfo(fixed, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required,
                             required, NULL);
    expect(required[0] == 8 && required[1] == 1, "the required size is told");
    clGetKernelWorkGroupInfo(chosen, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                             sizeof wave, &wave, NULL);
    expect(wave == 32 || wave == 64, "lanes");
}

static void offset(void)
{
    int out[8] = {0};
    const size_t from = 4, count = 4;
    cl_mem memory = buffer_of(sizeof out, out);
    cl_kernel kernel = kernel_of("ids");

    clSetKernelArg(kernel, 0, sizeof memory, &memory);
    printf("offset: %d\n",
           clEnqueueNDRangeKernel(queue, kernel, 1, &from, &count, NULL, 0, NULL, NULL));
    clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
    printf("%d %d %d %d\n", out[0], out[3], out[4], out[7]);
}

/* Where launches have no offset, the kernel is compiled with it. */
static void offsets(void)
{
    const char *text = "__kernel void f(__global uint *out) {\n"
                       "uint x = get_global_id(0), y = get_global_id(1);\n"
                       "out[8 * y + x] = 100 * get_global_offset(1) + get_global_id(0); }";
    cl_uint out[64] = {0};
    const size_t from[] = {4, 2}, count[] = {4, 2};
    cl_int error;
    cl_mem memory = buffer_of(sizeof out, out);

    program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    expect(clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS, "build");
    cl_kernel kernel = kernel_of("f");
    clSetKernelArg(kernel, 0, sizeof memory, &memory);
    expect(clEnqueueNDRangeKernel(queue, kernel, 2, from, count, NULL, 0, NULL, NULL) ==
           CL_SUCCESS, "launch with an offset");
    expect(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, count, NULL, 0, NULL, NULL) ==
           CL_SUCCESS, "launch without");
    clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
    expect(out[20] == 204 && out[23] == 207 && out[31] == 207 && out[32] == 0, "with an offset");
    expect(out[3] == 3 && out[8] == 0 && out[11] == 3 && out[19] == 0, "without");
}

static void arguments(void)
{
    int out[4] = {0}, in = 5;
    const cl_uchar a = 200;
    const int16_t b = -300;
    const cl_ulong c = UINT64_C(0x100000002);
    cl_mem memory = buffer_of(sizeof out, NULL), other = buffer_of(sizeof in, &in), none = NULL;
    cl_kernel kernel = kernel_of("small"), null = kernel_of("null_or_not");
    char name[16] = "", type[16] = "";
    cl_uint count = 0, space = 0;

    expect(clSetKernelArg(kernel, 0, sizeof memory, &memory) == CL_SUCCESS, "buffer");
    expect(clSetKernelArg(kernel, 1, 4, &in) == CL_INVALID_ARG_SIZE, "a wrong size");
    expect(clSetKernelArg(kernel, 4, 4, &in) == CL_INVALID_ARG_INDEX, "too many arguments");
    expect(clSetKernelArg(kernel, 0, sizeof memory, &queue) == CL_INVALID_MEM_OBJECT, "no buffer");
    clSetKernelArg(kernel, 1, sizeof a, &a);
    clSetKernelArg(kernel, 2, sizeof b, &b);
    clSetKernelArg(kernel, 3, sizeof c, &c);
    expect(launch(kernel, 1, 1) == CL_SUCCESS, "launch");
    clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
    expect(out[0] == 200 && out[1] == -300 && out[2] == 1 && out[3] == 2, "values");
    clSetKernelArg(null, 0, sizeof other, &other);
    clSetKernelArg(null, 1, sizeof memory, &memory);
    expect(launch(null, 1, 1) == CL_SUCCESS && first_word(memory) == 5, "a buffer");
    expect(clSetKernelArg(null, 0, sizeof none, &none) == CL_SUCCESS, "a null pointer is given");
    expect(launch(null, 1, 1) == CL_SUCCESS && first_word(memory) == -1, "a null pointer");
    clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);
    clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, NULL);
    clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_NAME, sizeof name, name, NULL);
    clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL);
    expect(count == 4 && space == CL_KERNEL_ARG_ADDRESS_GLOBAL && !strcmp(name, "b") &&
           !strcmp(type, "short"), "what arguments are");
}

static void by_value(void)
{
    const float v[4] = {1, 2, 3, 4}, f[4] = {5, 6, 7}, last = 0.5f;
    const int w[2] = {100, 10};
    const struct {
        float x;
        int16_t n;
        cl_uchar tag;
    } p = {2.5f, -4, 200};
    float out[GROUP];
    char type[16] = "";
    cl_mem memory = buffer_of(sizeof out, NULL);
    cl_kernel kernel = kernel_of("by_value");

    clSetKernelArg(kernel, 0, sizeof memory, &memory);
    expect(clSetKernelArg(kernel, 1, 12, v) == CL_INVALID_ARG_SIZE, "a vector of a wrong size");
    expect(clSetKernelArg(kernel, 1, sizeof v, v) == CL_SUCCESS, "a vector");
    expect(clSetKernelArg(kernel, 2, sizeof w, w) == CL_SUCCESS, "a vector of 8 bytes");
    expect(clSetKernelArg(kernel, 3, sizeof p, &p) == CL_SUCCESS, "a structure");
    expect(clSetKernelArg(kernel, 4, sizeof f, f) == CL_SUCCESS, "a vector of three");
    clSetKernelArg(kernel, 5, sizeof last, &last);
    expect(launch(kernel, GROUP, GROUP) == CL_SUCCESS, "launch");
    clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
    for (int i = 0; i < GROUP; i++)
        expect(out[i] == 1 + 2 + i + 12 + 90 - 10 + 200 + 7 + 0.5f, "an element");
    clGetKernelArgInfo(kernel, 3, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL);
    expect(!strcmp(type, "particle"), "the type of a structure");
}

static void prints(void)
{
    const char *text = "__kernel void f(int n) { printf(\"%s %d\\n\", \"item\", "
                       "n + (int)get_global_id(0)); }";
    const int n = 7;
    cl_int error;

    program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    expect(clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS, "build");
    cl_kernel kernel = kernel_of("f");
    clSetKernelArg(kernel, 0, sizeof n, &n);
    expect(launch(kernel, 2, 2) == CL_SUCCESS, "launch");
}

static void fault(void)
{
    int out = 0, far = 1 << 20;
    cl_mem memory = buffer_of(sizeof out, &out);
    cl_kernel kernel = kernel_of("write_at");

    clSetKernelArg(kernel, 0, sizeof memory, &memory);
    clSetKernelArg(kernel, 1, sizeof far, &far);
    expect(launch(kernel, 1, 1) == CL_OUT_OF_RESOURCES, "the launch fails");
    expect(clFinish(queue) == CL_OUT_OF_RESOURCES, "and what follows");
}

/* ---- misuse ---- */

static void misuse(void)
{
    cl_int error;
    cl_kernel kernel = kernel_of("ids");
    cl_mem memory = buffer_of(64, NULL);
    cl_event event = clCreateUserEvent(context, &error);
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
    const size_t far[] = {(size_t)-1, UINT32_MAX}, count = 64;

    clSetKernelArg(kernel, 0, sizeof memory, &memory);
    for (int i = 0; i < 2; i++)
        expect(clEnqueueNDRangeKernel(queue, kernel, 1, &far[i], &count, NULL, 0, NULL, NULL) ==
               CL_INVALID_GLOBAL_OFFSET, "an offset that is too far");
    expect(!clReleaseKernel(kernel) && clReleaseKernel(kernel) == CL_INVALID_KERNEL &&
           clRetainKernel(kernel) == CL_INVALID_KERNEL, "a kernel twice");
    expect(!clReleaseMemObject(memory) && clReleaseMemObject(memory) == CL_INVALID_MEM_OBJECT,
           "a buffer twice");
    expect(!clReleaseEvent(event) && clReleaseEvent(event) == CL_INVALID_EVENT, "an event twice");
    expect(!clReleaseCommandQueue(other) &&
           clReleaseCommandQueue(other) == CL_INVALID_COMMAND_QUEUE, "a queue twice");
    expect(!clReleaseProgram(program) && clReleaseProgram(program) == CL_INVALID_PROGRAM,
           "a program twice");
    expect(!clReleaseCommandQueue(queue) && !clReleaseContext(context) &&
           clReleaseContext(context) == CL_INVALID_CONTEXT &&
           clFinish(queue) == CL_INVALID_COMMAND_QUEUE, "a context twice");
    start();
    expect(buffer_of(64, NULL) != NULL, "a new context");
}

/* ---- memory ---- */

static void parts(void)
{
    int words[1024], got[1024];
    cl_int error;
    cl_uint align = 0;
    char bytes[64] = {0}, square[4] = {0};
    const size_t origin[] = {2, 1, 0}, host[] = {0, 0, 0}, region[] = {2, 2, 1};

    for (int i = 0; i < 1024; i++)
        words[i] = i;
    cl_mem all = buffer_of(sizeof words, words), copy = buffer_of(sizeof words, NULL);
    clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof align, &align, NULL);
    cl_buffer_region half = {align / 8, 1024}, odd = {4, 64};
    cl_mem part = clCreateSubBuffer(all, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
    expect(error == CL_SUCCESS && first_word(part) == (int)align / 32, "a part of a buffer");
    expect(!clCreateSubBuffer(all, 0, CL_BUFFER_CREATE_TYPE_REGION, &odd, &error) &&
           error == CL_MISALIGNED_SUB_BUFFER_OFFSET, "a part that is not aligned");
    expect(clEnqueueCopyBuffer(queue, all, copy, 0, 2048, 2048, 0, NULL, NULL) == CL_SUCCESS &&
           clEnqueueCopyBuffer(queue, all, all, 0, 4, 8, 0, NULL, NULL) == CL_MEM_COPY_OVERLAP,
           "copies");
    expect(clEnqueueFillBuffer(queue, copy, &words[7], 4, 0, 2048, 0, NULL, NULL) == CL_SUCCESS,
           "fill");
    clEnqueueReadBuffer(queue, copy, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL);
    expect(got[0] == 7 && got[511] == 7 && got[512] == 0 && got[1023] == 511, "copied and filled");
    expect(clEnqueueReadBuffer(queue, copy, CL_TRUE, 4000, 200, got, 0, NULL, NULL) ==
           CL_INVALID_VALUE, "a read past the end");
    for (int i = 0; i < 64; i++)
        bytes[i] = (char)i;
    clEnqueueWriteBuffer(queue, copy, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    expect(clEnqueueReadBufferRect(queue, copy, CL_TRUE, origin, host, region, 8, 0, 2, 0, square,
                                   0, NULL, NULL) == CL_SUCCESS &&
           square[0] == 10 && square[1] == 11 && square[2] == 18 && square[3] == 19, "a square");
    clReleaseMemObject(all);
    expect(first_word(part) == (int)align / 32, "a part keeps its buffer");
    clReleaseMemObject(part);
}

/* Boxes whose offsets are larger than numbers: none may reach memory that is not the buffer's. */
static void boxes(void)
{
    const size_t far = (size_t)1 << 63, wide = (size_t)1 << 32;
    const size_t zero[3] = {0}, word[] = {4, 1, 1}, words[] = {4, 3, 2}, large[] = {wide, wide, 4};
    const size_t before[] = {(size_t)-4352, 0, 0}, across[] = {4356, 1, 1};
    const size_t up[] = {0, 4, 0}, deep[] = {0, 0, (size_t)1 << 62};
    static char own[8192];
    const cl_mem memory = buffer_of(4000, NULL);
    const struct {
        const size_t *at, *region;
        size_t row, slice;
    } bad[] = {
        {before, across, 0, 0}, {zero, large, 0, 0}, {zero, words, far, 0}, {zero, words, 4, far},
        {up, word, (size_t)1 << 62, 0}, {deep, word, 4, 4}, {zero, words, wide, wide * 3},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const size_t *at = bad[i].at, *region = bad[i].region;
        const size_t row = bad[i].row, slice = bad[i].slice;

        expect(clEnqueueWriteBufferRect(queue, memory, CL_TRUE, at, zero, region, row, slice, 0, 0,
                                        own, 0, NULL, NULL) == CL_INVALID_VALUE, "write a box");
        expect(clEnqueueReadBufferRect(queue, memory, CL_TRUE, at, zero, region, row, slice, 0, 0,
                                       own, 0, NULL, NULL) == CL_INVALID_VALUE, "read a box");
        expect(clEnqueueCopyBufferRect(queue, memory, memory, zero, at, region, 0, 0, row, slice,
                                       0, NULL, NULL) == CL_INVALID_VALUE, "copy a box");
    }
    expect(clEnqueueReadBufferRect(queue, memory, CL_TRUE, zero, zero, words, 0, 0, far, 0, own, 0,
                                   NULL, NULL) == CL_INVALID_VALUE &&
           clEnqueueReadBufferRect(queue, memory, CL_TRUE, zero, before, words, 0, 0, 0, 0, own, 0,
                                   NULL, NULL) == CL_INVALID_VALUE, "the program's side");
    expect(clEnqueueReadBufferRect(queue, memory, CL_TRUE, zero, zero, words, 0, 0, 0, 0, own, 0,
                                   NULL, NULL) == CL_SUCCESS, "a box");
    clReleaseMemObject(memory);
}

static void map(void)
{
    int own[16] = {1, 2, 3};
    cl_int error;
    cl_mem memory = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof own, own, &error);
    cl_mem other = buffer_of(64, NULL);
    cl_kernel kernel = kernel_of("ids");

    clSetKernelArg(kernel, 0, sizeof memory, &memory);
    expect(launch(kernel, 16, 16) == CL_SUCCESS, "launch");
    int *mapped = clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                     sizeof own, 0, NULL, NULL, &error);
    expect(error == CL_SUCCESS && mapped == own && own[15] == 15, "the program's own memory");
    own[0] = 77;
    expect(clEnqueueUnmapMemObject(queue, memory, mapped, 0, NULL, NULL) == CL_SUCCESS &&
           first_word(memory) == 77, "it is given back");
    mapped = clEnqueueMapBuffer(queue, other, CL_TRUE, CL_MAP_WRITE, 4, 8, 0, NULL, NULL, &error);
    mapped[0] = 5;
    clEnqueueUnmapMemObject(queue, other, mapped, 0, NULL, NULL);
    expect(clEnqueueUnmapMemObject(queue, other, mapped, 0, NULL, NULL) == CL_INVALID_VALUE,
           "it is mapped no more");
    clEnqueueReadBuffer(queue, other, CL_TRUE, 4, 4, own, 0, NULL, NULL);
    expect(own[0] == 5, "mapped memory");
}

/* ---- events, and what there is not ---- */

static void count_call(cl_event event, cl_int status, void *user)
{
    (void)event;
    *(int *)user += status == CL_COMPLETE;
}

static void events(void)
{
    cl_int error, status = 1, calls = 0;
    cl_event user = clCreateUserEvent(context, &error), marker;

    expect(error == CL_SUCCESS, "user event");
    clSetEventCallback(user, CL_COMPLETE, count_call, &calls);
    expect(clEnqueueMarkerWithWaitList(queue, 1, &user, &marker) == CL_INVALID_OPERATION,
           "nothing can wait for it");
    expect(calls == 0 && clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS && calls == 1,
           "it is set");
    expect(clEnqueueMarkerWithWaitList(queue, 1, &user, &marker) == CL_SUCCESS, "it is complete");
    clGetEventInfo(marker, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    expect(status == CL_COMPLETE && clWaitForEvents(1, &marker) == CL_SUCCESS, "a marker");
    expect(clRetainEvent(marker) == CL_SUCCESS && clReleaseEvent(marker) == CL_SUCCESS &&
           clReleaseEvent(marker) == CL_SUCCESS && clReleaseEvent(user) == CL_SUCCESS, "released");
    expect(!clCreateImage2D(context, 0, NULL, 4, 4, 0, NULL, &error) &&
           error == CL_INVALID_OPERATION, "images are refused");
}

static void info(void)
{
    char text[256] = "";
    cl_uint units = 0;
    size_t size = 0;

    clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof text, text, NULL);
    expect(!strncmp(text, "OpenCL 1.2 ", 11), "version");
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof text, text, &size);
    expect(size == strlen(text) + 1, "size of the answer");
    expect(clGetDeviceInfo(device, CL_DEVICE_NAME, 1, text, NULL) == CL_INVALID_VALUE, "no room");
    printf("%s, %u\n", text, units);
    expect(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL) == CL_DEVICE_NOT_FOUND,
           "no processor");
    expect(clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR") != NULL, "an ICD");
}

/* Names of later releases are there, and say that they are not supported. */
extern void *clSVMAlloc(cl_context in, cl_ulong flags, size_t bytes, cl_uint align);
extern cl_mem clCreatePipe(cl_context in, cl_ulong flags, cl_uint bytes, cl_uint packets,
                           const void *properties, cl_int *error);
extern cl_mem clCreateBufferWithProperties(cl_context in, const cl_ulong *properties,
                                           cl_ulong flags, size_t bytes, void *host, cl_int *error);

static void missing(void)
{
    cl_int error = 9;

    expect(!clSVMAlloc(context, 0, 64, 0) && !clSVMAlloc(context, 0, 64, 0), "shared memory");
    expect(!clCreatePipe(context, 0, 4, 16, NULL, &error) && error == CL_INVALID_OPERATION, "pipe");
    expect(clCreateBufferWithProperties(context, NULL, 0, 64, NULL, &error) && !error, "buffer");
}

static const struct {
    const char *name;
    void (*run)(void);
} programs[] = {
    {"vector", vector}, {"sums", sums}, {"sizes", sizes}, {"offset", offset}, {"offsets", offsets},
    {"arguments", arguments}, {"fault", fault}, {"parts", parts}, {"boxes", boxes},
    {"map", map}, {"events", events}, {"info", info}, {"bad", bad},
    {"headers", headers}, {"missing", missing},
    {"by_value", by_value}, {"prints", prints}, {"misuse", misuse},
};

int main(int argc, char **argv)
{
    if (argc < 3)
        return 97;
    start();
    if (argc == 5)
        build(argv[2], argv[3], argv[4]);
    else
        load(argv[2]);
    for (size_t i = 0; argc == 3 && i < sizeof programs / sizeof *programs; i++) {
        if (!strcmp(programs[i].name, argv[1]))
            programs[i].run();
    }
    printf("%s\n", failures ? "FAILED" : "PASSED");
    return failures != 0;
}
