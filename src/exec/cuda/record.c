/* SPDX-License-Identifier: Apache-2.0 */
/* record.c - writes launches as jobs: FOLDER/0001-NAME.yaml, with the kernel's binary and the
 * buffers in FOLDER/data.
 *
 * A job has the memory that the kernel can reach: what an argument, a variable of the module or
 * a word of such memory points to. Buffers keep their addresses, so pointers inside data stay valid
 * and the cycles are the same. Files are named by their contents: buffers that many launches share
 * are there once. Buffers that the launch changed are expected outputs. */
#include <errno.h>
#include <inttypes.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "exec/cuda/state.h"
#include "exec/environment.h"

enum { HASH_TEXT = 33, NAME_MAX_SHOWN = 40 };

/* A buffer or a variable of the launch. */
struct recorded {
    const char *name; /* of a variable; NULL: a buffer */
    size_t number;    /* of a buffer, from 1 */
    uint64_t address, bytes;
    uint8_t *before; /* contents, copied */
};

struct recorder {
    const char *folder;
    uint64_t max, count; /* launches; max 0: all */
    uint64_t number;     /* of the latest job */
    struct recorded *list;
    size_t list_count, buffer_count;
    bool active; /* the launch under way is recorded */
    bool failed; /* ... or should be, and cannot */
    struct CUfunc_st *function;
    struct launch_sizes sizes;
    uint8_t *arguments;
    char path[4096]; /* of the latest job */
};

/* ---- files ---- */

static bool make_folder(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    cuda_complain("%s: cannot make this folder: %s", path, strerror(errno));
    return false;
}

struct recorder *recorder_open(const char *folder, uint64_t max_launches)
{
    struct recorder *recorder = calloc(1, sizeof *recorder);
    char data[4096];
    snprintf(data, sizeof data, "%s/data", folder);
    if (!recorder || !make_folder(folder) || !make_folder(data))
        cuda_complain("launches cannot be recorded"); /* each of them fails, which is reported */
    if (!recorder)
        return NULL;
    recorder->folder = folder;
    recorder->max = max_launches;
    return recorder;
}

static void hash_text(const uint8_t *bytes, uint64_t size, char text[HASH_TEXT])
{
    struct sha256_ctx hash;
    uint8_t digest[HASH_TEXT / 2];
    sha256_init(&hash);
    sha256_update(&hash, size, bytes);
    sha256_digest(&hash, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

static bool write_file(const char *path, const void *bytes, uint64_t size)
{
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) != 0)
        written = false;
    if (!written)
        cuda_complain("%s: cannot write: %s", path, strerror(errno));
    if (file && !written)
        remove(path);
    return written;
}

/* The name of the file with these bytes, relative to the folder. */
static bool write_contents(const struct recorder *recorder, const uint8_t *bytes, uint64_t size,
                           const char *ending, char name[64])
{
    char hash[HASH_TEXT], path[4200];
    struct stat there;
    hash_text(bytes, size, hash);
    snprintf(name, 64, "data/%s.%s", hash, ending);
    snprintf(path, sizeof path, "%s/%s", recorder->folder, name);
    return (stat(path, &there) == 0 && (uint64_t)there.st_size == size) ||
           write_file(path, bytes, size);
}

/* ---- what the kernel can reach ---- */

static bool is_listed(const struct recorder *recorder, uint64_t address)
{
    for (size_t i = 0; i < recorder->list_count; i++) {
        if (recorder->list[i].address == address)
            return true;
    }
    return false;
}

static bool add(struct recorder *recorder, const char *name, uint64_t address, uint64_t bytes)
{
    const void *from = ranges_device_bytes((void *)(uintptr_t)address, bytes);
    struct recorded *grown =
        reallocarray(recorder->list, recorder->list_count + 1, sizeof *grown);
    uint8_t *copy = malloc(bytes);
    if (grown)
        recorder->list = grown;
    if (!from || !grown || !copy) {
        free(copy);
        return false;
    }
    memcpy(copy, from, bytes);
    grown[recorder->list_count++] =
        (struct recorded){.name = name, .number = name ? 0 : ++recorder->buffer_count,
                          .address = address, .bytes = bytes, .before = copy};
    return true;
}

/* Words that are addresses of memory, as the compiler aligns them. */
static bool add_pointers(struct recorder *recorder, const uint8_t *bytes, uint64_t size)
{
    bool added = true;
    for (uint64_t at = 0; added && size >= 8 && at <= size - 8; at += 8) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof word);
        const struct range *range = word ? ranges_find(word) : NULL;
        if (range && !is_listed(recorder, range->base))
            added = add(recorder, NULL, range->base, range->bytes);
    }
    return added;
}

static bool add_variables(struct recorder *recorder, const wc_module *module)
{
    const char *name;
    uint64_t address, bytes;
    bool added = true;
    for (size_t i = 0; added && (name = wc_module_variable_name(module, i)); i++) {
        if (wc_module_variable(module, name, &address, &bytes) && name[0] != '$' &&
            !is_listed(recorder, address))
            added = add(recorder, name, address, bytes);
    }
    return added;
}

