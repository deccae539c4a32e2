/* SPDX-License-Identifier: Apache-2.0 */
/* binary.h - what the commands that read a kernel binary (info, dis, cfg) have in common. */
#ifndef WARPCLOCK_CLI_BINARY_H
#define WARPCLOCK_CLI_BINARY_H

#include "output.h"

/* Opens the binary that the first operand names and reports on it. The subject that `render` gets
 * is a `wc_binary *const *`. */
enum wc_status binary_report(struct session *session, render_fn *render);

#endif
