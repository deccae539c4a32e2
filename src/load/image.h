/* SPDX-License-Identifier: Apache-2.0 */
/* image.h - a kernel binary as read from its file: segments, symbols, kernels, source lines.
 *
 * The common form of all file formats; decoders and memory set-up read nothing else. */
#ifndef WARPCLOCK_LOAD_IMAGE_H
#define WARPCLOCK_LOAD_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

enum { IMAGE_BYTES_MAX = 1 << 30 }; /* of a file */

struct segment {
    uint64_t address, size;     /* in device memory; size >= file_bytes, the rest is zero */
    const uint8_t *bytes;       /* file_bytes of them */
    uint64_t file_bytes;
    uint64_t file_offset;
    bool readable, writable, executable;
    /* Of an executable one: where its first and last section of code are in `bytes`; code_bytes 0:
     * the file declares none, and all of it may be code. */
    uint64_t code_start, code_bytes;
    bool host_functions; /* stubs of functions that the host provides, made by the loader */
};

/* Functions that CUDA's driver provides to device code. */
enum host_function {
    HOST_FUNCTION_UNKNOWN, /* of no file and no driver that we know */
    HOST_FUNCTION_PRINTF, HOST_FUNCTION_ASSERT, HOST_FUNCTION_MALLOC, HOST_FUNCTION_FREE,
};

struct symbol {
    const char *name;
    uint64_t address, size;
    bool is_function, is_global;
    bool is_kernel_header; /* of a code object v2: an amd_kernel_code_t, followed by code */
};

enum kernel_parameter_kind {
    KERNEL_PARAMETER_VALUE,
    KERNEL_PARAMETER_GLOBAL,
    KERNEL_PARAMETER_LOCAL,
    KERNEL_PARAMETER_CONSTANT,
    KERNEL_PARAMETER_UNTOLD, /* the file has only its size: a value or a pointer */
};

struct kernel_parameter {
    const char *name, *type; /* either may be NULL */
    enum kernel_parameter_kind kind;
    uint32_t bytes;
    uint32_t offset; /* from the kernel's parameter_base */
};

/* Arguments that a compiler for AMD GPUs appends to the declared ones (LLVM, User Guide for AMDGPU
 * Backend, "Kernel Argument Metadata"): the launcher fills them in. */
enum hidden_argument_kind {
    HIDDEN_NONE, /* padding that nothing reads */
    HIDDEN_GLOBAL_OFFSET_X, HIDDEN_GLOBAL_OFFSET_Y, HIDDEN_GLOBAL_OFFSET_Z,
    HIDDEN_BLOCK_COUNT_X, HIDDEN_BLOCK_COUNT_Y, HIDDEN_BLOCK_COUNT_Z,
    HIDDEN_GROUP_SIZE_X, HIDDEN_GROUP_SIZE_Y, HIDDEN_GROUP_SIZE_Z,
    HIDDEN_REMAINDER_X, HIDDEN_REMAINDER_Y, HIDDEN_REMAINDER_Z,
    HIDDEN_GRID_DIMS,
    HIDDEN_PRIVATE_BASE, HIDDEN_SHARED_BASE, /* high words of the apertures' addresses */
    HIDDEN_QUEUE_PTR,
    HIDDEN_DYNAMIC_LDS_SIZE,
    HIDDEN_SERVICE, /* a host service that is not available (printf, hostcall, heap ...): 0 */
};

struct hidden_argument {
    enum hidden_argument_kind kind;
    uint32_t offset, bytes; /* in the kernel-argument segment */
};

/* Data of an AMDGPU code object about a kernel beyond struct kernel. Parameters are at their
 * `offset` in the argument segment (parameter_base is 0, parameter_bytes the segment's size); one
 * of kind LOCAL is a u32, the LDS offset of the memory that the launch provides. */
struct amdgpu_kernel {
    uint32_t version;     /* of the code object: 2 to 5 */
    uint64_t descriptor;  /* address of NAME.kd (v3 on) or of the amd_kernel_code_t (v2) */
    uint32_t rsrc1, rsrc2; /* COMPUTE_PGM_RSRC1, 2 */
    uint32_t properties;  /* bits 6:0: user SGPRs that are set; 9:7, in v2: group counts of the
                           * grid */
    uint32_t argument_alignment; /* of the argument segment */
    uint32_t vgprs, sgprs; /* allocated to a wavefront: granules of rsrc1 */
    uint32_t wavefront;   /* lanes: 64 */
    bool dynamic_stack;   /* a work-item may need more than stack_bytes */
    const struct hidden_argument *hidden;
    uint32_t hidden_count;
};

struct kernel {
    const char *name;
    uint64_t entry;             /* address of its first instruction */
    uint64_t bytes;             /* of code; 0: unknown */
    bool has_parameters;        /* the file describes the parameters */
    struct kernel_parameter *parameters;
    uint32_t parameter_count;
    uint32_t local_bytes;       /* static local (shared) memory of a work-group */
    uint32_t registers;         /* 0: unknown */
    uint32_t register_limit;    /* given to the compiler; 0: unknown */
    uint32_t stack_bytes;       /* local memory per thread */
    bool stack_unknown;         /* ... that the file knows of; recursion may need more */
    uint32_t token_bytes;       /* of the reconvergence stack, as computed by the compiler; 0:
                                 * unknown */
    uint32_t barriers;          /* used by a work-group */
    uint32_t parameter_base, parameter_bytes; /* in constant bank 0 */
    uint32_t max_threads;      /* of a work-group; 0: unknown */
    uint32_t required_block[3]; /* required work-items per group; all 0: any number */
    const uint64_t *exits;      /* addresses of its EXIT instructions, if the file lists them */
    uint32_t exit_count;
    const struct amdgpu_kernel *amdgpu; /* for AMDGPU code objects, else NULL */
};

