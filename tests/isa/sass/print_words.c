/* SPDX-License-Identifier: Apache-2.0 */
/* print_words.c - decodes and prints single words, for compare-nvdisasm.py.
 *
 * Reads lines "ADDRESS WORD CONTROL" in hexadecimal and writes, for each, the word as it is encoded
 * again and its text. With --rows it writes the table instead, "NAME MATCH MASK" a form, from which
 * random words can be made. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/sass/table.h"

static void print_rows(void)
{
    for (size_t i = 0; sass_row_at(i); i++) {
        const struct sass_row *row = sass_row_at(i);
        for (size_t f = 0; f < SASS_FORMS_MAX && row->forms[f].mask; f++)
            printf("%s %016" PRIx64 " %016" PRIx64 "\n", row->op.name, row->forms[f].match,
                   row->forms[f].mask);
    }
}

static void print_words(void)
{
    struct sass_lookup lookup;
    uint64_t pc, bits;
    uint32_t control;
    sass_lookup_build(&lookup);
    while (scanf("%" SCNx64 " %" SCNx64 " %" SCNx32, &pc, &bits, &control) == 3) {
        struct arena arena = {NULL};
        struct insn insn;
        struct sass_insn own;
        struct text text = {0};
        sass_decode_word(&lookup, bits, control, pc, ~0ull, &arena, &insn, &own);
        sass_print(NULL, &insn, &text);
        printf("%016" PRIx64 " %s\n", sass_encode_word(&insn), text_string(&text));
        text_free(&text);
        arena_free(&arena);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--rows"))
        print_rows();
    else
        print_words();
    return EXIT_SUCCESS;
}
