"""Other software doing the work of our kernels, one piece a process.

    python3 peers.py --list
    python3 peers.py --peer NAME --pixels FILE --width W --height H
    python3 peers.py --peer NAME --file FILE

The first prints a line of JSON for each peer: its name, what it takes (pixels, or a file), what it
does, its version, or why it is missing. The others serve `lab peers`, which starts them, over
file descriptor 3 with the words of bench's own workers (Sources/Measuring/Measuring/Workers): a line each for
hello, pin, prepare, run and quit. With --pixels, FILE holds width * height * 4 bytes, red, green,
blue and alpha; all pixels are opaque. With --file it is a PNG or JPEG, which is in memory before
anything is timed.

A peer gets the pixels in its own native 8-bit layout for free (a packed RGB copy, a Pillow image);
conversions to float are part of its work. One thread each: the variables below are set before
anything is imported, and bench pins the process to a core.
"""

import argparse
import ctypes
import importlib.metadata
import io
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                 "NUMBA_NUM_THREADS", "VIPS_CONCURRENCY", "RAYON_NUM_THREADS", "UV_THREADPOOL_SIZE",
                 "MAGICK_THREAD_LIMIT"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402

CLUSTERS = 8


def by_share(colors, counts):
    """Colours with their share of all pixels, the largest first."""
    total = float(sum(counts))
    order = sorted(range(len(counts)), key=lambda i: (-counts[i], tuple(colors[i])))
    return [([int(round(float(c))) for c in colors[i]], float(counts[i]) / total)
            for i in order if counts[i] > 0]


def histogram_answer(histogram):
    """The fullest of 16 x 16 x 16 bins, each as its centre."""
    flat = np.asarray(histogram).reshape(-1).astype(np.int64)
    total = float(flat.sum())
    best = np.argsort(-flat, kind="stable")[:5]
    return [([int(i >> 8) * 16 + 8, int(i >> 4 & 15) * 16 + 8, int(i & 15) * 16 + 8],
             float(flat[i]) / total) for i in best if flat[i] > 0]


# A peer is a function of the pixels (height, width, 4) that returns the work, and what turns the
# work's result into swatches.


def opencv_histogram(pixels):
    """calcHist, 16 bins a channel; the fullest bin's centre"""
    import cv2
    cv2.setNumThreads(1)
    rgb = np.ascontiguousarray(pixels[..., :3])

    def work():
        return cv2.calcHist([rgb], [0, 1, 2], None, [16, 16, 16], [0, 256] * 3)
    return work, histogram_answer, cv2.__version__


def opencv_kmeans(pixels):
    """kmeans, K = 8, k-means++, 10 iterations; the largest cluster"""
    import cv2
    cv2.setNumThreads(1)
    rgb = np.ascontiguousarray(pixels[..., :3])

    def work():
        cv2.setRNGSeed(1)
        criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 1.0)
        return cv2.kmeans(rgb.reshape(-1, 3).astype(np.float32), CLUSTERS, None, criteria, 1,
                          cv2.KMEANS_PP_CENTERS)

    def answer(result):
        _, labels, centers = result
        return by_share(centers, np.bincount(labels.reshape(-1), minlength=CLUSTERS))
    return work, answer, cv2.__version__


def sklearn_kmeans(pixels):
    """KMeans, K = 8, one start, 20 iterations; the largest cluster"""
    import sklearn
    from sklearn.cluster import KMeans
    rgb = np.ascontiguousarray(pixels[..., :3])

    def work():
        model = KMeans(CLUSTERS, n_init=1, max_iter=20, random_state=1)
        return model.fit(rgb.reshape(-1, 3).astype(np.float32))

    def answer(model):
        return by_share(model.cluster_centers_, np.bincount(model.labels_, minlength=CLUSTERS))
    return work, answer, sklearn.__version__


