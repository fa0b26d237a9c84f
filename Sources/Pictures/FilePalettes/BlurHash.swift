internal import CLibrary
internal import DominantColor
public import ImageCodecs
public import Pixels

/// A picture as a few waves of colour, in a short text that pages decode to a blurred placeholder.
///
/// The published format (Dag Ågren, "BlurHash Algorithm", woltapp/blurhash, 2018): the first terms of the
/// cosine transform of linear light, quantised and written in base 83. Every pixel goes in, where
/// most programs scale the picture down first.
///
/// Pixels that do not count, such as transparent ones, are taken to have the mean colour of those
/// that do.
///
/// ```swift
/// try FilePaletteReader().blurHash(of: ImageFile(opening: "photo.jpg"))  // "LEHV6nWB2yk8pyo0adR*.7kCMdnj"
/// ```
public struct BlurHash: Sendable {
  /// The fewest and most waves across and down.
  public static let waves = 1...9

  private let visibility: VisibilityRule
  private let across: Int
  private let down: Int
  private let swapsSides: Bool
  /// The value of each wave along the stored columns, and along the stored rows.
  private let columnWaves: [[Double]]
  private let rowWaves: [[Double]]
  /// By wave of rows, then of columns: red, green, blue, and what does not count.
  private var sums: [SIMD4<Double>]
  private var counted: UInt64 = 0
  private var others: UInt64 = 0

  /// Begins.
  ///
  /// - Parameters:
  ///   - width: pixels a row, as stored.
  ///   - height: rows, as stored.
  ///   - orientation: how the picture is turned upright.
  ///   - across: waves across the upright picture, in ``waves``; what lies outside counts as the
  ///     nearer bound.
  ///   - down: waves down it.
  ///   - visibility: which pixels count.
  public init(
    width: Int, height: Int, orientation: ImageOrientation = .up, across: Int = 4, down: Int = 3,
    visibility: VisibilityRule = VisibilityRule()
  ) {
    func held(_ waves: Int) -> Int {
      min(max(waves, Self.waves.lowerBound), Self.waves.upperBound)
    }
    (self.across, self.down) = (held(across), held(down))
    self.visibility = visibility
    swapsSides = orientation.swapsSides
    func waves(_ count: Int, _ size: Int, isMirrored: Bool) -> [[Double]] {
      (0..<count).map { wave in
        (0..<size).map { place in
          cos(.pi * Double(wave * (isMirrored ? size - 1 - place : place)) / Double(size))
        }
      }
    }
    columnWaves = waves(
      swapsSides ? self.down : self.across, width,
      isMirrored: [.upMirrored, .down, .rightMirrored, .left].contains(orientation))
    rowWaves = waves(
      swapsSides ? self.across : self.down, height,
      isMirrored: [.down, .downMirrored, .right, .rightMirrored].contains(orientation))
    sums = Array(repeating: SIMD4(), count: self.across * self.down)
  }

  /// Adds pixels, of which the first lies in a column and row as stored.
  ///
  /// - Complexity: O(*n*) in pixels, a multiplication of each by the waves of a row.
  public mutating func add(_ pixels: PixelView, column: Int, row: Int) {
    for y in 0..<pixels.height {
      var ofRow = Array(repeating: SIMD4<Double>(), count: columnWaves.count)
      for x in 0..<pixels.width {
        let pixel = pixels[x, y]
        var light = SIMD4<Double>(0, 0, 0, 1)
        if visibility.verdict(on: pixel) == .counted {
          counted += 1
          light = SIMD4(
            Self.light[Int(pixel.red)], Self.light[Int(pixel.green)], Self.light[Int(pixel.blue)],
            0)
        } else {
          others += 1
        }
        for wave in columnWaves.indices { ofRow[wave] += light * columnWaves[wave][column + x] }
      }
      for (wave, values) in rowWaves.enumerated() {
        // The wave of a pixel is a product, and its second factor is the same all along a
        // row: a pixel is multiplied `columnWaves.count` times, not `across · down` times.
        for index in ofRow.indices {
          sums[wave * ofRow.count + index] += ofRow[index] * values[row + y]
        }
      }
    }
  }

