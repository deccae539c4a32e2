/* SPDX-License-Identifier: Apache-2.0 */
/* textures.c - a program with textures and surfaces: textures FATBIN. */
#include <string.h>

#include "program.h"

enum { WIDTH = 16, HEIGHT = 4, COUNT = WIDTH * HEIGHT };

/* As CUDA has them. */
struct reference {
    int normalized, filter, edge[3];
    struct cudaChannelFormatDesc format;
    int rest[21];
};
struct resource {
    int type;
    union {
        struct cudaArray *array;
        struct {
            void *memory;
            struct cudaChannelFormatDesc format;
            size_t bytes;
        } linear;
        struct {
            void *memory;
            struct cudaChannelFormatDesc format;
            size_t width, height, pitch;
        } pitched;
    } of;
};
struct description {
    int edge[3], filter, read, srgb;
    float border[4];
    int normalized;
    int rest[8];
};
enum { POINT, LINEAR, WRAP = 0, CLAMP, RESOURCE_ARRAY = 0, RESOURCE_LINEAR = 2, RESOURCE_PITCHED };

static struct reference line, plane = {.filter = LINEAR, .edge = {CLAMP, CLAMP}}, colours, drawing;
static const char kernel_gather, kernel_sample, kernel_brightness, kernel_draw,
    kernel_sample_object, kernel_load_object, kernel_pick;
static const struct cudaChannelFormatDesc f32 = {32, 0, 0, 0, 2}, bytes4 = {8, 8, 8, 8, 1},
                                          i32 = {32, 0, 0, 0, 0}, pairs = {32, 32, 0, 0, 0};

static void launch(const char *kernel, unsigned blocks, unsigned threads, void **arguments)
{
    const struct dim3 grid = {blocks, 1, 1}, block = {threads, 1, 1};
    expect(!cudaLaunchKernel(kernel, grid, block, arguments, 0, NULL), "launch");
}

static void *on_device(const void *host, size_t bytes)
{
    void *device = NULL;
    expect(!cudaMalloc(&device, bytes), "cudaMalloc");
    if (host)
        cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
    return device;
}

static void fetch_memory(void)
{
    float values[COUNT], got[COUNT];
    int index[COUNT], count = COUNT;
    for (int i = 0; i < COUNT; i++) {
        values[i] = 1000.5f + (float)i;
        index[i] = COUNT + 1 - i; /* the first two are outside */
    }
    void *memory = on_device(values, sizeof values), *indexes = on_device(index, sizeof index);
    void *out = on_device(NULL, sizeof got), *arguments[] = {&indexes, &out, &count};
    size_t offset = 1;
    expect(!cudaBindTexture(&offset, &line, memory, &f32, sizeof values) && !offset, "bind");
    launch(&kernel_gather, 1, COUNT, arguments);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++)
        expect(got[i] == (i < 2 ? 0 : values[COUNT + 1 - i]), "texel");
    expect(!cudaUnbindTexture(&line), "unbind");
}

/* Bilinear interpolation, with weights that 8 bits hold. */
static void filter_array(void)
{
    float values[COUNT], x[COUNT], y[COUNT], got[COUNT];
    struct cudaArray *array;
    for (int i = 0; i < COUNT; i++) {
        values[i] = (float)(i % WIDTH + 100 * (i / WIDTH));
        x[i] = 0.5f + (float)(i % (WIDTH - 1)) + 0.25f;
        y[i] = 0.5f + (float)(i % (HEIGHT - 1)) + 0.5f;
    }
    expect(!cudaMallocArray(&array, &f32, WIDTH, HEIGHT, 0), "array");
    expect(!cudaMemcpy2DToArray(array, 0, 0, values, WIDTH * 4, WIDTH * 4, HEIGHT,
                                cudaMemcpyHostToDevice), "copy");
    void *xs = on_device(x, sizeof x), *ys = on_device(y, sizeof y);
    void *out = on_device(NULL, sizeof got), *arguments[] = {&xs, &ys, &out};
    expect(!cudaBindTextureToArray(&plane, array, &f32), "bind");
    launch(&kernel_sample, 2, COUNT / 2, arguments);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++)
        expect(got[i] == x[i] - 0.5f + 100 * (y[i] - 0.5f), "sample");
    float back[COUNT];
    expect(!cudaMemcpyFromArray(back, array, 0, 0, sizeof back, cudaMemcpyDeviceToHost), "from");
    expect(!memcmp(back, values, sizeof back), "the array");
    cudaUnbindTexture(&plane);
    expect(!cudaFreeArray(array) && cudaFreeArray(array) == cudaErrorInvalidResourceHandle, "free");
}

