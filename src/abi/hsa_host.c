/* SPDX-License-Identifier: Apache-2.0 */
/* hsa_host.c - the buffers of AMD's printf, as its device library uses them. */
#include "abi/hsa_host.h"

#include <stdlib.h>
#include <string.h>

#include "abi/pack.h"
#include "abi/print_format.h"
#include "memory/shadow.h"

/* The hostcall buffer: addresses of headers, payloads and doorbell, two stacks of packets, and the
 * mask that takes the number of a packet from an entry of a stack; the rest of an entry makes it
 * differ from earlier ones. */
struct hostcall {
    uint64_t headers, payloads, doorbell, free_stack, ready_stack, index_mask;
};

struct packet_header {
    uint64_t next, lanes; /* on the same stack; lanes that call */
    uint32_t service, control;
};

enum { LANES = 64, SLOTS = 8, SERVICE_PRINTF = 2, CONTROL_READY = 1 };
enum { DOORBELL_AT = 64, HEADERS_AT = 128 }; /* after the start of the buffer */
enum { PRINTF_BYTES = 1 << 20, PRINTF_HEADER = 8 };

struct payload {
    uint64_t slot[LANES][SLOTS];
};

/* The first slot of a call of printf: is it the first, the last, how many words, which message. */
enum { PART_BEGIN = 1, PART_END = 2, PART_WORDS_AT = 5, PART_WORDS_MASK = 7, PART_MESSAGE_AT = 8 };

static void *bytes_at(const struct hsa_host *host, uint64_t address, uint64_t bytes)
{
    return memory_bytes(host->memory, address, bytes);
}

/* ---- placing ---- */

static uint64_t payloads_at(uint64_t packets)
{
    return round_up_to(HEADERS_AT + packets * sizeof(struct packet_header), 64);
}

/* All packets are on the free stack; an entry that is 0 ends it. */
static void fill_hostcall(const struct hsa_host *host)
{
    const uint64_t base = host->hostcall_base, count = host->packets;
    struct hostcall *buffer = bytes_at(host, base, sizeof *buffer);
    struct packet_header *headers =
        bytes_at(host, base + HEADERS_AT, count * sizeof *headers);
    for (uint64_t i = 1; i < count; i++)
        headers[i].next = count + i - 1;
    *buffer = (struct hostcall){.headers = base + HEADERS_AT,
                                .payloads = base + payloads_at(count),
                                .doorbell = base + DOORBELL_AT, .free_stack = 2 * count - 1,
                                .index_mask = count - 1};
}

static enum wc_status place_hostcall(struct error *err, struct hsa_host *host,
                                     struct memory *memory, const struct hsa_host_place *place)
{
    host->packets = 1;
    while (host->packets < place->wavefronts)
        host->packets *= 2;
    const uint64_t bytes = payloads_at(host->packets) + host->packets * sizeof(struct payload);
    enum wc_status status =
        memory_allocate(err, memory, ALLOCATION_HEAP, "hostcall buffer", bytes, place->align,
                        place->low, place->high, &host->hostcall_base);
    if (status == WC_OK)
        fill_hostcall(host);
    return status;
}

static enum wc_status place_printf(struct error *err, struct hsa_host *host,
                                   struct memory *memory, const struct hsa_host_place *place)
{
    const uint32_t bytes = PRINTF_BYTES;
    enum wc_status status =
        memory_allocate(err, memory, ALLOCATION_HEAP, "printf buffer", bytes, place->align,
                        place->low, place->high, &host->printf_base);
    if (status == WC_OK)
        memcpy((uint8_t *)bytes_at(host, host->printf_base, PRINTF_HEADER) + 4, &bytes,
               sizeof bytes);
    return status;
}

enum wc_status hsa_host_begin(struct error *err, struct hsa_host *host, struct memory *memory,
                              const struct launch *launch, const struct hsa_host_place *place)
{
    *host = (struct hsa_host){.memory = memory};
    memory_release(memory, ALLOCATION_HEAP);
    enum wc_status status =
        amdgpu_services_read(err, launch->image, launch->kernel, &host->services);
    if (status == WC_OK && host->services.hostcall_buffer != AMDGPU_NO_ARGUMENT)
        status = place_hostcall(err, host, memory, place);
    if (status == WC_OK && host->services.printf_buffer != AMDGPU_NO_ARGUMENT)
        status = place_printf(err, host, memory, place);
    return status;
}

static void put(uint8_t *segment, uint64_t size, uint32_t offset, uint64_t address)
{
    if (offset <= size && size - offset >= sizeof address)
        memcpy(segment + offset, &address, sizeof address);
}

void hsa_host_fill_arguments(const struct hsa_host *host, uint8_t *segment, uint64_t size)
{
    if (host->hostcall_base)
        put(segment, size, host->services.hostcall_buffer, host->hostcall_base);
    if (host->printf_base)
        put(segment, size, host->services.printf_buffer, host->printf_base);
}

