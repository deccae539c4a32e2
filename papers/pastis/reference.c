/* SPDX-License-Identifier: Apache-2.0 */
/* reference.c - inputs and expected outputs of the jobs in papers/pastis/jobs, as .npy files.
 *
 *     pastis-reference SOURCE OUT    reads SOURCE/{weights,images,labels}.npy, writes OUT/NAME.npy
 *
 * What the kernels have to compute, the obvious way: integers wrap, the perceptron adds in the
 * order of the kernel with fused multiply-adds, so that all 64 x 10 outputs are equal to the last
 * bit (PAS-85). */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *source, *out;

static void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

static void die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("pastis-reference: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

/* ---- files ---- */

static void write_npy(const char *name, const char *type, size_t rows, size_t columns,
                      const void *data, size_t bytes)
{
    char path[4096], header[128], shape[64];
    snprintf(path, sizeof path, "%s/%s.npy", out, name);
    FILE *file = fopen(path, "wb");
    if (!file)
        die("cannot write %s", path);
    if (columns)
        snprintf(shape, sizeof shape, "(%zu, %zu)", rows, columns);
    else
        snprintf(shape, sizeof shape, "(%zu,)", rows);
    snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type,
             shape);
    fwrite("\x93NUMPY\x01\x00\x76\x00", 1, 10, file); /* 10 + 0x76 bytes of header */
    fprintf(file, "%-117s\n", header);
    fwrite(data, 1, bytes, file);
    if (fclose(file) != 0)
        die("cannot write %s", path);
}

static void write_i32(const char *name, size_t rows, size_t columns, const int32_t *data)
{
    write_npy(name, "<i4", rows, columns, data, rows * (columns ? columns : 1) * sizeof *data);
}

static void write_f64(const char *name, size_t rows, size_t columns, const double *data)
{
    write_npy(name, "<f8", rows, columns, data, rows * (columns ? columns : 1) * sizeof *data);
}

/* The elements of a file that train.py wrote; there must be `bytes` of them. */
static void *read_npy(const char *name, size_t bytes)
{
    enum { HEADER_BYTES = 128 };
    char path[4096];
    uint8_t header[HEADER_BYTES], *data = malloc(bytes);
    snprintf(path, sizeof path, "%s/%s.npy", source, name);
    FILE *file = fopen(path, "rb");
    if (!file || !data || fread(header, 1, sizeof header, file) != sizeof header ||
        fread(data, 1, bytes, file) != bytes || fgetc(file) != EOF)
        die("%s: expected a .npy file of %zu bytes of elements", path, bytes);
    fclose(file);
    return data;
}

/* ---- random integers, as `fill: random` of a job has them ---- */

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

static void fill(int32_t *data, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        data[i] = (int32_t)((uint32_t)INT32_MIN + (uint32_t)splitmix64(&seed));
}

/* ---- the kernels ---- */

static void matmul(size_t n)
{
    enum { MOST = 32 };
    int32_t a[MOST * MOST], b[MOST * MOST], c[MOST * MOST];
    char name[32];
    fill(a, n * n, 1000 + n);
    fill(b, n * n, 2000 + n);
    for (size_t y = 0; y < n; y++) {
        for (size_t x = 0; x < n; x++) {
            uint32_t sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += (uint32_t)a[y * n + k] * (uint32_t)b[k * n + x];
            c[y * n + x] = (int32_t)sum;
        }
    }
    snprintf(name, sizeof name, "matmul-%zu-c", n);
    write_i32(name, n, n, c);
}

static void figure3(size_t blocks)
{
    enum { BLOCK = 1024 };
    const int32_t corners[] = {INT32_MIN, -1, 0, 1, INT32_MAX, INT32_MIN + 1, 1 << 30};
    const size_t count = blocks * BLOCK;
    int32_t *t = malloc(count * sizeof *t);
    char name[32];
    if (!t)
        die("out of memory");
    fill(t, count, 3000 + blocks);
    memcpy(t, corners, sizeof corners);
    snprintf(name, sizeof name, "figure3-%zu-in", blocks);
    write_i32(name, count, 0, t);
    for (size_t i = 0; i < count; i++)
        t[i] = t[i] < 0 ? 0 : (int32_t)(2u * (uint32_t)t[i]);
    snprintf(name, sizeof name, "figure3-%zu-out", blocks);
    write_i32(name, count, 0, t);
    free(t);
}

