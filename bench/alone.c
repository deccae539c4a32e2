/* SPDX-License-Identifier: Apache-2.0 */
/* alone.c - the time and memory of one command.
 *
 *     alone REPORT COMMAND [ARGUMENT...]
 *
 * Writes seconds from start to end, processor seconds, and the largest resident memory in KiB to
 * the file REPORT, and ends with the command's status. Linux counts what a process had before its
 * exec, too: the parent of the command must be small, which no interpreter is. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double of_timeval(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

int main(int argc, char **argv)
{
    struct rusage usage;
    int status;
    if (argc < 3) {
        fprintf(stderr, "usage: alone REPORT COMMAND [ARGUMENT...]\n");
        return 2;
    }
    const double start = seconds();
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        perror("alone");
        return 2;
    }
    const double end = seconds();
    FILE *report = fopen(argv[1], "w");
    if (!report ||
        fprintf(report, "%.6f %.6f %ld\n", end - start,
                of_timeval(usage.ru_utime) + of_timeval(usage.ru_stime), usage.ru_maxrss) < 0 ||
        fclose(report) != 0) {
        perror(argv[1]);
        return 2;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
