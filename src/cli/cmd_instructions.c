/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_instructions.c - warpclock instructions ISA: the instructions that can be run. */
#include "command.h"
#include "output.h"

static const struct option *const instructions_options[] = {
    &option_json, &option_quiet, &option_color, &option_help, &option_version, NULL,
};

static enum wc_status render_instructions(struct session *session, const void *subject,
                                          enum wc_format format, char **out)
{
    return wc_instructions_text(session->context, subject, format, out);
}

static enum wc_status instructions(struct session *session)
{
    return output_report(session, render_instructions, session->arguments.operands.items[0]);
}

const struct command command_instructions = {
    .name = "instructions",
    .summary = "list the instructions of an instruction set",
    .operands = "ISA",
    .min = 1, .max = 1, .completes = COMPLETES_CHOICES, .choices = wc_instruction_sets,
    .examples = {
        "warpclock instructions rv32",
        "warpclock instructions sass --json sass.json",
    },
    .rare = true,
    .options = instructions_options,
    .run = instructions,
};
