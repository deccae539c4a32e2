/* SPDX-License-Identifier: Apache-2.0 */
/* code_place.h - where code is, as a person names it: function, source line, its text. */
#ifndef WARPCLOCK_FLOW_CODE_PLACE_H
#define WARPCLOCK_FLOW_CODE_PLACE_H

#include "isa/insn.h"

struct code_place {
    const char *function; /* NULL: the symbol table has none there */
    const char *file;     /* as in the line table; NULL: no line */
    const char *text;     /* of the line; NULL: the source cannot be read */
    uint32_t line;
    uint64_t address; /* of the first instruction */
};

/* Names places of one program. Its texts are copied into the arena. */
struct place_namer {
    struct arena *arena;
    const struct program *program;
    struct source_texts *texts;
};

struct source_line;

struct place_namer place_namer_new(struct arena *arena, const struct program *program);
void place_namer_free(struct place_namer *namer);

/* By its address. */
void place_name_function(const struct place_namer *namer, struct code_place *place);
void place_name_line(const struct place_namer *namer, struct code_place *place,
                     const struct source_line *line);
/* The instruction disassembled, with blanks only. */
const char *place_print(const struct place_namer *namer, const struct insn *insn);

/* "k.cl:17", or the address where there is no line; and " in kernel". */
void code_place_write_line(const struct code_place *place, struct text *out);
void code_place_write(const struct code_place *place, struct text *out);

/* The text of its line, cut between words with "..." after `max` bytes; nothing if there is
 * none. */
void code_place_write_text(const struct code_place *place, size_t max, struct text *out);

/* Lines are the same wherever the code of the line is; code without lines has its address only. */
bool is_same_place(const struct code_place *a, const struct code_place *b);

#endif
