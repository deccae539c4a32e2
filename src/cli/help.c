/* SPDX-License-Identifier: Apache-2.0 */
/* help.c - help texts generated from the tables. */
#include "help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

static void write_option(FILE *out, const struct option *option)
{
    char letter[] = {'-', option->letter, ',', '\0'};
    char *left = format_text("  %3s --%s%s%s", option->letter ? letter : "", option->name,
                             option->value ? " " : "", option->value ? option->value : "");

    fprintf(out, "%-26s  %s\n", left, option->summary);
    free(left);
}

static void write_options(FILE *out, const struct option *const *options)
{
    for (; *options; options++) {
        if (!(*options)->rare)
            write_option(out, *options);
    }
}

/* "More in warpclock-run(1): --steps, --check" All names, without an empty line before them, so
 * that the help fits a screen. */
static void write_rare(FILE *out, const struct command *command)
{
    enum { COLUMNS = 80 };
    const struct option *const *option;
    int column = 0;

    for (option = command->options; *option; option++) {
        int width = (int)strlen((*option)->name) + 4; /* with ", --" */

        if (!(*option)->rare)
            continue;
        if (column == 0)
            column = fprintf(out, "More in warpclock-%s(1): ", command->name) - 1;
        else if (column + width < COLUMNS)
            column += fprintf(out, ", ");
        else
            column = fprintf(out, ",\n  ") - 2;
        column += fprintf(out, "--%s", (*option)->name);
    }
    if (column)
        fputs("\n", out);
}

/* Their names in one line, so that the overview fits a screen. */
static void write_rare_commands(FILE *out)
{
    const char *before = "  also:         ";
    size_t i;

    for (i = 0; commands[i]; i++) {
        if (commands[i]->hidden || !commands[i]->rare)
            continue;
        fprintf(out, "%s%s", before, commands[i]->name);
        before = ", ";
    }
    fputs("\n", out);
}

char *help_overview(void)
{
    struct text_stream text;
    FILE *out = text_stream_open(&text);
    size_t i;

    fputs("warpclock runs GPU kernel binaries cycle by cycle on machine models.\n"
          "Usage: warpclock COMMAND [OPTION]... [OPERAND]...\n"
          "       warpclock run kernels/sgemm/vortex-tiny.yaml\n\n",
          out);
    for (i = 0; commands[i]; i++) {
        if (!commands[i]->hidden && !commands[i]->rare)
            fprintf(out, "  %-13s %s\n", commands[i]->name, commands[i]->summary);
    }
    write_rare_commands(out);
    fputs("\n", out);
    write_option(out, &option_help);
    write_option(out, &option_version);
    return text_stream_close(&text, out);
}

char *help_command(const struct command *command)
{
    struct text_stream text;
    FILE *out = text_stream_open(&text);
    size_t i;

    fprintf(out, "warpclock %s: %s\n\n", command->name, command->summary);
    for (i = 0; i < 2 && command->examples[i]; i++)
        fprintf(out, "  %s\n", command->examples[i]);
    fprintf(out, "\nUsage: warpclock %s [OPTION]...%s%s\n\n", command->name,
            *command->operands ? " " : "", command->operands);
    write_options(out, command->options);
    write_rare(out, command);
    if (command->about)
        fprintf(out, "\n%s\n", command->about);
    return text_stream_close(&text, out);
}
