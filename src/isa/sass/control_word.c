/* SPDX-License-Identifier: Apache-2.0 */
/* control_word.c - the scheduling bits that precede each three instructions (PAS-61). */
#include "isa/sass/table.h"

enum { CONTROL_BITS = 21, CONTROL_MASK = (1 << CONTROL_BITS) - 1, NO_BARRIER = 7 };

uint32_t sass_control_slot(uint64_t word, unsigned slot)
{
    return (uint32_t)(word >> (CONTROL_BITS * slot)) & CONTROL_MASK;
}

struct sass_control sass_control_unpack(uint32_t bits)
{
    struct sass_control control = {
        .stall = bits & 15,
        .yield = bits >> 4 & 1,
        .write_barrier = bits >> 5 & 7,
        .read_barrier = bits >> 8 & 7,
        .wait = bits >> 11 & 63,
        .reuse = bits >> 17 & 15,
    };
    control.dual = control.stall == 0 && control.yield;
    return control;
}

uint32_t sass_control_pack(const struct sass_control *control)
{
    return control->stall | (uint32_t)control->yield << 4 | (uint32_t)control->write_barrier << 5 |
           (uint32_t)control->read_barrier << 8 | (uint32_t)control->wait << 11 |
           (uint32_t)control->reuse << 17;
}

/* Barriers count from 1 in that notation. */
static void print_barrier(uint8_t barrier, struct text *out)
{
    if (barrier == NO_BARRIER)
        text_add(out, "-:");
    else
        text_add(out, "%u:", barrier + 1u);
}

void sass_control_print(const struct sass_control *control, struct text *out)
{
    if (control->wait)
        text_add(out, "%02x:", (unsigned)control->wait);
    else
        text_add(out, "--:");
    print_barrier(control->read_barrier, out);
    print_barrier(control->write_barrier, out);
    text_add(out, "%c:%x", control->yield ? '-' : 'Y', (unsigned)control->stall);
}
