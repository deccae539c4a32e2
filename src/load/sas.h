/* SPDX-License-Identifier: Apache-2.0 */
/* sas.h - a Sim-D program as text: sections, buffers, labels, annotations and lines of code.
 *
 * The loader splits lines into words and reads what does not depend on instructions; the
 * instruction set (isa/sim_d) reads the words. Every word keeps its place, so that either can say
 * where a mistake is. */
#ifndef WARPCLOCK_LOAD_SAS_H
#define WARPCLOCK_LOAD_SAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct image;
struct source_line;

enum {
    SAS_BUFFERS = 32,       /* ids of a table of mapped buffers (SIMD-38) */
    SAS_OPERANDS_MAX = 8,   /* words after a mnemonic that are kept; no form has as many */
    SAS_LINES_MAX = 1 << 16, /* instructions, labels or annotations of a program */
    SAS_GROUP_ITEMS = 1024, /* work-items of a work-group (SIMD-2) */
    SAS_INSN_BYTES = 8,     /* of an instruction in the instruction memory (SIMD-18) */
};

struct sas_place {
    uint32_t line, column; /* from 1 on */
};

struct sas_word {
    const char *text;
    struct sas_place place;
};

/* How a data file is read. */
enum sas_source {
    SAS_NOTHING, /* `n`, or nothing: zeros */
    SAS_RAW,     /* `f`: raw little-endian words */
    SAS_DECIMAL, /* `d`: decimal text, stored as binary32 */
};

struct sas_buffer {
    bool declared;
    uint32_t address; /* bytes */
    uint32_t dim_x, dim_y; /* words, lines */
    enum sas_source source;
    const char *file; /* resolved, or NULL */
    struct sas_place place;
};

struct sas_label {
    const char *name;
    uint32_t hash; /* of the name */
    uint32_t insn; /* index of the instruction that follows */
    struct sas_place place;
};

/* An annotation for the worst-case analysis. */
enum sas_bound_kind { SAS_BRANCH_CYCLE, SAS_VALUE };

struct sas_bound {
    enum sas_bound_kind kind;
    uint32_t insn;                       /* index of the instruction that follows */
    uint32_t taken, not_taken, position; /* SAS_BRANCH_CYCLE (SIMD-65) */
    uint32_t value;                      /* SAS_VALUE: of a stride register */
    struct sas_place place;
};

struct sas_line {
    struct sas_word mnemonic;
    struct sas_word operand[SAS_OPERANDS_MAX];
    uint32_t operand_count;
    struct sas_place end; /* after the last word */
};

struct sas_program {
    struct sas_buffer dram[SAS_BUFFERS], scratchpad[SAS_BUFFERS]; /* by id */
    struct sas_line *lines; /* one per instruction */
    uint32_t line_count;
    struct sas_label *labels; /* in the order of the text */
    uint32_t label_count;
    struct sas_bound *bounds; /* in the order of the text */
    uint32_t bound_count;
};

/* Whether the file is such a text: by its name, or by a .data section with a buffer at its top. */
bool sas_recognise(const char *path, const uint8_t *bytes, uint64_t size);
enum wc_status sas_load(struct error *err, struct image *image);
/* The first contents of a DRAM buffer: f32, lines by words. */
struct array;
enum wc_status sas_load_contents(struct error *err, const struct image *image, uint32_t id,
                                 struct array *out);
/* The line of the instruction at an address. */
bool sas_source_line(const struct image *image, uint64_t address, struct source_line *out);

#endif