/* Constant memory that code reads by bank and offset. */
struct constant_bank {
    const char *kernel; /* its kernel; NULL: all kernels of the file */
    uint32_t bank;
    const uint8_t *bytes; /* relocations applied */
    uint32_t size;
    uint64_t address; /* of the segment that also contains it, so that symbols have one; 0: none */
};

/* A word of constant bank 0 that becomes the handle of a texture or surface reference. */
struct texture_reference {
    const char *kernel, *name;
    uint32_t offset;
};

/* A word that the loader could not fill in: an address of a kind that it does not know. Kernels
 * that reach it do not run. */
struct unresolved {
    uint64_t instruction; /* that has it; 0: it is data */
    const char *kernel;   /* of data: whose bank it is in; NULL: any kernel may read it */
    const char *problem;  /* "relocation type 55 (table)" */
};

/* Possible targets of the instruction at `address`: the file lists them for indirect control
 * transfers. */
struct indirect_branch {
    uint64_t address;
    const uint64_t *targets;
    uint32_t count;
};

/* A loop bound in the source: each time the loop is entered it runs at most `iterations` times. */
#define LOOP_BOUND_MAX (UINT64_C(1) << 40) /* far beyond any run */
struct loop_note {
    const char *file; /* as in the line table */
    uint32_t line;    /* of `for` or `while` */
    uint64_t iterations;
};

/* Where a loop is tested in the source. */
enum loop_kind { LOOP_TOP, LOOP_BOTTOM, LOOP_ENDLESS };

/* A loop statement of the source, with or without a bound. The compiler gave its machine code lines
 * from `first` to `last`. */
struct loop_statement {
    const char *file; /* as in the line table */
    uint32_t line;    /* its name: the line of its test, or else of `for` or `while` */
    uint32_t first;   /* of its first word, or of the preceding pragma */
    uint32_t head;    /* the last one before its body */
    uint32_t last;
    uint32_t depth; /* loops around it */
    enum loop_kind kind;
    bool has_calls;
    bool is_outer;  /* it contains a loop */
    bool is_shared; /* another statement has the same `line` */
};

struct image {
    struct arena arena;
    const char *path;
    const char *format;         /* "RISC-V ELF" */
    const char *isa;            /* "rv32": the name of an instruction set in isa/ */
    uint32_t part;              /* of a program with several cubins, from 1; 0: it has one */
    uint64_t base;              /* of a cubin: added to the addresses of its sections */
    uint64_t entry;
    bool is_32_bit;             /* its pointers have 4 bytes, not 8 */
    struct segment *segments;
    uint32_t segment_count;
    struct symbol *symbols;     /* sorted by address, then name */
    uint32_t symbol_count;
    struct kernel *kernels;     /* empty for a program that launches itself */
    uint32_t kernel_count;
    struct kernel *functions;   /* global functions, which can also be entered by name */
    uint32_t function_count;
    uint32_t architecture;      /* of a cubin: 61 for sm_61; of a code object: 803 for gfx803 */
    const char *chip;           /* its name, or NULL */
    struct constant_bank *banks;
    uint32_t bank_count;
    struct texture_reference *texture_references;
    uint32_t texture_reference_count;
    struct unresolved *unresolved;
    uint32_t unresolved_count;
    struct indirect_branch *indirect_branches; /* sorted by address */
    uint32_t indirect_branch_count;
    uint32_t thread_local_bytes; /* PT_TLS: static local memory in the Vortex suite */
    struct symbol *thread_locals; /* its variables by offset */
    uint32_t thread_local_count;
    const char *source, *toolchain; /* from .warpclock.kernels, or NULL */
    const char *source_sha256, *runtime_sha256; /* likewise: what the binary was built from */
    struct loop_note *loop_notes; /* likewise, in the order of the source */
    uint32_t loop_note_count;
    struct loop_statement *loop_statements; /* likewise */
    uint32_t loop_statement_count;
    struct sas_program *sas;    /* of a Sim-D program, else NULL (load/sas.h) */
    struct line_table *lines;   /* NULL without DWARF; read on first use */
    void *file;                 /* the file's bytes, owned */
    uint64_t file_bytes;
};

/* Opens any kernel binary that warpclock reads; detects its format. FILE#N is binary N of a CUDA
 * program of several source files. */
enum wc_status image_open(struct error *err, const char *path, struct image **out);
/* The same from memory; `path` is for messages only. Copies the bytes. */
enum wc_status image_parse(struct error *err, const char *path, const void *bytes, uint64_t size,
                           struct image **out);
/* The same with `base` for the addresses of a cubin: several can be in memory at once. */
enum wc_status image_parse_at(struct error *err, const char *path, const void *bytes,
                              uint64_t size, uint64_t base, struct image **out);
void image_free(struct image *image);

/* The part of a segment that is decoded: an executable one without the data around its code; of any
 * other nothing. */
struct segment segment_code(const struct segment *segment);

const struct symbol *image_symbol(const struct image *image, const char *name);
/* The kernel with that name; the only one if `name` is NULL. Errors list the available ones. */
enum wc_status image_kernel(struct error *err, const struct image *image, const char *name,
                            const struct kernel **out);

struct source_line {
    const char *file; /* as written by the compiler, possibly relative */
    uint32_t line, column;
};
bool image_source_line(const struct image *image, uint64_t address, struct source_line *out);
/* Why the file's DWARF gives no lines, or NULL if it is intact or absent. Damaged debug
 * information never keeps a program from running. */
const char *image_lines_problem(const struct image *image);

#endif
