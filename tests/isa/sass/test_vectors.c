/* SPDX-License-Identifier: Apache-2.0 */
/* test_vectors.c - the text of stored words of every form, as nvdisasm writes it. */
#include <inttypes.h>
#include <stdio.h>

#include "word_fixture.h"

enum { LINE_BYTES = 512, TEXT_END = 2 };

static void strip_end(char *text)
{
    size_t length = strlen(text);
    while (length && strchr(" \n", text[length - 1]))
        text[--length] = '\0';
}

static void assert_line(struct word *word, char *line)
{
    uint64_t pc, bits;
    uint32_t reuse;
    int behind;
    assert_int_equal(sscanf(line, "%" SCNx64 " %" SCNx64 " %" SCNx32 " %n", &pc, &bits, &reuse,
                            &behind), 3);
    decode(word, pc, bits, NEUTRAL_CONTROL | reuse << 17);
    char *text = strdup(print(word));
    text[strlen(text) - TEXT_END] = '\0';
    strip_end(text);
    strip_end(line);
    if (strcmp(text, line + behind) != 0)
        fail_msg("%016" PRIx64 ":\n  %s\n  %s", bits, line + behind, text);
    assert_int_equal(sass_encode_word(&word->insn), bits);
    free(text);
}

/* PAS-20, PAS-32: random operands and modifiers for every form of the table. */
static void stored_words_read_as_nvdisasm_reads_them(void **unused)
{
    struct word *word = new_word();
    FILE *file = fopen("tests/isa/sass/vectors.txt", "r");
    char line[LINE_BYTES];
    unsigned count = 0;
    (void)unused;
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (*line != '#') {
            assert_line(word, line);
            count++;
        }
    fclose(file);
    assert_true(count >= 5000);
    free_word(word);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_words_read_as_nvdisasm_reads_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
