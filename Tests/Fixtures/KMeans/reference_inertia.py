#!/usr/bin/env python3
"""The best inertia of 20 restarts of scikit-learn's k-means over an image's pixels in OKLab.

    python3 -m venv venv && venv/bin/pip install scikit-learn numpy Pillow
    venv/bin/python reference_inertia.py PHOTO... > photos.json
    KMEANS_IMAGES=FOLDER swift test --filter KMeansImageFiles     # writes the synthetic images
    venv/bin/python reference_inertia.py FOLDER/*.png > synthetic.json

Pixels with alpha under 128 are left out. Pixels of equal colour are handed over once, weighted by
their number, which is the same problem in fewer rows. Every restart runs until no assignment
changes (tol=0, at most 1000 iterations), so the reference is the strictest that scikit-learn gives.
"""

import json
import os
import sys

import numpy as np
from PIL import Image
from sklearn.cluster import KMeans

CLUSTERS = 8
RESTARTS = 20

CONES = np.array([
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
])
AXES = np.array([
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
])


def oklab(colors):
    """sRGB levels to OKLab (Ottosson 2020)."""
    encoded = np.asarray(colors, dtype=float) / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    return np.cbrt(linear @ CONES.T) @ AXES.T


def best_inertia(path):
    """The least inertia of all restarts over the visible pixels of an image."""
    pixels = np.array(Image.open(path).convert("RGBA"))
    visible = pixels[pixels[..., 3] >= 128][:, :3]
    colors, counts = np.unique(visible, axis=0, return_counts=True)
    clusters = min(CLUSTERS, len(colors))
    search = KMeans(clusters, n_init=RESTARTS, tol=0, max_iter=1000, random_state=1)
    return float(search.fit(oklab(colors), sample_weight=counts).inertia_)


def main():
    inertia = {os.path.basename(path): best_inertia(path) for path in sorted(sys.argv[1:])}
    json.dump({"clusters": CLUSTERS, "restarts": RESTARTS, "inertia": inertia}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
