/* SPDX-License-Identifier: Apache-2.0 */
/* decode.c - the lines of a Sim-D program become instructions.
 *
 * Every mistake is an error with its place; the original drops such a line with a warning. */
#include <stdio.h>
#include <string.h>

#include "base/allowance.h"
#include "isa/sim_d/table.h"
#include "load/image.h"
#include "load/sas.h"

struct reading {
    struct error *err;
    const struct image *image;
    const struct sas_line *line;
    const struct sim_d_row *row;
    struct sim_d_insn *own;
};

static enum wc_status bad(const struct reading *reading, struct sas_place place,
                          const char *format, ...) __attribute__((format(printf, 3, 4)));

static enum wc_status bad(const struct reading *reading, struct sas_place place,
                          const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return fail_at(reading->err, WC_BAD_INPUT, reading->image->path, (int)place.line,
                   (int)place.column, "%s", message);
}

/* ---- the mnemonic ---- */

static const char *row_name(const void *user, size_t i)
{
    (void)user;
    return i < sim_d_row_count ? sim_d_rows[i].op.name : NULL;
}

static bool is_form_of(const char *name, const char *base, size_t length)
{
    return !strncmp(name, base, length) && (name[length] == '.' || !name[length]);
}

/* "test.ez, test.nz, ...": the rows of one base name. */
static void list_forms(const char *base, size_t length, struct text *out)
{
    for (size_t i = 0; i < sim_d_row_count; i++) {
        if (is_form_of(sim_d_rows[i].op.name, base, length))
            text_add(out, "%s%s", out->length ? ", " : "", sim_d_rows[i].op.name);
    }
}

static enum wc_status refuse_mnemonic(const struct reading *reading)
{
    const struct sas_word *word = &reading->line->mnemonic;
    struct text forms = {0};
    list_forms(word->text, strcspn(word->text, "."), &forms);
    if (forms.length)
        bad(reading, word->place, "unknown instruction '%.32s'; expected %.256s", word->text,
            text_string(&forms));
    else
        bad(reading, word->place, "unknown instruction '%.32s'", word->text);
    text_free(&forms);
    const char *near = nearest_name(word->text, row_name, NULL);
    if (near)
        hint(reading->err, "did you mean '%s'?", near);
    return WC_BAD_INPUT;
}

static enum wc_status find_row(struct reading *reading)
{
    for (size_t i = 0; i < sim_d_row_count; i++) {
        if (!strcmp(sim_d_rows[i].op.name, reading->line->mnemonic.text)) {
            reading->row = reading->own->row = &sim_d_rows[i];
            return WC_OK;
        }
    }
    return refuse_mnemonic(reading);
}

/* ---- operands ---- */

/* "a vector register, a scalar register or a number". */
static void list_letters(const char *slot, unsigned length, struct text *out)
{
    for (unsigned i = *slot == '?'; i < length; i++)
        text_add(out, "%s%s", !out->length ? "" : i + 1 == length ? " or " : ", ",
                 sim_d_letter_words(slot[i]));
}

static enum wc_status refuse_operand(const struct reading *reading, const struct sas_word *word,
                                     unsigned number, const char *slot, unsigned length)
{
    struct text expected = {0};
    list_letters(slot, length, &expected);
    if (word && memchr(slot, 'i', length) && sim_d_is_digits(word->text))
        text_add(&expected, "; an integer is from -2147483648 to 4294967295");
    if (word)
        bad(reading, word->place, "operand %u of '%s' is '%.32s'; expected %s", number + 1,
            reading->row->op.name, word->text, text_string(&expected));
    else
        bad(reading, reading->line->end, "'%s' lacks operand %u; expected %s",
            reading->row->op.name, number + 1, text_string(&expected));
    text_free(&expected);
    return WC_BAD_INPUT;
}

/* The letter of a slot that an operand is, or 0. */
static char matching_letter(const char *slot, unsigned length, const struct sim_d_operand *operand)
{
    for (unsigned i = *slot == '?'; i < length; i++) {
        if (sim_d_letter_takes(slot[i], operand))
            return slot[i];
    }
    return 0;
}

static const char *label_name(const void *user, size_t i)
{
    const struct sas_program *program = user;
    return i < program->label_count ? program->labels[i].name : NULL;
}

