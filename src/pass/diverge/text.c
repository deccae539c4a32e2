/* SPDX-License-Identifier: Apache-2.0 */
/* text.c - splits one line of assembly into labels, name, operands, comment. */
#include "pass/diverge/asm.h"

#include <string.h>

bool slice_is(struct slice slice, const char *text)
{
    return slice.length == strlen(text) && memcmp(slice.at, text, slice.length) == 0;
}

bool slice_starts(struct slice slice, const char *prefix)
{
    size_t length = strlen(prefix);
    return slice.length >= length && memcmp(slice.at, prefix, length) == 0;
}

bool slice_same(struct slice a, struct slice b)
{
    return a.length == b.length && (!a.length || memcmp(a.at, b.at, a.length) == 0);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

struct slice slice_trim(struct slice slice)
{
    while (slice.length && is_blank(slice.at[0])) {
        slice.at++;
        slice.length--;
    }
    while (slice.length && is_blank(slice.at[slice.length - 1]))
        slice.length--;
    return slice;
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

bool slice_number(struct slice slice, int64_t *value)
{
    bool negative = slice.length && slice.at[0] == '-';
    uint32_t i = negative;
    int base = 10;
    if (slice.length > i + 2 && slice.at[i] == '0' && (slice.at[i + 1] | 0x20) == 'x') {
        base = 16;
        i += 2;
    }
    if (i >= slice.length || slice.length - i > 12)
        return false;
    int64_t number = 0;
    for (; i < slice.length; i++) {
        int digit = digit_value(slice.at[i]);
        if (digit >= base)
            return false;
        number = number * base + digit;
    }
    *value = negative ? -number : number;
    return true;
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '.' || c == '$';
}

/* Length of a name at the start of the slice; a quoted one counts with its quotes. */
static uint32_t name_length(struct slice slice)
{
    uint32_t i = 0;
    if (slice.length && slice.at[0] == '"') {
        for (i = 1; i < slice.length && slice.at[i] != '"'; i++)
            i += slice.at[i] == '\\';
        return i < slice.length ? i + 1 : 0;
    }
    while (i < slice.length && is_name(slice.at[i]))
        i++;
    return i;
}

static struct slice slice_from(struct slice slice, uint32_t start)
{
    return (struct slice){slice.at + start, slice.length - start};
}

/* Removes the comment. Quotes protect '#', as in .asciz "a # b". */
static struct slice cut_comment(struct slice line, struct slice *comment)
{
    bool quoted = false;
    for (uint32_t i = 0; i < line.length; i++) {
        char c = line.at[i];
        if (c == '\\' && quoted) {
            i++;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == '#' || (c == '/' && i + 1 < line.length &&
                                            line.at[i + 1] == '/'))) {
            *comment = slice_from(line, i);
            return (struct slice){line.at, i};
        }
    }
    return line;
}

static void add_operand(struct statement *statement, struct slice operand)
{
    if (statement->operand_count < OPERANDS_MAX)
        statement->operands[statement->operand_count] = slice_trim(operand);
    if (statement->operand_count <= OPERANDS_MAX)
        statement->operand_count++;
}

static void parse_operands(struct statement *statement, struct slice rest)
{
    rest = slice_trim(rest);
    if (!rest.length)
        return;
    uint32_t start = 0;
    bool quoted = false;
    for (uint32_t i = 0; i < rest.length; i++) {
        char c = rest.at[i];
        if (c == '\\' && quoted) {
            i++;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            add_operand(statement, (struct slice){rest.at + start, i - start});
            start = i + 1;
        }
    }
    add_operand(statement, slice_from(rest, start));
}

/* Length of "name:" at the start, or 0. */
static uint32_t label_length(struct slice slice)
{
    uint32_t length = name_length(slice), colon = length;
    while (colon < slice.length && is_blank(slice.at[colon]))
        colon++;
    return length && colon < slice.length && slice.at[colon] == ':' ? colon + 1 : 0;
}

struct statement statement_parse(struct slice line)
{
    struct statement statement = {0};
    struct slice rest = slice_trim(cut_comment(line, &statement.comment));
    statement.labels = (struct slice){rest.at, 0};
    for (uint32_t length; (length = label_length(rest)) != 0;) {
        statement.labels.length = (uint32_t)(rest.at + length - statement.labels.at);
        rest = slice_trim(slice_from(rest, length));
    }
    uint32_t end = 0;
    while (end < rest.length && !is_blank(rest.at[end]))
        end++;
    statement.name = (struct slice){rest.at, end};
    parse_operands(&statement, slice_from(rest, end));
    return statement;
}

bool statement_next_label(struct statement *statement, struct slice *label)
{
    struct slice rest = slice_trim(statement->labels);
    uint32_t length = label_length(rest);
    if (!length)
        return false;
    *label = (struct slice){rest.at, name_length(rest)};
    statement->labels = slice_from(rest, length);
    return true;
}
