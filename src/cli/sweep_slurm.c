/* SPDX-License-Identifier: Apache-2.0 */
/* sweep_slurm.c - a sweep as a job array of Slurm. */
#include "sweep_slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"
#include "memory.h"
#include "output.h"
#include "progress.h"
#include "sweep/merge.h"

enum {
    TASKS_DEFAULT = 16,
    IDLE_ROUNDS_MAX = 3, /* submissions in a row without a result */
    FAILURES_MAX = 60,   /* of squeue in a row: a controller may restart */
};
static const double shortest_wait = 1, longest_wait = 15; /* seconds between looks at the queue */

/* A part that was merged, and how it looked then. */
struct part {
    char *path;
    struct timespec modified;
    ino_t inode;
};

struct cluster {
    const struct sweep_crew *crew;
    char *folder;      /* absolute */
    char *job;         /* of Slurm; NULL: none */
    size_t tasks;
    struct part *parts;
    size_t part_count;
    size_t queued;     /* tasks that wait or run */
    size_t arrived;    /* runs that were merged */
};

static enum wc_status fail_slurm(const struct cluster *cluster, const char *what, const char *why)
{
    return diagnose(&cluster->crew->session->problem, WC_BAD_INPUT, "%s: %s", what, why);
}

/* ---- programs of Slurm ---- */

static char *read_all(int descriptor)
{
    struct text_stream text;
    FILE *out = text_stream_open(&text);
    char block[4096];
    ssize_t count;

    while ((count = read(descriptor, block, sizeof block)) > 0 || (count < 0 && errno == EINTR)) {
        if (count > 0)
            fwrite(block, 1, (size_t)count, out);
    }
    return text_stream_close(&text, out);
}

static int wait_for(pid_t pid)
{
    int how = 0;

    while (waitpid(pid, &how, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(how) ? WEXITSTATUS(how) : 255;
}

/* Runs a program and returns its output, for free(); NULL: it failed, and said why. */
static char *output_of(char *const *words)
{
    posix_spawn_file_actions_t actions;
    int ends[2];
    pid_t pid;
    char *text = NULL;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    errno = posix_spawnp(&pid, words[0], &actions, NULL, words, environ);
    close(ends[1]);
    if (errno == 0) {
        text = read_all(ends[0]);
        if (wait_for(pid) != 0) {
            free(text);
            text = NULL;
        }
    }
    close(ends[0]);
    posix_spawn_file_actions_destroy(&actions);
    return text;
}

/* ---- the folder ---- */

static void put_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
    }
    fputc('\'', out);
}

static char *absolute(const char *path)
{
    char *found = realpath(path, NULL);

    return found ? found : format_text("%s", path);
}

/* Exit status 1 is the one of runs that are not ok: their rows say why. */
static char *script_text(const struct cluster *cluster)
{
    const struct arguments *arguments = &cluster->crew->session->arguments;
    struct text_stream text;
    FILE *out = text_stream_open(&text);
    char *program = absolute("/proc/self/exe"), *sweep = absolute(arguments->operands.items[0]);

    fprintf(out, "#!/bin/sh\n# A task of `warpclock sweep --slurm`: one shard, on a local disk.\n"
            "#SBATCH --job-name=warpclock-sweep\n#SBATCH --requeue\n#SBATCH --open-mode=append\n");
    if (arguments->slurm_options)
        fprintf(out, "#SBATCH %s\n", arguments->slurm_options);
    fputs("set -u\nfolder=", out);
    put_quoted(out, cluster->folder);
    fputs("\nlocal=$(mktemp -d \"${TMPDIR:-/tmp}/warpclock-sweep-XXXXXX\") || exit 2\n"
          "trap 'rm -rf \"$local\"' EXIT\n", out);
    put_quoted(out, program);
    fputs(" sweep ", out);
    put_quoted(out, sweep);
    fprintf(out, " --db \"$local/part.db\" --shard \"$SLURM_ARRAY_TASK_ID/%zu\" \\\n"
            "    --publish \"$folder/part-$SLURM_ARRAY_TASK_ID.db\" --jobs "
            "\"${SLURM_CPUS_ON_NODE:-1}\" --quiet\nstatus=$?\n[ $status -ne 1 ] || status=0\n"
            "exit $status\n", cluster->tasks);
    free(program);
    free(sweep);
    return text_stream_close(&text, out);
}

static enum wc_status write_file(const struct cluster *cluster, const char *name, char *text)
{
    struct session *session = cluster->crew->session;
    char *path = format_text("%s/%s", cluster->folder, name);
    enum wc_status status = wc_write_file(session->context, path, text, strlen(text));

