/* SPDX-License-Identifier: Apache-2.0 */
/* trace_perfetto.c - timelines as Perfetto's TrackEvent packets.
 *
 * A file is a sequence of TracePacket, field 1 of Trace. Field numbers are those of Perfetto's
 * protos/perfetto/trace/: trace_packet.proto, track_event/{track_event, track_descriptor,
 * debug_annotation, process_descriptor, thread_descriptor, counter_descriptor}.proto and
 * interned_data/interned_data.proto. Packets of one sequence share names that were written once
 * (interned); Perfetto sorts by time itself, keeping the order of packets with equal times. */
#include "report/protobuf.h"
#include "report/trace_writer.h"

enum trace_field { TRACE_PACKET = 1 };

enum packet_field {
    PACKET_TIMESTAMP = 8,
    PACKET_SEQUENCE = 10,
    PACKET_TRACK_EVENT = 11,
    PACKET_INTERNED_DATA = 12,
    PACKET_SEQUENCE_FLAGS = 13,
    PACKET_TRACK_DESCRIPTOR = 60,
};
enum { SEQUENCE = 1, STATE_CLEARED = 1, NEEDS_STATE = 2 };

enum event_field {
    EVENT_CATEGORY = 3,
    EVENT_ANNOTATION = 4,
    EVENT_TYPE = 9,
    EVENT_NAME = 10,
    EVENT_TRACK = 11,
    EVENT_DOUBLE_VALUE = 44,
    EVENT_FLOW = 47,
};
enum event_type { TYPE_SLICE_BEGIN = 1, TYPE_SLICE_END = 2, TYPE_COUNTER = 4 };

enum annotation_field {
    ANNOTATION_NAME = 1,
    ANNOTATION_UINT = 3,
    ANNOTATION_POINTER = 7, /* shown in hexadecimal */
    ANNOTATION_TEXT = 17,
};

enum interned_field {
    INTERNED_CATEGORIES = 1,
    INTERNED_NAMES = 2,
    INTERNED_ANNOTATION_NAMES = 3,
    INTERNED_ANNOTATION_TEXTS = 29,
};
enum interned_entry { ENTRY_ID = 1, ENTRY_TEXT = 2 };

enum descriptor_field {
    DESCRIPTOR_ID = 1,
    DESCRIPTOR_NAME = 2,
    DESCRIPTOR_PROCESS = 3,
    DESCRIPTOR_THREAD = 4,
    DESCRIPTOR_PARENT = 5,
    DESCRIPTOR_COUNTER = 8,
};
enum { PROCESS_PID = 1, PROCESS_NAME = 6, THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5,
       COUNTER_UNIT_NAME = 6 };

static void write_packet(struct trace_writer *writer, struct protobuf *packet, uint32_t flags)
{
    struct protobuf frame;
    protobuf_uint(packet, PACKET_SEQUENCE, SEQUENCE);
    if (flags)
        protobuf_uint(packet, PACKET_SEQUENCE_FLAGS, flags);
    frame.length = 0;
    protobuf_tag(&frame, TRACE_PACKET, WIRE_BYTES);
    protobuf_varint(&frame, packet->length);
    fwrite(frame.bytes, 1, frame.length, writer->file); /* output_commit checks ferror */
    fwrite(packet->bytes, 1, packet->length, writer->file);
}

static void write_event(struct trace_writer *writer, const struct protobuf *event, cycle_t cycle,
                        uint32_t flags)
{
    struct protobuf packet;
    packet.length = 0;
    protobuf_uint(&packet, PACKET_TIMESTAMP, cycle);
    protobuf_message(&packet, PACKET_TRACK_EVENT, event);
    write_packet(writer, &packet, flags);
}

/* ---- written once ---- */

static void add_interned(struct protobuf *data, enum interned_field field, uint64_t id,
                         const char *text)
{
    struct protobuf entry;
    entry.length = 0;
    protobuf_uint(&entry, ENTRY_ID, id);
    protobuf_text(&entry, ENTRY_TEXT, text);
    protobuf_message(data, field, &entry);
}

static void perfetto_begin(struct trace_writer *writer)
{
    struct protobuf data, packet;
    data.length = packet.length = 0;
    for (unsigned i = 0; i < CATEGORY_COUNT; i++)
        add_interned(&data, INTERNED_CATEGORIES, i + 1,
                     trace_category_name((enum trace_category)i));
    for (unsigned i = 0; i < KEY_COUNT; i++)
        add_interned(&data, INTERNED_ANNOTATION_NAMES, i + 1, trace_key_name((enum trace_key)i));
    protobuf_message(&packet, PACKET_INTERNED_DATA, &data);
    write_packet(writer, &packet, STATE_CLEARED | NEEDS_STATE);
}

