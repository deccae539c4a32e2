/* SPDX-License-Identifier: Apache-2.0 */
/* gcn3_object.h - code of GCN3 or GCN5 as a code object: an ELF file with one kernel, "kernel". */
#ifndef WARPCLOCK_CAMPAIGN_GCN3_OBJECT_H
#define WARPCLOCK_CAMPAIGN_GCN3_OBJECT_H

#include "base/text.h"
#include "campaign/encoder.h"
#include "campaign/gcn3_code.h"

/* Its arguments are two buffers and a number; `lds`: bytes of local memory of a group; for gfx900
 * or gfx803. */
void gcn3_write_object(const struct gcn3_code *code, const struct functions *functions,
                       uint32_t lds, bool gcn5, struct text *bytes);
/* The address of a word of the code. */
uint64_t gcn3_object_address(uint32_t word);

#endif