/* ---- arguments of printf ---- */

struct arguments {
    struct print_source source; /* first */
    const uint8_t *bytes;
    uint64_t size, at;
    const char *sizes; /* OpenCL: "4:8:..." of the arguments that are left; NULL: words of HIP */
};

static const uint8_t *take_bytes(struct arguments *arguments, uint64_t bytes)
{
    const uint8_t *from = arguments->bytes + arguments->at;
    if (bytes > arguments->size - arguments->at)
        return NULL;
    arguments->at += bytes;
    return from;
}

static unsigned next_size(struct arguments *arguments)
{
    char *end;
    if (!arguments->sizes)
        return sizeof(uint64_t);
    const unsigned long size = strtoul(arguments->sizes, &end, 10);
    end = strchrnul(end, ':');
    arguments->sizes = *end ? end + 1 : end;
    return size < PRINTF_BYTES ? (unsigned)size : PRINTF_BYTES;
}

static const uint8_t *take(struct print_source *source, unsigned bytes, unsigned *got)
{
    struct arguments *arguments = (struct arguments *)source;
    (void)bytes;
    *got = next_size(arguments);
    return take_bytes(arguments, *got);
}

/* Strings are in the record itself, padded. */
static bool take_string(struct print_source *source, struct text *out)
{
    struct arguments *arguments = (struct arguments *)source;
    const char *from = (const char *)arguments->bytes + arguments->at;
    const uint64_t length = strnlen(from, arguments->size - arguments->at);
    const uint64_t bytes = arguments->sizes ? next_size(arguments) : round_up_to(length + 1, 8);
    if (!take_bytes(arguments, bytes))
        return false;
    text_add_bytes(out, from, length < bytes ? length : bytes);
    return true;
}

static int64_t print(const struct hsa_host *host, struct arguments *arguments, const char *format)
{
    struct text line = {0};
    const bool good = print_format(&arguments->source, format, &line) >= 0;
    const int64_t length = good ? (int64_t)line.length : -1;
    if (good && host->console && line.length)
        host->console(host->user, text_string(&line), line.length);
    text_free(&line);
    return length;
}

/* ---- HIP: packets ---- */

/* A free place for a message; its id is not 0. */
static size_t begin_message(struct hsa_host *host)
{
    for (size_t i = 0; i < host->message_count; i++) {
        if (!host->messages[i].length)
            return i + 1;
    }
    const size_t used = host->message_count * sizeof *host->messages;
    host->messages = memory_grow(host->messages, used, used + sizeof *host->messages);
    host->messages[host->message_count++] = (struct text){0};
    return host->message_count;
}

/* A word that nobody uses, the format, and its arguments. */
static int64_t print_message(const struct hsa_host *host, const struct text *message)
{
    struct text format = {0};
    struct arguments arguments = {
        .source = {.take = take, .string = take_string},
        .bytes = (const uint8_t *)message->bytes, .size = message->length};
    int64_t length = -1;
    if (take_bytes(&arguments, sizeof(uint64_t)) && take_string(&arguments.source, &format))
        length = print(host, &arguments, text_string(&format));
    text_free(&format);
    return length;
}

static void answer_printf(struct hsa_host *host, uint64_t slot[SLOTS])
{
    const uint64_t part = slot[0];
    const size_t words = part >> PART_WORDS_AT & PART_WORDS_MASK;
    const size_t id = part & PART_BEGIN ? begin_message(host) : part >> PART_MESSAGE_AT;
    if (!id || id > host->message_count) {
        slot[0] = UINT64_MAX;
        return;
    }
    struct text *message = &host->messages[id - 1];
    text_add_bytes(message, (const char *)&slot[1], words * sizeof *slot);
    slot[0] = (uint64_t)id << PART_MESSAGE_AT;
    if (!(part & PART_END))
        return;
    slot[0] = (uint64_t)print_message(host, message);
    slot[1] = 0;
    text_free(message);
    *message = (struct text){0};
}

/* What is printed decides what the call returns. */
static void tell_reads(const struct hsa_host *host, const struct packet_header *header,
                       uint64_t payload)
{
    for (uint64_t rest = header->lanes; host->reads && rest; rest &= rest - 1)
        host->reads(host->reader,
                    payload + (uint64_t)__builtin_ctzll(rest) * SLOTS * sizeof(uint64_t),
                    SLOTS * sizeof(uint64_t));
}

static bool answer(struct hsa_host *host, struct packet_header *header, struct payload *payload)
{
    if (header->service != SERVICE_PRINTF) {
        text_add(&host->problem, "call of host service %u, which is not available",
                 header->service);
        return false;
    }
    for (uint64_t rest = header->lanes; rest; rest &= rest - 1)
        answer_printf(host, payload->slot[__builtin_ctzll(rest)]);
    header->control &= ~(uint32_t)CONTROL_READY;
    return true;
}