static void perfetto_text(struct trace_writer *writer, enum trace_role role, uint32_t id,
                          const char *text)
{
    struct protobuf data, packet;
    data.length = packet.length = 0;
    add_interned(&data, role == ROLE_NAME ? INTERNED_NAMES : INTERNED_ANNOTATION_TEXTS, id, text);
    protobuf_message(&packet, PACKET_INTERNED_DATA, &data);
    write_packet(writer, &packet, NEEDS_STATE);
}

static void describe_kind(struct protobuf *descriptor, const struct trace_track *track)
{
    struct protobuf inner;
    inner.length = 0;
    switch (track->kind) {
    case TRACK_GROUP:
        protobuf_uint(&inner, PROCESS_PID, track->id);
        protobuf_text(&inner, PROCESS_NAME, track->name);
        protobuf_message(descriptor, DESCRIPTOR_PROCESS, &inner);
        break;
    case TRACK_WARP:
        protobuf_uint(&inner, THREAD_PID, track->parent);
        protobuf_uint(&inner, THREAD_TID, track->id);
        protobuf_text(&inner, THREAD_NAME, track->name);
        protobuf_message(descriptor, DESCRIPTOR_THREAD, &inner);
        break;
    case TRACK_COUNTER:
        protobuf_text(&inner, COUNTER_UNIT_NAME, track->unit);
        protobuf_message(descriptor, DESCRIPTOR_COUNTER, &inner);
        break;
    case TRACK_LANE:
        break;
    }
}

static void perfetto_track(struct trace_writer *writer, const struct trace_track *track)
{
    struct protobuf descriptor, packet;
    descriptor.length = packet.length = 0;
    protobuf_uint(&descriptor, DESCRIPTOR_ID, track->id);
    if (track->parent)
        protobuf_uint(&descriptor, DESCRIPTOR_PARENT, track->parent);
    protobuf_text(&descriptor, DESCRIPTOR_NAME, track->name);
    describe_kind(&descriptor, track);
    protobuf_message(&packet, PACKET_TRACK_DESCRIPTOR, &descriptor);
    write_packet(writer, &packet, 0);
}

/* ---- slices and counters ---- */

static void add_annotation(struct protobuf *event, const struct trace_argument *argument)
{
    static const uint32_t fields[] = {[FORM_NUMBER] = ANNOTATION_UINT,
                                      [FORM_HEX] = ANNOTATION_POINTER,
                                      [FORM_TEXT] = ANNOTATION_TEXT};
    struct protobuf annotation;
    annotation.length = 0;
    protobuf_uint(&annotation, ANNOTATION_NAME, (uint64_t)argument->key + 1);
    protobuf_uint(&annotation, fields[trace_key_form(argument->key)], argument->value);
    protobuf_message(event, EVENT_ANNOTATION, &annotation);
}

static void perfetto_open(struct trace_writer *writer, const struct trace_slice *slice)
{
    struct protobuf event;
    event.length = 0;
    protobuf_uint(&event, EVENT_TYPE, TYPE_SLICE_BEGIN);
    protobuf_uint(&event, EVENT_TRACK, slice->track);
    protobuf_uint(&event, EVENT_CATEGORY, (uint64_t)slice->category + 1);
    protobuf_uint(&event, EVENT_NAME, slice->name);
    for (size_t i = 0; i < slice->argument_count; i++)
        add_annotation(&event, &slice->arguments[i]);
    if (slice->flow)
        protobuf_fixed64(&event, EVENT_FLOW, slice->flow);
    if (slice->released)
        protobuf_fixed64(&event, EVENT_FLOW, slice->released);
    for (uint32_t i = 0; i < slice->release_count; i++)
        protobuf_fixed64(&event, EVENT_FLOW, slice->releases + i);
    write_event(writer, &event, slice->begin, NEEDS_STATE);
}

static void perfetto_close(struct trace_writer *writer, uint32_t track, cycle_t cycle)
{
    struct protobuf event;
    event.length = 0;
    protobuf_uint(&event, EVENT_TYPE, TYPE_SLICE_END);
    protobuf_uint(&event, EVENT_TRACK, track);
    write_event(writer, &event, cycle, 0);
}

static void perfetto_whole(struct trace_writer *writer, const struct trace_slice *slice)
{
    perfetto_open(writer, slice);
    perfetto_close(writer, slice->track, slice->end);
}

static void perfetto_counter(struct trace_writer *writer, uint32_t track, cycle_t cycle,
                             double value)
{
    struct protobuf event;
    event.length = 0;
    protobuf_uint(&event, EVENT_TYPE, TYPE_COUNTER);
    protobuf_uint(&event, EVENT_TRACK, track);
    protobuf_double(&event, EVENT_DOUBLE_VALUE, value);
    write_event(writer, &event, cycle, 0);
}

static void perfetto_end(struct trace_writer *writer)
{
    (void)writer; /* a sequence of packets needs no end */
}

const struct trace_format trace_format_perfetto = {
    .begin = perfetto_begin, .text = perfetto_text,   .track = perfetto_track,
    .open = perfetto_open,   .close = perfetto_close, .whole = perfetto_whole,
    .counter = perfetto_counter, .end = perfetto_end,
};
