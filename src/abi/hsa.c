/* SPDX-License-Identifier: Apache-2.0 */
/* hsa.c - the memory that the HSA runtime fills before a launch. */
#include "abi/hsa.h"

#include <string.h>

#include "abi/hsa_host.h"
#include "abi/hsa_parts.h"
#include "abi/pack.h"

enum {
    LOCAL_POINTER_BYTES = 4,
    ARGUMENT_UNIT = 64,      /* wide scalar loads may read past the last argument */
    PACKET_BYTES = 64, QUEUE_BYTES = 256,
    QUEUE_SHARED_APERTURE = 0x40, QUEUE_PRIVATE_APERTURE = 0x44,
};

static void put(uint8_t *into, uint32_t offset, uint64_t value, uint32_t bytes)
{
    memcpy(into + offset, &value, bytes < 8 ? bytes : 8);
}

static uint32_t dimensions(const struct launch *launch)
{
    if (launch->grid[2] * launch->block[2] > 1)
        return 3;
    return launch->grid[1] * launch->block[1] > 1 ? 2 : 1;
}

/* Work-items of a grid are whole work-groups, so there is no remainder. */
static uint64_t hidden_value(const struct launch *launch, const struct hsa_launch *hsa,
                             enum hidden_argument_kind kind)
{
    switch (kind) {
    case HIDDEN_GLOBAL_OFFSET_X:
    case HIDDEN_GLOBAL_OFFSET_Y:
    case HIDDEN_GLOBAL_OFFSET_Z:
        return launch->offset[kind - HIDDEN_GLOBAL_OFFSET_X];
    case HIDDEN_BLOCK_COUNT_X:
    case HIDDEN_BLOCK_COUNT_Y:
    case HIDDEN_BLOCK_COUNT_Z:
        return launch->grid[kind - HIDDEN_BLOCK_COUNT_X];
    case HIDDEN_GROUP_SIZE_X:
    case HIDDEN_GROUP_SIZE_Y:
    case HIDDEN_GROUP_SIZE_Z:
        return launch->block[kind - HIDDEN_GROUP_SIZE_X];
    case HIDDEN_GRID_DIMS:
        return dimensions(launch);
    case HIDDEN_PRIVATE_BASE:
        return hsa->private_aperture;
    case HIDDEN_SHARED_BASE:
        return hsa->shared_aperture;
    case HIDDEN_QUEUE_PTR:
        return hsa_queue(hsa);
    case HIDDEN_DYNAMIC_LDS_SIZE:
        return pack_local_bytes(launch) - launch->kernel->local_bytes;
    default:
        return 0;
    }
}

static void fill_arguments(const struct launch *launch, const struct hsa_launch *hsa,
                           uint8_t *segment, uint64_t size)
{
    const struct amdgpu_kernel *own = launch->kernel->amdgpu;
    for (uint32_t i = 0; i < own->hidden_count; i++) {
        const struct hidden_argument *hidden = &own->hidden[i];
        if (hidden->offset <= size && hidden->bytes <= size - hidden->offset)
            put(segment, hidden->offset, hidden_value(launch, hsa, hidden->kind), hidden->bytes);
    }
    if (hsa->host)
        hsa_host_fill_arguments(hsa->host, segment, size);
    pack_arguments(launch, LOCAL_POINTER_BYTES, segment);
}

static void fill_packet(const struct launch *launch, const struct hsa_launch *hsa, uint8_t *packet)
{
    enum { HEADER = 0, SETUP = 2, GROUP = 4, GRID = 12, PRIVATE = 24, LDS = 28, OBJECT = 32,
           ARGUMENTS = 40, KERNEL_DISPATCH = 2 };
    put(packet, HEADER, KERNEL_DISPATCH, 2);
    put(packet, SETUP, dimensions(launch), 2);
    for (unsigned i = 0; i < 3; i++) {
        put(packet, GROUP + 2 * i, launch->block[i], 2);
        put(packet, GRID + 4 * i, (uint64_t)launch->grid[i] * launch->block[i], 4);
    }
    put(packet, PRIVATE, hsa->private_bytes, 4);
    put(packet, LDS, hsa->lds, 4);
    put(packet, OBJECT, launch->kernel->amdgpu->descriptor, 8);
    put(packet, ARGUMENTS, hsa_arguments(hsa), 8);
}

static void fill_queue(const struct hsa_launch *hsa, uint8_t *queue)
{
    put(queue, QUEUE_SHARED_APERTURE, hsa->shared_aperture, 4);
    put(queue, QUEUE_PRIVATE_APERTURE, hsa->private_aperture, 4);
}

static enum wc_status place(struct error *err, struct memory *memory, const char *name,
                            uint64_t address, uint64_t size, uint8_t **bytes)
{
    enum wc_status status =
        memory_place(err, memory, ALLOCATION_ARGUMENTS, name, address, size, false, NULL);
    if (status == WC_OK)
        *bytes = memory_find(memory, address, 1)->bytes;
    return status;
}

static enum wc_status fill_memory(struct error *err, struct memory *memory,
                                  const struct launch *launch, const struct hsa_launch *hsa)
{
    uint8_t *packet = NULL, *queue = NULL, *arguments = NULL;
    uint64_t packed = pack_arguments(launch, LOCAL_POINTER_BYTES, NULL);
    uint64_t declared = launch->kernel->parameter_bytes;
    uint64_t size = packed > declared ? packed : declared;
    size = round_up_to(size ? size : 1, ARGUMENT_UNIT);
    memory_release(memory, ALLOCATION_ARGUMENTS);
    enum wc_status status =
        place(err, memory, "dispatch packet", hsa_packet(hsa), PACKET_BYTES, &packet);
    if (status == WC_OK)
        status = place(err, memory, "queue", hsa_queue(hsa), QUEUE_BYTES, &queue);
    if (status == WC_OK)
        status = place(err, memory, "kernel arguments", hsa_arguments(hsa), size, &arguments);
    if (status != WC_OK)
        return status;
    fill_packet(launch, hsa, packet);
    fill_queue(hsa, queue);
    fill_arguments(launch, hsa, arguments, size);
    return WC_OK;
}

enum wc_status hsa_prepare(struct error *err, struct memory *memory, const struct launch *launch,
                           const struct hsa_launch *hsa, struct hsa_registers *registers)
{
    hsa_fill_registers(launch, hsa, registers);
    return fill_memory(err, memory, launch, hsa);
}
