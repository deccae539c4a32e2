/* SPDX-License-Identifier: Apache-2.0 */
/* encoders.c - the instruction sets of a campaign. */
#include "campaign/encoder.h"

const struct encoder *const encoders[] = {&encoder_vortex, &encoder_rv32, &encoder_gcn3,
                                          &encoder_gcn5, &encoder_sim_d, &encoder_sass, NULL};

void binary_loop(struct binary *binary, uint64_t address, uint32_t most)
{
    if (binary->loop_count < BOUNDS_MAX)
        binary->loops[binary->loop_count++] = (struct loop_bound){address, most};
}

void binary_free(struct binary *binary)
{
    text_free(&binary->bytes);
    *binary = (struct binary){0};
}

bool functions_note(struct functions *functions, uint32_t at, uint32_t function)
{
    if (functions->count == CALLS_MAX)
        return false;
    functions->calls[functions->count++] = (struct call){at, function};
    return true;
}

uint32_t functions_length(const struct functions *functions, uint32_t i, uint32_t end)
{
    uint32_t next = end;
    for (uint32_t k = 0; k < FUNCTIONS_MAX; k++) {
        if (functions->first[k] > functions->first[i] && functions->first[k] < next)
            next = functions->first[k];
    }
    return functions->first[i] ? next - functions->first[i] : 0;
}

uint32_t functions_begin(const struct functions *functions, uint32_t end)
{
    for (uint32_t i = 0; i < FUNCTIONS_MAX; i++) {
        if (functions->first[i])
            return functions->first[i];
    }
    return end;
}