static void read_fractions(void)
{
    unsigned char values[COUNT][4];
    float got[COUNT];
    int width = WIDTH;
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < 4; k++)
            values[i][k] = (unsigned char)(i * 3 + k);
    void *memory = on_device(values, sizeof values), *out = on_device(NULL, sizeof got);
    void *arguments[] = {&out, &width};
    expect(!cudaBindTexture2D(NULL, &colours, memory, &bytes4, WIDTH, HEIGHT, WIDTH * 4), "bind");
    launch(&kernel_brightness, HEIGHT, WIDTH, arguments);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++) {
        const float expected = (float)values[i][0] / 255 + 2 * ((float)values[i][1] / 255) +
                               4 * ((float)values[i][2] / 255) + 8 * ((float)values[i][3] / 255);
        expect(got[i] > expected * 0.999999f && got[i] < expected * 1.000001f + 1e-6f, "colour");
    }
    cudaUnbindTexture(&colours);
}

static void draw_surface(void)
{
    int got[COUNT], width = WIDTH;
    struct cudaArray *array;
    void *arguments[] = {&width};
    expect(!cudaMallocArray(&array, &i32, WIDTH, HEIGHT, 2), "array");
    expect(!cudaBindSurfaceToArray(&drawing, array, &i32), "bind");
    launch(&kernel_draw, HEIGHT, WIDTH, arguments);
    cudaMemcpy2DFromArray(got, WIDTH * 4, array, 0, 0, WIDTH * 4, HEIGHT, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++)
        expect(got[i] == i / WIDTH * 100 + i % WIDTH, "drawn");
}

static void use_objects(void)
{
    float values[WIDTH], got[WIDTH], step = 1.0f / WIDTH;
    int pair[WIDTH][2], got_pair[WIDTH][2];
    uint64_t repeated = 0, loaded = 0;
    struct resource resource = {.type = RESOURCE_PITCHED};
    struct description description = {.edge = {WRAP, WRAP}, .normalized = 1};
    for (int i = 0; i < WIDTH; i++) {
        values[i] = (float)(i * i);
        pair[i][0] = i - 100;
        pair[i][1] = i * 7;
    }
    resource.of.pitched.memory = on_device(values, sizeof values);
    resource.of.pitched.format = f32;
    resource.of.pitched.width = WIDTH;
    resource.of.pitched.height = 1;
    resource.of.pitched.pitch = sizeof values;
    void *out = on_device(NULL, sizeof got);
    expect(!cudaCreateTextureObject(&repeated, &resource, &description, NULL), "object");
    void *arguments[] = {&repeated, &out, &step};
    step *= 3;
    launch(&kernel_sample_object, 1, WIDTH, arguments);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < WIDTH; i++)
        expect(got[i] == 2 * values[3 * i % WIDTH], "repeated");
    struct resource memory = {.type = RESOURCE_LINEAR};
    memory.of.linear.memory = on_device(pair, sizeof pair);
    memory.of.linear.format = pairs;
    memory.of.linear.bytes = sizeof pair;
    memset(&description, 0, sizeof description);
    expect(!cudaCreateTextureObject(&loaded, &memory, &description, NULL), "linear object");
    void *pairs_out = on_device(NULL, sizeof pair), *load[] = {&loaded, &pairs_out};
    launch(&kernel_load_object, 1, WIDTH, load);
    cudaMemcpy(got_pair, pairs_out, sizeof got_pair, cudaMemcpyDeviceToHost);
    expect(!memcmp(got_pair, pair, sizeof pair), "pairs");
    expect(!cudaDestroyTextureObject(repeated) && !cudaDestroyTextureObject(loaded) &&
               cudaDestroyTextureObject(loaded) == cudaErrorInvalidResourceHandle, "destroy");
}

