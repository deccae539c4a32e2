/* SPDX-License-Identifier: Apache-2.0 */
/* hsa_registers.c - the registers that a wavefront starts with.
 *
 * User SGPRs are packed from s0 on, only those that the kernel asks for; the system SGPRs, which
 * differ between wavefronts, follow them. Everything else starts as zero: hardware promises
 * nothing, and two runs must not differ. */
#include <string.h>

#include "abi/hsa_parts.h"

/* Properties of a kernel, in the order of the registers. */
enum property {
    PROPERTY_PRIVATE_BUFFER, PROPERTY_DISPATCH, PROPERTY_QUEUE, PROPERTY_ARGUMENTS,
    PROPERTY_DISPATCH_ID, PROPERTY_FLAT_SCRATCH, PROPERTY_PRIVATE_SIZE,
    PROPERTY_GROUPS_X, PROPERTY_GROUPS_Y, PROPERTY_GROUPS_Z, /* only in version 2 */
    PROPERTIES
};

/* The resource through which code reaches scratch: bytes of a lane interleaved by words of four,
 * 64 lanes side by side, the lane's number added. */
enum {
    RESOURCE_SWIZZLED = 1u << 31,      /* of its second word */
    RESOURCE_ELEMENT_4 = 1u << 19,     /* of its fourth word */
    RESOURCE_INDEX_64 = 3u << 21,
    RESOURCE_ADD_LANE = 1u << 23,
};

struct words {
    uint32_t count;
    uint32_t word[4];
};

static struct words pair(uint64_t value)
{
    return (struct words){2, {(uint32_t)value, (uint32_t)(value >> 32)}};
}

static struct words scratch_resource(const struct hsa_launch *hsa)
{
    uint64_t bytes = hsa->scratch_bytes;
    return (struct words){4,
                          {(uint32_t)hsa->scratch_base,
                           (uint32_t)(hsa->scratch_base >> 32 & 0xffff) | RESOURCE_SWIZZLED,
                           bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX,
                           RESOURCE_ELEMENT_4 | RESOURCE_INDEX_64 | RESOURCE_ADD_LANE}};
}

static struct words property_words(const struct launch *launch, const struct hsa_launch *hsa,
                                   enum property property)
{
    switch (property) {
    case PROPERTY_PRIVATE_BUFFER:
        return scratch_resource(hsa);
    case PROPERTY_DISPATCH:
        return pair(hsa_packet(hsa));
    case PROPERTY_QUEUE:
        return pair(hsa_queue(hsa));
    case PROPERTY_ARGUMENTS:
        return pair(hsa_arguments(hsa));
    case PROPERTY_DISPATCH_ID:
        return pair(0);
    case PROPERTY_FLAT_SCRATCH: /* where scratch begins, and bytes of a work-item */
        return pair((uint64_t)hsa->private_bytes << 32);
    case PROPERTY_PRIVATE_SIZE:
        return (struct words){1, {hsa->private_bytes}};
    default:
        return (struct words){1, {launch->grid[property - PROPERTY_GROUPS_X]}};
    }
}

/* MODE, from the descriptor's first resource word. */
static uint32_t mode_of(uint32_t rsrc1)
{
    enum { FLOAT_MODE = 12, DX10_CLAMP = 21, IEEE = 23 };
    return (rsrc1 >> FLOAT_MODE & 0xff) | (rsrc1 >> DX10_CLAMP & 1) << GCN3_MODE_DX10_CLAMP |
           (rsrc1 >> IEEE & 1) << GCN3_MODE_IEEE;
}

void hsa_fill_registers(const struct launch *launch, const struct hsa_launch *hsa,
                        struct hsa_registers *registers)
{
    const struct amdgpu_kernel *own = launch->kernel->amdgpu;
    uint32_t properties = own->version == 2 ? PROPERTIES : PROPERTY_GROUPS_X, used = 0;
    memset(registers->scalar, 0, sizeof registers->scalar);
    for (uint32_t i = 0; i < properties; i++) {
        if (!(own->properties >> i & 1))
            continue;
        struct words words = property_words(launch, hsa, (enum property)i);
        memcpy(registers->scalar + used, words.word, words.count * sizeof *words.word);
        used += words.count;
    }
    registers->mode = mode_of(own->rsrc1);
    registers->system = own->rsrc2 >> 1 & 0x1f;
}

uint32_t hsa_wave_registers(const struct launch *launch, const struct hsa_registers *registers,
                            const struct hsa_wave *wave, uint32_t *scalar)
{
    enum { GROUP_X = 7, GROUP_INFO = 10, PRIVATE = 0, FIRST_WAVE = 31 };
    uint32_t rsrc2 = launch->kernel->amdgpu->rsrc2, at = registers->system;
    memcpy(scalar, registers->scalar, sizeof registers->scalar);
    for (unsigned i = 0; i < 3; i++) {
        if (rsrc2 >> (GROUP_X + i) & 1)
            scalar[at++] = wave->group[i];
    }
    if (rsrc2 >> GROUP_INFO & 1)
        scalar[at++] = (uint32_t)(wave->number == 0) << FIRST_WAVE | wave->waves;
    if (rsrc2 >> PRIVATE & 1)
        scalar[at++] = wave->scratch;
    return at;
}

uint32_t hsa_item_dimensions(const struct launch *launch)
{
    enum { ITEM_DIMENSIONS = 11 };
    return launch->kernel->amdgpu->rsrc2 >> ITEM_DIMENSIONS & 3;
}
