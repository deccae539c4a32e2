/* SPDX-License-Identifier: Apache-2.0 */
/* yaml_parse.c - builds our tree from libfyaml's events. Events instead of libfyaml's documents,
 * because only here are depth, aliases and duplicate keys under our limits and error messages. */
#include <errno.h>
#include <libfyaml.h>
#include <stdlib.h>
#include <string.h>

#include "base/allowance.h"
#include "load/input.h"
#include "load/yaml.h"

enum {
    ANCHORS_MAX = 1000,
    /* libfyaml 0.7.12 is quadratic in all three. */
    BLANK_LINES_MAX = 1000, /* consecutive */
    BLANKS_MAX = 4096,      /* consecutive, on a line */
    DIRECTIVES_MAX = 16,
    /* ... and in the length of these. */
    DIRECTIVE_BYTES_MAX = 1024, /* with the rest of its line */
    TAG_BYTES_MAX = 256,
    WORD_BYTES_MAX = 8192, /* anything else without a blank; no path is longer */
    /* It writes through NULL if it has no memory for an input (fy_parse_input_append). */
    PARSER_BYTES = 64 * 1024
};

struct anchor {
    const char *name;
    const struct yaml_node *node;
};

/* A sequence or mapping that is being read. */
struct frame {
    struct yaml_node *node;
    const struct yaml_node *key; /* waiting for its value */
};

struct builder {
    struct error *err;
    struct arena *arena;
    const char *file;
    struct frame frames[YAML_DEPTH_MAX];
    unsigned depth;
    struct anchor *anchors;
    size_t anchor_count;
    const struct yaml_node *root;
    bool ended; /* the scanner reached the end of the text */
};

static void no_output(struct fy_diag *diag, void *user, const char *bytes, size_t length)
{
    (void)diag;
    (void)user;
    (void)bytes;
    (void)length;
}

static struct yaml_node *node_new(struct builder *builder, enum yaml_kind kind,
                                  const struct fy_mark *mark)
{
    struct yaml_node *node = arena_alloc(builder->arena, sizeof *node);
    node->kind = kind;
    node->file = builder->file;
    node->line = mark ? mark->line + 1 : 0;
    node->column = mark ? mark->column + 1 : 0;
    node->weight = 1;
    node->height = kind != YAML_SCALAR;
    return node;
}

/* Sorted by text; equal texts in the order of the file. */
static int compare_keys(const void *a, const void *b)
{
    const struct yaml_node *left = *(const struct yaml_node *const *)a;
    const struct yaml_node *right = *(const struct yaml_node *const *)b;
    int order = strcmp(left->text, right->text);
    if (order)
        return order;
    return left->line != right->line ? left->line - right->line : left->column - right->column;
}

static enum wc_status check_duplicates(struct builder *builder, const struct yaml_node *mapping)
{
    void *memory;
    enum wc_status status = allocate_checked(builder->err, "a table of keys",
                                             mapping->count * sizeof(void *), &memory);
    if (status != WC_OK)
        return status;
    const struct yaml_node **keys = memory;
    for (size_t i = 0; i < mapping->count; i++)
        keys[i] = mapping->pairs[i].key;
    qsort(keys, mapping->count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < mapping->count && status == WC_OK; i++)
        if (!strcmp(keys[i - 1]->text, keys[i]->text))
            status = yaml_fail(builder->err, keys[i],
                               "duplicate key '%s'; the first is in line %d",
                               keys[i]->text, keys[i - 1]->line);
    free(keys);
    return status;
}

/* Adds a node to the innermost open container, as key or value, or as the root. */
static enum wc_status place_node(struct builder *builder, const struct yaml_node *node)
{
    if (!builder->depth) {
        builder->root = node;
        return WC_OK;
    }
    struct frame *frame = &builder->frames[builder->depth - 1];
    struct yaml_node *parent = frame->node;
    parent->weight += node->weight;
    if (parent->weight > YAML_NODES_MAX)
        return yaml_fail(builder->err, node,
                         "more than the maximum of %d entries with aliases expanded",
                         YAML_NODES_MAX);
    if (node->height + 1 > parent->height)
        parent->height = node->height + 1;
    if (parent->kind == YAML_SEQUENCE) {
        parent->items =
            arena_grow(builder->arena, parent->items, parent->count, sizeof *parent->items);
        parent->items[parent->count++] = node;
    } else if (!frame->key) {
        if (node->kind != YAML_SCALAR)
            return yaml_fail(builder->err, node, "expected a key, found a list or mapping");
        frame->key = node;
    } else {
        parent->pairs =
            arena_grow(builder->arena, parent->pairs, parent->count, sizeof *parent->pairs);
        parent->pairs[parent->count++] = (struct yaml_pair){frame->key, node};
        frame->key = NULL;
    }
    return WC_OK;
}