def faiss_kmeans(pixels):
    """Kmeans, K = 8, trained on its default sample, all pixels assigned"""
    import faiss
    faiss.omp_set_num_threads(1)
    rgb = np.ascontiguousarray(pixels[..., :3])

    def work():
        points = rgb.reshape(-1, 3).astype(np.float32)
        model = faiss.Kmeans(3, CLUSTERS, niter=20, seed=1)
        model.train(points)
        return model.centroids, model.index.search(points, 1)[1]

    def answer(result):
        return by_share(result[0], np.bincount(result[1].reshape(-1), minlength=CLUSTERS))
    return work, answer, faiss.__version__


def numba_histogram(pixels):
    """a loop in numba over 16 bins a channel with sums; the fullest bin's mean"""
    import numba

    @numba.njit(cache=False)
    def count(flat, table):
        for i in range(flat.shape[0]):
            r, g, b = flat[i, 0], flat[i, 1], flat[i, 2]
            row = (r >> 4) << 8 | (g >> 4) << 4 | b >> 4
            table[row, 0] += r
            table[row, 1] += g
            table[row, 2] += b
            table[row, 3] += 1

    flat = pixels.reshape(-1, 4)
    count(flat[:16], np.zeros((4096, 4), np.uint64))

    def work():
        table = np.zeros((4096, 4), np.uint64)
        count(flat, table)
        return table

    def answer(table):
        best = np.argsort(-table[:, 3].astype(np.int64), kind="stable")[:5]
        total = float(table[:, 3].sum())
        return [([int(table[i, c] / table[i, 3] + 0.5) for c in range(3)],
                 float(table[i, 3]) / total) for i in best if table[i, 3]]
    return work, answer, numba.__version__


def numpy_histogram(pixels):
    """bincount over 16 bins a channel; the fullest bin's centre"""
    flat = pixels.reshape(-1, 4)

    def work():
        high = flat >> 4
        index = high[:, 0].astype(np.int32) << 8
        index |= high[:, 1].astype(np.int32) << 4
        index |= high[:, 2]
        return np.bincount(index, minlength=4096)
    return work, histogram_answer, np.__version__


def pillow(pixels, method):
    import PIL
    from PIL import Image
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    image.load()

    def work():
        return image.quantize(CLUSTERS, method=method)

    def answer(quantized):
        palette = quantized.getpalette()
        counted = quantized.getcolors()
        return by_share([palette[3 * i:3 * i + 3] for _, i in counted], [n for n, _ in counted])
    return work, answer, PIL.__version__


def pillow_octree(pixels):
    """quantize to 8, FASTOCTREE; the commonest colour"""
    return pillow(pixels, 2)


def pillow_mediancut(pixels):
    """quantize to 8, MEDIANCUT; the commonest colour"""
    return pillow(pixels, 0)


def libvips(pixels):
    """hist_find_ndim, 16 bins a channel (what sharp's `dominant` is); the fullest bin's centre"""
    import pyvips
    height, width = pixels.shape[:2]
    rgb = np.ascontiguousarray(pixels[..., :3])
    image = pyvips.Image.new_from_memory(rgb.data, width, height, 3, "uchar")
    # Or the second run answers from the cache of operations.
    pyvips.cache_set_max(0)

    def work():
        return image.hist_find_ndim(bins=16).numpy()

    def answer(histogram):
        # vips lays red along x, green along y and blue along bands.
        return histogram_answer(np.transpose(histogram, (1, 0, 2)))
    version = ".".join(str(pyvips.version(i)) for i in range(3))
    return work, answer, version


def fast_colorthief(pixels, quality):
    import fast_colorthief as thief

    def work():
        return thief.get_palette(pixels, color_count=5, quality=quality)

    def answer(palette):
        return [([int(c) for c in color], None) for color in palette]
    return work, answer, importlib.metadata.version("fast-colorthief")


def fast_colorthief_all(pixels):
    """Color Thief in C++, every pixel"""
    return fast_colorthief(pixels, 1)


def fast_colorthief_tenth(pixels):
    """Color Thief in C++, every tenth pixel, its default"""
    return fast_colorthief(pixels, 10)


