/* SPDX-License-Identifier: Apache-2.0 */
/* print_words.c - decodes and prints single instructions, for make-vectors.py: of gfx803, or of the
 * chip in its argument, 900 or 906.
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

int main(int count_of_arguments, char **arguments)
{
    static struct gcn3_lookup lookup;
    char line[64];
    const char *chip = count_of_arguments > 1 ? arguments[1] : "803";
    gcn3_lookup_build(&lookup, gcn3_version_of((uint32_t)strtoul(chip, NULL, 10)));
    while (fgets(line, sizeof line, stdin)) {
        uint32_t words[2] = {0};
        int count = sscanf(line, "%" SCNx32 ",%" SCNx32, &words[0], &words[1]);
        if (count > 0)
            print_line(&lookup, words, count == 2 ? 8 : 4);
    }
    return EXIT_SUCCESS;
}
