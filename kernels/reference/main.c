/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - kernel-references: writes the expected outputs and the structured inputs of the suite's
 * jobs.
 *
 *     kernel-references [--list] OUTDIR [NAME...]
 *
 * Files are OUTDIR/NAME/SIZE-BUFFER.npy, complete or not there at all. When all kernels are
 * through, OUTDIR/jobs.txt lists what --list prints: a build system sees by it that everything is
 * there.
 */
#include "reference.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct reference {
    const char *kernel;
    void (*compute)(struct run *run);
};

static const struct reference references[] = {
    {"backprop", reference_backprop},
    {"bfs", reference_bfs},
    {"binomial", reference_binomial},
    {"bitonic", reference_bitonic},
    {"blackscholes", reference_blackscholes},
    {"cnn-convolution", reference_cnn_convolution},
    {"cnn-fc", reference_cnn_fc},
    {"cnn-maxpool", reference_cnn_maxpool},
    {"cnn-relu", reference_cnn_relu},
    {"convolution", reference_convolution},
    {"divergence", reference_divergence},
    {"eigenvalues", reference_eigenvalues},
    {"fd3d", reference_fd3d},
    {"fft", reference_fft},
    {"haar", reference_haar},
    {"histogram", reference_histogram},
    {"hotspot", reference_hotspot},
    {"hotspot3D", reference_hotspot3D},
    {"ids", reference_ids},
    {"kfusion-bilateral", reference_kfusion_bilateral},
    {"kfusion-depth2vertex", reference_kfusion_depth2vertex},
    {"kfusion-half-sample", reference_kfusion_half_sample},
    {"kfusion-mm2meters", reference_kfusion_mm2meters},
    {"kfusion-track", reference_kfusion_track},
    {"kfusion-vertex2normal", reference_kfusion_vertex2normal},
    {"kmeans", reference_kmeans},
    {"lud", reference_lud},
    {"mandelbrot", reference_mandelbrot},
    {"mandelbrot-tiles", reference_mandelbrot},
    {"maths", reference_maths},
    {"mlp", reference_mlp},
    {"montecarlo", reference_montecarlo},
    {"mriq-phimag", reference_mriq_phimag},
    {"mriq-q", reference_mriq_q},
    {"nbody", reference_nbody},
    {"nw", reference_nw},
    {"pathfinder", reference_pathfinder},
    {"patterns", reference_patterns},
    {"psort", reference_psort},
    {"reduction", reference_reduction},
    {"saxpy", reference_saxpy},
    {"scan", reference_scan},
    {"sgemm", reference_sgemm},
    {"sgemm-tiled", reference_sgemm},
    {"spmv", reference_spmv},
    {"spmv-jds", reference_spmv_jds},
    {"srad", reference_srad},
    {"srad-reduce", reference_srad_reduce},
    {"srad-step", reference_srad},
    {"stencil", reference_stencil},
    {"stencil-sp", reference_stencil},
    {"tmd1", reference_tmd1},
    {"tmd2", reference_tmd2},
    {"transpose", reference_transpose},
    {"vecadd", reference_vecadd},
    {"walsh", reference_walsh},
};

static const size_t reference_count = sizeof references / sizeof references[0];

void die(const char *format, ...)
{
    va_list arguments;

    fputs("kernel-references: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(2);
}

static const struct reference *find_reference(const char *kernel)
{
    for (size_t i = 0; i < reference_count; i++)
        if (strcmp(references[i].kernel, kernel) == 0)
            return &references[i];
    die("no kernel '%s'; --list names them", kernel);
}

static void make_directory(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        die("%s: %s", path, strerror(errno));
}

static void compute_all_sizes(const struct reference *reference, const char *out)
{
    char directory[PATH_MAX];

    if (snprintf(directory, sizeof directory, "%s/%s", out, reference->kernel) >= PATH_MAX)
        die("%s: path too long", out);
    make_directory(directory);
    for (const struct job *job = jobs; job->kernel; job++) {
        if (strcmp(job->kernel, reference->kernel) != 0)
            continue;
        struct run run = {.job = job, .directory = directory};

        reference->compute(&run);
        free_run(&run);
    }
}

static void list(FILE *file)
{
    for (const struct job *job = jobs; job->kernel; job++)
        fprintf(file, "%s %s\n", job->kernel, job->size);
}

static void write_list(const char *out)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s/jobs.txt", out) >= PATH_MAX)
        die("%s: path too long", out);
    FILE *file = fopen(path, "w");
    if (!file)
        die("%s: %s", path, strerror(errno));
    list(file);
    if (fclose(file) != 0)
        die("%s: %s", path, strerror(errno));
}

static void compute_all_kernels(const char *out)
{
    for (size_t i = 0; i < reference_count; i++)
        compute_all_sizes(&references[i], out);
    write_list(out);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        list(stdout);
        return 0;
    }
    if (argc < 2 || argv[1][0] == '-')
        die("usage: kernel-references [--list] OUTDIR [NAME...]");

    make_directory(argv[1]);
    if (argc == 2)
        compute_all_kernels(argv[1]);
    for (int i = 2; i < argc; i++)
        compute_all_sizes(find_reference(argv[i]), argv[1]);
    return 0;
}
