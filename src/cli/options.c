/* SPDX-License-Identifier: Apache-2.0 */
/* options.c - parses a command line with an option table.
 *
 * Not getopt_long: it keeps global state, prints its own messages and accepts any unambiguous
 * prefix of a name, so a script breaks when a later version adds an option. */
#include "options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "memory.h"

struct parser {
    const struct option *const *table;
    const char *command; /* or NULL */
    size_t count, at;
    char *const *argv;
    struct arguments *arguments;
    struct diagnostic *problem;
};

static void list_add(struct text_list *list, const char *text)
{
    list->items = reallocate(list->items, (list->count + 1) * sizeof *list->items);
    list->items[list->count++] = text;
}

void arguments_free(struct arguments *arguments)
{
    size_t i;

    /* Items between commas were copied; all others point into the command line. */
    for (i = 0; i < arguments->machines.count; i++)
        free((char *)arguments->machines.items[i]);
    free(arguments->machines.items);
    for (i = 0; i < arguments->dump_at.count; i++)
        free((char *)arguments->dump_at.items[i]);
    free(arguments->dump_at.items);
    for (i = 0; i < arguments->marks.count; i++)
        free((char *)arguments->marks.items[i]);
    free(arguments->marks.items);
    free(arguments->sets.items);
    free(arguments->varied.items);
    free(arguments->operands.items);
}

/* ---- values ---- */

static void refuse_choice(struct parser *parser, const struct option *option, const char *value,
                          size_t count)
{
    const char *near = wc_nearest(value, option->choices, count);
    char *known = format_text("%s", option->choices[0]), *longer;
    size_t i;

    for (i = 1; i < count; i++) {
        longer = format_text("%s%s%s", known, i + 1 < count ? ", " : " or ", option->choices[i]);
        free(known);
        known = longer;
    }
    diagnose(parser->problem, WC_BAD_INPUT, "--%s: '%s' is not %s", option->name, value, known);
    if (near)
        advise(parser->problem, "did you mean '%s'?", near);
    free(known);
}

static void take_choice(struct parser *parser, const struct option *option, const char *value,
                        const char **field)
{
    size_t count = 0;

    while (option->choices[count]) {
        if (strcmp(option->choices[count++], value) == 0) {
            *field = value;
            return;
        }
    }
    refuse_choice(parser, option, value, count);
}

static void take_number(struct parser *parser, const struct option *option, const char *value,
                        uint64_t *field)
{
    const uint64_t max = option->max ? option->max : UINT64_MAX;
    uint64_t number;
    char *end;

    errno = 0;
    number = strtoull(value, &end, 10);
    /* strtoull alone would take a sign, blanks and an empty text. */
    if (value[strspn(value, "0123456789")] != '\0' || !*value || errno == ERANGE || number == 0 ||
        number > max)
        diagnose(parser->problem, WC_BAD_INPUT,
                 "--%s: '%s' is not a whole number from 1 to %" PRIu64, option->name, value,
                 max);
    else
        *field = number;
}

/* 512M: in units of 1024. */
static void take_size(struct parser *parser, const struct option *option, const char *value,
                      uint64_t *field)
{
    static const char units[] = "KMGT";
    size_t digits = strspn(value, "0123456789");
    const char *unit = value[digits] ? strchr(units, value[digits]) : NULL;
    unsigned shift = unit ? 10 * ((unsigned)(unit - units) + 1) : 0;
    uint64_t number;

    errno = 0;
    number = strtoull(value, NULL, 10);
    if (!digits || value[digits + (unit != NULL)] || errno == ERANGE || !number ||
        number > UINT64_MAX >> shift)
        diagnose(parser->problem, WC_BAD_INPUT,
                 "--%s: '%s' is not a number of bytes like 512M or 8G", option->name, value);
    else
        *field = number << shift;
}

/* "5000" is cycles; "20us", "1.5ms" are times. */
static void take_time(struct parser *parser, const struct option *option, const char *value,
                      struct time_value *field)
{
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"ns", 1}, {"us", 1e3}, {"\u00b5s", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    char *end;
    if (value[strspn(value, "0123456789")] == '\0') {
        take_number(parser, option, value, &field->cycles);
        field->ns = 0;
        return;
    }
    const double number = strtod(value, &end);
    *field = (struct time_value){0};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(end, units[i].name) == 0 && number > 0 && number < 1e12)
            field->ns = number * units[i].ns;
    }
    if (field->ns <= 0)
        diagnose(parser->problem, WC_BAD_INPUT,
                 "--%s: '%s' is not a time; expected cycles, or a number with ns, us, ms or s",
                 option->name, value);
}