def colorthief_tenth(pixels):
    """Color Thief in Python, every tenth pixel, its default"""
    from PIL import Image
    import colorthief
    thief = colorthief.ColorThief.__new__(colorthief.ColorThief)
    thief.image = Image.fromarray(pixels)

    def work():
        return thief.get_palette(color_count=5, quality=10)

    def answer(palette):
        return [([int(c) for c in color], None) for color in palette]
    return work, answer, importlib.metadata.version("colorthief")


def imagequant(pixels):
    """libimagequant, 8 colours at its default speed, all pixels remapped; the commonest colour"""
    import libimagequant as liq
    height, width = pixels.shape[:2]
    data = pixels.tobytes()

    def work():
        settings = liq.Attr()
        settings.max_colors = CLUSTERS
        image = settings.create_rgba(data, width, height, 0)
        result = image.quantize(settings)
        remapped = result.remap_image(image)
        return result.get_palette(), remapped

    def answer(result):
        palette, remapped = result
        counts = np.bincount(np.frombuffer(remapped, np.uint8), minlength=len(palette))
        return by_share([[c.r, c.g, c.b] for c in palette], counts)
    return work, answer, importlib.metadata.version("libimagequant")


def pylette_swatches(palette):
    return by_share([color.rgb for color in palette.colors],
                    [color.frequency for color in palette.colors])


def pylette_pixels(pixels):
    """Pylette, 5 colours by k-means of the image at 256 pixels a side, its default"""
    import pylette
    from PIL import Image
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    image.load()

    def work():
        return pylette.extract_colors(image, palette_size=5)
    return work, pylette_swatches, importlib.metadata.version("pylette")


class Swatch(ctypes.Structure):
    _fields_ = [("red", ctypes.c_uint8), ("green", ctypes.c_uint8), ("blue", ctypes.c_uint8),
                ("unused", ctypes.c_uint8), ("count", ctypes.c_uint32)]


def contract_library():
    """The C versions, at the highest level that this processor has."""
    folder = pathlib.Path(sys.prefix)
    level = "any"
    if os.uname().machine == "x86_64":
        flags = set(next(line for line in open("/proc/cpuinfo") if line.startswith("flags"))
                    .split())
        level = ("v4" if {"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd"} <= flags
                 else "v3" if {"avx2", "bmi1", "bmi2", "fma"} <= flags else "v2")
    library = ctypes.CDLL(str(folder / f"libcontract-{level}.so"))
    library.run_histogram_words.restype = ctypes.c_size_t
    library.find_windows.restype = ctypes.c_size_t
    return library, level


def contract_in_c(pixels, name):
    library, level = contract_library()
    function = getattr(library, name)
    height, width = pixels.shape[:2]
    words = max(int(library.run_histogram_words()), 4 * 4096)
    raw = np.zeros(4 * words + 64, np.uint8)
    start = -raw.ctypes.data % 64
    memory = raw[start:start + 4 * words].view(np.uint32)
    table = memory[:4 * 4096]
    address = ctypes.c_void_p(memory.ctypes.data)
    source = ctypes.c_void_p(pixels.ctypes.data)
    swatches = (Swatch * 5)()

    def work():
        table[:] = 0
        function(source, ctypes.c_size_t(width), ctypes.c_size_t(height), address)
        found = library.find_windows(address, ctypes.c_size_t(5), swatches)
        return [((s.red, s.green, s.blue), s.count) for s in swatches[:found]], int(table[3::4].sum())

    def answer(result):
        found, total = result
        return [(list(color), count / total) for color, count in found]
    return work, answer, f"-march=x86-64-{level}" if level != "any" else "clang"


def c_plain(pixels):
    """our contract in C, the plainest loop"""
    return contract_in_c(pixels, "plain_histogram")


def c_simd(pixels):
    """our contract in C, the algorithm of `simd` step for step"""
    return contract_in_c(pixels, "run_histogram")


# A peer on files is a function of the bytes of a PNG or JPEG, which returns the same.


