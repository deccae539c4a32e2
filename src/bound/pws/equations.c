/* SPDX-License-Identifier: Apache-2.0 */
/* equations.c - resident groups, dispatch rounds, the bound of a kernel. */
#include "bound/pws/equations.h"

enum { COUNT_MAX = 1 << 15 }; /* a product of four fits 64 bits */

static enum wc_status check_count(struct error *err, const char *what, uint64_t count)
{
    if (!count)
        return fail(err, WC_BAD_INPUT, "the number of %s is not known", what);
    if (count > COUNT_MAX)
        return fail(err, WC_BAD_INPUT, "%llu %s; at most %d are supported",
                    (unsigned long long)count, what, COUNT_MAX);
    return WC_OK;
}

static enum wc_status check_gpu(struct error *err, const struct gpu_shape *gpu)
{
    const struct { const char *what; uint64_t count; } counts[] = {
        {"CUs", gpu->cus},
        {"SIMDs per CU", gpu->simds},
        {"wavefront contexts per SIMD", gpu->contexts},
        {"work-items per wavefront", gpu->lanes},
        {"SpSIMDs per SIMD and SIMDs", gpu->splits + 1},
    };
    enum wc_status status = WC_OK;
    for (size_t i = 0; i < sizeof counts / sizeof *counts && status == WC_OK; i++)
        status = check_count(err, counts[i].what, counts[i].count);
    return status;
}

static enum wc_status check_time(struct error *err, const char *what, int64_t cycles)
{
    return cycles >= 0 ? WC_OK : fail(err, WC_BAD_INPUT, "the %s is not known", what);
}

static enum wc_status too_long(struct error *err)
{
    return fail(err, WC_BAD_INPUT, "the bound exceeds 64 bits");
}

enum wc_status pws_split_cost(struct error *err, const struct split_timing *timing, int64_t *cost)
{
    enum wc_status status = check_time(err, "cost of a split", timing->split);
    if (status == WC_OK)
        status = check_time(err, "cost of a merge", timing->merge);
    if (status == WC_OK && __builtin_add_overflow(timing->split, timing->merge, cost))
        status = too_long(err);
    return status;
}

enum wc_status pws_simds(struct error *err, const struct gpu_shape *gpu, uint64_t used,
                         uint64_t *simds)
{
    enum wc_status status = check_gpu(err, gpu);
    if (status == WC_OK && used > gpu->splits)
        status = fail(err, WC_BAD_INPUT, "the kernel needs %llu SpSIMDs per SIMD; there are %llu",
                      (unsigned long long)used, (unsigned long long)gpu->splits);
    if (status == WC_OK)
        *simds = gpu->simds + (gpu->splits - used) * gpu->simds / (used + 1);
    return status;
}

static uint64_t min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* How many users of `each` fit; one that takes nothing is not limited. */
static uint64_t fitting(uint64_t available, uint64_t each)
{
    return !each || available == PWS_NO_LIMIT ? PWS_NO_LIMIT : available / each;
}

/* Groups of one CU. A SIMD's wavefronts all have the same size, so its registers do not fragment,
 * and a group's wavefronts go to any SIMDs of the CU. */
static uint64_t groups_per_cu(const struct gpu_shape *gpu, const struct kernel_shape *kernel,
                              uint64_t simds, uint64_t contexts)
{
    uint64_t wavefronts = (kernel->group_size + gpu->lanes - 1) / gpu->lanes;
    uint64_t per_simd = min_u64(gpu->contexts, min_u64(fitting(gpu->vgprs, kernel->vgprs),
                                                       fitting(gpu->sgprs, kernel->sgprs)));
    uint64_t groups = simds * per_simd / (wavefronts * contexts);
    if (!groups && wavefronts <= simds * per_simd)
        groups = 1; /* an empty CU takes a group; its SWFs then find no context and serialise */
    return min_u64(groups, min_u64(fitting(gpu->lds, kernel->lds), gpu->barriers));
}

enum wc_status pws_resident(struct error *err, const struct gpu_shape *gpu,
                            const struct kernel_shape *kernel, enum resident_form form,
                            uint64_t simds, uint64_t contexts, uint64_t *resident)
{
    enum wc_status status = check_gpu(err, gpu);
    if (status == WC_OK)
        status = check_count(err, "work-items per group", kernel->group_size);
    if (status == WC_OK)
        status = check_count(err, "SIMDs per CU", simds);
    if (status == WC_OK)
        status = check_count(err, "contexts per wavefront", contexts);
    if (status != WC_OK)
        return status;
    if (form == RESIDENT_PAPER)
        *resident = gpu->cus * simds * gpu->contexts * gpu->lanes / (kernel->group_size * contexts);
    else
        *resident = gpu->cus * groups_per_cu(gpu, kernel, simds, contexts);
    if (!*resident)
        return fail(err, WC_BAD_INPUT, "a group of %llu work-items does not fit a CU",
                    (unsigned long long)kernel->group_size);
    return WC_OK;
}

uint64_t pws_rounds(uint64_t groups, uint64_t resident)
{
    return groups / resident + (groups % resident != 0);
}

enum wc_status pws_kernel(struct error *err, const struct gpu_shape *gpu,
                          const struct kernel_shape *kernel, enum resident_form form,
                          uint64_t contexts, int64_t start, int64_t wavefront,
                          struct kernel_bound *bound)
{
    int64_t round;
    enum wc_status status = check_time(err, "start delay of a group", start);
    if (status == WC_OK)
        status = check_time(err, "worst case of a wavefront", wavefront);
    if (status == WC_OK && !kernel->groups)
        status = fail(err, WC_BAD_INPUT, "the number of groups is not known");
    if (status == WC_OK)
        status = pws_resident(err, gpu, kernel, form, bound->simds, contexts, &bound->resident);
    if (status != WC_OK)
        return status;
    bound->rounds = pws_rounds(kernel->groups, bound->resident);
    if (__builtin_add_overflow(start, wavefront, &round) ||
        __builtin_mul_overflow(bound->rounds, round, &bound->cycles))
        return too_long(err);
    return WC_OK;
}

enum wc_status pws_program(struct error *err, const int64_t *kernel, uint32_t kernels,
                           int64_t *cycles)
{
    *cycles = 0;
    for (uint32_t i = 0; i < kernels; i++) {
        if (__builtin_add_overflow(*cycles, kernel[i], cycles))
            return too_long(err);
    }
    return WC_OK;
}
