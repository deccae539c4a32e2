/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_dis.c - warpclock dis FILE: disassembles a kernel binary. */
#include "binary.h"
#include "command.h"

static const struct option *const dis_options[] = {
    &option_kernel, &option_max_memory, &option_json, &option_quiet, &option_color,
    &option_help, &option_version, NULL,
};

static enum wc_status stream_listing(struct session *session, const void *subject,
                                     enum wc_format format, wc_write_fn *write, void *user)
{
    return wc_binary_disassemble_to(*(wc_binary *const *)subject, session->arguments.kernel,
                                    format, write, user);
}

static enum wc_status dis(struct session *session)
{
    return binary_stream(session, stream_listing);
}

const struct command command_dis = {
    .name = "dis",
    .summary = "disassemble a binary, with basic blocks and source lines",
    .operands = "FILE",
    .min = 1, .max = 1, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock dis kernel.elf",
        "warpclock dis kernel.elf --kernel sgemm",
    },
    .options = dis_options,
    .run = dis,
};