bool hsa_host_serve(struct hsa_host *host)
{
    const uint64_t base = host->hostcall_base;
    struct hostcall *buffer = base ? bytes_at(host, base, sizeof *buffer) : NULL;
    if (!buffer || !buffer->ready_stack)
        return true;
    for (uint64_t entry = buffer->ready_stack, left = host->packets; entry && left; left--) {
        const uint64_t i = entry & (host->packets - 1);
        const uint64_t at = base + HEADERS_AT + i * sizeof(struct packet_header);
        const uint64_t from = base + payloads_at(host->packets) + i * sizeof(struct payload);
        struct packet_header *header = bytes_at(host, at, sizeof *header);
        struct payload *payload = bytes_at(host, from, sizeof *payload);
        entry = header->next;
        tell_reads(host, header, from);
        if (!answer(host, header, payload))
            return false;
        shadow_clean(host->memory, at, sizeof *header);
        shadow_clean(host->memory, from, sizeof *payload);
    }
    buffer->ready_stack = 0;
    shadow_clean(host->memory, base, sizeof *buffer);
    return true;
}

/* ---- OpenCL: records ---- */

/* The compiler writes characters that its list cannot have as in C; a colon is \72. */
static char unescape(const char **at)
{
    static const char names[] = "abfnrtv\\\"'?", values[] = "\a\b\f\n\r\t\v\\\"'?";
    const char *name = (*at)[0] == '\\' && (*at)[1] ? strchr(names, (*at)[1]) : NULL;
    const bool colon = !strncmp(*at, "\\72", 3);
    const char value = colon ? ':' : name ? values[name - names] : **at;
    *at += colon ? 3 : name ? 2 : 1;
    return value;
}

/* "ID:ARGUMENTS:BYTES:...:TEXT" with this id; *text: the text after the numbers. */
static const char *find_sizes(const struct amdgpu_services *services, uint32_t id,
                              const char **text)
{
    for (size_t i = 0; i < services->format_count; i++) {
        char *end;
        if (strtoul(services->formats[i], &end, 10) != id || *end != ':')
            continue;
        unsigned long arguments = strtoul(end + 1, &end, 10);
        const char *sizes = *end ? end + 1 : end;
        for (*text = sizes; arguments && **text; arguments--)
            *text = strchrnul(*text, ':') + (*strchrnul(*text, ':') == ':');
        return sizes;
    }
    return NULL;
}

/* Bytes of a record's arguments. clang 16 stores strings whose length is a multiple of four without
 * their end, so what print() has taken may be less. */
static uint64_t sum_of(const char *sizes, const char *end)
{
    struct arguments list = {.sizes = sizes};
    uint64_t sum = 0;
    while (list.sizes < end)
        sum += next_size(&list);
    return sum;
}

/* One record; false: its id or an argument is not known. */
static bool print_record(const struct hsa_host *host, struct arguments *arguments)
{
    struct text format = {0};
    const char *text = NULL;
    uint32_t id;
    const uint8_t *from = take_bytes(arguments, sizeof id);
    if (!from)
        return false;
    memcpy(&id, from, sizeof id);
    arguments->sizes = find_sizes(&host->services, id, &text);
    if (!arguments->sizes)
        return false;
    const char *text_start = text;
    while (*text) {
        const char c = unescape(&text);
        text_add_bytes(&format, &c, 1);
    }
    const uint64_t end = arguments->at + sum_of(arguments->sizes, text_start);
    const bool good = print(host, arguments, text_string(&format)) >= 0;
    text_free(&format);
    arguments->at = end < arguments->size ? end : arguments->size;
    return good;
}

static void print_records(const struct hsa_host *host)
{
    const uint8_t *buffer = bytes_at(host, host->printf_base, PRINTF_BYTES);
    uint32_t used = 0;
    if (buffer)
        memcpy(&used, buffer, sizeof used);
    if (used > PRINTF_BYTES - PRINTF_HEADER)
        used = PRINTF_BYTES - PRINTF_HEADER;
    struct arguments arguments = {
        .source = {.take = take, .string = take_string, .has_vectors = true},
        .bytes = buffer ? buffer + PRINTF_HEADER : NULL, .size = used};
    while (arguments.at < arguments.size && print_record(host, &arguments)) {
    }
}

static void give_back_messages(struct hsa_host *host)
{
    for (size_t i = 0; i < host->message_count; i++)
        text_free(&host->messages[i]);
    memory_give_back(host->messages);
    host->messages = NULL;
    host->message_count = 0;
}

bool hsa_host_settle(struct hsa_host *host)
{
    for (size_t i = 0; i < host->message_count; i++) {
        if (host->messages[i].length)
            return false;
    }
    give_back_messages(host);
    return true;
}

void hsa_host_end(struct hsa_host *host)
{
    if (host->printf_base)
        print_records(host);
    give_back_messages(host);
    text_free(&host->problem);
    amdgpu_services_free(&host->services);
    *host = (struct hsa_host){0};
}