    diagnose_library(&session->problem, session->context, status);
    free(path);
    free(text);
    return status;
}

static enum wc_status make_folder(struct cluster *cluster)
{
    char *name = format_text("%s.slurm", cluster->crew->db);

    if (mkdir(name, 0777) != 0 && errno != EEXIST) {
        fail_slurm(cluster, name, strerror(errno));
        free(name);
        return WC_BAD_INPUT;
    }
    cluster->folder = absolute(name);
    free(name);
    return WC_OK;
}

/* The job that an earlier command submitted. */
static void read_job(struct cluster *cluster)
{
    char *path = format_text("%s/job", cluster->folder);
    FILE *file = fopen(path, "r");
    char job[32] = "";
    size_t tasks;

    if (file && fscanf(file, "%31s %zu", job, &tasks) == 2 && tasks > 0) {
        cluster->job = format_text("%s", job);
        cluster->tasks = tasks;
    }
    if (file)
        fclose(file);
    free(path);
}

/* ---- merging ---- */

static struct part *part_of(struct cluster *cluster, const char *path)
{
    size_t i;

    for (i = 0; i < cluster->part_count; i++) {
        if (strcmp(cluster->parts[i].path, path) == 0)
            return &cluster->parts[i];
    }
    cluster->parts =
        reallocate(cluster->parts, (cluster->part_count + 1) * sizeof *cluster->parts);
    cluster->parts[cluster->part_count] = (struct part){.path = format_text("%s", path)};
    return &cluster->parts[cluster->part_count++];
}

/* Each version of a part is another file. */
static bool is_new(struct part *part)
{
    struct stat about;

    if (stat(part->path, &about) != 0 ||
        (about.st_ino == part->inode && about.st_mtim.tv_sec == part->modified.tv_sec &&
         about.st_mtim.tv_nsec == part->modified.tv_nsec))
        return false;
    part->inode = about.st_ino;
    part->modified = about.st_mtim;
    return true;
}

static enum wc_status merge_parts(struct cluster *cluster)
{
    char *pattern = format_text("%s/part-*.db", cluster->folder);
    struct error err = database_error();
    struct database database;
    enum wc_status status = WC_OK;
    glob_t found;
    size_t i;

    if (glob(pattern, 0, NULL, &found) == 0) {
        status = database_open_again(&err, &database_of_sweeps, cluster->crew->db, &database);
        for (i = 0; i < found.gl_pathc && status == WC_OK; i++) {
            if (is_new(part_of(cluster, found.gl_pathv[i])))
                status = merge_from(&err, &database, found.gl_pathv[i], &cluster->arrived);
        }
        database_close(&database);
        globfree(&found);
    }
    free(pattern);
    sweep_problem(cluster->crew->session, &err);
    return status;
}

/* "1,4,7" of the shards that are not done; "" if all are. For free(). */
static char *shards_left(const struct cluster *cluster)
{
    const struct sweep_crew *crew = cluster->crew;
    bool *left = reallocate(NULL, cluster->tasks * sizeof *left);
    struct text_stream text;
    FILE *out = text_stream_open(&text);
    const char *before = "";
    struct error err = database_error();
    struct database database;
    size_t i;

    memset(left, 0, cluster->tasks * sizeof *left);
    if (database_open_again(&err, &database_of_sweeps, crew->db, &database) == WC_OK) {
        if (database_choose(&err, &database, crew->ids, crew->plan->point_count) == WC_OK)
            database_shards_left(&err, &database, cluster->tasks, left);
        database_close(&database);
    }
    for (i = 0; i < cluster->tasks; i++) {
        if (!left[i])
            continue;
        fprintf(out, "%s%zu", before, i + 1);
        before = ",";
    }
    free(left);
    sweep_problem(crew->session, &err);
    return text_stream_close(&text, out);
}

/* ---- the queue ---- */

static enum wc_status submit(struct cluster *cluster, const char *shards)
{
    char *array = format_text("--array=%s", shards);
    char *log = format_text("--output=%s/task-%%a.log", cluster->folder);
    char *script = format_text("%s/task.sh", cluster->folder);
    char *words[] = {"sbatch", "--parsable", array, log, script, NULL};
    enum wc_status status = write_file(cluster, "task.sh", script_text(cluster));
    char *answer = status == WC_OK ? output_of(words) : NULL;

    free(cluster->job);
    cluster->job = NULL;
    if (status == WC_OK && !answer)
        status = fail_slurm(cluster, "sbatch", "the tasks could not be submitted");
    if (status == WC_OK) {
        answer[strcspn(answer, ";\n")] = '\0'; /* a cluster's name may follow */
        cluster->job = format_text("%s", answer);
        status = write_file(cluster, "job", format_text("%s %zu\n", answer, cluster->tasks));
    }
    free(answer);
    free(array);
    free(log);
    free(script);
    return status;
}

