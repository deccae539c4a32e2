/* SPDX-License-Identifier: Apache-2.0 */
/* test_dependence.c - the complete lists of GCN3 are complete: whatever they leave out is flipped
 * and changes nothing. A register that is missing would make a claim of "exact" wrong (HOUSE-47).
 *
 * The words are those of vectors.txt, which has every row of LLVM's in every encoding, with some
 * bits changed; vector registers are then renamed to a few, so that operands coincide. */
#include "fixture.h"
#include "flip.h"
#include "isa/dependence.h"
#include "isa/gcn3/hardware_register.h"
#include "vectors.h"

enum {
    BUFFER = 0x100000, BUFFER_BYTES = 1024, ENCODINGS = 4, VARIANTS_MAX = 4096, VECTORS_MAX = 16384,
    WORDS = 8, MANY = 16,
};

/* One row in one encoding: vectors first .. first + count - 1. */
struct variant {
    const struct gcn3_row *row;
    uint8_t encoding;
    uint32_t first, count;
};

struct rig {
    struct flip flip; /* first: callbacks come from here */
    struct fixture *f;
    struct decoded decoded;
    struct allocation *buffer;
    uint8_t lds_labels[LDS_BYTES], scratch_labels[PRIVATE_BYTES * GCN3_LANES];
    uint8_t buffer_labels[BUFFER_BYTES];
    struct vector vector[VECTORS_MAX];
    uint32_t vectors;
    struct variant variant[VARIANTS_MAX];
    size_t variants;
};

static struct rig *rig_of(struct flip *flip) { return (struct rig *)flip; }

static uint32_t below(struct rig *rig, uint32_t end) { return roll_below(rig->f, end); }

/* ---- Words ---- */

/* Vectors of one variant follow each other. */
static void collect(const struct vector *vector, void *user)
{
    struct rig *rig = user;
    struct decoded decoded;
    decode_vector(&decoded, vector, vector->bytes);
    assert_non_null(decoded.insn.op);
    struct variant *last = rig->variants ? &rig->variant[rig->variants - 1] : NULL;
    if (!last || last->row != decoded.own.row || last->encoding != decoded.own.encoding) {
        assert_true(rig->variants < VARIANTS_MAX);
        last = &rig->variant[rig->variants++];
        *last = (struct variant){decoded.own.row, decoded.own.encoding, rig->vectors, 0};
    }
    assert_true(rig->vectors < VECTORS_MAX);
    rig->vector[rig->vectors++] = *vector;
    last->count++;
}

/* LLVM does not know the instructions of PWS-3. */
static const struct vector pws[] = {
    {.words = {0xbf600605}, .bytes = 4, .text = "s_pws_split s5, s6"},
    {.words = {0xbf606a6b}, .bytes = 4, .text = "s_pws_split vcc_hi, vcc_lo"},
    {.words = {0xbfe00003}, .bytes = 4, .text = "s_pws_merge 0x3"},
};

/* Rows that do something else with every field are tried more often. */
static void repeat_variants(struct rig *rig)
{
    const size_t once = rig->variants;
    for (size_t i = 0; i < once; i++)
        for (unsigned k = 1; rig->variant[i].row->immediate == IMM_HWREG && k < MANY; k++)
            rig->variant[rig->variants++] = rig->variant[i];
}

static void collect_variants(struct rig *rig)
{
    for_each_vector(collect, rig);
    for (size_t i = 0; i < sizeof pws / sizeof pws[0]; i++)
        collect(&pws[i], rig);
    repeat_variants(rig);
}

static void rename_vgpr(struct rig *rig, struct gcn3_operand *operand)
{
    if (operand->kind == GCN3_VGPR)
        operand->code = (uint16_t)below(rig, VGPRS - operand->words + 1);
}

/* Offsets that leave room in memory; of two places also the same one. */
static void limit_offsets(struct rig *rig, struct gcn3_insn *own)
{
    const uint16_t any = (uint16_t)below(rig, 64);
    own->offset0 = (uint8_t)below(rig, 2);
    own->offset1 = (uint8_t)below(rig, 2);
    own->offset = below(rig, 16) ? any & (uint16_t)~15u : any;
    if (own->src[1].kind == GCN3_CONSTANT) /* SMEM */
        own->src[1].value = any;
}