static void pick_by_handle(void)
{
    float values[2][WIDTH], got[WIDTH], drawn[WIDTH];
    uint64_t textures[2], surface;
    struct cudaArray *arrays[2];
    const struct description description = {.edge = {CLAMP, CLAMP}};
    struct resource resource = {.type = RESOURCE_ARRAY};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < WIDTH; i++)
            values[k][i] = (float)(i + 50 * k);
        cudaMallocArray(&arrays[k], &f32, WIDTH, 0, 0);
        cudaMemcpyToArray(arrays[k], 0, 0, values[k], sizeof values[k], cudaMemcpyHostToDevice);
        resource.of.array = arrays[k];
        expect(!cudaCreateTextureObject(&textures[k], &resource, &description, NULL), "object");
    }
    struct cudaArray *target;
    cudaMallocArray(&target, &f32, WIDTH, 1, 2);
    resource.of.array = target;
    expect(!cudaCreateSurfaceObject(&surface, &resource), "surface");
    void *handles = on_device(textures, sizeof textures), *places = on_device(&surface, 8);
    void *out = on_device(NULL, sizeof got), *arguments[] = {&handles, &places, &out};
    launch(&kernel_pick, 1, WIDTH, arguments);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemcpyFromArray(drawn, target, 0, 0, sizeof drawn, cudaMemcpyDeviceToHost);
    for (int i = 0; i < WIDTH; i++) {
        if (i >= 8)
            expect(drawn[i] == values[(i - 8) & 1][i - 8], "written");
        expect(got[i] == values[i < 8 ? i & 1 : 1][i < 8 ? i : 7], "read at the edge");
    }
    expect(!cudaDestroySurfaceObject(surface), "destroy");
}

/* Sizes whose bytes are more than numbers hold. */
static void refuse_sizes(void)
{
    const size_t large = (size_t)1 << 40, wide = UINT32_MAX;
    struct cudaArray *array;
    expect(cudaMallocArray(&array, &f32, large, large, 0) == cudaErrorInvalidValue &&
               cudaMallocArray(&array, &f32, (size_t)1 << 62, 1, 0) == cudaErrorInvalidValue &&
               cudaMalloc3DArray(&array, &bytes4, (struct cudaExtent){SIZE_MAX, SIZE_MAX, 0}, 0) ==
                   cudaErrorInvalidValue, "too wide");
    expect(cudaMallocArray(&array, &f32, wide, wide, 0) == cudaErrorMemoryAllocation &&
               cudaMallocArray(&array, &f32, wide, 1, 0) == cudaErrorMemoryAllocation, "too large");
}

int main(int argc, char **argv)
{
    static const struct host_kernel kernels[] = {
        {&kernel_gather, "gather"}, {&kernel_sample, "sample"},
        {&kernel_brightness, "brightness"}, {&kernel_draw, "draw"},
        {&kernel_sample_object, "sample_object"}, {&kernel_load_object, "load_object"},
        {&kernel_pick, "pick"},
    };
    if (argc != 2)
        return 98;
    void **module = register_kernels(argv[1], kernels, sizeof kernels / sizeof *kernels);
    __cudaRegisterTexture(module, &line, NULL, "::line", 1, 0, 0);
    __cudaRegisterTexture(module, &plane, NULL, "::plane", 2, 0, 0);
    __cudaRegisterTexture(module, &colours, NULL, "::colours", 2, 1, 0);
    __cudaRegisterSurface(module, &drawing, NULL, "::drawing", 2, 0);
    fetch_memory();
    filter_array();
    read_fractions();
    draw_surface();
    use_objects();
    pick_by_handle();
    refuse_sizes();
    printf("textures: %d failures\n", failures);
    return failures != 0;
}
