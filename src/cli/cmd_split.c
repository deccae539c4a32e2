/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_split.c - warpclock split FILE -o OUT: inserts splits and merges into a GCN3 code object. */
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "interrupt.h"
#include "output.h"

static const struct option option_output = {
    .name = "output", .letter = 'o', .kind = OPTION_TEXT, .value = "FILE",
    .summary = "write the new code object to FILE",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, output),
};

static const struct option option_table = {
    .name = "table", .kind = OPTION_TEXT, .value = "FILE",
    .summary = "write the split points to FILE, for run --split",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, table),
};

static const struct option option_list = {
    .name = "list", .kind = OPTION_FLAG,
    .summary = "only list the divergent branches; write no file",
    .field = offsetof(struct arguments, list),
};

static const struct option option_depth = {
    .name = "depth", .kind = OPTION_NUMBER, .value = "S", .max = 63, /* a wavefront has 64 lanes */
    .summary = "contexts for the parts of a wavefront (default: 3)",
    .field = offsetof(struct arguments, depth),
};

static const char *const selections[] = {"paper", "optimal", NULL};

static const struct option option_select = {
    .name = "select", .kind = OPTION_CHOICE, .value = "HOW",
    .summary = "paper or optimal (paper: its SELECT)",
    .choices = selections, .completes = COMPLETES_CHOICES,
    .field = offsetof(struct arguments, select),
};

static const struct option option_mark = {
    .name = "mark", .kind = OPTION_NAMES, .value = "PLACE,...",
    .summary = "only branches at k.cl:17 or 0x1a8; may be repeated",
    .field = offsetof(struct arguments, marks),
};

static const struct option option_tags = {
    .name = "tags", .kind = OPTION_FLAG, .rare = true,
    .summary = "merges name their split",
    .field = offsetof(struct arguments, tags),
};

static const struct option *const split_options[] = {
    &option_output, &option_table, &option_list, &option_depth, &option_select, &option_mark,
    &option_kernel, &option_tags, &option_max_memory, &option_json, &option_quiet, &option_color,
    &option_help, &option_version, NULL,
};

/* The outputs, open before the work. */
struct outputs {
    wc_output *object, *table;
};

static enum wc_status check_arguments(struct session *session)
{
    const struct arguments *arguments = &session->arguments;
    const bool writes = arguments->output || arguments->table;

    if (writes && arguments->list)
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--list writes no file; expected it without --output and --table");
    if (!writes && !arguments->list)
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "nothing to write; expected --output FILE, --table FILE or --list");
    if (arguments->output && strcmp(arguments->output, "-") == 0)
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "a code object does not go to standard output; expected --output FILE");
    if (output_is_stdout(arguments->output) && output_is_stdout(arguments->table))
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--output and --table both write to standard output");
    return WC_OK;
}

static enum wc_status open_output(struct session *session, const char *path, const char *what,
                                  wc_output **output)
{
    const char *name = path && strcmp(path, "-") == 0 ? "/dev/stdout" : path;

    if (!path)
        return WC_OK;
    if (output_is_stdout(path)) /* in place of the report */
        session->arguments.quiet = true;
    return diagnose_library(&session->problem, session->context,
                            wc_output_open(session->context, name, what, output));
}

static enum wc_status open_outputs(struct session *session, struct outputs *outputs)
{
    const struct arguments *arguments = &session->arguments;
    enum wc_status status =
        open_output(session, arguments->output, "the code object", &outputs->object);

    if (status == WC_OK)
        status = open_output(session, arguments->table, "the table of split points",
                             &outputs->table);
    interrupt_removes(wc_output_temporary(outputs->object));
    interrupt_removes(wc_output_temporary(outputs->table));
    return status;
}

static enum wc_status render_splitting(struct session *session, const void *subject,
                                       enum wc_format format, char **out)
{
    (void)session;
    return wc_splitting_text(subject, format, out);
}

