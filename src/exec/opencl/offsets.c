/* SPDX-License-Identifier: Apache-2.0 */
/* offsets.c - offsets of global ids on machines whose launches have none: the program is compiled
 * once more with the offset as a constant. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/opencl/state.h"

struct variant {
    struct variant *next;
    uint32_t offset[3];
    cl_program program;
};

/* AMD's compiler passes offsets with the arguments. */
static bool machine_adds_offsets(void)
{
    return !strcmp(wc_device_text(exec.device, "isa"), "gcn3");
}

/* The source with other work-item functions; lines keep their numbers. For free(). */
static char *add_offset(const char *source, const uint32_t offset[3])
{
    char *text = NULL;
    const int length = asprintf(
        &text,
        "#define get_global_offset(d) ((d) == 0 ? %uu : (d) == 1 ? %uu : (d) == 2 ? %uu : 0u)\n"
        "#define get_global_id(d) (get_global_id(d) + get_global_offset(d))\n"
        "#line 1\n%s",
        offset[0], offset[1], offset[2], source);
    return length < 0 ? NULL : text;
}

static cl_program make_variant(cl_program program, const uint32_t offset[3])
{
    char *source = add_offset(program->source, offset);
    const char *text = source;
    cl_program made =
        source ? clCreateProgramWithSource(program->context, 1, &text, NULL, NULL) : NULL;
    free(source);
    if (made && clBuildProgram(made, 0, NULL, program->options, NULL, NULL) != CL_SUCCESS) {
        clReleaseProgram(made);
        made = NULL;
    }
    return made;
}

static cl_program find_variant(cl_program program, const uint32_t offset[3])
{
    for (struct variant *one = program->variants; one; one = one->next) {
        if (!memcmp(one->offset, offset, sizeof one->offset))
            return one->program;
    }
    struct variant *variant = calloc(1, sizeof *variant);
    cl_program made = variant ? make_variant(program, offset) : NULL;
    if (!made) {
        free(variant);
        return NULL;
    }
    *variant = (struct variant){.next = program->variants, .program = made};
    memcpy(variant->offset, offset, sizeof variant->offset);
    program->variants = variant;
    return made;
}

cl_int offsets_apply(cl_program *program, uint32_t offset[3])
{
    if ((!offset[0] && !offset[1] && !offset[2]) || machine_adds_offsets())
        return CL_SUCCESS;
    if (!(*program)->source) {
        exec_complain("machine %s adds no offset to global ids, and a binary cannot be compiled "
                      "with one", wc_device_text(exec.device, "name"));
        return CL_INVALID_GLOBAL_OFFSET;
    }
    cl_program variant = find_variant(*program, offset);
    if (!variant)
        return CL_OUT_OF_RESOURCES;
    *program = variant;
    memset(offset, 0, 3 * sizeof *offset);
    return CL_SUCCESS;
}

void offsets_forget(cl_program program)
{
    for (struct variant *one = program->variants, *next; one; one = next) {
        next = one->next;
        clReleaseProgram(one->program);
        free(one);
    }
    program->variants = NULL;
}
