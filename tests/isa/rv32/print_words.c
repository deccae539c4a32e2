/* SPDX-License-Identifier: Apache-2.0 */
/* print_words.c - decodes and prints single words, for check_disassembly.py.
 *
 * Reads lines "ADDRESS WORD" in hexadecimal and writes one line of text for each. With --rows it
 * writes the table instead, "NAME MATCH MASK" a line, from which random words can be made. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/rv32/table.h"

static void print_rows(void)
{
    for (size_t i = 0; i < rv32_row_count; i++)
        printf("%s %08" PRIx32 " %08" PRIx32 "\n", rv32_rows[i].op.name, rv32_rows[i].match,
               rv32_rows[i].mask);
}

static void print_words(void)
{
    struct rv32_lookup lookup;
    uint32_t pc, bits;
    rv32_lookup_build(&lookup);
    while (scanf("%" SCNx32 " %" SCNx32, &pc, &bits) == 2) {
        struct insn insn;
        struct text text = {0};
        rv32_decode_word(&lookup, bits, pc, RV32_ALL, &insn);
        rv32_print(NULL, &insn, &text);
        puts(text_string(&text));
        text_free(&text);
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
