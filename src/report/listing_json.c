/* SPDX-License-Identifier: Apache-2.0 */
/* listing_json.c - one object per instruction. */
#include "report/listing_json.h"

#include <inttypes.h>

#include "base/json_stream.h"
#include "load/image.h"

/* The text becomes a string, or null if it is empty, and is freed. */
static json_t *string_or_null(struct text *text)
{
    json_t *json = text->length ? json_string(text->bytes) : json_null();
    text_free(text);
    return json;
}

/* One blank between mnemonic and operands. */
static json_t *words(const struct program *program, const struct insn *insn)
{
    struct text text = {0};
    if (!insn->op)
        return json_string("???");
    program->isa->print(program, insn, &text);
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] == '\t')
            text.bytes[i] = ' ';
    }
    return string_or_null(&text);
}

static json_t *bits(const struct program *program, const struct insn *insn)
{
    struct text text = {0};
    text_add(&text, "0x%0*" PRIx64, (int)program->isa->insn_bytes_min * 2, insn->bits);
    return string_or_null(&text);
}

static json_t *control(const struct program *program, const struct insn *insn)
{
    struct text text = {0};
    if (program->isa->print_control)
        program->isa->print_control(insn, &text);
    return string_or_null(&text);
}

static json_t *label(const struct listing_marks *marks, uint32_t index)
{
    struct text text = {0};
    if (marks->labels[index])
        text_add(&text, ".L%" PRIu32, marks->labels[index]);
    return string_or_null(&text);
}

static json_t *target(const struct program *program, const struct insn *insn)
{
    if (insn->target < 0)
        return json_null();
    return json_integer((json_int_t)program->insns[insn->target].pc);
}

static json_t *source(const struct program *program, const struct insn *insn)
{
    struct source_line line;
    if (!image_source_line(program->image, insn->pc, &line))
        return json_null();
    return json_pack("{s:s, s:I, s:I}", "file", line.file, "line", (json_int_t)line.line,
                     "column", (json_int_t)line.column);
}

static json_t *problem(const struct program *program, const struct insn *insn)
{
    struct text text = {0};
    listing_add_problem(program, insn, &text);
    return string_or_null(&text);
}

static json_t *object(const struct listing_marks *marks, uint32_t i)
{
    const struct program *program = marks->program;
    const struct insn *insn = &program->insns[i];
    const struct function *function = program_function(program, insn->pc);
    return json_pack("{s:I, s:o, s:o, s:o, s:s?, s:o, s:o, s:o, s:o}", "address",
                     (json_int_t)insn->pc, "bits", bits(program, insn), "control",
                     control(program, insn), "text", words(program, insn), "function",
                     function ? function->name : NULL, "label", label(marks, i), "target",
                     target(program, insn), "source", source(program, insn), "problem",
                     problem(program, insn));
}

/* One instruction after the other: the document is much larger than the program (HOUSE-54). */
void listing_write_json(const struct listing_marks *marks, struct text *out)
{
    struct json_stream json = {.out = out};
    json_stream_begin(&json, NULL, '[');
    for (uint32_t i = 0; i < marks->program->count; i++) {
        if (marks->listed[i])
            json_stream_add(&json, NULL, object(marks, i));
    }
    json_stream_end(&json, ']');
}