static const char *token_text(struct builder *builder, struct fy_token *token, size_t *length)
{
    const char *text = fy_token_get_text(token, length);
    return arena_strndup(builder->arena, text ? text : "", text ? *length : 0);
}

static enum wc_status remember_anchor(struct builder *builder, struct fy_token *token,
                                      const struct yaml_node *node)
{
    size_t length = 0;
    if (!token)
        return WC_OK;
    if (builder->anchor_count == ANCHORS_MAX)
        return yaml_fail(builder->err, node, "more than the maximum of %d anchors", ANCHORS_MAX);
    builder->anchors = arena_grow(builder->arena, builder->anchors, builder->anchor_count,
                                  sizeof *builder->anchors);
    builder->anchors[builder->anchor_count++] =
        (struct anchor){token_text(builder, token, &length), node};
    return WC_OK;
}

static bool is_open(const struct builder *builder, const struct yaml_node *node)
{
    for (unsigned i = 0; i < builder->depth; i++)
        if (builder->frames[i].node == node)
            return true;
    return false;
}

static enum wc_status on_alias(struct builder *builder, struct fy_event *event)
{
    size_t length = 0;
    const char *name = token_text(builder, event->alias.anchor, &length);
    const struct yaml_node *here =
        node_new(builder, YAML_SCALAR, fy_token_start_mark(event->alias.anchor));
    for (size_t i = builder->anchor_count; i-- > 0;) {
        const struct yaml_node *node = builder->anchors[i].node;
        if (strcmp(builder->anchors[i].name, name) != 0)
            continue;
        if (is_open(builder, node))
            return yaml_fail(builder->err, here, "the alias '*%s' is inside its own anchor",
                             name);
        if (builder->depth + node->height > YAML_DEPTH_MAX)
            return yaml_fail(builder->err, here,
                             "nesting deeper than the maximum of %d levels", YAML_DEPTH_MAX);
        return place_node(builder, node);
    }
    return yaml_fail(builder->err, here, "the alias '*%s' has no preceding anchor", name);
}

/* Only the tags of the core schema that change nothing here; !!str makes anything a string. */
static enum wc_status check_tag(struct builder *builder, struct fy_token *token,
                                struct yaml_node *node)
{
    size_t length = 0;
    if (!token)
        return WC_OK;
    const char *tag = token_text(builder, token, &length);
    if (!strcmp(tag, "tag:yaml.org,2002:str") && node->kind == YAML_SCALAR) {
        node->quoted = true;
        return WC_OK;
    }
    return yaml_fail(builder->err, node, "unknown tag '%s'", tag);
}

/* libfyaml's mark of a quoted text is after its opening quote. */
static void step_back_to_quote(struct yaml_node *node, struct fy_token *token)
{
    enum fy_scalar_style style = fy_token_scalar_style(token);
    if ((style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED) && node->column > 1)
        node->column--;
}

static enum wc_status on_scalar(struct builder *builder, struct fy_event *event)
{
    size_t length = 0;
    struct fy_token *token = event->scalar.value;
    struct yaml_node *node = node_new(builder, YAML_SCALAR, fy_event_start_mark(event));
    node->text = token ? token_text(builder, token, &length) : "";
    node->quoted = token && fy_token_scalar_style(token) != FYSS_PLAIN;
    if (token)
        step_back_to_quote(node, token);
    if (strlen(node->text) != length)
        return yaml_fail(builder->err, node, "the text contains a NUL character");
    enum wc_status status = check_tag(builder, event->scalar.tag, node);
    if (status == WC_OK)
        status = remember_anchor(builder, event->scalar.anchor, node);
    return status == WC_OK ? place_node(builder, node) : status;
}

static enum wc_status on_start(struct builder *builder, struct fy_event *event,
                               enum yaml_kind kind)
{
    struct fy_token *anchor = kind == YAML_SEQUENCE ? event->sequence_start.anchor
                                                    : event->mapping_start.anchor;
    struct fy_token *tag =
        kind == YAML_SEQUENCE ? event->sequence_start.tag : event->mapping_start.tag;
    struct yaml_node *node = node_new(builder, kind, fy_event_start_mark(event));
    if (builder->depth == YAML_DEPTH_MAX)
        return yaml_fail(builder->err, node,
                         "nesting deeper than the maximum of %d levels", YAML_DEPTH_MAX);
    enum wc_status status = check_tag(builder, tag, node);
    if (status == WC_OK)
        status = remember_anchor(builder, anchor, node);
    builder->frames[builder->depth++] = (struct frame){.node = node};
    return status;
}

