/* SPDX-License-Identifier: Apache-2.0 */
/* output.c - standard output and the destination of the JSON. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fold.h"
#include "interrupt.h"
#include "memory.h"
#include "style.h"

void output_prepare(void)
{
    int descriptor;

    /* open() takes the lowest free descriptor. The wrong direction is intended: using a stream that
     * the caller closed must still fail. */
    for (descriptor = 0; descriptor < 3; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0)
            (void)!open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
    }
}

bool output_is_json(const struct session *session)
{
    return session->arguments.json && strcmp(session->arguments.json, "-") == 0;
}

bool output_is_stdout(const char *path)
{
    static const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    size_t i;

    for (i = 0; path && i < sizeof names / sizeof *names; i++) {
        if (strcmp(path, names[i]) == 0)
            return true;
    }
    return false;
}

/* With --json - standard output has one document only. */
static enum wc_status refuse_second(struct session *session)
{
    const struct arguments *arguments = &session->arguments;
    const struct {
        const char *option, *path;
    } others[] = {{"output", arguments->output}, {"table", arguments->table},
                  {"trace", arguments->trace}, {"steps", arguments->steps},
                  {"dump", arguments->dump}, {"profile-file", arguments->profile_file},
                  {"report", arguments->report}};
    size_t i;

    for (i = 0; output_is_json(session) && i < sizeof others / sizeof *others; i++) {
        if (!output_is_stdout(others[i].path))
            continue;
        if (strcmp(others[i].option, "table") == 0 && session->command &&
            strcmp(session->command->name, "split") != 0)
            continue; /* the name of a table, not of a file */
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--json - and --%s %s both write to standard output", others[i].option,
                        others[i].path);
    }
    return WC_OK;
}

enum wc_format output_format(const struct session *session)
{
    if (session->arguments.dot)
        return WC_DOT;
    return style_color(session->arguments.color, STDOUT_FILENO) ? WC_TEXT_COLOR : WC_TEXT;
}

void output_bytes(struct session *session, const char *bytes, size_t length)
{
    errno = 0;
    if (session->write_error) /* the next write would wait for its reader, too */
        return;
    if (fwrite(bytes, 1, length, stdout) != length)
        session->write_error = errno ? errno : EIO;
}

void output_flush(struct session *session)
{
    errno = 0;
    if (!session->write_error && fflush(stdout) != 0)
        session->write_error = errno ? errno : EIO;
}

void output_text(struct session *session, const char *text)
{
    size_t length = strlen(text);

    output_bytes(session, text, length);
    if (length > 0 && text[length - 1] != '\n')
        output_bytes(session, "\n", 1);
}

/* main() reports one error; a second one is printed at once. */
static enum wc_status keep_fault(struct session *session, enum wc_status status)
{
    struct diagnostic another = {0};

    if (status == WC_OK || session->problem.status == WC_OK)
        return diagnose_library(&session->problem, session->context, status);
    diagnose_library(&another, session->context, status);
    diagnostic_print(&another, style_color(session->arguments.color, STDERR_FILENO));
    diagnostic_clear(&another);
    return status;
}

/* ---- the file of --json ---- */

static enum wc_status open_file(struct session *session, const char *path, const char *what,
                                wc_output **out)
{
    enum wc_status status = wc_output_open(session->context, path, what, out);

    if (status == WC_OK)
        interrupt_removes(wc_output_temporary(*out));
    return diagnose_library(&session->problem, session->context, status);
}

/* Where a stream goes matters only if it is a file; a closed one cannot be in the way. */
enum wc_status output_begin(struct session *session)
{
    const char *path = session->arguments.json;
    enum wc_status status = refuse_second(session);

    if (status != WC_OK)
        return status;
    wc_context_protect_inputs(session->context);
    wc_context_add_output(session->context, "/dev/stdout", "standard output");
    wc_context_add_output(session->context, "/dev/stderr", "standard error");
    if (path && !output_is_json(session))
        status = open_file(session, path, "the JSON document", &session->json);
    if (status == WC_OK && session->arguments.report)
        status = open_file(session, session->arguments.report, "the page", &session->page);
    return status;
}

/* Compares the start of a text with an opening, without blanks. */
static bool begins(const char *text, const char *opening)
{
    for (; *opening; text++) {
        if (strchr(" \n\r\t", *text) && *text)
            continue;
        if (*text != *opening++)
            return false;
    }
    return true;
}

/* No input of warpclock begins like a report. */
static bool is_report(int file)
{
    static const char *const openings[] = {"{\"schema\":", "{\"warpclock\":", "[{\""};
    char text[64] = "";
    ssize_t length = read(file, text, sizeof text - 1);
    size_t i;

    for (i = 0; i < sizeof openings / sizeof *openings; i++) {
        if (begins(text, openings[i]))
            return true;
    }
    return length == 0;
}

static bool is_replaceable(const char *path)
{
    struct stat about;
    bool replaceable;
    int file;

    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return true;
    file = open(path, O_RDONLY | O_CLOEXEC);
    replaceable = file >= 0 && is_report(file);
    if (file >= 0)
        close(file);
    return replaceable;
}

