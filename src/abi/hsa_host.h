/* SPDX-License-Identifier: Apache-2.0 */
/* hsa_host.h - services that the HIP and OpenCL run times provide to AMD kernels: printf.
 *
 * OpenCL kernels append records to a buffer, which is printed when the launch has ended. HIP
 * kernels call the host: a wavefront takes a packet from a stack, fills it, puts it on a second
 * stack and waits until the host has answered. Here the answer comes with the instruction that
 * puts the packet there; printf is for finding errors, not for measuring. */
#ifndef WARPCLOCK_ABI_HSA_HOST_H
#define WARPCLOCK_ABI_HSA_HOST_H

#include "abi/launch.h"
#include "base/text.h"
#include "load/amdgpu_services.h"
#include "memory/memory.h"

struct hsa_host {
    struct amdgpu_services services;
    const struct memory *memory;
    void (*console)(void *user, const char *bytes, size_t length); /* or NULL */
    void *user;
    void (*reads)(void *reader, uint64_t address, uint64_t bytes); /* parts of a call, or NULL */
    void *reader;
    uint64_t printf_base, hostcall_base; /* addresses; 0: none */
    uint64_t packets;                    /* of the hostcall buffer, a power of two */
    struct text *messages;               /* of HIP's printf, by id; length 0: free */
    size_t message_count;
    struct text problem;                 /* why a call cannot be answered */
};

/* Where the buffers may go, and how many wavefronts may call at the same time. */
struct hsa_host_place {
    uint64_t low, high, align;
    uint32_t wavefronts;
};

/* Places the buffers that the kernel asks for. */
enum wc_status hsa_host_begin(struct error *err, struct hsa_host *host, struct memory *memory,
                              const struct launch *launch, const struct hsa_host_place *place);
/* Puts their addresses into the argument segment. */
void hsa_host_fill_arguments(const struct hsa_host *host, uint8_t *segment, uint64_t size);
/* After an atomic: answers the calls that wait. False: host->problem says what cannot be done. */
bool hsa_host_serve(struct hsa_host *host);
/* Gives back the memory for messages of HIP's printf; false: one is under way. */
bool hsa_host_settle(struct hsa_host *host);
/* Prints what the launch has left, and forgets it. */
void hsa_host_end(struct hsa_host *host);

#endif
