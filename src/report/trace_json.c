/* SPDX-License-Identifier: Apache-2.0 */
/* trace_json.c - timelines in Chrome's JSON format, for viewers that read nothing else.
 *
 * "Trace Event Format": an array of records, times in microseconds, so a cycle is 0.001. Groups are
 * processes, all rows of slices threads. Of the arrows it has those from barriers: the others do
 * not say where they begin and end, as this format needs it. */
#include "report/trace_writer.h"

#include <inttypes.h>

/* Between quotes; everything except plain ASCII is escaped byte by byte. */
static void write_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(file, "\\%c", c);
        else if (c < 0x20 || c >= 0x7f)
            fprintf(file, "\\u%04x", c);
        else
            fputc(c, file);
    }
    fputc('"', file);
}

static void write_time(FILE *file, const char *key, cycle_t cycles)
{
    fprintf(file, ",\"%s\":%" PRIu64 ".%03u", key, cycles / 1000, (unsigned)(cycles % 1000));
}

static uint32_t process_of(const struct trace_track *track)
{
    return track->parent ? track->parent : track->id;
}

/* A record up to its own fields; the caller closes the brace. */
static void begin_record(struct trace_writer *writer, char phase, uint32_t track)
{
    fprintf(writer->file, "%s{\"ph\":\"%c\",\"pid\":%u,\"tid\":%u", writer->comma ? ",\n" : "\n",
            phase, process_of(&writer->tracks[track - 1]), track);
    writer->comma = true;
}

static void write_metadata(struct trace_writer *writer, const struct trace_track *track,
                           const char *key)
{
    begin_record(writer, 'M', track->id);
    fprintf(writer->file, ",\"name\":\"%s\",\"args\":{\"name\":", key);
    write_text(writer->file, track->name);
    fputs("}}", writer->file);
}

static void json_begin(struct trace_writer *writer)
{
    fputs("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"unit\":\"1 ns is 1 cycle\"},"
          "\"traceEvents\":[", writer->file);
}

static void json_text(struct trace_writer *writer, enum trace_role role, uint32_t id,
                      const char *text)
{
    (void)writer, (void)role, (void)id, (void)text; /* records have full names */
}

static void json_track(struct trace_writer *writer, const struct trace_track *track)
{
    if (track->kind == TRACK_COUNTER)
        return;
    if (!track->parent)
        write_metadata(writer, track, "process_name");
    if (track->kind == TRACK_GROUP)
        return;
    write_metadata(writer, track, "thread_name");
    begin_record(writer, 'M', track->id);
    fprintf(writer->file, ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%u}}",
            track->id);
}

static void write_argument(struct trace_writer *writer, const struct trace_argument *argument)
{
    fprintf(writer->file, "\"%s\":", trace_key_name(argument->key));
    switch (trace_key_form(argument->key)) {
    case FORM_NUMBER:
        fprintf(writer->file, "%" PRIu64, argument->value);
        break;
    case FORM_HEX:
        fprintf(writer->file, "\"0x%" PRIx64 "\"", argument->value);
        break;
    case FORM_TEXT:
        write_text(writer->file, writer->texts[ROLE_VALUE].items[argument->value - 1]);
        break;
    }
}

static void write_slice(struct trace_writer *writer, char phase, const struct trace_slice *slice)
{
    FILE *file = writer->file;
    begin_record(writer, phase, slice->track);
    write_time(file, "ts", slice->begin);
    if (phase == 'X')
        write_time(file, "dur", slice->end - slice->begin);
    fprintf(file, ",\"cat\":\"%s\",\"name\":", trace_category_name(slice->category));
    write_text(file, writer->texts[ROLE_NAME].items[slice->name - 1]);
    if (slice->argument_count) {
        fputs(",\"args\":{", file);
        for (size_t i = 0; i < slice->argument_count; i++) {
            if (i)
                fputc(',', file);
            write_argument(writer, &slice->arguments[i]);
        }
        fputc('}', file);
    }
    fputc('}', file);
}

static void json_open(struct trace_writer *writer, const struct trace_slice *slice)
{
    write_slice(writer, 'B', slice);
}

static void json_close(struct trace_writer *writer, uint32_t track, cycle_t cycle)
{
    begin_record(writer, 'E', track);
    write_time(writer->file, "ts", cycle);
    fputc('}', writer->file);
}

/* One end of an arrow; it is bound to the slice around its time. */
static void write_flow(struct trace_writer *writer, char phase, const struct trace_slice *slice,
                       uint64_t flow)
{
    begin_record(writer, phase, slice->track);
    write_time(writer->file, "ts", slice->begin);
    fprintf(writer->file, ",\"cat\":\"barrier\",\"name\":\"release\",\"id\":%" PRIu64 "%s}", flow,
            phase == 'f' ? ",\"bp\":\"e\"" : "");
}

static void json_whole(struct trace_writer *writer, const struct trace_slice *slice)
{
    write_slice(writer, 'X', slice);
    if (slice->released)
        write_flow(writer, 'f', slice, slice->released);
    for (uint32_t i = 0; i < slice->release_count; i++)
        write_flow(writer, 's', slice, slice->releases + i);
}

/* Two decimals without printf, which would use the decimal point of the caller's locale. */
static void json_counter(struct trace_writer *writer, uint32_t track, cycle_t cycle, double value)
{
    uint64_t hundredths = (uint64_t)(value * 100 + 0.5);
    begin_record(writer, 'C', track);
    write_time(writer->file, "ts", cycle);
    fputs(",\"name\":", writer->file);
    write_text(writer->file, writer->tracks[track - 1].name);
    fprintf(writer->file, ",\"args\":{\"value\":%" PRIu64 ".%02u}}", hundredths / 100,
            (unsigned)(hundredths % 100));
}

static void json_end(struct trace_writer *writer)
{
    fputs("\n]}\n", writer->file);
}

const struct trace_format trace_format_json = {
    .begin = json_begin, .text = json_text,   .track = json_track,
    .open = json_open,   .close = json_close, .whole = json_whole,
    .counter = json_counter, .end = json_end,
};
