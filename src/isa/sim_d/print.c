/* SPDX-License-Identifier: Apache-2.0 */
/* print.c - instructions as text that reads back as the same instruction. */
#include <stdio.h>
#include <string.h>

#include "isa/sim_d/table.h"
#include "load/image.h"
#include "load/sas.h"

/* A number whose bits are more likely a binary32 than an integer. */
static bool looks_like_float(uint32_t bits)
{
    uint32_t exponent = bits >> 23 & 0xff;
    return exponent >= 127 - 40 && exponent <= 127 + 40;
}

static void print_float(uint32_t bits, struct text *out)
{
    float value;
    char digits[32];
    memcpy(&value, &bits, sizeof value);
    snprintf(digits, sizeof digits, "%.9g", (double)value);
    text_add(out, strpbrk(digits, ".e") ? "%s" : "%s.0", digits);
}

/* Small integers in decimal; what looks like binary32 as such; other patterns in hexadecimal. */
static void print_number(uint32_t bits, struct text *out)
{
    int32_t number = (int32_t)bits;
    if (number > -(1 << 20) && number < 1 << 20)
        text_add(out, "%d", (int)number);
    else if (looks_like_float(bits))
        print_float(bits, out);
    else
        text_add(out, "0x%x", (unsigned)bits);
}

static void print_label(const struct program *program, uint32_t target, struct text *out)
{
    const struct sas_program *sas = program->image->sas;
    for (uint32_t i = 0; i < sas->label_count; i++) {
        if (sas->labels[i].insn == target) {
            text_add(out, "%s", sas->labels[i].name);
            return;
        }
    }
}

static void print_operand(const struct program *program, const struct sim_d_operand *operand,
                          struct text *out)
{
    static const uint16_t base[] = {
        [SIM_D_KIND_V] = SIM_D_NAME_V, [SIM_D_KIND_S] = SIM_D_NAME_S,
        [SIM_D_KIND_P] = SIM_D_NAME_P, [SIM_D_KIND_VC] = SIM_D_NAME_VC,
        [SIM_D_KIND_SC] = SIM_D_NAME_SC};
    if (operand->kind == SIM_D_KIND_LABEL)
        print_label(program, operand->value, out);
    else if (operand->kind == SIM_D_KIND_NUMBER)
        print_number(operand->value, out);
    else
        text_add(out, "%s", sim_d_register_name(base[operand->kind] + operand->value));
}

void sim_d_print(const struct program *program, const struct insn *insn, struct text *out)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    const char *separator = "\t";
    text_add(out, "%s", own->row->op.name);
    for (unsigned i = 0; i < SIM_D_OPERANDS; i++) {
        if (!own->operand[i].kind)
            continue;
        text_add(out, "%s", separator);
        print_operand(program, &own->operand[i], out);
        separator = ", ";
    }
}