static void limit_hardware_register(struct rig *rig, struct gcn3_insn *own)
{
    if (below(rig, 8))
        own->simm16 = (uint16_t)((own->simm16 & ~63u) | (1 + below(rig, GCN3_HW_COUNT - 1)));
    if (!below(rig, 4))
        own->simm16 = (uint16_t)((own->simm16 & 63) | 31u << 11); /* all bits */
}

/* Any vector instruction may read a word of local memory; LLVM seldom writes it. */
static void read_lds_directly(struct gcn3_insn *own)
{
    const bool is_vector = own->format >= GCN3_VOP2 && own->format <= GCN3_VOP3;
    const bool is_plain = own->encoding == GCN3_PLAIN || own->encoding == GCN3_E64;
    struct gcn3_operand operand;
    if (is_vector && is_plain &&
        gcn3_decode_source(&operand, own->src[0].type, GCN3_LDS_DIRECT, NULL))
        own->src[0] = operand;
}

/* A part of a float is mostly subnormal: whole registers are as frequent as all parts. */
static uint8_t roll_select(struct rig *rig)
{
    return (uint8_t)(below(rig, 2) ? GCN3_DWORD : below(rig, GCN3_DWORD));
}

static void roll_parts(struct rig *rig, struct gcn3_insn *own)
{
    own->src[0].select = roll_select(rig);
    own->src[1].select = own->src[1].kind ? roll_select(rig) : GCN3_DWORD;
    own->dst_select = own->format == GCN3_VOPC ? GCN3_DWORD : roll_select(rig);
    own->dst_unused = (uint8_t)below(rig, GCN3_UNUSED_PRESERVE + 1);
}

static void adapt(struct rig *rig, struct decoded *decoded)
{
    struct gcn3_insn *own = &decoded->own;
    rename_vgpr(rig, &own->dst);
    for (unsigned i = 0; i < 4; i++)
        rename_vgpr(rig, &own->src[i]);
    if (decoded->insn.role == ROLE_ACCESS)
        limit_offsets(rig, own);
    if (own->row->immediate == IMM_HWREG)
        limit_hardware_register(rig, own);
    if (!below(rig, 16))
        read_lds_directly(own);
    if (own->encoding == GCN3_SDWA)
        roll_parts(rig, own);
    if (own->encoding == GCN3_DPP && below(rig, 2)) {
        own->dpp_bank_mask = own->dpp_row_mask = 15;
        own->dpp_bound_control = below(rig, 2);
    }
}

static void decode_changed(struct decoded *out, const struct vector *vector, const uint32_t *words)
{
    struct vector changed = *vector;
    changed.words[0] = words[0];
    changed.words[1] = words[1];
    decode_vector(out, &changed, vector->bytes);
}

static bool decode_variant(struct flip *flip, size_t i, struct insn *insn)
{
    struct rig *rig = rig_of(flip);
    const struct variant *variant = &rig->variant[i];
    const struct vector *vector = &rig->vector[variant->first + below(rig, variant->count)];
    uint32_t words[2] = {vector->words[0], vector->words[1]};
    for (unsigned changes = below(rig, 4); changes; changes--)
        words[below(rig, vector->bytes / 4)] ^= 1u << below(rig, 32);
    decode_changed(&rig->decoded, vector, words);
    if (!rig->decoded.insn.op || rig->decoded.own.row != variant->row ||
        rig->decoded.own.encoding != variant->encoding || rig->decoded.own.is_beyond)
        return false;
    adapt(rig, &rig->decoded);
    *insn = rig->decoded.insn;
    return true;
}

/* ---- State ---- */

/* Rounding, subnormals and clamping show only in few numbers of the three precisions. */
static uint32_t roll_float(struct rig *rig)
{
    static const uint32_t numbers[] = {
        0x3f800000, 0xbf800001, 0x00000001, 0x80400000, 0x7f800000, 0xffc00000, 0x7f800001,
        0x33800000, 0x3f000001, 0x00003c00, 0x0000bc01, 0x00000001, 0x00008200, 0x00007c00,
        0x0000fe00, 0x00007c01, 0x3ff00000, 0xbff00000, 0x000fffff, 0x7ff00000, 0xfff80000,
    };
    return numbers[below(rig, sizeof numbers / sizeof numbers[0])];
}

