/* SPDX-License-Identifier: Apache-2.0 */
/* case.c - a case from its number, and its jobs. */
#include "campaign/case.h"

#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

/* ---- ways ---- */

static bool encoder_is_chosen(const struct encoder *encoder, const char *isa)
{
    return !isa || !strcmp(isa, encoder->name) || !strcmp(isa, encoder->isa);
}

static bool fits(const struct encoder *encoder, const struct campaign_machine *machine)
{
    return campaign_machine_runs(machine, encoder->isa) &&
           (!encoder->model || !strcmp(encoder->model, machine->model)) &&
           (!encoder->version ||
            (machine->version && !strcmp(encoder->version, machine->version)));
}

struct pair {
    const struct encoder *encoder;
    const struct campaign_machine *machine;
};
enum { PAIRS_MAX = 256 };

/* All of them that have the features. */
static uint32_t list_pairs(const struct campaign_choice *choice, unsigned features,
                           struct pair *pairs)
{
    uint32_t count = 0;
    for (size_t i = 0; encoders[i]; i++) {
        if (!encoder_is_chosen(encoders[i], choice->isa) || features & ~encoders[i]->features)
            continue;
        for (size_t k = 0; k < choice->machines->count && count < PAIRS_MAX; k++) {
            if (fits(encoders[i], &choice->machines->list[k]))
                pairs[count++] = (struct pair){encoders[i], &choice->machines->list[k]};
        }
    }
    return count;
}

bool choice_is_possible(const struct campaign_choice *choice)
{
    struct pair pairs[PAIRS_MAX];
    return list_pairs(choice, 0, pairs) > 0;
}

/* The fewest warps that hold a group, or more of them. */
static struct shape draw_shape(struct dice *dice, uint32_t block)
{
    struct shape shape = {.cores = DICE_PICK(dice, 1, 1, 1, 2, 3)};
    do
        shape.threads = 1u << dice_below(dice, 6);
    while ((block + shape.threads - 1) / shape.threads > 32);
    shape.warps = (block + shape.threads - 1) / shape.threads;
    if (dice_one_in(dice, 2))
        shape.warps += dice_below(dice, 33 - shape.warps);
    return shape;
}

static void draw_way(struct campaign_case *kase, struct dice *dice, const struct pair *pair)
{
    struct way *way = &kase->ways[kase->way_count++];
    *way = (struct way){.encoder = pair->encoder, .machine = pair->machine,
                        .method = dice_one_in(dice, 3) ? WC_BOUND_EXACT : WC_BOUND_ANALYSIS,
                        .every_cycle = dice_one_in(dice, 4)};
    if (!strcmp(pair->machine->model, "pascal"))
        way->method = WC_BOUND_EXACT; /* it has no analysis */
    if (pair->encoder->has_shape)
        way->shape = draw_shape(dice, kase->tree.block);
    if (!dice_one_in(dice, 3))
        machine_draw(dice, pair->machine, &kase->arena, &way->settings);
}

/* All instruction sets are as frequent, however many machines run them. */
static const struct pair *draw_first(struct dice *dice, const struct pair *pairs, uint32_t count)
{
    uint32_t kinds = 1, wanted, i = 0;
    for (uint32_t k = 1; k < count; k++)
        kinds += pairs[k].encoder != pairs[k - 1].encoder;
    for (wanted = dice_below(dice, kinds); wanted; i++)
        wanted -= pairs[i + 1].encoder != pairs[i].encoder;
    uint32_t same = 1;
    while (i + same < count && pairs[i + same].encoder == pairs[i].encoder)
        same++;
    return &pairs[i + dice_below(dice, same)];
}

/* What an instruction set has, or less of it: then others can run the program, too. */
static unsigned draw_features(struct dice *dice, unsigned features)
{
    static const unsigned rare[] = {FEATURE_DIVIDE, FEATURE_ATOMICS, FEATURE_LOCAL, FEATURE_CALLS};
    for (size_t i = 0; i < sizeof rare / sizeof *rare; i++)
        if (dice_one_in(dice, 3))
            features &= ~rare[i];
    return dice_one_in(dice, 20) ? 0 : features;
}

void case_draw(struct campaign_case *kase, const struct campaign_choice *choice, uint64_t seed,
               uint64_t number)
{
    struct dice dice = {seed * 0x9e3779b97f4a7c15u ^ number << 20};
    struct pair pairs[PAIRS_MAX];
    *kase = (struct campaign_case){.seed = seed, .number = number};
    dice.state = dice_next(&dice);
    const struct pair first = *draw_first(&dice, pairs, list_pairs(choice, 0, pairs));
    unsigned features = draw_features(&dice, first.encoder->features);
    tree_draw(&kase->tree, &dice, features);
    uint32_t count = list_pairs(choice, features, pairs);
    draw_way(kase, &dice, &first);
    while (kase->way_count < WAYS_MAX)
        draw_way(kase, &dice, &pairs[dice_below(&dice, count)]);
}

