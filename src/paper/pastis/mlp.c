/* SPDX-License-Identifier: Apache-2.0 */
/* mlp.c - the perceptron of section V: the quality of its outputs, and its cycles with and without
 * the features that the paper's simulator lacks. */
#include <math.h>

#include "load/array.h"
#include "paper/pastis/pastis.h"

enum { MAX_IMAGES = 4096 };

/* ---- the reference: the same sums in the same order ---- */

struct layer {
    const double *weights, *bias;
    size_t inputs, outputs;
};

static void compute(const struct layer *layer, const double *in, size_t images, bool fused,
                    double *out)
{
    for (size_t i = 0; i < images * layer->outputs; i++) {
        size_t image = i / layer->outputs, column = i % layer->outputs;
        double sum = 0;
        for (size_t k = 0; k < layer->inputs; k++) {
            double value = in[image * layer->inputs + k];
            double weight = layer->weights[k * layer->outputs + column];
            if (fused) {
                sum = fma(value, weight, sum);
            } else {
                volatile double product = value * weight; /* rounded: not fused with the sum */
                sum += product;
            }
        }
        sum += layer->bias[column];
        out[i] = sum > 0 ? sum : 0;
    }
}

static const double *doubles(const struct pastis *pastis, const char *name, size_t layer,
                             size_t count)
{
    return pastis_buffer(&pastis->runs, RUN_NETWORK + NETWORK_FULL,
                         arena_format(pastis->arena, "%s_%zu", name, layer),
                         count * sizeof(double));
}

static bool find_layers(const struct pastis *pastis, struct layer layers[PASTIS_LAYERS])
{
    const double *widths = pastis->published.mlp.layers;
    for (size_t i = 0; i < PASTIS_LAYERS; i++) {
        size_t inputs = (size_t)widths[i], outputs = (size_t)widths[i + 1];
        layers[i] = (struct layer){doubles(pastis, "weights", i + 1, inputs * outputs),
                                   doubles(pastis, "bias", i + 1, outputs), inputs, outputs};
        if (!layers[i].weights || !layers[i].bias)
            return false;
    }
    return true;
}

static const double *reference(const struct pastis *pastis, const struct layer *layers,
                               size_t images, const double *in, bool fused)
{
    for (size_t i = 0; i < PASTIS_LAYERS; i++) {
        double *out = arena_array(pastis->arena, images * layers[i].outputs, sizeof *out);
        compute(&layers[i], in, images, fused, out);
        in = out;
    }
    return in;
}

/* ---- what the outputs are worth ---- */

static size_t class_of(const double *values, size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        best = values[i] > values[best] ? i : best;
    return best;
}

/* Outputs of an image as probabilities: the paper's digits are of those. */
static void softmax(const double *values, size_t count, double *out)
{
    double sum = 0, max = values[class_of(values, count)];
    for (size_t i = 0; i < count; i++)
        sum += out[i] = exp(values[i] - max);
    for (size_t i = 0; i < count; i++)
        out[i] /= sum;
}

static double largest_difference(const double *a, const double *b, size_t count)
{
    double max = 0;
    for (size_t i = 0; i < count; i++)
        max = fmax(max, fabs(a[i] - b[i]));
    return max;
}

static void compare(const struct pastis *pastis, const struct layer *layers, size_t images,
                    const struct array *labels, struct pastis_network *network)
{
    size_t inputs = layers[0].inputs, outputs = layers[PASTIS_LAYERS - 1].outputs;
    const double *in = doubles(pastis, "values", 0, images * inputs);
    const double *ours = doubles(pastis, "values", PASTIS_LAYERS, images * outputs);
    if (!in || !ours)
        return;
    const double *fused = reference(pastis, layers, images, in, true);
    const double *plain = reference(pastis, layers, images, in, false);
    network->known = true;
    network->images = images;
    network->fused = largest_difference(ours, fused, images * outputs);
    network->plain = largest_difference(ours, plain, images * outputs);
    double *mine = arena_array(pastis->arena, outputs, sizeof *mine);
    double *theirs = arena_array(pastis->arena, outputs, sizeof *theirs);
    for (size_t i = 0; i < images; i++) {
        softmax(ours + i * outputs, outputs, mine);
        softmax(plain + i * outputs, outputs, theirs);
        network->probability =
            fmax(network->probability, largest_difference(mine, theirs, outputs));
        size_t found = class_of(ours + i * outputs, outputs);
        network->right += (double)found == array_value(labels, i);
        network->same += found == class_of(plain + i * outputs, outputs) &&
                         found == class_of(fused + i * outputs, outputs);
    }
}