static void roll_floats(struct rig *rig)
{
    for (uint32_t i = 0; i < VGPRS * GCN3_LANES; i++)
        if (!below(rig, 3))
            rig->f->reg[i] = roll_float(rig);
    for (uint32_t i = 0; i < GCN3_M0; i++)
        if (!below(rig, 8))
            rig->f->state.scalar[i] = roll_float(rig);
    for (uint32_t i = 0; i < LDS_BYTES; i += 4)
        if (!below(rig, 2))
            memcpy(rig->f->lds + i, &(uint32_t){roll_float(rig)}, 4);
}

static void copy_source(struct rig *rig, const struct gcn3_operand *from,
                        const struct gcn3_operand *to, unsigned word)
{
    struct fixture *f = rig->f;
    for (unsigned lane = 0; to->kind == GCN3_VGPR && lane < GCN3_LANES; lane++)
        lanes_of(f, to->code + word)[lane] =
            from->kind == GCN3_VGPR ? lanes_of(f, from->code + word)[lane]
            : from->kind == GCN3_SGPR ? f->state.scalar[from->code + word]
                                      : (uint32_t)(from->value >> 32 * word);
    if (to->kind == GCN3_SGPR && from->kind == GCN3_SGPR && to->code < GCN3_M0)
        f->state.scalar[to->code + word] = f->state.scalar[from->code + word];
}

/* Comparisons need sources that are equal. */
static void equate_sources(struct rig *rig, const struct gcn3_insn *own)
{
    const unsigned words = own->src[0].words < own->src[1].words ? own->src[0].words
                                                                 : own->src[1].words;
    for (unsigned i = 0; i < words && i < 2; i++) {
        copy_source(rig, &own->src[1], &own->src[0], i);
        copy_source(rig, &own->src[0], &own->src[1], i);
    }
}

static void roll_state(struct rig *rig)
{
    struct gcn3_state *state = &rig->f->state;
    shuffle(rig->f);
    roll_floats(rig);
    for (uint32_t i = 0; i < BUFFER_BYTES; i++)
        rig->buffer->bytes[i] = (uint8_t)roll(rig->f);
    state->mode = (uint32_t)roll(rig->f) & ~(uint32_t)GCN3_MODE_REFUSED;
    state->status = (uint32_t)roll(rig->f);
    state->trap_status = (uint32_t)roll(rig->f);
    state->hardware_id = (uint32_t)roll(rig->f);
    state->split_mask = below(rig, 4) ? ~0ull : roll(rig->f);
    if (!below(rig, 8))
        state->scalar[GCN3_VCC] = state->scalar[GCN3_VCC + 1] = 0;
}

/* Scalars of a source, if it is in registers. */
static void put_scalar(struct rig *rig, const struct gcn3_operand *operand, unsigned word,
                       uint32_t value)
{
    if (operand->kind == GCN3_SGPR && operand->code + word < GCN3_M0)
        rig->f->state.scalar[operand->code + word] = value;
}

/* All lanes in one place, one after the other, or anywhere: a multiple of 16 below `end`. */
static uint32_t roll_place(struct rig *rig, unsigned way, unsigned lane, uint32_t end)
{
    if (way == 0)
        return end / 2;
    return 16 * (way == 1 ? lane % (end / 16) : below(rig, end / 16));
}

static void aim_lds(struct rig *rig, const struct gcn3_insn *own)
{
    const unsigned way = below(rig, 3);
    uint32_t *address = lanes_of(rig->f, own->src[0].code);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        address[lane] = roll_place(rig, way, lane, 256);
    rig->f->state.scalar[GCN3_M0] = below(rig, 4) ? ~0u : below(rig, LDS_BYTES);
}

/* Memories that the lanes of a FLAT instruction access. */
static void aim_flat(struct rig *rig, const struct gcn3_insn *own)
{
    const unsigned way = below(rig, 3), memories = 1 + below(rig, 3);
    const bool may_be_scratch = own->row->op.timing != TIMING_ATOMIC;
    uint32_t *low = lanes_of(rig->f, own->src[0].code);
    uint32_t *high = lanes_of(rig->f, own->src[0].code + 1u);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        const unsigned memory = below(rig, memories);
        const bool is_scratch = memory == 2 && may_be_scratch;
        low[lane] = roll_place(rig, way, lane, is_scratch ? PRIVATE_BYTES / 2 : 512);
        high[lane] = memory == 1   ? rig->f->launch.shared_aperture
                     : is_scratch ? rig->f->launch.private_aperture
                                  : 0;
        low[lane] += (high[lane] ? 0 : BUFFER) - (uint32_t)own->displacement;
    }
}

