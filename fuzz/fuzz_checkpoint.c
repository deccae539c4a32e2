/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_checkpoint.c - bytes as a checkpoint to continue from.
 *
 * If the first byte is even, the others are the file. If it is odd, they change a file that a run
 * has left: four bytes say where, the next one how. Only an unchanged file is continued from. Every
 * other one is refused and stays as it is. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "warpclock.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STOP = 40, EDIT = 5 };

static const char job_text[] = "kernel: fuzz.sas\nndrange: [1024, 1]\nwidth: 1024\n";
static const char kernel_text[] = ".data\n 0 0x0 1024 1 n\n.text\n ldglin v0, 0\n"
                                  " add v0, v0, v0\n stglin v0, 0\n exit\n";

static enum wc_status run(const char *checkpoint, uint64_t max_cycles)
{
    wc_context *context = wc_context_new();
    wc_job *job = NULL;
    wc_result *result = NULL;
    wc_context_add_machine_folder(context, machines_folder());
    folder_write("fuzz.sas", kernel_text, strlen(kernel_text));
    enum wc_status status = wc_job_parse(context, folder_path("fuzz.yaml"), job_text,
                                         strlen(job_text), &job);
    if (status == WC_OK)
        status = wc_run(job, &WC_RUN_OPTIONS(.checkpoint = checkpoint, .max_cycles = max_cycles),
                        &result);
    if (status != wc_error_status(context))
        finding("wc_run returns %d, but its context says %d", status, wc_error_status(context));
    wc_result_free(result);
    wc_job_free(job);
    wc_context_free(context);
    return status;
}

struct file {
    uint8_t *bytes;
    size_t count;
};

static struct file read_file(const char *path)
{
    struct file file = {0};
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return file;
    fseek(stream, 0, SEEK_END);
    file.count = (size_t)ftell(stream);
    rewind(stream);
    file.bytes = malloc(file.count + 1);
    if (!file.bytes || fread(file.bytes, 1, file.count, stream) != file.count)
        finding("cannot read %s", path);
    fclose(stream);
    return file;
}

/* What a run leaves that reaches its limit of cycles. */
static struct file left_by_a_run(void)
{
    const char *path = folder_path("left.checkpoint");
    enum wc_status status = run(path, STOP);
    struct file file = read_file(path);
    remove(path);
    if (status != WC_DEADLOCK || file.count == 0)
        finding("a run of %d cycles: status %d, %zu bytes", STOP, status, file.count);
    return file;
}

static void change(struct file file, const uint8_t *edits, size_t count)
{
    for (; count >= EDIT; edits += EDIT, count -= EDIT) {
        uint32_t at;
        memcpy(&at, edits, sizeof at);
        file.bytes[at % file.count] ^= edits[EDIT - 1];
    }
}

static void try(const uint8_t *bytes, size_t count, bool whole)
{
    const char *path = folder_write("run.checkpoint", bytes, count);
    enum wc_status status = run(path, 0);
    struct file after = read_file(path);
    if (status != (whole ? WC_OK : WC_BAD_INPUT))
        finding("status %d, %s file", status, whole ? "unchanged" : "changed");
    if (whole ? after.count != 0
              : after.count != count || (count && memcmp(after.bytes, bytes, count) != 0))
        finding("%zu bytes are left of %zu", after.count, count);
    free(after.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    if (data[0] % 2 == 0) {
        try(data + 1, size - 1, false);
        return 0;
    }
    struct file left = left_by_a_run();
    uint8_t *before = malloc(left.count);
    if (!before)
        return 0;
    memcpy(before, left.bytes, left.count);
    change(left, data + 1, size - 1);
    try(left.bytes, left.count, memcmp(before, left.bytes, left.count) == 0);
    free(before);
    free(left.bytes);
    return 0;
}
