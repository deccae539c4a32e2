/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_sas.c - any text as a Sim-D program: read, decoded with and without the original's quirks,
 * printed, and read again. What is printed must be the same program; nothing runs. */
#include <stdint.h>
#include <string.h>

#include "isa/sim_d/table.h"
#include "load/image.h"
#include "load/sas.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print_buffers(const struct sas_buffer *table, const char *section, struct text *out)
{
    text_add(out, "%s\n", section);
    for (unsigned i = 0; i < SAS_BUFFERS; i++) {
        if (table[i].declared)
            text_add(out, "%u 0x%x %u %u\n", i, table[i].address, table[i].dim_x, table[i].dim_y);
    }
}

static void print_labels(const struct sas_program *sas, uint32_t insn, struct text *out)
{
    for (uint32_t i = 0; i < sas->label_count; i++) {
        if (sas->labels[i].insn == insn)
            text_add(out, "%s:\n", sas->labels[i].name);
    }
}

static void print_program(const struct program *program, struct text *out)
{
    const struct sas_program *sas = program->image->sas;
    print_buffers(sas->dram, ".data", out);
    print_buffers(sas->scratchpad, ".sp_data", out);
    text_add(out, ".text\n");
    for (uint32_t i = 0; i < program->count; i++) {
        print_labels(sas, i, out);
        isa_sim_d.print(program, &program->insns[i], out);
        text_add(out, "\n");
    }
    print_labels(sas, program->count, out);
}

static void compare(const struct program *a, const struct program *b)
{
    if (a->count != b->count)
        __builtin_trap();
    for (uint32_t i = 0; i < a->count; i++) {
        const struct sim_d_insn *x = sim_d_of(&a->insns[i]), *y = sim_d_of(&b->insns[i]);
        if (x->row != y->row || a->insns[i].target != b->insns[i].target)
            __builtin_trap();
        for (unsigned k = 0; k < SIM_D_OPERANDS; k++) {
            if (x->operand[k].kind != y->operand[k].kind ||
                (x->operand[k].kind && x->operand[k].value != y->operand[k].value))
                __builtin_trap();
        }
    }
}

static void read_again(const struct program *program, uint64_t features)
{
    struct text text = {0};
    struct error err = {0};
    struct image *image;
    struct program *again;
    print_program(program, &text);
    if (image_parse(&err, "again.sas", text_string(&text), text.length, &image) != WC_OK ||
        isa_sim_d.decode(&err, image, features, &again) != WC_OK)
        __builtin_trap();
    compare(program, again);
    program_free(again);
    image_free(image);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct image *image;
    if (image_parse(&err, "fuzz.sas", data, size, &image) == WC_OK && image->sas) {
        for (uint64_t features = 0; features <= SIM_D_ORIGINAL; features++) {
            struct program *program;
            if (isa_sim_d.decode(&err, image, features, &program) == WC_OK)
                read_again(program, features);
            program_free(program);
            error_clear(&err);
        }
    }
    image_free(image);
    error_clear(&err);
    return 0;
}
