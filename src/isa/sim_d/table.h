/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - one row per mnemonic; reader, printer and coverage list all use it.
 *
 * `form` has one word of letters per operand, in the order of the text. Each letter is a kind that
 * the operand may have; `?` before them: it may be left out.
 *   v s p  vector, scalar, predicate register
 *   c C m  vector special that can be read, written; vc.mem_data
 *   k K    scalar special that can be read, written
 *   i      number
 *   n      number of scalar registers
 *   t      number of a lane
 *   b x    id of a DRAM buffer, of a scratchpad buffer
 *   l      label */
#ifndef WARPCLOCK_ISA_SIM_D_TABLE_H
#define WARPCLOCK_ISA_SIM_D_TABLE_H

#include "isa/sim_d/run.h"
#include "isa/sim_d/sim_d.h"

enum sim_d_shows {
    SIM_D_SHOWS_NOTHING, SIM_D_SHOWS_SCALAR, SIM_D_SHOWS_LANE, SIM_D_SHOWS_PREDICATE,
    SIM_D_SHOWS_MASK, SIM_D_SHOWS_NUMBER,
};

struct sim_d_row {
    struct op op;
    const char *form;
    uint8_t type;          /* enum sim_d_class */
    uint8_t vector;        /* words per lane of a transfer (.vec2, .vec4); 0: 1 */
    uint8_t stack;         /* enum sim_d_stack_type, of cpush */
    uint8_t shows;         /* enum sim_d_shows: what it prints */
    uint8_t mask;          /* enum sim_d_vector_special, of printcmask */
    bool reads_first;      /* the first operand is read: stores, masks */
    run_fn *original;      /* replaces op.run under SIM_D_ORIGINAL; NULL: it does not */
};

extern const struct sim_d_row sim_d_rows[];
extern const size_t sim_d_row_count;

static inline const struct sim_d_row *sim_d_row_of(const struct op *op)
{
    return (const struct sim_d_row *)op; /* its first member */
}

/* operand.c: the kind and value of a word; labels are found later. False: it is none. */
struct sas_word;
bool sim_d_read_word(const char *text, struct sim_d_operand *out);
/* An integer as far as its letters go, in range or not. */
bool sim_d_is_digits(const char *text);
/* Words for one letter of a form: "a vector register". */
const char *sim_d_letter_words(char letter);
/* Whether an operand is of that kind, its range aside. */
bool sim_d_letter_takes(char letter, const struct sim_d_operand *operand);
/* The form of operand `i`, without blanks: *length letters. NULL after the last. */
const char *sim_d_form_slot(const char *form, unsigned i, unsigned *length);

/* names.c */
const char *sim_d_vector_special_name(uint32_t number);
const char *sim_d_scalar_special_name(uint32_t number);
/* A named constant as bits. */
bool sim_d_constant(const char *name, size_t length, bool negative, uint32_t *bits);

/* decode.c */
enum wc_status sim_d_decode(struct error *err, const struct image *image, uint64_t features,
                            struct program **out);
/* flow.c: where control may go after instructions that pop the control stack. */
void sim_d_find_targets(struct program *program);

/* print.c */
void sim_d_print(const struct program *program, const struct insn *insn, struct text *out);

/* decode.c: the register of an operand in the flat name space, or SIM_D_NO_NAME. */
uint8_t sim_d_name_of(const struct sim_d_operand *operand);

/* dependence.c */
struct dependence;
void sim_d_dependence(const struct insn *insn, const struct warp *warp, struct dependence *out);
uint64_t sim_d_acting(const struct warp *warp, const struct insn *insn);

#endif
