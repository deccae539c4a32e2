/* SPDX-License-Identifier: Apache-2.0 */
/* campaign_folders.c - makes and removes the folders of a campaign. */
#include "campaign_folders.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "campaign/outcome.h"
#include "memory.h"

#define LETTERS_AND_DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/* ---- removing ---- */

static void remove_file(const char *folder, const char *name)
{
    char *path = format_text("%s/%s", folder, name);

    unlink(path);
    free(path);
}

void campaign_folder_remove(char *folder)
{
    size_t i;

    for (i = 0; folder && encoders[i]; i++)
        remove_file(folder, encoders[i]->file);
    if (folder) {
        remove_file(folder, job_file);
        rmdir(folder);
    }
    free(folder);
}

/* Of workers; with no other files than a campaign makes. */
static void remove_worker_folders(const char *folder)
{
    DIR *entries = opendir(folder);
    struct dirent *entry;

    while (entries && (entry = readdir(entries)) != NULL) {
        if (isdigit((unsigned char)entry->d_name[0]))
            campaign_folder_remove(format_text("%s/%s", folder, entry->d_name));
    }
    if (entries)
        closedir(entries);
}

/* Opened and locked; -1: somebody else's, or it cannot be. */
static int lock_folder(const char *path)
{
    struct stat about;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    if (folder >= 0 && (fstat(folder, &about) != 0 || about.st_uid != geteuid() ||
                        flock(folder, LOCK_EX | LOCK_NB) != 0)) {
        close(folder);
        folder = -1;
    }
    return folder;
}

/* As mkdtemp() makes them. */
static bool is_ours(const char *name)
{
    const size_t length = strlen("warpclock-campaign-");

    return strncmp(name, "warpclock-campaign-", length) == 0 && strlen(name) == length + 6 &&
           strspn(name + length, LETTERS_AND_DIGITS) == 6;
}

/* The lock decides, as for runs in a database: process numbers are used again. */
static void remove_abandoned(const char *parent)
{
    DIR *entries = opendir(parent);
    struct dirent *entry;

    while (entries && (entry = readdir(entries)) != NULL) {
        char *path = format_text("%s/%s", parent, entry->d_name);
        int folder = is_ours(entry->d_name) ? lock_folder(path) : -1;

        if (folder >= 0) {
            remove_worker_folders(path);
            campaign_folder_remove(format_text("%s", path));
            close(folder);
        }
        free(path);
    }
    if (entries)
        closedir(entries);
}

/* ---- making ---- */

/* False: another campaign has taken it for abandoned before it was locked. The descriptor stays
 * open. */
static bool keep_folder(const char *path)
{
    struct stat about;
    int folder = lock_folder(path);

    if (folder < 0 && errno == EWOULDBLOCK)
        return false;
    if (stat(path, &about) == 0)
        return true;
    if (folder >= 0)
        close(folder);
    return false;
}

enum wc_status campaign_folder_make(struct session *session, char **out)
{
    const char *place = getenv("TMPDIR"), *parent = place && *place ? place : "/tmp";
    const char *made;

    remove_abandoned(parent);
    do {
        *out = format_text("%s/warpclock-campaign-XXXXXX", parent);
        made = mkdtemp(*out);
        if (made && keep_folder(*out))
            return WC_OK;
        if (!made)
            diagnose(&session->problem, WC_BAD_INPUT, "cannot make the folder '%s': %s", *out,
                     strerror(errno));
        free(*out);
        *out = NULL;
    } while (made);
    return WC_BAD_INPUT;
}

char *campaign_worker_folder(const char *folder, pid_t pid)
{
    return format_text("%s/%ld", folder, (long)pid);
}

/* ---- findings ---- */

enum wc_status campaign_check_keep(struct session *session, const char *keep)
{
    char *copy = format_text("%s", keep);
    struct stat about;
    const bool there = stat(keep, &about) == 0;
    const char *folder = there ? keep : dirname(copy);
    const bool good = stat(folder, &about) == 0 && S_ISDIR(about.st_mode) &&
                      access(folder, W_OK | X_OK) == 0;

    free(copy);
    if (good)
        return WC_OK;
    return diagnose(&session->problem, WC_BAD_INPUT, there
                    ? "findings cannot be saved: '%s' is no folder that can be written to"
                    : "findings cannot be saved: the folder '%s' cannot be made", keep);
}
