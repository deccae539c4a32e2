/* SPDX-License-Identifier: Apache-2.0 */
/* database_files.h - the databases of a command among its inputs and outputs. */
#ifndef WARPCLOCK_CLI_DATABASE_FILES_H
#define WARPCLOCK_CLI_DATABASE_FILES_H

#include "command.h"

/* Before a database is opened: no output may replace it, nor what SQLite keeps beside it. `what`
 * describes it in messages. What SQLite takes for a database without a file is refused. */
enum wc_status database_file_read(struct session *session, const char *path, const char *what);
enum wc_status database_file_written(struct session *session, const char *path, const char *what);

#endif
