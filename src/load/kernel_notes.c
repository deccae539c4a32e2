/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_notes.c - parser of .warpclock.kernels; kernel_notes.h defines the format. */
#include "load/kernel_notes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load/elf_text.h"

enum { KERNELS_MAX = 4096, LOOPS_MAX = 65536, PARAMETERS_MAX = 1024, LINE_BYTES_MAX = 4096 };
static const uint32_t BYTES_MAX = 1u << 30;

struct notes {
    struct error *err;
    struct image *image;
    struct kernel *kernel; /* the kernel of the `arg` lines, or NULL */
    bool file_tells;       /* the file has its parameters; `arg` lines only name them */
    uint32_t named;        /* number of parameters named so far */
    int line;
};

static enum wc_status notes_fail(const struct notes *notes, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum wc_status notes_fail(const struct notes *notes, const char *format, ...)
{
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return fail_at(notes->err, WC_BAD_INPUT, notes->image->path, 0, 0,
                   "section " KERNEL_NOTES_SECTION ", line %d: %s", notes->line, what);
}

/* The next word of *rest, cut off with NUL; NULL at the end of the line. */
static char *next_word(char **rest)
{
    return strtok_r(NULL, " ", rest);
}

static enum wc_status read_up_to(const struct notes *notes, const char *what, const char *text,
                                 uint64_t max, uint64_t *out)
{
    char *end;
    errno = 0;
    unsigned long long value = text[0] >= '0' && text[0] <= '9' ? strtoull(text, &end, 10) : 0;
    if (text[0] < '0' || text[0] > '9' || *end || errno || value > max)
        return notes_fail(notes, "%s is '%s'; expected a number from 0 to %" PRIu64, what, text,
                          max);
    *out = value;
    return WC_OK;
}

static enum wc_status read_number(const struct notes *notes, const char *what, const char *text,
                                  uint32_t *out)
{
    uint64_t value = 0;
    enum wc_status status = read_up_to(notes, what, text, BYTES_MAX, &value);
    *out = (uint32_t)value;
    return status;
}

/* "16,16,1" */
static enum wc_status read_block(const struct notes *notes, char *text, uint32_t block[3])
{
    for (int i = 0; i < 3; i++) {
        char *number = strsep(&text, ",");
        if (!number || !*number)
            return notes_fail(notes, "reqd= has %d numbers; expected 3, as in reqd=16,16,1", i);
        enum wc_status status = read_number(notes, "reqd=", number, &block[i]);
        if (status != WC_OK)
            return status;
        if (block[i] == 0)
            return notes_fail(notes, "reqd= contains 0; expected the work-items per group");
    }
    return text ? notes_fail(notes, "reqd= is followed by '%s'; expected 3 numbers", text) : WC_OK;
}

static enum wc_status read_attribute(const struct notes *notes, char *word)
{
    struct kernel *kernel = notes->kernel;
    char *value = strchr(word, '=');
    if (!value)
        return notes_fail(notes, "'%s' after a kernel's name; expected key=value", word);
    *value++ = '\0';
    if (!strcmp(word, "local"))
        return read_number(notes, "local=", value, &kernel->local_bytes);
    if (!strcmp(word, "registers"))
        return read_number(notes, "registers=", value, &kernel->registers);
    if (!strcmp(word, "reqd"))
        return read_block(notes, value, kernel->required_block);
    return notes_fail(notes, "unknown attribute '%s'; expected local, registers or reqd", word);
}

static const struct kernel *function_named(const struct image *image, const char *name)
{
    for (uint32_t i = 0; i < image->function_count; i++) {
        if (!strcmp(image->functions[i].name, name))
            return &image->functions[i];
    }
    return NULL;
}

static enum wc_status read_kernel(struct notes *notes, char **rest)
{
    struct image *image = notes->image;
    const char *name = next_word(rest);
    if (!name)
        return notes_fail(notes, "'kernel' without a name");
    const struct kernel *function = function_named(image, name);
    if (!function)
        return notes_fail(notes, "kernel '%s' is not a global function of the file", name);
    for (uint32_t i = 0; i < image->kernel_count; i++) {
        if (!strcmp(image->kernels[i].name, name))
            return notes_fail(notes, "kernel '%s' is described twice", name);
    }
    if (image->kernel_count == KERNELS_MAX)
        return notes_fail(notes, "more than the maximum of %d kernels", KERNELS_MAX);
    image->kernels =
        arena_grow(&image->arena, image->kernels, image->kernel_count, sizeof *image->kernels);
    notes->kernel = &image->kernels[image->kernel_count++];
    *notes->kernel = *function;
    notes->file_tells = function->has_parameters;
    notes->named = 0;
    notes->kernel->has_parameters = true;
    enum wc_status status = WC_OK;
    for (char *word; status == WC_OK && (word = next_word(rest)) != NULL;)
        status = read_attribute(notes, word);
    return status;
}

static const char *const kind_names[] = {
    [KERNEL_PARAMETER_VALUE] = "value",
    [KERNEL_PARAMETER_GLOBAL] = "global",
    [KERNEL_PARAMETER_LOCAL] = "local",
    [KERNEL_PARAMETER_CONSTANT] = "constant",
};

static enum wc_status read_kind(const struct notes *notes, const char *word,
                                enum kernel_parameter_kind *out)
{
    for (size_t i = 0; word && i < sizeof kind_names / sizeof *kind_names; i++) {
        if (!strcmp(word, kind_names[i])) {
            *out = (enum kernel_parameter_kind)i;
            return WC_OK;
        }
    }
    return notes_fail(notes, "argument kind '%s'; expected value, global, local or constant",
                      word ? word : "");
}

/* "unsigned int 4": the type may have several words, the bytes are the last one. */
static enum wc_status read_type(const struct notes *notes, char *text,
                                struct kernel_parameter *parameter)
{
    enum { POINTER_BYTES = 4 };
    char *last = strrchr(text, ' ');
    last = last ? last + 1 : text;
    if (*last >= '0' && *last <= '9') {
        enum wc_status status = read_number(notes, "the size", last, &parameter->bytes);
        if (status != WC_OK)
            return status;
        while (last > text && last[-1] == ' ')
            last--;
        *last = '\0';
        if (parameter->bytes == 0)
            return notes_fail(notes, "argument '%s' has 0 bytes", parameter->name);
    } else if (parameter->kind == KERNEL_PARAMETER_VALUE) {
        return notes_fail(notes, "argument '%s' is a value without a size in bytes",
                          parameter->name);
    } else {
        parameter->bytes = POINTER_BYTES;
    }
    parameter->type = *text ? arena_strdup(&notes->image->arena, text) : NULL;
    return WC_OK;
}

/* Size and position of a parameter are those of the file. */
static enum wc_status name_parameter(struct notes *notes, const struct kernel_parameter *note)
{
    const struct kernel *kernel = notes->kernel;
    if (notes->named == kernel->parameter_count)
        return notes_fail(notes, "extra argument '%s' of kernel '%s', which has %u", note->name,
                          kernel->name, kernel->parameter_count);
    struct kernel_parameter *parameter = &kernel->parameters[notes->named++];
    if (note->kind == KERNEL_PARAMETER_VALUE && note->bytes != parameter->bytes)
        return notes_fail(notes, "argument '%s' of kernel '%s' has %u bytes; the kernel's code "
                          "expects %u", note->name, kernel->name, note->bytes, parameter->bytes);
    parameter->name = note->name;
    parameter->type = note->type;
    parameter->kind = note->kind;
    return WC_OK;
}

/* Places in a list of all arguments; the calling convention has its own. */
static uint32_t next_offset(const struct kernel *kernel, uint32_t bytes)
{
    const struct kernel_parameter *last =
        kernel->parameter_count ? &kernel->parameters[kernel->parameter_count - 1] : NULL;
    const uint32_t end = last ? last->offset + last->bytes : 0;
    return (end + bytes - 1) / bytes * bytes;
}

static enum wc_status read_argument(struct notes *notes, char **rest)
{
    struct arena *arena = &notes->image->arena;
    struct kernel *kernel = notes->kernel;
    struct kernel_parameter parameter = {.name = next_word(rest)};
    if (!kernel)
        return notes_fail(notes, "'arg' before the first 'kernel'");
    if (!parameter.name)
        return notes_fail(notes, "'arg' without a name");
    if (!notes->file_tells && kernel->parameter_count == PARAMETERS_MAX)
        return notes_fail(notes,
                          "kernel '%s' has more than the maximum of %d arguments", kernel->name,
                          PARAMETERS_MAX);
    enum wc_status status = read_kind(notes, next_word(rest), &parameter.kind);
    if (status == WC_OK)
        status = read_type(notes, *rest + strspn(*rest, " "), &parameter);
    if (status != WC_OK)
        return status;
    parameter.name = arena_strdup(arena, parameter.name);
    if (notes->file_tells)
        return name_parameter(notes, &parameter);
    parameter.offset = next_offset(kernel, parameter.bytes);
    kernel->parameters =
        arena_grow(arena, kernel->parameters, kernel->parameter_count, sizeof parameter);
    kernel->parameters[kernel->parameter_count++] = parameter;
    return WC_OK;
}

/* A digest is kept as text: whoever compares it computes it the same way. */
static const char *digest(const struct notes *notes, const char *word)
{
    const char *const key = "sha256=";
    bool given = word && !strncmp(word, key, strlen(key));
    return given ? arena_strdup(&notes->image->arena, word + strlen(key)) : NULL;
}

static enum wc_status read_source(const struct notes *notes, char **rest)
{
    const char *name = next_word(rest);
    if (!name)
        return notes_fail(notes, "'source' without a file name");
    notes->image->source = arena_strdup(&notes->image->arena, name);
    notes->image->source_sha256 = digest(notes, next_word(rest));
    return WC_OK;
}

/* "my sgemm.cl:14 128": a file name may contain anything. */
static enum wc_status read_loop(const struct notes *notes, char *text)
{
    struct image *image = notes->image;
    struct loop_note loop = {0};
    char *number = strrchr(text, ' ');
    char *colon = number ? memrchr(text, ':', (size_t)(number - text)) : NULL;
    if (!colon || colon == text)
        return notes_fail(notes, "'loop %s'; expected a source line and a number, as in 'loop "
                          "sgemm.cl:14 128'", text);
    *colon = *number = '\0';
    enum wc_status status = read_number(notes, "the line of a loop", colon + 1, &loop.line);
    if (status == WC_OK)
        status = read_up_to(notes, "the bound of a loop", number + 1, LOOP_BOUND_MAX,
                            &loop.iterations);
    if (status != WC_OK)
        return status;
    if (image->loop_note_count == LOOPS_MAX)
        return notes_fail(notes, "more than the maximum of %d loops", LOOPS_MAX);
    loop.file = arena_strdup(&image->arena, text);
    image->loop_notes = arena_grow(&image->arena, image->loop_notes, image->loop_note_count,
                                   sizeof loop);
    image->loop_notes[image->loop_note_count++] = loop;
    return WC_OK;
}

static enum wc_status read_statement_flag(const struct notes *notes, const char *word,
                                          struct loop_statement *statement)
{
    static const char *const kinds[] = {
        [LOOP_TOP] = "top", [LOOP_BOTTOM] = "bottom", [LOOP_ENDLESS] = "endless"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!strcmp(word, kinds[i])) {
            statement->kind = (enum loop_kind)i;
            return WC_OK;
        }
    }
    bool *flag = !strcmp(word, "calls")    ? &statement->has_calls
                 : !strcmp(word, "outer")  ? &statement->is_outer
                 : !strcmp(word, "shared") ? &statement->is_shared
                                           : NULL;
    if (!flag)
        return notes_fail(notes, "'%s' in a loop statement; expected top, bottom, endless, calls, "
                          "outer or shared", word);
    *flag = true;
    return WC_OK;
}

