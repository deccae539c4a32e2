/* SPDX-License-Identifier: Apache-2.0 */
/* job_yaml_outputs.c - `expect:` and `save:` of a job file; job_check resolves the names. */
#include <ctype.h>
#include <string.h>

#include "load/job_yaml.h"

static enum wc_status read_tolerance(struct job_reader *reader, const struct yaml_node *node,
                                     const char *what, struct job_expect *expect, double *out)
{
    if (!node)
        return WC_OK;
    if (expect->kind == JOB_EXPECT_SHA256)
        return yaml_fail(reader->err, node, "'%s' is not valid with 'sha256'", what);
    expect->exact = false;
    enum wc_status status = yaml_float(reader->err, node, what, out);
    if (status == WC_OK && *out < 0)
        status = yaml_fail(reader->err, node, "%s: expected 0 or more, found '%s'", what,
                           node->text);
    return status;
}

static enum wc_status read_hash(struct job_reader *reader, const struct yaml_node *node,
                                struct job_expect *expect)
{
    const char *text;
    enum wc_status status = yaml_string(reader->err, node, "sha256", &text);
    if (status != WC_OK)
        return status;
    if (strlen(text) != 64 || strspn(text, "0123456789abcdefABCDEF") != 64)
        return yaml_fail(reader->err, node, "sha256: expected 64 hexadecimal digits");
    expect->kind = JOB_EXPECT_SHA256;
    for (size_t i = 0; i < 64; i++)
        expect->sha256[i] = (char)tolower((unsigned char)text[i]);
    return WC_OK;
}

static enum wc_status read_file(struct job_reader *reader, const struct yaml_node *node,
                                const char *what, const char **out)
{
    const char *name;
    enum wc_status status = yaml_string(reader->err, node, what, &name);
    if (status != WC_OK)
        return status;
    if (!array_ending_is_known(name))
        return yaml_fail(reader->err, node, "%s: expected .npy, .bin, .csv or .txt, found '%s'",
                         what, name);
    *out = job_resolve_path(reader->job, name);
    return WC_OK;
}

static enum wc_status read_reference(struct job_reader *reader, const struct yaml_node *node,
                                     struct job_expect *expect)
{
    const struct yaml_node *file = yaml_get(node, "file"), *equal = yaml_get(node, "equal");
    const struct yaml_node *hash = yaml_get(node, "sha256");
    if (!!file + !!equal + !!hash != 1)
        return yaml_fail(reader->err, node, "'%.64s' needs one of 'file', 'equal' and 'sha256'",
                         expect->buffer_name);
    if (hash)
        return read_hash(reader, hash, expect);
    if (file) {
        expect->kind = JOB_EXPECT_FILE;
        return read_file(reader, file, "file", &expect->file);
    }
    expect->kind = JOB_EXPECT_EQUAL;
    return yaml_string(reader->err, equal, "equal", &expect->equal_name);
}

static enum wc_status read_expect(struct job_reader *reader, const struct yaml_pair *pair)
{
    static const char *const known[] = {"file", "equal", "sha256", "rtol", "atol", NULL};
    struct job_expect *expect = job_add_expect(reader->job, pair->key->text);
    expect->place = job_place_of(pair->key);
    enum wc_status status = yaml_known_keys(reader->err, pair->value, known, "an expectation");
    if (status == WC_OK)
        status = read_reference(reader, pair->value, expect);
    if (status == WC_OK)
        status = read_tolerance(reader, yaml_get(pair->value, "rtol"), "rtol", expect,
                                &expect->rtol);
    if (status == WC_OK)
        status = read_tolerance(reader, yaml_get(pair->value, "atol"), "atol", expect,
                                &expect->atol);
    return status;
}

static enum wc_status check_list(struct job_reader *reader, const struct yaml_node *list,
                                 const char *what)
{
    enum wc_status status = yaml_expect(reader->err, list, YAML_MAPPING, what);
    if (status == WC_OK && list->count > JOB_BUFFERS_MAX)
        status = yaml_fail(reader->err, list, "%zu entries; the maximum is %d", list->count,
                           JOB_BUFFERS_MAX);
    return status;
}

enum wc_status job_read_expects(struct job_reader *reader, const struct yaml_node *root)
{
    const struct yaml_node *list = yaml_get(root, "expect");
    if (!list)
        return WC_OK;
    enum wc_status status = check_list(reader, list, "a mapping of buffers to expectations");
    for (size_t i = 0; status == WC_OK && i < list->count; i++)
        status = read_expect(reader, &list->pairs[i]);
    return status;
}

enum wc_status job_read_saves(struct job_reader *reader, const struct yaml_node *root)
{
    const struct yaml_node *list = yaml_get(root, "save");
    const char *file = NULL;
    if (!list)
        return WC_OK;
    enum wc_status status = check_list(reader, list, "a mapping of buffers to files");
    for (size_t i = 0; status == WC_OK && i < list->count; i++) {
        const struct yaml_pair *pair = &list->pairs[i];
        status = read_file(reader, pair->value, "save", &file);
        if (status == WC_OK)
            job_add_save(reader->job, pair->key->text, file)->place = job_place_of(pair->key);
    }
    return status;
}
