internal import DominantColor
internal import Hashing
internal import Pixels
internal import ShowHide

/// Asks everything of a picture: every kernel of every method, histograms as bytes, every effect.
struct Questions {
  private let instructionSet = InstructionSet.best
  private let workspace = Workspace()
  /// With several workers, whose tables are merged; they take turns where there are no threads.
  private let shared = Workspace(threads: 3)

  /// Options that take every path: precisions, filters, least alphas, circles of hues.
  private static let options: [(name: String, options: PaletteOptions)] = [
    ("plain", PaletteOptions()),
    ("fine", PaletteOptions(count: 12, precision: .fine)),
    (
      "filtered",
      PaletteOptions(
        count: 3,
        visibility: VisibilityRule(
          minimumAlpha: 1, whiteAbove: 240, blackBelow: 20, greyWithin: 8),
        hue: HueScale(binCount: 1536, greyThreshold: 0))
    ),
    (
      "opaque",
      PaletteOptions(
        count: 64, visibility: VisibilityRule(minimumAlpha: 255, greyWithin: 0), precision: .fine,
        hue: HueScale(binCount: 7, greyThreshold: 200))
    ),
  ]

  /// Selections that take every path of the effects.
  private static let selections: [(name: String, selection: ColorSelection)] = [
    ("nothing", .nothing),
    ("hue", .hue(HueRange(scale: HueScale(), center: 20, tolerance: 40))),
    ("half", .hue(HueRange(scale: HueScale(binCount: 2), center: 0, tolerance: 0))),
    ("wide", .hue(HueRange(scale: HueScale(), center: 300, tolerance: 120))),
    ("soft", .hue(HueRange(scale: HueScale(), center: 200, tolerance: 10), feather: 50)),
    (
      "exact",
      .hue(HueRange(scale: HueScale(binCount: 1536), center: 9, tolerance: 300), feather: 9)
    ),
    ("near", .near(RGB8(red: 200, green: 90, blue: 40), edge: SoftEdge(tolerance: 120))),
    (
      "glow",
      .near(RGB8(red: 30, green: 60, blue: 160), edge: SoftEdge(tolerance: 60, feather: 200))
    ),
  ]

  /// Asks.
  ///
  /// - Parameters:
  ///   - name: what lines begin with.
  ///   - view: the picture.
  ///   - isHuge: leaves out what takes the scalar reference of k-means minutes.
  ///   - output: where answers go.
  func ask(_ name: String, _ view: PixelView, isHuge: Bool = false, to output: inout Output) {
    output.write("\(name) \(view.width)x\(view.height) \(PlainRead.sum(of: view))")
    for (options, question) in Self.options.map({ ($0.options, "\(name) \($0.name)") }) {
      let histogram = answer(KernelCatalog.histogram, view, options)
      compare(KernelCatalog.simd, histogram, view, options, question, to: &output)
      compare(KernelCatalog.tiles, histogram, view, options, question, to: &output)
      let hue = answer(KernelCatalog.hue, view, options)
      compare(KernelCatalog.hueSIMD, hue, view, options, question, to: &output)
      compare(KernelCatalog.hueTiles, hue, view, options, question, to: &output)
      let distinct = answer(KernelCatalog.distinct, view, options)
      compare(KernelCatalog.distinctSIMD, distinct, view, options, question, to: &output)
      let kmeans =
        isHuge
        ? answer(KernelCatalog.kmeans, view, options)
        : answer(KernelCatalog.kmeansScalar, view, options)
      compare(KernelCatalog.kmeans, kmeans, view, options, question, to: &output)
      compare(KernelCatalog.kmeansTiles, kmeans, view, options, question, to: &output)
      bytes(.histogram, view, options, question, to: &output)
      bytes(.hue, view, options, question, to: &output)
    }
    for (selection, question) in Self.selections.map({ ($0.selection, "\(name) \($0.name)") }) {
      change(view, selection, question, to: &output)
    }
  }

  private func answer(
    _ kernel: some Kernel, _ view: PixelView, _ options: PaletteOptions
  ) -> String {
    kernel.palette(
      of: view, options: options, workspace: kernel.isConcurrent ? shared : workspace
    ).answer
  }

  private func compare(
    _ kernel: some Kernel, _ expected: String, _ view: PixelView, _ options: PaletteOptions,
    _ question: String, to output: inout Output
  ) {
    output.write(
      "\(question) \(kernel.id)", answer(kernel, view, options), expected: expected)
  }

  /// Counts two parts, merges them as bytes, and compares with a histogram by the specification.
  private func bytes(
    _ method: PaletteMethod, _ view: PixelView, _ options: PaletteOptions, _ question: String,
    to output: inout Output
  ) {
    let middle = view.height / 3
    var parts = FNV1a()
    var whole = FNV1a()
    do throws(HistogramError) {
      var expected = try PaletteHistogram(method: method, options: options)
      try expected.add(view)
      whole.add(expected.serialized())
      var merged = try PaletteHistogram(method: method, options: options)
      for rows in [middle..<view.height, 0..<middle] {
        let builder = method.histogramBuilder(options)
        builder.add(view.rows(rows))
        let written = builder.histogram().serialized()
        try merged.merge(PaletteHistogram(serialized: written.span.bytes))
      }
      parts.add(merged.serialized())
    } catch {
      let text = String(decoding: error.description.utf8, as: UTF8.self)
      output.write("\(question) \(method.rawValue): \(text)")
      parts.add(1)
    }
    output.write("\(question) \(method.rawValue) bytes", parts.text, expected: whole.text)
  }

  private func change(
    _ view: PixelView, _ selection: ColorSelection, _ question: String, to output: inout Output
  ) {
    for effect in Effect.allCases {
      var (hash, expected) = (FNV1a(), FNV1a())
      guard var changed = try? ImageBuffer(width: view.width, height: view.height) else { continue }
      effect.apply(to: view, into: &changed, selecting: selection, threads: 3)
      changed.withMutableBytes { bytes in
        for byte in bytes { hash.add(UInt64(byte)) }
      }
      // The specification is one pixel's; of huge pictures every 61st is compared with it.
      let step = view.pixelCount > 1 << 20 ? 61 : 1
      var isEqual = true
      for place in stride(from: 0, to: view.pixelCount, by: step) {
        let (x, y) = (place % view.width, place / view.width)
        let pixel = effect.result(for: view[x, y], selecting: selection)
        isEqual = isEqual && pixel == changed[x, y]
      }
      expected = isEqual ? hash : FNV1a()
      output.write(
        "\(question) \(effect.rawValue)", hash.text, expected: expected.text)
    }
  }
}