void case_free(struct campaign_case *kase)
{
    tree_free(&kase->tree);
    arena_free(&kase->arena);
}

/* ---- jobs ---- */

static void write_settings(const struct way *way, struct text *out)
{
    text_add(out, "machine: %s\n", way->machine->name);
    if (way->encoder->has_shape || way->settings.count)
        text_add(out, "set:\n");
    if (way->encoder->has_shape)
        text_add(out, "  isa.a: true\n  cores: %u\n  warps: %u\n  threads: %u\n", way->shape.cores,
                 way->shape.warps, way->shape.threads);
    for (uint32_t i = 0; i < way->settings.count; i++)
        text_add(out, "  %s: %s\n", way->settings.list[i].name, way->settings.list[i].value);
}

/* What one launch has for itself, each in a line of its own. */
static void write_launch(const struct tree *tree, const struct way *way, uint32_t launch,
                         const char *indent, struct text *out)
{
    uint32_t local = 4 * tree_local_words(tree), groups = tree_launch_groups(tree, launch);
    if (way->encoder->has_shape) {
        text_add(out, "args: [in, out, {local: %u}", local ? local : 4);
        if (tree->launches > 1)
            text_add(out, ", {u32: %u}, {u32: %u}", launch, groups);
        text_add(out, "]\n");
    } else if (way->encoder->features & FEATURE_LAUNCHES) {
        text_add(out, "grid: [%u, 1, 1]\n%sargs: [in, out, {u32: %u}]\n", groups, indent, launch);
    } else {
        text_add(out, "ndrange: [%u, 1]\n%sargs: [in, out]\n", groups * tree->block, indent);
    }
}

static void write_launches(const struct tree *tree, const struct way *way, struct text *out)
{
    if (way->encoder->features & FEATURE_ANY_BLOCK && !way->encoder->has_shape)
        text_add(out, "entry: kernel\nblock: [%u, 1, 1]\n", tree->block);
    if (!(way->encoder->features & FEATURE_ANY_BLOCK))
        text_add(out, "width: %u\n", tree->block);
    if (tree->launches > 1)
        text_add(out, "launches:\n");
    for (uint32_t i = 0; i < tree->launches; i++) {
        text_add(out, "%s", tree->launches > 1 ? "  - " : "");
        write_launch(tree, way, i, tree->launches > 1 ? "    " : "", out);
    }
}

static void write_input(const struct tree *tree, uint64_t seed, struct text *out)
{
    text_add(out, "buffers:\n  in: {type: u32, shape: [%u], fill: random, min: 0, max: %u, "
                  "seed: %llu", INPUT_WORDS, tree->input_max, (unsigned long long)seed);
    if (tree->fact == FACT_FIXED)
        text_add(out, ", fixed: true");
    if (tree->fact == FACT_RANGE)
        text_add(out, ", assume: {min: 0, max: %u}", tree->input_max);
    text_add(out, "}\n");
}

/* The memory that the interpreter of the tree leaves. */
static void write_expected(const struct tree *tree, uint64_t seed, struct text *out)
{
    size_t words = tree_output_words(tree);
    uint32_t *output = malloc(4 * words);
    uint8_t digest[SHA256_DIGEST_SIZE];
    struct sha256_ctx hash;
    if (!output)
        abort();
    tree_run(tree, seed, output);
    sha256_init(&hash);
    sha256_update(&hash, 4 * words, (const uint8_t *)output);
    sha256_digest(&hash, sizeof digest, digest);
    free(output);
    text_add(out, "expect:\n  out: {sha256: \"");
    for (size_t i = 0; i < sizeof digest; i++)
        text_add(out, "%02x", digest[i]);
    text_add(out, "\"}\n");
}

static void write_loops(const struct binary *binary, struct text *out)
{
    text_add(out, "loops:\n");
    for (uint32_t i = 0; i < binary->loop_count; i++)
        text_add(out, "  \"0x%llx\": %u\n", (unsigned long long)binary->loops[i].address,
                 binary->loops[i].most);
}

void case_job_text(const struct campaign_case *kase, const struct way *way,
                   const struct binary *binary, uint64_t input_seed, struct text *out)
{
    const struct tree *tree = &kase->tree;
    bool lines = !(way->encoder->features & FEATURE_ANY_BLOCK); /* buffers have lines */
    text_add(out, "about: case %llu of campaign %llu, by warpclock %s\nkernel: %s\n",
             (unsigned long long)kase->number, (unsigned long long)kase->seed, wc_version(),
             way->encoder->file);
    write_settings(way, out);
    write_launches(tree, way, out);
    write_input(tree, input_seed, out);
    if (lines)
        text_add(out, "  out: {type: u32, shape: [%u, %u], fill: 0}\n", (unsigned)SLOTS,
                 tree_items(tree));
    else
        text_add(out, "  out: {type: u32, shape: [%u], fill: 0}\n", tree_output_words(tree));
    write_expected(tree, input_seed, out);
    if (tree->loop_facts && binary->loop_count)
        write_loops(binary, out);
}