static enum wc_status leave_alone(struct session *session)
{
    struct diagnostic another = {0};

    diagnose(&another, WC_BAD_INPUT, "not replaced: it is not an earlier report");
    advise(&another, "after this error not all inputs are known, and the file may be one of them");
    another.place = format_text("%s", session->arguments.json);
    diagnostic_print(&another, style_color(session->arguments.color, STDERR_FILENO));
    diagnostic_clear(&another);
    return WC_BAD_INPUT;
}

static enum wc_status write_json(struct session *session, const char *document)
{
    if (session->unread && !is_replaceable(session->arguments.json))
        return leave_alone(session);
    wc_output_write(session->json, document, strlen(document));
    return keep_fault(session, wc_output_commit(session->json));
}

enum wc_status output_json(struct session *session, const char *document)
{
    session->json_written = true;
    if (!output_is_json(session))
        return write_json(session, document);
    output_text(session, document);
    return WC_OK;
}

static enum wc_status report_json(struct session *session, render_fn *render, const void *subject)
{
    char *text = NULL;
    enum wc_status status = render(session, subject, WC_JSON, &text);

    if (status != WC_OK)
        return keep_fault(session, status);
    status = output_json(session, text);
    wc_text_free(text);
    return status;
}

static enum wc_status report_text(struct session *session, render_fn *render, const void *subject)
{
    char *text = NULL;
    enum wc_status status = render(session, subject, output_format(session), &text);

    if (status != WC_OK)
        return keep_fault(session, status);
    if (style_terminal(STDOUT_FILENO) || session->command->prose) {
        char *folded = fold_text(text, (size_t)style_width(STDOUT_FILENO));

        output_text(session, folded);
        free(folded);
    } else {
        output_text(session, text);
    }
    wc_text_free(text);
    return WC_OK;
}

/* ---- the file of --report ---- */

static enum wc_status report_page(struct session *session, render_fn *render, const void *subject)
{
    char *text = NULL;
    enum wc_status status = render(session, subject, WC_HTML, &text);

    if (status != WC_OK)
        return keep_fault(session, status);
    wc_output_write(session->page, text, strlen(text));
    wc_text_free(text);
    return keep_fault(session, wc_output_commit(session->page));
}

enum wc_status output_report(struct session *session, render_fn *render, const void *subject)
{
    enum wc_status json = WC_OK, page = WC_OK, text = WC_OK;

    if (session->arguments.json)
        json = report_json(session, render, subject);
    if (json != WC_OK && !session->json_written)
        return json; /* the text would fail for the same reason */
    if (!session->arguments.quiet && !output_is_json(session))
        text = report_text(session, render, subject);
    if (session->page)
        page = report_page(session, render, subject);
    return json != WC_OK ? json : page != WC_OK ? page : text;
}

/* ---- in parts ---- */

static bool part_to_stdout(void *user, const char *bytes, size_t length)
{
    struct session *session = user;

    output_bytes(session, bytes, length);
    return !session->write_error;
}

static bool part_to_file(void *user, const char *bytes, size_t length)
{
    struct session *session = user;

    wc_output_write(session->json, bytes, length);
    return true;
}

/* A reader that left, or a full disk, is the concern of output_finish(). */
static enum wc_status stream_text(struct session *session, stream_fn *stream, const void *subject,
                                  enum wc_format format)
{
    enum wc_status status = stream(session, subject, format, part_to_stdout, session);

    return session->write_error ? WC_OK : keep_fault(session, status);
}

static enum wc_status stream_json(struct session *session, stream_fn *stream, const void *subject)
{
    enum wc_status status;

    if (output_is_json(session)) {
        status = stream_text(session, stream, subject, WC_JSON);
        session->json_written = status == WC_OK;
        return status;
    }
    status = stream(session, subject, WC_JSON, part_to_file, session);
    if (status != WC_OK)
        return keep_fault(session, status);
    session->json_written = true;
    return keep_fault(session, wc_output_commit(session->json));
}

enum wc_status output_stream(struct session *session, stream_fn *stream, const void *subject)
{
    enum wc_status json = WC_OK, text = WC_OK;

    if (session->arguments.json)
        json = stream_json(session, stream, subject);
    if (json != WC_OK && !session->json_written)
        return json;
    if (!session->arguments.quiet && !output_is_json(session))
        text = stream_text(session, stream, subject, output_format(session));
    return json != WC_OK ? json : text;
}

enum wc_status output_finish(struct session *session, enum wc_status status)
{
    struct diagnostic problem = {0};

    errno = 0;
    if (session->write_error)
        __fpurge(stdout);
    if (fclose(stdout) != 0 && !session->write_error)
        session->write_error = errno ? errno : EIO;
    if (!session->write_error || session->write_error == EPIPE)
        return status;
    if (session->write_error == EINTR) /* nobody reads, and the user wants to end */
        return WC_INTERRUPTED;
    diagnose(&problem, WC_BAD_INPUT, "cannot write to standard output: %s",
             strerror(session->write_error));
    diagnostic_print(&problem, style_color(session->arguments.color, STDERR_FILENO));
    diagnostic_clear(&problem);
    return status == WC_OK ? WC_BAD_INPUT : status;
}
