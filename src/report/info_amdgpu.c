/* SPDX-License-Identifier: Apache-2.0 */
/* info_amdgpu.c - registers of a wavefront, the argument segment, the hardware set-up. */
#include "report/info_amdgpu.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "load/amdgpu.h"

/* Bits of the properties, from bit 0 on: the initial registers of a wavefront (LLVM, User Guide for
 * AMDGPU Backend, "Kernel Descriptor"). */
static const char *const user_registers[] = {
    "private_segment_buffer", "dispatch_ptr",      "queue_ptr",            "kernarg_segment_ptr",
    "dispatch_id",            "flat_scratch_init", "private_segment_size",
};
enum { USER_REGISTERS = sizeof user_registers / sizeof *user_registers };

static void add_arguments(const struct kernel *kernel, struct text *out)
{
    text_add(out, "      %" PRIu32 " bytes of arguments", kernel->parameter_bytes);
    for (uint32_t i = 0; i < kernel->parameter_count; i++)
        text_add(out, "%s 0x%" PRIx32 " %" PRIu32, i ? "," : ":", kernel->parameters[i].offset,
                 kernel->parameters[i].bytes);
    text_add(out, "\n");
}

/* "hidden: global_offset_x 0x20 8, ..." */
static void add_hidden(const struct kernel *kernel, struct text *out)
{
    uint32_t told = 0;
    for (uint32_t i = 0; i < kernel->amdgpu->hidden_count; i++) {
        const struct hidden_argument *hidden = &kernel->amdgpu->hidden[i];
        if (hidden->kind != HIDDEN_NONE)
            text_add(out, "%s %s 0x%" PRIx32 " %" PRIu32, told++ ? "," : "      hidden:",
                     hidden_argument_name(hidden->kind) + strlen("hidden_"), hidden->offset,
                     hidden->bytes);
    }
    text_add(out, "%s", told ? "\n" : "");
}

void info_amdgpu_text(const struct kernel *kernel, struct text *out)
{
    const struct amdgpu_kernel *own = kernel->amdgpu;
    if (!own)
        return;
    add_arguments(kernel, out);
    add_hidden(kernel, out);
    text_add(out, "      %" PRIu32 " VGPRs and %" PRIu32 " SGPRs for a wavefront of %" PRIu32
             " lanes, rsrc1 0x%08" PRIx32 ", rsrc2 0x%08" PRIx32 "\n      starts with",
             own->vgprs, own->sgprs, own->wavefront, own->rsrc1, own->rsrc2);
    for (uint32_t i = 0, told = 0; i < USER_REGISTERS; i++) {
        if (own->properties >> i & 1)
            text_add(out, "%s %s", told++ ? "," : "", user_registers[i]);
    }
    text_add(out, "\n");
}

static json_t *hidden_arguments(const struct amdgpu_kernel *own)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < own->hidden_count; i++)
        json_append(
            &list, json_pack("{s:s, s:I, s:I}", "kind", hidden_argument_name(own->hidden[i].kind),
                             "offset", (json_int_t)own->hidden[i].offset, "bytes",
                             (json_int_t)own->hidden[i].bytes));
    return list;
}

static json_t *registers_at_start(const struct amdgpu_kernel *own)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < USER_REGISTERS; i++) {
        if (own->properties >> i & 1)
            json_append(&list, json_string(user_registers[i]));
    }
    return list;
}

json_t *info_amdgpu_json(const struct kernel *kernel)
{
    const struct amdgpu_kernel *own = kernel->amdgpu;
    if (!own)
        return json_null();
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:o, s:o}", "version",
                     (json_int_t)own->version, "descriptor", (json_int_t)own->descriptor, "rsrc1",
                     (json_int_t)own->rsrc1, "rsrc2", (json_int_t)own->rsrc2, "properties",
                     (json_int_t)own->properties, "argument_alignment",
                     (json_int_t)own->argument_alignment, "vgprs", (json_int_t)own->vgprs, "sgprs",
                     (json_int_t)own->sgprs, "wavefront", (json_int_t)own->wavefront,
                     "dynamic_stack", own->dynamic_stack, "starts_with", registers_at_start(own),
                     "hidden_arguments", hidden_arguments(own));
}
