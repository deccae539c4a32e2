/* SPDX-License-Identifier: Apache-2.0 */
/* output.h - standard output and the destination of the JSON.
 *
 * With `--json -` standard output has the JSON document and nothing else. */
#ifndef WARPCLOCK_CLI_OUTPUT_H
#define WARPCLOCK_CLI_OUTPUT_H

#include "command.h"

/* Renders `subject` to a text that the caller frees with wc_text_free(). */
typedef enum wc_status render_fn(struct session *session, const void *subject,
                                 enum wc_format format, char **out);

/* The same in parts, for large reports. */
typedef enum wc_status stream_fn(struct session *session, const void *subject,
                                 enum wc_format format, wc_write_fn *write, void *user);

/* Makes sure descriptors 0 to 2 are open, so that no file we open becomes "standard output". */
void output_prepare(void);

/* Opens the file of --json: no input may be overwritten from here on, and what keeps it from being
 * written is reported before the work. */
enum wc_status output_begin(struct session *session);

/* True if JSON goes to standard output. */
bool output_is_json(const struct session *session);

/* Is it a name of standard output? */
bool output_is_stdout(const char *path);

/* The format of reports on standard output. */
enum wc_format output_format(const struct session *session);

/* Writes to standard output; a failure is kept for output_finish(). Adds a missing final
 * newline. */
void output_text(struct session *session, const char *text);

/* The same for raw bytes. */
void output_bytes(struct session *session, const char *bytes, size_t length);

/* Flushes, so that streams with the same destination keep their order. */
void output_flush(struct session *session);

/* Writes `document` to the --json file. If not all inputs are known (session->unread) an existing
 * file is replaced only if it has no contents or is a report itself: it may be an input. */
enum wc_status output_json(struct session *session, const char *document);

/* Writes JSON if --json asks for it, then the report unless --quiet or JSON takes its place. */
enum wc_status output_report(struct session *session, render_fn *render, const void *subject);

enum wc_status output_stream(struct session *session, stream_fn *stream, const void *subject);

/* Flushes and closes standard output and returns the final status: a full disk is a failure, a
 * closed pipe is not. */
enum wc_status output_finish(struct session *session, enum wc_status status);

#endif
