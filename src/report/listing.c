/* SPDX-License-Identifier: Apache-2.0 */
/* listing.c - a program as text: function headers, labels, source lines, instructions. */
#include "report/listing.h"

#include <inttypes.h>
#include <string.h>

#include "load/image.h"
#include "report/listing_json.h"
#include "report/listing_marks.h"

/* Escape sequences around the parts of a listing; empty without colour. */
struct paint {
    const char *function, *label, *source, *problem, *end;
};

static const struct paint plain = {"", "", "", "", ""};
static const struct paint coloured = {"\033[1m", "\033[33m", "\033[36m", "\033[31m", "\033[0m"};

struct lister {
    const struct listing_marks *marks;
    const struct paint *paint;
    struct source_line shown; /* the last source line printed */
    bool begun;               /* something was printed */
    struct text *out;
};

static void add_header(const struct lister *lister, const struct function *function)
{
    text_add(lister->out, "%s%s%s:%s  ; %s%" PRIu64 " bytes\n", lister->begun ? "\n" : "",
             lister->paint->function, function->name, lister->paint->end,
             function->is_kernel ? "kernel, " : "", function->bytes);
}

static bool is_same_line(const struct source_line *a, const struct source_line *b)
{
    return a->file && b->file && a->line == b->line && !strcmp(a->file, b->file);
}

/* Printed when the line changes; code without a line ends the previous one. */
static void add_source(struct lister *lister, uint64_t pc)
{
    struct source_line line = {NULL, 0, 0};
    image_source_line(lister->marks->program->image, pc, &line);
    if (line.file && !is_same_line(&line, &lister->shown))
        text_add(lister->out, "%s; %s:%" PRIu32 "%s\n", lister->paint->source, line.file,
                 line.line, lister->paint->end);
    lister->shown = line;
}

/* Mnemonics are padded to a column: the tab of isa->print depends on the terminal. */
static void add_padded(struct text *out, const char *instruction)
{
    enum { MNEMONIC_COLUMNS = 10 };
    const char *tab = strchr(instruction, '\t');
    int length = tab ? (int)(tab - instruction) : (int)strlen(instruction);
    if (tab)
        text_add(out, "%-*.*s %s", MNEMONIC_COLUMNS, length, instruction, tab + 1);
    else
        text_add(out, "%s", instruction);
}

static void add_words(const struct lister *lister, const struct insn *insn)
{
    const struct program *program = lister->marks->program;
    struct program whole = *program;
    struct text words = {0}, problem = {0};
    whole.range_count = 0; /* targets count from where the column of addresses does */
    if (insn->op)
        program->isa->print(&whole, insn, &words);
    else
        text_add(&words, "???");
    listing_add_problem(program, insn, &problem);
    add_padded(lister->out, text_string(&words));
    if (insn->target >= 0) {
        text_add(lister->out, " <");
        listing_add_place(lister->marks, (uint32_t)insn->target, lister->out);
        text_add(lister->out, ">");
    }
    if (problem.length)
        text_add(lister->out, "  %s; %s%s", lister->paint->problem, text_string(&problem),
                 lister->paint->end);
    text_add(lister->out, "\n");
    text_free(&words);
    text_free(&problem);
}

static void add_instruction(struct lister *lister, uint32_t index)
{
    const struct program *program = lister->marks->program;
    const struct insn *insn = &program->insns[index];
    const struct function *function = function_starting_at(program, index);
    if (function) {
        lister->shown.file = NULL;
        add_header(lister, function);
    }
    if (lister->marks->labels[index])
        text_add(lister->out, "%s.L%" PRIu32 ":%s\n", lister->paint->label,
                 lister->marks->labels[index], lister->paint->end);
    add_source(lister, insn->pc);
    text_add(lister->out, "    %08" PRIx64 ":  %0*" PRIx64 "  ", insn->pc,
             (int)program->isa->insn_bytes_min * 2, insn->bits);
    if (program->isa->print_control) {
        program->isa->print_control(insn, lister->out);
        text_add(lister->out, "  ");
    }
    add_words(lister, insn);
    lister->begun = true;
}

void listing_write(const struct program *program, const char *kernel, enum wc_format format,
                   struct text *out)
{
    struct arena arena = {NULL};
    struct listing_marks marks = listing_marks_make(&arena, program, kernel);
    if (format == WC_JSON) {
        listing_write_json(&marks, out);
    } else {
        struct lister lister = {.marks = &marks,
                                .paint = format == WC_TEXT_COLOR ? &coloured : &plain,
                                .out = out};
        for (uint32_t i = 0; i < program->count; i++) {
            if (marks.listed[i])
                add_instruction(&lister, i);
        }
    }
    arena_free(&arena);
}
