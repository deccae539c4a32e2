/* SPDX-License-Identifier: Apache-2.0 */
/* read.c - divides the file into lines, labels, functions and instructions. */
#include "pass/diverge/flow.h"

#include <string.h>


static void split_lines(struct assembly *assembly, const char *text, size_t length)
{
    uint32_t count = 1;
    for (size_t i = 0; i < length; i++)
        count += text[i] == '\n';
    assembly->lines = arena_array(assembly->arena, count, sizeof *assembly->lines);
    size_t start = 0;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && text[i] != '\n')
            continue;
        if (i < length || i > start)
            assembly->lines[assembly->line_count++] =
                (struct slice){text + start, (uint32_t)(i - start)};
        start = i + 1;
    }
}

/* The state while reading, line by line. */
struct reader {
    struct error *err;
    struct assembly *assembly;
    struct slice *function_names; /* from .type NAME,@function and not yet begun */
    uint32_t function_name_count;
    struct asm_function *open; /* the function being read, or NULL */
    bool in_data;              /* a section that holds no code */
};

static enum wc_status refuse(struct reader *reader, uint32_t line, const char *what,
                             struct slice name)
{
    return fail_at(reader->err, WC_BAD_INPUT, reader->assembly->file, (int)line + 1, 0,
                   "%s '%.*s'", what, SHOWN(name));
}

static void close_function(struct reader *reader, uint32_t line)
{
    if (!reader->open)
        return;
    reader->open->insn_count = reader->assembly->insn_count - reader->open->first_insn;
    reader->open->end_line = line;
    reader->open = NULL;
}

static void open_function(struct reader *reader, uint32_t line, struct slice name)
{
    struct assembly *assembly = reader->assembly;
    close_function(reader, line);
    assembly->functions = arena_grow(assembly->arena, assembly->functions,
                                     assembly->function_count, sizeof *assembly->functions);
    reader->open = &assembly->functions[assembly->function_count++];
    *reader->open = (struct asm_function){
        .name = name,
        .first_insn = assembly->insn_count,
        .first_line = line,
        .first_label = assembly->label_count + 1,
    };
}

static enum wc_status read_label(struct reader *reader, uint32_t line, struct slice name)
{
    struct assembly *assembly = reader->assembly;
    if (slice_starts(name, ".Lfunc_end"))
        close_function(reader, line);
    /* The .type directive directly precedes its label, so only the last names count. */
    uint32_t function = NO_FUNCTION;
    if (reader->function_name_count &&
        slice_same(reader->function_names[reader->function_name_count - 1], name)) {
        reader->function_name_count--;
        open_function(reader, line, name);
        function = assembly->function_count - 1;
    }
    if (name.at[0] >= '0' && name.at[0] <= '9')
        return WC_OK; /* a numeric label may occur often; jumps to one are refused */
    if (assembly_label(assembly, name))
        return refuse(reader, line, "second definition of label", name);
    assembly_add_label(assembly, (struct asm_label){name, line, assembly->insn_count, function});
    return WC_OK;
}

static enum wc_status add_insn(struct reader *reader, uint32_t line,
                               const struct statement *statement, bool custom)
{
    struct assembly *assembly = reader->assembly;
    struct asm_insn insn;
    enum wc_status status =
        custom ? asm_decode_custom(reader->err, assembly->file, line, statement, &insn)
               : asm_decode(reader->err, assembly->file, line, statement, &insn);
    if (status)
        return status;
    if (!reader->open)
        return refuse(reader, line, "instruction outside a function (.type NAME,@function):",
                      statement->name);
    uint64_t touched = insn.uses | (insn.def < REG_NONE ? REG_BIT(insn.def) : 0);
    if (touched & REGS_RESERVED) {
        fail_at(reader->err, WC_BAD_INPUT, assembly->file, (int)line + 1, 0,
                "function '%.*s' uses x%d, which is reserved for lane masks (s11, t6)",
                SHOWN(reader->open->name), __builtin_ctzll(touched & REGS_RESERVED));
        hint(reader->err, "compile with -ffixed-x27 and -ffixed-x31");
        return WC_BAD_INPUT;
    }
    assembly->insns =
        arena_grow(assembly->arena, assembly->insns, assembly->insn_count, sizeof *assembly->insns);
    assembly->insns[assembly->insn_count++] = insn;
    return WC_OK;
}

static bool is_one_of(struct slice name, const char *const *names)
{
    for (; *names; names++) {
        if (slice_is(name, *names))
            return true;
    }
    return false;
}

/* Directives that could emit code unseen by this pass. */
static const char *const data_directives[] = {
    ".byte", ".half", ".short", ".word", ".long", ".quad", ".2byte", ".4byte", ".8byte",
    ".ascii", ".asciz", ".string", ".zero", ".space", ".skip", ".fill", ".incbin", NULL};
static const char *const macro_directives[] = {
    ".macro", ".rept", ".irp", ".irpc", ".include", ".if", ".ifdef", ".ifndef", ".else",
    ".altmacro", ".pushsection", ".popsection", ".previous", NULL};

