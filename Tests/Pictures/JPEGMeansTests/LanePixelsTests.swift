import Hashing
import JPEGLanes
import Testing

@testable import JPEGMeans

/// Pixels of samples, for each instruction set that the machine has, against libjpeg's formulas.
@Suite struct LanePixelsTests {
  typealias InstructionSet = JPEGMeansSettings.InstructionSet

  private static func bodies(_ instructionSet: InstructionSet) -> LaneBodies {
    LaneBodies(JPEGMeansSettings(instructionSet: instructionSet))
  }

  /// A pixel by the constants of jdcolor.c.
  private static func pixel(_ luma: Int, blue: Int, red: Int) -> UInt32 {
    let (cb, cr) = (blue - 128, red - 128)
    let levels = [
      luma + (91881 * cr + 32768) >> 16,
      luma + (-22554 * cb - 46802 * cr + 32768) >> 16,
      luma + (116130 * cb + 32768) >> 16,
    ].map { UInt32(min(max($0, 0), 255)) }
    return (levels[0] | levels[1] << 8 | levels[2] << 16 | 0xFF00_0000).littleEndian
  }

  @Test(arguments: InstructionSet.allCases)
  func pixelsOfAllChromaAreThoseOfTheFormula(instructionSet: InstructionSet) {
    let bodies = Self.bodies(instructionSet)
    for luma in [0, 1, 100, 254, 255] {
      for blue in 0...255 {
        let samples = (
          [UInt8](repeating: UInt8(luma), count: 256), [UInt8](repeating: UInt8(blue), count: 256),
          (0...255).map { UInt8($0) }
        )
        var pixels = [UInt32](repeating: 0, count: 256)
        bodies.pixels(samples.0, samples.1, samples.2, 256, &pixels)
        #expect(pixels == (0...255).map { Self.pixel(luma, blue: blue, red: $0) })
      }
    }
  }

  /// As many pixels as asked for, and not one more, wherever vectors end.
  @Test(arguments: InstructionSet.allCases)
  func pixelsOfEveryCountAreThoseOfTheFormula(instructionSet: InstructionSet) {
    let bodies = Self.bodies(instructionSet)
    var random = SplitMix64(seed: 44)
    for count in 1...131 {
      let rows = (0..<3).map { _ in Self.samples(count, &random) }
      var pixels = [UInt32](repeating: 7, count: count + 1)
      bodies.pixels(rows[0], rows[1], rows[2], count, &pixels)
      let expected = (0..<count).map {
        Self.pixel(Int(rows[0][$0]), blue: Int(rows[1][$0]), red: Int(rows[2][$0]))
      }
      #expect(pixels == expected + [7], "\(count) pixels")
    }
  }

  /// Chroma by the triangle filter of jdsample.c.
  @Test(arguments: InstructionSet.allCases, [true, false])
  func enlargedPixelsAreThoseOfTheFilter(instructionSet: InstructionSet, isHalfAsHigh: Bool) {
    let bodies = Self.bodies(instructionSet)
    var random = SplitMix64(seed: 45)
    for count in 16...213 {
      let samples = (count + 1) / 2
      let luma = Self.samples(count, &random)
      // Blue near and far, then red.
      let rows = (0..<4).map { _ in Self.samples(samples, &random) }
      let padded = rows.map { row in
        [row[0]] + row + [row[samples - 1]]
          + [UInt8](repeating: 255, count: ChromaRow.mostAtOnce)
      }
      var pixels = [UInt32](repeating: 7, count: count + 1)
      var sums = [Int16](repeating: 0, count: ChromaRow.sumCount(samples: samples))
      withRows(padded) { rows in
        let far = isHalfAsHigh ? 1 : 0
        bodies.enlargedPixels(
          luma, ChromaRow.Source(near: rows[0] + 1, far: rows[far] + 1),
          ChromaRow.Source(near: rows[2] + 1, far: rows[2 + far] + 1),
          isHalfAsHigh ? .rows : .columns, count, &sums, &pixels)
      }
      let expected = (0..<count).map { column in
        let colors = [0, 2].map { color in
          Self.enlarged(
            padded[color].map(Int.init), padded[color + 1].map(Int.init), column, isHalfAsHigh)
        }
        return Self.pixel(Int(luma[column]), blue: colors[0], red: colors[1])
      }
      #expect(pixels == expected + [7], "\(count) pixels")
    }
  }

  /// The sample of chroma at a column, of rows that have one before the first.
  private static func enlarged(
    _ near: [Int], _ far: [Int], _ column: Int, _ isHalfAsHigh: Bool
  ) -> Int {
    let own = column / 2 + 1
    let (beside, odd) = (column % 2 == 0 ? own - 1 : own + 1, column % 2)
    guard isHalfAsHigh else { return (3 * near[own] + near[beside] + 1 + odd) >> 2 }
    let sums = [own, beside].map { 3 * near[$0] + far[$0] }
    return (3 * sums[0] + sums[1] + 8 - odd) >> 4
  }

  /// Samples of which a third are the least or the largest.
  private static func samples(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
    (0..<count).map { _ in
      [0, 255, .random(in: 0...255, using: &random)][Int.random(in: 0..<3, using: &random)]
    }
  }

  private func withRows(_ rows: [[UInt8]], _ body: ([UnsafePointer<UInt8>]) -> Void) {
    let memory = rows.map { row in
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: row.count)
      copy.initialize(from: row, count: row.count)
      return copy
    }
    // SAFETY: each row was copied as a whole, and stays until the body is through.
    body(memory.map { UnsafePointer($0) })
    for row in memory { row.deallocate() }
  }
}