/* "14 13 14 17 1 top outer" */
static enum wc_status read_statement_words(const struct notes *notes, char *text,
                                           struct loop_statement *statement)
{
    uint32_t *const numbers[] = {&statement->line, &statement->first, &statement->head,
                                 &statement->last, &statement->depth};
    char *rest = NULL, *word = strtok_r(text, " ", &rest);
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < sizeof numbers / sizeof *numbers; i++) {
        status = read_number(notes, "a number of a loop statement", word ? word : "", numbers[i]);
        word = next_word(&rest);
    }
    for (; status == WC_OK && word; word = next_word(&rest))
        status = read_statement_flag(notes, word, statement);
    return status;
}

/* "my sgemm.cl:14 13 14 17 1 top": the name ends at the last colon. */
static enum wc_status read_statement(const struct notes *notes, char *text)
{
    struct image *image = notes->image;
    struct loop_statement statement = {0};
    char *colon = strrchr(text, ':');
    if (!colon || colon == text)
        return notes_fail(notes, "'statement %s'; expected lines of a source, as in 'statement "
                          "sgemm.cl:14 13 14 17 1 top'", text);
    *colon = '\0';
    enum wc_status status = read_statement_words(notes, colon + 1, &statement);
    if (status != WC_OK)
        return status;
    if (image->loop_statement_count == LOOPS_MAX)
        return notes_fail(notes, "more than the maximum of %d loops", LOOPS_MAX);
    statement.file = arena_strdup(&image->arena, text);
    image->loop_statements = arena_grow(&image->arena, image->loop_statements,
                                        image->loop_statement_count, sizeof statement);
    image->loop_statements[image->loop_statement_count++] = statement;
    return WC_OK;
}

