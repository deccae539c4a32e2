/* SPDX-License-Identifier: Apache-2.0 */
/* rv32.h - how a launch reaches an RV32 program.
 *
 * A kernel gets its arguments in registers and on the stack by the ilp32f calling convention; the
 * launch record (kernels/runtime/launch.h) holds their image, grid and block. A program that spawns
 * its own warps gets them as a structure in memory. */
#ifndef WARPCLOCK_ABI_RV32_H
#define WARPCLOCK_ABI_RV32_H

#include "abi/launch.h"
#include "kernels/runtime/launch.h"
#include "memory/port.h"

/* The record of a launch, without the distribution of its groups over the machine. Refuses
 * structures as arguments, and too many arguments. */
enum wc_status rv32_make_record(struct error *err, const struct launch *launch,
                                struct warpclock_launch *record);
/* The parts of a group's local memory that the kernel may access, by offset from its start: the
 * group block of `block_bytes` below tp (through tp alone; 0: there is none), its static arrays and
 * its __local arguments. Bytes of other kernels and those between arrays are in none. Returns their
 * number. */
enum { RV32_STATIC_ARRAYS_MAX = 64, RV32_PARTS_MAX = RV32_STATIC_ARRAYS_MAX + 48 };
uint32_t rv32_local_parts(const struct launch *launch, uint32_t block_bytes,
                          struct memory_part parts[RV32_PARTS_MAX]);

/* Refuses arguments that RV32 kernels cannot take. `packed`: the program finds them in memory, one
 * after the other. */
enum wc_status rv32_check_arguments(struct error *err, const struct launch *launch, bool packed);

/* Writable data of the program: host pointer to bytes, or NULL. */
void *rv32_data(const struct memory *memory, uint64_t address, uint64_t bytes);
/* Writes the record to the symbol __warpclock_launch, or a word to another symbol, of the image. */
enum wc_status rv32_store_record(struct error *err, const struct memory *memory,
                                 const struct image *image, const struct warpclock_launch *record);
enum wc_status rv32_store_word(struct error *err, const struct memory *memory,
                               const struct image *image, const char *symbol, uint32_t word);

/* Arguments as a C structure with natural alignment; into NULL only measures. Local arguments are
 * addresses from local_base on. */
uint64_t rv32_pack(const struct launch *launch, uint32_t local_base, uint8_t *into);
/* Bytes of local memory that such a program needs. */
uint64_t rv32_program_local(const struct launch *launch);

#endif
