/* SPDX-License-Identifier: Apache-2.0 */
/* page.c - data inside the template.
 *
 * Texts of users are only in the title, escaped for HTML, and in the JSON block. There every '<' is
 * written as an escape, so no text can end the block or begin a tag. */
#include "report/page.h"

#include <string.h>

#include "base/json.h"
#include "report/page/template.h"

static int add_escaped(const char *bytes, size_t length, void *user)
{
    struct text *out = user;
    for (const char *at; (at = memchr(bytes, '<', length)) != NULL;) {
        text_add_bytes(out, bytes, (size_t)(at - bytes));
        text_add(out, "\\u003c");
        length -= (size_t)(at - bytes) + 1;
        bytes = at + 1;
    }
    text_add_bytes(out, bytes, length);
    return memory_is_short() ? -1 : 0;
}

static void add_html(const char *text, struct text *out)
{
    for (; *text; text++) {
        if (strchr("<>&\"", *text))
            text_add(out, "&#%d;", *text);
        else
            text_add_bytes(out, text, 1);
    }
}

void page_write(const char *title, json_t *data, struct text *out)
{
    const char *const title_mark = strstr(page_template, "{{title}}");
    const char *const data_mark = strstr(page_template, "{{data}}");
    text_add_bytes(out, page_template, (size_t)(title_mark - page_template));
    add_html(title, out);
    const char *after = title_mark + strlen("{{title}}");
    text_add_bytes(out, after, (size_t)(data_mark - after));
    if (json_dump_callback(data, add_escaped, out, JSON_COMPACT | JSON_REAL_PRECISION(12)) != 0)
        out->incomplete = true;
    after = data_mark + strlen("{{data}}");
    text_add_bytes(out, after, strlen(after));
    json_decref(data);
}

static int add_part(const char *bytes, size_t length, void *user)
{
    text_add_bytes(user, bytes, length);
    return memory_is_short() ? -1 : 0;
}

const char *page_keep(struct arena *arena, json_t *part)
{
    struct text text = {0};
    const char *kept = NULL;
    if (part && json_dump_callback(part, add_part, &text, JSON_COMPACT | JSON_REAL_PRECISION(12))
                    == 0)
        kept = arena_strdup(arena, text_string(&text));
    else
        arena_lacks_memory(arena);
    text_free(&text);
    json_decref(part);
    return kept;
}
