/* SPDX-License-Identifier: Apache-2.0 */
/* ibuffer.c - a ring of slots. */
#include "hw/ibuffer.h"

void ibuffer_reset(struct ibuffer *ibuffer, uint32_t depth)
{
    ibuffer->head = ibuffer->count = 0;
    ibuffer->depth = depth;
}

void ibuffer_flush(struct ibuffer *ibuffer)
{
    ibuffer->count = 0;
}

void ibuffer_squash(struct ibuffer *ibuffer)
{
    for (uint32_t i = 0; i < ibuffer->count; i++)
        ibuffer->slot[(ibuffer->head + i) % IBUFFER_DEPTH_MAX].insn = ibuffer_nop(NOP_FLUSH);
}
