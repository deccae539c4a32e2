/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_completion.c - warpclock completion SHELL: prints a completion script. Hidden: the build
 * installs its output. "options" dumps the option tables, to check the manual pages. */
#include <stdlib.h>
#include <string.h>

#include "completion.h"
#include "memory.h"
#include "output.h"

static const char *const kinds[] = {"bash", "zsh", "fish", "options", NULL};

static const struct option *const completion_options[] = {&option_help, NULL};

static void dump_table(FILE *out, const char *name, const struct option *const *row)
{
    for (; *row; row++) {
        fprintf(out, "%s --%s", name, (*row)->name);
        if ((*row)->letter)
            fprintf(out, " -%c", (*row)->letter);
        if ((*row)->value)
            fprintf(out, " %s", (*row)->value);
        fputs("\n", out);
    }
}

/* COMMAND --NAME [-LETTER] [VALUE], one option per line; COMMAND is "-" for the global options. */
static void dump_options(FILE *out)
{
    size_t i;

    dump_table(out, "-", global_options);
    for (i = 0; commands[i]; i++) {
        if (!commands[i]->hidden)
            dump_table(out, commands[i]->name, commands[i]->options);
    }
}

static enum wc_status completion(struct session *session)
{
    static void (*const writers[])(FILE *) = {
        completion_bash, completion_zsh, completion_fish, dump_options,
    };
    const char *kind = session->arguments.operands.items[0];
    struct text_stream stream;
    char *text;
    FILE *out;
    size_t i;

    for (i = 0; kinds[i] && strcmp(kinds[i], kind) != 0; i++)
        continue;
    if (!kinds[i])
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "unknown shell '%s'; expected bash, zsh, fish or options", kind);
    out = text_stream_open(&stream);
    writers[i](out);
    text = text_stream_close(&stream, out);
    output_text(session, text);
    free(text);
    return WC_OK;
}

const struct command command_completion = {
    .name = "completion",
    .summary = "print a completion script for a shell",
    .operands = "bash|zsh|fish",
    .min = 1, .max = 1, .completes = COMPLETES_CHOICES, .choices = kinds,
    .examples = {
        "source <(warpclock completion bash)",
        "warpclock completion fish > ~/.config/fish/completions/warpclock.fish",
    },
    .options = completion_options,
    .hidden = true,
    .run = completion,
};
