/* SPDX-License-Identifier: Apache-2.0 */
/* output.h - what goes to standard output and where the JSON goes.
 *
 * With `--json -` standard output holds the JSON document and nothing else. */
#ifndef WARPCLOCK_CLI_OUTPUT_H
#define WARPCLOCK_CLI_OUTPUT_H

#include "command.h"

/* Makes a text of `subject`, which the caller releases with wc_text_free(). */
typedef enum wc_status render_fn(struct session *session, const void *subject,
                                 enum wc_format format, char **out);

/* Makes descriptors 0 to 2 exist, so that no file we open becomes "standard output". */
void output_prepare(void);

/* Is standard output taken by JSON? */
bool output_is_json(const struct session *session);

/* The format of reports for people on standard output. */
enum wc_format output_format(const struct session *session);

/* Writes to standard output; a failure is kept for output_finish(). A missing end of the last line
 * is added. */
void output_text(struct session *session, const char *text);

/* The same for bytes as they are. */
void output_bytes(struct session *session, const char *bytes, size_t length);

/* Hands on what is buffered, so that streams which end in one place keep their order. */
void output_flush(struct session *session);

/* Writes `document` where --json points to. */
enum wc_status output_json(struct session *session, const char *document);

/* JSON where --json asks for it, then the report unless it is unwanted or in the way. */
enum wc_status output_report(struct session *session, render_fn *render, const void *subject);

/* Flushes and closes standard output and returns the final status: a full disk is a failure, a
 * reader that went away is not. */
enum wc_status output_finish(struct session *session, enum wc_status status);

#endif