static enum wc_status on_end(struct builder *builder)
{
    struct yaml_node *node = builder->frames[--builder->depth].node;
    enum wc_status status = WC_OK;
    if (node->kind == YAML_MAPPING)
        status = check_duplicates(builder, node);
    return status == WC_OK ? place_node(builder, node) : status;
}

static enum wc_status on_document(struct builder *builder, struct fy_event *event)
{
    if (!builder->root)
        return WC_OK;
    const struct fy_mark *mark = fy_event_start_mark(event);
    return fail_at(builder->err, WC_BAD_INPUT, builder->file, mark ? mark->line + 1 : 0, 0,
                   "a second document starts here; expected only one");
}

static enum wc_status on_event(struct builder *builder, struct fy_event *event)
{
    switch (event->type) {
    case FYET_DOCUMENT_START: return on_document(builder, event);
    case FYET_SCALAR: return on_scalar(builder, event);
    case FYET_ALIAS: return on_alias(builder, event);
    case FYET_SEQUENCE_START: return on_start(builder, event, YAML_SEQUENCE);
    case FYET_MAPPING_START: return on_start(builder, event, YAML_MAPPING);
    case FYET_SEQUENCE_END:
    case FYET_MAPPING_END: return on_end(builder);
    case FYET_STREAM_END: builder->ended = true; return WC_OK;
    default: return WC_OK;
    }
}

static enum wc_status report_syntax(struct builder *builder, struct fy_diag *diag)
{
    void *iterator = NULL;
    struct fy_diag_error *found = fy_diag_errors_iterate(diag, &iterator);
    if (!found)
        return fail_at(builder->err, WC_BAD_INPUT, builder->file, 0, 0, "not a YAML file");
    return fail_at(builder->err, WC_BAD_INPUT, builder->file, found->line, found->column, "%s",
                   found->msg);
}

static enum wc_status run_parser(struct builder *builder, struct fy_parser *parser,
                                 struct fy_diag *diag)
{
    struct fy_event *event;
    enum wc_status status = WC_OK;
    while (status == WC_OK && (event = fy_parser_parse(parser)) != NULL) {
        status = on_event(builder, event);
        fy_parser_event_free(parser, event);
        if (status == WC_OK)
            status = allow_work(builder->err);
    }
    if (status == WC_OK && (!builder->ended || fy_parser_get_stream_error(parser)))
        status = report_syntax(builder, diag);
    return status;
}

static enum wc_status parse_with(struct builder *builder, struct fy_diag *diag, const char *text,
                                 size_t length)
{
    const struct fy_parse_cfg config = {
        .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE,
        .diag = diag,
    };
    struct fy_parser *parser = fy_parser_create(&config);
    enum wc_status status;
    if (!parser || fy_parser_set_string(parser, text, length) != 0)
        status = fail_at(builder->err, WC_INTERNAL, builder->file, 0, 0,
                         "cannot start the YAML parser");
    else
        status = run_parser(builder, parser, diag);
    fy_parser_destroy(parser);
    return status;
}