static enum wc_status find_label(const struct reading *reading, const struct sas_word *word,
                                 uint32_t *out)
{
    const struct sas_program *program = reading->image->sas;
    for (uint32_t i = 0; i < program->label_count; i++) {
        if (strcmp(program->labels[i].name, word->text))
            continue;
        *out = program->labels[i].insn;
        if (*out < program->line_count)
            return WC_OK;
        return bad(reading, word->place, "no instruction follows the label '%.64s'", word->text);
    }
    bad(reading, word->place, "unknown label '%.64s'", word->text);
    const char *near = nearest_name(word->text, label_name, program);
    if (near)
        hint(reading->err, "did you mean '%s'?", near);
    return WC_BAD_INPUT;
}

static enum wc_status check_buffer(const struct reading *reading, const struct sas_word *word,
                                   const struct sas_buffer *table, const char *section,
                                   uint32_t id)
{
    if (id >= SAS_BUFFERS)
        return bad(reading, word->place, "buffer %u; ids are 0 to %u", id, SAS_BUFFERS - 1);
    if (!table[id].declared)
        return bad(reading, word->place, "%s declares no buffer %u", section, id);
    return WC_OK;
}

static enum wc_status check_register(const struct reading *reading, const struct sas_word *word,
                                     const struct sim_d_operand *operand)
{
    static const uint32_t count[] = {
        [SIM_D_KIND_V] = SIM_D_VECTORS, [SIM_D_KIND_S] = SIM_D_SCALARS,
        [SIM_D_KIND_P] = SIM_D_PREDICATES, [SIM_D_KIND_VC] = SIM_D_VECTOR_SPECIALS,
        [SIM_D_KIND_SC] = SIM_D_SCALAR_SPECIALS};
    if (operand->value < count[operand->kind])
        return WC_OK;
    return bad(reading, word->place, "'%.32s' is no register; the highest number is %u",
               word->text, count[operand->kind] - 1);
}

/* The range of an operand whose kind is right. */
static enum wc_status check_value(const struct reading *reading, const struct sas_word *word,
                                  char letter, struct sim_d_operand *operand)
{
    const struct sas_program *program = reading->image->sas;
    switch (letter) {
    case 'l': return find_label(reading, word, &operand->value);
    case 'b': return check_buffer(reading, word, program->dram, ".data", operand->value);
    case 'x': return check_buffer(reading, word, program->scratchpad, ".sp_data", operand->value);
    case 'i': return WC_OK;
    case 'n':
        if (operand->value - 1 < SIM_D_SCALARS)
            return WC_OK;
        return bad(reading, word->place, "%u registers; expected 1 to %u", operand->value,
                   SIM_D_SCALARS);
    case 't':
        if (operand->value < SIM_D_ITEMS)
            return WC_OK;
        return bad(reading, word->place, "lane %u; a work-group has lanes 0 to %u",
                   operand->value, SIM_D_ITEMS - 1);
    default: return check_register(reading, word, operand);
    }
}

/* Operand `slot_number` of the form from word `*used` of the line, if it is there. */
static enum wc_status read_slot(const struct reading *reading, unsigned slot_number,
                                uint32_t *used)
{
    unsigned length;
    const char *slot = sim_d_form_slot(reading->row->form, slot_number, &length);
    const struct sas_word *word =
        *used < reading->line->operand_count ? &reading->line->operand[*used] : NULL;
    struct sim_d_operand operand;
    char letter = 0;
    if (word && sim_d_read_word(word->text, &operand))
        letter = matching_letter(slot, length, &operand);
    if (!letter && *slot == '?')
        return WC_OK;
    if (!letter)
        return refuse_operand(reading, word, *used, slot, length);
    enum wc_status status = check_value(reading, word, letter, &operand);
    reading->own->operand[slot_number] = operand;
    ++*used;
    return status;
}

/* A word that no slot took: either it fits none of the optional ones, or it is one too many. */
static enum wc_status refuse_rest(const struct reading *reading, uint32_t used)
{
    const struct sas_word *word = &reading->line->operand[used];
    unsigned length, last = 0;
    while (sim_d_form_slot(reading->row->form, last, &length))
        last++;
    const char *slot = last ? sim_d_form_slot(reading->row->form, last - 1, &length) : NULL;
    if (slot && *slot == '?' && !reading->own->operand[last - 1].kind)
        return refuse_operand(reading, word, used, slot, length);
    return bad(reading, word->place, "found '%.32s' after the last operand of '%s'; expected the "
               "end of the line", word->text, reading->row->op.name);
}

