import Pixels
import Testing

@Suite("Pixel views")
struct PixelViewTests {
  /// 3 × 4 pixels with rows 20 bytes apart; the red of each pixel is 10 × row + column.
  private let bytes: [UInt8] = (0..<4).flatMap { row in
    (0..<3).flatMap { column in [UInt8(10 * row + column), 0, 0, 255] }
      + Array(repeating: UInt8(0xEE), count: 8)
  }

  @Test("rows are found by their stride")
  func stride() throws {
    try withPixels(of: bytes.span.bytes, width: 3, height: 4, bytesPerRow: 20) { view in
      #expect(view.pixelCount == 12)
      #expect(!view.isContiguous)
      for y in 0..<4 {
        for x in 0..<3 { #expect(view[x, y].red == UInt8(10 * y + x)) }
      }
    }
  }

  @Test("rows and rectangles are views of the same memory")
  func parts() throws {
    try withPixels(of: bytes.span.bytes, width: 3, height: 4, bytesPerRow: 20) { view in
      let middle = view.rows(1..<3)
      #expect(middle.height == 2)
      #expect(middle[2, 1].red == 22)
      let corner = view.cropped(columns: 1..<3, rows: 2..<4)
      #expect((corner.width, corner.height) == (2, 2))
      #expect(corner[0, 0].red == 21)
      #expect(corner[1, 1].red == 32)
      #expect(view.rows(0..<1).isContiguous)
      #expect(view.rows(2..<2).isEmpty)
    }
  }

  @Test("the last row needs no padding, and one byte less is refused")
  func exactFit() throws {
    let fit = Array(bytes.prefix(3 * 20 + 12))
    try withPixels(of: fit.span.bytes, width: 3, height: 4, bytesPerRow: 20) { view in
      #expect(view[2, 3].red == 32)
    }
    let short = Array(fit.dropLast())
    #expect(throws: ImageGeometryError.tooFewBytes(needed: 72, given: 71)) {
      try withPixels(of: short.span.bytes, width: 3, height: 4, bytesPerRow: 20) { _ in }
    }
  }

  @Test("impossible shapes are refused")
  func refusals() {
    #expect(throws: ImageGeometryError.negativeSize(width: 3, height: -1)) {
      try withPixels(of: bytes.span.bytes, width: 3, height: -1) { _ in }
    }
    #expect(throws: ImageGeometryError.rowsOverlap(bytesPerRow: 11, needed: 12)) {
      try withPixels(of: bytes.span.bytes, width: 3, height: 2, bytesPerRow: 11) { _ in }
    }
    #expect(throws: ImageGeometryError.tooLarge(width: 3, height: .max)) {
      try withPixels(of: bytes.span.bytes, width: 3, height: .max, bytesPerRow: 20) { _ in }
    }
  }

  @Test("an empty span holds an image without pixels")
  func empty() throws {
    let nothing: [UInt8] = []
    try withPixels(of: nothing.span.bytes, width: 0, height: 0) { view in
      #expect(view.isEmpty)
    }
  }
}
