/* SPDX-License-Identifier: Apache-2.0 */
/* console.c - the text output of programs, and their exit code.
 *
 * Vortex 2.x stores each character as a byte to a slot's address; 3.0 keeps one ring per slot in
 * memory, which the host drains. Either way output is printed per slot, line by line. */
#include <string.h>

#include "machine/vortex/model.h"
#include "memory/shadow.h"

static void put_line(struct vortex *vortex, struct vortex_console_line *line)
{
    if (line->length && vortex->run.control->console)
        vortex->run.control->console(vortex->run.control->user, line->bytes, line->length);
    line->length = 0;
}

void vortex_console_byte(void *user, uint32_t slot, uint8_t byte)
{
    struct vortex *vortex = user;
    struct vortex_console_line *line = &vortex->console[slot % vortex->numbers.console_slots];
    line->bytes[line->length++] = (char)byte;
    if (byte == '\n' || line->length == sizeof line->bytes)
        put_line(vortex, line);
}

void vortex_console_drain(struct run_state *run)
{
    struct vortex *vortex = (struct vortex *)run;
    const struct vortex_numbers *n = &vortex->numbers;
    if (!n->console_rings)
        return;
    uint64_t bytes = (uint64_t)n->console_slots * (8 + n->console_ring_bytes);
    uint8_t *base = memory_bytes(vortex->run.memory, n->console_base, bytes);
    if (!base)
        return;
    uint8_t *data = base + 8ull * n->console_slots;
    for (uint32_t slot = 0; slot < n->console_slots; slot++) {
        uint32_t written, read;
        uint8_t *read_at = base + 4ull * (n->console_slots + slot);
        memcpy(&written, base + 4ull * slot, 4);
        memcpy(&read, read_at, 4);
        /* Invalid indices print at most one ring of characters. */
        for (uint32_t max = n->console_ring_bytes; read != written && max; read++, max--)
            vortex_console_byte(vortex, slot,
                                data[(uint64_t)slot * n->console_ring_bytes +
                                     read % n->console_ring_bytes]);
        memcpy(read_at, &written, 4);
        shadow_copy(vortex->run.memory, n->console_base + 4ull * (n->console_slots + slot),
                    n->console_base + 4ull * slot, 4);
    }
}

void vortex_console_flush(struct vortex *vortex)
{
    vortex_console_drain(&vortex->run);
    for (uint32_t slot = 0; slot < vortex->numbers.console_slots; slot++)
        put_line(vortex, &vortex->console[slot]);
}

void vortex_exit_code(struct vortex *vortex)
{
    const struct vortex_numbers *n = &vortex->numbers;
    if (vortex->run.launch->kernel)
        return;
    uint32_t code = warp_row(&vortex->cores[0].warps[0].resident.warp, RV32_GP)[0];
    if (n->exit_from_memory) {
        const void *at = memory_bytes(vortex->run.memory, n->exit_address, 4);
        if (!at)
            return;
        memcpy(&code, at, sizeof code);
    }
    vortex->run.outcome->has_exit_code = true;
    vortex->run.outcome->exit_code = code;
}
