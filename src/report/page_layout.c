/* SPDX-License-Identifier: Apache-2.0 */
/* page_layout.c - asks Graphviz's `dot` for a layout.
 *
 * Graph and answer are in files without names, so neither side waits for the other one. An answer
 * that is not complete counts as none: how the program ended does not matter. */
#include "report/page_layout.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"

extern char **environ;

/* A block is drawn in this size (page/flow.js), and a pixel is a point. */
enum { WIDTH = 168, HEIGHT = 46, GAP = 26, LAYER = 40,
       LINE = 16 /* more, where a loop begins */ };
static const double pixels_per_inch = 72;
enum { BLOCKS_MAX = 300, SECONDS_MAX = 10, POINTS_MAX = 4096 };

static bool begins_loop(const struct cfg *cfg, uint32_t block)
{
    uint32_t i = 0;
    while (i < cfg->loops.count && cfg->loops.loop[i].header != block)
        i++;
    return i < cfg->loops.count;
}

static void write_graph(const struct cfg *cfg, FILE *out)
{
    const struct graph *graph = &cfg->graph;
    fprintf(out, "digraph g {\nnodesep=%g; ranksep=%g;\n", GAP / pixels_per_inch,
            LAYER / pixels_per_inch);
    fprintf(out, "node [shape=box, fixedsize=true, width=%g, label=\"\"];\n"
            "edge [arrowhead=none];\n", WIDTH / pixels_per_inch);
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        if (!cfg->blocks[b].is_reachable)
            continue;
        fprintf(out, "%u [height=%g];\n", b,
                (HEIGHT + begins_loop(cfg, b) * LINE) / pixels_per_inch);
        for (uint32_t e = graph->succ_first[b]; e < graph->succ_first[b + 1]; e++)
            fprintf(out, "%u -> %u;\n", b, graph->succ[e]);
    }
    fputs("}\n", out);
    fflush(out);
    rewind(out);
}

/* ---- the other program ---- */

/* Where the caller's program ignores its children, this waits as long as the child runs. */
static void await(pid_t child)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    for (int i = 0; i < SECONDS_MAX * 500; i++) {
        if (waitpid(child, NULL, WNOHANG) != 0)
            return;
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void run_dot(FILE *graph, FILE *answer)
{
    const char *const argv[] = {"dot", "-Tplain", NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(graph), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(answer), STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, environ) == 0)
        await(child);
    posix_spawn_file_actions_destroy(&actions);
}

/* ---- its answer ---- */

struct reader {
    FILE *file;
    double height;
    json_t *nodes, *edges;
    bool ended;
};

static json_t *pixels(double inches)
{
    return json_real((double)(long)(inches * pixels_per_inch * 10 + 0.5) / 10);
}

/* NULL: they are not all there. */
static json_t *read_points(struct reader *r, unsigned count)
{
    json_t *points = json_array();
    for (unsigned i = 0; i < count; i++) {
        double x, y;
        if (fscanf(r->file, "%lf %lf", &x, &y) != 2) {
            json_decref(points);
            return NULL;
        }
        json_append(&points, pixels(x));
        json_append(&points, pixels(r->height - y));
    }
    return points;
}

static bool read_node(struct reader *r)
{
    unsigned block;
    if (fscanf(r->file, "%u", &block) != 1 || block >= json_array_size(r->nodes))
        return false;
    json_t *place = read_points(r, 1);
    return place && json_array_set_new(r->nodes, block, place) == 0;
}

/* Nodes come before edges. */
static bool has_place(const struct reader *r, unsigned block)
{
    return json_is_array(json_array_get(r->nodes, block));
}

static bool read_edge(struct reader *r)
{
    unsigned from, to, count;
    if (fscanf(r->file, "%u %u %u", &from, &to, &count) != 3 || count > POINTS_MAX ||
        !has_place(r, from) || !has_place(r, to))
        return false;
    json_t *points = read_points(r, count);
    if (!points)
        return false;
    json_append(&r->edges, json_pack("[i, i, o]", (int)from, (int)to, points));
    return r->edges != NULL;
}

/* A line that begins with `word`; what it has after that is skipped. */
static bool read_line(struct reader *r, const char *word)
{
    bool good = true;
    if (strcmp(word, "graph") == 0)
        good = fscanf(r->file, "%*f %*f %lf", &r->height) == 1;
    else if (strcmp(word, "node") == 0)
        good = read_node(r);
    else if (strcmp(word, "edge") == 0)
        good = read_edge(r);
    r->ended = strcmp(word, "stop") == 0;
    return good && (fscanf(r->file, "%*[^\n]"), true);
}

static bool is_complete(const struct reader *r, const struct cfg *cfg)
{
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        if (cfg->blocks[b].is_reachable && !has_place(r, b))
            return false;
    }
    return r->ended;
}

static json_t *read_answer(FILE *answer, const struct cfg *cfg)
{
    char word[16];
    struct reader r = {.file = answer, .nodes = json_array(), .edges = json_array()};
    for (uint32_t b = 0; b < cfg->block_count; b++)
        json_append(&r.nodes, json_null());
    rewind(answer);
    while (!r.ended && fscanf(answer, "%15s", word) == 1 && read_line(&r, word))
        ;
    if (is_complete(&r, cfg))
        return json_pack("{s:o, s:o}", "nodes", r.nodes, "edges", r.edges);
    json_decref(r.nodes);
    json_decref(r.edges);
    return json_null();
}

json_t *page_layout_json(const struct cfg *cfg)
{
    json_t *layout = NULL;
    if (cfg->block_count > BLOCKS_MAX)
        return json_null();
    FILE *graph = tmpfile(), *answer = graph ? tmpfile() : NULL;
    if (answer) {
        write_graph(cfg, graph);
        run_dot(graph, answer);
        layout = read_answer(answer, cfg);
        fclose(answer);
    }
    if (graph)
        fclose(graph);
    return layout ? layout : json_null();
}