static enum wc_status read_directive(struct reader *reader, uint32_t line,
                                     const struct statement *statement)
{
    struct slice name = statement->name;
    struct assembly *assembly = reader->assembly;
    if (slice_is(name, ".type") && statement->operand_count == 2 &&
        slice_is(statement->operands[1], "@function")) {
        reader->function_names = arena_grow(assembly->arena, reader->function_names,
                                            reader->function_name_count, sizeof(struct slice));
        reader->function_names[reader->function_name_count++] = statement->operands[0];
    } else if (slice_is(name, ".size") && reader->open && statement->operand_count &&
               slice_same(statement->operands[0], reader->open->name)) {
        close_function(reader, line);
    } else if (slice_is(name, ".text")) {
        reader->in_data = false;
    } else if (slice_is(name, ".section")) {
        reader->in_data = !statement->operand_count ||
                          !slice_starts(statement->operands[0], ".text");
    } else if (slice_is(name, ".data") || slice_is(name, ".bss") || slice_is(name, ".rodata")) {
        reader->in_data = true;
    } else if (slice_is(name, ".insn")) {
        return add_insn(reader, line, statement, true);
    } else if (reader->open && !reader->in_data && is_one_of(name, data_directives)) {
        return refuse(reader, line, "raw data inside a function:", name);
    } else if (is_one_of(name, macro_directives)) {
        return refuse(reader, line, "expected plain compiler output, found directive", name);
    }
    return WC_OK;
}

static void number_spill(struct reader *reader, uint32_t line, const struct statement *statement);

/* A second statement after a semicolon. */
static bool has_separator(const struct statement *statement)
{
    uint32_t count = statement->operand_count;
    const struct slice *last = count && count <= OPERANDS_MAX ? &statement->operands[count - 1]
                                                               : &statement->name;
    const char *end = last->at + last->length;
    return memchr(statement->name.at, ';', (size_t)(end - statement->name.at));
}

static enum wc_status read_line(struct reader *reader, uint32_t line)
{
    struct statement statement = statement_parse(reader->assembly->lines[line]);
    struct slice label;
    enum wc_status status;
    bool labelled = statement.labels.length > 0;
    while (statement_next_label(&statement, &label)) {
        if ((status = read_label(reader, line, label)) != WC_OK)
            return status;
    }
    if (!statement.name.length)
        return WC_OK;
    if (labelled && (statement.name.at[0] != '.' || slice_is(statement.name, ".insn")))
        return refuse(reader, line, "expected a label on its own line, found", statement.name);
    if ((statement.name.at[0] != '.' || (reader->open && !reader->in_data)) &&
        has_separator(&statement))
        return refuse(reader, line, "more than one statement on a line, starting with",
                      statement.name);
    if (statement.name.at[0] == '.')
        status = read_directive(reader, line, &statement);
    else
        status = add_insn(reader, line, &statement, false);
    if (status == WC_OK)
        number_spill(reader, line, &statement);
    return status;
}

static bool comment_says(struct slice comment, const char *word)
{
    return comment.length && memmem(comment.at, comment.length, word, strlen(word));
}

/* llc marks its own spills. Nothing else can access such a slot, so its value can be tracked; every
 * other stack access counts as differing between lanes. The number is the word offset, if it
 * fits. */
static void number_spill(struct reader *reader, uint32_t line, const struct statement *statement)
{
    struct assembly *assembly = reader->assembly;
    if (!assembly->insn_count || !statement->comment.length)
        return;
    struct asm_insn *insn = &assembly->insns[assembly->insn_count - 1];
    if (insn->line != line || !(insn->uses & REG_BIT(REG_SP)) || !insn->has_imm || insn->imm < 0 ||
        insn->imm % 4 || insn->imm / 4 >= NO_SLOT ||
        register_number(statement->operands[0]) == REG_SP)
        return;
    if ((insn->kind == KIND_STORE && comment_says(statement->comment, "Spill")) ||
        (insn->kind == KIND_LOAD && comment_says(statement->comment, "Reload")))
        insn->slot = (uint8_t)(insn->imm / 4);
}

static struct asm_function *named_function(struct assembly *assembly, struct slice name)
{
    const struct asm_label *label = name.length ? assembly_label(assembly, name) : NULL;
    return label && label->function != NO_FUNCTION ? &assembly->functions[label->function] : NULL;
}

/* Comment lines mark kernels: "# warpclock-kernel NAME". */
static void mark_kernels(struct assembly *assembly)
{
    static const char mark[] = "# warpclock-kernel ";
    for (uint32_t i = 0; i < assembly->line_count; i++) {
        struct slice line = assembly->lines[i];
        if (!slice_starts(line, mark))
            continue;
        struct slice name = {line.at + sizeof mark - 1, line.length - (uint32_t)sizeof mark + 1};
        struct asm_function *function = named_function(assembly, slice_trim(name));
        if (function)
            function->is_kernel = true;
    }
}

static void mark_called(struct assembly *assembly)
{
    for (uint32_t i = 0; i < assembly->insn_count; i++) {
        struct asm_function *function = named_function(assembly, assembly->insns[i].target);
        if (function)
            function->is_called = true;
    }
}

/* The labels of an earlier run give a better error than whatever else would be refused first. */
static enum wc_status check_fresh(struct reader *reader)
{
    const struct assembly *assembly = reader->assembly;
    for (uint32_t i = 0; i < assembly->line_count; i++) {
        struct statement statement = statement_parse(assembly->lines[i]);
        struct slice label;
        if (statement_next_label(&statement, &label) && slice_starts(label, ".Lwarpclock_"))
            return refuse(reader, i, "already has SPLIT and JOIN: label", label);
    }
    return WC_OK;
}

enum wc_status assembly_read(struct error *err, struct arena *arena, const char *file,
                             const char *text, size_t length, struct assembly *out)
{
    if (length > INT32_MAX / 2)
        return fail_at(err, WC_BAD_INPUT, file, 0, 0,
                       "%zu bytes of assembly; the maximum is 1 GiB", length);
    *out = (struct assembly){.arena = arena, .file = file};
    struct reader reader = {.err = err, .assembly = out};
    split_lines(out, text, length);
    enum wc_status status = check_fresh(&reader);
    for (uint32_t line = 0; line < out->line_count && status == WC_OK; line++)
        status = read_line(&reader, line);
    if (status)
        return status;
    close_function(&reader, out->line_count);
    mark_kernels(out);
    mark_called(out);
    return WC_OK;
}
