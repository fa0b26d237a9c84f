public import Pixels

/// The dominant colours of an image.
///
/// ```swift
/// let palette = Dominant.palette(of: image)
/// palette.dominant?.color.description  // "#d45424"
/// palette.dominant?.population         // 0.2
/// ```
///
/// The answer is the same on every machine, instruction set and number of threads. It is `nil`,
/// with a reason in ``Palette/absence``, when no pixel is visible.
public enum Dominant {
  /// The version of this library, as its changelog counts it.
  public static let version = Library.version

  /// The palette of an image by a method, with the fastest kernel.
  ///
  /// - Parameters:
  ///   - image: any size, also empty.
  ///   - method: the question to ask; `nil` for the exact colours of an image that consists of few, as logos,
  ///     pixel art and screenshots do, and `distinct` for others.
  ///   - options: how many colours, and which pixels count.
  ///   - isWhole: whether uniform bars at the edges count too, such as those of a letterbox (``EdgeBars``).
  ///   - selection: which kernel runs; it decides speed, never the answer.
  /// - Returns: the colours, most pixels first.
  /// - Complexity: O(*n*) in pixels. Safe to call from many threads at once.
  public static func palette(
    of image: ImageBuffer, method: PaletteMethod? = nil,
    options: PaletteOptions = PaletteOptions(), isWhole: Bool = false,
    selection: KernelSelection = .automatic
  ) -> Palette {
    image.withPixels {
      palette(of: $0, method: method, options: options, isWhole: isWhole, selection: selection)
    }
  }

  /// The palette of borrowed pixels by a method, with the fastest kernel.
  ///
  /// - Parameters:
  ///   - view: the pixels.
  ///   - method: the question to ask; `nil` for the exact colours of an image that consists of few, as logos,
  ///     pixel art and screenshots do, and `distinct` for others.
  ///   - options: how many colours, and which pixels count.
  ///   - isWhole: whether uniform bars at the edges count too, such as those of a letterbox (``EdgeBars``).
  ///   - selection: which kernel runs; it decides speed, never the answer.
  /// - Returns: the colours, most pixels first.
  /// - Complexity: O(*n*) in pixels. Safe to call from many threads at once.
  public static func palette(
    of view: PixelView, method: PaletteMethod? = nil,
    options: PaletteOptions = PaletteOptions(), isWhole: Bool = false,
    selection: KernelSelection = .automatic
  ) -> Palette {
    let minimumAlpha = options.visibility.minimumAlpha
    let bars = isWhole ? nil : EdgeBars.found(in: view, minimumAlpha: minimumAlpha)
    let view = view.without(bars)
    let means = selection.palette(of: view, method: method ?? .distinct, options: options)
    guard method == nil else { return means }
    var few = FewColors(visibility: options.visibility)
    few.add(view)
    return few.palette(inPlaceOf: means, count: options.count) ?? means
  }

  /// The palette of a span of RGBA8 bytes by a method, with the fastest kernel.
  ///
  /// - Parameters:
  ///   - bytes: pixels, row by row, straight alpha.
  ///   - width: pixels a row.
  ///   - height: rows.
  ///   - bytesPerRow: at least `4 * width`; `nil` for tightly packed rows.
  ///   - method: the question to ask; `nil` for the exact colours of an image that consists of few, as logos,
  ///     pixel art and screenshots do, and `distinct` for others.
  ///   - options: how many colours, and which pixels count.
  ///   - isWhole: whether uniform bars at the edges count too, such as those of a letterbox (``EdgeBars``).
  ///   - selection: which kernel runs; it decides speed, never the answer.
  /// - Returns: the colours, most pixels first.
  /// - Throws: `ImageGeometryError` when the numbers do not describe pixels inside the span.
  public static func palette(
    of bytes: RawSpan, width: Int, height: Int, bytesPerRow: Int? = nil,
    method: PaletteMethod? = nil, options: PaletteOptions = PaletteOptions(),
    isWhole: Bool = false, selection: KernelSelection = .automatic
  ) throws -> Palette {
    try withPixels(of: bytes, width: width, height: height, bytesPerRow: bytesPerRow) { view in
      palette(of: view, method: method, options: options, isWhole: isWhole, selection: selection)
    }
  }
}
