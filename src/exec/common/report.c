/* SPDX-License-Identifier: Apache-2.0 */
/* report.c - lines for the command; see exec/environment.h.
 *
 * A program may close descriptors that it did not open, and get their numbers for files of its own.
 * So every line opens the command's file again, by its place in /proc; a program that has left for
 * where this is not possible has the descriptor, which counts only if it still is that file. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exec/common/state.h"
#include "exec/environment.h"

bool report_find(struct report_file *file)
{
    const char *text = getenv(EXEC_REPORT);
    return text && sscanf(text, EXEC_REPORT_FORM, &file->process, &file->descriptor, &file->device,
                          &file->inode) == 4;
}

static bool is_it(const struct report_file *file, int descriptor)
{
    struct stat about;
    return fstat(descriptor, &about) == 0 && about.st_dev == file->device &&
           about.st_ino == file->inode;
}

static int open_again(const struct report_file *file)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", file->process, file->descriptor);
    const int opened = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (opened < 0 || is_it(file, opened))
        return opened;
    close(opened);
    return -1;
}

bool report_line(const char *line)
{
    const size_t length = strlen(line);
    const struct report_file *file = &exec.report_file;
    if (!exec.reports)
        return true;
    const int opened = open_again(file);
    const int descriptor = opened >= 0 ? opened : file->descriptor;
    const bool written = (opened >= 0 || is_it(file, descriptor)) &&
                         write(descriptor, line, length) == (ssize_t)length;
    if (opened >= 0)
        close(opened);
    if (!written)
        exec_complain("cannot report to 'warpclock exec': its file cannot be reached or written");
    return written;
}