/* A file named '-' would surprise; data and the report do not share a stream. */
static void take_file(struct parser *parser, const struct option *option, const char *value,
                      const char **field)
{
    *field = value;
    if (!*value)
        diagnose(parser->problem, WC_BAD_INPUT, "--%s: the name of the file is empty",
                 option->name);
    if (strcmp(value, "-") != 0)
        return;
    diagnose(parser->problem, WC_BAD_INPUT, "--%s: '-' is not the name of a file", option->name);
    advise(parser->problem, "/dev/stdout is standard output; ./- is a file of that name");
}

static bool take_cycle(const char **at, uint64_t *field)
{
    const size_t digits = strspn(*at, "0123456789");

    errno = 0;
    *field = strtoull(*at, NULL, 10);
    *at += digits;
    return errno != ERANGE;
}

/* "1000:2000", "1000:", ":2000" */
static void take_span(struct parser *parser, const struct option *option, const char *value,
                      struct span *field)
{
    const char *at = value;
    bool good = take_cycle(&at, &field->begin) && *at++ == ':' && take_cycle(&at, &field->end) &&
                *at == '\0' && value[1] && (at[-1] == ':' || field->begin < field->end);

    if (!good)
        diagnose(parser->problem, WC_BAD_INPUT,
                 "--%s: '%s' is not a span of cycles like 1000:2000, 1000: or :2000",
                 option->name, value);
}

static void take_setting(struct parser *parser, const struct option *option, const char *value,
                         struct text_list *field)
{
    const char *equals = strchr(value, '=');

    if (!equals || equals == value)
        diagnose(parser->problem, WC_BAD_INPUT, "--%s: '%s' is not of the form KEY=VALUE",
                 option->name, value);
    else
        list_add(field, value);
}

static void take_varied(struct parser *parser, const struct option *option, const char *value,
                        struct text_list *field)
{
    const char *equals = strchr(value, '='), *at = equals;

    if (!equals || equals == value) {
        diagnose(parser->problem, WC_BAD_INPUT, "--%s: '%s' is not of the form KEY=VALUE,...",
                 option->name, value);
        return;
    }
    do {
        if (at[1] == ',' || at[1] == '\0') {
            diagnose(parser->problem, WC_BAD_INPUT, "--%s: '%s' has an empty value", option->name,
                     value);
            return;
        }
        at = strchr(at + 1, ',');
    } while (at);
    list_add(field, value);
}

static void take_names(struct parser *parser, const struct option *option, const char *value,
                       struct text_list *field)
{
    const char *name = value;

    for (;;) {
        size_t length = strcspn(name, ",");

        if (length == 0) {
            diagnose(parser->problem, WC_BAD_INPUT, "--%s: '%s' has an empty name", option->name,
                     value);
            return;
        }
        list_add(field, format_text("%.*s", (int)length, name));
        if (name[length] == '\0')
            return;
        name += length + 1;
    }
}

static void take_value(struct parser *parser, const struct option *option, const char *value)
{
    void *field = (char *)parser->arguments + option->field;

    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)field = true;
        break;
    case OPTION_TEXT:
        *(const char **)field = value;
        break;
    case OPTION_FILE:
        take_file(parser, option, value, field);
        break;
    case OPTION_SPAN:
        take_span(parser, option, value, field);
        break;
    case OPTION_CHOICE:
        take_choice(parser, option, value, field);
        break;
    case OPTION_NUMBER:
        take_number(parser, option, value, field);
        break;
    case OPTION_TIME:
        take_time(parser, option, value, field);
        break;
    case OPTION_SIZE:
        take_size(parser, option, value, field);
        break;
    case OPTION_SETTING:
        take_setting(parser, option, value, field);
        break;
    case OPTION_VARIED:
        take_varied(parser, option, value, field);
        break;
    case OPTION_NAMES:
        take_names(parser, option, value, field);
        break;
    }
}

/* ---- names ---- */

/* The option that `name` probably means: one with this prefix, or the nearest. */
static const char *suggestion(const struct option *const *table, const char *name)
{
    const char *names[32];
    size_t count = 0;

    for (; *table && count < sizeof names / sizeof *names; table++) {
        if (*name && strncmp((*table)->name, name, strlen(name)) == 0)
            return (*table)->name;
        names[count++] = (*table)->name;
    }
    return wc_nearest(name, names, count);
}