/* False: squeue gave no answer. */
static bool look_at_queue(struct cluster *cluster)
{
    char *words[] = {"squeue", "--me", "-h", "-r", "-o", "%F", NULL};
    char *answer = output_of(words), *line, *rest = answer;
    const bool answered = answer != NULL;

    cluster->queued = 0;
    while (rest && (line = strsep(&rest, "\n")) != NULL)
        cluster->queued += cluster->job && strcmp(line, cluster->job) == 0;
    free(answer);
    return answered;
}

/* ---- waiting ---- */

static void pause_for(double seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds,
                            .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};

    nanosleep(&time, NULL); /* a signal ends it */
}

static void show_state(const struct cluster *cluster, struct progress *progress)
{
    const struct sweep_crew *crew = cluster->crew;
    struct sweep_state state;
    char *line;

    if (!progress_is_due(progress) ||
        sweep_look(crew->session, crew->db, crew->ids, crew->plan->point_count, &state) != WC_OK)
        return;
    line = sweep_progress_line(&state, cluster->queued ? cluster->queued : 1);
    progress_show(progress, format_text("job %s: %zu tasks, %s", cluster->job, cluster->queued,
                                        line));
    free(line);
}

/* Until no task is in the queue. */
static enum wc_status wait_for_tasks(struct cluster *cluster, struct progress *progress)
{
    double seconds = shortest_wait;
    size_t failures = 0;
    enum wc_status status = WC_OK;

    while (status == WC_OK && !interrupt_seen()) {
        const bool answered = look_at_queue(cluster);

        failures = answered ? 0 : failures + 1;
        if (failures == FAILURES_MAX)
            return fail_slurm(cluster, "squeue", "no answer");
        status = merge_parts(cluster);
        if (answered && !cluster->queued)
            break;
        show_state(cluster, progress);
        pause_for(seconds);
        seconds = seconds * 1.2 < longest_wait ? seconds * 1.2 : longest_wait;
    }
    return interrupt_seen() ? WC_INTERRUPTED : status;
}

/* Submits what is left until nothing is. */
static enum wc_status finish_all(struct cluster *cluster, struct progress *progress)
{
    enum wc_status status = WC_OK;
    size_t idle = 0;

    while (status == WC_OK) {
        const size_t before = cluster->arrived;
        char *left = shards_left(cluster);
        const bool done = !*left;

        if (!done && !cluster->queued)
            status = submit(cluster, left);
        free(left);
        if (done || status != WC_OK || cluster->crew->session->arguments.no_wait)
            break;
        status = wait_for_tasks(cluster, progress);
        idle = cluster->arrived == before ? idle + 1 : 0;
        if (status == WC_OK && idle == IDLE_ROUNDS_MAX)
            status = fail_slurm(cluster, cluster->folder,
                                "tasks end without results; task-*.log has their messages");
    }
    return status;
}

static void free_cluster(struct cluster *cluster)
{
    size_t i;

    for (i = 0; i < cluster->part_count; i++)
        free(cluster->parts[i].path);
    free(cluster->parts);
    free(cluster->folder);
    free(cluster->job);
}

static void choose_tasks(struct cluster *cluster)
{
    const uint64_t wanted = cluster->crew->session->arguments.tasks;
    const size_t points = cluster->crew->plan->point_count;

    cluster->tasks = wanted ? wanted : TASKS_DEFAULT;
    if (cluster->tasks > points)
        cluster->tasks = points;
}

enum wc_status sweep_on_cluster(const struct sweep_crew *crew)
{
    struct cluster cluster = {.crew = crew};
    struct progress progress;
    enum wc_status status = make_folder(&cluster);

    interrupt_watch(crew->session->context);
    progress_begin(&progress, crew->session);
    if (status == WC_OK)
        read_job(&cluster);
    if (status == WC_OK && !look_at_queue(&cluster))
        status = fail_slurm(&cluster, "squeue", "Slurm does not answer");
    if (!cluster.queued)
        choose_tasks(&cluster);
    if (status == WC_OK)
        status = merge_parts(&cluster);
    if (status == WC_OK)
        status = finish_all(&cluster, &progress);
    progress_end(&progress, crew->session);
    if (status == WC_INTERRUPTED && cluster.job)
        advise(&crew->session->problem, "tasks of job %s go on; 'scancel %s' ends them",
               cluster.job, cluster.job);
    free_cluster(&cluster);
    return status;
}
