/* SPDX-License-Identifier: Apache-2.0 */
/* print_words.c - decodes and prints single instructions, for make-vectors.py.
 *
 * Reads lines "WORD[,WORD]" in hexadecimal and writes one line of text for each. An instruction
 * that is shorter than what was given, or needs more, prints as data. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "isa/gcn3/table.h"

static void print_line(const struct gcn3_lookup *lookup, const uint32_t *words, unsigned bytes)
{
    struct insn insn;
    struct gcn3_insn own;
    struct text text = {0};
    gcn3_decode_words(lookup, words, bytes, 0, GCN3_ALL, &insn, &own);
    if (own.bytes != bytes)
        insn.op = NULL;
    gcn3_print(NULL, &insn, &text);
    puts(text_string(&text));
    text_free(&text);
}

int main(void)
{
    static struct gcn3_lookup lookup;
    char line[64];
    gcn3_lookup_build(&lookup);
    while (fgets(line, sizeof line, stdin)) {
        uint32_t words[2] = {0};
        int count = sscanf(line, "%" SCNx32 ",%" SCNx32, &words[0], &words[1]);
        if (count > 0)
            print_line(&lookup, words, count == 2 ? 8 : 4);
    }
    return EXIT_SUCCESS;
}