  /// The text: six characters, and two for each wave but the first; `nil` where no pixel counts.
  public var text: String? {
    guard counted > 0 else { return nil }
    let mean = sums[0] / Double(counted)
    let terms = (0..<down).flatMap { j in
      (0..<across).map { i -> SIMD4<Double> in
        let sum = sums[swapsSides ? i * down + j : j * across + i]
        // What does not count has the mean colour.
        let whole = sum + mean * sum.w
        // The format's factors: 1 for the mean and 2 for all others, although a wave that is
        // constant in neither direction would need 4 to come back as it was.
        return whole * ((i == 0 && j == 0 ? 1 : 2) / Double(counted + others))
      }
    }
    let waves = terms.dropFirst()
    let most = waves.map { max(abs($0.x), abs($0.y), abs($0.z)) }.max()
    // One digit for the largest amplitude, in steps of 1/166: up to 83/166 = 0.5.
    let step = most.map { min(max(Int(($0 * 166 - 0.5).rounded(.down)), 0), 82) } ?? 0
    let scale = most == nil ? 1 : Double(step + 1) / 166
    var text = Self.base83((across - 1) + (down - 1) * 9, digits: 1)
    text += Self.base83(step, digits: 1)
    let first = [terms[0].x, terms[0].y, terms[0].z].map(Self.level)
    text += Self.base83(first[0] << 16 | first[1] << 8 | first[2], digits: 4)
    for wave in waves {
      let parts = [wave.x, wave.y, wave.z].map { value -> Int in
        let root = (abs(value) / scale).squareRoot() * (value < 0 ? -1 : 1)
        // −9 to 9, with finer steps near 0, where most amplitudes lie.
        return min(max(Int((root * 9 + 9.5).rounded(.down)), 0), 18)
      }
      //     L       E      HV6n    WB 2y k8 …
      //     sizes   scale  mean    a wave each: three of 0...18, and 19³ = 6,859 fit in 83² = 6,889
      text += Self.base83((parts[0] * 19 + parts[1]) * 19 + parts[2], digits: 2)
    }
    return text
  }

  /// Linear light of a level, 0 to 1 (IEC 61966-2-1).
  private static let light: [Double] = (0...255).map { level in
    let value = Double(level) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The level of linear light, rounded half up.
  private static func level(_ light: Double) -> Int {
    let light = min(max(light, 0), 1)
    let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return Int(value * 255 + 0.5)
  }

  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")

  private static func base83(_ number: Int, digits: Int) -> String {
    var (rest, text) = (number, [Character]())
    for _ in 0..<digits {
      text.append(alphabet[rest % 83])
      rest /= 83
    }
    return String(text.reversed())
  }
}

extension FilePaletteReader {
  /// The BlurHash of a file, turned upright; of ``region``, if there is one.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - across: waves across, 1 to 9.
  ///   - down: waves down, 1 to 9.
  /// - Returns: a text of 4 + 2 · `across` · `down` characters; `nil` where no pixel counts.
  /// - Throws: `ImageCodecError`, as decoding would.
  /// - Complexity: O(*n*) in pixels and bytes.
  public func blurHash(
    of source: some ImageSource, across: Int = 4, down: Int = 3
  ) throws(ImageCodecError) -> String? {
    var reader = try source.rows(decoder)
    let header = reader.header
    let part = region?.storedPixels(of: header)
    var hash = BlurHash(
      width: part?.columns.count ?? header.width, height: part?.rows.count ?? header.height,
      orientation: header.orientation, across: across, down: down, visibility: options.visibility)
    var row = 0
    try readBands(of: &reader, Self.colors(of: reader)) { pixels in
      hash.add(pixels, column: 0, row: row)
      row += pixels.height
    }
    return hash.text
  }
}
