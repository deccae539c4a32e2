/* SPDX-License-Identifier: Apache-2.0 */
/* overhead.c - bits and units of wavefront splitting. */
#include "bound/pws/overhead.h"

/* Bits that tell n values apart. */
static uint32_t width(uint32_t n)
{
    return n <= 1 ? 0 : 32 - (uint32_t)__builtin_clz(n - 1);
}

struct split_overhead split_overhead(const struct split_hardware *hardware)
{
    uint64_t splits = hardware->splits, contexts = hardware->contexts;
    if (!splits)
        return (struct split_overhead){0};
    uint64_t id = width(hardware->splits + 1); /* the SIMD and its SpSIMDs */
    struct split_overhead out = {.units = splits};
    out.wavefront_context = hardware->lanes + splits * id + id; /* mask, stack, its pointer */
    out.split_context = 32u * (uint64_t)hardware->sgprs + (id + 1) + out.wavefront_context;
    out.simd = contexts * (out.wavefront_context + splits * out.split_context);
    return out;
}