/* "bound, check", the commands that have an option; NULL: none has. The caller frees it. */
static char *commands_with(const char *name)
{
    char *list = NULL, *longer;
    size_t i, k;

    for (i = 0; commands[i]; i++) {
        for (k = 0; !commands[i]->hidden && commands[i]->options[k]; k++) {
            if (strcmp(commands[i]->options[k]->name, name) != 0)
                continue;
            longer = format_text("%s%s%s", list ? list : "", list ? ", " : "", commands[i]->name);
            free(list);
            list = longer;
        }
    }
    return list;
}

/* Why a command has no such option, after a colon; "": for no special reason. */
static char *reason_without(const char *command, const char *name)
{
    size_t i;

    for (i = 0; command && commands[i]; i++) {
        if (strcmp(commands[i]->name, command) == 0 && commands[i]->lacks &&
            strcmp(commands[i]->lacks, name) == 0)
            return format_text(": %s", commands[i]->because);
    }
    return format_text("%s", command ? "" : " before a command");
}

static void unknown_option(struct parser *parser, const char *shown, const char *name)
{
    char *others, *reason = reason_without(parser->command, name);
    const char *near = suggestion(parser->table, name);
    const char *command = parser->command ? parser->command : "warpclock";

    diagnose(parser->problem, WC_BAD_INPUT, "%s has no option '%s'%s", command, shown, reason);
    others = commands_with(name);
    if (others)
        advise(parser->problem, "it is an option of %s", others);
    else if (near)
        advise(parser->problem, "did you mean '--%s'?", near);
    else
        advise(parser->problem, "'warpclock %s%s--help' lists the options",
               parser->command ? parser->command : "", parser->command ? " " : "");
    free(others);
    free(reason);
}

static const char *next_argument(struct parser *parser)
{
    return parser->at < parser->count ? parser->argv[parser->at++] : NULL;
}

/* The value of an option, attached or in the next word. */
static void take_option(struct parser *parser, const struct option *option, const char *attached)
{
    const char *value = attached;

    if (option->kind != OPTION_FLAG && !value)
        value = next_argument(parser);
    if (option->kind == OPTION_FLAG && attached)
        diagnose(parser->problem, WC_BAD_INPUT, "--%s takes no value, found '%s'", option->name,
                 attached);
    else if (option->kind != OPTION_FLAG && !value)
        diagnose(parser->problem, WC_BAD_INPUT, "--%s needs a value: %s", option->name,
                 option->value);
    else
        take_value(parser, option, value);
}

static void take_long(struct parser *parser, const char *word)
{
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const struct option *const *row;
    char *name;

    for (row = parser->table; *row; row++) {
        if (strlen((*row)->name) == length && memcmp((*row)->name, word, length) == 0) {
            take_option(parser, *row, equals ? equals + 1 : NULL);
            return;
        }
    }
    name = format_text("--%.*s", (int)length, word);
    unknown_option(parser, name, name + 2);
    free(name);
}

/* "-qo out.s" and "-oout.s": flags may be joined, a value may follow its letter directly. */
static void take_short(struct parser *parser, const char *letters)
{
    while (*letters) {
        const struct option *const *row = parser->table;
        char shown[3] = {'-', *letters, '\0'};

        while (*row && (*row)->letter != *letters)
            row++;
        if (!*row) {
            unknown_option(parser, shown, "");
            return;
        }
        letters++;
        if ((*row)->kind != OPTION_FLAG) {
            take_option(parser, *row, *letters ? letters : NULL);
            return;
        }
        take_option(parser, *row, NULL);
    }
}

size_t options_parse(const struct option *const *table, const char *command, size_t count,
                     char *const *argv, bool leading_only, struct arguments *arguments,
                     struct diagnostic *problem)
{
    struct parser parser = {
        .table = table, .command = command, .count = count, .argv = argv,
        .arguments = arguments, .problem = problem,
    };
    struct diagnostic later = {0};
    bool only_operands = false;

    while (parser.at < count) {
        const char *word = argv[parser.at];

        /* A later error must not add its hint to the first one. */
        if (problem->status != WC_OK)
            parser.problem = &later;
        if (only_operands || word[0] != '-' || word[1] == '\0') {
            if (leading_only)
                break;
            list_add(&arguments->operands, word);
            parser.at++;
        } else if (strcmp(word, "--") == 0) {
            only_operands = true;
            parser.at++;
        } else {
            parser.at++;
            if (word[1] == '-')
                take_long(&parser, word + 2);
            else
                take_short(&parser, word + 1);
        }
    }
    diagnostic_clear(&later);
    return parser.at;
}

void options_add_operand(struct arguments *arguments, const char *word)
{
    list_add(&arguments->operands, word);
}
