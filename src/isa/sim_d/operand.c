/* SPDX-License-Identifier: Apache-2.0 */
/* operand.c - one operand of an instruction as text. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "isa/sim_d/table.h"

/* ---- registers ---- */

static bool read_digits(const char *text, uint32_t *out)
{
    char *end;
    if (*text < '0' || *text > '9' || strlen(text) > 6)
        return false;
    *out = (uint32_t)strtoul(text, &end, 10);
    return !*end;
}

/* vc.NAME, or vcN. */
static bool read_special(const char *text, const char *(*name)(uint32_t), uint32_t *out)
{
    if (read_digits(text + 2, out))
        return true;
    for (*out = 0; name(*out); ++*out) {
        if (!strcmp(name(*out), text))
            return true;
    }
    return false;
}

static bool read_register(const char *text, struct sim_d_operand *out)
{
    static const struct {
        const char *prefix;
        enum sim_d_kind kind;
    } plain[] = {{"v", SIM_D_KIND_V}, {"s", SIM_D_KIND_S}, {"p", SIM_D_KIND_P}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        out->kind = (uint8_t)plain[i].kind;
        if (*text == *plain[i].prefix && read_digits(text + 1, &out->value))
            return true;
    }
    out->kind = SIM_D_KIND_VC;
    if (!strncmp(text, "vc", 2) && read_special(text, sim_d_vector_special_name, &out->value))
        return true;
    out->kind = SIM_D_KIND_SC;
    return !strncmp(text, "sc", 2) && read_special(text, sim_d_scalar_special_name, &out->value);
}

/* ---- numbers ---- */

static bool is_float(const char *digits)
{
    size_t length = strlen(digits);
    return strchr(digits, '.') || strpbrk(digits, "eE") || digits[length - 1] == 'f' ||
           digits[length - 1] == 'F';
}

/* 1.5, .25, 1.f, 0f. */
static bool read_float(const char *text, uint32_t *bits)
{
    char *end;
    float value = strtof(text, &end);
    end += *end == 'f' || *end == 'F';
    memcpy(bits, &value, sizeof *bits);
    return end != text && !*end;
}

/* -2^31 to 2^32 - 1. */
static bool read_integer(const char *digits, bool negative, uint32_t *bits)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(digits, &end, 0);
    if (*end || errno || value > (negative ? UINT64_C(1) << 31 : UINT32_MAX))
        return false;
    *bits = negative ? -(uint32_t)value : (uint32_t)value;
    return true;
}

bool sim_d_is_digits(const char *text)
{
    const char *digits = text + (*text == '-');
    return *digits && strspn(digits, "0123456789xXabcdefABCDEF") == strlen(digits) &&
           *digits >= '0' && *digits <= '9';
}

static bool read_number(const char *text, uint32_t *bits)
{
    bool negative = *text == '-';
    const char *digits = text + negative;
    bool hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    if (sim_d_constant(digits, strlen(digits), negative, bits))
        return true;
    if (!(*digits >= '0' && *digits <= '9') && *digits != '.')
        return false;
    if (!hex && is_float(digits))
        return read_float(text, bits);
    return read_integer(digits, negative, bits);
}

static bool is_label(const char *text)
{
    static const char *const letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.$";
    return *text && !(*text >= '0' && *text <= '9') && *text != '.' &&
           strspn(text, letters) == strlen(text);
}

bool sim_d_read_word(const char *text, struct sim_d_operand *out)
{
    if (read_register(text, out))
        return true;
    out->kind = SIM_D_KIND_NUMBER;
    if (read_number(text, &out->value))
        return true;
    out->kind = SIM_D_KIND_LABEL;
    out->value = 0;
    return is_label(text);
}

/* ---- forms ---- */

struct letter {
    char letter;
    uint8_t kind; /* enum sim_d_kind */
    const char *words;
};

static const struct letter letters[] = {
    {'v', SIM_D_KIND_V, "a vector register (v0 to v63)"},
    {'s', SIM_D_KIND_S, "a scalar register (s0 to s31)"},
    {'p', SIM_D_KIND_P, "a predicate register (p0 to p3)"},
    {'c', SIM_D_KIND_VC, "a vector special register (vc.tid_x ...)"},
    {'C', SIM_D_KIND_VC, "vc.mem_idx or vc.mem_data"},
    {'m', SIM_D_KIND_VC, "vc.mem_data"},
    {'k', SIM_D_KIND_SC, "a scalar special register (sc.dim_x ...)"},
    {'K', SIM_D_KIND_SC, "sc.sd_words, sc.sd_period or sc.sd_period_cnt"},
    {'i', SIM_D_KIND_NUMBER, "a number"},
    {'n', SIM_D_KIND_NUMBER, "a number of registers (1 to 32)"},
    {'t', SIM_D_KIND_NUMBER, "the number of a lane (0 to 1023)"},
    {'b', SIM_D_KIND_NUMBER, "the id of a DRAM buffer"},
    {'x', SIM_D_KIND_NUMBER, "the id of a scratchpad buffer"},
    {'l', SIM_D_KIND_LABEL, "a label"},
};

static const struct letter *find_letter(char letter)
{
    size_t i = 0;
    while (letters[i].letter != letter)
        i++;
    return &letters[i];
}

const char *sim_d_letter_words(char letter)
{
    return find_letter(letter)->words;
}

/* Which special registers a letter stands for. */
static bool takes_special(char letter, uint32_t number)
{
    switch (letter) {
    case 'c': return number != SIM_D_MEM_IDX; /* the index of the CAM cannot be read */
    case 'C': return number == SIM_D_MEM_IDX || number == SIM_D_MEM_DATA;
    case 'm': return number == SIM_D_MEM_DATA;
    case 'K': return number >= SIM_D_SD_WORDS;
    default: return true;
    }
}

bool sim_d_letter_takes(char letter, const struct sim_d_operand *operand)
{
    return find_letter(letter)->kind == operand->kind && takes_special(letter, operand->value);
}

const char *sim_d_form_slot(const char *form, unsigned i, unsigned *length)
{
    for (; i && *form; i--) {
        form += strcspn(form, " ");
        form += strspn(form, " ");
    }
    *length = (unsigned)strcspn(form, " ");
    return *length ? form : NULL;
}
