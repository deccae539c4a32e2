/* SPDX-License-Identifier: Apache-2.0 */
/* campaign_folders.h - the folders of a campaign: of runs under way, and of findings. */
#ifndef WARPCLOCK_CLI_CAMPAIGN_FOLDERS_H
#define WARPCLOCK_CLI_CAMPAIGN_FOLDERS_H

#include <sys/types.h>

#include "command.h"

/* A new folder in $TMPDIR or /tmp. It is locked until this process and all that it starts have
 * ended; folders of campaigns that were killed, which nobody locks, are removed. */
enum wc_status campaign_folder_make(struct session *session, char **out);

/* The folder of a worker's files in that one. The caller frees it. */
char *campaign_worker_folder(const char *folder, pid_t pid);

/* With the files of a run. Frees the name, which may be NULL. */
void campaign_folder_remove(char *folder);

/* Findings can be saved in this folder, which is made with the first one. */
enum wc_status campaign_check_keep(struct session *session, const char *keep);

#endif