def listed(palette):
    """Swatches of colours without shares, the first of which is the peer's answer."""
    return [([int(c) for c in color], None) for color in palette]


def fast_colorthief_file(data):
    """Color Thief in C++ after Pillow's decoder, every tenth pixel, its default"""
    import fast_colorthief as thief

    def work():
        return thief.get_palette(io.BytesIO(data), color_count=5, quality=10)
    return work, listed, importlib.metadata.version("fast-colorthief")


def modern_colorthief_file(data):
    """modern_colorthief (Rust) with its own decoder, every tenth pixel, its default"""
    import modern_colorthief as thief

    def work():
        return thief.get_palette(data, color_count=5, quality=10)
    return work, listed, importlib.metadata.version("modern_colorthief")


def colorthief_file(data):
    """Color Thief in Python after Pillow's decoder, every tenth pixel, its default"""
    import colorthief

    def work():
        return colorthief.ColorThief(io.BytesIO(data)).get_palette(color_count=5, quality=10)
    return work, listed, importlib.metadata.version("colorthief")


def pylette_file(data):
    """Pylette, 5 colours by k-means of the picture at 256 pixels a side, its default"""
    import pylette

    def work():
        return pylette.extract_colors(data, palette_size=5)
    return work, pylette_swatches, importlib.metadata.version("pylette")


def colorz_like(data):
    """a script like colorz: Pillow's thumbnail of 200 pixels a side, scipy kmeans, K = 6"""
    import scipy
    from PIL import Image
    from scipy.cluster.vq import kmeans, vq

    def work():
        image = Image.open(io.BytesIO(data)).convert("RGB")
        image.thumbnail((200, 200))
        points = np.asarray(image).reshape(-1, 3).astype(float)
        centers = kmeans(points, 6, rng=1)[0]
        return centers, np.bincount(vq(points, centers)[0], minlength=len(centers))

    def answer(result):
        return by_share(*result)
    return work, answer, "scipy " + scipy.__version__


