/* SPDX-License-Identifier: Apache-2.0 */
/* reference.h - what the host references share: sizes, inputs, memory, and the writing of .npy
 * files.
 *
 * A reference computes what its kernel has to give, the obvious scalar way and independent of the
 * OpenCL source. Its sizes and random inputs come from the table that make-jobs.py derives from
 * kernels/NAME/job.py, so they are those of the job files. Any failure ends the program with a
 * message.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#define MAX_NUMBERS    8
#define MAX_BUFFERS    16
#define MAX_DIMENSIONS 3

struct number {
    const char *name;
    double value;
};

struct buffer {
    const char *name;
    const char *type; /* f32, i32 or u32 */
    int dimensions;
    size_t shape[MAX_DIMENSIONS];
    double min, max; /* of the random fill */
    uint64_t seed;   /* 0: not random */
};

struct job {
    const char *kernel; /* NULL behind the last job */
    const char *size;
    struct number numbers[MAX_NUMBERS];
    struct buffer buffers[MAX_BUFFERS];
};

extern const struct job jobs[];

struct block; /* memory of a run, freed behind it */

struct run {
    const struct job *job;
    const char *directory; /* where the files go */
    struct block *blocks;
};

/* A size by its name, and the same as float (rounded as a job's f32 argument is). */
int number(const struct run *run, const char *name);
float number_f32(const struct run *run, const char *name);

/* The random buffer of that name, filled by the rule of the job file. */
float *input_f32(struct run *run, const char *name);
int32_t *input_i32(struct run *run, const char *name);
uint32_t *input_u32(struct run *run, const char *name);

/* Memory that lives as long as the run; zeroed. */
float *new_f32(struct run *run, size_t count);
int32_t *new_i32(struct run *run, size_t count);
uint32_t *new_u32(struct run *run, size_t count);
void free_run(struct run *run);

/* Write SIZE-NAME.npy; the shape is the buffer's of that name, if the job declares one. */
void write_f32(const struct run *run, const char *name, const float *data, size_t count);
void write_i32(const struct run *run, const char *name, const int32_t *data, size_t count);
void write_u32(const struct run *run, const char *name, const uint32_t *data, size_t count);

/* The next output of SplitMix64. */
uint64_t splitmix64(uint64_t *state);

_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

void reference_backprop(struct run *run);
void reference_bfs(struct run *run);
void reference_binomial(struct run *run);
void reference_bitonic(struct run *run);
void reference_blackscholes(struct run *run);
void reference_cnn_convolution(struct run *run);
void reference_cnn_fc(struct run *run);
void reference_cnn_maxpool(struct run *run);
void reference_cnn_relu(struct run *run);
void reference_convolution(struct run *run);
void reference_divergence(struct run *run);
void reference_eigenvalues(struct run *run);
void reference_fd3d(struct run *run);
void reference_fft(struct run *run);
void reference_haar(struct run *run);
void reference_histogram(struct run *run);
void reference_hotspot(struct run *run);
void reference_hotspot3D(struct run *run);
void reference_ids(struct run *run);
void reference_kfusion_bilateral(struct run *run);
void reference_kfusion_depth2vertex(struct run *run);
void reference_kfusion_half_sample(struct run *run);
void reference_kfusion_mm2meters(struct run *run);
void reference_kfusion_track(struct run *run);
void reference_kfusion_vertex2normal(struct run *run);
void reference_kmeans(struct run *run);
void reference_lud(struct run *run);
void reference_mandelbrot(struct run *run);
void reference_maths(struct run *run);
void reference_mlp(struct run *run);
void reference_montecarlo(struct run *run);
void reference_mriq_phimag(struct run *run);
void reference_mriq_q(struct run *run);
void reference_nbody(struct run *run);
void reference_nw(struct run *run);
void reference_pathfinder(struct run *run);
void reference_patterns(struct run *run);
void reference_psort(struct run *run);
void reference_reduction(struct run *run);
void reference_saxpy(struct run *run);
void reference_scan(struct run *run);
void reference_sgemm(struct run *run);
void reference_spmv(struct run *run);
void reference_spmv_jds(struct run *run);
void reference_srad(struct run *run);
void reference_srad_reduce(struct run *run);
void reference_stencil(struct run *run);
void reference_tmd1(struct run *run);
void reference_tmd2(struct run *run);
void reference_transpose(struct run *run);
void reference_vecadd(struct run *run);
void reference_walsh(struct run *run);

#endif
