internal import DominantColor
internal import FilePalettes
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import Testing

/// The promise of `OutlineProof`, on photos; `CORPUS` names more of them.
@Suite("Corpus photos proved by a sample")
struct OutlineCorpusTests {
  /// A photo and how it is made large.
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let isTiled: Bool

    var name: Substring { path.split(separator: "/").last ?? "" }
    var testDescription: String { "\(name) \(isTiled ? "tiled" : "enlarged")" }
  }

  static let folder =
    (ProcessInfo.processInfo.environment["CORPUS"].flatMap { $0.isEmpty ? nil : $0 }
      ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Fixtures/Corpus").path()) + "/photos"

  static let cases: [Case] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
    return names.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }.flatMap { name in
      [true, false].map { Case(path: folder + "/" + name, isTiled: $0) }
    }
  }()

  @Test("a proved colour is as near the exact one as its estimate says", arguments: cases)
  func proved(_ example: Case) throws {
    let photo = try ImageDecoder().decode(ImageFile(opening: example.path)).image
    let large = try example.isTiled ? Self.tiled(photo) : Self.enlarged(photo)
    // Both samplings of chroma, without twice the time.
    var encoder =
      example.isTiled
      ? JPEGEncoder(quality: 90) : JPEGEncoder(quality: 95, chromaSubsampling: .none)
    encoder.background = RGB8(red: 255, green: 255, blue: 255)
    let bytes = try encoder.encode(large)
    let (fast, exact) = try bytes.withUnsafeBytes { bytes in
      (
        try FilePaletteReader(method: .histogram).palette(of: bytes),
        try FilePaletteReader(method: .histogram, isExact: true).palette(of: bytes)
      )
    }
    let left = try #require(fast.palette.dominant)
    let right = try #require(exact.palette.dominant)
    #expect(fast.palette.tally == exact.palette.tally)
    #expect(exact.isExact && fast.isExact == (fast.estimate == nil))
    // Smooth pictures must not fall back, or the proof would be right by never answering.
    let isSmooth = ["china.jpg", "rocket.jpg"].contains(example.name) && !example.isTiled
    #expect(!(isSmooth && fast.isExact))
    guard let estimate = fast.estimate else {
      #expect(fast == exact)
      return
    }
    // The promise is of colours that are not rounded: half a level each.
    #expect(estimate.colorDifference <= 1)
    #expect(left.color.deltaE00(to: right.color) <= estimate.colorDifference + 1)
    #expect(estimate.populationRange.contains(right.population))
  }

  /// How many times a side an image must grow to have so many pixels.
  private static func factor(_ image: ImageBuffer, _ pixels: Int) -> Int {
    (1...).first { $0 * $0 * image.pixelCount >= pixels } ?? 1
  }

  /// Copies side by side: the photo's own texture, which means smooth most.
  private static func tiled(
    _ image: ImageBuffer, _ pixels: Int = OutlineProof.leastPixelCount
  ) throws -> ImageBuffer {
    let factor = factor(image, pixels)
    return try ImageBuffer.make(width: image.width * factor, height: image.height * factor) {
      target, source, y in
      for copy in 0..<factor {
        target.advanced(by: copy * image.width)
          .update(from: source + y % image.height * image.width, count: image.width)
      }
    } from: {
      image
    }
  }

  /// Linear interpolation between pixels.
  private static func enlarged(
    _ image: ImageBuffer, _ pixels: Int = OutlineProof.leastPixelCount
  ) throws -> ImageBuffer {
    let factor = factor(image, pixels)
    let (width, height) = (image.width, image.height)
    return try ImageBuffer.make(width: width * factor, height: height * factor) {
      target, source, y in
      let upper = source + y / factor * width
      let lower = source + min(y / factor + 1, height - 1) * width
      let down = UInt32(y % factor)
      let whole = UInt32(factor)
      for x in 0..<width * factor {
        let (left, right) = (x / factor, min(x / factor + 1, width - 1))
        let across = UInt32(x % factor)
        var word: UInt32 = 0
        for shift in [UInt32(0), 8, 16, 24] {
          let corner = { (pixel: UInt32) in pixel >> shift & 0xFF }
          let top = corner(upper[left]) * (whole - across) + corner(upper[right]) * across
          let bottom = corner(lower[left]) * (whole - across) + corner(lower[right]) * across
          word |= ((top * (whole - down) + bottom * down) / (whole * whole)) << shift
        }
        target[x] = word
      }
    } from: {
      image
    }
  }
}

extension ImageBuffer {
  /// Makes an image row by row out of another's pixels.
  fileprivate static func make(
    width: Int, height: Int,
    _ row: (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, Int) -> Void,
    from source: () -> ImageBuffer
  ) throws -> ImageBuffer {
    var image = try ImageBuffer(width: width, height: height)
    source().withPixels { view in
      let pixels = view.baseAddress.assumingMemoryBound(to: UInt32.self)
      image.withMutableBytes { bytes in
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
        for y in 0..<height { row(base + y * width, pixels, y) }
      }
    }
    return image
  }
}