def pillow_draft(data):
    """Pillow: JPEG at 1/8 by draft, PNG in full; quantize to 8, FASTOCTREE; the commonest colour"""
    import PIL
    from PIL import Image

    def work():
        image = Image.open(io.BytesIO(data))
        image.draft("RGB", (image.width // 8, image.height // 8))
        return image.convert("RGB").quantize(CLUSTERS, method=2)

    def answer(quantized):
        palette = quantized.getpalette()
        counted = quantized.getcolors()
        return by_share([palette[3 * i:3 * i + 3] for _, i in counted], [n for n, _ in counted])
    return work, answer, PIL.__version__


def libvips_file(data, **options):
    import pyvips
    pyvips.cache_set_max(0)

    def work():
        image = pyvips.Image.new_from_buffer(data, "", access="sequential", **options)
        return image.hist_find_ndim(bins=16).numpy()

    def answer(histogram):
        return histogram_answer(np.transpose(histogram, (1, 0, 2)))
    return work, answer, ".".join(str(pyvips.version(i)) for i in range(3))


def libvips_full(data):
    """libvips in full, hist_find_ndim, 16 bins a channel; the fullest bin's centre"""
    return libvips_file(data)


def libvips_shrink(data):
    """libvips, JPEG at 1/8 on load and PNG in full, hist_find_ndim; the fullest bin's centre"""
    return libvips_file(data, **({"shrink": 8} if data[:2] == b"\xff\xd8" else {}))


class Sharp:
    """A Node process that answers each line with sharp's dominant colour of the file."""

    PROGRAM = """
      const sharp = require('sharp');
      sharp.concurrency(1);
      sharp.cache(false);
      const lines = require('readline').createInterface({ input: process.stdin });
      let data = null;
      lines.on('line', async (line) => {
        try {
          if (line.startsWith('file ')) {
            data = require('fs').readFileSync(line.slice(5));
            console.log(JSON.stringify({ version: require('sharp/package.json').version }));
          } else {
            console.log(JSON.stringify((await sharp(data).stats()).dominant));
          }
        } catch (problem) { console.log(JSON.stringify({ failure: String(problem) })); }
      });
    """

    def __init__(self, data):
        folder = pathlib.Path(sys.prefix) / "node"
        if shutil.which("node") is None:
            raise RuntimeError("there is no node: install it, then run `make peers`")
        if not (folder / "node_modules" / "sharp").exists():
            raise RuntimeError("sharp is not installed: run `make peers` where there is npm")
        self.process = subprocess.Popen(
            ["node", "-e", self.PROGRAM], cwd=folder, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        path = folder / f"picture-{os.getpid()}"
        path.write_bytes(data)
        try:
            self.version = self.ask(f"file {path}")["version"]
        finally:
            path.unlink()

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline() or '{"failure": "node ended"}')
        if "failure" in reply:
            raise RuntimeError(reply["failure"])
        return reply

    def __del__(self):
        if hasattr(self, "process"):
            self.process.stdin.close()
            self.process.wait()


def sharp_file(data):
    """sharp (Node), stats().dominant: 16 bins a channel, the fullest bin's centre"""
    worker = Sharp(data)

    def answer(color):
        return [([color["r"], color["g"], color["b"]], None)]
    return lambda: worker.ask("run"), answer, worker.version


def imagemagick_file(data):
    """ImageMagick's command line with its start: -colors 8 -depth 8 histogram:info:-; the commonest"""
    for name in ("magick", "convert-im6.q16", "convert"):
        if shutil.which(name) is None:
            continue
        text = subprocess.run([name, "-version"], capture_output=True, text=True).stdout
        if text.startswith("Version: ImageMagick"):
            break
    else:
        raise RuntimeError("there is no ImageMagick (apt-get install imagemagick)")
    kind = "jpeg" if data[:2] == b"\xff\xd8" else "png"
    command = [name, kind + ":-", "-colors", str(CLUSTERS), "-depth", "8", "-format", "%c",
               "histogram:info:-"]

    def work():
        return subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode()

    def answer(text):
        rows = [line.split(":", 1) for line in text.splitlines() if "#" in line]
        colors = [row[1].split("#")[1][:6] for row in rows]
        return by_share([bytes.fromhex(color) for color in colors], [int(row[0]) for row in rows])
    return work, answer, text.split()[2]


PEERS = {
    "c-simd": c_simd,
    "c-plain": c_plain,
    "fast-colorthief-tenth": fast_colorthief_tenth,
    "numba-histogram": numba_histogram,
    "opencv-histogram": opencv_histogram,
    "fast-colorthief": fast_colorthief_all,
    "libvips-histogram": libvips,
    "numpy-histogram": numpy_histogram,
    "pillow-octree": pillow_octree,
    "faiss-kmeans": faiss_kmeans,
    "colorthief-tenth": colorthief_tenth,
    "pillow-mediancut": pillow_mediancut,
    "libimagequant": imagequant,
    "pylette": pylette_pixels,
    "opencv-kmeans": opencv_kmeans,
    "sklearn-kmeans": sklearn_kmeans,
}

FILE_PEERS = {
    "pillow-draft-file": pillow_draft,
    "libvips-shrink-file": libvips_shrink,
    "libvips-file": libvips_full,
    "sharp-file": sharp_file,
    "fast-colorthief-file": fast_colorthief_file,
    "modern-colorthief-file": modern_colorthief_file,
    "pylette-file": pylette_file,
    "colorz-like-file": colorz_like,
    "imagemagick-file": imagemagick_file,
    "colorthief-file": colorthief_file,
}


def resident(field):
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith(field + ":"):
                return 1024 * int(line.split()[1])
    return 0


def measured(work):
    """Does the work once; the result, and how many bytes it took at once beside what was there."""
    try:
        with open("/proc/self/clear_refs", "w") as control:
            control.write("5")
    except OSError:
        return work(), None
    before = resident("VmRSS")
    result = work()
    return result, max(resident("VmHWM") - before, 0)


# Their work is in another process, whose memory is not measured.
ELSEWHERE = {sharp_file, imagemagick_file}


def tiny_file(kind):
    """The bytes of a small picture of many colours."""
    from PIL import Image
    memory = io.BytesIO()
    noise = np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8)
    Image.fromarray(noise).save(memory, kind)
    return memory.getvalue()


class Server:
    def __init__(self, peer, material, small):
        self.peer = peer
        self.material = material
        self.small = small
        self.work = None

    def prepare(self):
        # On a small image first: what is loaded or compiled at first use is not the work.
        work, answer, version = self.peer(self.small)
        answer(work())
        self.work, answer, version = self.peer(self.material)
        start = time.perf_counter()
        result, extra = measured(self.work)
        if self.peer in ELSEWHERE:
            extra = None
        seconds = time.perf_counter() - start
        swatches = [{"color": "#%02x%02x%02x" % tuple(min(max(c, 0), 255) for c in color),
                     "population": share} for color, share in answer(result)]
        return json.dumps({"version": version, "seconds": seconds, "extraBytes": extra,
                           "swatches": swatches})

    def run(self, iterations, warm_up):
        for _ in range(warm_up):
            self.work()
        process, thread, wall = (time.process_time_ns(), time.thread_time_ns(),
                                 time.perf_counter_ns())
        for _ in range(iterations):
            self.work()
        wall = time.perf_counter_ns() - wall
        thread = time.thread_time_ns() - thread
        process = time.process_time_ns() - process
        return f"epoch {iterations} {wall} {thread} {process} 0 0"

    def reply(self, words):
        verb, numbers = words[0], [int(word) for word in words[1:]]
        if verb == "hello":
            return "hello 1"
        if verb == "pin":
            try:
                os.sched_setaffinity(0, {numbers[0]})
                return "pinned 1"
            except (AttributeError, OSError):
                return "pinned 0"
        if verb == "prepare":
            return "answer " + self.prepare()
        if verb == "run":
            return self.run(numbers[1], numbers[2])
        return "failure no such request: " + verb

    def serve(self, channel):
        stream = channel.makefile("rw", encoding="utf-8", newline="\n")
        for line in stream:
            words = line.split()
            if words == ["quit"]:
                return
            try:
                text = self.reply(words)
            except Exception as problem:  # whatever a peer throws is its answer
                text = f"failure {type(problem).__name__}: {problem}"
            stream.write(" ".join(text.split("\n")) + "\n")
            stream.flush()


def list_peers():
    tiny = np.full((64, 64, 4), 255, np.uint8)
    for peers, kind in ((PEERS, "pixels"), (FILE_PEERS, "file")):
        for name, peer in peers.items():
            entry = {"name": name, "input": kind, "what": peer.__doc__, "version": None,
                     "missing": None}
            try:
                entry["version"] = peer(tiny if kind == "pixels" else tiny_file("PNG"))[2]
            except Exception as problem:  # a peer that cannot be had is listed as missing
                entry["missing"] = f"{type(problem).__name__}: {problem}"
            print(json.dumps(entry), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--peer", choices=PEERS | FILE_PEERS)
    parser.add_argument("--pixels")
    parser.add_argument("--width", type=int)
    parser.add_argument("--height", type=int)
    parser.add_argument("--file")
    arguments = parser.parse_args()
    if arguments.list:
        return list_peers()
    if arguments.file:
        data = pathlib.Path(arguments.file).read_bytes()
        small = tiny_file("JPEG" if data[:2] == b"\xff\xd8" else "PNG")
        server = Server(FILE_PEERS[arguments.peer], data, small)
    else:
        # Read, not mapped: a mapped file has small pages, and ours have huge ones where there are
        # any.
        pixels = np.fromfile(arguments.pixels, np.uint8)
        pixels = pixels.reshape(arguments.height, arguments.width, 4)
        small = np.ascontiguousarray(pixels[:64, :64])
        server = Server(PEERS[arguments.peer], pixels, small)
    server.serve(socket.socket(fileno=3))


if __name__ == "__main__":
    main()