/* Device memory alone; a scalar pair may have its base. */
static void aim_global(struct rig *rig, const struct gcn3_insn *own)
{
    const unsigned way = below(rig, 3);
    const bool is_offset = own->src[2].kind == GCN3_SGPR;
    const uint32_t back = (uint32_t)own->displacement, base = is_offset ? 0 : BUFFER - back;
    uint32_t *low = lanes_of(rig->f, own->src[0].code);
    uint32_t *high = lanes_of(rig->f, own->src[0].code + !is_offset);
    put_scalar(rig, &own->src[2], 0, BUFFER - back);
    put_scalar(rig, &own->src[2], 1, 0);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        high[lane] = 0;
        low[lane] = base + roll_place(rig, way, lane, 512);
    }
}

/* A linear resource, or the scratch; rarely one that is refused. */
static void aim_buffer(struct rig *rig, const struct gcn3_insn *own)
{
    const bool is_scratch = !below(rig, 3);
    const uint64_t base = is_scratch ? rig->f->state.scratch_address : BUFFER;
    const uint32_t swizzle = (is_scratch && below(rig, 16)) || !below(rig, 16) ? 1u << 31 : 0;
    const uint32_t stride = is_scratch ? PRIVATE_BYTES : 4 * below(rig, 4);
    for (unsigned i = 0; i < 2 && own->src[0].kind; i++)
        for (unsigned lane = 0; i < own->src[0].words && lane < GCN3_LANES; lane++)
            lanes_of(rig->f, own->src[0].code + i)[lane] =
                is_scratch && own->idxen && i == 0 ? 0 : 4 * below(rig, 8);
    put_scalar(rig, &own->src[3], 0, 4 * below(rig, 16));
    put_scalar(rig, &own->src[2], 0, (uint32_t)base);
    put_scalar(rig, &own->src[2], 1, (uint32_t)(base >> 32) | stride << 16 | swizzle);
    put_scalar(rig, &own->src[2], 2, below(rig, 2) ? BUFFER_BYTES : below(rig, 256));
    put_scalar(rig, &own->src[2], 3,
               is_scratch ? 1u << 19 | 3u << 21 | 1u << 23 : below(rig, 2) << 23);
}

static void aim_scalar(struct rig *rig, const struct gcn3_insn *own)
{
    put_scalar(rig, &own->src[1], 0, below(rig, 256));
    put_scalar(rig, &own->src[0], 0, BUFFER + below(rig, 64));
    put_scalar(rig, &own->src[0], 1, below(rig, 8) || own->src[0].words == 2 ? 0 : 8u << 16);
    if (own->src[0].words == 4)
        put_scalar(rig, &own->src[0], 2, below(rig, 4) ? BUFFER_BYTES / 2 : below(rig, 64));
}

/* M0 also indexes registers, and addresses LDS_DIRECT. */
static void aim_m0(struct rig *rig, const struct gcn3_insn *own)
{
    if (own->row->flags & (RELATIVE_SOURCE | RELATIVE_TARGET))
        rig->f->state.scalar[GCN3_M0] = below(rig, 2 * VGPRS);
    if (own->src[0].kind == GCN3_SPECIAL && own->src[0].code == GCN3_LDS_DIRECT)
        rig->f->state.scalar[GCN3_M0] = below(rig, LDS_BYTES + 64) | below(rig, 8) << 16;
}

typedef void aim_fn(struct rig *rig, const struct gcn3_insn *own);

static void shuffle_for(struct flip *flip, const struct insn *insn)
{
    static aim_fn *const aims[GCN3_FORMATS] = {
        [GCN3_DS] = aim_lds, [GCN3_FLAT] = aim_flat, [GCN3_GLOBAL] = aim_global,
        [GCN3_MUBUF] = aim_buffer,
        [GCN3_SMEM] = aim_scalar,
    };
    struct rig *rig = rig_of(flip);
    const struct gcn3_insn *own = gcn3_of(insn);
    roll_state(rig);
    if (below(rig, 2))
        equate_sources(rig, own);
    aim_m0(rig, own);
    if (insn->role == ROLE_ACCESS)
        aims[own->format](rig, own);
    gcn3_apply_exec(&rig->f->warp);
}

