import DominantColor
import Pixels
import SyntheticImages
import Testing

@Suite("Kernel selection")
struct KernelSelectionTests {
  private func image(_ width: Int = 61, _ height: Int = 47) throws -> ImageBuffer {
    try #require(SyntheticImage.named("planted")).makeImage(width: width, height: height)
  }

  @Test("the explanation in the documentation is the one that is given")
  func documentedExplanation() {
    let choice = KernelSelection.defaultOrder.limited(toThreads: 1)
      .choice(for: .histogram, pixels: 24_000_000)
    #expect(choice.kernel.id == "simd")
    #expect(
      choice.explanation
        == "simd on 1 thread for method histogram and 24000000 pixels: the default order takes it. "
        + "Threads are restricted to 1.")
  }

  @Test("every selection gives the reference's answer", arguments: PaletteMethod.allCases)
  func answers(method: PaletteMethod) throws {
    let selections: [KernelSelection] = [
      .automatic, .defaultOrder, .tuned(SampleTunings.unusual()), .kernel("simd"),
      .kernel("histogram"), .kernel("kmeans-scalar"), .kernel("smid"),
      .automatic.limited(toThreads: 1), .automatic.withoutConcurrency(belowPixels: .max),
      .automatic.limited(toTableBytes: 0),
    ]
    // The reference of k-means takes seconds for more, unoptimised.
    for size in method == .kmeans ? [(1, 1), (17, 13)] : [(1, 1), (61, 47), (300, 200)] {
      let image = try image(size.0, size.1)
      let expected = image.withPixels {
        KernelCatalog.reference(for: method).palette(
          of: $0, options: PaletteOptions(), workspace: Workspace())
      }
      for selection in selections {
        #expect(Dominant.palette(of: image, method: method, selection: selection) == expected)
      }
    }
  }

  @Test("the call without a selection still compiles in each of its forms")
  func sourceCompatible() throws {
    let image = try image()
    let palette = Dominant.palette(of: image)
    #expect(image.withPixels { Dominant.palette(of: $0, method: .distinct) } == palette)
    let bytes = [UInt8](repeating: 255, count: 16)
    let white = try Dominant.palette(
      of: bytes.span.bytes, width: 2, height: 2, selection: .kernel("distinct-simd"))
    #expect(white.dominant?.color == RGB8(red: 255, green: 255, blue: 255))
    #expect(try Dominant.palette(of: bytes.span.bytes, width: 2, height: 2) == white)
  }

  @Test("a named kernel runs whatever the size, for its method alone")
  func forced() {
    let selection = KernelSelection.kernel("histogram")
    #expect(selection.problem == nil)
    for pixels in [0, 1, 24_000_000] {
      let choice = selection.choice(for: .histogram, pixels: pixels)
      #expect(choice.kernel.id == "histogram")
      #expect(choice.explanation.contains("the caller named this kernel"))
    }
    let other = selection.choice(for: .hue, pixels: 24_000_000, threads: 1)
    #expect(other.kernel.id == "hue-simd")
    #expect(
      other.explanation.contains("Ignored: kernel 'histogram' answers method histogram only."))
    #expect(selection.explanation.hasPrefix("Kernel 'histogram' for method histogram. Otherwise: "))
    let tiles = KernelSelection.kernel("tiles").choice(
      for: .histogram, pixels: 24_000_000, threads: 3)
    #expect(tiles.kernel.id == "tiles")
    #expect(tiles.threads == 3)
  }

  @Test("an unknown kernel is ignored, with the names there are", arguments: ["smid", "", "\u{0}"])
  func unknown(id: String) {
    let selection = KernelSelection.kernel(id)
    #expect(selection.problem == .unknownKernel(id))
    #expect(selection.explanation.contains("There is no kernel '\(id)'. Choose from: tiles, simd"))
    let choice = selection.choice(for: .histogram, pixels: 4096)
    #expect(choice.explanation.contains("Ignored: There is no kernel '\(id)'."))
    #expect(choice.kernel.method == .histogram)
  }

  @Test("a tuning is followed by size and threads, and explained")
  func tuned() {
    let selection = KernelSelection.tuned(SampleTunings.unusual())
    func name(_ method: PaletteMethod, _ pixels: Int, threads: Int) -> String {
      let choice = selection.choice(for: method, pixels: pixels, threads: threads)
      return "\(choice.kernel.id)×\(choice.threads)"
    }
    #expect(name(.histogram, 999, threads: 2) == "simd×1")
    #expect(name(.histogram, 1000, threads: 1) == "simd×1")
    #expect(name(.histogram, 1000, threads: 2) == "tiles×2")
    #expect(name(.histogram, 1000, threads: 64) == "tiles×64")
    #expect(name(.hue, .max, threads: 64) == "hue-simd×1")
    func words(_ method: PaletteMethod, _ pixels: Int, threads: Int) -> String {
      selection.choice(for: method, pixels: pixels, threads: threads).explanation
    }
    #expect(
      words(.histogram, 10, threads: 2)
        == "simd on 1 thread for method histogram and 10 pixels: the tuning made "
        + "2026-11-21T12:00:00Z takes it under 1000 pixels.")
    #expect(
      words(.histogram, 1000, threads: 3)
        == "tiles on 3 threads for method histogram and 1000 pixels: the tuning made "
        + "2026-11-21T12:00:00Z takes it from 1000 pixels up.")
    #expect(
      words(.histogram, 1, threads: 1).hasSuffix(
        "and 1 pixel: the tuning made 2026-11-21T12:00:00Z takes it."))
    #expect(words(.hue, 5000, threads: 2).hasSuffix(" takes it, whatever the size."))
    #expect(selection.explanation == "The tuning, made 2026-11-21T12:00:00Z.")
  }

  @Test("what a tuning does not speak of goes by the default order, which is said")
  func partlyTuned() {
    let choice = KernelSelection.tuned(SampleTunings.unusual())
      .choice(for: .kmeans, pixels: 4096, threads: 2)
    #expect(choice.kernel.id == "kmeans")
    #expect(
      choice.explanation
        == "kmeans on 1 thread for method kmeans and 4096 pixels: the default order takes it under "
        + "262144 pixels. The tuning says nothing about method kmeans.")
  }

  @Test("a tuning for something else is ignored, and what differs is said")
  func otherKey() {
    let selection = KernelSelection.tuned(SampleTunings.unusual(SampleTunings.key))
    #expect(selection.choice(for: .histogram, pixels: 5000, threads: 2).kernel.id == "simd")
    #expect(selection.explanation.contains("it was made by version 1.2.3, and this is"))
    #expect(selection.explanation.contains("default order"))
    let followed = KernelSelection.tuned(
      SampleTunings.unusual(SampleTunings.key), for: SampleTunings.key)
    #expect(followed.choice(for: .histogram, pixels: 5000, threads: 2).kernel.id == "tiles")
  }

  @Test("threads can be restricted, also for small images alone")
  func threadRestrictions() {
    let tuned = KernelSelection.tuned(SampleTunings.unusual())
    let one = tuned.limited(toThreads: 1)
    for threads in [nil, 1, 2, 64] {
      let choice = one.choice(for: .histogram, pixels: 5000, threads: threads)
      #expect(choice.kernel.id == "simd")
      #expect(choice.threads == 1)
      #expect(choice.explanation.contains("Threads are restricted to 1."))
    }
    #expect(tuned.limited(toThreads: -7).restrictions.maximumThreads == 1)
    let calm = tuned.withoutConcurrency(belowPixels: 5000)
    #expect(calm.choice(for: .histogram, pixels: 4999, threads: 2).kernel.id == "simd")
    #expect(calm.choice(for: .histogram, pixels: 5000, threads: 2).kernel.id == "tiles")
    #expect(
      calm.choice(for: .histogram, pixels: 4999, threads: 2).explanation.contains(
        "Images under 5000 pixels are restricted to the calling thread."))
    let all = calm.limited(toThreads: 2).limited(toTableBytes: 5)
    #expect(
      all.explanation.hasSuffix(
        "At most 2 threads. One thread under 5000 pixels. At most 5 bytes of tables."))
  }

  @Test("memory can be restricted: fewer threads first, then the kernel that needs least")
  func memory() {
    let selection = KernelSelection.defaultOrder
    let simd = KernelCandidate(KernelCatalog.simd).tableBytes()
    let reference = KernelCandidate(KernelCatalog.histogram).tableBytes()
    // 16³ cells of a count and three sums of 8 bytes each.
    #expect(reference == 4096 * 32)
    #expect(simd > reference)
    #expect(
      KernelCandidate(KernelCatalog.tiles, threads: 3).tableBytes() - reference == 3
        * (simd - reference))
    func choice(_ bytes: Int) -> KernelChoice {
      selection.limited(toTableBytes: bytes).choice(
        for: .histogram, pixels: 24_000_000, threads: 2)
    }
    #expect(choice(simd).kernel.id == "simd")
    #expect(choice(simd).explanation.contains("it counts into \(simd)"))
    #expect(choice(simd - 1).kernel.id == "histogram")
    #expect(choice(simd - 1).explanation.contains("what is fastest takes too much memory"))
    #expect(choice(0).kernel.id == "histogram")
    #expect(choice(0).explanation.contains("which nothing keeps to"))
    let fine = selection.limited(toTableBytes: simd).choice(
      for: .histogram, pixels: 8192, precision: .fine)
    #expect(fine.kernel.id == "histogram")
    let kmeans = KernelCandidate(KernelCatalog.kmeans)
    #expect(kmeans.tableBytes() == KernelCandidate(KernelCatalog.simd).tableBytes(.fine))
    #expect(KernelCandidate(KernelCatalog.hue).tableBytes() > 0)
  }

  @Test("candidates are all kernels of a method, concurrent ones by powers of two of threads")
  func candidates() {
    func names(_ threads: Int) -> [String] {
      KernelCandidate.all(for: .histogram, threads: threads).map(\.name)
    }
    #expect(names(1) == ["simd", "histogram"])
    #expect(names(2) == ["tiles×2", "simd", "histogram"])
    #expect(names(6) == ["tiles×6", "tiles×2", "tiles×4", "simd", "histogram"])
    #expect(KernelCandidate(KernelCatalog.simd, threads: 8).threads == 1)
    #expect(KernelCandidate.all(for: .hue, threads: 8).count == 5)
    #expect(Set(KernelCandidate.all(for: .kmeans, threads: 4)).count == 4)
  }
}