static bool collect(struct recorder *recorder)
{
    const struct wc_kernel_facts *facts = &recorder->function->facts;
    bool complete = add_variables(recorder, recorder->function->module->module);
    for (uint32_t i = 0; complete && i < facts->parameter_count; i++) {
        const struct kernel_parameter *parameter = &recorder->function->parameters[i];
        complete = add_pointers(recorder, recorder->arguments + parameter->offset,
                                parameter->bytes);
    }
    for (size_t i = 0; complete && i < recorder->list_count; i++) /* grows meanwhile */
        complete = add_pointers(recorder, recorder->list[i].before, recorder->list[i].bytes);
    return complete;
}

static void forget(struct recorder *recorder)
{
    for (size_t i = 0; i < recorder->list_count; i++)
        free(recorder->list[i].before);
    recorder->list_count = recorder->buffer_count = 0;
    free(recorder->arguments);
    recorder->arguments = NULL;
    recorder->active = false;
}

void recorder_begin(struct recorder *recorder, struct CUfunc_st *function,
                    const struct launch_sizes *sizes, const uint8_t *arguments)
{
    const uint32_t bytes = function->facts.parameter_bytes;
    recorder->failed = false;
    if (recorder->max && recorder->count >= recorder->max)
        return;
    recorder->arguments = malloc(bytes + 1);
    recorder->failed = !recorder->arguments;
    if (recorder->failed)
        return;
    memcpy(recorder->arguments, arguments, bytes);
    recorder->function = function;
    recorder->sizes = *sizes;
    recorder->active = collect(recorder);
    recorder->failed = !recorder->active;
    if (recorder->failed)
        forget(recorder);
}

/* ---- the job ---- */

static const char *word_type(uint64_t bytes)
{
    return bytes % 4 ? "u8" : "u32";
}

/* "type: u32, shape: [16], fill: 0", or with a file. */
static bool write_array(const struct recorder *recorder, FILE *job, const uint8_t *bytes,
                        uint64_t size)
{
    char name[64];
    const uint64_t each = size % 4 ? 1 : 4;
    fprintf(job, "type: %s, shape: [%" PRIu64 "], ", word_type(size), size / each);
    if (!bytes[0] && !memcmp(bytes, bytes + 1, size - 1)) {
        fprintf(job, "fill: 0");
        return true;
    }
    if (!write_contents(recorder, bytes, size, "bin", name))
        return false;
    fprintf(job, "file: %s", name);
    return true;
}

/* Memory that the program registered is at an address of its own, which no machine has. */
static bool is_of_machine(uint64_t address)
{
    uint64_t base = 0, end = 0, align = 0;
    wc_device_heap(cuda.device, &base, &end, &align);
    return address >= base && address < end;
}

static bool write_list(const struct recorder *recorder, FILE *job, bool variables)
{
    bool any = false, written = true;
    for (size_t i = 0; written && i < recorder->list_count; i++) {
        const struct recorded *one = &recorder->list[i];
        if ((one->name != NULL) != variables)
            continue;
        if (!any)
            fputs(variables ? "symbols:\n" : "buffers:\n", job);
        any = true;
        if (variables)
            fprintf(job, "  '%s': {", one->name);
        else
            fprintf(job, "  b%zu: {", one->number);
        if (!variables && is_of_machine(one->address))
            fprintf(job, "address: 0x%" PRIx64 ", ", one->address);
        written = write_array(recorder, job, one->before, one->bytes);
        fputs("}\n", job);
    }
    return written;
}

/* The buffer that a word points into, or false. */
static bool write_pointer(const struct recorder *recorder, FILE *job, uint64_t word)
{
    for (size_t i = 0; i < recorder->list_count; i++) {
        const struct recorded *one = &recorder->list[i];
        if (one->name || word < one->address || word - one->address >= one->bytes)
            continue;
        if (word == one->address)
            fprintf(job, "b%zu", one->number);
        else
            fprintf(job, "{buffer: b%zu, offset: %" PRIu64 "}", one->number,
                    word - one->address);
        return true;
    }
    return false;
}

/* The largest piece at `at` that is aligned and fits: a pointer, a word, or less. */
static uint32_t write_piece(const struct recorder *recorder, FILE *job, const uint8_t *bytes,
                            uint32_t at, uint32_t size)
{
    uint64_t word = 0;
    uint32_t piece = 8;
    if (at % 8 == 0 && size - at >= 8) {
        memcpy(&word, bytes + at, 8);
        if (write_pointer(recorder, job, word))
            return 8;
    }
    while (at % piece || piece > size - at || (piece == 8 && size != 8))
        piece /= 2;
    word = 0;
    memcpy(&word, bytes + at, piece);
    fprintf(job, "{u%u: %" PRIu64 "}", piece * 8, word);
    return piece;
}