static enum wc_status read_operands(const struct reading *reading)
{
    enum wc_status status = WC_OK;
    uint32_t used = 0;
    unsigned length;
    for (unsigned i = 0; status == WC_OK && sim_d_form_slot(reading->row->form, i, &length); i++)
        status = read_slot(reading, i, &used);
    if (status == WC_OK && used < reading->line->operand_count)
        status = refuse_rest(reading, used);
    return status;
}

/* A tile of several words per lane ends within the registers. */
static enum wc_status check_vector(const struct reading *reading)
{
    const struct sim_d_operand *first = &reading->own->operand[0];
    if (!reading->row->vector || first->kind != SIM_D_KIND_V ||
        first->value + reading->row->vector <= SIM_D_VECTORS)
        return WC_OK;
    return bad(reading, reading->line->operand[0].place,
               "'%s' needs %u registers from v%u on; the last one is v%u", reading->row->op.name,
               reading->row->vector, first->value, SIM_D_VECTORS - 1);
}

/* ---- what machines and analyses read ---- */

static void add_register(struct insn *insn, const struct sim_d_operand *operand, uint32_t count,
                         bool written)
{
    static const uint16_t base[] = {
        [SIM_D_KIND_V] = SIM_D_NAME_V, [SIM_D_KIND_S] = SIM_D_NAME_S,
        [SIM_D_KIND_P] = SIM_D_NAME_P, [SIM_D_KIND_VC] = SIM_D_NAME_VC,
        [SIM_D_KIND_SC] = SIM_D_NAME_SC};
    if (operand->kind == SIM_D_KIND_NONE || operand->kind > SIM_D_KIND_SC)
        return;
    (written ? insn_add_target : insn_add_source)(insn, base[operand->kind] + operand->value,
                                                  count);
}

/* Registers of the first operand: several words per lane, or several scalars. */
static uint32_t first_count(const struct sim_d_insn *own)
{
    if (own->row->op.run == sim_d_sldg && own->operand[2].kind) {
        uint32_t room = SIM_D_SCALARS - own->operand[0].value;
        return own->operand[2].value < room ? own->operand[2].value : room;
    }
    return own->row->vector && own->operand[0].kind == SIM_D_KIND_V ? own->row->vector : 1;
}

uint8_t sim_d_name_of(const struct sim_d_operand *operand)
{
    static const uint8_t base[] = {
        [SIM_D_KIND_V] = SIM_D_NAME_V, [SIM_D_KIND_S] = SIM_D_NAME_S,
        [SIM_D_KIND_P] = SIM_D_NAME_P, [SIM_D_KIND_VC] = SIM_D_NAME_VC,
        [SIM_D_KIND_SC] = SIM_D_NAME_SC};
    if (operand->kind == SIM_D_KIND_NONE || operand->kind > SIM_D_KIND_SC)
        return SIM_D_NO_NAME;
    return (uint8_t)(base[operand->kind] + operand->value);
}

/* The first operand is the target, also of stores, whose data the memory system reads later.
 * Control flow has none: its label counts as the first source. */
static void list_scoreboard(struct sim_d_insn *own)
{
    const struct sim_d_row *row = own->row;
    bool memory = row->type == SIM_D_CLASS_MEMORY;
    bool control = row->type == SIM_D_CLASS_CONTROL || row->type == SIM_D_CLASS_JUMP;
    bool first_is_source = control || (row->reads_first && !memory);
    for (unsigned i = 0; i < SIM_D_SOURCES; i++)
        own->source[i] = sim_d_name_of(&own->operand[first_is_source ? i : i + 1]);
    own->target = memory || row->reads_first ? SIM_D_NO_NAME : sim_d_name_of(&own->operand[0]);
    own->reads_stride =
        row->op.run == sim_d_global_custom || row->op.run == sim_d_sldsp;
    own->shows = row->shows;
}

static void make(struct insn *insn, struct sim_d_insn *own, run_fn *run)
{
    const struct sim_d_row *row = sim_d_rows;
    while (row->op.run != run)
        row++;
    *own = (struct sim_d_insn){.row = row};
    list_scoreboard(own);
    insn_take_op(insn, &row->op);
    insn->own = own;
}

void sim_d_make_pop(struct insn *insn, struct sim_d_insn *own)
{
    make(insn, own, sim_d_cpop);
}

void sim_d_make_nop(struct insn *insn, struct sim_d_insn *own)
{
    make(insn, own, sim_d_nop);
}

