/* SPDX-License-Identifier: Apache-2.0 */
/* binary32_operands.h - operands for the binary32 tests: the special ones and steered chance. */
#ifndef WARPCLOCK_TESTS_BINARY32_OPERANDS_H
#define WARPCLOCK_TESTS_BINARY32_OPERANDS_H

#include <stdint.h>

#include "binary32_reference.h"

struct chance {
    uint64_t state;
};

uint64_t chance_next(struct chance *);

/* The words every operation meets in all pairs; the first `special_few` also in all triples. */
extern const uint32_t special_words[];
extern const unsigned special_count;
extern const unsigned special_few;

/* Three operands, likely to be hard for this operation. */
void choose_operands(struct chance *, enum reference_operation, uint32_t operand[3]);

#endif
