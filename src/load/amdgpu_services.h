/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu_services.h - services of the host that a kernel of a code object asks for. */
#ifndef WARPCLOCK_LOAD_AMDGPU_SERVICES_H
#define WARPCLOCK_LOAD_AMDGPU_SERVICES_H

#include "base/arena.h"
#include "load/image.h"

/* An argument that the kernel does not have. */
#define AMDGPU_NO_ARGUMENT UINT32_MAX

struct amdgpu_services {
    uint32_t printf_buffer, hostcall_buffer; /* offsets in the argument segment */
    const char *const *formats; /* of OpenCL's printf: "ID:ARGUMENTS:BYTES...:TEXT" */
    size_t format_count;
    struct arena arena;         /* has them */
};

/* Kernels without hidden arguments for services have none; the metadata are not read then. */
enum wc_status amdgpu_services_read(struct error *err, const struct image *image,
                                    const struct kernel *kernel, struct amdgpu_services *out);
void amdgpu_services_free(struct amdgpu_services *services);

#endif
