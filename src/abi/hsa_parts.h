/* SPDX-License-Identifier: Apache-2.0 */
/* hsa_parts.h - shared by the two halves of hsa.h: the addresses of packet, queue and arguments. */
#ifndef WARPCLOCK_ABI_HSA_PARTS_H
#define WARPCLOCK_ABI_HSA_PARTS_H

#include "abi/hsa.h"

enum { HSA_STRIDE = 0x1000 }; /* from packet to queue to arguments */

static inline uint64_t hsa_packet(const struct hsa_launch *hsa)
{
    return hsa->base;
}

static inline uint64_t hsa_queue(const struct hsa_launch *hsa)
{
    return hsa->base + HSA_STRIDE;
}

static inline uint64_t hsa_arguments(const struct hsa_launch *hsa)
{
    return hsa->base + 2 * HSA_STRIDE;
}

/* hsa_registers.c */
void hsa_fill_registers(const struct launch *launch, const struct hsa_launch *hsa,
                        struct hsa_registers *registers);

#endif