static void write_argument(const struct recorder *recorder, FILE *job, const uint8_t *bytes,
                           uint32_t size)
{
    const bool is_structure = size != 1 && size != 2 && size != 4 && size != 8;
    fputs(is_structure ? "{struct: [" : "", job);
    for (uint32_t at = 0; at < size;) {
        fputs(at ? ", " : "", job);
        at += write_piece(recorder, job, bytes, at, size);
    }
    fputs(is_structure ? "]}" : "", job);
}

static void write_arguments(const struct recorder *recorder, FILE *job)
{
    const struct CUfunc_st *function = recorder->function;
    fputs("args: [", job);
    for (uint32_t i = 0; i < function->facts.parameter_count; i++) {
        fputs(i ? ", " : "", job);
        write_argument(recorder, job, recorder->arguments + function->parameters[i].offset,
                       function->parameters[i].bytes);
    }
    fputs("]\n", job);
}

static bool write_expected(const struct recorder *recorder, FILE *job)
{
    bool any = false, written = true;
    for (size_t i = 0; written && i < recorder->list_count; i++) {
        const struct recorded *one = &recorder->list[i];
        const void *now = ranges_device_bytes((void *)(uintptr_t)one->address, one->bytes);
        char name[64];
        if (!now || !memcmp(now, one->before, one->bytes))
            continue;
        fputs(any ? "" : "expect:\n", job);
        any = true;
        written = write_contents(recorder, now, one->bytes, "bin", name);
        if (one->name)
            fprintf(job, "  '%s': {file: %s}\n", one->name, name);
        else
            fprintf(job, "  b%zu: {file: %s}\n", one->number, name);
    }
    return written;
}

static void write_machine(FILE *job)
{
    const char *machine = getenv(EXEC_MACHINE), *sets = getenv(EXEC_SETS);
    fprintf(job, "machine: %s\n", machine ? machine : "jetson-tx2");
    if (!sets || !*sets)
        return;
    char *copy = strdup(sets), *rest = NULL;
    fputs("set:\n", job);
    for (char *line = copy ? strtok_r(copy, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        char *value = strchr(line, '=');
        if (value)
            fprintf(job, "  %.*s: %s\n", (int)(value - line), line, value + 1);
    }
    free(copy);
}

static bool write_job(const struct recorder *recorder, FILE *job, const char *binary)
{
    const struct launch_sizes *sizes = &recorder->sizes;
    fprintf(job, "# Launch %" PRIu64 " of a program, recorded by warpclock exec.\n",
            recorder->number);
    fprintf(job, "kernel: %s\nentry: '%s'\n", binary, recorder->function->name);
    write_machine(job);
    fprintf(job, "grid: [%u, %u, %u]\nblock: [%u, %u, %u]\n", sizes->grid[0], sizes->grid[1],
            sizes->grid[2], sizes->block[0], sizes->block[1], sizes->block[2]);
    if (sizes->shared)
        fprintf(job, "shared: %" PRIu64 "\n", sizes->shared);
    if (cuda.stack_bytes)
        fprintf(job, "stack: %" PRIu64 "\n", cuda.stack_bytes);
    if (cuda.heap_bytes)
        fprintf(job, "heap: %" PRIu64 "\n", cuda.heap_bytes);
    bool written = write_list(recorder, job, false);
    write_arguments(recorder, job);
    return written && write_list(recorder, job, true) && write_expected(recorder, job);
}

/* A new file with the next free number: processes of one program share the folder. */
static FILE *open_job(struct recorder *recorder)
{
    FILE *job;
    do
        snprintf(recorder->path, sizeof recorder->path, "%s/%04" PRIu64 "-%.*s.yaml",
                 recorder->folder, ++recorder->number, NAME_MAX_SHOWN, recorder->function->name);
    while (!(job = fopen(recorder->path, "wx")) && errno == EEXIST);
    return job;
}

static bool record(struct recorder *recorder)
{
    char binary[64];
    const struct CUmod_st *module = recorder->function->module;
    if (!write_contents(recorder, module->bytes, module->size,
                        memcmp(module->bytes, "\177ELF", 4) ? "fatbin" : "cubin", binary))
        return false;
    FILE *job = open_job(recorder);
    bool written = job && write_job(recorder, job, binary) && !ferror(job);
    if (job && fclose(job) != 0)
        written = false;
    if (!written)
        cuda_complain("%s: cannot write: %s", recorder->path, strerror(errno));
    if (job && !written)
        remove(recorder->path);
    return written;
}

bool recorder_end(struct recorder *recorder, bool ran, const char **path)
{
    *path = NULL;
    if (!recorder->active)
        return !recorder->failed;
    recorder->count += ran;
    const bool written = ran && record(recorder);
    if (written)
        *path = recorder->path;
    forget(recorder);
    return written || !ran;
}
