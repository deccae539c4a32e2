/* SPDX-License-Identifier: Apache-2.0 */
/* diagnostic.c - collects an error and prints it. */
#include "diagnostic.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum wc_status diagnose(struct diagnostic *diagnostic, enum wc_status status, const char *format,
                        ...)
{
    va_list list;

    if (diagnostic->status != WC_OK)
        return diagnostic->status;
    diagnostic->status = status;
    va_start(list, format);
    diagnostic->message = format_text_list(format, list);
    va_end(list);
    return status;
}

void advise(struct diagnostic *diagnostic, const char *format, ...)
{
    va_list list;

    if (diagnostic->hint)
        return;
    va_start(list, format);
    diagnostic->hint = format_text_list(format, list);
    va_end(list);
}

/* For a failure without a message from the library; a difference, for example, is in the result. */
static const char *meaning_of(enum wc_status status)
{
    switch (status) {
    case WC_OK:
        return "no failure";
    case WC_MISMATCH:
        return "an output differs from its expected value";
    case WC_BAD_INPUT:
        return "bad input";
    case WC_KERNEL_FAULT:
        return "the kernel failed";
    case WC_DEADLOCK:
        return "deadlock or cycle limit";
    case WC_INTERRUPTED:
        return "interrupted";
    case WC_INTERNAL:
        break;
    }
    return "out of memory"; /* the library has a message for every other one */
}

enum wc_status diagnose_library(struct diagnostic *diagnostic, const wc_context *context,
                                enum wc_status status)
{
    const char *message = wc_error_message(context);
    const char *place = wc_error_place(context);
    const char *help = wc_error_hint(context);

    if (status == WC_OK || diagnostic->status != WC_OK)
        return status;
    diagnostic->refused = wc_error_refused(context);
    if (wc_error_status(context) != status || !message || !*message)
        return diagnose(diagnostic, status, "%s", meaning_of(status));
    diagnose(diagnostic, status, "%s", message);
    if (place)
        diagnostic->place = format_text("%s", place);
    if (help)
        advise(diagnostic, "%s", help);
    return status;
}

/* Messages may quote a hostile file: no control character may reach the terminal. */
static void print_plain(const char *text)
{
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;

        if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f)
            fprintf(stderr, "\\x%02x", byte);
        else
            fputc(byte, stderr);
    }
}

void diagnostic_print(const struct diagnostic *diagnostic, bool color)
{
    const char *place = diagnostic->place ? diagnostic->place : "warpclock";

    fputs(color ? "\033[1m" : "", stderr);
    print_plain(place);
    fputs(color ? ":\033[0m \033[1;31merror:\033[0m " : ": error: ", stderr);
    print_plain(diagnostic->message);
    fputc('\n', stderr);
    if (diagnostic->hint) {
        fputs(color ? "  \033[36mhint:\033[0m " : "  hint: ", stderr);
        print_plain(diagnostic->hint);
        fputc('\n', stderr);
    }
}

void diagnostic_clear(struct diagnostic *diagnostic)
{
    free(diagnostic->place);
    free(diagnostic->message);
    free(diagnostic->hint);
    memset(diagnostic, 0, sizeof *diagnostic);
}
