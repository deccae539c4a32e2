/* SPDX-License-Identifier: Apache-2.0 */
/* parameters.h - the numbers of one machine, each with unit, source and range.
 *
 * A machine file (machines/NAME.yaml, docs/machine-file.md) is a tree of parameters; here it is a
 * list of dotted names in file order. A value comes from, highest priority first: --set, the job's
 * `set:`, a file that is `based_on` this one, the choice of a selector (`sets:`), the file itself.
 * The simulator, the bound and `warpclock machines NAME` all read from here. */
#ifndef WARPCLOCK_LOAD_PARAMETERS_H
#define WARPCLOCK_LOAD_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

enum parameter_kind { PARAMETER_BOOL, PARAMETER_INTEGER, PARAMETER_FLOAT, PARAMETER_TEXT };

struct parameter_value {
    const char *text; /* as written */
    union {
        bool boolean;
        int64_t integer;
        double real; /* text uses .text */
    };
};

/* Effect of a selector's choice: `name` gets `value` unless it was set by name. */
struct parameter_preset {
    const char *choice; /* of the selector */
    const char *name;   /* of the other parameter */
    struct parameter_value value;
};

struct parameter {
    const char *name; /* dotted path: "split.first" */
    enum parameter_kind kind;
    struct parameter_value value;    /* current value */
    struct parameter_value standard; /* the machine's value: before job and --set */
    struct parameter_value plain;    /* the files' value: also before selectors */
    const char *unit;                /* "threads", "bytes", … or "" */
    const char *source;              /* starts with paper, measured, standard, assumed or derived */
    const char *about;
    bool has_min, has_max;
    struct parameter_value min, max;
    const char **one_of; /* the allowed texts; one_of_count 0: any */
    size_t one_of_count;
    struct parameter_preset *presets;
    size_t preset_count;
    const char *origin; /* who changed the machine's value: "--set", "job.yaml:7:3", or the
                         * selector, "version=3.0"; NULL: nobody */
    bool named;         /* set by name (job, --set, based_on file): no selector changes it */
    bool read;          /* a model has read it */
    const char *file;   /* position of the current value in the machine files */
    int line, column;
};

struct parameters {
    struct arena arena;
    const char *name, *about, *model;
    const char *const *isas; /* instruction sets of its binaries */
    size_t isa_count;
    const char *isa;         /* the same as one text: "rv32, sass" */
    const char *version;  /* of the machine file: increases whenever a number changes */
    const char *file;     /* its path */
    const char *based_on; /* or NULL */
    struct parameter *list; /* in the order of the file */
    size_t count;
    const char **files; /* this one, and those that it is based on; also after a failure */
    size_t file_count;
};

/* Loads a machine file and what it is based on (looked for in the same folder, then in
 * `folders`). *parameters is overwritten and must be released, also after a failure. */
enum wc_status parameters_load(struct error *err, const char *path, const char *const *folders,
                               struct parameters *parameters);
/* The same from memory, as if `path` held the text. */
enum wc_status parameters_parse(struct error *err, const char *path, const char *text,
                                size_t length, const char *const *folders,
                                struct parameters *parameters);
void parameters_free(struct parameters *parameters);

/* Does the machine run binaries of that instruction set? */
bool parameters_run_isa(const struct parameters *parameters, const char *isa);

/* Overrides one value; type, range and choices are checked. `origin` is the source ("--set", or
 * file:line:col of a job). Later calls win. An error for an unknown key has the nearest name. */
enum wc_status parameters_set(struct error *err, struct parameters *parameters, const char *key,
                              const char *text, const char *origin);
/* The same for one "KEY=VALUE". */
enum wc_status parameters_set_pair(struct error *err, struct parameters *parameters,
                                   const char *pair, const char *origin);

/* For readers of machine files: text as a value of the parameter's kind, range and choices, or an
 * error at file:line:column; and applying the selectors' choices after values were changed. */
enum wc_status parameter_parse(struct error *err, const char *file, int line, int column,
                               const struct parameter *parameter, const char *text,
                               struct parameter_value *out);
void parameters_apply_selectors(struct parameters *parameters);

struct parameter *parameters_find(struct parameters *parameters, const char *name);

/* Read access for models; each call marks the parameter as read. A missing name or one of another
 * kind is an error in the machine file (WC_BAD_INPUT naming the file). parameter_float accepts
 * integers too; parameter_uint refuses negative values and values above `max`. */
enum wc_status parameter_bool(struct error *err, struct parameters *parameters, const char *name,
                              bool *out);
enum wc_status parameter_int(struct error *err, struct parameters *parameters, const char *name,
                             int64_t *out);
enum wc_status parameter_uint(struct error *err, struct parameters *parameters, const char *name,
                              uint64_t max, uint64_t *out);
enum wc_status parameter_float(struct error *err, struct parameters *parameters, const char *name,
                               double *out);
enum wc_status parameter_text(struct error *err, struct parameters *parameters, const char *name,
                              const char **out);
/* The index of the parameter's text among `choices` (NULL-terminated). */
enum wc_status parameter_choice(struct error *err, struct parameters *parameters, const char *name,
                                const char *const *choices, unsigned *out);

/* The next parameter from *index on that was not read, or NULL; moves *index past it. */
const struct parameter *parameters_unread(const struct parameters *parameters, size_t *index);

#endif
