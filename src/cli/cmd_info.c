/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_info.c - warpclock info FILE: contents of a kernel binary. */
#include "binary.h"
#include "command.h"

static const struct option *const info_options[] = {
    &option_max_memory, &option_json, &option_quiet, &option_color, &option_help,
    &option_version, NULL,
};

static enum wc_status render_info(struct session *session, const void *subject,
                                  enum wc_format format, char **out)
{
    (void)session;
    return wc_binary_info(*(wc_binary *const *)subject, format, out);
}

static enum wc_status info(struct session *session)
{
    return binary_report(session, render_info);
}

const struct command command_info = {
    .name = "info",
    .summary = "show the kernels, parameters and memory use of a binary",
    .operands = "FILE",
    .min = 1, .max = 1, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock info kernel.elf",
        "warpclock info kernel.elf --json - | jq .kernels",
    },
    .options = info_options,
    .run = info,
};
