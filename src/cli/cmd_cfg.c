/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_cfg.c - warpclock cfg FILE: the control-flow graphs of a kernel binary. */
#include "binary.h"
#include "command.h"

static const struct option option_dot = {
    .name = "dot", .kind = OPTION_FLAG,
    .summary = "print the graph in Graphviz DOT format",
    .field = offsetof(struct arguments, dot),
};

static const struct option *const cfg_options[] = {
    &option_kernel, &option_dot, &option_max_memory, &option_json, &option_quiet, &option_color,
    &option_help, &option_version, NULL,
};

static enum wc_status stream_graph(struct session *session, const void *subject,
                                   enum wc_format format, wc_write_fn *write, void *user)
{
    return wc_binary_flow_graph_to(*(wc_binary *const *)subject, session->arguments.kernel, format,
                                   write, user);
}

static enum wc_status cfg(struct session *session)
{
    if (session->arguments.dot && output_is_json(session))
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--dot and '--json -' both write to standard output; expected one of them");
    return binary_stream(session, stream_graph);
}

const struct command command_cfg = {
    .name = "cfg",
    .summary = "show control flow: blocks, loops, divergence points",
    .operands = "FILE",
    .min = 1, .max = 1, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock cfg kernel.elf --kernel sgemm",
        "warpclock cfg kernel.elf --dot | dot -Tsvg -o kernel.svg",
    },
    .options = cfg_options,
    .run = cfg,
};
