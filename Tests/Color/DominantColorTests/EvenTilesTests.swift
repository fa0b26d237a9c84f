internal import Pixels
internal import SyntheticImages
internal import Testing

@testable internal import DominantColor

@Suite("Even tiles count as less work")
struct EvenTilesTests {
  private func hardPixels(
    _ image: ImageBuffer, _ precision: HistogramPrecision = .standard
  ) -> Int {
    image.withPixels { CellTable(precision).hardPixels(of: $0) }
  }

  private func makeImage(
    width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> RGBA8
  ) throws -> ImageBuffer {
    var image = try ImageBuffer(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { image[x, y] = color(x, y) }
    }
    return image
  }

  private static let page = RGBA8(red: 250, green: 250, blue: 246, alpha: 255)

  @Test("Of one colour, all tiles are even", arguments: [HistogramPrecision.standard, .fine])
  func flat(precision: HistogramPrecision) throws {
    let image = try makeImage(width: 160, height: 100) { _, _ in Self.page }
    #expect(hardPixels(image, precision) == 16_000 / 5)
  }

  @Test("Of pixels that differ from their neighbours' cells, none are")
  func busy() throws {
    let image = try makeImage(width: 160, height: 100) { x, y in
      RGBA8(
        red: UInt8(truncatingIfNeeded: 37 * x + 11 * y), green: UInt8(truncatingIfNeeded: 101 * y),
        blue: 0, alpha: 255)
    }
    #expect(hardPixels(image) == 16_000)
  }

  @Test("Levels of one standard cell can be in several fine ones")
  func precisions() throws {
    let image = try makeImage(width: 160, height: 100) { x, y in
      RGBA8(red: 240 + UInt8(x / 5 % 2 * 8), green: 0, blue: 0, alpha: 255)
    }
    #expect(hardPixels(image) == 16_000 / 5)
    #expect(hardPixels(image, .fine) > 16_000 / 5)
  }

  @Test("Transparent tiles are not even, because their pixels are judged one by one")
  func transparent() throws {
    let image = try makeImage(width: 160, height: 100) { _, _ in
      RGBA8(red: 1, green: 2, blue: 3, alpha: 0)
    }
    #expect(hardPixels(image) == 16_000)
  }

  @Test("Half a page of text is about half as hard as text")
  func share() throws {
    let image = try makeImage(width: 512, height: 512) { x, y in
      x < 256 ? Self.page : RGBA8(red: UInt8(x * 89 & 255), green: 0, blue: 0, alpha: 255)
    }
    let hard = hardPixels(image)
    #expect(hard > image.pixelCount / 2 && hard < image.pixelCount * 3 / 4)
  }

  @Test("What is too small for a tile counts in full", arguments: [(15, 400), (400, 15), (1, 1)])
  func small(width: Int, height: Int) throws {
    let image = try makeImage(width: width, height: height) { _, _ in Self.page }
    #expect(hardPixels(image) == width * height)
  }

  @Test("Threads are started for what is hard, and never more than allowed")
  func workers() throws {
    let tables = ThreadTables { CellTable(.standard) }
    let page = try makeImage(width: 700, height: 500) { _, _ in Self.page }
    let text = try makeImage(width: 700, height: 500) { x, y in
      RGBA8(red: UInt8(x * 89 & 255), green: UInt8(y * 53 & 255), blue: 0, alpha: 255)
    }
    page.withPixels { #expect(tables.workers(for: $0, threads: 8) == 1) }
    text.withPixels { #expect(tables.workers(for: $0, threads: 8) == 2) }
    text.withPixels { #expect(tables.workers(for: $0, threads: 1) == 1) }
  }

  @Test("A large even view is counted by several threads, an empty one by one")
  func large() throws {
    let tables = ThreadTables { CellTable(.standard) }
    var white = try ImageBuffer(width: 1_280, height: 1_280)
    white.withMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = 255 }
    }
    white.withPixels { #expect(tables.workers(for: $0, threads: 4) == 2) }
    let empty = try ImageBuffer(width: 0, height: 0)
    empty.withPixels { #expect(tables.workers(for: $0, threads: 4) == 1) }
  }
}