/* Bytes of the UTF-8 character at `at`, or 0 if it is invalid. */
static size_t character_bytes(const unsigned char *at, size_t left)
{
    static const uint32_t min[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t bytes = at[0] < 0x80 ? 1 : at[0] >> 5 == 6 ? 2 : at[0] >> 4 == 14 ? 3 : 4;
    uint32_t value = bytes == 1 ? at[0] : at[0] & (0x7fu >> bytes);
    if (bytes > left || at[0] > 0xf4 || (at[0] & 0xc0) == 0x80)
        return 0;
    for (size_t i = 1; i < bytes; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (at[i] & 0x3f);
    }
    bool control = value < 0x20 && value != '\t' && value != '\n' && value != '\r';
    bool surrogate = value >> 11 == 0x1b;
    return control || surrogate || value < min[bytes] || value > 0x10ffff ? 0 : bytes;
}

/* What is counted while a text is checked. */
struct scan {
    int line, column;
    int blank_lines, blanks; /* consecutive */
    int directives;
    size_t line_start, word_start;
};

static bool ends_word(char c)
{
    return strchr(" \t\r\n,[]{}", c) != NULL; /* and NUL, which is refused */
}

static void count(struct scan *scan, const char *text, size_t i)
{
    const char c = text[i];
    scan->blanks = c == ' ' || c == '\t' ? scan->blanks + 1 : 0;
    scan->directives += c == '%' && scan->column == 1;
    if (ends_word(c))
        scan->word_start = i + 1;
    if (c == '\n') {
        scan->line++;
        scan->column = 0;
        scan->blank_lines++;
        scan->line_start = i + 1;
    } else if (!scan->blanks && c != '\r') {
        scan->blank_lines = 0;
    }
}

/* What exceeds its limit, or NULL. */
static const char *find_excess(const struct scan *scan, const char *text, size_t i, int *max)
{
    const size_t in_line = i + 1 - scan->line_start, in_word = i + 1 - scan->word_start;
    const bool is_tag = in_word && text[scan->word_start] == '!';
    const struct {
        const char *what;
        bool exceeded;
        int max;
    } rules[] = {
        {"consecutive blank lines", scan->blank_lines > BLANK_LINES_MAX, BLANK_LINES_MAX},
        {"consecutive blanks", scan->blanks > BLANKS_MAX, BLANKS_MAX},
        {"directives", scan->directives > DIRECTIVES_MAX, DIRECTIVES_MAX},
        {"bytes in a directive", in_line > DIRECTIVE_BYTES_MAX && text[scan->line_start] == '%',
         DIRECTIVE_BYTES_MAX},
        {"bytes in a tag", in_word > TAG_BYTES_MAX && is_tag, TAG_BYTES_MAX},
        {"bytes in a word", in_word > WORD_BYTES_MAX, WORD_BYTES_MAX},
    };
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        *max = rules[k].max;
        if (rules[k].exceeded)
            return rules[k].what;
    }
    return NULL;
}

/* Input refused before libfyaml sees it: bytes that it takes for the end of the text, and texts for
 * which it needs excessive time or memory. */
static enum wc_status check_text(struct error *err, const char *file, const char *text,
                                 size_t length)
{
    struct scan scan = {.line = 1, .column = 1};
    if (!length)
        return fail_at(err, WC_BAD_INPUT, file, 0, 0, "the file is empty");
    if (length > YAML_BYTES_MAX)
        return fail_at(err, WC_BAD_INPUT, file, 0, 0, "%zu bytes exceed the maximum of %d", length,
                       YAML_BYTES_MAX);
    for (size_t i = 0, bytes; i < length; i += bytes, scan.column++) {
        int max;
        bytes = character_bytes((const unsigned char *)text + i, length - i);
        if (!bytes)
            return fail_at(err, WC_BAD_INPUT, file, scan.line, scan.column,
                           "byte 0x%02x is not text; expected UTF-8 without control characters",
                           (unsigned char)text[i]);
        count(&scan, text, i);
        const char *excess = find_excess(&scan, text, i, &max);
        if (excess)
            return fail_at(err, WC_BAD_INPUT, file, scan.line, scan.column,
                           "more than the maximum of %d %s", max, excess);
    }
    return WC_OK;
}

enum wc_status yaml_parse(struct error *err, struct arena *arena, const char *file,
                          const char *text, size_t length, const struct yaml_node **root)
{
    struct builder builder = {.err = err, .arena = arena, .file = arena_strdup(arena, file)};
    *root = NULL;
    enum wc_status status = check_text(err, file, text, length);
    if (status != WC_OK)
        return status;
    status = memory_probe(err, PARSER_BYTES);
    if (status != WC_OK)
        return status;
    const struct fy_diag_cfg config = {.output_fn = no_output, .level = FYET_ERROR,
                                       .module_mask = ~0u};
    struct fy_diag *diag = fy_diag_create(&config);
    if (!diag)
        return fail_memory(err);
    fy_diag_set_collect_errors(diag, true);
    errno = 0;
    status = parse_with(&builder, diag, text, length);
    if (errno == ENOMEM)
        status = error_out_of_memory(err);
    fy_diag_destroy(diag);
    if (status == WC_OK && !builder.root)
        status = fail_at(err, WC_BAD_INPUT, file, 0, 0, "the file is empty");
    *root = builder.root;
    return status;
}

enum wc_status yaml_parse_file(struct error *err, struct arena *arena, const char *path,
                               const struct yaml_node **root)
{
    char *text;
    size_t length;
    *root = NULL;
    enum wc_status status = input_read_all(err, path, YAML_BYTES_MAX, &text, &length);
    if (status == WC_OK)
        status = yaml_parse(err, arena, path, text, length, root);
    free(text);
    return status;
}
