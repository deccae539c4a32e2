/* SPDX-License-Identifier: Apache-2.0 */
/* record.c - writes launches as jobs: FOLDER/0001-NAME.yaml, with the kernel's binary and the
 * buffers in FOLDER/data.
 *
 * A job has the memory that the kernel can reach: what an argument, a variable of the module or
 * a word of such memory points to. Buffers keep their addresses, so pointers inside data stay valid
 * and the cycles are the same. Files are named by their contents: buffers that many launches share
 * are there once. Buffers that the launch changed are expected outputs. A launch that went wrong
 * expects none: its job goes wrong as well. */
#include <errno.h>
#include <inttypes.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "exec/common/state.h"
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
    struct exec_function *function;
    struct launch_sizes sizes;
    uint8_t *arguments;
    enum wc_status status; /* of the launch */
    char path[4096]; /* of the latest job */
};

/* ---- files ---- */

static bool make_folder(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    exec_complain("%s: cannot make this folder: %s", path, strerror(errno));
    return false;
}

struct recorder *recorder_open(const char *folder, uint64_t max_launches)
{
    struct recorder *recorder = calloc(1, sizeof *recorder);
    char data[4096];
    snprintf(data, sizeof data, "%s/data", folder);
    if (!recorder || !make_folder(folder) || !make_folder(data))
        exec_complain("launches cannot be recorded"); /* each of them fails, which is reported */
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
        exec_complain("%s: cannot write: %s", path, strerror(errno));
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

static uint32_t pointer_bytes(void)
{
    return exec.ranges.high > UINT32_MAX ? 8 : 4;
}

/* Words that are addresses of memory, as the compiler aligns them. */
static bool add_pointers(struct recorder *recorder, const uint8_t *bytes, uint64_t size)
{
    const uint32_t each = pointer_bytes();
    bool added = true;
    for (uint64_t at = 0; added && size >= each && at <= size - each; at += each) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, each);
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

/* A program that knows memory by handles has no addresses to pass by value. */
static bool may_point(const struct kernel_parameter *parameter)
{
    return parameter->use != WC_USE_LOCAL &&
           (parameter->use != WC_USE_VALUE || !exec_interface.has_handles);
}

static bool add_textures(struct recorder *recorder)
{
    bool added = true;
    for (size_t i = 0; added && i < exec.texture_count; i++) {
        const struct exec_texture *from = &exec.textures[i];
        const struct range *range = from->live ? ranges_find(from->texture.address) : NULL;
        if (range && !is_listed(recorder, range->base))
            added = add(recorder, NULL, range->base, range->bytes);
    }
    return added;
}

static bool collect(struct recorder *recorder)
{
    const struct wc_kernel_facts *facts = &recorder->function->facts;
    bool complete = exec_interface.has_handles || /* OpenCL C 1.2 has no variables that change */
                    (add_variables(recorder, recorder->function->module->module) &&
                     add_textures(recorder));
    for (uint32_t i = 0; complete && i < facts->parameter_count; i++) {
        const struct kernel_parameter *parameter = &recorder->function->parameters[i];
        const uint8_t *bytes = recorder->arguments + parameter->offset;
        complete = !may_point(parameter) || add_pointers(recorder, bytes, parameter->bytes);
    }
    /* Nor are there pointers in the memory of handles. */
    for (size_t i = 0; !exec_interface.has_handles && complete && i < recorder->list_count; i++)
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

void recorder_begin(struct recorder *recorder, struct exec_function *function,
                    const struct launch_sizes *sizes, const uint8_t *arguments)
{
    const uint32_t bytes = function->facts.parameter_bytes;
    recorder->failed = false;
    if (recorder->max && recorder->count >= recorder->max)
        return;
    if (sizes->offset[0] || sizes->offset[1] || sizes->offset[2]) {
        exec_complain("%s: a job has no offset of global ids; this launch is not recorded",
                      function->name);
        recorder->failed = true;
        return;
    }
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
    wc_device_heap(exec.device, &base, &end, &align);
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
static uint32_t write_piece(const struct recorder *recorder, FILE *job,
                            const struct kernel_parameter *parameter, uint32_t at)
{
    const uint8_t *bytes = recorder->arguments + parameter->offset;
    const uint32_t size = parameter->bytes, pointer = pointer_bytes();
    uint64_t word = 0;
    uint32_t piece = 8;
    if (may_point(parameter) && at % pointer == 0 && size - at >= pointer) {
        memcpy(&word, bytes + at, pointer);
        if (write_pointer(recorder, job, word))
            return pointer;
    }
    while (at % piece || piece > size - at || (piece == 8 && size != 8))
        piece /= 2;
    word = 0;
    memcpy(&word, bytes + at, piece);
    fprintf(job, "{u%u: %" PRIu64 "}", piece * 8, word);
    return piece;
}

/* The kernel's file knows that it is one: a job may not give it an integer. */
static void write_float(const struct recorder *recorder, FILE *job,
                        const struct kernel_parameter *parameter)
{
    const uint8_t *bytes = recorder->arguments + parameter->offset;
    double number = 0;
    float single = 0;
    memcpy(parameter->bytes == 4 ? (void *)&single : &number, bytes, parameter->bytes);
    if (parameter->bytes == 4)
        fprintf(job, "{f32: %.9g}", (double)single);
    else
        fprintf(job, "{f64: %.17g}", number);
}

static void write_local(const struct recorder *recorder, FILE *job,
                        const struct kernel_parameter *parameter)
{
    uint32_t bytes = 0;
    memcpy(&bytes, recorder->arguments + parameter->offset, sizeof bytes);
    fprintf(job, "{local: %u}", bytes);
}

static void write_argument(const struct recorder *recorder, FILE *job,
                           const struct kernel_parameter *parameter)
{
    const uint32_t size = parameter->bytes;
    const bool is_structure = size != 1 && size != 2 && size != 4 && size != 8;
    fputs(is_structure ? "{struct: [" : "", job);
    for (uint32_t at = 0; at < size;) {
        fputs(at ? ", " : "", job);
        at += write_piece(recorder, job, parameter, at);
    }
    fputs(is_structure ? "]}" : "", job);
}

static void write_arguments(const struct recorder *recorder, FILE *job)
{
    const struct exec_function *function = recorder->function;
    fputs("args: [", job);
    for (uint32_t i = 0; i < function->facts.parameter_count; i++) {
        const struct kernel_parameter *parameter = &function->parameters[i];
        fputs(i ? ", " : "", job);
        if (parameter->use == WC_USE_LOCAL)
            write_local(recorder, job, parameter);
        else if (parameter->use == WC_USE_VALUE && parameter->is_float)
            write_float(recorder, job, parameter);
        else
            write_argument(recorder, job, parameter);
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

static const struct recorded *recorded_at(const struct recorder *recorder, uint64_t address)
{
    for (size_t i = 0; i < recorder->list_count; i++) {
        const struct recorded *one = &recorder->list[i];
        if (!one->name && address >= one->address && address - one->address < one->bytes)
            return one;
    }
    return NULL;
}

static void write_format(FILE *job, const struct wc_texture *t)
{
    static const char *const edges[] = {"wrap", "clamp", "mirror", "border"};
    static const char kinds[] = "uif";
    fprintf(job, "type: %c%u, channels: %u, shape: [%u, %u], pitch: %" PRIu64 ", ",
            kinds[t->texel], t->channel_bytes * 8, t->channels, t->height, t->width, t->pitch);
    fprintf(job, "filter: %s, coordinates: %s, read: %s, edge: [%s, %s]",
            t->linear ? "linear" : "point", t->normalized ? "normalized" : "texels",
            t->fractions ? "fractions" : "elements", edges[t->edge[0]], edges[t->edge[1]]);
    fprintf(job, ", border: [%.9g, %.9g, %.9g, %.9g]", (double)t->border[0],
            (double)t->border[1], (double)t->border[2], (double)t->border[3]);
}

/* In the order of their handles, which the kernel has in its arguments; a freed one is a copy of a
 * live one. */
static void write_textures(const struct recorder *recorder, FILE *job)
{
    const struct exec_texture *some = NULL;
    for (size_t i = exec.texture_count; i-- > 0;) {
        if (exec.textures[i].live && recorded_at(recorder, exec.textures[i].texture.address))
            some = &exec.textures[i];
    }
    if (!some)
        return;
    fputs("textures:\n", job);
    for (size_t i = 0; i < exec.texture_count; i++) {
        const struct exec_texture *slot = &exec.textures[i];
        const bool own = slot->live && recorded_at(recorder, slot->texture.address);
        const struct wc_texture *t = own ? &slot->texture : &some->texture;
        const struct recorded *buffer = recorded_at(recorder, t->address);
        if (own && t->name && slot->module == recorder->function->module)
            fprintf(job, "  '%s': {", t->name);
        else
            fprintf(job, "  texture%zu: {", i + 1);
        fprintf(job, "buffer: b%zu, offset: %" PRIu64 ", ", buffer->number,
                t->address - buffer->address);
        write_format(job, t);
        fputs("}\n", job);
    }
}

static void write_machine(FILE *job)
{
    const char *machine = getenv(EXEC_MACHINE), *sets = getenv(EXEC_SETS);
    fprintf(job, "machine: %s\n", machine ? machine : exec_interface.machine);
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
    if (recorder->status != WC_OK)
        fprintf(job, "# It ended with status %d, so no outputs are expected.\n", recorder->status);
    fprintf(job, "kernel: %s\nentry: '%s'\n", binary, recorder->function->name);
    write_machine(job);
    fprintf(job, "grid: [%u, %u, %u]\nblock: [%u, %u, %u]\n", sizes->grid[0], sizes->grid[1],
            sizes->grid[2], sizes->block[0], sizes->block[1], sizes->block[2]);
    if (sizes->shared)
        fprintf(job, "shared: %" PRIu64 "\n", sizes->shared);
    if (exec.tolerant)
        fputs("on_out_of_bounds: warn\n", job);
    if (sizes->cooperative)
        fputs("cooperative: true\n", job);
    if (exec.stack_bytes)
        fprintf(job, "stack: %" PRIu64 "\n", exec.stack_bytes);
    if (exec.heap_bytes)
        fprintf(job, "heap: %" PRIu64 "\n", exec.heap_bytes);
    bool written = write_list(recorder, job, false);
    write_textures(recorder, job);
    write_arguments(recorder, job);
    return written && write_list(recorder, job, true) &&
           (recorder->status != WC_OK || write_expected(recorder, job));
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
    const char *const endings[] = {exec_interface.elf_ending, exec_interface.bundle_ending};
    const struct exec_module *module = recorder->function->module;
    if (!write_contents(recorder, module->bytes, module->size,
                        endings[memcmp(module->bytes, "\177ELF", 4) != 0], binary))
        return false;
    FILE *job = open_job(recorder);
    bool written = job && write_job(recorder, job, binary) && !ferror(job);
    if (job && fclose(job) != 0)
        written = false;
    if (!written)
        exec_complain("%s: cannot write: %s", recorder->path, strerror(errno));
    if (job && !written)
        remove(recorder->path);
    return written;
}

bool recorder_end(struct recorder *recorder, enum wc_status status, const char **path)
{
    const bool ran = status != WC_BAD_INPUT; /* the program gets an error for what it asked for */
    *path = NULL;
    if (!recorder->active)
        return !recorder->failed;
    recorder->status = status;
    recorder->count += ran;
    const bool written = ran && record(recorder);
    if (written)
        *path = recorder->path;
    forget(recorder);
    return written || !ran;
}
