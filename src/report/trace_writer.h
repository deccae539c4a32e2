/* SPDX-License-Identifier: Apache-2.0 */
/* trace_writer.h - the elements of a timeline, and the interface of a file format. */
#ifndef WARPCLOCK_REPORT_TRACE_WRITER_H
#define WARPCLOCK_REPORT_TRACE_WRITER_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "hw/cycle.h"

enum trace_category {
    CATEGORY_LAUNCH, CATEGORY_WARP, CATEGORY_ISSUE, CATEGORY_NOP, CATEGORY_STALL, CATEGORY_MEMORY,
    CATEGORY_ORACLE, CATEGORY_PHASE, CATEGORY_DRAM, CATEGORY_UNIT, CATEGORY_COUNT
};
const char *trace_category_name(enum trace_category category);

/* Annotations of a slice. */
enum trace_key {
    KEY_PC, KEY_SOURCE, KEY_MASK, KEY_DONE, KEY_WARP, KEY_ADDRESS, KEY_GRID, KEY_BLOCK, KEY_ORACLE,
    KEY_QUEUE, KEY_LANES, KEY_COLUMN, KEY_ROW, KEY_BANK, KEY_GROUP, KEY_COUNT
};
enum trace_form { FORM_NUMBER, FORM_HEX, FORM_TEXT };
const char *trace_key_name(enum trace_key key);
enum trace_form trace_key_form(enum trace_key key);

struct trace_argument {
    enum trace_key key;
    uint64_t value; /* of FORM_TEXT: the number that trace_intern gave */
};

enum trace_track_kind {
    TRACK_GROUP,   /* shown as a process: contains the others */
    TRACK_WARP,    /* shown as a thread */
    TRACK_LANE,    /* a row of slices; those of one name and parent are shown as one band */
    TRACK_COUNTER,
};

struct trace_track {
    uint32_t id, parent; /* ids count from 1; parent 0: none */
    enum trace_track_kind kind;
    const char *name;
    const char *unit; /* of a counter */
};

enum { TRACE_ARGUMENTS_MAX = 4 };

struct trace_slice {
    uint32_t track;
    uint32_t name; /* from trace_intern */
    enum trace_category category;
    cycle_t begin, end;
    uint64_t flow; /* slices of one flow are joined by arrows; 0: none */
    uint64_t released; /* the arrow that ends here, from the last arrival at a barrier; 0: none */
    uint64_t releases; /* arrows that begin here: this one and those numbered after it */
    uint32_t release_count;
    struct trace_argument arguments[TRACE_ARGUMENTS_MAX];
    size_t argument_count;
};

/* Texts are written once and then referred to by their number. */
enum trace_role { ROLE_NAME, ROLE_VALUE, ROLE_COUNT };

struct trace_texts {
    const char **items;
    size_t count;
};

struct trace_writer;

/* On one track slices nest and come in order of their starts; tracks are in no order. */
struct trace_format {
    void (*begin)(struct trace_writer *writer);
    void (*text)(struct trace_writer *writer, enum trace_role role, uint32_t id, const char *text);
    void (*track)(struct trace_writer *writer, const struct trace_track *track);
    void (*open)(struct trace_writer *writer, const struct trace_slice *slice);
    void (*close)(struct trace_writer *writer, uint32_t track, cycle_t cycle);
    void (*whole)(struct trace_writer *writer, const struct trace_slice *slice);
    void (*counter)(struct trace_writer *writer, uint32_t track, cycle_t cycle, double value);
    void (*end)(struct trace_writer *writer);
};

extern const struct trace_format trace_format_perfetto, trace_format_json;

struct trace_writer {
    const struct trace_format *format;
    FILE *file;
    struct arena arena;
    struct trace_texts texts[ROLE_COUNT];
    struct trace_track *tracks; /* by id - 1 */
    uint32_t track_count;
    bool comma; /* JSON: a record was written before */
};

/* The number of a text, from 1 on. */
uint32_t trace_intern(struct trace_writer *writer, enum trace_role role, const char *text);
/* Declares a track and returns its id; copies the name. */
uint32_t trace_track(struct trace_writer *writer, enum trace_track_kind kind, uint32_t parent,
                     const char *name, const char *unit);

#endif