static enum wc_status read_line(struct notes *notes, char *line)
{
    char *rest;
    char *keyword = strtok_r(line, " ", &rest);
    if (!keyword)
        return WC_OK;
    if (!strcmp(keyword, "kernel"))
        return read_kernel(notes, &rest);
    if (!strcmp(keyword, "arg"))
        return read_argument(notes, &rest);
    if (!strcmp(keyword, "source"))
        return read_source(notes, &rest);
    if (!strcmp(keyword, "loop"))
        return read_loop(notes, rest);
    if (!strcmp(keyword, "statement"))
        return read_statement(notes, rest);
    if (!strcmp(keyword, "runtime"))
        notes->image->runtime_sha256 = digest(notes, next_word(&rest));
    else if (!strcmp(keyword, "toolchain"))
        notes->image->toolchain = arena_strdup(&notes->image->arena, rest);
    else
        return notes_fail(notes, "unknown word '%s'; expected kernel, arg, source, runtime, "
                          "toolchain, statement or loop", keyword);
    return WC_OK;
}

static uint64_t line_bytes(const uint8_t *bytes, uint64_t size)
{
    uint64_t length = 0;
    while (length < size && bytes[length] != '\0' && bytes[length] != '\n')
        length++;
    return length;
}

enum wc_status kernel_notes_read(struct error *err, struct image *image, const uint8_t *bytes,
                                 uint64_t size)
{
    struct notes notes = {.err = err, .image = image};
    for (uint64_t at = 0, length; at < size; at += length + 1) {
        char line[LINE_BYTES_MAX];
        length = line_bytes(bytes + at, size - at);
        notes.line++;
        if (length >= sizeof line)
            return notes_fail(&notes, "%llu bytes; the maximum is %zu",
                              (unsigned long long)length, sizeof line - 1);
        memcpy(line, bytes + at, length);
        line[length] = '\0';
        if (!is_printable(line))
            return notes_fail(&notes, "contains bytes that are not printable text");
        enum wc_status status = read_line(&notes, line);
        if (status != WC_OK)
            return status;
    }
    return WC_OK;
}