struct pastis_network pastis_network(const struct pastis *pastis)
{
    struct pastis_network network = {0};
    struct layer layers[PASTIS_LAYERS];
    struct array labels = {0};
    struct error ignored = {0};
    const char *path = arena_format(pastis->arena, "%s/labels.npy", pastis->runs.made.folder);
    if (!find_layers(pastis, layers))
        return network;
    for (size_t i = 0; i < PASTIS_LAYERS; i++)
        network.parameters += (double)((layers[i].inputs + 1) * layers[i].outputs);
    if (array_load(&ignored, path, &(struct array_declared){0}, &labels) == WC_OK &&
        labels.count <= MAX_IMAGES)
        compare(pastis, layers, labels.count, &labels, &network);
    array_free(&labels);
    error_clear(&ignored);
    return network;
}

/* ---- the table ---- */

static void add_network(struct pastis *pastis, const char *model, unsigned kind,
                        struct paper_table *table)
{
    unsigned run = RUN_NETWORK + kind;
    double all = pastis_value(&pastis->runs, run, "cycles");
    double full = pastis_value(&pastis->runs, RUN_NETWORK + NETWORK_FULL, "cycles");
    paper_table_text(table, "%s", model);
    for (size_t i = 0; i < PASTIS_LAYERS; i++)
        paper_table_number(table, pastis_launch_value(&pastis->runs, run, i, "cycles"), 0);
    paper_table_number(table, all, 0);
    paper_table_number(table, pastis_percent(all, full), 1);
}

void pastis_table_mlp(struct pastis *pastis, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"model", "model", true, false}, {"layer_1", "layer 1", false, false},
        {"layer_2", "layer 2", false, false}, {"layer_3", "layer 3", false, false},
        {"cycles", "all", false, false}, {"percent", "% vs. machine", false, false},
    };
    static const char *const models[PASTIS_NETWORKS] = {
        [NETWORK_PAPER] = "the paper's (mode=paper)",
        [NETWORK_PAPER_FP64] = "the paper's, one FP64 lane",
        [NETWORK_HIDING] = "the paper's, scheduler=gto",
        [NETWORK_HIDING_FP64] = "the paper's, scheduler=gto, one FP64 lane",
        [NETWORK_FULL] = "the machine",
        [NETWORK_PREFETCH] = "the machine, prefetch of 4 lines of code",
        [NETWORK_PREFETCH_DATA] = "the machine, prefetch of a line of data",
    };
    struct pastis_network network = pastis_network(pastis);
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (unsigned i = 0; i < PASTIS_NETWORKS; i++)
        add_network(pastis, models[i], i, table);
    paper_table_note(table, "The paper's simulator takes over %.0f %% more cycles than its board; "
                            "the paper names FP64 and prefetch as causes, without figures. Here "
                            "the cause is the policy: one warp at a time waits for each sum, so "
                            "the width of FP64 has no effect. It has one where other warps hide "
                            "that wait. Prefetch of code saves little, of data nothing.",
                     pastis->published.mlp.overhead);
    if (network.known)
        paper_table_note(table, "%.0f parameters (derived: %.0f). %zu of %zu images are classified "
                                "correctly, %.4f %% (the paper, with its own network: %.4f %%); "
                                "same class as a reference on this host: %zu. Largest difference "
                                "of an output from fused arithmetic %g, from plain arithmetic "
                                "%.2g; of a probability %.2g.",
                         network.parameters, pastis->published.mlp.parameters, network.right,
                         network.images, 100.0 * (double)network.right / (double)network.images,
                         pastis->published.mlp.precision, network.same, network.fused,
                         network.plain, network.probability);
}
