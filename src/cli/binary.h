/* SPDX-License-Identifier: Apache-2.0 */
/* binary.h - code shared by the commands that read a kernel binary (info, dis, cfg). */
#ifndef WARPCLOCK_CLI_BINARY_H
#define WARPCLOCK_CLI_BINARY_H

#include "output.h"

/* Opens the binary named by the first operand and reports on it. `render` gets a `wc_binary *const
 * *` as its subject. */
enum wc_status binary_report(struct session *session, render_fn *render);
/* The same in parts. */
enum wc_status binary_stream(struct session *session, stream_fn *stream);

#endif
