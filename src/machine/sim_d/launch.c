/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - what a launch may ask for; the state of the machine before its first instruction. */
#include <string.h>

#include "machine/common/taint.h"
#include "machine/sim_d/model.h"

static enum wc_status check_shape(struct error *err, const struct launch *launch)
{
    const uint32_t width = launch->block[0];
    if (launch->grid[2] != 1 || launch->block[2] != 1)
        return fail(err, WC_BAD_INPUT, "the launch has three dimensions; Sim-D has two");
    if (width < 32 || width > SIM_D_ITEMS || width & (width - 1))
        return fail(err, WC_BAD_INPUT, "a work-group is %u work-items wide; expected 32, 64, 128, "
                    "256, 512 or %u", width, SIM_D_ITEMS);
    if (launch->block[1] != SIM_D_ITEMS / width)
        return fail(err, WC_BAD_INPUT, "a work-group has %u by %u work-items; Sim-D has %u",
                    width, launch->block[1], SIM_D_ITEMS);
    return WC_OK;
}

static enum wc_status check_pads(struct error *err, const struct sim_d_machine *m,
                                 const struct image *image)
{
    for (uint32_t i = 0; i < SAS_BUFFERS; i++) {
        const struct sas_buffer *pad = &image->sas->scratchpad[i];
        uint64_t end = pad->address + (uint64_t)pad->dim_x * pad->dim_y * 4;
        if (pad->declared && end > m->numbers.scratchpad_bytes)
            return fail_at(err, WC_BAD_INPUT, image->path, (int)pad->place.line,
                           (int)pad->place.column, "scratchpad buffer %u ends at byte %llu; a "
                           "scratchpad has %u bytes (scratchpad.bytes)", i,
                           (unsigned long long)end, m->numbers.scratchpad_bytes);
    }
    return WC_OK;
}

static enum wc_status check_imem(struct error *err, const struct sim_d_machine *m,
                                 const struct launch *launch)
{
    if (launch->program->count <= m->numbers.imem)
        return WC_OK;
    const struct sas_place *first = &launch->image->sas->lines[m->numbers.imem].mnemonic.place;
    return fail_at(err, WC_BAD_INPUT, launch->image->path, (int)first->line, (int)first->column,
                   "instruction %u of %u; the instruction memory has %u (imem)",
                   m->numbers.imem + 1, launch->program->count, m->numbers.imem);
}

enum wc_status sim_d_admit(struct error *err, struct machine *machine,
                           const struct launch *launch)
{
    const struct sim_d_machine *m = (const struct sim_d_machine *)machine;
    if (!launch->kernel)
        return fail(err, WC_BAD_INPUT, "no size: expected 'ndrange: [X, Y]'");
    enum wc_status status = check_imem(err, m, launch);
    if (status == WC_OK)
        status = check_shape(err, launch);
    return status == WC_OK ? check_pads(err, m, launch->image) : status;
}

static void map_buffers(const struct sas_buffer *from, struct sim_d_buffer *to)
{
    for (uint32_t i = 0; i < SAS_BUFFERS; i++)
        to[i] = (struct sim_d_buffer){from[i].address, from[i].dim_x, from[i].dim_y};
}

enum { WORD = 4 };

/* Where .data has the buffer, if that is free. */
static enum wc_status place_scalar(const struct run_state *run, uint64_t *address)
{
    if (memory_is_free(run->memory, *address, WORD))
        return memory_place(run->err, run->memory, ALLOCATION_ARGUMENTS, "argument", *address,
                            WORD, true, NULL);
    return memory_allocate(run->err, run->memory, ALLOCATION_ARGUMENTS, "argument", WORD,
                           run->heap.align, run->heap.base, run->heap.end, address);
}

/* A scalar is a buffer of one word. */
static enum wc_status map_scalar(struct sim_d_machine *m, const struct argument *arg,
                                 struct sim_d_buffer *to)
{
    const struct run_state *run = &m->run;
    const uint32_t word = (uint32_t)arg->bits;
    uint64_t address = to->address;
    enum wc_status status = place_scalar(run, &address);
    if (status == WC_OK)
        memcpy(memory_bytes(run->memory, address, WORD), &word, sizeof word);
    *to = (struct sim_d_buffer){(uint32_t)address, 1, 1};
    return status;
}

static enum wc_status map_arguments(struct sim_d_machine *m, const struct launch *launch)
{
    enum wc_status status = WC_OK;
    memory_release(m->run.memory, ALLOCATION_ARGUMENTS);
    for (size_t i = 0; status == WC_OK && i < launch->arg_count; i++) {
        const struct argument *arg = &launch->args[i];
        if (arg->kind == ARGUMENT_VALUE)
            status = map_scalar(m, arg, &m->dram[i]);
        else
            m->dram[i] = (struct sim_d_buffer){(uint32_t)arg->bits, (uint32_t)arg->line,
                                               (uint32_t)arg->lines};
    }
    return status;
}

/* The scratchpad of each slot as memory with labels, while values are followed. */
static enum wc_status label_pads(struct sim_d_machine *m)
{
    const uint64_t bytes = m->numbers.scratchpad_bytes;
    uint8_t *labels;
    enum wc_status status = taint_label(&m->run, SIM_D_SLOTS * bytes, &labels);
    for (uint32_t i = 0; labels && i < SIM_D_SLOTS; i++)
        m->slot[i].pad = (struct allocation){.size = bytes, .labels = labels + i * bytes,
                                             .first_label = LABEL_MEMORY};
    return status;
}

/* Registers and scratchpads start with zeros: the original's contents depend on its host. They are
 * not cleared between work-groups. */
enum wc_status sim_d_prepare(struct run_state *run)
{
    struct sim_d_machine *m = (struct sim_d_machine *)run;
    const struct sas_program *sas = run->launch->image->sas;
    const size_t words = (size_t)SIM_D_SLOTS * SIM_D_ITEMS * SIM_D_ROWS;
    map_buffers(sas->dram, m->dram);
    map_buffers(sas->scratchpad, m->pad);
    m->width = run->launch->block[0];
    m->groups = (uint64_t)run->launch->grid[0] * run->launch->grid[1];
    memset(m->registers, 0, words * sizeof *m->registers);
    memset(m->scratchpads, 0, (size_t)SIM_D_SLOTS * m->numbers.scratchpad_bytes);
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        m->slot[i].busy = false;
        memset(m->slot[i].isa.scalar, 0, sizeof m->slot[i].isa.scalar);
        for (uint32_t k = 0; k < SIM_D_WARPS; k++)
            memset(m->slot[i].state[k].predicate, 0, sizeof m->slot[i].state[k].predicate);
    }
    enum wc_status status = map_arguments(m, run->launch);
    return status == WC_OK ? label_pads(m) : status;
}

enum wc_status sim_d_finish(struct run_state *run, enum wc_status status)
{
    (void)run;
    return status;
}
