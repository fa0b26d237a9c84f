public import Pixels

/// Finds the palette of a picture from its outline, one pixel for each 8 × 8 of it, where that
/// settles the dominant colour.
///
/// ```swift
/// let builder = OutlinePaletteBuilder(pixelCount: width * height)
/// while let rows = nextOutlineRows() { builder.add(rows) }
/// builder.palette()  // nil: the full pixels have to tell
/// ```
///
/// Taking means smooths a picture, and colours of a rough surface gather in its mean. How much that
/// may have changed the answer is judged by taking means once more, of 2 × 2 pixels of the outline:
/// pictures lose about as much of their texture in each halving. The palette stands when the
/// winning window leads every window of another colour by 1.5 times what the further halving moved
/// the two, when it did not itself move by more than a quarter, and when its mean stayed. This is a
/// rule from experience, not a proof: Tests/Pictures/FilePalettesTests holds it to ΔE00 ≤ 1. A pattern that
/// repeats within 8 pixels and leaves no trace in the means is not seen.
///
/// Counts are those of the outline, scaled to the picture: estimates. Secondary swatches
/// are not guaranteed. An object serves one thread at a time.
public final class OutlinePaletteBuilder {
  /// What to ask.
  public let options: PaletteOptions
  /// Pixels of the picture, which the counts are scaled to.
  public let pixelCount: Int

  /// Pictures with fewer pixels are quicker decoded than judged: 2²¹.
  public static let leastPixelCount = 1 << 21

  private let outline: SummaryBuilder<HistogramMethod>
  private let halved: SummaryBuilder<HistogramMethod>
  /// A row whose partner has not come yet; empty without one.
  private var pendingRow: [UInt8] = []
  private var halvedRow: [UInt32] = []

  /// Makes a builder without pixels.
  ///
  /// - Parameters:
  ///   - options: how many colours, and which pixels count.
  ///   - pixelCount: pixels of the picture itself, 1 or more.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  public init(
    options: PaletteOptions = PaletteOptions(), pixelCount: Int,
    selection: KernelSelection = .automatic
  ) {
    precondition(pixelCount > 0, "a picture has pixels")
    self.options = options
    self.pixelCount = pixelCount
    outline = SummaryBuilder(
      HistogramMethod.self, options: options, pixelCount: pixelCount / 64, selection: selection)
    // Its pixels come a row at a time, too few to start threads for.
    halved = SummaryBuilder(
      HistogramMethod.self, options: options, pixelCount: pixelCount / 256,
      selection: selection.limited(toThreads: 1))
  }

  /// Adds rows of the outline, from the top, of the same width each time.
  ///
  /// - Complexity: O(*n*) in pixels.
  public func add(_ rows: PixelView) {
    outline.add(rows)
    for y in 0..<rows.height {
      // SAFETY: a view promises 4 × width bytes readable at each of its rows.
      let row = UnsafeRawBufferPointer(start: rows.row(y), count: 4 * rows.width)
      if pendingRow.isEmpty {
        pendingRow.append(contentsOf: row)
      } else {
        addHalved(row)
        pendingRow.removeAll(keepingCapacity: true)
      }
    }
  }

  /// Adds the means of 2 × 2 pixels of the pending row and the one under it; a last column without
  /// partner is left out.
  private func addHalved(_ lower: UnsafeRawBufferPointer) {
    let width = min(pendingRow.count, lower.count) / 8
    if halvedRow.count != width { halvedRow = Array(repeating: 0, count: width) }
    pendingRow.withUnsafeBytes { upper in
      halvedRow.withUnsafeMutableBufferPointer { target in
        for x in 0..<width {
          // SAFETY: both rows hold 8 × width bytes, of which this reads the pairs of pixels at x.
          let four = (
            upper.loadUnaligned(fromByteOffset: 8 &* x, as: UInt32.self),
            upper.loadUnaligned(fromByteOffset: 8 &* x &+ 4, as: UInt32.self),
            lower.loadUnaligned(fromByteOffset: 8 &* x, as: UInt32.self),
            lower.loadUnaligned(fromByteOffset: 8 &* x &+ 4, as: UInt32.self)
          )
          // Two channels to a word, 16 bits apart, so that sums of four do not meet.
          let mask: UInt32 = 0x00FF_00FF
          let even =
            (four.0 & mask) &+ (four.1 & mask) &+ (four.2 & mask) &+ (four.3 & mask)
            &+ 0x0002_0002
          let odd =
            (four.0 >> 8 & mask) &+ (four.1 >> 8 & mask) &+ (four.2 >> 8 & mask)
            &+ (four.3 >> 8 & mask) &+ 0x0002_0002
          target[x] = even >> 2 & mask | (odd >> 2 & mask) << 8
        }
      }
    }
    halvedRow.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      // SAFETY: the array holds `width` pixels of four bytes, and lives during the call.
      halved.add(PixelView(baseAddress: base, width: width, height: 1))
    }
  }

  /// The palette; `nil` where the outline does not settle which colour is dominant.
  public func palette() -> Palette? {
    let outline = outline.summary()
    guard OutlineVerdict(outline: outline, halved: halved.summary()).isSettled else { return nil }
    var search = WindowSearch(options.precision)
    let swatches = search.swatches(of: outline, limit: options.count(for: .histogram))
    let tally = outline.tally
    let scaled = { self.scaled($0, outlineTotal: tally.total) }
    let counted = scaled(tally.counted)
    return Palette(
      method: .histogram,
      swatches: swatches.map { swatch in
        Swatch(color: swatch.color, count: scaled(swatch.count), outOf: max(counted, 1))
      },
      tally: PixelTally(
        counted: counted, transparent: scaled(tally.transparent),
        filtered: UInt64(pixelCount) - min(counted + scaled(tally.transparent), UInt64(pixelCount))
      ))
  }

  /// A count of the outline as one of the picture, rounded down.
  private func scaled(_ count: UInt64, outlineTotal: UInt64) -> UInt64 {
    let product = count.multipliedFullWidth(by: UInt64(pixelCount))
    return max(outlineTotal, 1).dividingFullWidth(product).quotient
  }
}