/* The taken side of a branch runs first. In this cubin that is the `else` of `arms`: the even ones
 * of the lanes from `limit` on come first, then the odd ones, then the lanes below. In `sides` it
 * is the other way round. */
static void arms(int limit)
{
    int32_t arms_order[32], sides_order[32];
    for (int lane = 0; lane < 32; lane++) {
        arms_order[lane] = lane < limit ? 3 : lane % 2 ? 2 : 1;
        sides_order[lane] = lane < limit ? 1 : 2;
    }
    write_i32("arms-order", 32, 0, arms_order);
    write_i32("sides-order", 32, 0, sides_order);
}

/* ---- the perceptron ---- */

enum { LAYERS = 3, IMAGES = 64, PARAMETERS = 109386 };
static const size_t widths[LAYERS + 1] = {784, 128, 64, 10};

static double *layer(const double *in, size_t inputs, size_t outputs, const double *weights,
                     const double *bias)
{
    double *result = malloc(IMAGES * outputs * sizeof *result);
    if (!result)
        die("out of memory");
    for (size_t row = 0; row < IMAGES; row++) {
        for (size_t column = 0; column < outputs; column++) {
            double sum = 0;
            for (size_t k = 0; k < inputs; k++)
                sum = fma(in[row * inputs + k], weights[k * outputs + column], sum);
            sum += bias[column];
            result[row * outputs + column] = sum > 0 ? sum : 0;
        }
    }
    return result;
}

static void report(const double *values, const uint8_t *labels)
{
    int32_t classes[IMAGES];
    int right = 0;
    for (size_t row = 0; row < IMAGES; row++) {
        const double *outputs = &values[row * widths[LAYERS]];
        classes[row] = 0;
        for (size_t i = 1; i < widths[LAYERS]; i++) {
            if (outputs[i] > outputs[classes[row]])
                classes[row] = (int32_t)i;
        }
        right += classes[row] == labels[row];
    }
    write_i32("mlp-classes", IMAGES, 0, classes);
    char path[4096];
    snprintf(path, sizeof path, "%s/mlp-rate.txt", out);
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%d of %d images right\n", right, IMAGES) < 0 || fclose(file) != 0)
        die("cannot write %s", path);
}

static double *as_f64(const float *values, size_t count)
{
    double *result = malloc(count * sizeof *result);
    if (!result)
        die("out of memory");
    for (size_t i = 0; i < count; i++)
        result[i] = values[i];
    return result;
}

static void perceptron(void)
{
    float *parameters = read_npy("weights", PARAMETERS * sizeof *parameters);
    uint8_t *images = read_npy("images", IMAGES * widths[0]);
    uint8_t *labels = read_npy("labels", IMAGES);
    double *values = malloc(IMAGES * widths[0] * sizeof *values);
    const float *next = parameters;
    if (!values)
        die("out of memory");
    for (size_t i = 0; i < IMAGES * widths[0]; i++)
        values[i] = images[i] / 255.0;
    write_f64("mlp-0", IMAGES, widths[0], values);
    for (size_t i = 0; i < LAYERS; i++) {
        const size_t inputs = widths[i], outputs = widths[i + 1];
        double *weights = as_f64(next, inputs * outputs);
        double *bias = as_f64(next + inputs * outputs, outputs);
        char name[32];
        next += inputs * outputs + outputs;
        double *result = layer(values, inputs, outputs, weights, bias);
        snprintf(name, sizeof name, "mlp-%zu-weights", i + 1);
        write_f64(name, inputs, outputs, weights);
        snprintf(name, sizeof name, "mlp-%zu-bias", i + 1);
        write_f64(name, outputs, 0, bias);
        snprintf(name, sizeof name, "mlp-%zu", i + 1);
        write_f64(name, IMAGES, outputs, result);
        free(weights);
        free(bias);
        free(values);
        values = result;
    }
    report(values, labels);
    free(values);
    free(labels);
    free(images);
    free(parameters);
}

int main(int count, char **arguments)
{
    if (count != 3)
        die("usage: pastis-reference SOURCE OUT");
    source = arguments[1];
    out = arguments[2];
    for (size_t i = 0; i < 4; i++)
        matmul((const size_t[]){4, 8, 11, 32}[i]);
    for (size_t i = 0; i < 3; i++)
        figure3((const size_t[]){1, 2, 5}[i]);
    arms(10);
    perceptron();
    return 0;
}