static void list_registers(struct insn *insn, const struct sim_d_insn *own)
{
    add_register(insn, &own->operand[0], first_count(own), !own->row->reads_first);
    for (unsigned i = 1; i < SIM_D_OPERANDS; i++)
        add_register(insn, &own->operand[i], 1, false);
    if (own->operand[0].kind == SIM_D_KIND_VC)
        insn->rd = (uint16_t)(SIM_D_NAME_VC + own->operand[0].value);
    else
        insn->rd = (uint16_t)own->operand[0].value;
}

static void set_flow(struct insn *insn, const struct sim_d_insn *own)
{
    insn->target = own->operand[0].kind == SIM_D_KIND_LABEL ? (int32_t)own->operand[0].value : -1;
    if (insn->role == ROLE_END && own->operand[0].kind)
        insn->flags |= INSN_GUARDED;
}

static void fill_insn(struct insn *insn, const struct sim_d_insn *own, uint32_t i, uint32_t count,
                      uint64_t features)
{
    insn_take_op(insn, &own->row->op);
    if (features & SIM_D_ORIGINAL && own->row->original)
        insn->run = own->row->original;
    insn->own = own;
    insn->aux = (uint8_t)features;
    insn->pc = (uint64_t)i * SAS_INSN_BYTES;
    insn->bits = i;
    insn->next = i + 1 < count ? (int32_t)i + 1 : -1;
    set_flow(insn, own);
    list_registers(insn, own);
}

/* SIMD-6: an exit of all lanes right after a store to DRAM becomes part of it. */
static void fold_exits(struct program *program, struct sim_d_insn *owns)
{
    for (uint32_t i = 0; i + 1 < program->count; i++) {
        const struct insn *insn = &program->insns[i];
        owns[i].folds_exit = insn->flags & INSN_STORE && insn->space == MEMORY_GLOBAL &&
                             insn[1].role == ROLE_END && !(insn[1].flags & INSN_GUARDED);
    }
}

/* An operand with that name would not be the label. */
static enum wc_status check_labels(struct error *err, const struct image *image)
{
    const struct reading reading = {.err = err, .image = image};
    for (uint32_t i = 0; i < image->sas->label_count; i++) {
        const struct sas_label *label = &image->sas->labels[i];
        struct sim_d_operand operand;
        bool read = sim_d_read_word(label->name, &operand);
        if (!read || operand.kind != SIM_D_KIND_LABEL)
            return bad(&reading, label->place, "'%.64s' is the name of a %s; expected another "
                       "name for the label", label->name,
                       operand.kind == SIM_D_KIND_NUMBER ? "constant" : "register");
    }
    return WC_OK;
}

static enum wc_status read_line(struct error *err, const struct image *image, uint32_t i,
                                struct sim_d_insn *own)
{
    struct reading reading = {.err = err, .image = image, .line = &image->sas->lines[i],
                              .own = own};
    enum wc_status status = find_row(&reading);
    if (status == WC_OK)
        status = read_operands(&reading);
    return status == WC_OK ? check_vector(&reading) : status;
}

static enum wc_status fill(struct error *err, const struct image *image, uint64_t features,
                           struct program *program)
{
    program->count = image->sas->line_count;
    enum wc_status status = program_allocate(err, program,
                                             sizeof(struct insn) + sizeof(struct sim_d_insn));
    if (status == WC_OK)
        status = check_labels(err, image);
    struct sim_d_insn *owns = (struct sim_d_insn *)(void *)(program->insns + program->count);
    for (uint32_t i = 0; status == WC_OK && i < program->count; i++) {
        status = read_line(err, image, i, &owns[i]);
        if (status == WC_OK)
            list_scoreboard(&owns[i]);
        if (status == WC_OK)
            fill_insn(&program->insns[i], &owns[i], i, program->count, features);
    }
    if (status != WC_OK)
        return status;
    program->ranges = arena_array(&program->arena, 1, sizeof *program->ranges);
    program->ranges[0] = (struct code_range){.bytes = (uint64_t)program->count * SAS_INSN_BYTES,
                                             .count = program->count};
    program->range_count = 1;
    fold_exits(program, owns);
    program_find_functions(program);
    sim_d_find_targets(program);
    return WC_OK;
}

enum wc_status sim_d_decode(struct error *err, const struct image *image, uint64_t features,
                            struct program **out)
{
    return program_make(err, &isa_sim_d, image, features, fill, out);
}
