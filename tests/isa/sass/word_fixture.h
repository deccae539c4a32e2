/* SPDX-License-Identifier: Apache-2.0 */
/* word_fixture.h - single words decoded, for the tests of table, decoder, encoder and printer. */
#ifndef WARPCLOCK_TESTS_SASS_WORD_FIXTURE_H
#define WARPCLOCK_TESTS_SASS_WORD_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/sass/run.h"
#include "isa/sass/table.h"
#include "load/image.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { NEUTRAL_CONTROL = 0x7ef };

struct word {
    struct sass_lookup lookup;
    struct arena arena;
    struct insn insn;
    struct sass_insn own;
    struct text text;
    uint64_t seed;
};

static inline struct word *new_word(void)
{
    struct word *word = calloc(1, sizeof *word);
    assert_non_null(word);
    word->seed = 0x9e3779b97f4a7c15u;
    sass_lookup_build(&word->lookup);
    return word;
}

static inline void free_word(struct word *word)
{
    arena_free(&word->arena);
    text_free(&word->text);
    free(word);
}

static inline uint64_t roll(struct word *word)
{
    word->seed ^= word->seed << 13;
    word->seed ^= word->seed >> 7;
    word->seed ^= word->seed << 17;
    return word->seed * 0x2545f4914f6cdd1du;
}

static inline void decode(struct word *word, uint64_t pc, uint64_t bits, uint32_t control)
{
    arena_free(&word->arena);
    word->arena = (struct arena){NULL};
    sass_decode_word(&word->lookup, bits, control, pc, isa_sass.default_features, &word->arena,
                     &word->insn, &word->own);
}

static inline const char *print(struct word *word)
{
    text_free(&word->text);
    word->text = (struct text){NULL, 0, 0};
    sass_print(NULL, &word->insn, &word->text);
    return text_string(&word->text);
}

static inline const char *text_of(struct word *word, uint64_t bits)
{
    decode(word, 8, bits, NEUTRAL_CONTROL);
    return print(word);
}

#endif