/* Everything is rendered and written before the first file gets its name. */
static enum wc_status write_all(struct session *session, const wc_splitting *splitting,
                                const struct outputs *outputs)
{
    size_t size;
    const void *bytes = wc_splitting_bytes(splitting, &size);
    char *text = NULL;
    enum wc_status status = outputs->table ? wc_splitting_table(splitting, &text) : WC_OK;

    if (status == WC_OK && outputs->table)
        wc_output_write(outputs->table, text, strlen(text));
    if (status == WC_OK && outputs->object)
        wc_output_write(outputs->object, bytes, size);
    wc_text_free(text);
    return diagnose_library(&session->problem, session->context, status);
}

/* A device is written directly, and only then shows its errors. */
static bool is_device(const char *path)
{
    struct stat about;

    return path && (strcmp(path, "-") == 0 ||
                    (stat(path, &about) == 0 && !S_ISREG(about.st_mode)));
}

static enum wc_status commit(struct session *session, wc_output *output)
{
    return diagnose_library(&session->problem, session->context, wc_output_commit(output));
}

/* All outputs or none: what can fail comes first. */
static enum wc_status commit_all(struct session *session, const wc_splitting *splitting,
                                 const struct outputs *outputs)
{
    const struct arguments *arguments = &session->arguments;
    enum wc_status status = WC_OK;
    int devices;

    for (devices = 1; devices >= 0 && status == WC_OK; devices--) {
        if (outputs->table && is_device(arguments->table) == devices)
            status = commit(session, outputs->table);
        if (status == WC_OK && is_device(arguments->json) == devices)
            status = output_report(session, render_splitting, splitting);
        if (status == WC_OK && outputs->object && is_device(arguments->output) == devices)
            status = commit(session, outputs->object);
    }
    return status;
}

static enum wc_status rewrite(struct session *session, wc_binary *binary,
                              const struct outputs *outputs)
{
    const struct arguments *arguments = &session->arguments;
    wc_splitting *splitting = NULL;
    enum wc_status status = wc_split(
        binary,
        &WC_SPLIT_OPTIONS(.kernel = arguments->kernel,
                          .depth = (uint32_t)arguments->depth,
                          .select = arguments->select && strcmp(arguments->select, "optimal") == 0
                                        ? WC_SPLIT_OPTIMAL
                                        : WC_SPLIT_PAPER,
                          .marks = arguments->marks.items,
                          .mark_count = arguments->marks.count, .tags = arguments->tags),
        &splitting);

    diagnose_library(&session->problem, session->context, status);
    if (status == WC_OK)
        status = write_all(session, splitting, outputs);
    if (status == WC_OK)
        status = commit_all(session, splitting, outputs);
    wc_splitting_free(splitting);
    return status;
}

static enum wc_status split(struct session *session)
{
    struct outputs outputs = {NULL, NULL};
    wc_binary *binary = NULL;
    enum wc_status status = check_arguments(session);

    if (status != WC_OK)
        return status;
    status = wc_binary_open(session->context, session->arguments.operands.items[0], &binary);
    diagnose_library(&session->problem, session->context, status);
    if (status == WC_OK)
        status = open_outputs(session, &outputs);
    if (status == WC_OK)
        status = rewrite(session, binary, &outputs);
    wc_output_free(outputs.object);
    wc_output_free(outputs.table);
    wc_binary_free(binary);
    return status;
}

const struct command command_split = {
    .name = "split",
    .summary = "insert split and merge into a GCN3 code object (PWS)",
    .operands = "FILE",
    .about = "A wavefront that splits at a divergent branch runs both sides at the same time,\n"
             "on the machine gcn3-pws. --list shows where FILE could split, and why not.",
    .min = 1, .max = 1, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock split kernel.hsaco --list",
        "warpclock split kernel.hsaco -o kernel-pws.hsaco --depth 3 --select optimal",
    },
    .options = split_options,
    .run = split,
};
