/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - the warpclock command: parses the command line, runs a command, reports.
 *
 * The exit status is the wc_status of the work. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "help.h"
#include "interrupt.h"
#include "machine_folders.h"
#include "memory.h"
#include "output.h"
#include "style.h"

/* Help and version take precedence over missing operands. */
static bool wants_information(const struct arguments *arguments)
{
    return arguments->help || arguments->version;
}

static enum wc_status show_information(struct session *session)
{
    char *text;

    if (!session->arguments.help) {
        output_text(session, wc_version_details());
        return WC_OK;
    }
    text = session->command ? help_command(session->command) : help_overview();
    output_text(session, text);
    free(text);
    return WC_OK;
}

static enum wc_status check_operands(struct session *session)
{
    const struct command *command = session->command;
    const struct text_list *operands = &session->arguments.operands;

    if (operands->count >= command->min && operands->count <= command->max)
        return WC_OK;
    if (operands->count < command->min)
        diagnose(&session->problem, WC_BAD_INPUT, "%s needs an operand: %s", command->name,
                 command->operands);
    else
        diagnose(&session->problem, WC_BAD_INPUT, "%s: extra operand '%s'", command->name,
                 operands->items[command->max]);
    advise(&session->problem, "see 'warpclock %s --help'", command->name);
    return WC_BAD_INPUT;
}

/* Finds the command and parses its options; errors go to session->problem. A missing command is not
 * an error yet: --help and --version need none. */
static enum wc_status understand(struct session *session, size_t count, char *const *argv)
{
    size_t at = options_parse(global_options, NULL, count, argv, true, &session->arguments,
                              &session->problem);

    if (session->problem.status != WC_OK || at == count)
        return session->problem.status;
    session->command = command_find(argv[at], &session->problem);
    if (!session->command)
        return session->problem.status;
    at++;
    at += options_parse(session->command->options, session->command->name, count - at, argv + at,
                        session->command->runs_program, &session->arguments, &session->problem);
    for (; at < count; at++)
        options_add_operand(&session->arguments, argv[at]);
    if (session->problem.status != WC_OK || wants_information(&session->arguments))
        return session->problem.status;
    return check_operands(session);
}

static enum wc_status no_command(void)
{
    char *text = help_overview();

    fputs(text, stderr);
    free(text);
    return WC_BAD_INPUT;
}

static enum wc_status perform(struct session *session)
{
    if (wants_information(&session->arguments))
        return show_information(session);
    if (!session->command)
        return no_command();
    machine_folders_add(session->context);
    wc_context_max_memory(session->context, session->arguments.max_memory);
    if (output_begin(session) != WC_OK)
        return session->problem.status;
    return session->command->run(session);
}

static bool is_file(int stream)
{
    struct stat about;

    return fstat(stream, &about) == 0 && S_ISREG(about.st_mode);
}

/* Standard error was refused because it is an input: the message goes to standard output. */
static void keep_input(const struct diagnostic *problem)
{
    static const char name[] = "standard error '";

    if (problem->refused && strncmp(problem->message, name, sizeof name - 1) == 0)
        (void)dup2(STDOUT_FILENO, STDERR_FILENO);
}

/* The document may be an input: of a malformed command line, or of a refused output. */
static bool may_write_json(const struct session *session, bool understood)
{
    if (!session->arguments.json || session->json_written)
        return false;
    if (output_is_json(session))
        return !session->problem.refused || !is_file(STDOUT_FILENO);
    return understood && !session->problem.refused && session->json;
}

/* Prints the error on standard error and, if JSON was requested but not written, as JSON. */
static void report(struct session *session, bool understood)
{
    char *document;

    if (session->problem.status == WC_OK)
        return;
    output_flush(session);
    keep_input(&session->problem);
    diagnostic_print(&session->problem, style_color(session->arguments.color, STDERR_FILENO));
    if (!may_write_json(session, understood))
        return;
    session->unread = true;
    document = diagnostic_json(&session->problem);
    output_json(session, document);
    free(document);
}

static enum wc_status serve(struct session *session, size_t count, char *const *argv)
{
    enum wc_status status = understand(session, count, argv);
    bool understood = status == WC_OK;

    if (understood)
        status = perform(session);
    report(session, understood);
    return output_finish(session, status);
}

/* abort() has no message for users: libraries call it, and so does C++ for an exception that nobody
 * catches (the solver of bounds, without memory). */
static void on_abort(int number)
{
    static const char text[] = "warpclock: error: a library gave up: out of memory, or a bug\n";

    (void)number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(WC_INTERNAL);
}

/* Runs also when memory.c ends the program. */
static void remove_output(int status, void *user)
{
    struct session *session = user;

    (void)status;
    wc_output_free(session->json);
    wc_output_free(session->page);
    session->json = session->page = NULL;
}

int main(int argc, char **argv)
{
    struct session session = {0};
    enum wc_status status = WC_INTERNAL;

    output_prepare();
    interrupt_begin();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGABRT, on_abort);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is a write error */
    session.context = wc_context_new();
    if (!session.context) {
        fputs("warpclock: error: out of memory\n", stderr);
        return status;
    }
    on_exit(remove_output, &session);
    status = serve(&session, argc > 0 ? (size_t)argc - 1 : 0, argv + 1);
    interrupt_watch(NULL);
    remove_output(status, &session);
    wc_context_free(session.context);
    arguments_free(&session.arguments);
    diagnostic_clear(&session.problem);
    exit(status); /* while the session is there */
}