static void settle(struct flip *flip)
{
    gcn3_apply_exec(flip->warp);
}

static struct flip_place word_at(uint32_t *word)
{
    return (struct flip_place){word, 4, UINT32_MAX};
}

static unsigned places(struct flip *flip, uint32_t name, unsigned lane, struct flip_place *out)
{
    struct fixture *f = rig_of(flip)->f;
    struct gcn3_state *state = &f->state;
    if (name < GCN3_SCALARS)
        *out = word_at(&state->scalar[name]);
    else if (name >= GCN3_V0 && name < GCN3_V0 + VGPRS)
        *out = word_at(&lanes_of(f, name - GCN3_V0)[lane]);
    else
        switch (name) {
        case GCN3_SCC: *out = (struct flip_place){&state->scc, 1, 1}; break;
        case GCN3_NAME_MODE: *out = word_at(&state->mode); break;
        case GCN3_NAME_STATUS: *out = word_at(&state->status); break;
        case GCN3_NAME_TRAP_STATUS: *out = word_at(&state->trap_status); break;
        case GCN3_NAME_HARDWARE_ID: *out = word_at(&state->hardware_id); break;
        case GCN3_NAME_SPLIT_MASK:
            *out = (struct flip_place){&state->split_mask, 8, UINT64_MAX};
            break;
        default: return 0;
        }
    return 1;
}

/* ---- The rig ---- */

static struct rig *new_rig(void)
{
    struct rig *rig = calloc(1, sizeof *rig);
    assert_non_null(rig);
    struct fixture *f = rig->f = new_fixture();
    assert_int_equal(memory_place(&f->err, &f->memory, ALLOCATION_BUFFER, "buffer", BUFFER,
                                  BUFFER_BYTES, true, &rig->buffer), WC_OK);
    rig->buffer->labels = rig->buffer_labels;
    f->group.lds_labels = rig->lds_labels;
    f->state.scratch_labels = rig->scratch_labels;
    rig->flip = (struct flip){
        .isa = &isa_gcn3, .warp = &f->warp, .dice = 1, .decode = decode_variant,
        .shuffle = shuffle_for, .places = places, .settle = settle, .parts = 5,
        .part = {{f->reg, sizeof f->reg, NULL, "vector registers"},
                 {&f->state, sizeof f->state, NULL, "scalar state"},
                 {f->lds, sizeof f->lds, rig->lds_labels, "local memory"},
                 {f->scratch, sizeof f->scratch, rig->scratch_labels, "scratch"},
                 {rig->buffer->bytes, BUFFER_BYTES, rig->buffer_labels, "buffer"}},
    };
    collect_variants(rig);
    return rig;
}

static void free_rig(struct rig *rig)
{
    rig->buffer->labels = NULL;
    free_fixture(rig->f);
    free(rig);
}

/* ---- The tests ---- */

static bool is_tried(const struct rig *rig, const struct gcn3_row *row)
{
    for (size_t i = 0; i < rig->variants; i++)
        if (rig->variant[i].row == row)
            return true;
    return false;
}

/* test_table.c proves that vectors.txt has every encoding. */
static void every_row_is_tried(void **unused)
{
    const struct gcn3_row *row;
    struct rig *rig = new_rig();
    (void)unused;
    for (size_t i = 0; (row = gcn3_row(i)); i++)
        if (!is_tried(rig, row) && !(row->flags & (NEEDS_GRAPHICS | NOT_MODELLED)))
            fail_msg("%s is not tried", row->op.name);
    free_rig(rig);
}

static void what_a_list_leaves_out_changes_nothing(void **unused)
{
    struct rig *rig = new_rig();
    (void)unused;
    struct flip_count count = flip_rows(&rig->flip, rig->variants, WORDS);
    print_message("# %zu rows in their encodings, %llu words, %llu flips; of %llu single values "
                  "%llu matter; idle %u, mild %u\n", rig->variants,
                  (unsigned long long)count.words, (unsigned long long)count.flips,
                  (unsigned long long)count.values, (unsigned long long)count.values_matter,
                  count.idle, count.mild);
    free_rig(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_tried),
        cmocka_unit_test(what_a_list_leaves_out_changes_nothing),
    };
    return cmocka_run_group_tests_name("GCN3 dependence", tests, NULL, NULL);
}
