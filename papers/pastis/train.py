#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""train.py - trains the perceptron of the PasTiS paper's last experiment (PAS-84) on own digits.

    papers/pastis/train.py      writes weights.npy, images.npy and labels.npy beside itself

The paper uses MNIST, whose images are not ours to ship. These are drawn: each digit is a few
strokes, moved, turned, scaled, sheared and thickened at random, with noise; 28 x 28 pixels of 0 to
255. The network is the paper's: 784-128-64-10, ReLU behind all three layers. Needs NumPy; its three
files are committed, and nothing else runs this script. Every random number comes from one seed.

weights.npy: 109386 floats: weights [inputs][outputs] and bias of each layer, one after the other.
"""
import pathlib

import numpy

HERE = pathlib.Path(__file__).resolve().parent
SEED = 2022
LAYERS = (784, 128, 64, 10)
SIDE = 28
TRAINING, TESTS = 6000, 64
EPOCHS, BATCH, RATE, MOMENTUM = 12, 32, 0.02, 0.9
NOISE = 0.3


def arc(x, y, rx, ry, first, last, steps=10):
    """Points of a part of an ellipse, angles in turns, 0 at the right, clockwise on the screen."""
    angles = numpy.linspace(first, last, steps) * 2 * numpy.pi
    return [(x + rx * numpy.cos(a), y + ry * numpy.sin(a)) for a in angles]


# Strokes in a square of -1 to 1, y downwards.
DIGITS = [
    [arc(0, 0, 0.6, 0.9, 0, 1, 20)],
    [[(-0.3, -0.6), (0.05, -0.9), (0.05, 0.9)]],
    [arc(0, -0.4, 0.55, 0.5, 0.5, 1.1) + [(-0.6, 0.9), (0.6, 0.9)]],
    [arc(0, -0.45, 0.5, 0.45, 0.55, 1.25), arc(0, 0.45, 0.55, 0.45, -0.25, 0.45)],
    [[(0.3, 0.9), (0.3, -0.9), (-0.6, 0.35), (0.65, 0.35)]],
    [[(0.5, -0.9), (-0.4, -0.9), (-0.45, -0.1)], arc(-0.05, 0.35, 0.55, 0.52, -0.35, 0.42)],
    [[(0.35, -0.9), (-0.3, -0.2), (-0.5, 0.3)], arc(0, 0.4, 0.5, 0.5, 0, 1, 16)],
    [[(-0.55, -0.9), (0.55, -0.9), (-0.1, 0.9)]],
    [arc(0, -0.45, 0.45, 0.43, 0, 1, 14), arc(0, 0.45, 0.55, 0.47, 0, 1, 14)],
    [arc(0, -0.4, 0.5, 0.48, 0, 1, 16), [(0.5, -0.4), (0.4, 0.3), (0.1, 0.9)]],
]


def draw(digit, random):
    """One image, as bytes."""
    turn, shear = random.normal(0, 0.2), random.normal(0, 0.25)
    scale = random.uniform(0.7, 1.0, 2) * (8.0, 9.5)
    middle = SIDE / 2 - 0.5 + random.uniform(-2.5, 2.5, 2)
    thickness = random.uniform(0.8, 1.7)
    matrix = numpy.array([[numpy.cos(turn), -numpy.sin(turn)], [numpy.sin(turn), numpy.cos(turn)]])
    matrix = matrix @ numpy.array([[1, -shear], [0, 1]]) @ numpy.diag(scale)
    pixels = numpy.stack(numpy.meshgrid(numpy.arange(SIDE), numpy.arange(SIDE)), -1) * 1.0
    distance = numpy.full((SIDE, SIDE), 1e9)
    for stroke in DIGITS[digit]:
        points = numpy.array(stroke) + random.normal(0, 0.03, (len(stroke), 2))
        points = points @ matrix.T + middle
        for a, b in zip(points, points[1:]):
            along = b - a
            part = ((pixels - a) @ along / max(along @ along, 1e-9)).clip(0, 1)
            nearest = a + part[..., None] * along
            distance = numpy.minimum(distance, numpy.linalg.norm(pixels - nearest, axis=-1))
    ink = (thickness + 0.5 - distance).clip(0, 1) + random.normal(0, NOISE, (SIDE, SIDE))
    return (ink.clip(0, 1) * 255).astype(numpy.uint8).ravel()


def make_set(count, random):
    labels = numpy.arange(count) % 10
    random.shuffle(labels)
    return numpy.array([draw(digit, random) for digit in labels]), labels


def forward(parameters, images):
    values = [images / 255.0]
    for weights, bias in parameters:
        values.append(numpy.maximum(values[-1] @ weights + bias, 0))
    return values


def step(parameters, velocities, images, labels):
    """One step of descent: softmax over the last layer's outputs, cross entropy."""
    values = forward(parameters, images)
    odds = numpy.exp(values[-1] - values[-1].max(1, keepdims=True))
    error = odds / odds.sum(1, keepdims=True)
    error[numpy.arange(len(labels)), labels] -= 1
    # The right output has to come out of ReLU's flat part again: there its slope counts as 1.
    right = numpy.eye(LAYERS[-1], dtype=bool)[labels]
    error = error * ((values[-1] > 0) | right) / len(labels)
    for layer in reversed(range(len(parameters))):
        weights, bias = parameters[layer]
        down = (error @ weights.T) * (values[layer] > 0)
        for parameter, velocity, slope in zip((weights, bias), velocities[layer],
                                              (values[layer].T @ error, error.sum(0))):
            velocity *= MOMENTUM
            velocity -= RATE * slope
            parameter += velocity
        error = down


def train(images, labels, random):
    parameters = [(random.normal(0, (2 / inputs) ** 0.5, (inputs, outputs)),
                   numpy.full(outputs, 0.1)) for inputs, outputs in zip(LAYERS, LAYERS[1:])]
    velocities = [(numpy.zeros_like(weights), numpy.zeros_like(bias))
                  for weights, bias in parameters]
    for _ in range(EPOCHS):
        order = random.permutation(len(labels))
        for start in range(0, len(labels), BATCH):
            chosen = order[start:start + BATCH]
            step(parameters, velocities, images[chosen], labels[chosen])
    return parameters


def main():
    random = numpy.random.Generator(numpy.random.PCG64(SEED))
    images, labels = make_set(TRAINING, random)
    tests, test_labels = make_set(TESTS, random)
    parameters = train(images, labels, random)
    flat = numpy.concatenate([part.ravel() for layer in parameters for part in layer])
    right = (forward(parameters, tests)[-1].argmax(1) == test_labels).sum()
    print(f"{right} of {TESTS} test images right ({100 * right / TESTS:.4f} %)")
    numpy.save(HERE / "weights.npy", flat.astype("<f4"))
    numpy.save(HERE / "images.npy", tests)
    numpy.save(HERE / "labels.npy", test_labels.astype(numpy.uint8))


if __name__ == "__main__":
    main()
